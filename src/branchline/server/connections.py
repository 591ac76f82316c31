"""Connections: how many there may be, and how long each may make the server wait.

A connection costs a file descriptor before it has sent a byte. So it is counted as soon as it is
there. When there is no more room, one that has not sent its request is closed for the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from typing import Any

from starlette.applications import Starlette
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from branchline.server.limits import Bucket, as_written, counted, proxies_of
from branchline.server.settings import Settings

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

BACKLOG = 16
"""Connections accepted at a time; the ones we refuse are closed a few turns of the loop later."""
_RESERVE = 256
"""Files kept back for the database, bots, pages, and connections that are about to be closed."""
_CLOSING = 10.0
"""Seconds a closed connection has to take its last bytes."""
_PIECE = 1024
"""Bytes of a socket that are taken in at a time; a frame may have as few as six."""
_SIGNS = 30
"""Signs of life that a client may send at once, and then one a second."""
_PARTS = 64
"""Frames that a message may come in."""
_AFTER_CLOSE = 16_384
"""Bytes that are read of a client after it was told that the socket is closed."""


class Timeouts:
    """Seconds we wait for a slow client."""

    head = 10.0
    """For a whole request, from the first moment or from the last answer."""
    body = 20.0
    """For its body, and one more for each 1,000 bytes that a body may have."""
    idle = 5
    """For the next request, if none of it has come."""
    reading = 30.0
    """For the client to read more of what we sent."""
    look = 0.5
    """Between two looks at all connections."""

    @classmethod
    def for_body(cls, most: int) -> float:
        """Return the seconds for a body that may have so many bytes."""
        return cls.body + most / 1000


def room_for_connections(settings: Settings) -> int:
    """Ask the system for as many files as are wanted; return how many connections that leaves."""
    wanted = settings.max_connections + _RESERVE
    if resource is None:
        return settings.max_connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings.max_connections
    return max(1, soft - min(_RESERVE, soft // 2))


class AddressConnections:
    """The connections of one address: how many, and those that have not sent a request."""

    __slots__ = ("total", "waiting")

    def __init__(self) -> None:
        self.total = 0
        self.waiting: OrderedDict[HttpConnection, None] = OrderedDict()


class OpenConnections:
    """Counts connections, and ends those that make the server wait too long."""

    def __init__(self, settings: Settings) -> None:
        self.most = room_for_connections(settings)
        self.most_each = settings.max_connections_per_address
        self.max_message = settings.max_message
        self.is_proxy = proxies_of(settings)
        self.all: set[HttpConnection | SocketConnection] = set()
        self.waiting: OrderedDict[HttpConnection, None] = OrderedDict()
        self.addresses: dict[str, AddressConnections] = {}
        self.turned_away = 0

    def enter(self, one: HttpConnection | SocketConnection) -> bool:
        """Count a connection; False if there is no room for it."""
        if isinstance(one, HttpConnection):  # a socket takes the place of the request it was
            # All clients of a proxy have its address: there the proxy has to count.
            is_proxy = one.client is not None and self.is_proxy(one.client[0])
            there = None if is_proxy else self.addresses.get(one.address)
            if there is not None and there.total >= self.most_each:
                if not self._make_room(there.waiting):
                    return False
            elif len(self.all) >= self.most and not self._make_room(self.waiting):
                return False
        self.all.add(one)
        self.addresses.setdefault(one.address, AddressConnections()).total += 1
        return True

    def leave(self, one: HttpConnection | SocketConnection) -> None:
        """Count a connection no longer."""
        if one not in self.all:
            return
        self.all.remove(one)
        there = self.addresses[one.address]
        there.total -= 1
        if isinstance(one, HttpConnection):
            self.waiting.pop(one, None)
            there.waiting.pop(one, None)
        if not there.total:
            del self.addresses[one.address]

    def wait_for(self, one: HttpConnection, is_waiting: bool) -> None:
        """Note whether the server waits for a client, or the client for the server."""
        if one not in self.all or (one in self.waiting) == is_waiting:
            return
        for some in (self.waiting, self.addresses[one.address].waiting):
            if is_waiting:
                some[one] = None
            else:
                del some[one]

    def _make_room(self, waiting: OrderedDict[HttpConnection, None]) -> bool:
        """Close the connection the server has waited for longest; False if it waits for none."""
        if not waiting:
            return False
        self.end(next(iter(waiting)))
        return True

    def end(self, one: HttpConnection | SocketConnection) -> None:
        """Close a connection now, even if it has not read everything."""
        self.turned_away += 1
        self.leave(one)
        one.transport.abort()

    async def end_late_ones(self) -> None:
        """End the connections that make the server wait too long, again and again."""
        while True:
            await asyncio.sleep(Timeouts.look)
            now = time.monotonic()
            for one in list(self.all):
                if one.is_late(now):
                    self.end(one)


class ReadProgress:
    """Whether the other side reads what is sent to it."""

    def __init__(self) -> None:
        self.left = 0
        self.since = 0.0

    def is_stuck(self, transport: asyncio.Transport, now: float) -> bool:
        """Whether it has read nothing for too long."""
        left = transport.get_write_buffer_size()
        if not left or left < self.left or not self.left:
            self.since = now
        self.left = left
        limit = _CLOSING if transport.is_closing() else Timeouts.reading
        return now - self.since > limit


def _connections_of(config: Config) -> OpenConnections:
    """Return the open connections of the server that has a configuration."""
    assert isinstance(config.app, Starlette)
    connections: OpenConnections = config.app.state.connections
    return connections


class HttpConnection(H11Protocol):
    """A connection that makes requests."""

    address = ""
    since = 0.0
    """When we began to wait for a request, or for its body."""

    @property
    def all_open(self) -> OpenConnections:
        """The open connections of its server."""
        return _connections_of(self.config)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in if there is room."""
        super().connection_made(transport)
        self.client = as_written(self.client)
        self.reading = ReadProgress()
        self.address = counted(self.client[0] if self.client else "local")
        self.since = time.monotonic()
        if self.all_open.enter(self):
            self.all_open.wait_for(self, True)
        else:
            self.all_open.turned_away += 1
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.all_open.leave(self)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Read what has come; note when it is a whole request."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self.since = time.monotonic()
        self.all_open.wait_for(self, self._is_awaited())

    def _is_awaited(self) -> bool:
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.since = time.monotonic()
        self.all_open.wait_for(self, True)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Let the socket take this connection's place."""
        self.all_open.leave(self)
        super().handle_websocket_upgrade(event)

    def is_late(self, now: float) -> bool:
        """Whether it has kept us waiting too long."""
        if self._is_awaited():
            is_body = self.cycle is not None and not self.cycle.response_complete
            limit = Timeouts.for_body(self.all_open.max_message) if is_body else Timeouts.head
            if now - self.since > limit:
                return True
        return self.reading.is_stuck(self.transport, now)


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection that has become a socket.

    Messages are paid for where they are answered. But a client may also send frames that are no
    messages, and thousands of tiny messages at once: those are counted here, and wait here.
    """

    address = ""
    transport: asyncio.Transport
    left_after_close = _AFTER_CLOSE

    @property
    def all_open(self) -> OpenConnections:
        """The open connections of its server."""
        return _connections_of(self.config)

    def connection_made(self, transport: Any) -> None:
        """Count it."""
        super().connection_made(transport)
        self.client = as_written(self.client)
        self.reading = ReadProgress()
        self.waiting = bytearray()
        self.signs = Bucket(1.0, _SIGNS)
        self.address = counted(self.client[0] if self.client else "local")
        self.all_open.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self.all_open.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what has come, as far as it is its turn."""
        self.waiting += data
        self._take_in()

    async def receive(self) -> Any:
        """Return the next message, and look for the one after it."""
        message = await super().receive()
        self._take_in()
        return message

    def _take_in(self) -> None:
        """Read on until there is a message; the rest waits as it came, which takes less room."""
        while self.waiting and not self.read_paused and not self.transport.is_closing():
            piece = bytes(self.waiting[:_PIECE])
            del self.waiting[:_PIECE]
            if self.close_sent:
                self.left_after_close -= len(piece)
            if self.left_after_close < 0:
                self.all_open.end(self)
            else:
                super().data_received(piece)

    async def send(self, message: Any) -> None:
        """Send something; a refusal with a reason counts as an answer."""
        await super().send(message)
        if self.close_sent:
            self._take_in()  # the client may have sent already that it closes the socket
            if self.initial_response is not None:
                self.handshake_complete = True  # otherwise uvicorn logs it as an error

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._is_paid():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Note a sign of life, unless there are too many."""
        if self._is_paid():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Add to a message, unless it comes in too many parts."""
        if len(self.frames) < _PARTS:
            super().handle_cont(event)
        elif not self.transport.is_closing():
            self.all_open.end(self)

    def _is_paid(self) -> bool:
        """Whether a client may send one more sign of life; end the connection if not."""
        if self.transport.is_closing():
            return False
        if self.signs.take():
            return True
        self.all_open.end(self)
        return False

    def is_late(self, now: float) -> bool:
        """Whether it has not read for too long."""
        return self.reading.is_stuck(self.transport, now)
