"""Paths: the way between the two ends of a ticket that takes the fewest spaces."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from branchline.board import Board, Ticket

Ways = dict[int, list[tuple[int, int, str]]]
"""From each city where one can go, for how many spaces, by which track."""


def ways_over(board: Board, spaces: Mapping[str, int]) -> Ways:
    """Return where one can go by the tracks that are given with what each takes."""
    ways: Ways = {i: [] for i in range(len(board.cities))}
    for track in board.tracks:
        if track.id in spaces:
            ways[track.a].append((track.b, spaces[track.id], track.id))
            ways[track.b].append((track.a, spaces[track.id], track.id))
    return ways


def shortest(board: Board, ways: Ways, ticket: Ticket) -> tuple[int, list[str]] | None:
    """Return the shortest way for a ticket, if there is one: its spaces and its tracks in order."""
    best = {city: 0 for city in ticket.starts}
    came: dict[int, tuple[int, str]] = {}
    heap = [(0, city) for city in ticket.starts]
    while heap:
        cost, city = heapq.heappop(heap)
        if cost > best[city]:
            continue
        if city in ticket.ends:
            path = []
            while city in came:
                city, track = came[city]
                path.append(track)
            return cost, path[::-1]
        if board.cities[city].zone is not None and city not in ticket.starts:
            continue  # a dead end leads nowhere (rule 21)
        for other, more, track in ways[city]:
            if cost + more < best.get(other, 1_000_000):
                best[other] = cost + more
                came[other] = (city, track)
                heapq.heappush(heap, (cost + more, other))
    return None


def paths_of(
    board: Board, owners: Mapping[str, int], seat: int, tickets: tuple[str, ...] | list[str]
) -> dict[str, list[str]]:
    """Return for each ticket the tracks by which a seat has joined its ends; none if it has not."""
    if not tickets or not board.tracks:
        return {}
    own = {track.id: track.length for track in board.tracks if owners.get(track.id) == seat}
    ways = ways_over(board, own)
    found = {}
    for ticket in board.tickets:
        if ticket.id in tickets:
            way = shortest(board, ways, ticket)
            if way is not None:
                found[ticket.id] = way[1]
    return found
