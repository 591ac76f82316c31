"""Simulation: many games of a run, split over processes without changing a result."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from branchline.arena.run import Chunk, Run, play_chunk, width_of
from branchline.arena.workers import MAX_WORKERS, in_order
from branchline.bots.base import Clock, as_clock
from branchline.bots.spec import players_of
from branchline.errors import BranchlineError
from branchline.game.options import copy_options
from branchline.plain import Json
from branchline.rules import engine
from branchline.rules import simulate as columns

MAX_GAMES = 10_000_000


class SimulatedSeat(NamedTuple):
    """How one seat of a simulated game did."""

    player: str
    total: int
    routes: int
    tickets_done: int
    tickets_failed: int
    rank: int


class SimulatedGame(NamedTuple):
    """A simulated game: its number in the run, how long it was, and how every seat did.

    ``record`` is the text of its record, if records were asked for.
    """

    number: int
    turns: int
    actions: int
    seats: tuple[SimulatedSeat, ...]
    record: str | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a win."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.rank == 1)


class Simulation:
    """The games of a run as they come; `simulate` makes one.

    Whoever has seen enough leaves the loop, which ends the workers. Another loop goes on where the
    last one ended.
    """

    def __init__(self, run: Run, games: int, workers: int, ray: bool, record: bool) -> None:
        if type(games) is not int or not 1 <= games <= MAX_GAMES:
            raise BranchlineError("arena.gamesRange", most=str(MAX_GAMES), given=str(games))
        if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
            raise BranchlineError("arena.workersRange", most=str(MAX_WORKERS), given=str(workers))
        run.check()
        self.run, self.games = run, games
        self.played = 0
        """How many games were seen so far."""
        self.seconds = 0.0
        """How long that took."""
        self._workers, self._ray, self._record = workers, ray, record
        self._table = np.zeros((games, width_of(len(run.players))), np.int32)

    def __iter__(self) -> Generator[SimulatedGame, None, None]:
        """Yield the games in order."""
        with closing(self._coming()) as coming:
            for table, records in coming:
                for i, row in enumerate(table.tolist()):
                    self._table[self.played] = row
                    self.played += 1
                    yield self._game(self.played - 1, row, records[i] if records else None)

    def chunks(self) -> Generator[Chunk, None, None]:
        """Yield the games in order, many at once as a table of figures: for millions of games."""
        with closing(self._coming()) as coming:
            for table, records in coming:
                self._table[self.played : self.played + len(table)] = table
                self.played += len(table)
                yield table, records

    def _coming(self) -> Generator[Chunk, None, None]:
        engine.compile_rules()
        before, begun = self.seconds, time.perf_counter()
        size, first = self.run.chunk, self.played
        starts = range(first, self.games, size)
        games = [range(start, min(start + size, self.games)) for start in starts]
        work = partial(play_chunk, self.run, self._record)
        with closing(in_order(work, games, self._workers, self._ray)) as coming:
            for chunk in coming:
                self.seconds = before + time.perf_counter() - begun
                yield chunk

    def _game(self, number: int, row: list[int], record: str | None) -> SimulatedGame:
        seats = []
        for seat, player in enumerate(self.run.players):
            at = columns.T_SEATS + seat * columns.S_COLUMNS
            seats.append(SimulatedSeat(player, *row[at : at + columns.S_COLUMNS]))
        return SimulatedGame(
            number, row[columns.T_TURNS], row[columns.T_STEPS], tuple(seats), record
        )

    def summary(self) -> Json:
        """Return a summary of the games seen so far, as plain data."""
        if not self.played:
            raise BranchlineError("arena.nothingPlayed")
        return _summary(self.run, self._table[: self.played], self.seconds)


assert SimulatedSeat._fields[1:] == ("total", "routes", "tickets_done", "tickets_failed", "rank")
assert (columns.S_TOTAL, columns.S_ROUTES, columns.S_DONE) == (0, 1, 2)
assert (columns.S_FAILED, columns.S_RANK, columns.S_COLUMNS) == (3, 4, 5)


def simulate(
    game: str,
    players: str | Sequence[str] = ("random", "random"),
    games: int = 1000,
    *,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    budget: Clock | str | int | None = None,
    workers: int = 1,
    ray: bool = False,
    record: bool = False,
) -> Simulation:
    """Play games 0, 1, … of a run and give each as it comes; the same for any number of workers.

    There is one player for each seat: a built-in bot, a level, or a bot of one's own, named as in
    the commands. ``budget`` is what a bot may spend on a choice: 2000 play-outs, or "1s". The keys
    of all games come from ``seed``. With ``record`` every game comes with its record. Where all
    players are built in and none thinks for a time, the games are played in compiled code from
    the deal to the result.

    >>> import branchline as bl
    >>> run = bl.simulate("usa", ["planner", "random"], games=20, seed=3)
    >>> next(iter(run)).winners
    (0,)
    >>> for game in run:  # goes on with the second game
    ...     if game.number == 9:
    ...         break
    >>> run.played, run.summary()["seats"][0]["win_share"]
    (10, 1.0)
    """
    named = players_of(players)
    asked = Run(game, named, seed, copy_options(options), as_clock(budget))
    return Simulation(asked, games, workers, ray, record)


def _summary(run: Run, table: NDArray[np.int32], seconds: float) -> Json:
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
