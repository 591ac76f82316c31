"""One budget for each address, whatever it asks for, and heavy answers that are made once."""

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from branchline.client import Refused
from branchline.server import heavy, limits
from branchline.server.costs import FAILED, OPEN_SOCKET, TOLD, cost_of
from branchline.server.heavy import Answers
from branchline.server.limits import Bucket
from branchline.server.protocol.json_text import to_bytes
from branchline.server.tables.handlers import HANDLERS
from branchline.server.tables.replays import Replayer

from ..patience import PATIENCE
from .served import YOU, Served, bot, run, two_people
from .wire import Wire


@pytest.fixture
def strict(sqlite_file: str) -> Iterator[Served]:
    """A server that gives an address a hundred at once, and next to nothing later."""
    server = Served(sqlite_file, address_rate=0.1)
    bucket = server_bucket(server)
    bucket.most = bucket.level = 100.0
    yield server
    server.stop()


def server_bucket(served: Served) -> Bucket:
    app: Any = served.server.config.app
    bucket: Bucket = app.state.sockets.addresses.of("127.0.0.1")
    bucket.charge(0.01)  # a full one would be forgotten
    return bucket


async def guess_at_once(address: str, number: int) -> bool:
    """Guess an invite over a socket; False if it is not even opened."""
    try:
        async with connect(address) as socket:
            await socket.send(json.dumps({"type": "hello", "invite": f"guess{number}"}))
            assert json.loads(await socket.recv())["type"] == "bye"
            await socket.wait_closed()
            return True
    except InvalidStatus as refused:
        return refused.response.status_code != 429


def test_what_is_heavy_costs_more() -> None:
    assert cost_of("GET", "/health") == 0 < cost_of("GET", "/api/games") == 1
    assert cost_of("GET", "/api/tables/x") > cost_of("POST", "/api/tables/x/act") == 1
    assert cost_of("GET", "/api/tables/x/replay/7") == cost_of("HEAD", "/api/tables/x/replay") > 5
    assert HANDLERS["hint"].cost > HANDLERS["act"].cost == 1
    assert FAILED > 2 * OPEN_SOCKET


