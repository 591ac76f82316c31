"""Whole games between random players, for measuring and testing."""

from __future__ import annotations

from branchline.rules.chance import below, key_of_game
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.state import OVER, BoardRecord, Chance, Grid, Log, Menu, ResultRecord, State
from branchline.rules.turn import apply, legal, set_up

# Columns of the table of finished games, and of the block that each seat has after them.
T_STEPS, T_TURNS, T_WINNERS, T_SEATS = range(4)
S_TOTAL, S_ROUTES, S_DONE, S_FAILED, S_RANK, S_COLUMNS = range(6)


@rule
def play_randomly(
    board: BoardRecord, s: State, players: Chance, out: Menu, log: Log, most: int
) -> int:
    """Take random legal actions, each equally likely, until the end or the most steps allowed."""
    steps = 0
    while s.phase != OVER and steps < most:
        n = legal(board, s, s.seat, out)
        apply(board, s, s.seat, out.ids[below(players, n)], out, log)
        steps += 1
    return steps


@rule
def tabulate(s: State, result: ResultRecord, table: Grid, row: int, steps: int) -> None:
    """Write a finished game into a row of the table."""
    table[row, T_STEPS] = steps
    table[row, T_TURNS] = s.turn
    winners = 0
    for seat in range(s.seats):
        at = T_SEATS + seat * S_COLUMNS
        table[row, at + S_TOTAL] = result.total[seat]
        table[row, at + S_ROUTES] = result.routes[seat]
        table[row, at + S_DONE] = result.done_n[seat]
        table[row, at + S_FAILED] = result.failed_n[seat]
        table[row, at + S_RANK] = result.rank[seat]
        if result.rank[seat] == 1:
            winners += 1
    table[row, T_WINNERS] = winners


@rule
def simulate(
    board: BoardRecord,
    s: State,
    result: ResultRecord,
    master: Chance,
    players: Chance,
    out: Menu,
    log: Log,
    seats: int,
    starts: int,
    options: int,
    first: int,
    table: Grid,
) -> None:
    """Play games first, first + 1, … of a run with random players, a row of the table each."""
    for row in range(table.shape[0]):
        key_of_game(master, first + row, s.chance, players)
        set_up(board, s, seats, starts, options, log)
        steps = play_randomly(board, s, players, out, log, 1 << 30)
        final_score(board, s, result)
        tabulate(s, result, table, row, steps)
