"""Waiting: how long a request may wait for the database in total.

A request may need the database more than once, and wait for others at the same table before that.
The client is still answered in time.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextvars import ContextVar

WAIT = 12.0
"""Seconds after which a client is told that there is no answer yet."""
_end: ContextVar[float | None] = ContextVar("end", default=None)


@contextlib.contextmanager
def one_request() -> Iterator[None]:
    """Let everything that is waited for from here on share one time limit.

    A task that is begun here and goes on after the answer needs a context of its own.
    """
    token = _end.set(time.monotonic() + WAIT)
    try:
        yield
    finally:
        _end.reset(token)


def left() -> float:
    """Return the seconds that may still be waited."""
    end = _end.get()
    return WAIT if end is None else max(0.0, end - time.monotonic())
