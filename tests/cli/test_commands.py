"""The commands: what they print, what they refuse, and what they leave behind."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.cli import bench
from branchline.cli.main import main
from tests.scale import scaled

from .run import COMMAND, as_process, branchline, files, is_refused

HUGE = str(10**30)
ENDLESS = "9" * 5000
LONG_NAME = "u" * 5000

# What is refused: the command, and a part of the one line that says why.

BAD_COMMANDS: dict[str, tuple[list[str], str]] = {
    "no command": (["--lang", "en"], "required: COMMAND"),
    "unknown command": (["fly"], "invalid choice: 'fly'"),
    "unknown flag": (["rules", "usa", "--loud"], "unrecognized arguments: --loud"),
    "no game": (["simulate"], "required: game"),
    "no file": (["verify"], "required: FILE"),
    "unknown game": (
        ["simulate", "mars"],
        "no game called 'mars'; there are: usa, france, old_west, card_game",
    ),
    "nameless game": (["rules", ""], "no game called ''"),
    "a folder without a board": (["rules", "."], "no game called '.'"),
    "a game with a line break": (["rules", "usa\nx"], r"no game called 'usa\nx'"),
    "a game with an endless name": (["rules", LONG_NAME], "no game called 'uuuu"),
    "play an unknown game": (["play", "mars"], "no game called 'mars'"),
    "one seat": (["simulate", "usa", "--players", "random"], "2 to 5 seats, not 1"),
    "six seats": (["simulate", "usa", "--players", ",".join(["random"] * 6)], "not 6"),
    "unknown bot": (["simulate", "usa", "--players", "rook,random"], "no bot called 'rook'"),
    "nameless bot": (["simulate", "usa", "--players", "random,"], "no bot called ''"),
    "no games": (["simulate", "usa", "--games", "0"], "--games must be from 1"),
    "negative games": (["simulate", "usa", "--games", "-1"], "not -1"),
    "huge games": (["simulate", "usa", "--games", HUGE], "--games must be from 1 to 10000000"),
    "half a game": (["simulate", "usa", "--games", "1.5"], "invalid int value: '1.5'"),
    "wordy games": (["simulate", "usa", "--games", "many"], "invalid int value: 'many'"),
    "no workers": (["simulate", "usa", "--workers", "0"], "--workers must be from 1"),
    "huge workers": (["simulate", "usa", "--workers", HUGE], "--workers must be from 1 to 256"),
    "wordy seed": (["simulate", "usa", "--seed", "lucky"], "invalid int value: 'lucky'"),
    "endless seed": (["simulate", "usa", "--seed", ENDLESS], "invalid int value: '999"),
    "half an option": (["simulate", "usa", "--option", "starts"], "given as NAME=VALUE"),
    "nameless option": (["simulate", "usa", "--option", "=1"], "given as NAME=VALUE"),
    "unknown option": (["simulate", "usa", "--option", "wind=2"], "no option 'wind'"),
    "nobody starts": (["simulate", "usa", "--option", "starts=2"], "from 0 to 1, not 2"),
    "a negative start": (["simulate", "usa", "--option", "starts=-1"], "not '-1'"),
    "a true start": (["simulate", "usa", "--option", "starts=true"], "not True"),
    "an endless start": (["simulate", "usa", "--option", f"starts={ENDLESS}"], "not '999"),
    "too many at the table": (["play", "usa", "--seats", "6"], "2 to 5 seats, not 6"),
    "a huge table": (["play", "usa", "--seats", HUGE], f"not {HUGE}"),
    "a seat that is not there": (["play", "usa", "--seat", "2"], "from 0 to 1"),
    "a negative seat": (["play", "usa", "--seat", "-1"], "from 0 to 1"),
    "an unknown opponent": (["play", "usa", "--bot", "rook"], "no bot called 'rook'"),
    "a name of two lines": (["play", "usa", "--name", "a\nb"], "must be plain text"),
    "endless seconds": (["bench", "--seconds", "inf"], "from 0.1 to 600"),
    "no number of seconds": (["bench", "--seconds", "nan"], "from 0.1 to 600"),
    "negative seconds": (["bench", "--seconds", "-1"], "from 0.1 to 600"),
}


IN_FULL = {"endless seed"} | scaled(
    set[str](),
    {
        *("no command", "unknown game"),
        *("a game with an endless name", "unknown bot", "huge games"),
        *("an endless start", "a negative seat"),
    },
)
"""What is run as a process of its own; for the others that would only take longer."""


@pytest.mark.parametrize("what", sorted(IN_FULL))
def test_a_bad_command_is_refused_in_one_line_and_nothing_is_written(
    what: str, tmp_path: Path
) -> None:
    arguments, why = BAD_COMMANDS[what]
    recording = ["--record", "new.jsonl"] if arguments[:1] == ["simulate"] else []
    line = is_refused(as_process(*arguments, *recording, folder=tmp_path))
    assert why in line
    assert files(tmp_path) == {}


@pytest.mark.parametrize("what", sorted(BAD_COMMANDS.keys() - IN_FULL))
def test_a_bad_command_is_refused_by_the_program(what: str, tmp_path: Path) -> None:
    arguments, why = BAD_COMMANDS[what]
    recording = ["--record", "new.jsonl"] if arguments[:1] == ["simulate"] else []
    line = is_refused(branchline(*arguments, *recording, folder=tmp_path))
    assert why in line
    assert files(tmp_path) == {}


def _as_anybody() -> None:
    """Give up root's right to write everywhere."""
    if os.geteuid() == 0:
        drop_from_bounding_set, may_write_anywhere = 24, 1
        assert ctypes.CDLL(None).prctl(drop_from_bounding_set, may_write_anywhere) == 0


