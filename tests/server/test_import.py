"""Import: a file is as hostile as a message of a stranger. All of it is taken, or nothing."""

import asyncio
import copy
import json
import random
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from sqlalchemy import create_engine, text

from branchline.cli.main import main
from branchline.client import Seat
from branchline.server.protocol.models import Step
from branchline.server.storage import transfer
from branchline.server.storage.lines import BODIES, ChairLine, RowLine, SetupLine
from branchline.server.storage.store import TableRow
from branchline.server.tables.seats import Chair, Setup
from branchline.server.tables.table import STEPS
from tests.scale import scaled

from .served import OPEN, YOU, Served, bot, first, run, two_people

Lines = list[dict[str, Any]]


async def _games(served: Served) -> None:
    """A lobby, a game that goes on, and one that is over and has a rematch."""
    client = served.client
    made = await client.create("usa", [YOU, OPEN, bot()], title="Sunday", listed=True)
    id, ada, invite = made["table"]["id"], made["secret"], made["invite"]
    bob = await client.sit(id, "Bob", invite)
    await client.post(f"/api/tables/{id}/leave", {}, bob["secret"])
    bob = await client.sit(id, "Bob", invite)
    for name in (None, "conductor"):
        await client.post(f"/api/tables/{id}/bot", {"seat": 2, "bot": name}, ada)
    await client.post(f"/api/tables/{id}/colour", {"colour": "white"}, ada)
    await client.start(id, ada)
    async with client.look(id, ada) as a, client.look(id, bob["secret"]) as b:
        await a.act(first(a.position))
        await a.wait_for(lambda s: s.position["take_back"]["allowed"] == "freely")
        await a.ask("take back", expected=a.seq)
        await a.wait_for(lambda s: bool(s.position["actions"]))
        await a.act(first(a.position))
        await b.ask("chat", text="well met")
        await b.ask("away")
    await client.post(f"/api/tables/{id}/pause", {}, ada)
    await client.create("france", [YOU, OPEN], id="once", secret="s" * 43)
    made = await client.create("card_game", [YOU, bot("greedy")], start=True)
    id, ada = made["table"]["id"], made["secret"]
    await client.post(f"/api/tables/{id}/leave", {}, ada)
    async with client.look(id, ada) as seat:
        await seat.wait_for(lambda s: s.table["state"] == "over")
    await client.post(f"/api/tables/{id}/rematch", {}, ada)
    await client.post(f"/api/tables/{id}/fork", {"step": 5, "seat": 0, "name": "Ada"}, ada)


async def _do(seat: Seat, what: str, **facts: Any) -> int:
    """Ask for a step, and wait until it is seen; return its number."""
    answer = await seat.ask(what, **facts)
    assert answer["ok"], answer["problem"]
    seq = int(answer["seq"])
    await seat.wait_past(seq - 1)
    return seq


async def _quarrel(served: Served) -> None:
    """A wish is withdrawn and another one granted; somebody comes back, and is removed."""
    client = served.client
    id, ada, bob, _ = await two_people(served)
    async with client.look(id, ada) as a, client.look(id, bob) as b:
        seats = {0: a, 1: b}
        for seat in (a, b):
            await _do(seat, "act", expected=seat.seq, action=first(seat.position))
        for seat in (a, b):
            await seat.wait_for(lambda s: s.position["view"]["phase"] == "turn")
        drawing = a.position["view"]["to_act"][0]
        one, other = seats[drawing], seats[1 - drawing]
        deck = [x for x in one.position["actions"] if x["move"].get("from") == "deck"]
        await _do(one, "act", expected=one.seq, action=deck[0]["id"])
        for agree in (False, True):
            asked = await _do(one, "take back", expected=one.seq)
            await _do(other if agree else one, "consent", asked=asked, agree=agree)
        await _do(b, "away")
        await _do(b, "back")
    for what in ("pause", "resume"):
        await client.post(f"/api/tables/{id}/{what}", {}, ada)
    await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)


