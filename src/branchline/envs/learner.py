"""A learner's seat in many games at once, the other seats played by given bots."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from branchline.bots import Bot, check_bot, compiled_opponents
from branchline.envs.batch import Batch
from branchline.envs.faults import as_fault
from branchline.envs.seated import SeatedBots
from branchline.errors import BranchlineError

Opponents: TypeAlias = str | Bot | Sequence[str | Bot]


class Learner:
    """Games in which one seat is a learner's: it acts in all of them, then the others do.

    ``seat`` (n,) is where the learner sits, ``reward`` (n,) what came to it since its last action,
    ``done`` (n,) whether the game ended since then.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        n: int,
        *,
        opponents: Opponents,
        seat: int | None,
        observation: str,
        features: bool,
        reward: str,
        options: Mapping[str, object] | None,
        threads: int = 1,
    ) -> None:
        with as_fault():
            self.batch = Batch(
                game,
                seats,
                n,
                0,
                observation=observation,
                features=features,
                reward=reward,
                autoreset="Disabled",
                options=options,
                threads=threads,
            )
            self._check_seat(seat)
            self.players = self._read(opponents)
        self.board, self.spec, self.n = self.batch.board, self.batch.spec, n
        self._fixed = seat
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros(n, np.float64)
        self.done = np.zeros(n, np.bool_)
        self._asked = np.zeros(n, np.int8)
        self._chosen = np.zeros(n, np.int64)
        self._rows = np.arange(n)
        self._seated: list[SeatedBots | None] = [None] * n
        open_track = bool(self.batch.options.get("open_track"))
        names = [player for player in self.players if isinstance(player, str)]
        made = (
            compiled_opponents(names, self.board, open_track)
            if len(names) == len(self.players)
            else None
        )
        self._compiled = None if made is None else [copy.deepcopy(made) for _ in self.batch._parts]
        self.begun = False
        self.moves: list[int] = []
        """All actions of the game, if there is only one."""

    def _check_seat(self, seat: int | None) -> None:
        most = self.batch.seats - 1
        if seat is not None and (type(seat) is not int or not 0 <= seat <= most):
            raise BranchlineError("problem.noSeat", given=repr(seat), most=most)

    def _read(self, opponents: Opponents) -> list[str | Bot]:
        """Return a player for each of the other seats."""
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents]
        given = list(opponents)
        others = self.batch.seats - 1
        if len(given) not in (1, others):
            raise BranchlineError("envs.opponents", seats=others, given=len(given))
        for player in given:
            if isinstance(player, str):
                check_bot(player, self.batch.board)
            elif isinstance(player, type) or not callable(getattr(player, "choose", None)):
                raise BranchlineError("envs.noBotHere", given=repr(player)[:80])
        return given * others if len(given) == 1 else given

    def begin(self, seed: int | None = None, rows: NDArray[np.bool_] | None = None) -> None:
        """Begin the games of a seed, or the next ones, and let others act until the learner can."""
        with as_fault():
            if seed is None and not self.begun:
                seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 2)
            self.batch.reset(seed, rows)
        self.begun = True
        new = np.ones(self.n, np.bool_) if rows is None else rows
        if self._fixed is None:
            self.seat[new] = self.batch.number[new] % self.batch.seats
        else:
            self.seat[new] = self._fixed
        self.reward[new] = 0.0
        self.done[new] = False
        self.moves = []
        if self._compiled is None:
            for row in np.flatnonzero(new).tolist():
                self._sit_down(row)
        self._let_others_act()

    def _sit_down(self, row: int) -> None:
        before = self._seated[row]
        if before is not None:
            before.close()
        batch = self.batch
        self._seated[row] = SeatedBots(
            self.board,
            self.players,
            batch.options,
            batch.seed,
            int(batch.number[row]),
            int(self.seat[row]),
        )

    def step(self, actions: ArrayLike, rows: NDArray[np.bool_] | None = None) -> None:
        """Take the learner's actions, in all rows or some, and let the others act after it.

        What is wrong with an action raises a `BranchlineError`, before anything was done.
        """
        self.batch.step(actions, rows)
        self.reward[:] = 0.0
        self.done[:] = False
        self._follow()
        self._let_others_act()

    def _follow(self) -> None:
        """Note what the last step brought, in the rows that took part."""
        batch = self.batch
        self.reward += batch.reward[self._rows, self.seat]
        self.done |= batch.done
        if self.n == 1:
            self.moves.append(int(batch._actions[0]))
        if self._compiled is None:
            for row in np.flatnonzero(batch._asked).tolist():
                seated = self._seated[row]
                assert seated is not None
                seated.push(int(batch._actions[row]))
                if seated.game.is_over:
                    seated.close()

    def _let_others_act(self) -> None:
        while self._choose():
            self.batch.step(self._chosen, self._asked.astype(np.bool_))
            self._follow()

    def _choose(self) -> bool:
        """Let whoever sits in another seat and has to act choose; tell whether there was one."""
        if self._compiled is None:
            self._asked[:] = 0
            for row, seated in enumerate(self._seated):
                chosen = None if seated is None else seated.choose()
                if chosen is not None:
                    self._asked[row], self._chosen[row] = 1, chosen
            return bool(self._asked.any())
        rooms = dict(zip(self.batch._parts, self._compiled, strict=True))
        batch = self.batch
        batch._run(
            lambda part: rooms[part].choose(
                batch._states,
                self.seat,
                batch._players,
                self._asked,
                self._chosen,
                part.first,
                part.end,
            )
        )
        return bool(self._asked.any())

    def observe(self) -> NDArray[np.uint8]:
        """Return what the learner knows in each row: a copy."""
        if self.batch.legal_n.all():
            return self.batch.observation.copy()  # it is the learner's turn everywhere
        return self.batch.observe(self.seat)

    def close(self) -> None:
        """End what the bots have running."""
        for seated in self._seated:
            if seated is not None:
                seated.close()
