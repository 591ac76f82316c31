"""Mining: games of bots searched for puzzles, and the ladder's bots asked to solve them.

branchline puzzle usa --mine usa.jsonl --seed 1
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from branchline.analysis.clear_best import ClearBest, find_clear_best
from branchline.analysis.course import Knowledge, Question, Replayed
from branchline.analysis.positions import DecisionPoint
from branchline.analysis.puzzles import GRADES, Puzzle, PuzzleOption
from branchline.analysis.reasons import find_figures, tell_why
from branchline.analysis.worlds import (
    NINETY_FIVE,
    mean_and_error,
    same_thing,
    shares_of,
    watched_by,
)
from branchline.arena.simulation import simulate
from branchline.board import load_board
from branchline.bots import bots_for, make_bot
from branchline.bots.base import UNLIMITED, close
from branchline.bots.witness import Witness
from branchline.game.keys import stream
from branchline.game.record import parse_record
from branchline.policy.review.figures import WHOLE
from branchline.text.describe import move

PLAYER = "planner"
"""Who plays the games that are searched."""
SEATS = (2, 3)
"""At how many seats, in turn."""
MOST_GAMES = 10_000
LOOKS = 16
"""How many decisions of a game are looked at. At most one of them becomes a puzzle."""
ANSWERS = 5
"""Answers besides the best that are kept, the nearest ones."""
MOST_ALIKE = 0.4
"""The largest part of a collection that may have one grade, or be about one kind of action."""
DIGITS = 4
"""Of figures that are written."""
LADDER = ("path", "longroute", "greedy", "planner", "dispatcher@200", "dispatcher")
"""The bots whose misses decide the grade, if they play the game. How often a random choice misses
is told too, but does not count."""
TRIES = {"dispatcher@200": 4, "dispatcher": 2}
"""How many tries those bots have whose choices depend on chance."""


def mine(game: str, puzzles: int, seed: int) -> Iterator[Puzzle]:
    """Search games for so many puzzles of mixed kinds, and yield them as they are found."""
    load_board(game)
    grades: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    for number, course in enumerate(_games(game, seed)):
        puzzle = _in_game(course, seed, number)
        if puzzle is None:
            continue
        kind = puzzle.answers[0].move["do"]
        if max(grades[puzzle.grade], kinds[kind]) >= math.ceil(puzzles * MOST_ALIKE):
            continue
        grades[puzzle.grade] += 1
        kinds[kind] += 1
        yield replace(puzzle, number=grades.total(), of=puzzles)
        if grades.total() == puzzles:
            return


def _games(game: str, seed: int) -> Iterator[Replayed]:
    """Yield games as they are played, at each number of seats in turn."""
    runs = [
        iter(simulate(game, [PLAYER] * seats, 10_000, seed=seed, record=True)) for seats in SEATS
    ]
    for played in zip(*runs, strict=True):
        for one in played:
            assert one.record is not None
            yield Replayed(parse_record(one.record))


def _in_game(course: Replayed, seed: int, number: int) -> Puzzle | None:
    """Return the first puzzle among some decisions of a game, looked at in an order of chance."""
    chooser = np.random.default_rng([seed, number])
    for step in chooser.permutation(len(course.steps))[:LOOKS].tolist():
        question = course.question(step)
        clear = find_clear_best(question, seed)
        if clear is not None:
            return _puzzle(course, question, clear, seed)
    return None


def _puzzle(course: Replayed, question: Question, clear: ClearBest, seed: int) -> Puzzle:
    position = DecisionPoint(course.record, question.step.number, question.seat)
    missed = dict(_missed(position, question, clear.best, seed))
    header = course.record.header
    return Puzzle(
        game=course.board.id,
        number=1,
        of=1,
        grade=grade_of(missed),
        seats=course.seats,
        options=dict(course.options),
        key=header["key"],
        players=tuple(header["players"]),
        moves=tuple(
            {"seat": line["seat"], **line["action"]}
            for line in course.record.actions[: position.step]
        ),
        seat=question.seat,
        seed=seed,
        missed=missed,
        answers=tuple(_answers(question, clear)),
    )


def grade_of(missed: dict[str, float]) -> int:
    """Return a grade from what the bots of the ladder missed.

    >>> grade_of({"random": 0.9, "path": 0, "planner": 0}), grade_of({"path": 1, "planner": 0})
    (1, 3)
    """
    tries = [part for name, part in missed.items() if name in LADDER]
    return 1 + round((GRADES - 1) * sum(tries) / len(tries))


def _missed(
    position: DecisionPoint, known: Knowledge, best: int, seed: int
) -> Iterator[tuple[str, float]]:
    """Yield how often each bot chooses something else: all of that was judged to be far behind."""
    game = position.game()
    legal = game.legal_actions(position.seat)
    right = sum(same_thing(known, one.id, best) for one in legal)
    yield "random", round(1 - right / len(legal), 4)
    playing = bots_for(game.board)
    for name in LADDER:
        if name.partition("@")[0] not in playing:
            continue
        wrong, tries = 0, TRIES.get(name, 1)
        for i in range(tries):
            bot = make_bot(name, game.board, stream(bytes([seed % 256, i]) * 16))
            Witness(game).tell(position.seat, bot)
            chosen = bot.choose(game.view(position.seat), legal, UNLIMITED)
            wrong += not same_thing(known, chosen.id, best)
            close(bot)
        yield name, wrong / tries


def _answers(known: Knowledge, clear: ClearBest) -> Iterator[PuzzleOption]:
    """Yield the best answer, then the others that come nearest."""
    board = known.board
    longest = max((rows for _, rows in clear.others), key=len)
    share = mean_and_error(shares_of(longest, known.seat)[:, 1])[0] / WHOLE
    best = known.action(clear.best)
    told = best.move.to_json(), move(board, best)
    yield PuzzleOption(*told, round(share, DIGITS), 0.0, 0.0, len(longest), ())
    for id, rows in clear.others[:ANSWERS]:
        shares = shares_of(rows, known.seat)
        lead, error = mean_and_error(shares[:, 0] - shares[:, 1])
        action = known.action(id)
        figures = find_figures(known, rows, watched_by(known, [id, clear.best]))
        yield PuzzleOption(
            move=action.move.to_json(),
            text=move(board, action),
            share=round(share + lead / WHOLE, DIGITS),
            lead=round(lead / WHOLE, DIGITS),
            lead_error=round(NINETY_FIVE * error / WHOLE, DIGITS),
            worlds=len(rows),
            reasons=tell_why(board, figures),
        )
