"""Opponents: built-in players around a learner, in many games at once, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.bots.dispatcher import BATCH
from branchline.policy import match as m
from branchline.policy.matches import Player
from branchline.policy.mind import MIND_DTYPE
from branchline.policy.opponents import choose_for_others
from branchline.policy.search import MOST_ACTIONS, TRIAL_DTYPE
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import state as st


class CompiledOpponents:
    """Built-in players in the seats after a learner's; what one thread needs to let them choose."""

    def __init__(self, board: Board, players: Sequence[Player], open_track: bool) -> None:
        self.board, self.open_track = board, open_track
        seats = len(players) + 1
        self._players = np.zeros(len(players), m.PLAYER_DTYPE)
        self._minds = np.zeros(len(players), MIND_DTYPE)
        self._fresh = np.zeros(len(players), MIND_DTYPE)
        for i, player in enumerate(players):
            self._players[i]["kind"] = player.kind
            self._players[i]["playouts"] = player.playouts
            self._players[i]["recalls"] = player.recalls
            if player.style:
                for minds, style in ((self._minds, player.style), (self._fresh, "playout")):
                    weights = weights_of(style, board.record[0], seats, recalls=player.recalls)
                    minds[i] = make_mind(weights)[0]
        self._knowns = np.zeros(1, st.STATE_DTYPE)
        self._worlds = np.zeros(2, st.STATE_DTYPE)
        self._results = np.zeros(1, st.RESULT_DTYPE)
        self._trials = np.zeros(1, TRIAL_DTYPE)
        self._masters = np.zeros(1, st.CHANCE_DTYPE)
        self._streams = np.zeros(2, st.CHANCE_DTYPE)
        self._others = np.zeros(st.MAX_SEATS, MIND_DTYPE)
        self._begun = np.zeros(st.MAX_SEATS + MOST_ACTIONS, MIND_DTYPE)
        self._menus = np.zeros(1, st.MENU_DTYPE)

    def choose(
        self,
        states: st.States,
        learners: NDArray[np.int8],
        chances: st.Chances,
        asked: NDArray[np.int8],
        actions: NDArray[np.int64],
        first: int,
        end: int,
    ) -> int:
        """Choose in the games first to end - 1 wherever another than the learner has to act.

        ``asked`` and ``actions`` are written; how many games that are is returned.
        """
        return choose_for_others(
            self.board.record,
            states,
            learners,
            self._players,
            chances,
            self.open_track,
            BATCH,
            self._knowns,
            self._worlds,
            self._results,
            self._trials,
            self._masters,
            self._streams,
            self._minds,
            self._others,
            self._begun,
            self._fresh,
            self._menus,
            st.SILENT,
            asked,
            actions,
            first,
            end,
        )
