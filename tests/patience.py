"""Patience: how long a test waits for a fact.

A busy machine may be slow, so it is long: only a test that is red anyway waits for all of it.
"""

import time
from collections.abc import Callable

PATIENCE = 600.0


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so; that it never is fails the test."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "what the test waits for has not come"
        time.sleep(0.05)
