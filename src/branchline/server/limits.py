"""Limits: how many messages somebody may send, and how many connections an address may have."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

_BURST = 4.0
"""Seconds' worth of messages that may come at once."""
_MOST_KEPT = 20_000


class Bucket:
    """A bucket that fills at a rate; every message takes one drop."""

    __slots__ = ("at", "level", "most", "rate")

    def __init__(self, rate: float, burst: float = _BURST) -> None:
        self.rate = rate
        self.most = max(5.0, rate * burst)
        self.level = self.most
        self.at = time.monotonic()

    def take(self) -> bool:
        """Take a drop; False if there is none."""
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for each address or seat; those not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float = _BURST) -> None:
        self.rate = rate
        self.burst = burst
        self.kept: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """Return somebody's bucket."""
        bucket = self.kept.get(who)
        if bucket is None:
            bucket = self.kept[who] = Bucket(self.rate, self.burst)
            if len(self.kept) > _MOST_KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(who)
        return bucket


class Connections:
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