def test_guessing_an_invite_soon_means_waiting(strict: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(strict)
        statuses: list[int] = []
        while 429 not in statuses:
            with pytest.raises(Refused) as wrong:
                await strict.client.get(f"/api/tables/{id}?invite=guess{len(statuses)}")
            statuses.append(wrong.value.status)
        assert len(statuses) <= 5
        assert set(statuses[:-1]) == {404}
        # The address has to wait for a while, with new sockets too.
        address = strict.url.replace("http", "ws") + f"/api/tables/{id}/socket"
        assert not await guess_at_once(address, 0)
        assert (await strict.client.get("/health"))["status"] == "ok"
        server_bucket(strict).level = 50.0
        assert (await strict.client.get(f"/api/tables/{id}", ada))["table"]["id"] == id

    run(story())


def test_guessing_over_sockets_is_no_cheaper(strict: Served) -> None:
    async def story() -> None:
        id, _, _, _ = await two_people(strict)
        address = strict.url.replace("http", "ws") + f"/api/tables/{id}/socket"
        guesses = 0
        while await guess_at_once(address, guesses):
            guesses += 1
        assert 0 < guesses < 5

    run(story())


def test_opening_sockets_costs_something(strict: Served, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        id, _, _, _ = await two_people(strict)
        address = strict.url.replace("http", "ws") + f"/api/tables/{id}/socket"
        opened = 0
        with pytest.raises(InvalidStatus):  # noqa: PT012 - one of these is the last
            while opened < 100:
                async with connect(address):
                    opened += 1
        assert 0 < opened <= 100 / OPEN_SOCKET

    run(story())
    assert caplog.messages == [], "to refuse somebody is no error of the server"


def test_a_log_is_paid_for_by_its_length(strict: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = time.monotonic()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: moment))

    async def story() -> None:
        id, ada, _, _ = await two_people(strict)
        bucket = server_bucket(strict)
        for way in ("http", "socket"):
            bucket.level = 100.0
            if way == "http":
                told = await strict.client.get(f"/api/tables/{id}", ada)
                usual, length = cost_of("GET", "/api/tables/x"), len(to_bytes(told))
            else:
                async with Wire(strict.url, id, secret=ada) as seat:
                    usual, length = OPEN_SOCKET, len(seat.frames[0].encode())
            assert length * TOLD > 0.1
            assert 100.0 - bucket.level == pytest.approx(usual + length * TOLD, abs=0.01)

    run(story())


def test_messages_are_paid_from_the_same_budget(strict: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(strict)
        async with Wire(strict.url, id, secret=ada) as seat:
            for _ in range(20):  # ten would do
                await seat.ask("hint")
            with pytest.raises(Refused) as refused:
                await strict.client.get("/api/games")
            assert (refused.value.status, refused.value.code) == (429, "slow down")

    run(story())


def test_a_debt_is_never_more_than_a_bucket() -> None:
    bucket = Bucket(10.0)
    for _ in range(1000):
        bucket.charge(FAILED)
    assert bucket.level == -bucket.most
    assert not bucket.take()


def test_a_replay_is_made_once_beside_the_loop(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = Served(sqlite_file)
    threads: list[str] = []
    at_once = most_at_once = 0
    real = Replayer.steps

    def watched(self: Replayer, *given: Any) -> Any:
        nonlocal at_once, most_at_once
        threads.append(threading.current_thread().name)
        at_once += 1
        most_at_once = max(most_at_once, at_once)
        try:
            return real(self, *given)
        finally:
            at_once -= 1

    monkeypatch.setattr(Replayer, "steps", watched)

    async def story() -> None:
        client = served.client
        made = await client.create("card_game", [YOU, bot()], start=True)
        id, secret = made["table"]["id"], made["secret"]
        await client.post(f"/api/tables/{id}/leave", {}, secret)
        async with client.look(id, secret) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "over")
        path = f"/api/tables/{id}/replay?views=true"
        first = await client.get(path, secret)
        assert len(threads) == 1
        again = await asyncio.gather(*(client.get(path, secret) for _ in range(8)))
        assert len(threads) == 1, "the others are served what was made"
        assert all(one == first for one in again)
        eyes = [f"{path}&eyes={one}" for one in ("0", "1", "watcher", "open")]
        seen = await asyncio.gather(*(client.get(one, secret) for one in eyes for _ in range(3)))
        assert len({one["eyes"] for one in seen}) == 4
        assert len(threads) == 4, "each eyes' own; open is what the first was"

    try:
        run(story())
    finally:
        served.stop()
    assert {name.partition("_")[0] for name in threads} == {"answers"}
    assert most_at_once == 1


def test_what_is_kept_is_bounded() -> None:
    async def story() -> None:
        answers = Answers(most=1000)
        for number in range(50):
            assert await answers.get(number, lambda: b"x" * 100) == b"x" * 100
        assert answers.size <= 1000
        assert len(answers.kept) == 10
        assert await answers.get(49, lambda: b"new") == b"x" * 100
        assert await answers.get(0, lambda: b"new") == b"new"
        with pytest.raises(ZeroDivisionError):
            await answers.get("fails", lambda: bytes(1 // 0))
        assert await answers.get("fails", lambda: b"now it does") == b"now it does"
        answers.close()

    run(story())


def test_addresses_take_turns_and_each_has_so_many_in_the_line() -> None:
    async def story() -> None:
        answers, go_on = Answers(), threading.Event()
        made: list[str] = []

        def work(name: str) -> bytes:
            go_on.wait(PATIENCE)
            made.append(name)
            return b""

        def ask(name: str, address: str) -> asyncio.Task[bytes]:
            return asyncio.create_task(answers.get(name, lambda: work(name), address))

        asked = [ask(f"flood {number}", "flood") for number in range(10)]
        asked.append(ask("stranger", "stranger"))
        await asyncio.sleep(0)  # every task has begun
        assert [one.done() for one in asked] == [False] * 8 + [True] * 2 + [False]
        go_on.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert made[:3] == ["flood 0", "stranger", "flood 1"]
        assert found.count(b"") == len(made) == 9, "eight of the flood, and the stranger's"
        assert found[-1] == b""
        answers.close()

    run(story())


def test_replays_that_are_being_made_keep_no_visitor_waiting(served: Served) -> None:
    app: Any = served.server.config.app
    go_on = threading.Event()
    app.state.games._thread.submit(go_on.wait, PATIENCE)

    async def story() -> None:
        for path in ("/api/games", "/api/games/france/board", "/api/home", "/api/schema"):
            assert await served.client.get(path)

    try:
        run(story())
    finally:
        go_on.set()


def test_home_is_read_once_for_many_and_shows_what_is_new(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heavy, "_LATELY", PATIENCE)
    reads: list[str] = []
    read = served.registry.store.listed

    async def counted(*given: Any) -> Any:
        reads.append("read")
        return await read(*given)

    monkeypatch.setattr(served.registry.store, "listed", counted)

    async def story() -> None:
        client = served.client
        for number in range(3):
            made = await client.create("usa", [YOU, bot()], listed=True, title=f"t{number}")
            homes = await asyncio.gather(*(client.get("/api/home") for _ in range(5)))
            for home in homes:
                assert made["table"]["id"] in [table["id"] for table in home["open"]]

    run(story())
    assert 3 * 3 <= len(reads) < 3 * 15, "three lists for each of fifteen"
