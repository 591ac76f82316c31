"""The plain definition of a view, slow and without compiled rules, which `Game.view` is held to."""

from typing import Any

import branchline as bl
from branchline.board import CARDS, COLOURS
from branchline.game.result import PHASES
from branchline.rules import engine
from branchline.rules import state as st

Viewer = int | None


def plain_view(game: bl.Game, viewer: Viewer) -> bl.View:
    """List what a viewer may know, field by field, straight from the state."""
    board, s = game.board, game._states[0]
    phase = int(s["phase"])
    seats = range(int(s["seats"]))
    is_seat = viewer is not None
    yards = "rail_yard" in board.mechanics
    looks = is_seat and yards and (phase == st.COMPLETE or bool(game.options.get("open_track")))
    offer = [int(t) for t in s["offer"][viewer][: s["offer_n"][viewer]]] if is_seat else []
    chosen = int(s["choice"][viewer]) if is_seat and phase == st.FIRST_TICKETS else -1
    track, held = s["track"][viewer].copy(), s["held"][viewer]
    return bl.View(
        game=board.id,
        board=board.source,
        viewer=viewer,
        seats=len(seats),
        options=dict(game.options),
        phase=PHASES[phase],
        to_act=game.to_act,
        seat=None if phase in (st.FIRST_TICKETS, st.COMPLETE, st.OVER) else int(s["seat"]),
        first_seat=int(s["first_seat"]),
        turn=int(s["turn"]),
        turns_left=number(s["turns_left"]),
        passes=int(s["passes"]),
        market=tuple(
            None if card < 0 else CARDS[card] for card in s["market"][: face_up(board)].tolist()
        ),
        deck=int(s["deck_n"]),
        discards=cards(s["discards"]),
        ticket_deck=int(s["ticket_n"]),
        players=tuple(plain_player(game, viewer, seat) for seat in seats),
        owners={
            track.id: int(s["owner"][i])
            for i, track in enumerate(board.tracks)
            if s["owner"][i] >= 0
        },
        closed=tuple(
            track.id for i, track in enumerate(board.tracks) if is_shut(board, s, viewer, i)
        ),
        cut=tuple(track.id for i, track in enumerate(board.tracks) if has(s["cut"], i)),
        built={
            track.id: CARDS[s["built"][i]]
            for i, track in enumerate(board.tracks)
            if "track_building" in board.mechanics and s["built"][i] >= 0
        },
        supply={
            colour: {str(n): int(s["supply"][c][n]) for n in board.numbers["pieces"]}
            for c, colour in enumerate(COLOURS)
            if "track_building" in board.mechanics
        },
        payees={
            track.id: (number(s["payees"][i] // 16 - 1), number(s["payees"][i] % 16 - 1))
            for i, track in enumerate(board.tracks)
            if "home_cities" in board.mechanics and s["payees"][i]
        },
        markers={
            city.id: int(s["marker"][i])
            for i, city in enumerate(board.cities)
            if s["marker"][i] >= 0
        },
        reach=tuple(
            city.id
            for i, city in enumerate(board.cities)
            if is_seat and has(s["reached"][viewer], i)
        ),
        claimed=board.tracks[s["claimed"]].id if phase in (st.MARKER, st.ALVIN) else None,
        alvin=city_at(board, s["alvin"]),
        alvin_holder=number(s["alvin_holder"]),
        pile=int(s["pile"]),
        idle=int(s["idle"]),
        active=bool(s["active"]),
        turn_seat=number(s["turn_seat"]),
        hand=cards(s["hand"][viewer]) if is_seat else {},
        own_track=cards(track) if looks else None,
        own_spent=cards(s["spent"][viewer]) if is_seat else {},
        best_tickets=tickets(board, engine.best_tickets(board.record, track, held))
        if looks
        else (),
        tickets=tickets(board, held) if is_seat else (),
        tickets_done=tickets_done(game, viewer) if viewer is not None else (),
        offer=tuple(board.tickets[t].id for t in offer),
        keep_at_least=min(len(offer), least(board, phase)),
        choice=None
        if chosen < 0
        else tuple(board.tickets[t].id for i, t in enumerate(offer) if chosen >> i & 1),
        ticket_places=tuple(ticket_places(game, viewer)) if viewer is not None else (),
    )


def plain_player(game: bl.Game, viewer: Viewer, seat: int) -> bl.PlayerView:
    """List what a viewer may know of a seat."""
    s, phase = game._states[0], game._states[0]["phase"]
    known = s["located"] if s["seats"] == 2 and viewer is not None else s["seen"]
    hidden = bool(s["closed"]) and phase != st.OVER and seat != viewer
    decided = phase != st.FIRST_TICKETS or s["choice"][seat] >= 0
    if phase == st.COMPLETE:
        decided = s["finished"] >> seat & 1
    return bl.PlayerView(
        seat=seat,
        trains=int(s["trains"][seat]),
        points=None if hidden else int(s["points"][seat]),
        cards=int(s["hand_n"][seat]),
        known=cards(known[seat]),
        tickets=int(s["held_n"][seat]),
        offered=int(s["offer_n"][seat]),
        has_chosen=bool(decided),
        home=city_at(game.board, s["home"][seat]),
        markers_left=int(s["markers_left"][seat]),
        captures=int(s["captures"][seat]),
        yard={
            colour: (int(s["row"][seat][c]), int(s["row_locomotives"][seat][c]))
            for c, colour in enumerate(COLOURS)
            if s["row"][seat][c]
        },
        track=int(s["track_n"][seat]) + (0 if seat == viewer else int(s["spent"][seat].sum())),
        completed=() if hidden else tickets(game.board, s["completed"][seat]),
        completed_count=int(s["completed_n"][seat]),
        completed_now=int(s["completed_now"][seat]),
    )


def number(n: Any) -> int | None:
    return None if n < 0 else int(n)


def has(words: Any, i: int) -> bool:
    """Whether a bit set, of one word or several, has a member."""
    return bool(int.from_bytes(words.tobytes(), "little") >> i & 1)


def cards(counts: Any) -> dict[str, int]:
    return {card: n for card, n in zip(CARDS, counts.tolist(), strict=True) if n}


def tickets(board: bl.Board, members: Any) -> tuple[str, ...]:
    return tuple(ticket.id for i, ticket in enumerate(board.tickets) if int(members) >> i & 1)


def city_at(board: bl.Board, city: Any) -> str | None:
    return None if city < 0 else board.cities[city].id


def face_up(board: bl.Board) -> int:
    return int(board.record[0]["face_up"])


def least(board: bl.Board, phase: int) -> int:
    return int(board.numbers["tickets"]["first_keep" if phase == st.FIRST_TICKETS else "keep"])


def is_shut(board: bl.Board, s: Any, viewer: Viewer, i: int) -> bool:
    """Whether nobody owns a track and the viewer, or (a spectator) nobody, can ever claim it."""
    if s["owner"][i] >= 0:
        return False
    if not has(s["open"], i) and not has(s["beds"], i):
        return True
    return viewer in [int(s["owner"][sister]) for sister in board.tracks[i].sisters]


def tickets_done(game: bl.Game, seat: int) -> tuple[str, ...]:
    """The tickets a seat has completed: from its track, or those whose ends its routes join."""
    board, s = game.board, game._states[0]
    if "rail_yard" in board.mechanics:
        return tickets(board, s["completed"][seat])
    part = list(range(len(board.cities)))
    for i, track in enumerate(board.tracks):
        if s["owner"][i] == seat:
            joined = part[track.a]
            part = [part[track.b] if other == joined else other for other in part]
    return tuple(
        ticket.id
        for i, ticket in enumerate(board.tickets)
        if has(s["held"][seat], i)
        and {part[city] for city in ticket.starts} & {part[city] for city in ticket.ends}
    )


def ticket_places(game: bl.Game, viewer: int) -> list[bl.TicketPlace]:
    """Where the tickets lie that the viewer put under the deck and nobody has kept since."""
    s = game._states[0]
    lying: list[tuple[Viewer, int, int]] = [
        (None, place, int(s["ticket_deck"][(s["ticket_top"] + place) % st.MAX_TICKETS]))
        for place in range(s["ticket_n"])
    ]
    lying += [
        (seat, place, int(s["offer"][seat][place]))
        for seat in range(s["seats"])
        for place in range(s["offer_n"][seat])
        if seat != viewer
    ]
    return [
        bl.TicketPlace(game.board.tickets[ticket].id, seat, place)
        for seat, place, ticket in lying
        if s["returner"][ticket] == viewer
    ]
