"""Events: what came of an action, and who may see what of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from branchline.board import CARDS, Board, Track
from branchline.game.actions import Card, payment
from branchline.game.codec import OneOf, Tagged, secret, tagged, told_as, untold
from branchline.plain import Json
from branchline.rules import state as st

_WHY_OVER = ("last round", "all passed")
_WHY_SCORED = ("route", "marker", "marker", "capture", "tickets")


class Event(Tagged):
    """Something that happened at the table.

    ``to_json()`` tells it all, for a record; ``seen_by(seat)`` only what that seat may know
    (None: a spectator).
    """

    __slots__ = ()
    tag = "event"
    kinds: ClassVar[dict[str, type[Event]]] = {}
    reveals: ClassVar[bool] = True
    """False if it shows nobody anything hidden but the choice of who acted."""

    def seen_by(self, viewer: int | None) -> Json:
        """Return the event as a seat may see it, or a spectator (None)."""
        told = self.to_json()
        if viewer is None or viewer != getattr(self, "seat", None):
            for fact in self.facts:
                if fact.is_secret and (fact.secret_if is None or fact.secret_if(self)):
                    hidden = told.pop(fact.name)
                    if fact.is_counted:
                        told[f"{fact.name}_count"] = len(hidden)
        return told


@tagged
class Starts(Event):
    """A seat was drawn, or set, to start."""

    kind = "starts"
    seat: int


@tagged
class Shuffled(Event):
    """Cards were shuffled into a new draw pile; top card first. Nobody sees their order."""

    kind = "shuffled"
    deck: tuple[Card, ...] = secret(counted=True)


@tagged
class Dealt(Event):
    """A seat was dealt cards."""

    kind = "dealt"
    seat: int
    cards: tuple[Card, ...] = secret(counted=True)


@tagged
class TurnedUp(Event):
    """A face-up place was filled."""

    kind = "turned up"
    place: int
    card: Card


@tagged
class Swept(Event):
    """The face-up row was discarded for its locomotives."""

    kind = "swept"
    cards: tuple[Card | None, ...]


@tagged
class TicketsShuffled(Event):
    """The tickets were shuffled; top one first. Nobody sees their order."""

    kind = "tickets shuffled"
    deck: tuple[str, ...] = secret(counted=True)


@tagged
class Offered(Event):
    """A seat looks at tickets."""

    kind = "offered"
    seat: int
    tickets: tuple[str, ...] = secret(counted=True)


@tagged
class Chose(Event):
    """A seat has chosen its first tickets; how many stays secret until all have."""

    kind = "chose"
    reveals = False
    seat: int


@tagged
class Kept(Event):
    """A seat kept tickets and put others under the deck."""

    kind = "kept"
    reveals = False
    seat: int
    tickets: tuple[str, ...] = secret(counted=True)
    returned: tuple[str, ...] = secret(counted=True)


@tagged
class PutUnder(Event):
    """The first returned tickets of all seats were shuffled and put under the deck."""

    kind = "put under"
    tickets: tuple[str, ...] = secret(counted=True)


@tagged
class Turn(Event):
    """A turn begins."""

    kind = "turn"
    reveals = False
    seat: int
    number: int


@tagged
class Drew(Event):
    """A seat took a card: from a face-up place, for all to see, or (None) from the deck."""

    kind = "drew"
    seat: int
    place: int | None = told_as("from", none="deck")
    card: Card = secret(only_if=lambda drew: drew.place is None)


@tagged
class Claimed(Event):
    """A seat claimed a track and paid these cards."""

    kind = "claimed"
    reveals = False
    seat: int
    track: str
    cards: dict[Card, int]


@tagged
class Built(Event):
    """A seat laid a track piece on a bed."""

    kind = "built"
    reveals = False
    seat: int
    track: str
    colour: Card


@tagged
class PieceReturned(Event):
    """The piece of a claimed track went back to the supply."""

    kind = "piece returned"
    reveals = False
    track: str
    colour: Card


@tagged
class CutOff(Event):
    """Tracks were cut off by one that crosses them."""

    kind = "cut off"
    reveals = False
    tracks: tuple[str, ...]


@tagged
class Scored(Event):
    """Points went to a seat: for a route, a marker in a city at its end, a capture, a ticket.

    Those for a closed ticket are a secret: they would tell which it is.
    """

    kind = "scored"
    reveals = False
    seat: int
    points: int = secret(only_if=lambda scored: scored.closed)
    why: Annotated[str, OneOf(_WHY_SCORED)]
    track: str | None = None
    city: str | None = None
    closed: bool = untold(default=False)


@tagged
class Settled(Event):
    """A seat chose its starting city."""

    kind = "settled"
    reveals = False
    seat: int
    city: str


@tagged
class Marked(Event):
    """A seat placed a marker and paid these cards."""

    kind = "marked"
    reveals = False
    seat: int
    city: str
    cards: dict[Card, int]


@tagged
class Captured(Event):
    """A seat captured Alvin in a city."""

    kind = "captured"
    reveals = False
    seat: int
    city: str


@tagged
class AlvinMoved(Event):
    """A seat put Alvin in one of its cities."""

    kind = "alvin moved"
    reveals = False
    seat: int
    city: str


@tagged
class Moved(Event):
    """Cards moved from a seat's yard to its track, for all to see; after that they are hidden."""

    kind = "moved"
    reveals = False
    seat: int
    cards: tuple[Card, ...]


