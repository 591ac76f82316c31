"""The one exception of the library."""

from __future__ import annotations


class BranchlineError(ValueError):
    """Something was asked for that cannot be done; the message says what and why, in one line."""
