"""Belief: which tickets the others may hold, as far as their networks tell."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.plan import find_rival, weigh_plan
from branchline.policy.board.ways import available, cities_of, nearest
from branchline.policy.mind import Mind
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.chance import below, shuffle
from branchline.rules.rule import rule
from branchline.rules.state import MAX_TICKETS, BoardRecord, Chance, Floats, Mask, State

# How much likelier a ticket becomes, as logarithms, fitted to the tickets that players really held.
HINT_WAY = 3.0
"""The whole way from one end to the other is laid; less of it counts in proportion."""
HINT_BOTH = 2.6
"""Routes end in both of its cities."""
HINT_ONE = 1.0
"""Routes end in one of them."""
BUILT = 0.3
"""What a built track counts of its length: somebody wanted it, and it can be claimed."""
GRAIN = 1 << 30
HANDS = 3
"""Hands of tickets drawn for another seat, of which it holds the best: people keep what goes
together. With one, play-outs from real games ended 10 points too low for the others; with three,
about where they did."""


@rule
def ticket_length(board: BoardRecord, mind: Mind, ticket: int) -> float:
    """Return how long the way between a ticket's ends is by the costs in mind, or -1."""
    city = nearest(board, mind, board.ticket_from[ticket], board.ticket_to[ticket])
    return float(mind.distance[city]) if city >= 0 else -1.0


@rule
def believe(board: BoardRecord, s: State, seat: int, mind: Mind, likely: Floats) -> None:
    """Work out how likely each ticket is in each other hand, a row of figures a seat.

    A network tells of its tickets by how much of their way it has laid, and by where it ends.
    """
    empty = np.empty(MAX_TICKETS, np.float64)
    for w in range(board.words):
        mind.ways[w] = ~NONE
    for track in range(board.n_tracks):
        mind.cost[track] = float(board.length[track])
    for ticket in range(board.n_tickets):
        empty[ticket] = ticket_length(board, mind, ticket)
    for other in range(s.seats):
        if other == seat:
            continue
        for w in range(board.words):
            mind.ways[w] = available(board, s, other, w)
        for track in range(board.n_tracks):
            length = float(board.length[track])
            mind.cost[track] = length
            if s.owner[track] == other:
                mind.ways[track >> 6] |= ONE << np.uint64(track & 63)
                mind.cost[track] = 0.0
            elif board.colour[track] < 0 and s.built[track] >= 0:
                mind.cost[track] = BUILT * length
        cities = cities_of(board, s, other)
        for ticket in range(board.n_tickets):
            left = ticket_length(board, mind, ticket)
            hint = 0.0
            if 0.0 <= left < empty[ticket]:
                hint += HINT_WAY * (1.0 - left / empty[ticket])
            at_start = board.ticket_from[ticket] & cities != NONE
            at_end = board.ticket_to[ticket] & cities != NONE
            if at_start and at_end:
                hint += HINT_BOTH
            elif at_start or at_end:
                hint += HINT_ONE
            likely[other * MAX_TICKETS + ticket] = np.exp(hint)


@rule
def draw_ticket(r: Chance, pool: Mask, likely: Floats, other: int) -> int:
    """Draw one ticket of a pool, the likelier ones more often."""
    total = 0.0
    left = pool
    while left != NONE:
        total += likely[other * MAX_TICKETS + lowest(left)]
        left &= left - ONE
    at = total * below(r, GRAIN) / GRAIN
    left = pool
    ticket = lowest(left)
    while left != NONE:
        ticket = lowest(left)
        at -= likely[other * MAX_TICKETS + ticket]
        if at < 0.0:
            break
        left &= left - ONE
    return ticket


@rule
def draw_hand(r: Chance, pool: Mask, likely: Floats, other: int, n: int) -> Mask:
    """Draw n tickets of a pool for another seat."""
    hand = NONE
    for _ in range(n):
        hand |= ONE << np.uint64(draw_ticket(r, pool & ~hand, likely, other))
    return hand


@rule
def deal_likely(
    board: BoardRecord, known: State, s: State, seat: int, mind: Mind, r: Chance, likely: Floats
) -> None:
    """Deal the others' tickets of an imagined world anew, by how likely they are.

    What the seat knows of the ticket deck stays; the rest of it is what is left.
    """
    pool = NONE
    for other in range(s.seats):
        if other != seat:
            pool |= s.held[other]
    for i in range(s.ticket_n):
        at = (s.ticket_top + i) % MAX_TICKETS
        if known.ticket_deck[at] < 0:
            pool |= ONE << np.uint64(s.ticket_deck[at])
    for other in range(s.seats):
        if other == seat:
            continue
        find_rival(board, s, other, mind)
        most = -1e9
        for _ in range(HANDS):
            hand = draw_hand(r, pool, likely, other, s.held_n[other])
            worth = weigh_plan(board, s, other, mind, hand)
            if worth > most:
                most = worth
                s.held[other] = hand
        pool &= ~s.held[other]
    rest = np.empty(MAX_TICKETS, np.int8)
    n = 0
    while pool != NONE:
        rest[n] = lowest(pool)
        n += 1
        pool &= pool - ONE
    shuffle(r, rest, n)
    for i in range(s.ticket_n):
        at = (s.ticket_top + i) % MAX_TICKETS
        if known.ticket_deck[at] < 0:
            n -= 1
            s.ticket_deck[at] = rest[n]
