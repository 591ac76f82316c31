"""Judging: by what a seat could know alone, in worlds of their own, with figures that add up."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from branchline.analysis import judging
from branchline.analysis.course import Question, Replayed
from branchline.analysis.effort import Effort
from branchline.analysis.judging import judge
from branchline.analysis.marking import mark_decision
from branchline.analysis.report import Decision, read, write
from branchline.analysis.worlds import FRESH, SURE, mean_and_error, shares_of
from branchline.policy.review import figures as f
from branchline.policy.review import judging as compiled
from branchline.rules import engine
from branchline.rules import state as st
from tests.scale import scaled

from .sample import LEAST, TABLES, course
from .slow import counted_before, judged

at_tables = pytest.mark.parametrize(("game", "seats"), TABLES)
SMALL = Effort(LEAST)


def some(played: Replayed, n: int) -> list[Question]:
    """Questions from all over a game, each with something to choose."""
    found = [played.question(step.number) for step in played.steps]
    real = [one for one in found if len(one.legal()) > 1]
    return real[:: max(1, len(real) // n)][:n]


def in_another_world(question: Question, seed: int, closed: bool) -> Question:
    """The same question in a world that its seat cannot tell from the real one."""
    world = question.knowns.copy()
    chances = np.zeros(1, st.CHANCE_DTYPE)
    chances[0]["key"], chances[0]["used"] = seed, 16
    engine.imagine(question.board.record, world, question.seat, chances)
    knowns = np.zeros(1, st.STATE_DTYPE)
    engine.know(question.board.record, world, question.seat, closed, knowns)
    if question.recalls:
        engine.recall_tracks(world, question.seat, knowns)
    return replace(question, knowns=knowns)


@at_tables
def test_a_decision_is_judged_the_same_in_worlds_the_seat_cannot_tell_apart(
    game: str, seats: int
) -> None:
    played = course(game, seats)
    for question in some(played, scaled(2, 12)):
        told = write(mark_decision(question, 1, SMALL))
        other = in_another_world(question, 7, False)
        assert write(mark_decision(other, 1, SMALL)) == told


@at_tables
def test_what_is_judged_is_legal_and_each_thing_once(game: str, seats: int) -> None:
    played = course(game, seats)
    real = 0
    for question in some(played, scaled(4, 40)):
        trial = judge(question, 1, SMALL)
        legal = {int(id) for id in question.legal()}
        assert trial.actions[0] == question.step.action.id
        assert set(trial.actions) <= legal
        assert len(set(trial.actions)) == len(trial.actions) <= judging.ALTERNATIVES + 1
        real += not trial.is_forced
        decision = mark_decision(question, 1, SMALL)
        assert decision.chosen.move == question.step.action.move.to_json()
        told = {
            action.text
            for action in played.game.catalogue.all_of(
                sorted(legal),
                question.knowns[0]["market"].tolist(),
                question.knowns[0]["offer"][question.seat].tolist(),
            )
        }
        assert {str(one.text) for one in decision.others} <= told
    assert real > 0


def test_worlds_that_judge_had_no_part_in_choosing(monkeypatch: pytest.MonkeyPatch) -> None:
    """And all actions that are compared are played out in the same ones."""
    asked: list[tuple[range, int]] = []
    real = compiled.judge_actions

    def noted(*args: Any) -> None:
        actions, table, first = args[8], args[-1], args[6]
        asked.append((range(first, first + len(table) // len(actions)), len(actions)))
        real(*args)

    monkeypatch.setattr(compiled, "judge_actions", noted)
    for question in some(course("usa", 2), 3):
        asked.clear()
        trial = judge(question, 1, SMALL)
        worlds = [number for numbers, _ in asked for number in numbers]
        assert len(set(worlds)) == len(worlds)
        fresh = [number for number in worlds if number >= FRESH]
        assert len(fresh) == len(trial.pair)
        assert len(worlds) - len(fresh) == len(trial.tried) + len(trial.last)
        assert sum(len(numbers) * n for numbers, n in asked) == trial.playouts


def test_effort_goes_where_something_is_undecided() -> None:
    """A forced choice costs nothing; a loss is followed until it is sure, small or dear enough."""
    effort = Effort(200)
    yards = course("card_game", 4)
    last = yards.question(len(yards.steps) - 1)
    trial = judge(last, 1, effort)
    assert trial.is_forced
    assert trial.playouts == 0
    told = json.dumps(write(mark_decision(last, 1, effort)))
    assert json.dumps(write(read(Decision, json.loads(told)))) == told
    played = course("usa", 2, "random")
    lengths = set()
    for question in some(played, scaled(10, 60)):
        trial = judge(question, 1, effort)
        if trial.is_forced:
            continue
        lengths.add(len(trial.pair))
        assert effort.fresh <= len(trial.pair) <= effort.worlds
        if not trial.rival_leads:
            assert len(trial.pair) == effort.fresh
        elif len(trial.pair) < effort.worlds:
            shares = shares_of(trial.pair, trial.seat)
            loss, error = mean_and_error(shares[:, 1] - shares[:, 0])
            small = loss + judging.DOUBT * error < judging.INACCURACY * f.WHOLE
            assert small or error < f.WHOLE / 100 or loss - SURE * error > 0
        if trial.rival_leads:  # the rating counts so many, wherever the loss seems to lead
            assert len(trial.pair) >= effort.sure
            first = shares_of(trial.pair[: effort.sure], trial.seat)
            rated = mean_and_error(first[:, 1] - first[:, 0])[0] / f.WHOLE
            assert mark_decision(question, 1, effort).rated == rated
    assert len(lengths) > 1


def test_more_effort_begins_with_the_same_worlds() -> None:
    question = some(course("card_game", 4), 3)[1]
    small, large = judge(question, 1, Effort(400)), judge(question, 1, Effort(800))
    assert small.actions[0] == large.actions[0]
    n = min(len(small.pair), len(large.pair))
    assert (small.pair[:n, 0] == large.pair[:n, 0]).all()
    assert not (judge(question, 2, Effort(400)).fresh[:, 0] == small.fresh[:, 0]).all()


@at_tables
def test_figures_are_those_of_a_slow_count(game: str, seats: int) -> None:
    """Each figure of a play-out against the same game played by hand and counted from its story."""
    played = course(game, seats)
    for number, question in enumerate(some(played, scaled(5, 40))):
        watched = (7 * number) % len(played.board.tracks) if played.board.tracks else -1
        action = int(question.legal()[-1])
        count = counted_before(played, question.step.number)
        row, result = judged(question, count, action, watched, number)
        assert row[f.F_TURNS] == count.turns
        for seat in range(seats):
            got = row[f.F_SEATS + seat * f.S_COLUMNS :][: f.S_COLUMNS].tolist()
            scored = result.seats[seat]
            won = seat in result.winners
            points = [ticket.points for ticket in scored.tickets if ticket.done]
            failed = [ticket.points for ticket in scored.tickets if not ticket.done]
            bonuses = dict(scored.bonuses)
            longest, most = bonuses.pop("longest path", 0), bonuses.pop("most tickets", 0)
            alvin = bonuses.pop("captures", 0) + bonuses.pop("alvin", 0)
            assert got == [
                f.WHOLE // len(result.winners) if won else 0,
                scored.total,
                count.routes[seat],
                count.markers[seat],
                sum(points),
                -sum(failed),
                longest,
                most,
                alvin,
                sum(bonuses.values()),
            ]
            assert scored.total == sum(got[f.S_ROUTES :])
        rest = row[f.F_SEATS + seats * f.S_COLUMNS :].tolist()
        own = {ticket.ticket: ticket.done for ticket in result.seats[question.seat].tickets}
        for first, done in ((f.O_DONE, True), (f.O_FAILED, False)):
            bits = sum(part << f.PART * i for i, part in enumerate(rest[first : first + 3]))
            told = {t.id for i, t in enumerate(played.board.tickets) if bits >> i & 1}
            assert told == {ticket for ticket, was in own.items() if was is done}
        assert rest[f.O_LOST] == count.lost
        assert rest[f.O_ROBBED] == sum(1 << colour for colour in count.robbed)
        if watched >= 0 and count.owner[watched] >= 0:
            assert rest[f.O_GONE] == (count.owner[watched] != question.seat)
