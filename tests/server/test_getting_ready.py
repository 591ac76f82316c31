"""A server whose rules are not compiled yet: it answers at once, and games begin when they are.

The test itself is the process that compiles: it holds the lock, so nothing happens before it
should, and puts what was compiled before in place.
"""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.client import Client, Refused

from ..patience import PATIENCE, until
from ..processes import is_running
from .installed import Installed, Server
from .served import YOU, ask_ready, bot, run
from .wire import Wire

NO_WORKERS = ("--bot-workers", "0")
"""For servers whose bots do not matter: another process would load all rules once more."""
MAKE = {"game": "usa", "seats": [YOU, bot()], "start": True, "bot_pace": 0}


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    place = Installed(tmp_path)
    yield place
    place.close()


def is_ready(server: Server) -> bool:
    status, told = ask_ready(server.url)
    assert told["status"] != "failing", told
    return status == 200


def refused(server: Server, path: str, body: Any = None) -> tuple[int, str | None, dict[str, Any]]:
    """The status, when to come back, and the problem."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(server.url + path, data)
    request.add_header("content-type", "application/json")
    with pytest.raises(urllib.error.HTTPError) as found:
        urllib.request.urlopen(request, timeout=PATIENCE)
    with found.value as answer:
        return answer.code, answer.headers["retry-after"], json.loads(answer.read())["problem"]


def children(pid: int) -> set[int]:
    """All processes below one."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    found = {int(child) for task in tasks for child in task.read_text().split()}
    return found.union(*map(children, found))


def test_pages_are_there_at_once_and_games_when_the_rules_are(installed: Installed) -> None:
    installed.hold()
    server = installed.serve()
    client = Client(server.url)
    for page in ("/", "/rules/usa", "/new/usa", "/about"):
        with urllib.request.urlopen(server.url + page) as answer:
            assert answer.read() == b"this is index.html"

    async def look() -> None:
        assert (await client.get("/health"))["status"] == "ok"
        games = await client.get("/api/games")
        assert [game["id"] for game in games["games"]] == list(branchline.games())
        for game in games["games"]:
            assert (await client.get(game["board"]))["rules"]
        assert (await client.get("/api/home"))["open"] == []
        assert (await client.post("/api/mine", {"secrets": []}))["tables"] == []

    run(look())
    installed.compile(7)
    until(lambda: ask_ready(server.url)[1]["progress"]["done"] == 7)
    status, told = ask_ready(server.url)
    total = told["progress"]["all"]
    assert (status, told["status"]) == (503, "starting")
    assert told["problem"] == f"rules: they are being compiled, 7 of {total}"
    said = {"key": "problem.notReady", "values": {"done": 7, "total": total}}
    for path, body in (("/api/tables", MAKE), ("/api/tables/x", None), ("/api/tables/x/sit", {})):
        status, later, problem = refused(server, path, body)
        assert (status, later, problem["code"]) == (503, "1", "not ready")
        assert (problem["said"], problem["progress"]) == (said, {"done": 7, "all": total})

    async def knock() -> None:
        wire = Wire(server.url, "x")
        await wire.connect()
        await wire.until_closed()
        assert wire.bye is not None
        assert (wire.bye["code"], wire.bye["progress"]) == ("not ready", {"done": 7, "all": total})

    run(knock())
    compiling = children(server.pid)
    assert compiling
    installed.finish(whole=False)  # what only analyses need comes later
    until(lambda: is_ready(server))

    async def play() -> None:
        made = await client.post("/api/tables", MAKE)
        async with client.look(made["table"]["id"], made["secret"]) as seat:
            await seat.wait_for(lambda s: any(step["by_bot"] for step in s.steps))

    run(play())
    assert not [own for own in installed.later if own.exists()]
    assert all(map(is_running, compiling))
    assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in compiling} == {19}
    installed.finish()
    until(lambda: not any(map(is_running, compiling)))
    assert is_ready(server)
    assert not installed.compiled.exists()
    assert f" {total} of {total}, done" in server.errors.read_text()


