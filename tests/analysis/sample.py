"""Recorded games to analyse, and reports on them."""

from __future__ import annotations

from functools import cache

import branchline as bl
from branchline.analysis.course import Replayed
from branchline.analysis.report import Report
from tests.play import GAMES

TABLES = [
    ("usa", 2),
    ("france", 2),
    ("old_west-alvin", 3),
    ("card_game-closed_tickets", 2),
    ("card_game", 4),
]
"""Every game, and every mechanic."""
LEAST = 40
"""The smallest budget: enough to see that all is there."""


@cache
def recorded(game: str, seats: int, players: str = "planner", seed: int = 3) -> bl.Record:
    """A game that was played to its end."""
    id, options = GAMES[game]
    run = bl.simulate(id, [players] * seats, 1, seed=seed, options=options, record=True)
    text = next(iter(run)).record
    assert text is not None
    return bl.parse_record(text)


@cache
def course(game: str, seats: int, players: str = "planner") -> Replayed:
    return Replayed(recorded(game, seats, players))


@cache
def short() -> bl.Record:
    """A game that does not take long."""
    return recorded("card_game", 2, "random", 8)


@cache
def report() -> Report:
    """The whole report on it."""
    return bl.analyse(short(), budget=LEAST).finish()
