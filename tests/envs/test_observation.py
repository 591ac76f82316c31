"""Observations: exactly what a view shows and what a seat saw, in every game at every table."""

import copy
import random
from collections.abc import Mapping
from typing import Any

import numpy as np

import branchline as bl
from branchline import envs
from branchline.observation import stepping
from branchline.observation.notes import NOTE_DTYPE
from branchline.rules import engine
from branchline.rules import state as st

from ..play import GAMES, TASTES, at_every_table, at_some_tables, begin, choose, step
from ..scale import scaled
from ..secrecy.worlds import hidden, imagined, redealt
from .slow import Memory, Slices, Slow
from .slow_features import check_features


def both(game: str, seats: int, seed: int, **how: Any) -> tuple[bl.Game, envs.Batch]:
    """A game, and a batch of one with the same shuffle."""
    id, options = GAMES[game]
    batch = envs.Batch(id, seats, 1, seed, options=options, autoreset="Disabled", **how)
    return bl.new_game(id, seats, seed, options=options), batch


def assert_same(found: Mapping[str, Any], wanted: Slices, names: set[str]) -> None:
    for name in names:
        assert np.array_equal(found[name], wanted[name]), name


@at_every_table
def test_every_slice_is_what_the_view_shows_and_what_was_seen(game: str, seats: int) -> None:
    """The slow definition knows nothing but views and events as a seat may see them."""
    now = envs.spec(GAMES[game][0], seats)
    remembered = envs.spec(GAMES[game][0], seats, "remembered")
    shown, added = set(now.slices), set(remembered.slices) - set(now.slices)
    slow = Slow(remembered)
    for seed in range(scaled(1, 30)):
        chooser = random.Random(f"{game} {seats} {seed}")
        tastes = [chooser.choice(sorted(TASTES)) for _ in range(seats)]
        table, batch = both(game, seats, seed, observation="remembered")
        viewer = chooser.randrange(seats)
        memory = Memory(remembered, viewer)
        view = table.view(viewer)
        memory.begin(view, [event.seen_by(viewer) for event in table.opening])
        while True:
            found = remembered.read(batch.observe(viewer)[0])
            assert_same(found, slow.now(view), shown)
            # In the end closed tickets are laid open, and what paid for them is discarded.
            if not table.is_over or not table.options.get("closed_tickets"):
                assert_same(found, memory.slices(), added)
            if table.is_over:
                break
            assert table.seat is not None
            action = choose(chooser, table, table.seat, tastes[table.seat])
            events = table.push(action)
            batch.step([action.id])
            before, view = view, table.view(viewer)
            memory.see(before, [event.seen_by(viewer) for event in events], view)
        assert batch.done[0]


def observed(game: bl.Game, seat: int, spec: envs.Spec) -> bytes:
    """What a seat observes now, made from the whole state."""
    notes = np.zeros(1, NOTE_DTYPE)
    stepping.note_states(game.board.record, game._states, notes, 1)
    out = np.empty((1, spec.size), np.uint8)
    layout = spec.layout(bool(game.options.get("open_track")))
    who = np.array([seat], np.int8)
    stepping.observe_rows(game.board.record, game._states, notes, layout, who, out)
    return out.tobytes()


@at_some_tables
def test_worlds_that_a_seat_cannot_tell_apart_are_observed_alike(game: str, seats: int) -> None:
    """Whether imagined by the library or dealt anew by the tests; a view tells the same, too."""
    spec = envs.spec(GAMES[game][0], seats, features=True)
    looks = different = 0
    for seed in range(scaled(1, 10)):
        chooser = random.Random(f"{game} {seats} {seed}")
        table = begin(game, seats, seed)
        while not table.is_over:
            if chooser.random() < scaled(0.03, 0.2):
                viewer = chooser.randrange(seats)
                real = observed(table, viewer, spec)
                assert envs.observe(table.view(viewer), features=True).tobytes() == real
                for other_world in (imagined, redealt):
                    world = other_world(table, viewer, chooser.randrange(1000))
                    assert observed(world, viewer, spec) == real
                    looks += 1
                    different += hidden(world) != hidden(table)
            step(chooser, table, ["random"] * seats)
    assert different > looks / 2 > 0


