"""Bots that think in processes of their own, so that they never delay a person.

A process that crashes or thinks too long is ended and another one takes its place; the table gets a
quick legal choice instead. A process gets a view and the legal actions, nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import queue
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from typing import Any

from branchline.actions import Action
from branchline.view import View
from branchline.words import text

NICE = 10
"""How far a thinking process steps back before the server, which people wait for."""
_START = 60.0
"""Seconds a new process may take to load the rules before its first choice."""


@dataclass(frozen=True, slots=True)
class Task:
    """One choice to make."""

    bot: str
    view: View
    legal: list[Action]
    chance: bytes
    """32 bytes for a bot that draws lots."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice, why it was made, and whether it was a quick one instead of the bot's own."""

    action: int
    why: str
    is_quick: bool = False


def quick(task: Task) -> Choice:
    """Choose at once, without a bot."""
    return Choice(task.legal[0].id, text("reason.noTime"), True)


def choose(task: Task) -> Choice:
    """Let a bot choose, here."""
    from branchline.board import load_board
    from branchline.bots import make_bot
    from branchline.bots.base import Clock, close, explanation
    from branchline.game import stream
    from branchline.server.chairs import played_by

    board = load_board(task.view.board)
    bot = make_bot(played_by(task.bot, board), board, stream(task.chance))
    try:
        action = bot.choose(task.view, task.legal, Clock(seconds=task.seconds))
        if action not in task.legal:
            return quick(task)
        return Choice(action.id, explanation(bot))
    finally:
        close(bot)


def _work(pipe: Connection) -> None:
    """Make choices until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICE)
    from branchline.server import preloaded as _  # noqa: F401 (it is, unless forking failed)

    pipe.send(None)
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                answer: Any = choose(task)
            except Exception as problem:  # whatever a bot does, the table goes on
                answer = f"{type(problem).__name__}"
            pipe.send(answer)


def _nursery() -> Any:
    """Return what thinking processes come from: a process that has the rules loaded, and forks."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["branchline.server.preloaded"])
    return context


class _Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        context = _nursery()
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def ready(self) -> bool:
        """Wait until the rules are loaded."""
        return self.pipe.poll(_START) and self.pipe.recv() is None

    def ask(self, task: Task, seconds: float) -> Any:
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


class Thinkers:
    """The processes in which bots think; without any they think here, in a thread."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self.choices = 0
        self.fallbacks = 0
        self.restarts = 0
        self.waiting = 0
        self._threads = ThreadPoolExecutor(max(1, workers), thread_name_prefix="thinker")
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all: set[_Worker] = set()
        self._closed = False

    def open(self) -> None:
        """Load what bots need, so that no process has to when somebody waits for it."""
        if self.workers:
            _nursery()
            forkserver.ensure_running()

    async def choose(self, task: Task) -> Choice:
        """Return a choice: the bot's own, or a quick one if it fails."""
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            choice = await loop.run_in_executor(self._threads, self._choose, task)
        except RuntimeError:  # the threads are closing
            choice = quick(task)
        finally:
            self.waiting -= 1
        self.choices += 1
        self.fallbacks += choice.is_quick
        return choice

    def _choose(self, task: Task) -> Choice:
        if self._closed:
            return quick(task)
        if self.workers == 0:
            try:
                return choose(task)
            except Exception:  # whatever a bot does, the table goes on
                return quick(task)
        worker = None
        try:
            worker = self._take()
            answer = worker.ask(task, self.seconds)
        except (OSError, EOFError, TimeoutError, ValueError):
            self.restarts += 1
            if worker is not None:
                self._all.discard(worker)
                worker.end()
            return quick(task)
        self._idle.put(worker)
        return answer if isinstance(answer, Choice) else quick(task)

    def _take(self) -> _Worker:
        """Return a process that is idle, or a new one: there are no more than threads."""
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            worker = _Worker()
            self._all.add(worker)
            try:
                ready = worker.ready()
            except (OSError, EOFError):
                ready = False
            if not ready:
                self._all.discard(worker)
                worker.end()
                raise TimeoutError from None
            return worker

    def processes(self) -> list[int]:
        """Return the process ids, for tests and metrics."""
        return [worker.process.pid for worker in list(self._all) if worker.process.pid]

    def close(self) -> None:
        """End all processes; what they think about is given up."""
        self._closed = True
        for worker in list(self._all):
            worker.process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in list(self._all):
            worker.end()
