"""The command branchline play: a table in the terminal."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from branchline.board import load_board
from branchline.bots import FOR_A_START, check_bot, make_bot
from branchline.bots.base import close
from branchline.bots.spec import read_spec
from branchline.cli.common import (
    add_budget,
    add_game,
    add_options,
    given_budget,
    new_file,
    read_options,
)
from branchline.cli.ready import load_rules
from branchline.cli.terminal import TerminalTable
from branchline.errors import BranchlineError
from branchline.game.game import new_game
from branchline.game.keys import stream
from branchline.game.options import check_options
from branchline.text.catalogue import is_text, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    add_game(parser)
    parser.add_argument("--terminal", action="store_true", help=say("cli.play.terminal"))
    parser.add_argument("--seats", type=int, default=2, help=say("cli.play.seats"))
    parser.add_argument("--seat", type=int, default=0, help=say("cli.play.seat"))
    parser.add_argument("--bot", help=say("cli.play.bot"))
    parser.add_argument("--name", default=say("story.you"), help=say("cli.play.name"))
    parser.add_argument("--seed", type=int, help=say("cli.play.seed"))
    file = say("cli.meta.file")
    parser.add_argument("--record", type=Path, metavar=file, help=say("cli.play.record"))
    add_budget(parser)
    add_options(parser)


def run(options: argparse.Namespace) -> int:
    """Play at a table in the terminal."""
    board = load_board(options.game)
    given = read_options(options.option)
    check_options(board, options.seats, given)
    if not 0 <= options.seat < options.seats:
        raise BranchlineError("cli.seatRange", most=options.seats - 1)
    bot = options.bot or FOR_A_START
    check_bot(bot, board)
    budget = given_budget(options)
    if not options.name.isprintable():
        raise BranchlineError("cli.plainName")
    load_rules(whole=False)
    game = new_game(options.game, options.seats, options.seed, options=given)
    names, bots = [], {}
    for seat in range(options.seats):
        if seat == options.seat:
            names.append(options.name)
            continue
        bots[seat] = make_bot(bot, board, stream(os.urandom(32)))
        level = f"common.level.{bot}"
        title = say(level) if is_text(level) else read_spec(bot).title
        names.append(f"{title} {seat}")
    with new_file(options.record) as record:
        try:
            finished = TerminalTable(game, options.seat, bots, names, clock=budget).play()
        finally:
            for player in bots.values():
                close(player)
        if record:
            record.write(game.record(names).dumps())
    if options.record:
        print(say("terminal.saved", file=str(options.record)))
    elif not finished:
        print(say("cli.left"))
    return 0
