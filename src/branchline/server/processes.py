"""Processes beside the server: forked from one that has the rules, and behind it in priority."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, Literal, TypeAlias

Priority: TypeAlias = Literal["for people", "last"]
FOR_PEOPLE: Priority = "for people"
"""Somebody waits for it."""
LAST: Priority = "last"
"""What may take as long as it takes: it gets the time that nobody else wants."""
_NICE = {FOR_PEOPLE: 10, LAST: 19}
"""How much lower than the server's the priority of a process is."""
TEST_PATIENCE = "BRANCHLINE_TEST_PATIENCE"
"""Set by tests: nothing waits for time that nobody else wants, of which a busy machine has none."""
_PRELOADED = ["branchline.server.tables.process_start", "branchline.server.analyses.work"]


def step_back(priority: Priority) -> None:
    """Lower the priority of this process, and leave the signals of a terminal to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if not hasattr(os, "nice"):
        return
    if priority == LAST and TEST_PATIENCE in os.environ:
        return
    os.nice(_NICE[priority])
    if priority == LAST and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _nursery() -> ForkServerContext | SpawnContext:
    """Return what such processes come from: a process that has the rules loaded, and forks.

    Where there is no fork, every process loads them anew.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context


def get_ready() -> None:
    """Let the process begin that others are forked from, so that the first one does not wait."""
    if isinstance(_nursery(), ForkServerContext):
        forkserver.ensure_running()


class ChildProcess:
    """One process and the pipe to it: a function that gets the pipe, and what it needs."""

    def __init__(self, work: Callable[..., None], *given: Any) -> None:
        context = _nursery()
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs, *given), daemon=True)
        self.process.start()
        theirs.close()

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return bool(self.process.is_alive())

    def hear(self, seconds: float) -> object:
        """Return what the process says next; raise if it says nothing in time."""
        if not self.pipe.poll(seconds):
            raise TimeoutError
        return self.pipe.recv()

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
