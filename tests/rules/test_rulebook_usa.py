"""The rulebook of USA, sentence by sentence, as far as a sentence can be tested.

The order is that of the book: components, set-up, the turn, train cards, routes, tickets, the end.
"""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline import Claim
from branchline.board import COLOURS
from branchline.game import events as ev
from tests.table import Table, table

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
ALL_SEATS = [2, 3, 4, 5]
MONTREAL = "montreal-new_york"


def claimable(at: Table) -> set[str]:
    """The tracks the seat in turn may claim."""
    moves = [action.move for action in at.game.legal_actions()]
    return {move.track for move in moves if isinstance(move, Claim)}


def without_tickets(seats: int = 2) -> Table:
    at = table(seats=seats)
    for seat in range(seats):
        at.with_tickets(seat)
    return at


# Components.


def test_there_are_110_train_cards_twelve_of_each_colour_and_14_locomotives() -> None:
    deck = Counter(
        card
        for event in bl.new_game("usa", seed=1).opening
        if isinstance(event, ev.Shuffled)
        for card in event.deck
    )
    assert deck.total() == 110
    assert deck == Counter({**dict.fromkeys(COLOURS, 12), "locomotive": 14})


def test_there_are_30_destination_tickets() -> None:
    (event,) = [e for e in bl.new_game("usa", seed=1).opening if isinstance(e, ev.TicketsShuffled)]
    assert len(event.deck) == len(set(event.deck)) == 30


def test_two_to_five_players_can_play() -> None:
    for seats in (1, 6):
        with pytest.raises(bl.BranchlineError, match="2 to 5 seats"):
            bl.new_game("usa", seats)
    assert [bl.new_game("usa", seats, seed=1).seats for seats in ALL_SEATS] == ALL_SEATS


# Setting up.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_player_takes_45_trains(seats: int) -> None:
    view = bl.new_game("usa", seats, seed=1).view(None)
    assert [player.trains for player in view.players] == [45] * seats


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_scoring_markers_begin_at_the_start(seats: int) -> None:
    view = bl.new_game("usa", seats, seed=1).view(None)
    assert [player.points for player in view.players] == [0] * seats


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_a_starting_hand_of_four_cards_is_dealt_to_each_player(seats: int) -> None:
    game = bl.new_game("usa", seats, seed=1)
    dealt = [e for e in game.opening if isinstance(e, ev.Dealt)]
    assert [e.seat for e in dealt] == list(range(seats))
    assert all(len(e.cards) == 4 for e in dealt)
    assert [game.view(e.seat).hand for e in dealt] == [dict(_sorted(e.cards)) for e in dealt]


def _sorted(some: tuple[str, ...]) -> list[tuple[str, int]]:
    counts = Counter(some)
    return [(card, counts[card]) for card in (*COLOURS, "locomotive") if counts[card]]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_top_five_cards_of_the_deck_are_turned_face_up(seats: int) -> None:
    game = bl.new_game("usa", seats, seed=1)
    (shuffled,) = [e for e in game.opening if isinstance(e, ev.Shuffled)]
    assert game.view(None).market == shuffled.deck[4 * seats : 4 * seats + 5]
    assert game.view(None).deck == 110 - 4 * seats - 5


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_three_destination_tickets_are_dealt_to_each_player(seats: int) -> None:
    game = bl.new_game("usa", seats, seed=1)
    offers = [game.view(seat).offer for seat in range(seats)]
    assert all(len(offer) == 3 for offer in offers)
    assert len({ticket for offer in offers for ticket in offer}) == 3 * seats


def test_a_player_must_keep_at_least_two_but_may_keep_all_three() -> None:
    game = bl.new_game("usa", 2, seed=1)
    kept = sorted(len(a.move.tickets) for a in game.legal_actions() if isinstance(a.move, bl.Keep))
    assert kept == [2, 2, 2, 3]
    one = game.parse("keep 1", 0, check=False)
    assert game.why_not(one, 0) == bl.Refusal.KEEP_MORE
    assert game.why_not(game.parse("keep none", 0, check=False), 0) == bl.Refusal.KEEP_MORE


