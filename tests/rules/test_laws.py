"""The laws: they hold in thousands of games, and each of them can be seen to break."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.board import Board
from branchline.game.keys import run_key
from branchline.game.options import option_bits
from branchline.rules import engine, laws
from branchline.rules import state as st
from branchline.testing import TASTES, all_options, play_by_taste
from tests.scale import scaled
from tests.table import Table, table

BOARD = bl.load_board("usa")
ALL_SEATS = [2, 3, 4, 5]

TABLES = [
    (game, seats, options)
    for game in bl.games()
    # Whether a seat may look at its own track changes a view and no rule.
    for options in all_options(bl.load_board(game))
    if "open_track" not in options
    for seats in range(bl.load_board(game).min_seats, bl.load_board(game).max_seats + 1)
]
IDS = ["-".join([game, *options, str(seats)]) for game, seats, options in TABLES]
at_every_table = pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=IDS)
CHUNK = scaled(100, 500)
"""Games in one test, so that tests can be run side by side."""
GAMES_AT_RANDOM = scaled(
    {"usa": 100, "card_game": 100, "france": 100, "old_west": 100},
    {"usa": 2000, "card_game": 2000, "france": 1000, "old_west": 1000},
)

Options = dict[str, Any]


def test_every_game_is_here() -> None:
    assert len(TABLES) == 4 + 4 + 2 * 5 + 2 * 3
    assert set(GAMES_AT_RANDOM) == {game for game, _, _ in TABLES}


@pytest.mark.parametrize(
    ("game", "seats", "options", "chunk"),
    [
        (game, seats, options, chunk)
        for game, seats, options in TABLES
        for chunk in range(GAMES_AT_RANDOM[game] // CHUNK)
    ],
)
def test_the_laws_hold_in_random_games(game: str, seats: int, options: Options, chunk: int) -> None:
    # Every chunk has a seed of its own, so no game is played twice.
    play_by_taste(
        bl.load_board(game), seats, "random", games=CHUNK, seed=chunk + 1, options=options
    )


def classes_of(board: Board, options: Options) -> set[int]:
    """What a stubborn player can tell apart in a game."""
    found = {int(kind) for kind in board.record[0]["action_kind"][st.A_BOARD : board.n_actions]}
    found |= {st.K_DECK, st.K_PLACE, st.K_TICKETS, laws.TAKE_LOCOMOTIVE}
    if st.K_CLAIM in found:
        found.add(laws.PAY_LOCOMOTIVES)
    if st.K_BUILD in found:
        found.add(laws.BUILD_TO_CUT)
    if st.K_LAY in found:
        found.add(laws.ROB)
    if options.get("alvin"):
        found.add(laws.CLAIM_TO_ALVIN)
    return found


STUBBORN = [
    (taste, game, seats, options)
    for game, seats, options in TABLES
    for taste, likings in TASTES.items()
    # Who likes nothing that the game has is a random player, and was tried above.
    if set(likings) & classes_of(bl.load_board(game), options)
]


@pytest.mark.parametrize(("taste", "game", "seats", "options"), STUBBORN)
def test_the_laws_hold_in_games_of_stubborn_players(
    taste: str, game: str, seats: int, options: Options
) -> None:
    play_by_taste(bl.load_board(game), seats, taste, games=scaled(10, 60), seed=2, options=options)


def test_every_taste_is_tried_where_it_matters() -> None:
    tried: dict[str, set[str]] = {taste: set() for taste in TASTES}
    for taste, game, _, options in STUBBORN:
        tried[taste].add("-".join([game, *options]))
    yards = {"card_game", "card_game-closed_tickets"}
    everywhere = {"usa", "france", "old_west", "old_west-alvin", *yards}
    for taste in ("hoarder", "ticket collector", "blind", "locomotive fancier", "stalls"):
        assert tried[taste] == everywhere
    for taste in ("never claims", "claims first"):
        assert tried[taste] == everywhere - yards
    for taste in ("never marks", "marks first"):
        assert tried[taste] >= {"old_west", "old_west-alvin"}
    for taste in ("blocks", "builds nothing useful"):
        assert "france" in tried[taste]
    for taste in ("lays first", "never lays", "robs"):
        assert "card_game" in tried[taste]
    assert "old_west-alvin" in tried["chases Alvin"]


def steps_until(
    game: str, taste: str, done: Callable[[Any], bool], options: Options | None = None
) -> int:
    """How many actions players of one taste take until something has come about; 500 at most."""
    board = bl.load_board(game)
    states, menus = np.zeros(1, st.STATE_DTYPE), np.zeros(1, st.MENU_DTYPE)
    liking = np.zeros(laws.CLASSES, np.int8)
    for kind, preference in TASTES[taste].items():
        liking[kind] = preference
    for most in range(1, 500):
        players = np.zeros(1, st.CHANCE_DTYPE)
        arguments = (board.record, states, run_key(1), players, menus, st.SILENT, liking)
        engine.check_games(*arguments, 2, option_bits(options or {}), 0, 1, most)
        if done(states[0]):
            return most
    return 500


def test_a_stubborn_player_is_stubborn() -> None:
    # Hoarders claim nothing while they can draw: the pile runs out, which is what they are for.
    def claimed(s: Any) -> bool:
        return bool((s["owner"] >= 0).any())

    assert steps_until("usa", "claims first", claimed) < 30
    assert steps_until("usa", "hoarder", claimed) > 100
    assert steps_until("usa", "never claims", claimed) > 100


def test_stubborn_players_bring_about_what_they_are_for() -> None:
    def cut(s: Any) -> bool:
        return bool(s["cut"].any())

    assert steps_until("france", "blocks", cut) < steps_until(
        "france", "builds nothing useful", cut
    )

    def marked(s: Any) -> bool:
        return int((s["marker"] >= 0).sum()) > 2  # more than the two homes

    assert steps_until("old_west", "marks first", marked) < 60
    assert steps_until("old_west", "never marks", marked) > 200

    def captured(s: Any) -> bool:
        return bool(s["captures"].any())

    assert steps_until("old_west", "chases Alvin", captured, {"alvin": True}) < 500

    def laid(s: Any) -> bool:
        return bool(s["row"].any())

    assert steps_until("card_game", "lays first", laid) < 6
    assert steps_until("card_game", "never lays", laid) > 40

    def idle(s: Any) -> bool:
        return int(s["idle"]) >= 5

    assert steps_until("card_game", "stalls", idle) < 60


# Each law is broken on purpose; the table before it is a game in its middle.


def middle_of_a_game() -> Table:
    at = table(seats=3).with_hand(0, "purple*4 red*2").with_hand(1, "green*3 loco")
    at.owns(0, "denver-omaha", "boston-new_york-1").owns(1, "atlanta-miami")
    at.with_discards("red*3 blue*2")
    at.draws("deck", "deck")
    return at.is_lawful()


def track(id: str) -> int:
    return [t.id for t in BOARD.tracks].index(id)


def lose_a_card(s: Any) -> None:
    s["deck_n"] -= 1


def make_a_card(s: Any) -> None:
    s["discards"][0] += 1


def swap_a_face_up_card(s: Any) -> None:
    s["market"][0] = (s["market"][0] + 1) % st.KINDS


def owe_a_card(s: Any) -> None:
    # The count still adds up, but nobody can hold less than nothing.
    s["hand"][0, 3] -= 5
    s["hand"][1, 3] += 5


def miscount_a_hand(s: Any) -> None:
    s["hand_n"][1] += 1


def see_too_much(s: Any) -> None:
    s["seen"][0, 0] = s["hand"][0, 0] + 1


def locate_too_much(s: Any) -> None:
    s["located"][1, 0] = s["hand"][1, 0] + 1


def lose_a_train(s: Any) -> None:
    s["trains"][0] -= 1


def place_trains_nobody_has(s: Any) -> None:
    s["trains"][2] += 3


def score_a_point_too_many(s: Any) -> None:
    s["points"][1] += 1


def take_over_a_route(s: Any) -> None:
    # Of the same length, so the trains still add up for one seat only.
    s["owner"][track("denver-omaha")] = 1


def lose_a_ticket(s: Any) -> None:
    s["ticket_n"] -= 1


def hold_a_ticket_twice(s: Any) -> None:
    top = int(s["ticket_deck"][int(s["ticket_top"])])
    s["held"][0] |= np.uint64(1 << top)
    s["held_n"][0] += 1


def miscount_tickets(s: Any) -> None:
    s["held_n"][2] += 1


def take_the_sister(s: Any) -> None:
    claim(s, 1, track("boston-new_york-2"))


def leave_a_taken_track_open(s: Any) -> None:
    i = track("denver-omaha")
    s["open"][i // 64] |= np.uint64(1 << i % 64)


def run_out_beside_discards(s: Any) -> None:
    # The whole pile moves to the discards, and nobody shuffles.
    for card in s["deck"][: int(s["deck_n"])].tolist():
        s["discards"][card] += 1
    s["discards_n"] += s["deck_n"]
    s["deck_n"] = 0


def leave_a_gap_in_the_row(s: Any) -> None:
    card = int(s["market"][2])
    s["market"][2] = -1
    s["hand"][2, card] += 1
    s["hand_n"][2] += 1


def claim(s: Any, seat: int, i: int) -> None:
    """Take a track over the rules' head, with all that the count asks for."""
    s["owner"][i] = seat
    s["open"][i // 64] &= ~np.uint64(1 << i % 64)
    s["trains"][seat] -= BOARD.tracks[i].length
    s["points"][seat] += BOARD.record[0]["points"][BOARD.tracks[i].length]
    s["payees"][i] = 16 * (seat + 1)


BREAKS: list[tuple[int, Callable[[Any], None]]] = [
    (laws.CARDS_LOST, lose_a_card),
    (laws.CARDS_LOST, make_a_card),
    (laws.CARDS_LOST, swap_a_face_up_card),
    (laws.CARDS_LOST, owe_a_card),
    (laws.HAND_MISCOUNTED, miscount_a_hand),
    (laws.MORE_SEEN_THAN_HELD, see_too_much),
    (laws.MORE_SEEN_THAN_HELD, locate_too_much),
    (laws.TRAINS_LOST, lose_a_train),
    (laws.TRAINS_LOST, place_trains_nobody_has),
    (laws.TRAINS_LOST, take_over_a_route),
    (laws.POINTS_MISCOUNTED, score_a_point_too_many),
    (laws.TICKET_LOST, lose_a_ticket),
    (laws.TICKET_LOST, hold_a_ticket_twice),
    (laws.TICKETS_MISCOUNTED, miscount_tickets),
    (laws.TWO_SISTERS, take_the_sister),
    (laws.OPEN_BUT_TAKEN, leave_a_taken_track_open),
    (laws.PILE_OUT_WITH_DISCARDS, run_out_beside_discards),
    (laws.PLACE_EMPTY_WITH_PILE, leave_a_gap_in_the_row),
]
FOUND_IN_PLAY = {laws.NOTHING_LEGAL, laws.LEGAL_TWICE, laws.NO_END}


@pytest.mark.parametrize(("law", "spoil"), BREAKS, ids=[f.__name__ for _, f in BREAKS])
def test_a_broken_law_is_reported(law: int, spoil: Callable[[Any], None]) -> None:
    at = middle_of_a_game()
    spoil(at.state)
    assert at.broken_law() == law


def test_two_sisters_of_one_seat_are_reported_with_any_number_of_seats() -> None:
    at = table(seats=5).owns(0, "boston-new_york-1").owns(1, "atlanta-new_orleans-1")
    at.is_lawful()
    claim(at.state, 1, track("boston-new_york-2"))
    at.is_lawful()  # two seats may share a double route when four or more play
    claim(at.state, 1, track("atlanta-new_orleans-2"))
    assert at.broken_law() == laws.TWO_SISTERS


# The laws of the other games, broken in games that are well under way.


def well_under_way(game: str, options: Options, ready: Callable[[Any], bool]) -> bl.Game:
    """A lawful game of three random players, in the first state that a test can use."""
    for number in range(100):
        at_table = bl.new_game(game, 3, seed=8, number=number, options=options)
        rng = np.random.default_rng(number)
        while not at_table.is_over:
            if ready(at_table._states[0]):
                assert engine.broken_law(at_table.board.record, at_table._states) == laws.KEPT
                return at_table
            legal = at_table.legal_actions()
            at_table.push(legal[int(rng.integers(len(legal)))])
    raise AssertionError("no game came to that")


def bit_of(i: int) -> tuple[int, np.uint64]:
    return i // 64, np.uint64(1 << i % 64)


FRANCE = bl.load_board("france")
BEDS = [i for i, t in enumerate(FRANCE.tracks) if t.is_bed]
READY = [i for i, t in enumerate(FRANCE.tracks) if not t.is_bed]


def built(s: Any) -> list[int]:
    return [i for i in BEDS if s["built"][i] >= 0]


def open_beds(s: Any) -> list[int]:
    return [i for i in BEDS if s["beds"][i // 64] & bit_of(i)[1]]


def much_is_built(s: Any) -> bool:
    crossed = [i for i in built(s) if FRANCE.tracks[i].crossings]
    return bool(crossed) and bool((s["owner"][BEDS] >= 0).any()) and len(open_beds(s)) > 10


def lose_a_piece(s: Any) -> None:
    s["supply"][0, 2] -= 1


def make_a_piece(s: Any) -> None:
    s["supply"][7, 5] += 1


def owe_a_piece(s: Any) -> None:
    # The count still adds up.
    length = FRANCE.tracks[BEDS[0]].length
    same = [i for i in open_beds(s) if FRANCE.tracks[i].length == length]
    for i in same[: int(s["supply"][0, length]) + 1]:
        s["supply"][0, length] -= 1
        s["built"][i] = 0


def paint_a_piece(s: Any) -> None:
    i = built(s)[0]
    s["built"][i] = (s["built"][i] + 1) % st.COLOURS


def build_on_a_printed_track(s: Any) -> None:
    i = next(i for i in READY if s["owner"][i] < 0)
    s["beds"][i // 64] |= bit_of(i)[1]


def leave_a_built_bed_unbuilt(s: Any) -> None:
    i = built(s)[0]
    s["beds"][i // 64] |= bit_of(i)[1]


def open_a_bed_without_a_piece(s: Any) -> None:
    i = open_beds(s)[0]
    s["open"][i // 64] |= bit_of(i)[1]


def leave_the_piece_on_a_claimed_route(s: Any) -> None:
    taken = [i for i in BEDS if s["owner"][i] >= 0]
    lengths = {i: FRANCE.tracks[i].length for i in taken}
    i, colour = next(
        (i, c) for i in taken for c in range(st.COLOURS) if s["supply"][c, lengths[i]] > 0
    )
    s["supply"][colour, lengths[i]] -= 1
    s["built"][i] = colour


def cut_a_built_track(s: Any) -> None:
    i = built(s)[0]
    s["cut"][i // 64] |= bit_of(i)[1]


def leave_a_crossing_uncut(s: Any) -> None:
    i = next(i for i in built(s) if FRANCE.tracks[i].crossings)
    j = FRANCE.tracks[i].crossings[0]
    s["cut"][j // 64] &= ~bit_of(j)[1]


WEST = bl.load_board("old_west")


def all_is_marked(s: Any) -> bool:
    """Everybody has a network, there are markers beside the homes, and Alvin was captured."""
    networks = {owner for owner in s["owner"].tolist() if owner >= 0} == {0, 1, 2}
    held = s["alvin_holder"] >= 0 and s["phase"] == st.TURN
    left = s["markers_left"][:3]
    return bool(networks and held and (left < 2).any() and (left > 0).any())


def lose_a_marker(s: Any) -> None:
    s["markers_left"][0] -= 1


def make_a_marker(s: Any) -> None:
    s["marker"][next(c for c in range(len(WEST.cities)) if s["marker"][c] < 0)] = 1


def owe_a_marker(s: Any) -> None:
    free = [c for c in range(len(WEST.cities)) if s["marker"][c] < 0]
    for city in free[: int(s["markers_left"][0]) + 1]:
        s["marker"][city] = 0
        s["markers_left"][0] -= 1


def leave_home_unmarked(s: Any) -> None:
    s["marker"][s["home"][0]] = -1
    s["markers_left"][0] += 1


def own_a_route_far_away(s: Any) -> None:
    """Everything adds up, but nothing joins the route to the seat's home."""
    i = next(
        i
        for i, t in enumerate(WEST.tracks)
        if s["owner"][i] < 0
        and not t.sisters
        and not {t.a, t.b} & {c for c in range(64) if int(s["reached"][0]) >> c & 1}
        and t.length <= s["trains"][0]
    )
    s["owner"][i] = 0
    s["open"][i // 64] &= ~bit_of(i)[1]
    s["trains"][0] -= WEST.tracks[i].length
    s["points"][0] += WEST.record[0]["points"][WEST.tracks[i].length]
    s["payees"][i] = 16


def reach_too_far(s: Any) -> None:
    far = next(c for c in range(len(WEST.cities)) if not int(s["reached"][2]) >> c & 1)
    s["reached"][2] |= np.uint64(1 << far)


def reach_too_little(s: Any) -> None:
    s["reached"][2] &= ~np.uint64(1 << int(s["home"][2]))


def mark_where_alvin_began(s: Any) -> None:
    city = int(WEST.record[0]["alvin_city"])
    s["marker"][city] = seat = next(i for i in range(3) if s["markers_left"][i] > 0)
    s["markers_left"][seat] -= 1


def put_alvin_elsewhere(s: Any) -> None:
    holder = int(s["alvin_holder"])
    s["alvin"] = next(c for c in range(len(WEST.cities)) if s["marker"][c] not in (-1, holder))


def give_alvin_away(s: Any) -> None:
    s["alvin_holder"] = (s["alvin_holder"] + 1) % 3


def capture_him_once_too_often(s: Any) -> None:
    s["captures"][0] += 1


def pay_somebody_else(s: Any) -> None:
    i = next(i for i, payees in enumerate(s["payees"].tolist()) if payees)
    s["payees"][i] = 16 * (1 + (int(s["payees"][i]) // 16 + 1) % 3)


def yards_are_full(s: Any) -> bool:
    """Rows in two yards, one with locomotives and one with spare cards, and cards on a track."""
    rows = [(row > 1).any() for row in s["row"][:3]]
    return bool(all(rows[:2]) and s["row_locomotives"].any() and s["track_n"][0] > 1)


def row_of(s: Any, seat: int) -> int:
    return next(c for c in range(8) if s["row"][seat, c] > 1)


def share_a_colour(s: Any) -> None:
    colour = row_of(s, 0)
    s["row"][0, colour] -= 1
    s["row"][1, colour] += 1


def leave_locomotives_without_a_row(s: Any) -> None:
    seat, colour = next(
        (i, c) for i in range(3) for c in range(8) if s["row_locomotives"][i, c] > 0
    )
    s["hand"][seat, colour] += s["row"][seat, colour]
    s["hand_n"][seat] += s["row"][seat, colour]
    s["row"][seat, colour] = 0


def owe_a_card_in_the_yard(s: Any) -> None:
    colour = next(c for c in range(8) if s["row"][2, c] == 0)
    s["row"][2, colour] = -1
    s["hand"][2, colour] += 1
    s["hand_n"][2] += 1


def owe_a_card_on_the_track(s: Any) -> None:
    card = next(c for c in range(9) if s["track"][0, c] == 0)
    s["track"][0, card] = -1
    s["hand"][0, card] += 1
    s["hand_n"][0] += 1
    s["track_n"][0] -= 1


def miscount_a_track(s: Any) -> None:
    s["track_n"][0] += 1


def lose_a_card_of_the_yard(s: Any) -> None:
    s["row"][0, row_of(s, 0)] -= 1


def lose_a_card_of_the_track(s: Any) -> None:
    s["track"][0, next(c for c in range(9) if s["track"][0, c] > 0)] -= 1


def complete_a_ticket_for_nothing(s: Any) -> None:
    ticket = int(s["held"][0]) & -int(s["held"][0])
    s["held"][0] &= ~np.uint64(ticket)
    s["held_n"][0] -= 1
    s["completed"][0] |= np.uint64(ticket)


def complete_a_ticket_twice(s: Any) -> None:
    top = int(s["ticket_deck"][int(s["ticket_top"])])
    s["completed"][1] |= np.uint64(1 << top)
    s["completed_n"][1] += 1
    s["points"][1] += bl.load_board("card_game").tickets[top].points


def tickets_are_closed(s: Any) -> bool:
    """A ticket of seat 0 is closed, and cards of a colour lie with it; some lie on its track."""
    return bool(s["phase"] == st.COMPLETE and s["spent"][0, :8].any() and s["track_n"][0] > 0)


def miscount_closed_tickets(s: Any) -> None:
    s["completed_n"][0] += 1


def pay_another_card(s: Any) -> None:
    one = next(c for c in range(8) if s["spent"][0, c] > 0)
    other = next(c for c in range(9) if s["track"][0, c] > 0 and c != one)
    for card, n in ((one, 1), (other, -1)):
        s["track"][0, card] += n
        s["spent"][0, card] -= n


def pay_too_little(s: Any) -> None:
    card = next(c for c in range(8) if s["spent"][0, c] > 0)
    s["spent"][0, card] -= 1
    s["track"][0, card] += 1
    s["track_n"][0] += 1


def leave_spent_cards_lying(s: Any) -> None:
    s["phase"] = st.TURN


def complete_more_now_than_ever(s: Any) -> None:
    s["completed_now"][0] = s["completed_n"][0] + 1


ALVIN = {"alvin": True}
CLOSED = {"closed_tickets": True}
Break = tuple[int, Callable[[Any], None], str, Options, Callable[[Any], bool]]
BREAKS_ELSEWHERE: list[Break] = [
    (laws.PIECES_LOST, lose_a_piece, "france", {}, much_is_built),
    (laws.PIECES_LOST, make_a_piece, "france", {}, much_is_built),
    (laws.PIECES_LOST, owe_a_piece, "france", {}, much_is_built),
    (laws.PIECES_LOST, paint_a_piece, "france", {}, much_is_built),
    (laws.BED_MISPLACED, build_on_a_printed_track, "france", {}, much_is_built),
    (laws.BED_MISPLACED, leave_a_built_bed_unbuilt, "france", {}, much_is_built),
    (laws.BED_MISPLACED, open_a_bed_without_a_piece, "france", {}, much_is_built),
    (laws.BED_MISPLACED, leave_the_piece_on_a_claimed_route, "france", {}, much_is_built),
    (laws.BED_MISPLACED, cut_a_built_track, "france", {}, much_is_built),
    (laws.BED_MISPLACED, leave_a_crossing_uncut, "france", {}, much_is_built),
    (laws.MARKERS_LOST, lose_a_marker, "old_west", ALVIN, all_is_marked),
    (laws.MARKERS_LOST, make_a_marker, "old_west", ALVIN, all_is_marked),
    (laws.MARKERS_LOST, owe_a_marker, "old_west", ALVIN, all_is_marked),
    (laws.MARKERS_LOST, leave_home_unmarked, "old_west", ALVIN, all_is_marked),
    (laws.NOT_CONNECTED, own_a_route_far_away, "old_west", ALVIN, all_is_marked),
    (laws.NOT_CONNECTED, reach_too_far, "old_west", ALVIN, all_is_marked),
    (laws.NOT_CONNECTED, reach_too_little, "old_west", ALVIN, all_is_marked),
    (laws.ALVIN_LOST, mark_where_alvin_began, "old_west", ALVIN, all_is_marked),
    (laws.ALVIN_LOST, put_alvin_elsewhere, "old_west", ALVIN, all_is_marked),
    (laws.ALVIN_LOST, give_alvin_away, "old_west", ALVIN, all_is_marked),
    (laws.POINTS_MISCOUNTED, capture_him_once_too_often, "old_west", ALVIN, all_is_marked),
    (laws.POINTS_MISCOUNTED, pay_somebody_else, "old_west", ALVIN, all_is_marked),
    (laws.YARD_WRONG, share_a_colour, "card_game", {}, yards_are_full),
    (laws.YARD_WRONG, leave_locomotives_without_a_row, "card_game", {}, yards_are_full),
    (laws.YARD_WRONG, owe_a_card_in_the_yard, "card_game", {}, yards_are_full),
    (laws.YARD_WRONG, owe_a_card_on_the_track, "card_game", {}, yards_are_full),
    (laws.YARD_WRONG, miscount_a_track, "card_game", {}, yards_are_full),
    (laws.CARDS_LOST, lose_a_card_of_the_yard, "card_game", {}, yards_are_full),
    (laws.CARDS_LOST, lose_a_card_of_the_track, "card_game", {}, yards_are_full),
    (laws.POINTS_MISCOUNTED, complete_a_ticket_for_nothing, "card_game", {}, yards_are_full),
    (laws.TICKET_LOST, complete_a_ticket_twice, "card_game", {}, yards_are_full),
    (laws.TICKETS_MISCOUNTED, miscount_closed_tickets, "card_game", CLOSED, tickets_are_closed),
    (laws.SPENT_WRONG, pay_another_card, "card_game", CLOSED, tickets_are_closed),
    (laws.SPENT_WRONG, pay_too_little, "card_game", CLOSED, tickets_are_closed),
    (laws.SPENT_WRONG, leave_spent_cards_lying, "card_game", CLOSED, tickets_are_closed),
    (laws.SPENT_WRONG, complete_more_now_than_ever, "card_game", CLOSED, tickets_are_closed),
]


@pytest.mark.parametrize(
    ("law", "spoil", "game", "options", "ready"),
    BREAKS_ELSEWHERE,
    ids=[entry[1].__name__ for entry in BREAKS_ELSEWHERE],
)
def test_a_broken_law_of_another_game_is_reported(
    law: int,
    spoil: Callable[[Any], None],
    game: str,
    options: Options,
    ready: Callable[[Any], bool],
) -> None:
    at_table = well_under_way(game, options, ready)
    spoil(at_table._states[0])
    assert engine.broken_law(at_table.board.record, at_table._states) == law


def test_every_law_is_shown_to_be_detectable() -> None:
    shown = {law for law, _ in BREAKS} | {entry[0] for entry in BREAKS_ELSEWHERE} | FOUND_IN_PLAY
    assert shown == set(range(laws.KEPT + 1, laws.SPENT_WRONG + 1))


def spoilt(change: Callable[[Any], None]) -> Board:
    """A board whose record was tampered with after it was checked."""
    board = bl.load_board("usa")
    record = board.record.copy()
    change(record[0])
    fields = {name: getattr(board, name) for name in board.__dataclass_fields__}
    return Board(**{**fields, "record": record})


def test_a_game_without_end_is_reported() -> None:
    with pytest.raises(bl.BranchlineError, match="seed 1, game 0: the game does not end"):
        play_by_taste(BOARD, 2, "random", games=1, most_actions=50)


def test_an_action_listed_twice_is_reported() -> None:
    def two_numbers_alike(b: Any) -> None:
        # Every payment in locomotives alone gets the number of the first payment of its track.
        b["pay_all"][:] = b["pay_base"]

    with pytest.raises(bl.BranchlineError, match="an action is listed twice"):
        play_by_taste(spoilt(two_numbers_alike), 2, "locomotive fancier", games=5)


def test_a_law_broken_in_play_is_reported_with_the_game_it_happened_in() -> None:
    def everything_fits(b: Any) -> None:
        # No route is too long for anybody: routes are claimed with cards that are not there.
        b["up_to"][:] = b["up_to"][st.MAX_LENGTH]

    told = "usa, 3 seats, claims first, seed 9, game 0: cards were lost or made"
    with pytest.raises(bl.BranchlineError, match=told):
        play_by_taste(spoilt(everything_fits), 3, "claims first", games=5, seed=9)


STUCK = """
import numpy as np
import branchline as bl
from branchline.game.keys import stream
from branchline.rules import laws, state as st

game = bl.new_game("usa", 2, seed=1)
state = game._states[0]
state["choice"][0] = 7  # seat 0 has chosen, yet is asked again
liking = np.zeros(laws.CLASSES, np.int8)
menus = np.zeros(1, st.MENU_DTYPE)
players = stream(bytes(32))
law = laws.check_play(
    game.board.record[0], state, players[0], menus[0], st.SILENT[0], liking, 10
)
assert law == laws.NOTHING_LEGAL, law
"""


def test_a_seat_that_can_do_nothing_is_reported() -> None:
    # No game can be brought to this, so the check is called on a spoilt state; compiled rules can
    # be entered only where a game begins, so they run as plain Python here, in a process apart.
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", STUCK], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# What the laws of the engine leave to others, checked on games through the library.


def written_out(board: Board, s: Any, seats: int) -> dict[str, Any]:
    """What follows from who owns what, what is built and where homes are, worked out anew."""
    b = board.record[0]
    opened, beds, cut = b["open"].copy(), b["beds"].copy(), np.zeros_like(b["open"])
    of_colour = b["of_colour"].copy()
    allowed = np.zeros_like(s["allowed"])
    together = seats >= int(b["all_sisters_from"]) and bool(board.tracks)
    for seat in range(st.MAX_SEATS):
        if not b["markers"]:
            allowed[seat] = ~np.uint64(0)
        for city in range(len(board.cities)):
            if int(s["reached"][seat]) >> city & 1:
                allowed[seat] |= b["touching"][city]
    for i in range(len(board.tracks)):
        owner, colour = int(s["owner"][i]), int(s["built"][i])
        w, bit = bit_of(i)
        if owner >= 0 or colour >= 0:
            beds[w] &= ~bit
            cut |= b["crossing"][i]
            if not together:
                beds &= ~b["sisters"][i]
        if colour >= 0:
            opened[w] |= bit
            of_colour[colour, w] |= bit
    for i in range(len(board.tracks)):
        owner = int(s["owner"][i])
        if owner >= 0:
            opened[i // 64] &= ~bit_of(i)[1]
            if together:
                allowed[owner] &= ~b["sisters"][i]
            else:
                opened &= ~b["sisters"][i]
    return {
        "open": opened & ~cut,
        "beds": beds & ~cut,
        "cut": cut,
        "of_colour": of_colour,
        "allowed": allowed,
    }


@at_every_table
def test_what_is_written_down_twice_agrees(game: str, seats: int, options: Options) -> None:
    board = bl.load_board(game)
    for number in range(scaled(1, 3)):
        at_table = bl.new_game(game, seats, seed=5, number=number, options=options)
        rng = np.random.default_rng(number)
        # What was cut off stays so even when the route that cut it goes to somebody.
        ever_cut = np.zeros(st.WORDS, np.uint64)
        while not at_table.is_over:
            s = at_table._states[0]
            assert int(s["discards_n"]) == int(s["discards"].sum())
            assert (s["seen"] <= s["hand"]).all()
            if len(at_table.history) % 3 == 0:
                for name, expected in written_out(board, s, seats).items():
                    assert s[name].tolist() == expected.tolist(), name
            assert not (ever_cut & ~s["cut"]).any()
            ever_cut |= s["cut"]
            legal = at_table.legal_actions()
            at_table.push(legal[int(rng.integers(len(legal)))])


# Legality has one source.

PHASES = {"first tickets", "turn", "second card", "tickets", "over"}
PHASES_ELSEWHERE = {
    "usa": set[str](),
    "france": {"build"},
    "old_west": {"starting city", "marker"},
    "card_game": {"complete tickets"},
}


@at_every_table
def test_why_not_agrees_with_legal_actions_for_every_action_number(
    game: str, seats: int, options: Options
) -> None:
    menus, scratch = np.zeros(1, st.MENU_DTYPE), np.zeros(1, st.MENU_DTYPE)
    board = bl.load_board(game)
    phases = set()
    for number in range(3):
        at_table = bl.new_game(game, seats, seed=6, number=number, options=options)
        rng = np.random.default_rng(number)
        states, record = at_table._states, board.record
        seen_here: Counter[str] = Counter()
        for step in range(10_000):
            # Now and then, and the first few times that something new is asked.
            seen_here[at_table.phase] += 1
            often, first = scaled((97, 1), (29, 3))
            if step % often == 0 or seen_here[at_table.phase] <= first or at_table.is_over:
                phases.add(at_table.phase)
                for seat in range(seats):
                    n = engine.legal(record, states, seat, menus)
                    legal = menus["ids"][0, :n].tolist()
                    assert len(set(legal)) == n
                    free = [
                        id
                        for id in range(board.n_actions)
                        if not engine.why_not(record, states, seat, id, scratch)
                    ]
                    assert sorted(legal) == free, (number, step, seat)
            if at_table.is_over:
                break
            seat = int(rng.choice(at_table.to_act))
            choices = at_table.legal_actions(seat)
            at_table.push(choices[int(rng.integers(len(choices)))], seat)
    assert phases - {"move alvin"} == PHASES | PHASES_ELSEWHERE[game]


def test_why_not_agrees_with_legal_actions_while_alvin_is_moved() -> None:
    def moving(s: Any) -> bool:
        return bool(s["phase"] == st.ALVIN)

    at_table = well_under_way("old_west", ALVIN, moving)
    for seat in range(3):
        legal = [action.id for action in at_table.legal_actions(seat)]
        free = [id for id in range(WEST.n_actions) if not at_table.why_not(id, seat)]
        assert sorted(legal) == free
        assert bool(legal) == (seat == at_table.seat)


def test_why_not_agrees_with_legal_actions_where_cards_and_tickets_are_scarce() -> None:
    rows = ["- - - - -", "loco*2 - - -", "loco red - - -", "red*5", "loco*5"]
    for row in rows:
        for hand in ("", "red", "loco*3 blue*2"):
            for tickets in (0, 1, 2):
                ids = ["boston-miami", "toronto-miami"][:tickets]
                at = table().with_row(row).with_hand(0, hand).with_deck("", rest=1)
                at.with_ticket_deck(*ids, rest=1)
                legal = [action.id for action in at.game.legal_actions()]
                free = [id for id in range(BOARD.n_actions) if not at.game.why_not(id)]
                assert sorted(legal) == free, (row, hand, tickets)
                assert legal
