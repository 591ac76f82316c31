"""Imagined worlds: a full state that agrees with everything one seat knows."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE
from branchline.rules.chance import below, next_word, shuffle, start
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    FIRST_TICKETS,
    KINDS,
    MAX_CARDS,
    MAX_TICKETS,
    Board,
    Chance,
    State,
)
from branchline.rules.tickets import must_keep


@rule
def in_yard(s: State, seat: int, card: int) -> int:
    """Return how many cards of a kind lie in a seat's yard."""
    if card < COLOURS:
        return int(s.row[seat, card])
    n = 0
    for colour in range(COLOURS):
        n += s.row_locomotives[seat, colour]
    return n


@rule
def imagine_cards(board: Board, s: State, r: Chance) -> None:
    """Deal the cards nobody has located into the unknown places of hands, tracks and deck."""
    pile = np.empty(MAX_CARDS, np.int8)
    n = 0
    for card in range(KINDS):
        unseen = int(board.cards[card]) - int(s.discards[card])
        for seat in range(s.seats):
            unseen -= s.hand[seat, card] + s.track[seat, card]
            unseen -= in_yard(s, seat, card)
        for place in range(board.face_up):
            if s.market[place] == card:
                unseen -= 1
        for _ in range(unseen):
            pile[n] = card
            n += 1
    shuffle(r, pile, n)
    for seat in range(s.seats):
        dealt = 0
        for card in range(KINDS):
            dealt += s.hand[seat, card]
        for _ in range(s.hand_n[seat] - dealt):
            n -= 1
            s.hand[seat, pile[n]] += 1
        lying = 0
        for card in range(KINDS):
            lying += s.track[seat, card]
        for _ in range(s.track_n[seat] - lying):
            n -= 1
            s.track[seat, pile[n]] += 1
    for i in range(s.deck_n):
        n -= 1
        s.deck[i] = pile[n]


@rule
def imagine_tickets(board: Board, s: State, seat: int, r: Chance) -> None:
    """Deal the tickets this seat has not located into hands, offers and deck."""
    located = s.held[seat]
    for other in range(s.seats):
        located |= s.completed[other]
        for i in range(s.offer_n[other]):
            if s.offer[other, i] >= 0:
                located |= ONE << np.uint64(s.offer[other, i])
    for i in range(s.ticket_n):
        ticket = s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS]
        if ticket >= 0:
            located |= ONE << np.uint64(ticket)
    pile = np.empty(MAX_TICKETS, np.int8)
    n = 0
    for ticket in range(board.n_tickets):
        if located >> np.uint64(ticket) & ONE == NONE:
            pile[n] = ticket
            n += 1
    shuffle(r, pile, n)
    for other in range(s.seats):
        for i in range(s.offer_n[other]):
            if s.offer[other, i] < 0:
                n -= 1
                s.offer[other, i] = pile[n]
        if other != seat:
            for _ in range(s.held_n[other]):
                n -= 1
                s.held[other] |= ONE << np.uint64(pile[n])
    for i in range(s.ticket_n):
        at = (s.ticket_top + i) % MAX_TICKETS
        if s.ticket_deck[at] < 0:
            n -= 1
            s.ticket_deck[at] = pile[n]


@rule
def imagine_choices(board: Board, s: State, seat: int, r: Chance) -> None:
    """Imagine which first tickets the others have chosen while that is secret (rule 2)."""
    for other in range(s.seats):
        if other == seat or s.choice[other] < 0:
            continue
        least = must_keep(board, s, other, True)
        while True:
            mask = below(r, 1 << s.offer_n[other])
            kept = 0
            for i in range(s.offer_n[other]):
                kept += mask >> i & 1
            if kept >= least:
                s.choice[other] = mask
                break


@rule
def imagine(board: Board, s: State, seat: int, r: Chance) -> None:
    """Fill in what a seat does not know, every arrangement equally likely.

    The state has been made from a view: other hands hold only the cards this seat has located
    there, with hand_n as large as they really are; unknown tickets in offers and deck are -1.
    """
    imagine_cards(board, s, r)
    imagine_tickets(board, s, seat, r)
    if s.phase == FIRST_TICKETS:
        imagine_choices(board, s, seat, r)
    for i in range(8):
        s.chance.key[i] = next_word(r)
    start(s.chance)
