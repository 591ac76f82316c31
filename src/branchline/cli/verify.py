"""The command branchline verify: whether records are true."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import cast

from branchline.cli.common import complain
from branchline.cli.ready import load_rules
from branchline.errors import BranchlineError
from branchline.game.record import read_records
from branchline.game.replay import verify
from branchline.text.catalogue import Said, say, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    file = say("cli.meta.file")
    parser.add_argument("files", nargs="+", type=Path, metavar=file)
    parser.add_argument("--board", help=say("cli.verify.board"))


def run(options: argparse.Namespace) -> int:
    """Replay records and compare every outcome."""
    load_rules(whole=False)
    wrong = 0
    for file in options.files:
        number = 1
        try:
            for record in read_records(file):
                game = verify(record, options.board)
                print(
                    say(
                        "cli.right" if game.is_over else "cli.rightSoFar",
                        where=text("cli.inFile", file=str(file), number=number),
                        game=record.header["game"],
                        seats=text("arena.n.seat", n=game.seats),
                        actions=text("cli.n.action", n=len(record.actions)),
                    )
                )
                number += 1
        except BranchlineError as problem:
            wrong += 1
            where = text("cli.inFile", file=str(file), number=number)
            complain(text("cli.at", where=where, problem=_reason(problem.said)))
    return 2 if wrong else 0


def _reason(said: str) -> str:
    """Return what is wrong with a record, without its file, which is named already."""
    if isinstance(said, Said) and said.key in ("record.inFile", "file.at"):
        return cast(str, said.values["problem"])
    return said
