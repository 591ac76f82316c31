"""How long a compiled choice takes: a clock for compiled code, and classes to count times by."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np
from numba import types

from branchline.rules.rule import INTERPRETED, rule

WIDTH = math.log(1.05)
"""Times are counted in classes five per cent wide."""
LEAST = 0.001
"""Milliseconds; what is quicker counts as this."""
FIRST = round(math.log(LEAST) / WIDTH)
"""The class of the quickest."""
CLASSES = 512
"""How many there are: enough for a day; what takes longer counts as that."""

HAS_CLOCK = INTERPRETED or hasattr(time, "CLOCK_MONOTONIC")
"""Whether compiled code can tell the time on this system."""

if INTERPRETED:
    now = time.monotonic
elif HAS_CLOCK:
    _WHICH = time.CLOCK_MONOTONIC
    _types: Any = types
    # By its name in the C library: an address would not outlast this process, compiled code does.
    _clock_gettime = _types.ExternalFunction(
        "clock_gettime", _types.int32(_types.int32, _types.CPointer(_types.int64))
    )

    @rule
    def now() -> float:
        """Return the time in seconds, since some moment."""
        read = np.empty(2, np.int64)
        _clock_gettime(_WHICH, read.ctypes)
        return float(read[0] + 1e-9 * read[1])

else:

    @rule
    def now() -> float:
        """Return nothing of use: nobody may ask for the time here."""
        return 0.0


@rule
def time_class(seconds: float) -> int:
    """Return the class of a time, counted from the quickest: `arena.times.tally` defines them."""
    milliseconds = max(1000.0 * seconds, LEAST)
    found = round(np.log(milliseconds) / WIDTH) - FIRST
    return int(min(found, CLASSES - 1))
