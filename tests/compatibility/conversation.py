"""A conversation of a client with a server: what is said, and what came back.

Two people play a short game by a fixed shuffle, so that the server must answer the same as then.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from branchline.client import Client

from ..server.wire import Wire

SEED = "compatibility"
"""Of the shuffle (BRANCHLINE_TEST_SEED)."""
ADA, BOB = "A" * 43, "B" * 43
OTHERS = {"at", "now", "invite", "created_at", "updated_at", "board", "version"}
"""Facts that are others each time, or with each version."""
WORDS = {"text", "about", "said"}
"""Sentences for people, which may get better."""
TABLE = "the-table"
Line = dict[str, Any]


def http(method: str, path: str, body: Any = None, who: str | None = None) -> Line:
    """A request to be made."""
    return {"method": method, "path": path, "body": body, "who": who}


def planned() -> list[Line]:
    """All that is said, in this order."""
    table = {
        "game": "usa",
        "seats": [{"kind": "you", "name": "Ada"}, {"kind": "open"}],
        "options": {"starts": 0},
        "listed": True,
        "secret": ADA,
        "id": "ours",
    }
    said = [
        http("GET", "/api/games"),
        http("POST", "/api/tables", table),
        http("POST", "/api/tables/the-table/sit", {"name": "Bob", "secret": BOB}),
        http("GET", "/api/home"),
        http("POST", "/api/mine", {"secrets": [ADA]}),
        http("POST", "/api/tables/the-table/start", {}, ADA),
        {"socket": "ada", "say": {"type": "hello", "secret": ADA}},
        {"socket": "bob", "say": {"type": "hello", "secret": BOB, "seat": 1}},
    ]
    number = 0

    def ask(who: str, type: str, **facts: Any) -> None:
        nonlocal number
        number += 1
        said.append({"socket": who, "say": {"type": type, "id": f"request-{number}", **facts}})

    ask("ada", "ping")
    ask("ada", "parse", text="keep all")
    ask("ada", "act", typed="keep all")
    ask("bob", "reasons")
    ask("bob", "outlook")
    ask("bob", "act", typed="keep 1 2")
    ask("ada", "act", typed="draw")
    ask("ada", "act", typed="draw")
    ask("bob", "chat", text="hello")
    ask("bob", "act", typed="draw tickets")
    ask("bob", "act", typed="keep 1")
    ask("ada", "act", typed="draw")
    ask("ada", "take back")
    ask("ada", "consent", agree=False)
    said += [
        http("GET", "/api/tables/the-table", None, ADA),
        http("GET", "/api/tables/the-table/replay?eyes=1", None, BOB),
        http("POST", "/api/tables/the-table/pause", {}, ADA),
        http("POST", "/api/tables/the-table/resume", {}, ADA),
    ]
    return said


async def perform(url: str, lines: list[Line]) -> list[Line]:
    """Say every line; return them with what came back.

    A typed move is said as the number it has; `expected` is the step that a client has seen. The
    server names the table; in what comes back it has the name that stands in the lines.
    """
    client, wires, done = Client(url), dict[str, Wire](), []
    table = TABLE
    try:
        for line in lines:
            back = dict(line)
            if "method" in line:
                path = line["path"].replace(TABLE, table)
                back["answer"] = await client.request(
                    line["method"], path, line["body"], line["who"]
                )
                if line["path"] == "/api/tables":
                    table = back["answer"]["table"]["id"]
            elif line["say"]["type"] == "hello":
                facts = {key: value for key, value in line["say"].items() if key != "type"}
                wire = wires[line["socket"]] = await Wire(url, table, **facts).__aenter__()
                back["steps"] = list(wire.steps)
            else:
                wire = wires[line["socket"]]
                await wire.reach(max(other.seq for other in wires.values()))
                back |= await _ask(wire, dict(line["say"]))
            done.append(json.loads(json.dumps(back).replace(table, TABLE)))
    finally:
        for wire in wires.values():
            await wire.close()
    return done


async def _ask(wire: Wire, say: Line) -> Line:
    if "typed" in say:
        asked = await wire.ask("parse", text=say.pop("typed"))
        say["action"] = asked["action"]["id"]
    if say["type"] in ("act", "take back"):
        say.setdefault("expected", wire.seq)
    if say["type"] == "consent":
        say.setdefault("asked", wire.seq)
    before = wire.seq
    await wire.send(say)
    answer = (await wire.answered(say["id"]))[0]
    if answer["ok"] and answer["seq"] is not None:
        await wire.reach(answer["seq"])
    return {"say": say, "answer": answer, "steps": [s for s in wire.steps if s["seq"] > before]}


def misfits(kept: Any, now: Any, where: str = "") -> list[str]:
    """Say where an answer does not hold what it held; it may hold more."""
    if isinstance(kept, dict) and isinstance(now, dict):
        found = [f"{where}.{key} is gone" for key in kept if key not in now]
        for key in kept.keys() & now.keys() - OTHERS - WORDS:
            found += misfits(kept[key], now[key], f"{where}.{key}")
        return found
    if is_list_of_named(kept) and is_list_of_named(now):
        by_id = {each["id"]: each for each in kept}
        return misfits(by_id, {each["id"]: each for each in now}, where)
    if isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        return [
            each
            for number, (was, is_now) in enumerate(zip(kept, now, strict=True))
            for each in misfits(was, is_now, f"{where}[{number}]")
        ]
    return [] if kept == now else [f"{where} was {kept!r:.80} and is {now!r:.80}"]


def is_list_of_named(value: Any) -> bool:
    """Whether it is a list of things with an id, to which more may be added."""
    return (
        bool(value)
        and isinstance(value, list)
        and all(isinstance(each, dict) and "id" in each for each in value)
    )


def write(lines: list[Line], file: Path) -> None:
    """Keep a conversation, a line each."""
    kept = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")


def read(file: Path) -> list[Line]:
    """Return a conversation that was kept."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
