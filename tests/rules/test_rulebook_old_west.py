"""The rulebook of Old West, sentence by sentence, as far as a sentence can be tested.

The order is that of the book: players, components, set-up, the three actions, the end, Alvin.
"""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.board import COLOURS
from branchline.game import events as ev
from tests.table import Table, table

ALL_SEATS = [2, 3, 4, 5, 6]
YOU, OPPONENT = 0, 1


def old_west(*homes: str, seats: int = 2, alvin: bool = False) -> Table:
    """A table whose seats start in these cities; the others elsewhere."""
    others = ("Seattle", "Wolf Point", "San Diego", "Tucson", "Spokane", "Bend")
    chosen = [*homes, *(city for city in others if city not in homes)][:seats]
    return table("old_west", seats, homes=chosen, alvin=alvin)


def settling(seats: int = 2, starts: int = 0, **options: bool) -> bl.Game:
    """A game in which all tickets are chosen, and no starting city."""
    game = bl.new_game("old_west", seats, seed=1, options={"starts": starts, **options})
    for seat in range(seats):
        game.push(game.parse("keep all", seat), seat)
    return game


def touching(at: Table, *names: str) -> set[str]:
    """The tracks that end in one of these cities."""
    some = {i for i, city in enumerate(at.board.cities) if city.name in names}
    return {t.id for t in at.board.tracks if {t.a, t.b} & some}


def points(at: Table) -> list[int]:
    return [player.points for player in at.game.view(None).players if player.points is not None]


# Players and components.


def test_this_expansion_is_designed_for_2_to_6_players() -> None:
    for seats in (1, 7):
        with pytest.raises(bl.BranchlineError, match="2 to 6 seats"):
            bl.new_game("old_west", seats)
    assert [bl.new_game("old_west", seats, seed=1).seats for seats in ALL_SEATS] == ALL_SEATS


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_in_4_5_and_6_player_games_players_can_use_all_tracks_of_a_triple_route(
    seats: int,
) -> None:
    at = old_west("Seattle", "Portland", "Eugene", seats=seats).owns(2, "eugene-portland-1")
    at.with_hand(0, "green*2").with_hand(1, "orange*2").with_hand(2, "yellow*2")
    at.claims("Seattle Portland").claims("Seattle Portland").claims("Seattle Portland")
    owners = at.game.view(None).owners
    assert [owners[f"portland-seattle-{n}"] for n in (1, 2, 3)] == [0, 1, 2]


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_same_player_cannot_claim_more_than_one_track_of_those_routes(seats: int) -> None:
    at = old_west("Seattle", seats=seats).owns(0, "portland-seattle-1").with_hand(0, "orange*2")
    assert at.why_not("claim Seattle Portland: 2 orange") == bl.Refusal.OWN_SISTER


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("first", [1, 2, 3])
def test_in_2_and_3_player_games_the_other_tracks_are_locked_once_one_is_claimed(
    seats: int, first: int
) -> None:
    at = old_west("Seattle", "Portland", seats=seats).owns(0, f"portland-seattle-{first}")
    at.with_hand(1, "loco*4").turn_of(1)
    assert not {f"portland-seattle-{n}" for n in (1, 2, 3)} & at.claimable
    for n in {1, 2, 3} - {first}:
        move = {"do": "claim", "track": f"portland-seattle-{n}"}
        all_locomotives = {**move, "colour": "locomotive", "locomotives": 2}
        assert at.game.why_not(at.game.action_of(all_locomotives)) == bl.Refusal.SISTER_TAKEN


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_player_has_40_trains(seats: int) -> None:
    view = bl.new_game("old_west", seats, seed=1).view(None)
    assert [player.trains for player in view.players] == [40] * seats


def test_the_train_car_cards_are_those_of_the_base_game() -> None:
    (shuffled,) = [e for e in bl.new_game("old_west", seed=1).opening if isinstance(e, ev.Shuffled)]
    assert Counter(shuffled.deck) == Counter({**dict.fromkeys(COLOURS, 12), "locomotive": 14})


def test_there_are_50_destination_tickets() -> None:
    opening = bl.new_game("old_west", seed=1).opening
    (shuffled,) = [e for e in opening if isinstance(e, ev.TicketsShuffled)]
    assert len(shuffled.deck) == len(set(shuffled.deck)) == 50


def test_there_are_18_city_markers_3_for_each_player() -> None:
    view = bl.new_game("old_west", 6, seed=1).view(None)
    assert [player.markers_left for player in view.players] == [3] * 6


