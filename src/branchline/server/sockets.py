"""Sockets: one for each viewer. What comes in is checked, what goes out waits in a short queue."""

from __future__ import annotations

import asyncio
import logging
import re
import time

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from branchline.plain import Json
from branchline.server.costs import FAILED, TOLD
from branchline.server.limits import Bucket, Buckets, ConnectionCounter, address_of
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.messages import ClientMessage, Hello
from branchline.server.protocol.problems import RequestRefused
from branchline.server.refusals import (
    OF_SOCKET,
    counted_problem,
    socket_refusal,
)
from branchline.server.storage.waiting import one_request
from branchline.server.tables.access import check_may_look, look_through
from branchline.server.tables.handlers import HANDLERS
from branchline.server.tables.loaded_table import Listener
from branchline.server.tables.play import Asker
from branchline.server.tables.registry import Registry
from branchline.server.tables.tokens import hashed

log = logging.getLogger("branchline.server")
MESSAGES: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
HELLO_WITHIN = 10.0
_PENALTY = 0.2
"""Seconds before the next message is read from a client that sends too many."""
_POLICY, _TRY_AGAIN, _GOING_AWAY = 1008, 1013, 1001


class Sockets:
    """All open sockets, and what they share: the registry of the tables, and the limits."""

    def __init__(self, registry: Registry, connections: int) -> None:
        settings = registry.settings
        self.registry = registry
        # A tenth of all connections is for requests: pages, seats taken, new tables.
        most = min(settings.max_sockets, max(1, connections * 9 // 10))
        self.counter = ConnectionCounter(most, settings.max_sockets_per_address)
        self.addresses = Buckets(settings.address_rate)
        self.open: set[Socket] = set()

    def origin_is_welcome(self, socket: WebSocket) -> bool:
        """Whether the page that opens a socket is ours; programs other than browsers name none."""
        origin = socket.headers.get("origin")
        if origin is None:
            return True
        return self.is_welcome(origin, socket.headers.get("host", ""))

    def is_welcome(self, origin: str, host: str) -> bool:
        """Whether an origin is this server's own, or one that the operator named."""
        named = [
            o.strip().rstrip("/") for o in self.registry.settings.origins.split(",") if o.strip()
        ]
        return "*" in named or origin in named or re.sub(r"^https?://", "", origin) == host

    async def serve(self, websocket: WebSocket, id: str) -> None:
        """Serve a socket from its first message to its end."""
        address = address_of(websocket)
        if not self.origin_is_welcome(websocket) or self.registry.is_closing:
            await websocket.close(_POLICY)
            return
        if not self.counter.enter(address):
            await websocket.close(_TRY_AGAIN)
            return
        socket = Socket(self, websocket, id, address)
        self.open.add(socket)
        self.registry.metrics.sockets.inc()
        try:
            await socket.run()
        finally:
            self.registry.metrics.sockets.dec()
            self.open.discard(socket)
            self.counter.leave(address)

    async def close(self) -> None:
        """Close every socket and say why: the server is closing."""
        problem = RequestRefused("closing", "problem.closingSocket")
        for socket in list(self.open):
            socket.dismiss(problem, _GOING_AWAY)
        for _ in range(40):
            if not self.open:
                return
            await asyncio.sleep(0.05)


class Socket:
    """One connection."""

    def __init__(self, sockets: Sockets, websocket: WebSocket, id: str, address: str) -> None:
        self.sockets, self.registry = sockets, sockets.registry
        self.websocket = websocket
        self.id = id
        self.address = address
        self.out: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.is_closing = False
        self.bucket = Bucket(self.registry.settings.watcher_rate)
        self.person = ""
        """Whose bucket counts instead, once it is known; sockets and requests share it."""

    def deliver(self, message: bytes) -> None:
        """Put a message in the queue; close the socket of a reader who is too slow."""
        if self.is_closing:
            return
        if self.out.qsize() >= self.registry.settings.max_waiting:
            self.is_closing = True
            self.registry.metrics.dropped.inc()
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(_TRY_AGAIN)
            return
        self.out.put_nowait(message)

    def send(self, message: Json) -> None:
        """Send a message."""
        self.deliver(to_bytes(message))

    def dismiss(self, problem: RequestRefused, code: int = _POLICY) -> None:
        """Say why, and close."""
        if not self.is_closing:
            self.send({"type": "bye", "problem": problem.to_json()})
            self.is_closing = True
            self.out.put_nowait(code)

    async def run(self) -> None:
        """Accept, wait for hello, and serve until the end."""
        await self.websocket.accept()
        sender = asyncio.create_task(self._send_on())
        reader = asyncio.create_task(self._serve())
        await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
        if reader.done() and not sender.done():
            if not self.is_closing:
                self.is_closing = True
                self.out.put_nowait(1000)
            await asyncio.wait((sender,), timeout=5)
        for task in (sender, reader):
            task.cancel()
        for found in await asyncio.gather(sender, reader, return_exceptions=True):
            if isinstance(found, Exception) and not _is_hang_up(found):
                log.error("a socket failed", exc_info=found, extra={"table": self.id})

    async def _send_on(self) -> None:
        while True:
            message = await self.out.get()
            if isinstance(message, int):
                await self.websocket.close(message)
                return
            await self.websocket.send({"type": "websocket.send", "text": message.decode()})

    async def _receive(self) -> ClientMessage:
        """Return the next message; refuse what is not one."""
        while True:
            message = await self.websocket.receive()
            if message["type"] != "websocket.receive":
                raise WebSocketDisconnect(message.get("code", 1000))
            self.registry.metrics.messages.inc()
            try:
                return self._read(message.get("text"))
            except (RequestRefused, ValidationError) as error:
                await self._slow_down()
                self.send(socket_refusal(error, self.registry.metrics, None))

    def _read(self, text: str | None) -> ClientMessage:
        if text is None:
            raise RequestRefused("invalid", "problem.textNotBytes")
        if len(text) > self.registry.settings.max_message:
            raise RequestRefused("too large", "problem.largeMessage")
        try:
            return MESSAGES.validate_json(text)
        except ValidationError:
            raise
        except (ValueError, RecursionError):
            raise RequestRefused("invalid", "problem.notAMessage") from None

    async def _slow_down(self, cost: float = 1.0) -> bool:
        """Let a client that sends too much wait; return whether it had to."""
        bucket = self.registry.seat_buckets.of(self.person) if self.person else self.bucket
        own, address = bucket.take(), self.sockets.addresses.of(self.address).take(cost)
        if own and address:
            return False
        await asyncio.sleep(_PENALTY)
        return True

    async def _serve(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = await self._receive()
        except TimeoutError:
            self.dismiss(RequestRefused("invalid", "problem.helloFirst"))
            return
        try:
            with one_request():
                await self._greet(hello)
        except OF_SOCKET as error:
            problem = counted_problem(error, self.registry.metrics)
            if problem.code == "unknown":
                self.sockets.addresses.of(self.address).charge(FAILED)
            self.dismiss(problem)
            return
        opened, listener = self.opened, self.listener
        try:
            while not self.is_closing:
                await self._handle(await self._receive())
        finally:
            self.registry.leave(opened, listener)

    async def _greet(self, hello: ClientMessage) -> None:
        if not isinstance(hello, Hello):
            raise RequestRefused("invalid", "problem.helloFirst")
        self.registry.check_ready()
        holder = None if hello.secret is None else hashed(hello.secret)
        since = hello.since
        asked = self.websocket.query_params.get("since", "")
        if since is None and asked.isascii() and asked.isdigit() and len(asked) < 10:
            since = int(asked)
        async with self.registry.at(self.id) as opened:
            check_may_look(opened.table, holder, hello.invite)
            seat = look_through(opened.table, holder, hello.seat)
            if seat is None and opened.watchers() >= self.registry.settings.max_watchers:
                raise RequestRefused("full", "problem.manyWatchers")
            if seat is not None:
                opened.owner = opened.owner or self.address
            self.opened = opened
            self.listener = Listener(seat, holder, self.deliver, self.dismiss, hello.invite)
            most, now = self.registry.settings.max_behind, self.registry.clock.now()
            welcome = opened.welcome(self.listener, since, most, now, hello.since_at)
            self.deliver(welcome)
            self.sockets.addresses.of(self.address).charge(TOLD * len(welcome))
            self.registry.join(opened, self.listener)
        if seat is not None:
            self.person = f"{self.id} {holder}"
        self.asker = Asker(self.registry, self.id, holder, seat)

    async def _handle(self, message: ClientMessage) -> None:
        begun = time.perf_counter()
        try:
            handler = HANDLERS.get(message.type)
            if await self._slow_down(1.0 if handler is None else handler.cost):
                raise RequestRefused("slow down", "problem.tooMuch")
            if handler is None:
                raise RequestRefused("invalid", "problem.helloAlready")
            if handler.needs_seat and self.asker.seat is None:
                raise RequestRefused("not allowed", "problem.onlyWatch")
            with one_request():
                await handler.handle(self.asker, message, self.send)
        except OF_SOCKET as error:
            self.send(socket_refusal(error, self.registry.metrics, getattr(message, "id", None)))
        finally:
            self.opened.used = time.monotonic()
            self.registry.metrics.request_seconds.observe(time.perf_counter() - begun)


def _is_hang_up(problem: BaseException) -> bool:
    return isinstance(problem, WebSocketDisconnect | RuntimeError | OSError) or (
        type(problem).__name__ in ("ClientDisconnected", "ConnectionClosed", "ConnectionClosedOK")
    )