def test_two_servers_wait_for_one_who_compiles(installed: Installed) -> None:
    installed.hold()
    data = [str(installed.place / name) for name in ("one", "two")]
    both = [installed.serve("--data", each, *NO_WORKERS) for each in data]
    assert [ask_ready(server.url)[1]["status"] for server in both] == ["starting", "starting"]
    installed.finish()
    for server in both:
        until(lambda server=server: is_ready(server))  # type: ignore[misc]
    assert not installed.compiled.exists()


def test_the_time_until_the_rules_are_there_is_lost_by_nobody(installed: Installed) -> None:
    """It counts as time in which no server was there; the deadline is extended by it."""
    data = installed.place / "data"
    installed.finish()
    before = installed.serve("--data", str(data), *NO_WORKERS)
    made = run(Client(before.url).create("usa", [YOU, bot()], start=True, clock={"seconds": 3600}))
    assert before.stop() == 0
    for own in installed.caches:
        own.rename(own.with_name("away"))
    installed.hold()
    server = installed.serve("--data", str(data), *NO_WORKERS)
    with closing(sqlite3.connect(data / "branchline.db")) as database:
        newest = "SELECT max(until) FROM alive"
        (seen,) = database.execute(newest).fetchone()
        assert refused(server, f"/api/tables/{made['table']['id']}")[2]["code"] == "not ready"
        released = time.time()
        assert database.execute(newest).fetchone() == (seen,)
        for own in installed.caches:
            own.with_name("away").rename(own)
        installed.let_go()
        until(lambda: is_ready(server))
        assert database.execute("SELECT max(began) FROM alive").fetchone()[0] >= released

    async def story() -> None:
        table = made["table"]["id"]
        async with Client(server.url).look(table, made["secret"]) as seat:
            await seat.wait_for(lambda s: any(step["kind"] == "downtime" for step in s.steps))

    run(story())


def test_rules_that_cannot_be_compiled_are_told_to_everybody(installed: Installed) -> None:
    for own in installed.caches:  # there is no place for them: neither here nor at home
        shutil.rmtree(own.parent)
        own.parent.touch()
    (installed.home / ".cache").touch()
    server = installed.serve(*NO_WORKERS)
    until(lambda: ask_ready(server.url)[1]["status"] != "starting")
    status, told = ask_ready(server.url)
    assert (status, told["status"], told["progress"]) == (503, "failing", None)
    assert told["problem"].startswith("rules: they cannot be made ready: ")
    assert str(installed.home) in told["problem"]
    status, _, problem = refused(server, "/api/tables", MAKE)
    assert (status, problem["code"], problem["progress"]) == (503, "no rules", None)
    assert str(installed.home) not in problem["text"]
    assert run(Client(server.url).get("/health"))["status"] == "ok"
    with pytest.raises(Refused):
        run(_look(server))
    assert server.stop() == 0
    assert "branchline: nobody can play" in server.errors.read_text()


async def _look(server: Server) -> None:
    async with Client(server.url).look("x"):
        await asyncio.sleep(0)


def test_a_server_that_is_ended_while_it_compiles_leaves_nothing(installed: Installed) -> None:
    server = installed.serve(*NO_WORKERS)  # this one really compiles
    until(lambda: ask_ready(server.url)[1]["progress"]["done"] > 0)
    started = children(server.pid)
    assert len(started) > 1
    assert server.stop() == 0
    until(lambda: not any(map(is_running, started)))
    assert not [own for own in installed.caches if own.exists()]


def test_a_server_that_is_killed_while_it_waits_leaves_no_process(installed: Installed) -> None:
    installed.hold()
    server = installed.serve(*NO_WORKERS)
    assert ask_ready(server.url)[1]["status"] == "starting"
    started = children(server.pid)
    assert started
    os.kill(server.pid, signal.SIGKILL)
    server.process.wait()
    until(lambda: not [pid for pid in started if is_running(pid)])
