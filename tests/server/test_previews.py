"""Previews: what a seat is told an action would do is what it then does."""

import random
from typing import Any

import pytest

import branchline as bl
from branchline.game import events as ev
from branchline.server.present.previews import previews

from ..play import GAMES, at_every_table, begin, step
from ..scale import scaled
from ..table import table

TASTES = ("claims first", "marks first", "random", "by hand")


def done(game: bl.Game, seat: int, action: bl.Action) -> dict[str, Any]:
    """What an action does when it is really done, as anybody at the table sees it."""
    before = game.view(None)
    events = game.push(action, seat)
    after = game.view(None)
    game.pop()
    shut = [track for track in after.closed if track not in before.closed]
    captured = [e for e in events if isinstance(e, ev.Captured)]
    scored = [e for e in events if isinstance(e, ev.Scored)]
    points = [0] * game.seats
    for score in scored:
        points[score.seat] += score.points
    # Where points are closed, nothing that is previewed brings any.
    assert [p.points for p in after.players] == [
        None if p.points is None else p.points + more
        for p, more in zip(before.players, points, strict=True)
    ]
    assert not any(points) or None not in [p.points for p in after.players]
    return {
        "scores": [
            {
                "seat": e.seat,
                "points": e.points,
                "why": e.why,
                "city": before.alvin if e.why == "capture" else e.city,
            }
            for e in scored
        ],
        "cuts": [track for track in shut if track in after.cut],
        "closes": [track for track in shut if track not in after.cut],
        "captures": bool(captured),
        "robbed": {
            e.colour: (e.seat, *before.players[e.seat].yard[e.colour])
            for e in events
            if isinstance(e, ev.Robbed)
        },
    }


def check(chooser: random.Random, game: bl.Game, seat: int, seen: set[str]) -> None:
    """Hold every preview of a seat to what comes of one of its actions, whichever."""
    legal = game.legal_actions(seat)
    told = previews(game, seat, legal)
    chooser.shuffle(legal)
    claims: dict[str, Any] = {}
    builds: dict[str, Any] = {}
    lays: dict[str, bl.Action] = {}
    for action in legal:
        move = action.move.to_json()
        match move["do"]:
            case "claim":
                claims.setdefault(move["track"], action)
            case "build":
                builds.setdefault(move["track"], action)
            case "lay":
                lays.setdefault(move["colour"], action)
            case "lay three":
                lays.setdefault(" ".join(move["colours"]), action)
    assert set(told["claims"]) == set(claims)
    assert set(told["builds"]) == set(builds)
    for track, action in claims.items():
        real = done(game, seat, action)
        del real["robbed"]
        assert told["claims"][track] == real
        seen |= {score["why"] for score in real["scores"]}
        seen |= {name for name in ("cuts", "closes") if real[name]}
    for track, action in builds.items():
        real = done(game, seat, action)
        assert told["builds"][track] == {"cuts": real["cuts"], "closes": real["closes"]}
        seen |= {f"build {name}" for name in ("cuts", "closes") if real[name]}
    robbed: dict[str, Any] = {}
    for action in lays.values():
        robbed |= done(game, seat, action)["robbed"]
    assert told["lays"] == {
        colour: {"robs": other, "cards": cards, "locomotives": locomotives}
        for colour, (other, cards, locomotives) in robbed.items()
    }
    seen |= {"robs"} if robbed else set()


WHAT = {
    "usa": {"route"},
    "france": {"route", "build cuts"},
    "old_west": {"route", "marker"},
    "card_game": {"robs"},
}
"""What must come up in each game at least; what comes up seldom has a test of its own."""


@at_every_table
def test_a_preview_is_what_then_happens(game: str, seats: int) -> None:
    seen: set[str] = set()
    for seed in range(scaled(2, 8)):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        tastes = [TASTES[seed % len(TASTES)]] * seats
        while not at_table.is_over:
            if at_table.phase in ("turn", "build") and chooser.random() < scaled(0.15, 0.4):
                assert at_table.seat is not None
                check(chooser, at_table, at_table.seat, seen)
            step(chooser, at_table, tastes)
    assert seen >= WHAT[GAMES[game][0]]


def test_a_claim_that_cuts_a_bed_off_says_so() -> None:
    """Rule 19: few claims cross anything, for beds are cut when the other is built."""
    at = table("france", seats=2).with_hand(0, "red*6")
    seen: set[str] = set()
    check(random.Random(1), at.game, 0, seen)
    assert "cuts" in seen


def test_a_claim_that_captures_alvin_says_so() -> None:
    at = table("old_west", 2, homes=["Albuquerque", "Seattle"], alvin=True).with_hand(0, "red*2")
    seen: set[str] = set()
    check(random.Random(1), at.game, 0, seen)
    assert seen >= {"marker", "capture"}


@pytest.mark.parametrize(("seats", "closes"), [(2, True), (3, True), (4, False)])
def test_a_claim_that_closes_a_sister_track_says_so(seats: int, closes: bool) -> None:
    at = table("usa", seats).with_hand(0, "red*6")
    seen: set[str] = set()
    check(random.Random(1), at.game, 0, seen)
    assert ("closes" in seen) == closes


def test_where_nothing_can_be_put_down_nothing_is_told() -> None:
    game = bl.new_game("usa", 2, seed=1)
    empty: dict[str, Any] = {"claims": {}, "builds": {}, "lays": {}}
    assert previews(game, 0, game.legal_actions(0)) == empty
