"""The laws: they hold in thousands of games, and each of them can be seen to break."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.board import Board
from branchline.game import run_key
from branchline.rules import engine, laws
from branchline.rules import state as st
from branchline.testing import TASTES, play_by_taste
from tests.table import Table, table

BOARD = bl.load_board("usa")
ALL_SEATS = [2, 3, 4, 5]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_laws_hold_in_random_games(seats: int) -> None:
    play_by_taste(BOARD, seats, "random", games=2000)


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("taste", [taste for taste in TASTES if taste != "random"])
def test_the_laws_hold_in_games_of_stubborn_players(taste: str, seats: int) -> None:
    play_by_taste(BOARD, seats, taste, games=200, seed=2)


def test_a_stubborn_player_is_stubborn() -> None:
    # Hoarders claim nothing while they can draw: the pile runs out, which is what they are for.
    def first_claim(taste: str) -> int:
        states, menus = np.zeros(1, st.STATE_DTYPE), np.zeros(1, st.MENU_DTYPE)
        liking = np.zeros(laws.CLASSES, np.int8)
        for kind, preference in TASTES[taste].items():
            liking[kind] = preference
        for most in range(1, 500):
            players = np.zeros(1, st.CHANCE_DTYPE)
            arguments = (BOARD.record, states, run_key(1), players, menus, st.SILENT, liking)
            engine.check_games(*arguments, 2, 0, 1, most)
            if (states["owner"][0, : len(BOARD.tracks)] >= 0).any():
                return most
        return 500

    assert first_claim("claims first") < 30
    assert first_claim("hoarder") > 100
    assert first_claim("never claims") > 100


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


def test_every_law_is_shown_to_be_detectable() -> None:
    shown = {law for law, _ in BREAKS} | FOUND_IN_PLAY
    assert shown == set(range(laws.KEPT + 1, laws.NO_END + 1))


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
from branchline.game import stream
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


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_what_is_written_down_twice_agrees(seats: int) -> None:
    b = BOARD.record[0]
    for number in range(6):
        game = bl.new_game("usa", seats, seed=5, number=number)
        rng = np.random.default_rng(number)
        while not game.is_over:
            s = game._states[0]
            assert int(s["discards_n"]) == int(s["discards"].sum())
            opened, barred = b["open"].copy(), np.zeros_like(s["barred"])
            for i, owner in enumerate(s["owner"][: len(BOARD.tracks)].tolist()):
                if owner >= 0:
                    opened[i // 64] &= ~np.uint64(1 << i % 64)
                    if seats < 4:
                        opened &= ~b["sisters"][i]
                    else:
                        barred[owner] |= b["sisters"][i]
            assert s["open"].tolist() == opened.tolist()
            assert s["barred"].tolist() == barred.tolist()
            assert (s["seen"] <= s["hand"]).all()
            legal = game.legal_actions()
            game.push(legal[int(rng.integers(len(legal)))])


# Legality has one source.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_why_not_agrees_with_legal_actions_for_every_action_number(seats: int) -> None:
    menus, scratch = np.zeros(1, st.MENU_DTYPE), np.zeros(1, st.MENU_DTYPE)
    phases = set()
    for number in range(6):
        game = bl.new_game("usa", seats, seed=6, number=number)
        rng = np.random.default_rng(number)
        states, record = game._states, BOARD.record
        for step in range(10_000):
            if step % 11 == 0 or game.is_over:
                phases.add(game.phase)
                for seat in range(seats):
                    n = engine.legal(record, states, seat, menus)
                    legal = menus["ids"][0, :n].tolist()
                    assert len(set(legal)) == n
                    free = [
                        id
                        for id in range(BOARD.n_actions)
                        if not engine.why_not(record, states, seat, id, scratch)
                    ]
                    assert sorted(legal) == free, (number, step, seat)
            if game.is_over:
                break
            seat = int(rng.choice(game.to_act))
            choices = game.legal_actions(seat)
            game.push(choices[int(rng.integers(len(choices)))], seat)
    assert phases == {"first tickets", "turn", "second card", "tickets", "over"}


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
