"""`Game.view` comes from compiled rules: it says what the plain definition says, in every phase."""

import dataclasses
import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import branchline as bl

from ..play import GAMES, TASTES, at_every_table, begin, board_of, play, step
from ..scale import scaled
from .plain_view import plain_view

OFTEN = {"turn", "second card", "build"}
PHASES = {
    "track_building": {"build"},
    "home_cities": {"starting city", "marker"},
    "rail_yard": {"complete tickets"},
}
"""What mechanics add to what is decided in every game."""


def hold_to_plain(game: bl.Game) -> None:
    for viewer in (*range(game.seats), None):
        view, plain = game.view(viewer), plain_view(game, viewer)
        assert view == plain
        # What is equal may still be written otherwise: True for 1, or in another order.
        assert repr(view) == repr(plain)


@at_every_table
def test_a_view_is_what_the_plain_definition_says(game: str, seats: int) -> None:
    phases = set()
    for number in range(scaled(1, 12)):
        chooser = random.Random(f"{game} {seats} {number}")
        at_table = begin(game, seats, seed=5, number=number)
        tastes = chooser.choices([*TASTES, *["random"] * len(TASTES)], k=seats)
        while not at_table.is_over:
            if at_table.phase not in OFTEN or chooser.random() < 0.1:
                hold_to_plain(at_table)
                phases.add(at_table.phase)
            step(chooser, at_table, tastes)
        hold_to_plain(at_table)
    assert phases >= {"first tickets", "turn"}
    for mechanic in board_of(game).mechanics:
        assert phases >= PHASES.get(mechanic, set())


def test_alvin_is_seen_while_he_is_moved() -> None:
    """That comes up too seldom in single games."""
    seen = 0
    for number in range(20):
        chooser = random.Random(number)
        at_table = begin("old_west-alvin", 3, seed=6, number=number)
        while not at_table.is_over:
            if at_table.phase == "move alvin":
                hold_to_plain(at_table)
                seen += 1
            step(chooser, at_table, ["marks first"] * 3)
    assert seen > 3


def test_a_view_is_a_frozen_object_like_any_other() -> None:
    """It is not made by its own class, for speed; nobody can tell."""
    view = begin("usa", 2, seed=5).view(0)
    for thing in (view, view.players[0]):
        made = type(thing)(*(getattr(thing, field.name) for field in dataclasses.fields(thing)))
        assert (thing, type(thing)) == (made, type(made))
        assert pickle.loads(pickle.dumps(thing)) == thing
        assert dataclasses.replace(thing) == thing
        with pytest.raises(dataclasses.FrozenInstanceError):
            thing.seat = 1  # type: ignore[misc]


def test_views_made_at_the_same_time_do_not_mix() -> None:
    """The compiled rules let other threads go on while they look."""
    games = [play(game, 3, seed=7, most=60) for game in GAMES]
    plain = [plain_view(game, 0) for game in games]
    with ThreadPoolExecutor(4) as pool:
        for views in pool.map(lambda _: [game.view(0) for game in games], range(scaled(50, 500))):
            assert views == plain
