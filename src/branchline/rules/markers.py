"""Home cities and markers: connected claims, who scores a route, and Alvin."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE
from branchline.rules.cards import discard_from_hand, fill_market, restock
from branchline.rules.log import say
from branchline.rules.rule import rule
from branchline.rules.state import (
    ALVIN,
    COLOURS,
    LOCOMOTIVE,
    MARKER,
    O_ALVIN_MOVED,
    O_CAPTURED,
    O_HOME,
    O_MARKED,
    O_SCORED,
    WHY_CAPTURE,
    WHY_MARKER_A,
    WHY_MARKER_B,
    WHY_ROUTE,
    BoardRecord,
    Log,
    Menu,
    State,
)

PAYMENTS = 2 * COLOURS + 1
"""Ways to pay for a marker: a pair of a colour, one of it and a locomotive, or two locomotives."""


@rule
def may_mark(board: BoardRecord, s: State, city: int) -> bool:
    """Tell whether a marker may be put in a city: not two, and none where Alvin began (rule 27)."""
    if s.marker[city] >= 0 or board.towns >> np.uint64(city) & ONE == NONE:
        return False
    return not (s.alvin >= 0 and city == board.alvin_city)


@rule
def legal_homes(board: BoardRecord, s: State, out: Menu) -> int:
    """List the cities that are free to start in (rule 22)."""
    n = 0
    for city in range(board.n_cities):
        if may_mark(board, s, city):
            out.ids[n] = board.home_base + city
            n += 1
    return n


@rule
def reach(board: BoardRecord, s: State, seat: int, city: int) -> None:
    """Join a city to a seat's network: what touches it may be claimed now (rule 23)."""
    bit = ONE << np.uint64(city)
    if s.reached[seat] & bit == NONE:
        s.reached[seat] |= bit
        for w in range(board.words):
            s.allowed[seat, w] |= board.touching[city, w]


@rule
def settle(board: BoardRecord, s: State, seat: int, city: int, log: Log) -> None:
    """Start in a city, with the first of the seat's markers (rule 22)."""
    s.home[seat] = city
    s.marker[city] = seat
    s.markers_left[seat] -= 1
    reach(board, s, seat, city)
    say(log, O_HOME, seat, city, 0)


@rule
def payees(board: BoardRecord, s: State, seat: int, track: int) -> tuple[int, int]:
    """Return who scores a route that a seat claims, for each end; -1: nobody there (rule 25)."""
    a = int(s.marker[board.end_a[track]])
    b = int(s.marker[board.end_b[track]])
    if a < 0 and b < 0:
        return seat, -1
    return a, b


@rule
def note_payees(s: State, track: int, a: int, b: int) -> None:
    """Note who scored a route, for each end; -1: nobody there."""
    s.payees[track] = 16 * (a + 1) + b + 1


@rule
def score_route(board: BoardRecord, s: State, seat: int, track: int, log: Log) -> None:
    """Give the points of a route to the claimer, or to the markers at its ends (rule 25)."""
    points = int(board.points[board.length[track]])
    a, b = payees(board, s, seat, track)
    note_payees(s, track, a, b)
    marked = s.marker[board.end_a[track]] >= 0 or s.marker[board.end_b[track]] >= 0
    if a >= 0:
        s.points[a] += points
        say(log, O_SCORED, a, points, WHY_MARKER_A if marked else WHY_ROUTE)
    if b >= 0:
        s.points[b] += points
        say(log, O_SCORED, b, points, WHY_MARKER_B)


@rule
def can_capture(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a claim captures Alvin: it ends where he stands, and the seat lacks him."""
    if s.alvin < 0 or s.alvin_holder == seat:
        return False
    return bool(board.end_a[track] == s.alvin or board.end_b[track] == s.alvin)


@rule
def capture_points(board: BoardRecord, s: State, seat: int, track: int) -> int:
    """Return the points for what a claim captures; -1 if it captures nothing."""
    return int(board.alvin_capture) if can_capture(board, s, seat, track) else -1


@rule
def claimed_track(s: State) -> int:
    """Return the track just claimed, while something is still to be decided for it; else -1."""
    return int(s.claimed) if s.phase == MARKER or s.phase == ALVIN else -1


@rule
def capture_alvin(board: BoardRecord, s: State, seat: int, track: int, log: Log) -> bool:
    """Capture Alvin if the track ends where he stands and somebody else, or nobody, has him."""
    if not can_capture(board, s, seat, track):
        return False
    s.alvin_holder = seat
    s.captures[seat] += 1
    s.points[seat] += board.alvin_capture
    say(log, O_CAPTURED, seat, s.alvin, 0)
    say(log, O_SCORED, seat, board.alvin_capture, WHY_CAPTURE)
    return True


@rule
def move_alvin(s: State, seat: int, city: int, log: Log) -> None:
    """Put Alvin in one of the capturer's cities (rule 27)."""
    s.alvin = city
    say(log, O_ALVIN_MOVED, seat, city, 0)


@rule
def legal_alvins(board: BoardRecord, s: State, seat: int, out: Menu) -> int:
    """List the cities the capturer may put Alvin in."""
    n = 0
    for city in range(board.n_cities):
        if s.marker[city] == seat:
            out.ids[n] = board.alvin_base + city
            n += 1
    return n


@rule
def legal_marks(board: BoardRecord, s: State, seat: int, out: Menu, n: int) -> int:
    """Add every way to mark an end of the route just claimed (rule 26); return the new count."""
    if s.markers_left[seat] == 0:
        return n
    locomotives = s.hand[seat, LOCOMOTIVE]
    for end in range(2):
        city = int(board.end_b[s.claimed] if end else board.end_a[s.claimed])
        if not may_mark(board, s, city):
            continue
        action = board.mark_base + city * PAYMENTS
        for colour in range(COLOURS):
            for k in range(2):
                if s.hand[seat, colour] >= 2 - k and locomotives >= k:
                    out.ids[n] = action + 2 * colour + k
                    n += 1
        if locomotives >= 2:
            out.ids[n] = action + 2 * COLOURS
            n += 1
    return n


@rule
def mark(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> None:
    """Pay a pair and put a marker in a city; it stays there (rule 26)."""
    city = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    s.marker[city] = seat
    s.markers_left[seat] -= 1
    say(log, O_MARKED, city, colour, locomotives)
    if locomotives < 2:
        discard_from_hand(s, seat, colour, 2 - locomotives)
    if locomotives > 0:
        discard_from_hand(s, seat, LOCOMOTIVE, locomotives)
    restock(board, s, log)
    fill_market(board, s, log)
