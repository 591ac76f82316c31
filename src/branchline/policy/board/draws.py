"""Drawing: what a card is worth to the plan, face up or unseen, and more tickets."""

from __future__ import annotations

from branchline.policy.board.plan import turns_to_come
from branchline.policy.mind import (
    R_DRAW_BLIND,
    R_DRAW_FOR,
    R_LOCOMOTIVE,
    W_BLIND,
    W_EARLY_TRAINS,
    W_FACE_UP_LOCOMOTIVE,
    W_IDLE,
    W_LAST_CARD,
    W_PACE,
    W_SPARE_TRAINS,
    W_SPARE_TURNS,
    Mind,
    because,
)
from branchline.policy.unseen import unseen_by
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import (
    K_DECK,
    K_PLACE,
    KINDS,
    LOCOMOTIVE,
    SECOND_CARD,
    BoardRecord,
    Menu,
    State,
)


@rule
def wants_tickets(board: BoardRecord, s: State, seat: int, mind: Mind) -> bool:
    """Tell whether there is time and there are trains for more tickets."""
    weights = mind.weights
    if s.turns_left >= 0:
        return False
    if turns_to_come(board, s, seat, weights[W_PACE]) < weights[W_SPARE_TURNS]:
        return False
    if mind.extra == 1:
        return bool(s.trains[seat] >= weights[W_SPARE_TRAINS])
    used = 0
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            used += board.length[(w << 6) + lowest(tracks)]
            tracks &= tracks - ONE
    return bool(s.trains[seat] - used >= weights[W_EARLY_TRAINS])


@rule
def card_worth(s: State, seat: int, mind: Mind, card: int) -> float:
    """Return what one more card is worth to the plan."""
    weights = mind.weights
    have = int(s.hand[seat, card])
    if card == LOCOMOTIVE:
        return float(weights[W_FACE_UP_LOCOMOTIVE])
    missing = int(mind.need[card]) - have
    if missing <= 0:
        return float(weights[W_IDLE] * (1.0 + 0.1 * have))
    return 1.0 + (weights[W_LAST_CARD] if missing == 1 else 0.0)


@rule
def blind_worth(board: BoardRecord, s: State, seat: int, mind: Mind) -> float:
    """Return what a card from the deck is worth on average, as far as the seat has seen cards."""
    total = 0.0
    worth = 0.0
    for card in range(KINDS):
        unseen = unseen_by(board, s, seat, card)
        if unseen > 0:
            total += unseen
            worth += unseen * card_worth(s, seat, mind, card)
    return float(worth / total + mind.weights[W_BLIND]) if total > 0.0 else 0.0


@rule
def best_draw(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the best card to draw among the legal actions, or -1."""
    blind = blind_worth(board, s, seat, mind)
    follow = blind
    for place in range(board.face_up):
        card = int(s.market[place])
        if 0 <= card < LOCOMOTIVE:
            follow = max(follow, card_worth(s, seat, mind, card))
    best = -1
    best_worth = -1e9
    for i in range(n):
        action = int(out.ids[i])
        kind = board.action_kind[action]
        if kind == K_DECK:
            worth = blind
        elif kind == K_PLACE:
            card = int(s.market[board.action_what[action]])
            worth = card_worth(s, seat, mind, card)
            if card == LOCOMOTIVE and s.phase != SECOND_CARD:
                worth -= follow
        else:
            continue
        if worth > best_worth:
            best = action
            best_worth = worth
    if best >= 0:
        if board.action_kind[best] == K_DECK:
            because(mind, R_DRAW_BLIND, 0)
        else:
            card = int(s.market[board.action_what[best]])
            because(mind, R_LOCOMOTIVE if card == LOCOMOTIVE else R_DRAW_FOR, card)
    return best
