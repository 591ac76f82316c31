"""Bots that decide by a compiled policy: the planner and the published styles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from branchline.board import Board
from branchline.bots.base import Clock
from branchline.bots.reasons import sentence
from branchline.game.actions import Action
from branchline.game.known import known_state
from branchline.game.memory import Memory
from branchline.game.view import View
from branchline.policy import playouts as playout
from branchline.policy.mind import Minds
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from branchline.text.catalogue import text


class PolicyBot:
    """Chooses by a compiled policy, from nothing but its view: the same view, the same choice."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.board: Board | None = None
        self.recalls = False
        self.mind: Minds | None = None
        self.menu = np.zeros(1, st.MENU_DTYPE)
        self.thought: Callable[[], str] = lambda: text("reason.notYet")

    def think(self, view: View, memory: Memory | None = None) -> tuple[Board, st.States, Minds]:
        """Return the board, the state as far as it is known, and a mind for it."""
        engine.compile_rules(whole=False)
        board, states = known_state(view, memory)
        recalls = memory is not None
        if self.mind is None or (self.board, self.recalls) != (board, recalls):
            self.board, self.recalls = board, recalls
            weights = weights_of(self.style, board.record[0], view.seats, recalls=recalls)
            self.mind = make_mind(weights)
        return board, states, self.mind

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        board, states, mind = self.think(view)
        assert view.viewer is not None
        chosen = playout.decide(board.record, states, view.viewer, mind, self.menu)
        self.thought = thought(board, view, mind)
        return next(action for action in legal if action.id == chosen)

    def explain(self) -> str:
        """Say in a sentence why it made its last choice."""
        return self.thought()


def thought(board: Board, view: View, mind: Minds) -> Callable[[], str]:
    """Keep what a mind thought; the sentence is put together only when somebody asks for it."""
    kept = mind.copy()
    return lambda: sentence(board, view, kept[0])
