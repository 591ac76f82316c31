"""What the dispatcher believes of others' tickets: likely ones, dealt so that nothing is lost."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import branchline as bl
from branchline.game.keys import stream
from branchline.game.known import known_state
from branchline.policy import belief
from branchline.policy.board import plan
from branchline.policy.mind import Minds
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from tests.play import TABLES, play
from tests.scale import scaled
from tests.table import table

ON_BOARDS = [(game, seats) for game, seats in TABLES if "card" not in game]


def mind_for(board: bl.Board, states: st.States) -> Minds:
    engine.compile_rules()
    return make_mind(weights_of("planner", board.record[0], int(states["seats"][0])))


def deal(
    board: bl.Board,
    known: st.States,
    worlds: st.States,
    seat: int,
    chances: st.Chances,
    likely: NDArray[np.float64],
) -> None:
    """Deal likely tickets to the others of an imagined world."""
    mind = mind_for(board, known)
    belief.deal_likely(board.record[0], known[0], worlds[0], seat, mind[0], chances[0], likely)


def a_turn(game: str) -> tuple[bl.Board, st.States, int]:
    """What a seat knows early in a game of two, its turn about to begin."""
    at_table = play(game, 2, seed=1, most=30)
    while at_table.phase != "turn":
        at_table.push(at_table.legal_actions()[0])
    seat = at_table.to_act[0]
    board, known = known_state(at_table.view(seat))
    return board, known, seat


def beliefs(board: bl.Board, states: st.States, seat: int) -> NDArray[np.float64]:
    """How likely each ticket is in each hand, a row a seat; 1 where nothing hints at it."""
    mind = mind_for(board, states)
    likely = np.ones(st.MAX_SEATS * st.MAX_TICKETS)
    belief.believe(board.record[0], states[0], seat, mind[0], likely)
    return likely.reshape(st.MAX_SEATS, st.MAX_TICKETS)


def test_a_network_hints_at_the_tickets_along_it() -> None:
    at_table = table("usa", seats=2).owns(
        1, "el_paso-los_angeles", "el_paso-houston", "houston-new_orleans"
    )
    likely = beliefs(at_table.board, at_table.game._states, 0)[1]
    of = {ticket.id: likely[i] for i, ticket in enumerate(at_table.board.tickets)}
    # Most of the way laid and one end reached; only an end; neither.
    assert of["los_angeles-miami"] > of["seattle-los_angeles"] > of["montreal-atlanta"] == 1.0
    assert of["los_angeles-miami"] > 5.0


@pytest.mark.parametrize(("game", "seats"), ON_BOARDS)
def test_likely_worlds_lose_no_ticket_and_keep_what_is_known(game: str, seats: int) -> None:
    looked_at = 0
    for seed in range(3):
        at_table = play(game, seats, seed=seed, most=40 + 30 * seed)
        if at_table.is_over or at_table.phase == "first tickets":
            continue
        seat = at_table.to_act[0]
        board, known = known_state(at_table.view(seat))
        likely = beliefs(board, known, seat).ravel()
        for number in range(20):
            worlds, chances = known.copy(), stream(bytes([number]) * 32)
            engine.imagine(board.record, worlds, seat, chances)
            deal(board, known, worlds, seat, chances, likely)
            assert engine.broken_law(board.record, worlds) == 0
            mine, places = known["held"][0, seat], known["ticket_deck"][0]
            assert worlds["held"][0, seat] == mine
            assert (worlds["ticket_deck"][0][places >= 0] == places[places >= 0]).all()
            for other in range(seats):
                assert int(worlds["held"][0, other]).bit_count() == known["held_n"][0, other]
        looked_at += 1
    assert looked_at


def test_likely_tickets_are_dealt_more_often() -> None:
    board, known, seat = a_turn("usa")
    other = 1 - seat
    likely = np.ones(st.MAX_SEATS * st.MAX_TICKETS)
    mine = int(known["held"][0, seat])
    favoured = next(t for t in range(len(board.tickets)) if not mine >> t & 1)
    likely[other * st.MAX_TICKETS + favoured] = 50.0
    dealt = 0
    for number in range(200):
        worlds, chances = known.copy(), stream(bytes([number]) * 32)
        engine.imagine(board.record, worlds, seat, chances)
        deal(board, known, worlds, seat, chances, likely)
        dealt += int(worlds["held"][0, other]) >> favoured & 1
    # By chance alone one in thirteen at the most.
    assert dealt > 100


def test_the_others_hold_tickets_that_go_together() -> None:
    board, known, seat = a_turn("france")
    other = 1 - seat
    likely = beliefs(board, known, seat).ravel()
    mind = mind_for(board, known)
    drawn, dealt = [], []
    for number in range(scaled(40, 100)):
        worlds, chances = known.copy(), stream(bytes([number]) * 32)
        engine.imagine(board.record, worlds, seat, chances)
        unseen = np.uint64((1 << len(board.tickets)) - 1) & ~known["held"][0, seat]
        n = int(known["held_n"][0, other])
        # As a mask again: for a plain int the plan would be compiled anew, which takes seconds.
        hand = np.uint64(belief.draw_hand(chances[0], unseen, likely, other, n))
        drawn.append(plan.weigh_plan(board.record[0], worlds[0], other, mind[0], hand))
        deal(board, known, worlds, seat, chances, likely)
        hand = worlds["held"][0, other]
        dealt.append(plan.weigh_plan(board.record[0], worlds[0], other, mind[0], hand))
    assert np.mean(dealt) > np.mean(drawn) + 5.0
