"""The rulebook of France, sentence by sentence, as far as a sentence can be tested.

The order is that of the book: players, components, set-up, beds, zones, the three actions, the end.
"""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.board import COLOURS
from branchline.game import events as ev
from tests.table import Table, table

ALL_SEATS = [2, 3, 4, 5]
BLUE, RED = 0, 1
PARIS_DIJON = {"dijon-paris-1", "dijon-paris-2", "dijon-paris-3"}


def france(seats: int = 2) -> Table:
    return table("france", seats)


def draws_two(at: Table) -> Table:
    return at.draws("deck", "deck")


def beds(at: Table) -> set[str]:
    """The beds that may be built now."""
    return {track for track, _ in at.buildable}


def opening(kind: type[ev.Event], seats: int = 2) -> list[ev.Event]:
    game = bl.new_game("france", seats, seed=1)
    return [e for e in game.opening if isinstance(e, kind)]


# Players and components.


def test_this_expansion_is_designed_for_2_to_5_players() -> None:
    for seats in (1, 6):
        with pytest.raises(bl.BranchlineError, match="2 to 5 seats"):
            bl.new_game("france", seats)
    assert [bl.new_game("france", seats, seed=1).seats for seats in ALL_SEATS] == ALL_SEATS


@pytest.mark.parametrize("seats", [4, 5])
def test_in_4_and_5_player_games_players_can_use_all_tracks_of_a_triple_route(seats: int) -> None:
    at = france(seats)
    for seat, colour in enumerate(("blue", "purple", "orange")):
        at.with_hand(seat, colour)
    for colour in ("blue", "purple", "orange"):
        at.claims(f"Paris Orléans: 1 {colour}")
    owners = at.game.view(None).owners
    assert owners == {"orleans-paris-1": 0, "orleans-paris-2": 1, "orleans-paris-3": 2}


@pytest.mark.parametrize("seats", [4, 5])
def test_the_same_player_cannot_claim_more_than_one_track_of_those_routes(seats: int) -> None:
    at = france(seats).owns(0, "orleans-paris-1").with_hand(0, "purple orange")
    for colour in ("purple", "orange"):
        assert at.why_not(f"claim Paris Orléans: 1 {colour}") == bl.Refusal.OWN_SISTER


@pytest.mark.parametrize("seats", [2, 3])
def test_in_2_and_3_player_games_the_other_tracks_are_locked_once_one_is_claimed(
    seats: int,
) -> None:
    for first in (1, 2, 3):
        at = france(seats).owns(1, f"orleans-paris-{first}").with_hand(0, "loco*6")
        assert not {f"orleans-paris-{n}" for n in (1, 2, 3)} & at.claimable
        at = france(seats).owns(1, f"dijon-paris-{first}")
        assert not PARIS_DIJON & beds(draws_two(at))


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_player_has_40_trains(seats: int) -> None:
    view = bl.new_game("france", seats, seed=1).view(None)
    assert [player.trains for player in view.players] == [40] * seats


def test_the_train_car_cards_are_those_of_the_base_game() -> None:
    (shuffled,) = opening(ev.Shuffled)
    assert isinstance(shuffled, ev.Shuffled)
    assert Counter(shuffled.deck) == Counter({**dict.fromkeys(COLOURS, 12), "locomotive": 14})


def test_there_are_58_destination_tickets() -> None:
    (shuffled,) = opening(ev.TicketsShuffled)
    assert isinstance(shuffled, ev.TicketsShuffled)
    assert len(shuffled.deck) == len(set(shuffled.deck)) == 58


def test_there_are_64_track_pieces_sorted_by_length() -> None:
    supply = bl.new_game("france", seed=1).view(None).supply
    assert supply == {colour: {"2": 3, "3": 3, "4": 1, "5": 1} for colour in COLOURS}
    assert sum(n for row in supply.values() for n in row.values()) == 64


# Set-up.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_player_receives_8_train_car_cards(seats: int) -> None:
    game = bl.new_game("france", seats, seed=1)
    assert [player.cards for player in game.view(None).players] == [8] * seats
    assert game.view(None).deck == 110 - 8 * seats - 5


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_5_destination_tickets_are_dealt_to_each_player(seats: int) -> None:
    game = bl.new_game("france", seats, seed=1)
    offers = [game.view(seat).offer for seat in range(seats)]
    assert [len(offer) for offer in offers] == [5] * seats
    assert len({ticket for offer in offers for ticket in offer}) == 5 * seats


