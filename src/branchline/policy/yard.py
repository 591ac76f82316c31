"""The policy of The Card Game."""

from __future__ import annotations

from branchline.policy.mind import Mind
from branchline.rules.rule import rule
from branchline.rules.state import Board, Ids, Menu, State


@rule
def choose_in_yard(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat in a game of rail yards."""
    return int(out.ids[0])


@rule
def yard_candidates(
    board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int, kept: Ids
) -> int:
    """List the actions worth comparing, the policy's own choice first; return how many."""
    kept[0] = choose_in_yard(board, s, seat, mind, out, n)
    return 1
