"""Operators: tables are listed, stopped and deleted beside a running server."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from branchline.cli import main
from branchline.client import Refused
from branchline.server import hall

from .served import Served, bot, run, two_people
from .wire import Wire


def test_an_operator_stops_and_deletes_tables(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    db = ["--db", served.settings.db]

    async def story() -> None:
        made = await served.client.create("usa", [bot(), bot()], start=True, bot_pace=30)
        bots, secret = made["table"]["id"], made["secret"]
        people, ada, _, _ = await two_people(served)
        capsys.readouterr()
        assert await asyncio.to_thread(main, ["tables", "list", "--json", *db]) == 0
        told = {t["id"]: t for t in map(json.loads, capsys.readouterr().out.splitlines())}
        assert (told[bots]["only_bots"], told[people]["only_bots"]) == (True, False)
        assert (told[people]["people"], told[people]["steps"]) == (2, 3)
        async with Wire(served.url, bots, secret=secret) as host:
            assert await asyncio.to_thread(main, ["tables", "stop", bots, *db]) == 0
            await host.until(lambda: host.table["state"] == "paused")
        async with Wire(served.url, people, secret=ada) as seat:
            assert await asyncio.to_thread(main, ["tables", "delete", people, *db]) == 0
            await seat.until_closed()
            assert seat.bye is not None
        with pytest.raises(Refused) as refused:
            await served.client.get(f"/api/tables/{people}", ada)
        assert refused.value.status == 404

    run(story())


def test_nonsense_is_one_clear_line(sqlite_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in (["show", "nosuch"], ["stop", "nosuch"], ["delete", "x y"]):
        assert main(["tables", *wrong, "--db", sqlite_file]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_table_made_while_the_sweeper_reads_stays(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweeper asks which tables are stored; one that comes before the answer is not lost."""
    monkeypatch.setattr(hall, "SWEEP", 3600.0)
    served = Served(sqlite_file)
    try:

        async def story() -> None:
            await two_people(served)
            store, made = served.hall.store, []
            steps = store.steps

            async def slow_steps(ids: Sequence[str]) -> dict[str, int]:
                found = await steps(ids)
                made.append((await asyncio.wrap_future(here(two_people(served))))[0])
                return found

            loop = asyncio.get_running_loop()

            def here(work: Any) -> Any:
                return asyncio.run_coroutine_threadsafe(work, loop)

            monkeypatch.setattr(store, "steps", slow_steps)
            there = served.hall._sweeper
            assert there is not None
            sweeping = asyncio.run_coroutine_threadsafe(served.hall._notice(), there.get_loop())
            await asyncio.wrap_future(sweeping)
            assert made[0] in served.hall.live

        run(story())
    finally:
        served.stop()
