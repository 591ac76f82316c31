"""Play-outs: compiled players finish games, from any point, in worlds of any kind."""

from __future__ import annotations

import numpy as np

from branchline.policy.belief import believe, deal_likely
from branchline.policy.board.candidates import board_candidates
from branchline.policy.board.choose import choose_among_planned, choose_on_board
from branchline.policy.board.upkeep import plan_well
from branchline.policy.mind import Mind, Minds, forget
from branchline.policy.yard.choose import choose_in_yard, yard_candidates
from branchline.rules.chance import key_of_game
from branchline.rules.imagine import imagine
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.state import (
    FIRST_TICKETS,
    HOME,
    MAX_SEATS,
    MAX_TICKETS,
    OVER,
    TURN,
    BoardRecord,
    BoardRecords,
    Chance,
    Chances,
    Floats,
    Grid,
    Ids,
    Log,
    Logs,
    Menu,
    Menus,
    ResultRecord,
    ResultRecords,
    State,
    States,
)
from branchline.rules.turn import apply, legal


@rule
def choose(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat."""
    if board.yard:
        return choose_in_yard(board, s, seat, mind, out, n)
    return choose_on_board(board, s, seat, mind, out, n)


@rule
def play_out(board: BoardRecord, s: State, minds: Minds, out: Menu, log: Log) -> int:
    """Let the compiled players go on to the end; return how many actions they took."""
    steps = 0
    while s.phase != OVER:
        seat = int(s.seat)
        action = -1
        if s.phase == TURN and not board.yard:
            action = choose_among_planned(board, s, seat, minds[seat], out)
        if action < 0:
            n = legal(board, s, seat, out)
            action = choose(board, s, seat, minds[seat], out, n)
        apply(board, s, seat, action, out, log)
        steps += 1
    return steps


@rule
def decide(boards: BoardRecords, states: States, seat: int, minds: Minds, menus: Menus) -> int:
    """Choose an action for a seat from a fresh mind: the same state gives the same choice."""
    forget(minds[0])
    n = legal(boards[0], states[0], seat, menus[0])
    return choose(boards[0], states[0], seat, minds[0], menus[0], n)


@rule
def margin(result: ResultRecord, s: State, seat: int) -> int:
    """Return by how much a seat is ahead of the best other one."""
    best = -10000
    for other in range(s.seats):
        if other != seat:
            best = max(best, int(result.total[other]))
    return int(result.total[seat]) - best


@rule
def imagine_others(
    board: BoardRecord,
    known: State,
    s: State,
    seat: int,
    minds: Minds,
    out: Menu,
    r: Chance,
    likely: Floats,
) -> None:
    """Fill in what a seat does not know as sensible players would have it, and let them plan.

    First tickets that were kept in secret are those the policy keeps. Later the others hold tickets
    that their networks make likely: by chance alone they would seem to fail most of them.
    """
    imagine(board, s, seat, r)
    if known.phase == FIRST_TICKETS:
        for other in range(s.seats):
            if other != seat:
                s.choice[other] = -1
                n = legal(board, s, other, out)
                action = choose(board, s, other, minds[other], out, n)
                s.choice[other] = board.action_what[action]
    elif not board.yard:
        deal_likely(board, known, s, seat, minds[seat], r, likely)
        if known.phase != HOME:
            for other in range(s.seats):
                if other != seat:
                    plan_well(board, s, other, minds[other])


@rule
def plan_after_each(
    boards: BoardRecords,
    knowns: States,
    worlds: States,
    seat: int,
    masters: Chances,
    streams: Chances,
    actions: Ids,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
    likely: Floats,
) -> None:
    """Work out which tickets the others are likely to hold, and a seat's plan after each action.

    The plans are put into begun, after a mind for each seat.
    """
    board = boards[0]
    known = knowns[0]
    if board.yard or known.phase in (FIRST_TICKETS, HOME):
        return
    believe(board, known, seat, minds[seat], likely)
    for i in range(len(actions)):
        key_of_game(masters[0], 0, streams[0], streams[1])
        worlds[0] = known
        imagine(board, worlds[0], seat, streams[0])
        apply(board, worlds[0], seat, actions[i], menus[0], logs[0])
        if worlds[0].phase != OVER:
            plan_well(board, worlds[0], seat, begun[MAX_SEATS + i])


@rule
def act_in_copy(
    boards: BoardRecords,
    worlds: States,
    seat: int,
    actions: Ids,
    i: int,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
) -> None:
    """Carry out an action in a copy of a world, worlds[1]; everybody has the plan to begin with."""
    worlds[1] = worlds[0]
    for other in range(worlds[0].seats):
        minds[other] = begun[other]
    minds[seat] = begun[MAX_SEATS + i]
    apply(boards[0], worlds[1], seat, actions[i], menus[0], logs[0])


@rule
def compare_actions(
    boards: BoardRecords,
    states: States,
    worlds: States,
    results: ResultRecords,
    seat: int,
    masters: Chances,
    first: int,
    streams: Chances,
    actions: Ids,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
    table: Grid,
) -> None:
    """Play every action out in the same imagined worlds; a row of margins for each world.

    states[0] is what the seat knows; worlds has two places to work in. World number i comes from
    block i of the master key, so worlds can be shared out among threads. Everybody begins with a
    plan as good as the planner's: begun has a mind for each seat, then the seat's own mind after
    each of the actions.
    """
    board = boards[0]
    known = states[0]
    likely = np.ones(MAX_SEATS * MAX_TICKETS, np.float64)
    plan_after_each(
        boards, states, worlds, seat, masters, streams, actions, minds, begun, menus, logs, likely
    )
    for row in range(table.shape[0]):
        key_of_game(masters[0], first + row, streams[0], streams[1])
        worlds[0] = known
        imagine_others(board, known, worlds[0], seat, begun, menus[0], streams[0], likely)
        for i in range(len(actions)):
            act_in_copy(boards, worlds, seat, actions, i, minds, begun, menus, logs)
            play_out(board, worlds[1], minds, menus[0], logs[0])
            final_score(board, worlds[1], results[0])
            table[row, i] = margin(results[0], worlds[1], seat)


@rule
def shortlist(
    boards: BoardRecords, states: States, seat: int, minds: Minds, menus: Menus, kept: Ids
) -> int:
    """List the actions worth comparing, the policy's own choice first; return how many."""
    forget(minds[0])
    n = legal(boards[0], states[0], seat, menus[0])
    if boards[0].yard:
        return yard_candidates(boards[0], states[0], seat, minds[0], menus[0], n, kept)
    return board_candidates(boards[0], states[0], seat, minds[0], menus[0], n, kept)
