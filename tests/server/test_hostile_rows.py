"""Rows that somebody else wrote: no command is run, and no list breaks."""

import json
import logging
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from branchline.cli.main import main
from branchline.client import Refused
from branchline.server.storage.lines import NOTHING, CreatedBody
from branchline.server.storage.store import Entry
from branchline.server.tables.seats import Chair, Setup
from branchline.server.tables.table import Table

from .served import OPEN, YOU, Served, bot, first, run, two_people


def test_a_stored_bot_that_is_a_command_is_never_run(
    sqlite_file: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The row says to run a command: the usual level plays instead, and the log says so once."""
    ran = tmp_path / "ran"
    command = tmp_path / "command"
    command.write_text(f"#!/bin/sh\necho run >> {ran}\n")
    command.chmod(0o700)
    served = Served(sqlite_file, bot_pace=60)
    try:
        made = run(served.client.create("usa", [YOU, bot()], start=True, bot_pace=0))
    finally:
        served.stop()
    id, secret = made["table"]["id"], made["secret"]
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        c.execute(text("DELETE FROM log WHERE seq > 2"))
        c.execute(text("UPDATE tables SET seq = 2, wake_at = 0"))
        body = json.loads(c.execute(text("SELECT body FROM log WHERE seq = 1")).scalar() or "")
        body["chairs"][1]["bot"] = f"exec:{command}"
        c.execute(text("UPDATE log SET body = :body WHERE seq = 1"), {"body": json.dumps(body)})
    engine.dispose()
    caplog.set_level(logging.WARNING, "branchline.server")
    served = Served(sqlite_file)
    try:

        async def story() -> None:
            async with served.client.look(id, secret) as seat:
                await seat.wait_for(lambda s: bool(s.position["actions"]))
                await seat.act(first(seat.position))
                await seat.wait_for(lambda s: any(x["by_bot"] for x in s.steps))

        run(story())
        assert served.registry.thinkers.fallbacks == 0
    finally:
        served.stop()
    assert not ran.exists()
    assert [r.getMessage() for r in caplog.records].count("a stored bot is not played") == 1


@pytest.mark.parametrize("summary", ["[]", "nonsense", '{"id": 1}', '{"players": [1]}'])
def test_a_broken_summary_breaks_no_list(sqlite_file: str, summary: str) -> None:
    """The home page and one's own tables show the others."""
    served = Served(sqlite_file, bot_pace=60)
    try:

        async def story() -> None:
            client = served.client
            for title in ("whole", "broken"):
                await client.create("usa", [YOU, OPEN], listed=True, title=title, secret="s" * 43)
            engine = create_engine(sqlite_file)
            with engine.begin() as c:
                broken = {"summary": summary, "title": '%"broken"%'}
                change = "UPDATE tables SET summary = :summary WHERE setup LIKE :title"
                assert c.execute(text(change), broken).rowcount == 1
            engine.dispose()
            home = await client.get("/api/home")
            mine = await client.post("/api/mine", {"secrets": ["s" * 43]})
            assert [one["title"] for one in home["open"]] == ["whole"]
            assert [one["title"] for one in mine["tables"]] == ["whole"]

        run(story())
    finally:
        served.stop()


@pytest.mark.parametrize("kind", ["set clocks", "of", "pass on host", "_eq__", "", "Start"])
def test_a_stored_step_calls_nothing_but_what_steps_do(kind: str) -> None:
    """Any row may be stored; a table with such a step counts as one that cannot be read."""
    usual = {"pace": "live", "clock": None, "on_time_out": "bot", "bot_pace": 0.5, "help": True}
    setup = Setup("usa", 2, {}, "", False, **usual, host="0" * 64, invite="i")  # type: ignore[arg-type]
    table = Table("t", setup, bytes(32), 0.0, bearing=[0, 0])
    body = CreatedBody([Chair().to_line(), Chair().to_line()])
    table.apply(Entry(1, 0.0, "created", None, None, body))
    with pytest.raises(ValueError, match="no such kind"):
        table.apply(Entry(2, 0.0, kind, None, None, NOTHING))
    assert table.seq == 1


@pytest.mark.parametrize(
    "damage",
    [
        "tables SET setup = json_set(setup, '$.clock', 'soon')",
        "tables SET setup = json_set(setup, '$.bot_pace', NULL)",
        "tables SET setup = json_set(setup, '$.game', '/etc')",
        "tables SET created_at = 'soon'",
        "log SET at = 'soon' WHERE seq = 2",
        "log SET at = 9e999 WHERE seq = 2",
        "log SET seat = -1 WHERE seq = 2",
        "log SET client_id = char(10) WHERE seq = 2",
    ],
)
def test_what_no_server_stored_is_set_aside_before_it_does_harm(
    sqlite_file: str, damage: str
) -> None:
    """Its fault would come to light later otherwise: when somebody looks, or for all at once."""
    served = Served(sqlite_file)
    made = run(served.client.create("usa", [YOU, OPEN]))
    id, secret = made["table"]["id"], made["secret"]
    run(served.client.post(f"/api/tables/{id}/chat", {"id": "1", "text": "hello"}, secret))
    served.stop()
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        assert c.execute(text(f"UPDATE {damage}")).rowcount == 1
    engine.dispose()
    served = Served(sqlite_file)
    try:
        with pytest.raises(Refused) as refused:
            run(served.client.get(f"/api/tables/{id}", secret))
        assert refused.value.code == "unreadable"
        assert served.registry.metrics.value("tables_set_aside_total") == 1
    finally:
        served.stop()


def test_a_row_of_the_far_future_does_not_set_the_clock(sqlite_file: str) -> None:
    served = Served(sqlite_file)
    run(served.client.create("usa", [YOU, OPEN]))
    served.stop()
    engine = create_engine(sqlite_file)
    for never in ("1e300", "'soon'"):
        with engine.begin() as c:
            c.execute(text(f"UPDATE tables SET updated_at = {never}"))
            c.execute(text("DELETE FROM alive"))
        served = Served(sqlite_file)
        assert served.registry.clock.now() < 1e11
        served.stop()
    engine.dispose()


def test_why_a_table_cannot_be_read_tells_nothing_of_its_cards(
    sqlite_file: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    served = Served(sqlite_file)
    id, ada, _, _ = run(two_people(served))
    table = served.registry.loaded_tables[id].table
    assert table.game is not None
    claim = next(a for a in table.game.catalogue.fixed if a is not None and "claim" in a.text)
    served.stop()
    engine = create_engine(sqlite_file)
    with engine.begin() as c:
        body = json.dumps({"move": claim.move.to_json()})
        step = "INSERT INTO log VALUES (:id, 4, 1e9, 'action', 0, NULL, :body)"
        c.execute(text(step), {"id": id, "body": body})
        c.execute(text("UPDATE tables SET seq = 4"))
    engine.dispose()
    served = Served(sqlite_file)
    try:
        with pytest.raises(Refused) as refused:
            run(served.client.get(f"/api/tables/{id}", ada))
        assert refused.value.code == "unreadable"
    finally:
        served.stop()
    (line,) = [r for r in caplog.records if r.message == "a table is set aside"]
    assert line.problem == "BranchlineError: command.refused"  # type: ignore[attr-defined]
    assert main(["tables", "show", id, "--db", sqlite_file]) == 0
    assert "command.refused" in capsys.readouterr().out
