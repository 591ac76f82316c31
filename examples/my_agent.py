"""A trained agent as a player: examples/my_agent.py:Agent, in the arena and at a table.

It plays from the checkpoint that BRANCHLINE_AGENT names, else from agents/usa/latest.pt.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache

import numpy as np
import torch
from ppo_net import Net, load_net

import branchline as bl
from branchline import envs

torch.set_num_threads(1)  # one position at a time is no work for two
_load = cache(load_net)


class Agent:
    """Takes the action that its network finds best."""

    def __init__(self) -> None:
        self.net: Net = _load(os.environ.get("BRANCHLINE_AGENT", "agents/usa/latest.pt"))

    @torch.inference_mode()
    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        """Return the action with the largest number."""
        if (view.game, view.seats) != (self.net.game, self.net.seats):
            raise ValueError(f"trained for {self.net.game} with {self.net.seats} seats")
        mask = np.zeros((1, self.net.board.n_actions), np.int8)
        mask[0, [action.id for action in legal]] = 1
        observation = envs.observe(view, features=True)[None]
        actions, logits, _ = self.net(torch.from_numpy(observation), torch.from_numpy(mask))
        best = int(actions[0, logits.argmax()])
        return next(action for action in legal if action.id == best)
