"""The greedy bot: a simple player of The Card Game, decided in compiled code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from branchline.bots.base import Clock
from branchline.game.actions import (
    Action,
    CompleteBest,
    Draw,
    DrawTickets,
    Keep,
    Lay,
    LayThree,
    Move,
)
from branchline.game.known import known_state
from branchline.game.view import View
from branchline.policy.yard.greedy import decide_greedily
from branchline.rules import engine
from branchline.rules import state as st
from branchline.text.catalogue import text

REASONS: dict[type[Move], str] = {
    CompleteBest: "reason.yard.complete",
    DrawTickets: "reason.yard.tickets",
    Keep: "reason.yard.keep",
    Lay: "reason.yard.lay",
    LayThree: "reason.yard.lay",
    Draw: "reason.yard.draw",
}


class YardBot:
    """Lays what its tickets need, from nothing but its view: the same view, the same choice."""

    def __init__(self, chances: object = None) -> None:
        self.menu = np.zeros(1, st.MENU_DTYPE)
        self.reason: str = text("reason.notYet")

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        engine.compile_rules(whole=False)
        board, states = known_state(view)
        assert view.viewer is not None
        chosen = decide_greedily(board.record, states, view.viewer, self.menu)
        action = next(action for action in legal if action.id == chosen)
        self.reason = text(REASONS.get(type(action.move), "reason.yard.nothing"))
        return action

    def explain(self) -> str:
        """Say why it made its last choice."""
        return self.reason
