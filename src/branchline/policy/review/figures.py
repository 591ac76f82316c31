"""What a finished play-out came to: a row of whole numbers, which can be summed in any order."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import ONE
from branchline.rules.derived import is_closed
from branchline.rules.rule import rule
from branchline.rules.state import (
    BoardRecord,
    Grid,
    Ids,
    Mask,
    ResultRecord,
    State,
)

WHOLE = 60
"""A win, in parts: it can be shared by up to six seats without a remainder."""

# Columns of a row; a block for each seat follows, then what is noted of one seat alone.
F_TURNS, F_SEATS = range(2)
(
    S_SHARE,
    S_TOTAL,
    S_ROUTES,
    S_MARKERS,
    S_DONE,
    S_FAILED,
    S_LONGEST,
    S_MOST,
    S_ALVIN,
    S_BONUS,
    S_COLUMNS,
) = range(11)
(
    O_DONE,
    O_DONE_MORE,
    O_DONE_LAST,
    O_FAILED,
    O_FAILED_MORE,
    O_FAILED_LAST,
    O_LOST,
    O_ROBBED,
    O_GONE,
) = range(9)
PART = 22
"""Bits of a set of tickets that a column holds."""


@rule
def share_of(s: State, result: ResultRecord, seat: int) -> int:
    """Return a seat's part of the win; several share one equally."""
    if result.rank[seat] != 1:
        return 0
    winners = 0
    for other in range(s.seats):
        if result.rank[other] == 1:
            winners += 1
    return WHOLE // winners


@rule
def marker_points(board: BoardRecord, s: State, seat: int) -> int:
    """Return the points that a seat's markers brought in on the routes of others."""
    points = 0
    for track in range(board.n_tracks):
        if s.owner[track] >= 0 and s.owner[track] != seat:
            paid = int(s.payees[track])
            times = (1 if (paid >> 4) - 1 == seat else 0) + (1 if (paid & 15) - 1 == seat else 0)
            points += times * int(board.points[board.length[track]])
    return points


@rule
def write_tickets(tickets: Mask, table: Grid, row: int, at: int) -> None:
    """Write a set of tickets into three columns."""
    part = (ONE << np.uint64(PART)) - ONE
    for i in range(3):
        table[row, at + i] = int(tickets >> np.uint64(PART * i) & part)


@rule
def is_gone(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a track is another's, or shut to a seat for good."""
    if s.owner[track] >= 0:
        return bool(s.owner[track] != seat)
    return is_closed(board, s, seat, track)


@rule
def write_figures(
    board: BoardRecord,
    s: State,
    result: ResultRecord,
    seat: int,
    watched: Ids,
    table: Grid,
    row: int,
) -> None:
    """Write down how a game ended for everybody, and more of it for one seat."""
    table[row, F_TURNS] = s.turn
    for other in range(s.seats):
        at = F_SEATS + other * S_COLUMNS
        markers = marker_points(board, s, other) if board.markers > 0 else 0
        bonus = 0
        for i in range(board.n_bonuses):
            bonus += result.bonus[other, i]
        table[row, at + S_SHARE] = share_of(s, result, other)
        table[row, at + S_TOTAL] = result.total[other]
        table[row, at + S_ROUTES] = result.routes[other] - markers
        table[row, at + S_MARKERS] = markers
        table[row, at + S_DONE] = result.done_points[other]
        table[row, at + S_FAILED] = -result.failed_points[other]
        table[row, at + S_LONGEST] = result.longest_path[other]
        table[row, at + S_MOST] = result.most_tickets[other]
        table[row, at + S_ALVIN] = result.captures[other] + result.alvin[other]
        table[row, at + S_BONUS] = bonus
    at = F_SEATS + s.seats * S_COLUMNS
    done = result.done[seat]
    held = s.held[seat] | s.completed[seat]
    write_tickets(done, table, row, at + O_DONE)
    write_tickets(held & ~done, table, row, at + O_FAILED)
    for i in range(len(watched)):
        gone = watched[i] >= 0 and is_gone(board, s, seat, watched[i])
        table[row, at + O_GONE + i] = 1 if gone else 0
