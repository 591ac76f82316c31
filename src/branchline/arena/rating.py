"""Ratings: OpenSkill's Plackett–Luce model, for one game and one number of seats."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from openskill.models import PlackettLuce

from branchline.arena.sitting import Played


class Ratings:
    """What is known of the players' strength after the games so far, in the order they came."""

    def __init__(self, names: Iterable[str]) -> None:
        self._model = PlackettLuce()
        start = self._model.rating()
        self._of: dict[str, tuple[float, float]] = {name: (start.mu, start.sigma) for name in names}

    def add(self, game: Played) -> None:
        """Learn from a game.

        A player on several seats gets the mean of the ratings of its seats. A game in which one
        player has all seats changes nothing.
        """
        players = [seat.player for seat in game.seats]
        if len(set(players)) == 1:
            return
        # One rating for each seat: the model mixes up seats that share an object.
        teams = [[self._model.rating(*self._of[player])] for player in players]
        after = self._model.rate(teams, ranks=[float(seat.rank) for seat in game.seats])
        for player in set(players):
            own = [team[0] for team, name in zip(after, players, strict=True) if name == player]
            self._of[player] = fmean(r.mu for r in own), fmean(r.sigma for r in own)

    def of(self, player: str) -> dict[str, float]:
        """Return a player's rating: the strength it is thought to have, and how unsure that is."""
        mu, sigma = self._of[player]
        return {"mu": round(mu, 3), "sigma": round(sigma, 3)}
