"""The policy of The Card Game: tickets, rows and cards, weighed against the turns left."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.candidates import insert_best
from branchline.policy.mind import (
    R_COMPLETE,
    R_FREE_LOOK,
    R_LAY,
    R_LAY_SPARE,
    R_MORE_TICKETS,
    R_NO_CHOICE,
    R_ROB,
    R_TRIO,
    Y_HAND,
    Y_HASTE,
    Y_LAY,
    Y_ROOM,
    Y_SPAN,
    Mind,
    because,
)
from branchline.policy.yard.draws import best_card
from branchline.policy.yard.lays import fear_robbers, lay_worth
from branchline.policy.yard.outlook import look_around
from branchline.policy.yard.tickets import choose_subset, subset_worth
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.railyard import to_beat
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_BEST,
    A_TICKETS,
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    K_LAY,
    K_LAY_THREE,
    K_PLACE,
    SECOND_CARD,
    TICKETS,
    BoardRecord,
    Ids,
    Menu,
    State,
)

MOST = 14
MOST_LAYS = 6
MOST_KEEPS = 8


@rule
def patience(s: State, seat: int, mind: Mind) -> float:
    """Return what a row must bring to be laid now: less, the more there is to lay in time."""
    weights = mind.weights
    rows = 0.0
    longest = 0
    for colour in range(COLOURS):
        cards = int(s.hand[seat, colour])
        longest = max(longest, cards)
        if cards >= 2:
            rows += 1.0
        elif cards == 1:
            rows += 0.34
    late = max(0.0, rows + weights[Y_SPAN] * longest - mind.turns)
    return float(weights[Y_LAY] - weights[Y_HASTE] * late - weights[Y_HAND] * s.hand_n[seat])


@rule
def aim_at(board: BoardRecord, s: State, seat: int, mind: Mind, colour: int) -> None:
    """Note the dearest ticket that asks for a colour, for the explanation."""
    mind.goals = NONE
    most = 0
    tickets = s.held[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        if board.ticket_cards[ticket, colour] > 0 and board.ticket_points[ticket] > most:
            most = int(board.ticket_points[ticket])
            mind.goals = ONE << np.uint64(ticket)


@rule
def explain_lay(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> None:
    """Note why a row is laid."""
    if board.action_kind[action] == K_LAY_THREE:
        because(mind, R_TRIO, 0)
        return
    colour = int(board.action_colour[action])
    if to_beat(s, seat, colour) > 0:
        because(mind, R_ROB, colour)
    elif mind.lack[colour] > 0.5 and mind.need[colour] > 0:
        because(mind, R_LAY, colour)
    else:
        because(mind, R_LAY_SPARE, colour)


@rule
def choose_yard_turn(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Draw tickets, lay or draw cards."""
    for colour in range(COLOURS):
        if s.hand[seat, colour] > 0:
            fear_robbers(s, seat, mind, colour)
    tickets = False
    lay = -1
    most = -1e9
    for i in range(n):
        action = int(out.ids[i])
        kind = board.action_kind[action]
        if action == A_TICKETS:
            tickets = True
        elif kind in (K_LAY, K_LAY_THREE):
            worth = lay_worth(board, s, seat, mind, action)
            if worth > most:
                most = worth
                lay = action
    if tickets and mind.room - mind.asked >= mind.weights[Y_ROOM]:
        because(mind, R_MORE_TICKETS, 0)
        return A_TICKETS
    if lay >= 0 and most >= patience(s, seat, mind) and most > 0.0:
        explain_lay(board, s, seat, mind, lay)
        return lay
    card = best_card(board, s, seat, mind, out, n)
    if card >= 0:
        return card
    if tickets and most <= 0.0:
        because(mind, R_FREE_LOOK, 0)
        return A_TICKETS
    if lay >= 0:
        explain_lay(board, s, seat, mind, lay)
        return lay
    because(mind, R_NO_CHOICE, 0)
    return int(out.ids[n - 1])


@rule
def choose_in_yard(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat in a game of rail yards."""
    mind.goals = NONE
    if s.phase == COMPLETE:
        because(mind, R_COMPLETE, 0)
        return A_BEST
    if n == 1:
        because(mind, R_NO_CHOICE, 0)
        return int(out.ids[0])
    look_around(board, s, seat, mind)
    if s.phase in (FIRST_TICKETS, TICKETS):
        return choose_subset(board, s, seat, mind, out, n)
    if s.phase == SECOND_CARD:
        chosen = best_card(board, s, seat, mind, out, n)
    else:
        chosen = choose_yard_turn(board, s, seat, mind, out, n)
    if board.action_kind[chosen] == K_LAY:
        aim_at(board, s, seat, mind, board.action_colour[chosen])
    elif board.action_kind[chosen] == K_PLACE and s.market[board.action_what[chosen]] < COLOURS:
        aim_at(board, s, seat, mind, s.market[board.action_what[chosen]])
    return chosen


@rule
def yard_candidates(
    board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int, kept: Ids
) -> int:
    """List the actions worth comparing, the policy's own choice first; return how many."""
    own = choose_in_yard(board, s, seat, mind, out, n)
    kept[0] = own
    if n == 1 or s.phase == COMPLETE:
        return 1
    ids = np.empty(MOST + 1, np.int16)
    scores = np.empty(MOST + 1, np.float64)
    found = 0
    if s.phase in (FIRST_TICKETS, TICKETS):
        for i in range(n):
            worth = subset_worth(board, s, seat, mind, out.ids[i])
            found = insert_best(ids, scores, found, MOST_KEEPS, out.ids[i], worth)
    else:
        for i in range(n):
            action = int(out.ids[i])
            if board.action_kind[action] in (K_LAY, K_LAY_THREE):
                worth = lay_worth(board, s, seat, mind, action)
                found = insert_best(ids, scores, found, MOST_LAYS, action, worth)
        for i in range(n):
            action = int(out.ids[i])
            kind = board.action_kind[action]
            if kind in (K_LAY, K_LAY_THREE) or found == MOST:
                continue
            known = False
            for j in range(found):
                if kind == K_PLACE and board.action_kind[ids[j]] == K_PLACE:
                    a, b = board.action_what[ids[j]], board.action_what[action]
                    known = known or s.market[a] == s.market[b]
            if not known:
                ids[found] = action
                found += 1
    kept_n = 1
    for i in range(found):
        if ids[i] == own:
            continue
        if (
            board.action_kind[own] == K_PLACE
            and board.action_kind[ids[i]] == K_PLACE
            and s.market[board.action_what[own]] == s.market[board.action_what[ids[i]]]
        ):
            continue
        kept[kept_n] = ids[i]
        kept_n += 1
    return kept_n
