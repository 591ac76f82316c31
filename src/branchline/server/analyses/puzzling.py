"""Puzzles on a server: which one a day has, and its position at a table of bots."""

from __future__ import annotations

import datetime
import re

from branchline.analysis.puzzles import GRADES, Puzzle, of_the_day
from branchline.board import games, load_board
from branchline.bots import level_of
from branchline.plain import Json
from branchline.server.analyses.showing import table_of
from branchline.server.analyses.trying import to_solve
from branchline.server.present.telling import tell_table
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.tables.replays import Replayer
from branchline.server.tables.seats import Chair, bot_name

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_SOLVER = "solver"
"""Stands for the hash of a secret: nobody has a secret of such a table."""


def puzzle_of(game: str, day: str | None, today: datetime.date) -> tuple[Puzzle, datetime.date]:
    """Return the puzzle of a day, today's if none is named, and the day."""
    if game not in games():
        raise RequestRefused("unknown", "problem.noSuchGame")
    wanted = today if day is None else _day(day)
    if wanted > today:
        raise RequestRefused("invalid", "problem.puzzleLater", day=str(wanted), today=str(today))
    return of_the_day(game, wanted), wanted


def _day(written: str) -> datetime.date:
    try:
        if _DAY.fullmatch(written):
            return datetime.date.fromisoformat(written)
    except ValueError:
        pass
    raise RequestRefused("invalid", "problem.noSuchDay", given=written[:20])


def head_of(puzzle: Puzzle, day: datetime.date) -> Json:
    """Return what may be told of a puzzle to everybody."""
    return {
        "game": puzzle.game,
        "day": str(day),
        "number": puzzle.number,
        "of": puzzle.of,
        "grade": puzzle.grade,
        "grades": GRADES,
        "seats": puzzle.seats,
    }


def answers_of(puzzle: Puzzle) -> Json:
    """Return what was found out about a puzzle beforehand."""
    board = load_board(puzzle.game)
    told = puzzle.told()
    told["missed"] = [
        {"bot": bot, "level": level_of(bot, board), "part": part}
        for bot, part in told["missed"].items()
    ]
    return told


def puzzle_told(puzzle: Puzzle, day: datetime.date, today: datetime.date) -> bytes:
    """Return a puzzle to solve: the seat that has to decide is the solver's."""
    position, seat = puzzle.position, puzzle.seat
    chairs: list[Chair] = []
    for at, player in enumerate(puzzle.players):
        if at == seat:
            chairs.append(Chair("person", "", secret=_SOLVER))
        else:
            chairs.append(Chair("bot", bot_name(chairs), player))
    table = table_of(puzzle.id, 0.0, position.record, chairs)
    told = to_solve(position) | {
        "puzzle": head_of(puzzle, day),
        "today": str(today),
        "table": tell_table(table, _SOLVER, seat, {seat}, 0),
        "steps": Replayer(table, seat).steps(views=False),
    }
    return to_bytes(told)
