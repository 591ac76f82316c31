"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.bots.base import Clock
from branchline.game.actions import Action
from branchline.game.view import View
from branchline.rules import engine
from branchline.rules.state import Chances
from branchline.text.catalogue import text


class RandomBot:
    """Chooses among all legal actions, each equally likely, by the next number of its stream.

    Given the players' stream of a run, shared by all seats, it plays the games of the compiled
    simulation action for action.
    """

    def __init__(self, chances: Chances) -> None:
        self.chances = chances

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        return legal[engine.number_below(self.chances, len(legal))]

    def explain(self) -> str:
        """Say why it made its last choice."""
        return text("reason.random")
