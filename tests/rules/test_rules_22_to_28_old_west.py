"""Rules 22 to 28: starting cities, connected claims, markers and Alvin in Old West."""

from __future__ import annotations

import random
from itertools import product

import pytest

import branchline as bl
from branchline.game import events as ev
from tests.table import Table, table

ALL_SEATS = [2, 3, 4, 5, 6]
HOMES = ["Salt Lake City", "Seattle", "Los Angeles", "Denver", "Phoenix", "Helena"]


def old_west(*homes: str, seats: int = 2, alvin: bool = False) -> Table:
    """A table whose seats start in these cities; the others elsewhere."""
    chosen = [*homes, *(city for city in HOMES if city not in homes)][:seats]
    return table("old_west", seats, homes=chosen, alvin=alvin)


def settling(seats: int, starts: int = 0, **options: bool) -> bl.Game:
    """A game in which all tickets are chosen, and no starting city."""
    game = bl.new_game("old_west", seats, seed=1, options={"starts": starts, **options})
    for seat in range(seats):
        game.push(game.parse("keep all", seat), seat)
    return game


def touching(at: Table, *names: str) -> set[str]:
    """The tracks that end in one of these cities."""
    some = {i for i, city in enumerate(at.board.cities) if city.name in names}
    return {t.id for t in at.board.tracks if {t.a, t.b} & some}


def marks(at: Table) -> set[tuple[str, str, int]]:
    """Every way to place a marker now: city, colour, locomotives."""
    moves = [action.move for action in at.game.legal_actions()]
    return {(m.city, m.colour, m.locomotives) for m in moves if isinstance(m, bl.Mark)}


def points(at: Table) -> list[int]:
    return [player.points for player in at.game.view(None).players if player.points is not None]


# Rule 22: starting cities.


@pytest.mark.parametrize(
    ("seats", "starts"), [(seats, starts) for seats in ALL_SEATS for starts in range(seats)]
)
def test_rule_22_the_last_in_turn_order_chooses_first_back_to_the_one_who_starts(
    seats: int, starts: int
) -> None:
    game = settling(seats, starts)
    order = []
    while game.phase == "starting city":
        assert game.to_act == (game.seat,)
        assert game.seat is not None
        order.append(game.seat)
        events = game.push(game.parse(f"start in {HOMES[game.seat]}"))
        assert events[0].kind == "settled"
    assert order == [(starts - 1 - i) % seats for i in range(seats)]
    assert order[-1] == starts
    assert [e.kind for e in events] == ["settled", "turn"]
    assert (game.phase, game.seat, game.turn) == ("turn", starts, 1)
    homes = [player.home for player in game.view(None).players]
    assert homes == [name.lower().replace(" ", "_") for name in HOMES[:seats]]


def test_rule_22_comes_after_all_tickets_are_chosen() -> None:
    game = bl.new_game("old_west", 2, seed=1, options={"starts": 0})
    game.push(game.parse("keep all", 0), 0)
    start = game.parse("start in Denver", 1, check=False)
    assert game.why_not(start, 1) == bl.Refusal.CHOOSE_TICKETS
    events = game.push(game.parse("keep all", 1), 1)
    assert game.phase == "starting city"
    assert "turn" not in [e.kind for e in events]
    assert game.why_not(start, 1) == bl.Refusal.NONE


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_22_the_marker_set_there_is_one_of_the_three(seats: int) -> None:
    at = table("old_west", seats, homes=HOMES)
    view = at.game.view(None)
    assert [player.markers_left for player in view.players] == [2] * seats
    assert view.markers == {player.home: player.seat for player in view.players}
    assert len(view.markers) == seats


def test_rule_22_a_city_that_has_a_marker_cannot_be_chosen() -> None:
    game = settling(3)
    cities = {c.id for c in game.board.cities}
    for chosen in ("denver", "seattle", "phoenix"):
        free = {a.move.city for a in game.legal_actions() if isinstance(a.move, bl.Settle)}
        assert free == cities
        game.push(game.action_of({"do": "settle", "city": chosen}))
        cities.remove(chosen)
        if game.phase == "starting city":
            again = game.action_of({"do": "settle", "city": chosen})
            assert game.why_not(again) == bl.Refusal.CITY_MARKED