def test_returned_first_tickets_are_placed_on_the_bottom_of_the_deck() -> None:
    game = bl.new_game("usa", 2, seed=1)
    returned = game.view(0).offer[0]
    game.push(game.parse("keep 2 3", 0), 0)
    game.push(game.parse("keep all", 1), 1)
    (place,) = game.view(0).ticket_places
    assert (place.ticket, place.position) == (returned, game.view(None).ticket_deck - 1)


def test_players_keep_their_tickets_secret() -> None:
    at = table().with_tickets(0, "boston-miami", "denver-el_paso")
    assert at.game.view(0).tickets == ("boston-miami", "denver-el_paso")
    for viewer in (1, None):
        told = str(at.game.view(viewer).to_json())
        assert at.game.view(viewer).players[0].tickets == 2
        assert "boston-miami" not in told
        assert "denver-el_paso" not in told


# The object of the game.


def test_points_are_scored_by_claiming_a_route() -> None:
    table().with_hand(0, "purple*4").claims("Denver Omaha").scores(0, 7).scores(1, 0)


def test_points_are_scored_by_completing_a_ticket() -> None:
    at = without_tickets().with_tickets(0, "denver-el_paso")
    at.owns(0, "denver-santa_fe", "el_paso-santa_fe")
    assert at.ends().seats[0].ticket_points == 4


def test_points_are_scored_by_the_longest_path() -> None:
    at = without_tickets().owns(0, "denver-santa_fe", "el_paso-santa_fe").owns(1, "chicago-duluth")
    assert [seat.total for seat in at.ends().seats] == [4 + 10, 4]


def test_points_are_lost_by_a_ticket_that_was_not_completed() -> None:
    at = without_tickets().with_tickets(0, "denver-el_paso").owns(0, "denver-santa_fe")
    assert at.ends().seats[0].ticket_points == -4


# The turn.


def test_each_player_takes_one_turn_at_a_time_clockwise() -> None:
    at = table(seats=3)
    turns = []
    for _ in range(6):
        turns.append((at.game.turn, at.game.seat))
        at.takes_a_quiet_turn()
    assert turns == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2)]


def test_a_turn_is_one_of_three_actions() -> None:
    at = table().with_hand(0, "purple*4")
    kinds = {choice.split()[0] for choice in at.choices if choice != "draw tickets"}
    assert kinds == {"draw", "claim"}
    assert "draw tickets" in at.choices
    # Only one kind of action a turn: the turn passes on, or only more of the same is left.
    assert table().with_hand(0, "purple*4").claims("Denver Omaha").game.seat == 1
    drawing = table().with_hand(0, "purple*4").draws("deck")
    assert all(c.startswith("draw ") and c != "draw tickets" for c in drawing.choices)
    asking = table().with_hand(0, "purple*4").does("tickets")
    assert all(choice.startswith("keep") for choice in asking.choices)


def test_a_player_may_draw_two_cards_from_the_deck() -> None:
    at = table().with_hand(0, "").with_deck_top("red blue").draws("deck", "deck")
    assert at.hand(0) == {"blue": 1, "red": 1}
    assert at.game.seat == 1


def test_a_player_may_draw_two_face_up_cards() -> None:
    at = table().with_hand(0, "").with_row("red blue green white black").draws("green", "black")
    assert at.hand(0) == {"black": 1, "green": 1}
    assert at.game.seat == 1


def test_a_player_may_draw_one_of_each_in_either_order() -> None:
    for order in (("deck", "green"), ("green", "deck")):
        at = table().with_hand(0, "").with_row("red blue green white black")
        at.with_deck_top("yellow*2").draws(*order)
        assert at.hand(0) == {"yellow": 1, "green": 1}


