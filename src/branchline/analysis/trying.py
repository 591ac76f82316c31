"""Trying: a move that somebody proposes in a position, compared with the best one there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from branchline.analysis.course import Knowledge
from branchline.analysis.effort import DEFAULT, Effort
from branchline.analysis.judging import scale
from branchline.analysis.marking import mark_of
from branchline.analysis.positions import DecisionPoint
from branchline.analysis.reasons import find_figures, tell_why
from branchline.analysis.report import (
    Decision,
    DecisionMark,
    KeyedWords,
    Option,
    ReasonFigure,
)
from branchline.analysis.worlds import (
    FRESH,
    NINETY_FIVE,
    SURE,
    Worlds,
    mean_and_error,
    same_thing,
    shares_of,
    watched_by,
)
from branchline.errors import BranchlineError
from branchline.game.actions import Action
from branchline.game.game import Game
from branchline.game.refusals import Refusal
from branchline.plain import Json
from branchline.policy.review.figures import WHOLE
from branchline.rules import engine
from branchline.text.describe import move

SOLVED = 0.0175
"""Win share below the best, with two seats, up to which a try counts as solved."""


@dataclass(frozen=True, slots=True)
class NamedMove:
    """A move, and how it reads."""

    move: Json
    text: KeyedWords


@dataclass(frozen=True, slots=True)
class Tried:
    """A try, compared with the best move in the same worlds."""

    move: Json
    text: KeyedWords
    best: NamedMove
    share: float
    """The part of the win that the seat could expect from the try."""
    best_share: float
    loss: float
    """By how much the best is better; below 0 by chance alone."""
    error: float
    """Half of the 95 % interval of the loss."""
    solved: bool
    mark: DecisionMark
    worlds: int
    figures: tuple[ReasonFigure, ...]
    reasons: tuple[KeyedWords, ...]
    """Why the best is better, unless the try is as good."""


def is_solved(loss: float, seats: int) -> bool:
    """Tell whether a try is as good as the best, or nearly.

    >>> is_solved(0.0175, 2), is_solved(0.018, 2), is_solved(0.0175, 4)
    (True, False, False)
    """
    return loss <= SOLVED * scale(seats)


def read_move(game: Game, seat: int, told: Json) -> Action:
    """Return a legal action from a move as it stands in a record, or say what is wrong with it."""
    action = game.action_of(told, seat)
    reasons = game.why_not(action, seat)
    if reasons:
        why = Refusal(reasons).text
        raise BranchlineError("command.refused", move=move(game.board, action), why=why)
    return action


def try_move(
    position: DecisionPoint, decision: Decision, told: Json, seed: int = 1, budget: int = DEFAULT
) -> Tried:
    """Judge a try in the position of a decision that was analysed.

    What the report compared already is taken from there. All else is played out, in worlds that
    the seed and what the seat knew decide. The best is the best of the report.
    """
    if not decision.others:
        raise BranchlineError("analysis.nothingToSolve")
    game = position.game()
    tried = read_move(game, position.seat, told)
    known = position.knowledge(game)
    best, seats = decision.others[0], game.seats
    for option in (best, decision.chosen):
        if same_thing(known, game.action_of(option.move, position.seat).id, tried.id):
            loss, error = (0.0, 0.0) if option is best else (decision.loss, decision.error)
            solved = is_solved(loss, seats)
            return Tried(
                move=tried.move.to_json(),
                text=move(game.board, tried),
                best=named(best),
                share=option.share,
                best_share=best.share,
                loss=loss,
                error=error,
                solved=solved,
                mark="" if solved else mark_of(loss, error, seats),
                worlds=option.worlds,
                figures=() if solved else decision.figures,
                reasons=() if solved else decision.reasons,
            )
    return compare(known, tried, game.action_of(best.move, position.seat), seed, Effort(budget))


def named(option: Option) -> NamedMove:
    """Return the move of an option."""
    return NamedMove(option.move, option.text)


def compare(known: Knowledge, tried: Action, best: Action, seed: int, effort: Effort) -> Tried:
    """Play a try and the best move out in the same worlds, until it is clear which it is."""
    engine.compile_rules()
    worlds, actions = Worlds(known, seed), [tried.id, best.id]
    rows = worlds.play(actions, FRESH, max(effort.fresh, effort.sure // 4))
    while len(rows) < effort.worlds and not _is_clear(worlds.lead(rows, 1, 0), known.seats):
        more = min(len(rows), effort.worlds - len(rows))
        rows = np.concatenate([rows, worlds.play(actions, FRESH + len(rows), more)])
    loss, standard = worlds.lead(rows, 1, 0)
    error = NINETY_FIVE * standard
    shares = shares_of(rows, known.seat)
    share, best_share = (mean_and_error(shares[:, i])[0] / WHOLE for i in (0, 1))
    solved = is_solved(loss, known.seats)
    figures = () if solved else find_figures(known, rows, watched_by(known, actions))
    return Tried(
        move=tried.move.to_json(),
        text=move(known.board, tried),
        best=NamedMove(best.move.to_json(), move(known.board, best)),
        share=share,
        best_share=best_share,
        loss=loss,
        error=error,
        solved=solved,
        mark="" if solved else mark_of(loss, error, known.seats),
        worlds=len(rows),
        figures=figures,
        reasons=tell_why(known.board, figures),
    )


def _is_clear(lead: tuple[float, float], seats: int) -> bool:
    """Tell whether a loss is surely on one side of what counts as solved, or known well enough."""
    loss, error = lead
    point = scale(seats) / 100
    return abs(loss - SOLVED * scale(seats)) > SURE * error or error < point / 2
