"""Routes: what may be claimed, every way of paying for it, double and triple tracks, ferries."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.cards import discard_from_hand
from branchline.rules.log import say
from branchline.rules.markers import reach, score_route
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    GREY,
    LOCOMOTIVE,
    MAX_LENGTH,
    O_CLAIMED,
    BoardRecord,
    Log,
    Mask,
    Menu,
    State,
)
from branchline.rules.tracks import cut_crossings, take_piece_back


@rule
def claims_among(
    board: BoardRecord, s: State, seat: int, w: int, tracks: Mask, out: Menu, n: int
) -> int:
    """Add every claim a seat can make of some tracks, of one word of them; return the new count."""
    trains = int(s.trains[seat])
    locomotives = int(s.hand[seat, LOCOMOTIVE])
    within = tracks & s.open[w] & s.allowed[seat, w] & board.up_to[min(trains, MAX_LENGTH), w]
    if within == NONE:
        return n
    for colour in range(COLOURS):
        cards = int(s.hand[seat, colour])
        if cards == 0:
            continue
        payable = within & (s.of_colour[colour, w] | s.of_colour[GREY, w])
        payable &= board.up_to[min(cards + locomotives, MAX_LENGTH), w]
        while payable != NONE:
            track = (w << 6) + lowest(payable)
            payable &= payable - ONE
            length = int(board.length[track])
            fewest = max(length - cards, int(board.ferry[track]))
            most = min(length - 1, locomotives)
            action = board.pay_base[track] + colour * board.pay_stride[track]
            for k in range(fewest, most + 1):
                out.ids[n] = action + k
                n += 1
    payable = within & board.up_to[min(locomotives, MAX_LENGTH), w]
    while payable != NONE:
        out.ids[n] = board.pay_all[(w << 6) + lowest(payable)]
        n += 1
        payable &= payable - ONE
    return n


@rule
def legal_claims(board: BoardRecord, s: State, seat: int, out: Menu, n: int) -> int:
    """Add every claim a seat can make, with every split of cards (rule 7); return the new count."""
    for w in range(board.words):
        n = claims_among(board, s, seat, w, ~NONE, out, n)
    return n


@rule
def close_sisters(board: BoardRecord, s: State, seat: int, track: int) -> None:
    """Shut the other tracks between the same cities, for everybody or for one seat (rule 8)."""
    for w in range(board.words):
        if s.seats >= board.all_sisters_from:
            s.allowed[seat, w] &= ~board.sisters[track, w]
        else:
            s.open[w] &= ~board.sisters[track, w]
            s.beds[w] &= ~board.sisters[track, w]


@rule
def owns_sister(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a seat owns another track between the same cities (rule 8)."""
    for w in range(board.words):
        sisters = board.sisters[track, w]
        while sisters != NONE:
            if s.owner[(w << 6) + lowest(sisters)] == seat:
                return True
            sisters &= sisters - ONE
    return False


@rule
def take(board: BoardRecord, s: State, seat: int, track: int, log: Log) -> None:
    """Give a track to a seat, with all that this opens and shuts (rules 8, 18, 19 and 23)."""
    bit = ONE << np.uint64(track & 63)
    s.owner[track] = seat
    s.open[track >> 6] &= ~bit
    s.beds[track >> 6] &= ~bit
    take_piece_back(board, s, track, log)
    cut_crossings(board, s, track, log)
    if board.markers > 0:
        reach(board, s, seat, board.end_a[track])
        reach(board, s, seat, board.end_b[track])
    close_sisters(board, s, seat, track)


@rule
def claim(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> None:
    """Pay, place the trains and score: the first step of a claim (rule 24)."""
    track = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    length = int(board.length[track])
    say(log, O_CLAIMED, track, colour, locomotives)
    if locomotives < length:
        discard_from_hand(s, seat, colour, length - locomotives)
    if locomotives > 0:
        discard_from_hand(s, seat, LOCOMOTIVE, locomotives)
    s.trains[seat] -= length
    take(board, s, seat, track, log)
    score_route(board, s, seat, track, log)