def test_rule_22_nothing_else_can_be_done_before() -> None:
    game = settling(2)
    for text in ("draw deck", "draw 1", "tickets", "claim Denver Pueblo", "pass", "no marker"):
        refused = game.why_not(game.parse(text, check=False))
        assert refused == bl.Refusal.CHOOSE_HOME
    start = game.parse("start in Denver", 0, check=False)
    assert game.why_not(start, 0) == bl.Refusal.NOT_YOUR_TURN


def test_rule_22_a_starting_city_is_chosen_once() -> None:
    assert old_west().why_not("start in Denver") == bl.Refusal.HAS_HOME


# Rule 23: connected claims.


@pytest.mark.parametrize("home", ["Salt Lake City", "Roswell", "Wolf Point", "Seattle"])
def test_rule_23_the_first_route_must_touch_the_home_city(home: str) -> None:
    at = old_west(home).with_hand(0, "loco*7")
    assert at.claimable == touching(at, home)


def test_rule_23_or_a_city_that_ones_own_routes_join_to_it() -> None:
    at = old_west("Salt Lake City").with_hand(0, "loco*7")
    mine = ("green_river-salt_lake_city-1", "cheyenne-green_river-1")
    at.owns(0, *mine)
    reached = touching(at, "Salt Lake City", "Green River", "Cheyenne")
    # The sisters of one's own routes are closed by rule 8.
    closed = {*mine, "green_river-salt_lake_city-2", "cheyenne-green_river-2"}
    assert at.claimable == reached - closed
    assert at.game.view(0).reach == ("cheyenne", "green_river", "salt_lake_city")


def test_rule_23_a_route_that_is_not_connected_is_refused() -> None:
    at = old_west("Salt Lake City").with_hand(0, "purple*4 loco*2")
    assert at.why_not("claim Denver Cheyenne: 1 purple") == bl.Refusal.NOT_CONNECTED


def test_rule_23_another_players_routes_do_not_help() -> None:
    at = old_west("Salt Lake City", "Cheyenne").owns(1, "cheyenne-green_river-1")
    at.owns(1, "green_river-salt_lake_city-1").with_hand(0, "loco*7")
    assert "casper-green_river" not in at.claimable
    assert at.why_not("claim Casper Green River: 2 locos") == bl.Refusal.NOT_CONNECTED


def test_rule_23_another_players_marker_does_not_stop_a_network() -> None:
    at = old_west("Salt Lake City", "Green River").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4").claims("Green River Cheyenne")
    assert at.game.view(0).reach == ("cheyenne", "green_river", "salt_lake_city")


def test_rule_23_a_claim_reaches_on_at_once() -> None:
    at = old_west("Salt Lake City").with_hand(0, "red blue*2")
    assert at.why_not("claim Green River Casper: 2 blue") == bl.Refusal.NOT_CONNECTED
    at.claims("Salt Lake City Green River: 1 red").does("no marker")
    at.takes_a_quiet_turn()
    assert at.may("claim Green River Casper: 2 blue")


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_23_holds_through_whole_games(seats: int) -> None:
    chooser = random.Random(seats)
    at = Table(bl.new_game("old_west", seats, seed=seats))
    ends = {t.id: {at.board.cities[t.a].id, at.board.cities[t.b].id} for t in at.board.tracks}
    reached: list[set[str]] = [set() for _ in range(seats)]
    while not at.game.is_over:
        legal = at.game.legal_actions()
        claims = [a for a in legal if isinstance(a.move, bl.Claim)]
        at.events = at.game.push(chooser.choice(claims or legal))
        for home in at.happened(ev.Settled):
            reached[home.seat].add(home.city)
        for claim in at.happened(ev.Claimed):
            assert ends[claim.track] & reached[claim.seat]
            reached[claim.seat] |= ends[claim.track]
    assert [set(at.game.view(i).reach) for i in range(seats)] == reached


# Rule 24: the order of a claim.


