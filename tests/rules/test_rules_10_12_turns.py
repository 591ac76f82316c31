"""Rules 10, 11 and 12: passing, the last round, and few tickets left."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from branchline.game import events as ev
from tests.table import Table, table, variant

ALL_SEATS = [2, 3, 4, 5]


def nothing_to_draw(seats: int = 2, rest: int = 1) -> Table:
    """All cards and tickets are in one hand."""
    at = table(seats=seats).with_row("- - - - -").with_deck("", rest=rest)
    for seat in range(seats):
        if seat != rest:
            at.with_hand(seat, "").with_tickets(seat)
    return at.with_ticket_deck(rest=rest)


def all_stuck() -> Table:
    """Three players have three trains each, and no route that short is left."""
    at = nothing_to_draw(seats=3, rest=2)
    short = [
        (i, track)
        for i, track in enumerate(at.board.tracks)
        if track.length <= 3 and i < min(track.sisters, default=i + 1)
    ]
    # What is left to 42 spaces must be made up of routes with four spaces.
    room = [34, 34, 38]
    for _, track in sorted(short, key=lambda pair: -pair[1].length):
        seat = next(i for i in range(3) if room[i] >= track.length)
        room[seat] -= track.length
        at.owns(seat, track.id)
    assert room == [0, 0, 0]
    for seat in range(3):
        at.with_trains(seat, 3)
    return at


def test_rule_10_a_player_who_can_do_nothing_passes() -> None:
    at = nothing_to_draw()
    assert at.choices == ["pass"]
    at.does("pass")
    assert at.story == ["passed", "turn"]
    assert at.game.seat == 1


def test_rule_10_passing_is_not_allowed_when_a_card_can_be_drawn() -> None:
    at = nothing_to_draw().with_row("- - red - -")
    assert at.choices == ["draw red (place 3)"]
    assert at.why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_10_passing_is_not_allowed_when_a_locomotive_can_be_drawn() -> None:
    at = nothing_to_draw().with_row("- - loco - -")
    assert at.why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_10_passing_is_not_allowed_when_a_route_can_be_claimed() -> None:
    at = nothing_to_draw().with_hand(0, "red")
    assert at.why_not("pass") == bl.Refusal.CAN_ACT
    assert all(choice.startswith("claim") for choice in at.choices)


def test_rule_10_passing_is_not_allowed_when_a_ticket_can_be_drawn() -> None:
    at = nothing_to_draw().with_ticket_top("boston-miami")
    assert at.choices == ["draw tickets"]
    assert at.why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_10_nor_is_it_allowed_on_an_ordinary_turn() -> None:
    at = table()
    assert at.why_not("pass") == bl.Refusal.CAN_ACT
    assert "pass" not in at.choices


def test_rule_10_the_game_ends_when_all_pass_one_after_another() -> None:
    at = all_stuck()
    at.does("pass").does("pass")
    assert not at.game.is_over
    at.does("pass")
    assert at.story == ["passed", "over"]
    assert at.happened(ev.Over)[0].why == "all passed"
    assert at.game.result().seats[0].routes > 0


def test_rule_10_passes_count_only_one_after_another() -> None:
    # Seats 0 and 1 pass round after round; seat 2 has everything and goes on.
    at = nothing_to_draw(seats=3, rest=2)
    at.does("pass").does("pass")
    at.claims("Portland Seattle: 1 red")
    assert at.game.view(None).passes == 0
    # The red card is the only one that can be drawn, and seat 0 takes it; seat 1 passes again.
    at.draws("red").does("pass")
    assert not at.game.is_over
    assert at.game.view(None).passes == 1


def test_rule_10_any_seat_may_be_the_last_to_pass() -> None:
    at = all_stuck().turn_of(1)
    at.does("pass").does("pass").does("pass")
    assert at.game.is_over


def last_round(seats: int, seat: int) -> Table:
    """A seat claims a route and is left with two trains."""
    at = table(seats=seats, starts=seat).turn_of(seat)
    at.with_hand(seat, "purple*4").with_trains(seat, 6, sparing=["denver-omaha"])
    return at.claims("Denver Omaha")


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_11_every_player_gets_exactly_one_more_turn_that_player_last(seats: int) -> None:
    at = last_round(seats, seat=1)
    assert at.story == ["claimed", "scored", "last round", "turn"]
    (event,) = at.happened(ev.LastRound)
    assert (event.seat, event.turns) == (1, seats)
    order = []
    while not at.game.is_over:
        order.append(at.game.seat)
        assert at.game.view(None).turns_left == seats - len(order) + 1
        at.takes_a_quiet_turn()
    assert order == [(2 + i) % seats for i in range(seats)]
    assert order[-1] == 1
    assert at.happened(ev.Over)[0].why == "last round"


@pytest.mark.parametrize(("left", "sets_off"), [(0, True), (1, True), (2, True), (3, False)])
def test_rule_11_two_trains_or_fewer_set_it_off(left: int, sets_off: bool) -> None:
    at = table().with_hand(0, "purple*4").with_trains(0, left + 4, sparing=["denver-omaha"])
    at.claims("Denver Omaha")
    assert ("last round" in at.story) == sets_off
    assert at.game.view(None).turns_left == (2 if sets_off else None)


def test_rule_11_is_set_off_once() -> None:
    # The other player comes down to two trains in the last round: nothing is added.
    at = table().with_hand(0, "purple*4").with_trains(0, 6, sparing=["denver-omaha"])
    at.with_hand(1, "green*4").with_trains(1, 6, sparing=["denver-omaha", "denver-helena"])
    at.claims("Denver Omaha").claims("Denver Helena")
    assert "last round" not in at.story
    assert at.game.view(None).turns_left == 1
    at.takes_a_quiet_turn()
    assert at.game.is_over


def test_rule_11_the_last_turns_may_be_spent_on_anything() -> None:
    at = last_round(2, seat=0)
    at.does("tickets").does("keep all")
    assert at.game.seat == 0
    at.draws("deck", "deck")
    assert at.game.is_over


def test_rule_11_a_turn_is_over_only_after_its_second_card() -> None:
    at = last_round(2, seat=0).takes_a_quiet_turn()
    at.draws("deck")
    assert not at.game.is_over
    at.draws("deck")
    assert at.game.is_over


def test_rule_11_passing_uses_up_a_turn_of_the_last_round() -> None:
    at = nothing_to_draw(seats=3, rest=2).turn_of(2)
    at.with_trains(2, 3, sparing=["portland-seattle-1"]).claims("Portland Seattle: 1 red")
    # The one red card comes up; seat 0 takes it, nothing is left for seat 1.
    at.draws("red")
    assert at.choices == ["pass"]
    at.does("pass")
    assert (at.game.seat, at.game.view(None).turns_left) == (2, 1)


def test_rule_11_when_all_pass_on_the_very_last_turn_the_last_round_ended_it() -> None:
    # Two trains left and no route that short: with nothing to draw, everybody passes.
    at = nothing_to_draw(rest=1)
    short = [
        track.id
        for i, track in enumerate(at.board.tracks)
        if track.length <= 2 and i < min(track.sisters, default=i + 1)
    ]
    for id in short:
        at.owns(0 if at.trains_left(0) > 20 else 1, id)
    at.with_trains(0, 2).with_trains(1, 2)
    at.game._states["turns_left"] = 2
    at.does("pass").does("pass")
    assert at.happened(ev.Over)[0].why == "last round"


@pytest.mark.parametrize("tickets", [1, 2])
def test_rule_12_with_fewer_tickets_than_a_draw_offers_all_are_offered(tickets: int) -> None:
    deck = ["boston-miami", "dallas-new_york"][:tickets]
    at = table().with_ticket_deck(*deck, rest=1).does("tickets")
    assert at.game.view(0).offer == tuple(deck)
    assert at.game.view(0).keep_at_least == 1
    assert len(at.choices) == 2**tickets - 1
    assert at.why_not("keep none") == bl.Refusal.KEEP_MORE
    at.keeps(deck[0])
    assert at.ticket_deck == deck[1:]


def test_rule_12_of_three_left_all_three_are_offered() -> None:
    deck = ["boston-miami", "dallas-new_york", "duluth-houston"]
    at = table().with_ticket_deck(*deck, rest=1).does("tickets")
    assert at.game.view(0).offer == tuple(deck)
    assert len(at.choices) == 7


def test_rule_12_with_no_tickets_left_the_action_is_not_offered() -> None:
    at = table().with_ticket_deck(rest=1)
    assert "draw tickets" not in at.choices
    assert at.why_not("tickets") == bl.Refusal.NO_TICKETS


def test_rule_12_the_minimum_is_all_if_there_are_fewer(tmp_path: Path) -> None:
    # USA asks for one ticket at least, so a game that asks for two has to show it.
    two = variant(tmp_path, {"tickets.keep": "2"})
    at = table(two).with_ticket_deck("boston-miami", rest=1).does("tickets")
    assert at.choices == ["keep Boston–Miami (12)"]
    at = table(two).with_ticket_deck("boston-miami", "toronto-miami", rest=1).does("tickets")
    assert at.choices == ["keep Boston–Miami (12), Toronto–Miami (10)"]


def test_rule_12_a_kept_ticket_does_not_come_back() -> None:
    at = table().with_ticket_deck("boston-miami", rest=1).does("tickets").does("keep all")
    assert "boston-miami" in at.game.view(0).tickets
    assert at.ticket_deck == []
