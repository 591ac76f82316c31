"""Judging a decision: all its actions played out in the same worlds, with figures that say why."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import Minds
from branchline.policy.playouts import (
    act_in_copy,
    choose,
    imagine_others,
    plan_after_each,
    play_out,
)
from branchline.policy.review.figures import F_SEATS, O_LOST, O_ROBBED, S_COLUMNS, write_figures
from branchline.rules.chance import key_of_game
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    K_LAY,
    MAX_SEATS,
    MAX_TICKETS,
    OVER,
    BoardRecord,
    BoardRecords,
    Chances,
    Grid,
    Ids,
    Log,
    Logs,
    Menu,
    Menus,
    ResultRecords,
    State,
    States,
)
from branchline.rules.turn import apply, legal


@rule
def standing_rows(s: State, seat: int, among: int) -> int:
    """Return the rows that a seat has in its yard, of some, as bits."""
    rows = 0
    for colour in range(COLOURS):
        if among >> colour & 1 and s.row[seat, colour] > 0:
            rows |= 1 << colour
    return rows


@rule
def cards_in_yard(s: State, seat: int) -> int:
    """Return how many cards lie in a seat's yard."""
    cards = 0
    for colour in range(COLOURS):
        cards += s.row[seat, colour] + s.row_locomotives[seat, colour]
    return cards


@rule
def play_out_yards(
    board: BoardRecord,
    s: State,
    seat: int,
    minds: Minds,
    out: Menu,
    log: Log,
    table: Grid,
    row: int,
) -> None:
    """Play a game of yards to its end, and note what robbers took from one of them.

    Of the rows that stand now it is noted which were robbed.
    """
    rows = standing_rows(s, seat, (1 << COLOURS) - 1)
    lost = 0
    robbed = 0
    while s.phase != OVER:
        actor = int(s.seat)
        n = legal(board, s, actor, out)
        action = choose(board, s, actor, minds[actor], out, n)
        robs = actor != seat and board.action_kind[action] == K_LAY and s.phase != COMPLETE
        if robs and s.row[seat, board.action_colour[action]] > 0:
            colour = int(board.action_colour[action])
            lost += s.row[seat, colour] + s.row_locomotives[seat, colour]
            robbed |= rows & 1 << colour
            rows &= ~(1 << colour)
        apply(board, s, actor, action, out, log)
        rows = standing_rows(s, seat, rows)
    at = F_SEATS + s.seats * S_COLUMNS
    table[row, at + O_LOST] = lost
    table[row, at + O_ROBBED] = robbed


@rule
def judge_actions(
    boards: BoardRecords,
    knowns: States,
    worlds: States,
    results: ResultRecords,
    seat: int,
    masters: Chances,
    first: int,
    streams: Chances,
    actions: Ids,
    watched: Ids,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
    table: Grid,
) -> None:
    """Play every action out in the same imagined worlds; a row of figures for each, world by world.

    The worlds and the players in them are those of `playouts.compare_actions`. watched has a track
    for each action, of which it is noted whether it is gone at the end, or -1.
    """
    board = boards[0]
    known = knowns[0]
    n = len(actions)
    likely = np.ones(MAX_SEATS * MAX_TICKETS, np.float64)
    plan_after_each(
        boards, knowns, worlds, seat, masters, streams, actions, minds, begun, menus, logs, likely
    )
    for world in range(table.shape[0] // n):
        key_of_game(masters[0], first + world, streams[0], streams[1])
        worlds[0] = known
        imagine_others(board, known, worlds[0], seat, begun, menus[0], streams[0], likely)
        for i in range(n):
            row = world * n + i
            act_in_copy(boards, worlds, seat, actions, i, minds, begun, menus, logs)
            if board.yard:
                play_out_yards(board, worlds[1], seat, minds, menus[0], logs[0], table, row)
            else:
                play_out(board, worlds[1], minds, menus[0], logs[0])
            final_score(board, worlds[1], results[0])
            write_figures(board, worlds[1], results[0], seat, watched, table, row)
