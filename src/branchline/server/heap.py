"""Memory: what is loaded once is kept, and what tables leave free goes back to the system."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
from functools import cache
from typing import Any

_ARENA_MAX = -8  # M_ARENA_MAX in malloc.h


@cache
def _libc() -> Any:
    """Return the C library if it can be told how to allocate, else None."""
    if not sys.platform.startswith("linux"):
        return None
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.mallopt, libc.malloc_trim  # noqa: B018 (musl has neither)
        return libc
    return None


def settle() -> None:
    """Make ready to serve for long, once everything is loaded.

    What is there by now, most of it compiled rules, stays for good. So the garbage collector need
    not look through it again and again, nor count it when it decides whether to run. The threads
    that read take turns anyway, so they share one heap instead of wasting memory in many.
    """
    gc.collect()
    gc.freeze()
    libc = _libc()
    if libc is not None:
        libc.mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Return to the system what tables that left have freed."""
    libc = _libc()
    if libc is not None:
        libc.malloc_trim(0)
