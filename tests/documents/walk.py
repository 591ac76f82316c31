"""A reader who does what a page says: saves its files, runs its code and types its commands.

All of it happens in one folder and in this process, in the order of the page, with small numbers.
"""

from __future__ import annotations

import io
import os
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from pathlib import Path
from unittest import mock

from tests.cli.run import branchline
from tests.scale import DEEP, scaled

from .blocks import COMMANDS, PYTHON, ROOT, blocks_of, lines_of
from .not_run import why_not_run

FEW = scaled(2, 20)
SMALLER = {
    r"(--(?:games|deals)) \d+": rf"\1 {FEW}",
    r"\b(games|deals)=[\d_]+": rf"\1={FEW}",
    r"(--workers) \d+": r"\1 1",
    r"\b(workers|threads)=\d+": r"\1=1",
    r"dispatcher(@\w+)?": scaled("path@2", "dispatcher@2"),
    r"(--budget) \w+": r"\1 2",
    r"^(branchline analyse .*)$": r"\1 --budget 40",
    r"(bl\.analyse\(.*)\)$": r"\1, budget=40)",
    r"(check_board\(.*)\)$": rf"\1, games={FEW})",
}
"""What makes the numbers in commands and code small."""


def smaller(text: str) -> str:
    """Return a command or code with small numbers."""
    for pattern, less in SMALLER.items():
        text = re.sub(pattern, less, text, flags=re.M)
    return text


class Reader:
    """Follows a page."""

    def __init__(self, folder: Path, runs_code: bool = True) -> None:
        self.folder = folder
        self.runs_code = runs_code
        self.names: dict[str, str] = {}
        """What stands here for a name in a command."""
        (folder / "examples").symlink_to(ROOT / "examples")

    def follow(self, page: Path) -> None:
        """Do all that a page says; a block of text after code is what the code prints."""
        printed = ""
        for block in blocks_of(page):
            if block.kind == "text" and printed:
                assert block.text == printed, f"{page.name} shows something else"
            if block.file:
                (self.folder / block.file).parent.mkdir(exist_ok=True)
                (self.folder / block.file).write_text(block.text, encoding="utf-8")
            elif block.kind == PYTHON and self._runs(block.text):
                out = io.StringIO()
                with chdir(self.folder), redirect_stdout(out):
                    exec(compile(smaller(block.text), str(page), "exec"), {})
                printed = out.getvalue()
            elif block.kind == COMMANDS:
                for line in lines_of(block):
                    self.type(line)

    def _runs(self, code: str) -> bool:
        """Whether code is run here: not if doctest runs it, nor, in `make test`, if it is slow."""
        return self.runs_code and not code.startswith(">>>") and (DEEP or "bl.analyse(" not in code)

    def type(self, line: str) -> None:
        """Type a command, if it can be run."""
        line = line.removeprefix(".venv/bin/")
        if why_not_run(line) is not None or line.startswith("export "):
            return
        words = [self.names.get(word, word) for word in shlex.split(smaller(line))]
        if words[0] == "mkdir":
            _, name, *then = words
            assert then == ["&&", "cd", name]
            self.folder /= name
            self.folder.mkdir()
            return
        if words[:2] == ["python", "-m"]:
            with chdir(self.folder), mock.patch.object(sys, "argv", words[2:]):
                runpy.run_module(words[2], run_name="__main__")
        else:
            assert words[0] == "branchline", f"nobody knows how to run: {line}"
            done = branchline(*words[1:], folder=self.folder, said=b"help\nquit\n")
            assert done.returncode == 0, f"{line}: {done.stderr}"


@contextmanager
def as_before() -> Iterator[None]:
    """Forget the modules that bots brought from a folder of the test."""
    path, modules = list(sys.path), set(sys.modules)
    with mock.patch.dict(os.environ):
        try:
            yield
        finally:
            sys.path[:] = path
            for name in set(sys.modules) - modules:
                file = getattr(sys.modules[name], "__file__", None) or ""
                if not file.startswith((str(ROOT), sys.prefix, sys.base_prefix)):
                    del sys.modules[name]
