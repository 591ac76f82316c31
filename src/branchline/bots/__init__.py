"""Bots: players that see a view and the legal actions, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from branchline.board import Board
from branchline.bots.base import Bot, Clock
from branchline.bots.path import PathBot
from branchline.bots.random import RandomBot
from branchline.bots.yard import YardBot
from branchline.errors import BranchlineError

__all__ = ["BOTS", "Bot", "BuiltIn", "Clock", "bots_for", "make_bot"]


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A bot that comes with Branchline: how it is made, and which games it plays."""

    make: Callable[[Any], Bot]
    """Takes a generator of chance."""
    plays: Callable[[Board], bool]


def _has_map(board: Board) -> bool:
    return "rail_yard" not in board.mechanics


def _has_yards(board: Board) -> bool:
    return "rail_yard" in board.mechanics


def _any_game(board: Board) -> bool:
    return True


BOTS: dict[str, BuiltIn] = {
    "path": BuiltIn(PathBot, _has_map),
    "greedy": BuiltIn(YardBot, _has_yards),
    "random": BuiltIn(RandomBot, _any_game),
}
"""The bots by name, better ones before worse ones."""


def bots_for(board: Board) -> tuple[str, ...]:
    """Return the names of the bots that play a game, the best one first.

    >>> import branchline as bl
    >>> bots_for(bl.load_board("usa"))
    ('path', 'random')
    """
    return tuple(name for name, bot in BOTS.items() if bot.plays(board))


def make_bot(spec: str, board: Board, chances: Any) -> Bot:
    """Return a new bot; its chance comes from the generator.

    >>> import branchline as bl
    >>> make_bot("rook", bl.load_board("usa"), None)
    Traceback (most recent call last):
    branchline.errors.BranchlineError: USA has no bot called 'rook'; it has: path, random
    """
    if spec not in bots_for(board):
        known = ", ".join(bots_for(board))
        raise BranchlineError(f"{board.name} has no bot called {spec!r}; it has: {known}")
    return BOTS[spec].make(chances)
