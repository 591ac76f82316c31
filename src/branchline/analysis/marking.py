"""Marks: what a choice gave away, and what it is called."""

from __future__ import annotations

from branchline.analysis.course import Question
from branchline.analysis.effort import Effort
from branchline.analysis.judging import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    Judgement,
    judge,
    scale,
)
from branchline.analysis.reasons import find_figures, tell_why
from branchline.analysis.report import Decision, DecisionKind, DecisionMark, Option
from branchline.analysis.worlds import NINETY_FIVE, mean_and_error, shares_of
from branchline.policy.review.figures import WHOLE
from branchline.text.describe import move


def thresholds(seats: int) -> tuple[float, float, float]:
    """Return the losses from which a choice is an inaccuracy, a mistake and a blunder."""
    return INACCURACY * scale(seats), MISTAKE * scale(seats), BLUNDER * scale(seats)


def mark_of(loss: float, error: float, seats: int) -> DecisionMark:
    """Return what a loss is called, given half of its 95 % interval.

    >>> mark_of(0.09, 0.04, 2), mark_of(0.09, 0.1, 2), mark_of(0.01, 0.001, 2)
    ('blunder', 'close', '')
    >>> mark_of(0.03, 0.02, 2), mark_of(0.03, 0.02, 4)
    ('inaccuracy', 'mistake')
    """
    inaccuracy, mistake, blunder = thresholds(seats)
    if loss < inaccuracy:
        return ""
    if loss - error <= 0:
        return "close"
    if loss < mistake:
        return "inaccuracy"
    return "mistake" if loss < blunder else "blunder"


def mark_decision(question: Question, seed: int, effort: Effort) -> Decision:
    """Judge a decision, and return what is to be said about it."""
    trial = judge(question, seed, effort)
    step, seats = question.step, question.seats
    chosen, others = _options(question, trial)
    loss, error = (0.0, 0.0)
    rated = 0.0
    mark: DecisionMark = ""
    if not trial.is_forced:
        error = others[0].lead_error
    if trial.rival_leads:
        loss = others[0].lead
        first = shares_of(trial.pair[: effort.sure], trial.seat)
        rated = mean_and_error(first[:, 1] - first[:, 0])[0] / WHOLE
        mark = mark_of(loss, error, seats)
        if mark and len(trial.pair) < effort.sure:
            mark = "close"
    kind: DecisionKind = (
        "forced" if trial.is_forced else "obvious" if trial.is_obvious else "choice"
    )
    told = mark not in ("", "close")
    figures = find_figures(question, trial.pair, trial.watched) if told else ()
    return Decision(
        step=step.number,
        turn=step.turn,
        seat=step.seat,
        kind=kind,
        counts=kind == "choice" or (kind == "obvious" and trial.rival_leads),
        chosen=chosen,
        others=others,
        loss=loss,
        error=error,
        rated=rated,
        mark=mark,
        figures=figures,
        reasons=tell_why(question.board, figures),
        playouts=trial.playouts,
    )


def _options(question: Question, trial: Judgement) -> tuple[Option, tuple[Option, ...]]:
    """Return the chosen action and the others that were judged with it."""
    step, board = question.step, question.board
    if trial.is_forced:
        alone = Option(
            move=step.action.move.to_json(),
            text=move(board, step.action),
            share=0.0,
            error=0.0,
            lead=0.0,
            lead_error=0.0,
            worlds=0,
        )
        return alone, ()
    found = []
    mean, error = mean_and_error(shares_of(trial.chosen, trial.seat)[:, 0])
    for place, id in enumerate(trial.actions):
        lead, lead_error = 0.0, 0.0
        worlds = len(trial.chosen)
        if place > 0:
            shares = shares_of(trial.apart(place), trial.seat)
            lead, lead_error = mean_and_error(shares[:, 1] - shares[:, 0])
            worlds = len(shares)
        action = question.action(id)
        found.append(
            Option(
                move=action.move.to_json(),
                text=move(board, action),
                share=(mean + lead) / WHOLE,
                error=NINETY_FIVE * error / WHOLE,
                lead=lead / WHOLE,
                lead_error=NINETY_FIVE * lead_error / WHOLE,
                worlds=worlds,
            )
        )
    return found[0], tuple(found[1:])
