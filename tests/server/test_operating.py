"""Operators: tables are listed, stopped and deleted while a server runs."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from branchline.cli.main import main
from branchline.client import Refused
from branchline.server.settings import read_settings
from branchline.server.storage.store import Store
from branchline.server.tables import sweeper

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


def test_what_the_operator_stops_only_the_operator_lets_go_on(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    db = ["--db", served.settings.db]

    async def tables(*words: str) -> int:
        capsys.readouterr()
        return await asyncio.to_thread(main, ["tables", *words, *db])

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        assert await tables("resume", id) == 2  # nobody stopped it
        await served.client.post(f"/api/tables/{id}/pause", {}, ada)
        async with Wire(served.url, id, secret=ada) as seat:
            assert await tables("stop", id) == 0
            await seat.until(lambda: seat.table["stopped"])
            assert seat.steps[-1]["kind"] == "stop"
            assert seat.steps[-1]["kind"] == "stop"
            assert seat.table["stopped"]
            with pytest.raises(Refused, match="operator of the server, who alone") as refused:
                await served.client.post(f"/api/tables/{id}/resume", {}, ada)
            assert (refused.value.status, refused.value.code) == (403, "not allowed")
            answer = await seat.ask("act", expected=seat.seq, action=0)
            assert answer["problem"]["code"] == "paused"
            assert answer["problem"]["said"]["key"] == "problem.stopped"
            assert await tables("stop", id) == 2
            assert await tables("list") == 0
            assert "  paused  2+0  " in capsys.readouterr().out
            assert await tables("show", id) == 0
            assert json.loads(capsys.readouterr().out)["stopped"]
            assert await tables("resume", id) == 0
            await seat.until(lambda: seat.table["state"] == "playing")
            assert not seat.table["stopped"]
            await served.client.post(f"/api/tables/{id}/pause", {}, ada)
            await served.client.post(f"/api/tables/{id}/resume", {}, ada)

    run(story())


def test_a_stop_outlives_the_server(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    try:
        id, ada, _, _ = run(two_people(served))
    finally:
        served.stop()
    assert main(["tables", "stop", id, "--db", sqlite_file]) == 0
    served = Served(sqlite_file)
    try:
        with pytest.raises(Refused, match="operator"):
            run(served.client.post(f"/api/tables/{id}/resume", {}, ada))

        async def goes_on() -> None:
            async with Wire(served.url, id, secret=ada) as seat:
                resume = ["tables", "resume", id, "--db", sqlite_file]
                assert await asyncio.to_thread(main, resume) == 0
                await seat.until(lambda: seat.table["state"] == "playing")

        run(goes_on())
    finally:
        served.stop()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET kind = 'set clocks' WHERE seq = 2",
        "UPDATE log SET body = '{' WHERE seq = 2",
        "DELETE FROM log WHERE seq = 3",
        "UPDATE tables SET setup = '[]'",
        "UPDATE tables SET summary = '[[', updated_at = 1e300",
    ],
)
def test_a_table_that_cannot_be_read_is_listed_and_deleted(
    sqlite_file: str, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(sqlite_file)
    try:
        id, _, _, _ = run(two_people(served))
    finally:
        served.stop()
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        c.execute(text(damage))
    db = ["--db", sqlite_file]
    for do in ("stop", "resume"):
        capsys.readouterr()
        assert main(["tables", do, id, *db]) == 2
        said = capsys.readouterr().err
        assert f"table {id} cannot be read" in said
        assert len(said.splitlines()) == 1
    assert main(["tables", "show", id, *db]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == id
    assert main(["tables", "list", *db]) == 0
    assert capsys.readouterr().out.startswith(id)
    assert main(["tables", "delete", id, *db]) == 0
    with engine.connect() as c:
        for table in ("tables", "log", "holders"):
            assert c.execute(text(f"SELECT count(*) FROM {table}")).scalar() == 0
    engine.dispose()


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ["frobnicate"],
        ["stop"],
        ["stop", "a", "b"],
        ["list", "x"],
        ["show", "nosuch"],
        ["stop", "nosuch"],
        ["resume", ""],
        ["delete", "x y"],
        ["delete", "' OR 1=1 --"],
        ["show", "\u202e\n\x1b[2J"],
    ],
)
def test_nonsense_is_one_clear_line(
    wrong: list[str], sqlite_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(read_settings({"db": sqlite_file}, {}))
    store.migrate()
    store.engine.dispose()
    try:
        code: object = main(["tables", *wrong, *(["--db", sqlite_file] if wrong else [])])
    except SystemExit as left:
        code = left.code
    assert code == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert not {"\u202e", "\x1b"} & set(said)


@pytest.mark.parametrize(
    "command", [["tables", "list"], ["tables", "show", "x"], ["export", "out"]]
)
def test_a_mistyped_path_is_said_and_makes_no_database(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mistyped" / "branchline.db"
    for where in (["--db", f"sqlite:///{file}"], ["--data", str(file.parent)]):
        assert main([*command, *where]) == 2
        assert capsys.readouterr().err == f"branchline: there is no database {file}\n"
    assert not file.parent.exists()


def test_a_table_made_while_the_sweeper_reads_stays(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweeper asks which tables are stored; one that comes before the answer is not lost."""
    monkeypatch.setattr(sweeper, "SWEEP", 3600.0)
    served = Served(sqlite_file)
    try:

        async def story() -> None:
            await two_people(served)
            store, made = served.registry.store, []
            steps = store.steps

            async def slow_steps(ids: Sequence[str]) -> dict[str, int]:
                found = await steps(ids)
                made.append((await asyncio.wrap_future(here(two_people(served))))[0])
                return found

            loop = asyncio.get_running_loop()

            def here(work: Any) -> Any:
                return asyncio.run_coroutine_threadsafe(work, loop)

            monkeypatch.setattr(store, "steps", slow_steps)
            app: Any = served.server.config.app
            there = app.state.sweeper
            sweeping = asyncio.run_coroutine_threadsafe(there.notice(), there.task.get_loop())
            await asyncio.wrap_future(sweeping)
            assert made[0] in served.registry.loaded_tables

        run(story())
    finally:
        served.stop()
