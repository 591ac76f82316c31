"""What is refused, as the exceptions that people who use Gymnasium and PettingZoo expect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gymnasium import error

from branchline.errors import BranchlineError


class EnvsError(BranchlineError, error.Error):
    """There is no such environment: its game is unknown, for example."""


class IllegalActionError(BranchlineError, error.InvalidAction):
    """An action is not legal, or is no action at all. Nothing was done."""


class NotBegunError(BranchlineError, error.ResetNeeded, AssertionError):
    """Something needs a game, and there is none yet: call ``reset`` first.

    PettingZoo asserts that, Gymnasium has an exception of its own for it.
    """


@contextmanager
def as_fault() -> Iterator[None]:
    """Turn what the library refuses into an exception of Gymnasium."""
    try:
        yield
    except EnvsError:
        raise
    except BranchlineError as problem:
        raise EnvsError(problem.said) from None
