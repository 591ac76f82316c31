"""The command branchline rules: a game's rules as plain text."""

from __future__ import annotations

import argparse
import textwrap

from branchline.board import load_board
from branchline.cli.common import add_game
from branchline.text.catalogue import spoken
from branchline.text.rulebook import rules_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    add_game(parser)


def run(options: argparse.Namespace) -> None:
    """Print the rules of a game."""
    board = load_board(options.game)
    print("\n\n".join(_plain(section) for section in rules_of(board, spoken())))


def _plain(section: str) -> str:
    """Return a section of the rules page as text for a terminal."""
    lines = []
    for line in section.strip().replace("**", "").splitlines():
        indent = "  " if line.startswith("- ") else ""
        plain = line.replace(" *", " ").replace("*", "") if "*" in line else line
        lines.append(textwrap.fill(plain, 88, subsequent_indent=indent) if plain else "")
    return "\n".join(lines)
