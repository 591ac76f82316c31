"""Storage: what is acknowledged survives, what fails says so, and tables come and go."""

import asyncio
import gc
import json
import stat
import weakref
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from branchline.cli.main import main
from branchline.client import Refused
from branchline.errors import BranchlineError
from branchline.server import faults
from branchline.server.settings import read_settings
from branchline.server.storage.sql import metadata
from branchline.server.storage.store import Store
from branchline.server.tables import sweeper
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.takeback import TIMES
from branchline.server.tables.tokens import hashed
from tests.scale import scaled

from .postgres import Postgres
from .served import YOU, Served, bot, first, run, two_people


def test_a_table_is_the_same_after_a_restart(database: str) -> None:
    served = Served(database, bot_pace=60)
    try:
        id, ada, bob, _ = run(two_people(served))

        async def act() -> dict[str, object]:
            async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
                for seat in (a, b):
                    await seat.act(first(seat.position))
                await a.ask("chat", text="see you tomorrow")
            return dict(await served.client.get(f"/api/tables/{id}", ada))

        before = run(act())
    finally:
        served.stop()
    served = Served(database, bot_pace=60)
    try:
        after = run(served.client.get(f"/api/tables/{id}", ada))
        assert after["steps"] == before["steps"]
        assert after["position"] == before["position"]
        with pytest.raises(Refused):
            run(served.client.get(f"/api/tables/{id}", "x" * 43))
    finally:
        served.stop()


def test_a_table_from_before_colours_were_chosen_has_the_first_ones(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    try:
        seats = [{**YOU, "colour": "white"}, {**bot(), "colour": "black"}]
        made = run(served.client.create("usa", seats, listed=True))
        id, ada = made["table"]["id"], made["secret"]
    finally:
        served.stop()
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        body = json.loads(c.execute(text("SELECT body FROM log WHERE seq = 1")).scalar_one())
        del body["colours"]
        c.execute(text("UPDATE log SET body = :body WHERE seq = 1"), {"body": json.dumps(body)})
        summary = json.loads(c.execute(text("SELECT summary FROM tables")).scalar_one())
        for player in summary["players"]:
            del player["colour"]
        c.execute(text("UPDATE tables SET summary = :one"), {"one": json.dumps(summary)})
    engine.dispose()
    served = Served(sqlite_file)
    try:
        found = run(served.client.get(f"/api/tables/{id}", ada))["table"]
        assert [seat["colour"] for seat in found["seats"]] == ["red", "blue"]
        (listed,) = run(served.client.get("/api/home"))["open"]
        assert [player["colour"] for player in listed["players"]] == ["red", "blue"]
    finally:
        served.stop()


def test_bots_go_on_after_a_restart_without_anybody_looking(database: str) -> None:
    served = Served(database)
    try:
        made = run(served.client.create("usa", [bot(), bot()], start=True, bot_pace=0.2))
        id, secret = made["table"]["id"], made["secret"]
    finally:
        served.stop()
    served = Served(database)
    try:

        async def story() -> None:
            while id not in served.registry.loaded_tables:
                await asyncio.sleep(0.02)
            async with served.client.look(id, secret) as host:
                seq = host.seq
                await host.wait_for(lambda s: s.seq > seq)

        run(story())
    finally:
        served.stop()


def test_an_unused_table_leaves_memory_and_comes_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "SWEEP", 0.1)
    served = Served(database, unload_after=0.2)
    gc.disable()
    try:

        async def story() -> None:
            id, ada, _, _ = await two_people(served)
            left: weakref.ref[LoadedTable] | None = None
            while left is None:  # on a busy machine it may be gone before anybody looks
                before = await served.client.get(f"/api/tables/{id}", ada)
                opened = served.registry.loaded_tables.get(id)
                left = weakref.ref(opened) if opened is not None else None
                del opened
            while id in served.registry.loaded_tables:
                await asyncio.sleep(0.05)
            while left() is not None:  # at once, not when the collector finds it
                await asyncio.sleep(0.01)
            assert await served.client.get(f"/api/tables/{id}", ada) == before

        run(story())
    finally:
        gc.enable()
        served.stop()


