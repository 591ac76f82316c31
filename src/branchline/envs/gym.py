"""Gymnasium: one seat against given bots, in one game or in many at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex, TypeAlias

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from branchline.board import games
from branchline.envs.batch import read_array, read_rows
from branchline.envs.faults import EnvsError, IllegalActionError, NotBegunError, as_fault
from branchline.envs.learner import Learner, Opponents
from branchline.envs.picture import draw
from branchline.envs.showing import Info, replay, show_table, tell_since
from branchline.envs.spaces import ActionSpace, ActionSpaces, Observation, observation_space
from branchline.envs.versions import ENVIRONMENT_VERSION
from branchline.errors import BranchlineError
from branchline.game.keys import keys_of_game
from branchline.plain import Json

RENDER_MODES = ("human", "ansi", "svg")
ILLEGAL = ("raise", "random")

Rows: TypeAlias = NDArray[Any]
"""Numbers, one for each of many games."""


class OneSeat(gymnasium.Env[Observation, SupportsIndex]):
    """One seat of a game against bots: ``gymnasium.make("branchline/usa-v1", …)``.

    - ``opponents``: a player for all other seats, or one for each in the order of play after the
      learner's: a name as in the arena ("planner", "dispatcher@200", "my_bot.py:MyBot") or an
      object with ``choose(view, legal, clock)``. Built-in ones choose in compiled code.
    - ``seat``: where the learner sits; None: another seat in each game, in turn
    - ``illegal``: what follows an illegal action: "raise" (`gymnasium.error.InvalidAction`, and
      nothing is done) or "random" (a legal one by chance, told in ``info["illegal"]``), for
      learners that know no masks
    - ``seats``, ``observation``, ``features``, ``reward``, ``options`` as in `Batch`

    An observation is a dict with ``observation`` and ``action_mask``; `action_masks` is what
    sb3-contrib asks for. ``info["text"]`` tells what happened since the last action, worked out
    when asked for.
    """

    metadata: Json = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        opponents: Opponents = "planner",
        seat: int | None = 0,
        observation: str = "now",
        features: bool = False,
        reward: str = "win",
        options: Mapping[str, object] | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            _check_name("render_mode", render_mode, RENDER_MODES)
        _check_name("illegal", illegal, ILLEGAL)
        self.render_mode, self._replaces = render_mode, illegal == "random"
        self.learner = Learner(
            game,
            seats,
            1,
            opponents=opponents,
            seat=seat,
            observation=observation,
            features=features,
            reward=reward,
            options=options,
        )
        self._batch = self.learner.batch
        self.observation_space: Any = observation_space(self._batch.spec)
        self.action_space = ActionSpace(self._batch.board.n_actions, self._legal)

    def _legal(self) -> NDArray[np.int16]:
        return self._batch.legal[0, : self._batch.legal_n[0]]

    def reset(
        self, *, seed: int | None = None, options: Json | None = None
    ) -> tuple[Observation, Json]:
        """Begin the first game of a seed, or the next one; there are no options here."""
        super().reset(seed=seed)
        self.learner.begin(seed)
        return self._observe(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, Json]:
        """Take an action, and let the others act until it is the learner's turn or the end."""
        learner = self.learner
        if not learner.begun:
            raise NotBegunError("envs.notBegun", what="step")
        try:
            given = read_array("action", action, ())
        except BranchlineError as problem:
            raise IllegalActionError(problem.said) from None
        if given.dtype.kind not in "iu":
            raise IllegalActionError("envs.integers", given=str(given.dtype))
        number = int(given)
        is_legal = 0 <= number < self._batch.board.n_actions and bool(self._batch.mask[0, number])
        if not is_legal:
            if not self._replaces or not self._batch.legal_n[0]:
                why = self._batch.why_not(0, number)
                raise IllegalActionError("envs.illegalHere", why=why)
            number = int(self.np_random.choice(self._legal()))
        learner.step(np.array([number]))
        info = self._info()
        if self._replaces:
            info["illegal"] = not is_legal
        return self._observe(), float(learner.reward[0]), bool(learner.done[0]), False, info

    def _observe(self) -> Observation:
        return {
            "observation": self.learner.observe()[0],
            "action_mask": self._batch.mask[0].copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib asks for it."""
        mask: NDArray[np.bool_] = self._batch.mask[0] == 1
        return mask

    def _info(self) -> Info:
        learner, batch = self.learner, self._batch
        seed, number = batch.seed, int(batch.number[0])
        moves, n, seat = learner.moves, len(learner.moves), int(learner.seat[0])

        def tell() -> str:
            key = keys_of_game(seed, number)[0]
            game = replay(batch.board, batch.seats, batch.options, key, moves[:n])
            return tell_since(game, seat)

        return Info(tell)

    def render(self) -> str | None:
        """Return the table as the learner may know it: as text or picture, or print it."""
        if not self.learner.begun:
            raise NotBegunError("envs.notBegun", what="render")
        if self.render_mode is None:
            return None
        game, seat = self._batch.game(0), int(self.learner.seat[0])
        if self.render_mode == "svg":
            return draw(game, seat)
        shown = show_table(game, seat)
        if self.render_mode == "ansi":
            return shown
        print(shown)
        return None

    def close(self) -> None:
        """End what opponents have running."""
        self.learner.close()


class ManySeats(VectorEnv[Observation, NDArray[np.int64], Rows]):
    """One seat in each of many games, stepped together: ``gymnasium.make_vec(…)``.

    It takes what `OneSeat` takes, and ``autoreset_mode`` (all of Gymnasium's), ``threads`` and
    ``copy``: False returns the arrays themselves, which the next step changes. With a seed, row i
    plays the games i, i + n, … of its run. In the mode "Disabled" rows begin anew by
    ``reset(options={"reset_mask": rows})``.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        num_envs: int = 1,
        opponents: Opponents = "planner",
        seat: int | None = 0,
        observation: str = "now",
        features: bool = False,
        reward: str = "win",
        options: Mapping[str, object] | None = None,
        illegal: str = "raise",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = [mode.value for mode in AutoresetMode]
            raise EnvsError(
                "envs.noKind", what="autoreset_mode", given=repr(autoreset_mode), known=known
            ) from None
        _check_name("illegal", illegal, ILLEGAL)
        self._replaces = illegal == "random"
        self.metadata = {"autoreset_mode": self._mode, "render_modes": []}
        self.render_mode = None
        self.learner = Learner(
            game,
            seats,
            num_envs,
            opponents=opponents,
            seat=seat,
            observation=observation,
            features=features,
            reward=reward,
            options=options,
            threads=threads,
        )
        self._batch, self._copy = self.learner.batch, copy
        self.num_envs = num_envs
        batch, actions = self._batch, self._batch.board.n_actions
        self.single_observation_space = observation_space(batch.spec)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = ActionSpace(actions, lambda: self._legal(0))
        self.action_space = ActionSpaces(actions, num_envs, self._legal)
        self._ended = np.zeros(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)

    def _legal(self, row: int) -> NDArray[np.int16]:
        return self._batch.legal[row, : self._batch.legal_n[row]]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Json | None = None
    ) -> tuple[Observation, Json]:
        """Begin the games of a seed, or the next ones: all, or those of ``reset_mask``."""
        if isinstance(seed, list):
            raise EnvsError("problem.seed", given=repr(seed)[:80])
        super().reset(seed=seed)
        if options is not None and not isinstance(options, Mapping):
            raise EnvsError("problem.optionsByName", given=repr(options)[:60])
        rows = (options or {}).get("reset_mask")
        if rows is not None:
            with as_fault():
                rows = read_rows("reset_mask", rows, self.num_envs)
        if rows is not None and not self.learner.begun:
            raise NotBegunError("envs.notBegun", what="reset_mask")
        self.learner.begin(seed, rows)
        self._ended[slice(None) if rows is None else rows] = False
        return self._observe(), {}

    def step(self, actions: ArrayLike) -> tuple[Observation, Rows, Rows, Rows, Json]:
        """Take an action in every game, and let the others act until the learner can again."""
        learner = self.learner
        if not learner.begun:
            raise NotBegunError("envs.notBegun", what="step")
        rows = ~self._ended if self._mode is AutoresetMode.NEXT_STEP else None
        infos: Json = {}
        try:
            if self._replaces:
                actions, infos["illegal"] = self._replace(actions)
                infos["_illegal"] = np.ones(self.num_envs, np.bool_)
            learner.step(actions, rows)
        except BranchlineError as problem:
            raise IllegalActionError(problem.said) from None
        reward, done = learner.reward.copy(), learner.done.copy()
        if rows is not None and self._ended.any():
            learner.begin(rows=self._ended)
        if self._mode is AutoresetMode.SAME_STEP and done.any():
            infos |= self._final(done)
            learner.begin(rows=done)
        else:
            self._ended = done.copy()
        return self._observe(), reward, done, self._never.copy(), infos

    def _replace(self, actions: ArrayLike) -> tuple[Rows, NDArray[np.bool_]]:
        """Return actions of which none is illegal, and where one was."""
        given = self._batch.check(actions).copy()
        inside = (given >= 0) & (given < self._batch.board.n_actions)
        found = self._batch.mask[np.arange(self.num_envs), np.where(inside, given, 0)] == 1
        wrong = (self._batch.legal_n > 0) & ~(inside & found)
        for row in np.flatnonzero(wrong).tolist():
            given[row] = self.np_random.choice(self._legal(row))
        return given, wrong

    def _final(self, done: NDArray[np.bool_]) -> Json:
        """Return what the learner saw at the ends of games, as Gymnasium puts it into infos."""
        seen, masks = self.learner.observe(), self._batch.mask
        last = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(done).tolist():
            last[row] = {"observation": seen[row], "action_mask": masks[row].copy()}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": {}, "_final_info": done}

    def _observe(self) -> Observation:
        if self._copy:
            return {
                "observation": self.learner.observe(),
                "action_mask": self._batch.mask.copy(),
            }
        batch = self._batch
        seen = batch.observation if batch.legal_n.all() else self.learner.observe()
        return {"observation": seen, "action_mask": batch.mask}

    def close_extras(self, **how: object) -> None:
        """End what opponents have running."""
        self.learner.close()


def _check_name(what: str, given: object, known: tuple[str, ...]) -> None:
    if given not in known:
        raise EnvsError("envs.noKind", what=what, given=repr(given), known=[*known])


def register() -> None:
    """Let Gymnasium know the games by their names, such as ``branchline/usa-v1``."""
    for game in games():
        gymnasium.register(
            f"branchline/{game}-v{ENVIRONMENT_VERSION}",
            entry_point=f"{__name__}:OneSeat",
            vector_entry_point=f"{__name__}:ManySeats",
            kwargs={"game": game},
        )
