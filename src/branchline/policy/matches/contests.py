"""Contests: many deals between compiled players alone, for tuning and measuring them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.policy.mind import Minds, forget
from branchline.policy.playouts import play_out
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import simulate as columns
from branchline.rules import state as st
from branchline.rules.chance import key_of_game
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.simulate import tabulate
from branchline.rules.state import BoardRecords, Chances, Grid, Logs, Menus, ResultRecords, States
from branchline.rules.turn import set_up


@rule
def contest(
    boards: BoardRecords,
    states: States,
    results: ResultRecords,
    masters: Chances,
    players: Chances,
    minds: Minds,
    menus: Menus,
    logs: Logs,
    seats: int,
    options: int,
    first: int,
    rotation: int,
    table: Grid,
) -> None:
    """Play games first, first + 1, … of a run between compiled players, a row of figures each.

    Seat i has the mind (i + rotation) modulo seats.
    """
    board = boards[0]
    turned = minds[:seats].copy()
    for row in range(table.shape[0]):
        for seat in range(seats):
            turned[seat] = minds[(seat + rotation) % seats]
            forget(turned[seat])
        key_of_game(masters[0], first + row, states[0].chance, players[0])
        set_up(board, states[0], seats, -1, options, logs[0])
        steps = play_out(board, states[0], turned, menus[0], logs[0])
        final_score(board, states[0], results[0])
        tabulate(states[0], results[0], table, row, steps)


def play_contest(
    board: Board,
    styles: Sequence[str],
    deals: int,
    master: st.Chances,
    *,
    first: int = 0,
    rotation: int = 0,
    options: int = 0,
) -> NDArray[np.int32]:
    """Play deals first, first + 1, … with one player a seat; return a row of figures for each.

    Player i sits in seat (i - rotation) modulo seats.
    """
    seats = len(styles)
    minds = np.concatenate(
        [make_mind(weights_of(style, board.record[0], seats)) for style in styles]
    )
    table = np.zeros((deals, columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
    contest(
        board.record,
        np.zeros(1, st.STATE_DTYPE),
        np.zeros(1, st.RESULT_DTYPE),
        master,
        np.zeros(1, st.CHANCE_DTYPE),
        minds,
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        seats,
        options,
        first,
        rotation,
        table,
    )
    return table


def figures_of(table: NDArray[np.int32], seat: int) -> NDArray[np.int32]:
    """Return the columns of one seat."""
    at = columns.T_SEATS + seat * columns.S_COLUMNS
    return table[:, at : at + columns.S_COLUMNS]


def win_shares(table: NDArray[np.int32], seat: int) -> NDArray[np.float64]:
    """Return a seat's share of the win in each deal."""
    won = figures_of(table, seat)[:, columns.S_RANK] == 1
    return np.where(won, 1.0 / table[:, columns.T_WINNERS], 0.0)