def test_time_runs_out_at_a_table_that_has_left_memory(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of days a turn is rarely in memory; nobody looks when the time is up."""
    monkeypatch.setattr(sweeper, "SWEEP", 0.1)
    served = Served(database, unload_after=0.1)

    async def story() -> None:
        id, _, _, _ = await two_people(served, clock={"seconds": 1})
        while id in served.registry.loaded_tables:
            await asyncio.sleep(0.02)
        kinds = ["created", "sit", "start"]
        while len(kinds) < 7:
            await asyncio.sleep(0.05)
            found = await served.registry.store.load(id)
            assert found is not None
            kinds = [entry.kind for entry in found[1]]
        assert kinds[3:5] == ["time out", "time out"]
        assert kinds[5:7] == ["action", "action"]

    try:
        run(story())
    finally:
        served.stop()


def test_a_write_that_fails_is_not_acknowledged_and_can_be_repeated(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Served(database)

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with served.client.look(id, ada) as seat:
            facts = {"id": "once", "expected": seat.seq, "action": first(seat.position)}
            monkeypatch.setattr(faults, "storage_fails", lambda: True)
            with pytest.raises(Refused, match="nothing has happened") as refused:
                await served.client.post(f"/api/tables/{id}/act", facts, ada)
            assert (refused.value.status, refused.value.code) == (503, "storage")
            monkeypatch.undo()
            now = await served.client.get(f"/api/tables/{id}", ada)
            assert now["table"]["seq"] == 3
            again = await served.client.post(f"/api/tables/{id}/act", facts, ada)
            assert again["seq"] == 4
            await seat.wait_for(lambda s: s.seq == 4)

    try:
        run(story())
    finally:
        served.stop()


def test_two_processes_serve_one_table(postgres: Postgres) -> None:
    """Ada plays through one server and Bob through another, to the end."""
    database = postgres.new_database()
    one, two = Served(database), Served(database)
    try:

        async def story() -> None:
            id, ada, bob, invite = await two_people(one, "card_game")
            async with (
                one.client.look(id, ada) as a,
                two.client.look(id, bob) as b,
                two.client.look(id, invite=invite) as watcher,
            ):
                await a.wait_for(lambda s: s.table["seats"][1]["connected"])
                await watcher.wait_for(lambda s: s.table["seats"][0]["connected"])
                ends = await asyncio.gather(a.play(first), b.play(first))
                assert ends[0]["result"]["winners"] == ends[1]["result"]["winners"]
                await watcher.wait_for(lambda s: s.seq == a.seq)
                assert len(watcher.steps) == a.seq == b.seq

        run(story())
    finally:
        one.stop()
        two.stop()


def test_of_two_processes_at_the_same_moment_one_is_accepted(postgres: Postgres) -> None:
    database = postgres.new_database()
    one, two = Served(database), Served(database)
    try:

        async def story() -> None:
            id, ada, _, _ = await two_people(one)
            async with one.client.look(id, ada) as here, two.client.look(id, ada) as there:
                for _ in range(TIMES):  # no more: then the decision stays
                    facts: dict[str, Any] = {"expected": here.seq, "action": first(here.position)}
                    a, b = await asyncio.gather(here.ask("act", **facts), there.ask("act", **facts))
                    assert sorted((a["ok"], b["ok"])) == [False, True]
                    await here.wait_for(lambda s: not s.position["actions"])
                    await here.ask("take back", expected=here.seq)
                    await here.wait_for(lambda s: bool(s.position["actions"]))
                    await there.wait_for(lambda s: s.seq == here.seq)

        for _ in range(scaled(2, 4)):
            run(story())
    finally:
        one.stop()
        two.stop()


def test_tables_are_exported_and_imported(
    database: str, sqlite_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(database, bot_pace=60)
    try:
        id, ada, _, _ = run(two_people(served))
        before = run(served.client.get(f"/api/tables/{id}", ada))
    finally:
        served.stop()
    file = tmp_path / "tables.jsonl"
    assert main(["export", str(file), "--db", database]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert ada not in file.read_text()
    assert hashed(ada) in file.read_text()
    assert main(["export", str(file), "--db", database]) == 2
    assert main(["import", str(file), "--db", sqlite_file]) == 0
    assert "0 were there already" in capsys.readouterr().out
    assert main(["import", str(file), "--db", sqlite_file]) == 0
    assert "0 tables imported" in capsys.readouterr().out
    bad = tmp_path / "bad.jsonl"
    bad.write_text(file.read_text().replace('"seq": ', '"seq": 1'))
    assert main(["import", str(bad), "--db", sqlite_file + "2"]) == 2
    served = Served(sqlite_file, bot_pace=60)
    try:
        after = run(served.client.get(f"/api/tables/{id}", ada))
        assert after["steps"] == before["steps"]
        assert after["position"] == before["position"]
    finally:
        served.stop()


def test_the_migrations_lead_to_the_tables_of_the_program(database: str) -> None:
    store = Store(read_settings({"db": database}, {}))
    store.migrate()
    store.migrate()  # and again, when there is nothing left to do
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    store.engine.dispose()


def test_settings_come_from_flags_then_the_environment() -> None:
    given = {"BRANCHLINE_PORT": "99", "BRANCHLINE_BOT_PACE": "2.5"}
    assert read_settings({"port": "7"}, given).port == 7
    assert read_settings({}, given).bot_pace == 2.5
    for wrong in ({"BRANCHLINE_PORT": "many"}, {"BRANCHLINE_PORT": "-1"}, {"BRANCHLINE_DB": "x"}):
        with pytest.raises(BranchlineError):
            read_settings({}, wrong)


def test_a_bot_whose_process_dies_or_hangs_is_replaced(sqlite_file: str) -> None:
    served = Served(sqlite_file, bot_workers=1, bot_seconds=600)
    try:

        async def story() -> None:
            import os
            import signal

            made = await served.client.create("usa", [YOU, bot()], start=True, bot_pace=0.2)
            thinkers = served.registry.thinkers
            async with served.client.look(made["table"]["id"], made["secret"]) as seat:
                await seat.wait_for(lambda s: any(x["by_bot"] for x in s.steps))
                (process,) = thinkers.processes()
                os.kill(process, signal.SIGKILL)
                await seat.act(first(seat.position))
                bots = sum(x["by_bot"] for x in seat.steps)
                while sum(x["by_bot"] for x in seat.steps) < bots + 2:
                    if seat.position["actions"]:
                        await seat.act(first(seat.position))
                    await asyncio.sleep(0.01)
                assert thinkers.restarts >= 1
                assert thinkers.processes() != [process]

        run(story())
    finally:
        served.stop()
