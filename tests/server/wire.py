"""A bare socket to a table: keeps every frame as it came, and what the frames say."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable
from typing import Any, Self

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ..patience import PATIENCE

_numbers = itertools.count(1)


def address(url: str, table: str) -> str:
    """Where the socket of a table is."""
    return f"ws{url.removeprefix('http')}/api/tables/{table}/socket"


class Wire:
    """One connection, without what the client does by itself."""

    def __init__(self, url: str, table: str, **hello: Any) -> None:
        self.address = address(url, table)
        self.hello = {"type": "hello", **hello}
        self.frames: list[str] = []
        self.steps: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.position: Any = None
        self.fresh: bool | None = None
        self.answers: dict[str, list[dict[str, Any]]] = {}
        self.nameless: list[dict[str, Any]] = []
        """Answers to messages that could not be read."""
        self.bye: dict[str, Any] | None = None
        self.is_closed = False
        self._news = asyncio.Event()

    @property
    def seq(self) -> int:
        return int(self.steps[-1]["seq"]) if self.steps else 0

    async def __aenter__(self) -> Self:
        await self.connect()
        await self.until(lambda: self.fresh is not None)
        return self

    async def connect(self) -> None:
        """Connect and say hello; the welcome may come later."""
        self.socket: ClientConnection = await connect(
            self.address, compression=None, max_size=None, ping_interval=None
        )
        self._reading = asyncio.create_task(self._read())
        await self.send(self.hello)

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.socket.close()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        try:
            async for frame in self.socket:
                assert isinstance(frame, str)
                self.frames.append(frame)
                self._take(orjson.loads(frame))
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self.is_closed = True
            self._news.set()

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "welcome":
                self.fresh = message["fresh"]
                self.steps += message["steps"]
                self.table, self.position = message["table"], message["position"]
            case "step":
                assert message["step"]["seq"] == self.seq + 1, "a step is missing or came twice"
                self.steps.append(message["step"])
                self.table = message["table"] or self.table
                self.position = message["position"] or self.position
            case "table":
                self.table = message["table"]
            case "answer" if message["id"] is None:
                self.nameless.append(message)
            case "answer":
                self.answers.setdefault(message["id"], []).append(message)
            case "bye":
                self.bye = message["problem"]

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is so; a connection that ends before that fails the test."""
        while not wanted():
            assert not self.is_closed, f"the server hung up: {self.bye}"
            self._news.clear()
            await self._news.wait()

    async def reach(self, seq: int) -> None:
        """Wait until a step has come."""
        await self.until(lambda: self.seq >= seq)

    async def answered(self, id: str, times: int = 1) -> list[dict[str, Any]]:
        """Wait until a request has been answered so many times; return the answers."""
        await self.until(lambda: len(self.answers.get(id, ())) >= times)
        return self.answers.get(id, [])

    async def until_closed(self) -> None:
        """Wait until the server has hung up; one that never does fails the test."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self.is_closed:
                    self._news.clear()
                    await self._news.wait()
        assert self.is_closed, "the server did not close the connection"

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def ask(self, type: str, id: str | None = None, **facts: Any) -> dict[str, Any]:
        """Send a request and return its first answer."""
        id = id or f"w{next(_numbers)}"
        await self.send({"type": type, "id": id, **facts})
        return (await self.answered(id))[0]

    async def act(self, action: int, id: str | None = None) -> dict[str, Any]:
        """Decide, and wait until the step has come too."""
        answer = await self.ask("act", id, expected=self.seq, action=action)
        if answer["ok"]:
            await self.reach(answer["seq"])
        return answer
