"""The path bot: a simple player that follows the shortest path for each of its tickets."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from functools import cache

from branchline.actions import (
    Action,
    Build,
    Claim,
    Draw,
    DrawTickets,
    Keep,
    NoMarker,
    Settle,
)
from branchline.board import Board, Ticket, Track, load_board
from branchline.bots.base import Clock
from branchline.view import View


@cache
def _neighbours(board: Board) -> list[list[tuple[int, Track]]]:
    neighbours: list[list[tuple[int, Track]]] = [[] for _ in board.cities]
    for track in board.tracks:
        neighbours[track.a].append((track.b, track))
        neighbours[track.b].append((track.a, track))
    return neighbours


class PathBot:
    """Claims what lies on the shortest paths of its tickets, and draws the colours that needs.

    With its tickets done it takes the longest route it can pay for, or new tickets while it has
    trains for them.
    """

    def __init__(self, chances: object = None) -> None:
        self.reason = "it has not chosen yet"

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        action, self.reason = _decide(load_board(view.board), view, legal)
        return action

    def explain(self) -> str:
        """Say why it made its last choice."""
        return self.reason


def _decide(board: Board, view: View, legal: Sequence[Action]) -> tuple[Action, str]:
    """Return what to do, and why."""
    if isinstance(legal[0].move, Keep):
        return _keep(board, view, legal), "these tickets bring most for the trains they take"
    if isinstance(legal[0].move, Settle):
        return _settle(board, view, legal), "the tickets take the fewest trains from this city"
    needed = _plan(board, view, _open_tickets(board, view))
    if isinstance(legal[0].move, Build):
        return _build(board, view, needed, legal), "this track in this colour helps most"
    if isinstance(legal[0].move, NoMarker):
        return legal[0], "it never places a marker"
    claims = [a for a in legal if isinstance(a.move, Claim)]
    draws = [a for a in legal if isinstance(a.move, Draw)]
    trains = view.players[view.to_act[0]].trains
    wanted = [a for a in claims if _claimed(a) in needed]
    if wanted:
        cheapest = min(wanted, key=lambda a: _price(board, view, a))
        return cheapest, "this route lies on the way of a ticket"
    if not needed and trains > 12:
        tickets = [a for a in legal if isinstance(a.move, DrawTickets)]
        if tickets:
            return tickets[0], "its tickets are done and it has trains for more"
    if claims and (not needed or not draws):
        longest = max(claims, key=lambda a: (_track(board, a).length, -_price(board, view, a)))
        if _track(board, longest).length >= min(4, trains) or not draws:
            return longest, "no ticket needs a route, and this is the longest it can pay for"
    if draws:
        return _draw(board, view, needed, draws), "it needs cards for its next routes"
    return legal[0], "there was nothing better to do"


def _claimed(action: Action) -> str:
    assert isinstance(action.move, Claim)
    return action.move.track


def _track(board: Board, action: Action) -> Track:
    return {track.id: track for track in board.tracks}[_claimed(action)]


def _price(board: Board, view: View, action: Action) -> int:
    """Return what a payment costs us: locomotives most, then cards of which we have few."""
    assert isinstance(action.move, Claim)
    return 10 * action.move.locomotives - view.hand.get(action.move.colour, 0)


def _open_tickets(board: Board, view: View) -> list[Ticket]:
    held = set(view.tickets) - set(view.tickets_done)
    return sorted((t for t in board.tickets if t.id in held), key=lambda t: -t.points)


def _path(
    board: Board, view: View, starts: Iterable[int], ends: Iterable[int], free: Iterable[str]
) -> tuple[int, tuple[str, ...]] | None:
    """Return the cheapest way between cities: its trains, and the tracks still to claim."""
    mine = {t for t, owner in view.owners.items() if owner == view.viewer} | set(free)
    shut = set(view.closed) | (view.owners.keys() - mine)
    goals = set(ends)
    reached: set[int] = set()
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, city, ()) for city in starts]
    while queue:
        cost, city, way = heapq.heappop(queue)
        if city in goals:
            return cost, way
        if city in reached:
            continue
        reached.add(city)
        for other, track in _neighbours(board)[city]:
            if track.id in mine:
                heapq.heappush(queue, (cost, other, way))
            elif track.id not in shut:
                heapq.heappush(queue, (cost + track.length, other, (*way, track.id)))
    return None


def _plan(board: Board, view: View, tickets: Iterable[Ticket]) -> set[str]:
    """Return the tracks to claim for these tickets, as far as the trains last.

    Where networks grow from a home city, both ends of a ticket are joined to it.
    """
    assert view.viewer is not None
    me = view.players[view.viewer]
    trains = me.trains
    home = tuple(i for i, city in enumerate(board.cities) if city.id == me.home)
    planned: set[str] = set()
    for ticket in tickets:
        pairs = [(home, ticket.starts), (home, ticket.ends)] if home else []
        added: set[str] = set()
        cost = 0
        for starts, ends in pairs or [(ticket.starts, ticket.ends)]:
            found = _path(board, view, starts, ends, planned | added)
            cost += found[0] if found else 1000
            added.update(found[1] if found else ())
        if cost <= trains:
            trains -= cost
            planned |= added
    return planned


def _settle(board: Board, view: View, legal: Sequence[Action]) -> Action:
    """Start in the city from which all tickets together take the fewest trains."""
    tickets = _open_tickets(board, view)
    index = {city.id: i for i, city in enumerate(board.cities)}

    def cost(action: Action) -> int:
        assert isinstance(action.move, Settle)
        total = 0
        for ticket in tickets:
            for end in (ticket.starts, ticket.ends):
                found = _path(board, view, [index[action.move.city]], end, ())
                total += found[0] if found else 1000
        return total

    return min(legal, key=cost)


def _build(board: Board, view: View, needed: set[str], legal: Sequence[Action]) -> Action:
    """Build what is needed in the colour of which we have most; else anything."""

    def worth(action: Action) -> tuple[bool, int]:
        assert isinstance(action.move, Build)
        return action.move.track in needed, view.hand.get(action.move.colour, 0)

    return max(legal, key=worth)


def _keep(board: Board, view: View, legal: Sequence[Action]) -> Action:
    """Keep the tickets that bring most for the trains they take."""
    assert view.viewer is not None
    index = {t.id: t for t in board.tickets}
    lengths = {track.id: track.length for track in board.tracks}
    held = _open_tickets(board, view)

    def worth(action: Action) -> float:
        assert isinstance(action.move, Keep)
        kept = [index[t] for t in action.move.tickets]
        planned = _plan(board, view, [*held, *kept])
        cost = sum(lengths[t] for t in planned)
        points = 0
        for ticket in kept:
            found = _path(board, view, ticket.starts, ticket.ends, planned)
            points += ticket.points if found and found[0] == 0 else -ticket.points
        return points - 0.6 * cost

    return max(legal, key=worth)


def _draw(board: Board, view: View, needed: set[str], draws: Sequence[Action]) -> Action:
    """Take the face-up colour that is needed most, else from the deck."""
    lack: dict[str, int] = {}
    for track in board.tracks:
        colour = track.colour or view.built.get(track.id, "grey")
        if track.id in needed and colour != "grey":
            missing = track.length - view.hand.get(colour, 0)
            lack[colour] = max(lack.get(colour, 0), missing)
    if not any(missing > 0 for missing in lack.values()):
        lack = {colour: n for colour, n in view.hand.items() if colour != "locomotive"}
    face_up = [a for a in draws if isinstance(a.move, Draw) and a.move.place is not None]

    def need(action: Action) -> int:
        assert isinstance(action.move, Draw)
        return lack.get(action.move.card or "", 0)

    best = max(face_up, key=need, default=None)
    if best is not None and need(best) > 0:
        return best
    blind = [a for a in draws if isinstance(a.move, Draw) and a.move.place is None]
    return blind[0] if blind else draws[0]
