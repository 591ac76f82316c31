"""Tournaments: who sits where, by what chance, and the same results for any number of workers."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import pytest

import branchline as bl
from branchline.arena import tournament as arena
from branchline.arena.sitting import read_sitting
from branchline.arena.standings import Standings
from branchline.arena.tournament import Tournament, play_sittings
from branchline.arena.workers import in_order

from .sample import of_players, played, without_times


def seatings(tournament: Tournament) -> list[tuple[str, ...]]:
    """Who sits where in all games of a deal."""
    return [
        tuple(name for name, _ in seated)
        for group in range(tournament.groups)
        for seated in tournament.rotations(group)
    ]


def test_two_players_sit_on_either_side() -> None:
    assert seatings(of_players("a", "b")) == [("a", "b"), ("b", "a")]


def test_everybody_sits_everywhere_as_often() -> None:
    at_table = seatings(of_players("a", "b", "c", "d", "e", seats=3))
    assert len(at_table) == 10 * 3
    places = Counter((name, seat) for names in at_table for seat, name in enumerate(names))
    assert set(places.values()) == {6}
    together = Counter(frozenset(names) for names in at_table)
    assert set(together.values()) == {3}


def test_a_repeated_name_takes_several_seats() -> None:
    tournament = of_players("a", "b", "b", "b", seats=4)
    assert tournament.names == ("a", "b")
    assert tournament.entrants == (("a", 0), ("b", 0), ("b", 1), ("b", 2))
    assert seatings(tournament) == [
        ("a", "b", "b", "b"),
        ("b", "b", "b", "a"),
        ("b", "b", "a", "b"),
        ("b", "a", "b", "b"),
    ]


def test_too_few_players_are_seated_again() -> None:
    tournament = of_players("a", "b", seats=5)
    assert [name for name, _ in tournament.entrants] == ["a", "b", "a", "b", "a"]
    assert tournament.groups == 1
    assert of_players("a", seats=2).entrants == (("a", 0), ("a", 1))


def test_every_player_of_every_deal_has_a_stream_of_its_own() -> None:
    tournament = of_players("a", "b")
    other = Tournament("usa", ("a", "b"), 2, seed=2, options={})
    keys = [
        each.chances(deal, entrant)[0]["key"].tobytes()
        for each in (tournament, other)
        for deal in (0, 1)
        for entrant in (("a", 0), ("a", 1), ("b", 0))
    ]
    assert len(set(keys)) == len(keys) == 12


def test_every_rotation_has_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bl.Game] = []

    def look(game: bl.Game, *rest: Any) -> None:
        seen.append(game)
        while not game.is_over:
            game.push(game.legal_actions()[0])

    monkeypatch.setattr(arena, "play_out", look)
    monkeypatch.setattr(arena, "compiled_table", lambda *players, timed: None)
    played(of_players("random", "path", "random", seats=3), deals=2)
    keys = [game.key for game in seen]
    assert keys == [keys[0]] * 3 + [keys[3]] * 3
    assert keys[0] != keys[3]
    assert keys[0] == bl.new_game("usa", 3, seed=1, number=0).key
    assert keys[3] == bl.new_game("usa", 3, seed=1, number=1).key


def test_it_does_not_matter_who_is_named_first_or_who_else_plays() -> None:
    def results(*players: str) -> dict[tuple[str, ...], list[tuple[int, ...]]]:
        found: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
        for sitting in played(of_players(*players), deals=2):
            for game in sitting.games:
                names = tuple(seat.player for seat in game.seats)
                found.setdefault(names, []).append(tuple(seat.total for seat in game.seats))
        return found

    pair = results("path", "random")
    assert results("random", "path") == pair
    three = results("random", "path@5", "path")
    assert {names: three[names] for names in pair} == pair


@pytest.mark.parametrize("game", bl.games())
def test_every_game_has_tournaments(game: str) -> None:
    board = bl.load_board(game)
    tournament = Tournament(game, ("random",), board.max_seats, 1, {})
    tournament.check()
    sitting = play_sittings(tournament, range(3, 4))[0]
    assert (sitting.deal, sitting.group, len(sitting.games)) == (3, 0, board.max_seats)
    totals = {tuple(seat.total for seat in one.seats) for one in sitting.games}
    assert len(totals) > 1, "the copies of a player have chances of their own"
    assert read_sitting(sitting.to_json()) == sitting


def test_options_are_played_by() -> None:
    tournament = Tournament("usa", ("random", "random"), 2, 1, {"starts": 1})
    assert without_times(played(tournament, 1)[0].to_json()) != without_times(
        played(of_players("random", "random"), 1)[0].to_json()
    )


def test_any_number_of_workers_gives_the_same() -> None:
    tournament = of_players("path", "random", "random@9")
    work = partial(play_sittings, tournament)
    chunks = [range(n, n + 1) for n in range(9)]
    alone = [sitting for sittings in in_order(work, chunks) for sitting in sittings]
    together = [sitting for sittings in in_order(work, chunks, workers=3) for sitting in sittings]
    assert [without_times(s.to_json()) for s in alone] == [
        without_times(s.to_json()) for s in together
    ]
    reports = []
    for sittings in (alone, together):
        standings = Standings(tournament)
        for sitting in sittings:
            standings.add(sitting)
        reports.append(without_times(standings.report()))
    assert reports[0] == reports[1]
    assert reports[0]["games"] == 18


@pytest.mark.parametrize(
    ("tournament", "why"),
    [
        (Tournament("mars", ("path",), 2, 1, {}), "no game called 'mars'"),
        (of_players("path", seats=6), "2 to 5 seats, not 6"),
        (of_players("path", seats=1), "not 1"),
        (of_players("rook"), "no bot called 'rook'"),
        (of_players(""), "no bot called ''"),
        (Tournament("usa", ("path",), 2, 1, {"wind": 1}), "no option 'wind'"),
        (of_players(*["path", "random"] * 20, seats=5), "more than 10,000 groups"),
    ],
)
def test_a_tournament_that_cannot_be_played_is_refused(tournament: Tournament, why: str) -> None:
    with pytest.raises(bl.BranchlineError, match=why):
        tournament.check()
