"""Actions: what a seat can decide, as a number, a typed move and a line of text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from branchline.board import CARDS, COLOURS, Board
from branchline.errors import BranchlineError
from branchline.game.codec import OneOf, Tagged, UnreadableError, tagged, told_as, untold
from branchline.plain import Json
from branchline.rules import state as st

Card = Annotated[str, OneOf(CARDS, "Card")]


class Move(Tagged):
    """What a seat decides; each kind is told by what it says to ``do``."""

    __slots__ = ()
    tag = "do"
    kinds: ClassVar[dict[str, type[Move]]] = {}


@tagged
class Draw(Move):
    """Take a card: the face-up one at a place, or (None) the top of the deck."""

    kind = "draw"
    place: int | None = told_as("from", none="deck")
    card: Card | None = untold(default=None)


@tagged
class DrawTickets(Move):
    """Look at the top tickets."""

    kind = "tickets"


@tagged
class Keep(Move):
    """Keep these of the offered tickets and return the others."""

    kind = "keep"
    tickets: tuple[str, ...]


@tagged
class Claim(Move):
    """Claim a track with so many locomotives and the rest in a colour."""

    kind = "claim"
    track: str
    colour: Card
    locomotives: int


@tagged
class Build(Move):
    """Lay a track piece of a colour on a bed."""

    kind = "build"
    track: str
    colour: Card


@tagged
class Settle(Move):
    """Choose the starting city."""

    kind = "settle"
    city: str


@tagged
class Mark(Move):
    """Put a marker in a city for a pair: so many locomotives and the rest in a colour."""

    kind = "mark"
    city: str
    colour: Card
    locomotives: int


@tagged
class NoMarker(Move):
    """Place no marker after a claim."""

    kind = "no marker"


@tagged
class MoveAlvin(Move):
    """Put Alvin in a city with one's own marker."""

    kind = "alvin"
    city: str


@tagged
class Stop(Move):
    """Draw no second card."""

    kind = "stop"


@tagged
class Lay(Move):
    """Lay a suit in the yard: cards of one colour, and locomotives on top."""

    kind = "lay"
    colour: Card
    cards: int
    locomotives: int


@tagged
class LayThree(Move):
    """Lay three cards of different colours, a row each."""

    kind = "lay three"
    colours: tuple[Card, ...]


@tagged
class Complete(Move):
    """Complete a ticket with cards from the track."""

    kind = "complete"
    ticket: str


@tagged
class CompleteBest(Move):
    """Complete the best set of tickets and be done."""

    kind = "complete best"


@tagged
class Done(Move):
    """Complete no more tickets."""

    kind = "done"


@tagged
class Pass(Move):
    """Do nothing, when nothing can be done."""

    kind = "pass"


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
    """All actions of a game by number, worded with the cards and tickets that lie open now."""

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

    def id_of(self, told: Json, offer: Sequence[int]) -> int:
        """Return the number of a move as it stands in a record, or say what is wrong with it."""
        try:
            move = Move.from_json(told)
        except UnreadableError:
            raise BranchlineError("problem.notAnAction") from None
        match move:
            case Draw(place=int(place)):
                if 0 <= place < st.MAX_FACE_UP:
                    return st.A_PLACE + place
                raise BranchlineError("problem.noPlace", place=place)
            case Keep(tickets=kept):
                offered = [self.board.tickets[t].id for t in offer]
                if tuple(t for t in offered if t in kept) != kept:
                    raise BranchlineError("problem.notOffered")
                return st.A_KEEP + sum(1 << offered.index(ticket) for ticket in kept)
            case LayThree(colours=colours) if "locomotive" in colours:
                raise BranchlineError("command.threeLocomotives")
        if move not in self.ids:
            raise BranchlineError("problem.noSuchAction", action=json.dumps(told))
        return self.ids[move]
