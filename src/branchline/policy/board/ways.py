"""Ways: what each track costs a seat, and the cheapest way for a ticket over them."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    W_BED,
    W_CAPTURE,
    W_CARD,
    W_FERRY,
    W_GAIN,
    W_GIVE,
    W_ROUTE,
    W_SHORT,
    W_TRAIN,
    Mind,
)
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.markers import capture_points, payees
from branchline.rules.rule import rule
from branchline.rules.state import COLOURS, WORDS, BoardRecord, Mask, Masks, State

CHEAPEST = 0.25
"""No track costs less than this in a plan, however many points it brings."""
FAR = 1e9


@rule
def available(board: BoardRecord, s: State, seat: int, w: int) -> Mask:
    """Return the tracks a seat may come to claim, as far as anybody can tell."""
    tracks: Mask = s.open[w] | s.beds[w]
    if board.markers == 0:
        tracks &= s.allowed[seat, w]
    return tracks


@rule
def cities_of(board: BoardRecord, s: State, seat: int) -> Mask:
    """Return the cities where a seat's routes end."""
    cities = NONE
    for track in range(board.n_tracks):
        if s.owner[track] == seat:
            cities |= ONE << np.uint64(board.end_a[track])
            cities |= ONE << np.uint64(board.end_b[track])
    return cities


@rule
def colour_of(board: BoardRecord, s: State, track: int) -> int:
    """Return the colour that pays for a track; -1 for a bed, 8 for a grey one."""
    if board.colour[track] >= 0:
        return int(board.colour[track])
    return int(s.built[track])


@rule
def gain(board: BoardRecord, s: State, seat: int, track: int, mind: Mind) -> float:
    """Return the points a claim brings a seat, less what it gives to others, weighed."""
    points = float(board.points[board.length[track]])
    if board.markers == 0:
        return points
    total = 0.0
    a, b = payees(board, s, seat, track)
    if a >= 0:
        total += points if a == seat else -mind.weights[W_GIVE] * points
    if b >= 0:
        total += points if b == seat else -mind.weights[W_GIVE] * points
    captured = capture_points(board, s, seat, track)
    if captured >= 0:
        total += captured + mind.weights[W_CAPTURE]
    return float(total)


@rule
def best_colour(s: State, seat: int) -> int:
    """Return the colour a seat has most cards of."""
    best = 0
    for colour in range(1, COLOURS):
        if s.hand[seat, colour] > s.hand[seat, best]:
            best = colour
    return best


