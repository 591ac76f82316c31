"""Claims: how to pay, what is urgent, and what is in somebody's way."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.plan import turns_to_come
from branchline.policy.board.upkeep import is_planned, touches, touches_both
from branchline.policy.board.ways import gain
from branchline.policy.mind import (
    W_CLAIM,
    W_LOCOMOTIVE,
    W_NEAR,
    W_PACE,
    W_POINTS,
    W_RISK,
    W_SPEND,
    Mind,
)
from branchline.rules.bits import size
from branchline.rules.network import find, join_cities
from branchline.rules.rule import rule
from branchline.rules.state import K_CLAIM, MAX_CITIES, BoardRecord, Menu, State


@rule
def payment_cost(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what a claim's cards are worth elsewhere: as locomotives, or for the plan."""
    track = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    length = int(board.length[track])
    cost = mind.weights[W_LOCOMOTIVE] * (locomotives - board.ferry[track])
    if locomotives < length:
        used = length - locomotives
        other = int(mind.need[colour])
        if is_planned(mind, track) and mind.pays[track] == colour:
            other -= length - board.ferry[track]
        have = int(s.hand[seat, colour])
        short = max(0, other - (have - used)) - max(0, other - have)
        cost += mind.weights[W_SPEND] * short + 0.01 * (used - have)
    return float(cost)


@rule
def urgency(board: BoardRecord, s: State, seat: int, mind: Mind, track: int) -> float:
    """Return how much it matters to have a track now: it may be taken, and it brings points."""
    weights = mind.weights
    score = weights[W_POINTS] * gain(board, s, seat, track, mind)
    sisters = 0
    for w in range(board.words):
        sisters += size(board.sisters[track, w] & (s.open[w] | s.beds[w]))
    if sisters == 0 or s.seats < board.all_sisters_from:
        score += weights[W_RISK]
    for other in range(s.seats):
        if other != seat and touches(board, s, other, track):
            score += weights[W_NEAR]
    return float(score)


@rule
def best_claim(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the best planned claim among the legal actions, or -1 if all of them should wait."""
    best = -1
    best_score = -mind.weights[W_CLAIM]
    if turns_to_come(board, s, seat, mind.weights[W_PACE]) <= 2:
        best_score = -1e9
    at = -1
    urgent = 0.0
    for i in range(n):
        action = int(out.ids[i])
        if board.action_kind[action] != K_CLAIM:
            continue
        track = int(board.action_what[action])
        if not is_planned(mind, track):
            continue
        if track != at:
            at = track
            urgent = urgency(board, s, seat, mind, track)
        score = urgent - payment_cost(board, s, seat, mind, action)
        if score > best_score:
            best = action
            best_score = score
    return best


@rule
def keeps_apart(board: BoardRecord, s: State, seat: int, track: int) -> int:
    """Return how many others have two parts of a network that a track would join."""
    roots = np.empty(MAX_CITIES, np.int8)
    n = 0
    for other in range(s.seats):
        if other != seat and touches_both(board, s, other, track):
            join_cities(board, s, other, roots)
            if find(roots, board.end_a[track]) != find(roots, board.end_b[track]):
                n += 1
    return n
