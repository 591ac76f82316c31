"""What a seat may know of a game, as a state: listed field by field, and nothing else."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE
from branchline.rules.markers import claimed_track
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    KINDS,
    MAX_CITIES,
    MAX_FACE_UP,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    OVER,
    WORDS,
    BoardRecord,
    State,
    States,
)


@rule
def first_to_act(s: State) -> int:
    """Return the first of the seats that have to decide now."""
    if s.phase == FIRST_TICKETS:
        for seat in range(s.seats):
            if s.choice[seat] < 0:
                return seat
    if s.phase == COMPLETE:
        for seat in range(s.seats):
            if not s.finished >> seat & 1:
                return seat
    return int(s.seat)


@rule
def know_nothing(knowns: States) -> None:
    """Clear the first of some states, whatever was in it: no place is known of anything."""
    words = knowns[:1].view(np.uint64)
    for i in range(len(words)):
        words[i] = NONE
    known = knowns[0]
    for place in range(MAX_FACE_UP):
        known.market[place] = -1
    for ticket in range(MAX_TICKETS):
        known.ticket_deck[ticket] = -1
        known.returner[ticket] = -1
    for seat in range(MAX_SEATS):
        known.choice[seat] = -1
        for i in range(MAX_OFFER):
            known.offer[seat, i] = -1


@rule
def know_course(board: BoardRecord, s: State, known: State) -> None:
    """Note how far the game is: turns, row, discards, and how much is left."""
    known.seats = s.seats
    known.first_seat = s.first_seat
    known.phase = s.phase
    known.seat = first_to_act(s)
    known.turn = s.turn
    known.passes = s.passes
    known.turns_left = s.turns_left
    known.deck_n = s.deck_n
    known.discards_n = 0
    for card in range(KINDS):
        known.discards[card] = s.discards[card]
        known.discards_n += s.discards[card]
    for place in range(board.face_up):
        known.market[place] = s.market[place]
    known.ticket_n = s.ticket_n
    known.closed = s.closed
    known.pile = s.pile
    known.idle = s.idle
    known.active = 1 if s.active else 0
    known.turn_seat = s.turn_seat


@rule
def know_map(s: State, known: State) -> None:
    """Note who owns what and what is built, and what follows from that."""
    for track in range(MAX_TRACKS):
        known.owner[track] = s.owner[track]
        known.built[track] = s.built[track]
        known.payees[track] = s.payees[track]
    for w in range(WORDS):
        known.open[w] = s.open[w]
        known.beds[w] = s.beds[w]
        known.cut[w] = s.cut[w]
        for colour in range(KINDS):
            known.of_colour[colour, w] = s.of_colour[colour, w]
        for seat in range(MAX_SEATS):
            known.allowed[seat, w] = s.allowed[seat, w]
    for seat in range(MAX_SEATS):
        known.reached[seat] = s.reached[seat]
    for colour in range(COLOURS):
        for length in range(MAX_LENGTH + 1):
            known.supply[colour, length] = s.supply[colour, length]
    for city in range(MAX_CITIES):
        known.marker[city] = s.marker[city]
    known.claimed = claimed_track(s)
    known.alvin = s.alvin
    known.alvin_holder = s.alvin_holder


@rule
def know_player(s: State, seat: int, other: int, known: State) -> None:
    """Note what a seat may know of any player, itself among them."""
    known.trains[other] = s.trains[other]
    known.hand_n[other] = s.hand_n[other]
    known.held_n[other] = s.held_n[other]
    known.offer_n[other] = s.offer_n[other]
    for card in range(KINDS):
        cards = s.located[other, card] if s.seats == 2 else s.seen[other, card]
        known.hand[other, card] = cards
        known.seen[other, card] = cards
        known.located[other, card] = cards
    if s.phase == FIRST_TICKETS and s.choice[other] >= 0:
        known.choice[other] = 0
    if s.phase == COMPLETE:
        known.finished |= s.finished & 1 << other
    known.home[other] = s.home[other]
    known.markers_left[other] = s.markers_left[other]
    known.captures[other] = s.captures[other]
    known.track_n[other] = s.track_n[other]
    known.completed_n[other] = s.completed_n[other]
    known.completed_now[other] = s.completed_now[other]
    for colour in range(COLOURS):
        if s.row[other, colour] > 0:
            known.row[other, colour] = s.row[other, colour]
            known.row_locomotives[other, colour] = s.row_locomotives[other, colour]
    if other == seat or not s.closed or s.phase == OVER:
        known.points[other] = s.points[other]
        known.completed[other] = s.completed[other]
    if other != seat:  # what was spent on closed tickets seems to lie on the track
        for card in range(KINDS):
            known.track_n[other] += s.spent[other, card]


@rule
def know_own(board: BoardRecord, s: State, seat: int, open_track: bool, known: State) -> None:
    """Note what a seat alone may know: hand, tickets, offer, and its track if it may look."""
    for card in range(KINDS):
        known.hand[seat, card] = s.hand[seat, card]
        if board.yard:
            known.spent[seat, card] = s.spent[seat, card]
            if open_track or s.phase == COMPLETE:
                known.track[seat, card] = s.track[seat, card]
    known.held[seat] = s.held[seat]
    for i in range(s.offer_n[seat]):
        known.offer[seat, i] = s.offer[seat, i]
    if s.phase == FIRST_TICKETS and s.choice[seat] >= 0:
        known.choice[seat] = s.choice[seat]


@rule
def know_returned(s: State, seat: int, known: State) -> None:
    """Note where the tickets lie that a seat put under the deck and nobody has kept since."""
    for i in range(s.ticket_n):
        ticket = int(s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS])
        if s.returner[ticket] == seat:
            known.returner[ticket] = seat
            known.ticket_deck[i] = ticket
    for other in range(s.seats):
        if other != seat:
            for i in range(s.offer_n[other]):
                ticket = int(s.offer[other, i])
                if s.returner[ticket] == seat:
                    known.returner[ticket] = seat
                    known.offer[other, i] = ticket


@rule
def know(board: BoardRecord, s: State, seat: int, open_track: bool, knowns: States) -> None:
    """Make the state as far as a seat may know it, ready for `imagine`.

    It is byte for byte what the seat's view tells (`game.known.known_state` of `game.view`), which
    is the definition: a test holds the two together. Whatever is not listed here stays unknown.
    open_track says that a seat may look at its own track (an option of the view alone).
    """
    know_nothing(knowns)
    known = knowns[0]
    know_course(board, s, known)
    know_map(s, known)
    for other in range(s.seats):
        know_player(s, seat, other, known)
    know_own(board, s, seat, open_track, known)
    know_returned(s, seat, known)
