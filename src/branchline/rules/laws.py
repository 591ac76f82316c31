"""Laws that hold in every state of every game, and stubborn players to try them on."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, size
from branchline.rules.chance import below, key_of_game
from branchline.rules.rule import rule
from branchline.rules.state import (
    K_CLAIM,
    K_PLACE,
    KINDS,
    LOCOMOTIVE,
    MAX_SEATS,
    MAX_TICKETS,
    OVER,
    Board,
    Bytes,
    Chance,
    Log,
    Menu,
    State,
)
from branchline.rules.turn import apply, legal, set_up

(
    KEPT,
    CARDS_LOST,
    HAND_MISCOUNTED,
    MORE_SEEN_THAN_HELD,
    TRAINS_LOST,
    POINTS_MISCOUNTED,
    TICKET_LOST,
    TICKETS_MISCOUNTED,
    TWO_SISTERS,
    OPEN_BUT_TAKEN,
    PILE_OUT_WITH_DISCARDS,
    PLACE_EMPTY_WITH_PILE,
    NOTHING_LEGAL,
    LEGAL_TWICE,
    NO_END,
) = range(15)

# How a stubborn player ranks actions: by kind, and apart from that these two.
TAKE_LOCOMOTIVE = 14
PAY_LOCOMOTIVES = 15
CLASSES = 16


@rule
def broken_card_law(board: Board, s: State) -> int:
    """Count the cards: none is lost, hands add up, nothing is left undone that rule 3 asks for."""
    for card in range(KINDS):
        n = int(s.discards[card])
        for seat in range(s.seats):
            n += s.hand[seat, card]
            if s.hand[seat, card] < 0 or s.discards[card] < 0:
                return CARDS_LOST
            if s.seen[seat, card] > s.hand[seat, card]:
                return MORE_SEEN_THAN_HELD
            if s.located[seat, card] > s.hand[seat, card]:
                return MORE_SEEN_THAN_HELD
        for place in range(board.face_up):
            if s.market[place] == card:
                n += 1
        for i in range(s.deck_n):
            if s.deck[i] == card:
                n += 1
        if n != board.cards[card]:
            return CARDS_LOST
    for seat in range(s.seats):
        n = 0
        for card in range(KINDS):
            n += s.hand[seat, card]
        if n != s.hand_n[seat]:
            return HAND_MISCOUNTED
    if s.deck_n == 0 and s.discards_n > 0:
        return PILE_OUT_WITH_DISCARDS
    for place in range(board.face_up):
        if s.market[place] < 0 and s.deck_n > 0:
            return PLACE_EMPTY_WITH_PILE
    return KEPT


@rule
def broken_route_law(board: Board, s: State) -> int:
    """Count trains and points from the board, and look for two sisters in one hand."""
    trains = np.zeros(MAX_SEATS, np.int64)
    points = np.zeros(MAX_SEATS, np.int64)
    for track in range(board.n_tracks):
        owner = s.owner[track]
        if owner < 0:
            continue
        trains[owner] += board.length[track]
        points[owner] += board.points[board.length[track]]
        if s.open[track >> 6] >> np.uint64(track & 63) & ONE != NONE:
            return OPEN_BUT_TAKEN
        for other in range(track):
            if s.owner[other] < 0:
                continue
            if board.sisters[track, other >> 6] >> np.uint64(other & 63) & ONE != NONE:
                if s.seats < board.all_sisters_from or s.owner[other] == owner:
                    return TWO_SISTERS
    for seat in range(s.seats):
        if trains[seat] + s.trains[seat] != board.trains or s.trains[seat] < 0:
            return TRAINS_LOST
        if points[seat] != s.points[seat]:
            return POINTS_MISCOUNTED
    return KEPT


@rule
def broken_ticket_law(board: Board, s: State) -> int:
    """Look for every ticket in exactly one place."""
    found = np.zeros(MAX_TICKETS, np.int8)
    for i in range(s.ticket_n):
        found[s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS]] += 1
    for seat in range(s.seats):
        if size(s.held[seat]) != s.held_n[seat]:
            return TICKETS_MISCOUNTED
        for i in range(s.offer_n[seat]):
            found[s.offer[seat, i]] += 1
        for ticket in range(board.n_tickets):
            if s.held[seat] >> np.uint64(ticket) & ONE != NONE:
                found[ticket] += 1
    for ticket in range(board.n_tickets):
        if found[ticket] != 1:
            return TICKET_LOST
    return KEPT


@rule
def broken_law(board: Board, s: State) -> int:
    """Return the first law that a state breaks, or KEPT."""
    law = broken_card_law(board, s)
    if law == KEPT:
        law = broken_route_law(board, s)
    if law == KEPT:
        law = broken_ticket_law(board, s)
    return law


@rule
def class_of(board: Board, s: State, action: int) -> int:
    """Return how a stubborn player sees an action."""
    kind = int(board.action_kind[action])
    if kind == K_PLACE and s.market[board.action_what[action]] == LOCOMOTIVE:
        return TAKE_LOCOMOTIVE
    if kind == K_CLAIM and board.action_colour[action] == LOCOMOTIVE:
        return PAY_LOCOMOTIVES
    return kind


@rule
def check_play(
    board: Board, s: State, players: Chance, menu: Menu, log: Log, taste: Bytes, most: int
) -> int:
    """Play to the end by taste, checking the laws before every action; return the one broken.

    Among the legal actions, those of the class with the highest taste are equally likely.
    """
    seen = np.zeros(board.n_actions, np.int32)
    for step in range(1, most + 1):
        law = broken_law(board, s)
        if law != KEPT or s.phase == OVER:
            return law
        n = legal(board, s, s.seat, menu)
        if n == 0:
            return NOTHING_LEGAL
        best = -128
        liked = 0
        for i in range(n):
            action = int(menu.ids[i])
            if seen[action] == step:
                return LEGAL_TWICE
            seen[action] = step
            liking = int(taste[class_of(board, s, action)])
            if liking > best:
                best = liking
                liked = 0
            if liking == best:
                menu.ids[liked] = action
                liked += 1
        apply(board, s, s.seat, menu.ids[below(players, liked)], log)
    return NO_END


@rule
def check_games(
    board: Board,
    s: State,
    master: Chance,
    players: Chance,
    menu: Menu,
    log: Log,
    taste: Bytes,
    seats: int,
    first: int,
    n: int,
    most: int,
) -> int:
    """Play games of a run by taste; return 0, or 1000 × the game + the law that one broke."""
    for game in range(first, first + n):
        key_of_game(master, game, s.chance, players)
        set_up(board, s, seats, -1, log)
        law = check_play(board, s, players, menu, log, taste, most)
        if law != KEPT:
            return 1000 * game + law
    return 0
