"""The blocks of a page: files to save, code, and commands."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(
    r"(?:Save this as `(?P<file>[^`]+)`:\n\n)?"
    r"^(?P<indent> *)```(?P<kind>\S*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$",
    flags=re.S | re.M,
)
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("**/*.md")),
]
COMMANDS, PYTHON = "", "python"
"""The kinds of block that are run: one without a name, and Python."""
OTHERS = {"text", "toml", "json", "ini", "nginx", "{toctree}", "{eval-rst}"}


class Block(NamedTuple):
    """A block between fences, and the name under which the page says to save it."""

    kind: str
    text: str
    file: str | None = None


def blocks_in(text: str) -> list[Block]:
    """Return the blocks of a text in their order."""
    return [
        Block(found["kind"], dedent(found["text"]), found["file"])
        for found in FENCED.finditer(text)
    ]


def blocks_of(page: Path) -> list[Block]:
    """Return the blocks of a page in their order."""
    return blocks_in(page.read_text(encoding="utf-8"))


def lines_of(block: Block) -> list[str]:
    """Return the commands of a block, without what is said about them."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [said for line in lines if (said := re.split(r"\s#\s", line)[0].strip())]
