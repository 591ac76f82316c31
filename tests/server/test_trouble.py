"""Trouble with the database: when it is over, the server goes on by itself."""

import asyncio
import os
import pwd
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, text

from branchline.client import Refused
from branchline.server.settings import read_settings
from branchline.server.storage import connection as engine
from branchline.server.storage import database, waiting
from branchline.server.storage.database import StorageError, UnknownFateError
from branchline.server.storage.store import Store
from branchline.server.tables import peers as peers
from branchline.server.tables import registry as registry

from ..patience import until
from .ledger import Ledger, stored
from .postgres import Postgres
from .served import YOU, Served, ask_ready, bot, first, run, two_people
from .wire import Wire

UNPRIVILEGED = """
import os, sys
from branchline.server.settings import read_settings
from branchline.server.storage.store import Store
import asyncio
store = Store(read_settings({"db": sys.argv[1]}, {}))
store.open()
if os.geteuid() == 0:
    os.setuid(int(sys.argv[2]))
print("open", flush=True)
async def main():
    for line in sys.stdin:
        if line.strip() == "reconnect":
            store.engine.dispose()
        try:
            await store.forget_lobbies(0)
            print("written", flush=True)
        except Exception as problem:
            print(problem, flush=True)
asyncio.run(main())
store.close()
"""


