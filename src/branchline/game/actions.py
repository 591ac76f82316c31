"""Actions: what a seat can decide, as a number, a typed move and a line of text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from branchline.board import CARDS, COLOURS, Board
from branchline.errors import BranchlineError
from branchline.rules import state as st


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a card: the face-up one at a place, or (None) the top of the deck."""

    place: int | None
    card: str | None = field(default=None, compare=False)

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "draw", "from": "deck" if self.place is None else self.place}


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Look at the top tickets."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "tickets"}


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep these of the offered tickets and return the others."""

    tickets: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "keep", "tickets": list(self.tickets)}


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a track with so many locomotives and the rest in a colour."""

    track: str
    colour: str
    locomotives: int

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {
            "do": "claim",
            "track": self.track,
            "colour": self.colour,
            "locomotives": self.locomotives,
        }


@dataclass(frozen=True, slots=True)
class Build:
    """Lay a track piece of a colour on a bed."""

    track: str
    colour: str

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "build", "track": self.track, "colour": self.colour}


@dataclass(frozen=True, slots=True)
class Settle:
    """Choose the starting city."""

    city: str

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "settle", "city": self.city}


@dataclass(frozen=True, slots=True)
class Mark:
    """Put a marker in a city for a pair: so many locomotives and the rest in a colour."""

    city: str
    colour: str
    locomotives: int

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {
            "do": "mark",
            "city": self.city,
            "colour": self.colour,
            "locomotives": self.locomotives,
        }


@dataclass(frozen=True, slots=True)
class NoMarker:
    """Place no marker after a claim."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "no marker"}


@dataclass(frozen=True, slots=True)
class MoveAlvin:
    """Put Alvin in a city with one's own marker."""

    city: str

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "alvin", "city": self.city}


@dataclass(frozen=True, slots=True)
class Stop:
    """Draw no second card."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "stop"}


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a suit in the yard: cards of one colour, and locomotives on top."""

    colour: str
    cards: int
    locomotives: int

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {
            "do": "lay",
            "colour": self.colour,
            "cards": self.cards,
            "locomotives": self.locomotives,
        }


@dataclass(frozen=True, slots=True)
class LayThree:
    """Lay three cards of different colours, a row each."""

    colours: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "lay three", "colours": list(self.colours)}


@dataclass(frozen=True, slots=True)
class Complete:
    """Complete a ticket with cards from the track."""

    ticket: str

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "complete", "ticket": self.ticket}


@dataclass(frozen=True, slots=True)
class CompleteBest:
    """Complete the best set of tickets and be done."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "complete best"}


@dataclass(frozen=True, slots=True)
class Done:
    """Complete no more tickets."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "done"}


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, when nothing can be done."""

    def to_json(self) -> dict[str, Any]:
        """Return the move as it stands in a record."""
        return {"do": "pass"}


Move: TypeAlias = (
    Draw
    | DrawTickets
    | Keep
    | Claim
    | Build
    | Settle
    | Mark
    | NoMarker
    | MoveAlvin
    | Stop
    | Lay
    | LayThree
    | Complete
    | CompleteBest
    | Done
    | Pass
)


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a game: its number, what it does, and how it reads."""

    id: int
    move: Move
    text: str

    def __str__(self) -> str:
        return self.text


def set_of_cards(cards: dict[str, int]) -> str:
    """Say a set of cards in words.

    >>> set_of_cards({"purple": 3, "locomotive": 1})
    '3 purple, 1 locomotive'
    """
    words = []
    for card, n in cards.items():
        plural = "s" if card == "locomotive" and n > 1 else ""
        words.append(f"{n} {card}{plural}")
    return ", ".join(words)


def payment(colour: str, length: int, locomotives: int) -> dict[str, int]:
    """Return how many cards of each kind a claim costs."""
    cards = {}
    if locomotives < length:
        cards[colour] = length - locomotives
    if locomotives:
        cards["locomotive"] = locomotives
    return cards