@rule
def weigh_tracks(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Work out what each track costs a seat: turns, trains and cards, less the points it brings.

    What the plan is to do without is no way. Nothing may be planned yet.
    """
    weights = mind.weights
    mind.looked_at = NONE
    most = int(s.hand[seat, best_colour(s, seat)])
    for w in range(board.words):
        mind.ways[w] = available(board, s, seat, w) & ~mind.without[w]
    for track in range(board.n_tracks):
        w = track >> 6
        bit = ONE << np.uint64(track & 63)
        if s.owner[track] == seat:
            mind.ways[w] |= bit
            mind.cost[track] = 0.0
            continue
        if mind.ways[w] & bit == NONE:
            continue
        length = int(board.length[track])
        colour = colour_of(board, s, track)
        have = int(s.hand[seat, colour]) if 0 <= colour < COLOURS else most
        cost = weights[W_ROUTE] + weights[W_TRAIN] * length
        cost += weights[W_CARD] * max(0, length - have) + weights[W_FERRY] * board.ferry[track]
        if colour < 0:
            cost += weights[W_BED]
        if length < weights[W_SHORT]:
            cost += 10.0
        cost -= weights[W_GAIN] * gain(board, s, seat, track, mind)
        mind.weight[track] = max(CHEAPEST, cost)
        mind.cost[track] = mind.weight[track]


@rule
def nearest(board: BoardRecord, mind: Mind, sources: Mask, targets: Mask) -> int:
    """Find the cheapest way from any source to any target; return the city reached, or -1."""
    if sources & targets != NONE:
        city = lowest(sources & targets)
        mind.via[city] = -1
        mind.distance[city] = 0.0
        return city
    for city in range(board.n_cities):
        mind.distance[city] = FAR
    edge = sources
    while edge != NONE:
        city = lowest(edge)
        edge &= edge - ONE
        mind.distance[city] = 0.0
        mind.via[city] = -1
    edge = sources
    done = NONE
    most = FAR  # what lies farther than a target is no way to it
    while edge != NONE:
        at = 0
        least = FAR
        left = edge
        while left != NONE:
            city = lowest(left)
            left &= left - ONE
            if mind.distance[city] < least:
                least = mind.distance[city]
                at = city
        bit = ONE << np.uint64(at)
        if targets & bit != NONE:
            return at
        edge &= ~bit
        done |= bit
        for w in range(board.words):
            tracks = board.touching[at, w] & mind.ways[w]
            while tracks != NONE:
                track = (w << 6) + lowest(tracks)
                tracks &= tracks - ONE
                distance = least + mind.cost[track]
                if distance > most:
                    continue
                other = int(board.end_a[track]) + int(board.end_b[track]) - at
                there = ONE << np.uint64(other)
                if done & there != NONE:
                    continue
                if distance < mind.distance[other]:
                    mind.distance[other] = distance
                    mind.via[other] = track
                    edge |= there
                    if targets & there != NONE:
                        most = distance
    return -1


@rule
def way_length(board: BoardRecord, mind: Mind, city: int) -> int:
    """Return the trains that the way found to a city still takes."""
    trains = 0
    while mind.via[city] >= 0:
        track = int(mind.via[city])
        if mind.cost[track] > 0.0:
            trains += board.length[track]
        city = int(board.end_a[track]) + int(board.end_b[track]) - city
    return trains


@rule
def take_way(board: BoardRecord, mind: Mind, city: int) -> int:
    """Put the way found to a city into the plan; return how many routes that adds."""
    routes = 0
    while mind.via[city] >= 0:
        track = int(mind.via[city])
        if mind.cost[track] > 0.0:
            mind.cost[track] = 0.0
            mind.plan[track >> 6] |= ONE << np.uint64(track & 63)
            routes += 1
        city = int(board.end_a[track]) + int(board.end_b[track]) - city
    return routes


@rule
def give_back(board: BoardRecord, mind: Mind, before: Masks) -> None:
    """Take out of the plan what it did not have before."""
    for w in range(board.words):
        added = mind.plan[w] & ~before[w]
        mind.plan[w] = before[w]
        while added != NONE:
            track = (w << 6) + lowest(added)
            added &= added - ONE
            mind.cost[track] = mind.weight[track]


@rule
def clear_plan(board: BoardRecord, mind: Mind) -> None:
    """Take everything out of the plan."""
    for w in range(board.words):
        tracks = mind.plan[w]
        mind.plan[w] = NONE
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            mind.cost[track] = mind.weight[track]


@rule
def planned_cities(board: BoardRecord, s: State, seat: int, mind: Mind) -> Mask:
    """Return the cities of a seat's network and of its plan, where claims must connect."""
    cities: Mask = s.reached[seat]
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            cities |= ONE << np.uint64(board.end_a[track])
            cities |= ONE << np.uint64(board.end_b[track])
    return cities


@rule
def reach_ticket(
    board: BoardRecord, s: State, seat: int, mind: Mind, ticket: int, taking: bool
) -> float:
    """Return what a ticket adds to the plan's cost, or -1; with taking, put it into the plan.

    mind.takes gets the trains it takes. Where claims must connect, both ends are joined to the
    network; elsewhere to each other.
    """
    start = board.ticket_from[ticket]
    goal = board.ticket_to[ticket]
    mind.takes = 0
    if board.markers == 0:
        city = nearest(board, mind, start, goal)
        if city < 0:
            return -1.0
        mind.takes = way_length(board, mind, city)
        cost = mind.distance[city]
        if taking:
            take_way(board, mind, city)
        return float(cost)
    sources = planned_cities(board, s, seat, mind)
    if sources == NONE:
        sources = start
    city = nearest(board, mind, sources, start)
    if city < 0:
        return -1.0
    trains = way_length(board, mind, city)
    cost = mind.distance[city]
    # The second way may use the first one: its tracks are free from here on, for now or for good.
    before = np.empty(WORDS, np.uint64)
    before[:] = mind.plan
    take_way(board, mind, city)
    sources |= planned_cities(board, s, seat, mind)
    sources |= ONE << np.uint64(city)
    second = nearest(board, mind, sources, goal)
    if second >= 0:
        trains += way_length(board, mind, second)
        cost += mind.distance[second]
        if taking:
            take_way(board, mind, second)
    if not taking or second < 0:
        give_back(board, mind, before)
    mind.takes = trains
    return cost if second >= 0 else -1.0


@rule
def reach_alone(board: BoardRecord, s: State, seat: int, mind: Mind, ticket: int) -> float:
    """Return what `reach_ticket` does while nothing is planned, looked for once for each ticket."""
    bit = ONE << np.uint64(ticket)
    if mind.looked_at & bit == NONE:
        mind.looked_at |= bit
        mind.alone_costs[ticket] = reach_ticket(board, s, seat, mind, ticket, True)
        mind.alone_takes[ticket] = mind.takes
        for w in range(board.words):
            mind.alone[ticket, w] = mind.plan[w]
        clear_plan(board, mind)
    mind.takes = mind.alone_takes[ticket]
    return float(mind.alone_costs[ticket])


@rule
def take_alone(board: BoardRecord, mind: Mind, ticket: int) -> None:
    """Put the way found for a ticket alone into the plan, while nothing is planned."""
    mind.takes = mind.alone_takes[ticket]
    for w in range(board.words):
        tracks = mind.alone[ticket, w]
        mind.plan[w] = tracks
        while tracks != NONE:
            mind.cost[(w << 6) + lowest(tracks)] = 0.0
            tracks &= tracks - ONE
