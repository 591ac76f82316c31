"""How a bot thinks: in a process of its own, so that it never delays a person.

A process gets a view, the legal actions and, for a bot that recalls it, what its seat saw: nothing
else. A bot thinks with a number of play-outs, never for a time, so that it plays alike on every
machine.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
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
from branchline.server.tables.seats import played_by
from branchline.text.catalogue import text

NICE = 10
"""How much lower the priority of a thinking process is than that of the server."""
NICER = 19
"""How much lower it is again, if the process thinks for tables that only bots play."""
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


def _step_back(for_people: bool) -> None:
    """Lower the priority: the server comes first, then bots that people wait for, then others."""
    if not hasattr(os, "nice"):
        return
    os.nice(NICE if for_people else NICER)
    if not for_people and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _work(pipe: Connection, for_people: bool) -> None:
    """Make choices until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _step_back(for_people)
    try:
        from branchline.server.tables import preloaded as _  # noqa: F401 (it is, unless forking failed)
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


def _nursery() -> ForkServerContext | SpawnContext:
    """Return what thinking processes come from: a process that has the rules loaded, and forks.

    Where there is no fork, every process loads them anew.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["branchline.server.tables.preloaded"])
    return context


class Worker:
    """One process and the pipe to it."""

    def __init__(self, for_people: bool) -> None:
        context = _nursery()
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, for_people), daemon=True)
        self.process.start()
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait until the rules are loaded; raise if they cannot be."""
        if not self.pipe.poll(_START):
            raise OSError(f"not ready after {_START:g} seconds")
        problem = self.pipe.recv()
        if problem is not None:
            raise OSError(problem)

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return bool(self.process.is_alive())

    def ask(self, task: Task, seconds: float) -> object:
        """Return the answer; raise if there is none in time."""
        self.pipe.send(task)
        if not self.pipe.poll(seconds):
            raise TimeoutError
        return self.pipe.recv()

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
