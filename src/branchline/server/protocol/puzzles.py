"""Puzzles over HTTP: the one of a day, and its answers for those who have tried."""

from __future__ import annotations

from branchline.server.protocol.analyses import ToSolve
from branchline.server.protocol.models import Outgoing, TableState
from branchline.server.protocol.requests import ReplayStep
from branchline.server.protocol.wire import SentPuzzleOption


class PuzzleHead(Outgoing):
    """Which puzzle a game has on a day; nothing of what is in it."""

    game: str
    day: str
    """As YYYY-MM-DD, by UTC."""
    number: int
    """Its place among the puzzles of the game, from 1."""
    of: int
    """How many there are: after so many days they come again."""
    grade: int
    """From 1 (most bots find it) to ``grades`` (most miss it)."""
    grades: int
    seats: int


class Puzzles(Outgoing):
    """The puzzles of today, one a game."""

    today: str
    puzzles: list[PuzzleHead]


class PuzzleToSolve(ToSolve):
    """A position to solve, at the table where it came up. Nothing in it tells what is best."""

    puzzle: PuzzleHead
    today: str
    table: TableState
    """The table: bots, and the seat of whoever solves it (``you``)."""
    steps: list[ReplayStep]
    """What happened until then, as that seat saw it."""


class Missed(Outgoing):
    """How often a bot misses a puzzle."""

    bot: str
    level: str | None
    """The level that it is at a table, if it is one."""
    part: float
    """From 0 (it always finds the best) to 1."""


class PuzzleAnswers(Outgoing):
    """What was found out about a puzzle beforehand."""

    options: list[SentPuzzleOption]
    """The best first, then those that come nearest."""
    missed: list[Missed]
    """How often each bot of the ladder misses it."""
