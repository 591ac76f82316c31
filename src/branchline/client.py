"""A client for the table server: plays over the network as a browser does (docs/protocol.md).

It keeps what the server told, resumes after a lost connection, and sends a request again, under the
same id, until it is answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from branchline.errors import BranchlineError
from branchline.plain import Json

_FOR_A_WHILE = ("storage", "slow down", "closing", "not ready")


class Refused(BranchlineError):  # noqa: N818 - the word clients read
    """The server refused a request; ``code`` and ``reasons`` say why."""

    def __init__(self, status: int, problem: Json) -> None:
        super().__init__(problem["text"])
        self.status = status
        self.code = problem["code"]
        self.reasons = problem["reasons"]


class Client:
    """The HTTP side of a server."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")

    async def request(
        self, method: str, path: str, body: Json | None = None, secret: str | None = None
    ) -> Any:
        """Make a request and return what the server answers, as plain data."""
        return await asyncio.to_thread(self.request_now, method, path, body, secret)

    def request_now(
        self, method: str, path: str, body: Json | None = None, secret: str | None = None
    ) -> Any:
        """Make a request and wait for the answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, method=method)
        request.add_header("content-type", "application/json")
        if secret is not None:
            request.add_header("authorization", f"Bearer {secret}")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
                kind = answer.headers.get("content-type", "")
        except urllib.error.HTTPError as problem:
            answer = json.loads(problem.read() or b"{}")
            if "problem" not in answer or answer["problem"] is None:
                raise
            raise Refused(problem.code, answer["problem"]) from None
        return json.loads(text) if kind.startswith("application/json") else text.decode()

    async def get(self, path: str, secret: str | None = None) -> Any:
        """Ask for something."""
        return await self.request("GET", path, None, secret)

    async def post(self, path: str, body: Json | None = None, secret: str | None = None) -> Json:
        """Send something; the answer is always an object."""
        answer: Json = await self.request("POST", path, {} if body is None else body, secret)
        return answer

    async def create(self, game: str, seats: list[Json], **more: object) -> Json:
        """Create a table; the answer has the table, the secret and the invite."""
        return await self.post("/api/tables", {"game": game, "seats": seats, **more})

    async def sit(self, table: str, name: str, invite: str | None = None, **more: object) -> Json:
        """Take a seat; the answer has the table, the secret and the invite."""
        return await self.post(f"/api/tables/{table}/sit", {"name": name, "invite": invite, **more})

    async def start(self, table: str, secret: str) -> Json:
        """Deal."""
        return await self.post(f"/api/tables/{table}/start", None, secret)

    def look(
        self,
        table: str,
        secret: str | None = None,
        seat: int | None = None,
        invite: str | None = None,
    ) -> Seat:
        """Return a connection to a table: as a seat, or without a secret as a watcher."""
        return Seat(self.url, table, secret, seat, invite)


class Seat:
    """What one viewer sees of a table, kept up to date while the connection is open."""

    def __init__(
        self, url: str, table: str, secret: str | None, seat: int | None, invite: str | None
    ) -> None:
        self.address = f"ws{url.removeprefix('http')}/api/tables/{table}/socket"
        self.hello = {"type": "hello", "secret": secret, "seat": seat, "invite": invite}
        self.table: Json = {}
        self.position: Json = {}
        """Where the game stands; empty before it has started."""
        self.steps: list[Json] = []
        self.on_message: Callable[[Json], None] = lambda message: None
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._problem: Refused | None = None

    @property
    def seq(self) -> int:
        """The number of the last step that was seen."""
        return int(self.steps[-1]["seq"]) if self.steps else 0

    async def __aenter__(self) -> Seat:
        """Connect, and wait for the welcome."""
        self._reading = asyncio.create_task(self._read_on())
        await self._until_ready()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connection."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def _until_ready(self) -> None:
        assert self._reading is not None
        waiting = asyncio.create_task(self._ready.wait())
        await asyncio.wait((waiting, self._reading), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if self._problem is not None:
            raise self._problem

    async def _read_on(self) -> None:
        """Read messages, and connect again whenever the connection is lost."""
        wait = 0.05
        while self._problem is None:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(self.address, compression=None, max_size=None) as socket:
                    last = self.steps[-1] if self.steps else {"seq": None, "at": None}
                    since = {"since": last["seq"], "since_at": last["at"]}
                    await socket.send(json.dumps({**self.hello, **since}))
                    self._socket = socket
                    async for text in socket:
                        await self._take(json.loads(text))
                        wait = 0.05
            self._ready.clear()
            self._socket = None
            for waiting in self._answers.values():
                waiting.cancel()  # the answer will not come: ask again on the next connection
            await asyncio.sleep(wait)
            wait = min(1.0, 2 * wait)

    async def _take(self, message: Json) -> None:
        kind = message["type"]
        if kind == "welcome":
            if message["fresh"]:
                self.steps = []
            self.steps += message["steps"]
            self.table, self.position = message["table"], message["position"] or {}
            self._ready.set()
        elif kind == "step":
            self.steps.append(message["step"])
            self.table = message["table"] or self.table
            self.position = message["position"] or self.position
        elif kind == "table":
            self.table = message["table"]
        elif kind == "answer":
            if message["position"] is not None:
                self.position = message["position"]
            waiting = self._answers.get(message["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif message["problem"]["code"] not in _FOR_A_WHILE:
            self._problem = Refused(0, message["problem"])
        self.on_message(message)
        async with self._changed:
            self._changed.notify_all()

    async def wait_for(self, wanted: Callable[[Seat], bool]) -> None:
        """Wait until what is seen is as wanted."""
        async with self._changed:
            while not wanted(self):
                await self._changed.wait()

    async def wait_past(self, seq: int) -> None:
        """Wait until a step after this one is seen."""
        await self.wait_for(lambda s: s.seq > seq)

    async def messages(self) -> AsyncIterator[None]:
        """Go on after each message."""
        while True:
            yield
            async with self._changed:
                await self._changed.wait()

    async def ask(self, type: str, id: str | None = None, **facts: object) -> Json:
        """Send a request until it is answered; return the answer, also a refusal."""
        id = id or secrets.token_hex(8)
        message = json.dumps({"type": type, "id": id, **facts})
        while True:
            await self._until_ready()
            socket = self._socket
            waiting = self._answers.get(id)  # the same request may be under way already
            if waiting is None:
                waiting = self._answers[id] = asyncio.get_running_loop().create_future()
            try:
                if socket is not None:
                    await socket.send(message)
                    done, _ = await asyncio.wait((waiting,), timeout=5)
                    if done and not waiting.cancelled():
                        answer: Json = waiting.result()
                        problem = answer["problem"]
                        if problem is None or problem["code"] not in _FOR_A_WHILE:
                            return answer
                        await asyncio.sleep(0.3)
            except ConnectionClosed:
                await asyncio.sleep(0.05)
            finally:
                self._answers.pop(id, None)

    async def act(self, action: int, id: str | None = None) -> Json:
        """Decide, on the position as it is seen."""
        return await self.ask("act", id, expected=self.seq, action=action)

    async def play(self, choose: Callable[[Json], int]) -> Json:
        """Play to the end: whenever there is something to decide, take the action chosen.

        ``choose`` gets the position and returns the number of one of its actions.
        """
        while True:
            await self.wait_for(lambda s: bool(s.position))
            position = self.position
            if position["view"]["phase"] == "over":
                return position
            if position["actions"]:
                before = self.seq
                await self.act(choose(position))
                await self._wait_for_news(position, before)
            else:
                await self._wait_for_news(position, self.seq)

    async def _wait_for_news(self, position: Json, before: int) -> None:
        await self.wait_for(lambda s: s.seq > before or s.position is not position)
