"""docs/hosting.md: its names are there, its numbers are the program's, and its recipes work."""

import argparse
import asyncio
import re
import signal
import sqlite3
import subprocess
import threading
import time
import tomllib
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest

from branchline.cli.main import main, make_parser
from branchline.cli.serve import add_arguments
from branchline.client import Refused
from branchline.rules import cache
from branchline.server import app, connections, logs, processes
from branchline.server.app import make_app
from branchline.server.connections import Timeouts, room_for_connections
from branchline.server.costs import FAILED, cost_of
from branchline.server.serve import _GRACE, make_server
from branchline.server.settings import Settings, read_settings
from branchline.server.storage import database, transfer, waiting
from branchline.server.storage import uptime as uptime
from branchline.server.storage.migrations import is_current
from branchline.server.storage.store import Store
from branchline.server.tables import sweeper, thinkers
from branchline.server.tables import thinking_queue as line
from branchline.text.catalogue import text

from ..patience import PATIENCE, until
from .postgres import Postgres, programs
from .served import OPEN, YOU, Served, bot, run, two_people
from .test_outages import later
from .wire import Wire

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


# Names


def test_every_setting_it_names_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    settings = {field.name for field in fields(Settings)}
    variables = {name.lower() for name in re.findall(r"BRANCHLINE_([A-Z_]+)", PAGE)}
    assert len(variables) > 8
    assert variables <= settings
    flags = {name.replace("-", "_") for name in re.findall(r"`--([a-z-]+)", PAGE)}
    assert len(flags) > 20
    assert flags <= settings | {"table", "ready"}  # those are of export and of health
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    told = capsys.readouterr().out
    assert not [name for name in settings if f"  --{name.replace('_', '-')} " not in told]
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert vars(parser.parse_args(["--bot-pace", "2"]))["bot_pace"] == "2"


COMMAND = r"(?:^|[ =/`])branchline ((?:serve|compile|tables|export|import)\b[^`#\n]*)"


def test_every_command_it_shows_can_be_given() -> None:
    shown = [each.split() for each in re.findall(COMMAND, PAGE, flags=re.M)]
    assert len(shown) > 15
    for words in shown:
        if words[-1] != "--help":
            assert make_parser(words).parse_args(words)


def test_every_figure_it_names_is_told(sqlite_file: str) -> None:
    served = Served(sqlite_file)

    async def story() -> str:
        with pytest.raises(Refused):
            await served.client.get("/api/nothing")
        return str(await served.client.get("/metrics"))

    try:
        told = run(story())
    finally:
        served.stop()
    named = set(re.findall(r"`(branchline_\w+)`", PAGE))
    assert len(named) > 6
    plain = {"steps_total", "sockets", "tables_in_memory", "commit_seconds", "request_seconds"}
    for name in named | {f"branchline_{name}" for name in plain}:
        assert f"# TYPE {name} " in told
    assert 'branchline_refusals_total{code="unknown"} 1' in told
    for kind in ("people", "watched", "unwatched"):
        assert f'branchline_bots_waiting{{class="{kind}"}} 0' in told
        assert f'branchline_bots_oldest_wait_seconds{{class="{kind}"}} 0' in told


def test_no_secret_is_ever_asked_for_in_an_address() -> None:
    asked = set()
    for path in make_app().openapi()["paths"].values():
        for way in path.values():
            asked |= {p["name"] for p in way.get("parameters", ()) if p["in"] == "query"}
    assert asked == {"v", "seat", "invite", "eyes", "views", "decisions", "worlds", "day"}


# Numbers


