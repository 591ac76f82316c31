"""Noting: networks followed as routes are claimed, and what seats remember of what happened."""

from __future__ import annotations

import numpy as np

from branchline.observation.notes import Note
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import (
    K_CLAIM,
    K_KEEP,
    K_TICKETS,
    KINDS,
    LOCOMOTIVE,
    MAX_SEATS,
    MAX_TICKETS,
    O_CLAIMED,
    O_DEALT,
    O_DREW,
    O_LAID,
    O_MARKED,
    O_OFFERED,
    O_SHUFFLED,
    O_TURNED_UP,
    WORDS,
    BoardRecord,
    Log,
    State,
)
from branchline.rules.tickets import is_completed


@rule
def note_route(board: BoardRecord, s: State, note: Note, seat: int, track: int) -> None:
    """Join a track to a seat's network, and note the tickets that this completes."""
    note.owned[track >> 6] |= ONE << np.uint64(track & 63)
    for w in range(board.words):
        note.sisters[seat, w] |= board.sisters[track, w]
    ours = note.roots[seat, board.end_a[track]]
    theirs = note.roots[seat, board.end_b[track]]
    if ours == theirs:
        return
    for city in range(board.n_cities):
        if note.roots[seat, city] == theirs:
            note.roots[seat, city] = ours
    note_tickets(board, s, note, seat)


@rule
def note_returned(s: State, note: Note) -> None:
    """Note which tickets lie in the deck where a seat put them."""
    for seat in range(s.seats):
        note.returned[seat] = NONE
    for i in range(s.ticket_n):
        slot = (s.ticket_top + i) % MAX_TICKETS
        ticket = s.ticket_deck[slot]
        # A state that is made from a view does not have those of the others.
        if ticket >= 0 and s.returner[ticket] >= 0:
            note.returned[s.returner[ticket]] |= ONE << np.uint64(ticket)
            note.slot[ticket] = slot


@rule
def note_tickets(board: BoardRecord, s: State, note: Note, seat: int) -> None:
    """Note which of a seat's tickets its routes complete by now."""
    tickets = s.held[seat] & ~note.done[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        if is_completed(board, note.roots[seat], ticket):
            note.done[seat] |= ONE << np.uint64(ticket)


@rule
def note_state(board: BoardRecord, s: State, note: Note) -> None:
    """Note what follows from a state, whatever was noted before."""
    for w in range(WORDS):
        note.owned[w] = NONE
        for seat in range(MAX_SEATS):
            note.sisters[seat, w] = NONE
    for seat in range(MAX_SEATS):
        note.done[seat] = NONE
        for city in range(board.n_cities):
            note.roots[seat, city] = city
    note_returned(s, note)
    for track in range(board.n_tracks):
        if s.owner[track] >= 0:
            note_route(board, s, note, s.owner[track], track)
    for seat in range(s.seats):
        note_tickets(board, s, note, seat)


@rule
def note_action(board: BoardRecord, s: State, note: Note, seat: int, action: int) -> None:
    """Note what an action that was just taken changes."""
    kind = board.action_kind[action]
    if kind == K_CLAIM:
        note_route(board, s, note, seat, board.action_what[action])
    elif kind == K_TICKETS:
        note_returned(s, note)
    elif kind == K_KEEP:
        note_returned(s, note)
        note_tickets(board, s, note, seat)


@rule
def forget_all(note: Note) -> None:
    """Remember nothing: a game begins."""
    for seat in range(MAX_SEATS):
        note.met[seat] = NONE
        note.blind[seat] = 0
        note.blind_since[seat] = 0
        note.drawn[seat] = 0
        for card in range(KINDS):
            note.taken[seat, card] = 0
            note.spent[seat, card] = 0
            note.others_then[seat, card] = 0
        for ticket in range(MAX_TICKETS):
            note.went[seat, ticket] = 0
    for card in range(KINDS):
        note.shuffled[card] = 0
        note.turned[card] = 0
    note.counted = 0
    note.shuffles = 0


@rule
def remember_shuffle(board: BoardRecord, s: State, note: Note, is_known: bool) -> None:
    """Begin to count anew: a pile is shuffled. Its cards are counted as the log tells them."""
    note.shuffles += 1
    note.counted = 1 if is_known else 0
    for card in range(KINDS):
        note.shuffled[card] = 0
        note.turned[card] = 0
    for seat in range(s.seats):
        note.blind_since[seat] = 0
        for card in range(KINDS):
            together = 0
            if is_known:
                for other in range(s.seats):
                    if other != seat:
                        together += s.hand[other, card]
            note.others_then[seat, card] = together


@rule
def remember_offer(s: State, note: Note, seat: int, ticket: int) -> None:
    """Remember a ticket that is offered: its seat met it, and who returned it knows where it is."""
    note.drawn[seat] += 1
    note.met[seat] |= ONE << np.uint64(ticket)
    note.went[seat, ticket] = 0
    if s.returner[ticket] >= 0 and s.returner[ticket] != seat:
        note.went[s.returner[ticket], ticket] = seat + 1


@rule
def pay(note: Note, seat: int, colour: int, cards: int, locomotives: int) -> None:
    """Remember cards that left a hand for all to see."""
    if cards > 0:
        note.spent[seat, colour] += cards
    note.spent[seat, LOCOMOTIVE] += locomotives


@rule
def remember(board: BoardRecord, s: State, note: Note, seat: int, is_known: bool, log: Log) -> None:
    """Remember what an action of a seat, or the set-up, has brought about, and empty the log.

    Of cards that nobody saw only the number is kept. If there was a shuffle, is_known tells
    whether every card was in sight or in a hand then; cards dealt after it were in no hand yet.
    """
    shuffling = False
    was_shuffled = False
    at = 0
    while at < log.n:
        kind = log.entries[at]
        a = int(log.entries[at + 1])
        b = int(log.entries[at + 2])
        c = int(log.entries[at + 3])
        at += 4
        if kind == O_SHUFFLED:
            if not shuffling:
                remember_shuffle(board, s, note, is_known)
            if is_known:
                note.shuffled[a] += 1
            was_shuffled = True
        elif kind == O_DREW:
            if b < 0:
                note.blind[a] += 1
                note.blind_since[a] += 1
            else:
                note.taken[a, c] += 1
        elif kind == O_DEALT:
            if was_shuffled:
                note.blind[a] += 1
                note.blind_since[a] += 1
                if is_known:
                    for other in range(s.seats):
                        if other != a:
                            note.others_then[other, b] -= 1
            else:
                note.taken[a, b] += 1
        elif kind == O_TURNED_UP:
            note.turned[b] += 1
        elif kind == O_CLAIMED:
            pay(note, seat, b, board.length[a] - c, c)
        elif kind == O_MARKED:
            pay(note, seat, b, 2 - c, c)
        elif kind == O_LAID:
            pay(note, seat, a, b, c)
        elif kind == O_OFFERED:
            remember_offer(s, note, a, b)
        shuffling = kind == O_SHUFFLED
    log.n = 0
