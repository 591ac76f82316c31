"""A bot as a class: it claims the longest route it can pay for, and draws cards until it can.

Let it play: branchline tournament usa --players examples/greedy_bot.py:GreedyBot,random
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import branchline as bl


class GreedyBot:
    """Long routes bring most points a train, so it takes the longest it can pay for."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.reason = "it has not chosen yet"

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        """Return one of the legal actions."""
        keeps = [a for a in legal if isinstance(a.move, bl.Keep)]
        if keeps:
            self.reason = "it does nothing for tickets, so it keeps few"
            return min(keeps, key=lambda a: len(a.move.tickets))
        lengths = {track.id: track.length for track in bl.load_board(view.board).tracks}
        claims = [a for a in legal if isinstance(a.move, bl.Claim)]
        if claims:
            self.reason = "it is the longest route it could pay for"
            return max(claims, key=lambda a: (lengths[a.move.track], -a.move.locomotives))
        draws = [a for a in legal if isinstance(a.move, bl.Draw)]
        wanted = [a for a in draws if a.move.card in view.hand]
        if wanted:
            self.reason = "it has cards of that colour already"
            return max(wanted, key=lambda a: view.hand[a.move.card])
        self.reason = "it had no better idea"
        return self.chance.choice(draws or legal)

    def explain(self) -> str:
        """Say why it made its last choice."""
        return self.reason