def capture_in_denver() -> Table:
    """Alvin is in Denver, which is seat 1's home; seat 0 comes from Santa Fe by way of Pueblo."""
    at = old_west("Santa Fe", "Denver", alvin=True).with_alvin(1, "Denver")
    return at.owns(0, "pueblo-santa_fe-1").with_hand(0, "orange red*2")


def test_rule_24_pay_score_alvin_then_a_marker() -> None:
    at = capture_in_denver().with_marker(0, "Seattle")
    at.claims("Pueblo Denver: 1 orange")
    assert at.story == ["claimed", "scored", "captured", "scored"]
    assert at.discards == {"orange": 1}
    assert at.trains(0) == 40 - 3 - 1
    assert (at.game.phase, at.game.seat) == ("move alvin", 0)
    at.does("alvin Seattle")
    assert at.story == ["alvin moved"]
    assert (at.game.phase, at.game.seat) == ("marker", 0)
    at.does("mark Pueblo red")
    assert at.story == ["marked", "turn"]
    assert (at.game.phase, at.game.seat) == ("turn", 1)


def test_rule_24_with_one_city_alvin_is_put_there_before_the_marker() -> None:
    at = capture_in_denver().claims("Pueblo Denver: 1 orange")
    assert at.story == ["claimed", "scored", "captured", "scored", "alvin moved"]
    assert at.game.phase == "marker"
    assert at.game.view(None).alvin == "santa_fe"


def test_rule_24_a_marker_placed_now_does_not_change_the_points_of_this_claim() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*2").claims("Green River Cheyenne: 4 red")
    (scored,) = at.happened(ev.Scored)
    assert (scored.seat, scored.points, scored.why) == (0, 7, "route")
    before = points(at)
    at.does("mark Cheyenne blue")
    assert points(at) == before
    # Nor does it take part in a claim that was made before.
    assert at.game.view(None).payees["cheyenne-green_river-1"] == (0, None)


def test_rule_24_the_marker_goes_to_one_of_the_two_ends() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*2").claims("Green River Cheyenne: 4 red")
    assert {city for city, _, _ in marks(at)} == {"green_river", "cheyenne"}
    assert at.why_not("mark Denver blue") == bl.Refusal.NOT_AN_END


def test_rule_24_one_marker_for_one_claim() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*4").claims("Green River Cheyenne: 4 red")
    at.does("mark Cheyenne blue")
    assert at.game.seat == 1
    assert at.why_not("mark Green River blue", seat=0) == bl.Refusal.NOT_YOUR_TURN


def test_rule_24_a_marker_may_be_placed_but_need_not() -> None:
    at = old_west("Salt Lake City").with_hand(0, "red blue*2")
    at.claims("Salt Lake City Green River: 1 red")
    assert at.choices[0] == "no marker"
    at.does("no marker")
    assert at.story == ["turn"]
    assert at.hand(0) == {"blue": 2}
    assert at.game.view(None).players[0].markers_left == 2


@pytest.mark.parametrize("hand", ["", "blue", "blue green", "loco", "blue green white"])
def test_rule_24_without_a_pair_no_marker_is_offered(hand: str) -> None:
    at = old_west("Salt Lake City").with_hand(0, f"red {hand}")
    at.claims("Salt Lake City Green River: 1 red")
    assert at.story == ["claimed", "scored", "turn"]
    assert at.game.seat == 1


def test_rule_24_with_both_ends_marked_no_marker_is_offered() -> None:
    at = old_west("Salt Lake City", "Green River").with_hand(0, "red blue*2")
    at.claims("Salt Lake City Green River: 1 red")
    assert at.story[-1] == "turn"


def test_rule_24_without_a_marker_left_none_is_offered() -> None:
    at = old_west("Salt Lake City").with_marker(0, "Seattle").with_marker(0, "Portland")
    at.with_hand(0, "red blue*2").claims("Salt Lake City Green River: 1 red")
    assert at.story[-1] == "turn"