# Set-up.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_5_destination_tickets_are_dealt_to_each_player(seats: int) -> None:
    game = bl.new_game("old_west", seats, seed=1)
    offers = [game.view(seat).offer for seat in range(seats)]
    assert [len(offer) for offer in offers] == [5] * seats
    assert len({ticket for offer in offers for ticket in offer}) == 5 * seats


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_four_train_car_cards_as_in_the_base_game(seats: int) -> None:
    view = bl.new_game("old_west", seats, seed=1).view(None)
    assert [player.cards for player in view.players] == [4] * seats


def test_each_player_must_keep_at_least_3() -> None:
    game = bl.new_game("old_west", 2, seed=1)
    kept = Counter(len(a.move.tickets) for a in game.legal_actions() if isinstance(a.move, bl.Keep))
    assert kept == {3: 10, 4: 5, 5: 1}
    two = game.parse("keep 1 2", 0, check=False)
    assert game.why_not(two, 0) == bl.Refusal.KEEP_MORE


def test_the_discarded_tickets_are_shuffled_together_and_put_under_the_deck() -> None:
    orders = set()
    for seed in range(5):
        game = bl.new_game("old_west", 2, seed=seed)
        returned = [*game.view(0).offer[3:], *game.view(1).offer[3:]]
        game.push(game.parse("keep 1 2 3", 0), 0)
        events = game.push(game.parse("keep 1 2 3", 1), 1)
        (under,) = [e for e in events if isinstance(e, ev.PutUnder)]
        assert sorted(under.tickets) == sorted(returned)
        orders.add(tuple(returned.index(ticket) for ticket in under.tickets))
        assert Table(game).ticket_deck[-4:] == list(under.tickets)
    assert len(orders) > 1


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_starting_cities_are_chosen_after_tickets_beginning_with_the_player_who_goes_last(
    seats: int,
) -> None:
    for starts in range(seats):
        game = settling(seats, starts)
        order = []
        while game.phase == "starting city":
            order.append(game.seat)
            game.push(game.legal_actions()[0])
        assert order[0] == (starts - 1) % seats  # who goes last
        assert order == [(starts - 1 - i) % seats for i in range(seats)]  # counter-clockwise
        assert game.seat == starts


def test_a_starting_city_is_chosen_by_placing_one_of_ones_city_markers() -> None:
    game = settling()
    game.push(game.parse("start in Denver"))
    view = game.view(None)
    assert view.markers == {"denver": 1}
    assert [player.markers_left for player in view.players] == [3, 2]
    assert [player.home for player in view.players] == [None, "denver"]


# Draw train car cards.


def test_the_card_draw_follows_the_exact_same_rules_as_the_core_game() -> None:
    at = old_west().with_hand(0, "").with_row("red blue green white black")
    at.with_deck_top("loco red").draws("red")
    assert not at.may("draw 1")
    at.draws("blue")
    assert at.hand(0) == {"blue": 1, "red": 1}
    assert (at.game.phase, at.game.seat) == ("turn", 1)
    at = old_west().with_row("loco blue green white black").draws("locomotive")
    assert at.game.seat == 1


# Claim a route.


@pytest.mark.parametrize("home", ["Salt Lake City", "Denver", "Roswell", "Seattle"])
def test_the_first_route_you_claim_must_be_a_route_from_your_starting_city(home: str) -> None:
    at = old_west(home, "Helena").with_hand(0, "loco*7")
    assert at.claimable == touching(at, home)


def salt_lake_city() -> Table:
    """The example of the book: you start in Salt Lake City."""
    return old_west("Salt Lake City").with_hand(0, "white red*4 loco*4").with_hand(1, "")


def test_you_have_chosen_salt_lake_city_and_claim_green_river() -> None:
    at = salt_lake_city()
    assert at.claimable <= touching(at, "Salt Lake City")
    at.claims("Salt Lake City Green River: 1 white").does("no marker")
    assert at.game.view(YOU).reach == ("green_river", "salt_lake_city")


def test_the_next_route_must_connect_to_either_salt_lake_city_or_green_river() -> None:
    at = salt_lake_city().claims("Salt Lake City Green River: 1 white").does("no marker")
    at.does("tickets").does("keep all")
    near = touching(at, "Salt Lake City", "Green River")
    assert at.claimable <= near
    assert at.claimable & touching(at, "Green River")
    assert at.claimable & touching(at, "Salt Lake City")
    assert at.why_not("claim Cheyenne Denver: 1 loco") == bl.Refusal.NOT_CONNECTED
    assert at.may("claim Green River Cheyenne: 4 red")