def test_a_face_up_card_is_replaced_immediately_from_the_deck() -> None:
    at = table().with_row("red blue green white black").with_deck_top("yellow purple")
    at.draws("green")
    assert at.row == ["red", "blue", "yellow", "white", "black"]
    # The replacement may be the second card, and is replaced in turn.
    at.draws("yellow")
    assert at.row == ["red", "blue", "purple", "white", "black"]


def test_a_blind_draw_changes_nothing_in_the_row() -> None:
    at = table().with_row("red blue green white black").draws("deck", "deck")
    assert at.row == ["red", "blue", "green", "white", "black"]


def test_a_blind_draw_is_blind() -> None:
    at = table().with_deck_top("yellow").draws("deck")
    (drew,) = at.happened(ev.Drew)
    assert drew.seen_by(0)["card"] == "yellow"
    assert "card" not in drew.seen_by(1)
    assert "card" not in drew.seen_by(None)


# Train cards.


def test_the_routes_have_the_eight_colours_or_are_grey() -> None:
    colours = {track.colour for track in bl.load_board("usa").tracks}
    assert colours == {*COLOURS, "grey"}


@pytest.mark.parametrize("colour", COLOURS)
def test_locomotives_can_be_part_of_any_set(colour: str) -> None:
    track = next(t for t in table().board.tracks if t.colour == colour and t.length >= 3)
    at = table().with_hand(0, f"{colour}*{track.length - 1} loco")
    assert track.id in claimable(at)


def test_a_face_up_locomotive_is_drawn_alone() -> None:
    at = table().with_hand(0, "").with_row("loco blue green white black").draws("locomotive")
    assert at.hand(0) == {"locomotive": 1}
    assert at.game.seat == 1


def test_a_locomotive_that_replaces_the_first_card_cannot_be_taken() -> None:
    at = table().with_row("red blue green white black").with_deck_top("loco").draws("red")
    assert at.row[0] == "locomotive"
    assert not at.may("draw 1")
    assert all(at.may(f"draw {place}") for place in (2, 3, 4, 5))


def test_three_face_up_locomotives_are_discarded_with_the_whole_row() -> None:
    at = table().with_row("loco loco green white black").with_deck_top("loco red*5")
    at.draws("green")
    assert at.row == ["red"] * 5
    assert at.discards == {"white": 1, "black": 1, "locomotive": 3}


def test_a_locomotive_from_a_blind_draw_counts_as_a_single_card() -> None:
    at = table().with_hand(0, "").with_deck_top("loco loco").draws("deck")
    assert at.game.phase == "second card"
    at.draws("deck")
    assert at.hand(0) == {"locomotive": 2}


def test_a_hand_has_no_limit() -> None:
    at = table().with_hand(1, "").with_row("red blue green white black").with_deck("red*2", rest=0)
    at.draws("deck", "deck")
    assert sum(at.hand(0).values()) == 110 - 5


def test_when_the_deck_is_exhausted_the_discards_are_reshuffled() -> None:
    at = table().with_row("red*5").with_discards("blue*9 green*9").with_deck("white", rest=1)
    at.draws("deck")
    assert Counter(at.deck) == {"blue": 9, "green": 9}
    # Shuffled: not the sets in which they were discarded.
    assert at.deck not in (["blue"] * 9 + ["green"] * 9, ["green"] * 9 + ["blue"] * 9)


def test_with_no_cards_left_a_player_can_only_claim_or_draw_tickets() -> None:
    at = table().with_row("- - - - -").with_hand(0, "purple*4").with_deck("", rest=1)
    assert {choice.split(":")[0] for choice in at.choices} >= {"draw tickets", "claim Denver–Omaha"}
    assert at.why_not("draw deck") == bl.Refusal.DECK_EMPTY
    assert all(at.why_not(f"draw {n}") == bl.Refusal.PLACE_EMPTY for n in range(1, 6))