def test_rule_24_the_turn_ends_after_the_marker_and_not_before() -> None:
    # Three trains are left: the claim leaves two, and the last round waits for the marker.
    at = old_west("Salt Lake City", "Seattle")
    at.owns(0, "denver-salt_lake_city-1", "salt_lake_city-winnemucca-1", "redding-winnemucca")
    at.owns(0, "salt_lake_city-st_george-1", "boise-winnemucca", "boise-missoula")
    at.owns(0, "helena-idaho_falls", "helena-missoula-1", "bozeman-idaho_falls-1")
    at.owns(0, "billings-bozeman-1", "great_falls-helena").with_hand(0, "red blue*2")
    assert at.trains(0) == 3
    at.claims("Salt Lake City Green River: 1 red")
    assert at.story == ["claimed", "scored"]
    at.does("mark Green River blue")
    assert at.story == ["marked", "last round", "turn"]


# Rule 25: who scores.

WHO = [None, 0, 1, 2]


@pytest.mark.parametrize(("at_a", "at_b"), list(product(WHO, WHO)))
def test_rule_25_each_marked_end_pays_its_owner_the_full_value(
    at_a: int | None, at_b: int | None
) -> None:
    # Seat 0 claims Salt Lake City–St. George, worth 7, coming from Las Vegas.
    at = old_west("Las Vegas", "Seattle", "Portland", seats=3).owns(0, "las_vegas-st_george-1")
    for city, seat in (("Salt Lake City", at_a), ("St. George", at_b)):
        if seat is not None:
            at.with_marker(seat, city)
    at.with_hand(0, "red*4")
    before = points(at)
    at.claims("Salt Lake City St. George: 4 red")
    expected = [0, 0, 0]
    for seat in (at_a, at_b):
        if seat is not None:
            expected[seat] += 7
    if at_a is None and at_b is None:
        expected[0] = 7
    assert [now - then for now, then in zip(points(at), before, strict=True)] == expected
    track = "salt_lake_city-st_george-1"
    ends = [("salt_lake_city", at_a), ("st_george", at_b)]
    paid = [ev.Scored(seat, 7, "marker", track, city) for city, seat in ends if seat is not None]
    assert at.happened(ev.Scored) == (paid or [ev.Scored(0, 7, "route", track)])
    assert at.game.view(None).payees[track] == ((at_a, at_b) if paid else (0, None))


def test_rule_25_the_claimer_gets_only_what_the_claimers_own_markers_pay() -> None:
    at = old_west("Las Vegas", "St. George").with_hand(0, "blue*2")
    at.claims("Las Vegas St. George: 2 blue")
    assert points(at) == [2, 2]


def test_rule_25_the_home_citys_marker_pays_like_any_other() -> None:
    at = old_west("Salt Lake City", "Green River").with_hand(0, "blue*2 red")
    at.claims("Salt Lake City Green River: 1 red")
    assert points(at) == [1, 1]


def test_rule_25_the_trains_are_the_claimers_whoever_scores() -> None:
    at = old_west("Las Vegas", "St. George").with_marker(1, "Salt Lake City").with_hand(0, "red*4")
    at.owns(0, "las_vegas-st_george-1").claims("Salt Lake City St. George: 4 red")
    assert at.game.view(None).owners["salt_lake_city-st_george-1"] == 0
    assert (at.trains(0), at.trains(1)) == (34, 40)
    assert points(at) == [2, 14]


def test_rule_25_a_recount_from_the_board_gives_the_score() -> None:
    # Rule 15 holds with markers: who was paid for a route is on the board.
    for seats in ALL_SEATS:
        chooser = random.Random(seats)
        at = Table(bl.new_game("old_west", seats, seed=seats, options={"alvin": True}))
        while not at.game.is_over:
            legal = at.game.legal_actions()
            liked = [a for a in legal if isinstance(a.move, bl.Claim | bl.Mark)]
            at.game.push(chooser.choice(liked or legal))
            at.is_lawful()
        view = at.game.view(None)
        worth = {t.id: (1, 2, 4, 7, 10, 15, 18)[t.length - 1] for t in at.board.tracks}
        for seat in at.game.result().seats:
            paid = [
                worth[track]
                for track, payees in view.payees.items()
                for payee in payees
                if payee == seat.seat
            ]
            assert seat.routes == sum(paid)


