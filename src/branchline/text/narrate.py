"""Narration: events as sentences, as one seat may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from branchline.board import Board, Ticket
from branchline.game.actions import payment
from branchline.game.events import Event
from branchline.game.result import Result
from branchline.plain import Json
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

    def tell_all(self, events: Iterable[Event]) -> list[Said]:
        """Return what came of a decision, cause before effect: a row is lost to cards laid."""
        order = list(events)
        laid = next((i for i, event in enumerate(order) if event.kind == "laid"), 0)
        lost = [event for event in order[:laid] if event.kind == "robbed"]
        rest = [event for event in order[:laid] if event.kind != "robbed"]
        order = [*rest, *order[laid : laid + 1], *lost, *order[laid + 1 :]]
        return [line for event in order if (line := self.tell(event)) is not None]

    def tell(self, event: Event) -> Said | None:
        """Return an event as a sentence, or None if there is nothing to say."""
        e = event.seen_by(self.viewer)
        key = f"event.{event.kind}"
        match e:
            case {"event": "starts" | "chose" | "finished" | "passed"}:
                return self._of(e, key)
            case {"event": "scoring" | "over" | "swept"}:
                return _line(text(key))
            case {"event": "shuffled", "deck_count": n} | {"event": "gathered", "count": n}:
                return _line(text(key, n=n))
            case {"event": "dealt"}:
                return self._of(e, key, cards=_cards(e.get("cards"), e.get("cards_count")))
            case {"event": "turned up", "place": place, "card": card}:
                return _line(text(key, place=place + 1, card=_card(card)))
            case {"event": "offered", "tickets": tickets}:
                return self._of(e, f"{key}.tickets", tickets=self.tickets(tickets))
            case {"event": "offered", "tickets_count": n}:
                return self._of(e, key, n=n)
            case {"event": "kept", "tickets": kept, "returned": returned}:
                tickets = self.tickets(kept) or text("terminal.none")
                if not returned:
                    return self._of(e, key, tickets=tickets)
                put_back = self.tickets(returned)
                return self._of(e, f"{key}.returned", tickets=tickets, returned=put_back)
            case {"event": "kept", "tickets_count": n, "returned_count": returned}:
                if not returned:
                    return self._of(e, f"{key}.all", n=n)
                return self._of(e, f"{key}.some", n=n, returned=returned)
            case {"event": "drew", "from": "deck"}:
                return self._of(e, "event.drew.deck.cards", card=_one(e.get("card", "card")))
            case {"event": "drew", "from": place, "card": card}:
                return self._of(e, f"{key}.cards", card=_one(card), place=place + 1)
            case {"event": "claimed", "track": track, "cards": paid}:
                return self._of(e, f"{key}.cards", track=self.label(track), cards=cards(paid))
            case {"event": "scored", "why": "tickets"}:
                return None  # the completed ticket is told with its points
            case {"event": "scored", "points": n, "city": city}:
                points = text("table.n.point", n=n)
                return self._of(e, f"{key}.points.marker", points=points, city=self.city[city])
            case {"event": "scored", "points": n}:
                return self._of(e, f"{key}.points", points=text("table.n.point", n=n))
            case {"event": "built", "track": track, "colour": colour}:
                return self._of(e, key, track=self.label(track), colour=_card(colour))
            case {"event": "cut off", "tracks": tracks}:
                return _line(text(key, tracks=[self.label(track) for track in tracks]))
            case {"event": "marked", "city": city, "cards": paid}:
                return self._of(e, f"{key}.cards", city=self.city[city], cards=cards(paid))
            case {"city": city}:
                return self._of(e, key, city=self.city[city])
            case {"event": "moved", "cards": moved} if self.viewer is None:
                # A log can be read again, the track cannot (rule 35): only an open tale names them.
                return self._of(e, f"{key}.cards", cards=_cards(moved, None))
            case {"event": "moved", "cards": moved}:
                return self._of(e, key, n=len(moved))
            case {"event": "robbed", "colour": colour}:
                return self._of(e, f"{key}.cards", colour=_card(colour), cards=_row(e))
            case {"event": "laid", "rows": rows}:
                return self._of(e, f"{key}.cards", rows=[_row(row) for row in rows])
            case {"event": "completed", "ticket": ticket, "cards": paid}:
                done = self.tickets([ticket])
                return self._of(e, f"{key}.cards", ticket=done, cards=cards(paid))
            case {"event": "completed"}:
                return self._of(e, f"{key}.closed")
            case {"event": "last round", "turns": n, "seat": seat}:
                return _line(text(key, n=n, who=self.names[seat]))
        return None

    def _of(self, e: Json, key: str, **values: Value) -> Said:
        """Return the sentence on what somebody did, or you."""
        line = "event.cry.who" if e["event"] == "captured" else "event.line.who"
        if e["seat"] == self.viewer:
            return text(f"{line}.you", what=text(f"{key}.you", **values))
        return text(line, who=self.names[e["seat"]], what=text(key, **values))

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
        how = result.decided_by
        if len(names) == 1 and names[0] in {in_language(text("story.you"), x) for x in languages()}:
            lines.append(text(f"story.youWin.{how}"))
        elif len(names) == 1:
            lines.append(text(f"table.final.win.{how}", names=names[0]))
        else:
            lines.append(text(f"table.final.share.{how}", names=both(names)))
        return lines

    def _bonus(self, name: str) -> str:
        key = f"table.bonus.{name}"
        return text(key) if is_text(key) else self.city.get(name, name)


def _line(what: Said) -> Said:
    return text("event.line", what=what)


def _one(kind: str) -> Said:
    return text(f"story.one.{kind}")


def _row(row: Json) -> str:
    """Return the cards of a row."""
    all_cards = row["cards"] + row["locomotives"]
    return cards(payment(row["colour"], all_cards, row["locomotives"]))


def _card(kind: str) -> Said:
    return text(f"words.card.{kind}")


def _cards(kinds: Sequence[str] | None, count: int | None) -> str:
    if kinds is None:
        return text("terminal.n.card", n=count or 0)
    return cards({kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})