@tagged
class Robbed(Event):
    """A seat lost a row of its yard."""

    kind = "robbed"
    reveals = False
    seat: int
    colour: Card
    cards: int
    locomotives: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row laid in a yard: cards of a colour, and locomotives on top."""

    colour: Card
    cards: int
    locomotives: int


@tagged
class Laid(Event):
    """A seat laid rows in its yard."""

    kind = "laid"
    reveals = False
    seat: int
    rows: tuple[Row, ...]


@tagged
class Scoring(Event):
    """A last round is over: tickets are completed, after the first or the second pile."""

    kind = "scoring"
    pile: int = told_as("pass")


@tagged
class Completed(Event):
    """A seat completed a ticket with cards from its track, which it shows unless it is closed."""

    kind = "completed"
    seat: int
    ticket: str = secret(only_if=lambda completed: completed.closed)
    cards: dict[Card, int] = secret(only_if=lambda completed: completed.closed)
    closed: bool = untold(default=False)


@tagged
class Finished(Event):
    """A seat completes no more tickets."""

    kind = "finished"
    reveals = False
    seat: int


@tagged
class Gathered(Event):
    """All cards but those in the hands were gathered for a second pile."""

    kind = "gathered"
    count: int


@tagged
class Passed(Event):
    """A seat passed."""

    kind = "passed"
    reveals = False
    seat: int


@tagged
class LastRound(Event):
    """A seat set off the last round; so many turns are left."""

    kind = "last round"
    reveals = False
    seat: int
    turns: int


@tagged
class Over(Event):
    """The game has ended."""

    kind = "over"
    why: Annotated[str, OneOf(_WHY_OVER)]


def read_log(board: Board, log: Sequence[int], seat: int) -> list[Event]:
    """Turn the numbers the rules wrote into events; seat is the one that acted."""
    events: list[Event] = []
    n = len(log)
    at = 0
    track: Track | None = None
    closed = False
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
                of_track = track.id if track else None
                events.append(Scored(a, b, _WHY_SCORED[c], of_track, city, closed))
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
                rows = (log[i + 1 : i + 4] for i in range(at, end, 4))
                events.append(Laid(seat, tuple(Row(CARDS[x], y, z) for x, y, z in rows)))
            case st.O_SCORING:
                events.append(Scoring(a))
            case st.O_COMPLETED:
                while end < n and log[end] == st.O_TAKEN:
                    end += 4
                taken = {CARDS[log[i + 1]]: log[i + 2] for i in range(at + 4, end, 4)}
                closed = bool(c)
                events.append(Completed(a, board.tickets[b].id, taken, closed))
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


def _end_of_run(log: Sequence[int], at: int, same_seat: bool) -> int:
    """Return where a run of entries of one kind (and seat) ends, from its place in the log."""
    end = at
    while (
        end < len(log) and log[end] == log[at] and not (same_seat and log[end + 1] != log[at + 1])
    ):
        end += 4
    return end
