"""Workers: the chunks of a run done by processes here or by a Ray cluster, results in order."""

from __future__ import annotations

import ctypes
import multiprocessing
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, Protocol, TypeVar

from branchline.arena.ray import RayExecutor
from branchline.errors import BranchlineError
from branchline.rules.rule import end_with_parent

C = TypeVar("C")
R = TypeVar("R")
P = ParamSpec("P")

MAX_WORKERS = 256
AHEAD = 4
"""Chunks handed out for each worker before the oldest must be done."""

_stopped: ctypes.c_byte | None = None
"""In a worker: the number it shares with the process it works for; not 0 means stop."""


def in_order(
    work: Callable[[C], R], chunks: Sequence[C], workers: int = 1, ray: bool = False
) -> Generator[R, None, None]:
    """Yield the result of every chunk in order, for any number of workers.

    The work must be a function of its chunk, so that the results are the same for any workers.
    """
    if ray and chunks:
        yield from _spread(work, chunks, RayExecutor())
    elif workers == 1 or len(chunks) <= 1:
        for chunk in chunks:
            yield work(chunk)
    else:
        try:
            yield from _spread(work, chunks, _Processes(min(workers, len(chunks))))
        except BrokenProcessPool:
            raise BranchlineError("arena.workerEnded") from None


class _Pool(Protocol):
    """What the chunks are handed to: an executor that tells how much it does at once."""

    workers: int

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Hand over a call."""
        ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End it; what nobody waits for any more is cancelled."""
        ...


def _spread(work: Callable[[C], R], chunks: Sequence[C], pool: _Pool) -> Iterator[R]:
    coming: deque[Future[R]] = deque()
    try:
        for chunk in chunks:
            coming.append(pool.submit(work, chunk))
            if len(coming) > AHEAD * pool.workers:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


class _Processes(ProcessPoolExecutor):
    """Processes on this machine, which stop working when they are no longer needed."""

    def __init__(self, workers: int) -> None:
        # A forked process has the rules loaded already; where there is no fork it loads them anew.
        how = "fork" if sys.platform.startswith("linux") else "spawn"
        self.workers = workers
        self.stopped = multiprocessing.RawValue(ctypes.c_byte, 0)
        context = multiprocessing.get_context(how)
        super().__init__(workers, context, _begin_work, (self.stopped,))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        self.stopped.value = 1
        super().shutdown(wait, cancel_futures=cancel_futures)


def _begin_work(stopped: ctypes.c_byte) -> None:
    """Ignore Ctrl-C: every process gets it, and the one that the others work for ends them.

    If that one is killed, nobody is left to end this one: then it ends by itself.
    """
    global _stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stopped = stopped
    threading.Thread(target=end_with_parent, daemon=True).start()


def leave_if_stopped() -> None:
    """In a worker whose results nobody waits for any more, give up the work."""
    if _stopped is not None and _stopped.value:
        raise BranchlineError("problem.interrupted")
