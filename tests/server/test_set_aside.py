"""A table that cannot be read is set aside: its people are told, everybody else goes on."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, text, update

import branchline
from branchline.cli.main import main
from branchline.client import Refused
from branchline.server.settings import read_settings
from branchline.server.storage.connection import make_engine
from branchline.server.storage.sql import LOG, TABLES
from branchline.server.storage.store import UnreadableTableError
from branchline.server.tables import registry, sweeper

from .served import YOU, Served, bot, run, two_people
from .wire import Wire


def broken_json(c: Connection, id: str) -> None:
    c.execute(update(LOG).where(LOG.c.table_id == id, LOG.c.seq == 2).values(body='{"'))


def unknown_kind(c: Connection, id: str) -> None:
    c.execute(update(LOG).where(LOG.c.table_id == id, LOG.c.seq == 2).values(kind="unheard of"))


def gap(c: Connection, id: str) -> None:
    c.execute(delete(LOG).where(LOG.c.table_id == id, LOG.c.seq == 1))


def lost_end(c: Connection, id: str) -> None:
    c.execute(delete(LOG).where(LOG.c.table_id == id, LOG.c.seq == 2))


def other_rules(c: Connection, id: str) -> None:
    """A decision that the rules of this version do not know."""
    body = json.dumps({"move": {"do": "fly"}})
    line = {"table_id": id, "seq": 3, "at": 1.0, "kind": "action", "seat": 0, "body": body}
    c.execute(insert(LOG), [line])
    c.execute(update(TABLES).where(TABLES.c.id == id).values(seq=3))


def broken_setup(c: Connection, id: str) -> None:
    c.execute(update(TABLES).where(TABLES.c.id == id).values(setup='{"game": 1}'))


def broken_summary(c: Connection, id: str) -> None:
    c.execute(update(TABLES).where(TABLES.c.id == id).values(summary="[]]"))


DAMAGES = (broken_json, unknown_kind, gap, lost_end, other_rules, broken_setup, broken_summary)


def change(db: str, work: Callable[[Connection], Any]) -> None:
    """Change a database without the server."""
    engine = make_engine(read_settings({"db": db}, {}))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        work(connection)
    engine.dispose()


def test_what_cannot_be_read_stops_nobody_else(
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sweeper, "SWEEP", 3600.0)  # it comes to all of them at once
    served = Served(database, unwatched_pace=60)  # the bots have not begun yet
    bots = [bot("apprentice"), bot("apprentice")]
    made: list[dict[str, Any]] = []
    try:
        for _ in range(len(DAMAGES) + 1):
            more: dict[str, Any] = {"start": True, "bot_pace": 3, "listed": True}
            made.append(run(served.client.create("usa", bots, **more)))
    finally:
        served.stop()
    *bad, good = [(each["table"]["id"], each["secret"]) for each in made]
    for damage, (id, _) in zip(DAMAGES, bad, strict=True):
        change(database, lambda c, damage=damage, id=id: damage(c, id))  # type: ignore[misc]
    # The damaged ones are the first that want attention.
    change(database, lambda c: c.execute(update(TABLES).values(wake_at=1.0)))
    due = update(TABLES).where(TABLES.c.id == good[0]).values(wake_at=2.0)
    change(database, lambda c: c.execute(due))
    served = Served(database)

    async def story() -> None:
        while good[0] not in served.registry.loaded_tables:  # the sweeper comes to it
            await asyncio.sleep(0.02)
        async with served.client.look(*good) as seat:
            await seat.wait_for(lambda s: s.seq > 3)
        for id, secret in bad:
            with pytest.raises(Refused, match="cannot read this table") as refused:
                await served.client.get(f"/api/tables/{id}", secret)
            assert (refused.value.status, refused.value.code) == (409, "unreadable")
            assert f"begun with version {branchline.__version__}" in str(refused.value)
            wire = Wire(served.url, id, secret=secret)
            await wire.connect()
            await wire.until_closed()
            assert wire.bye is not None
            assert wire.bye["code"] == "unreadable"
            await wire.close()
        home = await served.client.get("/api/home")
        assert [table["id"] for table in home["running"]] == [good[0]]
        secrets = [secret for _, secret in (*bad, good)]
        mine = await served.client.post("/api/mine", {"secrets": secrets})
        told = {table["id"] for table in mine["tables"]}
        assert told == {id for id, _ in (*bad[:-1], good)}  # of the last nothing can be told
        assert served.registry.metrics.value("tables_set_aside_total") == len(bad)
        lines = [r for r in caplog.records if r.message == "a table is set aside"]
        assert sorted(r.table for r in lines) == sorted(id for id, _ in bad)  # type: ignore[attr-defined]
        assert await served.registry.store.due(3.0) in ([], [good[0]])

    async def again() -> None:
        """Repaired, and tried again by the operator."""
        id, secret = bad[1]
        retry = ["tables", "retry", id, "--db", database]

        async def listed_as() -> str:
            capsys.readouterr()
            assert await asyncio.to_thread(main, ["tables", "list", "--db", database]) == 0
            lines = capsys.readouterr().out.splitlines()
            return next(line for line in lines if line.startswith(id))

        assert (await listed_as()).endswith("  cannot be read")
        assert await asyncio.to_thread(main, retry) == 2  # it is as it was
        mend = update(LOG).where(LOG.c.table_id == id, LOG.c.seq == 2).values(kind="start")
        await asyncio.to_thread(change, database, lambda c: c.execute(mend))
        with pytest.raises(Refused):
            await served.client.get(f"/api/tables/{id}", secret)
        assert await asyncio.to_thread(main, retry) == 0
        assert "cannot be read" not in await listed_as()
        assert await asyncio.to_thread(main, retry) == 2  # it is not set aside any more
        async with served.client.look(id, secret) as seat:
            await seat.wait_for(lambda s: s.seq > 3)

    try:
        run(story())
        run(again())
    finally:
        served.stop()


def test_another_version_tries_it_again(sqlite_file: str) -> None:
    served = Served(sqlite_file)

    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()])
        id, secret = made["table"]["id"], made["secret"]
        for opened in list(served.registry.loaded_tables.values()):
            served.registry.drop(opened, registry._unreadable(None))
        marked = update(TABLES).where(TABLES.c.id == id)
        by = marked.values(aside_by="0.0.1", aside_why="KeyError: fly")
        await asyncio.to_thread(change, sqlite_file, lambda c: c.execute(by))
        assert (await served.client.get(f"/api/tables/{id}", secret))["table"]["id"] == id
        found = await served.registry.store.load(id)
        assert found is not None
        assert (found[0].aside_by, found[0].rules) == (None, branchline.__version__)

    try:
        run(story())
    finally:
        served.stop()


def test_those_at_a_table_that_can_no_longer_be_read_are_told(database: str) -> None:
    """Another process, of a later version, has stored something that this one does not know."""
    served = Served(database)

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with Wire(served.url, id, secret=ada) as at:
            line = {"table_id": id, "seq": at.seq + 1, "at": 1.0, "kind": "news", "body": "{}"}

            def add(c: Connection) -> None:
                c.execute(insert(LOG), [line])
                c.execute(text("UPDATE tables SET seq = seq + 1 WHERE id = :id"), {"id": id})

            await asyncio.to_thread(change, database, add)
            await at.send({"type": "chat", "id": "c", "text": "anybody?"})
            await at.until_closed()
            assert at.bye is not None
            assert at.bye["code"] == "unreadable"
            assert id not in served.registry.loaded_tables

    try:
        run(story())
    finally:
        served.stop()


def test_what_cannot_be_read_does_not_hold_a_connection_to_the_past(sqlite_file: str) -> None:
    """A query that is not read to its end would show the next reader the database as it was."""
    served = Served(sqlite_file)

    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()], start=True)
        id = made["table"]["id"]
        store = served.registry.store
        odd = update(LOG).where(LOG.c.table_id == id, LOG.c.seq == 1).values(kind="unheard of")
        await asyncio.to_thread(change, sqlite_file, lambda c: c.execute(odd))
        with pytest.raises(UnreadableTableError) as kept:  # as a log or a debugger keeps it
            await store.load(id)
        gone = delete(TABLES).where(TABLES.c.id == id)
        await asyncio.to_thread(change, sqlite_file, lambda c: c.execute(gone))
        for _ in range(5):  # whichever of its connections it takes
            assert await store.load(id) is None
        assert kept.value

    try:
        run(story())
    finally:
        served.stop()