# Rule 26: markers.

PAIRS = {
    "blue*2": {("blue", 0)},
    "blue*3": {("blue", 0)},
    "blue loco": {("blue", 1)},
    "loco*2": {("locomotive", 2)},
    "blue*2 loco": {("blue", 0), ("blue", 1)},
    "blue*2 loco*2": {("blue", 0), ("blue", 1), ("locomotive", 2)},
    "blue green loco": {("blue", 1), ("green", 1)},
    "blue*2 green*2": {("blue", 0), ("green", 0)},
}


@pytest.mark.parametrize("hand", PAIRS)
def test_rule_26_the_pair_is_two_cards_of_one_colour_or_locomotives(hand: str) -> None:
    at = old_west("Salt Lake City").with_hand(0, f"red {hand}")
    at.claims("Salt Lake City Green River: 1 red")
    assert marks(at) == {("green_river", colour, k) for colour, k in PAIRS[hand]}


@pytest.mark.parametrize("locomotives", [0, 1, 2])
def test_rule_26_the_pair_is_discarded(locomotives: int) -> None:
    at = old_west("Salt Lake City").with_hand(0, "red blue*2 loco*2")
    at.claims("Salt Lake City Green River: 1 red")
    colour = "locomotive" if locomotives == 2 else "blue"
    move = {"do": "mark", "city": "green_river", "colour": colour, "locomotives": locomotives}
    at.events = at.game.push(at.game.action_of(move))
    paid = {"blue": 2 - locomotives, "locomotive": locomotives}
    (marked,) = at.happened(ev.Marked)
    assert marked.cards == {card: n for card, n in paid.items() if n}
    assert at.discards == {"red": 1, **marked.cards}
    left = {"blue": locomotives, "locomotive": 2 - locomotives}
    assert at.hand(0) == {card: n for card, n in left.items() if n}
    at.is_lawful()


def test_rule_26_a_marker_needs_a_city_without_one() -> None:
    at = old_west("Salt Lake City", "Denver").with_hand(0, "red*4 blue*2")
    at.owns(0, "green_river-salt_lake_city-1").with_marker(1, "Cheyenne")
    at.claims("Green River Cheyenne: 4 red")
    assert {city for city, _, _ in marks(at)} == {"green_river"}
    assert at.why_not("mark Cheyenne blue") == bl.Refusal.CITY_MARKED
    # One's own marker is in the way as well.
    at = old_west("Salt Lake City").with_hand(0, "red blue*2")
    at.claims("Salt Lake City Green River: 1 red")
    assert at.why_not("mark Salt Lake City blue") == bl.Refusal.CITY_MARKED


def test_rule_26_nobody_has_more_than_three_the_home_citys_included() -> None:
    at = old_west("Salt Lake City", "Seattle").with_hand(
        0, "red blue*2 red*4 green*2 white white*2"
    )
    at.with_hand(1, "")
    at.claims("Salt Lake City Green River: 1 white").does("mark Green River blue")
    at.takes_a_quiet_turn()
    at.claims("Green River Cheyenne: 4 red").does("mark Cheyenne green")
    mine = [city for city, seat in at.game.view(None).markers.items() if seat == 0]
    assert mine == ["cheyenne", "green_river", "salt_lake_city"]
    assert at.game.view(None).players[0].markers_left == 0
    at.takes_a_quiet_turn()
    at.claims("Cheyenne Casper: 2 white")
    assert at.story[-1] == "turn"


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_26_markers_never_move(seats: int) -> None:
    chooser = random.Random(seats)
    at = Table(bl.new_game("old_west", seats, seed=seats, options={"alvin": True}))
    before: dict[str, int] = {}
    while not at.game.is_over:
        legal = at.game.legal_actions()
        liked = [a for a in legal if isinstance(a.move, bl.Claim | bl.Mark)]
        at.game.push(chooser.choice(liked or legal))
        now = at.game.view(None).markers
        assert now == {**before, **now}
        assert len(now) - len(before) in (0, 1)
        before = now
    assert len(before) > seats
    assert max(list(before.values()).count(seat) for seat in range(seats)) <= 3


