"""Playing a tournament: its sittings as they come, the standings, and a file of results."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from branchline.arena.results import begin_results, read_results, writing
from branchline.arena.sitting import Sitting
from branchline.arena.standings import Standings
from branchline.arena.tournament import MAX_DEALS, Tournament, play_sittings
from branchline.arena.workers import MAX_WORKERS, in_order
from branchline.bots.base import Clock, as_clock
from branchline.bots.spec import players_of
from branchline.errors import BranchlineError
from branchline.game.options import copy_options
from branchline.plain import Json
from branchline.rules import engine

QUICK_GAMES = 20
"""Games between bots that think quickly that are handed to a worker at once."""


class TournamentRun:
    """A tournament as it is played; `tournament` makes one.

    Whoever has seen enough leaves the loop, which ends the workers. Another loop goes on where the
    last one ended.
    """

    def __init__(
        self,
        tournament: Tournament,
        deals: int,
        workers: int,
        ray: bool,
        results: Path | None,
        resume: bool,
    ) -> None:
        if type(deals) is not int or not 1 <= deals <= MAX_DEALS:
            raise BranchlineError("arena.dealsRange", most=str(MAX_DEALS), given=str(deals))
        if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
            raise BranchlineError("arena.workersRange", most=str(MAX_WORKERS), given=str(workers))
        tournament.check()
        self.tournament = tournament
        self.total = deals * tournament.groups
        """How many sittings there are."""
        self.played = 0
        """How many of them are in the standings."""
        self.standings = Standings(tournament)
        self.seconds = 0.0
        """How long those played by this process took."""
        self._workers, self._ray, self._results = workers, ray, results
        earlier: list[Sitting] = []
        if results is not None and resume:
            earlier = read_results(results, tournament)
        elif results is not None:
            begin_results(results, tournament)
        if len(earlier) > self.total:
            raise BranchlineError("arena.moreDeals", file=str(results), n=deals)
        for sitting in earlier:
            self._add(sitting)

    def _add(self, sitting: Sitting) -> None:
        self.standings.add(sitting)
        self.played += 1

    @property
    def finished(self) -> bool:
        """Whether all of it is played."""
        return self.played == self.total

    def __iter__(self) -> Generator[Sitting, None, None]:
        """Yield the sittings in order; each is in the standings, and in the file, by then."""
        engine.compile_rules()
        before, begun = self.seconds, time.perf_counter()
        size = max(1, QUICK_GAMES // self.tournament.seats) if self.tournament.is_quick else 1
        starts = range(self.played, self.total, size)
        chunks = [range(start, min(start + size, self.total)) for start in starts]
        work = partial(play_sittings, self.tournament)
        with (
            writing(self._results) as write,
            closing(in_order(work, chunks, self._workers, self._ray)) as coming,
        ):
            for sittings in coming:
                for sitting in sittings:
                    write(sitting)
                    self._add(sitting)
                    self.seconds = before + time.perf_counter() - begun
                    yield sitting

    def report(self) -> Json:
        """Return the standings so far as plain data, the best player first."""
        return {
            **self.standings.report(),
            "seconds": round(self.seconds, 3),
            "finished": self.finished,
        }


def tournament(
    game: str,
    players: str | Sequence[str],
    *,
    seats: int = 2,
    deals: int = 100,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    budget: Clock | str | int | None = None,
    workers: int = 1,
    ray: bool = False,
    results: str | Path | None = None,
    resume: bool = False,
    adjusted: int = 0,
) -> TournamentRun:
    """Play every deal with every group of players in every rotation of the seats.

    A sitting is what one group makes of one deal, and comes as soon as it is played; the results
    are the same for any number of workers. Players and ``budget`` are as in `simulate`. With
    ``results`` every sitting is written to a file, with ``resume`` one goes on from such a file.
    With ``adjusted`` the luck of every game is valued in so many worlds, and taken from its result.

    >>> import branchline as bl
    >>> running = bl.tournament("usa", "planner, random", deals=3, seed=5)
    >>> for sitting in running:
    ...     print(sitting.deal, [game.shares for game in sitting.games])
    0 [(1.0, 0.0), (0.0, 1.0)]
    1 [(1.0, 0.0), (0.0, 1.0)]
    2 [(1.0, 0.0), (0.0, 1.0)]
    >>> running.standings.win_shares()
    {'planner': 1.0, 'random': 0.0}
    """
    asked = Tournament(
        game, players_of(players), seats, seed, copy_options(options), as_clock(budget), adjusted
    )
    file = None if results is None else Path(results)
    return TournamentRun(asked, deals, workers, ray, file, resume)