def test_its_numbers_are_those_of_the_program(tmp_path: Path) -> None:
    usual = read_settings({"data": str(tmp_path)}, {})
    server = make_server(usual)
    needed = connections._RESERVE + usual.max_connections
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    trial = text("problem.notStored", why="attempt to write a readonly database")
    said = {
        "a machine with Python 3.11": project["project"]["requires-python"] == ">=3.11",
        "http://ADDRESS-OF-YOUR-MACHINE:8000": usual.port == 8000,
        "listen on `127.0.0.1` only, as it does by default": usual.host == "127.0.0.1",
        "`BRANCHLINE_PROXIES` (default `127.0.0.1`)": usual.proxies == "127.0.0.1",
        "LimitNOFILE=16384": needed <= 16384,
        "TimeoutStopSec=30": _GRACE + waiting.WAIT < 30,
        "proxy_read_timeout 120s": (server.config.ws_ping_interval or 999) < 120,
        "at once, and again within an hour": app._HOUR == 3600,
        "costs more (a replay ten)": cost_of("GET", "/api/tables/x/replay") == 10,
        "an invite that opens nothing twenty": FAILED == 20,
        "In ten seconds, ten lines of each kind are written": (logs._LINES, logs._SECONDS)
        == (10, 10),
        f'"problem": "database: {trial}"': True,
        "at most every five seconds (every second": (database._PROOF, database._DOUBT) == (5, 1),
        "would wait longer than a second": line.PATIENCE == 1,
        "it gets fewer, at least 100": line.LEAST == 100,
        "ten times as long for tables that only bots play": thinkers._BEHIND == 10,
        "the next try grows, up to a minute": [thinkers._pause(n) for n in (2, 3, 4, 99)]
        == [0.5, 1, 2, 60],
        "answered within twelve seconds": waiting.WAIT == 12,
        "has to be there within 10 seconds": Timeouts.head == 10,
        "its body within 20 and a second for each 1,000 bytes": Timeouts.for_body(5000) == 25,
        "nothing more after an answer is closed after 5": server.config.timeout_keep_alive == 5,
        "does not read what it is sent after 30": Timeouts.reading == 30,
        "keeps 256 of them back": connections._RESERVE == 256,
        "a server notices within a few seconds": sweeper.SWEEP <= 3,
        "A file has at most a million tables": transfer._MAX_TABLES == 1_000_000,
        "it leaves memory a minute after its last use": usual.unload_after == 60,
        "none began to use for thirty days": cache.UNUSED == 30 * 86400,
        "from ten seconds on": uptime._MISSED == 10,
        "in which none of them ran counts (at least five seconds)": uptime._NEIGHBOUR == 5,
    }
    server.config.app.state.registry.store.close()  # type: ignore[union-attr]
    assert [words for words in said if words not in PAGE] == []
    assert [words for words, is_so in said.items() if not is_so] == []


def test_tables_are_in_a_file_in_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert "`~/.local/share/branchline`" in PAGE
    file = "/home/ada/.local/share/branchline/branchline.db"
    assert read_settings({}, {}).url == f"sqlite:///{file}"


class Limits:
    """The limits of a system, as `resource` tells and sets them."""

    RLIMIT_NOFILE, RLIM_INFINITY = 7, -1

    def __init__(self, soft: int, hard: int) -> None:
        self.both = soft, hard

    def getrlimit(self, _: int) -> tuple[int, int]:
        return self.both

    def setrlimit(self, _: int, both: tuple[int, int]) -> None:
        self.both = both


@pytest.mark.parametrize(
    ("soft", "hard", "asked", "left"),
    [
        (1024, -1, 12_256, 12_000),
        (1024, 16_384, 12_256, 12_000),
        (1024, 4096, 4096, 4096 - 256),
        (65_536, -1, 65_536, 12_000),
        (256, 256, 256, 128),
    ],
)
def test_files_are_asked_for_and_some_kept_back(
    soft: int, hard: int, asked: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = Limits(soft, hard)
    monkeypatch.setattr(connections, "resource", system)
    assert room_for_connections(Settings()) == left
    assert system.both == (asked, hard)


# The program


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_the_service_end_it(number: signal.Signals, tmp_path: Path) -> None:
    server = make_server(read_settings({"data": str(tmp_path)}, {}))
    made: Any = server.config.app
    with server.capture_signals():
        assert not server.should_exit
        signal.raise_signal(number)
        assert server.should_exit
    made.state.registry.store.close()


def test_bots_among_themselves_think_behind_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    idle = SimpleNamespace(
        environ={},
        SCHED_IDLE=5,
        nice=done.append,
        sched_param=int,
        sched_setscheduler=lambda *given: done.append(given),
    )
    monkeypatch.setattr(processes, "os", idle)
    monkeypatch.setattr(processes, "signal", Mock())
    processes.step_back(processes.FOR_PEOPLE)
    assert done == [10]
    processes.step_back(processes.LAST)
    assert done[1:] == [19, (0, 5, 0)]


# Limits


def test_numbers_of_tables_sockets_and_watchers(sqlite_file: str) -> None:
    few = {"max_tables": 3, "max_sockets": 3, "max_watchers": 1, "max_bot_tables": 1}
    served = Served(sqlite_file, **few)

    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served, listed=True)
        await client.create("usa", [bot(), bot()], start=True, bot_pace=60)
        with pytest.raises(Refused) as refused:
            await client.create("usa", [bot(), bot()], start=True)
        assert (refused.value.status, refused.value.code) == (503, "full")
        await client.create("usa", [YOU, OPEN])
        with pytest.raises(Refused) as refused:
            await client.create("usa", [YOU, OPEN])
        assert (refused.value.status, refused.value.code) == (503, "full")
        async with Wire(served.url, id, secret=ada), Wire(served.url, id):
            second = Wire(served.url, id)
            await second.connect()
            await second.until_closed()
            assert second.bye is not None
            assert second.bye["code"] == "full"
            await second.close()
            app: Any = served.server.config.app
            await asyncio.to_thread(until, lambda: app.state.sockets.counter.total == 2)
            async with Wire(served.url, id, secret=bob):
                with pytest.raises(Exception, match=r"403|1013|rejected"):
                    await Wire(served.url, id, secret=bob).connect()

    try:
        run(story())
    finally:
        served.stop()


