"""Stepping: many games at once, each by an action of its own, with all that a learner is told."""

from __future__ import annotations

import numpy as np

from branchline.observation.features import work_out
from branchline.observation.notes import (
    BatchSettings,
    Layout,
    Layouts,
    LegalMasks,
    Lists,
    Marks,
    Note,
    Notes,
    Observations,
    Rewards,
)
from branchline.observation.noting import forget_all, note_action, note_state, remember
from branchline.observation.observing import see_now
from branchline.observation.recalling import see_remembered
from branchline.observation.rows import Flag, Sheet, fetch_row, flag_at, menu_at, sheet_at
from branchline.rules.chance import below, key_of_game
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.state import (
    LOG_SIZE,
    OVER,
    BoardRecord,
    BoardRecords,
    Bytes,
    Chances,
    Ids,
    Logs,
    Menu,
    Menus,
    ResultRecord,
    ResultRecords,
    State,
    States,
    Wide,
)
from branchline.rules.turn import apply, legal, set_up

# What is asked of a row.
SKIP, STEP, BEGIN = range(3)

# How many bytes of the next row are fetched meanwhile: with thousands of games that is worth up to
# a fifth of the speed. Of notes and lists the rest is rarely looked at.
FETCHED, FETCHED_NOTES, FETCHED_LIST = 2112, 704, 128

# What is rewarded.
WIN, MARGIN, POINTS = range(3)

# What follows the end of a game, as Gymnasium defines it.
NEXT_STEP, SAME_STEP, DISABLED = range(3)


@rule
def observe(board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet) -> None:
    """Write all that a layout has room for, as a seat knows it."""
    see_now(board, s, note, seat, at, out)
    if at.taken >= 0:
        see_remembered(board, s, note, seat, at, out)
    if at.unseen >= 0:
        work_out(board, s, note, seat, at, out)


@rule
def list_legal(board: BoardRecord, s: State, mask: Flag, listed: Menu, before: int) -> int:
    """List the legal actions of the seat to act in place of those listed before; return how many.

    The list is the row itself: no more actions are legal than there are.
    """
    for i in range(before):
        mask.of[listed.ids[i]] = 0
    n = legal(board, s, s.seat, listed)
    for i in range(n):
        mask.of[listed.ids[i]] = 1
    return n


@rule
def points_of(s: State, seat: int) -> int:
    """Return the points of a seat that everybody knows of."""
    return 0 if s.closed and s.phase != OVER else int(s.points[seat])


