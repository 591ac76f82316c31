"""Telling bots what happened: what their seat may see of it, since their last decision."""

from __future__ import annotations

from branchline.bots.base import Bot, observing
from branchline.game.game import Game


class Witness:
    """Keeps track of what each seat of a game has been told.

    If something was taken back since, everything is told again from set-up on: what is told
    begins with the event ``starts`` then, and only then.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._told: dict[int, tuple[int, object]] = {}
        """By seat, how many actions it has been told of, and the last of them."""

    def tell(self, seat: int, bot: Bot) -> None:
        """Tell a bot what its seat saw since its last decision, if it wants to know."""
        observe = observing(bot)
        if observe is None:
            return
        history = self.game.history
        since: int | None = None
        if seat in self._told:
            since, last = self._told[seat]
            if since and (since > len(history) or history[since - 1] is not last):
                since = None
        self._told[seat] = len(history), history[-1] if history else None
        observe(self.game.seen_by(seat, since))
