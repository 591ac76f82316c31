"""Tables of built-in players: where compiled matches are played, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.policy.matches import match as m
from branchline.policy.matches.choice import PLAYER_DTYPE
from branchline.policy.matches.clock import FIRST
from branchline.policy.mind import MIND_DTYPE
from branchline.policy.search import MOST_ACTIONS, TRIAL_DTYPE
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import simulate as columns
from branchline.rules import state as st

SLICE = 400
"""Choices and play-outs after which a match looks whether it is still wanted: moments."""
MOVES = 1 << 12
"""Actions there is room for where they are asked for; a longer game is played once more."""


@dataclass(frozen=True, slots=True)
class Player:
    """A built-in player as compiled code takes it."""

    kind: int
    style: str = ""
    """Whose weights it plans with, if it plans."""
    playouts: int = 0
    """What it may spend on a choice, if it searches."""
    recalls: bool = False
    """Whether it remembers what everybody saw laid on the tracks."""


class CompiledPlayers:
    """Some built-in players around a board, and the records with which they choose."""

    def __init__(self, board: Board, players: Sequence[Player], seats: int) -> None:
        self.board = board
        n = len(players)
        self._players = np.zeros(n, PLAYER_DTYPE)
        self._minds = np.zeros(n, MIND_DTYPE)
        self._fresh = np.zeros(n, MIND_DTYPE)
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


class MatchTable(CompiledPlayers):
    """Some built-in players around a board; they play any number of games.

    ``options`` are the bits that the rules take, ``starts`` the seat that begins, or -1.
    """

    def __init__(
        self,
        board: Board,
        players: Sequence[Player],
        *,
        starts: int = -1,
        options: int = 0,
        open_track: bool = False,
        batch: int,
        timed: bool = False,
    ) -> None:
        seats = len(players)
        super().__init__(board, players, seats)
        self.seats, self.starts, self.options = seats, starts, options
        self.row = np.zeros((1, columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
        """The figures of the game just played."""
        self._states = np.zeros(1, st.STATE_DTYPE)
        self._courses = np.zeros(1, m.COURSE_DTYPE)
        self._courses["open_track"] = open_track
        self._courses["timed"] = timed
        self._courses["batch"] = batch

    def play(
        self,
        key: bytes,
        chances: st.Chances,
        wanted: Callable[[], None],
        *,
        listing: bool = False,
    ) -> list[int]:
        """Play the game of a key to its end; the figures are then in ``row``.

        There is a stream of chance for every seat, or one for all. ``wanted`` is called again and
        again, and raises if the game is not. With ``listing``, all actions are returned by their
        numbers.
        """
        moves = np.zeros(MOVES if listing else 0, np.int16)
        self._play(key, chances, wanted, moves)
        if listing and self.steps > MOVES:
            moves = np.zeros(self.steps, np.int16)
            self._play(key, chances, wanted, moves)
        listed: list[int] = moves[: self.steps].tolist()
        return listed

    def _play(
        self,
        key: bytes,
        chances: st.Chances,
        wanted: Callable[[], None],
        moves: NDArray[np.int16],
    ) -> None:
        streams = np.asarray(chances).copy()
        self._players["stream"] = np.arange(self.seats) if len(streams) > 1 else 0
        self._states[0]["chance"]["key"] = np.frombuffer(key, "<u4")
        m.deal_match(
            self.board.record,
            self._states,
            self._players,
            self._courses,
            self.seats,
            self.starts,
            self.options,
            st.SILENT,
        )
        over = False
        while not over:
            wanted()
            over = m.play_match(
                self.board.record,
                self._states,
                self._knowns,
                self._worlds,
                self._results,
                self._players,
                self._courses,
                self._trials,
                streams,
                self._masters,
                self._streams,
                self._minds,
                self._others,
                self._begun,
                self._fresh,
                self._menus,
                st.SILENT,
                moves,
                self.row,
                SLICE,
            )

    @property
    def steps(self) -> int:
        """How many actions the game took."""
        return int(self._courses["steps"][0])

    def times(self, seat: int) -> dict[int, int]:
        """Return how many choices of a seat took how long, by class (`arena.times`)."""
        counts: NDArray[np.int64] = self._players["times"][seat]
        return {int(i) + FIRST: int(counts[i]) for i in np.flatnonzero(counts)}

    def fallbacks(self, seat: int) -> int:
        """Return how many choices of a seat were not legal, and were made by chance instead."""
        return int(self._players["fallbacks"][seat])