def test_a_file_that_was_read_only_is_written_again() -> None:
    """A connection that was opened while the file was read-only stays read-only; it is not kept."""
    nobody = pwd.getpwnam("nobody").pw_uid
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        if os.geteuid() == 0:
            os.chown(folder, nobody, -1)
        process = subprocess.Popen(
            [sys.executable, "-c", UNPRIVILEGED, f"sqlite:///{file}", str(nobody)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(what: str) -> str:
            assert process.stdin is not None
            assert process.stdout is not None
            print(what, file=process.stdin, flush=True)
            return process.stdout.readline()

        def allow(mode: int) -> None:
            for each in Path(folder).iterdir():
                if os.geteuid() == 0:
                    os.chown(each, nobody, -1)
                each.chmod(mode)

        try:
            assert process.stdout.readline() == "open\n"
            allow(0o600)
            assert ask("write") == "written\n"
            allow(0o400)
            assert "readonly" in ask("reconnect")
            allow(0o600)
            assert ask("write") == "written\n"
        finally:
            process.stdin.close()
            process.wait()
            process.stdout.close()


# Each trouble: how it begins; it ends when the block does.


@contextmanager
def opened_read_only(served: Served, _: Postgres | None) -> Iterator[None]:
    """Connections that are opened now cannot write, as those to a file that is read-only."""
    file = served.settings.db.removeprefix("sqlite:///")
    lasts = True

    @event.listens_for(served.registry.store.engine, "do_connect", insert=True)
    def connect(_dialect: Any, record: Any, _given: Any, _named: Any) -> Any:
        if lasts:
            record.info["file"] = engine._which(Path(file))
            where = f"file:{file}?mode=ro"
            return sqlite3.connect(where, uri=True, check_same_thread=False)
        return None

    served.registry.store.engine.dispose()
    yield
    lasts = False


@contextmanager
def locked(served: Served, _: Postgres | None) -> Iterator[None]:
    """Another program keeps the file for itself."""
    other = sqlite3.connect(served.settings.db.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def taken_away(served: Served, _: Postgres | None) -> Iterator[None]:
    """The file is elsewhere for a while."""
    file = Path(served.settings.db.removeprefix("sqlite:///"))
    aside = file.with_name("elsewhere")
    file.rename(aside)
    yield
    aside.rename(file)


@contextmanager
def locked_row(served: Served, _: Postgres | None) -> Iterator[None]:
    """Another program keeps the rows for itself."""
    with psycopg.connect(served.settings.db) as other:
        other.execute("SELECT * FROM tables FOR UPDATE")
        other.execute("LOCK TABLE tables IN EXCLUSIVE MODE")
        yield


@contextmanager
def stopped(_: Served, postgres: Postgres | None) -> Iterator[None]:
    """PostgreSQL hangs: the kernel accepts connections and nobody answers."""
    assert postgres is not None
    with postgres.stopped():
        yield


@contextmanager
def restarted(_: Served, postgres: Postgres | None) -> Iterator[None]:
    """PostgreSQL is down for a while."""
    assert postgres is not None
    postgres.end()
    yield
    postgres.start()


TROUBLES = (opened_read_only, locked, taken_away, locked_row, stopped, restarted)


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that nobody else uses, to be stopped."""
    server = Postgres()
    yield server
    server.stop()


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.__name__)
def test_the_server_goes_on_by_itself(
    trouble: Callable[[Served, Postgres | None], Any],
    request: pytest.FixtureRequest,
    sqlite_file: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While it lasts every request is answered, and nothing is acknowledged; then all goes on."""
    hurry(monkeypatch)
    postgres: Postgres | None = None
    db = sqlite_file
    if trouble in (locked_row, stopped, restarted):
        postgres = request.getfixturevalue("own_postgres")
        assert postgres is not None
        db = postgres.new_database()
    served = Served(db)
    ledger = Ledger()

    async def story() -> None:
        id, ada, bob, _ = await two_hurried_people(served)
        async with Wire(served.url, id, secret=ada) as at, Wire(served.url, id, secret=bob) as by:
            seq = at.seq
            with trouble(served, postgres):
                answer = await at.ask("chat", "lost", text="hello?")
                assert not answer["ok"]
                assert answer["problem"]["code"] == "storage"
                assert answer["seq"] is None
                with pytest.raises(Refused) as refused:
                    await served.client.create("usa", [{"kind": "you", "name": "Cleo"}] * 2)
                assert refused.value.code in ("storage", "not allowed")
                status, sick = await asyncio.to_thread(ask_ready, served.url)
                assert (status, sick["status"]) == (503, "failing")
            assert await said(at, "lost", "hello?") == seq + 1
            ledger.note(id, 0, "lost", seq + 1, None)
            await by.reach(seq + 1)
            assert await said(by, "b", "here we are") == seq + 2
            while (await asyncio.to_thread(ask_ready, served.url))[0] != 200:
                await asyncio.sleep(0.05)
            pool: Any = served.registry.store.engine.pool
            # One may be in use just now, for good reason.
            await asyncio.to_thread(until, lambda: not pool.checkedout())
            ledger.check(await asyncio.to_thread(stored, served.settings.db))

    try:
        run(story())
    finally:
        served.stop()


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything be given up soon."""
    for where, name, seconds in (
        (engine, "CONNECT", 2),
        (engine, "LOCK", 1),
        (engine, "STATEMENT", 1),
        (database, "ANSWER", 1.5),
        (engine, "ANSWER", 1.5),
        (peers, "ANSWER", 1.5),
        (waiting, "WAIT", 3.0),
    ):
        monkeypatch.setattr(where, name, seconds)
    monkeypatch.setitem(engine.SIGNS_OF_LIFE, "connect_timeout", 2)


async def two_hurried_people(served: Served) -> tuple[str, str, str, str]:
    """Two people at a table; on a busy machine it may take several tries in so little time."""
    while True:
        try:
            return await two_people(served)
        except Refused as refused:
            if refused.code != "storage":
                raise


async def said(at: Wire, id: str, text: str) -> int:
    """Say something as clients do, the same again until it is stored; return its number."""
    while True:
        n = len(at.answers.get(id, ()))
        await at.send({"type": "chat", "id": id, "text": text})
        answer = (await at.answered(id, n + 1))[-1]
        if answer["ok"]:
            return int(answer["seq"])
        assert answer["problem"]["code"] == "storage"


def test_a_step_of_unknown_fate_is_carried_out_once(
    own_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL stops at the commit: whether it is stored shows when it goes on."""
    hurry(monkeypatch)
    served = Served(own_postgres.new_database())
    is_stopped: list[Any] = []

    @event.listens_for(served.registry.store.engine, "commit")
    def commit(connection: Connection) -> None:
        if is_stopping:
            is_stopping.clear()
            stop = own_postgres.stopped()
            stop.__enter__()
            is_stopped.append(stop)

    is_stopping: list[bool] = []

    async def story() -> None:
        id, ada, bob, _ = await two_hurried_people(served)
        async with Wire(served.url, id, secret=ada) as at, Wire(served.url, id, secret=bob) as by:
            seq = at.seq
            action = at.position["actions"][0]["id"]
            request = {"type": "act", "id": "a", "expected": seq, "action": action}
            is_stopping.append(True)
            await at.send(request)
            answer = (await at.answered("a"))[0]
            assert answer["problem"]["code"] == "storage"
            assert "not known" in answer["problem"]["text"]
            is_stopped.pop().__exit__(None, None, None)
            await by.reach(seq + 1)  # it was stored, and is told although nobody asked again
            while not at.answers["a"][-1]["ok"]:
                n = len(at.answers["a"])
                await at.send(request)
                await at.answered("a", n + 1)
            assert at.answers["a"][-1]["seq"] == seq + 1
            ledger = Ledger()
            ledger.note(id, 0, "a", seq + 1, action)
            ledger.check(await asyncio.to_thread(stored, served.settings.db))

    try:
        run(story())
    finally:
        for stop in is_stopped:
            stop.__exit__(None, None, None)
        served.stop()


def test_what_is_wrong_with_one_write_is_not_the_others_trouble(database: str) -> None:
    """Writes that wait go to disk together; one that cannot be carried out goes alone."""
    store = Store(read_settings({"db": database}, {}))
    store.open()

    def good(c: Connection) -> str:
        return str(c.execute(text("SELECT 'written'")).scalar())

    def bad(c: Connection) -> str:
        return str(c.execute(text("SELECT nothing FROM nowhere")).scalar())

    def wrong(c: Connection) -> str:
        raise KeyError("a mistake of ours")

    async def story() -> None:
        begun, held = threading.Event(), threading.Event()

        def hold(c: Connection) -> None:
            begun.set()
            held.wait()

        first = asyncio.create_task(store.write("", hold))
        await asyncio.to_thread(begun.wait)
        works = [good, bad, good, wrong, good]
        waiting = [asyncio.create_task(store.write(f"{n}", w)) for n, w in enumerate(works)]
        await asyncio.sleep(0)  # now they wait behind it
        held.set()
        await first
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [f for f in found if f == "written"] == ["written"] * 3
        assert isinstance(found[1], StorageError)
        assert isinstance(found[3], KeyError)

    try:
        run(story())
    finally:
        store.close()


def test_who_waits_for_others_at_a_table_is_answered_too(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request that has the table waits for a database that hangs, and so do all others."""
    served = Served(sqlite_file)

    async def story() -> None:
        more: dict[str, Any] = {"start": True, "bot_pace": 0, "options": {"starts": 1}}
        made = await served.client.create("usa", [YOU, bot()], **more)
        id, ada = made["table"]["id"], made["secret"]
        opened = served.registry.loaded_tables[id]
        assert opened.driver is not None
        loop = opened.driver.get_loop()
        async with Wire(served.url, id, secret=ada) as at:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(opened.lock.acquire(), loop))
            monkeypatch.setattr(waiting, "WAIT", 0.2)
            answer = await at.ask("chat", "lost", text="hello?")
            assert answer["problem"]["code"] == "storage"
            with pytest.raises(Refused) as refused:
                await served.client.get(f"/api/tables/{id}", ada)
            assert (refused.value.status, refused.value.code) == (503, "storage")
            late = Wire(served.url, id, secret=ada)
            await late.connect()
            await late.until_closed()
            assert late.bye is not None
            assert late.bye["code"] == "storage"
            monkeypatch.undo()
            # What began with a request and goes on, as a bot does, has all the time there is.
            later = SimpleNamespace(monotonic=lambda: time.monotonic() + 3600)
            monkeypatch.setattr(waiting, "time", later)
            loop.call_soon_threadsafe(opened.lock.release)
            while not (await at.ask("act", expected=at.seq, action=first(at.position)))["ok"]:
                await asyncio.sleep(0.02)
            await at.until(lambda: sum(bool(s["by_bot"]) for s in at.steps) > 1)

    try:
        run(story())
    finally:
        served.stop()


def test_what_is_not_stored_is_told_to_nobody_even_if_somebody_goes_meanwhile(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Served(sqlite_file)
    monkeypatch.setattr(registry, "PRESENCE_DELAY", 0.0)
    is_storing = threading.Event()

    async def fails(id: str, *given: Any) -> bool:
        """The database refuses the step, after a watcher went and the others would be told."""
        is_storing.set()
        while served.registry.loaded_tables[id].watchers():
            await asyncio.sleep(0.01)
        for _ in range(5):
            await asyncio.sleep(0)
        raise StorageError("problem.notStored", why="a test")

    async def story() -> None:
        id, ada, bob, _ = await two_people(served, listed=True)
        async with Wire(served.url, id, secret=bob) as bobs, Wire(served.url, id) as watcher:
            await bobs.until(lambda: bobs.table["watchers"] == 1)
            monkeypatch.setattr(served.registry.store, "append", fails)
            pausing = asyncio.create_task(served.client.post(f"/api/tables/{id}/pause", {}, ada))
            await asyncio.to_thread(is_storing.wait)
            await watcher.close()
            with pytest.raises(Refused) as refused:
                await pausing
            assert refused.value.code == "storage"
            await bobs.until(lambda: bobs.table["watchers"] == 0)
            assert bobs.table["state"] == "playing"
            assert not [frame for frame in bobs.frames if '"paused"' in frame]

    try:
        run(story())
    finally:
        served.stop()


def test_a_request_has_its_time_once_however_often_it_waits(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(waiting, "time", SimpleNamespace(monotonic=lambda: now))
    store = Store(read_settings({"db": sqlite_file}, {}))
    with waiting.one_request():
        assert waiting.left() == 12
        now += 7
        assert waiting.left() == 5
        now += 7
        assert waiting.left() == 0
        with pytest.raises(StorageError, match="cannot be stored now") as problem:
            run(store.write("", lambda c: None))
        assert not isinstance(problem.value, UnknownFateError), "it was not even tried"
        with pytest.raises(StorageError, match="no answer within 12 seconds"):
            run(store.read(lambda c: None))
    assert waiting.left() == 12
    store.close()
