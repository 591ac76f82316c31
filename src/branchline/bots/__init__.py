"""Bots: players that see a view and the legal actions, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from branchline.actions import Action
from branchline.bots.path import PathBot
from branchline.bots.random import RandomBot
from branchline.errors import BranchlineError
from branchline.view import View


class Bot(Protocol):
    """A player. Its choice depends on its arguments and its own stream of chance only."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        ...


BOTS: dict[str, Callable[[Any], Bot]] = {"random": RandomBot, "path": PathBot}
"""The bots by name; each is made with a generator of chance."""


def make_bot(name: str, chances: Any) -> Bot:
    """Return a new bot of this name.

    >>> make_bot("rook", None)
    Traceback (most recent call last):
    branchline.errors.BranchlineError: there is no bot called 'rook'; there are: path, random
    """
    if name not in BOTS:
        known = ", ".join(sorted(BOTS))
        raise BranchlineError(f"there is no bot called {name!r}; there are: {known}")
    return BOTS[name](chances)
