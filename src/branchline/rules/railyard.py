"""The rail yard: rows, robbing, the hidden track, and which tickets a track can complete."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.log import say
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    K_LAY,
    LOCOMOTIVE,
    MAX_TICKETS,
    O_COMPLETED,
    O_LAID,
    O_MOVED,
    O_ROBBED,
    O_SCORED,
    O_TAKEN,
    WHY_TICKETS,
    BoardRecord,
    Bytes,
    Floats,
    Grid,
    Log,
    Mask,
    Menu,
    State,
    Wide,
)

PRICE_STEPS = 40


@rule
def move_to_track(s: State, seat: int, log: Log) -> None:
    """Move the top card of every row to the track; locomotives lie on top (rule 30)."""
    for colour in range(COLOURS):
        if s.row_locomotives[seat, colour] > 0:
            s.row_locomotives[seat, colour] -= 1
            s.track[seat, LOCOMOTIVE] += 1
            s.track_n[seat] += 1
            say(log, O_MOVED, seat, LOCOMOTIVE, 0)
        elif s.row[seat, colour] > 0:
            s.row[seat, colour] -= 1
            s.track[seat, colour] += 1
            s.track_n[seat] += 1
            say(log, O_MOVED, seat, colour, 0)


@rule
def to_beat(s: State, seat: int, colour: int) -> int:
    """Return how many cards another's row of a colour has; 0 if nobody else has one."""
    for other in range(s.seats):
        if other != seat and s.row[other, colour] > 0:
            return int(s.row[other, colour] + s.row_locomotives[other, colour])
    return 0


@rule
def legal_lays(board: BoardRecord, s: State, seat: int, out: Menu, n: int) -> int:
    """Add every suit and every three colours a seat can lay (rule 32); return the new count."""
    locomotives = int(s.hand[seat, LOCOMOTIVE])
    free = 0
    for colour in range(COLOURS):
        cards = int(s.hand[seat, colour])
        if cards == 0 or s.row[seat, colour] > 0:
            continue
        standing = to_beat(s, seat, colour)
        if standing == 0:
            free |= 1 << colour
        least = max(2, standing + 1)
        for k in range(1, cards + 1):
            action = int(board.lay_base) + (colour * int(board.cards[colour]) + k - 1) * (
                int(board.cards[LOCOMOTIVE]) + 1
            )
            for j in range(max(0, least - k), locomotives + 1):
                out.ids[n] = action + j
                n += 1
    for trio in range(board.n_trios):
        if board.action_what[board.trio_base + trio] & ~free == 0:
            out.ids[n] = board.trio_base + trio
            n += 1
    return n


@rule
def rob(s: State, seat: int, colour: int, log: Log) -> None:
    """Discard the row of a colour in another's yard, its locomotives too."""
    for other in range(s.seats):
        if other != seat and s.row[other, colour] > 0:
            cards = int(s.row[other, colour])
            locomotives = int(s.row_locomotives[other, colour])
            s.row[other, colour] = 0
            s.row_locomotives[other, colour] = 0
            s.discards[colour] += cards
            s.discards[LOCOMOTIVE] += locomotives
            s.discards_n += cards + locomotives
            say(log, O_ROBBED, other, colour, 100 * cards + locomotives)


@rule
def lay_row(s: State, seat: int, colour: int, cards: int, locomotives: int, log: Log) -> None:
    """Lay a row from the hand."""
    rob(s, seat, colour, log)
    s.row[seat, colour] = cards
    s.row_locomotives[seat, colour] = locomotives
    for card, n in ((colour, cards), (LOCOMOTIVE, locomotives)):
        s.hand[seat, card] -= n
        s.hand_n[seat] -= n
        s.seen[seat, card] = max(s.seen[seat, card] - n, 0)
        s.located[seat, card] = max(s.located[seat, card] - n, 0)
    say(log, O_LAID, colour, cards, locomotives)


