"""Drawing cards for the yard: what the tickets lack, and what makes a longer row."""

from __future__ import annotations

from branchline.policy.mind import (
    R_DRAW_BLIND,
    R_DRAW_FOR,
    R_GATHER,
    R_LOCOMOTIVE,
    R_STOP,
    Y_ANY,
    Y_BLIND,
    Y_BLIND_LOCOMOTIVE,
    Y_FACE_UP_LOCOMOTIVE,
    Y_NEED,
    Y_RAID,
    Y_STANDING,
    Y_STOP,
    Y_SUIT,
    Mind,
    because,
)
from branchline.rules.railyard import to_beat
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_STOP,
    COLOURS,
    K_DECK,
    K_PLACE,
    LOCOMOTIVE,
    SECOND_CARD,
    BoardRecord,
    Menu,
    State,
)


@rule
def colour_worth(s: State, seat: int, mind: Mind, colour: int) -> float:
    """Return what a card of a colour is worth in hand."""
    weights = mind.weights
    have = int(s.hand[seat, colour])
    missing = min(1.0, max(0.0, mind.lack[colour] - have))
    worth = weights[Y_ANY] + weights[Y_NEED] * missing + weights[Y_SUIT] * min(have, 5)
    standing = to_beat(s, seat, colour)
    if standing > have:
        worth -= weights[Y_STANDING]
        short = standing + 1 - have - s.hand[seat, LOCOMOTIVE]
        if 0 < short <= 2:
            worth += weights[Y_RAID] * standing / short
    return float(worth)


@rule
def unseen_worth(s: State, seat: int, mind: Mind) -> float:
    """Return what a card from the deck is worth on average."""
    worth = mind.share[LOCOMOTIVE] * mind.weights[Y_BLIND_LOCOMOTIVE]
    for colour in range(COLOURS):
        worth += mind.share[colour] * colour_worth(s, seat, mind, colour)
    return float(worth + mind.weights[Y_BLIND])


@rule
def in_own_yard(s: State, seat: int) -> int:
    """Return how many turns a seat's longest row takes to leave its yard."""
    longest = 0
    for colour in range(COLOURS):
        longest = max(longest, int(s.row[seat, colour] + s.row_locomotives[seat, colour]))
    return longest


@rule
def best_card(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the best card to draw among the legal actions, or to stop; -1 if there is none."""
    if s.phase == SECOND_CARD and s.deck_n == 1 and in_own_yard(s, seat) >= mind.weights[Y_STOP]:
        because(mind, R_STOP, 0)
        return A_STOP
    blind = unseen_worth(s, seat, mind)
    follow = blind
    for place in range(board.face_up):
        if 0 <= s.market[place] < LOCOMOTIVE:
            follow = max(follow, colour_worth(s, seat, mind, s.market[place]))
    best = -1
    most = -1e9
    for i in range(n):
        action = int(out.ids[i])
        kind = board.action_kind[action]
        if kind == K_DECK:
            worth = blind
        elif kind == K_PLACE:
            card = int(s.market[board.action_what[action]])
            if card == LOCOMOTIVE:
                worth = mind.weights[Y_FACE_UP_LOCOMOTIVE] - follow
            else:
                worth = colour_worth(s, seat, mind, card)
        else:
            continue
        if worth > most:
            best = action
            most = worth
    if best >= 0:
        if board.action_kind[best] == K_DECK:
            because(mind, R_DRAW_BLIND, 0)
        else:
            card = int(s.market[board.action_what[best]])
            reason = R_LOCOMOTIVE
            if card < LOCOMOTIVE:
                lacking = mind.lack[card] > s.hand[seat, card]
                reason = R_DRAW_FOR if lacking else R_GATHER
            because(mind, reason, card)
    return best