def test_each_player_must_keep_at_least_3() -> None:
    game = bl.new_game("france", 2, seed=1)
    kept = Counter(len(a.move.tickets) for a in game.legal_actions() if isinstance(a.move, bl.Keep))
    assert kept == {3: 10, 4: 5, 5: 1}
    assert game.view(0).keep_at_least == 3
    two = game.parse("keep 1 2", 0, check=False)
    assert game.why_not(two, 0) == bl.Refusal.KEEP_MORE


def test_the_discarded_tickets_are_shuffled_together_and_put_under_the_deck() -> None:
    orders = set()
    for seed in range(5):
        game = bl.new_game("france", 2, seed=seed)
        returned = [*game.view(0).offer[3:], *game.view(1).offer[3:]]
        game.push(game.parse("keep 1 2 3", 0), 0)
        events = game.push(game.parse("keep 1 2 3", 1), 1)
        (under,) = [e for e in events if isinstance(e, ev.PutUnder)]
        assert sorted(under.tickets) == sorted(returned)
        orders.add(tuple(returned.index(ticket) for ticket in under.tickets))
        at = Table(game)
        assert at.ticket_deck[-4:] == list(under.tickets)
        assert len(at.ticket_deck) == 58 - 6
    assert len(orders) > 1


# Track beds.


def test_most_of_the_routes_are_track_beds() -> None:
    tracks = bl.load_board("france").tracks
    assert (len(tracks), sum(t.is_bed for t in tracks)) == (157, 123)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_track_beds_cannot_be_claimed_at_the_beginning_of_the_game(seats: int) -> None:
    at = france(seats).with_hand(0, "loco*6 red*6")
    assert not {t.id for t in at.board.tracks if t.is_bed} & at.claimable
    assert at.why_not("claim Paris Dijon: 5 red") == bl.Refusal.UNBUILT


# Neighbouring countries and Corsica.


def test_some_tickets_include_the_name_of_a_zone_instead_of_one_or_both_of_the_cities() -> None:
    board = bl.load_board("france")
    zones = Counter((len(t.starts) > 1) + (len(t.ends) > 1) for t in board.tickets)
    assert zones == {0: 45, 1: 10, 2: 3}
    assert {city.zone for city in board.cities if city.zone} == {
        "belgium",
        "germany",
        "switzerland",
        "italy",
        "spain",
        "corsica",
    }


def test_each_route_leading_to_a_zone_is_a_dead_end() -> None:
    # From Lille to Belgium and on from Belgium to Reims: there is no such way.
    at = france().with_tickets(0, "lille-dijon").with_tickets(1)
    at.owns(0, "lille-belgium_lille", "reims-belgium_reims", "paris-reims-1", "dijon-paris-1")
    assert at.ends().seats[0].ticket_points == -9
    at = france().with_tickets(0, "lille-dijon").with_tickets(1)
    at.owns(0, "lille-reims", "paris-reims-1", "dijon-paris-1")
    assert at.ends().seats[0].ticket_points == 9


def test_different_routes_leading_toward_the_same_zone_are_not_connected_together() -> None:
    at = france().with_tickets(0, "spain-italy").with_tickets(1)
    at.owns(0, "bayonne-spain_bayonne", "pau-spain_pau", "nice-italy_nice-1")
    at.owns(0, "grenoble-italy_grenoble", "briancon-italy_briancon")
    result = at.ends().seats[0]
    assert result.tickets_done == 0
    assert result.longest_path == 4


def test_any_route_to_the_zone_serves_a_ticket_that_names_it() -> None:
    for spain in ("toulouse-spain_toulouse-1", "perpignan-spain_perpignan"):
        at = france().with_tickets(0, "spain-italy").with_tickets(1)
        at.owns(0, spain, "perpignan-toulouse", "montpellier-perpignan", "marseille-montpellier-1")
        at.owns(0, "marseille-nice-1", "nice-italy_nice-2")
        assert at.ends().seats[0].ticket_points == 12


# Draw train car cards and build a route.


def test_the_card_draw_follows_the_exact_same_rules_as_the_core_game() -> None:
    at = france().with_hand(0, "").with_row("red blue green white black").with_deck_top("loco red")
    at.draws("red")
    assert at.row == ["locomotive", "blue", "green", "white", "black"]
    assert not at.may("draw 1")
    at.draws("blue")
    assert at.hand(0) == {"blue": 1, "red": 1}
    at = france().with_row("loco blue green white black").draws("locomotive")
    assert at.game.phase == "build"


