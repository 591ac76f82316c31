"""A picture of a game as SVG: map, routes, markers and cards, or the yards, for one seat."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, degrees, hypot

from branchline.board import CARDS, Track
from branchline.envs.showing import agent_names
from branchline.game.game import Game
from branchline.game.view import PlayerView, View

PAINT = {
    "purple": "#b07cc6",
    "white": "#f4f1ea",
    "blue": "#3f7fbf",
    "yellow": "#e8c53a",
    "orange": "#e08b3c",
    "black": "#3a3a3a",
    "red": "#c8413b",
    "green": "#5a9a4a",
    "grey": "#a9a9a0",
    "locomotive": "#c9a7e8",
}
SEATS = ("#0b5fa5", "#b3261e", "#2e7d32", "#e0a100", "#4b4b4b", "#7b3fa0")
"""The colours of the seats."""
PANEL, MARGIN, GAP = 210, 40, 9


def draw(game: Game, seat: int) -> str:
    """Return the table as a seat may know it, as an SVG document."""
    view = game.view(seat)
    width, height = (1100, 120 + 150 * view.seats) if not game.board.tracks else game.board.size
    parts = [*_map(game, view, width, height)] if game.board.tracks else [*_yards(view)]
    parts += _below(game, view, width, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + PANEL}" '
        f'font-family="sans-serif" font-size="22"><rect width="100%" height="100%" '
        f'fill="#f3ead7"/>{"".join(parts)}</svg>\n'
    )


def _text(x: float, y: float, what: str, more: str = "") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" {more}>{escape(what)}</text>'


def _map(game: Game, view: View, width: int, height: int) -> Iterator[str]:
    board = game.board
    for track in board.tracks:
        yield _track(game, view, track, width, height)
    markers = {city: owner for city, owner in view.markers.items()}
    homes = {player.home: player.seat for player in view.players if player.home is not None}
    for city in board.cities:
        x, y = (city.x or 0) * width, (city.y or 0) * height
        fill = SEATS[markers[city.id]] if city.id in markers else "#ffffff"
        rim = SEATS[homes[city.id]] if city.id in homes else "#222222"
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="11" fill="{fill}" stroke="{rim}" '
        yield f'stroke-width="{6 if city.id in homes else 3}"/>'
        name = city.name + (" (Alvin)" if view.alvin == city.id else "")
        side = 'text-anchor="end"' if x > width * 0.92 else ""
        at = x - 14 if side else x + 14
        yield _text(at, y - 10, name, f"{side} {_ON_MAP}")


def _track(game: Game, view: View, track: Track, width: int, height: int) -> str:
    """Return a track as a row of spaces; sisters lie beside each other."""
    a, b = game.board.cities[track.a], game.board.cities[track.b]
    x, y = (a.x or 0) * width, (a.y or 0) * height
    dx, dy = (b.x or 0) * width - x, (b.y or 0) * height - y
    far = hypot(dx, dy) or 1.0
    beside = sorted((game.board.tracks.index(track), *track.sisters))
    off = (beside.index(game.board.tracks.index(track)) - (len(beside) - 1) / 2) * 2 * GAP
    x, y = x - dy / far * off, y + dx / far * off
    owner = view.owners.get(track.id)
    colour = track.colour or view.built.get(track.id)
    fill = SEATS[owner] if owner is not None else PAINT[colour] if colour else "none"
    high = 6 if owner is None else 9  # trains are larger than the spaces they stand on
    dashed = 'stroke-dasharray="5 4"' if fill == "none" else ""
    faint = 'opacity="0.25"' if track.id in view.closed else ""
    space = (far - 2 * 14) / track.length
    turn = f"translate({x:.1f} {y:.1f}) rotate({degrees(atan2(dy, dx)):.2f})"
    rows = "".join(
        f'<rect x="{14 + i * space + 1:.1f}" y="-{high}" width="{space - 2:.1f}" '
        f'height="{2 * high}" rx="2"/>'
        for i in range(track.length)
    )
    thick = 3 if owner is not None else 1.5
    return (
        f'<g transform="{turn}" fill="{fill}" stroke="#222222" stroke-width="{thick}" '
        f"{dashed} {faint}>{rows}</g>"
    )


def _card(x: float, y: float, kind: str, count: int | None = None) -> str:
    ink = "#ffffff" if kind in ("black", "blue", "red", "green") else "#222222"
    said = "L" if kind == "locomotive" and count is None else "" if count is None else str(count)
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="46" height="30" rx="4" fill="{PAINT[kind]}" '
        'stroke="#222222"/>' + _text(x + 23, y + 22, said, f'{_MIDDLE} fill="{ink}"')
    )


_MIDDLE = 'text-anchor="middle"'
_ON_MAP = 'stroke="#f3ead7" stroke-width="4" paint-order="stroke"'


def _yards(view: View) -> Iterator[str]:
    for player in view.players:
        y = 90 + 150 * player.seat
        yield f'<rect x="30" y="{y - 40}" width="1040" height="130" rx="8" fill="#ffffff80" '
        yield f'stroke="{SEATS[player.seat]}" stroke-width="4"/>'
        name = agent_names(view.seats)[player.seat]
        yield _text(50, y - 8, f"{name}, {player.track} on the track")
        for i, (colour, (n, locomotives)) in enumerate(sorted(player.yard.items())):
            yield _card(50 + 110 * i, y + 8, colour, n)
            if locomotives:
                yield _card(50 + 110 * i, y + 44, "locomotive", locomotives)


def _below(game: Game, view: View, width: int, height: int) -> Iterator[str]:
    """Yield face-up cards, piles, the viewer's hand and tickets, and a line for each seat."""
    y = height + 20
    yield _text(MARGIN, y + 22, f"turn {view.turn}, {view.phase}")
    for place, lying in enumerate(view.market):
        if lying is not None:
            yield _card(MARGIN + 300 + 54 * place, y, lying)
    yield _text(MARGIN + 600, y + 22, f"deck {view.deck}, tickets {view.ticket_deck}")
    hand = [kind for kind in CARDS if view.hand.get(kind)]
    for i, kind in enumerate(hand):
        yield _card(MARGIN + 54 * i, y + 44, kind, view.hand[kind])
    done = set(view.tickets_done)
    labels = {ticket.id: f"{ticket.label} {ticket.points}" for ticket in game.board.tickets}
    held = [f"{labels[t]} ✓" if t in done else labels[t] for t in view.tickets]
    offered = [f"{labels[t]} ?" for t in view.offer]
    yield _text(
        MARGIN, y + 108, "; ".join([*held, *offered])[: (width - 2 * MARGIN) // 9], 'font-size="18"'
    )
    step = (width - 2 * MARGIN) / view.seats
    for player in view.players:
        yield _seat(view, player, MARGIN + step * player.seat, y + 150)


def _seat(view: View, player: PlayerView, x: float, y: float) -> str:
    points = "?" if player.points is None else player.points
    trains = f", {player.trains} trains" if view.owners or player.trains else ""
    said = f"{agent_names(view.seats)[player.seat]}: {points} points{trains}, {player.cards} cards"
    acting = ' font-weight="bold"' if player.seat in view.to_act else ""
    return (
        f'<rect x="{x:.0f}" y="{y - 16:.0f}" width="16" height="16" fill="{SEATS[player.seat]}"/>'
        + _text(x + 22, y, said, f'font-size="17"{acting}')
    )
