"""Opponents: built-in players around a learner, in many games at once, in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.bots.dispatcher import BATCH
from branchline.policy.matches.match_table import CompiledPlayers, Player
from branchline.policy.matches.opponents import choose_for_others
from branchline.rules import state as st


class CompiledOpponents(CompiledPlayers):
    """Built-in players in the seats after a learner's; what one thread needs to let them choose."""

    def __init__(self, board: Board, players: Sequence[Player], open_track: bool) -> None:
        super().__init__(board, players, len(players) + 1)
        self.open_track = open_track

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
