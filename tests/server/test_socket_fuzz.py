"""Wrong messages over a socket are refused, change nothing and leave nothing behind."""

import asyncio
import contextlib
import json
import os
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from branchline.client import Refused
from branchline.server import limits
from tests.scale import scaled

from .served import OPEN, YOU, Served, run, two_people
from .wire import Wire

MESSAGES = scaled(4_000, 20_000)
BATCH = 200
RIGHT: list[dict[str, Any]] = [
    {"type": "hello", "secret": "x" * 43, "seat": 0, "invite": None, "since": 3},
    {"type": "act", "id": "a1", "expected": 3, "action": 90_000},
    {"type": "take back", "id": "a2", "expected": 3},
    {"type": "consent", "id": "a3", "asked": 3, "agree": True},
    {"type": "chat", "id": "a4", "text": "good evening"},
    {"type": "parse", "id": "a5", "text": "claim Denver–Omaha"},
    {"type": "reasons", "id": "a6"},
    {"type": "outlook", "id": "a7"},
    {"type": "hint", "id": "a8"},
    {"type": "why", "id": "a9", "step": 2},
    {"type": "away", "id": "a10"},
    {"type": "back", "id": "a11"},
]
ODD: list[Any] = [
    *(None, True, False, -1, 2**31, 2**63, 10**300, 0.5, "", "\0", "\ud800", "‮abc", "à́̂̃" * 40),
    *(
        "x" * 5000,
        "🚂" * 300,
        [],
        {},
        [[[[[]]]]],
        {"type": "act"},
        "NaN",
        "__proto__",
        "../..",
        "'--",
    ),
]
RAW = [
    *(
        "",
        " ",
        "null",
        "[]",
        "{}",
        "nan",
        "NaN",
        "Infinity",
        "-",
        '"',
        "{",
        "\ufeff{}",
        "0x10",
        "1e999",
    ),
    *('{"type":NaN}', '{"type":"ping","id":NaN}', '{"type":"act","id":"a","expected":1e400}'),
    *("[" * 8000, '{"a":' * 3000, '{"type":"chat","id":"a","text":' + "[" * 5000),
    *('{"type":"ping","id":"a","id":["b"]}', "9" * 10_000, '"\\ud800"', '{"\\u0000":1}'),
]


def mutated(chooser: random.Random) -> str | bytes:
    """A message with something wrong about it, or nothing."""
    way = chooser.randrange(10)
    if way == 0:
        return chooser.choice(RAW)
    message = dict(chooser.choice(RIGHT))
    if way == 1:
        return bytes(json.dumps(message), "utf-8")
    if way < 6:
        for _ in range(chooser.randint(1, 3)):
            message[chooser.choice([*message, "extra"])] = chooser.choice(ODD)
    elif way == 6:
        message.pop(chooser.choice(list(message)))
    text = json.dumps(message, ensure_ascii=chooser.random() < 0.5)
    if way > 6:
        letters = list(text)
        for _ in range(chooser.randint(1, 6)):
            at = chooser.randrange(len(letters))
            letters[at] = chooser.choice(["", "\0", '"', "}", "é", letters[at] * 2, "\u2028"])
        text = "".join(letters)
    return text.encode("utf-8", "replace").decode()


