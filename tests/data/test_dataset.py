"""Data sets: the rows are what happened, and the same however they came to be written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow.parquet as pq
import pytest

import branchline as bl
from branchline import data, envs
from branchline.arena.run import Run, play
from branchline.cli.main import main

from ..cli.run import COMMAND
from ..scale import DEEP, scaled

GREEDY = f"{Path(__file__).resolve().parents[2]}/examples/greedy_bot.py:GreedyBot"


def write(folder: Path, *players: str, game: str = "usa", games: int = 4, **more: Any) -> Path:
    writing = data.dataset(game, players, games, folder, **more)
    for _ in writing:
        pass
    assert writing.finished
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """All that is in a folder and not hidden, by name."""
    found = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(f.relative_to(folder)): f.read_bytes() for f in found if f.name[0] != "."}


TABLES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "usa": ("usa", ("planner", "random"), {"seed": 7}),
    "usa, by views": ("usa", (GREEDY, "path", "random"), {"games": 3}),
    "france": ("france", ("planner", "longroute", "random"), {"features": True}),
    "old west": ("old_west", ("path", "random"), {"options": {"alvin": True}}),
    "the card game": ("card_game", ("greedy", "random"), {"shard": 3}),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_rows_are_what_happened(name: str, tmp_path: Path) -> None:
    game, players, more = TABLES[name]
    write(tmp_path, *players, game=game, **more)
    decisions = pq.read_table(tmp_path / "decisions")
    games = {row["game"]: row for row in pq.read_table(tmp_path / "games").to_pylist()}
    seen = data.observations(decisions)
    rows = decisions.drop_columns(["observation"]).to_pylist()
    assert [row["game"] for row in rows] == sorted(row["game"] for row in rows)
    assert sorted(games) == list(range(more.get("games", 4)))
    at = 0
    for number, told in games.items():
        by = number % len(players)
        seated = players[len(players) - by :] + players[: len(players) - by]
        assert [seat["player"] for seat in told["seats"]] == list(seated)
        run = Run(game, seated, more.get("seed", 1), more.get("options", {}))
        played = play(run, number)  # through views
        again = bl.new_game(game, len(players), run.seed, number=number, options=dict(run.options))
        assert told["decisions"] == len(played.history)
        last: dict[int, dict[str, Any]] = {}
        for step, (seat, action, _) in enumerate(played.history):
            row = rows[at]
            view = again.view(seat)
            assert (row["game"], row["step"], row["seat"]) == (number, step, seat)
            assert (row["player"], row["action"]) == (seated[seat], action.id)
            assert row["phase"] == again.phase
            assert row["legal"] == [legal.id for legal in again.legal_actions(seat)]
            assert row["turn"] == min(again.turn, 255)
            points = view.players[seat].points
            assert row["points"] == min(points or 0, 255)
            observed = envs.observe(view, features=more.get("features", False))
            assert (seen[at] == observed).all()
            if seat in last:
                assert last[seat]["gained"] == row["points"] - last[seat]["points"]
            last[seat] = row
            again.push(action, seat)
            at += 1
        result = played.result()
        for seat_result, of in zip(result.seats, told["seats"], strict=True):
            row = last[seat_result.seat]
            assert row["score"] == of["score"] == seat_result.total
            assert row["gained"] == seat_result.total - row["points"]
            assert row["margin"] == of["margin"]
            assert row["share"] == pytest.approx(of["share"])
            assert (of["tickets_done"], of["longest_path"]) == (
                seat_result.tickets_done,
                seat_result.longest_path,
            )
        assert told["turns"] == played.turn
        assert told["winners"] == len(result.winners)
        totals = [seat_result.total for seat_result in result.seats]
        best = max(range(len(totals)), key=totals.__getitem__)
        others = totals[:best] + totals[best + 1 :]
        assert told["seats"][best]["margin"] == totals[best] - max(others)
    assert at == len(rows)


def test_what_an_action_means_lies_beside_them(tmp_path: Path) -> None:
    write(tmp_path, "planner", "random", observation="none", games=2)
    joined = duckdb.sql(
        f"""SELECT a.kind = d.kind, a.points, d.gained, d.points
        FROM '{tmp_path}/decisions/*.parquet' d JOIN '{tmp_path}/actions.parquet' a USING (action)
        WHERE d.kind = 'claim' AND d.player = 'planner'"""
    )
    assert joined is not None
    found = joined.fetchall()
    assert len(found) > 20
    assert all(same for same, *_ in found)
    by_points = sum(points <= gained for _, points, gained, _ in found)
    assert by_points >= len(found) - 2, "all but the last claim of a game, which tickets follow"
    assert "observation" not in pq.read_schema(tmp_path / "decisions" / "000000.parquet").names


def test_where_no_observations_are_that_is_said(tmp_path: Path) -> None:
    write(tmp_path, "path", "random", games=2, observation="none")
    table = pq.read_table(tmp_path / "decisions")
    for given in (table, table["action"], table["kind"], None):
        with pytest.raises(bl.BranchlineError, match="no table with observations"):
            data.observations(given)


def test_the_header_says_where_everything_is(tmp_path: Path) -> None:
    write(tmp_path, "path", "random", games=2, observation="remembered", features=True)
    header = json.loads((tmp_path / "dataset.json").read_text())
    spec = envs.spec("usa", 2, "remembered", features=True)
    assert {name: (part["start"], part["shape"]) for name, part in header["slices"].items()} == {
        part.name: (part.start, list(part.shape)) for part in spec.slices.values()
    }
    table = pq.read_table(tmp_path / "decisions")
    assert json.loads(table.schema.metadata[b"branchline"]) == header
    assert data.observations(table).shape == (len(table), spec.size)
    assert data.observations(table.slice(5, 7)).tolist() == data.observations(table)[5:12].tolist()
    read = spec.read(data.observations(table))
    assert (read["trains"][:, 0] == np.array(table["trains"])).all()


def test_any_workers_and_any_interruptions_give_the_same_files(tmp_path: Path) -> None:
    games = scaled(9, 400)
    players = ("planner", "random")
    alone = files(write(tmp_path / "alone", *players, games=games, shard=4))
    together = write(tmp_path / "together", *players, games=games, shard=4, workers=2)
    assert files(together) == alone
    parts = tmp_path / "parts"
    for writing in (
        data.dataset("usa", players, games, parts, shard=4),
        data.dataset("usa", players, games, parts, shard=4),
    ):
        for _ in writing:
            break  # after one shard
    assert sorted(files(parts / "games")) == ["000000.parquet", "000001.parquet"]
    (parts / "games" / "000000.parquet").unlink()  # as if killed between the two files
    (parts / "decisions" / "000001.parquet").write_bytes(b"PAR1")  # not whole
    (parts / "games" / ".000002.parquet.77.part").write_bytes(b"PA")
    assert files(write(parts, *players, games=games, shard=4)) == alone
    assert not list(parts.rglob("*.part"))


def test_more_games_are_added_and_a_short_shard_is_filled(tmp_path: Path) -> None:
    write(tmp_path / "a", "path", "random", games=5, shard=4)
    first = files(tmp_path / "a")["games/000000.parquet"]
    write(tmp_path / "a", "path", "random", games=10, shard=4)
    assert files(tmp_path / "a")["games/000000.parquet"] == first
    assert files(tmp_path / "a") == files(
        write(tmp_path / "b", "path", "random", games=10, shard=4)
    )
    writing = data.dataset("usa", ("path", "random"), 10, tmp_path / "a", shard=4)
    assert (writing.finished, list(writing)) == (True, [])
    with pytest.raises(bl.BranchlineError, match="holds more than 9 games already"):
        data.dataset("usa", ("path", "random"), 9, tmp_path / "a", shard=4)


@pytest.mark.parametrize("kill", range(scaled(1, 5)))
def test_a_killed_run_goes_on_where_it_stopped(kill: int, tmp_path: Path) -> None:
    arguments = ["dataset", "usa", "--players", "planner,path", "--games", "1000000"]
    running = subprocess.Popen(
        [*COMMAND, *arguments, "--shard", "20", "--out", "killed", "--workers", "2"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    folder = tmp_path / "killed"
    while running.poll() is None and len(list(folder.glob("games/0*.parquet"))) < 2 + kill:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    _, err = running.communicate()
    assert running.returncode == -signal.SIGKILL, err
    whole = [file.name for file in folder.glob("games/0*.parquet")]
    games = 20 * (max(int(name[:6]) for name in whole) + 2)
    write(folder, "planner", "path", games=games, shard=20)
    want = files(write(tmp_path / "want", "planner", "path", games=games, shard=20))
    assert files(folder) == want


def test_two_do_not_write_to_one_folder(tmp_path: Path) -> None:
    first = iter(data.dataset("usa", ("path", "random"), 4, tmp_path, shard=2))
    next(first)
    second = data.dataset("usa", ("path", "random"), 4, tmp_path, shard=2)
    with pytest.raises(bl.BranchlineError, match="another process is writing"):
        next(iter(second))
    assert [shard.number for shard in first] == [1]
    assert list(second) == []
    assert second.finished


@pytest.mark.skipif(not DEEP, reason="starting Ray takes a while: make test-deep does")
def test_a_cluster_writes_the_same(tmp_path: Path) -> None:
    alone = files(write(tmp_path / "alone", "path", "random", games=6, shard=2))
    assert files(write(tmp_path / "ray", "path", "random", games=6, shard=2, ray=True)) == alone


# The command.

GOOD = ["dataset", "usa", "--players", "path,random", "--games", "4", "--out", "out"]
BAD: dict[str, tuple[list[str], str]] = {
    "another seed": (["--out", "there", "--seed", "2"], "another data set: its seed is 1, not 2"),
    "other players": (["--out", "there", "--players", "path,path"], 'its players is ["path", "r'),
    "another shard": (["--out", "there", "--shard", "3"], "its shard is 500, not 3"),
    "other features": (["--out", "there", "--features"], "its features is false, not true"),
    "fewer games": (["--out", "there", "--games", "1"], "there holds more than 1 game already"),
    "another folder": (["--out", "other"], "other is not empty and holds no data set"),
    "a file": (["--out", "file"], "file: Not a directory"),
    "below a file": (["--out", "file/out"], "file/out: Not a directory"),
    "not to be written": (["--out", "/proc/out"], "/proc/out: No such file"),
    "a spoilt header": (["--out", "spoilt"], "spoilt/dataset.json does not describe a data set"),
    "an unknown bot": (["--players", "rook,path"], "no bot called 'rook'"),
    "one player": (["--players", "path"], "2 to 5 seats, not 1"),
    "no games": (["--games", "0"], "--games must be from 1"),
    "a bad option": (["--option", "wind=1"], "no option 'wind'"),
    "no shard": (["--shard", "0"], "a shard holds from 1 to 5000 games, not 0"),
    "nothing to add features to": (["--observation", "none", "--features"], "features are a part"),
    "an unknown observation": (["--observation", "all"], "invalid choice: 'all'"),
    "no folder": (["--out"], "expected one argument"),
    "no workers": (["--workers", "0"], "--workers must be from 1"),
}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a data set, and others that hold something else."""
    folder = tmp_path_factory.mktemp("sets")
    write(folder / "there", "path", "random", games=2)
    (folder / "other").mkdir()
    (folder / "other" / "precious").write_text("precious")
    (folder / "file").write_text("precious")
    (folder / "spoilt").mkdir()
    (folder / "spoilt" / "dataset.json").write_text("[]")
    return folder


@pytest.mark.parametrize("what", BAD)
def test_nonsense_is_refused_in_one_line(
    what: str, there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(there)
    before = files(there)
    arguments, why = BAD[what]
    try:
        code: object = main([*GOOD, *arguments])
    except SystemExit as leaving:
        code = leaving.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert why in err
    assert len([line for line in err.splitlines() if "playing" not in line and line.strip()]) == 1
    assert files(there) == before


def test_without_pyarrow_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main([*GOOD, "--out", str(tmp_path / "out")]) == 2
    assert "pip install 'branchline[data]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_command_tells_what_is_there_and_where_the_time_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GOOD, "--out", str(tmp_path)]) == 0
    there, took = capsys.readouterr().out.splitlines()
    assert there.endswith("holds 4 games")
    assert "decisions a second; playing" in took
    before = files(tmp_path)
    assert main([*GOOD, "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.splitlines() == [there]
    assert files(tmp_path) == before
