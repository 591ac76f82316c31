"""Process bots: a process may do anything; the game goes on, and the process is ended."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.arena.match import play_out
from branchline.bots import Clock, check_bot, make_bot, process
from branchline.bots.base import UNLIMITED
from branchline.bots.guard import Guarded
from branchline.bots.lines import LOG
from branchline.bots.process import ProcessBot
from branchline.game.keys import stream

from ..patience import PATIENCE, until
from ..processes import is_running

ROGUE = Path(__file__).parent / "rogue.py"


def command(*arguments: str | Path) -> str:
    return "exec:" + shlex.join([sys.executable, "-S", *map(str, arguments)])


def rogue(*arguments: str | Path) -> Guarded:
    bot = make_bot(command(ROGUE, *arguments), bl.load_board("usa"), stream(bytes(32)))
    assert isinstance(bot, Guarded)
    return bot


def ask(bot: Guarded, times: int = 2, clock: Clock = UNLIMITED) -> list[bl.Action]:
    """Let a bot make so many choices in a row, each of them legal."""
    game = bl.new_game("usa", 2, seed=4)
    for seat in (0, 1):
        game.push(game.parse("keep all", seat), seat)
    chosen = []
    for _ in range(times):
        legal = game.legal_actions()
        me = game.seat
        chosen.append(bot.choose(game.view(me), legal, clock))
        assert chosen[-1] in legal
        game.push(chosen[-1])
        while game.seat != me:
            game.push(game.legal_actions()[0])
    return chosen


def inside(bot: Guarded) -> ProcessBot:
    assert isinstance(bot.bot, ProcessBot)
    return bot.bot


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "START_SECONDS", 0.3)
    monkeypatch.setattr(process, "CHOICE_SECONDS", 0.2)
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.1)


def test_a_process_that_behaves_makes_its_own_choices() -> None:
    bot = rogue("behaves")
    chosen = ask(bot, 3)
    assert [str(action) for action in chosen] == ["draw from the deck"] * 3
    running = inside(bot).lines
    assert running is not None
    bot.close()
    assert (bot.fallbacks, bot.first_problem) == ({}, None)
    assert running.process.returncode == 0
    assert bot.explain() == "the process does not say why"


@pytest.mark.parametrize(
    ("way", "kind"),
    {
        "not JSON": "garbage",
        "an empty line": "garbage",
        "a list": "garbage",
        "a number": "garbage",
        "deep": "garbage",
        "not text": "garbage",
        "endless digits": "garbage",
        "a future request": "garbage",
        "no request": "garbage",
        "another message": "garbage",
        "chatty": "garbage",
        "an illegal number": "illegal",
        "a negative number": "illegal",
        "a number as text": "illegal",
        "true": "illegal",
        "nothing": "illegal",
        "not a number": "illegal",
        "a long line": "too long",
        "a very long line": "too long",
    }.items(),
)
def test_a_wrong_answer_is_counted_and_the_process_asked_again(way: str, kind: str) -> None:
    bot = rogue(way)
    ask(bot, 3)
    assert bot.fallbacks == {kind: 3}
    assert (bot.first_problem or "").startswith(f"{kind}: ")
    assert bot.explain().startswith(f"chance chose for it ({kind}: ")
    running = inside(bot).lines
    assert running is not None, "it is still there"
    bot.close()
    assert running.process.returncode is not None


@pytest.mark.parametrize(
    ("way", "why"),
    {
        "ends": "ended with code 3",
        "ends at once": "ended with code 7",
        "is killed": "ended with code -9",
        "closes its output": "closed its output",
    }.items(),
)
def test_a_process_that_has_ended_stays_gone(way: str, why: str) -> None:
    bot = rogue(way)
    ask(bot, 3)
    assert bot.fallbacks == {"gone": 3}
    assert why in (bot.first_problem or "")
    assert inside(bot).lines is None
    bot.close()


@pytest.mark.parametrize("way", ["not ready", "another protocol"])
def test_a_process_that_is_not_ready_is_not_asked(way: str) -> None:
    bot = rogue(way)
    ask(bot, 3)
    assert bot.fallbacks == {"garbage": 1, "gone": 2}
    assert "not ready for protocol 1" in (bot.first_problem or "")


@pytest.mark.usefixtures("_impatient")
def test_a_process_that_never_starts_is_given_up() -> None:
    bot = rogue("never starts")
    ask(bot, 3)
    assert bot.fallbacks == {"timeout": 1, "gone": 2}


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("clock", [UNLIMITED, Clock(seconds=0.1), Clock(playouts=10)], ids=str)
def test_a_silent_process_is_ended_after_three_time_outs(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START_SECONDS", PATIENCE)
    bot = rogue("silent")
    ask(bot, 5, clock)
    assert bot.fallbacks == {"timeout": 3, "gone": 2}
    assert inside(bot).gone == "ended after 3 time-outs in a row"


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(
    ("way", "kinds"),
    [
        ("deaf", {"timeout"}),
        ("writes without end", {"too long", "timeout"}),
        ("repeats itself", {"timeout"}),  # its first answer is right
    ],
)
def test_nothing_a_process_writes_or_does_not_read_holds_us_up(
    way: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START_SECONDS", PATIENCE)
    bot = rogue(way)
    ask(bot, 3)
    assert set(bot.fallbacks) <= kinds
    assert bot.fallbacks.total() >= 2
    bot.close()
    assert inside(bot).lines is None


def test_a_late_answer_is_not_taken_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "CHOICE_SECONDS", 1.5)
    bot = rogue("late once")
    ask(bot, 1)
    assert bot.fallbacks == {"timeout": 1}
    monkeypatch.setattr(process, "CHOICE_SECONDS", PATIENCE)
    ask(bot, 2)
    bot.close()
    assert bot.fallbacks == {"timeout": 1}


@pytest.mark.parametrize("log", [False, True])
def test_what_goes_to_stderr_is_dropped_or_logged(
    log: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    if log:
        monkeypatch.setenv(LOG, str(tmp_path / "log"))
    bot = rogue("floods stderr")
    ask(bot)
    bot.close()
    assert bot.fallbacks == {}
    assert capfd.readouterr() == ("", "")
    written = [file.stat().st_size for file in tmp_path.iterdir()]
    assert written == ([1_000_000] if log else [])


def test_a_log_that_cannot_be_written_is_a_problem_of_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LOG, str(tmp_path / "nowhere" / "log"))
    bot = rogue("behaves")
    ask(bot)
    assert bot.fallbacks == {"gone": 2}
    assert "it cannot be started: FileNotFoundError" in (bot.first_problem or "")


def test_a_process_that_does_not_leave_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.bots.lines.LEAVE_SECONDS", 0.1)
    bot = rogue("stays")
    ask(bot)
    running = inside(bot).lines
    assert running is not None
    bot.close()
    assert running.process.returncode == -9


def test_what_a_process_started_is_ended_with_it(tmp_path: Path) -> None:
    bot = rogue("has a child", tmp_path / "pid")
    ask(bot)
    child = int((tmp_path / "pid").read_text())
    assert is_running(child)
    bot.close()
    until(lambda: not is_running(child))


def test_a_process_hears_all_that_it_needs_and_no_more(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    bot = rogue("keeps what it hears", heard)
    ask(bot, 2, Clock(seconds=2.5, threads=2))
    bot.close()
    hello, first, second, bye = map(json.loads, heard.read_text().splitlines())
    board = hello.pop("board")
    assert type(hello.pop("seed")) is int
    assert hello == {
        "message": "hello",
        "protocol": 1,
        "game": "usa",
        "seats": 2,
        "seat": first["view"]["viewer"],
        "options": {},
        "budget": {"seconds": 2.5, "playouts": None, "threads": 2},
    }
    assert set(board) == {"cities", "tracks", "tickets"}
    assert len(board["tracks"]) == len(bl.load_board("usa").tracks)
    for number, question in enumerate((first, second), 1):
        assert set(question) == {"message", "request", "view", "legal"}
        assert (question["message"], question["request"]) == ("choose", number)
        assert set(question["view"]) == set(bl.View.__dataclass_fields__)
        for action in question["legal"]:
            assert {"number", "text", "do"} <= set(action)
    assert bye == {"message": "bye"}


@pytest.mark.parametrize("game", bl.games())
def test_the_board_of_every_game_can_be_sent(game: str) -> None:
    board = bl.load_board(game)
    sent: dict[str, Any] = json.loads(json.dumps(process.board_json(board)))
    cities = {city["id"] for city in sent["cities"]}
    assert cities == {city.id for city in board.cities}
    for track in sent["tracks"]:
        assert set(track["ends"]) <= cities
    for ticket, own in zip(sent["tickets"], board.tickets, strict=True):
        assert {*ticket["starts"], *ticket["ends"]} <= cities
        assert (ticket["points"], ticket["cards"]) == (own.points, own.cards)


def test_a_game_is_played_through_with_every_rogue_at_once() -> None:
    # The seats of one table, each with another fault; nobody is left behind.
    bots = [rogue(way) for way in ("ends", "not JSON", "an illegal number", "behaves")]
    game = bl.new_game("usa", 4, seed=2)
    play_out(game, bots, UNLIMITED)
    assert game.is_over
    assert [set(bot.fallbacks) for bot in bots] == [{"gone"}, {"garbage"}, {"illegal"}, set()]
    assert all(inside(bot).lines is None for bot in bots)


@pytest.mark.parametrize(
    "spec", ["exec:", "exec: ", "exec:no-such-program", "exec:'open", "exec:a\0b"]
)
def test_a_command_that_cannot_be_run_is_refused(spec: str) -> None:
    with pytest.raises(bl.BranchlineError) as refused:
        check_bot(spec, bl.load_board("usa"))
    assert str(refused.value).startswith("exec:")


def test_a_program_that_cannot_be_started_is_gone(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_bytes(b"\x00nothing that runs")
    program.chmod(0o755)
    bot = make_bot(f"exec:{program}", bl.load_board("usa"), stream(bytes(32)))
    assert isinstance(bot, Guarded)
    ask(bot)
    assert bot.fallbacks == {"gone": 2}
    assert os.strerror(8) in (bot.first_problem or "")
