"""Returning: when a position that was missed comes back, a little later each time it is solved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DAY = 86_400.0
AFTER = (1.0, 3.0, 7.0, 21.0)
"""Days from a miss, and from each solution after it, to the next try."""


@dataclass(frozen=True, slots=True)
class Return:
    """How far somebody is with a position."""

    stage: int
    """How often it was solved since it was missed."""
    due: float | None
    """When it comes back, in seconds since 1970; None if it is learnt."""


def come_back(before: Return | None, solved: bool, now: float) -> Return:
    """Return when a position comes back after a try.

    What is solved at first sight is learnt. What is missed comes back after a day, and once it is
    solved after 3, 7 and 21 more. Then it is learnt too.

    >>> first = come_back(None, False, 0.0)
    >>> first.due == DAY, come_back(first, True, DAY).due == DAY + 3 * DAY
    (True, True)
    >>> come_back(None, True, 0.0)
    Return(stage=0, due=None)
    """
    if not solved:
        return Return(0, now + AFTER[0] * DAY)
    if before is None or before.due is None:
        return Return(0 if before is None else before.stage, None)
    stage = before.stage + 1
    return Return(stage, now + AFTER[stage] * DAY if stage < len(AFTER) else None)


def due(returns: Mapping[str, Return], now: float) -> list[str]:
    """Return the names of what is due, what has waited longest first.

    >>> due({"a": Return(0, 5.0), "b": Return(1, 3.0), "c": Return(0, 9.0)}, 6.0)
    ['b', 'a']
    """
    waiting = [(one.due, name) for name, one in returns.items() if one.due is not None]
    return [name for time, name in sorted(waiting) if time <= now]
