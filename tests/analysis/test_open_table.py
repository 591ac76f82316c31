"""The open table: values that sum to 1, luck that sums to 0 and is none on the whole."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.analysis.course import Replayed
from branchline.analysis.effort import BLOCK
from branchline.analysis.open_table import Sums, play_block
from branchline.analysis.summing import chances_of, curve_of, seats_of
from branchline.game.keys import run_key
from branchline.policy.review import open_table as compiled
from branchline.policy.review.figures import WHOLE
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from tests.play import board_of
from tests.scale import scaled

from .sample import TABLES, course

at_tables = pytest.mark.parametrize(("game", "seats"), scaled(TABLES, [*TABLES, ("usa", 5)]))


def block(of: Replayed, number: int = 0, seed: int = 1) -> Sums:
    return play_block(of, seed, number)


@at_tables
def test_the_balance_of_every_seat_holds_and_luck_is_nobodys_gain(game: str, seats: int) -> None:
    """Result less start is luck, own and others' choices and a residual; wins are shared out."""
    played = course(game, seats)
    sums = block(played)
    curve = curve_of(played, sums)
    assert len(curve) == len(played.steps) + 1
    for moment in curve:
        assert abs(sum(moment.shares) - 1) < 1e-9
    assert curve[-1].shares == played.shares
    assert curve[-1].scores == tuple(float(seat.total) for seat in played.game.result().seats)
    chances = chances_of(played, sums)
    assert 0 < len(chances) < len(played.steps)
    assert {one.step for one in chances} == {s.number for s in played.steps if s.is_chance}
    for one in chances:
        assert abs(sum(one.luck)) < 1e-9
    for seat in seats_of(played, sums, ()):
        assert seat.start == 1 / seats
        told = seat.luck + seat.own + seat.others + seat.residual
        assert abs(seat.result - seat.start - told) < 1e-9
        dealt = curve[0].shares[seat.seat] - seat.start
        assert abs(seat.luck - dealt - sum(one.luck[seat.seat] for one in chances)) < 1e-9
    balance = seats_of(played, sums, ())
    assert abs(sum(seat.luck for seat in balance)) < 1e-9
    assert abs(sum(seat.own + seat.others for seat in balance)) < 1e-9
    assert abs(sum(seat.residual for seat in balance)) < 1e-9


def decks(states: st.States) -> tuple[list[int], list[int]]:
    """The cards and the tickets that are still to be drawn, in their order."""
    s = states[0]
    places = (int(s["ticket_top"]) + np.arange(int(s["ticket_n"]))) % st.MAX_TICKETS
    return s["deck"][: int(s["deck_n"])].tolist(), s["ticket_deck"][places].tolist()


def without_decks(states: st.States) -> Any:
    """A state with its decks and its chance left out."""
    left = np.asarray(states).copy()
    left["deck"], left["ticket_deck"], left["chance"] = 0, 0, 0
    return left


@at_tables
def test_worlds_follow_the_game(game: str, seats: int) -> None:
    """At every moment a world differs from the real one in the order of its decks alone."""
    played = course(game, seats)
    master, streams = run_key(5), np.zeros(3, st.CHANCE_DTYPE)
    worlds = np.zeros(2, st.STATE_DTYPE)
    compiled.begin_worlds(played.at(0), master, 0, 2, streams, worlds)
    others = 0
    for i in range(len(played.steps)):
        compiled.follow(played.states[i : i + 2], 2, worlds, streams)
        real = played.at(i + 1)
        cards, tickets = decks(real)
        for j in range(2):
            world = worlds[j : j + 1]
            other_cards, other_tickets = decks(world)
            assert Counter(other_cards) == Counter(cards)
            assert set(other_tickets) == set(tickets)
            others += other_cards != cards
            others += other_tickets != tickets
            assert engine.broken_law(played.board.record, world) == 0
            assert (without_decks(world) == without_decks(real)).all()
    assert others > len(played.steps)


def test_every_order_of_what_is_left_stays_as_likely() -> None:
    """After a real draw the next card of a world is of each kind as often as it lies there."""
    played = course("usa", 2)
    step = next(s for s in played.steps if s.is_chance and s.turn > 3)
    before, after = played.states[step.number], played.states[step.number + 1]
    n = scaled(2000, 20_000)
    streams, worlds = np.zeros(n + 1, st.CHANCE_DTYPE), np.zeros(n, st.STATE_DTYPE)
    compiled.begin_worlds(played.at(step.number), run_key(9), 0, n, streams, worlds)
    compiled.follow(played.states[step.number : step.number + 2], n, worlds, streams)
    left = int(after["deck_n"])
    assert left < before["deck_n"]
    lying = np.bincount(after["deck"][:left], minlength=st.KINDS) / left
    for place in (left - 1, left - 2, 0):
        found = np.bincount(worlds["deck"][:, place], minlength=st.KINDS) / n
        assert np.abs(found - lying).max() < 4.5 * np.sqrt(0.25 / n)


