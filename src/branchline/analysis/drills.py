"""Drills: the choices of a game that were marked, as positions for their player to solve."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.analysis.report import Decision, DecisionMark, Report
from branchline.analysis.telling import MARKS
from branchline.errors import BranchlineError

DIGITS = 16
"""How much of a record's digest stands in the name of a drill."""


@dataclass(frozen=True, slots=True)
class Drill:
    """A position to solve: a record and a step. Nothing here tells what was chosen, or is best."""

    id: str
    record: str
    """The digest of the record, as in its report."""
    game: str
    step: int
    turn: int
    seat: int
    mark: DecisionMark
    loss: float
    error: float


def drills_of(report: Report, seat: int) -> tuple[Drill, ...]:
    """Return what a seat can learn from a game, the dearest first."""
    if type(seat) is not int or not 0 <= seat < report.seats:
        raise BranchlineError("problem.noSeat", given=repr(seat)[:40], most=report.seats - 1)
    marked = [one for one in report.decisions if one.seat == seat and one.mark in MARKS]
    return tuple(_drill(report, one) for one in sorted(marked, key=lambda one: -one.loss))


def _drill(report: Report, one: Decision) -> Drill:
    return Drill(
        id=f"{report.record[:DIGITS]}-{one.step}",
        record=report.record,
        game=report.game,
        step=one.step,
        turn=one.turn,
        seat=one.seat,
        mark=one.mark,
        loss=one.loss,
        error=one.error,
    )


def decision_of(report: Report, step: int) -> Decision:
    """Return the decision of a step, once it is judged."""
    for one in report.decisions:
        if one.step == step:
            return one
    raise BranchlineError("analysis.notJudged", step=str(step)[:40])