# Claiming routes.


def test_the_set_must_equal_the_number_of_spaces() -> None:
    for track in table().board.tracks:
        colour = "red" if track.colour == "grey" else track.colour
        assert track.id in claimable(table().with_hand(0, f"{colour}*{track.length}"))
        assert track.id not in claimable(table().with_hand(0, f"{colour}*{track.length - 1}"))


def test_the_set_must_be_of_one_type() -> None:
    at = table().with_hand(0, "red*2 blue*2 green*2 white*2")
    assert all(t.length <= 2 for t in at.board.tracks if t.id in claimable(at))


def test_a_blue_route_must_be_claimed_with_blue_cards() -> None:
    every_other = " ".join(f"{colour}*6" for colour in COLOURS if colour != "blue")
    at = table().with_hand(0, every_other)
    blue = {t.id for t in at.board.tracks if t.colour == "blue"}
    assert not blue & claimable(at)
    assert blue & claimable(table().with_hand(0, "blue*6"))


@pytest.mark.parametrize("colour", COLOURS)
def test_every_coloured_route_takes_its_own_colour_and_no_other(colour: str) -> None:
    at = table().with_hand(0, f"{colour}*6")
    assert claimable(at) == {t.id for t in at.board.tracks if t.colour in (colour, "grey")}


@pytest.mark.parametrize("colour", COLOURS)
def test_a_grey_route_can_be_claimed_with_any_one_colour(colour: str) -> None:
    at = table().with_hand(0, f"{colour}*6")
    assert claimable(at) >= {t.id for t in at.board.tracks if t.colour == "grey"}


def test_one_train_is_placed_on_each_space_and_the_cards_are_discarded() -> None:
    at = table().with_hand(0, "purple*4 red").claims("Denver Omaha")
    assert at.trains(0) == 41
    assert at.hand(0) == {"red": 1}
    assert at.discards == {"purple": 4}
    assert at.game.view(None).owners == {"denver-omaha": 0}


def test_a_player_may_claim_any_open_route_and_is_never_required_to_connect() -> None:
    at = table().owns(0, "atlanta-miami").with_hand(0, "loco*6")
    assert claimable(at) == {t.id for t in at.board.tracks} - {"atlanta-miami"}


def test_a_route_that_is_taken_is_not_open() -> None:
    at = table().owns(1, "denver-omaha").with_hand(0, "purple*4")
    assert at.why_not("claim Denver Omaha") == bl.Refusal.TAKEN


def test_a_player_may_claim_only_one_route_on_a_turn() -> None:
    at = table().with_hand(0, "purple*4 loco*4").claims("Denver Omaha: 4 purple")
    assert at.game.seat == 1
    assert at.why_not("claim Denver Helena: 4 locos", seat=0) == bl.Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_one_player_cannot_claim_both_routes_of_a_double_route(seats: int) -> None:
    at = table(seats=seats).owns(0, "boston-new_york-1").with_hand(0, "yellow*2")
    assert "boston-new_york-2" not in claimable(at)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_with_two_or_three_players_only_one_of_a_double_route_can_be_used(seats: int) -> None:
    for first, second in (("1", "2"), ("2", "1")):
        at = table(seats=seats).owns(0, f"boston-new_york-{first}")
        at.with_hand(1, "red*2 yellow*2").turn_of(1)
        assert (f"boston-new_york-{second}" in claimable(at)) == (seats > 3)


def test_montreal_to_new_york_takes_a_set_of_three_blue_cards() -> None:
    assert MONTREAL in claimable(table().with_hand(0, "blue*3"))
    assert MONTREAL not in claimable(table().with_hand(0, "blue*2"))
    assert MONTREAL not in claimable(table().with_hand(0, "red*3 green*3"))
    at = table().with_hand(0, "blue*3").claims("Montréal New York").scores(0, 4)
    assert at.discards == {"blue": 3}


