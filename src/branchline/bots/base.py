"""What a bot is: it sees a view and the legal actions, may spend a budget, and chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from branchline.actions import Action
from branchline.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """What a bot may spend on one choice; None leaves it to the bot.

    ``seconds`` is time by the clock on the wall, ``playouts`` how many games it may play out in
    its head, ``threads`` how many of the machine's cores it may use at once.
    """

    seconds: float | None = None
    playouts: int | None = None
    threads: int = 1


class Bot(Protocol):
    """A player. Its choice depends on its arguments and its own stream of chance only."""

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        ...

    def explain(self) -> str:
        """Say in a sentence why it made its last choice."""
        ...
