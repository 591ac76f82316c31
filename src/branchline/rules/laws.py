"""Laws that hold in every state of every game, and stubborn players to try them on."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.chance import below, key_of_game
from branchline.rules.imagine import in_yard
from branchline.rules.railyard import to_beat
from branchline.rules.rule import rule
from branchline.rules.state import (
    ALVIN,
    COLOURS,
    COMPLETE,
    K_BUILD,
    K_CLAIM,
    K_LAY,
    K_PLACE,
    KINDS,
    LOCOMOTIVE,
    MAX_LENGTH,
    MAX_SEATS,
    MAX_TICKETS,
    OVER,
    WORDS,
    BoardRecord,
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
    PIECES_LOST,
    BED_MISPLACED,
    MARKERS_LOST,
    NOT_CONNECTED,
    ALVIN_LOST,
    YARD_WRONG,
    SPENT_WRONG,
) = range(22)

# How a stubborn player ranks actions: by kind, and apart from that these.
TAKE_LOCOMOTIVE, PAY_LOCOMOTIVES, BUILD_TO_CUT, CLAIM_TO_ALVIN, ROB = range(20, 25)
CLASSES = 25


@rule
def broken_card_law(board: BoardRecord, s: State) -> int:
    """Count the cards: none is lost, hands add up, nothing is left undone that rule 3 asks for."""
    lying = np.zeros(KINDS, np.int64)
    for i in range(s.deck_n):
        if s.deck[i] < 0 or s.deck[i] >= KINDS:
            return CARDS_LOST
        lying[s.deck[i]] += 1
    for place in range(board.face_up):
        if s.market[place] >= KINDS:
            return CARDS_LOST
        if s.market[place] >= 0:
            lying[s.market[place]] += 1
    for card in range(KINDS):
        n = int(lying[card]) + int(s.discards[card])
        for seat in range(s.seats):
            n += s.hand[seat, card] + s.track[seat, card] + s.spent[seat, card]
            n += in_yard(s, seat, card)
            if s.hand[seat, card] < 0 or s.discards[card] < 0:
                return CARDS_LOST
            if s.seen[seat, card] > s.hand[seat, card]:
                return MORE_SEEN_THAN_HELD
            if s.located[seat, card] > s.hand[seat, card]:
                return MORE_SEEN_THAN_HELD
        if n != board.cards[card]:
            return CARDS_LOST
    for seat in range(s.seats):
        n = 0
        for card in range(KINDS):
            n += s.hand[seat, card]
        if n != s.hand_n[seat]:
            return HAND_MISCOUNTED
    if s.deck_n == 0 and s.discards_n > 0 and not board.yard:
        return PILE_OUT_WITH_DISCARDS
    for place in range(board.face_up):
        if s.market[place] < 0 and s.deck_n > 0:
            return PLACE_EMPTY_WITH_PILE
    return KEPT


@rule
def broken_route_law(board: BoardRecord, s: State) -> int:
    """Count trains and points from the board, and look for two sisters in one hand."""
    trains = np.zeros(MAX_SEATS, np.int64)
    points = np.zeros(MAX_SEATS, np.int64)
    taken = np.zeros(WORDS, np.uint64)
    for track in range(board.n_tracks):
        owner = s.owner[track]
        if owner < 0:
            continue
        trains[owner] += board.length[track]
        for payee in (int(s.payees[track]) >> 4, int(s.payees[track]) & 15):
            if payee > 0:
                points[payee - 1] += board.points[board.length[track]]
        if s.open[track >> 6] >> np.uint64(track & 63) & ONE != NONE:
            return OPEN_BUT_TAKEN
        for w in range(board.words):
            sisters = board.sisters[track, w] & taken[w]
            while sisters != NONE:
                other = (w << 6) + lowest(sisters)
                sisters &= sisters - ONE
                if s.seats < board.all_sisters_from or s.owner[other] == owner:
                    return TWO_SISTERS
        taken[track >> 6] |= ONE << np.uint64(track & 63)
    for seat in range(s.seats):
        if trains[seat] + s.trains[seat] != board.trains or s.trains[seat] < 0:
            return TRAINS_LOST
        for ticket in range(board.n_tickets):
            if s.completed[seat] >> np.uint64(ticket) & ONE != NONE:
                points[seat] += board.ticket_points[ticket]
        if points[seat] + s.captures[seat] * board.alvin_capture != s.points[seat]:
            return POINTS_MISCOUNTED
    return KEPT


@rule
def broken_building_law(board: BoardRecord, s: State) -> int:
    """Count the track pieces, and see that beds are open, built, claimed or shut, never two."""
    laid = np.zeros((COLOURS, MAX_LENGTH + 1), np.int64)
    for track in range(board.n_tracks):
        if s.built[track] >= COLOURS:
            return PIECES_LOST
        if s.built[track] >= 0:
            laid[s.built[track], board.length[track]] += 1
    for colour in range(COLOURS):
        for length in range(MAX_LENGTH + 1):
            n = int(s.supply[colour, length]) + int(laid[colour, length])
            if n != board.pieces[colour, length] or s.supply[colour, length] < 0:
                return PIECES_LOST
    for track in range(board.n_tracks):
        w = track >> 6
        bit = ONE << np.uint64(track & 63)
        is_bed = board.beds[w] & bit != NONE
        unbuilt = s.beds[w] & bit != NONE
        if unbuilt and (not is_bed or s.built[track] >= 0 or s.owner[track] >= 0):
            return BED_MISPLACED
        if s.open[w] & bit != NONE and is_bed and s.built[track] < 0:
            return BED_MISPLACED
        if s.built[track] >= 0 and s.owner[track] >= 0:
            return BED_MISPLACED
        if s.built[track] >= 0 or s.owner[track] >= 0:
            if s.cut[w] & bit != NONE:
                return BED_MISPLACED
            for v in range(board.words):
                if board.crossing[track, v] & ~s.cut[v] != NONE:
                    return BED_MISPLACED
    return KEPT


@rule
def broken_home_law(board: BoardRecord, s: State) -> int:
    """Count the markers, see that networks hang together from home, and look for Alvin."""
    for seat in range(s.seats):
        n = int(s.markers_left[seat])
        for city in range(board.n_cities):
            if s.marker[city] == seat:
                n += 1
        if n != board.markers or s.markers_left[seat] < 0:
            return MARKERS_LOST
        if board.markers == 0 or s.home[seat] < 0:
            continue
        if s.marker[s.home[seat]] != seat:
            return MARKERS_LOST
        reached = ONE << np.uint64(s.home[seat])
        grown = True
        while grown:
            grown = False
            for track in range(board.n_tracks):
                if s.owner[track] == seat:
                    a = ONE << np.uint64(board.end_a[track])
                    b = ONE << np.uint64(board.end_b[track])
                    if (reached & a != NONE) != (reached & b != NONE):
                        reached |= a | b
                        grown = True
        for track in range(board.n_tracks):
            if s.owner[track] == seat:
                if reached >> np.uint64(board.end_a[track]) & ONE == NONE:
                    return NOT_CONNECTED
        if reached != s.reached[seat]:
            return NOT_CONNECTED
    if s.alvin >= 0:
        if s.marker[board.alvin_city] >= 0:
            return ALVIN_LOST
        if s.alvin_holder >= 0 and s.phase != ALVIN and s.marker[s.alvin] != s.alvin_holder:
            return ALVIN_LOST
    return KEPT


@rule
def broken_ticket_law(board: BoardRecord, s: State) -> int:
    """Look for every ticket in exactly one place."""
    found = np.zeros(MAX_TICKETS, np.int8)
    for i in range(s.ticket_n):
        found[s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS]] += 1
    for seat in range(s.seats):
        if size(s.held[seat]) != s.held_n[seat] or size(s.completed[seat]) != s.completed_n[seat]:
            return TICKETS_MISCOUNTED
        for i in range(s.offer_n[seat]):
            found[s.offer[seat, i]] += 1
        for ticket in range(board.n_tickets):
            if (s.held[seat] | s.completed[seat]) >> np.uint64(ticket) & ONE != NONE:
                found[ticket] += 1
    for ticket in range(board.n_tickets):
        if found[ticket] != 1:
            return TICKET_LOST
    return KEPT


@rule
def broken_yard_law(board: BoardRecord, s: State) -> int:
    """See that a colour stands in one yard only, rows make sense, and tracks are counted."""
    for colour in range(COLOURS):
        owners = 0
        for seat in range(s.seats):
            if s.row[seat, colour] > 0:
                owners += 1
            elif s.row[seat, colour] < 0 or s.row_locomotives[seat, colour] != 0:
                return YARD_WRONG
        if owners > 1:
            return YARD_WRONG
    for seat in range(s.seats):
        n = 0
        for card in range(KINDS):
            if s.track[seat, card] < 0:
                return YARD_WRONG
            n += s.track[seat, card]
        if n != s.track_n[seat]:
            return YARD_WRONG
    return KEPT


@rule
def broken_spending_law(board: BoardRecord, s: State) -> int:
    """See that what lies with closed tickets pays for them, while tickets are completed.

    Which tickets are of this scoring is known in the first one alone: there they are all.
    """
    for seat in range(s.seats):
        if s.completed_now[seat] < 0 or s.completed_now[seat] > s.completed_n[seat]:
            return SPENT_WRONG
        stood_in = 0
        for card in range(KINDS):
            n = int(s.spent[seat, card])
            if n < 0 or (n > 0 and not (s.closed and s.phase == COMPLETE)):
                return SPENT_WRONG
            if card == LOCOMOTIVE or not s.closed or s.phase != COMPLETE or s.pile > 1:
                continue
            asked = 0
            for ticket in range(board.n_tickets):
                if s.completed[seat] >> np.uint64(ticket) & ONE != NONE:
                    asked += board.ticket_cards[ticket, card]
            # A locomotive stands in only where the track has no card of the colour left.
            if n > asked or (n < asked and s.track[seat, card] > 0):
                return SPENT_WRONG
            stood_in += asked - n
        if s.pile == 1 and s.spent[seat, LOCOMOTIVE] != stood_in:
            return SPENT_WRONG
    return KEPT


@rule
def broken_law(board: BoardRecord, s: State) -> int:
    """Return the first law that a state breaks, or KEPT."""
    law = broken_card_law(board, s)
    if law == KEPT:
        law = broken_route_law(board, s)
    if law == KEPT:
        law = broken_ticket_law(board, s)
    if law == KEPT and board.building:
        law = broken_building_law(board, s)
    if law == KEPT and board.markers > 0:
        law = broken_home_law(board, s)
    if law == KEPT and board.yard:
        law = broken_yard_law(board, s)
    if law == KEPT and board.yard:
        law = broken_spending_law(board, s)
    return law


@rule
def class_of(board: BoardRecord, s: State, action: int) -> int:
    """Return how a stubborn player sees an action."""
    kind = int(board.action_kind[action])
    if kind == K_PLACE and s.market[board.action_what[action]] == LOCOMOTIVE:
        return TAKE_LOCOMOTIVE
    if kind == K_CLAIM:
        track = board.action_what[action]
        if s.alvin >= 0 and (board.end_a[track] == s.alvin or board.end_b[track] == s.alvin):
            return CLAIM_TO_ALVIN
        if board.action_colour[action] == LOCOMOTIVE:
            return PAY_LOCOMOTIVES
    if kind == K_LAY and to_beat(s, s.seat, board.action_colour[action]) > 0:
        return ROB
    if kind == K_BUILD:
        for w in range(board.words):
            if board.crossing[board.action_what[action], w] != NONE:
                return BUILD_TO_CUT
    return kind


@rule
def check_play(
    board: BoardRecord, s: State, players: Chance, menu: Menu, log: Log, taste: Bytes, most: int
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
        apply(board, s, s.seat, menu.ids[below(players, liked)], menu, log)
    return NO_END


@rule
def check_games(
    board: BoardRecord,
    s: State,
    master: Chance,
    players: Chance,
    menu: Menu,
    log: Log,
    taste: Bytes,
    seats: int,
    options: int,
    first: int,
    n: int,
    most: int,
) -> int:
    """Play games of a run by taste; return 0, or 1000 × the game + the law that one broke."""
    for game in range(first, first + n):
        key_of_game(master, game, s.chance, players)
        set_up(board, s, seats, -1, options, log)
        law = check_play(board, s, players, menu, log, taste, most)
        if law != KEPT:
            return 1000 * game + law
    return 0
