"""Faults on purpose, for tests: the process dies at a named point when the environment says so.

BRANCHLINE_FAULT=before-commit:3 kills the process the third time it comes to that point. The points
are before-commit, after-commit, after-answer. BRANCHLINE_FAULT=storage-error:FILE lets writing fail
for as long as that file is there.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

_point, _, _number = os.environ.get("BRANCHLINE_FAULT", "").partition(":")
_passed: Counter[str] = Counter()


def reach(point: str) -> None:
    """Pass a point; usually nothing happens there."""
    if point != _point:
        return
    _passed[point] += 1
    if _passed[point] == int(_number or 1):
        os.kill(os.getpid(), signal.SIGKILL)


def storage_fails() -> bool:
    """Whether writing is to fail now."""
    return _point == "storage-error" and Path(_number).exists()


def is_set(point: str) -> bool:
    """Whether something is to happen at a point."""
    return point == _point
