"""The command branchline tournament: what it prints, writes, resumes and refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from branchline.cli.main import main
from tests.cli.run import COMMAND, as_process, files, is_refused

from .sample import without_times

HUGE = str(10**30)
SMALL = ["tournament", "usa", "--players", "path,random"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert main([*SMALL, *arguments]) == code
    return capsys.readouterr()


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    out, _ = run(capsys, *arguments, "--json")
    assert len(out.splitlines()) == 1
    report: dict[str, Any] = json.loads(out)
    return report


def test_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    report = found(capsys, "--deals", "3", "--seed", "5", "--budget", "200ms")
    assert set(report) == {
        *("game", "seats", "options", "seed", "budget", "deals", "games", "players"),
        *("head_to_head", "seconds", "finished", "entered"),
    }
    assert (report["game"], report["seats"], report["options"]) == ("usa", 2, {})
    assert (report["seed"], report["budget"]) == (5, "0.2s")
    assert (report["deals"], report["games"], report["finished"]) == (3, 6, True)
    assert [row["player"] for row in report["players"]] == ["path", "random"]
    for row in report["players"]:
        assert set(row) == {
            *("player", "seats_taken", "win_share", "win_share_ci", "margin", "margin_ci"),
            *("mean_score", "rating", "win_share_by_seat", "tickets_done", "tickets_failed"),
            *("turns", "moves", "ms_per_move", "fallback_moves", "first_problem", "scores"),
        }
        assert row["seats_taken"] == 6
        assert row["win_share_ci"][0] <= row["win_share"] <= row["win_share_ci"][1]
        assert row["margin_ci"][0] <= row["margin"] <= row["margin_ci"][1]
        assert set(row["rating"]) == {"mu", "sigma"}
        assert len(row["win_share_by_seat"]) == 2
        assert 0 < row["ms_per_move"]["median"] <= row["ms_per_move"]["p95"]
        assert (row["fallback_moves"], row["first_problem"]) == ({}, None)
        assert sum(row["scores"].values()) == 6
        points = sum(int(score) * n for score, n in row["scores"].items())
        assert row["mean_score"] == pytest.approx(points / 6, abs=1e-4)
    assert report["players"][0]["win_share"] == 1


def test_three_of_a_kind_against_one(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["tournament", "usa", "--players", "path,random,random,random", "--seats", "4"]
    assert main([*players, "--deals", "2", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["games"] == 8
    by_name = {row["player"]: row for row in report["players"]}
    assert [by_name[name]["seats_taken"] for name in ("path", "random")] == [8, 24]
    shares = 8 * by_name["path"]["win_share"] + 24 * by_name["random"]["win_share"]
    assert shares == pytest.approx(8, abs=1e-4)


def test_people_get_tables(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = run(capsys, "--deals", "2", "--option", "starts=1", "--budget", "9")
    title = "usa, 2 seats, starts=1, budget 9: 2 deals, 4 games, seed 1"
    assert out.startswith(title)
    assert "100.0 %" in out
    assert out.count("path") == out.count("random") == 2
    assert "2/2" in err
    assert "path 100.0 %" in err, "the standings so far"


def test_what_is_wrong_with_a_bot_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "[b]bot.py"
    file.write_text("class Bot:\n    def choose(self, view, legal, clock):\n        return 7\n")
    players = f"{file}:Bot,random"
    assert main(["tournament", "usa", "--players", players, "--deals", "1"]) == 0
    out, _ = capsys.readouterr()
    assert f"{file}:Bot: the first problem was garbage: it chose 7, which is not an action" in out
    assert "garbage" in out.partition("the first problem")[0]
    assert "–" in out, "one deal gives no interval"


def test_any_number_of_workers_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    alone = found(capsys, "--deals", "5")
    together = found(capsys, "--deals", "5", "--workers", "2")
    assert without_times(alone) == without_times(together)


# Results files.


def test_a_resumed_tournament_is_as_one_that_was_not_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = found(capsys, "--deals", "6", "--results", "whole.jsonl")
    found(capsys, "--deals", "2", "--results", "part.jsonl")
    with open("part.jsonl", "a") as file:
        file.write('{"deal": 2, "gro')  # cut off while it was written
    again = found(capsys, "--deals", "4", "--resume", "part.jsonl")
    assert again["deals"] == 4
    resumed = found(capsys, "--deals", "6", "--results", "part.jsonl", "--resume")
    assert without_times(resumed) == without_times(whole)
    lines = [
        [without_times(json.loads(line)) for line in Path(name).read_text().splitlines()]
        for name in ("whole.jsonl", "part.jsonl")
    ]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 7
    before = files(tmp_path)
    assert without_times(found(capsys, "--deals", "6", "--resume", "part.jsonl")) == (
        without_times(whole)
    )
    assert files(tmp_path) == before, "there was nothing left to play"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of results with two deals."""
    file = tmp_path_factory.mktemp("results") / "results.jsonl"
    assert main([*SMALL, "--deals", "2", "--results", str(file), "--json"]) == 0
    return file.read_bytes()


