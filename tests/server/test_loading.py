"""Loading a table: others may act at the same time, and still everybody gets the whole log."""

import asyncio
from typing import Any

import pytest

from branchline.server.storage.database import StorageError
from branchline.server.tables.registry import Registry

from .postgres import Postgres
from .served import Served, first, run, two_people
from .wire import Wire


def test_one_who_gives_up_while_a_table_loads_leaves_it_to_the_others(database: str) -> None:
    served = Served(database)
    id, _, _, _ = run(two_people(served))
    served.stop()

    async def story() -> None:
        registry = Registry(served.settings)
        await registry.open()
        try:
            hasty, patient = (asyncio.create_task(registry.find(id)) for _ in range(2))
            await asyncio.sleep(0)  # both have asked
            hasty.cancel()
            assert (await patient).table.seq == 3
            assert hasty.cancelled()
        finally:
            await registry.close()

    run(story())


def test_what_another_process_stores_while_a_table_loads_is_not_missed(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = postgres.new_database()
    one, two = Served(database), Served(database)

    async def story() -> None:
        id, ada, bob, _ = await two_people(two)
        async with Wire(two.url, id, secret=bob) as at:
            chosen = first(at.position)
        act = {"id": "b", "expected": 3, "action": chosen}
        read = one.registry.store.load
        acted: list[Any] = []

        async def meanwhile(id: str, after: int = 0) -> Any:
            found = await read(id, after)
            if not acted:
                path = f"/api/tables/{id}/act"
                acted.append(
                    await asyncio.to_thread(two.client.request_now, "POST", path, act, bob)
                )
            return found

        monkeypatch.setattr(one.registry.store, "load", meanwhile)
        async with Wire(one.url, id, secret=ada) as seat:
            await seat.reach(4)
        assert acted[0]["seq"] == 4

    try:
        run(story())
    finally:
        one.stop()
        two.stop()


def test_a_database_that_cannot_be_read_is_said_so_at_the_socket(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(id: str, after: int = 0) -> Any:
        raise StorageError("the database cannot be read now")

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        opened = served.registry.loaded_tables[id]
        async with Wire(served.url, id, secret=ada) as at:
            monkeypatch.setattr(served.registry.store, "load", fails)
            opened.is_broken = True
            answer = await at.ask("chat", "c", text="anybody there?")
            assert answer["problem"]["code"] == "storage"
            late = Wire(served.url, id, secret=ada)
            await late.connect()
            await late.until_closed()
            assert late.bye is not None
            assert late.bye["code"] == "storage"
            monkeypatch.undo()
            await at.send({"type": "chat", "id": "c", "text": "anybody there?"})
            assert (await at.answered("c", 2))[1]["ok"]

    run(story())
