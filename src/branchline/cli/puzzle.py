"""The command branchline puzzle: one position of a bot game to solve, in the terminal."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np

from branchline.analysis.puzzles import (
    Puzzle,
    collection,
    day_at,
    heading,
    line_of,
    numbered,
    of_the_day,
)
from branchline.arena.mining import mine
from branchline.cli.common import add_game, check_range, new_file
from branchline.cli.progress import progress
from branchline.cli.puzzle_table import PuzzleTable
from branchline.cli.ready import load_rules
from branchline.errors import BranchlineError
from branchline.text.catalogue import say, text

MINED, MOST = 30, 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    add_game(parser)
    which = parser.add_mutually_exclusive_group()
    number = say("cli.meta.number")
    which.add_argument("--number", type=int, metavar=number, help=say("cli.puzzle.number"))
    which.add_argument("--list", action="store_true", help=say("cli.puzzle.list"))
    file = say("cli.meta.file")
    which.add_argument("--mine", type=Path, metavar=file, help=say("cli.puzzle.mine"))
    parser.add_argument("--seed", type=int, metavar=number, help=say("cli.puzzle.seed"))
    parser.add_argument(
        "--puzzles", type=int, default=MINED, help=say("cli.puzzle.puzzles", n=MINED)
    )
    parser.add_argument("--json", action="store_true", help=say("cli.puzzle.json"))


def run(options: argparse.Namespace) -> int:
    """Give a puzzle to solve, list them, or look for new ones."""
    check_range("--puzzles", options.puzzles, MOST)
    if options.mine:
        return _mine(options)
    if options.list:
        for puzzle in collection(options.game):
            print(json.dumps(_heading(puzzle)) if options.json else _line(puzzle))
        return 0
    puzzle = _chosen(options)
    load_rules()
    if options.json:
        print(json.dumps(puzzle.shown(), ensure_ascii=False))
    else:
        PuzzleTable(puzzle).play()
    return 0


def _chosen(options: argparse.Namespace) -> Puzzle:
    """Return the puzzle that is asked for: by number, by chance, or that of the day."""
    if options.number is not None:
        if options.seed is not None:
            raise BranchlineError("cli.puzzle.oneWay")
        return numbered(options.game, options.number)
    if options.seed is not None:
        puzzles = collection(options.game)
        return puzzles[int(np.random.default_rng(abs(options.seed)).integers(len(puzzles)))]
    return of_the_day(options.game, day_at(time.time()))


def _heading(puzzle: Puzzle) -> dict[str, object]:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "number": puzzle.number,
        "grade": puzzle.grade,
        "seats": puzzle.seats,
        "step": len(puzzle.moves),
    }


def _line(puzzle: Puzzle) -> str:
    return say(
        "cli.puzzle.line",
        number=f"{puzzle.number:3}",
        grade=puzzle.grade,
        seats=text("arena.n.seat", n=puzzle.seats),
        step=len(puzzle.moves),
    )


def _mine(options: argparse.Namespace) -> int:
    """Look for new puzzles, and write them to a file; after Ctrl-C those found until then."""
    load_rules()
    seed = 1 if options.seed is None else options.seed
    with new_file(options.mine) as file, progress() as bar:
        assert file is not None
        task = bar.add_task("", total=options.puzzles)
        file.write(heading(seed))
        try:
            for puzzle in mine(options.game, options.puzzles, seed):
                file.write(line_of(puzzle))
                file.flush()
                bar.update(task, completed=puzzle.number)
        except KeyboardInterrupt:
            return 130
    return 0
