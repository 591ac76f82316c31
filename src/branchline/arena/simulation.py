"""Simulation: many games of a run, split over processes without changing a result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from branchline.arena.match import play_out
from branchline.arena.workers import MAX_WORKERS, in_order
from branchline.board import Board, load_board
from branchline.bots import check_bot, make_bot
from branchline.bots.base import UNLIMITED, Clock
from branchline.errors import BranchlineError
from branchline.game.game import Game, new_game
from branchline.game.keys import keys_of_game, run_key, stream
from branchline.game.options import check_options, option_bits
from branchline.plain import Json
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules import state as st

MAX_GAMES = 10_000_000
CHUNK = 500
"""Games between random players that are handed to a worker at once; they take no time."""
FEW = 10
"""Games between other bots that are handed to a worker at once."""


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
        check_options(board, len(self.players), self.options)
        for player in self.players:
            check_bot(player, board)
        return board


def play(run: Run, number: int) -> Game:
    """Play one game of a run through the library, to its end."""
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


def play_chunk(run: Run, recording: bool, games: range) -> tuple[NDArray[np.int32], list[str]]:
    """Play some games of a run; return a row of figures for each, and their records if wanted.

    Random players alone are played by one compiled loop; the games are the same either way.
    """
    engine.compile_rules()
    seats = len(run.players)
    table = np.zeros((len(games), columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
    records: list[str] = []
    if set(run.players) == {"random"} and not recording:
        board = load_board(run.game)
        options = check_options(board, seats, run.options)
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
        return table, records
    for row, number in enumerate(games):
        game = play(run, number)
        _row(game, table, row)
        if recording:
            records.append(game.record(list(run.players)).dumps())
    return table, records


def simulate(
    run: Run,
    games: int,
    workers: int = 1,
    records: TextIO | None = None,
    progress: Callable[[int], None] | None = None,
    ray: bool = False,
) -> Json:
    """Play games 0, 1, … of a run and sum them up; the same for any number of workers.

    >>> run = Run("usa", ("random", "random"), seed=1, options={})
    >>> simulate(run, games=100)["seats"][0]["win_share"]
    0.53
    """
    if not 1 <= games <= MAX_GAMES:
        raise BranchlineError("arena.gamesRange", most=str(MAX_GAMES), given=str(games))
    if not 1 <= workers <= MAX_WORKERS:
        raise BranchlineError("arena.workersRange", most=str(MAX_WORKERS), given=str(workers))
    run.check()
    engine.compile_rules()
    recording = records is not None
    fast = set(run.players) == {"random"} and not recording
    size = CHUNK if fast else FEW
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    tables = []
    begun = time.perf_counter()
    for table, lines in in_order(partial(play_chunk, run, recording), chunks, workers, ray):
        tables.append(table)
        if records is not None:
            records.writelines(lines)
        if progress:
            progress(len(table))
    return summary(run, np.concatenate(tables), time.perf_counter() - begun)


def summary(run: Run, table: NDArray[np.int32], seconds: float) -> Json:
    """Sum up the rows of finished games."""
    games = len(table)
    seats = []
    for seat, player in enumerate(run.players):
        at = columns.T_SEATS + seat * columns.S_COLUMNS
        won = table[:, at + columns.S_RANK] == 1
        shares = np.where(won, 1.0 / table[:, columns.T_WINNERS], 0.0)
        seats.append(
            {
                "seat": seat,
                "player": player,
                "win_share": round(float(shares.sum()) / games, 6),
                "mean_score": round(float(table[:, at + columns.S_TOTAL].mean()), 4),
                "score_deviation": round(float(table[:, at + columns.S_TOTAL].std()), 4),
                "mean_routes": round(float(table[:, at + columns.S_ROUTES].mean()), 4),
                "tickets_done": round(float(table[:, at + columns.S_DONE].mean()), 4),
                "tickets_failed": round(float(table[:, at + columns.S_FAILED].mean()), 4),
            }
        )
    return {
        "game": run.game,
        "players": list(run.players),
        "seed": run.seed,
        "options": dict(run.options),
        "budget": str(run.budget) or None,
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        "mean_turns": round(float(table[:, columns.T_TURNS].mean()), 4),
        "mean_actions": round(float(table[:, columns.T_STEPS].mean()), 4),
        "shared_wins": int((table[:, columns.T_WINNERS] > 1).sum()),
        "seats": seats,
    }
