"""Events: what came of an action, and who may see what of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from branchline.board import CARDS, Board, Track
from branchline.game.actions import payment
from branchline.rules import state as st


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at the table.

    ``to_json()`` tells it all, for a record; ``seen_by(seat)`` only what that seat may know
    (None: a spectator).
    """

    kind: ClassVar[str]

    def facts(self) -> dict[str, Any]:
        """Return all the facts of the event, secrets too."""
        names: tuple[str, ...] = self.__slots__
        return {name: getattr(self, name) for name in names}

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Return what a viewer gets in place of facts it may not see; {} if it may see all."""
        return {}

    def to_json(self) -> dict[str, Any]:
        """Return the event with all its facts."""
        return {"event": self.kind, **self.facts()}

    def seen_by(self, viewer: int | None) -> dict[str, Any]:
        """Return the event as a seat may see it, or a spectator (None)."""
        facts = self.to_json()
        for name, instead in self.hidden(viewer).items():
            del facts[name]
            if instead is not None:
                facts[f"{name}_count"] = instead
        return facts


@dataclass(frozen=True, slots=True)
class Starts(Event):
    """A seat was drawn, or set, to start."""

    kind = "starts"
    seat: int


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """Cards were shuffled into a new draw pile; top card first. Nobody sees their order."""

    kind = "shuffled"
    deck: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the order."""
        return {"deck": len(self.deck)}


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat was dealt cards."""

    kind = "dealt"
    seat: int
    cards: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the cards from the others."""
        return {} if viewer == self.seat else {"cards": len(self.cards)}


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A face-up place was filled."""

    kind = "turned up"
    place: int
    card: str


@dataclass(frozen=True, slots=True)
class Swept(Event):
    """The face-up row was discarded for its locomotives."""

    kind = "swept"
    cards: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class TicketsShuffled(Event):
    """The tickets were shuffled; top one first. Nobody sees their order."""

    kind = "tickets shuffled"
    deck: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the order."""
        return {"deck": len(self.deck)}


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A seat looks at tickets."""

    kind = "offered"
    seat: int
    tickets: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the tickets from the others."""
        return {} if viewer == self.seat else {"tickets": len(self.tickets)}


@dataclass(frozen=True, slots=True)
class Chose(Event):
    """A seat has chosen its first tickets; how many stays secret until all have."""

    kind = "chose"
    seat: int


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """A seat kept tickets and put others under the deck."""

    kind = "kept"
    seat: int
    tickets: tuple[str, ...]
    returned: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the tickets from the others, not their number."""
        if viewer == self.seat:
            return {}
        return {"tickets": len(self.tickets), "returned": len(self.returned)}


@dataclass(frozen=True, slots=True)
class PutUnder(Event):
    """The first returned tickets of all seats were shuffled and put under the deck."""

    kind = "put under"
    tickets: tuple[str, ...]

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide the order."""
        return {"tickets": len(self.tickets)}


