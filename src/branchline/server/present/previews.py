"""Previews: what a legal action would do, told before it is done, from the view alone."""

from __future__ import annotations

from typing import Any

from branchline.board import Board, Track
from branchline.game.actions import Action, Build, Claim, Lay, LayThree
from branchline.game.view import View


def previews(board: Board, view: View, legal: list[Action]) -> dict[str, Any]:
    """Return what claims, builds and rows would do, by track or colour."""
    tracks = {track.id: track for track in board.tracks}
    claims: dict[str, Any] = {}
    builds: dict[str, Any] = {}
    lays: dict[str, Any] = {}
    for action in legal:
        match action.move:
            case Claim(track=id) if id not in claims:
                claims[id] = _claim(board, view, tracks[id])
            case Build(track=id) if id not in builds:
                shut = _shut(board, view, tracks[id])
                builds[id] = {"cuts": shut[0], "closes": shut[1]}
            case Lay(colour=colour):
                _lay(view, lays, colour)
            case LayThree(colours=colours):
                for colour in colours:
                    _lay(view, lays, colour)
    return {"claims": claims, "builds": builds, "lays": lays}


def _claim(board: Board, view: View, track: Track) -> dict[str, Any]:
    assert view.viewer is not None
    points = board.numbers["routes"]["points"][track.length - 1]
    ends = [board.cities[c].id for c in (track.a, track.b)]
    marked = [(city, view.markers[city]) for city in ends if city in view.markers]
    scores: list[dict[str, Any]]
    if "home_cities" in board.mechanics and marked:  # rule 25
        scores = [
            {"seat": seat, "points": points, "why": "marker", "city": city} for city, seat in marked
        ]
    else:
        scores = [{"seat": view.viewer, "points": points, "why": "route", "city": None}]
    captures = view.alvin in ends and view.alvin_holder != view.viewer  # rule 27
    if captures:
        capture = board.numbers["alvin"]["capture"]
        scores.append(
            {"seat": view.viewer, "points": capture, "why": "capture", "city": view.alvin}
        )
    cuts, closes = _shut(board, view, track)
    return {"scores": scores, "cuts": cuts, "closes": closes, "captures": captures}


def _shut(board: Board, view: View, track: Track) -> tuple[list[str], list[str]]:
    """Return the tracks that claiming or building a track cuts off, and those it closes."""
    shut = set(view.closed)

    def still_open(others: tuple[int, ...]) -> list[str]:
        found = (board.tracks[i].id for i in others)
        return [id for id in found if id not in view.owners and id not in shut]

    closes = still_open(track.sisters)
    if view.seats >= int(board.record[0]["all_sisters_from"]):
        closes = []  # one for each player: closed only to the one who claims
    return still_open(track.crossings), closes


def _lay(view: View, lays: dict[str, Any], colour: str) -> None:
    for player in view.players:
        if player.seat != view.viewer and colour in player.yard:
            cards, locomotives = player.yard[colour]
            lays[colour] = {"robs": player.seat, "cards": cards, "locomotives": locomotives}
