"""Bots: players that see a view and the legal actions, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from branchline.actions import Action
from branchline.board import Board
from branchline.bots.path import PathBot
from branchline.bots.random import RandomBot
from branchline.bots.yard import YardBot
from branchline.errors import BranchlineError
from branchline.view import View


class Bot(Protocol):
    """A player. Its choice depends on its arguments and its own stream of chance only."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        ...


BOTS: dict[str, Callable[[Any], Bot]] = {
    "random": RandomBot,
    "path": PathBot,
    "greedy": YardBot,
}
"""The bots by name; each is made with a generator of chance."""


def bots_for(board: Board) -> tuple[str, ...]:
    """Return the names of the bots that play a game, the best one first.

    >>> import branchline as bl
    >>> bots_for(bl.load_board("usa"))
    ('path', 'random')
    """
    return ("greedy" if "rail_yard" in board.mechanics else "path", "random")


def make_bot(name: str, board: Board, chances: Any) -> Bot:
    """Return a new bot of this name.

    >>> import branchline as bl
    >>> make_bot("rook", bl.load_board("usa"), None)
    Traceback (most recent call last):
    branchline.errors.BranchlineError: USA has no bot called 'rook'; it has: path, random
    """
    if name not in bots_for(board):
        known = ", ".join(bots_for(board))
        raise BranchlineError(f"{board.name} has no bot called {name!r}; it has: {known}")
    return BOTS[name](chances)