def test_a_player_who_draws_must_also_build_one_route() -> None:
    at = draws_two(france())
    assert {choice.split()[0] for choice in at.choices} == {"build"}
    at.does(at.choices[0])
    assert at.game.seat == 1


def test_any_available_piece_goes_on_any_bed_of_the_same_length() -> None:
    at = draws_two(france())
    lengths = {t.id: t.length for t in at.board.tracks if t.is_bed}
    assert at.buildable == {(id, colour) for id in lengths for colour in COLOURS}
    at.builds("Marseille Grenoble yellow")
    assert at.supply("yellow", 5) == 0
    draws_two(at)
    assert {colour for id, colour in at.buildable if lengths[id] == 5} == {*COLOURS} - {"yellow"}


@pytest.mark.parametrize("colour", COLOURS)
def test_the_piece_determines_the_colour_of_the_newly_built_route(colour: str) -> None:
    at = draws_two(france().with_hand(1, f"{colour}*5")).builds(f"Marseille Grenoble {colour}")
    assert "grenoble-marseille" in at.claimable
    others = " ".join(f"{c}*5" for c in COLOURS if c != colour)
    at = draws_two(france().with_hand(1, others)).builds(f"Marseille Grenoble {colour}")
    assert "grenoble-marseille" not in at.claimable


def blue_builds_marseille_grenoble() -> Table:
    """The example of the book: blue draws two cards; red happens to have five yellow cards."""
    at = draws_two(france().with_hand(RED, "yellow*5 red"))
    return at.builds("Marseille–Grenoble yellow")


def test_blue_builds_marseille_grenoble_with_the_yellow_5_space_piece() -> None:
    at = blue_builds_marseille_grenoble()
    (built,) = at.happened(ev.Built)
    assert built == ev.Built(BLUE, "grenoble-marseille", "yellow")
    assert at.game.view(None).built == {"grenoble-marseille": "yellow"}
    assert at.supply("yellow", 5) == 0


def test_avignon_briancon_and_avignon_nice_are_now_permanently_cut_off() -> None:
    at = blue_builds_marseille_grenoble()
    (cut,) = at.happened(ev.CutOff)
    assert cut.tracks == ("avignon-briancon", "avignon-nice")
    for _ in range(6):
        draws_two(at)
        assert at.why_not("build Avignon Briançon red") & bl.Refusal.CUT
        assert at.why_not("build Avignon Nice red") & bl.Refusal.CUT
        assert not beds(at) & {"avignon-briancon", "avignon-nice"}
        at.does(at.choices[-1])


def test_red_claims_marseille_grenoble_with_five_yellow_cards() -> None:
    at = blue_builds_marseille_grenoble().claims("Marseille–Grenoble")
    assert at.game.view(None).owners == {"grenoble-marseille": RED}
    assert at.hand(RED) == {"red": 1}
    assert at.discards == {"yellow": 5}
    assert at.trains(RED) == 35
    at.scores(RED, 10).scores(BLUE, 0)


def test_the_track_piece_is_now_available_again() -> None:
    at = blue_builds_marseille_grenoble().claims("Marseille–Grenoble")
    assert at.happened(ev.PieceReturned) == [ev.PieceReturned("grenoble-marseille", "yellow")]
    assert at.supply("yellow", 5) == 1
    assert at.game.view(None).built == {}
    draws_two(at).builds("Lyon Rodez yellow")
    assert at.supply("yellow", 5) == 0


def test_both_crossed_routes_remain_cut_off() -> None:
    at = blue_builds_marseille_grenoble().claims("Marseille–Grenoble")
    assert at.game.view(None).cut == ("avignon-briancon", "avignon-nice")
    assert not at.happened(ev.CutOff)  # They were before.
    draws_two(at)
    assert at.why_not("build Avignon Briançon red") == bl.Refusal.CUT
    assert at.why_not("build Avignon Nice red") == bl.Refusal.CUT


def test_a_piece_is_never_placed_on_top_of_or_under_another_piece() -> None:
    for bed in [t for t in bl.load_board("france").tracks if t.is_bed and t.crossings]:
        at = france()
        at.with_built(bed.label, "red")
        crossed = {at.board.tracks[i].id for i in bed.crossings}
        assert not {bed.id, *crossed} & beds(draws_two(at))


def test_a_piece_is_never_placed_through_a_claimed_route() -> None:
    for track in [t for t in bl.load_board("france").tracks if t.crossings]:
        at = draws_two(france().owns(1, track.id))
        assert not {at.board.tracks[i].id for i in track.crossings} & beds(at)


