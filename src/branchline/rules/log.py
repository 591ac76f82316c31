"""The log: what came of an action, as numbers, for those who want to know."""

from __future__ import annotations

from branchline.rules.rule import rule
from branchline.rules.state import Log


@rule
def say(log: Log, kind: int, a: int, b: int, c: int) -> None:
    """Write an outcome to the log, unless it is the silent one."""
    at = log.n
    if at + 4 <= log.capacity:
        log.entries[at] = kind
        log.entries[at + 1] = a
        log.entries[at + 2] = b
        log.entries[at + 3] = c
        log.n = at + 4
