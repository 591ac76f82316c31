"""The plan: looking for a better one finds none that is worse, and reasons tell what it is for."""

from __future__ import annotations

import numpy as np
import pytest

import branchline as bl
from branchline.bots.reasons import sentence
from branchline.game.known import known_state
from branchline.policy import mind as m
from branchline.policy import playouts as playout
from branchline.policy.board import plan
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from branchline.rules.network import longest_trail
from branchline.rules.turn import legal
from tests.play import TABLES, at_every_table, board_of, play
from tests.table import table

ON_BOARDS = [(game, seats) for game, seats in TABLES if "card" not in game]
LONGEST_PATH = [(game, seats) for game, seats in ON_BOARDS if board_of(game).record["longest_path"]]


@pytest.mark.parametrize(("game", "seats"), ON_BOARDS)
def test_the_plan_found_by_looking_further_is_worth_no_less(game: str, seats: int) -> None:
    engine.compile_rules()
    planned = 0
    for seed in range(6):
        at_table = play(game, seats, seed=seed, most=20 + 15 * seed)
        if at_table.is_over or at_table.phase != "turn":
            continue
        seat = at_table.to_act[0]
        board, states = known_state(at_table.view(seat))
        weights = weights_of("planner", board.record[0], seats)
        worth = []
        for climbing in (0.0, 1.0):
            mind = make_mind(weights | {m.W_CLIMB: climbing})
            tickets = states["held"][0, seat]
            worth.append(plan.make_plan(board.record[0], states[0], seat, mind[0], tickets))
            tracks = [
                t for t in range(len(board.tracks)) if int(mind["plan"][0, t >> 6]) >> (t & 63) & 1
            ]
            assert all(states["owner"][0, t] < 0 for t in tracks)
            assert not mind["without"].any()
        assert worth[1] >= worth[0]
        planned += 1
    assert planned


@pytest.mark.parametrize(("game", "seats"), LONGEST_PATH)
def test_paths_that_were_looked_up_are_those_of_now(game: str, seats: int) -> None:
    engine.compile_rules()
    at_table = bl.new_game(game, seats, seed=3)
    minds = [make_mind(weights_of("playout", at_table.board.record[0], seats)) for _ in range(6)]
    menu, trail = np.zeros(1, st.MENU_DTYPE), np.zeros(65, np.int16)
    known = 0
    while not at_table.is_over:
        seat = at_table.to_act[0]
        mind = minds[seat]
        board, states = known_state(at_table.view(seat))
        n = legal(board.record[0], states[0], seat, menu[0])
        chosen = playout.choose(board.record[0], states[0], seat, mind[0], menu[0], n)
        for other in range(seats):
            if mind["path_at"][0, other] == states["trains"][0, other] + 1:
                path = longest_trail(board.record[0], states[0], other, trail, 0)
                assert mind["path"][0, other] == path
                known += path > 0
        at_table.push(chosen, seat)
    assert known


@at_every_table
def test_thinking_leaves_the_state_as_it_was(game: str, seats: int) -> None:
    menu = np.zeros(1, st.MENU_DTYPE)
    for seed in range(3):
        at_table = play(game, seats, seed=seed, most=10 + 30 * seed)
        if at_table.is_over:
            continue
        seat = at_table.to_act[0]
        board, states = known_state(at_table.view(seat))
        before = states.tobytes()
        for style in ("planner", "playout"):
            mind = make_mind(weights_of(style, board.record[0], seats))
            playout.decide(board.record, states, seat, mind, menu)
            assert states.tobytes() == before


def test_a_reason_names_the_ticket_that_needs_the_track() -> None:
    """Two tickets, each with a track of its own, and one track that serves neither."""
    at_table = table("usa", seats=2).with_tickets(0, "denver-el_paso", "duluth-el_paso")
    board = at_table.board
    track = {t.id: i for i, t in enumerate(board.tracks)}
    ticket = {t.id: i for i, t in enumerate(board.tickets)}
    plan = [
        "denver-santa_fe",
        "el_paso-santa_fe",
        "denver-omaha",
        "duluth-omaha-1",
        "atlanta-miami",
    ]
    mind = make_mind(weights_of("planner", board.record[0], 2))[0]
    for id in plan:
        mind["plan"][track[id] >> 6] |= np.uint64(1 << (track[id] & 63))
    for id in ("denver-el_paso", "duluth-el_paso"):
        mind["goals"] |= np.uint64(1 << ticket[id])
    said = {}
    for id in plan:
        mind["reason"], mind["what"] = m.R_PLANNED, track[id]
        said[id] = str(sentence(board, at_table.game.view(0), mind))
    assert "Denver–El Paso" in said["denver-santa_fe"]
    assert "Duluth–El Paso" in said["denver-omaha"]
    assert "Duluth–El Paso" in said["duluth-omaha-1"]
    assert "El Paso" not in said["atlanta-miami"]
