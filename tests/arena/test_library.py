"""Simulations and tournaments as a library: results as they come, until one has seen enough."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.arena.run import QUICK_CHUNK, RANDOM_CHUNK
from branchline.arena.simulation import SimulatedGame
from tests.play import lines_of

from .sample import without_times

OWN = """
import branchline as bl

class First:
    def choose(self, view, legal, clock):
        return legal[0]
"""


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A bot of one's own, which needs views."""
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return f"{file}:First"


def workers_left() -> list[Any]:
    """The processes that we started and that still run."""
    return multiprocessing.active_children()


def test_games_come_in_order_with_their_figures() -> None:
    run = bl.simulate("usa", ["planner", "random", "path"], games=5, seed=4)
    games = list(run)
    assert [game.number for game in games] == [0, 1, 2, 3, 4]
    assert all([seat.player for seat in game.seats] == list(run.run.players) for game in games)
    summary = run.summary()
    assert summary["games"] == run.played == 5
    for seat, told in enumerate(summary["seats"]):
        totals = [game.seats[seat].total for game in games]
        assert told["mean_score"] == pytest.approx(sum(totals) / 5, abs=1e-4)
        shares = [(seat in game.winners) / len(game.winners) for game in games]
        assert told["win_share"] == pytest.approx(sum(shares) / 5, abs=1e-6)
    assert summary["mean_turns"] == sum(game.turns for game in games) / 5
    assert summary["mean_actions"] == sum(game.actions for game in games) / 5


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("players", "seen"),
    [("random,random", RANDOM_CHUNK + 3), ("path,random", QUICK_CHUNK + 3)],
)
def test_a_simulation_that_is_left_goes_on_where_it_ended(
    players: str, seen: int, workers: int
) -> None:
    games = seen + 30
    whole = list(bl.simulate("usa", players, games, seed=9))
    run = bl.simulate("usa", players, games, seed=9, workers=workers)
    found: list[SimulatedGame] = []
    for game in run:
        found.append(game)
        if len(found) == seen:
            break
    assert workers_left() == []
    assert run.played == run.summary()["games"] == seen
    found += run
    assert found == whole
    assert list(run) == []
    assert workers_left() == []


def test_a_tournament_that_is_left_goes_on_where_it_ended(tmp_path: Path) -> None:
    whole = bl.tournament("usa", ["path", "random"], deals=20, seed=3)
    sittings = list(whole)
    file = tmp_path / "results.jsonl"
    running = bl.tournament("usa", ["path", "random"], deals=20, seed=3, workers=2, results=file)
    found = []
    for sitting in running:
        found.append(sitting)
        if len(found) == 7:
            break
    assert workers_left() == []
    assert (running.played, running.finished) == (7, False)
    assert len(file.read_text().splitlines()) == 1 + 7
    # Another one goes on from the file, for a while, and then the first file has it all.
    again = bl.tournament("usa", ["path", "random"], deals=20, seed=3, results=file, resume=True)
    assert again.played == 7
    for sitting in again:
        found.append(sitting)
        if len(found) == 9:
            break
    found += again
    assert again.finished
    assert list(again) == []
    assert len(file.read_text().splitlines()) == 1 + 20
    assert [without_times(s.to_json()) for s in found] == [
        without_times(s.to_json()) for s in sittings
    ]
    assert without_times(again.report()) == without_times(whole.report())


def test_an_error_in_the_loop_leaves_no_worker_behind() -> None:
    run = bl.simulate("usa", "path,random", 200, workers=2)
    seen = []

    def look() -> None:
        for game in run:
            seen.append(1 / (3 - game.number))

    with pytest.raises(ZeroDivisionError):
        look()
    assert len(seen) == 3
    assert workers_left() == []


@pytest.mark.parametrize("built_in", [True, False])
def test_every_game_comes_with_its_record(built_in: bool, own: str) -> None:
    players = ["path", "random"] if built_in else [own, "random"]
    games = list(bl.simulate("usa", players, 3, seed=2, record=True))
    for game in games:
        assert game.record is not None
        record = bl.parse_record(game.record)
        assert record.header["players"] == players
        result = bl.verify(record).result()
        assert [s.total for s in result.seats] == [s.total for s in game.seats]
        assert len(record.actions) == game.actions
        assert lines_of(record)[-1]["result"]["winners"] == list(game.winners)
    assert len({game.record for game in games}) == 3


def test_views_and_compiled_code_play_the_same_tournament(own: str) -> None:
    """What a built-in player does against another does not depend on who else takes part."""

    def between(players: list[str]) -> list[Any]:
        return [
            without_times([seat.total for seat in game.seats])
            for sitting in bl.tournament("usa", players, deals=2, seed=1)
            for game in sitting.games
            if {seat.player for seat in game.seats} == {"path", "random"}
        ]

    assert between(["path", "random", own]) == between(["path", "random"])


def test_own_bots_are_timed_and_watched_over(own: str) -> None:
    running = bl.tournament("usa", [own, "planner"], deals=2)
    for _ in running:
        pass
    for row in running.report()["players"]:
        assert row["moves"] > 50
        assert 0 < row["ms_per_move"]["median"] <= row["ms_per_move"]["p95"]
        assert row["fallback_moves"] == {}


def test_a_budget_is_a_number_a_text_or_a_clock() -> None:
    budgets: list[int | str | bl.Clock] = [6, "6", bl.Clock(playouts=6)]
    runs = [bl.simulate("usa", "dispatcher,random", 1, budget=budget) for budget in budgets]
    assert runs[0].run.budget == runs[1].run.budget == runs[2].run.budget


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "mars"}, "no game called 'mars'"),
        ({"players": []}, "2 to 5 seats, not 0"),
        ({"players": "random,rook"}, "no bot called 'rook'"),
        ({"games": 0}, "games, not 0"),
        ({"games": 1.5}, "games, not 1.5"),
        ({"workers": 0}, "workers, not 0"),
        ({"budget": "much"}, "budget"),
        ({"budget": 0}, "budget"),
        ({"options": {"wind": 1}}, "no option 'wind'"),
        ({"options": ["wind"]}, "options must be a dict"),
        ({"players": 3}, "players must be names, not 3"),
        ({"players": ["random", None]}, "players must be names"),
        ({"seed": "x"}, "a seed must be an integer, not 'x'"),
    ],
)
def test_what_cannot_be_simulated_is_refused_at_once(given: dict[str, Any], why: str) -> None:
    with pytest.raises(bl.BranchlineError, match=why):
        bl.simulate(**{"game": "usa", **given})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "mars"}, "no game called 'mars'"),
        ({"players": []}, "needs players"),
        ({"players": "rook"}, "no bot called 'rook'"),
        ({"deals": 0}, "from 1 to 100000 deals, not 0"),
        ({"deals": True}, "deals, not True"),
        ({"workers": 1000}, "from 1 to 256 workers, not 1000"),
        ({"seats": 9}, "2 to 5 seats, not 9"),
        ({"seed": 1.0}, "a seed must be an integer, not 1.0"),
        ({"results": "nowhere/r.jsonl", "resume": True}, "No such file"),
    ],
)
def test_what_cannot_be_a_tournament_is_refused_at_once(given: dict[str, Any], why: str) -> None:
    with pytest.raises(bl.BranchlineError, match=why):
        bl.tournament(**{"game": "usa", "players": "path,random", **given})


def test_nothing_is_summed_up_before_anything_is_played() -> None:
    with pytest.raises(bl.BranchlineError, match="no game has been played yet"):
        bl.simulate("usa").summary()
