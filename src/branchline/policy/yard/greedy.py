"""A simple player of The Card Game: lays what its tickets need, takes as many as it can feed.

It lays the largest suits of the colours its tickets need, and draws the colours they lack. It takes
new tickets while the cards it has and may still draw feed more than it holds. It remembers nothing
of its track but how many cards it has: like a person it uses what it sees.
"""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    K_BEST,
    K_DECK,
    K_KEEP,
    K_LAY,
    K_LAY_THREE,
    K_PLACE,
    K_TICKETS,
    LOCOMOTIVE,
    BoardRecord,
    BoardRecords,
    Menu,
    Menus,
    State,
    States,
    Wide,
)
from branchline.rules.turn import legal

CARDS_A_TURN = 0.7
"""What a later turn adds to the track, on average: half of them draw, half of them lay."""
SPARE = 6
"""Cards beyond those the tickets ask for that are enough for more tickets."""
LAID = 3
"""Cards of use that a row must bring to be laid before more are drawn."""
LATE = 12
"""Cards in the deck from which on the end is near."""


@rule
def count_need(board: BoardRecord, s: State, seat: int, need: Wide) -> int:
    """Count the cards of each colour that the open tickets ask for; return how many in all."""
    total = 0
    for colour in range(COLOURS):
        need[colour] = 0
    tickets = s.held[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        for colour in range(COLOURS):
            need[colour] += board.ticket_cards[ticket, colour]
            total += board.ticket_cards[ticket, colour]
    return total


@rule
def guess_room(s: State, seat: int) -> float:
    """Guess how many cards of use the track will have: on it, in yard and hand, and to come."""
    in_yard = 0
    for colour in range(COLOURS):
        in_yard += s.row[seat, colour] + s.row_locomotives[seat, colour]
    to_come = 0.0 if s.turns_left >= 0 else s.deck_n / s.seats
    return float(s.track_n[seat] + 0.8 * in_yard + 0.6 * s.hand_n[seat] + CARDS_A_TURN * to_come)


@rule
def greedy_lay_worth(board: BoardRecord, s: State, need: Wide, action: int) -> float:
    """Return how many cards of use a lay brings to the track before the game may end."""
    what = int(board.action_what[action])
    if board.action_kind[action] == K_LAY_THREE:
        of_use = 0
        for colour in range(COLOURS):
            if what >> colour & 1 and need[colour] > 0:
                of_use += 1
        return float(of_use)
    of_use = min(what, need[board.action_colour[action]])
    late = s.turns_left >= 0 or s.deck_n < LATE
    locomotives = (0.6 if late else -0.3) * board.action_locomotives[action]
    return float(of_use + 0.5 * (what - of_use) + locomotives)


@rule
def greedy_draw_worth(board: BoardRecord, s: State, seat: int, need: Wide, action: int) -> float:
    """Return how much a card is wanted."""
    if board.action_kind[action] == K_DECK:
        return 1.2
    card = int(s.market[board.action_what[action]])
    if card == LOCOMOTIVE:
        return 2.2
    in_hand = int(s.hand[seat, card])
    return float(min(need[card] - in_hand, 3) * 0.5 + (1.0 if in_hand > 0 else 0.0))


@rule
def greedy_keep_worth(board: BoardRecord, s: State, seat: int, action: int, room: float) -> float:
    """Return what some of the offered tickets are worth, less what they ask for beyond the room."""
    mask = int(board.action_what[action])
    points = 0
    cards = 0
    for i in range(s.offer_n[seat]):
        if mask >> i & 1:
            ticket = int(s.offer[seat, i])
            points += board.ticket_points[ticket]
            for colour in range(COLOURS):
                cards += board.ticket_cards[ticket, colour]
    return float(points - 12 * max(0.0, cards - room))


@rule
def choose_greedily(board: BoardRecord, s: State, seat: int, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat, from what the seat knows."""
    need = np.empty(COLOURS, np.int64)
    room = guess_room(s, seat) - count_need(board, s, seat, need)
    for i in range(n):
        kind = board.action_kind[out.ids[i]]
        if kind == K_BEST or (kind == K_TICKETS and room >= SPARE):
            return int(out.ids[i])
    lay, draw, keep = -1, -1, -1
    most_laid, most_wanted, most_kept = -1e9, -1e9, -1e9
    for i in range(n):
        action = int(out.ids[i])
        kind = board.action_kind[action]
        if kind in (K_LAY, K_LAY_THREE):
            worth = greedy_lay_worth(board, s, need, action)
            if worth > most_laid:
                most_laid = worth
                lay = action
        elif kind in (K_DECK, K_PLACE):
            worth = greedy_draw_worth(board, s, seat, need, action)
            if worth > most_wanted:
                most_wanted = worth
                draw = action
        elif kind == K_KEEP:
            worth = greedy_keep_worth(board, s, seat, action, room)
            if worth > most_kept:
                most_kept = worth
                keep = action
    if keep >= 0:
        return keep
    if lay >= 0 and (most_laid >= LAID or draw < 0):
        return lay
    return draw if draw >= 0 else int(out.ids[n - 1])


@rule
def decide_greedily(boards: BoardRecords, states: States, seat: int, menus: Menus) -> int:
    """Choose an action for a seat from what it knows."""
    n = legal(boards[0], states[0], seat, menus[0])
    return choose_greedily(boards[0], states[0], seat, menus[0], n)
