"""Frames that are no messages, and messages by the thousand: nobody sends them for nothing."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from branchline.server import limits
from branchline.server.connections import SocketConnection
from branchline.server.tables.tokens import hashed

from ..patience import PATIENCE, until
from .served import Served, run, two_people
from .test_connections import connections_of, knock
from .wire import Wire


@pytest.fixture
def still(sqlite_file: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server where time stands still for budgets: nothing flows in."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    served = Served(sqlite_file)
    yield served
    served.stop()


def the_socket(served: Served) -> SocketConnection:
    (found,) = [one for one in connections_of(served).all if isinstance(one, SocketConnection)]
    return found


def between(served: Served, look: Callable[[], int]) -> int:
    """What is so between two things that the server does."""
    app: Any = served.server.config.app

    async def looked() -> int:
        return look()

    return asyncio.run_coroutine_threadsafe(looked(), app.state.sweeper.task.get_loop()).result(
        PATIENCE
    )


def empty(opcode: Opcode, number: int) -> bytes:
    """So many frames with nothing in them, as a client sends them."""
    return Frame(opcode, b"").serialize(mask=True) * number


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG])
def test_signs_of_life_are_counted(still: Served, opcode: Opcode) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(still)
        async with Wire(still.url, id, secret=ada) as flood, Wire(still.url, id, secret=bob) as one:
            for each in (flood, one):
                each.socket.transport.write(empty(opcode, 20))
                assert (await each.ask("ping"))["ok"]
            flood.socket.transport.write(empty(opcode, 20))
            with contextlib.suppress(ConnectionClosed):
                await flood.send({"type": "ping", "id": "last"})
            await flood.until(lambda: flood.is_closed or "last" in flood.answers)
            assert "last" not in flood.answers
            assert (await one.ask("ping"))["ok"]

    run(story())


def test_a_message_has_so_many_parts(still: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(still)
        async with Wire(still.url, id, secret=ada) as seat:
            await seat.socket.send([" "] * 10 + ['{"type": "ping", "id": "few"}'])
            assert (await seat.answered("few"))[0]["ok"]
            with contextlib.suppress(ConnectionClosed):
                await seat.socket.send([" "] * 100 + ['{"type": "ping", "id": "many"}'])
            await seat.until(lambda: seat.is_closed or "many" in seat.answers)
            assert "many" not in seat.answers

    run(story())


def test_messages_that_wait_take_no_more_room_than_they_came_in(still: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(still)
        async with Wire(still.url, id, secret=ada) as flood:
            await flood.ask("ping")
            still.registry.seat_buckets.of(f"{id} {hashed(ada)}").charge(1e9)
            there = the_socket(still)
            flood.socket.transport.write(empty(Opcode.TEXT, 10_000))
            await asyncio.to_thread(until, lambda: between(still, there.queue.qsize))
            assert between(still, there.queue.qsize) < 200
            flood.socket.transport.abort()

    run(story())


HANDSHAKE = (
    "GET /api/tables/{id}/socket HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
    "connection: upgrade\r\nsec-websocket-version: 13\r\n"
    "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def test_after_a_close_frame_little_is_read(still: Served) -> None:
    id, _, _, _ = run(two_people(still))
    with knock(still.url, HANDSHAKE.format(id=id).encode()) as guess:
        guess.sendall(
            Frame(Opcode.TEXT, b'{"type": "hello", "invite": "guess"}').serialize(mask=True)
        )
        heard = b""
        while not heard.endswith(Frame(Opcode.CLOSE, b"\x03\xf0").serialize(mask=False)):
            heard += guess.recv(65536)
        with contextlib.suppress(OSError):
            guess.sendall(empty(Opcode.TEXT, 10_000))
        until(lambda: not connections_of(still).all)
    assert connections_of(still).turned_away == 1


def test_another_hello_costs_as_much_as_any_message(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    served = Served(sqlite_file, seat_rate=0.1)

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with Wire(served.url, id, secret=ada) as seat:
            for _ in range(7):
                await seat.send({"type": "hello"})
            await seat.until(lambda: len(seat.nameless) == 7)
            codes = [answer["problem"]["code"] for answer in seat.nameless]
            assert codes == ["invalid"] * 5 + ["slow down"] * 2

    try:
        run(story())
    finally:
        served.stop()