def test_rule_26_marked_cards_fill_the_row_again() -> None:
    # Rule 3 after a marker: with pile and discards gone, the pair becomes the new pile.
    at = old_west("Salt Lake City").with_row("- - - - -").with_hand(0, "red blue*2")
    at.with_deck("", rest=1).claims("Salt Lake City Green River: 1 red")
    assert at.story == ["claimed", "scored", "shuffled", "turned up"]
    at.does("mark Green River blue")
    assert at.story == ["marked", "shuffled", "turned up", "turned up", "turn"]
    assert at.row == ["red", "blue", "blue", None, None]


# Rule 27: Alvin.


def test_rule_27_he_starts_in_roswell() -> None:
    at = old_west(alvin=True)
    assert (at.game.view(None).alvin, at.game.view(None).alvin_holder) == ("roswell", None)


def test_rule_27_is_an_option() -> None:
    at = old_west("Albuquerque").with_hand(0, "red*2")
    assert (at.game.view(None).alvin, at.game.view(None).alvin_holder) == (None, None)
    at.claims("Albuquerque Roswell")
    assert at.story == ["claimed", "scored", "turn"]
    assert points(at) == [2, 0]


def test_rule_27_nobody_starts_in_roswell() -> None:
    game = settling(2, alvin=True)
    start = game.parse("start in Roswell", check=False)
    assert game.why_not(start) == bl.Refusal.ALVINS_CITY
    assert "start in Roswell" not in map(str, game.legal_actions())
    assert len(game.legal_actions()) == 40
    # Without Alvin it is a city like any other.
    game = settling(2)
    assert not game.why_not(game.parse("start in Roswell"))
    assert len(game.legal_actions()) == 41


def test_rule_27_nobody_marks_roswell() -> None:
    at = old_west("Santa Fe", alvin=True).owns(0, "albuquerque-santa_fe-1")
    at.with_hand(0, "red*2 blue*2").claims("Albuquerque Roswell: 2 red")
    assert {city for city, _, _ in marks(at)} == {"albuquerque"}
    assert at.why_not("mark Roswell blue") == bl.Refusal.ALVINS_CITY


def test_rule_27_nobody_marks_roswell_even_when_he_has_left_it() -> None:
    at = old_west("Santa Fe", "Denver", alvin=True).with_alvin(1, "Denver")
    at.owns(0, "albuquerque-santa_fe-1")
    at.with_hand(0, "red*2 blue*2").claims("Albuquerque Roswell: 2 red")
    assert at.story == ["claimed", "scored"]
    assert at.why_not("mark Roswell blue") == bl.Refusal.ALVINS_CITY


def test_rule_27_without_alvin_roswell_may_be_marked() -> None:
    at = old_west("Albuquerque").with_hand(0, "red*2 blue*2").claims("Albuquerque Roswell: 2 red")
    at.does("mark Roswell blue")
    assert at.game.view(None).markers["roswell"] == 0


@pytest.mark.parametrize(
    ("home", "hand", "claim"),
    [
        ("Albuquerque", "red*2", "Albuquerque Roswell"),
        ("Las Cruces", "green*2", "Las Cruces Roswell"),
        ("Santa Fe", "yellow*3", "Santa Fe Roswell"),
    ],
)
def test_rule_27_who_claims_a_route_that_ends_where_he_stands_captures_him(
    home: str, hand: str, claim: str
) -> None:
    at = old_west(home, alvin=True).with_hand(0, hand).claims(claim)
    assert at.story == ["claimed", "scored", "captured", "scored", "alvin moved", "turn"]
    route, capture = at.happened(ev.Scored)
    assert (capture.seat, capture.points, capture.why) == (0, 10, "capture")
    assert points(at) == [route.points + 10, 0]
    view = at.game.view(None)
    # With only one marker there is no question where he goes.
    assert (view.alvin, view.alvin_holder) == (view.players[0].home, 0)
    assert [player.captures for player in view.players] == [1, 0]