def test_after_green_river_cheyenne_the_next_must_connect_to_one_of_the_three() -> None:
    at = salt_lake_city().claims("Salt Lake City Green River: 1 white").does("no marker")
    at.does("tickets").does("keep all")
    at.claims("Green River Cheyenne: 4 red").does("no marker")
    at.does("tickets").does("keep all")
    assert at.claimable <= touching(at, "Salt Lake City", "Green River", "Cheyenne")
    for city in ("Salt Lake City", "Green River", "Cheyenne"):
        assert at.claimable & touching(at, city)
    assert at.may("claim Cheyenne Denver (black): 1 loco")
    assert at.why_not("claim Denver Pueblo: 1 loco") == bl.Refusal.NOT_CONNECTED


def test_you_can_never_claim_a_route_that_is_not_connected_to_your_network() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1").with_hand(0, "loco*7")
    far = {t.id for t in at.board.tracks} - touching(at, "Salt Lake City", "Green River")
    assert not far & at.claimable


def claimed_with(hand: str) -> Table:
    """You claim Green River–Cheyenne with four red cards and have these left."""
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1")
    return at.with_hand(0, f"red*4 {hand}").claims("Green River Cheyenne: 4 red")


@pytest.mark.parametrize("city", ["Green River", "Cheyenne"])
@pytest.mark.parametrize("hand", ["blue*2", "blue loco", "loco*2"])
def test_you_may_place_a_marker_in_either_of_the_cities_by_playing_a_pair(
    city: str, hand: str
) -> None:
    at = claimed_with(hand).does(f"mark {city}")
    assert at.game.view(None).markers[city.lower().replace(" ", "_")] == YOU
    assert at.hand(YOU) == {}
    assert at.game.seat == OPPONENT


@pytest.mark.parametrize("hand", ["blue", "blue green", "loco", ""])
def test_without_a_pair_of_the_same_colour_you_may_not(hand: str) -> None:
    assert claimed_with(hand).game.seat == OPPONENT


def test_you_may_place_none() -> None:
    at = claimed_with("blue*2").does("no marker")
    assert at.hand(YOU) == {"blue": 2}
    assert set(at.game.view(None).markers) == {"salt_lake_city", "seattle"}


def test_each_city_can_only_have_one_city_marker() -> None:
    at = old_west("Salt Lake City", "Cheyenne").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*2").claims("Green River Cheyenne: 4 red")
    assert at.why_not("mark Cheyenne blue") == bl.Refusal.CITY_MARKED
    assert at.may("mark Green River blue")


def test_you_can_control_a_maximum_of_3_cities() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1")
    at.with_marker(0, "Green River").with_marker(0, "Denver").with_hand(0, "red*4 blue*2")
    at.claims("Green River Cheyenne: 4 red")
    assert at.game.seat == OPPONENT
    assert at.game.view(None).players[YOU].markers_left == 0


def test_once_a_city_marker_has_been_placed_it_cannot_be_moved() -> None:
    at = claimed_with("blue*4").does("mark Cheyenne blue")
    at.does("tickets").does("keep all")
    before = at.game.view(None).markers
    # There is no action that takes a marker away, and none that puts another in its place.
    for move in at.game.catalogue.ids:
        if isinstance(move, bl.Mark | bl.Settle) and move.city == "cheyenne":
            assert at.game.why_not(at.game.action_of(move.to_json()))
    at.everybody_passes_the_time(turns=6)
    assert at.game.view(None).markers == before


def test_claimed_routes_give_points_to_the_player_who_claimed_them() -> None:
    at = old_west("Salt Lake City").owns(0, "green_river-salt_lake_city-1").with_hand(0, "red*4")
    before = points(at)
    at.claims("Green River Cheyenne: 4 red")
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [7, 0]
    (scored,) = at.happened(ev.Scored)
    assert scored.why == "route"


def test_if_you_claim_a_route_connected_to_one_of_your_markers_you_score_that_route() -> None:
    at = old_west("Salt Lake City").with_hand(0, "red*4").claims("Salt Lake City St. George")
    assert points(at) == [7, 0]


def opponent_claims_st_george_to_salt_lake_city(*marked: str) -> Table:
    """The opponent comes from Las Vegas; you have markers in these cities and start elsewhere."""
    at = old_west("Seattle", "Las Vegas").owns(OPPONENT, "las_vegas-st_george-1")
    for city in marked:
        at.with_marker(YOU, city)
    return at.with_hand(OPPONENT, "red*4").turn_of(OPPONENT)


