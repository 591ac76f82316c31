"""Known states: what a view tells, as a state for the rules, and worlds imagined from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from branchline.board import CARDS, COLOURS, Board, load_board
from branchline.errors import BranchlineError
from branchline.game.memory import Memory
from branchline.game.result import PHASES
from branchline.game.view import View
from branchline.rules import engine
from branchline.rules import state as st


def known_state(view: View, memory: Memory | None = None) -> tuple[Board, st.States]:
    """Return the state as far as a view tells it, ready for the rules' ``imagine``.

    Other hands hold only what the viewer knows of them, unknown tickets are -1, closed ones are
    only counted, and there is no deck order and no key. Search starts from here: it can leak
    nothing the view does not say. What lies on the tracks is there if the viewer remembers it.
    """
    if view.viewer is None:
        raise BranchlineError("problem.spectator")
    if view.phase == "over":
        raise BranchlineError("problem.nothingToImagine")
    board = load_board(view.board)
    ticket_index, city_index = _indices(board).tickets, _indices(board).cities
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
        s["trains"][i], s["points"][i] = player.trains, player.points or 0
        s["hand_n"][i], s["held_n"][i] = player.cards, player.tickets
        s["offer_n"][i] = player.offered
        s["hand"][i] = s["seen"][i] = s["located"][i] = counts
        if view.phase == "first tickets" and player.has_chosen:
            s["choice"][i] = 0
        s["home"][i] = -1 if player.home is None else city_index[player.home]
        s["markers_left"][i], s["captures"][i] = player.markers_left, player.captures
        s["track_n"][i] = player.track
        s["completed_n"][i] = player.completed_count
        s["completed_now"][i] = player.completed_now
        for ticket in player.completed:
            s["completed"][i] |= np.uint64(1 << ticket_index[ticket])
        for colour, (cards, locomotives) in player.yard.items():
            row = COLOURS.index(colour)
            s["row"][i, row], s["row_locomotives"][i, row] = cards, locomotives
        if view.phase == "complete tickets" and player.has_chosen:
            s["finished"] |= 1 << i
    s["hand"][me] = [view.hand.get(card, 0) for card in CARDS]
    s["closed"] = bool(view.options.get("closed_tickets"))
    s["spent"][me] = [view.own_spent.get(card, 0) for card in CARDS]
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
    _lay_tracks(board, states, view)
    if memory is not None:
        _remember(board, states, view, memory)
    return board, states


def _remember(board: Board, states: st.States, view: View, memory: Memory) -> None:
    """Put what lies on the tracks in its place, or refuse what cannot be."""
    s = states[0]
    for player in view.players:
        s["track"][player.seat] = [memory.tracks[player.seat][card] for card in CARDS]
    located = s["discards"] + np.bincount(s["market"][s["market"] >= 0], minlength=st.KINDS)
    for name in ("hand", "track", "spent"):
        located += s[name].sum(0)
    located[: st.COLOURS] += s["row"].sum(0)
    located[st.LOCOMOTIVE] += s["row_locomotives"].sum()
    if not memory.fits(view) or (located > board.record[0]["cards"]).any() or s["track"].min() < 0:
        raise BranchlineError("problem.otherMemory")


def _lay_tracks(board: Board, states: st.States, view: View) -> None:
    """Set who owns what and what is built, and what follows from that."""
    s = states[0]
    index = _indices(board).tracks
    owner, built, payees = s["owner"], s["built"], s["payees"]
    owner[:] = -1
    built[:] = -1
    for track, seat in view.owners.items():
        owner[index[track]] = seat
    for track, colour in view.built.items():
        built[index[track]] = CARDS.index(colour)
    for track, (a, b) in view.payees.items():
        payees[index[track]] = 16 * _one_more(a) + _one_more(b)
    s["claimed"] = -1 if view.claimed is None else index[view.claimed]
    engine.lay_tracks(board.record, states, st.SILENT)


def _one_more(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


@dataclass(frozen=True, slots=True)
class _Indices:
    """The numbers of what a board names."""

    cities: dict[str, int]
    tracks: dict[str, int]
    tickets: dict[str, int]


@cache
def _indices(board: Board) -> _Indices:
    return _Indices(
        cities={city.id: i for i, city in enumerate(board.cities)},
        tracks={track.id: i for i, track in enumerate(board.tracks)},
        tickets={ticket.id: i for i, ticket in enumerate(board.tickets)},
    )


def imagine_state(
    view: View, chances: st.Chances, memory: Memory | None = None
) -> tuple[Board, st.States]:
    """Return a full state drawn uniformly from those the viewer cannot tell apart."""
    board, states = known_state(view, memory)
    assert view.viewer is not None
    engine.imagine(board.record, states, view.viewer, chances)
    return board, states
