"""How long choices took: counted in classes five per cent wide, from which quantiles are read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from branchline.policy.matches.clock import LEAST, WIDTH


def tally(milliseconds: Iterable[float]) -> dict[int, int]:
    """Count times by class."""
    return dict(Counter(round(math.log(max(ms, LEAST)) / WIDTH) for ms in milliseconds))


def quantile(times: dict[int, int], part: float) -> float | None:
    """Return the time in which this part of the choices was made, within 2.5 %.

    >>> quantile(tally([1, 1, 1, 100]), 0.5)
    1.0
    """
    needed = part * sum(times.values())
    seen = 0
    for step in sorted(times):
        seen += times[step]
        if seen >= needed:
            return float(f"{math.exp(step * WIDTH):.3g}")
    return None