def test_you_receive_7_points_for_your_marker_in_salt_lake_city_and_the_opponent_none() -> None:
    at = opponent_claims_st_george_to_salt_lake_city("Salt Lake City")
    before = points(at)
    at.claims("St. George Salt Lake City")
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [7, 0]
    assert at.game.view(None).owners["salt_lake_city-st_george-1"] == OPPONENT


def test_it_is_the_same_with_a_starting_city() -> None:
    at = old_west("Salt Lake City", "St. George").with_hand(1, "red*4").turn_of(1)
    at.claims("St. George Salt Lake City")
    assert points(at) == [7, 7]  # Both are starting cities, and each owner scores.
    at = old_west("Salt Lake City", "Las Vegas").owns(1, "las_vegas-st_george-1")
    at.with_hand(1, "red*4").turn_of(1).claims("St. George Salt Lake City")
    assert points(at) == [7, 2]


def test_you_receive_14_points_for_markers_in_both_and_the_opponent_none() -> None:
    at = opponent_claims_st_george_to_salt_lake_city("Salt Lake City", "St. George")
    before = points(at)
    at.claims("St. George Salt Lake City")
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [14, 0]
    told = [(e.seat, e.points, e.city) for e in at.happened(ev.Scored)]
    assert told == [(YOU, 7, "salt_lake_city"), (YOU, 7, "st_george")]


def test_if_both_cities_are_controlled_both_controlling_players_score() -> None:
    at = old_west("Las Vegas", "Seattle", "Portland", seats=3).owns(0, "las_vegas-st_george-1")
    at.with_marker(1, "Salt Lake City").with_marker(2, "St. George").with_hand(0, "red*4")
    before = points(at)
    at.claims("St. George Salt Lake City")
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [0, 7, 7]


def test_if_the_claimer_controls_both_cities_the_claimer_scores_twice() -> None:
    at = old_west("Salt Lake City").with_marker(0, "St. George").with_hand(0, "red*4")
    at.claims("St. George Salt Lake City")
    assert points(at) == [14, 0]


# Ferries.


def test_the_ferry_links_los_angeles_and_san_francisco() -> None:
    board = bl.load_board("old_west")
    (ferry,) = [t for t in board.tracks if t.locomotives]
    assert (ferry.id, ferry.length, ferry.locomotives, ferry.colour) == (
        "los_angeles-san_francisco",
        7,
        3,
        "grey",
    )


@pytest.mark.parametrize("locomotives", range(8))
def test_a_locomotive_must_be_played_for_each_symbol_and_a_set_for_the_remaining_spaces(
    locomotives: int,
) -> None:
    rest = 7 - locomotives
    at = old_west("Los Angeles").with_hand(0, f"blue*{rest} loco*{locomotives}")
    if locomotives < 3:
        assert "los_angeles-san_francisco" not in at.claimable
        refused = at.why_not(
            f"claim Los Angeles San Francisco: {rest} blue, {locomotives} locomotives"
        )
        assert refused == bl.Refusal.FERRY
    else:
        at.claims("Los Angeles San Francisco").scores(0, 18)
        assert at.hand(0) == {}


def test_the_set_for_a_ferry_is_of_one_colour() -> None:
    at = old_west("Los Angeles").with_hand(0, "blue*2 red*2 loco*3")
    assert "los_angeles-san_francisco" not in at.claimable


# Draw destination tickets.


@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_a_player_draws_4_tickets_and_keeps_one_two_three_or_all_four(kept: int) -> None:
    offer = ["bend-las_vegas", "fresno-phoenix", "seattle-denver", "st_george-gillette"]
    at = old_west().with_tickets(0).with_ticket_top(*offer).does("tickets")
    assert at.game.view(0).offer == tuple(offer)
    assert at.why_not("keep none") == bl.Refusal.KEEP_MORE
    at.keeps(*offer[:kept])
    assert set(at.game.view(0).tickets) == set(offer[:kept])
    # Any returned cards are placed at the bottom of the deck.
    assert at.ticket_deck[len(at.ticket_deck) - 4 + kept :] == offer[kept:]
    assert (at.game.phase, at.game.seat) == ("turn", 1)


# The end of the game.


def without_tickets(*homes: str, seats: int = 2, alvin: bool = False) -> Table:
    at = old_west(*homes, seats=seats, alvin=alvin)
    for seat in range(seats):
        at.with_tickets(seat)
    return at


ASHLAND = ("portland-seattle-1", "eugene-portland-1", "ashland-eugene-1")


