"""Networks: which cities a seat's routes join, and its longest path."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.rule import rule
from branchline.rules.state import MAX_CITIES, BoardRecord, Bytes, Ids, Mask, State


@rule
def find(roots: Bytes, city: int) -> int:
    """Return the city that stands for all those joined to this one."""
    while roots[city] != city:
        city = roots[city]
    return city


@rule
def join_cities(board: BoardRecord, s: State, seat: int, roots: Bytes) -> None:
    """Join the cities along a seat's routes."""
    for city in range(board.n_cities):
        roots[city] = city
    for track in range(board.n_tracks):
        if s.owner[track] == seat:
            roots[find(roots, board.end_a[track])] = find(roots, board.end_b[track])


@rule
def is_odd(routes: Mask) -> bool:
    """Tell whether an odd number of routes is in a set."""
    return bool(size(routes) & 1)


@rule
def longest_trail(board: BoardRecord, s: State, seat: int, trail: Ids, beyond: int) -> int:
    """Return the length of a seat's longest path (rule 13), exactly; its tracks go into trail.

    trail[0] gets the number of tracks, the tracks follow in order. A path no longer than beyond is
    not looked for: if there is none, that is the answer. Each part of the network that hangs
    together is searched by itself. A trail that cannot be made longer has used up every route at
    its ends, so unless it is a closed one through all routes it starts and ends where an odd number
    of routes meet: only such cities are tried as starts.
    """
    at = np.zeros(MAX_CITIES, np.uint64)
    space = np.empty((7, 65), np.int64)  # one piece of memory is quicker to get than seven
    track_of, length, part, city_at, taken = space[0], space[1], space[2], space[3], space[4]
    ends = space[5:]
    n = 0
    for track in range(board.n_tracks):
        if s.owner[track] == seat:
            bit = ONE << np.uint64(n)
            ends[0, n] = board.end_a[track]
            ends[1, n] = board.end_b[track]
            at[ends[0, n]] |= bit
            at[ends[1, n]] |= bit
            track_of[n] = track
            length[n] = board.length[track]
            n += 1
    trail[0] = 0
    best = beyond
    untried = np.empty(65, np.uint64)
    seen = NONE
    for first in range(n):
        if seen >> np.uint64(first) & ONE != NONE:
            continue
        # Gather the cities of this part; add up what no trail through it can exceed: a trail
        # leaves out enough routes to make all but two of the odd cities even. Each of those loses
        # at least its shortest route, and one route serves two of them.
        part[0] = ends[0, first]
        cities = 1
        total = 0
        odd = 0
        lost = 0
        largest = 0
        second = 0
        reached = ONE << np.uint64(part[0])
        i = 0
        while i < cities:
            routes = at[part[i]]
            shortest = 99
            while routes != NONE:
                e = lowest(routes)
                routes &= routes - ONE
                shortest = min(shortest, length[e])
                total += length[e]
                other = ends[0, e] + ends[1, e] - part[i]
                bit = ONE << np.uint64(other)
                if reached & bit == NONE:
                    reached |= bit
                    part[cities] = other
                    cities += 1
            seen |= at[part[i]]
            if is_odd(at[part[i]]):
                odd += 1
                lost += shortest
                if shortest > largest:
                    second = largest
                    largest = shortest
                elif shortest > second:
                    second = shortest
            i += 1
        most = total // 2
        if odd > 2:
            most -= (lost - largest - second + 1) // 2
        for i in range(cities):
            if best >= most:
                break
            if odd > 0 and not is_odd(at[part[i]]):
                continue
            free = ~NONE
            depth = 0
            now = 0
            city_at[0] = part[i]
            untried[0] = at[part[i]]
            while depth >= 0:
                ways = untried[depth]
                if ways == NONE:
                    depth -= 1
                    if depth >= 0:
                        free |= ONE << np.uint64(taken[depth])
                        now -= length[taken[depth]]
                    continue
                e = lowest(ways)
                untried[depth] = ways & (ways - ONE)
                taken[depth] = e
                now += length[e]
                free &= ~(ONE << np.uint64(e))
                city = ends[0, e] + ends[1, e] - city_at[depth]
                depth += 1
                city_at[depth] = city
                untried[depth] = at[city] & free
                if now > best:
                    best = now
                    trail[0] = depth
                    for j in range(depth):
                        trail[j + 1] = track_of[taken[j]]
                    if best >= most:
                        break
    return best
