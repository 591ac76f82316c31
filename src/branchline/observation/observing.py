"""Observing: what a seat may know now, written into a row of bytes (`slices.py` explains it).

`game/view.py` is the slow definition of what a seat may know: a test makes the same observation
from the view alone.
"""

from __future__ import annotations

import numpy as np

from branchline.observation.notes import Layout, Note
from branchline.observation.rows import Sheet
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.markers import claimed_track
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    KINDS,
    MAX_LENGTH,
    MAX_TICKETS,
    OVER,
    TICKETS,
    BoardRecord,
    Mask,
    State,
)

MOST = 255
"""The largest number in an observation; larger ones are written as this."""


@rule
def put_set(out: Sheet, at: int, members: Mask) -> None:
    """Write a 1 for each member of a set."""
    while members != NONE:
        out.places[at + lowest(members)] = 1
        members &= members - ONE


@rule
def turned(s: State, seat: int, other: int) -> int:
    """Return how many seats after the observing seat another one sits."""
    place = other - seat
    return place if place >= 0 else place + int(s.seats)


@rule
def see_table(board: BoardRecord, s: State, seat: int, at: Layout, out: Sheet) -> None:
    """Write whose decision of what kind it is, the face-up cards and the piles."""
    out.places[at.phase + s.phase] = 1
    if s.phase == FIRST_TICKETS:
        for other in range(s.seats):
            if s.choice[other] < 0:
                out.places[at.to_act + turned(s, seat, other)] = 1
    elif s.phase == COMPLETE:
        for other in range(s.seats):
            if not s.finished >> other & 1:
                out.places[at.to_act + turned(s, seat, other)] = 1
    elif s.phase != OVER:
        out.places[at.to_act + turned(s, seat, s.seat)] = 1
    out.places[at.first_seat + turned(s, seat, s.first_seat)] = 1
    if s.turn_seat >= 0:
        out.places[at.turn_seat + turned(s, seat, s.turn_seat)] = 1
    out.places[at.turn] = min(int(s.turn), MOST)
    out.places[at.turns_left] = s.turns_left + 1
    out.places[at.passes] = s.passes
    for place in range(board.face_up):
        if s.market[place] >= 0:
            out.places[at.market + place * KINDS + s.market[place]] = 1
    out.places[at.deck] = s.deck_n
    for card in range(KINDS):
        out.places[at.discards + card] = s.discards[card]
        out.places[at.hand + card] = s.hand[seat, card]
    out.places[at.ticket_deck] = s.ticket_n


@rule
def see_seats(s: State, seat: int, at: Layout, out: Sheet) -> None:
    """Write what every game shows of each seat, from the observing one on."""
    hidden = s.closed != 0 and s.phase != OVER
    who = seat
    for i in range(s.seats):
        if not hidden or i == 0:
            out.places[at.points + i] = min(int(s.points[who]), MOST)
        out.places[at.cards + i] = s.hand_n[who]
        out.places[at.ticket_counts + i] = s.held_n[who]
        out.places[at.offered + i] = s.offer_n[who]
        for card in range(KINDS):
            if s.seats == 2:
                out.places[at.known + i * KINDS + card] = s.located[who, card]
            else:
                out.places[at.known + i * KINDS + card] = s.seen[who, card]
        who = who + 1 if who + 1 < s.seats else 0


@rule
def see_tickets(
    board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet
) -> None:
    """Write the seat's own tickets, what it is offered, and where those lie that it returned."""
    put_set(out, at.tickets, s.held[seat])
    for i in range(s.offer_n[seat]):
        out.places[at.offer + i * board.n_tickets + s.offer[seat, i]] = 1
        if s.phase == FIRST_TICKETS and s.choice[seat] >= 0:
            out.places[at.choice + i] = s.choice[seat] >> i & 1
    returned = note.returned[seat]
    while returned != NONE:
        ticket = lowest(returned)
        returned &= returned - ONE
        above = (note.slot[ticket] - s.ticket_top) % MAX_TICKETS
        out.places[at.returned + ticket] = above + 1
    if s.phase == TICKETS and s.seat != seat:
        for i in range(s.offer_n[s.seat]):
            ticket = int(s.offer[s.seat, i])
            if s.returner[ticket] == seat:
                out.places[at.returned_offered + ticket] = 1


@rule
def see_tracks(board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet) -> None:
    """Write who owns which track, what is shut, and the tickets that are done."""
    put_set(out, at.done, note.done[seat] & s.held[seat])
    tracks = np.uint64(board.n_tracks)
    begin = np.uint64(at.owner)
    who = seat
    for i in range(s.seats):
        out.places[at.trains + i] = s.trains[who]
        owner = np.int8(who)
        for track in range(tracks):
            out.places[begin + track] = s.owner[track] == owner
        begin += tracks
        who = who + 1 if who + 1 < s.seats else 0
    for w in range(board.words):
        shut = (~(s.open[w] | s.beds[w]) | note.sisters[seat, w]) & ~note.owned[w]
        shut &= board.up_to[MAX_LENGTH, w]
        put_set(out, at.shut + (w << 6), shut)


