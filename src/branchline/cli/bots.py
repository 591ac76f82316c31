"""The command branchline bots: who can be played against."""

from __future__ import annotations

import argparse

from branchline.board import load_board
from branchline.bots import LEVELS, about_bot, bots_for
from branchline.cli.common import add_game
from branchline.text.catalogue import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    add_game(parser)


def run(options: argparse.Namespace) -> None:
    """List the levels and bots of a game."""
    board = load_board(options.game)
    print(say("cli.levels"))
    for level in LEVELS:
        bot = level.player(board)
        print("  " + say("cli.level", level=level.id, about=level.about, bot=bot))
    print(say("cli.allBots"))
    for name in bots_for(board):
        print("  " + say("cli.bot", name=name, about=about_bot(name)))
