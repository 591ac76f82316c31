"""Spaces: what is observed and what can be done, in Gymnasium's terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from branchline.observation.spec import Spec


class Observation(TypedDict):
    """What a seat sees: what it knows, and what it may do (1 for each action that is legal)."""

    observation: NDArray[np.uint8]
    action_mask: NDArray[np.int8]


class ActionSpace(spaces.Discrete):
    """All numbers of actions. A sample without a mask is drawn among those that are legal now.

    ``legal`` gives them, as the environment stands.
    """

    def __init__(self, n: int, legal: Callable[[], NDArray[np.int16]]) -> None:
        self.legal = legal
        super().__init__(n)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return an action: legal now, or of a mask, or by given probabilities."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        legal = self.legal()
        if not len(legal):
            return np.int64(0)
        return np.int64(legal[self.np_random.integers(len(legal))])


class ActionSpaces(spaces.MultiDiscrete):
    """A number for each of many games. A sample without a mask is legal in every one of them."""

    def __init__(self, n: int, rows: int, legal: Callable[[int], NDArray[np.int16]]) -> None:
        self.legal = legal
        super().__init__(np.full(rows, n, np.int64))

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """Return an action for each game: legal now, or of masks, or by given probabilities."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        lists = [self.legal(row) for row in range(len(self.nvec))]
        return np.array(
            [here[self.np_random.integers(len(here))] if len(here) else 0 for here in lists],
            np.int64,
        )


def observation_space(spec: Spec) -> spaces.Dict:
    """Return the space of observations with their masks."""
    actions = spec.board.n_actions
    return spaces.Dict(
        {
            "observation": spaces.Box(spec.low, spec.high, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )
