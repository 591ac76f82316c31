"""Standings: what the sittings so far say about each player."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from branchline.arena.bootstrap import intervals, ratio_of_variances
from branchline.arena.rating import Ratings
from branchline.arena.sitting import Played, SeatPlayed, Sitting
from branchline.arena.times import quantile
from branchline.arena.tournament import Tournament
from branchline.plain import Json

SHARE, MARGIN, LUCK = 1, 2, 3
"""What stands where of a player's sums for a deal, after how often it sat there."""
QUANTILES = {"p05": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}


@dataclass(slots=True)
class _Mean:
    """A mean of values that come one by one."""

    total: float = 0.0
    n: int = 0

    def add(self, value: float) -> None:
        self.total += value
        self.n += 1

    def rounded(self, digits: int) -> float | None:
        return round(self.total / self.n, digits) if self.n else None


@dataclass(slots=True)
class _Player:
    """What a player's seats add up to; ``by_deal`` holds how many, shares, margins and luck."""

    share: _Mean = field(default_factory=_Mean)
    margin: _Mean = field(default_factory=_Mean)
    score: _Mean = field(default_factory=_Mean)
    scores: Counter[int] = field(default_factory=Counter)
    done: _Mean = field(default_factory=_Mean)
    failed: _Mean = field(default_factory=_Mean)
    turns: _Mean = field(default_factory=_Mean)
    by_seat: dict[int, _Mean] = field(default_factory=lambda: defaultdict(_Mean))
    by_deal: dict[int, tuple[int, float, int, float]] = field(default_factory=dict)
    luck: _Mean = field(default_factory=_Mean)
    times: Counter[int] = field(default_factory=Counter)
    fallbacks: Counter[str] = field(default_factory=Counter)
    problem: str | None = None

    def add(
        self,
        deal: int,
        at: int,
        seat: SeatPlayed,
        share: float,
        margin: int,
        turns: int,
        luck: float,
    ) -> None:
        self.share.add(share)
        self.margin.add(margin)
        self.score.add(seat.total)
        self.scores[seat.total] += 1
        self.done.add(seat.tickets_done)
        self.failed.add(seat.tickets_failed)
        self.turns.add(turns)
        self.by_seat[at].add(share)
        self.luck.add(luck)
        n, shares, margins, lucks = self.by_deal.get(deal, (0, 0.0, 0, 0.0))
        self.by_deal[deal] = n + 1, shares + share, margins + margin, lucks + luck
        self.times.update(seat.times)
        self.fallbacks.update(seat.fallbacks)
        self.problem = self.problem or seat.problem


class Standings:
    """The standings of a tournament; give it the sittings in order."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.games = 0
        self.deals = 0
        self._players = {name: _Player() for name in tournament.names}
        self._ratings = Ratings(tournament.names)
        self._above: dict[tuple[str, str], _Mean] = defaultdict(_Mean)

    def add(self, sitting: Sitting) -> None:
        """Take in the games of a sitting."""
        self.deals = sitting.deal + 1
        for game in sitting.games:
            self.games += 1
            self._ratings.add(game)
            self._compare(game)
            luck = game.luck or (0.0,) * len(game.seats)
            rows = zip(game.seats, game.shares, game.margins, luck, strict=True)
            for at, (seat, share, margin, gift) in enumerate(rows):
                player = self._players[seat.player]
                player.add(sitting.deal, at, seat, share, margin, game.turns, gift)

    def _compare(self, game: Played) -> None:
        """Note for every two seats of different players who came out above the other."""
        for one, other in permutations(game.seats, 2):
            if one.player != other.player:
                above = 0.5 if one.rank == other.rank else float(one.rank < other.rank)
                self._above[one.player, other.player].add(above)

    def win_shares(self) -> dict[str, float]:
        """Return the win share of each player so far, the best first."""
        shares = {name: player.share.rounded(6) or 0.0 for name, player in self._players.items()}
        return dict(sorted(shares.items(), key=lambda pair: -pair[1]))

    def report(self) -> Json:
        """Return everything as plain data, the best player first."""
        tournament = self.tournament
        best_first = tuple(self.win_shares())
        share_ends, margin_ends = self._ends(SHARE), self._ends(MARGIN)
        fair = self._adjusted() if tournament.adjusted else {}
        return {
            "game": tournament.game,
            "seats": tournament.seats,
            "options": dict(tournament.options),
            "seed": tournament.seed,
            "budget": str(tournament.budget) or None,
            **({"adjusted": tournament.adjusted} if tournament.adjusted else {}),
            "entered": list(tournament.players),
            "deals": self.deals,
            "games": self.games,
            "players": [
                self._report_on(name, share_ends.get(name), margin_ends.get(name))
                | fair.get(name, {})
                for name in best_first
            ],
            "head_to_head": {
                one: {other: self._above[one, other].rounded(6) for other in best_first}
                for one in best_first
            },
        }

    def _report_on(
        self, name: str, share_ends: list[float] | None, margin_ends: list[float] | None
    ) -> Json:
        player = self._players[name]
        seats = range(self.tournament.seats)
        return {
            "player": name,
            "seats_taken": player.share.n,
            "win_share": player.share.rounded(6),
            "win_share_ci": share_ends,
            "margin": player.margin.rounded(4),
            "margin_ci": margin_ends,
            "mean_score": player.score.rounded(4),
            "scores": {str(score): n for score, n in sorted(player.scores.items())},
            "rating": self._ratings.of(name),
            "win_share_by_seat": [player.by_seat[seat].rounded(6) for seat in seats],
            "tickets_done": player.done.rounded(4),
            "tickets_failed": player.failed.rounded(4),
            "turns": player.turns.rounded(4),
            "moves": player.times.total(),
            "ms_per_move": {name: quantile(player.times, part) for name, part in QUANTILES.items()},
            "fallback_moves": dict(sorted(player.fallbacks.items())),
            "first_problem": player.problem,
        }

    def _adjusted(self) -> dict[str, Json]:
        """Return each player's win share less its luck, and how many plain deals a deal is worth.

        That is how much less the deals differ once luck is taken out, as a ratio of variances.
        """
        rows = self._by_deal()
        n, plain = rows[..., 0], rows[..., SHARE]
        fair = plain - rows[..., LUCK]
        ends = intervals(fair, n, self.tournament.seed)
        found = {}
        for i, (name, player) in enumerate(self._players.items()):
            sat = n[:, i] > 0
            means = (plain[sat, i] / n[sat, i], fair[sat, i] / n[sat, i])
            worth = ratio_of_variances(*means, self.tournament.seed)
            share = None if not player.share.n else player.share.total - player.luck.total
            found[name] = {
                "adjusted_share": None if share is None else round(share / player.share.n, 6),
                "adjusted_share_ci": ends[i] if ends else None,
                "luck": player.luck.rounded(6),
                "worth": worth,
            }
        return found

    def _by_deal(self) -> NDArray[np.float64]:
        """Return by deal and player how often it sat there, and its sums."""
        rows = np.zeros((self.deals, len(self._players), 4))
        for i, player in enumerate(self._players.values()):
            for deal, row in player.by_deal.items():
                rows[deal, i] = row
        return rows

    def _ends(self, column: int) -> dict[str, list[float]]:
        """Return the confidence intervals of the players' win shares or margins."""
        rows = self._by_deal()
        found = intervals(rows[:, :, column], rows[:, :, 0], self.tournament.seed)
        return dict(zip(self._players, found, strict=True)) if found else {}
