"""Sight: what a viewer may know of a game, listed as numbers; a view says the same in words."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.derived import is_closed
from branchline.rules.markers import claimed_track
from branchline.rules.railyard import best_tickets
from branchline.rules.record import Int32, Records, RecordType, record_type
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    KINDS,
    MAX_LENGTH,
    MAX_TICKETS,
    OVER,
    BoardRecord,
    Bytes,
    Mask,
    State,
)
from branchline.rules.tickets import completed_tickets, must_keep

SECRET = -1000
"""Stands for points that the viewer may not know."""
MOST_LISTS = 48
MOST_LISTED = 4096
"""More numbers than all lists together can have, on any board: ten for each track, and so on."""


class Sight(RecordType):
    """What a viewer may know of a game: 32-bit numbers only, which Python reads as one row.

    -1 is nobody, nowhere or nothing. The lists follow each other in the order in which `look`
    writes them; list i takes up the places from ends[i] to ends[i + 1] of the row.
    """

    seats: Int32
    phase: Int32
    seat: Int32
    first_seat: Int32
    turn: Int32
    turns_left: Int32
    passes: Int32
    deck_n: Int32
    ticket_n: Int32
    claimed: Int32
    alvin: Int32
    alvin_holder: Int32
    pile: Int32
    idle: Int32
    active: Int32
    turn_seat: Int32
    looks: Int32  # 1: the viewer may look at its own track
    keep_at_least: Int32
    choice: Int32  # first tickets the viewer has chosen, as a mask over its offer
    n_lists: Int32
    ends: Annotated[NDArray[np.int32], MOST_LISTS + 1]
    lists: Annotated[NDArray[np.int32], MOST_LISTED]


SIGHT_DTYPE = record_type(Sight)
Sights: TypeAlias = Records[Sight]
N_FACTS = SIGHT_DTYPE.itemsize // 4 - MOST_LISTED
"""How many numbers come before the lists."""


@rule
def add(sight: Sight, number: int) -> None:
    """Add a number to the list that is being written."""
    at = sight.ends[sight.n_lists + 1]
    sight.lists[at - N_FACTS] = number
    sight.ends[sight.n_lists + 1] = at + 1


@rule
def end_list(sight: Sight) -> None:
    """End the list that is being written, and begin the next one."""
    sight.n_lists += 1
    sight.ends[sight.n_lists + 1] = sight.ends[sight.n_lists]


@rule
def list_members(sight: Sight, members: Mask) -> None:
    """Write a list of the members of a bit set."""
    while members != NONE:
        add(sight, lowest(members))
        members &= members - ONE
    end_list(sight)


@rule
def list_cards(sight: Sight, counts: Bytes) -> None:
    """Write a list of the kinds of cards that there are, each with how many."""
    for card in range(KINDS):
        if counts[card] != 0:
            add(sight, card)
            add(sight, counts[card])
    end_list(sight)


@rule
def look_at_course(s: State, sight: Sight) -> None:
    """Note whose turn it is, how far the game has come, and where Alvin stands."""
    sight.seats = s.seats
    sight.phase = s.phase
    sight.seat = s.seat
    sight.first_seat = s.first_seat
    sight.turn = s.turn
    sight.turns_left = s.turns_left
    sight.passes = s.passes
    sight.deck_n = s.deck_n
    sight.ticket_n = s.ticket_n
    sight.claimed = claimed_track(s)
    sight.alvin = s.alvin
    sight.alvin_holder = s.alvin_holder
    sight.pile = s.pile
    sight.idle = s.idle
    sight.active = s.active
    sight.turn_seat = s.turn_seat


@rule
def look_at_table(board: BoardRecord, s: State, viewer: int, sight: Sight) -> None:
    """List what lies open on every table: the row, discards, whose routes, what is shut and cut."""
    for place in range(board.face_up):
        add(sight, s.market[place])
    end_list(sight)
    list_cards(sight, s.discards[:])
    for track in range(board.n_tracks):
        if s.owner[track] >= 0:
            add(sight, track)
            add(sight, s.owner[track])
    end_list(sight)
    for track in range(board.n_tracks):
        if is_closed(board, s, viewer, track):
            add(sight, track)
    end_list(sight)
    for track in range(board.n_tracks):
        if s.cut[track >> 6] >> np.uint64(track & 63) & ONE != NONE:
            add(sight, track)
    end_list(sight)


@rule
def look_at_returned(s: State, viewer: int, sight: Sight) -> None:
    """List where the tickets lie that the viewer put under the deck and nobody has kept since.

    Each with the seat that it is offered to, or -1 for the deck, and its place there.
    """
    for i in range(s.ticket_n):
        ticket = int(s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS])
        if s.returner[ticket] == viewer:
            add(sight, ticket)
            add(sight, -1)
            add(sight, i)
    for other in range(s.seats):
        if other == viewer:
            continue
        for i in range(s.offer_n[other]):
            ticket = int(s.offer[other, i])
            if s.returner[ticket] == viewer:
                add(sight, ticket)
                add(sight, other)
                add(sight, i)


@rule
def look_at_own(board: BoardRecord, s: State, viewer: int, sight: Sight) -> None:
    """List what the viewer alone may know on every table: hand, tickets, offer, tickets returned.

    A spectator (-1) has none of this; its lists are empty.
    """
    sight.choice = -1
    sight.keep_at_least = 0
    if viewer < 0:
        for _ in range(5):
            end_list(sight)
        return
    list_cards(sight, s.hand[viewer])
    list_members(sight, s.held[viewer])
    done = s.completed[viewer] if board.yard else completed_tickets(board, s, viewer)
    list_members(sight, done)
    if s.offer_n[viewer] > 0:
        for i in range(s.offer_n[viewer]):
            add(sight, s.offer[viewer, i])
        sight.keep_at_least = must_keep(board, s, viewer, s.phase == FIRST_TICKETS)
        if s.phase == FIRST_TICKETS:
            sight.choice = s.choice[viewer]
    end_list(sight)
    look_at_returned(s, viewer, sight)
    end_list(sight)


@rule
def look_at_mechanics(
    board: BoardRecord, s: State, viewer: int, open_track: bool, sight: Sight
) -> None:
    """List what the game's mechanics bring: pieces, homes and markers, the viewer's own track."""
    if board.building:
        for track in range(board.n_tracks):
            if s.built[track] >= 0:
                add(sight, track)
                add(sight, s.built[track])
        end_list(sight)
        for colour in range(COLOURS):
            for length in range(MAX_LENGTH + 1):
                add(sight, s.supply[colour, length])
        end_list(sight)
    if board.markers > 0:
        for track in range(board.n_tracks):
            if s.payees[track] != 0:
                add(sight, track)
                add(sight, (s.payees[track] >> 4) - 1)
                add(sight, (s.payees[track] & 15) - 1)
        end_list(sight)
        for city in range(board.n_cities):
            if s.marker[city] >= 0:
                add(sight, city)
                add(sight, s.marker[city])
        end_list(sight)
        list_members(sight, s.reached[viewer] if viewer >= 0 else NONE)
    sight.looks = 0
    if board.yard and viewer >= 0:
        list_cards(sight, s.spent[viewer])
        if open_track or s.phase == COMPLETE:
            sight.looks = 1
            list_cards(sight, s.track[viewer])
            list_members(sight, best_tickets(board, s.track[viewer], s.held[viewer]))


@rule
def has_decided(s: State, seat: int) -> bool:
    """Tell whether others may have to decide something now, but not this seat."""
    if s.phase == COMPLETE:
        return bool(s.finished >> seat & 1)
    return s.phase != FIRST_TICKETS or s.choice[seat] >= 0


@rule
def look_at_player(board: BoardRecord, s: State, viewer: int, seat: int, sight: Sight) -> None:
    """List what the viewer may know of a seat.

    While completed tickets lie face down, those of others are only counted, and the cards spent
    on them count as lying on the track.
    """
    hidden = s.closed and s.phase != OVER and seat != viewer
    on_track = int(s.track_n[seat])
    if seat != viewer:
        for card in range(KINDS):
            on_track += s.spent[seat, card]
    add(sight, s.trains[seat])
    add(sight, SECRET if hidden else s.points[seat])
    add(sight, s.hand_n[seat])
    add(sight, s.held_n[seat])
    add(sight, s.offer_n[seat])
    add(sight, has_decided(s, seat))
    add(sight, s.home[seat])
    add(sight, s.markers_left[seat])
    add(sight, s.captures[seat])
    add(sight, on_track)
    add(sight, s.completed_n[seat])
    add(sight, s.completed_now[seat])
    end_list(sight)
    # Only the players of a game for two can work out what the last shuffle told them.
    list_cards(sight, s.located[seat] if s.seats == 2 and viewer >= 0 else s.seen[seat])
    if board.yard:
        for colour in range(COLOURS):
            if s.row[seat, colour] > 0:
                add(sight, colour)
                add(sight, s.row[seat, colour])
                add(sight, s.row_locomotives[seat, colour])
        end_list(sight)
        list_members(sight, NONE if hidden else s.completed[seat])


@rule
def look(board: BoardRecord, s: State, viewer: int, open_track: bool, sight: Sight) -> int:
    """List what a viewer may know (-1: a spectator); return how many numbers that makes.

    open_track tells that a seat may look at its own track, which no rule depends on.
    """
    sight.n_lists = 0
    sight.ends[0] = N_FACTS
    sight.ends[1] = N_FACTS
    look_at_course(s, sight)
    look_at_table(board, s, viewer, sight)
    look_at_own(board, s, viewer, sight)
    look_at_mechanics(board, s, viewer, open_track, sight)
    for seat in range(s.seats):
        look_at_player(board, s, viewer, seat, sight)
    return int(sight.ends[sight.n_lists])