@pytest.mark.parametrize("seats", [2, 3])
def test_in_2_and_3_player_games_only_one_track_of_a_triple_route_can_be_built(seats: int) -> None:
    at = draws_two(france(seats)).builds("Paris Dijon red")
    assert not PARIS_DIJON & beds(draws_two(at))
    assert at.why_not("build Paris Dijon blue") & (bl.Refusal.BUILT | bl.Refusal.SISTER_TAKEN)


@pytest.mark.parametrize("seats", [4, 5])
def test_a_player_builds_only_one_track_of_a_triple_route_at_a_time(seats: int) -> None:
    at = draws_two(france(seats)).builds("Paris Dijon red")
    assert at.game.view(None).built == {"dijon-paris-1": "red"}
    assert at.game.seat == 1


@pytest.mark.parametrize("seats", [4, 5])
def test_it_takes_three_turns_to_build_the_three_routes_from_paris_to_dijon(seats: int) -> None:
    # Three players each build one.
    at = france(seats)
    for seat, colour in enumerate(("red", "blue", "green")):
        draws_two(at).builds(f"Paris Dijon {colour}")
        assert at.happened(ev.Built)[0].seat == seat
        assert len(at.game.view(None).built) == seat + 1
    assert set(at.game.view(None).built) == PARIS_DIJON
    draws_two(at)
    assert at.why_not("build Paris Dijon white") == bl.Refusal.BUILT


@pytest.mark.parametrize("seats", [4, 5])
def test_one_player_can_build_all_three_of_them_on_three_different_turns(seats: int) -> None:
    at = france(seats)
    builders = []
    for colour in ("red", "blue", "green"):
        draws_two(at).builds(f"Paris Dijon {colour}")
        builders += [e.seat for e in at.happened(ev.Built)]
        for other in range(1, seats):
            at.does("tickets").does("keep 1")
            assert at.game.seat == (other + 1) % seats
    assert builders == [0, 0, 0]
    assert at.game.view(None).built == {
        "dijon-paris-1": "red",
        "dijon-paris-2": "blue",
        "dijon-paris-3": "green",
    }


@pytest.mark.parametrize("seats", [4, 5])
def test_or_any_other_possible_combination(seats: int) -> None:
    at = france(seats)
    builders = []
    for seat, colour in ((0, "red"), (2, "blue"), (0, "green")):
        while at.game.seat != seat:
            at.does("tickets").does("keep 1")
        draws_two(at).builds(f"Paris Dijon {colour}")
        builders += [e.seat for e in at.happened(ev.Built)]
    assert builders == [0, 2, 0]
    assert set(at.game.view(None).built) == PARIS_DIJON


# Claim a route.


def test_one_space_routes_and_grey_routes_are_already_built() -> None:
    at = france().with_hand(0, "loco*6")
    assert at.claimable == {t.id for t in at.board.tracks if t.length == 1 or t.colour == "grey"}
    at = france().with_hand(0, "red").claims("Paris Rouen").scores(0, 1)
    at = france().with_hand(0, "green*6").claims("Avignon Toulouse").scores(0, 15)


def test_a_player_can_only_claim_any_other_route_if_it_has_been_built() -> None:
    at = france().with_hand(0, "red*5")
    assert at.why_not("claim Paris Dijon: 5 red") == bl.Refusal.UNBUILT
    at = france().with_built("Paris–Dijon", "red").with_hand(0, "red*5")
    at.claims("Paris Dijon").scores(0, 10)


def test_it_may_have_been_built_by_anybody() -> None:
    hand = "red*3 loco*2"
    at = draws_two(france(3).with_hand(0, hand).with_hand(1, hand).with_hand(2, hand))
    at.builds("Paris Dijon red")
    for seat in (1, 2):
        assert at.game.seat == seat
        assert at.may("claim Paris Dijon: 3 red, 2 locos")
        at.does("tickets").does("keep 1")
    assert at.may("claim Paris Dijon: 3 red, 2 locos")


FERRIES = [
    ("Brest–Cherbourg", 6),
    ("Calais–Cherbourg", 6),
    ("Marseille–Corsica", 3),
    ("Nice–Corsica", 2),
    ("Perpignan–Corsica", 5),
]


@pytest.mark.parametrize(("ferry", "length"), FERRIES)
@pytest.mark.parametrize("colour", ["red", "white"])
def test_to_claim_a_ferry_a_player_must_play_a_locomotive_and_a_set_of_any_one_colour(
    ferry: str, length: int, colour: str
) -> None:
    at = france().with_hand(0, f"{colour}*{length}")
    assert at.why_not(f"claim {ferry}: {length} {colour}") == bl.Refusal.FERRY
    at = france().with_hand(0, f"{colour}*{length - 1} loco").claims(ferry)
    assert at.hand(0) == {}
    at.scores(0, {2: 2, 3: 4, 5: 10, 6: 15}[length])


