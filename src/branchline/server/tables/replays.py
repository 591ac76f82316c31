"""Replays: a game step by step, by a seat's eyes, a watcher's, or (after the end) open."""

from __future__ import annotations

import time

from branchline.game.game import Game, new_game
from branchline.game.options import laid_open
from branchline.plain import Json
from branchline.server.present.paths import paths_of
from branchline.server.present.telling import reveal, seen
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.lines import ActionBody
from branchline.server.tables.table import Table

Eyes = int | str
_SLICE = 0.001
"""Seconds left to others after each step: a replay is made by a thread while others play."""


def check_eyes(table: Table, eyes: str | None, own: int | None) -> Eyes:
    """Return by whose eyes a replay is shown; while the game runs, only by one's own."""
    if table.game is None:
        raise RequestRefused("not started", "problem.notStarted")
    if eyes is None:
        return "open" if table.is_over else "watcher" if own is None else own
    if eyes == "watcher":
        return "watcher"
    if eyes == "open" or (eyes.isascii() and eyes.isdigit() and len(eyes) == 1):
        seat = None if eyes == "open" else int(eyes)
        if seat is not None and seat >= table.setup.seats:
            raise RequestRefused("invalid", "problem.noSuchSeat")
        if not table.is_over and (seat is None or seat != own):
            raise RequestRefused("not allowed", "problem.ownEyes")
        return "open" if seat is None else seat
    raise RequestRefused("invalid", "problem.eyes")


class Replayer:
    """Goes through a game once more."""

    def __init__(self, table: Table, eyes: Eyes) -> None:
        self.eyes = eyes
        self.is_open = eyes == "open"
        self.viewer = eyes if isinstance(eyes, int) else None
        # What is needed of the table is taken now: it may go on while we show.
        self.setup, self.key, self.seq = table.setup, table.key, table.seq
        self.done = list(table.done)
        self.bots = {
            e.seq for e in table.entries if isinstance(e.body, ActionBody) and e.body.by_bot
        }

    def steps(self, views: bool, only: int | None = None) -> list[Json]:
        """Return the steps, with what one sees after each if that is wanted."""
        setup = self.setup
        if only is not None and only > len(self.done):
            raise RequestRefused("invalid", "problem.steps", n=len(self.done))
        options = laid_open(setup.options) if self.is_open else setup.options
        game = new_game(setup.game, setup.seats, key=self.key, options=options)
        found = [self._step(game, 0, views or only == 0)]
        for number, done in enumerate(self.done, 1):
            if only is not None and number > only:
                break
            game.push(done.id, done.seat)
            game.forget_undo()
            time.sleep(_SLICE)  # players come first
            if only is None or number == only:
                found.append(self._step(game, number, views or only == number))
        return found[-1:] if only is not None else found

    def _step(self, game: Game, number: int, with_view: bool) -> Json:
        seat, events, by_bot = None, game.opening, False
        if number:
            seat, _, events = game.history[-1]
            by_bot = self.done[number - 1].seq in self.bots
        return {
            "step": number,
            "seat": seat,
            "by_bot": by_bot,
            "events": [seen(event, self.viewer, self.is_open) for event in events],
            "turn": game.turn,
            "view": game.view(self.viewer) if with_view else None,
            "paths": self._paths(game) if with_view else {},
            "reveal": reveal(game) if with_view and self.is_open else None,
        }

    def _paths(self, game: Game) -> dict[str, list[str]]:
        """Return how tickets are completed: the viewer's own, or in an open replay everybody's."""
        seats = range(game.seats) if self.is_open else [self.viewer]
        found: dict[str, list[str]] = {}
        for seat in seats:
            if seat is not None:
                view = game.view(seat)
                found |= paths_of(game.board, view.owners, seat, view.tickets_done)
        return found
