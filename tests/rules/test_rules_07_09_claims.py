"""Rules 7, 8 and 9: paying for a route, double routes, and not enough trains."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline import Claim
from tests.table import Table, table

CLAIM_MONTREAL = {  # what a claim of Montréal–Toronto (grey, three spaces) may cost
    "purple*3 loco*3": {("purple", 0), ("purple", 1), ("purple", 2), ("locomotive", 3)},
    "purple*3": {("purple", 0)},
    "purple*2 loco": {("purple", 1)},
    "purple loco*2": {("purple", 2)},
    "loco*3": {("locomotive", 3)},
    "purple*2 red": set(),
    "purple red loco": set(),
    "purple*2 red loco": {("purple", 1)},
    "purple red loco*2": {("purple", 2), ("red", 2)},
    "purple*3 red*3": {("purple", 0), ("red", 0)},
}


def payments(at: Table, track: str) -> set[tuple[str, int]]:
    """All ways in which the seat in turn may pay for a track: colour and locomotives."""
    moves = [action.move for action in at.game.legal_actions()]
    return {(m.colour, m.locomotives) for m in moves if isinstance(m, Claim) and m.track == track}


@pytest.mark.parametrize("hand", CLAIM_MONTREAL)
def test_rule_07_a_grey_route_takes_any_one_colour_in_any_split(hand: str) -> None:
    at = table().with_hand(0, hand)
    assert payments(at, "montreal-toronto") == CLAIM_MONTREAL[hand]


def test_rule_07_a_coloured_route_takes_its_own_colour_in_any_split() -> None:
    at = table().with_hand(0, "blue*3 red*6 loco*3")
    assert payments(at, "montreal-new_york") == {
        ("blue", 0),
        ("blue", 1),
        ("blue", 2),
        ("locomotive", 3),
    }


@pytest.mark.parametrize("locomotives", range(5))
def test_rule_07_exactly_the_chosen_cards_are_paid(locomotives: int) -> None:
    at = table().with_hand(0, "purple*4 loco*4 red")
    colour = "locomotive" if locomotives == 4 else "purple"
    move = {"do": "claim", "track": "denver-omaha", "colour": colour, "locomotives": locomotives}
    at.game.push(at.game.action_of(move))
    paid = {"purple": 4 - locomotives, "locomotive": locomotives}
    left = {"purple": locomotives, "red": 1, "locomotive": 4 - locomotives}
    assert at.discards == {card: n for card, n in paid.items() if n}
    assert at.hand(0) == {card: n for card, n in left.items() if n}
    at.is_lawful().scores(0, 7)


def test_rule_07_locomotives_alone_pay_for_any_route() -> None:
    at = table().with_hand(0, "loco*6")
    claims = [a.move for a in at.game.legal_actions() if isinstance(a.move, Claim)]
    assert {m.track for m in claims} == {t.id for t in at.board.tracks}
    assert all((m.colour, m.locomotives)[0] == "locomotive" for m in claims)


def test_rule_07_what_is_offered_first_spends_as_few_locomotives_as_possible() -> None:
    at = table().with_hand(0, "purple*4 loco*4")
    at.claims("Denver Omaha")
    assert at.hand(0) == {"locomotive": 4}
    at = table().with_hand(0, "purple*3 loco*4")
    at.claims("Denver Omaha purple")
    assert at.hand(0) == {"locomotive": 3}


def test_rule_07_the_list_begins_with_the_fewest_locomotives() -> None:
    at = table().with_hand(0, "purple*3 loco*4")
    moves = [a.move for a in at.game.legal_actions()]
    ways = [m.locomotives for m in moves if isinstance(m, Claim) and m.track == "denver-omaha"]
    assert ways == [1, 2, 3, 4]


def test_rule_07_too_few_cards_are_named_as_the_reason() -> None:
    at = table().with_hand(0, "purple*2 loco")
    assert at.why_not("claim Denver Omaha: 4 purple") == bl.Refusal.FEW_CARDS
    assert at.why_not("claim Denver Omaha: 2 purple, 2 locos") == bl.Refusal.FEW_LOCOMOTIVES
    assert at.why_not("claim Denver Omaha: 4 locos") == bl.Refusal.FEW_LOCOMOTIVES


def test_rule_07_no_more_cards_are_paid_than_there_are_spaces() -> None:
    at = table().with_hand(0, "purple*6")
    assert payments(at, "denver-omaha") == {("purple", 0)}
    with pytest.raises(bl.BranchlineError, match="does not fit"):
        at.claims("Denver Omaha: 5 purple")


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_08_with_two_or_three_seats_one_track_closes_its_sister_for_everybody(
    seats: int,
) -> None:
    at = table(seats=seats)
    for seat in range(seats):
        at.with_hand(seat, "red*2 yellow*2 loco*2")
    at.claims("Boston New York red")
    for seat in range(1, seats):
        assert at.game.seat == seat
        assert payments(at, "boston-new_york-2") == set()
        assert at.why_not("claim Boston New York: 2 yellow") & bl.Refusal.SISTER_TAKEN
        at.takes_a_quiet_turn()
    # Nor may the one who has the first.
    assert at.game.seat == 0
    assert payments(at, "boston-new_york-2") == set()


@pytest.mark.parametrize("seats", [4, 5])
def test_rule_08_with_four_seats_and_more_both_tracks_are_open(seats: int) -> None:
    at = table(seats=seats)
    for seat in range(seats):
        at.with_hand(seat, "red*2 yellow*2 loco*2")
    at.claims("Boston New York red")
    assert ("yellow", 0) in payments(at, "boston-new_york-2")
    at.claims("Boston New York yellow")
    owners = at.game.view(None).owners
    assert owners == {"boston-new_york-1": 0, "boston-new_york-2": 1}
    assert at.why_not("claim Boston New York: 2 red") == bl.Refusal.TAKEN


@pytest.mark.parametrize("seats", [4, 5])
def test_rule_08_but_at_most_one_of_them_for_each_player(seats: int) -> None:
    at = table(seats=seats).owns(0, "boston-new_york-1").with_hand(0, "yellow*2 loco*2")
    assert payments(at, "boston-new_york-2") == set()
    assert at.why_not("claim Boston New York: 2 yellow") == bl.Refusal.OWN_SISTER


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rule_08_holds_for_every_double_route_of_the_board(seats: int) -> None:
    doubles = [track for track in table().board.tracks if track.sisters]
    assert len(doubles) == 44
    for track in doubles:
        at = table(seats=seats).owns(0, track.id).with_hand(1, "loco*6").turn_of(1)
        (sister,) = (at.board.tracks[i] for i in track.sisters)
        assert bool(payments(at, sister.id)) == (seats >= 4)
        assert not payments(at, track.id)
        # Everything else between other cities is as open as before.
        others = {t.id for t in at.board.tracks} - {track.id, sister.id}
        moves = [action.move for action in at.game.legal_actions()]
        assert others <= {m.track for m in moves if isinstance(m, Claim)}


def test_rule_09_a_route_longer_than_the_stock_of_trains_cannot_be_claimed() -> None:
    at = table().with_trains(0, 3, sparing=["denver-omaha", "montreal-toronto"])
    at.with_hand(0, "purple*6")
    assert at.why_not("claim Denver Omaha") == bl.Refusal.FEW_TRAINS
    assert payments(at, "denver-omaha") == set()
    assert payments(at, "montreal-toronto") == {("purple", 0)}


def test_rule_09_the_last_train_may_be_placed() -> None:
    at = table().with_trains(0, 4, sparing=["denver-omaha"]).with_hand(0, "purple*4")
    at.claims("Denver Omaha")
    assert at.trains(0) == 0


@pytest.mark.parametrize("trains", range(7))
def test_rule_09_exactly_the_routes_that_fit_are_offered(trains: int) -> None:
    at = table().with_trains(0, trains).with_hand(0, "loco*6")
    moves = [action.move for action in at.game.legal_actions()]
    lengths = {t.id: t.length for t in at.board.tracks}
    offered = {m.track for m in moves if isinstance(m, Claim)}
    closed = set(at.game.view(None).owners)
    closed |= {at.board.tracks[i].id for t in at.board.tracks if t.id in closed for i in t.sisters}
    assert offered == {id for id, length in lengths.items() if length <= trains} - closed
