"""How a bot thinks: in a process of its own, so that it never delays a person.

A process gets a view, the legal actions and, for a bot that recalls it, what its seat saw: nothing
else. A bot thinks with a number of play-outs, never for a time, so that it plays alike on every
machine.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Literal

from branchline.board import Board, load_board
from branchline.bots import BOTS, Clock, make_bot
from branchline.bots.base import explanation, observing
from branchline.bots.dispatcher import DEFAULT_PLAYOUTS
from branchline.bots.levels import player_of
from branchline.bots.spec import PlayerSpec, read_spec
from branchline.game.actions import Action
from branchline.game.keys import stream
from branchline.game.view import View
from branchline.plain import Json
from branchline.server.processes import FOR_PEOPLE, LAST, ChildProcess, step_back
from branchline.server.tables.seats import played_by
from branchline.text.catalogue import text

_START = 60.0
"""Seconds a new process may take to load the rules before its first choice."""


@dataclass(frozen=True, slots=True)
class Task:
    """One choice to make."""

    bot: str
    view: View
    legal: list[Action]
    chance: bytes
    """32 bytes for a bot that chooses by chance."""
    events: list[Json] = field(default_factory=list)
    """What its seat saw from set-up on, for a bot that recalls it."""
    at_most: int | None = None
    """Play-outs it may have while the server is busy; None leaves it its own number."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, why it was made, and how it was thought about."""

    action: int
    why: str
    thought: Literal["less", "none"] | None = None
    """Less than the bot's own number of play-outs, or not at all: a quick choice instead."""


def quick(task: Task, why: str = "reason.noTime") -> Choice:
    """Choose at once, without a bot."""
    return Choice(task.legal[0].id, text(why), "none")


def _player(bot: str, board: Board) -> PlayerSpec:
    """Return the built-in bot that plays for a name, and its budget."""
    return read_spec(player_of(played_by(bot, board), board))


def playouts_of(bot: str, board: Board) -> int:
    """Return how many play-outs a bot thinks with on a server; 0 if it plays nothing out."""
    read = _player(bot, board)
    if not BOTS[read.name].plays_out:
        return 0
    own = None if read.clock is None else read.clock.playouts
    return own or DEFAULT_PLAYOUTS


def recalls(bot: str, board: Board) -> bool:
    """Return whether a bot is to be told all that its seat saw."""
    return BOTS[_player(bot, board).name].recalls(board)


def choose(task: Task) -> Choice:
    """Let a bot choose, here."""
    board = load_board(task.view.board)
    own = playouts_of(task.bot, board)
    given = own if task.at_most is None else min(own, task.at_most)
    bot = make_bot(_player(task.bot, board).name, board, stream(task.chance))
    if (observe := observing(bot)) is not None:
        observe(task.events)
    action = bot.choose(task.view, task.legal, Clock(playouts=given or DEFAULT_PLAYOUTS))
    if action not in task.legal:
        return quick(task, "reason.couldNotThink")
    if given < own:
        return Choice(action.id, text("reason.thoughtLess", why=explanation(bot)), "less")
    return Choice(action.id, explanation(bot))


def _work(pipe: Connection, for_people: bool) -> None:
    """Make choices until the pipe is closed."""
    step_back(FOR_PEOPLE if for_people else LAST)
    try:
        from branchline.server.tables import process_start as _  # noqa: F401 (it is, unless forking failed)
    except Exception as problem:  # the server reports it, and tries again later
        pipe.send(f"{type(problem).__name__}: {problem}")
        return
    pipe.send(None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                answer: Choice | str = choose(task)
            except Exception as problem:  # the table goes on, even if a bot fails
                answer = f"{type(problem).__name__}"
            pipe.send(answer)


class Worker(ChildProcess):
    """A process in which bots think."""

    def __init__(self, for_people: bool) -> None:
        super().__init__(_work, for_people)

    def wait_until_ready(self) -> None:
        """Wait until the rules are loaded; raise if they cannot be."""
        if not self.pipe.poll(_START):
            raise OSError(f"not ready after {_START:g} seconds")
        problem = self.pipe.recv()
        if problem is not None:
            raise OSError(problem)

    def ask(self, task: Task, seconds: float) -> object:
        """Return the answer; raise if there is none in time."""
        self.pipe.send(task)
        return self.hear(seconds)
