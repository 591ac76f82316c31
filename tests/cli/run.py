"""Run commands as a person does, in a folder of their own: as a process, or in this one.

A process takes most of its time to begin. Where it is not the process that is tested, the program
runs in this one, with the streams, folder and surroundings that a process would have.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from branchline.cli.main import main
from branchline.text.catalogue import FALLBACK, speak, spoken

COMMAND = [sys.executable, "-m", "branchline.cli"]
SURROUNDINGS = {"COLUMNS": "100", "PYTHONUTF8": "1"}


def branchline(
    *arguments: str, folder: Path, said: bytes = b"", out: int | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in this process; what it prints may go to an open file."""
    language = spoken()
    with (
        TemporaryDirectory() as streams,
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, {**SURROUNDINGS, **environment}),
    ):
        given, printed, told = (Path(streams, name) for name in ("in", "out", "err"))
        given.write_bytes(said)
        printed.touch()
        with (
            given.open(encoding="utf-8") as stdin,
            open(printed if out is None else out, "w", encoding="utf-8") as stdout,
            told.open("w", encoding="utf-8") as stderr,
            mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        ):
            speak(FALLBACK)  # as at the start of a program
            try:
                code = main(list(arguments))
            except SystemExit as leaving:
                code = int(leaving.code or 0)
            finally:
                speak(language)
        return subprocess.CompletedProcess(
            arguments, code, printed.read_bytes().decode(), told.read_bytes().decode()
        )


def as_process(
    *arguments: str,
    folder: Path,
    said: bytes = b"",
    first: Callable[[], object] | None = None,
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """Run a command as a new process; `first` is done in there before it begins."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=said,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **SURROUNDINGS, **environment},
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
