"""Bots of any kind around a learner: one game, followed move by move, which they see by views."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from branchline.board import Board
from branchline.bots import Bot, make_bot
from branchline.bots.base import UNLIMITED, close
from branchline.bots.guard import Guarded
from branchline.bots.witness import Witness
from branchline.game.game import Game
from branchline.game.keys import keys_of_game, stream
from branchline.game.options import Options
from branchline.text.catalogue import text


class SeatedBots:
    """The bots of one game, in the seats after the learner's."""

    def __init__(
        self,
        board: Board,
        players: Sequence[str | Bot],
        options: Options,
        seed: int,
        number: int,
        learner: int,
    ) -> None:
        key, own = keys_of_game(seed, number)
        self.game = Game.begin(board, len(players) + 1, options, key)
        self.learner = learner
        self._witness = Witness(self.game)
        chances = stream(own)
        self._bots = [
            make_bot(player, board, chances)
            if isinstance(player, str)
            else Guarded(player, chances)
            for player in players
        ]

    def choose(self) -> int | None:
        """Return the action of whoever has to act, or None if that is the learner or nobody."""
        seat = self.game.seat
        if seat is None or seat == self.learner:
            return None
        bot = self._bots[(seat - self.learner - 1) % self.game.seats]
        self._witness.tell(seat, bot)
        chosen = bot.choose(self.game.view(seat), self.game.legal_actions(seat), UNLIMITED)
        if isinstance(bot, Guarded) and bot.last_problem:
            name = type(bot.bot).__name__
            warnings.warn(str(text("envs.failed", name=name, why=bot.last_problem)), stacklevel=2)
        return chosen.id

    def push(self, action: int) -> None:
        """Follow what happens in the game."""
        self.game.push(action)
        self.game.forget_undo()

    def close(self) -> None:
        """End what the bots have running."""
        for bot in self._bots:
            close(bot)