OTHER = {
    "another seed": (["--seed", "2"], "another tournament: its seed is 1, not 2"),
    "another budget": (["--budget", "5"], 'its budget is null, not "5"'),
    "another option": (["--option", "starts=1"], 'its options is {}, not {"starts": 1}'),
    "other seats": (["--seats", "3"], "its seats is 2, not 3"),
    "other players": (["--players", "random,path"], 'its players is ["path", "random"], not'),
    "fewer deals": (["--deals", "1"], "results.jsonl holds more than 1 deal already"),
    "no file": (["--resume", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
    "a folder": (["--resume", "folder"], "folder: Is a directory"),
    "another file": (["--results", "x.jsonl"], "--results and --resume name different files"),
}


@pytest.mark.parametrize("what", OTHER)
def test_another_tournament_is_not_resumed(
    what: str,
    results: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.jsonl").write_bytes(results)
    (tmp_path / "folder").mkdir()
    arguments, why = OTHER[what]
    given = [*SMALL, "--deals", "3", "--resume", "results.jsonl", *arguments]
    assert main(given) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert len(err.splitlines()) == 1
    assert files(tmp_path) == {"results.jsonl": results}


def _spoilt(good: bytes) -> dict[str, tuple[bytes, str]]:
    header, first, second = good.splitlines(keepends=True)
    seat = json.loads(first)
    seat["games"][0]["seats"][0]["player"] = "rook"
    swapped = json.dumps(seat).encode() + b"\n"
    return {
        "empty": (b"", "is not a file of results"),
        "half a header": (header[:20], "is not a file of results"),
        "something else": (b'{"format": "branchline-record"}\n', "is not a file of results"),
        "a list": (b"[]\n", "is not a file of results"),
        "no JSON": (b"hello\n", "line 1: is not valid JSON"),
        "not text": (header + b"\xff\xfe\n", "line 2: is not valid JSON"),
        "deep": (header + b"[" * 100_000 + b"\n", "line 2: is not valid JSON"),
        "no result": (header + b"{}\n", "line 2: is not a result"),
        "a number": (header + b"1\n", "line 2: is not a result"),
        "text for numbers": (
            header + first.replace(b'"rank":1', b'"rank":"1"'),
            "line 2: is not a result",
        ),
        "a deal is missing": (header + second, "line 2: is not the result that comes next"),
        "a deal twice": (header + first + first, "line 3: is not the result that comes next"),
        "another player": (header + swapped, "line 2: is not the result that comes next"),
        "a newer version": (header.replace(b'"version":1', b'"version":2'), "its version is 2"),
    }


def test_a_spoilt_file_is_refused_in_one_line_and_left_alone(
    results: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, (content, why) in _spoilt(results).items():
        Path(name).write_bytes(content)
        assert main([*SMALL, "--deals", "3", "--resume", name]) == 2, name
        out, err = capsys.readouterr()
        assert out == ""
        assert why in err, name
        assert len(err.splitlines()) == 1
        assert Path(name).read_bytes() == content


# What is refused.

BAD: dict[str, tuple[list[str], str]] = {
    "no players": (["--deals", "2"], "required: --players"),
    "nobody": (["--players", ""], "no bot called ''"),
    "a comma too many": (["--players", "path,"], "no bot called ''"),
    "an unknown bot": (["--players", "rook"], "no bot called 'rook'"),
    "a bad budget": (["--players", "path", "--budget", "soon"], "a budget is a number"),
    "an empty budget": (["--players", "path", "--budget", ""], "a budget is a number"),
    "a bad budget of its own": (["--players", "path@soon"], "a budget is a number"),
    "no deals": (["--players", "path", "--deals", "0"], "--deals must be from 1 to 100000"),
    "huge deals": (["--players", "path", "--deals", HUGE], "--deals must be from 1 to 100000"),
    "wordy deals": (["--players", "path", "--deals", "all"], "invalid int value: 'all'"),
    "no seats": (["--players", "path", "--seats", "0"], "2 to 5 seats, not 0"),
    "huge seats": (["--players", "path", "--seats", HUGE], f"not {HUGE}"),
    "no workers": (["--players", "path", "--workers", "0"], "--workers must be from 1"),
    "workers and ray": (["--players", "path", "--workers", "2", "--ray"], "not allowed with"),
    "resume what": (["--players", "path", "--resume"], "--resume needs a file of results"),
    "a bad option": (["--players", "path", "--option", "wind=1"], "no option 'wind'"),
    "no program": (["--players", "exec:no-such-program"], "there is no such program"),
    "no class": (["--players", "nowhere.py:Bot"], "FileNotFoundError"),
    "results nowhere": (
        ["--players", "path", "--results", "nowhere/r.jsonl"],
        "nowhere/r.jsonl: No such file",
    ),
    "results that exist": (
        ["--players", "path", "--results", "old"],
        "old exists already; choose another name, or go on from it with --resume",
    ),
    "a page that exists": (["--players", "path", "--html", "old"], "old exists already"),
    "a page nowhere": (["--players", "path", "--html", "nowhere/p.html"], "No such file"),
}


@pytest.mark.parametrize("what", BAD)
def test_nonsense_is_refused_in_one_line_and_nothing_is_written(
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").write_text("precious")
    arguments, why = BAD[what]
    try:
        code: object = main(["tournament", "usa", *arguments])
    except SystemExit as leaving:
        code = leaving.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert why in err
    assert len(err.splitlines()) == 1
    assert files(tmp_path) == {"old": b"precious"}


def test_an_unknown_game_is_refused_by_the_program_itself(tmp_path: Path) -> None:
    done = as_process("tournament", "mars", "--players", "path", folder=tmp_path)
    assert "no game called 'mars'" in is_refused(done)


# Being cut short.


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played(
    workers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    example = Path(__file__).parents[2] / "examples" / "process_bot.py"
    players = f"random,exec:{sys.executable} -S {example}"
    arguments = ["tournament", "usa", "--players", players, "--deals", "5000"]
    written = ["--results", "r.jsonl", "--html", "page.html"]
    running = subprocess.Popen(
        [*COMMAND, *arguments, "--workers", workers, *written, "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    results = tmp_path / "r.jsonl"
    while running.poll() is None and not (
        results.exists() and results.read_bytes().count(b"\n") > 2
    ):
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate()
    assert running.returncode == 130, err
    assert "Traceback" not in err
    report = json.loads(out)
    lines = results.read_text().splitlines()
    assert results.read_text().endswith("\n")
    assert report["finished"] is False
    assert 2 <= report["deals"] <= len(lines) - 1 <= report["deals"] + 1
    assert "stopped before its end" in (tmp_path / "page.html").read_text()
    assert _still_running(str(tmp_path)) == []
    deals = ["--deals", str(len(lines)), "--json"]
    assert main([*arguments[:4], *deals, "--resume", str(results)]) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert main([*arguments[:4], *deals]) == 0
    assert without_times(resumed) == without_times(json.loads(capsys.readouterr().out))


def _still_running(folder: str) -> list[str]:
    """The processes that work in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd") == folder:
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def test_ctrl_c_before_the_first_deal_leaves_nothing_to_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("branchline.arena.tournament_run.play_sittings", interrupted)
    assert main([*SMALL, "--html", "page.html"]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[-1] == "branchline: stopped"
    assert files(tmp_path) == {}
