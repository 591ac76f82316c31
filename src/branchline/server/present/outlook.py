"""Outlook: what a seat's tickets still take, by the cheapest way over tracks it may have."""

from __future__ import annotations

from typing import Any

from branchline.board import Board
from branchline.game.view import View
from branchline.server.present.paths import shortest, ways_over


def outlook(board: Board, view: View) -> list[dict[str, Any]]:
    """Return for each ticket the spaces still to claim and the way; from the view alone."""
    if not board.tracks:
        return []
    ways = ways_over(board, _costs(board, view))
    done = set(view.tickets_done)
    tickets = {ticket.id: ticket for ticket in board.tickets}
    found = []
    for id in dict.fromkeys((*view.tickets, *view.offer)):
        way = shortest(board, ways, tickets[id])
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


def _costs(board: Board, view: View) -> dict[str, int]:
    """Return the tracks a seat has or may have yet, with the spaces it still has to claim."""
    shut = set(view.closed)
    costs = {}
    for track in board.tracks:
        owner = view.owners.get(track.id)
        if owner == view.viewer:
            costs[track.id] = 0
        elif owner is None and track.id not in shut:
            costs[track.id] = track.length
    return costs
