"""Rules 1 and 2: who starts, and the first tickets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import branchline as bl
from branchline.game import events as ev
from tests.table import table, variant

ALL_SEATS = [2, 3, 4, 5]


def first_choices(game: bl.Game, *choices: str) -> list[ev.Event]:
    """Let the seats choose their first tickets in order; return what came of the last choice."""
    events: list[ev.Event] = []
    for seat, choice in enumerate(choices):
        events = game.push(game.parse(choice, seat), seat)
    return events


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_01_the_seat_that_starts_is_drawn_at_random(seats: int) -> None:
    games = 400
    starts: Counter[int] = Counter()
    for number in range(games):
        (event, *_) = bl.new_game("usa", seats, seed=1, number=number).opening
        assert isinstance(event, ev.Starts)
        starts[event.seat] += 1
    assert set(starts) == set(range(seats))
    # Four standard deviations either way: a fair draw stays inside, a constant one does not.
    expected = games / seats
    spread = 4 * (games * (1 / seats) * (1 - 1 / seats)) ** 0.5
    assert all(abs(n - expected) < spread for n in starts.values())


@pytest.mark.parametrize("starts", range(5))
def test_rule_01_the_seat_that_starts_can_be_set(starts: int) -> None:
    game = table(seats=5, starts=starts).game
    assert game.seat == starts
    assert game.turn == 1


def test_rule_01_setting_who_starts_uses_no_chance() -> None:
    key = bytes(32)
    set_to = [bl.new_game("usa", 3, key=key, options={"starts": i}) for i in range(3)]
    assert set_to[0].opening[1:] == set_to[1].opening[1:] == set_to[2].opening[1:]


def test_rule_01_nobody_can_start_who_does_not_sit_there() -> None:
    with pytest.raises(bl.BranchlineError, match="starts must be a seat from 0 to 1, not 2"):
        bl.new_game("usa", 2, seed=1, options={"starts": 2})


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_01_play_goes_up_through_the_seat_numbers_and_round_again(seats: int) -> None:
    at = table(seats=seats, starts=1)
    at.turn_of(1)
    order = []
    for _ in range(2 * seats + 1):
        order.append(at.game.seat)
        at.takes_a_quiet_turn()
    assert order == [(1 + i) % seats for i in range(2 * seats + 1)]


def test_rule_02_all_seats_choose_their_first_tickets_at_the_same_time() -> None:
    game = bl.new_game("usa", 3, seed=7)
    waiting = [game.to_act]
    for seat in (2, 0, 1):
        assert game.view(None).phase == "first tickets"
        game.push(game.parse("keep all", seat), seat)
        waiting.append(game.to_act)
    assert waiting[:3] == [(0, 1, 2), (0, 1), (1,)]
    assert game.view(None).phase == "turn"


def test_rule_02_a_choice_is_made_once() -> None:
    game = bl.new_game("usa", 2, seed=7)
    game.push(game.parse("keep all", 1), 1)
    again = game.why_not(game.parse("keep 1 2", 1, check=False), 1)
    assert again == bl.Refusal.ALREADY_CHOSEN
    assert game.legal_actions(1) == []


def test_rule_02_nobody_learns_how_many_were_kept_until_all_have_chosen() -> None:
    def seen(choice: str) -> tuple[object, ...]:
        game = bl.new_game("usa", 3, seed=7)
        events = game.push(game.parse(choice, 1), 1)
        told = [[e.seen_by(viewer) for e in events] for viewer in (0, 2, None)]
        return told, game.view(0), game.view(2), game.view(None)

    assert seen("keep all") == seen("keep 1 2") == seen("keep 2 3")
    (told, *_) = seen("keep all")
    assert told == [[{"event": "chose", "seat": 1}]] * 3


def test_rule_02_the_numbers_are_told_when_the_last_has_chosen() -> None:
    game = bl.new_game("usa", 3, seed=7)
    events = first_choices(game, "keep 1 2", "keep all", "keep 2 3")
    kept = [e.seen_by(None) for e in events if isinstance(e, ev.Kept)]
    assert [(e["seat"], e["tickets_count"], e["returned_count"]) for e in kept] == [
        (0, 2, 1),
        (1, 3, 0),
        (2, 2, 1),
    ]
    assert [player.tickets for player in game.view(None).players] == [2, 3, 2]


@pytest.mark.parametrize("starts", [0, 1, 2])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_rule_02_in_usa_first_tickets_go_under_the_deck_seat_by_seat_from_seat_0(
    starts: int, order: tuple[int, ...]
) -> None:
    # Neither who starts nor who chose first matters: the cards lie as the seats are numbered.
    game = bl.new_game("usa", 3, seed=3, options={"starts": starts})
    returned = [game.view(0).offer[1], game.view(1).offer[0], game.view(2).offer[2]]
    choices = ("keep 1 3", "keep 2 3", "keep 1 2")
    for seat in order:
        game.push(game.parse(choices[seat], seat), seat)
    places = [game.view(seat).ticket_places for seat in range(3)]
    deck = game.view(None).ticket_deck
    assert deck == 30 - 9 + 3
    for seat, (place,) in enumerate(places):
        assert (place.ticket, place.seat, place.position) == (returned[seat], None, deck - 3 + seat)


def test_rule_02_elsewhere_they_are_shuffled_together_first(tmp_path: Path) -> None:
    name = variant(tmp_path, {"tickets.first_return": '"shuffled"'})
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(60):
        game = bl.new_game(name, 3, seed=5, number=number)
        returned = [game.view(seat).offer[0] for seat in range(3)]
        events = first_choices(game, "keep 2 3", "keep 2 3", "keep 2 3")
        (under,) = [e for e in events if isinstance(e, ev.PutUnder)]
        assert sorted(under.tickets) == sorted(returned)
        # Nobody can tell where the own one went, and nobody is told.
        assert all(not game.view(seat).ticket_places for seat in range(3))
        assert under.seen_by(0) == {"event": "put under", "tickets_count": 3}
        orders[tuple(returned.index(ticket) for ticket in under.tickets)] += 1
    assert len(orders) == 6


def test_rule_02_a_ticket_returned_later_goes_to_the_bottom_of_the_deck() -> None:
    at = table().with_ticket_top("boston-miami", "dallas-new_york", "duluth-houston")
    before = at.ticket_deck
    at.does("tickets").keeps("dallas-new_york")
    assert at.ticket_deck == [*before[3:], "boston-miami", "duluth-houston"]


def test_rule_02_several_returned_tickets_keep_the_order_they_were_dealt() -> None:
    at = table().with_ticket_top("toronto-miami", "calgary-phoenix", "boston-miami")
    at.does("tickets").keeps("boston-miami")
    assert at.ticket_deck[-2:] == ["toronto-miami", "calgary-phoenix"]


def test_rule_02_returned_tickets_come_up_again_when_the_deck_is_through() -> None:
    tickets = ["boston-miami", "dallas-new_york", "duluth-houston", "toronto-miami"]
    at = table().with_ticket_deck(*tickets, rest=1)
    at.does("tickets").keeps("boston-miami")
    assert at.ticket_deck == ["toronto-miami", "dallas-new_york", "duluth-houston"]
    at.takes_a_quiet_turn().does("tickets")
    assert at.game.view(0).offer == ("toronto-miami", "dallas-new_york", "duluth-houston")
