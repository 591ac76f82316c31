"""Views: what one seat may know, listed field by field, as pure data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, make_dataclass
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from branchline.board import CARDS, COLOURS, Board
from branchline.game.options import Options
from branchline.game.result import PHASES, Phase
from branchline.plain import Json
from branchline.rules import engine
from branchline.rules import state as st
from branchline.rules.sight import SECRET, SIGHT_DTYPE, Sights

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a viewer knows of one seat.

    ``known`` are the cards the viewer can place in that hand: those everybody saw being taken
    from the face-up row and, with two seats, those that follow from the last shuffle (at that
    moment everybody saw every other card). ``offered`` is how many tickets the seat is
    looking at; ``tickets`` how many it has kept. ``yard`` gives for each row the cards of its
    colour and the locomotives on top, ``track`` only how many cards it has, ``completed`` the
    tickets completed from it, ``completed_count`` how many they are, ``completed_now`` how many of
    them in the present scoring. Where completed tickets lie face down (``closed_tickets``),
    the viewer sees only how many another seat has, until the game is over: ``completed`` is empty,
    ``points`` is None, and the cards spent on them count as lying on the track.
    """

    seat: int
    trains: int
    points: int | None
    cards: int
    known: dict[str, int]
    tickets: int
    offered: int
    has_chosen: bool
    home: str | None
    markers_left: int
    captures: int
    yard: dict[str, tuple[int, int]]
    track: int
    completed: tuple[str, ...]
    completed_count: int
    completed_now: int