def test_the_most_completed_destination_tickets_receive_15_points() -> None:
    at = without_tickets("Seattle", "Salt Lake City").with_tickets(0, "seattle-ashland")
    at.with_tickets(1, "salt_lake_city-cheyenne").owns(0, *ASHLAND)
    result = at.ends()
    assert [seat.bonuses for seat in result.seats] == [{"most tickets": 15}, {}]
    assert [seat.total for seat in result.seats] == [5 + 5 + 15, -5]


def test_in_case_of_a_tie_all_tied_players_score_the_bonus() -> None:
    at = without_tickets("Seattle", "Salt Lake City", "Helena", seats=3)
    at.with_tickets(0, "seattle-ashland").with_tickets(1, "salt_lake_city-cheyenne")
    at.owns(0, *ASHLAND).owns(1, "green_river-salt_lake_city-1", "cheyenne-green_river-1")
    assert [seat.bonuses for seat in at.ends().seats] == [{"most tickets": 15}] * 2 + [{}]


def test_there_is_no_bonus_for_the_longest_path() -> None:
    at = without_tickets("Seattle").owns(0, *ASHLAND)
    assert [seat.bonuses for seat in at.ends().seats] == [{}, {}]


# The variant: Alvin the alien.


def test_alvin_starts_in_roswell() -> None:
    assert bl.new_game("old_west", seed=1, options={"alvin": True}).view(None).alvin == "roswell"
    assert bl.new_game("old_west", seed=1).view(None).alvin is None


def test_no_player_can_start_the_game_in_roswell() -> None:
    game = settling(6, alvin=True)
    while game.phase == "starting city":
        assert "start in Roswell" not in map(str, game.legal_actions())
        with pytest.raises(bl.BranchlineError, match="where Alvin landed"):
            game.parse("start in Roswell")
        game.push(game.legal_actions()[0])


def test_no_player_can_place_a_city_marker_in_roswell_during_the_game() -> None:
    at = old_west("Santa Fe", alvin=True).with_hand(0, "yellow*3 blue*2")
    at.claims("Santa Fe Roswell: 3 yellow")
    assert at.game.seat == OPPONENT  # Santa Fe is marked, and Roswell must not be.


def capture_from_santa_fe() -> Table:
    at = old_west("Santa Fe", "Albuquerque", alvin=True).with_hand(0, "yellow*3")
    return at.with_hand(1, "red*2 green").with_marker(0, "Denver")


def test_the_first_player_to_claim_a_route_into_roswell_captures_alvin() -> None:
    at = capture_from_santa_fe().claims("Santa Fe Roswell")
    assert at.happened(ev.Captured) == [ev.Captured(YOU, "roswell")]
    # He immediately receives 10 points: four for the route, and these.
    assert points(at) == [14, 0]
    # He must then move Alvin to any city he controls, his starting city too.
    assert at.choices == ["move Alvin to Denver", "move Alvin to Santa Fe"]
    assert at.why_not("no marker") == bl.Refusal.MOVE_ALVIN
    at.does("alvin Santa Fe")
    assert at.game.view(None).alvin == "santa_fe"


def test_claiming_a_route_into_roswell_when_alvin_has_left_captures_nobody() -> None:
    at = capture_from_santa_fe().claims("Santa Fe Roswell").does("alvin Denver")
    at.claims("Albuquerque Roswell")
    assert "captured" not in at.story
    assert at.game.view(None).alvin_holder == YOU


def test_when_another_player_claims_a_route_into_the_city_where_alvin_is_he_captures_him() -> None:
    at = capture_from_santa_fe().claims("Santa Fe Roswell").does("alvin Santa Fe")
    before = points(at)
    at.claims("Albuquerque Santa Fe: 1 green")
    assert at.happened(ev.Captured) == [ev.Captured(OPPONENT, "santa_fe")]
    # Both ends are marked: a point each for the route, ten for the capture.
    assert [now - then for now, then in zip(points(at), before, strict=True)] == [1, 1 + 10]
    assert at.game.view(None).alvin == "albuquerque"
    assert at.game.view(None).alvin_holder == OPPONENT


def test_the_player_who_controls_alvin_at_the_end_adds_10_points() -> None:
    at = without_tickets("Santa Fe", "Albuquerque", alvin=True).with_hand(0, "yellow*3")
    at.claims("Santa Fe Roswell")
    result = at.ends()
    assert result.seats[0].bonuses == {"captures": 10, "alvin": 10}
    assert [seat.total for seat in result.seats] == [4 + 10 + 10, 0]
