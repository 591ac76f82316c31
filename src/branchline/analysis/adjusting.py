"""Adjusting: what a finished game gave each seat by luck, to be taken from its result."""

from __future__ import annotations

from collections.abc import Callable

from branchline.analysis.course import Replayed
from branchline.analysis.effort import BLOCK
from branchline.analysis.open_table import play_block
from branchline.analysis.summing import seats_of
from branchline.errors import BranchlineError

DEFAULT = 128
"""Worlds in which luck is valued. With fewer, what they leave to chance weighs as much as luck."""
MOST = 4096


def check_worlds(worlds: int) -> int:
    """Return a number of worlds, refused if it makes no sense; 0 is for plain results."""
    if type(worlds) is not int or not 0 <= worlds <= MOST or worlds % BLOCK:
        raise BranchlineError(
            "analysis.worlds", most=str(MOST), step=str(BLOCK), given=repr(worlds)[:40]
        )
    return worlds


def luck_of(
    course: Replayed, seed: int, worlds: int, wanted: Callable[[], None] = lambda: None
) -> tuple[float, ...]:
    """Return what luck gave each seat, as parts of the win; it sums to 0.

    ``wanted`` is called again and again, and raises if nobody waits for it any more.
    """
    sums = play_block(course, seed, 0)
    for block in range(1, worlds // BLOCK):
        wanted()
        sums += play_block(course, seed, block)
    return tuple(seat.luck for seat in seats_of(course, sums, ()))
