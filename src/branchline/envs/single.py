"""Single: one game of a batch of one, stepped as directly as Python can call compiled code."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.envs.batch import Batch
from branchline.envs.faults import IllegalActionError, NotBegunError, as_fault
from branchline.envs.spaces import Observation
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.keys import keys_of_game
from branchline.observation.slices import OPEN
from branchline.observation.spec import Spec
from branchline.observation.stepping import STEP, observe_rows, step_rows
from branchline.plain import Json


class Single:
    """One game at a time, with the arrays of a `Batch` of one; ``moves`` are its actions so far."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        observation: str = "now",
        features: bool = False,
        reward: str = "win",
        options: Mapping[str, object] | None = None,
    ) -> None:
        self._given: Json = {
            "game": game,
            "seats": seats,
            "observation": observation,
            "features": features,
            "reward": reward,
            "options": options,
        }
        with as_fault():
            batch = Batch(
                game,
                seats,
                1,
                0,
                observation=observation,
                features=features,
                reward=reward,
                options=options,
                autoreset="Disabled",
            )
        self.batch, self.spec, self.board, self.seats = batch, batch.spec, batch.board, batch.seats
        self.open = Spec(batch.board, batch.seats, OPEN, bool(features))
        self._open_layout = self.open.layout(bool(batch.options.get("open_track")))
        self._bind()
        self.moves: list[int] = []
        self.begun = False

    def _bind(self) -> None:
        """Keep views of the arrays, and all that a step hands to compiled code."""
        batch = self.batch
        self._observation, self._mask = batch.observation[0], batch.mask[0]
        self._legal, self._legal_n = batch.legal, batch.legal_n
        self._seat, self._done = batch.seat, batch.done
        self._reward, self._actions = batch.reward, batch._actions
        self._nothing: NDArray[np.int8] = np.zeros(batch.board.n_actions, np.int8)
        batch._asked[0] = STEP
        self._arguments = batch.arguments(batch._parts[0], batch._asked)

    def __getstate__(self) -> Json:
        """Return what a copy is made from: how it was made, and what the arrays hold."""
        arrays = {k: v for k, v in vars(self.batch).items() if isinstance(v, np.ndarray)}
        return {
            "given": self._given,
            "arrays": arrays,
            "seed": self.batch.seed,
            "moves": self.moves,
            "begun": self.begun,
        }

    def __setstate__(self, kept: Json) -> None:
        """Become a copy with arrays of its own."""
        Single.__init__(self, **kept["given"])
        self.batch.reset(kept["seed"])
        for name, array in kept["arrays"].items():
            getattr(self.batch, name)[...] = array
        self.moves, self.begun = list(kept["moves"]), kept["begun"]

    def begin(self, seed: int | None = None) -> None:
        """Begin the first game of a seed, or the next one."""
        with as_fault():
            if seed is None and not self.begun:
                seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 2)
            self.batch.reset(seed)
        self.batch._asked[0] = STEP
        self.moves = []
        self.begun = True

    def step(self, action: Any) -> None:
        """Take an action of the seat to act; refuse it if it is not legal."""
        try:
            number = operator.index(action)
            if number < 0 or action is True or action is False or not self._mask.item(number):
                raise IndexError
        except (TypeError, IndexError, OverflowError):
            raise self.refusal(action) from None
        self._actions[0] = number
        step_rows(*self._arguments)
        self.moves.append(number)

    def refusal(self, action: Any) -> BranchlineError:
        """Return what is wrong with an action."""
        try:
            number = operator.index(action)
        except TypeError:
            return IllegalActionError("envs.integers", given=repr(action))
        if isinstance(action, bool | np.bool_):
            return IllegalActionError("envs.integers", given=repr(action))
        return IllegalActionError("envs.illegalHere", why=self.batch.why_not(0, number))

    def check_begun(self, what: str) -> None:
        """Refuse what needs a game if there is none yet."""
        if not self.begun:
            raise NotBegunError("envs.notBegun", what=what)

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self._seat.item(0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._legal_n.item(0) == 0

    @property
    def number(self) -> int:
        """The number of the game in the run of its seed."""
        return int(self.batch.number[0])

    def legal(self) -> NDArray[np.int16]:
        """Return the legal actions; the array changes with the next step."""
        return self._legal[0, : self._legal_n.item(0)]

    def rewards(self) -> list[float]:
        """Return what the last step brought each seat."""
        found: list[float] = self._reward[0].tolist()
        return found

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows, and what it may do: nothing if another has to act."""
        if seat == self._seat.item(0):
            return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}
        return {
            "observation": self.batch.observe(seat)[0],
            "action_mask": self._nothing.copy(),
        }

    def everything(self) -> NDArray[np.uint8]:
        """Return all that is on the table and in hands, from the first seat on: for critics."""
        out: NDArray[np.uint8] = np.empty((1, self.open.size), np.uint8)
        batch = self.batch
        observe_rows(
            batch.board.record, batch._states, batch._notes, self._open_layout, _FIRST, out
        )
        return out.ravel()

    def game(self) -> Game:
        """Return a copy of the game as it stands."""
        return self.batch.game(0)

    @staticmethod
    def key_of(seed: int, number: int) -> bytes:
        """Return the key that the chance of a game comes from."""
        return keys_of_game(seed, number)[0]


_FIRST = np.zeros(1, np.int8)
