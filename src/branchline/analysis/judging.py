"""Judging one decision by what its seat could know, and by nothing else.

All that is found depends on what the seat knew, what it chose, the seed and the effort. The other
seats' secrets, and what came later, have no part in it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.course import Question
from branchline.analysis.effort import Effort
from branchline.game.keys import stream
from branchline.policy import playouts, search
from branchline.policy.mind import Minds
from branchline.policy.review import figures as f
from branchline.policy.review import judging as compiled
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st

ALTERNATIVES = 5
"""Actions besides the chosen one that are judged."""
FINALISTS = 3
"""Of them, those among which the best is looked for longer."""
SURE = 2.33
"""Joint standard errors by which a difference counts as decided."""
NINETY_FIVE = 1.96
DOUBT = 0.5
"""Standard errors by which a loss may turn out worse than it looks and still not be followed."""
HOPEFUL = 30
"""Points ahead or behind that settle a game, for a first look: such figures vary less than wins."""
FRESH = 1 << 20
"""The first of the worlds that judge. Those before it only choose what is judged: the best of
several noisy figures is too good, and looks worse in worlds that had no part in its choice."""

Rows = NDArray[np.int32]
"""By world, action and column."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found out about a decision. Place 0 is the chosen action, place 1 its best rival."""

    seat: int
    actions: tuple[int, ...]
    """The chosen action, the best of the others, then those others as promising as they looked."""
    is_forced: bool
    """Whether there was nothing to choose, or nothing that made a difference."""
    is_obvious: bool
    """Whether one action is so much better than all others that anybody would take it."""
    rival_leads: bool
    """Whether the rival looked better than the chosen action before both were judged."""
    tried: Rows
    """All actions in the worlds that chose the rival."""
    last: Rows
    """The first few in the last of those worlds."""
    fresh: Rows
    """All actions in the first worlds that judge."""
    pair: Rows
    """The first two in all worlds that judge."""
    playouts: int
    watched: tuple[int, ...]
    """For each action the track that it takes, or -1."""

    def apart(self, place: int) -> Rows:
        """Return a chosen action and another one in all the worlds where both were tried.

        For the rival these are the worlds that judge, and no others.
        """
        if place == 1:
            return self.pair
        parts = [self.tried, self.fresh] + ([self.last] if place < self.last.shape[1] else [])
        return np.concatenate([rows[:, [0, place]] for rows in parts])

    @property
    def chosen(self) -> Rows:
        """The chosen action in all worlds: it was there before anything was compared."""
        return np.concatenate([self.tried[:, :1], self.last[:, :1], self.pair[:, :1]])


def shares_of(rows: Rows, seat: int) -> NDArray[np.int64]:
    """Return a seat's parts of wins by world and action."""
    return rows[..., f.F_SEATS + seat * f.S_COLUMNS + f.S_SHARE].astype(np.int64)


def mean_and_error(values: NDArray[np.int64]) -> tuple[float, float]:
    """Return a mean and its standard error, from whole numbers alone."""
    n = len(values)
    total, squares = int(values.sum()), int((values**2).sum())
    spread = (n * squares - total * total) / (n * max(1, n - 1))
    return total / n, float(np.sqrt(max(0.0, spread) / n))


def judge(question: Question, seed: int, effort: Effort) -> Judgement:
    """Judge a decision."""
    return _Judge(question, seed).judge(effort)


