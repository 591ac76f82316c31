"""Puzzles: positions of bot games where one choice is clearly best, a collection for every game.

The collections come with Branchline; `branchline.arena.mining` makes them.
"""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from branchline.analysis.course import Knowledge
from branchline.analysis.effort import DEFAULT, Effort
from branchline.analysis.marking import mark_of
from branchline.analysis.positions import DecisionPoint
from branchline.analysis.report import KeyedWords, read, write
from branchline.analysis.trying import NamedMove, Tried, compare, is_solved, read_move
from branchline.analysis.worlds import same_thing
from branchline.board import games
from branchline.errors import BranchlineError
from branchline.game.record import FORMAT as RECORD_FORMAT
from branchline.game.record import VERSION as RECORD_VERSION
from branchline.game.record import Record
from branchline.plain import Json

FORMAT = "branchline-puzzles"
VERSION = 1
FOLDER = Path(__file__).parent / "collections"
GRADES = 5
PLACE = ("number", "of")


@dataclass(frozen=True, slots=True)
class PuzzleOption:
    """An answer that was judged beforehand; the first of a puzzle is the best."""

    move: Json
    text: KeyedWords
    share: float
    lead: float
    """Its part of the win less that of the best, in the same worlds."""
    lead_error: float
    worlds: int
    reasons: tuple[KeyedWords, ...]
    """Why the best is better."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to solve, with its answers."""

    number: int
    """Its place in the collection, from 1."""
    of: int
    """How many there are in it."""
    game: str
    grade: int
    """From 1 (most bots find it) to 5 (most miss it)."""
    seats: int
    options: Json
    key: str
    players: tuple[str, ...]
    moves: tuple[Json, ...]
    """Who did what until then: the moves of a record, each with its seat."""
    seat: int
    seed: int
    """Of the worlds in which it was judged."""
    missed: dict[str, float]
    """How often each bot of the ladder missed it."""
    answers: tuple[PuzzleOption, ...]

    @property
    def id(self) -> str:
        """The name of the puzzle."""
        return f"{self.game}-{self.number}"

    @property
    def position(self) -> DecisionPoint:
        """The position: nothing of it is later than the decision."""
        header: Json = {
            "format": RECORD_FORMAT,
            "version": RECORD_VERSION,
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "key": self.key,
            "players": list(self.players),
        }
        lines = [
            {"seat": one["seat"], "action": {k: v for k, v in one.items() if k != "seat"}}
            for one in self.moves
        ]
        return DecisionPoint(Record(header, [], lines), len(lines), self.seat)

    def shown(self) -> Json:
        """Return what a solver may see, as plain data."""
        return {
            "id": self.id,
            "game": self.game,
            "number": self.number,
            "of": self.of,
            "grade": self.grade,
            "position": self.position.shown(),
        }

    def told(self) -> Json:
        """Return the answers, for those who have tried, as plain data."""
        return {"options": [write(one) for one in self.answers], "missed": dict(self.missed)}

    def judge(self, told: Json, budget: int = DEFAULT) -> Tried:
        """Judge a try; what was not judged beforehand is played out now.

        >>> puzzle = collection("usa")[0]
        >>> puzzle.judge(puzzle.answers[0].move).solved
        True
        """
        position = self.position
        game = position.game()
        tried = read_move(game, self.seat, told)
        known = position.knowledge(game)
        best = self.answers[0]
        for one in self.answers:
            if same_thing(known, game.action_of(one.move, self.seat).id, tried.id):
                return self._judged(one, tried.move.to_json(), known)
        best_action = game.action_of(best.move, self.seat)
        return compare(known, tried, best_action, self.seed, Effort(budget))

    def _judged(self, one: PuzzleOption, tried: Json, known: Knowledge) -> Tried:
        """Return what was found out beforehand."""
        best, loss = self.answers[0], -one.lead
        solved = is_solved(loss, known.seats)
        return Tried(
            move=tried,
            text=one.text,
            best=NamedMove(best.move, best.text),
            share=one.share,
            best_share=one.share + loss,
            loss=loss,
            error=one.lead_error,
            solved=solved,
            mark="" if solved else mark_of(loss, one.lead_error, known.seats),
            worlds=one.worlds,
            figures=(),
            reasons=one.reasons,
        )


@cache
def collection(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with Branchline for a game.

    >>> len(collection("card_game")) == collection("card_game")[0].of
    True
    """
    if game not in games():
        raise BranchlineError("problem.noGame", name=str(game)[:80], known=list(games()))
    return load_collection(FOLDER / f"{game}.jsonl")


def load_collection(path: Path) -> tuple[Puzzle, ...]:
    """Read a collection."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    told = json.loads(head)
    if (told["format"], told["version"]) != (FORMAT, VERSION):
        raise BranchlineError("analysis.puzzle.notOurs", file=str(path))
    return tuple(
        read(Puzzle, {**json.loads(line), "number": number, "of": len(lines)})
        for number, line in enumerate(lines, 1)
    )


def heading(seed: int) -> str:
    """Return the first line of a collection: what it is, and the seed of its games."""
    return _line({"format": FORMAT, "version": VERSION, "seed": seed})


def line_of(puzzle: Puzzle) -> str:
    """Return the line of a puzzle in a collection, where its place is its number."""
    return _line({name: one for name, one in write(puzzle).items() if name not in PLACE})


def _line(told: Json) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def numbered(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number, from 1."""
    puzzles = collection(game)
    if type(number) is not int or not 1 <= number <= len(puzzles):
        raise BranchlineError(
            "analysis.puzzle.noNumber", most=str(len(puzzles)), given=repr(number)[:40]
        )
    return puzzles[number - 1]


def day_at(seconds: float) -> datetime.date:
    """Return the day to which a puzzle belongs at a moment, in seconds since 1970.

    It is the same everywhere on Earth, and begins at midnight of UTC.

    >>> day_at(1772323200.0)
    datetime.date(2026, 3, 1)
    """
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()


def of_the_day(game: str, day: datetime.date) -> Puzzle:
    """Return the puzzle of a day: the same for everybody, and each in its turn.

    >>> day = datetime.date(2026, 3, 1)
    >>> of_the_day("usa", day) == of_the_day("usa", day)
    True
    """
    puzzles = collection(game)
    return puzzles[day.toordinal() % len(puzzles)]
