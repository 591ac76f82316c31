"""Judging one decision by what its seat could know, and by nothing else.

All that is found depends on what the seat knew, what it chose, the seed and the effort. The other
seats' secrets, and what came later, have no part in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from branchline.analysis.course import Question
from branchline.analysis.effort import Effort
from branchline.analysis.worlds import (
    FRESH,
    SURE,
    Rows,
    Worlds,
    mean_and_error,
    same_thing,
    shares_of,
    watched_by,
)
from branchline.policy.review import figures as f

ALTERNATIVES = 5
"""Actions besides the chosen one that are judged."""
FINALISTS = 3
"""Of them, those among which the best is looked for longer."""
DOUBT = 0.5
"""A loss is followed no further if it is small even with so many standard errors added to it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found out about a decision. Place 0 is the chosen action, place 1 its best rival."""

    seat: int
    actions: tuple[int, ...]
    """The chosen action, its best rival, then the others, the most promising first."""
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


def judge(question: Question, seed: int, effort: Effort) -> Judgement:
    """Judge a decision."""
    return _Judge(question, seed).judge(effort)


class _Judge:
    """One decision, with the places to work in."""

    def __init__(self, question: Question, seed: int) -> None:
        self.question, self.worlds = question, Worlds(question, seed)
        self.seat, self.seats = question.seat, question.seats
        self.chosen = question.step.action.id

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
        hopes = self.worlds.hopes(both).sum(0)
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
            playouts=self.worlds.playouts,
            watched=watched_by(self.question, actions),
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
            playouts=self.worlds.playouts,
            watched=(-1,),
        )

    def _menu(self) -> list[int]:
        """Return the chosen action, then the others that may be better."""
        if len(self.question.legal()) == 1:
            return [self.chosen]
        found = self.worlds.shortlist()
        return [self.chosen, *(a for a in found if not same_thing(self.question, a, self.chosen))]

    def _play(self, actions: list[int], first: int, worlds: int) -> Rows:
        """Play actions out in some worlds.

        Which tracks are gone is noted for the first two actions only: later worlds have only these.
        """
        return self.worlds.play(actions, first, worlds)[..., : self.worlds.columns + 2]

    def _ranked(self, rows: Rows) -> list[int]:
        """Return the places of the actions: the chosen one, then the others, most hopeful first."""
        hopes = self.worlds.hopes(rows).sum(0)
        return [0, *sorted(range(1, rows.shape[1]), key=lambda i: (-int(hopes[i]), i))]

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

        There are never fewer worlds than the rating counts. If small losses were dropped earlier
        and large ones were not, the mean of all losses would come out too low.
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
    """Return the factor for thresholds: with more seats, each has a smaller part of the win."""
    return 2 / seats