async def _stopped(served: Served) -> None:
    """Somebody's time is up, and then the operator stops the game."""
    clock = {"clock": {"seconds": 1}, "on_time_out": "pause"}
    made = await served.client.create("usa", [YOU, bot()], start=True, **clock)
    id = made["table"]["id"]
    async with served.client.look(id, made["secret"]) as seat:
        await seat.wait_for(lambda s: s.table["state"] == "paused")
    stop = ["tables", "stop", id, "--db", served.settings.db]
    assert await asyncio.to_thread(main, stop) == 0


async def _hurried(served: Served) -> None:
    """Somebody lets the bots hurry."""
    made = await served.client.create("usa", [YOU, bot(), bot()], start=True, bot_pace=60)
    async with served.client.look(made["table"]["id"], made["secret"]) as seat:
        await _do(seat, "act", expected=seat.seq, action=first(seat.position))
        await _do(seat, "hurry")
        await seat.wait_for(lambda s: s.position["view"]["phase"] == "turn")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of an honest server's export."""
    folder = tmp_path_factory.mktemp("honest")
    served = Served(f"sqlite:///{folder / 'tables.db'}")
    try:
        for story in (_games, _quarrel, _stopped, _hurried):
            run(story(served))
    finally:
        served.stop()
    assert main(["export", str(folder / "all"), "--db", f"sqlite:///{folder / 'tables.db'}"]) == 0
    return [json.loads(line) for line in (folder / "all").read_text().splitlines()]


def take(lines: Lines | str, folder: Path) -> tuple[int, int]:
    """Import lines into a new database: the exit code, and how many tables are there then."""
    file, database = folder / "tables.jsonl", folder / "new.db"
    database.unlink(missing_ok=True)
    file.write_text(
        lines if isinstance(lines, str) else "".join(json.dumps(one) + "\n" for one in lines)
    )
    code = main(["import", str(file), "--db", f"sqlite:///{database}"])
    engine = create_engine(f"sqlite:///{database}")
    with engine.connect() as c:
        n = c.execute(text("SELECT count(*) FROM tables")).scalar()
    engine.dispose()
    return code, int(n or 0)


def test_what_an_honest_server_wrote_comes_back_as_it_was(exported: Lines, tmp_path: Path) -> None:
    """With steps of every kind (outages have a test of their own), and a bot that thought less."""
    told = {entry[2] for one in exported[1:] for entry in one["log"]}
    assert told - {"downtime"} == set(BODIES) - {"downtime"}
    exported = copy.deepcopy(exported)
    by_bot = [e for one in exported[1:] for e in one["log"] if e[5].get("by_bot")]
    by_bot[0][5]["thought"] = "less"
    assert take(exported, tmp_path) == (0, len(exported) - 1)
    again = tmp_path / "again"
    assert main(["export", str(again), "--db", f"sqlite:///{tmp_path / 'new.db'}"]) == 0
    back = {t["table"]["id"]: t for t in map(json.loads, again.read_text().splitlines()[1:])}
    for one in exported[1:]:
        same = back[one["table"]["id"]]
        assert same["log"] == one["log"]
        assert {**same["table"], "request": 0} == {**one["table"], "request": 0}
        assert {h for h, _ in same["holders"]} == {h for h, _ in one["holders"]}


def chairs(one: dict[str, Any]) -> Any:
    return one["log"][0][5]["chairs"]


def action(one: dict[str, Any]) -> Any:
    return next(e for e in one["log"] if e[2] == "action")


def colour(one: dict[str, Any]) -> Any:
    return next(e for e in one["log"] if e[2] == "colour")


def put(where: Callable[[dict[str, Any]], Any], key: Any, value: Any) -> Any:
    """A change to a table of the file."""

    def change(one: dict[str, Any]) -> None:
        where(one)[key] = value

    return change