@pytest.mark.parametrize("colour", COLOURS)
def test_montreal_to_toronto_takes_any_set_of_the_same_type(colour: str) -> None:
    at = table().with_hand(0, f"{colour}*3").claims("Montréal Toronto").scores(0, 4)
    assert at.discards == {colour: 3}


def test_montreal_to_toronto_does_not_take_a_mixed_set() -> None:
    assert "montreal-toronto" not in claimable(table().with_hand(0, "red*2 blue*2 green*2"))


@pytest.mark.parametrize("length", POINTS)
def test_the_route_scoring_table(length: int) -> None:
    track = next(t for t in table().board.tracks if t.length == length)
    at = table().with_hand(0, f"loco*{length}")
    move = {"do": "claim", "track": track.id, "colour": "locomotive", "locomotives": length}
    events = at.game.push(at.game.action_of(move))
    (scored,) = [e for e in events if isinstance(e, ev.Scored)]
    assert (scored.seat, scored.points, scored.track) == (0, POINTS[length], track.id)
    at.scores(0, POINTS[length])


# Drawing tickets.


def test_three_new_tickets_are_drawn_from_the_top_of_the_deck() -> None:
    at = table().with_ticket_top("boston-miami", "dallas-new_york", "duluth-houston")
    at.does("tickets")
    assert at.game.view(0).offer == ("boston-miami", "dallas-new_york", "duluth-houston")


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_at_least_one_ticket_must_be_kept_but_two_or_three_may_be(kept: int) -> None:
    offer = ["boston-miami", "dallas-new_york", "duluth-houston"]
    at = table().with_tickets(0).with_ticket_top(*offer).does("tickets")
    assert at.why_not("keep none") == bl.Refusal.KEEP_MORE
    at.keeps(*offer[:kept])
    assert at.game.view(0).tickets == tuple(offer[:kept])
    assert at.ticket_deck[len(at.ticket_deck) - 3 + kept :] == offer[kept:]
    assert at.game.seat == 1


def test_with_fewer_than_three_tickets_left_the_available_ones_are_drawn() -> None:
    at = table().with_ticket_deck("boston-miami", "dallas-new_york", rest=1).does("tickets")
    assert at.game.view(0).offer == ("boston-miami", "dallas-new_york")


def test_each_ticket_names_two_cities_on_the_map_and_a_point_value() -> None:
    board = bl.load_board("usa")
    for ticket in board.tickets:
        (a,), (b,) = ticket.starts, ticket.ends
        assert a != b
        assert ticket.label == f"{board.cities[a].name}–{board.cities[b].name}"
        assert 4 <= ticket.points <= 22


def test_a_ticket_is_completed_by_a_series_of_routes_of_ones_own() -> None:
    way = ("denver-santa_fe", "el_paso-santa_fe")
    done = without_tickets().with_tickets(0, "denver-el_paso").owns(0, *way).ends()
    assert (done.seats[0].tickets_done, done.seats[0].ticket_points) == (1, 4)
    # Another player's route does not help.
    at = without_tickets().with_tickets(0, "denver-el_paso").owns(0, way[0]).owns(1, way[1])
    result = at.ends().seats[0]
    assert (result.tickets_failed, result.ticket_points) == (1, -4)


def test_new_tickets_are_kept_secret_too() -> None:
    at = table().with_ticket_top("boston-miami", "dallas-new_york", "duluth-houston")
    at.does("tickets")
    (offered,) = at.happened(ev.Offered)
    assert offered.seen_by(1) == {"event": "offered", "seat": 0, "tickets_count": 3}
    at.keeps("boston-miami")
    (kept,) = at.happened(ev.Kept)
    hidden = {"event": "kept", "seat": 0, "tickets_count": 1, "returned_count": 2}
    assert kept.seen_by(1) == kept.seen_by(None) == hidden
    assert kept.seen_by(0)["tickets"] == ["boston-miami"]