def test_a_record_is_not_written_where_it_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text("precious")
    (tmp_path / "sealed").mkdir(mode=0o555)
    before = files(tmp_path)
    arguments = ["--games", "2", "--record"]
    for target, why in {
        "old.jsonl": "old.jsonl exists already; choose another name",
        "nowhere/new.jsonl": "nowhere/new.jsonl: No such file or directory",
        "u" * 300: "File name too long",
    }.items():
        done = branchline("simulate", "usa", *arguments, target, folder=tmp_path)
        assert why in is_refused(done)
    arguments.append("sealed/new.jsonl")
    done = as_process("simulate", "usa", *arguments, folder=tmp_path, first=_as_anybody)
    assert "sealed/new.jsonl: Permission denied" in is_refused(done)
    assert files(tmp_path) == before


def test_nobody_plays_a_game_whose_record_cannot_be_written(tmp_path: Path) -> None:
    for target in ("nowhere/new.jsonl", "."):
        done = branchline("play", "usa", "--record", target, folder=tmp_path, said=b"keep all\n")
        is_refused(done)
    assert files(tmp_path) == {}


# Records: good ones, and everything that can be wrong with one.


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with three games, as simulate writes it."""
    folder = tmp_path_factory.mktemp("recorded")
    arguments = ["--players", "random,random,random", "--games", "3", "--record", "games.jsonl"]
    done = branchline("simulate", "usa", *arguments, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    assert list(files(folder)) == ["games.jsonl"]
    return folder / "games.jsonl"


def test_all_records_of_a_file_are_verified(recorded: Path) -> None:
    done = branchline("verify", "games.jsonl", folder=recorded.parent)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    for number, (line, record) in enumerate(zip(lines, bl.load_records(recorded), strict=True), 1):
        assert line == (
            f"games.jsonl, game {number}: right, usa, 3 seats,"
            f" {len(record.actions)} actions, finished"
        )


def _broken_records(good: list[dict[str, Any]]) -> dict[str, tuple[str | bytes, str]]:
    """Everything that can be wrong with the file of one game, and what is said about it."""

    def text(lines: list[dict[str, Any]]) -> str:
        return "".join(json.dumps(line) + "\n" for line in lines)

    def with_line(number: int, **changed: Any) -> str:
        return text([*good[: number - 1], {**good[number - 1], **changed}, *good[number:]])

    header = text(good[:1])
    nested = header + '{"events": ' + "[" * 40_000 + "]" * 40_000 + "}\n"
    events = good[4]["events"]
    lied = [{**events[0], "seat": 99}, *events[1:]]
    nonsense = {"do": "claim", "track": "x\ny", "colour": "red", "locomotives": 10**40}
    return {
        "empty": ("", "line 1: is not valid JSON"),
        "lone header": (header, "line 1: a record needs a header and a set-up"),
        "no record": ('{"a": 1}\n{}\n', "line 1: this is not a Branchline record"),
        "a list": ("[]\n", "line 1: is not a JSON object"),
        "cut in a line": (text(good)[:-40], f"line {len(good)}: is not valid JSON"),
        "without its result": (text(good[:-1]), "the game is over, but a result is missing"),
        "a result too early": (text([*good[:9], good[-1]]), "a result is out of place"),
        "goes on": (text([*good, good[-2]]), f"line {len(good)}: 'seat' is missing"),
        "blank line": (text(good[:3]) + "\n" + text(good[3:]), "line 4: is not valid JSON"),
        "long line": ("x" * 5_000_000, "a line is longer than 100,000 characters"),
        "many lines": ("{}\n" * 1_000_000, "a record has more than 20,000 lines"),
        "deep": ("[" * 100_000, "line 1: is not valid JSON"),
        "deep events": (nested, "line 2: is not valid JSON"),
        "not a number": (header + '{"events": [NaN]}\n', "line 2: is not valid JSON"),
        "infinite": (header + '{"events": [1e999]}\n', "line 2, event 1: should be"),
        "endless number": (header + f'{{"events": [{ENDLESS}]}}\n', "line 2: is not valid JSON"),
        "not text": (b"\xff\xfe\x00\x80", "is not a text file"),
        "not text inside": (header.encode() + b'{"events": ["\xff"]}\n', "is not a text file"),
        "unknown game": (with_line(1, game="mars"), "line 1: there is no game called 'mars'"),
        "endless game": (with_line(1, game=LONG_NAME), "line 1: there is no game called 'uuuu"),
        "game with a null": (with_line(1, game="u\0sa"), r"line 1: there is no game called 'u\x00"),
        "too many seats": (with_line(1, seats=9, players=["x"] * 9), "line 1: USA is for 2 to 5"),
        "huge seats": (with_line(1, seats=10**30), "line 1: players must be one name"),
        "bad start": (with_line(1, options={"starts": [1]}), "line 1: the option starts must"),
        "bad option": (with_line(1, options={"\x1b\n": 1}), r"no option '\x1b\n'"),
        "bad key": (with_line(1, key="xyz"), "line 1: the key must be 64 hex digits"),
        "other key": (with_line(1, key="00" * 32), "line 2, event"),
        "new version": (with_line(1, version=2), "line 1: version 2 cannot be read"),
        "wrong seat": (with_line(3, seat=-1), "line 3: seat -1 is not the one to act"),
        "huge seat": (with_line(3, seat=10**30), "is not the one to act"),
        "true seat": (with_line(3, seat=True), "line 3: 'seat' is not of the right kind"),
        "unknown action": (with_line(6, action={"do": "fly"}), "line 6: that is not an action"),
        "nonsense action": (with_line(6, action=nonsense), "line 6: there is no such action"),
        "odd tickets": (
            with_line(3, action={"do": "keep", "tickets": [[], {}]}),
            "line 3: that is not an action of this game",
        ),
        "other tickets": (
            with_line(3, action={"do": "keep", "tickets": ["mars"]}),
            "line 3: the tickets kept are not among those offered",
        ),
        "extra": (with_line(6, mood="good"), "line 6: 'mood' does not belong here"),
        "other text": (with_line(6, text="draw"), "line 6: the text should be"),
        "an event less": (with_line(5, events=events[:-1]), "line 5, event"),
        "an event more": (with_line(5, events=[*events, 1]), "line 5, event"),
        "an event changed": (with_line(5, events=lied), "line 5, event 1: should be"),
        "other result": (
            text([*good[:-1], {"result": {**good[-1]["result"], "winners": []}}]),
            f"line {len(good)}: the result is not what the game gives",
        ),
    }


def test_a_broken_record_is_told_apart_in_one_line(recorded: Path, tmp_path: Path) -> None:
    record = bl.load_records(recorded)[0]
    broken = _broken_records(list(record.lines()))
    for name, (content, _) in broken.items():
        data = content.encode() if isinstance(content, str) else content
        (tmp_path / name).write_bytes(data)
    (tmp_path / "a folder").mkdir()
    before = files(tmp_path)
    reasons = {name: why for name, (_, why) in broken.items()}
    reasons["a folder"] = "Is a directory"
    reasons["nowhere"] = "No such file or directory"
    done = branchline("verify", *reasons, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == len(reasons)
    for line, (name, why) in zip(lines, reasons.items(), strict=True):
        assert line.startswith(f"branchline: {name}, game 1: "), line
        assert why in line
    assert files(tmp_path) == before


def test_a_broken_record_alone_is_refused(tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("[" * 100_000)
    assert "line 1" in is_refused(branchline("verify", "deep", folder=tmp_path))


def test_the_wrong_game_among_several_is_named(recorded: Path, tmp_path: Path) -> None:
    records = bl.load_records(recorded)
    tampered = records[1].dumps().replace('"text": "draw', '"text": "take', 1)
    whole = records[0].dumps() + tampered + records[2].dumps()
    (tmp_path / "games.jsonl").write_text(whole, encoding="utf-8")
    done = branchline("verify", "games.jsonl", folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout.startswith("games.jsonl, game 1: right")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr.startswith("branchline: games.jsonl, game 2: line ")
    assert len(done.stderr.splitlines()) == 1


# What the commands print.


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ([], ["play", "simulate", "verify", "rules", "bench", "compile", "--version"]),
        (["play"], ["--seats", "--seat", "--bot", "--name", "--seed", "--record", "--option"]),
        (["simulate"], ["--players", "--games", "--seed", "--workers", "--record", "--json"]),
        (["verify"], ["FILE"]),
        (["rules"], ["game"]),
        (["bench"], ["--json", "--seconds"]),
        (["compile"], ["Compile the rules"]),
    ],
)
def test_every_command_has_help(
    command: list[str], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*command, "--help"])
    out, err = capsys.readouterr()
    assert (leaving.value.code, err) == (0, "")
    assert out.startswith(f"usage: {' '.join(['branchline', *command])}")
    assert all(word in out for word in words)


def test_the_program_itself_has_help(tmp_path: Path) -> None:
    done = as_process("--help", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: branchline")


def _simulated(folder: Path, *arguments: str, run: Any = branchline) -> dict[str, Any]:
    done = run("simulate", "usa", *arguments, "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_simulate_gives_figures_that_add_up(tmp_path: Path) -> None:
    arguments = ["--players", "path, random,random", "--games", "12", "--seed", "5"]
    found = _simulated(tmp_path, *arguments, "--option", "starts=1")
    assert set(found) == {
        *("game", "players", "seed", "options", "budget", "games", "seconds", "games_per_second"),
        *("mean_turns", "mean_actions", "shared_wins", "seats"),
    }
    assert found["game"] == "usa"
    assert found["players"] == ["path", "random", "random"]
    assert (found["seed"], found["games"], found["options"]) == (5, 12, {"starts": 1})
    assert found["seconds"] >= 0
    assert found["games_per_second"] > 0
    assert found["mean_actions"] > found["mean_turns"] > 0
    for seat, row in enumerate(found["seats"]):
        assert set(row) == {
            *("seat", "player", "win_share", "mean_score", "score_deviation", "mean_routes"),
            *("tickets_done", "tickets_failed"),
        }
        assert (row["seat"], row["player"]) == (seat, found["players"][seat])
        assert row["score_deviation"] >= 0
        assert row["tickets_done"] + row["tickets_failed"] >= 2
    assert sum(row["win_share"] for row in found["seats"]) == pytest.approx(1, abs=1e-5)
    assert files(tmp_path) == {}


def test_simulate_gives_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    runs = []
    for workers, run in (("1", branchline), *scaled([], [("2", as_process)]), ("3", as_process)):
        found = _simulated(tmp_path, "--games", "1700", "--workers", workers, run=run)
        del found["seconds"], found["games_per_second"]
        runs.append(found)
    assert all(found == runs[0] for found in runs)


def test_records_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers, run in (("1", branchline), ("3", as_process)):
        name = f"{workers}.jsonl"
        _simulated(tmp_path, "--games", "12", "--workers", workers, "--record", name, run=run)
    written = files(tmp_path)
    assert list(written) == ["1.jsonl", "3.jsonl"]
    assert written["1.jsonl"] == written["3.jsonl"]
    assert len(bl.load_records(tmp_path / "1.jsonl")) == 12


def test_any_whole_number_is_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for seed in ("-1", HUGE):
        assert main(["simulate", "usa", "--games", "5", "--json", "--seed", seed]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert [run["seed"] for run in found] == [-1, 10**30]
    assert found[0]["seats"] != found[1]["seats"]


def test_simulate_prints_a_table_for_people(tmp_path: Path) -> None:
    done = branchline("simulate", "usa", "--games", "10", folder=tmp_path)
    assert done.returncode == 0
    assert "usa: 10 games, seed 1" in done.stdout
    assert "win" in done.stdout
    assert done.stdout.count("random") == 2


def test_a_terminal_without_special_letters_gets_what_it_can_show(tmp_path: Path) -> None:
    play = ["play", "usa", "--seed", "7"]
    done = as_process(*play, folder=tmp_path, said=b"quit\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Dallas?New York (11)" in done.stdout


def test_rules_prints_the_rules_of_the_game(tmp_path: Path) -> None:
    done = branchline("rules", "usa", folder=tmp_path)
    assert done.returncode == 0
    assert done.stderr == ""
    for number in range(1, 16):
        assert f"Rule {number}, " in done.stdout
    assert "45 trains each" in done.stdout
    assert "**" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 88


def test_bench_prints_all_its_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rate = bench._rate
    short = scaled(0.1, 1.0)
    monkeypatch.setattr(bench, "_rate", lambda work, seconds: rate(work, short * seconds))
    cores = os.sched_getaffinity(0)
    try:
        done = branchline("bench", "--json", "--seconds", "0.1", folder=tmp_path)
    finally:
        os.sched_setaffinity(0, cores)  # it stays on one
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == {
        *("machine", "python", "core", "state_bytes", "reference_numbers_per_second"),
        *("random_games", "playouts_per_second", "object_steps_per_second"),
        *("microseconds", "warm_start_seconds"),
    }
    assert 0 < found["state_bytes"] <= 2100
    assert {(row["game"], row["seats"]) for row in found["random_games"]} >= {
        ("usa", seats) for seats in (2, 4, 5)
    }
    assert all(row["games_per_second"] > 0 for row in found["random_games"])
    assert found["playouts_per_second"] > 0
    assert all(spent >= 0 for spent in found["microseconds"].values())


# Being cut short.


@pytest.mark.parametrize("workers", scaled(["2"], ["1", "2", "3"]))
def test_ctrl_c_leaves_no_file_and_no_traceback(workers: str, tmp_path: Path) -> None:
    recording = ["--record", "new.jsonl"]
    running = subprocess.Popen(
        [*COMMAND, "simulate", "usa", "--games", "1000000", "--workers", workers, *recording],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while running.poll() is None and not any(files(tmp_path).values()):
        time.sleep(0.01)  # until the first games are on their way to the file
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130, err
    assert out == ""
    assert "Traceback" not in err
    assert err.splitlines()[-1] == "branchline: stopped"
    assert files(tmp_path) == {}


def test_a_closed_pipe_is_no_error(recorded: Path) -> None:
    commands = [
        ["play", "usa"],
        ["--help"],
        ["rules", "usa"],
        ["simulate", "usa", "--games", "3"],
        ["verify", "games.jsonl"],
    ]
    whole = scaled(commands[:1], commands)  # as processes, which still have to end
    for command in commands:
        reading, writing = os.pipe()
        os.close(reading)
        if command in whole:
            done = subprocess.run(
                [*COMMAND, *command],
                stdin=subprocess.DEVNULL,
                stdout=writing,
                stderr=subprocess.PIPE,
                text=True,
                cwd=recorded.parent,
            )
            os.close(writing)
        else:
            done = branchline(*command, folder=recorded.parent, out=writing)
        assert done.returncode == 0, command
        assert "Error" not in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def test_head_reads_the_beginning_of_the_rules(tmp_path: Path) -> None:
    shell = ["sh", "-c", '"$0" -m branchline.cli rules usa | head -1', COMMAND[0]]
    done = subprocess.run(shell, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == "USA\n"
    assert done.stderr == ""