@rule
def see_beds(board: BoardRecord, s: State, at: Layout, out: Sheet) -> None:
    """Write the pieces that lie and those left, and what crossings have cut."""
    for w in range(board.words):
        put_set(out, at.cut + (w << 6), s.cut[w])
        for colour in range(COLOURS):
            lying = s.of_colour[colour, w] & board.beds[w]
            while lying != NONE:
                track = (w << 6) + lowest(lying)
                lying &= lying - ONE
                out.places[at.built + COLOURS * at.bed[track] + colour] = 1
    i = int(at.supply)
    for colour in range(COLOURS):
        for length in range(at.n_lengths):
            out.places[i] = s.supply[colour, at.lengths[length]]
            i += 1


@rule
def see_markers(board: BoardRecord, s: State, seat: int, at: Layout, out: Sheet) -> None:
    """Write homes, markers and the network's reach, the route just claimed, and Alvin."""
    cities = int(board.n_cities)
    who = seat
    for i in range(s.seats):
        out.places[at.markers_left + i] = s.markers_left[who]
        if s.home[who] >= 0:
            out.places[at.home + i * cities + s.home[who]] = 1
        who = who + 1 if who + 1 < s.seats else 0
    for city in range(cities):
        if s.marker[city] >= 0:
            out.places[at.marker + turned(s, seat, s.marker[city]) * cities + city] = 1
    put_set(out, at.reach, s.reached[seat])
    claimed = claimed_track(s)
    if claimed >= 0:
        out.places[at.claimed + claimed] = 1
    if at.alvin >= 0:
        if s.alvin >= 0:
            out.places[at.alvin + s.alvin] = 1
        if s.alvin_holder >= 0:
            out.places[at.alvin_holder + turned(s, seat, s.alvin_holder)] = 1
        for other in range(s.seats):
            out.places[at.captures + turned(s, seat, other)] = s.captures[other]


@rule
def see_yards(board: BoardRecord, s: State, seat: int, at: Layout, out: Sheet) -> None:
    """Write the yards, how many cards lie on the tracks, and the tickets completed from them."""
    hidden = s.closed != 0 and s.phase != OVER
    who = seat
    for i in range(s.seats):
        lying = int(s.track_n[who])
        for colour in range(COLOURS):
            out.places[at.row + i * COLOURS + colour] = s.row[who, colour]
            out.places[at.row_locomotives + i * COLOURS + colour] = s.row_locomotives[who, colour]
        if i > 0:
            for card in range(KINDS):
                lying += s.spent[who, card]
        out.places[at.track + i] = lying
        if not hidden or i == 0:
            put_set(out, at.completed + i * board.n_tickets, s.completed[who])
        out.places[at.completed_count + i] = s.completed_n[who]
        out.places[at.completed_now + i] = s.completed_now[who]
        who = who + 1 if who + 1 < s.seats else 0
    if s.phase == COMPLETE or at.open_track:
        out.places[at.own_track_seen] = 1
        for card in range(KINDS):
            out.places[at.own_track + card] = s.track[seat, card]
    for card in range(KINDS):
        out.places[at.own_spent + card] = s.spent[seat, card]
    out.places[at.pile] = s.pile
    out.places[at.idle] = s.idle
    out.places[at.active] = s.active


@rule
def see_all(board: BoardRecord, s: State, seat: int, at: Layout, out: Sheet) -> None:
    """Write the hands, tickets and tracks of all seats: for critics, never for players."""
    for other in range(s.seats):
        i = turned(s, seat, other)
        for card in range(KINDS):
            out.places[at.hands + i * KINDS + card] = s.hand[other, card]
            if at.tracks >= 0:
                lying = s.track[other, card] + s.spent[other, card]
                out.places[at.tracks + i * KINDS + card] = lying
        put_set(out, at.all_tickets + i * board.n_tickets, s.held[other] | s.completed[other])
        for k in range(s.offer_n[other]):
            out.places[at.all_offers + i * board.n_tickets + s.offer[other, k]] = 1


@rule
def see_now(board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet) -> None:
    """Write all that a view shows and that matters for play."""
    for i in range(np.uint64(at.size)):
        out.places[i] = 0
    see_table(board, s, seat, at, out)
    see_seats(s, seat, at, out)
    see_tickets(board, s, note, seat, at, out)
    if board.yard:
        see_yards(board, s, seat, at, out)
    else:
        see_tracks(board, s, note, seat, at, out)
        if board.building:
            see_beds(board, s, at, out)
        if board.markers > 0:
            see_markers(board, s, seat, at, out)
    if at.hands >= 0:
        see_all(board, s, seat, at, out)
