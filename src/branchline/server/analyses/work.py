"""What the processes beside the server do for analyses: they check records, and make reports."""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import TypeVar

from branchline.analysis.analyse import analyse
from branchline.analysis.course import Replayed
from branchline.analysis.positions import DecisionPoint, restore
from branchline.analysis.puzzles import Puzzle
from branchline.analysis.report import Decision, Report, read, write
from branchline.analysis.trying import try_move
from branchline.errors import BranchlineError
from branchline.game.record import parse_record
from branchline.plain import Json
from branchline.server.processes import FOR_PEOPLE, LAST, step_back
from branchline.server.storage.analyses import Part
from branchline.server.tables.names import clean_text

Given = TypeVar("Given")

EVERY = 1.0
"""Seconds of work after which it is told what was found, as soon as there is something."""
MAX_NAME = 60
"""Characters of a player's name in a record; the names of bots tell how they were set up."""


@dataclass(frozen=True, slots=True)
class AnalysisTask:
    """A game to analyse."""

    record: str
    seed: int
    budget: int
    known: bytes | None
    """What is stored of the report, if it was begun before."""


@dataclass(frozen=True, slots=True)
class TryTask:
    """What somebody would do in a moment of a game that was analysed."""

    record: str
    decision: str
    """As it is stored."""
    action: int
    seed: int
    budget: int


@dataclass(frozen=True, slots=True)
class PuzzleTask:
    """What somebody would do in a puzzle."""

    puzzle: Puzzle
    action: int
    budget: int


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """A record that is in order, of a game that is over."""

    text: str
    digest: str
    """As reports have it."""
    key: bytes


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why something cannot be analysed, in words for people."""

    why: str


def checked(text: str) -> CheckedRecord:
    """Return a record that was sent, played through to see that it is true."""
    record = parse_record(text)
    if not all(map(_can_be_shown, record.header["players"])):
        raise BranchlineError("problem.recordNames", n=MAX_NAME)
    course = Replayed(record)
    written = record.dumps()
    digest = hashlib.sha256(written.encode()).hexdigest()
    return CheckedRecord(written, digest, course.game.key)


def _can_be_shown(name: str) -> bool:
    """Whether a player's name is nothing but what a reader sees."""
    try:
        return clean_text(name, MAX_NAME) == name
    except BranchlineError:
        return False


def parts(task: AnalysisTask, every: float = EVERY) -> Iterator[Part]:
    """Make a report, and yield what is new in it, part by part: first the curve."""
    known = None if task.known is None else Report.from_json(json.loads(task.known))
    told, least = (0, 0) if known is None else (len(known.decisions), known.worlds)
    worlds = 0
    making = analyse(parse_record(task.record), seed=task.seed, budget=task.budget, known=known)
    last = float("-inf")
    for _ in making:
        if time.monotonic() - last < every and not making.finished:
            continue
        report = making.report()
        if report.worlds < least:
            continue  # the curve that is known comes from more worlds
        new = report.decisions[told:]
        told += len(new)
        yield Part(
            _text(replace(report, curve=(), chances=(), decisions=()).to_json()),
            _course(report) if report.worlds != worlds else None,
            tuple(_text(write(decision)) for decision in new),
            told,
            report.worlds,
            report.progress,
            making.finished,
        )
        worlds = report.worlds
        last = time.monotonic()


def _course(report: Report) -> str:
    return _text(
        {
            "curve": [write(one) for one in report.curve],
            "chances": [write(one) for one in report.chances],
        }
    )


def _text(told: Json) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def make(pipe: Connection, task: AnalysisTask) -> None:
    """Make a report in a process of its own; after each part wait until it may go on."""
    step_back(LAST)
    with contextlib.suppress(EOFError, OSError):  # the server has ended
        try:
            for part in parts(task):
                pipe.send(part)
                pipe.recv()
        except BranchlineError as problem:
            pipe.send(Complaint(problem.said))


def check(pipe: Connection, text: str) -> None:
    """Check a record in a process of its own."""
    _answer(pipe, checked, text)


def judge_try(pipe: Connection, task: TryTask) -> None:
    """Judge a try in a process of its own; tell it as plain data."""
    _answer(pipe, _judged, task)


def judge_answer(pipe: Connection, task: PuzzleTask) -> None:
    """Judge an answer to a puzzle in a process of its own; tell it as plain data."""
    _answer(pipe, _answered, task)


def _answer(pipe: Connection, work: Callable[[Given], object], given: Given) -> None:
    """Do what somebody waits for, and tell what came of it."""
    step_back(FOR_PEOPLE)
    with contextlib.suppress(EOFError, OSError):
        try:
            pipe.send(work(given))
        except BranchlineError as problem:
            pipe.send(Complaint(problem.said))


def _judged(task: TryTask) -> Json:
    decision = read(Decision, json.loads(task.decision))
    position = restore(parse_record(task.record), decision.step)
    move = _legal_move(position, task.action)
    return write(try_move(position, decision, move, task.seed, task.budget))


def _answered(task: PuzzleTask) -> Json:
    move = _legal_move(task.puzzle.position, task.action)
    return write(task.puzzle.judge(move, task.budget))


def _legal_move(position: DecisionPoint, action: int) -> Json:
    """Return what the id of an action stands for, if it can be done there."""
    legal = position.game().legal_actions(position.seat)
    move = next((one.move for one in legal if one.id == action), None)
    if move is None:
        raise BranchlineError("problem.noSuchTry")
    return move.to_json()
