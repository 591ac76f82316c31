"""Tickets that ask for cards: which to keep, and when there is room for more."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    R_FEED,
    R_NO_ROOM,
    Y_CAP,
    Y_CITY,
    Y_COLOUR,
    Y_LATE_CAP,
    Y_LATE_COLOUR,
    Y_MISS,
    Y_SPREAD,
    Y_TO_COME,
    Mind,
    because,
)
from branchline.rules.bits import NONE, ONE
from branchline.rules.rule import rule
from branchline.rules.state import COLOURS, BoardRecord, Menu, State


@rule
def city_worth_of(board: BoardRecord, ticket: int) -> float:
    """Return the bonuses of the big cities a ticket names."""
    worth = 0.0
    for i in range(board.n_bonuses):
        if board.bonus_tickets[i] >> np.uint64(ticket) & ONE != NONE:
            worth += board.bonus_points[i]
    return worth


@rule
def subset_worth(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what keeping some of the offered tickets is worth beside those held.

    Their points, and part of the bonuses they lead to, less what is lost for the cards that will
    be missing: in all, and of a colour.
    """
    weights = mind.weights
    mask = int(board.action_what[action])
    asked = mind.asked
    wanted = np.empty(COLOURS, np.float64)
    for colour in range(COLOURS):
        wanted[colour] = mind.lack[colour]
    worth = 0.0
    for i in range(s.offer_n[seat]):
        if mask >> i & 1:
            ticket = int(s.offer[seat, i])
            worth += board.ticket_points[ticket] + weights[Y_CITY] * city_worth_of(board, ticket)
            for colour in range(COLOURS):
                wanted[colour] += board.ticket_cards[ticket, colour]
                asked += board.ticket_cards[ticket, colour]
    over = asked - mind.room
    spread = weights[Y_SPREAD]
    worth -= weights[Y_MISS] * 0.5 * (over + np.sqrt(over * over + spread * spread))
    to_come = 0.0
    dear, cap = weights[Y_LATE_COLOUR], weights[Y_LATE_CAP]
    if s.turns_left < 0:
        dear, cap = weights[Y_COLOUR], weights[Y_CAP]
        to_come = 2.0 * weights[Y_TO_COME] * s.deck_n / s.seats
    for colour in range(COLOURS):
        in_hand = float(s.hand[seat, colour]) if mind.turns >= 1.0 else 0.0
        supply = in_hand + mind.share[colour] * to_come + cap
        worth -= dear * max(0.0, wanted[colour] - supply)
    return float(worth)


@rule
def choose_subset(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Keep the tickets worth most together."""
    best = int(out.ids[0])
    most = -1e9
    for i in range(n):
        worth = subset_worth(board, s, seat, mind, out.ids[i])
        if worth > most:
            most = worth
            best = int(out.ids[i])
    because(mind, R_FEED if board.action_what[best] > 0 else R_NO_ROOM, 0)
    return best