@dataclass(frozen=True, slots=True)
class Turn(Event):
    """A turn begins."""

    kind = "turn"
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat took a card: from a face-up place, for all to see, or (None) from the deck."""

    kind = "drew"
    seat: int
    place: int | None
    card: str

    def facts(self) -> dict[str, Any]:
        """Name the place as a record does."""
        source = "deck" if self.place is None else self.place
        return {"seat": self.seat, "from": source, "card": self.card}

    def hidden(self, viewer: int | None) -> dict[str, Any]:
        """Hide a card from the deck from the others."""
        return {"card": None} if self.place is None and viewer != self.seat else {}


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat claimed a track and paid these cards."""

    kind = "claimed"
    seat: int
    track: str
    cards: dict[str, int]


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A seat laid a track piece on a bed."""

    kind = "built"
    seat: int
    track: str
    colour: str


@dataclass(frozen=True, slots=True)
class PieceReturned(Event):
    """The piece of a claimed track went back to the supply."""

    kind = "piece returned"
    track: str
    colour: str


@dataclass(frozen=True, slots=True)
class CutOff(Event):
    """Tracks were cut off by one that crosses them."""

    kind = "cut off"
    tracks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points went to a seat: for a route, for a marker in a city at its end, or for a capture."""

    kind = "scored"
    seat: int
    points: int
    why: str
    track: str | None = None
    city: str | None = None

    def facts(self) -> dict[str, Any]:
        """Name a track only where a route scores, a city only where a marker does."""
        facts: dict[str, Any] = {"seat": self.seat, "points": self.points, "why": self.why}
        if self.track is not None:
            facts["track"] = self.track
        if self.city is not None:
            facts["city"] = self.city
        return facts


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A seat chose its starting city."""

    kind = "settled"
    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A seat placed a marker and paid these cards."""

    kind = "marked"
    seat: int
    city: str
    cards: dict[str, int]


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A seat captured Alvin in a city."""

    kind = "captured"
    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class AlvinMoved(Event):
    """A seat put Alvin in one of its cities."""

    kind = "alvin moved"
    seat: int
    city: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Cards moved from a seat's yard to its track, for all to see; after that they are hidden."""

    kind = "moved"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Robbed(Event):
    """A seat lost a row of its yard."""

    kind = "robbed"
    seat: int
    colour: str
    cards: int
    locomotives: int


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat laid rows in its yard: colour, cards of it, locomotives on top."""

    kind = "laid"
    seat: int
    rows: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Scoring(Event):
    """A last round is over: tickets are completed, after the first or the second pile."""

    kind = "scoring"
    pile: int

    def facts(self) -> dict[str, Any]:
        """Name the pile as a record does."""
        return {"pass": self.pile}


@dataclass(frozen=True, slots=True)
class Completed(Event):
    """A seat completed a ticket with cards from its track, which it shows."""

    kind = "completed"
    seat: int
    ticket: str
    cards: dict[str, int]


@dataclass(frozen=True, slots=True)
class Finished(Event):
    """A seat completes no more tickets."""

    kind = "finished"
    seat: int


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """All cards but those in the hands were gathered for a second pile."""

    kind = "gathered"
    count: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed."""

    kind = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class LastRound(Event):
    """A seat set off the last round; so many turns are left."""

    kind = "last round"
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class Over(Event):
    """The game has ended."""

    kind = "over"
    why: str


_WHY_OVER = ("last round", "all passed")
_WHY_SCORED = ("route", "marker", "marker", "capture", "tickets")


