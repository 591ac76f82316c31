"""Views: what one seat may know, listed field by field, as pure data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.board import CARDS, COLOURS, Board, load_board
from branchline.errors import BranchlineError
from branchline.result import PHASES
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
    phase: str
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
        told = _told(self)
        told["players"] = tuple(map(_told, self.players))
        told["ticket_places"] = tuple(map(_told, self.ticket_places))
        return told


def _told(what: View | PlayerView | TicketPlace) -> dict[str, Any]:
    """Return the fields by name, dicts copied; `dataclasses.asdict` takes five times as long."""
    return _copied({name: getattr(what, name) for name in what.__slots__})


def _copied(told: dict[str, Any]) -> dict[str, Any]:
    return {name: _copied(x) if isinstance(x, dict) else x for name, x in told.items()}


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


def make_view(
    board: Board, states: NDArray[Any], viewer: int | None, options: dict[str, Any]
) -> View:
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
            first = phase == st.FIRST_TICKETS
            least = board.record[0]["first_keep" if first else "keep"]
            keep_at_least = min(int(least), len(offer))
        if phase == st.FIRST_TICKETS and choices[viewer] >= 0:
            choice = tuple(t for i, t in enumerate(offer) if choices[viewer] >> i & 1)
        places = _ticket_places(board, s, viewer)
        reached = int(s["reached"][viewer])
        reach = tuple(c.id for i, c in enumerate(board.cities) if reached >> i & 1)
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
        closed=_closed(board, s, viewer),
        cut=_tracks(board, s["cut"].tolist()),
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


def _tracks(board: Board, words: list[int]) -> tuple[str, ...]:
    """Return the tracks of a bit set."""
    if not any(words):
        return ()
    return tuple(t.id for i, t in enumerate(board.tracks) if words[i // 64] >> i % 64 & 1)


def _closed(board: Board, s: Any, viewer: int | None) -> tuple[str, ...]:
    """Return the tracks without an owner that are shut to the viewer, or to everybody, for good."""
    tracks = board.tracks
    still_open = int.from_bytes((s["open"] | s["beds"]).tobytes(), "little")
    shut = set(_bits(~still_open & (1 << len(tracks)) - 1))
    owners = s["owner"].tolist()
    if viewer is not None and int(s["seats"]) >= int(board.record[0]["all_sisters_from"]):
        shut.update(
            j for i, owner in enumerate(owners) if owner == viewer for j in tracks[i].sisters
        )
    return tuple(tracks[i].id for i in sorted(shut) if owners[i] < 0)


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


def known_state(view: View) -> tuple[Board, NDArray[Any]]:
    """Return the state as far as a view tells it, ready for the rules' ``imagine``.

    Other hands hold only what the viewer knows of them, unknown tickets are -1, and there is no
    deck order and no key. Search starts from here: it can leak nothing the view does not say.
    """
    if view.viewer is None:
        raise BranchlineError("problem.spectator")
    if view.phase == "over":
        raise BranchlineError("problem.nothingToImagine")
    board = load_board(view.board)
    ticket_index = {t.id: i for i, t in enumerate(board.tickets)}
    city_index = {c.id: i for i, c in enumerate(board.cities)}
    states = np.zeros(1, st.STATE_DTYPE)
    s = states[0]
    me = view.viewer
    s["seats"], s["first_seat"] = view.seats, view.first_seat
    s["phase"] = {name: number for number, name in PHASES.items()}[view.phase]
    s["seat"] = view.to_act[0]
    s["turn"], s["passes"] = view.turn, view.passes
    s["turns_left"] = -1 if view.turns_left is None else view.turns_left
    s["deck_n"], s["discards_n"] = view.deck, sum(view.discards.values())
    s["discards"][:] = [view.discards.get(card, 0) for card in CARDS]
    s["market"][:] = -1
    for place, card in enumerate(view.market):
        s["market"][place] = -1 if card is None else CARDS.index(card)
    s["choice"][:] = -1
    s["offer"][:] = -1
    s["ticket_deck"][:] = -1
    s["returner"][:] = -1
    s["ticket_n"] = view.ticket_deck
    for player in view.players:
        i = player.seat
        counts = [player.known.get(card, 0) for card in CARDS]
        s["trains"][i], s["points"][i] = player.trains, player.points
        s["hand_n"][i], s["held_n"][i] = player.cards, player.tickets
        s["offer_n"][i] = player.offered
        s["hand"][i] = s["seen"][i] = s["located"][i] = counts
        if view.phase == "first tickets" and player.has_chosen:
            s["choice"][i] = 0
        s["home"][i] = -1 if player.home is None else city_index[player.home]
        s["markers_left"][i], s["captures"][i] = player.markers_left, player.captures
        s["track_n"][i] = player.track
        for ticket in player.completed:
            s["completed"][i] |= np.uint64(1 << ticket_index[ticket])
        for colour, (cards, locomotives) in player.yard.items():
            row = COLOURS.index(colour)
            s["row"][i, row], s["row_locomotives"][i, row] = cards, locomotives
        if view.phase == "complete tickets" and player.has_chosen:
            s["finished"] |= 1 << i
    s["hand"][me] = [view.hand.get(card, 0) for card in CARDS]
    if view.own_track is not None:
        s["track"][me] = [view.own_track.get(card, 0) for card in CARDS]
    s["pile"], s["idle"], s["active"] = view.pile, view.idle, view.active
    s["turn_seat"] = -1 if view.turn_seat is None else view.turn_seat
    for ticket in view.tickets:
        s["held"][me] |= np.uint64(1 << ticket_index[ticket])
    s["offer"][me, : len(view.offer)] = [ticket_index[t] for t in view.offer]
    if view.choice is not None:
        s["choice"][me] = sum(1 << i for i, t in enumerate(view.offer) if t in view.choice)
    for lying in view.ticket_places:
        ticket_number = ticket_index[lying.ticket]
        s["returner"][ticket_number] = me
        if lying.seat is None:
            s["ticket_deck"][lying.position] = ticket_number
        else:
            s["offer"][lying.seat, lying.position] = ticket_number
    s["marker"][:] = -1
    for city, owner in view.markers.items():
        s["marker"][city_index[city]] = owner
    s["alvin"] = -1 if view.alvin is None else city_index[view.alvin]
    s["alvin_holder"] = -1 if view.alvin_holder is None else view.alvin_holder
    lay_tracks(board, s, view)
    return board, states


def lay_tracks(board: Board, s: Any, view: View) -> None:
    """Set who owns what and what is built, and what that opens and closes."""
    b = board.record[0]
    for name in ("open", "beds", "of_colour"):
        s[name][:] = b[name]
    s["supply"][:] = b["pieces"]
    s["owner"][:] = -1
    s["built"][:] = -1
    s["claimed"] = -1
    all_open = view.seats >= int(b["all_sisters_from"])
    homes = "home_cities" in board.mechanics
    s["allowed"][:] = 0 if homes else ~np.uint64(0)
    for player in view.players:
        if player.home is not None:
            _reach(b, s, player.seat, int(s["home"][player.seat]))
    for i, track in enumerate(board.tracks):
        bit = np.uint64(1 << i % 64)
        owner = view.owners.get(track.id)
        if track.id == view.claimed:
            s["claimed"] = i
        if track.id in view.built:
            colour = CARDS.index(view.built[track.id])
            s["built"][i] = colour
            s["of_colour"][colour, i // 64] |= bit
            s["open"][i // 64] |= bit
            s["beds"][i // 64] &= ~bit
            s["supply"][colour, track.length] -= 1
            if not all_open:
                s["beds"] &= ~b["sisters"][i]
        if owner is not None:
            s["owner"][i] = owner
            s["open"][i // 64] &= ~bit
            s["beds"][i // 64] &= ~bit
            payee_a, payee_b = view.payees.get(track.id, (owner, None))
            s["payees"][i] = 16 * _one_more(payee_a) + _one_more(payee_b)
            if homes:
                _reach(b, s, owner, track.a)
                _reach(b, s, owner, track.b)
    for i, track in enumerate(board.tracks):
        owner = view.owners.get(track.id)
        if owner is not None and all_open:
            s["allowed"][owner] &= ~b["sisters"][i]
        elif owner is not None:
            s["open"] &= ~b["sisters"][i]
            s["beds"] &= ~b["sisters"][i]
        if track.id in view.cut:
            bit = np.uint64(1 << i % 64)
            s["cut"][i // 64] |= bit
            s["open"][i // 64] &= ~bit
            s["beds"][i // 64] &= ~bit


def _one_more(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _reach(b: Any, s: Any, seat: int, city: int) -> None:
    s["reached"][seat] |= np.uint64(1 << city)
    s["allowed"][seat] |= b["touching"][city]


def imagine_state(view: View, chances: NDArray[Any]) -> tuple[Board, NDArray[Any]]:
    """Return a full state drawn uniformly from those the viewer cannot tell apart."""
    board, states = known_state(view)
    assert view.viewer is not None
    engine.imagine(board.record, states, view.viewer, chances)
    return board, states
