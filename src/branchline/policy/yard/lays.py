"""Laying cards in the yard: what a row brings to the track, robbing, and being robbed."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    Y_DECAY,
    Y_EXPOSED,
    Y_HOARD,
    Y_LATE,
    Y_LATE_LOCOMOTIVE,
    Y_LOCOMOTIVE,
    Y_LOOK,
    Y_ROB,
    Y_SHUT,
    Y_SPARE,
    Y_TRIO,
    Mind,
)
from branchline.rules.rule import rule
from branchline.rules.state import COLOURS, K_LAY, KINDS, LOCOMOTIVE, BoardRecord, Floats, State

LONGEST_ROW = 27


@rule
def robbery_risk(s: State, mind: Mind, other: int, colour: int, chances: Floats) -> None:
    """Guess how likely somebody can beat rows of 0, 1, 2, … cards of a colour, locomotives counted.

    What others saw being taken is in that hand; the rest of it is like the cards unseen.
    """
    seen = 0
    for card in range(KINDS):
        seen += s.seen[other, card]
    unknown = float(s.hand_n[other] - seen)
    of_colour = unknown * mind.share[colour]
    mean = of_colour + unknown * mind.weights[Y_HOARD] * mind.share[LOCOMOTIVE]
    held = int(s.seen[other, colour] + s.seen[other, LOCOMOTIVE])
    # Locomotives alone make no row.
    able = 1.0 if s.seen[other, colour] > 0 else 1.0 - np.exp(-of_colour)
    term = np.exp(-mean)
    more = 1.0  # the chance of that many more cards than those seen
    for row in range(len(chances)):
        extra = row + 1 - held
        if extra > 0:
            more -= term
            term *= mean / extra
        chances[row] = able * max(0.0, more)


@rule
def fear_robbers(s: State, seat: int, mind: Mind, colour: int) -> None:
    """Work out how many cards of a row are lost on average, by its length, until it is empty."""
    weights = mind.weights
    chances = np.empty(LONGEST_ROW, np.float64)
    safe = np.ones(LONGEST_ROW, np.float64)
    for other in range(s.seats):
        if other != seat:
            robbery_risk(s, mind, other, colour, chances)
            for row in range(LONGEST_ROW):
                safe[row] *= 1.0 - chances[row]
    mind.loss[colour, 0] = 0.0
    for row in range(1, LONGEST_ROW):
        risk = weights[Y_EXPOSED] * (1.0 - safe[row])
        later = (1.0 - risk) * weights[Y_DECAY] * mind.loss[colour, row - 1]
        mind.loss[colour, row] = risk * min(float(row), mind.turns) + later


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
def lay_worth(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what laying brings, in cards of use on the track."""
    weights = mind.weights
    turns = mind.turns
    what = int(board.action_what[action])
    worth = 0.0
    if s.turns_left >= 0:
        # What is laid in the last round arrives no more.
        if board.action_kind[action] == K_LAY:
            worth = booty(s, seat, mind, board.action_colour[action]) - weights[Y_LOOK]
        return float(worth)
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
        worth = arriving - mind.loss[colour, min(row, LONGEST_ROW - 1)]
        worth += booty(s, seat, mind, colour) + weights[Y_SHUT]
        return float(worth)
    worth = weights[Y_TRIO]
    for colour in range(COLOURS):
        if what >> colour & 1:
            arriving = cards_worth(mind, colour, min(1.0, turns))
            worth += arriving - mind.loss[colour, 1]
    return float(worth)
