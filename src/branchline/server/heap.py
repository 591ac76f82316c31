"""Memory: what is loaded once is kept, and what is no longer needed is given back."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from functools import cache

_ARENA_MAX = -8  # M_ARENA_MAX in malloc.h


@cache
def _libc() -> ctypes.CDLL | None:
    """Return the C library if it can be told how to allocate, else None."""
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.mallopt, libc.malloc_trim  # noqa: B018 (musl has neither)
        return libc
    return None


def settle() -> None:
    """Prepare for a long run, once everything is loaded.

    What is there by now, most of it compiled rules, stays until the end. So the garbage collector
    does not have to look through it again and again, or count it when it decides whether to run.
    The threads that read take turns anyway: they share one heap, which wastes less memory than one
    heap each.
    """
    gc.collect()
    gc.freeze()
    libc = _libc()
    if libc is not None:
        libc.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Give the system back what tables that left memory have freed."""
    libc = _libc()
    if libc is not None:
        libc.malloc_trim(0)
