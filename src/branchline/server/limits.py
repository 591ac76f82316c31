"""Limits: how many messages somebody may send, and how many connections an address may have."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from branchline.server.hosts import address_in
from branchline.server.settings import Settings

_BURST = 4.0
"""Seconds' worth of messages that may come at once."""
_LEAST = 5.0
"""Messages that may come at once however small the rate is."""
_MOST_KEPT = 20_000


def address_of(connection: HTTPConnection) -> str:
    """Return where a connection comes from, as it is counted."""
    return counted(connection.client.host if connection.client else "local")


def counted(address: str) -> str:
    """Return what counts as one address: of IPv6, where a household has many, its network.

    >>> counted("192.0.2.7"), counted("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    found = address_in(address)
    if isinstance(found, ipaddress.IPv6Address):
        found = ipaddress.IPv6Address(int(found) >> 64 << 64)
    return address if found is None else str(found)


def as_written(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return a client as people write its address: IPv4 that came by IPv6 is IPv4.

    >>> as_written(("::ffff:127.0.0.1", 80)), as_written(("::1", 80))
    (('127.0.0.1', 80), ('::1', 80))
    """
    found = None if client is None else address_in(client[0])
    if client is None or not isinstance(found, ipaddress.IPv4Address):
        return client
    return str(found), client[1]


def proxies_of(settings: Settings) -> Callable[[str], bool]:
    """Return a test for addresses of proxies that we believe, as uvicorn reads the setting."""
    believed = ProxyHeadersMiddleware(_nobody, settings.proxies).trusted_hosts
    return believed.__contains__


async def _nobody(scope: object, receive: object, send: object) -> None: ...


class Bucket:
    """A budget that fills at a rate up to a limit. A cost may take it below zero."""

    __slots__ = ("at", "level", "most", "rate")

    def __init__(self, rate: float, burst: float = _BURST, least: float = _LEAST) -> None:
        self.rate = rate
        self.most = max(least, rate * burst)
        self.level = self.most
        self.at = time.monotonic()

    def fill(self) -> None:
        """Add what has flowed in since the last time."""
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now

    @property
    def is_full(self) -> bool:
        """Whether it is full."""
        self.fill()
        return self.level >= self.most

    def take(self, cost: float = 1.0) -> bool:
        """Take what something costs; False if nothing is left."""
        self.fill()
        if self.level < 1:
            return False
        self.charge(cost)
        return True

    def charge(self, cost: float) -> None:
        """Take what something has cost; the level may fall to a full bucket below zero."""
        self.fill()
        self.level = max(self.level - cost, -self.most)


class Buckets:
    """A bucket for each address or seat.

    One that has filled up again is forgotten, so ask for it every time it is used.
    """

    def __init__(self, rate: float, burst: float = _BURST, least: float = _LEAST) -> None:
        self.rate = rate
        self.burst = burst
        self.least = least
        self.kept: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        """Return the bucket of an address or a seat."""
        bucket = self.kept.get(key)
        if bucket is None:
            self._forget()
            bucket = self.kept[key] = Bucket(self.rate, self.burst, self.least)
        self.kept.move_to_end(key)
        return bucket

    def _forget(self) -> None:
        """Make room: drop the one unused for longest if it is full, or if there are many."""
        for _ in range(2):
            if not self.kept:
                return
            key, oldest = next(iter(self.kept.items()))
            if not oldest.is_full and len(self.kept) < _MOST_KEPT:
                return
            del self.kept[key]


class ConnectionCounter:
    """How many connections there are, in all and by address."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self.total = 0
        self.each: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a connection; False if there is no room for it."""
        if self.total >= self.most or self.each[address] >= self.most_each:
            if not self.each[address]:
                del self.each[address]
            return False
        self.total += 1
        self.each[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Count it no longer."""
        self.total -= 1
        self.each[address] -= 1
        if not self.each[address]:
            del self.each[address]
