"""Two questions about a server: does the process live (/health), and can one play (/ready)?"""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text

from branchline.rules import engine

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
        assert await served.client.get("/ready") == healthy | {"problem": None}
        assert healthy["status"] == "ok"

    run(story())


def test_health_never_asks_the_database(lone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        stands = asyncio.Event()
        for name in ("check", "read", "write"):
            monkeypatch.setattr(lone.hall.store, name, lambda *_: stands.wait())
        assert (await lone.client.get("/health"))["status"] == "ok"

    run(story())


def test_a_database_of_another_version_is_not_ready(lone: Served) -> None:
    async def story() -> None:
        with lone.hall.store.engine.connect() as connection, connection.begin():
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
        monkeypatch.setattr(lone.hall.thinkers, "problem", problem)
        told = (await not_ready(lone))["problem"]
        assert "rules: they are not compiled" in told
        assert "workers: no process can be started" in told
        assert "database" not in told

    run(story())


def test_a_server_that_closes_is_not_ready(lone: Served) -> None:
    async def story() -> None:
        lone.hall.is_closing = True
        assert (await not_ready(lone))["status"] == "closing"
        assert (await lone.client.get("/health"))["status"] == "ok"

    run(story())
