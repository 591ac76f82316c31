"""The open table: win shares and scores at every moment, and how much of them chance gave.

All hands and tickets are known here, only the order of the decks is not. Sums of whole numbers, so
that blocks of worlds can be added in any order and always give the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.course import Replayed, recalls
from branchline.analysis.effort import BLOCK
from branchline.game.keys import run_key
from branchline.policy.mind import Minds
from branchline.policy.review import open_table as compiled
from branchline.policy.review.figures import WHOLE
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st

Whole = NDArray[np.int64]

VALUE, AFTER, OWN = range(3)
"""What a world is played out for: a position as it stands, after the action that was taken there,
and after the one that the policy would have taken."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What some worlds come to, summed over them."""

    worlds: int
    shares: Whole
    """By step and seat: parts of wins from each position on."""
    scores: Whole
    squares: Whole
    """The same of the shares, squared."""
    luck: Whole
    own: Whole
    """What the action that was taken is worth above the policy's."""
    residual: Whole
    """What the policy's own action brings beyond what its position promised."""
    luck_squares: Whole
    deals: Whole
    """By seat: parts of wins from deals of such a game."""

    def __add__(self, other: Sums) -> Sums:
        """Return what the worlds of both come to."""
        return Sums(
            self.worlds + other.worlds,
            self.shares + other.shares,
            self.scores + other.scores,
            self.squares + other.squares,
            self.luck + other.luck,
            self.own + other.own,
            self.residual + other.residual,
            self.luck_squares + other.luck_squares,
            self.deals + other.deals,
        )


def play_block(course: Replayed, seed: int, block: int) -> Sums:
    """Let one block of worlds follow a game, and play every position out in each of them."""
    return _Block(course, seed, block).play()


class _Block:
    """The worlds of a block, and the places to work in."""

    def __init__(self, course: Replayed, seed: int, block: int) -> None:
        self.course, self.first = course, block * BLOCK
        board = course.board.record
        mind = make_mind(
            weights_of("playout", board[0], course.seats, recalls=recalls(course.board))
        )
        self.master = run_key(seed)
        self.worlds: st.States = np.zeros(BLOCK, st.STATE_DTYPE)
        self.outcomes: st.States = np.zeros(BLOCK, st.STATE_DTYPE)
        self.trials: st.States = np.zeros(1, st.STATE_DTYPE)
        self.results: st.ResultRecords = np.zeros(1, st.RESULT_DTYPE)
        self.streams: st.Chances = np.zeros(BLOCK + 1, st.CHANCE_DTYPE)
        self.menus: st.Menus = np.zeros(1, st.MENU_DTYPE)
        self.minds = _several(mind, st.MAX_SEATS)
        self.begun = _several(mind, st.MAX_SEATS)
        self.planned = _several(mind, st.MAX_SEATS * BLOCK)

    def play(self) -> Sums:
        course = self.course
        steps, seats = len(course.steps), course.seats
        found = np.zeros((3, steps + 1, BLOCK, seats * compiled.V_COLUMNS), np.int32)
        deals = self._deals()
        unchanged: list[int] = []
        as_chosen: list[int] = []
        compiled.begin_worlds(
            course.at(0), self.master, self.first, BLOCK, self.streams, self.worlds
        )
        for i, step in enumerate(course.steps):
            here = found[VALUE, i]
            self._value(here)
            before = self.begun.copy()
            own = compiled.policy_action(
                course.board.record, course.at(i), step.seat, self.begun, self.menus
            )
            acted = self.begun.copy()
            who = -1 if own == step.action.id else step.seat
            if who >= 0:
                self.begun = before.copy()
            after = self.begun.copy()
            planned = compiled.plan_on(course.board.record, course.at(i + 1), self.begun, who)
            if who < 0 and not planned:  # the position before has seen it all
                found[AFTER, i] = here
            elif step.is_chance:
                self._act(step.seat, step.action.id, who, after, found[AFTER, i])
            else:
                unchanged.append(i)
            if who >= 0:
                self._act(step.seat, own, who, acted, found[OWN, i])
            else:
                as_chosen.append(i)
            compiled.follow(course.states[i : i + 2], BLOCK, self.worlds, self.streams)
        self._value(found[VALUE, steps])
        for i in unchanged:  # the worlds went on as they were
            found[AFTER, i] = found[VALUE, i + 1]
        for i in as_chosen:
            found[OWN, i] = found[AFTER, i]
        return _sum(found, deals)

    def _deals(self) -> NDArray[np.int32]:
        """Play out games that might have been dealt, where it matters who starts."""
        course, seats = self.course, self.course.seats
        table = np.zeros((BLOCK, seats * compiled.V_COLUMNS), np.int32)
        if course.starts < 0:
            return table
        compiled.deal_worlds(
            course.board.record,
            self.master,
            self.first,
            BLOCK,
            self.streams,
            seats,
            course.starts,
            course.option_bits,
            self.worlds,
            st.SILENT,
        )
        compiled.value_deals(
            course.board.record,
            self.worlds,
            self.results,
            self.minds,
            self.begun,
            self.menus,
            st.SILENT,
            table,
        )
        return table

    def _value(self, table: NDArray[np.int32]) -> None:
        """Play out a position."""
        compiled.value_position(
            self.course.board.record,
            self.worlds,
            self.trials,
            self.results,
            self.minds,
            self.begun,
            self.menus,
            st.SILENT,
            table,
        )

    def _act(
        self, seat: int, action: int, who: int, begun: Minds, table: NDArray[np.int32]
    ) -> None:
        """Play out what an action leads to in every world."""
        compiled.value_action(
            self.course.board.record,
            self.worlds,
            seat,
            action,
            who,
            self.outcomes,
            self.trials,
            self.results,
            self.minds,
            begun,
            self.planned,
            self.menus,
            st.SILENT,
            table,
        )


def _several(mind: Minds, n: int) -> Minds:
    """Return so many minds like one."""
    minds: Minds = np.repeat(np.asarray(mind), n)
    return minds


def _sum(found: NDArray[np.int32], deals: NDArray[np.int32]) -> Sums:
    """Sum over the worlds."""
    shares = found[..., compiled.V_SHARE :: compiled.V_COLUMNS].astype(np.int64)
    scores = found[VALUE, ..., compiled.V_TOTAL :: compiled.V_COLUMNS].astype(np.int64)
    luck = shares[VALUE, 1:] - shares[AFTER, :-1]
    return Sums(
        worlds=BLOCK,
        shares=shares[VALUE].sum(1),
        scores=scores.sum(1),
        squares=(shares[VALUE] ** 2).sum(1),
        luck=luck.sum(1),
        own=(shares[AFTER] - shares[OWN])[:-1].sum(1),
        residual=(shares[OWN] - shares[VALUE])[:-1].sum(1),
        luck_squares=(luck**2).sum(1),
        deals=deals[:, compiled.V_SHARE :: compiled.V_COLUMNS].astype(np.int64).sum(0),
    )


__all__ = ["WHOLE", "Sums", "play_block"]