class _Judge:
    """One decision, with the places to work in."""

    def __init__(self, question: Question, seed: int) -> None:
        self.question = question
        self.seat, self.chosen = question.seat, question.step.action.id
        self.board, self.known = question.board.record, question.knowns
        self.legal = question.legal()
        self.seats = int(self.known["seats"][0])
        recalls = question.recalls
        self.mind = make_mind(weights_of("playout", self.board[0], self.seats, recalls=recalls))
        self.planner = make_mind(weights_of("planner", self.board[0], self.seats, recalls=recalls))
        self.master: st.Chances = np.zeros(1, st.CHANCE_DTYPE)
        digest = hashlib.sha256(f"branchline analysis {seed}".encode()).digest()
        search.decision_key(stream(digest), self.known, self.master)
        self.playouts = 0

    def judge(self, effort: Effort) -> Judgement:
        actions = self._menu()
        if len(actions) == 1:
            return self._nothing()
        tried = self._play(actions, 0, effort.glance)
        order = self._ranked(tried)[: ALTERNATIVES + 1]
        actions, tried = [actions[i] for i in order], tried[:, order]
        tried = np.concatenate([tried, self._play(actions, len(tried), effort.second)])
        if self._is_same(tried):
            return self._nothing()
        obvious = self._is_obvious(tried)
        order = self._ranked(tried)
        actions, tried = [actions[i] for i in order], tried[:, order]
        finalists = len(actions[: FINALISTS + 1])
        last = self._play(actions[:finalists], len(tried), effort.last)
        both = np.concatenate([tried[:, :finalists], last])
        order = self._ranked(both)
        last = last[:, order]
        order += range(finalists, len(actions))
        actions, tried = [actions[i] for i in order], tried[:, order]
        hopes = self._hopes(both).sum(0)
        leads = bool(hopes[order[1]] > hopes[0])
        fresh = self._play(actions, FRESH, effort.fresh)
        pair = fresh[:, :2]
        while leads and len(pair) < effort.worlds and not self._is_decided(pair, effort):
            more = min(len(pair), effort.worlds - len(pair))
            pair = np.concatenate([pair, self._play(actions[:2], FRESH + len(pair), more)])
        return Judgement(
            seat=self.seat,
            actions=tuple(actions),
            is_forced=False,
            is_obvious=obvious,
            rival_leads=leads,
            tried=tried,
            last=last,
            fresh=fresh,
            pair=pair,
            playouts=self.playouts,
            watched=tuple(int(track) for track in self._watched(actions)),
        )

    def _nothing(self) -> Judgement:
        none = np.zeros((0, 1, 1), np.int32)
        return Judgement(
            seat=self.seat,
            actions=(self.chosen,),
            is_forced=True,
            is_obvious=False,
            rival_leads=False,
            tried=none,
            last=none,
            fresh=none,
            pair=none,
            playouts=self.playouts,
            watched=(-1,),
        )

    def _menu(self) -> list[int]:
        """Return the chosen action, then the others that may be better."""
        if len(self.legal) == 1:
            return [self.chosen]
        kept = np.zeros(search.MOST_ACTIONS, np.int16)
        n = playouts.shortlist(
            self.board,
            self.known.copy(),
            self.seat,
            self.planner,
            np.zeros(1, st.MENU_DTYPE),
            kept,
        )
        return [self.chosen, *(int(a) for a in kept[:n] if not self._same_thing(int(a)))]

    def _same_thing(self, action: int) -> bool:
        """Tell whether an action is the chosen one, or takes the same card from another place."""
        kinds, places = self.board[0]["action_kind"], self.board[0]["action_what"]
        if action == self.chosen:
            return True
        if kinds[action] != st.K_PLACE or kinds[self.chosen] != st.K_PLACE:
            return False
        market = self.known[0]["market"]
        return bool(market[places[action]] == market[places[self.chosen]])

    def _watched(self, actions: list[int]) -> NDArray[np.int16]:
        """Return the track that each action takes, or -1."""
        kinds, what = self.board[0]["action_kind"], self.board[0]["action_what"]
        takes = (st.K_CLAIM, st.K_BUILD)
        return np.array([what[a] if kinds[a] in takes else -1 for a in actions], np.int16)

    def _play(self, actions: list[int], first: int, worlds: int) -> Rows:
        """Play actions out in some worlds."""
        columns = f.F_SEATS + self.seats * f.S_COLUMNS + f.O_GONE + len(actions)
        table = np.zeros((worlds * len(actions), columns), np.int32)
        compiled.judge_actions(
            self.board,
            self.known,
            np.zeros(2, st.STATE_DTYPE),
            np.zeros(1, st.RESULT_DTYPE),
            self.seat,
            self.master.copy(),
            first,
            np.zeros(2, st.CHANCE_DTYPE),
            np.array(actions, np.int16),
            self._watched(actions),
            _several(self.mind, st.MAX_SEATS),
            _several(self.mind, st.MAX_SEATS + len(actions)),
            np.zeros(1, st.MENU_DTYPE),
            st.SILENT,
            table,
        )
        self.playouts += len(table)
        # What is gone is noted for the first two alone: later worlds have only these.
        return table.reshape(worlds, len(actions), columns)[..., : columns - len(actions) + 2]

    def _ranked(self, rows: Rows) -> list[int]:
        """Return the places of the actions: the chosen one, then the others, most hopeful first."""
        hopes = self._hopes(rows).sum(0)
        return [0, *sorted(range(1, rows.shape[1]), key=lambda i: (-int(hopes[i]), i))]

    def _hopes(self, rows: Rows) -> NDArray[np.int64]:
        """Return how well each action did in each world: points ahead, as far as they matter."""
        totals = rows[..., f.F_SEATS + f.S_TOTAL :: f.S_COLUMNS][..., : self.seats]
        own = totals[..., self.seat].astype(np.int64)
        others = np.delete(totals, self.seat, axis=-1).max(-1)
        hopes: NDArray[np.int64] = np.clip(own - others, -HOPEFUL, HOPEFUL)
        return hopes

    def _is_same(self, rows: Rows) -> bool:
        """Tell whether it made no difference in any world what was done."""
        scores = rows[..., f.F_SEATS + f.S_TOTAL :: f.S_COLUMNS][..., : self.seats]
        return bool((scores == scores[:, :1]).all())

    def _is_obvious(self, rows: Rows) -> bool:
        """Tell whether the best action is ahead of all others by two blunders."""
        shares = shares_of(rows, self.seat)
        sums = shares.sum(0)
        best, second = np.argsort(-sums, kind="stable")[:2]
        lead, error = mean_and_error(shares[:, best] - shares[:, second])
        far = 2 * BLUNDER * f.WHOLE * scale(self.seats)
        return bool(lead - SURE * error > 0 and lead >= far)

    def _is_decided(self, rows: Rows, effort: Effort) -> bool:
        """Tell whether more worlds are not worth it: a loss is sure, or too small to matter.

        Not before there are as many worlds as the rating counts: if a loss that looks small were
        let go earlier and a large one followed, the mean of all would come out too low.
        """
        if len(rows) < effort.sure:
            return False
        shares = shares_of(rows, self.seat)
        loss, error = mean_and_error(shares[:, 1] - shares[:, 0])
        point = f.WHOLE * scale(self.seats) / 100
        small = loss + DOUBT * error < 100 * INACCURACY * point
        return small or error < point or loss - SURE * error > 0


INACCURACY, MISTAKE, BLUNDER = 0.02, 0.04, 0.08
"""Win share lost with two seats, from which a choice is marked."""


def scale(seats: int) -> float:
    """Return by how much smaller thresholds are where more seats share a win."""
    return 2 / seats


def _several(mind: Minds, n: int) -> Minds:
    minds: Minds = np.repeat(np.asarray(mind), n)
    return minds