class Catalogue:
    """All actions of a game by number, as they read with what lies open now."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.by_place = [
            [
                Action(st.A_PLACE + place, Draw(place, card), f"draw {card} (place {place + 1})")
                for card in CARDS
            ]
            for place in range(st.MAX_FACE_UP)
        ]
        record = board.record[0]
        self.fixed: list[Action | None] = [None] * board.n_actions
        self.fixed[st.A_DECK] = Action(st.A_DECK, Draw(None), "draw from the deck")
        self.fixed[st.A_TICKETS] = Action(st.A_TICKETS, DrawTickets(), "draw tickets")
        self.fixed[st.A_PASS] = Action(st.A_PASS, Pass(), "pass")
        self.fixed[st.A_NO_MARKER] = Action(st.A_NO_MARKER, NoMarker(), "no marker")
        self.fixed[st.A_STOP] = Action(st.A_STOP, Stop(), "stop drawing")
        self.fixed[st.A_BEST] = Action(st.A_BEST, CompleteBest(), "complete the best set")
        self.fixed[st.A_DONE] = Action(st.A_DONE, Done(), "done")
        self.ids: dict[Move, int] = {}
        """The numbers of the moves that read the same at any time."""
        self.claims: dict[str, list[int]] = {t.id: [] for t in board.tracks}
        """The numbers of the claims of each track."""
        kinds, whats, colours, locomotives = (
            record[f"action_{name}"].tolist() for name in ("kind", "what", "colour", "locomotives")
        )
        for id in range(st.A_BOARD, board.n_actions):
            move, text = self._of_board(kinds[id], whats[id], CARDS[colours[id]], locomotives[id])
            self.fixed[id] = Action(id, move, text)
            if isinstance(move, Claim):
                self.claims[move.track].append(id)
        for action in self.fixed:
            if action is not None:
                self.ids[action.move] = action.id

    def _of_board(self, kind: int, what: int, colour: str, locomotives: int) -> tuple[Move, str]:
        """Return the move and the text of an action that depends on the board."""
        if kind == st.K_CLAIM:
            track = self.board.tracks[what]
            cards = set_of_cards(payment(colour, track.length, locomotives))
            return Claim(track.id, colour, locomotives), f"claim {track.label}: {cards}"
        if kind == st.K_BUILD:
            track = self.board.tracks[what]
            return Build(track.id, colour), f"build {track.label}: {colour}"
        if kind == st.K_LAY:
            cards = set_of_cards(payment(colour, what + locomotives, locomotives))
            return Lay(colour, what, locomotives), f"lay {cards}"
        if kind == st.K_LAY_THREE:
            three = tuple(c for i, c in enumerate(COLOURS) if what >> i & 1)
            return LayThree(three), f"lay {', '.join(three)}"
        if kind == st.K_COMPLETE:
            ticket = self.board.tickets[what]
            return Complete(ticket.id), f"complete {ticket.label} ({ticket.points})"
        city = self.board.cities[what]
        if kind == st.K_HOME:
            return Settle(city.id), f"start in {city.name}"
        if kind == st.K_MARK:
            cards = set_of_cards(payment(colour, 2, locomotives))
            return Mark(city.id, colour, locomotives), f"mark {city.name}: {cards}"
        assert kind == st.K_ALVIN
        return MoveAlvin(city.id), f"move Alvin to {city.name}"

    def of(self, id: int, market: Sequence[int], offer: Sequence[int]) -> Action:
        """Return an action as it reads with these cards face up and these tickets offered."""
        fixed = self.fixed[id]
        if fixed is not None:
            return fixed
        if id < st.A_KEEP:
            place = id - st.A_PLACE
            if market[place] >= 0:
                return self.by_place[place][market[place]]
            return Action(id, Draw(place), f"draw from place {place + 1}")
        mask = id - st.A_KEEP
        kept = [self.board.tickets[t] for i, t in enumerate(offer) if mask >> i & 1]
        if mask >> len(offer):
            text = "keep tickets that are not offered"
        else:
            text = "keep " + (", ".join(f"{t.label} ({t.points})" for t in kept) or "none")
        return Action(id, Keep(tuple(t.id for t in kept)), text)

    def all_of(
        self, ids: Sequence[int], market: Sequence[int], offer: Sequence[int]
    ) -> list[Action]:
        """Return several actions as they read now."""
        fixed = self.fixed
        return [fixed[id] or self.of(id, market, offer) for id in ids]

    def id_of(self, move: dict[str, Any], offer: Sequence[int]) -> int:
        """Return the number of a move as it stands in a record, or say what is wrong with it."""
        match move:
            case {"do": "draw", "from": "deck", **rest} if not rest:
                return st.A_DECK
            case {"do": "draw", "from": int(place), **rest} if not rest:
                if type(place) is int and 0 <= place < st.MAX_FACE_UP:
                    return st.A_PLACE + place
                raise BranchlineError("problem.noPlace", place=place)
            case {"do": "tickets", **rest} if not rest:
                return st.A_TICKETS
            case {"do": "pass", **rest} if not rest:
                return st.A_PASS
            case {"do": "keep", "tickets": list(kept), **rest} if not rest:
                offered = [self.board.tickets[t].id for t in offer]
                mask = sum(1 << i for i, ticket in enumerate(offered) if ticket in kept)
                if [t for t in offered if t in kept] != kept:
                    raise BranchlineError("problem.notOffered")
                return st.A_KEEP + mask
            case {"do": "claim", "track": str(track), "colour": str(c), "locomotives": int(k), **r}:
                return self._known(Claim(track, c, k), r)
            case {"do": "build", "track": str(track), "colour": str(c), **r}:
                return self._known(Build(track, c), r)
            case {"do": "settle", "city": str(city), **r}:
                return self._known(Settle(city), r)
            case {"do": "mark", "city": str(city), "colour": str(c), "locomotives": int(k), **r}:
                return self._known(Mark(city, c, k), r)
            case {"do": "alvin", "city": str(city), **r}:
                return self._known(MoveAlvin(city), r)
            case {"do": "no marker", **r}:
                return self._known(NoMarker(), r)
            case {"do": "stop", **r}:
                return self._known(Stop(), r)
            case {"do": "lay", "colour": str(c), "cards": int(n), "locomotives": int(k), **r}:
                return self._known(Lay(c, n, k), r)
            case {"do": "lay three", "colours": [str(c), str(d), str(e)], **r}:
                if "locomotive" in (c, d, e):
                    raise BranchlineError("command.threeLocomotives")
                return self._known(LayThree((c, d, e)), r)
            case {"do": "complete", "ticket": str(ticket), **r}:
                return self._known(Complete(ticket), r)
            case {"do": "complete best", **r}:
                return self._known(CompleteBest(), r)
            case {"do": "done", **r}:
                return self._known(Done(), r)
        raise BranchlineError("problem.notAnAction")

    def _known(self, move: Move, surplus: dict[Any, Any]) -> int:
        """Return the number of a move that reads the same at any time."""
        exact = all(type(getattr(move, f.name)) is not bool for f in fields(move))
        if surplus or not exact or move not in self.ids:
            raise BranchlineError("problem.noSuchAction", action=json.dumps(move.to_json()))
        return self.ids[move]