def test_rule_27_other_routes_do_not_capture_him() -> None:
    at = old_west("Albuquerque", alvin=True).with_hand(0, "green").claims("Albuquerque Santa Fe")
    assert "captured" not in at.story
    assert at.game.view(None).alvin == "roswell"


def test_rule_27_he_is_put_in_a_city_with_the_capturers_own_marker() -> None:
    at = capture_in_denver().with_marker(0, "Seattle").with_marker(0, "Portland")
    at.with_marker(1, "Phoenix").claims("Pueblo Denver: 1 orange")
    assert at.choices == [f"move Alvin to {city}" for city in ("Portland", "Santa Fe", "Seattle")]
    assert at.why_not("alvin Phoenix") == bl.Refusal.NOT_YOUR_CITY
    assert at.why_not("alvin Pueblo") == bl.Refusal.NOT_YOUR_CITY
    at.does("alvin Portland")
    (moved,) = at.happened(ev.AlvinMoved)
    assert (moved.seat, moved.city) == (0, "portland")
    assert at.game.view(None).alvin == "portland"


def test_rule_27_a_city_marked_after_the_capture_is_too_late_for_him() -> None:
    at = capture_in_denver().claims("Pueblo Denver: 1 orange").does("mark Pueblo red")
    assert at.game.view(None).alvin == "santa_fe"
    assert at.game.view(None).markers["pueblo"] == 0


def test_rule_27_the_points_of_the_route_go_to_the_marker_those_of_the_capture_to_the_claimer() -> (
    None
):
    at = capture_in_denver()
    before = points(at)
    at.claims("Pueblo Denver: 1 orange")
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [10, 1]


def test_rule_27_whoever_holds_him_does_not_capture_him_again() -> None:
    at = old_west("Denver", alvin=True).with_alvin(0, "Denver").with_hand(0, "orange")
    at.claims("Denver Pueblo: 1 orange")
    assert at.story == ["claimed", "scored", "turn"]
    assert points(at) == [11, 0]
    assert at.game.view(None).players[0].captures == 1


def test_rule_27_he_can_be_captured_again_and_again() -> None:
    # From Roswell to Durango, from Durango to Pueblo, from Pueblo to Durango again.
    at = old_west("Durango", "Pueblo", seats=4, alvin=True)
    at.owns(0, "albuquerque-durango", "durango-grand_junction")
    at.with_hand(0, "red*2 purple*3").with_hand(1, "red*3")
    told = []
    for claim in ("Albuquerque Roswell", "Durango Pueblo", "Grand Junction Pueblo"):
        at.claims(claim)
        (captured,) = at.happened(ev.Captured)
        view = at.game.view(None)
        told.append((captured.seat, captured.city, view.alvin, view.alvin_holder))
        while at.game.seat not in (0, 1) or at.game.seat == captured.seat:
            at.takes_a_quiet_turn()
    assert told == [
        (0, "roswell", "durango", 0),
        (1, "durango", "pueblo", 1),
        (0, "pueblo", "durango", 0),
    ]
    assert [player.captures for player in at.game.view(None).players] == [2, 1, 0, 0]


def test_rule_27_whoever_holds_him_at_the_end_gets_ten_more() -> None:
    at = old_west("Denver", alvin=True).with_alvin(0, "Denver").with_tickets(0).with_tickets(1)
    result = at.ends()
    assert result.seats[0].bonuses == {"captures": 10, "alvin": 10}
    assert [seat.routes for seat in result.seats] == [0, 0]
    assert [seat.total for seat in result.seats] == [20, 0]


def test_rule_27_whoever_lost_him_keeps_the_points_of_the_capture() -> None:
    at = capture_in_denver().with_tickets(0).with_tickets(1).claims("Pueblo Denver: 1 orange")
    result = at.ends()
    assert result.seats[0].bonuses == {"captures": 10, "alvin": 10}
    assert result.seats[1].bonuses == {"captures": 10}


def test_rule_27_if_nobody_captured_him_nobody_gets_the_bonus() -> None:
    at = old_west(alvin=True).with_tickets(0).with_tickets(1)
    assert [seat.bonuses for seat in at.ends().seats] == [{}, {}]


