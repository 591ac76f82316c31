"""The table in lines: what a viewer knows, for the terminal and for environments."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.board import CARDS, Board
from branchline.game.actions import payment
from branchline.game.view import PlayerView, View
from branchline.text.catalogue import Said, text
from branchline.text.describe import cards, several
from branchline.text.narrate import Narrator


def _sorted(some: dict[str, int]) -> dict[str, int]:
    return {kind: some[kind] for kind in CARDS if kind in some}


def face_up(view: View) -> Said:
    """Return the face-up row and the deck."""
    row = [
        text(
            "terminal.place",
            place=place,
            card=text(f"words.card.{lying}") if lying else text("terminal.empty"),
        )
        for place, lying in enumerate(view.market, 1)
    ]
    return text("terminal.faceUp", row=row, deck=view.deck)


def discards(view: View) -> Said:
    """Return the discards, and how many tickets are left."""
    lying = cards(_sorted(view.discards)) or text("terminal.none")
    return text("terminal.discards", cards=lying, tickets=view.ticket_deck)


def hand(view: View) -> Said:
    """Return the viewer's cards."""
    return text("terminal.hand", cards=cards(_sorted(view.hand)) or text("terminal.noCards"))


def own_track(view: View) -> Iterator[Said]:
    """Yield the cards on the viewer's own track, where they may be seen (rule 35)."""
    if view.own_track is not None:
        there = cards(_sorted(view.own_track)) or text("terminal.noCards")
        yield text("terminal.track", cards=there)


def tickets(view: View, narrator: Narrator) -> Iterator[Said]:
    """Yield the viewer's tickets, each with whether it is completed."""
    done = set(view.tickets_done)
    for ticket in dict.fromkeys((*view.tickets, *view.tickets_done)):
        state = "done" if ticket in done else "open"
        yield text(f"terminal.ticket.{state}", ticket=narrator.tickets([ticket]))


def points(player: PlayerView) -> Said:
    """Return a seat's points, or that nobody else may know them."""
    if player.points is None:
        return text("table.points.unknown")
    return text("table.n.point", n=player.points)


def seat(player: PlayerView, who: str, board: Board) -> Said:
    """Return what everybody knows of a seat."""
    facts: list[str] = []
    if board.tracks:
        facts.append(text("terminal.n.train", n=player.trains))
    facts.append(points(player))
    facts.append(text("terminal.n.card", n=player.cards))
    if player.known:
        facts.append(text("terminal.amongThem", cards=cards(player.known)))
    facts.append(text("terminal.n.ticket", n=player.tickets))
    closed = player.completed_count - len(player.completed)
    if closed:
        facts.append(text("table.yard.closed", n=closed))
    return text("terminal.other", who=who, facts=facts)


def rows(player: PlayerView) -> str:
    """Return the rows of a seat's yard; nothing if it is empty."""
    return several(cards(payment(colour, n + k, k)) for colour, (n, k) in player.yard.items())


def standing(view: View, narrator: Narrator) -> Iterator[Said]:
    """Yield what stands in cities: the markers, and Alvin."""
    if view.markers:
        listed = [
            text("terminal.markerOf", city=narrator.city[city], who=narrator.names[owner])
            for city, owner in view.markers.items()
        ]
        yield text("terminal.markers", markers=listed)
    if view.alvin is not None:
        where = narrator.city[view.alvin]
        if view.alvin_holder is None:
            yield text("terminal.alvin.free", city=where)
        else:
            yield text("terminal.alvin", city=where, who=narrator.names[view.alvin_holder])


def built(view: View, narrator: Narrator) -> Iterator[Said]:
    """Yield the tracks with a piece on them."""
    if view.built:
        listed = [
            text("terminal.builtIn", track=narrator.label(t), colour=text(f"words.card.{colour}"))
            for t, colour in view.built.items()
        ]
        yield text("terminal.built", tracks=listed)


def routes(view: View, player: PlayerView, narrator: Narrator) -> Iterator[Said]:
    """Yield the routes of a seat."""
    listed = [narrator.label(t) for t, owner in view.owners.items() if owner == player.seat]
    if listed:
        yield text("terminal.routesOf", who=narrator.names[player.seat], routes=listed)
