"""Simulation: what is summed up is what the games are, played one by one."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

import branchline as bl
from branchline.arena.run import Run
from branchline.arena.simulation import MAX_GAMES, Simulation
from branchline.arena.workers import MAX_WORKERS
from branchline.bots import Clock, make_bot
from branchline.game.keys import keys_of_game, stream
from tests.play import GAMES, at_every_table, at_some_tables
from tests.scale import scaled

SEED = 21


def simulate(run: Run, games: int, workers: int = 1) -> dict[str, Any]:
    """Play the games of a run and sum them up."""
    simulation = Simulation(run, games, workers, ray=False, record=False)
    for _ in simulation.chunks():
        pass
    return simulation.summary()


def one(run: Run, number: int) -> bl.Game:
    """Play one game of a run through the library."""
    seats = len(run.players)
    game = bl.new_game(run.game, seats, seed=run.seed, number=number, options=run.options)
    chances = stream(keys_of_game(run.seed, number)[1])
    bots = [make_bot(player, game.board, chances) for player in run.players]
    while not game.is_over:
        seat = game.to_act[0]
        chosen = bots[seat].choose(game.view(seat), game.legal_actions(seat), Clock())
        game.push(chosen, seat)
    return game


def one_by_one(run: Run, games: int) -> list[bl.Game]:
    """Play the first games of a run."""
    return [one(run, number) for number in range(games)]


def summed_up(run: Run, played: list[bl.Game]) -> dict[str, Any]:
    """Sum games up with nothing but plain arithmetic."""
    results = [game.result() for game in played]
    seats = []
    for seat, player in enumerate(run.players):
        of_seat = [result.seats[seat] for result in results]
        shares = [1 / len(r.winners) if seat in r.winners else 0 for r in results]
        seats.append(
            {
                "seat": seat,
                "player": player,
                "win_share": pytest.approx(statistics.fmean(shares), abs=1e-6),
                "mean_score": pytest.approx(statistics.fmean(s.total for s in of_seat), abs=1e-4),
                "score_deviation": pytest.approx(
                    statistics.pstdev(s.total for s in of_seat), abs=1e-4
                ),
                "mean_routes": pytest.approx(statistics.fmean(s.routes for s in of_seat), abs=1e-4),
                "tickets_done": pytest.approx(
                    statistics.fmean(s.tickets_done for s in of_seat), abs=1e-4
                ),
                "tickets_failed": pytest.approx(
                    statistics.fmean(s.tickets_failed for s in of_seat), abs=1e-4
                ),
            }
        )
    return {
        "game": run.game,
        "players": list(run.players),
        "seed": run.seed,
        "options": run.options,
        "budget": None,
        "games": len(played),
        "mean_turns": pytest.approx(statistics.fmean(g.turn for g in played), abs=1e-4),
        "mean_actions": pytest.approx(statistics.fmean(len(g.history) for g in played), abs=1e-4),
        "shared_wins": sum(len(result.winners) > 1 for result in results),
        "seats": seats,
    }


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    """The figures that are the same every time."""
    return {k: v for k, v in found.items() if k not in ("seconds", "games_per_second")}


@at_every_table
def test_random_games_sum_up_as_played_one_by_one(game: str, seats: int) -> None:
    id, options = GAMES[game]
    run = Run(id, ("random",) * seats, SEED, options)
    games = scaled(2, 5)
    assert without_time(simulate(run, games)) == summed_up(run, one_by_one(run, games))


def test_games_of_other_bots_sum_up_too() -> None:
    run = Run("usa", ("random", "path", "random"), SEED, {})
    assert without_time(simulate(run, 6)) == summed_up(run, one_by_one(run, 6))


@at_some_tables
def test_the_option_who_starts_is_respected(game: str, seats: int) -> None:
    id, options = GAMES[game]
    run = Run(id, ("random",) * seats, SEED, {**options, "starts": seats - 1})
    played = one_by_one(run, 3)
    assert {g.view(None).first_seat for g in played} == {seats - 1}
    assert without_time(simulate(run, 3)) == summed_up(run, played)


def test_without_the_option_everybody_starts_some_games() -> None:
    run = Run("usa", ("random",) * 3, SEED, {})
    assert {g.view(None).first_seat for g in one_by_one(run, scaled(8, 15))} == {0, 1, 2}


def test_more_games_begin_with_the_same_games() -> None:
    # 501 games are more than one chunk.
    run = Run("usa", ("random", "random"), SEED, {})
    few, many = simulate(run, 500), simulate(run, 501)
    last = one(run, 500)
    for seat in (0, 1):
        total = 501 * many["seats"][seat]["mean_score"] - 500 * few["seats"][seat]["mean_score"]
        assert total == pytest.approx(last.result().seats[seat].total, abs=0.1)


def test_bots_give_the_same_for_any_number_of_workers() -> None:
    run = Run("usa", ("path", "random"), SEED, {})
    assert without_time(simulate(run, 21)) == without_time(simulate(run, 21, workers=3))


def test_more_workers_than_work_do_no_harm() -> None:
    run = Run("usa", ("random", "random"), SEED, {})
    assert without_time(simulate(run, 501, MAX_WORKERS)) == without_time(simulate(run, 501))


def test_another_seed_gives_other_games() -> None:
    players = ("random", "random")
    first, second = (simulate(Run("usa", players, seed, {}), 50) for seed in (1, 2))
    assert first["seats"] != second["seats"]


@pytest.mark.parametrize(
    ("run", "games", "workers", "why"),
    [
        (Run("mars", ("random",) * 2, 1, {}), 1, 1, "no game called 'mars'"),
        (Run("usa", ("random",) * 6, 1, {}), 1, 1, "2 to 5 seats, not 6"),
        (Run("usa", ("random", "rook"), 1, {}), 1, 1, "no bot called 'rook'"),
        (Run("usa", ("random",) * 2, 1, {"starts": 2}), 1, 1, "from 0 to 1, not 2"),
        (Run("usa", ("random",) * 2, 1, {"wind": 2}), 1, 1, "no option 'wind'"),
        (Run("usa", ("random",) * 2, 1, {}), 0, 1, "games, not 0"),
        (Run("usa", ("random",) * 2, 1, {}), MAX_GAMES + 1, 1, "from 1 to 10000000 games"),
        (Run("usa", ("random",) * 2, 1, {}), 1, 0, "workers, not 0"),
        (Run("usa", ("random",) * 2, 1, {}), 1, MAX_WORKERS + 1, "from 1 to 256 workers"),
    ],
)
def test_a_run_that_cannot_be_played_is_refused(
    run: Run, games: int, workers: int, why: str
) -> None:
    with pytest.raises(bl.BranchlineError, match=why):
        simulate(run, games, workers)