@pytest.mark.parametrize(("ferry", "length"), FERRIES)
def test_more_locomotives_may_stand_in_on_a_ferry_too(ferry: str, length: int) -> None:
    at = france().with_hand(0, f"loco*{length}").claims(ferry)
    assert at.hand(0) == {}
    at = france().with_hand(0, f"red*{length - 2} loco*2").claims(ferry)
    assert at.hand(0) == {}


# Draw destination tickets.


@pytest.mark.parametrize("kept", [1, 2, 3, 4])
def test_a_player_draws_4_tickets_and_keeps_one_two_three_or_all_four(kept: int) -> None:
    offer = ["lille-dijon", "paris-lyon", "tours-dijon", "brest-paris"]
    at = france().with_tickets(0).with_ticket_top(*offer).does("tickets")
    assert at.game.view(0).offer == tuple(offer)
    assert at.why_not("keep none") == bl.Refusal.KEEP_MORE
    at.keeps(*offer[:kept])
    assert set(at.game.view(0).tickets) == set(offer[:kept])
    # Any returned cards are placed at the bottom of the deck.
    assert at.ticket_deck[len(at.ticket_deck) - 4 + kept :] == offer[kept:]
    assert (at.game.phase, at.game.seat) == ("turn", 1)


# The end of the game.


def without_tickets(seats: int = 2) -> Table:
    at = france(seats)
    for seat in range(seats):
        at.with_tickets(seat)
    return at


def test_the_longest_continuous_path_receives_10_points() -> None:
    at = without_tickets().owns(0, "brest-cherbourg").owns(1, "paris-rouen", "amiens-rouen")
    assert [seat.bonuses for seat in at.ends().seats] == [{"longest path": 10}, {}]


def test_the_most_completed_destination_tickets_receive_15_points() -> None:
    at = without_tickets(3).with_tickets(0, "reims-orleans", "tours-dijon")
    at.owns(0, "paris-reims-1", "orleans-paris-1").owns(1, "brest-cherbourg")
    result = at.ends()
    assert result.seats[0].bonuses == {"most tickets": 15}
    assert result.seats[0].ticket_points == 3 - 6
    assert result.seats[0].total == 2 + 1 + 3 - 6 + 15


def test_it_is_the_number_of_tickets_that_counts_not_their_points() -> None:
    at = without_tickets().with_tickets(0, "reims-orleans", "lyon-marseille")
    at.owns(0, "paris-reims-1", "orleans-paris-1", "avignon-lyon-1", "avignon-marseille-1")
    at.with_tickets(1, "brest-paris").owns(1, "brest-rennes", "le_mans-rennes", "le_mans-paris")
    bonuses = [seat.bonuses.get("most tickets") for seat in at.ends().seats]
    assert bonuses == [15, None]


def test_in_case_of_a_tie_all_tied_players_score_these_bonuses() -> None:
    at = without_tickets(3).owns(0, "brest-cherbourg").owns(1, "calais-cherbourg")
    at.owns(2, "paris-rouen")
    assert [seat.bonuses for seat in at.ends().seats] == [{"longest path": 10}] * 2 + [{}]
    at = without_tickets(4).with_tickets(0, "reims-orleans").with_tickets(1, "dijon-grenoble")
    at.with_tickets(2, "lille-dijon").owns(0, "paris-reims-1", "orleans-paris-1")
    at.owns(1, "dijon-lyon-1", "grenoble-lyon")
    tied = [seat.bonuses.get("most tickets", 0) for seat in at.ends().seats]
    assert tied == [15, 15, 0, 0]


def test_nobody_who_completed_no_ticket_gets_the_bonus_for_tickets() -> None:
    result = without_tickets().ends()
    assert [seat.bonuses for seat in result.seats] == [{}, {}]


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_routes_score_as_in_the_base_game(length: int) -> None:
    worth = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}[length]
    for track in [t for t in bl.load_board("france").tracks if t.length == length]:
        if track.sisters and track.id[-1] != "1":
            continue
        at = france().with_hand(0, "loco*6")
        if track.is_bed:
            at.with_built(track.label.partition(" (")[0], "red")
        move = {"do": "claim", "track": track.id, "colour": "locomotive", "locomotives": length}
        at.game.push(at.game.action_of(move))
        at.scores(0, worth)