def test_an_address_may_create_as_few_tables_as_one_likes(sqlite_file: str) -> None:
    served = Served(sqlite_file, max_tables_per_address=1)

    async def story() -> None:
        await served.client.create("usa", [YOU, OPEN])
        with pytest.raises(Refused) as refused:
            await served.client.create("usa", [YOU, OPEN])
        assert (refused.value.status, refused.value.code) == (429, "slow down")

    try:
        run(story())
    finally:
        served.stop()


def test_only_lobbies_that_nobody_started_are_forgotten(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    lobby = run(served.client.create("usa", [YOU, OPEN]))["table"]["id"]
    game, ada, _, _ = run(two_people(served))
    served.stop()
    later(sqlite_file, 8 * 86400)
    served = Served(sqlite_file, forget_lobbies=9 * 86400)
    new = run(served.client.create("usa", [YOU, OPEN]))["table"]["id"]
    assert run(served.registry.store.steps([lobby, game, new])).keys() == {lobby, game, new}
    served.stop()
    served = Served(sqlite_file)  # a week, if nobody says otherwise

    async def story() -> None:
        while lobby in await served.registry.store.steps([lobby]):
            await asyncio.sleep(0.02)
        assert (await served.registry.store.steps([game, new])).keys() == {game, new}
        assert (await served.client.get(f"/api/tables/{game}", ada))["table"]["id"] == game

    try:
        run(story())
    finally:
        served.stop()


def test_after_a_restart_a_table_belongs_to_who_comes_back_to_a_seat(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    id, ada, _, _ = run(two_people(served, listed=True))
    assert served.registry.loaded_tables[id].owner == "127.0.0.1"
    served.stop()
    served = Served(sqlite_file)

    async def story() -> None:
        async with Wire(served.url, id):
            assert served.registry.loaded_tables[id].owner == ""
            async with Wire(served.url, id, secret=ada):
                assert served.registry.loaded_tables[id].owner == "127.0.0.1"

    try:
        run(story())
    finally:
        served.stop()


# Backups


def test_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    file, copy = tmp_path / "branchline.db", tmp_path / "copy.db"
    served = Served(f"sqlite:///{file}")
    id, ada, _, _ = run(two_people(served))
    before = run(served.client.get(f"/api/tables/{id}", ada))["steps"]
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)  # as the command .backup does
    run(served.client.post(f"/api/tables/{id}/chat", {"id": "c", "text": "too late"}, ada))
    served.stop()
    assert ada.encode() not in copy.read_bytes()
    copy.replace(file)
    for ending in ("-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    served = Served(f"sqlite:///{file}")
    try:
        assert run(served.client.get(f"/api/tables/{id}", ada))["steps"] == before
    finally:
        served.stop()


def test_a_dump_of_postgresql_is_restored(postgres: Postgres, tmp_path: Path) -> None:
    source, target = postgres.new_database(), postgres.new_database()
    served = Served(source)
    id, ada, _, _ = run(two_people(served))
    before = run(served.client.get(f"/api/tables/{id}", ada))["steps"]
    where, dump = programs(), tmp_path / "branchline.dump"
    assert where is not None
    subprocess.run([where / "pg_dump", "--format=custom", "-f", dump, source], check=True)
    served.stop()
    subprocess.run([where / "pg_restore", "-d", target, dump], check=True)
    served = Served(target)
    try:
        assert run(served.client.get(f"/api/tables/{id}", ada))["steps"] == before
    finally:
        served.stop()


# Several processes


def test_one_process_migrates_while_the_others_wait(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = postgres.new_database()
    waits = threading.Event()

    def sleep(_: float) -> None:
        waits.set()
        go_on.wait(PATIENCE)

    go_on = threading.Event()
    timing = SimpleNamespace(monotonic=time.monotonic, sleep=sleep)
    monkeypatch.setattr(database, "time", timing)
    store = Store(read_settings({"db": db}, {}))
    second = threading.Thread(target=store.migrate)
    with psycopg.connect(db, autocommit=True) as first:
        first.execute("SELECT pg_advisory_lock(%s)", (database._MIGRATING,))
        second.start()
        assert waits.wait(PATIENCE), "it did not wait"
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        found = first.execute(tables).fetchone()
        assert found == (0,), "nothing is made meanwhile"
        first.execute("SELECT pg_advisory_unlock(%s)", (database._MIGRATING,))
    go_on.set()
    second.join()
    assert store.read_now(is_current)
    store.engine.dispose()
