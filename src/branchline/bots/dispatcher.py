"""The dispatcher: play-outs in imagined worlds, to find actions better than the planner's."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.bots.base import Clock
from branchline.bots.policy import PolicyBot, thought
from branchline.game.actions import Action
from branchline.game.memory import Memory
from branchline.game.view import View
from branchline.plain import Json
from branchline.policy import playouts as playout
from branchline.policy import search
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st
from branchline.text.catalogue import text
from branchline.text.describe import move

DEFAULT_PLAYOUTS = 2000
BATCH = 16
"""Worlds that all remaining actions are compared in before the next look at the figures."""


class Dispatcher:
    """Compares the planner's choice with others by paired play-outs, and keeps it if in doubt.

    Every action is played out by the planner's policy in the same imagined worlds, with the same
    cards to come; it chooses another action only if the gain is more than chance. If it is told
    what happens, it remembers what lies on the tracks of The Card Game.
    """

    def __init__(self, chances: st.Chances | None = None) -> None:
        self.chances = np.zeros(1, st.CHANCE_DTYPE) if chances is None else chances
        self.planner = PolicyBot("planner")
        self.memory = Memory()
        self.thought: Callable[[], str] = lambda: text("reason.notYet")

    def observe(self, events: Sequence[Json]) -> None:
        """Remember what happened."""
        self.memory.observe(events)

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        begun = time.perf_counter()
        memory = self.memory if self.memory.fits(view) else None
        board, states, mind = self.planner.think(view, memory)
        assert view.viewer is not None
        kept = np.zeros(search.MOST_ACTIONS, np.int16)
        n = playout.shortlist(board.record, states, view.viewer, mind, self.planner.menu, kept)
        own = int(kept[0])
        self.thought = thought(board, view, mind)
        by_id = {action.id: action for action in legal}
        if n == 1:
            return by_id[own]
        master, recalls = self._master(states), memory is not None
        comparison = Comparison(board, states, view.viewer, kept[:n], master, recalls)
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

    def _master(self, states: st.States) -> st.Chances:
        """Return the chance for this decision: it follows from the bot's key and what it knows."""
        masters = np.zeros(1, st.CHANCE_DTYPE)
        search.decision_key(self.chances, states, masters)
        return masters


class Comparison:
    """Play-outs of several actions in the same worlds; hopeless actions are dropped."""

    def __init__(
        self,
        board: Board,
        states: st.States,
        seat: int,
        actions: NDArray[np.int16],
        master: st.Chances,
        recalls: bool = False,
    ) -> None:
        self.board, self.states, self.seat, self.master = board, states, seat, master
        self.trials = np.zeros(1, search.TRIAL_DTYPE)
        search.begin_search(self.trials, actions, len(actions))
        seats = int(states["seats"][0])
        self.mind = make_mind(weights_of("playout", board.record[0], seats, recalls=recalls))

    @property
    def actions(self) -> NDArray[np.int16]:
        """The actions that are still compared, the planner's choice first."""
        found: NDArray[np.int16] = self.trials["actions"][0, : self.trials["n"][0]]
        return found

    @property
    def worlds(self) -> int:
        """In how many worlds they were compared."""
        return int(self.trials["worlds"][0])

    @property
    def playouts(self) -> int:
        """How many games were played out."""
        return int(self.trials["playouts"][0])

    @property
    def settled(self) -> bool:
        """Whether only the planner's choice is left."""
        return len(self.actions) == 1

    def go_on(self, rows: int, threads: int) -> None:
        """Compare what is left in so many more worlds."""
        search.weigh(self.trials, self.play(rows, threads))

    def play(self, rows: int, threads: int) -> NDArray[np.int32]:
        """Return the margins of what is left in the next worlds, a row each."""
        table = np.zeros((rows, len(self.actions)), np.int32)
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
        return table

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
            self.actions,
            np.repeat(self.mind, st.MAX_SEATS),
            np.repeat(self.mind, st.MAX_SEATS + len(self.actions)),
            np.zeros(1, st.MENU_DTYPE),
            st.SILENT,
            table,
        )

    def verdict(self) -> tuple[int, float]:
        """Return the action to take and the points it gains over the first one."""
        best = search.verdict(self.trials)
        points = self.trials["points"][0, best] / max(1, self.worlds)
        return int(self.actions[best]), float(points)