def memory() -> float:
    """Megabytes that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def test_thousands_of_wrong_messages(served: Served) -> None:
    chooser = random.Random(3)
    # What is refused never comes to a database, so a tenth is enough on the second one.
    messages = MESSAGES if served.settings.db.startswith("sqlite") else MESSAGES // 10
    accepted: set[tuple[str, int]] = set()

    async def batch(at: Wire, number: int, size: int) -> None:
        for _ in range(size):
            await at.socket.send(mutated(chooser))
        pong = await at.ask("ping", f"p{number}")
        assert pong["ok"]
        told = [answer for answers in at.answers.values() for answer in answers]
        assert len(told) + len(at.nameless) == size + 1, "some message got no answer, or two"
        accepted.update((at.table["id"], answer["seq"]) for answer in told if answer["seq"])
        codes = {answer["problem"]["code"] for answer in told if not answer["ok"]}
        assert codes <= {"invalid", "not started", "not allowed", "illegal", "stale", "full"}
        assert {answer["problem"]["code"] for answer in at.nameless} <= {"invalid", "too large"}
        at.answers.clear()
        at.nameless.clear()
        at.frames.clear()

    async def story() -> None:
        made = await served.client.create("usa", [YOU, OPEN], listed=True)
        id = made["table"]["id"]
        playing, ada, _, _ = await two_people(served, bot_pace=60)
        async with (
            Wire(served.url, id, secret=made["secret"]) as seat,
            Wire(served.url, id) as watcher,
            Wire(served.url, playing, secret=ada) as player,
        ):
            sent, at_half = 0, 0.0
            for number in range(messages // (2 * BATCH)):
                await batch(seat, number, BATCH)
                await batch(watcher, number, BATCH)
                await batch(player, number, 4)
                sent += BATCH + BATCH + 4
                if at_half == 0 and sent >= messages // 2:
                    at_half = memory()
            assert memory() - at_half < 25
            assert sent >= messages
            log = [
                *served.registry.loaded_tables[id].table.entries,
                *served.registry.loaded_tables[playing].table.entries,
            ]
            people = {"created", "sit", "start", "chat"}
            assert {e.kind for e in log if e.client_id is None} <= people
            assert {e.kind for e in log if e.client_id} <= {"chat", "away", "back"}
            assert len([e for e in log if e.client_id]) == len(accepted)
            assert player.position["view"]["phase"] == "first tickets"

    run(story())


@pytest.mark.parametrize("size", [17_000, 1_000_000, 5_000_000])
def test_a_message_of_megabytes_is_not_read(served: Served, size: int) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served)
        async with Wire(served.url, id, secret=bob) as other:
            for message in ("x" * size, '{"type":"chat","id":"a","text":"' + "y" * size + '"}'):
                async with Wire(served.url, id, secret=ada) as at:
                    with contextlib.suppress(ConnectionClosed):
                        await at.send(message)
                    await at.until_closed()
                    assert at.answers == {}
            assert (await other.ask("ping"))["ok"]
            assert other.seq == 3

    run(story())


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\0", "\n", "​", "‮evil", "\ud800", "a" * 25, "a" * 200, "a" * 10**4),
        *("́", "🚂" * 3, "<script>alert(1)</script>", "﷽" * 30, "Ａｄａ", "ADA", "a\u0301da"),
    ],
    ids=ascii,
)
def test_odd_names(served: Served, name: str) -> None:
    async def story() -> None:
        made = await served.client.create("usa", [YOU, OPEN], listed=True)
        path = f"/api/tables/{made['table']['id']}/sit"
        try:
            seated = await served.client.post(path, {"name": name})
        except Refused as problem:
            refused: Refused | None = problem
        else:
            refused = None
            shown = seated["table"]["seats"][1]["name"]
            assert 1 <= len(shown) <= 24
            assert shown.isprintable()
            assert shown.casefold() != "ada"
        now = await served.client.get(f"/api/tables/{made['table']['id']}")
        assert now["table"]["seq"] == (2 if refused is None else 1)
        assert refused is None or refused.status in (400, 403, 413)

    run(story())


def test_rates_of_a_seat_and_of_a_watcher(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))  # nothing flows in
    served = Served(sqlite_file, seat_rate=0.1, watcher_rate=0.1)

    async def told(at: Wire, n: int) -> list[str | None]:
        answers = [await at.ask("ping") for _ in range(n)]
        return [answer["problem"] and answer["problem"]["code"] for answer in answers]

    async def says(id: str, secret: str, number: int) -> None:
        said = {"id": f"h{number}", "text": "?"}
        await served.client.post(f"/api/tables/{id}/chat", said, secret)

    async def story() -> None:
        id, ada, bob, _ = await two_people(served, listed=True)
        async with (
            Wire(served.url, id, secret=ada) as seat,
            Wire(served.url, id, secret=ada) as second_tab,
            Wire(served.url, id, secret=bob) as other,
            Wire(served.url, id) as watcher,
        ):
            assert await told(seat, 7) == [None] * 5 + ["slow down"] * 2
            assert await told(second_tab, 1) == ["slow down"]
            assert await told(watcher, 6) == [None] * 5 + ["slow down"]
            assert await told(other, 3) == [None] * 3
            for number in range(2):  # over HTTP it is the same bucket
                await says(id, bob, number)
            with pytest.raises(Refused) as refused:
                await says(id, bob, 2)
            assert (refused.value.status, refused.value.code) == (429, "slow down")

    try:
        run(story())
    finally:
        served.stop()


def test_limits_of_an_address(sqlite_file: str) -> None:
    most = 6
    served = Served(sqlite_file, max_sockets_per_address=3, max_tables_per_address=most)

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with (
            Wire(served.url, id, secret=ada),
            Wire(served.url, id, secret=ada),
            Wire(served.url, id, secret=ada) as third,
        ):
            with pytest.raises(Exception, match=r"403|1013|rejected"):
                await Wire(served.url, id, secret=ada).connect()
            assert (await third.ask("ping"))["ok"]
        await asyncio.gather(*(served.client.create("usa", [YOU, OPEN]) for _ in range(most - 1)))
        with pytest.raises(Refused) as refused:
            await served.client.create("usa", [YOU, OPEN])
        assert (refused.value.status, refused.value.code) == (429, "slow down")

    try:
        run(story())
    finally:
        served.stop()


def test_the_rate_of_an_address_over_http(sqlite_file: str) -> None:
    served = Served(sqlite_file, address_rate=0.1)

    async def story() -> None:
        for _ in range(5):
            await served.client.get("/api/games")
        with pytest.raises(Refused) as refused:
            await served.client.get("/api/games")
        assert (refused.value.status, refused.value.code) == (429, "slow down")
        assert (await served.client.get("/health"))["status"] == "ok"

    try:
        run(story())
    finally:
        served.stop()


def test_a_flood_from_one_seat_leaves_the_others_answered(sqlite_file: str) -> None:
    served = Served(sqlite_file, seat_rate=10)
    flood = 3000

    async def story() -> None:
        id, ada, bob, _ = await two_people(served)
        other, cleo, _, _ = await two_people(served)
        async with (
            Wire(served.url, id, secret=ada) as flooder,
            Wire(served.url, id, secret=bob) as neighbour,
            Wire(served.url, other, secret=cleo) as stranger,
        ):

            async def pour() -> None:
                for number in range(flood):
                    await flooder.send({"type": "chat", "id": f"f{number}", "text": "more"})

            pouring = asyncio.create_task(pour())
            await flooder.answered("f20")
            for number in range(15):
                for each in (neighbour, stranger):
                    assert (await each.ask("ping", f"n{number}"))["ok"]
            assert len(flooder.answers) < flood / 2
            assert (
                "slow down"
                in {
                    answer["problem"]["code"]
                    for answers in flooder.answers.values()
                    for answer in answers
                    if answer["problem"]
                }
                or len(flooder.answers) <= 40
            )
            pouring.cancel()
            await asyncio.gather(pouring, return_exceptions=True)
            flooder.socket.transport.abort()

    try:
        run(story())
    finally:
        served.stop()
