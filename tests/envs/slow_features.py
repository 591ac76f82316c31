"""Features the slow way: recounted from a view, ways found by trying nearer cities first."""

import heapq
from collections.abc import Mapping
from typing import Any

import branchline as bl
from branchline.board import CARDS, COLOURS


def check_features(board: bl.Board, view: bl.View, read: Mapping[str, Any]) -> None:
    """Hold the features of a viewer's observation to what can be told from its view."""
    assert read["unseen"].tolist() == [unseen(board, view, card) for card in CARDS]
    tickets = {t for t in (*view.tickets, *view.offer) if t not in view.tickets_done}
    if "rail_yard" in board.mechanics:
        for i, ticket in enumerate(board.tickets):
            wanted = missing(view, ticket) if ticket.id in (*view.tickets, *view.offer) else 0
            assert read["ticket_missing"][i] == wanted
        return
    claims = {track.id: track_short(board, view, track) for track in board.tracks}
    assert read["short"].tolist() == [claims[track.id] for track in board.tracks]
    trains = 0
    for i, ticket in enumerate(board.tickets):
        wanted = way(board, view, ticket) if ticket.id in tickets else 0
        assert read["ticket_trains"][i] == wanted, ticket.id
        trains += wanted if wanted < 255 else 0
        assert read["ticket_cards"][i] <= wanted
    on_ways = zip(read["on_way"].tolist(), board.tracks, strict=True)
    assert sum(n * track.length for n, track in on_ways) == trains
    check_the_only_way(board, view, read)


def unseen(board: bl.Board, view: bl.View, card: str) -> int:
    n = int(board.record[0]["cards"][CARDS.index(card)]) - view.discards.get(card, 0)
    n -= view.hand.get(card, 0) + view.market.count(card) + view.own_spent.get(card, 0)
    n -= (view.own_track or {}).get(card, 0)
    for player in view.players:
        if player.seat != view.viewer:
            n -= player.known.get(card, 0)
        if card == "locomotive":
            n -= sum(locomotives for _, locomotives in player.yard.values())
        else:
            n -= player.yard.get(card, (0, 0))[0]
    return n


def missing(view: bl.View, ticket: bl.Ticket) -> int:
    own = view.own_track or {}
    me = view.viewer
    assert me is not None
    rows = view.players[me].yard
    short = sum(
        max(0, n - rows.get(colour, (0, 0))[0] - own.get(colour, 0))
        for colour, n in ticket.cards.items()
    )
    locomotives = sum(many for _, many in rows.values()) + own.get("locomotive", 0)
    return max(0, short - locomotives)


def colour_of(view: bl.View, track: bl.Track) -> str | None:
    return track.colour or view.built.get(track.id)


def track_short(board: bl.Board, view: bl.View, track: bl.Track) -> int:
    """1 + the cards that are missing to claim a track; 0 if it cannot be claimed."""
    colour = colour_of(view, track)
    if track.id in view.owners or track.id in view.closed or colour is None:
        return 0
    if "home_cities" in board.mechanics:
        ends = {board.cities[track.a].id, board.cities[track.b].id}
        if not ends & set(view.reach):
            return 0
    paid = COLOURS if colour == "grey" else (colour,)
    room = track.length - track.locomotives
    best = max(min(view.hand.get(each, 0), room) for each in paid)
    return 1 + max(0, track.length - best - view.hand.get("locomotive", 0))


def costs(board: bl.Board, view: bl.View) -> dict[int, int]:
    """The trains each track that can be used still takes."""
    found = {}
    for i, track in enumerate(board.tracks):
        if view.owners.get(track.id) == view.viewer:
            found[i] = 0
        elif track.id not in view.owners and track.id not in view.closed:
            found[i] = track.length
    return found


def way(board: bl.Board, view: bl.View, ticket: bl.Ticket) -> int:
    """The trains that the shortest way for a ticket takes; 255 if the seat cannot have it."""
    usable = costs(board, view)
    edge = [(0, city) for city in ticket.starts]
    done: set[int] = set()
    while edge:
        trains, city = heapq.heappop(edge)
        if city in ticket.ends:
            assert view.viewer is not None
            return trains if trains <= view.players[view.viewer].trains else 255
        if city in done:
            continue
        done.add(city)
        for i, cost in usable.items():
            track = board.tracks[i]
            if city in (track.a, track.b):
                heapq.heappush(edge, (trains + cost, track.a + track.b - city))
    return 255


def check_the_only_way(board: bl.Board, view: bl.View, read: Mapping[str, Any]) -> None:
    """Where only one ticket is open, the marked tracks are its way, and the cards are for it."""
    open_tickets = [i for i, n in enumerate(read["ticket_trains"]) if 0 < n < 255]
    if len(open_tickets) != 1:
        return
    ticket = board.tickets[open_tickets[0]]
    marked = [i for i, n in enumerate(read["on_way"]) if n]
    joined = set(ticket.starts)
    usable = {*marked, *(i for i, cost in costs(board, view).items() if cost == 0)}
    while True:
        more = {
            city
            for i in usable
            for city in (board.tracks[i].a, board.tracks[i].b)
            if joined & {board.tracks[i].a, board.tracks[i].b}
        }
        if more <= joined:
            break
        joined |= more
    assert joined & set(ticket.ends)
    need = dict.fromkeys(COLOURS, 0)
    grey = 0
    for i in marked:
        colour = colour_of(view, board.tracks[i])
        if colour in need:
            need[colour] += board.tracks[i].length
        else:
            grey += board.tracks[i].length
    over = {colour: view.hand.get(colour, 0) - n for colour, n in need.items()}
    short = sum(max(0, -n) for n in over.values()) + max(0, grey - max(0, *over.values()))
    wanted = max(0, short - view.hand.get("locomotive", 0))
    assert read["ticket_cards"][open_tickets[0]] == wanted