@dataclass(frozen=True, slots=True)
class TicketPlace:
    """A ticket the viewer once returned, and where it must lie now.

    ``seat`` None is the deck (position 0 is its top); else it is among the tickets offered to
    that seat.
    """

    ticket: str
    seat: int | None
    position: int


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know of a game; ``viewer`` None is a spectator.

    Pure data: names, numbers, tuples and dicts. ``to_json()`` gives it as JSON-ready dicts.
    ``board`` is what `load_board` takes: the game's id, or the folder of a board of one's own.
    ``closed`` are the tracks nobody owns that the viewer can no longer claim because of a sister
    track or a crossing; ``cut`` those of them that a crossing shut. ``built`` gives the colour of
    the piece that lies on a track, ``supply`` how many pieces of a colour are left by length.
    ``markers`` tells whose marker stands in a city, ``reach`` the cities joined to the viewer's
    home, ``claimed`` the track just claimed while a marker is offered. ``own_track`` are the cards
    on the viewer's own track, where that may be seen (None: hidden), ``own_spent`` those that lie
    with tickets it has closed in this scoring, ``best_tickets`` the best set to complete from it;
    ``pile`` which draw pile is in use, ``idle`` how many turns in a row nobody drew or laid
    a train card (rule 38), ``turn_seat`` whose turn it is or was last.
    """

    game: str
    board: str
    viewer: int | None
    seats: int
    options: Options
    phase: Phase
    to_act: tuple[int, ...]
    seat: int | None
    first_seat: int
    turn: int
    turns_left: int | None
    passes: int
    market: tuple[str | None, ...]
    deck: int
    discards: dict[str, int]
    ticket_deck: int
    players: tuple[PlayerView, ...]
    owners: dict[str, int]
    closed: tuple[str, ...]
    cut: tuple[str, ...]
    built: dict[str, str]
    supply: dict[str, dict[str, int]]
    payees: dict[str, tuple[int | None, int | None]]
    markers: dict[str, int]
    reach: tuple[str, ...]
    claimed: str | None
    alvin: str | None
    alvin_holder: int | None
    pile: int
    idle: int
    active: bool
    turn_seat: int | None
    hand: dict[str, int]
    own_track: dict[str, int] | None
    own_spent: dict[str, int]
    best_tickets: tuple[str, ...]
    tickets: tuple[str, ...]
    tickets_done: tuple[str, ...]
    offer: tuple[str, ...]
    keep_at_least: int
    choice: tuple[str, ...] | None
    ticket_places: tuple[TicketPlace, ...]

    def to_json(self) -> Json:
        """Return the view as JSON-ready dicts and tuples, which the caller may keep and change."""
        facts = _fields(self)
        facts["players"] = tuple(map(_fields, self.players))
        facts["ticket_places"] = tuple(map(_fields, self.ticket_places))
        return facts


def _fields(what: View | PlayerView | TicketPlace) -> Json:
    """Return the fields by name, dicts copied; `dataclasses.asdict` takes five times as long."""
    return _copied({name: getattr(what, name) for name in what.__slots__})


def _copied(facts: Json) -> Json:
    return {name: _copied(x) if isinstance(x, dict) else x for name, x in facts.items()}


def to_act(s: st.State) -> tuple[int, ...]:
    """Return the seats that have to decide something now."""
    phase = int(s["phase"])
    if phase == st.OVER:
        return ()
    if phase == st.FIRST_TICKETS:
        return tuple(i for i in range(int(s["seats"])) if s["choice"][i] < 0)
    if phase == st.COMPLETE:
        return tuple(i for i in range(int(s["seats"])) if not s["finished"] >> i & 1)
    return (int(s["seat"]),)


@dataclass(frozen=True, slots=True)
class _Names:
    """What a view says of the board itself: its name, and the names of all that has a number."""

    board: str
    cities: tuple[str, ...]
    tracks: tuple[str, ...]
    tickets: tuple[str, ...]
    lengths: tuple[tuple[int, str], ...]


@cache
def _names(board: Board) -> _Names:
    return _Names(
        board=board.source,
        cities=tuple(city.id for city in board.cities),
        tracks=tuple(track.id for track in board.tracks),
        tickets=tuple(ticket.id for ticket in board.tickets),
        lengths=tuple((length, str(length)) for length in board.numbers.get("pieces", ())),
    )


def _quick(frozen: type[T]) -> Callable[..., T]:
    """Return a maker of frozen objects that takes a fifth of the time of the class itself.

    A frozen class sets each field by a call. Its twin just stores them, and is frozen afterwards.
    """
    names = [field.name for field in fields(frozen)]  # type: ignore[arg-type]
    twin: Any = make_dataclass(frozen.__name__, names, eq=False, repr=False, slots=True)

    def make(*values: object) -> T:
        made = twin(*values)
        made.__class__ = frozen
        return made  # type: ignore[no-any-return]

    return make


_view, _player, _place = _quick(View), _quick(PlayerView), _quick(TicketPlace)
_AT_ONCE = (st.FIRST_TICKETS, st.COMPLETE)
_idle: list[tuple[Sights, NDArray[np.int32]]] = []
"""Sights that are not in use, each with its row: to make one takes longer than to fill it."""


def _look(board: Board, states: st.States, viewer: int, open_track: bool) -> list[int]:
    """Return what the rules let a viewer know, as a row of numbers."""
    try:
        sights, row = _idle.pop()
    except IndexError:
        sights = np.empty(1, SIGHT_DTYPE)
        row = sights.view(np.int32)
    n = engine.look(board.record, states, viewer, open_track, sights)
    numbers: list[int] = row[:n].tolist()
    _idle.append((sights, row))
    return numbers


def make_view(board: Board, states: st.States, viewer: int | None, options: Options) -> View:
    """Say in words what the rules let a viewer know; only they look at the state."""
    me = -1 if viewer is None else viewer
    row = _look(board, states, me, bool(options.get("open_track")))
    (
        seats,
        phase,
        seat,
        first_seat,
        turn,
        turns_left,
        passes,
        deck,
        ticket_deck,
        claimed,
        alvin,
        alvin_holder,
        pile,
        idle,
        active,
        turn_seat,
        looks,
        keep_at_least,
        choice,
        n_lists,
    ) = row[:20]
    ends = row[20 : 21 + n_lists]
    lists = [row[begin:end] for begin, end in pairwise(ends)]
    market, discards, owners, closed, cut, hand, tickets, done, offer, places, *more = lists
    rest = iter(more)
    names = _names(board)
    city, track, ticket = names.cities, names.tracks, names.tickets
    built: dict[str, str] = {}
    supply: dict[str, dict[str, int]] = {}
    payees: dict[str, tuple[int | None, int | None]] = {}
    markers: dict[str, int] = {}
    reach: tuple[str, ...] = ()
    own_track: dict[str, int] | None = None
    own_spent: dict[str, int] = {}
    best: tuple[str, ...] = ()
    if "track_building" in board.mechanics:
        pieces = _pairs(track, next(rest))
        built = {name: CARDS[colour] for name, colour in pieces.items()}
        supply = _supply(names, next(rest))
    if "home_cities" in board.mechanics:
        payees = {track[i]: (_seat(a), _seat(b)) for i, a, b in _threes(next(rest))}
        markers = _pairs(city, next(rest))
        reach = _all(city, next(rest))
    yards = "rail_yard" in board.mechanics
    if yards and viewer is not None:
        own_spent = _pairs(CARDS, next(rest))
        if looks:
            own_track = _pairs(CARDS, next(rest))
            best = _all(ticket, next(rest))
    players = tuple([_player_view(names, yards, i, rest) for i in range(seats)])
    if phase in _AT_ONCE:
        to_act = tuple([player.seat for player in players if not player.has_chosen])
    else:
        to_act = () if phase == st.OVER else (seat,)
    return _view(
        board.id,
        names.board,
        viewer,
        seats,
        dict(options),
        PHASES[phase],
        to_act,
        to_act[0] if to_act and phase not in _AT_ONCE else None,
        first_seat,
        turn,
        _seat(turns_left),
        passes,
        tuple([None if card < 0 else CARDS[card] for card in market]),
        deck,
        _pairs(CARDS, discards),
        ticket_deck,
        players,
        _pairs(track, owners),
        _all(track, closed),
        _all(track, cut),
        built,
        supply,
        payees,
        markers,
        reach,
        None if claimed < 0 else track[claimed],
        None if alvin < 0 else city[alvin],
        _seat(alvin_holder),
        pile,
        idle,
        active == 1,
        _seat(turn_seat),
        _pairs(CARDS, hand),
        own_track,
        own_spent,
        best,
        _all(ticket, tickets),
        _all(ticket, done),
        _all(ticket, offer),
        keep_at_least,
        None if choice < 0 else tuple([ticket[t] for i, t in enumerate(offer) if choice >> i & 1]),
        tuple([_place(ticket[t], _seat(at), position) for t, at, position in _threes(places)]),
    )


def _player_view(names: _Names, yards: bool, seat: int, rest: Iterator[list[int]]) -> PlayerView:
    """Return what a viewer knows of a seat, from the next of the lists."""
    (
        trains,
        points,
        cards,
        tickets,
        offered,
        has_chosen,
        home,
        markers_left,
        captures,
        track,
        completed_count,
        completed_now,
    ) = next(rest)
    known = _pairs(CARDS, next(rest))
    yard: dict[str, tuple[int, int]] = {}
    completed: tuple[str, ...] = ()
    if yards:
        yard = {COLOURS[row]: (cards, on_top) for row, cards, on_top in _threes(next(rest))}
        completed = _all(names.tickets, next(rest))
    return _player(
        seat,
        trains,
        None if points == SECRET else points,
        cards,
        known,
        tickets,
        offered,
        has_chosen == 1,
        None if home < 0 else names.cities[home],
        markers_left,
        captures,
        yard,
        track,
        completed,
        completed_count,
        completed_now,
    )


def _all(names: Sequence[str], numbers: list[int]) -> tuple[str, ...]:
    """Return the names of numbers."""
    return tuple([names[i] for i in numbers]) if numbers else ()


def _pairs(names: Sequence[str], numbers: list[int]) -> dict[str, int]:
    """Return numbers by name: a place among the names and a number stand side by side."""
    pairs = iter(numbers)
    return {names[i]: next(pairs) for i in pairs}


def _threes(numbers: list[int]) -> Iterator[tuple[int, int, int]]:
    """Return numbers three by three."""
    each = iter(numbers)
    return zip(each, each, each, strict=True)


def _seat(seat: int) -> int | None:
    return None if seat < 0 else seat


def _supply(names: _Names, numbers: list[int]) -> dict[str, dict[str, int]]:
    """Return the pieces left, by colour and length."""
    rows = zip(COLOURS, range(0, len(numbers), st.MAX_LENGTH + 1), strict=True)
    return {
        colour: {name: numbers[at + length] for length, name in names.lengths}
        for colour, at in rows
    }


def tracks_of(board: Board, words: NDArray[np.uint64]) -> tuple[str, ...]:
    """Return the tracks of a bit set."""
    members = int.from_bytes(words.tobytes(), "little")
    return tuple(track.id for i, track in enumerate(board.tracks) if members >> i & 1)
