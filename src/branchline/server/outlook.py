"""Outlook: what a seat's tickets still take, by the cheapest way over tracks it may have."""

from __future__ import annotations

import heapq
from typing import Any

from branchline.board import Board, Ticket
from branchline.view import View


def outlook(board: Board, view: View) -> list[dict[str, Any]]:
    """Return for each ticket the spaces still to claim and the way; from the view alone."""
    if not board.tracks:
        return []
    costs = _costs(board, view)
    done = set(view.tickets_done)
    tickets = {ticket.id: ticket for ticket in board.tickets}
    found = []
    for id in dict.fromkeys((*view.tickets, *view.offer)):
        way = _cheapest(board, costs, tickets[id])
        trains = 0 if view.viewer is None else view.players[view.viewer].trains
        if way is not None and way[0] > trains:
            way = None
        found.append(
            {
                "ticket": id,
                "done": id in done,
                "spaces": None if way is None else way[0],
                "path": [] if way is None else way[1],
            }
        )
    return found


def _costs(board: Board, view: View) -> dict[int, list[tuple[int, int, str]]]:
    """Return from each city where one can go, for how many spaces, by which track."""
    shut = set(view.closed)
    ways: dict[int, list[tuple[int, int, str]]] = {i: [] for i in range(len(board.cities))}
    for track in board.tracks:
        owner = view.owners.get(track.id)
        if owner == view.viewer:
            cost = 0
        elif owner is None and track.id not in shut:
            cost = track.length
        else:
            continue
        ways[track.a].append((track.b, cost, track.id))
        ways[track.b].append((track.a, cost, track.id))
    return ways


def _cheapest(
    board: Board, ways: dict[int, list[tuple[int, int, str]]], ticket: Ticket
) -> tuple[int, list[str]] | None:
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
