"""The dispatcher: play-outs in imagined worlds, to find actions better than the planner's."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.bots.base import Clock
from branchline.bots.policy import PolicyBot, thought
from branchline.game.actions import Action
from branchline.game.keys import stream
from branchline.game.view import View
from branchline.policy import playouts as playout
from branchline.policy.board.candidates import MOST
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st
from branchline.text.catalogue import text
from branchline.text.describe import move

DEFAULT_PLAYOUTS = 2000
BATCH = 16
"""Worlds that all remaining actions are compared in before the next look at the figures."""
GATE = 2.0
"""Standard errors by which an action must be better than the planner's choice."""
HOPE = 1.0
"""Standard errors within which an action must be of the best one to stay in the comparison."""
CLOSE = 15.0
"""Points within which a game is close: a point there counts for more than in one won or lost."""


class Dispatcher:
    """Compares the planner's choice with others by paired play-outs, and keeps it in doubt.

    Every action is played out by the planner's policy in the same imagined worlds, with the same
    cards to come; it chooses another action only if the gain is more than chance.
    """

    def __init__(self, chances: st.Chances | None = None) -> None:
        self.key = b"" if chances is None else chances["key"].tobytes()
        self.planner = PolicyBot("planner")
        self.thought: Callable[[], str] = lambda: text("reason.notYet")

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        begun = time.perf_counter()
        board, states, mind = self.planner.think(view)
        assert view.viewer is not None
        kept = np.zeros(2 * MOST, np.int16)
        n = playout.shortlist(board.record, states, view.viewer, mind, self.planner.menu, kept)
        own = int(kept[0])
        self.thought = thought(board, view, mind)
        by_id = {action.id: action for action in legal}
        if n == 1:
            return by_id[own]
        comparison = Comparison(board, states, view, kept[:n].copy(), self._stream(view))
        playouts = clock.playouts
        if playouts is None and clock.seconds is None:
            playouts = DEFAULT_PLAYOUTS
        while not comparison.settled:
            if playouts is not None and comparison.playouts >= playouts:
                break
            if clock.seconds is not None and time.perf_counter() - begun >= clock.seconds:
                break
            comparison.go_on(BATCH, clock.threads)
        best, gain = comparison.verdict()
        if best != own:
            instead = move(board, by_id[own])
            if round(gain) > 0:
                points = text("table.n.point", n=round(gain))
                why = text("reason.better", n=comparison.worlds, points=points, move=instead)
            else:
                why = text("reason.close", n=comparison.worlds, move=instead)
            self.thought = lambda: why
        return by_id[best]

    def explain(self) -> str:
        """Say in a sentence why it made its last choice."""
        return self.thought()

    def _stream(self, view: View) -> st.Chances:
        """Return the chance of this one decision: it depends on the seed and the view alone."""
        text = json.dumps(view.to_json(), sort_keys=True).encode()
        return stream(hashlib.sha256(self.key + text).digest())


class Comparison:
    """Play-outs of several actions in the same worlds, with the hopeless ones dropped."""

    def __init__(
        self,
        board: Board,
        states: st.States,
        view: View,
        actions: NDArray[np.int16],
        master: st.Chances,
    ) -> None:
        self.board, self.states, self.master = board, states, master
        assert view.viewer is not None
        self.seat, self.seats = view.viewer, view.seats
        self.actions = actions
        self.alive = np.arange(len(actions))
        self.margins: NDArray[np.int32] = np.zeros((0, len(actions)), np.int32)
        self.worlds = 0
        self.playouts = 0
        self.mind = make_mind(weights_of("playout", board.record[0], view.seats))

    @property
    def settled(self) -> bool:
        """Whether only the planner's choice is left."""
        return len(self.alive) == 1

    def go_on(self, rows: int, threads: int) -> None:
        """Compare what is left in so many more worlds."""
        table = np.zeros((rows, len(self.alive)), np.int32)
        if threads == 1:
            self._play(self.worlds, table)
        else:
            parts = np.array_split(np.arange(rows), threads)
            with ThreadPoolExecutor(threads) as pool:
                list(
                    pool.map(
                        lambda part: self._play(
                            self.worlds + int(part[0]), table[part[0] : part[-1] + 1]
                        ),
                        [part for part in parts if len(part)],
                    )
                )
        self.worlds += rows
        self.playouts += table.size
        self.margins = np.concatenate([self.margins[:, : len(self.alive)], table])
        gains, errors = self._gains()
        best = int(np.argmax(gains))
        keep = gains + HOPE * errors >= gains[best] - HOPE * errors[best]
        keep[0] = True
        self.alive = self.alive[keep]
        self.margins = self.margins[:, keep]

    def _play(self, first: int, table: NDArray[np.int32]) -> None:
        playout.compare_actions(
            self.board.record,
            self.states,
            np.zeros(2, st.STATE_DTYPE),
            np.zeros(1, st.RESULT_DTYPE),
            self.seat,
            self.master.copy(),
            first,
            np.zeros(2, st.CHANCE_DTYPE),
            self.actions[self.alive],
            np.repeat(self.mind, st.MAX_SEATS),
            np.repeat(self.mind, st.MAX_SEATS + len(self.alive)),
            np.zeros(1, st.MENU_DTYPE),
            st.SILENT,
            table,
        )

    def _gains(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how much likelier than the first action each wins, and the standard errors."""
        wins = 1.0 / (1.0 + np.exp(-self.margins / CLOSE))
        differences = wins - wins[:, :1]
        return differences.mean(0), differences.std(0) / np.sqrt(max(1, len(differences) - 1))

    def verdict(self) -> tuple[int, float]:
        """Return the action to take and the points it gains over the first one."""
        if len(self.margins) == 0:
            return int(self.actions[0]), 0.0
        gains, errors = self._gains()
        best = int(np.argmax(np.where(gains > GATE * errors, gains, 0.0)))
        points = (self.margins[:, best] - self.margins[:, 0]).mean()
        return int(self.actions[self.alive[best]]), float(points)
