"""What a data set is made of: a run whose players change seats, and what is kept of it."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.arena.run import Run
from branchline.board import Board
from branchline.bots import is_quick
from branchline.errors import BranchlineError
from branchline.observation.slices import PLAYERS
from branchline.observation.spec import Spec, check_kind
from branchline.plain import Json

FORMAT, VERSION = "branchline-dataset", 1
MAX_GAMES = 100_000_000
MAX_SHARD = 5_000
QUICK_SHARD, SLOW_SHARD = 500, 20
"""Games in a shard where nobody takes long to decide, and elsewhere; a process that is killed loses
at most so many."""
NONE = "none"
OBSERVATIONS = (*PLAYERS, NONE)


@dataclass(frozen=True, slots=True)
class Plan:
    """A run, what is kept of each decision, and how many games go into a shard.

    In game number n every player sits n seats further on than in the list, so that over the games
    all play from every seat. Else the game is that of `simulate` with the same seed and number.
    """

    run: Run
    observation: str
    features: bool
    shard: int

    def check(self) -> Board:
        """Check everything before anything is played."""
        check_kind(self.observation, OBSERVATIONS)
        if self.features and self.observation == NONE:
            raise BranchlineError("arena.data.featuresOfNone")
        if type(self.shard) is not int or not 1 <= self.shard <= MAX_SHARD:
            raise BranchlineError("arena.data.shard", most=str(MAX_SHARD), given=str(self.shard))
        return self.run.check()

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.run.players)

    def seated(self, number: int) -> tuple[str, ...]:
        """Return who sits where in a game, seat by seat."""
        players = self.run.players
        by = number % len(players)
        return players[-by:] + players[:-by] if by else players

    def spec(self, board: Board) -> Spec:
        """Return what is observed; some of it is looked up even if no observation is kept."""
        kind = PLAYERS[0] if self.observation == NONE else self.observation
        return Spec(board, self.seats, kind, self.features)

    def header(self, board: Board, program: str) -> Json:
        """Return what is written down about the data set; only the same plan may go on with it."""
        run, spec = self.run, self.spec(board)
        slices = {
            part.name: {"start": part.start, "shape": list(part.shape), "meaning": part.meaning}
            for part in spec.slices.values()
        }
        return {
            "format": FORMAT,
            "version": VERSION,
            "branchline": program,
            "game": run.game,
            "players": list(run.players),
            "seed": run.seed,
            "options": dict(run.options),
            "budget": str(run.budget) or None,
            "shard": self.shard,
            "observation": self.observation,
            "observation_version": spec.version,
            "features": self.features,
            "slices": {} if self.observation == NONE else slices,
        }


def shard_of(players: tuple[str, ...], board: Board) -> int:
    """Return how many games a shard has if nobody says."""
    return QUICK_SHARD if all(is_quick(name, board) for name in players) else SLOW_SHARD
