"""Writing a data set: shard by shard, by processes here or a cluster, going on where it stopped."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from branchline import __version__
from branchline.arena.run import Run
from branchline.arena.workers import MAX_WORKERS, in_order
from branchline.bots.base import Clock, as_clock
from branchline.bots.spec import players_of
from branchline.data.folder import Folder
from branchline.data.parquet import load_pyarrow
from branchline.data.plan import MAX_GAMES, Plan, shard_of
from branchline.data.shard import ShardWritten, write_shard
from branchline.errors import BranchlineError
from branchline.game.options import copy_options
from branchline.rules import engine


class Dataset:
    """A data set as it is written; `dataset` makes one.

    Whoever leaves the loop ends the workers; what is whole stays. Another loop, or another run
    with the same folder, goes on with the shards that are missing.
    """

    def __init__(self, plan: Plan, games: int, out: Path, workers: int, ray: bool) -> None:
        load_pyarrow()
        if type(games) is not int or not 1 <= games <= MAX_GAMES:
            raise BranchlineError("arena.gamesRange", most=str(MAX_GAMES), given=str(games))
        if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
            raise BranchlineError("arena.workersRange", most=str(MAX_WORKERS), given=str(workers))
        board = plan.check()
        self.plan, self.games, self.path = plan, games, out
        self._workers, self._ray = workers, ray
        self._folder = Folder(out, plan.header(board, __version__), board)
        last = self._folder.last_shard()
        if last >= 0 and last * plan.shard + self._folder.games_in(last) > games:
            raise BranchlineError("arena.data.moreGames", folder=str(out), n=games)
        self.written = 0
        """How many games are in the folder, in whole shards."""
        self._missing = self._look()

    def _look(self) -> list[tuple[int, range]]:
        """Return the shards that are missing or too short, and count what is there."""
        missing, self.written = [], 0
        for number, start in enumerate(range(0, self.games, self.plan.shard)):
            games = range(start, min(start + self.plan.shard, self.games))
            if self._folder.games_in(number) == len(games):
                self.written += len(games)
            else:
                missing.append((number, games))
        return missing

    @property
    def finished(self) -> bool:
        """Whether all games are in the folder."""
        return self.written == self.games

    def __iter__(self) -> Generator[ShardWritten, None, None]:
        """Write what is missing; yield the shards in order, each when its files are there."""
        engine.compile_rules()
        with self._folder.being_written():
            missing = self._look()
            folder = str(self.path.resolve())
            work = partial(write_shard, self.plan, self._folder.header, folder)
            with closing(in_order(work, missing, self._workers, self._ray)) as coming:
                for shard in coming:
                    self.written += shard.games
                    yield shard


def dataset(
    game: str,
    players: str | Sequence[str],
    games: int,
    out: str | Path,
    *,
    seed: int = 1,
    observation: str = "now",
    features: bool = False,
    options: Mapping[str, object] | None = None,
    budget: Clock | str | int | None = None,
    shard: int | None = None,
    workers: int = 1,
    ray: bool = False,
) -> Dataset:
    """Write games 0, 1, … of a run as Parquet files to a folder, or go on with those in it.

    Players, ``budget`` and ``options`` are as in `simulate`; from game to game the players move on
    by a seat. ``observation`` is what is kept of what a seat knew: "now", "remembered" (see
    `envs.spec`), or "none"; ``features`` adds what compiled code works out from it. The same seed
    gives the same files for any number of workers and any number of interruptions, as long as no
    player thinks for a time. ``shard`` is how many games go into a file.

    >>> import tempfile
    >>> import pyarrow.parquet as pq
    >>> folder = tempfile.mkdtemp()
    >>> writing = dataset("usa", "planner, random", 4, folder, seed=5, observation="none")
    >>> [shard.games for shard in writing], writing.finished
    ([4], True)
    >>> pq.read_table(folder + "/games").column("first_seat").to_pylist()
    [0, 0, 0, 1]
    """
    run = Run(game, players_of(players), seed, copy_options(options), as_clock(budget))
    board = run.check()
    shard = shard_of(run.players, board) if shard is None else shard
    return Dataset(Plan(run, observation, bool(features), shard), games, Path(out), workers, ray)
