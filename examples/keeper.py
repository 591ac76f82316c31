"""A planner that leaves it to chance which of its first tickets it keeps: for an experiment.

Among players who choose for themselves, those who keep many tickets are those whose tickets go
well together. Only where the number is drawn by lot does a difference come from the number.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import branchline as bl
from branchline.bots.policy import PolicyBot


class Keeper:
    """Plays as the planner, after first tickets that were drawn by lot."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.planner = PolicyBot("planner")

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        """Keep two or three first tickets, both equally likely, and any of that many."""
        if view.phase == "first tickets":
            sizes: dict[int, list[bl.Action]] = {}
            for action in legal:
                assert isinstance(action.move, bl.Keep)
                sizes.setdefault(len(action.move.tickets), []).append(action)
            return self.chance.choice(sizes[self.chance.choice(sorted(sizes))])
        return self.planner.choose(view, legal, clock)