def test_a_player_may_have_any_number_of_tickets() -> None:
    at = table().with_ticket_deck("boston-miami", "dallas-new_york", "duluth-houston", rest=0)
    at.does("tickets").does("keep all")
    assert len(at.game.view(0).tickets) == 30 - 3


# The end of the game.


@pytest.mark.parametrize("left", [0, 1, 2])
def test_two_trains_or_fewer_give_each_player_one_final_turn(left: int) -> None:
    at = table(seats=3).with_hand(0, "purple*4")
    at.with_trains(0, left + 4, sparing=["denver-omaha"]).claims("Denver Omaha")
    seats = []
    while not at.game.is_over:
        seats.append(at.game.seat)
        at.takes_a_quiet_turn()
    assert seats == [1, 2, 0]


def test_three_trains_do_not_end_the_game() -> None:
    at = table(seats=3).with_hand(0, "purple*4")
    at.with_trains(0, 7, sparing=["denver-omaha"]).claims("Denver Omaha")
    at.everybody_passes_the_time(turns=12)
    assert not at.game.is_over


# Calculating scores.


def test_tickets_are_added_or_subtracted_at_the_end() -> None:
    at = without_tickets().with_tickets(0, "denver-el_paso", "boston-miami", "kansas_city-houston")
    at.owns(0, "denver-santa_fe", "el_paso-santa_fe")
    seat = at.ends().seats[0]
    assert {t.ticket: t.done for t in seat.tickets} == {
        "boston-miami": False,
        "denver-el_paso": True,
        "kansas_city-houston": False,
    }
    assert seat.total == 4 + (4 - 12 - 5) + 10


def test_the_longest_path_only_takes_trains_of_one_player_into_account() -> None:
    at = without_tickets().owns(0, "denver-santa_fe", "denver-helena").owns(1, "el_paso-santa_fe")
    assert [seat.longest_path for seat in at.ends().seats] == [6, 2]


def test_a_continuous_path_may_include_loops_and_cities_several_times() -> None:
    at = without_tickets().owns(0, "atlanta-charleston", "charleston-raleigh", "atlanta-raleigh-1")
    at.owns(0, "atlanta-miami", "miami-new_orleans", "atlanta-new_orleans-1")
    assert at.ends().seats[0].longest_path == 21


def test_a_train_is_never_used_twice_in_a_path() -> None:
    at = without_tickets().owns(0, "denver-omaha", "denver-helena", "denver-phoenix")
    assert at.ends().seats[0].longest_path == 9


def test_all_who_are_tied_for_the_longest_path_score_ten_points() -> None:
    at = without_tickets(3).owns(0, "denver-omaha").owns(1, "denver-helena")
    assert [seat.bonuses for seat in at.ends().seats] == [{"longest path": 10}] * 2 + [{}]


def test_most_points_win() -> None:
    result = without_tickets().owns(0, "denver-omaha").owns(1, "atlanta-miami").ends()
    assert (result.winners, result.decided_by) == ((1,), "points")


def test_of_those_tied_the_one_with_most_completed_tickets_wins() -> None:
    at = without_tickets().owns(0, "denver-omaha", "atlanta-nashville")
    at.owns(1, "denver-santa_fe", "el_paso-santa_fe").with_tickets(1, "denver-el_paso")
    result = at.ends()
    assert [seat.total for seat in result.seats] == [18, 18]
    assert (result.winners, result.decided_by) == ((1,), "tickets")


def test_still_tied_the_one_with_the_longest_path_wins() -> None:
    at = without_tickets().owns(1, "atlanta-miami")
    at.owns(0, "denver-omaha", "calgary-seattle", "chicago-duluth", "dallas-little_rock")
    result = at.ends()
    assert [seat.total for seat in result.seats] == [20, 20]
    assert (result.winners, result.decided_by) == ((1,), "longest path")
