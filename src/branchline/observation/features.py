"""Features of a seat: cards that are scarce, and what its tracks and tickets still need."""

from __future__ import annotations

import numpy as np

from branchline.observation.notes import Layout, Note
from branchline.observation.observing import MOST
from branchline.observation.rows import Sheet
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    GREY,
    KINDS,
    LOCOMOTIVE,
    MAX_CITIES,
    WORDS,
    BoardRecord,
    Bytes,
    Ids,
    Mask,
    Masks,
    State,
    Wide,
)

FAR = 9999
"""Farther than any way."""


@rule
def may_look_at_track(s: State, at: Layout) -> bool:
    """Tell whether a seat knows what lies on its own track: it sees it, or it remembers."""
    return bool(s.phase == COMPLETE or at.open_track != 0 or at.on_track >= 0)


@rule
def unseen(board: BoardRecord, s: State, seat: int, card: int, at: Layout) -> int:
    """Return how many cards of a kind lie neither open nor where the seat knows them."""
    n = int(board.cards[card]) - int(s.discards[card]) - int(s.hand[seat, card])
    for place in range(board.face_up):
        if s.market[place] == card:
            n -= 1
    for other in range(s.seats):
        if other != seat:
            n -= s.located[other, card] if s.seats == 2 else s.seen[other, card]
        if card < COLOURS:
            n -= s.row[other, card]
        else:
            for colour in range(COLOURS):
                n -= s.row_locomotives[other, colour]
        if at.on_track >= 0 or other == seat:
            n -= s.spent[other, card]
        if at.on_track >= 0 or (other == seat and may_look_at_track(s, at)):
            n -= s.track[other, card]
    return n


@rule
def colour_of(board: BoardRecord, s: State, track: int) -> int:
    """Return the colour that pays for a track; -1 for a bed without a piece."""
    return int(board.colour[track]) if board.colour[track] >= 0 else int(s.built[track])


@rule
def cards_short(board: BoardRecord, s: State, seat: int, track: int) -> int:
    """Return how many cards a hand lacks to claim a track, with the colour it is best in."""
    colour = colour_of(board, s, track)
    locomotives = int(s.hand[seat, LOCOMOTIVE])
    most = 0
    for paid in range(COLOURS):
        if colour in (GREY, paid):
            most = max(most, int(s.hand[seat, paid]))
    most = min(most, int(board.length[track]) - int(board.ferry[track]))
    return max(0, int(board.length[track]) - most - locomotives)


@rule
def find_way(
    board: BoardRecord, start: Mask, goal: Mask, own: Masks, ways: Masks, cost: Wide, via: Ids
) -> int:
    """Find the way with the fewest trains over own and open tracks; return its last city, or -1.

    Several starts or goals are the cities of a zone: any will do.
    """
    edge = start
    for city in range(board.n_cities):
        cost[city] = 0 if start >> np.uint64(city) & ONE != NONE else FAR
        via[city] = -1
    while edge != NONE:
        at = lowest(edge)
        rest = edge
        while rest != NONE:
            city = lowest(rest)
            rest &= rest - ONE
            if cost[city] < cost[at]:
                at = city
        if goal >> np.uint64(at) & ONE != NONE:
            return at
        edge &= ~(ONE << np.uint64(at))
        for w in range(board.words):
            tracks = board.touching[at, w] & (own[w] | ways[w])
            while tracks != NONE:
                track = (w << 6) + lowest(tracks)
                is_own = own[w] & tracks & (~tracks + ONE) != NONE
                tracks &= tracks - ONE
                trains = cost[at] if is_own else cost[at] + board.length[track]
                other = int(board.end_a[track]) + int(board.end_b[track]) - at
                if trains < cost[other]:
                    cost[other] = trains
                    via[other] = track
                    edge |= ONE << np.uint64(other)
    return -1


@rule
def cards_for(board: BoardRecord, s: State, seat: int, need: Bytes, grey: int) -> int:
    """Return how many cards a hand lacks for coloured and grey tracks, locomotives taken off.

    Grey tracks are paid in the colour of which most is left over.
    """
    short = 0
    left = 0
    for colour in range(COLOURS):
        over = int(s.hand[seat, colour]) - int(need[colour])
        left = max(left, over)
        short += max(0, -over)
    short += max(0, grey - left)
    return max(0, short - int(s.hand[seat, LOCOMOTIVE]))


@rule
def work_out_ways(
    board: BoardRecord, s: State, note: Note, seat: int, tickets: Mask, at: Layout, out: Sheet
) -> None:
    """Write for each ticket the trains and cards that its shortest way still takes, and that way.

    Only tracks that the seat may still claim count. That they must connect to its home is ignored.
    """
    cost = np.empty(MAX_CITIES, np.int64)
    via = np.empty(MAX_CITIES, np.int16)
    own = np.empty(WORDS, np.uint64)
    ways = np.empty(WORDS, np.uint64)
    need = np.empty(COLOURS, np.int8)
    for w in range(board.words):
        own[w] = NONE
        ways[w] = (s.open[w] | s.beds[w]) & ~note.sisters[seat, w] & ~note.owned[w]
    for track in range(board.n_tracks):
        if s.owner[track] == seat:
            own[track >> 6] |= ONE << np.uint64(track & 63)
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        city = find_way(
            board, board.ticket_from[ticket], board.ticket_to[ticket], own, ways, cost, via
        )
        if city < 0 or cost[city] > s.trains[seat]:
            out.places[at.ticket_trains + ticket] = MOST
            out.places[at.ticket_cards + ticket] = MOST
            continue
        out.places[at.ticket_trains + ticket] = cost[city]
        grey = 0
        for colour in range(COLOURS):
            need[colour] = 0
        while via[city] >= 0:
            track = int(via[city])
            city = int(board.end_a[track]) + int(board.end_b[track]) - city
            if s.owner[track] == seat:
                continue
            out.places[at.on_way + track] += 1
            colour = colour_of(board, s, track)
            if 0 <= colour < COLOURS:
                need[colour] += board.length[track]
            else:
                grey += board.length[track]
        out.places[at.ticket_cards + ticket] = cards_for(board, s, seat, need, grey)


@rule
def work_out_yard(
    board: BoardRecord, s: State, seat: int, tickets: Mask, at: Layout, out: Sheet
) -> None:
    """Write for each ticket the cards that yard and track together lack, locomotives taken off."""
    may_look = may_look_at_track(s, at)
    locomotives = 0
    for colour in range(COLOURS):
        locomotives += s.row_locomotives[seat, colour]
    if may_look:
        locomotives += s.track[seat, LOCOMOTIVE]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        short = 0
        for colour in range(COLOURS):
            have = int(s.row[seat, colour])
            if may_look:
                have += s.track[seat, colour]
            short += max(0, int(board.ticket_cards[ticket, colour]) - have)
        out.places[at.ticket_missing + ticket] = max(0, short - locomotives)


@rule
def work_out(board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet) -> None:
    """Write the features of a seat, from nothing but what it may know."""
    for card in range(KINDS):
        out.places[at.unseen + card] = unseen(board, s, seat, card, at)
    tickets = s.held[seat]
    for i in range(s.offer_n[seat]):
        tickets |= ONE << np.uint64(s.offer[seat, i])
    if board.yard:
        work_out_yard(board, s, seat, tickets, at, out)
        return
    for w in range(board.words):
        tracks = s.open[w] & s.allowed[seat, w] & ~note.owned[w]
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            out.places[at.short + track] = 1 + cards_short(board, s, seat, track)
    work_out_ways(board, s, note, seat, tickets & ~note.done[seat], at, out)
