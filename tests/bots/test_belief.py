"""What the dispatcher believes of others' tickets: likely ones, dealt so that nothing is lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import branchline as bl
from branchline.game import stream
from branchline.policy import belief
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from branchline.view import known_state
from tests.play import TABLES, play
from tests.table import table

ON_BOARDS = [(game, seats) for game, seats in TABLES if "card" not in game]


def beliefs(board: bl.Board, states: NDArray[Any], seat: int) -> NDArray[np.float64]:
    """How likely each ticket is in each hand, a row a seat; 1 where nothing hints at it."""
    engine.compile_rules()
    seats = int(states["seats"][0])
    mind = make_mind(weights_of("planner", board.record[0], seats))
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
            belief.deal_likely(board.record[0], known[0], worlds[0], seat, chances[0], likely)
            assert engine.broken_law(board.record, worlds) == 0
            mine, places = known["held"][0, seat], known["ticket_deck"][0]
            assert worlds["held"][0, seat] == mine
            assert (worlds["ticket_deck"][0][places >= 0] == places[places >= 0]).all()
            for other in range(seats):
                assert int(worlds["held"][0, other]).bit_count() == known["held_n"][0, other]
        looked_at += 1
    assert looked_at


def test_likely_tickets_are_dealt_more_often() -> None:
    at_table = play("usa", 2, seed=1, most=30)
    while at_table.phase != "turn":
        at_table.push(at_table.legal_actions()[0])
    seat = at_table.to_act[0]
    other = 1 - seat
    board, known = known_state(at_table.view(seat))
    likely = np.ones(st.MAX_SEATS * st.MAX_TICKETS)
    mine = int(known["held"][0, seat])
    favoured = next(t for t in range(len(board.tickets)) if not mine >> t & 1)
    likely[other * st.MAX_TICKETS + favoured] = 50.0
    dealt = 0
    for number in range(200):
        worlds, chances = known.copy(), stream(bytes([number]) * 32)
        engine.imagine(board.record, worlds, seat, chances)
        belief.deal_likely(board.record[0], known[0], worlds[0], seat, chances[0], likely)
        dealt += int(worlds["held"][0, other]) >> favoured & 1
    # By chance alone one in thirteen at the most.
    assert dealt > 100
