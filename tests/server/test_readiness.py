"""Two questions about a server: does the process live (/health), and can one play (/ready)?"""

import asyncio
import contextlib
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text

from branchline.rules import engine
from branchline.server import faults
from branchline.server.settings import read_settings
from branchline.server.storage import database
from branchline.server.storage.database import StorageError
from branchline.server.storage.store import Store

from .served import Served, ask_ready, run


@pytest.fixture
def lone(sqlite_file: str) -> Iterator[Served]:
    server = Served(sqlite_file)
    yield server
    server.stop()


async def not_ready(served: Served) -> dict[str, Any]:
    """What it says of itself while it is not ready; the status says the same."""
    status, told = await asyncio.to_thread(ask_ready, served.url)
    assert status == 503
    return told


def test_a_server_that_plays_is_healthy_and_ready(served: Served) -> None:
    async def story() -> None:
        healthy = await served.client.get("/health")
        assert await served.client.get("/ready") == healthy | {"problem": None, "progress": None}
        assert healthy["status"] == "ok"

    run(story())


def test_health_never_asks_the_database(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stands = asyncio.Event()
        for name in ("check", "read", "write"):
            monkeypatch.setattr(lone.registry.store, name, lambda *_: stands.wait())
        assert (await lone.client.get("/health"))["status"] == "ok"

    run(story())


def test_a_database_of_another_version_is_not_ready(lone: Served) -> None:
    async def story() -> None:
        with lone.registry.store.engine.connect() as connection, connection.begin():
            connection.execute(text("UPDATE alembic_version SET version_num = 'v9999'"))
        told = await not_ready(lone)
        assert told["status"] == "failing"
        assert "database: its migrations" in told["problem"]
        assert (await lone.client.get("/health"))["status"] == "ok"

    run(story())


def test_rules_and_workers_that_are_not_there_are_named(
    lone: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        monkeypatch.setattr(engine, "is_compiled", lambda: False)
        problem = lambda: "no process can be started"  # noqa: E731
        monkeypatch.setattr(lone.registry.thinkers, "problem", problem)
        told = (await not_ready(lone))["problem"]
        assert "rules: they are not compiled" in told
        assert "workers: no process can be started" in told
        assert "database" not in told

    run(story())


def test_a_server_that_closes_is_not_ready(lone: Served) -> None:
    async def story() -> None:
        lone.registry.is_closing = True
        assert (await not_ready(lone))["status"] == "closing"
        assert (await lone.client.get("/health"))["status"] == "ok"

    run(story())


def test_a_server_that_is_being_closed_says_so_while_it_answers(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    app: Any = served.server.config.app
    say_goodbye = app.state.sockets.close
    answers: list[tuple[int, dict[str, Any]]] = []

    async def close() -> None:
        if not answers:
            answers.append(await asyncio.to_thread(ask_ready, served.url))
        await say_goodbye()

    app.state.sockets.close = close
    served.stop()
    assert [(status, told["status"]) for status, told in answers] == [(503, "closing")]


def test_however_often_it_is_asked_something_is_written_seldom(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(database, "time", SimpleNamespace(monotonic=lambda: now))
    store = Store(read_settings({"db": sqlite_file}, {}))
    store.open()

    async def after(seconds: float) -> int:
        """How much has been tried after so many seconds, and three questions."""
        nonlocal now
        now += seconds
        for _ in range(3):
            with contextlib.suppress(StorageError):
                await store.check()
        return store.writes + store.failures

    async def story() -> None:
        assert await after(0) == 1
        assert await after(4.9) == 1
        assert await after(0.2) == 2
        await store.write("", lambda c: None)  # other writes prove nothing, but count
        assert await after(5.1) == 4
        monkeypatch.setattr(faults, "storage_fails", lambda: True)
        assert await after(5.1) == 5
        with pytest.raises(StorageError):
            await store.check()
        assert await after(0.9) == 5
        assert await after(0.2) == 6

    try:
        run(story())
    finally:
        store.close()
