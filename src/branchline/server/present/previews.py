"""Previews: what a legal action would do, told before it is done, from what a seat knows."""

from __future__ import annotations

import numpy as np

from branchline.game.actions import Action, Build, Claim, Lay, LayThree
from branchline.game.events import Captured, CutOff, Event, Robbed, Scored, read_log
from branchline.game.game import Game
from branchline.game.view import tracks_of
from branchline.plain import Json
from branchline.rules import engine
from branchline.rules import state as st


def previews(game: Game, seat: int, legal: list[Action]) -> Json:
    """Return what claims, builds and rows of a seat would do, by track or colour.

    Each is done by the rules to a copy of what the seat knows.
    """
    claims: Json = {}
    builds: Json = {}
    lays: Json = {}
    trial: _Trial | None = None
    tried: set[tuple[str, ...]] = set()
    for action in legal:
        what = _what(action)
        if what is None or what in tried:
            continue
        tried.add(what)
        trial = trial or _Trial(game, seat)
        events, shut = trial.of(action)
        match action.move:
            case Claim(track=track):
                claims[track] = {
                    "scores": _scores(events),
                    **_shut(events, shut),
                    "captures": any(isinstance(event, Captured) for event in events),
                }
            case Build(track=track):
                builds[track] = _shut(events, shut)
        for event in events:
            if isinstance(event, Robbed):
                lays[event.colour] = {
                    "robs": event.seat,
                    "cards": event.cards,
                    "locomotives": event.locomotives,
                }
    return {"claims": claims, "builds": builds, "lays": lays}


def _what(action: Action) -> tuple[str, ...] | None:
    """Return what a preview depends on: how a route is paid for or how long a row is does not."""
    match action.move:
        case Claim(track=track) | Build(track=track):
            return (track,)
        case Lay(colour=colour):
            return (colour,)
        case LayThree(colours=colours):
            return tuple(colours)
    return None


class _Trial:
    """A place to try actions of a seat, each from where the game stands."""

    def __init__(self, game: Game, seat: int) -> None:
        self.board, self.seat, self.known = game.board, seat, game.known(seat)
        self.copy = np.zeros(1, st.STATE_DTYPE)
        self.logs = st.new_log()
        self.shut = np.empty(st.WORDS, np.uint64)

    def of(self, action: Action) -> tuple[list[Event], tuple[str, ...]]:
        """Return what would come of an action, and the tracks it would shut to everybody."""
        engine.preview(
            self.board.record,
            self.known,
            self.seat,
            action.id,
            self.copy,
            self.logs,
            self.shut,
        )
        n = int(self.logs["n"][0])
        self.logs["n"][0] = 0
        events = read_log(self.board, self.logs["entries"][0, :n].tolist(), self.seat)
        return events, tracks_of(self.board, self.shut)


def _scores(events: list[Event]) -> list[Json]:
    where = next((event.city for event in events if isinstance(event, Captured)), None)
    return [
        {
            "seat": event.seat,
            "points": event.points,
            "why": event.why,
            "city": where if event.why == "capture" else event.city,
        }
        for event in events
        if isinstance(event, Scored)
    ]


def _shut(events: list[Event], shut: tuple[str, ...]) -> dict[str, list[str]]:
    """Tell the tracks that a crossing would cut off from those that a sister track would close."""
    cut = {track for event in events if isinstance(event, CutOff) for track in event.tracks}
    return {
        "cuts": [track for track in shut if track in cut],
        "closes": [track for track in shut if track not in cut],
    }
