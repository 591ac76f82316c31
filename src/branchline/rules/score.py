"""The final score: tickets, bonuses, ranks, and what decided the game."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.network import join_cities, longest_trail
from branchline.rules.rule import rule
from branchline.rules.state import (
    BY_BONUSES,
    BY_LONGEST_PATH,
    BY_POINTS,
    BY_TICKETS,
    MAX_CITIES,
    SHARED,
    BoardRecord,
    ResultRecord,
    State,
)
from branchline.rules.tickets import is_completed


@rule
def score_tickets(board: BoardRecord, s: State, result: ResultRecord, seat: int) -> None:
    """Add up a seat's completed and failed tickets."""
    roots = np.empty(MAX_CITIES, np.int8)
    join_cities(board, s, seat, roots)
    result.done[seat] = NONE
    result.done_n[seat] = 0
    result.failed_n[seat] = 0
    result.done_points[seat] = 0
    result.failed_points[seat] = 0
    tickets = s.held[seat] | s.completed[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        if board.yard:
            done = s.completed[seat] >> np.uint64(ticket) & ONE != NONE
        else:
            done = is_completed(board, roots, ticket)
        if done:
            result.done[seat] |= ONE << np.uint64(ticket)
            result.done_n[seat] += 1
            result.done_points[seat] += board.ticket_points[ticket]
        else:
            result.failed_n[seat] += 1
            result.failed_points[seat] += board.ticket_points[ticket]


@rule
def compare(result: ResultRecord, a: int, b: int) -> int:
    """Tell by what seat a is ahead of b (rules 14, 37): above 0 if it is, below 0 if b is."""
    by_points = result.total[a] - result.total[b]
    if by_points != 0:
        return 1 + BY_POINTS if by_points > 0 else -1 - BY_POINTS
    by_tickets = result.done_n[a] - result.done_n[b]
    if by_tickets != 0:
        return 1 + BY_TICKETS if by_tickets > 0 else -1 - BY_TICKETS
    by_path = result.longest_path[a] - result.longest_path[b]
    if by_path != 0:
        return 1 + BY_LONGEST_PATH if by_path > 0 else -1 - BY_LONGEST_PATH
    by_bonuses = result.bonus_n[a] - result.bonus_n[b]
    if by_bonuses != 0:
        return 1 + BY_BONUSES if by_bonuses > 0 else -1 - BY_BONUSES
    return 0


@rule
def rank_seats(s: State, result: ResultRecord) -> None:
    """Rank the seats and note what decided who won."""
    result.decided_by = BY_POINTS
    for seat in range(s.seats):
        ahead = 0
        for other in range(s.seats):
            if compare(result, other, seat) > 0:
                ahead += 1
        result.rank[seat] = ahead + 1
    for seat in range(s.seats):
        if result.rank[seat] != 1:
            continue
        for other in range(s.seats):
            if other == seat:
                continue
            by = compare(result, seat, other)
            decided = SHARED if by == 0 else by - 1
            result.decided_by = max(int(result.decided_by), decided)


@rule
def score_big_cities(board: BoardRecord, s: State, result: ResultRecord) -> None:
    """Give each big city's bonus to those who completed the most tickets naming it (rule 37)."""
    for seat in range(s.seats):
        result.bonus_n[seat] = 0
    for i in range(board.n_bonuses):
        most = 0
        for seat in range(s.seats):
            most = max(most, size(s.completed[seat] & board.bonus_tickets[i]))
        for seat in range(s.seats):
            result.bonus[seat, i] = 0
            if most > 0 and size(s.completed[seat] & board.bonus_tickets[i]) == most:
                result.bonus[seat, i] = board.bonus_points[i]
                result.bonus_n[seat] += 1


@rule
def final_score(board: BoardRecord, s: State, result: ResultRecord) -> None:
    """Work out the result of a game as it stands."""
    longest = 0
    most = 0
    score_big_cities(board, s, result)
    for seat in range(s.seats):
        score_tickets(board, s, result, seat)
        most = max(most, int(result.done_n[seat]))
        result.longest[seat] = 0
        result.trail[seat, 0] = 0
        if board.longest_path > 0:
            result.longest[seat] = longest_trail(board, s, seat, result.trail[seat], 0)
            longest = max(longest, int(result.longest[seat]))
    for seat in range(s.seats):
        result.longest_path[seat] = 0
        result.most_tickets[seat] = 0
        if longest > 0 and result.longest[seat] == longest:
            result.longest_path[seat] = board.longest_path
        if most > 0 and result.done_n[seat] == most:
            result.most_tickets[seat] = board.most_tickets
        bonus = 0
        for i in range(board.n_bonuses):
            bonus += result.bonus[seat, i]
        result.captures[seat] = s.captures[seat] * board.alvin_capture
        result.alvin[seat] = board.alvin_end if s.alvin_holder == seat else 0
        # Where tickets are completed from the track, their points are in the score already.
        done = result.done_points[seat] if board.yard else 0
        result.routes[seat] = s.points[seat] - result.captures[seat] - done
        result.total[seat] = (
            s.points[seat]
            - done
            + result.done_points[seat]
            - result.failed_points[seat]
            + result.longest_path[seat]
            + result.most_tickets[seat]
            + result.alvin[seat]
            + bonus
        )
    rank_seats(s, result)
