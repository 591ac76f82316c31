"""What older versions wrote and said is understood (docs/stability.md)."""

import copy
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.server.app import make_app
from branchline.server.protocol.schema import schema
from branchline.server.tables import tokens
from branchline.testing import check_board

from ..server.served import Served, run
from . import conversation, names
from .make import FOLDER, HOLDER, current
from .shapes import breaks, shapes

VERSIONS = sorted(FOLDER.iterdir())
RECORDS = sorted(FOLDER.glob("*/*-2.jsonl"))
BOARDS = sorted(FOLDER.glob("*/boards/*"))


def once(kept: list[Path]) -> list[Path]:
    """Of files or folders that are the same the one that was kept first."""
    found: dict[tuple[tuple[str, bytes], ...], Path] = {}
    for path in kept:
        files = [file for file in (path, *sorted(path.rglob("*"))) if file.is_file()]
        found.setdefault(tuple((file.name, file.read_bytes()) for file in files), path)
    return list(found.values())


def kept(version: Path, name: str) -> Any:
    return json.loads((version / name).read_text(encoding="utf-8"))


def test_there_is_something_kept_of_this_version() -> None:
    assert current() in VERSIONS
    for version in VERSIONS:
        played = {file.stem.rsplit("-")[0] for file in RECORDS if file.parent == version}
        assert played == {"usa", "france", "old_west", "card_game"}
        assert len([board for board in BOARDS if version in board.parents]) >= 4


# Records and boards


@pytest.mark.parametrize("file", once(RECORDS), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_kept_record_is_right_still(file: Path) -> None:
    record = bl.load_record(file)
    assert bl.verify(record).record(record.header["players"]).result == record.result


@pytest.mark.parametrize("folder", once(BOARDS), ids=lambda f: f"{f.parents[1].name}/{f.name}")
def test_a_kept_board_can_be_played(folder: Path) -> None:
    check_board(str(folder), games=1)


# Databases


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_a_kept_database_is_played_on(version: Path, tmp_path: Path) -> None:
    file = tmp_path / "branchline.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((version / "database.sql").read_text(encoding="utf-8"))
    served = Served(f"sqlite:///{file}", bot_pace=0)

    async def story() -> None:
        client = served.client
        mine = (await client.post("/api/mine", {"secrets": [HOLDER]}))["tables"]
        states = {table["game"]: (table["id"], table["state"]) for table in mine}
        assert {game: state for game, (_, state) in states.items()} == {
            "france": "lobby",
            "old_west": "playing",
            "card_game": "over",
        }
        async with client.look(states["old_west"][0], HOLDER) as seat:
            assert len(seat.steps) > 12
            end = await seat.play(lambda position: int(position["actions"][-1]["id"]))
            assert end["result"]["winners"]
        record = await client.get(f"/api/tables/{states['card_game'][0]}/record", HOLDER)
        assert bl.verify(bl.parse_record(record)).is_over

    try:
        run(story())
    finally:
        served.stop()


# The protocol


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_a_kept_conversation_goes_the_same_way(
    version: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(tokens.TEST_SEED, conversation.SEED)
    monkeypatch.setattr(tokens, "_made", 0)
    lines = conversation.read(version / "conversation.jsonl")
    served = Served(f"sqlite:///{tmp_path}/branchline.db", bot_pace=0)
    try:
        now = run(conversation.perform(served.url, lines))
    finally:
        served.stop()
    assert len(now) == len(lines) > 20
    for was, is_now in zip(lines, now, strict=True):
        assert conversation.misfits(was, is_now, str(was.get("path") or was["say"]["type"])) == []


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_clients_of_before_can_send_and_read(version: Path) -> None:
    assert breaks(kept(version, "protocol.json"), shapes(schema(make_app().openapi()))) == []


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        ("requests/GET =api=home", None, "GET /api/home is gone"),
        ("read/Step/properties/by_bot", None, "Step.by_bot is gone"),
        ("read/Step/properties/seq/type", "string", "Step.seq may now be string"),
        ("read/Step/required", ["seq"], "Step.at may be left out"),
        ("sent/Act/required", ["type", "id", "expected", "action", "why"], "Act.why is asked for"),
        ("sent/Act/properties/action/maximum", 7, "Act.action has a narrower maximum"),
        ("sent/Chat", None, "Chat is no longer sent"),
    ],
)
def test_what_would_break_a_client_is_found(at: str, value: Any, said: str) -> None:
    old = kept(VERSIONS[0], "protocol.json")
    new = copy.deepcopy(old)
    inner, (*way, last) = new, (name.replace("=", "/") for name in at.split("/"))
    for name in way:
        inner = inner[name]
    assert last in inner or value is not None
    inner[last] = value
    if value is None:
        del inner[last]
    assert said in breaks(old, new)


def test_what_may_be_added_breaks_nobody() -> None:
    old = kept(VERSIONS[0], "protocol.json")
    new = copy.deepcopy(old)
    new["read"]["Step"]["properties"]["weather"] = {"type": "string"}
    new["read"]["Step"]["required"].append("weather")
    new["read"]["Step"]["properties"]["kind"]["enum"].append("rain")
    new["sent"]["Act"]["properties"]["mood"] = {"type": "string"}
    new["requests"]["GET /api/weather"] = {}
    assert breaks(old, new) == []


# Names


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_names_and_commands_are_still_there(version: Path) -> None:
    old, flags = kept(version, "names.json"), names.commands()
    assert len(old["library"]) > 60
    assert names.lost(old["library"], names.library()) == []
    gone = {name: {*was} - {*flags.get(name, ())} for name, was in old["commands"].items()}
    assert {name: what for name, what in gone.items() if what or name not in flags} == {}


def test_names_that_are_lost_are_found() -> None:
    old = {"x": {"takes": [["a", "P", True], ["b", "P", False]], "members": {"go": [], "to": []}}}
    new = {"x": {"takes": [["b", "P", True], ["c", "P", True]], "members": {"go": [["d", "P", 1]]}}}
    assert names.lost(old, new) == [
        "x no longer takes a",
        "x needs c",
        "x needs b",
        "x.go needs d",
        "x.to is gone",
    ]
    assert names.lost(old, {}) == ["x is gone"]
    assert names.lost(old, old) == []
