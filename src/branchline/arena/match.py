"""A match: one game between bots, through views, or in compiled code where all are built in."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.arena.workers import leave_if_stopped
from branchline.board import Board
from branchline.bots import Bot, Clock, compiled_player, dispatcher
from branchline.bots.base import close
from branchline.bots.witness import Witness
from branchline.game.game import Game
from branchline.game.options import Options, option_bits
from branchline.policy.matches.clock import HAS_CLOCK
from branchline.policy.matches.match_table import MatchTable


def play_out(game: Game, bots: Sequence[Bot], clock: Clock) -> None:
    """Let the bots, one for each seat, play a game to its end; close them even if it fails."""
    witness = Witness(game)
    try:
        while not game.is_over:
            leave_if_stopped()
            seat = game.to_act[0]
            witness.tell(seat, bots[seat])
            chosen = bots[seat].choose(game.view(seat), game.legal_actions(seat), clock)
            game.push(chosen, seat)
    finally:
        for bot in bots:
            close(bot)


def retell(game: Game, moves: Sequence[int]) -> Game:
    """Carry out the moves of a compiled game at its beginning, and return it at its end."""
    for move in moves:
        game.push(move, game.to_act[0])
    return game


def compiled_table(
    board: Board, players: Sequence[str], options: Options, clock: Clock, *, timed: bool
) -> MatchTable | None:
    """Return a table at which these players play in compiled code, or None if some cannot.

    `play_out` defines what happens at it: the same choices, one by one, without a view.
    """
    found = [compiled_player(player, board, clock) for player in players]
    seated = [player for player in found if player is not None]
    if len(seated) < len(players) or (timed and not HAS_CLOCK):
        return None
    return MatchTable(
        board,
        seated,
        starts=options.get("starts", -1),
        options=option_bits(options),
        open_track=bool(options.get("open_track")),
        batch=dispatcher.BATCH,
        timed=timed,
    )
