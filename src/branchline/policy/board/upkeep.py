"""Keeping a plan: whether it still stands, and what to plan when no ticket asks for more."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.plan import (
    count_needs,
    find_rival,
    lay_plan,
    lead_worth,
    longest_with,
    make_plan,
    path_of,
    turns_to_come,
)
from branchline.policy.board.ways import available, cities_of, colour_of, gain
from branchline.policy.mind import (
    W_CLIMB,
    W_DRAWS,
    W_EXTRAS,
    W_LONGEST,
    W_PACE,
    W_REPLAN,
    W_SHORT,
    W_TOUCH,
    W_X_TRAIN,
    W_X_TURNS,
    Mind,
)
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    KINDS,
    LOCOMOTIVE,
    MAX_TRACKS,
    TURN,
    BoardRecord,
    Mask,
    State,
)
from branchline.rules.tickets import completed_tickets

NEARLY_DONE = 2.5
"""Trains by which a lead in the longest path is about safe once no ticket asks for more."""


@rule
def open_tickets(board: BoardRecord, s: State, seat: int) -> Mask:
    """Return the tickets a seat holds and has not completed."""
    found: Mask = s.held[seat] & ~completed_tickets(board, s, seat)
    return found


@rule
def plan_stands(board: BoardRecord, s: State, seat: int, mind: Mind) -> bool:
    """Tell whether the plan can still be carried out and is for the tickets now held."""
    if mind.has_plan == 0 or mind.held != s.held[seat]:
        return False
    for w in range(board.words):
        if mind.plan[w] & ~available(board, s, seat, w) != NONE:
            return False
    return True


@rule
def is_planned(mind: Mind, track: int) -> bool:
    """Tell whether a track is in the plan."""
    return bool(mind.plan[track >> 6] >> np.uint64(track & 63) & ONE != NONE)


@rule
def plan_is_empty(board: BoardRecord, mind: Mind) -> bool:
    """Tell whether nothing is left to claim."""
    for w in range(board.words):
        if mind.plan[w] != NONE:
            return False
    return True


@rule
def has_route_at(board: BoardRecord, s: State, seat: int, city: int) -> bool:
    """Tell whether one of a seat's routes ends in a city."""
    for w in range(board.words):
        tracks = board.touching[city, w]
        while tracks != NONE:
            if s.owner[(w << 6) + lowest(tracks)] == seat:
                return True
            tracks &= tracks - ONE
    return False


