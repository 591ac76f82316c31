"""The Card Game at a table in the terminal: whole games in words, and what is printed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots import Bot, make_bot
from branchline.cli.terminal import TerminalTable
from branchline.game import events as ev
from branchline.game.keys import stream
from tests.rules.yard import Yard, bare

NAMES = ["Ann", "Ben", "Cy", "Di"]
TRACK_IS_SHOWN = "Your track:"
COMPLETING = "The last round is over: tickets are completed."


def sit_down(
    game: bl.Game, read: Callable[[str], str], you: int = 0
) -> tuple[TerminalTable, list[str]]:
    """A person among simple bots; what is printed goes into the list."""
    lines: list[str] = []
    bots: dict[int, Bot] = {
        seat: make_bot("greedy", game.board, stream(bytes([seat] * 32)))
        for seat in range(game.seats)
        if seat != you
    }
    return TerminalTable(game, you, bots, NAMES[: game.seats], read, lines.append), lines


class Person:
    """Types legal actions as they read, and looks about; all by one seed."""

    def __init__(self, game: bl.Game, seed: int, you: int = 0) -> None:
        self.game = game
        self.you = you
        self.chance = random.Random(seed)
        self.said: list[str] = []

    def read(self, prompt: str) -> str:
        assert prompt == "> "
        if self.chance.random() < 0.2:
            return self.say(self.chance.choice(["look", "help", "why pass", ""]))
        legal = self.game.legal_actions(self.you)
        lays = [a for a in legal if isinstance(a.move, bl.Lay | bl.LayThree)]
        some = lays if lays and self.chance.random() < 0.5 else legal
        return self.say(str(self.chance.choice(some)))

    def say(self, line: str) -> str:
        self.said.append(line)
        return line


def play(seats: int, seed: int, you: int = 0) -> tuple[bl.Game, Person, list[str]]:
    game = bl.new_game("card_game", seats, seed=seed)
    person = Person(game, seed, you)
    table, lines = sit_down(game, person.read, you)
    assert table.play()
    return game, person, lines


def whole_text(lines: list[str]) -> str:
    return "\n".join(lines)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_in_words_from_start_to_end(seats: int, seed: int) -> None:
    you = seed % seats
    game, person, lines = play(seats, seed, you)
    assert game.is_over
    # Every action was understood as it reads in the log.
    taken = [str(action) for seat, action, _ in game.history if seat == you]
    acts = [said for said in person.said if said and said not in ("look", "help", "why pass")]
    assert acts == taken
    assert not [line for line in lines if line.startswith("Not possible")]
    assert lines[0].startswith(f"The Card Game, {seats} seats. You play against ")
    assert " win" in lines[-1]
    assert "The game is over." in lines


@pytest.mark.parametrize("seats", [2, 4])
def test_the_final_score_is_told(seats: int) -> None:
    game, _, lines = play(seats, 5)
    result = game.result()
    for seat in result.seats:
        told = [line for line in lines if re.match(rf"\d\. {NAMES[seat.seat]}: ", line)]
        (line,) = told
        assert line.startswith(f"{seat.rank}. {NAMES[seat.seat]}: {seat.total} points")
        assert f"tickets {seat.ticket_points:+d}" in line
    winners = " and ".join(NAMES[seat] for seat in result.winners)
    assert lines[-1].startswith(winners)


def test_two_seats_complete_tickets_once_and_four_twice() -> None:
    for seats, times in ((2, 1), (3, 1), (4, 2)):
        _, _, lines = play(seats, 6)
        assert lines.count(COMPLETING) == times
        gathered = [line for line in lines if line.startswith("All cards but the hands are")]
        assert len(gathered) == times - 1


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_tracks_are_not_shown_before_tickets_are_completed(seats: int, seed: int) -> None:
    _, _, lines = play(seats, seed)
    shown = False
    for line in lines:
        if line == COMPLETING:
            shown = True
        elif line.startswith("All cards but the hands"):
            shown = False
        elif TRACK_IS_SHOWN in line:
            assert shown
        if "On the track" in line:
            # Only how many cards it has.
            assert re.search(r"On the track: \d+ cards?\.$", line)
    assert any(line.startswith(TRACK_IS_SHOWN) for line in lines)


def twins(seats: int = 2) -> tuple[Yard, Yard]:
    """Two tables that differ only in what lies on the tracks, and under the pile."""
    tables = bare(seats), bare(seats)
    for at, cards in zip(tables, (("red*2 loco", "blue"), ("green*3", "black")), strict=True):
        at.with_track(0, cards[0]).with_track(1, cards[1])
        at.with_tickets(0, "dallas-raleigh", "new_york-chicago").with_hand(0, "white*2 yellow")
        at.with_yard(0, "purple*2").with_row("white*5").with_deck_top("orange*9")
    return tables


def printed(at: Yard, *script: str) -> list[str]:
    """Let a person say these lines and leave; return what was printed."""
    said = iter([*script, "quit"])
    table, lines = sit_down(at.game, lambda _: next(said))
    assert not table.play()
    return lines


@pytest.mark.parametrize(
    "script",
    [
        ["look"],
        ["", "help", "why complete best", "why lay 2 white"],
        ["draw white", "draw", "look", "undo", "look"],
        ["lay 2 white", "look", "undo"],
        ["tickets", "keep none", "look"],
        ["complete best", "complete Dallas Raleigh", "done"],
    ],
    ids=lambda script: script[0] or "look about",
)
@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_printed_does_not_depend_on_what_lies_on_the_tracks(
    script: list[str], seats: int
) -> None:
    one, other = twins(seats)
    lines = printed(one, *script)
    assert lines == printed(other, *script)
    assert "Your yard: 2 purple. On the track: 3 cards." in lines


def test_the_own_track_is_shown_when_tickets_are_completed() -> None:
    one, other = twins()
    shown = [
        [line for line in printed(at.last_turn_ends()) if line.startswith(TRACK_IS_SHOWN)]
        for at in (one, other)
    ]
    assert shown == [["Your track: 2 red, 1 locomotive."], ["Your track: 3 green."]]


def test_the_track_of_another_is_not_shown_even_then() -> None:
    one, other = twins()
    other.with_track(0, "red*2 loco")
    one.last_turn_ends()
    other.last_turn_ends()
    assert printed(one, "look") == printed(other, "look")


def test_what_has_to_be_decided_is_said() -> None:
    at = bare().with_hand(0, "red*2 loco").with_row("white*5").with_tickets(0, "dallas-raleigh")
    at.with_yard(1, "blue*2 loco")
    lines = printed(at, "draw white", "stop")
    text = whole_text(lines)
    assert "Your turn, turn 1." in text
    assert "Your yard: empty. On the track: 0 cards." in text
    assert "Ben’s yard: 2 blue, 1 locomotive. On the track: 0 cards." in text
    assert "Ticket: Dallas–Raleigh (8: 1 red, 1 green), open." in text
    assert "Draw your second card; a face-up locomotive is not allowed now." in text
    assert "Or say “stop”." in text


def test_completing_is_asked_for_with_the_best_set() -> None:
    at = bare().with_tickets(0, "dallas-raleigh", "dallas-miami").with_track(0, "red green")
    lines = printed(at.last_turn_ends(), "complete Dallas Raleigh")
    text = whole_text(lines)
    assert "The best set is Dallas–Miami (9: 1 red, 1 green)" in text
    assert "You completed Dallas–Raleigh (8: 1 red, 1 green) with 1 red, 1 green." in text
    assert "You scored" not in text, "its points stand in the line above"
    assert "The best set is none" in text


def test_what_happens_is_told() -> None:
    at = bare().with_yard(1, "red*2 blue").with_hand(0, "red*2 loco")
    lines = printed(at, "lay 2 red 1 locomotive")
    lost = lines.index("Ben lost the red row: 2 red.")
    assert lines[lost - 1] == "You laid 2 red, 1 locomotive."
    assert "Ben moved 1 card from the yard to the track." in lines


def test_refusals_are_told_and_asked_again() -> None:
    at = bare().with_yard(1, "red*2").with_hand(0, "red*2 white")
    lines = printed(at, "lay 2 red", "lay 1 white", "routes", "claim Denver Omaha")
    refused = [line for line in lines if line.startswith("Not possible: ")]
    assert refused == [
        "Not possible: lay 2 red: the colour is in another yard, and you lay no more cards "
        "than are there.",
        "Not possible: lay 1 white: a suit has at least two cards.",
        "Not possible: this game has no routes.",
        "Not possible: 'claim' is not an action: draw, lay, tickets, keep, stop, pass, complete "
        "or done.",
    ]


def test_help_names_the_commands_of_this_game_only() -> None:
    text = whole_text(printed(bare(), "help"))
    for command in ("lay 3 red 1 locomotive", "stop", "complete best", "keep 1 3", "tickets"):
        assert command in text
    for other in ("claim Denver Omaha purple", "build ", "start in", "alvin"):
        assert other not in text


def test_an_undone_action_leaves_no_trace() -> None:
    at = bare().with_hand(0, "white*2")
    before = at.game._states.tobytes()
    printed(at, "lay 2 white", "undo")
    assert at.game._states.tobytes() == before


def test_with_open_track_the_person_may_look_at_any_time() -> None:
    at = bare(open_track=True).with_track(0, "red*2 loco").with_track(1, "blue")
    lines = printed(at, "look")
    shown = [line for line in lines if TRACK_IS_SHOWN in line]
    assert shown == ["Your track: 2 red, 1 locomotive."] * 2
    assert "Ben’s yard: empty. On the track: 1 card." in lines


def test_closed_tickets_of_others_are_counted_and_not_named() -> None:
    at = bare(closed_tickets=True).with_tickets(1, "dallas-raleigh").with_track(1, "red green")
    at.with_tickets(0, "new_york-chicago").with_track(0, "blue").last_turn_ends()
    at.completes(1, "dallas-raleigh")
    lines = printed(at, "complete New York Chicago", "look", "log")
    text = whole_text(lines)
    assert "You completed New York–Chicago (5: 1 blue) with 1 blue." in text
    assert "You have 5 points." in text
    assert "Ben completed a ticket and laid it face down." in lines
    assert "Ben: points unknown until the end, 0 cards, 0 tickets, " in text
    assert "1 completed ticket, face down" in text
    assert "Ben’s yard: empty. On the track: 2 cards." in lines
    assert "Raleigh" not in text
    assert "Ben scored" not in text


def test_the_record_of_a_game_played_in_words_is_true(tmp_path: Path) -> None:
    game, _, _ = play(4, 9)
    table, lines = sit_down(game, lambda _: "quit")
    table.save(str(tmp_path / "game.jsonl"))
    assert lines == [f"Saved to {tmp_path / 'game.jsonl'}."]
    bl.verify(bl.load_record(tmp_path / "game.jsonl"))


def test_the_log_tells_the_game_again() -> None:
    game, _, _ = play(2, 3)
    table, lines = sit_down(game, lambda _: "quit")
    table.log()
    completed = [
        event
        for _, _, events in game.history
        for event in events
        if isinstance(event, ev.Completed)
    ]
    assert sum(" completed " in line and " with " in line for line in lines) == len(completed)
    assert lines[-1] == "The game is over."
