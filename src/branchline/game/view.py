"""Views: what one seat may know, listed field by field, as pure data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.board import CARDS, COLOURS, Board
from branchline.game.result import PHASES, Phase
from branchline.rules import engine
from branchline.rules import state as st


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a viewer knows of one seat.

    ``known`` are the cards the viewer can place in that hand: those everybody saw being taken
    from the face-up row and, with two seats, those that follow from the last shuffle (at that
    moment every other card was in plain sight). ``offered`` is how many tickets the seat is
    looking at; ``tickets`` how many it has kept. ``yard`` gives for each row the cards of its
    colour and the locomotives on top, ``track`` only how many cards it has, ``completed`` the
    tickets completed from it.
    """

    seat: int
    trains: int
    points: int
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
    on the viewer's own track, where that may be seen (None: hidden), ``best_tickets`` the best set
    to complete from it; ``pile`` which draw pile is gone through, ``idle`` how many turns in a row
    nobody drew or laid a train card (rule 38), ``turn_seat`` whose turn it is or was last.
    """

    game: str
    board: str
    viewer: int | None
    seats: int
    options: dict[str, Any]
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
    best_tickets: tuple[str, ...]
    tickets: tuple[str, ...]
    tickets_done: tuple[str, ...]
    offer: tuple[str, ...]
    keep_at_least: int
    choice: tuple[str, ...] | None
    ticket_places: tuple[TicketPlace, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON-ready dicts and tuples, which the caller may keep and change."""
        facts = _fields(self)
        facts["players"] = tuple(map(_fields, self.players))
        facts["ticket_places"] = tuple(map(_fields, self.ticket_places))
        return facts


def _fields(what: View | PlayerView | TicketPlace) -> dict[str, Any]:
    """Return the fields by name, dicts copied; `dataclasses.asdict` takes five times as long."""
    return _copied({name: getattr(what, name) for name in what.__slots__})


def _copied(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: _copied(x) if isinstance(x, dict) else x for name, x in facts.items()}


def _has_chosen(s: Any, phase: int, seat: int) -> bool:
    if phase == st.COMPLETE:
        return bool(s["finished"] >> seat & 1)
    return phase != st.FIRST_TICKETS or bool(s["choice"][seat] >= 0)


def _cards(counts: Any) -> dict[str, int]:
    return {card: n for card, n in zip(CARDS, counts, strict=True) if n}


def to_act(s: Any) -> tuple[int, ...]:
    """Return the seats that have to decide something now."""
    phase = int(s["phase"])
    if phase == st.OVER:
        return ()
    if phase == st.FIRST_TICKETS:
        return tuple(i for i in range(int(s["seats"])) if s["choice"][i] < 0)
    if phase == st.COMPLETE:
        return tuple(i for i in range(int(s["seats"])) if not s["finished"] >> i & 1)
    return (int(s["seat"]),)


def make_view(board: Board, states: st.States, viewer: int | None, options: dict[str, Any]) -> View:
    """List what a viewer may know."""
    s = states[0]
    seats = int(s["seats"])
    phase = int(s["phase"])
    known = s["located"] if seats == 2 and viewer is not None else s["seen"]
    offered = s["offer_n"].tolist()
    yards = "rail_yard" in board.mechanics
    trains, points, hand_n = s["trains"].tolist(), s["points"].tolist(), s["hand_n"].tolist()
    held_n, choices = s["held_n"].tolist(), s["choice"].tolist()
    players = tuple(
        PlayerView(
            seat=i,
            trains=trains[i],
            points=points[i],
            cards=hand_n[i],
            known=_cards(known[i].tolist()),
            tickets=held_n[i],
            offered=offered[i],
            has_chosen=_has_chosen(s, phase, i),
            home=_city(board, int(s["home"][i])),
            markers_left=int(s["markers_left"][i]),
            captures=int(s["captures"][i]),
            yard=_yard(s, i) if yards else {},
            track=int(s["track_n"][i]),
            completed=_tickets(board, int(s["completed"][i])),
        )
        for i in range(seats)
    )
    owners = {
        track.id: owner
        for track, owner in zip(board.tracks, s["owner"].tolist(), strict=False)
        if owner >= 0
    }
    hand: dict[str, int] = {}
    tickets: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    own_track: dict[str, int] | None = None
    best: tuple[str, ...] = ()
    keep_at_least = 0
    choice: tuple[str, ...] | None = None
    places: tuple[TicketPlace, ...] = ()
    if viewer is not None:
        hand = _cards(s["hand"][viewer].tolist())
        held = s["held"][viewer]
        tickets = _tickets(board, int(held))
        if yards:
            done = _tickets(board, int(s["completed"][viewer]))
            if phase == st.COMPLETE or options.get("open_track"):
                cards = s["track"][viewer].copy()
                own_track = _cards(cards.tolist())
                best = _tickets(board, int(engine.best_tickets(board.record, cards, held)))
        else:
            done = _tickets(board, int(engine.completed(board.record, states, viewer, held)))
        looking = s["offer"][viewer, : offered[viewer]].tolist()
        offer = tuple(board.tickets[t].id for t in looking)
        if offer:
            keep_at_least = int(engine.must_keep(board.record, states, viewer))
        if phase == st.FIRST_TICKETS and choices[viewer] >= 0:
            choice = tuple(t for i, t in enumerate(offer) if choices[viewer] >> i & 1)
        places = _ticket_places(board, s, viewer)
        reach = tuple(board.cities[i].id for i in _bits(int(s["reached"][viewer])))
    deciding = to_act(s)
    return View(
        game=board.id,
        board=board.source,
        viewer=viewer,
        seats=seats,
        options=dict(options),
        phase=PHASES[phase],
        to_act=deciding,
        seat=int(s["seat"]) if phase not in _ALL_AT_ONCE else None,
        first_seat=int(s["first_seat"]),
        turn=int(s["turn"]),
        turns_left=int(s["turns_left"]) if s["turns_left"] >= 0 else None,
        passes=int(s["passes"]),
        market=tuple(
            CARDS[c] if c >= 0 else None
            for c in s["market"][: int(board.record[0]["face_up"])].tolist()
        ),
        deck=int(s["deck_n"]),
        discards=_cards(s["discards"].tolist()),
        ticket_deck=int(s["ticket_n"]),
        players=players,
        owners=owners,
        closed=_closed(board, states, viewer),
        cut=tracks_of(board, s["cut"]),
        built=_built(board, s),
        supply=_supply(board, s),
        payees=_payees(board, s),
        markers={
            c.id: seat
            for c, seat in zip(board.cities, s["marker"].tolist(), strict=False)
            if seat >= 0
        },
        reach=reach,
        claimed=board.tracks[int(s["claimed"])].id if phase in _AFTER_CLAIM else None,
        alvin=_city(board, int(s["alvin"])),
        alvin_holder=int(s["alvin_holder"]) if s["alvin_holder"] >= 0 else None,
        pile=int(s["pile"]),
        idle=int(s["idle"]),
        active=bool(s["active"]),
        turn_seat=int(s["turn_seat"]) if s["turn_seat"] >= 0 else None,
        hand=hand,
        own_track=own_track,
        best_tickets=best,
        tickets=tickets,
        tickets_done=done,
        offer=offer,
        keep_at_least=keep_at_least,
        choice=choice,
        ticket_places=places,
    )


