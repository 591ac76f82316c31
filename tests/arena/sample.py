"""Sittings to work statistics out by hand from."""

from __future__ import annotations

from typing import Any

from branchline.arena.sitting import Played, SeatPlayed, Sitting
from branchline.arena.standings import Standings
from branchline.arena.tournament import Tournament, play_sittings


def seat(player: str, total: int, rank: int, **more: Any) -> SeatPlayed:
    plain: dict[str, Any] = {
        "tickets_done": 0,
        "tickets_failed": 0,
        "times": {0: 1},
        "fallbacks": {},
        "problem": None,
    }
    return SeatPlayed(player, total, rank, **{**plain, **more})


def game(turns: int = 50, **totals: int) -> Played:
    """A game in which the players, named from seat 0 on, have these totals; equal is shared.

    A name may have a number to tell it from another of the same player: b1, b2.
    """
    ordered = sorted(totals.values(), reverse=True)
    return Played(
        turns,
        tuple(seat(name[0], total, ordered.index(total) + 1) for name, total in totals.items()),
    )


def of_players(*players: str, seats: int = 2) -> Tournament:
    return Tournament("usa", players, seats, seed=1, options={})


def standings(tournament: Tournament, *deals: tuple[Played, ...]) -> dict[str, dict[str, Any]]:
    """What is reported of each player when these are the games of the deals."""
    found = Standings(tournament)
    for deal, games in enumerate(deals):
        found.add(Sitting(deal, 0, games))
    return {row["player"]: row for row in found.report()["players"]}


def played(tournament: Tournament, deals: int) -> list[Sitting]:
    """The sittings of a tournament, one after the other."""
    return play_sittings(tournament, range(deals * tournament.groups))


def without_times(thing: Any) -> Any:
    """The figures without those that differ in every run."""
    if isinstance(thing, dict):
        timed = ("times", "ms_per_move", "seconds")
        return {key: without_times(value) for key, value in thing.items() if key not in timed}
    if isinstance(thing, list | tuple):
        return [without_times(each) for each in thing]
    return thing
