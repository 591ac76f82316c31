"""Narration: events as sentences, as one seat may see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.actions import payment, set_of_cards
from branchline.board import Board, Ticket
from branchline.events import Event
from branchline.result import Result


def some(n: int, thing: str) -> str:
    """Return a number of things, in the plural where it is one."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def _one(card: str) -> str:
    return f"a {card}" if card in ("card", "locomotive") else card


class Narrator:
    """Tells what happened to one viewer, in whole sentences; secrets of others stay secret."""

    def __init__(self, board: Board, names: Sequence[str], viewer: int | None) -> None:
        self.board = board
        self.names = names
        self.viewer = viewer
        self.track = {t.id: t for t in board.tracks}
        self.ticket = {t.id: t for t in board.tickets}
        self.city = {c.id: c.name for c in board.cities}

    def who(self, seat: int) -> str:
        """Return the name a viewer reads."""
        return "You" if seat == self.viewer else self.names[seat]

    def tickets(self, ids: Sequence[str]) -> str:
        """List tickets by their cities and points."""
        return ", ".join(self._ticket(self.ticket[t]) for t in ids)

    def _ticket(self, ticket: Ticket) -> str:
        cards = f": {set_of_cards(ticket.cards)}" if ticket.cards else ""
        return f"{ticket.label} ({ticket.points}{cards})"

    def tell(self, event: Event) -> str | None:
        """Return an event as a sentence, or None if there is nothing to say."""
        e = event.seen_by(self.viewer)
        who = self.who(e["seat"]) if "seat" in e else ""
        are = "are" if who == "You" else "is"
        have = "have" if who == "You" else "has"
        match e["event"]:
            case "starts":
                return f"{who} {'start' if who == 'You' else 'starts'} the game."
            case "shuffled":
                return f"The deck is shuffled: {some(e['deck_count'], 'card')}."
            case "dealt":
                cards = self._cards(e.get("cards"), e.get("cards_count"))
                return f"{who} {are} dealt {cards}."
            case "turned up":
                return f"Place {e['place'] + 1}: {e['card']}."
            case "swept":
                return "Three locomotives lie face up: the row is discarded and dealt anew."
            case "offered":
                if "tickets" in e:
                    return f"You look at {self.tickets(e['tickets'])}."
                return (
                    f"{who} {'look' if who == 'You' else 'looks'} at {e['tickets_count']} tickets."
                )
            case "chose":
                return f"{who} {have} chosen the first tickets."
            case "kept":
                return self._kept(e, who)
            case "drew":
                return self._drew(e, who)
            case "claimed":
                label = self.track[e["track"]].label
                return f"{who} claimed {label} for {set_of_cards(e['cards'])}."
            case "scored":
                city = f" for the marker in {self.city[e['city']]}" if "city" in e else ""
                return f"{who} scored {some(e['points'], 'point')}{city}."
            case "built":
                return f"{who} built {self.track[e['track']].label} in {e['colour']}."
            case "cut off":
                labels = ", ".join(self.track[t].label for t in e["tracks"])
                return f"That cuts off {labels}."
            case "settled":
                return f"{who} {'start' if who == 'You' else 'starts'} in {self.city[e['city']]}."
            case "marked":
                place = self.city[e["city"]]
                return f"{who} put a marker in {place} for {set_of_cards(e['cards'])}."
            case "captured":
                return f"{who} captured Alvin in {self.city[e['city']]}!"
            case "alvin moved":
                return f"{who} took Alvin to {self.city[e['city']]}."
            case "moved":
                whose = "your" if who == "You" else f"{who}'s"
                # A log can be read again, the track cannot (rule 35): an open tale names them.
                if self.viewer is None:
                    return f"{self._cards(e['cards'], None)} moved to {whose} track."
                return f"{some(len(e['cards']), 'card')} moved to {whose} track."
            case "robbed":
                lost = payment(e["colour"], e["cards"] + e["locomotives"], e["locomotives"])
                return f"{who} lost the {e['colour']} row: {set_of_cards(lost)}."
            case "laid":
                rows = [
                    payment(r["colour"], r["cards"] + r["locomotives"], r["locomotives"])
                    for r in e["rows"]
                ]
                return f"{who} laid {', '.join(set_of_cards(row) for row in rows)}."
            case "scoring":
                return "The last round is over: tickets are completed."
            case "completed":
                ticket = self.tickets([e["ticket"]])
                return f"{who} completed {ticket} with {set_of_cards(e['cards'])}."
            case "finished":
                return f"{who} {have} completed all there is to complete."
            case "gathered":
                return f"All cards but the hands are shuffled anew: {some(e['count'], 'card')}."
            case "passed":
                return f"{who} passed."
            case "last round":
                return (
                    f"The last round begins: {e['turns']} turns left, {self.names[e['seat']]} last."
                )
            case "over":
                return "The game is over."
        return None

    def _cards(self, cards: Sequence[str] | None, count: int | None) -> str:
        if cards is None:
            return some(count or 0, "card")
        return set_of_cards({card: cards.count(card) for card in dict.fromkeys(cards)})

    def _kept(self, e: dict[str, Any], who: str) -> str:
        if "tickets" not in e:
            return f"{who} kept {e['tickets_count']} and returned {e['returned_count']}."
        returned = f" and returned {self.tickets(e['returned'])}" if e["returned"] else ""
        return f"{who} kept {self.tickets(e['tickets']) or 'none'}{returned}."

    def _drew(self, e: dict[str, Any], who: str) -> str:
        if e["from"] != "deck":
            return f"{who} drew {_one(e['card'])} from place {e['from'] + 1}."
        return f"{who} drew {_one(e.get('card', 'card'))} from the deck."

    def tell_result(self, result: Result) -> list[str]:
        """Return the final score, a line for each thing worth knowing."""
        lines = []
        for s in sorted(result.seats, key=lambda s: s.rank):
            routes = f"routes {s.routes}, " if self.board.tracks else ""
            bonuses = "".join(
                f", {self.city.get(name, name)} {points}" for name, points in s.bonuses.items()
            )
            lines.append(
                f"{s.rank}. {self.names[s.seat]}: {s.total} points"
                f" ({routes}tickets {s.ticket_points:+d}{bonuses})"
            )
            for t in sorted(s.tickets, key=lambda t: not t.done):
                mark = "done  " if t.done else "failed"
                sign = "+" if t.done else "-"
                lines.append(f"   {mark} {self.ticket[t.ticket].label} {sign}{t.points}")
            if s.longest_path:
                lines.append(f"   longest path: {some(s.longest_path, 'space')}")
        winners = " and ".join(self.names[w] for w in result.winners)
        win = "wins" if len(result.winners) == 1 and winners != "You" else "win"
        how = {
            "points": "",
            "tickets": ", ahead by completed tickets",
            "longest path": ", ahead by the longest path",
            "bonuses": ", ahead by bonuses",
            "shared": " together: nothing separates them",
        }[result.decided_by]
        lines.append(f"{winners} {win}{how}.")
        return lines
