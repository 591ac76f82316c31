"""What follows from who owns what: by the rules in play, from a view, and by a plain definition."""

import random

import numpy as np

import branchline as bl
from branchline.game.known import known_state
from branchline.rules import engine
from branchline.rules import state as st

from ..play import at_every_table, begin, step
from ..scale import scaled

FIELDS = ("open", "allowed", "beds", "cut", "reached", "of_colour", "supply", "owner", "built")
"""What `lay_tracks` is given and what it works out, besides who scored a route."""


TASTES = ("claims first", "random", "marks first", "never marks")


@at_every_table
def test_what_a_view_tells_gives_the_state_that_the_rules_reached(game: str, seats: int) -> None:
    """Homes, pieces and owners are enough: the way there does not matter."""
    looked = 0
    for seed in range(scaled(2, 8)):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        tastes = [TASTES[seed % len(TASTES)]] * seats
        while not at_table.is_over:
            if chooser.random() < scaled(0.05, 0.3):
                looked += 1
                real = at_table._states[0]
                for seat in range(seats):
                    _, known = known_state(at_table.view(seat))
                    for name in (*FIELDS, "payees"):
                        assert (known[0][name] == real[name]).all(), (name, seat)
            step(chooser, at_table, tastes)
    assert looked > 5


def cut_off(board: bl.Board, view: bl.View) -> set[str]:
    """Rules 17 to 19, plainly: what crosses a track that is built or claimed."""
    laid = {*view.owners, *view.built}
    return {board.tracks[i].id for t in board.tracks if t.id in laid for i in t.crossings}


def shut(board: bl.Board, view: bl.View) -> set[str]:
    """Rules 8 and 17 to 19, plainly: the tracks nobody owns that the viewer cannot get."""
    found = cut_off(board, view)
    for track in board.tracks:
        owners = {view.owners.get(board.tracks[i].id) for i in track.sisters} - {None}
        built = any(board.tracks[i].id in view.built for i in track.sisters)
        if view.seats >= 4:
            is_shut = view.viewer is not None and view.viewer in owners
        else:
            is_shut = bool(owners) or (built and track.is_bed and track.id not in view.built)
        if is_shut:
            found.add(track.id)
    return found - set(view.owners)


@at_every_table
def test_what_is_closed_and_cut_is_what_rules_8_and_17_to_19_say(game: str, seats: int) -> None:
    closed = 0
    for seed in range(scaled(2, 8)):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        tastes = [TASTES[seed % len(TASTES)]] * seats
        while not at_table.is_over:
            step(chooser, at_table, tastes)
            if chooser.random() < scaled(0.05, 0.3) or at_table.is_over:
                for viewer in (*range(seats), None):
                    view = at_table.view(viewer)
                    assert set(view.closed) == shut(at_table.board, view)
                    assert set(view.cut) == cut_off(at_table.board, view)
                    closed += len(view.closed)
    assert closed > 0 or game.startswith("card_game")


def test_laying_tracks_forgets_what_was_worked_out_before() -> None:
    at_table = begin("france", 3, 1)
    chooser = random.Random(1)
    for _ in range(120):
        step(chooser, at_table, ["claims first"] * 3)
    again = at_table._states.copy()
    for name in ("open", "allowed", "beds", "cut", "reached", "of_colour", "supply"):
        again[0][name] = ~again[0][name]
    engine.lay_tracks(at_table.board.record, again, st.SILENT)
    assert np.array_equal(again, at_table._states)
    assert again[0]["cut"].any()
    assert (again[0]["built"] >= 0).any()
