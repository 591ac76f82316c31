"""Standings: statistics held against cases worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from openskill.models import PlackettLuce

from branchline.arena.bootstrap import intervals
from branchline.arena.rating import Ratings
from branchline.arena.sitting import Sitting
from branchline.arena.standings import Standings
from branchline.arena.times import quantile, tally
from branchline.arena.tournament import Tournament

from .sample import game, of_players, seat, standings

A_AND_B = of_players("a", "b")


def test_shares_and_margins_of_a_game() -> None:
    assert game(a=100, b=80).shares == (1, 0)
    assert game(a=100, b=80).margins == (20, -20)
    assert game(a=90, b=90).shares == (0.5, 0.5)
    assert game(a=90, b=90).margins == (0, 0)
    assert game(a=10, b=90, c=90, d=-5).shares == (0, 0.5, 0.5, 0)
    assert game(a=10, b=90, c=90, d=-5).margins == (-80, 0, 0, -95)


def test_two_deals_by_hand() -> None:
    found = standings(
        A_AND_B,
        (game(50, a=100, b=80), game(60, b=90, a=90)),  # a has 1½ of 2, and 20 points more
        (game(70, a=60, b=100), game(40, b=110, a=50)),  # a has 0 of 2, and 100 points less
    )
    a, b = found["a"], found["b"]
    assert list(found) == ["b", "a"], "the best comes first"
    assert (a["win_share"], b["win_share"]) == (0.375, 0.625)
    assert (a["margin"], b["margin"]) == (-20, 20)
    assert (a["mean_score"], b["mean_score"]) == (75, 95)
    assert (a["turns"], a["seats_taken"]) == (55, 4)
    assert a["win_share_by_seat"] == [0.5, 0.25]
    assert b["win_share_by_seat"] == [0.75, 0.5]
    # Of two deals drawn from two, a quarter is twice the first, a quarter twice the second.
    assert a["win_share_ci"] == [0, 0.75]
    assert a["margin_ci"] == [-50, 10]
    assert b["margin_ci"] == [-10, 50]


def test_deals_that_are_alike_leave_no_doubt() -> None:
    deal = (game(a=100, b=80), game(b=100, a=80))
    found = standings(A_AND_B, *[deal] * 5)
    assert found["a"]["win_share_ci"] == found["b"]["win_share_ci"] == [0.5, 0.5]
    assert found["a"]["margin_ci"] == [0, 0]


def test_one_deal_tells_nothing_about_doubt() -> None:
    found = standings(A_AND_B, (game(a=100, b=80), game(b=70, a=80)))
    assert found["a"]["win_share"] == 1
    assert found["a"]["win_share_ci"] is None
    assert found["a"]["margin_ci"] is None


def test_a_name_on_three_of_four_seats_is_one_player() -> None:
    tournament = of_players("a", "b", "b", "b", seats=4)
    found = standings(
        tournament,
        (
            game(a=50, b1=40, b2=30, b3=20),
            game(b1=40, b2=30, b3=20, a=50),
            game(b1=60, b2=30, a=50, b3=20),
            game(b1=60, a=50, b2=60, b3=20),
        ),
    )
    # Equal would be 25 % for each; a wins two of four, b the other two on twelve seats.
    assert (found["a"]["win_share"], found["a"]["seats_taken"]) == (0.5, 4)
    assert found["b"]["win_share"] == pytest.approx(2 / 12, abs=1e-6)
    assert found["b"]["seats_taken"] == 12
    assert found["a"]["margin"] == (10 + 10 - 10 - 10) / 4
    assert found["b"]["margin"] == pytest.approx(
        (-10 - 20 - 30 - 10 - 20 - 30 + 10 - 30 - 40 + 0 + 0 - 40) / 12, abs=1e-4
    )
    assert found["a"]["win_share_by_seat"] == [1, 0, 0, 1]


def test_head_to_head_counts_every_two_seats() -> None:
    tournament = of_players("a", "b", "c", seats=3)
    table = Standings(tournament)
    table.add(Sitting(0, 0, (game(a=50, b=40, c=40), game(b=60, c=50, a=40))))
    assert table.report()["head_to_head"] == {
        "a": {"b": 0.5, "a": None, "c": 0.5},
        "b": {"b": None, "a": 0.5, "c": 0.75},
        "c": {"b": 0.25, "a": 0.5, "c": None},
    }


def test_tickets_fallbacks_times_and_the_first_problem_are_summed_up() -> None:
    tournament = of_players("a", "b")
    table = Standings(tournament)
    one = game(a=2, b=1)
    first = seat("a", 2, 1, tickets_done=3, tickets_failed=1, times={0: 3}, fallbacks={"gone": 2})
    second = seat(
        *("a", 2, 1),
        tickets_done=1,
        times={100: 1},
        fallbacks={"gone": 1, "illegal": 4},
        problem="illegal: x",
    )
    for each in (first, second):
        table.add(Sitting(table.deals, 0, (type(one)(9, (each, one.seats[1])),)))
    a = table.report()["players"][0]
    assert (a["tickets_done"], a["tickets_failed"], a["moves"]) == (2, 0.5, 4)
    assert a["fallback_moves"] == {"gone": 3, "illegal": 4}
    assert a["first_problem"] == "illegal: x"
    quick = {"p05": 1.0, "p25": 1.0, "median": 1.0, "p75": 1.0}
    assert a["ms_per_move"] == {**quick, "p95": pytest.approx(131.5, rel=0.01)}


def test_without_games_there_is_a_report_all_the_same() -> None:
    report = Standings(A_AND_B).report()
    assert (report["deals"], report["games"]) == (0, 0)
    assert [row["win_share"] for row in report["players"]] == [None, None]


# The bootstrap.


def test_deals_of_unequal_weight_are_weighed() -> None:
    # One case that is 1 in the first deal, three that are 0 in the second.
    sums, counts = np.array([[1.0], [0.0]]), np.array([[1.0], [3.0]])
    assert intervals(sums, counts, seed=1) == [[0, 1]]
    drawn_both = (1 + 0) / (1 + 3)
    assert drawn_both == 0.25


def test_an_interval_is_as_wide_as_it_must_be() -> None:
    deals = 400
    sums = np.array([[float(i % 2)] for i in range(deals)])
    found = intervals(sums, np.ones((deals, 1)), seed=3)
    assert found is not None
    half = 1.96 * 0.5 / math.sqrt(deals)
    assert found[0] == [pytest.approx(0.5 - half, abs=0.01), pytest.approx(0.5 + half, abs=0.01)]


def test_the_same_seed_gives_the_same_interval() -> None:
    sums = np.random.default_rng(5).normal(size=(50, 3))
    counts = np.ones((50, 3))
    assert intervals(sums, counts, seed=-7) == intervals(sums, counts, seed=-7)
    assert intervals(sums, counts, seed=10**30) != intervals(sums, counts, seed=8)


def test_a_player_without_cases_in_a_sample_does_no_harm() -> None:
    sums, counts = np.array([[0.0], [1.0]]), np.array([[0.0], [1.0]])
    assert intervals(sums, counts, seed=1) == [[0, 1]]


# Ratings.


def test_a_rating_is_what_openskill_gives() -> None:
    ratings = Ratings(["a", "b", "c"])
    model = PlackettLuce()
    a, b, c = model.rating(), model.rating(), model.rating()
    for one in (game(a=9, b=5, c=1), game(b=9, c=5, a=5)):
        ratings.add(one)
    [[a], [b], [c]] = model.rate([[a], [b], [c]], ranks=[1, 2, 3])
    [[b], [c], [a]] = model.rate([[b], [c], [a]], ranks=[1, 2, 2])
    for name, expected in {"a": a, "b": b, "c": c}.items():
        assert ratings.of(name) == {
            "mu": pytest.approx(expected.mu, abs=1e-3),
            "sigma": pytest.approx(expected.sigma, abs=1e-3),
        }


def test_a_player_on_several_seats_gets_the_mean() -> None:
    ratings = Ratings(["a", "b"])
    ratings.add(game(a=9, b1=5, b2=1))
    model = PlackettLuce()
    _, [first], [second] = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])
    assert ratings.of("b")["mu"] == pytest.approx((first.mu + second.mu) / 2, abs=1e-3)
    assert ratings.of("b")["sigma"] == pytest.approx((first.sigma + second.sigma) / 2, abs=1e-3)


def test_a_game_with_oneself_tells_nothing() -> None:
    ratings = Ratings(["a"])
    before = ratings.of("a")
    ratings.add(game(a1=9, a2=5))
    assert ratings.of("a") == before == {"mu": 25, "sigma": pytest.approx(25 / 3, abs=1e-3)}


# Times.


@pytest.mark.parametrize("ms", [0.001, 0.0123, 1.0, 7.77, 950.0, 60_000.0])
def test_a_time_is_kept_within_a_fortieth(ms: float) -> None:
    assert quantile(tally([ms]), 0.5) == pytest.approx(ms, rel=0.026)


def test_quantiles_are_those_of_the_sorted_times() -> None:
    times = tally(float(n) for n in range(1, 101))
    assert quantile(times, 0.5) == pytest.approx(50, rel=0.05)
    assert quantile(times, 0.95) == pytest.approx(95, rel=0.05)
    assert quantile({}, 0.5) is None
    assert quantile(tally([0.0, -1.0]), 0.5) == pytest.approx(0.001, rel=0.026)


def test_a_report_names_what_was_played() -> None:
    tournament = Tournament("usa", ("a", "b"), 2, seed=9, options={"starts": 1})
    report = Standings(tournament).report()
    assert report["game"] == "usa"
    assert (report["seats"], report["seed"], report["budget"]) == (2, 9, None)
    assert report["options"] == {"starts": 1}
