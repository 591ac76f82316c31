"""Run the command as a person does: a process of its own, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

COMMAND = [sys.executable, "-m", "branchline.cli"]


def branchline(
    *arguments: str,
    folder: Path,
    said: bytes = b"",
    first: Callable[[], object] | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; `first` is done in the new process before it begins."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=said,
        capture_output=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "PYTHONUTF8": "1", **environment},
        preexec_fn=first,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def files(folder: Path) -> dict[str, bytes]:
    """All files below a folder, hidden ones too, with what is in them."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def is_refused(done: subprocess.CompletedProcess[str]) -> str:
    """Check that a command said what was wrong in one line, and no more; return the line."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("branchline")
    assert done.stderr.endswith("\n")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr
