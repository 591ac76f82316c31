"""Outlook: what a seat's tickets still cost, over the tracks it has or may claim."""

from __future__ import annotations

from collections import Counter

from branchline.board import Board, Ticket
from branchline.game.view import View
from branchline.plain import Json
from branchline.server.present.networks import networks
from branchline.server.present.paths import shortest, ways_over


def outlook(board: Board, view: View) -> list[Json]:
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


def together(board: Board, view: View) -> list[Json]:
    """Return what each set of offered tickets takes together with those held; from the view."""
    if not view.offer or view.viewer is None:
        return []
    tickets = {ticket.id: ticket for ticket in board.tickets}
    held = [tickets[id] for id in view.tickets if id not in view.tickets_done]
    offered = [tickets[id] for id in view.offer]
    told = _cards(view, held, offered) if not board.tracks else _spaces(board, view, held, offered)
    return [
        {"tickets": [t for i, t in enumerate(view.offer) if chosen >> i & 1], **facts}
        for chosen, facts in enumerate(told)
    ]


def _spaces(board: Board, view: View, held: list[Ticket], offered: list[Ticket]) -> list[Json]:
    """Return the spaces of the cheapest network for each set; where homes count, all in one."""
    assert view.viewer is not None
    name = view.players[view.viewer].home
    home = next((i for i, city in enumerate(board.cities) if city.id == name), None)
    in_one = "home_cities" in board.mechanics
    found = networks(board, _costs(board, view), held, offered, in_one=in_one, home=home)
    return [
        {"spaces": one.spaces, "is_least": one.is_least, "cards": None, "at_hand": None}
        for one in found
    ]


def _cards(view: View, held: list[Ticket], offered: list[Ticket]) -> list[Json]:
    """Return how many cards each set asks for, and how many of those the seat sees it has."""
    assert view.viewer is not None
    own = Counter(view.hand) + Counter(view.own_track or {})
    for colour, (cards, locomotives) in view.players[view.viewer].yard.items():
        own += Counter({colour: cards, "locomotive": locomotives})
    found = []
    for chosen in range(1 << len(offered)):
        asked: Counter[str] = Counter()
        for ticket in (*held, *(t for i, t in enumerate(offered) if chosen >> i & 1)):
            asked += Counter(ticket.cards)
        total, matched = asked.total(), (asked & own).total()
        spare = max(0, own["locomotive"] - asked["locomotive"])
        at_hand = min(total, matched + spare)
        found.append({"spaces": None, "is_least": True, "cards": total, "at_hand": at_hand})
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