@rule
def lay(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> None:
    """Lay a suit, or three cards of different colours."""
    what = int(board.action_what[action])
    if board.action_kind[action] == K_LAY:
        lay_row(s, seat, board.action_colour[action], what, board.action_locomotives[action], log)
        return
    for colour in range(COLOURS):
        if what >> colour & 1:
            lay_row(s, seat, colour, 1, 0, log)


@rule
def missing(board: BoardRecord, s: State, seat: int, ticket: int) -> int:
    """Return how many locomotives a track must add to complete a ticket."""
    n = 0
    for colour in range(COLOURS):
        n += max(0, int(board.ticket_cards[ticket, colour]) - int(s.track[seat, colour]))
    return n


@rule
def can_complete(board: BoardRecord, s: State, seat: int, ticket: int) -> bool:
    """Tell whether the cards left on a track complete a ticket."""
    return bool(missing(board, s, seat, ticket) <= s.track[seat, LOCOMOTIVE])


@rule
def legal_completions(board: BoardRecord, s: State, seat: int, out: Menu, n: int) -> int:
    """Add every ticket a seat can complete now; return the new count."""
    tickets = s.held[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        if can_complete(board, s, seat, ticket):
            out.ids[n] = board.complete_base + ticket
            n += 1
    return n


@rule
def complete(board: BoardRecord, s: State, seat: int, ticket: int, log: Log) -> None:
    """Complete a ticket: its cards leave the track, its points are scored (rule 34).

    Where tickets are closed, the cards stay with the ticket, face down: what they are, or how many,
    would tell which ticket it is.
    """
    say(log, O_COMPLETED, seat, ticket, s.closed)
    locomotives = missing(board, s, seat, ticket)
    for card in range(COLOURS + 1):
        if card == LOCOMOTIVE:
            n = locomotives
        else:
            n = min(int(board.ticket_cards[ticket, card]), int(s.track[seat, card]))
        if n > 0:
            s.track[seat, card] -= n
            s.track_n[seat] -= n
            if s.closed:
                s.spent[seat, card] += n
            else:
                s.discards[card] += n
                s.discards_n += n
            say(log, O_TAKEN, card, n, 0)
    bit = ONE << np.uint64(ticket)
    s.held[seat] &= ~bit
    s.held_n[seat] -= 1
    s.completed[seat] |= bit
    s.completed_n[seat] += 1
    s.completed_now[seat] += 1
    s.points[seat] += board.ticket_points[ticket]
    say(log, O_SCORED, seat, board.ticket_points[ticket], WHY_TICKETS)


@rule
def price_cards(
    n: int, worth: Wide, need: Grid, cards: Bytes, start: float, goal: float, prices: Floats
) -> None:
    """Find prices for the cards that make the bound of best_tickets tight.

    With any prices p no set of tickets is worth more than the cards at their price plus what each
    ticket is worth above its cards. A few steps downhill, towards the value of a set we can reach.
    A locomotive must cost as much as the dearest colour; its price comes last.
    """
    now = np.empty(COLOURS, np.float64)
    slope = np.empty(COLOURS, np.float64)
    for colour in range(COLOURS):
        now[colour] = start
    least = 1e18
    stride = 1.0
    in_vain = 0
    for _ in range(PRICE_STEPS):
        dearest = 0
        total = 0.0
        for colour in range(COLOURS):
            slope[colour] = cards[colour]
            total += now[colour] * cards[colour]
            if now[colour] > now[dearest]:
                dearest = colour
        total += now[dearest] * cards[LOCOMOTIVE]
        slope[dearest] += cards[LOCOMOTIVE]
        for i in range(n):
            above = float(worth[i])
            for colour in range(COLOURS):
                above -= now[colour] * need[i, colour]
            if above > 0:
                total += above
                for colour in range(COLOURS):
                    slope[colour] -= need[i, colour]
        in_vain += 1
        if total < least:
            in_vain = 0
            least = total
            for colour in range(COLOURS):
                prices[colour] = now[colour]
            prices[LOCOMOTIVE] = now[dearest]
        steep = 0.0
        for colour in range(COLOURS):
            steep += slope[colour] * slope[colour]
        if steep == 0.0 or total <= goal + 1:
            return
        if in_vain == 3:
            stride *= 0.6
            in_vain = 0
        step = stride * (total - goal) / steep
        for colour in range(COLOURS):
            now[colour] = max(0.0, now[colour] - step * slope[colour])


@rule
def best_tickets(board: BoardRecord, cards: Bytes, tickets: Mask) -> Mask:
    """Return the best set of tickets for a track: most points, then most tickets, exactly.

    Depth first over the tickets, each taken before it is left. A branch is cut when its cards at
    good prices (price_cards) and what the tickets left are worth above their cards cannot beat
    the best so far.
    """
    order = np.empty(MAX_TICKETS, np.int64)
    worth = np.empty(MAX_TICKETS, np.int64)
    cost = np.empty(MAX_TICKETS, np.int64)
    n = 0
    left = tickets
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        short = 0
        size = 0
        for colour in range(COLOURS):
            asked = int(board.ticket_cards[ticket, colour])
            size += asked
            short += max(0, asked - int(cards[colour]))
        if short > cards[LOCOMOTIVE]:
            continue
        # One number to compare by: a point is worth more than all tickets could add in count.
        value = int(board.ticket_points[ticket]) * MAX_TICKETS + 1
        i = n
        while i > 0 and value * cost[i - 1] > worth[i - 1] * size:
            order[i] = order[i - 1]
            worth[i] = worth[i - 1]
            cost[i] = cost[i - 1]
            i -= 1
        order[i] = ticket
        worth[i] = value
        cost[i] = size
        n += 1
    need = np.empty((max(n, 1), COLOURS), np.int32)
    have = np.empty(COLOURS, np.int64)
    for colour in range(COLOURS):
        have[colour] = cards[colour]
    locomotives = int(cards[LOCOMOTIVE])
    room = locomotives
    reachable = 0
    start = 0.0
    for i in range(n):
        short = 0
        for colour in range(COLOURS):
            need[i, colour] = board.ticket_cards[order[i], colour]
            short += max(0, need[i, colour] - have[colour])
        if short <= room:
            room -= short
            reachable += worth[i]
            for colour in range(COLOURS):
                have[colour] -= min(have[colour], need[i, colour])
        elif start == 0.0:
            start = worth[i] / cost[i]
    prices = np.zeros(COLOURS + 1, np.float64)
    price_cards(n, worth, need, cards, start, reachable, prices)
    # Now the clear cases first, bought or left at these prices; the close ones stay for the end.
    surplus = np.empty(MAX_TICKETS, np.float64)
    for j in range(n):
        ticket = order[j]
        value = worth[j]
        over = float(value)
        for colour in range(COLOURS):
            over -= prices[colour] * board.ticket_cards[ticket, colour]
        i = j
        while i > 0 and abs(over) > abs(surplus[i - 1]):
            order[i] = order[i - 1]
            worth[i] = worth[i - 1]
            surplus[i] = surplus[i - 1]
            i -= 1
        order[i] = ticket
        worth[i] = value
        surplus[i] = over
    # What the tickets from each one on are worth above the price of their cards.
    above = np.zeros(MAX_TICKETS + 1, np.float64)
    asked_for = np.zeros((MAX_TICKETS + 1, COLOURS), np.int64)
    for i in range(n - 1, -1, -1):
        above[i] = above[i + 1] + max(0.0, surplus[i])
        for colour in range(COLOURS):
            need[i, colour] = board.ticket_cards[order[i], colour]
            asked_for[i, colour] = asked_for[i + 1, colour] + need[i, colour]
    for colour in range(COLOURS):
        have[colour] = cards[colour]
    lent = np.zeros((MAX_TICKETS, COLOURS), np.int64)
    taken = np.zeros(MAX_TICKETS, np.int64)
    best = 0
    best_set = NONE
    now = 0
    now_set = NONE
    depth = 0
    going_down = True
    while depth >= 0:
        if going_down:
            if now > best:
                best = now
                best_set = now_set
            hope = now + above[depth] + prices[LOCOMOTIVE] * locomotives
            for colour in range(COLOURS):
                hope += prices[colour] * min(have[colour], asked_for[depth, colour])
            if depth == n or hope < best + 1 - 1e-6:
                going_down = False
                depth -= 1
                continue
            short = 0
            for colour in range(COLOURS):
                lent[depth, colour] = max(0, need[depth, colour] - have[colour])
                short += lent[depth, colour]
            taken[depth] = 1 if short <= locomotives else 0
            if taken[depth] == 1:
                for colour in range(COLOURS):
                    have[colour] -= need[depth, colour] - lent[depth, colour]
                locomotives -= short
                now += worth[depth]
                now_set |= ONE << np.uint64(order[depth])
            depth += 1
            continue
        if taken[depth] == 1:
            taken[depth] = 0
            for colour in range(COLOURS):
                have[colour] += need[depth, colour] - lent[depth, colour]
                locomotives += lent[depth, colour]
            now -= worth[depth]
            now_set &= ~(ONE << np.uint64(order[depth]))
            depth += 1
            going_down = True
        else:
            depth -= 1
    return best_set


@rule
def complete_best(board: BoardRecord, s: State, seat: int, log: Log) -> None:
    """Complete the best set of tickets, in the order of the ticket file."""
    tickets = best_tickets(board, s.track[seat], s.held[seat])
    while tickets != NONE:
        complete(board, s, seat, lowest(tickets), log)
        tickets &= tickets - ONE


@rule
def end_scoring(s: State) -> None:
    """Put what was spent on closed tickets among the discards, when all seats have finished."""
    for seat in range(s.seats):
        s.completed_now[seat] = 0
        for card in range(COLOURS + 1):
            s.discards[card] += s.spent[seat, card]
            s.discards_n += s.spent[seat, card]
            s.spent[seat, card] = 0


@rule
def gather(board: BoardRecord, s: State) -> int:
    """Gather all cards but those in the hands among the discards (rule 36); return how many."""
    for place in range(board.face_up):
        if s.market[place] >= 0:
            s.discards[s.market[place]] += 1
            s.market[place] = -1
    for i in range(s.deck_n):
        s.discards[s.deck[i]] += 1
    s.deck_n = 0
    for seat in range(s.seats):
        for colour in range(COLOURS):
            s.discards[colour] += s.row[seat, colour]
            s.discards[LOCOMOTIVE] += s.row_locomotives[seat, colour]
            s.row[seat, colour] = 0
            s.row_locomotives[seat, colour] = 0
        for card in range(COLOURS + 1):
            s.discards[card] += s.track[seat, card]
            s.track[seat, card] = 0
        s.track_n[seat] = 0
    s.discards_n = 0
    for card in range(COLOURS + 1):
        s.discards_n += s.discards[card]
    return int(s.discards_n)