@rule
def touches(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a track ends in a city of a seat's routes."""
    return has_route_at(board, s, seat, board.end_a[track]) or has_route_at(
        board, s, seat, board.end_b[track]
    )


@rule
def touches_both(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a track lies between two cities of a seat's routes."""
    return has_route_at(board, s, seat, board.end_a[track]) and has_route_at(
        board, s, seat, board.end_b[track]
    )


@rule
def best_extra(board: BoardRecord, s: State, seat: int, mind: Mind, trains: int, turns: int) -> int:
    """Return the track that brings most for the turns and trains it takes beside the plan, or -1.

    Cards the plan needs already do not count.
    """
    weights = mind.weights
    most = 0
    for colour in range(COLOURS):
        most = max(most, int(s.hand[seat, colour]) - int(mind.need[colour]))
    locomotives = int(s.hand[seat, LOCOMOTIVE])
    cities = cities_of(board, s, seat)
    near = np.empty(MAX_TRACKS, np.int16)
    values = np.empty(MAX_TRACKS, np.float64)
    takes = np.empty(MAX_TRACKS, np.float64)
    n = 0
    best = -1
    best_rate = 0.0
    for w in range(board.words):
        tracks = available(board, s, seat, w) & s.allowed[seat, w] & ~mind.plan[w]
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            length = int(board.length[track])
            if length > trains or length < weights[W_SHORT]:
                continue
            colour = colour_of(board, s, track)
            have = most
            if 0 <= colour < COLOURS:
                have = max(0, int(s.hand[seat, colour]) - int(mind.need[colour]))
            ferry = int(board.ferry[track])
            missing = max(0, length - have - locomotives, ferry - locomotives)
            wait = missing / weights[W_DRAWS]
            if colour < 0:
                wait = max(wait, 1.0)
            if wait + 1.0 > turns + 0.99:
                continue
            value = gain(board, s, seat, track, mind) - weights[W_X_TRAIN] * length
            ends = ONE << np.uint64(board.end_a[track]) | ONE << np.uint64(board.end_b[track])
            if ends & cities != NONE:
                value += weights[W_TOUCH]
                near[n] = track
                values[n] = value
                takes[n] = weights[W_X_TURNS] + wait
                n += 1
            rate = value / (weights[W_X_TURNS] + wait)
            if best < 0 or rate > best_rate:
                best = track
                best_rate = rate
    if board.longest_path == 0 or weights[W_LONGEST] == 0.0:
        return best
    # Longest paths take long to find: only those are looked for that make a track the best.
    longest = longest_with(board, s, seat, mind, path_of(board, s, seat, mind))
    lead = lead_worth(board, mind, longest, NEARLY_DONE)
    more = np.empty(128, np.float64)  # what each length is worth more than the longest path is now
    known = longest
    for i in range(n):
        track = int(near[i])
        laid = int(board.trains) - trains + int(board.length[track])
        beyond = longest
        while beyond < laid:
            if beyond == known:
                known += 1
                more[known] = lead_worth(board, mind, known, NEARLY_DONE) - lead
            if (values[i] + more[beyond + 1]) / takes[i] > best_rate:
                break
            beyond += 1
        if beyond == laid:
            continue
        bit = ONE << np.uint64(track & 63)
        mind.plan[track >> 6] |= bit
        found = longest_with(board, s, seat, mind, beyond)
        mind.plan[track >> 6] &= ~bit
        if found > beyond:
            best = track
            gained = lead_worth(board, mind, found, NEARLY_DONE) - lead
            best_rate = (values[i] + gained) / takes[i]
    return best


@rule
def plan_extra(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Plan the next routes for their points: those that bring most for turns and trains."""
    for w in range(board.words):
        mind.plan[w] = NONE
    for card in range(KINDS):
        mind.need[card] = 0
    mind.extra = 1
    mind.goals = NONE
    mind.held = s.held[seat]
    mind.has_plan = 1
    find_rival(board, s, seat, mind)
    turns = turns_to_come(board, s, seat, mind.weights[W_PACE])
    trains = int(s.trains[seat])
    for _ in range(int(mind.weights[W_EXTRAS])):
        track = best_extra(board, s, seat, mind, trains, turns)
        if track < 0:
            return
        trains -= board.length[track]
        mind.plan[track >> 6] |= ONE << np.uint64(track & 63)
        count_needs(board, s, seat, mind)


@rule
def refresh_plan(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """See that there is a plan that can be carried out."""
    if mind.weights[W_REPLAN] > 0.0 and s.phase == TURN:
        mind.has_plan = 0
    if plan_stands(board, s, seat, mind) and not plan_is_empty(board, mind):
        if mind.extra == 1:
            plan_extra(board, s, seat, mind)
        return
    tickets = open_tickets(board, s, seat)
    if tickets != NONE:
        if mind.weights[W_CLIMB] > 0.0:
            make_plan(board, s, seat, mind, tickets)
        else:
            lay_plan(board, s, seat, mind, tickets)
        mind.held = s.held[seat]
        if not plan_is_empty(board, mind):
            return
    plan_extra(board, s, seat, mind)


@rule
def plan_well(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Make a plan afresh and look for a better one, even where the weights would not."""
    climb = mind.weights[W_CLIMB]
    mind.weights[W_CLIMB] = 1.0
    mind.has_plan = 0
    refresh_plan(board, s, seat, mind)
    mind.weights[W_CLIMB] = climb