_AFTER_CLAIM = (st.MARKER, st.ALVIN)
_ALL_AT_ONCE = (st.FIRST_TICKETS, st.COMPLETE, st.OVER)


def _tickets(board: Board, tickets: int) -> tuple[str, ...]:
    """Return the tickets of a bit set."""
    return tuple(board.tickets[i].id for i in _bits(tickets))


def _bits(word: int) -> list[int]:
    """Return the numbers in a bit set: most sets have few."""
    found = []
    while word:
        lowest = word & -word
        found.append(lowest.bit_length() - 1)
        word ^= lowest
    return found


def _yard(s: Any, seat: int) -> dict[str, tuple[int, int]]:
    rows = zip(COLOURS, s["row"][seat].tolist(), s["row_locomotives"][seat].tolist(), strict=True)
    return {colour: (cards, locomotives) for colour, cards, locomotives in rows if cards}


def _city(board: Board, city: int) -> str | None:
    return board.cities[city].id if city >= 0 else None


def tracks_of(board: Board, words: NDArray[np.uint64]) -> tuple[str, ...]:
    """Return the tracks of a bit set."""
    return tuple(board.tracks[i].id for i in _bits(int.from_bytes(words.tobytes(), "little")))


def _closed(board: Board, states: st.States, viewer: int | None) -> tuple[str, ...]:
    """Return the tracks without an owner that are shut to the viewer, or to everybody, for good."""
    found = np.empty(st.WORDS, np.uint64)
    engine.closed(board.record, states, -1 if viewer is None else viewer, found)
    return tracks_of(board, found)


def _built(board: Board, s: Any) -> dict[str, str]:
    if "track_building" not in board.mechanics:
        return {}
    pieces = zip(board.tracks, s["built"].tolist(), strict=False)
    return {track.id: CARDS[colour] for track, colour in pieces if colour >= 0}


def _supply(board: Board, s: Any) -> dict[str, dict[str, int]]:
    if "track_building" not in board.mechanics:
        return {}
    lengths = board.numbers["pieces"]
    rows = s["supply"].tolist()
    return {
        colour: {str(length): row[length] for length in lengths}
        for colour, row in zip(COLOURS, rows, strict=True)
    }


def _payees(board: Board, s: Any) -> dict[str, tuple[int | None, int | None]]:
    """Return who scored each claimed route, by its ends, where markers decide that (rule 25)."""
    if "home_cities" not in board.mechanics:
        return {}
    found = {}
    for track, code in zip(board.tracks, s["payees"].tolist(), strict=False):
        if code:
            a, b = divmod(code, 16)
            found[track.id] = (a - 1 if a else None, b - 1 if b else None)
    return found


def _ticket_places(board: Board, s: Any, viewer: int) -> tuple[TicketPlace, ...]:
    """Return where the tickets lie that the viewer put under the deck and nobody has kept since."""
    returner = s["returner"].tolist()
    if viewer not in returner:
        return ()
    places = []
    ring, top = s["ticket_deck"].tolist(), int(s["ticket_top"])
    for position in range(int(s["ticket_n"])):
        ticket = ring[(top + position) % st.MAX_TICKETS]
        if returner[ticket] == viewer:
            places.append(TicketPlace(board.tickets[ticket].id, None, position))
    for seat in range(int(s["seats"])):
        for position in range(int(s["offer_n"][seat])):
            ticket = int(s["offer"][seat, position])
            if seat != viewer and returner[ticket] == viewer:
                places.append(TicketPlace(board.tickets[ticket].id, seat, position))
    return tuple(places)
