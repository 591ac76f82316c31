"""Worlds: actions of one decision played out in the same imagined worlds, with the same chance.

What is found depends on what the seat knew, the actions and the seed. The other seats' secrets,
and what came later, have no part in it.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.course import Knowledge
from branchline.game.keys import stream
from branchline.policy import playouts, search
from branchline.policy.mind import Minds
from branchline.policy.review import figures as f
from branchline.policy.review import judging as compiled
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st

SURE = 2.33
"""Joint standard errors by which a difference counts as decided."""
NINETY_FIVE = 1.96
HOPEFUL = 30
"""Points ahead or behind that settle a game, for a first look: such figures vary less than wins."""
FRESH = 1 << 20
"""The first of the worlds that judge. Those before it only choose what is judged: the best of
several noisy figures is too good, and looks worse in worlds that had no part in its choice."""

Rows = NDArray[np.int32]
"""By world, action and column."""


def shares_of(rows: Rows, seat: int) -> NDArray[np.int64]:
    """Return a seat's parts of wins by world and action."""
    return rows[..., f.F_SEATS + seat * f.S_COLUMNS + f.S_SHARE].astype(np.int64)


def mean_and_error(values: NDArray[np.int64]) -> tuple[float, float]:
    """Return a mean and its standard error, from whole numbers alone."""
    n = len(values)
    total, squares = int(values.sum()), int((values**2).sum())
    spread = (n * squares - total * total) / (n * max(1, n - 1))
    return total / n, float(np.sqrt(max(0.0, spread) / n))


def watched_by(known: Knowledge, actions: list[int]) -> tuple[int, ...]:
    """Return the track that each action takes, or -1."""
    board = known.board.record[0]
    takes = (st.K_CLAIM, st.K_BUILD)
    return tuple(
        int(board["action_what"][a]) if board["action_kind"][a] in takes else -1 for a in actions
    )


def same_thing(known: Knowledge, one: int, other: int) -> bool:
    """Tell whether two actions are one, or take the same card from different places."""
    board = known.board.record[0]
    kinds, places = board["action_kind"], board["action_what"]
    if one == other:
        return True
    if kinds[one] != st.K_PLACE or kinds[other] != st.K_PLACE:
        return False
    market = known.knowns[0]["market"]
    return bool(market[places[one]] == market[places[other]])


class Worlds:
    """The worlds of one decision, and the places to work in."""

    def __init__(self, known: Knowledge, seed: int) -> None:
        self.known, self.seat, self.seats = known, known.seat, known.seats
        self.board = known.board.record
        recalls = known.recalls
        self._mind = make_mind(weights_of("playout", self.board[0], self.seats, recalls=recalls))
        self._planner = make_mind(weights_of("planner", self.board[0], self.seats, recalls=recalls))
        self._master: st.Chances = np.zeros(1, st.CHANCE_DTYPE)
        digest = hashlib.sha256(f"branchline analysis {seed}".encode()).digest()
        search.decision_key(stream(digest), known.knowns, self._master)
        self.playouts = 0
        """How many games were played out."""

    def shortlist(self) -> list[int]:
        """Return what is worth a thought."""
        kept = np.zeros(search.MOST_ACTIONS, np.int16)
        n = playouts.shortlist(
            self.board,
            self.known.knowns.copy(),
            self.seat,
            self._planner,
            np.zeros(1, st.MENU_DTYPE),
            kept,
        )
        return [int(a) for a in kept[:n]]

    def play(self, actions: list[int], first: int, worlds: int) -> Rows:
        """Play actions out in so many worlds from one on."""
        columns = self.columns + len(actions)
        table = np.zeros((worlds * len(actions), columns), np.int32)
        compiled.judge_actions(
            self.board,
            self.known.knowns,
            np.zeros(2, st.STATE_DTYPE),
            np.zeros(1, st.RESULT_DTYPE),
            self.seat,
            self._master.copy(),
            first,
            np.zeros(2, st.CHANCE_DTYPE),
            np.array(actions, np.int16),
            np.array(watched_by(self.known, actions), np.int16),
            _several(self._mind, st.MAX_SEATS),
            _several(self._mind, st.MAX_SEATS + len(actions)),
            np.zeros(1, st.MENU_DTYPE),
            st.SILENT,
            table,
        )
        self.playouts += len(table)
        return table.reshape(worlds, len(actions), columns)

    @property
    def columns(self) -> int:
        """How many figures there are of a play-out, before those of the tracks that are watched."""
        return f.F_SEATS + self.seats * f.S_COLUMNS + f.O_GONE

    def pair(self, rows: Rows, one: int, other: int) -> Rows:
        """Return two places of what was played, with the figures of the tracks of these two."""
        figures = [*range(self.columns), self.columns + one, self.columns + other]
        return rows[:, [one, other]][..., figures]

    def hopes(self, rows: Rows) -> NDArray[np.int64]:
        """Return how well each action did in each world: points ahead, as far as they matter."""
        totals = rows[..., f.F_SEATS + f.S_TOTAL :: f.S_COLUMNS][..., : self.seats]
        own = totals[..., self.seat].astype(np.int64)
        others = np.delete(totals, self.seat, axis=-1).max(-1)
        hopes: NDArray[np.int64] = np.clip(own - others, -HOPEFUL, HOPEFUL)
        return hopes

    def lead(self, rows: Rows, one: int, other: int) -> tuple[float, float]:
        """Return by how much one place has more of the win than another, and the standard error."""
        shares = shares_of(rows, self.seat)
        lead, error = mean_and_error(shares[:, one] - shares[:, other])
        return lead / f.WHOLE, error / f.WHOLE


def _several(mind: Minds, n: int) -> Minds:
    minds: Minds = np.repeat(np.asarray(mind), n)
    return minds
