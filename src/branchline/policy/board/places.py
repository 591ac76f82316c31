"""Home cities, markers and Alvin: where to stand."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.plan import count_needs, make_plan
from branchline.policy.board.upkeep import refresh_plan
from branchline.policy.mind import (
    R_HIDE,
    R_HOME,
    R_MARK,
    R_NO_MARK,
    W_IDLE,
    W_LOCOMOTIVE,
    W_MARK,
    W_SPEND,
    Mind,
    because,
)
from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.rule import rule
from branchline.rules.state import A_NO_MARKER, HOME, MARKER, BoardRecord, Menu, State


@rule
def city_worth(board: BoardRecord, s: State, city: int) -> float:
    """Return the points of the routes that can still be claimed at a city."""
    worth = 0.0
    for w in range(board.words):
        tracks = board.touching[city, w] & s.open[w]
        while tracks != NONE:
            worth += board.points[board.length[(w << 6) + lowest(tracks)]]
            tracks &= tracks - ONE
    return worth


@rule
def choose_home(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Start at an end of a ticket, where the plan for all of them is worth most."""
    ends = NONE
    left = s.held[seat]
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        ends |= board.ticket_from[ticket] | board.ticket_to[ticket]
    best = -1
    most = -1e9
    for i in range(n):
        action = int(out.ids[i])
        city = int(board.action_what[action])
        if best >= 0 and ends >> np.uint64(city) & ONE == NONE:
            continue
        s.reached[seat] = ONE << np.uint64(city)
        s.marker[city] = seat
        worth = make_plan(board, s, seat, mind, s.held[seat])
        s.marker[city] = -1
        s.reached[seat] = NONE
        worth += mind.weights[W_MARK] * city_worth(board, s, city)
        if worth > most or best < 0:
            most = worth
            best = action
    mind.has_plan = 0
    because(mind, R_HOME, board.action_what[best])
    return best


@rule
def choose_marker(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Mark a city where many points can still be scored, with cards the plan can spare."""
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    weights = mind.weights
    best = A_NO_MARKER
    most = 0.0
    because(mind, R_NO_MARK, 0)
    for i in range(n):
        action = int(out.ids[i])
        if action == A_NO_MARKER:
            continue
        city = int(board.action_what[action])
        colour = int(board.action_colour[action])
        locomotives = int(board.action_locomotives[action])
        worth = weights[W_MARK] * city_worth(board, s, city) - weights[W_LOCOMOTIVE] * locomotives
        worth -= 2.0 * weights[W_IDLE]
        if locomotives < 2:
            left = int(s.hand[seat, colour]) - (2 - locomotives)
            worth -= weights[W_SPEND] * max(0, min(2 - locomotives, mind.need[colour] - left))
        if worth > most:
            most = worth
            best = action
            because(mind, R_MARK, city)
    return best


@rule
def choose_alvin(board: BoardRecord, s: State, mind: Mind, out: Menu, n: int) -> int:
    """Take Alvin where he is hardest to reach: to the city with the fewest tracks left."""
    best = int(out.ids[0])
    least = 1000
    for i in range(n):
        city = int(board.action_what[out.ids[i]])
        ways = 0
        for w in range(board.words):
            ways += size(board.touching[city, w] & s.open[w])
        if ways < least:
            least = ways
            best = int(out.ids[i])
    because(mind, R_HIDE, board.action_what[best])
    return best


@rule
def choose_place(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose a city: to start in, for a marker, or for Alvin."""
    if s.phase == HOME:
        return choose_home(board, s, seat, mind, out, n)
    if s.phase == MARKER:
        return choose_marker(board, s, seat, mind, out, n)
    return choose_alvin(board, s, mind, out, n)