@pytest.mark.parametrize("game", ["usa", "france", "old_west-alvin"])
def test_what_an_action_leads_to_is_valued_as_its_position_is(game: str) -> None:
    """Where chance had no part, by the same figures world by world."""
    played = course(game, dict(TABLES)[game])
    weights = weights_of("playout", played.board.record[0], played.seats)
    compared = 0
    for step in played.steps[:: scaled(9, 1)]:
        if step.is_chance or step.turn == 0:
            continue
        streams, worlds = np.zeros(5, st.CHANCE_DTYPE), np.zeros(4, st.STATE_DTYPE)
        compiled.begin_worlds(played.at(step.number), run_key(2), 0, 4, streams, worlds)
        rows = np.zeros((2, 4, played.seats * compiled.V_COLUMNS), np.int32)
        for which in range(2):
            places = (
                np.zeros(1, st.STATE_DTYPE),
                np.zeros(1, st.RESULT_DTYPE),
                np.repeat(make_mind(weights), st.MAX_SEATS),
            )
            begun = np.repeat(make_mind(weights), st.MAX_SEATS)
            last = (np.zeros(1, st.MENU_DTYPE), st.SILENT, rows[which])
            record, seat = played.board.record, step.seat
            if which == 0:
                compiled.value_action(
                    record,
                    worlds,
                    seat,
                    step.action.id,
                    seat,
                    np.zeros(4, st.STATE_DTYPE),
                    *places,
                    begun,
                    np.repeat(make_mind(weights), 4 * st.MAX_SEATS),
                    *last,
                )
            else:
                compiled.follow(played.states[step.number : step.number + 2], 4, worlds, streams)
                compiled.plan_on(record, played.at(step.number + 1), begun, seat)
                compiled.value_position(record, worlds, *places, begun, *last)
        assert (rows[0] == rows[1]).all(), step
        compared += 1
    assert compared > 2


def test_who_plays_as_the_evaluator_does_has_nothing_but_luck() -> None:
    """No choice and no residual: the policy knows no better, and remembers no plan in yards."""
    board, seats = board_of("card_game"), 2
    game = bl.new_game("card_game", seats, seed=4)
    minds = np.repeat(
        make_mind(weights_of("playout", board.record[0], seats, recalls=True)), st.MAX_SEATS
    )
    replayed = np.zeros(1, st.STATE_DTYPE)
    replayed[0]["chance"]["key"] = np.frombuffer(game.key, "<u4")
    engine.set_up(board.record, replayed, seats, -1, 0, st.SILENT)
    menus = np.zeros(1, st.MENU_DTYPE)
    while not game.is_over:
        seat = game.to_act[0]
        action = compiled.policy_action(board.record, replayed, seat, minds, menus)
        engine.apply(board.record, replayed, seat, action, menus, st.SILENT)
        game.push(action, seat)
    sums = block(Replayed(game.record()))
    assert not sums.own.any()
    assert not sums.residual.any()
    assert sums.luck.any()


def test_blocks_of_worlds_are_the_same_in_any_order_and_differ_from_each_other() -> None:
    played = course("card_game", 4)
    first, second = block(played, 0), block(played, 1)
    one, other = first + second, second + block(played, 0)
    for name in Sums.__slots__:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert not np.array_equal(first.shares, second.shares)
    assert not np.array_equal(first.shares, block(played, 0, seed=2).shares)


def test_a_start_that_was_set_is_measured() -> None:
    """Where somebody was made to start, what a seat may expect is not the same for all."""
    game = bl.new_game("card_game", 2, seed=6, options={"starts": 1})
    while not game.is_over:
        game.push(game.legal_actions(game.to_act[0])[0], game.to_act[0])
    played = Replayed(game.record())
    sums = block(played)
    starts = [seat.start for seat in seats_of(played, sums, ())]
    assert starts != [0.5, 0.5]
    assert abs(sum(starts) - 1) < 1e-9
    assert sums.deals.sum() == BLOCK * WHOLE
