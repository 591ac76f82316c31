"""Laying cards in the yard: what a row brings to the track, robbing, and being robbed."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    Y_EXPOSED,
    Y_LATE,
    Y_LATE_LOCOMOTIVE,
    Y_LOCOMOTIVE,
    Y_ROB,
    Y_SHUT,
    Y_SPARE,
    Y_TAIL,
    Y_TRIO,
    Mind,
)
from branchline.rules.rule import rule
from branchline.rules.state import COLOURS, K_LAY, LOCOMOTIVE, Board, State


@rule
def robbery_risk(board: Board, s: State, seat: int, mind: Mind, colour: int, row: int) -> float:
    """Guess how likely somebody holds more cards of a colour than a row, locomotives counted."""
    safe = 1.0
    for other in range(s.seats):
        if other == seat or s.row[other, colour] > 0:
            continue
        seen = 0
        for card in range(COLOURS + 1):
            seen += s.seen[other, card]
        unknown = float(s.hand_n[other] - seen)
        held = float(s.seen[other, colour] + s.seen[other, LOCOMOTIVE])
        held += unknown * (mind.share[colour] + mind.share[LOCOMOTIVE])
        short = (row + 0.5 - held) / mind.weights[Y_TAIL]
        safe *= 1.0 - 1.0 / (1.0 + np.exp(short))
    return 1.0 - safe


@rule
def booty(s: State, seat: int, mind: Mind, colour: int) -> float:
    """Return what robbing a colour takes from the others: cards that would still have arrived."""
    for other in range(s.seats):
        if other != seat and s.row[other, colour] > 0:
            row = float(s.row[other, colour] + s.row_locomotives[other, colour])
            # In the last round only those still to come move one more card.
            arriving = min(row, mind.turns)
            if s.turns_left > 0:
                arriving = 1.0 if (other - seat) % s.seats < s.turns_left else 0.0
            return float(mind.weights[Y_ROB] * arriving / (s.seats - 1))
    return 0.0


@rule
def cards_worth(mind: Mind, colour: int, cards: float) -> float:
    """Return what so many cards of a colour on the track are worth: those lacking, and spare."""
    of_use = min(cards, max(0.0, mind.lack[colour]))
    return float(of_use + mind.weights[Y_SPARE] * (cards - of_use))


@rule
def lay_worth(board: Board, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what laying brings, in cards of use on the track."""
    weights = mind.weights
    turns = mind.turns
    what = int(board.action_what[action])
    worth = 0.0
    if board.action_kind[action] == K_LAY:
        colour = int(board.action_colour[action])
        locomotives = int(board.action_locomotives[action])
        first = min(float(locomotives), turns)
        then = min(float(what), max(0.0, turns - locomotives))
        of_locomotive = weights[Y_LOCOMOTIVE]
        if turns < weights[Y_LATE]:
            of_locomotive = weights[Y_LATE_LOCOMOTIVE]
        arriving = cards_worth(mind, colour, then) + of_locomotive * first
        # A locomotive that comes too late is lost like any other card.
        arriving -= 0.5 * (locomotives - first)
        row = what + locomotives
        risk = robbery_risk(board, s, seat, mind, colour, row)
        worth = arriving - weights[Y_EXPOSED] * risk * (first + then)
        worth += booty(s, seat, mind, colour) + weights[Y_SHUT]
        return float(worth)
    worth = weights[Y_TRIO]
    for colour in range(COLOURS):
        if what >> colour & 1:
            arriving = cards_worth(mind, colour, min(1.0, turns))
            risk = robbery_risk(board, s, seat, mind, colour, 1)
            worth += arriving * (1.0 - weights[Y_EXPOSED] * risk)
    return float(worth)
