"""Tickets: the deck, offers, keeping and returning, and which are completed."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.chance import shuffle
from branchline.rules.log import say
from branchline.rules.network import find, join_cities
from branchline.rules.rule import rule
from branchline.rules.state import (
    IN_ORDER,
    INTO_THE_DECK,
    MAX_CITIES,
    MAX_TICKETS,
    O_CHOSE,
    O_KEPT,
    O_OFFERED,
    O_RETURNED,
    O_TICKETS_SHUFFLED,
    O_UNDER,
    BoardRecord,
    Bytes,
    Log,
    Mask,
    State,
)


@rule
def shuffle_tickets(board: BoardRecord, s: State, log: Log) -> None:
    """Shuffle all tickets into the deck."""
    n = board.n_tickets
    pile = np.empty(MAX_TICKETS, np.int8)
    for ticket in range(n):
        pile[ticket] = ticket
        s.returner[ticket] = -1
    shuffle(s.chance, pile, n)
    for i in range(n):
        s.ticket_deck[i] = pile[n - 1 - i]
        say(log, O_TICKETS_SHUFFLED, s.ticket_deck[i], 0, 0)
    s.ticket_top = 0
    s.ticket_n = n


@rule
def put_under(s: State, ticket: int, returner: int) -> None:
    """Put a ticket under the deck."""
    s.ticket_deck[(s.ticket_top + s.ticket_n) % MAX_TICKETS] = ticket
    s.ticket_n += 1
    s.returner[ticket] = returner


@rule
def offer_tickets(s: State, seat: int, most: int, log: Log) -> None:
    """Offer a seat the top tickets, or what there is of them (rule 12)."""
    n = min(most, s.ticket_n)
    for i in range(n):
        ticket = s.ticket_deck[s.ticket_top]
        s.ticket_top = (s.ticket_top + 1) % MAX_TICKETS
        s.offer[seat, i] = ticket
        say(log, O_OFFERED, seat, ticket, 0)
    s.ticket_n -= n
    s.offer_n[seat] = n


@rule
def must_keep(board: BoardRecord, s: State, seat: int, first: bool) -> int:
    """Return how many of the offered tickets a seat has to keep at least (rule 12)."""
    least = board.first_keep if first else board.keep
    return min(int(least), int(s.offer_n[seat]))


@rule
def hold(s: State, seat: int, mask: int, log: Log) -> None:
    """Keep the offered tickets of a mask; the caller puts the others under the deck."""
    for i in range(s.offer_n[seat]):
        ticket = int(s.offer[seat, i])
        if mask >> i & 1:
            s.held[seat] |= ONE << np.uint64(ticket)
            s.held_n[seat] += 1
            s.returner[ticket] = -1
            say(log, O_KEPT, seat, ticket, 0)
    for i in range(s.offer_n[seat]):
        if not mask >> i & 1:
            say(log, O_RETURNED, seat, s.offer[seat, i], 0)


@rule
def keep_tickets(s: State, seat: int, mask: int, log: Log) -> None:
    """Keep some of the offered tickets and put the others under the deck, as dealt (rule 2)."""
    hold(s, seat, mask, log)
    for i in range(s.offer_n[seat]):
        if not mask >> i & 1:
            put_under(s, s.offer[seat, i], seat)
    s.offer_n[seat] = 0


@rule
def choose_first_tickets(board: BoardRecord, s: State, seat: int, mask: int, log: Log) -> bool:
    """Note a seat's choice; once all have chosen, carry them all out (rule 2) and return True."""
    s.choice[seat] = mask
    say(log, O_CHOSE, seat, 0, 0)
    for other in range(s.seats):
        if s.choice[other] < 0:
            return False
    if board.first_return == IN_ORDER:
        for other in range(s.seats):
            keep_tickets(s, other, s.choice[other], log)
        return True
    returned = np.empty(MAX_TICKETS, np.int8)
    n = 0
    if board.first_return == INTO_THE_DECK:
        for i in range(s.ticket_n):
            returned[n] = s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS]
            n += 1
    kept = n
    for other in range(s.seats):
        hold(s, other, s.choice[other], log)
        for i in range(s.offer_n[other]):
            if not s.choice[other] >> i & 1:
                returned[n] = s.offer[other, i]
                n += 1
        s.offer_n[other] = 0
    if n == kept:
        return True
    shuffle(s.chance, returned, n)
    if board.first_return == INTO_THE_DECK:
        s.ticket_n = 0
        for i in range(n - 1, -1, -1):
            put_under(s, returned[i], -1)
            say(log, O_TICKETS_SHUFFLED, returned[i], 0, 0)
        return True
    for i in range(n):
        put_under(s, returned[i], -1)
        say(log, O_UNDER, returned[i], 0, 0)
    return True


@rule
def is_completed(board: BoardRecord, roots: Bytes, ticket: int) -> bool:
    """Tell whether a network joins the ends of a ticket; any city of a zone will do (rule 21)."""
    starts = board.ticket_from[ticket]
    while starts != NONE:
        root = find(roots, lowest(starts))
        starts &= starts - ONE
        ends = board.ticket_to[ticket]
        while ends != NONE:
            if find(roots, lowest(ends)) == root:
                return True
            ends &= ends - ONE
    return False


@rule
def completed_tickets(board: BoardRecord, s: State, seat: int) -> Mask:
    """Return the tickets that a seat holds and has completed by its routes."""
    roots = np.empty(MAX_CITIES, np.int8)
    join_cities(board, s, seat, roots)
    done = NONE
    left = s.held[seat]
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        if is_completed(board, roots, ticket):
            done |= ONE << np.uint64(ticket)
    return done
