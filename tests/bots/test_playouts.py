"""Play-outs take short cuts: they choose what the policy does with the whole list before it."""

from __future__ import annotations

import numpy as np

import branchline as bl
from branchline.game.keys import run_key
from branchline.game.options import option_bits
from branchline.policy.board.choose import keep_worth
from branchline.policy.matches import contests
from branchline.policy.mind import MIND_DTYPE, W_CLIMB, Minds
from branchline.policy.review.open_table import policy_action
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules import state as st
from tests.play import GAMES, at_every_table
from tests.scale import scaled

STYLES = ("playout", "planner", "path", "playout", "hungry", "onestep", "longroute")


def minds_for(board: bl.Board, seats: int, number: int) -> Minds:
    """A mind for each seat, of other styles in each game; the yards have two alike."""
    minds = np.zeros(seats, MIND_DTYPE)
    for seat in range(seats):
        style = STYLES[(number + seat) % len(STYLES)]
        if board.record[0]["yard"]:
            style = "playout"
        minds[seat] = make_mind(weights_of(style, board.record[0], seats))[0]
    return minds


def best_tickets(board: bl.Board, states: st.States, seat: int, minds: Minds, n: int) -> int:
    """What is to be kept, by a plan made afresh for each action."""
    menu = np.zeros(1, st.MENU_DTYPE)
    assert engine.legal(board.record, states, seat, menu) == n
    worths = []
    for action in menu["ids"][0, :n]:
        mind = minds[seat : seat + 1].copy()
        worths.append(keep_worth(board.record[0], states[0], seat, mind[0], int(action)))
    return int(menu["ids"][0, int(np.argmax(worths))])


@at_every_table
def test_a_play_out_is_the_game_that_the_policy_plays_from_the_whole_list(
    game: str, seats: int
) -> None:
    id, options = GAMES[game]
    board = bl.load_board(id)
    engine.compile_rules()
    menu, results = np.zeros(1, st.MENU_DTYPE), np.zeros(1, st.RESULT_DTYPE)
    on_map = not board.record[0]["yard"]
    kept = 0
    for number in range(scaled(4, 60)):
        states, players = np.zeros(1, st.STATE_DTYPE), np.zeros(1, st.CHANCE_DTYPE)
        table = np.zeros((1, columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
        minds = minds_for(board, seats, number)
        contests.contest(
            board.record,
            states,
            results,
            run_key(5),
            players,
            minds,
            menu,
            st.SILENT,
            seats,
            option_bits(options),
            number,
            0,
            table,
        )
        at_table = bl.new_game(id, seats, 5, number=number, options=options)
        steps = 0
        while not at_table.is_over:
            seat = at_table.to_act[0]
            legal = {action.id: action for action in at_table.legal_actions(seat)}
            best = -1
            if on_map and "tickets" in at_table.phase and minds["weights"][seat, W_CLIMB] == 0.0:
                best = best_tickets(board, at_table._states, seat, minds, len(legal))
            chosen = policy_action(board.record, at_table._states, seat, minds, menu)
            assert best in (-1, chosen)
            kept += best >= 0
            at_table.push(legal[chosen], seat)
            steps += 1
        assert table[0, columns.T_STEPS] == steps
        assert at_table._states.tobytes() == states.tobytes()
    assert kept or not on_map
