"""Track pieces: what to build where, and in which colour."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.plan import count_needs
from branchline.policy.board.upkeep import is_planned, refresh_plan, touches
from branchline.policy.mind import R_BUILD_PLANNED, R_BUILD_SPARE, W_CUT, Mind, because
from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.rule import rule
from branchline.rules.state import BoardRecord, Floats, Menu, State


@rule
def near_others(board: BoardRecord, s: State, seat: int, track: int) -> int:
    """Return how many others have a route at an end of a track."""
    n = 0
    for other in range(s.seats):
        if other != seat and touches(board, s, other, track):
            n += 1
    return n


@rule
def bed_score(board: BoardRecord, s: State, seat: int, mind: Mind, track: int) -> float:
    """Return how well any piece on a bed serves the plan: on it is good, across it is not.

    A bed of no use here is best built where it cuts off what others are near.
    """
    weights = mind.weights
    planned = is_planned(mind, track)
    if planned:
        score = 50.0 + 0.1 * board.length[track]
    else:
        score = 0.0
    for w in range(board.words):
        crossed = board.crossing[track, w] & ~s.cut[w]
        score -= 100.0 * size(crossed & mind.plan[w])
        if planned:
            score += 3.0 * size(crossed & s.beds[w])
        else:
            cut = crossed & (s.beds[w] | s.open[w])
            while cut != NONE:
                other = (w << 6) + lowest(cut)
                cut &= cut - ONE
                score += weights[W_CUT] * near_others(board, s, seat, other)
        score -= 40.0 * size(board.sisters[track, w] & mind.plan[w])
    return float(score)


@rule
def piece_score(
    board: BoardRecord, s: State, seat: int, mind: Mind, track: int, colour: int
) -> float:
    """Return how well a colour suits a bed: one's own in a colour left over, others in none."""
    need = int(mind.need[colour])
    planned = is_planned(mind, track)
    if planned and mind.pays[track] == colour:
        need -= board.length[track]
    spare = float(s.hand[seat, colour] - need)
    return spare if planned else -0.5 * spare


@rule
def rank_builds(
    board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int, scores: Floats
) -> int:
    """Score every legal piece; return the place of the best in the menu."""
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    best = 0
    at = -1
    of_bed = 0.0
    for i in range(n):
        track = int(board.action_what[out.ids[i]])
        if track != at:
            at = track
            of_bed = bed_score(board, s, seat, mind, track)
        colour = int(board.action_colour[out.ids[i]])
        scores[i] = of_bed + piece_score(board, s, seat, mind, track, colour)
        if scores[i] > scores[best]:
            best = i
    return best


@rule
def choose_build(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Build what the plan needs in the colour left over; else what cuts off nothing of it."""
    scores = np.empty(n, np.float64)
    best = int(out.ids[rank_builds(board, s, seat, mind, out, n, scores)])
    track = int(board.action_what[best])
    because(mind, R_BUILD_PLANNED if is_planned(mind, track) else R_BUILD_SPARE, track)
    return best
