"""Refusals: the reasons why an action is not legal, as flags."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_PASS,
    FIRST_TICKETS,
    K_CLAIM,
    K_DECK,
    K_KEEP,
    K_PASS,
    K_PLACE,
    K_TICKETS,
    LOCOMOTIVE,
    OVER,
    SECOND_CARD,
    TICKETS,
    TURN,
    Board,
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


@rule
def why_not_keep(board: Board, s: State, seat: int, mask: int) -> int:
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
def why_not_claim(board: Board, s: State, seat: int, action: int) -> int:
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
    elif s.open[w] & bit == NONE:
        why |= R_SISTER_TAKEN
    elif s.barred[seat, w] & bit != NONE:
        why |= R_OWN_SISTER
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
def why_not(board: Board, s: State, seat: int, action: int, scratch: Menu) -> int:
    """Give the reasons why a seat may not take an action; 0 means it is legal."""
    kind = board.action_kind[action]
    what = int(board.action_what[action])
    if s.phase == OVER:
        return R_OVER
    if s.phase == FIRST_TICKETS:
        if s.choice[seat] >= 0:
            return R_ALREADY_CHOSEN
    elif seat != s.seat:
        return R_NOT_YOUR_TURN
    if kind == K_KEEP:
        return why_not_keep(board, s, seat, what)
    if s.phase == FIRST_TICKETS or s.phase == TICKETS:
        return R_CHOOSE_TICKETS
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
    if kind == K_PASS and why == 0:
        legal(board, s, seat, scratch)
        if scratch.ids[0] != A_PASS:
            why |= R_CAN_ACT
    return why
