"""Refusals: the reasons why an action is not legal, as flags."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE
from branchline.rules.markers import may_mark
from branchline.rules.railyard import can_complete, to_beat
from branchline.rules.routes import owns_sister
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_PASS,
    ALVIN,
    BUILD,
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    HOME,
    K_ALVIN,
    K_BEST,
    K_BUILD,
    K_CLAIM,
    K_COMPLETE,
    K_DECK,
    K_DONE,
    K_HOME,
    K_KEEP,
    K_LAY,
    K_LAY_THREE,
    K_MARK,
    K_NO_MARKER,
    K_PASS,
    K_PLACE,
    K_STOP,
    K_TICKETS,
    LOCOMOTIVE,
    MARKER,
    OVER,
    SECOND_CARD,
    TICKETS,
    TURN,
    BoardRecord,
    Menu,
    State,
)
from branchline.rules.tickets import must_keep
from branchline.rules.turn import legal

R_OVER = 1 << 0
R_NOT_YOUR_TURN = 1 << 1
R_ALREADY_CHOSEN = 1 << 2
R_CHOOSE_TICKETS = 1 << 3
R_SECOND_CARD = 1 << 4
R_NOTHING_OFFERED = 1 << 5
R_NOT_OFFERED = 1 << 6
R_KEEP_MORE = 1 << 7
R_DECK_EMPTY = 1 << 8
R_PLACE_EMPTY = 1 << 9
R_LOCOMOTIVE_SECOND = 1 << 10
R_NO_TICKETS = 1 << 11
R_TAKEN = 1 << 12
R_SISTER_TAKEN = 1 << 13
R_OWN_SISTER = 1 << 14
R_FEW_TRAINS = 1 << 15
R_FEW_CARDS = 1 << 16
R_FEW_LOCOMOTIVES = 1 << 17
R_FERRY = 1 << 18
R_CAN_ACT = 1 << 19
R_CUT = 1 << 20
R_UNBUILT = 1 << 21
R_OTHER_COLOUR = 1 << 22
R_BUILD_FIRST = 1 << 23
R_NOT_BUILDING = 1 << 24
R_BUILT = 1 << 25
R_NO_PIECE = 1 << 26
R_NOT_CONNECTED = 1 << 27
R_CHOOSE_HOME = 1 << 28
R_HAS_HOME = 1 << 29
R_CITY_MARKED = 1 << 30
R_ALVINS_CITY = 1 << 31
R_NOT_AN_END = 1 << 32
R_NO_MARKERS = 1 << 33
R_MARKER_FIRST = 1 << 34
R_NO_MARKER_OFFERED = 1 << 35
R_MOVE_ALVIN = 1 << 36
R_NO_ALVIN = 1 << 37
R_NOT_YOUR_CITY = 1 << 38
R_DEAD_END = 1 << 39
R_LAST_ROUND = 1 << 40
R_NOTHING_TO_STOP = 1 << 41
R_SMALL_SUIT = 1 << 42
R_IN_OWN_YARD = 1 << 43
R_TOO_FEW_TO_ROB = 1 << 44
R_COMPLETE_FIRST = 1 << 45
R_NOT_COMPLETING = 1 << 46
R_NOT_HELD = 1 << 47
R_TRACK_SHORT = 1 << 48


@rule
def why_not_keep(board: BoardRecord, s: State, seat: int, mask: int) -> int:
    """Give the reasons against keeping the offered tickets of a mask."""
    if s.phase != FIRST_TICKETS and s.phase != TICKETS:
        return R_NOTHING_OFFERED
    if mask >= 1 << s.offer_n[seat]:
        return R_NOT_OFFERED
    kept = 0
    for i in range(s.offer_n[seat]):
        kept += mask >> i & 1
    return R_KEEP_MORE if kept < must_keep(board, s, seat, s.phase == FIRST_TICKETS) else 0


@rule
def why_not_build(board: BoardRecord, s: State, action: int) -> int:
    """Give the reasons against laying a piece on a bed."""
    track = int(board.action_what[action])
    bit = ONE << np.uint64(track & 63)
    w = track >> 6
    why = 0
    if s.owner[track] >= 0:
        why |= R_TAKEN
    elif s.built[track] >= 0:
        why |= R_BUILT
    elif s.cut[w] & bit != NONE:
        why |= R_CUT
    elif s.beds[w] & bit == NONE:
        why |= R_SISTER_TAKEN
    if s.supply[board.action_colour[action], board.length[track]] == 0:
        why |= R_NO_PIECE
    return why


@rule
def why_not_city(board: BoardRecord, s: State, city: int) -> int:
    """Give the reasons against a marker in a city."""
    if board.towns >> np.uint64(city) & ONE == NONE:
        return R_DEAD_END
    if s.marker[city] >= 0:
        return R_CITY_MARKED
    return 0 if may_mark(board, s, city) else R_ALVINS_CITY


@rule
def why_not_mark(board: BoardRecord, s: State, seat: int, action: int) -> int:
    """Give the reasons against paying for a marker in a city."""
    city = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    why = why_not_city(board, s, city)
    if city != board.end_a[s.claimed] and city != board.end_b[s.claimed]:
        why |= R_NOT_AN_END
    if s.markers_left[seat] == 0:
        why |= R_NO_MARKERS
    if locomotives < 2 and s.hand[seat, colour] < 2 - locomotives:
        why |= R_FEW_CARDS
    if s.hand[seat, LOCOMOTIVE] < locomotives:
        why |= R_FEW_LOCOMOTIVES
    return why


@rule
def why_not_lay(board: BoardRecord, s: State, seat: int, action: int) -> int:
    """Give the reasons against laying a suit, or three colours."""
    what = int(board.action_what[action])
    suit = board.action_kind[action] == K_LAY
    locomotives = int(board.action_locomotives[action])
    why = 0
    if suit and what + locomotives < 2:
        why |= R_SMALL_SUIT
    if suit and s.hand[seat, LOCOMOTIVE] < locomotives:
        why |= R_FEW_LOCOMOTIVES
    for colour in range(COLOURS):
        if suit and colour != board.action_colour[action]:
            continue
        if not suit and not what >> colour & 1:
            continue
        cards = what if suit else 1
        if s.hand[seat, colour] < cards:
            why |= R_FEW_CARDS
        if s.row[seat, colour] > 0:
            why |= R_IN_OWN_YARD
        standing = to_beat(s, seat, colour)
        if standing > 0 and cards + locomotives <= standing:
            why |= R_TOO_FEW_TO_ROB
    return why


@rule
def why_not_complete(board: BoardRecord, s: State, seat: int, action: int) -> int:
    """Give the reasons against completing a ticket; the best set and none are always possible."""
    if board.action_kind[action] != K_COMPLETE:
        return 0
    ticket = int(board.action_what[action])
    if s.held[seat] >> np.uint64(ticket) & ONE == NONE:
        return R_NOT_HELD
    return 0 if can_complete(board, s, seat, ticket) else R_TRACK_SHORT


@rule
def is_completing(kind: int) -> bool:
    """Tell whether a kind of action belongs to the completing of tickets."""
    return kind in (K_COMPLETE, K_BEST, K_DONE)


@rule
def why_not_now(s: State, kind: int) -> int:
    """Give the reason if another kind of decision is due; keeping tickets is checked elsewhere."""
    if s.phase == COMPLETE:
        return 0 if is_completing(kind) else R_COMPLETE_FIRST
    if is_completing(kind):
        return R_NOT_COMPLETING
    if kind == K_STOP and s.phase != SECOND_CARD:
        return R_NOTHING_TO_STOP
    if s.phase == FIRST_TICKETS or s.phase == TICKETS:
        return R_CHOOSE_TICKETS
    if s.phase == HOME:
        return R_CHOOSE_HOME if kind != K_HOME else 0
    if s.phase == BUILD:
        return R_BUILD_FIRST if kind != K_BUILD else 0
    if s.phase == ALVIN:
        return R_MOVE_ALVIN if kind != K_ALVIN else 0
    if s.phase == MARKER:
        return R_MARKER_FIRST if kind != K_MARK and kind != K_NO_MARKER else 0
    if kind == K_HOME:
        return R_HAS_HOME
    if kind == K_BUILD:
        return R_NOT_BUILDING
    if kind == K_ALVIN:
        return R_NO_ALVIN
    if kind in (K_MARK, K_NO_MARKER):
        return R_NO_MARKER_OFFERED
    return 0


@rule
def why_not_claim(board: BoardRecord, s: State, seat: int, action: int) -> int:
    """Give the reasons against a claim, all of them."""
    track = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    length = int(board.length[track])
    bit = ONE << np.uint64(track & 63)
    w = track >> 6
    why = 0
    if s.owner[track] >= 0:
        why |= R_TAKEN
    elif s.cut[w] & bit != NONE:
        why |= R_CUT
    elif s.open[w] & bit == NONE:
        why |= R_UNBUILT if s.beds[w] & bit != NONE else R_SISTER_TAKEN
    else:
        if s.allowed[seat, w] & bit == NONE:
            why |= R_OWN_SISTER if owns_sister(board, s, seat, track) else R_NOT_CONNECTED
        if s.built[track] >= 0 and colour != LOCOMOTIVE and colour != s.built[track]:
            why |= R_OTHER_COLOUR
    if s.trains[seat] < length:
        why |= R_FEW_TRAINS
    if locomotives < length and s.hand[seat, colour] < length - locomotives:
        why |= R_FEW_CARDS
    if s.hand[seat, LOCOMOTIVE] < locomotives:
        why |= R_FEW_LOCOMOTIVES
    if locomotives < board.ferry[track]:
        why |= R_FERRY
    return why


@rule
def why_not(board: BoardRecord, s: State, seat: int, action: int, scratch: Menu) -> int:
    """Give the reasons why a seat may not take an action; 0 means it is legal."""
    kind = board.action_kind[action]
    what = int(board.action_what[action])
    if s.phase == OVER:
        return R_OVER
    if s.phase == FIRST_TICKETS:
        if s.choice[seat] >= 0:
            return R_ALREADY_CHOSEN
    elif s.phase == COMPLETE:
        if s.finished >> seat & 1:
            return R_ALREADY_CHOSEN
    elif seat != s.seat:
        return R_NOT_YOUR_TURN
    if kind == K_KEEP:
        return why_not_keep(board, s, seat, what)
    why = why_not_now(s, kind)
    if why != 0:
        return why
    if is_completing(kind):
        return why_not_complete(board, s, seat, action)
    if kind == K_STOP and board.yard:
        return 0
    if kind == K_BUILD:
        return why_not_build(board, s, action)
    if kind == K_HOME:
        return why_not_city(board, s, what)
    if kind == K_MARK:
        return why_not_mark(board, s, seat, action)
    if kind == K_NO_MARKER:
        return 0
    if kind == K_ALVIN:
        return R_NOT_YOUR_CITY if s.marker[what] != seat else 0
    if kind in (K_DECK, K_PLACE) and board.yard and s.turns_left >= 0:
        return R_LAST_ROUND
    if kind == K_DECK:
        return R_DECK_EMPTY if s.deck_n == 0 else 0
    if kind == K_PLACE:
        if what >= board.face_up or s.market[what] < 0:
            return R_PLACE_EMPTY
        if s.phase == SECOND_CARD and s.market[what] == LOCOMOTIVE:
            return R_LOCOMOTIVE_SECOND
        return 0
    why = 0 if s.phase == TURN else R_SECOND_CARD
    if kind == K_TICKETS and s.ticket_n == 0:
        why |= R_NO_TICKETS
    if kind == K_CLAIM:
        why |= why_not_claim(board, s, seat, action)
    if kind in (K_LAY, K_LAY_THREE):
        why |= why_not_lay(board, s, seat, action)
    if kind == K_STOP:
        why |= R_NOTHING_TO_STOP
    if kind == K_PASS and why == 0:
        legal(board, s, seat, scratch)
        if scratch.ids[0] != A_PASS:
            why |= R_CAN_ACT
    return why
