"""A match: one game between bots, from wherever it stands to its end."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.arena.workers import leave_if_stopped
from branchline.bots import Bot, Clock
from branchline.bots.base import close
from branchline.game.game import Game


def play_out(game: Game, bots: Sequence[Bot], clock: Clock) -> None:
    """Let the bots, one for each seat, play a game to its end; close them even if it fails."""
    try:
        while not game.is_over:
            leave_if_stopped()
            seat = game.to_act[0]
            chosen = bots[seat].choose(game.view(seat), game.legal_actions(seat), clock)
            game.push(chosen, seat)
    finally:
        for bot in bots:
            close(bot)