HOSTILE = {
    "a command": put(lambda o: chairs(o)[2], "bot", "exec:/bin/true"),
    "a class of a file": put(lambda o: chairs(o)[2], "bot", "file.py:Class"),
    "a long name": put(lambda o: chairs(o)[0], "name", "A" * 200_000),
    "a name that turns": put(lambda o: chairs(o)[0], "name", "Ada\u202ebob"),
    "a name twice": put(lambda o: chairs(o)[0], "name", "Paprika"),
    "a person without a secret": put(lambda o: chairs(o)[0], "secret", None),
    "a chair too few": lambda o: chairs(o).pop(),
    "an unknown field": put(lambda o: chairs(o)[0], "more", 1),
    "a title that turns": put(lambda o: o["table"]["setup"], "title", "\u202eyadnuS"),
    "no such game": put(lambda o: o["table"]["setup"], "game", "../../etc"),
    "options": put(lambda o: o["table"]["setup"], "options", {"x": 1}),
    "too many seats": put(lambda o: o["table"]["setup"], "seats", 6),
    "a colour nobody has": put(lambda o: o["log"][0][5]["colours"], 0, "violet"),
    "a colour twice": put(lambda o: o["log"][0][5]["colours"], 0, "blue"),
    "a colour too few": lambda o: o["log"][0][5]["colours"].pop(),
    "a colour of another": put(lambda o: colour(o)[5], "colour", "blue"),
    "a colour for nobody": put(lambda o: colour(o), 3, 7),
    "a colour after the deal": lambda o: o["log"][-1].__setitem__(
        slice(2, None), ["colour", 0, None, {"colour": "black"}]
    ),
    "a hurry of a bot": lambda o: o["log"][-1].__setitem__(slice(2, None), ["hurry", 2, None, {}]),
    "a pace": put(lambda o: o["table"]["setup"], "bot_pace", -1),
    "no number": put(lambda o: o["table"]["setup"], "bot_pace", float("nan")),
    "an invite": put(lambda o: o["table"]["setup"], "invite", "a b"),
    "an id": put(lambda o: o["table"], "id", "../x"),
    "a request": put(lambda o: o["table"], "request", "x"),
    "a short key": put(lambda o: o["table"], "key", "AAAA"),
    "steps that are missing": lambda o: o["log"].pop(),
    "a gap": lambda o: o["log"].pop(1),
    "a step that is to come": put(lambda o: o["log"][-1], 1, 1e10),
    "endless time": put(lambda o: o["log"][-1], 1, float("inf")),
    "a kind": put(lambda o: o["log"][-1], 2, "set clocks"),
    "a seat": put(lambda o: o["log"][-1], 3, 5),
    "a client's id": put(lambda o: o["log"][-1], 4, "\x00"),
    "an illegal move": put(lambda o: action(o)[5], "move", {"do": "draw", "from": "deck"}),
    "a strange move": put(lambda o: action(o)[5], "move", {"do": "keep", "tickets": ["x"]}),
    "a reason": put(lambda o: action(o)[5], "why", {"key": "cli.about", "values": {}}),
    "half a character": put(lambda o: o["table"]["setup"], "title", "\ud800"),
}


def test_a_file_of_an_older_version_has_the_first_colours(exported: Lines, tmp_path: Path) -> None:
    older = copy.deepcopy(exported)
    for one in older[1:]:
        del one["log"][0][5]["colours"]
        for player in one["table"]["summary"]["players"]:
            del player["colour"]
    at = next(i for i, one in enumerate(older) if one.get("table", {}).get("state") == "lobby")
    assert take([older[0], older[at]], tmp_path) == (0, 1)
    served = Served(f"sqlite:///{tmp_path / 'new.db'}")
    try:
        log = older[at]
        found = run(served.client.get(f"/api/tables/{log['table']['id']}?invite={invite_of(log)}"))
    finally:
        served.stop()
    colours = [seat["colour"] for seat in found["table"]["seats"]]
    assert colours == ["red", "blue", "green", "yellow", "black", "white"][: len(colours)]


def invite_of(one: dict[str, Any]) -> str:
    return str(one["table"]["setup"]["invite"])