class Twin:
    """A game, and a batch of one that remembers what happened in it."""

    def __init__(self, table: bl.Game, batch: envs.Batch) -> None:
        self.table, self.batch = table, batch

    def elsewhere(self, viewer: int, seed: int) -> "Twin":
        """Another world with the same past as far as the viewer saw it."""
        world = redealt(self.table, viewer, seed, tracks_seen=True)
        batch = copy.copy(self.batch)
        for name, value in vars(self.batch).items():
            if isinstance(value, np.ndarray):
                setattr(batch, name, value.copy())
        batch._states[0] = world._states[0]
        batch.legal_n[0] = engine.legal(world.board.record, world._states, batch.seat[0], LISTED)
        batch.legal[0] = LISTED["ids"][0][: batch.legal.shape[1]]
        return Twin(world, batch)

    def push(self, action: int, viewer: int) -> list[dict[str, Any]]:
        """Take an action in both; return what the viewer sees of it."""
        self.batch.step([action])
        return [event.seen_by(viewer) for event in self.table.push(action)]


LISTED = np.zeros(1, st.MENU_DTYPE)


@at_some_tables
def test_memories_of_worlds_with_the_same_past_are_alike(game: str, seats: int) -> None:
    """Both worlds go on by the same actions, as long as the viewer sees the same happen."""
    alike = 0
    for seed in range(scaled(1, 20)):
        chooser = random.Random(f"{game} {seats} {seed}")
        real = Twin(*both(game, seats, seed, observation="remembered", features=True))
        other: Twin | None = None
        viewer = 0
        while not real.table.is_over:
            if other is None and chooser.random() < 0.2:
                viewer = chooser.randrange(seats)
                other = real.elsewhere(viewer, chooser.randrange(1000))
            if other is not None:
                assert np.array_equal(real.batch.observe(viewer), other.batch.observe(viewer))
                alike += 1
            legal = [action.id for action in real.table.legal_actions()]
            if other is not None:
                there = {action.id for action in other.table.legal_actions()}
                legal = [id for id in legal if id in there] or legal
                if legal[0] not in there:
                    other = None
            action = chooser.choice(legal)
            seen = real.push(action, viewer)
            if other is not None and (
                other.push(action, viewer) != seen
                or other.table.view(viewer) != real.table.view(viewer)
            ):
                other = None
    assert alike > 10


@at_some_tables
def test_features_are_what_they_say(game: str, seats: int) -> None:
    found = 0
    for seed in range(scaled(1, 20)):
        chooser = random.Random(f"{game} {seats} {seed}")
        table, batch = both(game, seats, seed, features=True)
        while not table.is_over:
            if chooser.random() < 0.2:
                viewer = chooser.randrange(seats)
                read = batch.spec.read(batch.observe(viewer)[0])
                check_features(table.board, table.view(viewer), read)
                found += 1
            assert table.seat is not None
            action = choose(chooser, table, table.seat, "random")
            table.push(action)
            batch.step([action.id])
    assert found > 5


@at_some_tables
def test_a_mask_is_the_legal_list_and_what_nothing_is_said_against(game: str, seats: int) -> None:
    """Brute force over all numbers there are."""
    looks = 0
    for seed in range(scaled(1, 10)):
        chooser = random.Random(f"{game} {seats} {seed}")
        table, batch = both(game, seats, seed)
        menus = np.zeros(1, st.MENU_DTYPE)
        while not table.is_over:
            assert table.seat is not None
            assert table.seat == batch.seat[0]
            legal = [action.id for action in table.legal_actions()]
            assert batch.legal[0, : batch.legal_n[0]].tolist() == legal
            assert np.flatnonzero(batch.mask[0]).tolist() == sorted(legal)
            assert batch.mask[0].max() == 1
            if chooser.random() < scaled(0.05, 0.3):
                assert [
                    action
                    for action in range(table.board.n_actions)
                    if not engine.why_not(
                        table.board.record, table._states, table.seat, action, menus
                    )
                ] == sorted(legal)
                looks += 1
            action = choose(chooser, table, table.seat, "random")
            table.push(action)
            batch.step([action.id])
        assert not batch.mask.any()
    assert looks > 0
