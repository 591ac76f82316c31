"""A run: games with keys from one seed, each of which can be played alone, here or elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.arena.match import compiled_table, play_out, retell
from branchline.arena.workers import leave_if_stopped
from branchline.board import Board, load_board
from branchline.bots import check_bot, is_quick, make_bot
from branchline.bots.base import UNLIMITED, Clock
from branchline.game.game import Game, new_game
from branchline.game.keys import check_seed, keys_of_game, run_key, stream
from branchline.game.options import check_options, option_bits
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules import state as st

RANDOM_CHUNK = 500
"""Games between random players that are handed to a worker at once; they are very fast."""
QUICK_CHUNK = 20
"""Games between built-in bots that think quickly; all other games are handed over one by one."""


@dataclass(frozen=True, slots=True)
class Run:
    """What to play: a game, who sits where, the seed all keys come from, and a bot's budget."""

    game: str
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, object]
    budget: Clock = UNLIMITED

    def check(self) -> Board:
        """Check the run before anything is played."""
        board = load_board(self.game)
        check_seed(self.seed)
        check_options(board, len(self.players), self.options)
        for player in self.players:
            check_bot(player, board)
        return board

    @property
    def chunk(self) -> int:
        """How many games are handed to a worker at once."""
        if set(self.players) == {"random"}:
            return RANDOM_CHUNK
        board = load_board(self.game)
        return QUICK_CHUNK if all(is_quick(player, board) for player in self.players) else 1


Chunk = tuple[NDArray[np.int32], list[str]]
"""Some games in order: a row of figures for each, and their records if they were asked for."""


def play(run: Run, number: int) -> Game:
    """Play one game of a run through views, to its end."""
    seats = len(run.players)
    game = new_game(run.game, seats, run.seed, number=number, options=run.options)
    shared = stream(keys_of_game(run.seed, number)[1])
    bots = [make_bot(name, game.board, shared) for name in run.players]
    play_out(game, bots, run.budget)
    return game


def _row(game: Game, table: NDArray[np.int32], row: int) -> None:
    result = game.result()
    table[row, columns.T_STEPS] = len(game.history)
    table[row, columns.T_TURNS] = game.turn
    table[row, columns.T_WINNERS] = len(result.winners)
    for s in result.seats:
        at = columns.T_SEATS + s.seat * columns.S_COLUMNS
        table[row, at + columns.S_TOTAL] = s.total
        table[row, at + columns.S_ROUTES] = s.routes
        table[row, at + columns.S_DONE] = s.tickets_done
        table[row, at + columns.S_FAILED] = s.tickets_failed
        table[row, at + columns.S_RANK] = s.rank


def width_of(seats: int) -> int:
    """Return how many figures there are for a game."""
    return columns.T_SEATS + seats * columns.S_COLUMNS


def play_chunk(run: Run, recording: bool, games: range) -> Chunk:
    """Play some games of a run; return a row of figures for each, and their records if wanted.

    Built-in players play in compiled code, and random ones alone in one compiled loop; the games
    are those of `play`, which goes through views.
    """
    engine.compile_rules()
    board = load_board(run.game)
    options = check_options(board, len(run.players), run.options)
    if set(run.players) == {"random"} and not recording:
        return _play_randomly(run, board, games), []
    table = np.zeros((len(games), width_of(len(run.players))), np.int32)
    records: list[str] = []
    compiled = compiled_table(board, run.players, options, run.budget, timed=False)
    for row, number in enumerate(games):
        if compiled is None:
            game = play(run, number)
            _row(game, table, row)
        else:
            key, players = keys_of_game(run.seed, number)
            moves = compiled.play(key, stream(players), leave_if_stopped, listing=recording)
            table[row] = compiled.row[0]
            if any(map(compiled.fallbacks, range(len(run.players)))):
                raise RuntimeError(f"an illegal choice of a built-in player in game {number}")
            if not recording:
                continue
            game = new_game(run.game, len(run.players), key=key, options=run.options)
            retell(game, moves)
        if recording:
            records.append(game.record(list(run.players)).dumps())
    return table, records


def _play_randomly(run: Run, board: Board, games: range) -> NDArray[np.int32]:
    """Play games of random players alone by one compiled loop."""
    seats = len(run.players)
    options = check_options(board, seats, run.options)
    table = np.zeros((len(games), width_of(seats)), np.int32)
    engine.simulate(
        board.record,
        np.zeros(1, st.STATE_DTYPE),
        np.zeros(1, st.RESULT_DTYPE),
        run_key(run.seed),
        np.zeros(1, st.CHANCE_DTYPE),
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        seats,
        options.get("starts", -1),
        option_bits(options),
        games.start,
        table,
    )
    return table