@pytest.mark.parametrize("name", HOSTILE)
def test_one_bad_line_and_nothing_is_taken(
    exported: Lines, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = copy.deepcopy(exported)
    at = next(i for i, one in enumerate(lines) if one.get("table", {}).get("state") == "paused")
    HOSTILE[name](lines[at])
    assert take([*lines[:at], *lines[at + 1 :], lines[at]], tmp_path) == (2, 0)
    said = capsys.readouterr().err
    assert f"line {len(lines)}:" in said
    assert len(said.splitlines()) == 1


def test_what_follows_from_the_log_is_not_believed(exported: Lines, tmp_path: Path) -> None:
    """Any summary, state, time to wake or holder: the home page answers as ever."""
    lines = copy.deepcopy(exported)
    lies = {"summary": [1], "state": "over", "wake_at": 1e300, "listed": True, "updated_at": "x"}
    for one in lines[1:]:
        one["table"] |= lies
        one["holders"] = [["0" * 64, 1]]
    assert take(lines, tmp_path) == (0, len(lines) - 1)
    served = Served(f"sqlite:///{tmp_path / 'new.db'}", bot_pace=60)
    try:
        home = run(served.client.get("/api/home"))
    finally:
        served.stop()
    assert [one["title"] for one in home["running"]] == ["Sunday"]
    assert not home["finished"]


HEAD = '{"format": "branchline-tables", "version": 1}\n'


@pytest.mark.parametrize(
    "body", ["", "x\n", HEAD + '{"table": ' + "[" * 9999, HEAD + '{"table": ' + "9" * 9999 + "}"]
)
def test_nonsense_is_one_clear_line(
    body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert take(body, tmp_path) == (2, 0)
    assert len(capsys.readouterr().err.splitlines()) == 1


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value where something else could stand."""
    if isinstance(value, dict | list):
        inside: Any = value.items() if isinstance(value, dict) else enumerate(value)
        return [p for key, one in inside for p in ((value, key), *_places(one))]
    return []


def test_whatever_is_changed_the_file_is_refused_or_taken_whole(
    exported: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(14)
    odd: list[Any] = [
        None,
        -1,
        10**30,
        1.5,
        True,
        "",
        "x" * 300,
        "\u202e",
        [],
        {},
        [[]],
        "exec:x",
        "bot",
    ]
    taken = 0
    for _ in range(scaled(60, 2000)):
        one = copy.deepcopy(chance.choice(exported[1:]))
        where, key = chance.choice(_places(one))
        where[key] = chance.choice(odd)
        code, n = take([exported[0], one], tmp_path)
        assert (code, n) in ((0, 1), (2, 0))
        assert len(capsys.readouterr().err.splitlines()) == code // 2
        taken += n
    assert taken  # what is derived may be changed at will


def test_whatever_the_server_stores_is_known_to_import() -> None:
    assert set(BODIES) == set(STEPS) == set(get_args(Step.model_fields["kind"].annotation))
    kept: tuple[tuple[Any, type[BaseModel]], ...] = ((Setup, SetupLine), (TableRow, RowLine))
    for one, line in kept:
        assert {field.name for field in fields(one)} == set(line.model_fields)
    assert {field.name for field in fields(Chair)} == {field.name for field in fields(ChairLine)}


def _says_more(lines: Lines) -> Lines:
    """The same file, with one thing more that Bob says at the first table."""
    more = copy.deepcopy(lines)
    one = next(one for one in more[1:] if one["table"]["state"] == "paused")
    last = one["log"][-1]
    one["log"].append([last[0] + 1, last[1], "chat", 1, None, {"text": "are you there?"}])
    one["table"]["seq"] += 1
    return more


def test_a_file_holds_only_so_much(
    exported: Lines,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BRANCHLINE_MAX_CHATS", "1")
    assert take(exported, tmp_path)[0] == 0
    assert take(_says_more(exported), tmp_path) == (2, 0)
    monkeypatch.setenv("BRANCHLINE_MAX_CHATS", "2")
    assert take(_says_more(exported), tmp_path)[0] == 0
    monkeypatch.setattr(transfer, "_MAX_TABLES", 2)
    capsys.readouterr()
    assert take(exported, tmp_path) == (2, 0)
    assert "line 4: there are more than 2 tables" in capsys.readouterr().err


def test_a_person_with_a_name_of_the_server_is_refused_and_a_bot_is_not(
    exported: Lines, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = copy.deepcopy(exported[1])
    assert chairs(one)[2]["name"] == "Paprika"
    chairs(one)[2]["name"] = "Conductor"  # as bots were called before they had names of their own
    assert take([exported[0], one], tmp_path) == (0, 1)
    capsys.readouterr()
    chairs(one)[0]["name"] = "Seat 2"
    assert take([exported[0], one], tmp_path) == (2, 0)
    assert "Seat 2 is what the server calls" in capsys.readouterr().err
