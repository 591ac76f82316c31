"""Positions to solve: restored exactly, shown as the seat saw them, and tries judged there."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import branchline as bl
from branchline.analysis.drills import decision_of, drills_of
from branchline.analysis.effort import Effort
from branchline.analysis.judging import judge
from branchline.analysis.positions import restore
from branchline.analysis.report import Decision, read, write
from branchline.analysis.returning import DAY, Return, come_back, due
from branchline.analysis.telling import MARKS
from branchline.analysis.trying import SOLVED, Tried, compare, is_solved, try_move
from branchline.analysis.worlds import FRESH, Worlds
from branchline.errors import BranchlineError
from tests.scale import scaled

from .sample import LEAST, TABLES, course, report, short
from .test_judging import in_another_world

at_tables = pytest.mark.parametrize(("game", "seats"), TABLES)
SMALL = Effort(LEAST)


@at_tables
def test_a_position_is_restored_exactly(game: str, seats: int) -> None:
    """What its seat knew is byte for byte what the analysis judged by; so are the worlds."""
    played = course(game, seats)
    for step in range(0, len(played.steps), scaled(7, 1)):
        position = restore(played.record, step)
        assert position.seat == played.steps[step].seat
        known = position.knowledge(position.game())
        assert known.knowns.tobytes() == played.question(step).knowns.tobytes(), step


@at_tables
def test_a_solver_sees_what_the_seat_saw(game: str, seats: int) -> None:
    played = course(game, seats)
    position = restore(played.record, len(played.steps) // 2)
    then, seat = position.game(), position.seat
    shown = json.loads(json.dumps(position.shown()))
    assert shown["view"] == json.loads(json.dumps(then.view(seat).to_json()))
    assert shown["seen"] == json.loads(json.dumps(then.seen_by(seat)))
    legal = [one.move.to_json() for one in then.legal_actions(seat)]
    assert [one["move"] for one in shown["legal"]] == json.loads(json.dumps(legal))
    assert played.record.header["key"] not in json.dumps(shown)


@pytest.mark.parametrize("step", [-1, 10_000, "3", True, None])
def test_a_step_that_is_none_is_refused(step: object) -> None:
    with pytest.raises(BranchlineError, match="steps from 0 to"):
        restore(short(), step)  # type: ignore[arg-type]


@at_tables
def test_a_try_is_compared_in_the_worlds_of_the_report(game: str, seats: int) -> None:
    """Its first worlds are those in which the analysis judged the same two actions."""
    played = course(game, seats)
    compared = 0
    for step in played.steps[:: len(played.steps) // 12]:
        question = played.question(step.number)
        trial = judge(question, 1, SMALL)
        if trial.is_forced:
            continue
        tried, best = (question.action(id) for id in trial.actions[:2])
        found = compare(question, tried, best, 1, SMALL)
        rows = Worlds(question, 1).play([tried.id, best.id], FRESH, found.worlds)
        n = min(found.worlds, len(trial.pair))
        assert (rows[:n, 0, :-2] == trial.pair[:n, 0, :-2]).all()
        assert found.loss == pytest.approx(Worlds(question, 1).lead(rows, 1, 0)[0])
        assert found.solved == is_solved(found.loss, seats)
        assert bool(found.figures) <= (not found.solved)
        assert json.dumps(write(read(Tried, write(found)))) == json.dumps(write(found))
        assert compare(in_another_world(question, 7, False), tried, best, 1, SMALL) == found
        compared += 1
    assert compared > 2


def marked() -> list[Decision]:
    return [one for one in report().decisions if one.mark in MARKS]


def test_what_the_report_compared_is_taken_from_there() -> None:
    """The best is solved, and the choice that was made costs what the report says."""
    one = marked()[0]
    position = restore(short(), one.step)
    best = try_move(position, one, one.others[0].move, budget=LEAST)
    assert (best.solved, best.loss, best.mark, best.reasons) == (True, 0.0, "", ())
    chosen = try_move(position, one, one.chosen.move, budget=LEAST)
    assert (chosen.loss, chosen.error, chosen.mark) == (one.loss, one.error, one.mark)
    assert (chosen.solved, chosen.reasons) == (False, one.reasons)
    assert chosen.best.move == one.others[0].move
    legal = position.game().legal_actions(position.seat)
    known = (one.chosen.move, one.others[0].move)
    other = next(a for a in legal if a.move.to_json() not in known)
    tried = try_move(position, one, other.move.to_json(), budget=LEAST)
    again = try_move(position, one, other.move.to_json(), budget=LEAST)
    assert tried == again
    assert tried.text == str(other)
    assert 0 < tried.worlds <= LEAST
    assert tried.share == pytest.approx(tried.best_share - tried.loss)


def test_what_cannot_be_done_cannot_be_tried() -> None:
    one = marked()[0]
    position = restore(short(), one.step)
    legal = {a.id for a in position.game().legal_actions(position.seat)}
    game = position.game()
    wrong = next(i for i in range(game.board.n_actions) if i not in legal)
    with pytest.raises(BranchlineError):
        try_move(position, one, game.action(wrong).move.to_json())
    with pytest.raises(BranchlineError):
        try_move(position, one, {"do": "fly"})
    forced = next(d for d in report().decisions if not d.others)
    with pytest.raises(BranchlineError, match="nothing to solve"):
        try_move(restore(short(), forced.step), forced, forced.chosen.move)


def test_drills_are_the_marked_choices_of_a_seat_and_give_nothing_away() -> None:
    for seat in range(2):
        drills = drills_of(report(), seat)
        mine = [one for one in marked() if one.seat == seat]
        assert sorted(one.step for one in drills) == [one.step for one in mine]
        losses = [one.loss for one in drills]
        assert losses == sorted(losses, reverse=True)
        assert len({one.id for one in drills}) == len(drills)
        for one in drills:
            decision = decision_of(report(), one.step)
            assert (one.loss, one.mark) == (decision.loss, decision.mark)
            told = json.dumps(write(one))
            for option in (decision.chosen, *decision.others):
                assert str(option.text) not in told
    assert marked()
    with pytest.raises(BranchlineError, match="no seat 2"):
        drills_of(report(), 2)
    unfinished = replace(report(), decisions=())
    with pytest.raises(BranchlineError, match="not in this report"):
        decision_of(unfinished, 0)


def test_solved_is_within_so_many_points() -> None:
    assert is_solved(SOLVED, 2)
    assert is_solved(-0.1, 2)
    assert not is_solved(SOLVED + 1e-9, 2)
    assert not is_solved(SOLVED, 3)


def test_what_was_missed_comes_back_later_each_time() -> None:
    now = 1000.0
    assert come_back(None, True, now) == Return(0, None)
    one = come_back(None, False, now)
    waits = []
    while one.due is not None:
        waits.append((one.due - now) / DAY)
        now = one.due
        one = come_back(one, True, now)
    assert waits == [1, 3, 7, 21]
    assert come_back(one, True, now) == one
    assert come_back(Return(2, now), False, now) == Return(0, now + DAY)
    waiting = {"a": Return(0, 5), "b": Return(1, 3), "c": Return(0, 9), "d": Return(3, None)}
    assert due(waiting, 5) == ["b", "a"]
    assert due({}, 5) == []


def test_the_game_of_a_record_goes_as_far_as_one_wants() -> None:
    assert len(bl.replay(short(), steps=5).history) == 5
    assert len(bl.replay(short()).history) == len(short().actions)
