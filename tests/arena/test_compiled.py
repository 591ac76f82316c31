"""Compiled matches are those that bots play through their views, action by action."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import cycle, islice
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.arena.match import compiled_table
from branchline.arena.run import Run, play, play_chunk
from branchline.arena.times import tally
from branchline.arena.tournament import Rooms, Tournament, play_sittings, play_through_views
from branchline.bots import LEVELS, Clock, bots_for
from branchline.game.keys import stream
from branchline.policy.matches import match, match_table
from branchline.policy.matches.clock import FIRST, time_class
from branchline.rules import state as st
from tests.play import GAMES, TABLES
from tests.scale import scaled

from .sample import without_times

FEW = "dispatcher@1"
"""The dispatcher with one world to think about; it need not choose well."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dispatcher compare few worlds at a time."""
    monkeypatch.setattr("branchline.bots.dispatcher.BATCH", 1)


def seatings() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Games with their options, and who sits where: the bots of a game take turns at its tables."""
    turns = {
        id: cycle(FEW if name == "dispatcher" else name for name in bots_for(bl.load_board(id)))
        for id in bl.games()
    }
    for game, seats in TABLES * scaled(1, 4):
        yield game, tuple(islice(turns[GAMES[game][0]], seats))


CASES = list(seatings())


def test_every_bot_plays_every_game_and_every_number_of_seats() -> None:
    for game in bl.games():
        at_tables = [players for name, players in CASES if GAMES[name][0] == game]
        board = bl.load_board(game)
        names = {player.partition("@")[0] for players in at_tables for player in players}
        assert names == set(bots_for(board))
        assert {len(each) for each in at_tables} == {*range(board.min_seats, board.max_seats + 1)}
    assert {name for name, _ in CASES} == set(GAMES)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_a_compiled_match_is_the_match_through_views(game: str, players: tuple[str, ...]) -> None:
    """The record tells every action and every outcome; the figures come from compiled code."""
    id, options = GAMES[game]
    run = Run(id, players, 17, options)
    number = len(players)
    table, records = play_chunk(run, True, range(number, number + 1))
    slow = play(run, number)
    assert records == [slow.record(list(players)).dumps()]
    assert table.tolist() == [figures(slow)]


def figures(game: bl.Game) -> list[int]:
    """What is tabulated of a game."""
    result = game.result()
    found = [len(game.history), game.turn, len(result.winners)]
    for s in result.seats:
        found += [s.total, s.routes, s.tickets_done, s.tickets_failed, s.rank]
    return found


@pytest.mark.parametrize(
    ("game", "players", "seats", "options"),
    [
        ("usa", ("planner", "longroute", "random", "dispatcher@30"), 2, {"starts": 1}),
        ("france", ("hungry", "random", "random"), 3, {}),
        ("old_west", ("path", "onestep", "planner", "random"), 4, {"alvin": True}),
        ("card_game", ("greedy", "planner", "random", "dispatcher@20"), 4, {"open_track": True}),
    ],
)
def test_sittings_are_those_through_views(
    game: str, players: tuple[str, ...], seats: int, options: dict[str, Any]
) -> None:
    """Every player has a chance of its own there, the same on every seat."""
    tournament = Tournament(game, players, seats, 5, options)
    rooms = Rooms(tournament)
    for number in range(0, tournament.groups, scaled(max(1, tournament.groups - 1), 1)):
        (sitting,) = play_sittings(tournament, range(number, number + 1))
        slow = [
            play_through_views(tournament, rooms.board, rooms.options, 0, seated)
            for seated in tournament.rotations(number)
        ]
        assert [without_times(asdict(game)) for game in sitting.games] == [
            without_times(asdict(game)) for game in slow
        ]


def at_table(players: Sequence[str], timed: bool = False) -> match_table.MatchTable:
    found = compiled_table(bl.load_board("usa"), players, {}, Clock(), timed=timed)
    assert found is not None
    return found


def still_wanted() -> None:
    """Nobody asks to stop."""


KEY, PLAYERS_KEY = bytes(range(32)), bytes(32)


def test_every_choice_is_timed() -> None:
    table = at_table(["planner", "random"], timed=True)
    moves = table.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True)
    times = [table.times(seat) for seat in range(2)]
    assert sum(sum(each.values()) for each in times) == len(moves) == table.steps
    medians = [np.median(np.repeat(list(each), list(each.values()))) for each in times]
    assert medians[0] > medians[1], "a planner thinks longer than chance"
    untimed = at_table(["planner", "random"])
    assert untimed.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True) == moves
    assert untimed.times(0) == {}


def test_times_are_counted_in_the_same_classes() -> None:
    for milliseconds in (0.0, 1e-4, 1e-3, 0.0035, 0.2, 1, 7, 1234.5, 3.6e6):
        assert tally([milliseconds]) == {time_class(milliseconds / 1000) + FIRST: 1}


def test_a_match_can_be_stopped_in_the_middle_of_a_choice() -> None:
    """A choice of this player would take a day."""
    asked = 0

    def wanted() -> None:
        nonlocal asked
        asked += 1
        if asked == 4:
            raise KeyboardInterrupt

    table = at_table(["dispatcher@100000000", "dispatcher@100000000"])
    with pytest.raises(KeyboardInterrupt):
        table.play(KEY, stream(PLAYERS_KEY), wanted)
    assert asked == 4
    assert table.steps < 4, "most was thought about one choice"


def test_looking_whether_it_is_wanted_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_table([FEW, "planner"])
    whole = table.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True)
    monkeypatch.setattr(match_table, "SLICE", 2)
    assert table.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True) == whole


def test_a_game_longer_than_expected_is_listed_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_table(["path", "random"])
    whole = table.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True)
    monkeypatch.setattr(match_table, "MOVES", 10)
    assert table.play(KEY, stream(PLAYERS_KEY), still_wanted, listing=True) == whole
    assert len(whole) > 10


def test_a_choice_that_is_not_legal_is_counted_and_made_by_chance() -> None:
    """No built-in player makes one, so one is put into its hand."""
    table = at_table(["planner", "random"])
    game = bl.new_game("usa", 2, seed=1)
    for chosen, by_chance in ((game.legal_actions(0)[1].id, 0), (0, 1)):
        states, moves = game._states.copy(), np.zeros(5, np.int16)
        match.carry_out(
            game.board.record,
            states[0],
            0,
            chosen,
            table._players,
            table._courses,
            stream(PLAYERS_KEY),
            np.zeros(1, st.MENU_DTYPE),
            st.SILENT,
            moves,
        )
        assert table.fallbacks(0) == by_chance
        taken = int(moves[table.steps - 1])
        assert taken in {action.id for action in game.legal_actions(0)}
        assert (taken == chosen) == (not by_chance)
        assert states["choice"][0, 0] >= 0


@pytest.mark.parametrize(
    ("player", "budget", "compiled"),
    [
        ("planner", "", True),
        ("planner@1s", "", True),
        ("dispatcher", "", True),
        ("dispatcher@50", "", True),
        ("dispatcher@1s", "", False),
        ("dispatcher", "1s", False),
        ("dispatcher@50", "1s", True),
        ("random", "1s", True),
        *((level.id, "", True) for level in LEVELS),
        ("examples/greedy_bot.py:GreedyBot", "", False),
        ("exec:node bot.mjs", "", False),
    ],
)
def test_who_plays_in_compiled_code(player: str, budget: str, compiled: bool) -> None:
    """All but bots of one's own and those that think for a time."""
    clock = Clock(seconds=1.0) if budget else Clock()
    board = bl.load_board("usa")
    found = compiled_table(board, ["random", player], {}, clock, timed=True)
    assert (found is not None) == compiled


def test_several_threads_go_through_views() -> None:
    board = bl.load_board("usa")
    clock = Clock(threads=2)
    assert compiled_table(board, ["dispatcher", "random"], {}, clock, timed=False) is None
    assert compiled_table(board, ["planner", "random"], {}, clock, timed=False) is not None
