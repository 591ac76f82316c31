"""Narration: events as sentences, as one seat may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.board import Board, Ticket
from branchline.game.actions import payment
from branchline.game.events import Event
from branchline.game.result import Result
from branchline.text.catalogue import (
    Said,
    Value,
    both,
    figure,
    in_language,
    is_text,
    languages,
    text,
)
from branchline.text.describe import cards, city, ends, several, track


class Narrator:
    """Tells what happened to one viewer, in whole sentences; secrets of others stay secret."""

    def __init__(self, board: Board, names: Sequence[str], viewer: int | None) -> None:
        self.board = board
        self.names = names
        self.viewer = viewer
        self.track = {t.id: t for t in board.tracks}
        self.ticket = {t.id: t for t in board.tickets}
        self.city = {c.id: city(c) for c in board.cities}

    def label(self, id: str) -> Said:
        """Return a track by its cities."""
        return track(self.board, self.track[id])

    def tickets(self, ids: Sequence[str]) -> str:
        """List tickets by their cities and points."""
        return several(self._ticket(self.ticket[t]) for t in ids)

    def _ticket(self, ticket: Ticket) -> Said:
        label = ends(self.board, ticket)
        if not ticket.cards:
            return text("words.ticket", ticket=label, points=ticket.points)
        asked = cards(ticket.cards)
        return text("story.ticket", ticket=label, points=ticket.points, cards=asked)

    def tell(self, event: Event) -> Said | None:
        """Return an event as a sentence, or None if there is nothing to say."""
        e = event.seen_by(self.viewer)
        match e["event"]:
            case "starts" | "chose" | "finished" | "passed":
                return self._of(e)
            case "scoring" | "over" | "swept":
                return text(f"story.{e['event']}")
            case "shuffled":
                return text("story.shuffled", n=e["deck_count"])
            case "gathered":
                return text("story.gathered", n=e["count"])
            case "dealt":
                return self._of(e, cards=_cards(e.get("cards"), e.get("cards_count")))
            case "turned up":
                return text("story.turnedUp", place=e["place"] + 1, card=_card(e["card"]))
            case "offered":
                if "tickets" in e:
                    return text("story.offered.you", tickets=self.tickets(e["tickets"]))
                return text("story.offered", who=self.names[e["seat"]], n=e["tickets_count"])
            case "kept":
                return self._kept(e)
            case "drew":
                return self._drew(e)
            case "claimed":
                return self._of(e, track=self.label(e["track"]), cards=cards(e["cards"]))
            case "scored":
                points = text("table.n.point", n=e["points"])
                if "city" in e:
                    return self._of(e, "scoredMarker", points=points, city=self.city[e["city"]])
                return self._of(e, points=points)
            case "built":
                return self._of(e, track=self.label(e["track"]), colour=_card(e["colour"]))
            case "cut off":
                return text("story.cutOff", tracks=[self.label(t) for t in e["tracks"]])
            case "settled" | "captured":
                return self._of(e, city=self.city[e["city"]])
            case "alvin moved":
                return self._of(e, "alvinMoved", city=self.city[e["city"]])
            case "marked":
                return self._of(e, city=self.city[e["city"]], cards=cards(e["cards"]))
            case "moved":
                # A log can be read again, the track cannot (rule 35): an open tale names them.
                moved = _cards(e["cards"] if self.viewer is None else None, len(e["cards"]))
                return self._of(e, n=len(e["cards"]), cards=moved)
            case "robbed":
                lost = payment(e["colour"], e["cards"] + e["locomotives"], e["locomotives"])
                return self._of(e, colour=_card(e["colour"]), cards=cards(lost))
            case "laid":
                rows = [
                    cards(payment(r["colour"], r["cards"] + r["locomotives"], r["locomotives"]))
                    for r in e["rows"]
                ]
                return self._of(e, rows=rows)
            case "completed":
                return self._of(e, ticket=self.tickets([e["ticket"]]), cards=cards(e["cards"]))
            case "last round":
                return text("story.lastRound", n=e["turns"], who=self.names[e["seat"]])
        return None

    def _of(self, e: dict[str, Any], name: str = "", /, **values: Value) -> Said:
        """Return the sentence on what somebody did, or you."""
        key = f"story.{name or e['event']}"
        if e["seat"] == self.viewer:
            return text(f"{key}.you", **values)
        return text(key, who=self.names[e["seat"]], **values)

    def _kept(self, e: dict[str, Any]) -> Said:
        if "tickets" not in e:
            kept, returned = e["tickets_count"], e["returned_count"]
            return text("story.keptSome", who=self.names[e["seat"]], n=kept, returned=returned)
        kept = self.tickets(e["tickets"]) or text("story.none")
        if not e["returned"]:
            return self._of(e, "kept", tickets=kept)
        return self._of(e, "keptOf", tickets=kept, returned=self.tickets(e["returned"]))

    def _drew(self, e: dict[str, Any]) -> Said:
        card = text(f"story.one.{e.get('card', 'card')}")
        if e["from"] == "deck":
            return self._of(e, "drewDeck", card=card)
        return self._of(e, "drew", card=card, place=e["from"] + 1)

    def tell_result(self, result: Result) -> list[Said]:
        """Return the final score, a line for each thing worth knowing."""
        lines = []
        for s in sorted(result.seats, key=lambda s: s.rank):
            parts: list[str] = []
            if self.board.tracks:
                parts.append(text("story.score.routes", points=s.routes))
            parts.append(text("story.score.tickets", points=figure(s.ticket_points, "+d")))
            for name, points in s.bonuses.items():
                parts.append(text("story.score.bonus", name=self._bonus(name), points=points))
            name = self.names[s.seat]
            lines.append(text("story.score", rank=s.rank, who=name, n=s.total, parts=parts))
            for t in sorted(s.tickets, key=lambda t: not t.done):
                label = ends(self.board, self.ticket[t.ticket])
                state = "done" if t.done else "failed"
                lines.append(text(f"story.score.{state}", ticket=label, points=t.points))
            if s.longest_path:
                spaces = text("table.n.space", n=s.longest_path)
                lines.append(text("story.score.longest", spaces=spaces))
        names = [self.names[w] for w in result.winners]
        how = result.decided_by.replace(" ", "_")
        if len(names) == 1 and names[0] in {in_language(text("story.you"), x) for x in languages()}:
            lines.append(text(f"story.youWin.{how}"))
        else:
            lines.append(text(f"story.wins.{how}", n=len(names), names=both(names)))
        return lines

    def _bonus(self, name: str) -> str:
        key = f"story.bonus.{name.replace(' ', '_')}"
        return text(key) if is_text(key) else self.city.get(name, name)


def _card(kind: str) -> Said:
    return text(f"words.card.{kind}")


def _cards(kinds: Sequence[str] | None, count: int | None) -> str:
    if kinds is None:
        return text("terminal.n.card", n=count or 0)
    return cards({kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})
