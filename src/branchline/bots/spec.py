"""How a player is named: a bot, a class in a file or a command, perhaps with a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.bots.base import Clock, read_budget
from branchline.errors import BranchlineError


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's name, read: a built-in bot, or a class in a file, or a command line."""

    name: str = ""
    file: str | None = None
    command: str | None = None
    clock: Clock | None = None

    @property
    def title(self) -> str:
        """What to call the player at a table."""
        if self.command is not None:
            return "Process"
        return self.name if self.file is not None else self.name.capitalize()


def read_spec(text: str) -> PlayerSpec:
    """Read a player's name.

    >>> read_spec("path@200ms").clock
    Clock(seconds=0.2, playouts=None, threads=1)
    >>> read_spec("bots/my_bot.py:MyBot").file
    'bots/my_bot.py'
    >>> read_spec("exec:node my_bot.mjs").command
    'node my_bot.mjs'
    """
    if text.startswith("exec:"):
        return PlayerSpec(command=text.removeprefix("exec:"))
    clock = None
    named, at, budget = text.rpartition("@")
    if at and not {"/", ":"} & set(budget):  # else the @ is part of a file's name
        clock = read_budget(budget)
        text = named
    file, colon, name = text.rpartition(":")
    if colon and file.endswith(".py"):
        return PlayerSpec(name, file, clock=clock)
    return PlayerSpec(text, clock=clock)


def players_of(given: str | Sequence[str]) -> tuple[str, ...]:
    """Return the players of a list, or of a text with commas.

    >>> players_of("path, random")
    ('path', 'random')
    """
    if isinstance(given, str):
        return tuple(name.strip() for name in given.split(","))
    if not isinstance(given, Sequence) or not all(isinstance(name, str) for name in given):
        raise BranchlineError("arena.playersByName", given=repr(given)[:80])
    return tuple(given)
