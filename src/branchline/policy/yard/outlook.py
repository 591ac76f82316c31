"""What a seat with a yard can tell: the cards its tickets lack, the time left, the cards unseen.

A track is hidden, from its owner too. Whoever remembers what moved there knows what lies on every
track (the weight Y_RECALL). Whoever does not guesses: cards the tickets ask for, most likely of the
colours that neither hand nor yard has, and never those that lie open elsewhere.
"""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    Y_IN_HAND,
    Y_IN_YARD,
    Y_INFER,
    Y_LYING_SPARE,
    Y_ON_TRACK,
    Y_PACE,
    Y_PRIOR,
    Y_RECALL,
    Y_SECOND,
    Y_TO_COME,
    Y_TRACK_LOCOMOTIVES,
    Mind,
)
from branchline.policy.unseen import unseen_by
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import COLOURS, KINDS, LOCOMOTIVE, BoardRecord, State


@rule
def turns_ahead(board: BoardRecord, s: State, seat: int, mind: Mind) -> float:
    """Guess how many turns a seat has after this one: so many cards of a row laid now arrive."""
    if s.turns_left >= 0:
        return 0.0
    return float(s.deck_n / (mind.weights[Y_PACE] * s.seats) + 1.0)


@rule
def count_unseen(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Work out how likely a card the seat cannot see is of each kind."""
    total = 0.0
    for card in range(KINDS):
        unseen = unseen_by(board, s, seat, card)
        for other in range(s.seats):
            if card < LOCOMOTIVE:
                unseen -= s.row[other, card]
            else:
                for colour in range(COLOURS):
                    unseen -= s.row_locomotives[other, colour]
            if mind.weights[Y_RECALL] > 0.0:
                unseen -= s.track[other, card]
        mind.share[card] = max(0, unseen)
        total += mind.share[card]
    for card in range(KINDS):
        mind.share[card] /= max(1.0, total)


@rule
def guess_track(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Guess which of the cards asked for lie on the track; set what track and yard still miss."""
    weights = mind.weights
    likely = np.empty(COLOURS, np.float64)
    total = 0.0
    for colour in range(COLOURS):
        visible = float(s.hand[seat, colour] + s.row[seat, colour])
        wanted = mind.need[colour] - weights[Y_INFER] * visible + weights[Y_PRIOR]
        likely[colour] = max(0.1, wanted) * mind.share[colour]
        total += likely[colour]
    coloured = s.track_n[seat] * (1.0 - weights[Y_TRACK_LOCOMOTIVES])
    for colour in range(COLOURS):
        lying = coloured * likely[colour] / max(total, 1e-9)
        mind.lack[colour] = mind.need[colour] - lying - s.row[seat, colour]


@rule
def recall_track(s: State, seat: int, mind: Mind) -> None:
    """Set what track and yard still miss where it is remembered what lies on the track."""
    for colour in range(COLOURS):
        lying = s.track[seat, colour] + s.row[seat, colour]
        mind.lack[colour] = float(mind.need[colour] - lying)


@rule
def on_track(s: State, seat: int, mind: Mind) -> float:
    """Return how many cards on the track are of use: those asked for, locomotives, some others."""
    weights = mind.weights
    if weights[Y_RECALL] <= 0.0:
        return float(weights[Y_ON_TRACK] * s.track_n[seat])
    of_use = float(s.track[seat, LOCOMOTIVE])
    for colour in range(COLOURS):
        lying = int(s.track[seat, colour])
        asked = min(lying, int(mind.need[colour]))
        of_use += asked + weights[Y_LYING_SPARE] * (lying - asked)
    return of_use


@rule
def count_room(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Guess how many cards of use the track will have at the end."""
    weights = mind.weights
    in_yard = 0.0
    for colour in range(COLOURS):
        row = float(s.row[seat, colour] + s.row_locomotives[seat, colour])
        in_yard += min(row, mind.turns)
    to_come = float(s.deck_n) / s.seats if s.turns_left < 0 else 0.0
    in_time = min(1.0, mind.turns / 4.0)
    if s.pile == 1 and s.seats >= board.two_piles_from:
        cards = 0
        for card in range(KINDS):
            cards += board.cards[card]
        to_come += weights[Y_SECOND] * cards / s.seats
        in_time = 1.0
    mind.room = (
        on_track(s, seat, mind)
        + weights[Y_IN_YARD] * in_yard
        + weights[Y_IN_HAND] * in_time * s.hand_n[seat]
        + weights[Y_TO_COME] * to_come
    )


@rule
def look_around(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Work out needs, time, room and the cards unseen, from what the seat may know."""
    for card in range(KINDS):
        mind.need[card] = 0
        mind.lack[card] = 0.0
    mind.asked = 0.0
    tickets = s.held[seat]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        for colour in range(COLOURS):
            mind.need[colour] += board.ticket_cards[ticket, colour]
            mind.asked += board.ticket_cards[ticket, colour]
    mind.turns = turns_ahead(board, s, seat, mind)
    count_unseen(board, s, seat, mind)
    if mind.weights[Y_RECALL] > 0.0:
        recall_track(s, seat, mind)
    else:
        guess_track(board, s, seat, mind)
    count_room(board, s, seat, mind)