@rule
def reward_end(s: State, result: ResultRecord, kind: int, reward: Rewards, row: int) -> None:
    """Write what the seats get at the end: shares of the win, or by how much each is ahead."""
    winners = 0
    for seat in range(s.seats):
        if result.rank[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        if kind == WIN:
            reward[row, seat] = 1.0 / winners if result.rank[seat] == 1 else 0.0
            continue
        best = -10000
        for other in range(s.seats):
            if other != seat:
                best = max(best, int(result.total[other]))
        reward[row, seat] = result.total[seat] - best


@rule
def reward_points(s: State, result: ResultRecord, points: Lists, reward: Rewards, row: int) -> None:
    """Write by how much more the points of each seat grew than those of the others on average."""
    gained = 0
    for seat in range(s.seats):
        now = int(result.total[seat]) if s.phase == OVER else points_of(s, seat)
        reward[row, seat] = now - points[row, seat]
        gained += now - points[row, seat]
        points[row, seat] = now
    for seat in range(s.seats):
        own = reward[row, seat]
        reward[row, seat] = own - (gained - own) / (s.seats - 1)


@rule
def step_rows(
    boards: BoardRecords,
    states: States,
    notes: Notes,
    layouts: Layouts,
    settings: BatchSettings,
    masters: Chances,
    players: Chances,
    menus: Menus,
    logs: Logs,
    results: ResultRecords,
    asked: Bytes,
    actions: Wide,
    observation: Observations,
    last_observation: Observations,
    mask: LegalMasks,
    listed: Lists,
    listed_n: Ids,
    reward: Rewards,
    seat: Bytes,
    done: Marks,
    points: Lists,
    final: Lists,
    number: Wide,
    first: int,
    end: int,
) -> None:
    """Take an action, or begin the next game, in each row for which that is asked.

    The actions have been checked. All of it is one function, because every function that calls the
    rules takes seconds to compile.
    """
    board = boards[0]
    at = layouts[0]
    setting = settings[0]
    log = logs[0]
    result = results[0]
    remembers = at.taken >= 0
    log.capacity = LOG_SIZE if remembers else 0
    log.n = 0
    for row in range(first, end):
        if row + 1 < end:
            fetch_row(states, row + 1, FETCHED)
            fetch_row(notes, row + 1, FETCHED_NOTES)
            fetch_row(observation, row + 1, FETCHED)
            fetch_row(mask, row + 1, FETCHED)
            fetch_row(listed, row + 1, FETCHED_LIST)
            fetch_row(players, row + 1, FETCHED_LIST)
        s = states[row]
        note = notes[row]
        done[row] = False
        for i in range(setting.seats):
            reward[row, i] = 0.0
        if asked[row] == SKIP:
            continue
        begins = asked[row] == BEGIN or s.phase == OVER
        if not begins:
            acting = int(s.seat)
            is_known = not board.yard or s.deck_n == 0
            apply(board, s, acting, actions[row], menus[0], log)
            note_action(board, s, note, acting, actions[row])
            if remembers:
                remember(board, s, note, acting, is_known, log)
            if s.phase == OVER:
                done[row] = True
                final_score(board, s, result)
                for i in range(setting.seats):
                    final[row, i] = result.total[i]
                if setting.reward != POINTS:
                    reward_end(s, result, setting.reward, reward, row)
            if setting.reward == POINTS:
                reward_points(s, result, points, reward, row)
            if s.phase == OVER and setting.autoreset == SAME_STEP:
                observe(board, s, note, s.seat, at, sheet_at(last_observation, row))
                begins = True
        if begins:
            number[row] += setting.stride
            key_of_game(masters[0], number[row], s.chance, players[row])
            set_up(board, s, setting.seats, setting.starts, setting.options, log)
            note_state(board, s, note)
            if remembers:
                forget_all(note)
                remember(board, s, note, 0, True, log)
            for i in range(setting.seats):
                points[row, i] = 0
        listed_n[row] = list_legal(
            board, s, flag_at(mask, row), menu_at(listed, row), listed_n[row]
        )
        seat[row] = s.seat
        observe(board, s, note, s.seat, at, sheet_at(observation, row))


@rule
def find_illegal(
    listed: Lists, listed_n: Ids, asked: Bytes, actions: Wide, may_be_over: bool
) -> int:
    """Return the first row whose action is not legal, or -1; where a game is over none is."""
    for row in range(len(actions)):
        if asked[row] == SKIP or (may_be_over and listed_n[row] == 0):
            continue
        action = actions[row]
        found = False
        for i in range(np.uint64(listed_n[row])):
            found |= listed[row, i] == action
        if not found:
            return row
    return -1


@rule
def choose_randomly(
    listed: Lists, listed_n: Ids, players: Chances, actions: Wide, first: int, end: int
) -> None:
    """Choose a legal action in each row, all equally likely, as the random players of a run do."""
    for row in range(first, end):
        if listed_n[row] > 0:
            actions[row] = listed[row, below(players[row], listed_n[row])]


@rule
def observe_rows(
    boards: BoardRecords,
    states: States,
    notes: Notes,
    layouts: Layouts,
    seat: Bytes,
    out: Observations,
) -> None:
    """Write what a seat of each game knows."""
    for row in range(len(seat)):
        observe(boards[0], states[row], notes[row], seat[row], layouts[0], sheet_at(out, row))


@rule
def note_states(boards: BoardRecords, states: States, notes: Notes, n: int) -> None:
    """Note what follows from states that were not reached step by step; nothing is remembered."""
    for row in range(n):
        note_state(boards[0], states[row], notes[row])
        forget_all(notes[row])