def read_log(board: Board, log: Sequence[int], seat: int) -> list[Event]:
    """Turn the numbers the rules wrote into events; seat is the one that acted."""
    events: list[Event] = []
    n = len(log)
    at = 0
    track: Track | None = None
    while at < n:
        kind, a, b, c = log[at : at + 4]
        end = at + 4
        match kind:
            case st.O_DREW:
                events.append(Drew(a, b if b >= 0 else None, CARDS[c]))
            case st.O_TURNED_UP:
                events.append(TurnedUp(a, CARDS[b]))
            case st.O_TURN:
                events.append(Turn(a, b))
            case st.O_CLAIMED:
                track = board.tracks[a]
                events.append(Claimed(seat, track.id, payment(CARDS[b], track.length, c)))
            case st.O_SCORED:
                city = None
                if track is not None and c in (st.WHY_MARKER_A, st.WHY_MARKER_B):
                    city = board.cities[track.a if c == st.WHY_MARKER_A else track.b].id
                scored = Scored(a, b, _WHY_SCORED[c], track.id if track else None, city)
                events.append(scored)
            case st.O_BUILT:
                events.append(Built(a, board.tracks[b].id, CARDS[c]))
            case st.O_PIECE_BACK:
                events.append(PieceReturned(board.tracks[a].id, CARDS[b]))
            case st.O_CUT:
                end = _end_of_run(log, at, same_seat=False)
                events.append(CutOff(tuple(board.tracks[t].id for t in log[at + 1 : end : 4])))
            case st.O_HOME:
                events.append(Settled(a, board.cities[b].id))
            case st.O_MARKED:
                events.append(Marked(seat, board.cities[a].id, payment(CARDS[b], 2, c)))
            case st.O_CAPTURED:
                events.append(Captured(a, board.cities[b].id))
            case st.O_ALVIN_MOVED:
                events.append(AlvinMoved(a, board.cities[b].id))
            case st.O_MOVED:
                end = _end_of_run(log, at, same_seat=True)
                events.append(Moved(a, tuple(CARDS[card] for card in log[at + 2 : end : 4])))
            case st.O_ROBBED:
                events.append(Robbed(a, CARDS[b], c // 100, c % 100))
            case st.O_LAID:
                end = _end_of_run(log, at, same_seat=False)
                events.append(
                    Laid(seat, tuple(_row(*log[i + 1 : i + 4]) for i in range(at, end, 4)))
                )
            case st.O_SCORING:
                events.append(Scoring(a))
            case st.O_COMPLETED:
                while end < n and log[end] == st.O_TAKEN:
                    end += 4
                taken = {CARDS[log[i + 1]]: log[i + 2] for i in range(at + 4, end, 4)}
                events.append(Completed(a, board.tickets[b].id, taken))
            case st.O_FINISHED:
                events.append(Finished(a))
            case st.O_GATHERED:
                events.append(Gathered(a))
            case st.O_KEPT | st.O_RETURNED:
                kept: list[str] = []
                returned: list[str] = []
                end = at
                while end < n and log[end] in (st.O_KEPT, st.O_RETURNED) and log[end + 1] == a:
                    pile = kept if log[end] == st.O_KEPT else returned
                    pile.append(board.tickets[log[end + 2]].id)
                    end += 4
                events.append(Kept(a, tuple(kept), tuple(returned)))
            case st.O_OFFERED | st.O_DEALT:
                end = _end_of_run(log, at, same_seat=True)
                things = log[at + 2 : end : 4]
                if kind == st.O_DEALT:
                    events.append(Dealt(a, tuple(CARDS[card] for card in things)))
                else:
                    events.append(Offered(a, tuple(board.tickets[t].id for t in things)))
            case st.O_SHUFFLED | st.O_SWEPT | st.O_TICKETS_SHUFFLED | st.O_UNDER:
                end = _end_of_run(log, at, same_seat=False)
                things = log[at + 1 : end : 4]
                if kind == st.O_SHUFFLED:
                    events.append(Shuffled(tuple(CARDS[card] for card in things)))
                elif kind == st.O_SWEPT:
                    events.append(Swept(tuple(CARDS[x] if x >= 0 else None for x in things)))
                else:
                    tickets = tuple(board.tickets[t].id for t in things)
                    under = kind == st.O_UNDER
                    events.append(PutUnder(tickets) if under else TicketsShuffled(tickets))
            case st.O_STARTS:
                events.append(Starts(a))
            case st.O_CHOSE:
                events.append(Chose(a))
            case st.O_PASSED:
                events.append(Passed(a))
            case st.O_LAST_ROUND:
                events.append(LastRound(a, b))
            case st.O_OVER:
                events.append(Over(_WHY_OVER[a]))
        at = end
    return events


def _row(colour: int, cards: int, locomotives: int) -> dict[str, Any]:
    return {"colour": CARDS[colour], "cards": cards, "locomotives": locomotives}


def _end_of_run(log: Sequence[int], at: int, same_seat: bool) -> int:
    """Return where the entries of one kind (and seat) end that begin at a place in the log."""
    end = at
    while (
        end < len(log) and log[end] == log[at] and not (same_seat and log[end + 1] != log[at + 1])
    ):
        end += 4
    return end