def play_and_follow_alvin(seats: int, seed: int) -> int:
    """Play a game, working out from the claims where Alvin must be; return how often he moved."""
    chooser = random.Random(seed)
    at = Table(bl.new_game("old_west", seats, seed=seed, options={"alvin": True}))
    ends = {t.id: {at.board.cities[t.a].id, at.board.cities[t.b].id} for t in at.board.tracks}
    stands, holder, captures = "roswell", -1, [0] * seats
    while not at.game.is_over:
        legal = at.game.legal_actions()
        liked = [a for a in legal if isinstance(a.move, bl.Claim | bl.Mark)]
        at.events = at.game.push(chooser.choice(liked or legal))
        for claim in at.happened(ev.Claimed):
            due = stands in ends[claim.track] and claim.seat != holder
            assert len(at.happened(ev.Captured)) == due
        for captured in at.happened(ev.Captured):
            assert captured.city == stands
            holder = captured.seat
            captures[holder] += 1
        for moved in at.happened(ev.AlvinMoved):
            stands = moved.city
            assert moved.seat == holder == at.game.view(None).markers[stands]
        assert "roswell" not in at.game.view(None).markers
    for seat in at.game.result().seats:
        assert seat.bonuses.get("captures", 0) == 10 * captures[seat.seat]
        assert seat.bonuses.get("alvin", 0) == (10 if seat.seat == holder else 0)
    return sum(captures)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_27_holds_through_whole_games(seats: int) -> None:
    assert sum(play_and_follow_alvin(seats, seed) for seed in range(6)) > 0


# Rule 28: points and ties.


@pytest.mark.parametrize(
    ("home", "claim", "worth"),
    [
        ("Salt Lake City", "Salt Lake City Green River", 1),
        ("Salt Lake City", "Salt Lake City Idaho Falls", 2),
        ("Salt Lake City", "Salt Lake City Grand Junction", 4),
        ("Salt Lake City", "Salt Lake City St. George (red): 4 locos", 7),
        ("Salt Lake City", "Salt Lake City Winnemucca (white): 5 locos", 10),
        ("Salt Lake City", "Salt Lake City Denver (blue): 6 locos", 15),
        ("Boise", "Boise Seattle", 18),
        ("Los Angeles", "Los Angeles San Francisco", 18),
    ],
)
def test_rule_28_the_points_of_a_route(home: str, claim: str, worth: int) -> None:
    at = old_west(home, "Wolf Point").with_hand(0, "loco*7").claims(claim).scores(0, worth)
    assert at.happened(ev.Scored)[0].points == worth


def test_rule_28_players_tied_in_points_and_completed_tickets_share_the_win() -> None:
    # Seat 1 has the longer path, six spaces against five: there is no bonus for it.
    at = old_west("Salt Lake City", "Missoula").with_tickets(0).with_tickets(1)
    at.owns(0, "idaho_falls-salt_lake_city-1", "green_river-idaho_falls")
    at.owns(1, "missoula-spokane-1", "great_falls-missoula", "great_falls-helena")
    at.owns(1, "helena-missoula-1")
    result = at.ends()
    assert [seat.total for seat in result.seats] == [6, 6]
    assert [(seat.bonuses, seat.longest_path, seat.rank) for seat in result.seats] == [
        ({}, 0, 1)
    ] * 2
    assert (result.winners, result.decided_by) == ((0, 1), "shared")


def test_rule_28_completed_tickets_come_before_that() -> None:
    at = old_west("Seattle", "Salt Lake City").with_tickets(0, "seattle-ashland").with_tickets(1)
    at.owns(0, "portland-seattle-1", "eugene-portland-1", "ashland-eugene-1")
    at.owns(1, "denver-salt_lake_city-1", "salt_lake_city-winnemucca-1")
    result = at.ends()
    assert [seat.total for seat in result.seats] == [5 + 5 + 15, 15 + 10]
    assert (result.winners, result.decided_by) == ((0,), "tickets")
