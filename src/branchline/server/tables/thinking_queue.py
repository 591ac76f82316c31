"""The queue of bots that wait to think: who is next, and how much the next one may think.

People's tables come before tables that only bots play, and those that somebody watches before those
that nobody does. Within each, the owners of the tables take turns, and then the tables of an owner:
many tables of one address together get the share of one table.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

PEOPLE, WATCHED, UNWATCHED = "people", "watched", "unwatched"
KINDS = (PEOPLE, WATCHED, UNWATCHED)
"""The kinds of tables; the first come first."""
PATIENCE = 1.0
"""Seconds that people wait for their turn in the queue before bots think less."""
LEAST = 100
"""Play-outs that a bot has at least, however long the queue is."""
_A_PLAYOUT = 0.0005
"""Seconds that a play-out takes, until some have been measured."""
_NEW = 0.1
"""How much the last measure counts."""


@dataclass(frozen=True, slots=True)
class Share:
    """Whom a choice is for."""

    kind: str
    owner: str
    """The address the table belongs to, as it is counted; empty if it is not known."""
    table: str


@dataclass(eq=False, slots=True)
class Waiting:
    """A bot that waits to think."""

    share: Share
    playouts: int
    """How many play-outs the bot thinks with, if it may."""
    since: float = field(default_factory=time.monotonic, kw_only=True)


W = TypeVar("W", bound=Waiting)


class ThinkingQueue(Generic[W]):
    """All that wait."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.a_playout = _A_PLAYOUT
        self._kinds: dict[str, dict[str, dict[str, deque[W]]]] = {kind: {} for kind in KINDS}

    def join(self, one: W) -> None:
        """Add a bot that waits."""
        tables = self._kinds[one.share.kind].setdefault(one.share.owner, {})
        tables.setdefault(one.share.table, deque()).append(one)

    def leave(self, one: W) -> None:
        """Take a bot out of the queue."""
        owners = self._kinds[one.share.kind]
        tables = owners.get(one.share.owner, {})
        places = tables.get(one.share.table)
        if places is None or one not in places:
            return
        places.remove(one)
        if not places:
            del tables[one.share.table]
        if not tables:
            del owners[one.share.owner]

    def next(self, kinds: Sequence[str]) -> W | None:
        """Return whose turn it is; the owner and the table go behind the others."""
        for kind in kinds:
            owners = self._kinds[kind]
            if not owners:
                continue
            owner, tables = next(iter(owners.items()))
            table, places = next(iter(tables.items()))
            one = places[0]
            owners[owner] = owners.pop(owner)
            tables[table] = tables.pop(table)
            self.leave(one)
            return one
        return None

    def all(self, kind: str) -> Iterator[W]:
        """Return all that wait, of one kind."""
        for tables in self._kinds[kind].values():
            for places in tables.values():
                yield from places

    def oldest(self, kind: str) -> float:
        """Return the longest wait of a kind, in seconds; nobody waits for 0."""
        begun = min((one.since for one in self.all(kind)), default=None)
        return 0.0 if begun is None else time.monotonic() - begun

    def playouts_for(self, one: W) -> int:
        """Return how many play-outs a bot may have whose turn has come.

        All of them, unless people behind it would wait too long: all of the same owner, who share
        one turn, and the next one of each other owner. The bots of an owner with many in the queue
        will think less anyway, so its next one counts less.
        """
        if one.share.kind != PEOPLE or one.playouts <= LEAST:
            return one.playouts
        owners = self._kinds[PEOPLE]
        behind = 0.0
        for owner, tables in owners.items():
            all_of_it = [w.playouts for places in tables.values() for w in places]
            if owner == one.share.owner:
                behind += sum(all_of_it) * len(owners)
            else:
                behind += sum(all_of_it) / len(all_of_it) ** 2
        seconds = behind * self.a_playout / self.workers
        if seconds <= PATIENCE:
            return one.playouts
        return max(LEAST, int(one.playouts * PATIENCE / seconds))

    def took(self, playouts: int, seconds: float) -> None:
        """Learn how long play-outs take here."""
        if playouts:
            self.a_playout += _NEW * (seconds / playouts - self.a_playout)
