"""Uptime: when a server was there is stored, so that nobody loses the time in which there was none.

Every few seconds a server notes that it is there and can write. Where the notes of all processes
have a gap, nobody could play: no server ran, or the database could not be written. Deadlines are
extended by that gap.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from branchline.server import faults
from branchline.server.clock import ServerClock
from branchline.server.storage.database import StorageError
from branchline.server.storage.sql import ALIVE
from branchline.server.storage.store import Store, latest
from branchline.server.tables.table import Table

log = logging.getLogger("branchline.server")

BEAT = 2.0
_MISSED = 10.0
"""Seconds without a note that are an outage while a server runs: less may be a busy machine."""
_NEIGHBOUR = 5.0
"""Seconds without a note after which a starting server assumes that no other one is there."""
_ALONE = 1.0
"""Where there can be no other server a start always ends an outage; short ones do not count."""
_MOST = 10_000
"""Stretches that are kept: for months, even if a server has to be started every quarter hour."""


@dataclass(frozen=True, slots=True)
class _Noted:
    """What a note has shown."""

    began: float
    until: float
    """The latest time by the clocks of all processes."""
    outages: list[tuple[float, float]] | None
    """All that are known, if there may be a new one."""


class Uptime:
    """Notes that this process is there, and knows when none was."""

    def __init__(self, store: Store, clock: ServerClock, on_outage: Callable[[], None]) -> None:
        self._store = store
        self._clock = clock
        self._on_outage = on_outage
        self._beaten: float | None = None
        self._newest: float | None = None
        self.outages: list[tuple[float, float]] = []
        """From when to when nobody could play."""
        self._lock = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Find out how long no server was there, and note from now on that this one is."""
        with contextlib.suppress(StorageError):  # then no deadline passes before it can be written
            await self.beat()
        self._beating = asyncio.create_task(self._beat_on())

    async def close(self) -> None:
        """Stop noting that this process is there."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            with contextlib.suppress(StorageError):
                await self.beat()

    async def _beat_on(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
                failing = False
            except StorageError as problem:
                if not failing:
                    log.error("nobody can play", extra={"problem": str(problem)})
                failing = True
            except Exception:
                log.exception("being there could not be noted")

    async def beat(self) -> None:
        """Note that a server is there now."""
        async with self._lock:
            try:
                noted = await asyncio.to_thread(self._note, self._clock.now())
            except (SQLAlchemyError, OSError) as problem:
                self._store.engine.dispose()  # connections opened during trouble may stay broken
                raise StorageError("problem.notStored", why=type(problem).__name__) from None
            # Outages are over by the clock of every process that knows of them.
            self._clock.not_before(noted.until)
            self._beaten = noted.until
            if noted.outages is not None:
                self._newest, self.outages = noted.began, noted.outages
                self._on_outage()

    async def be_sure(self) -> None:
        """Make sure that every outage up to now is known; raise the problem if it cannot be."""
        if self._beaten is None or self._clock.now() - self._beaten > _MISSED:
            await self.beat()

    def lost_by(self, table: Table) -> int:
        """Return the seconds that people who have to decide lost and have not been given back."""
        running = [table.since[seat] for seat in table.deadlines()]
        if not running:
            return 0
        begun = max(min(running), table.made_up)
        lost = sum(end - max(start, begun) for start, end in self.outages if end > begun)
        return math.ceil(lost) if lost >= _ALONE else 0

    def _note(self, now: float) -> _Noted:
        """Store that a server is there, in a transaction of its own."""
        if faults.storage_fails():
            raise OSError("disk full, for a test")
        # Not by the store's writer: a note proves nothing about a table's log.
        engine = self._store.engine
        with engine.connect().execution_options(writes=True) as c, c.begin():
            newest = c.execute(select(ALIVE).order_by(ALIVE.c.began.desc()).limit(1)).first()
            if newest is None:
                # Nothing was noted by older versions: the last step is the last sign of a server.
                began = until = latest(c) or now
                c.execute(insert(ALIVE).values(began=began, until=until))
            else:
                began, until = newest.began, newest.until
            if now - until > self._patience():
                log.warning("nobody could play", extra={"seconds": round(now - until)})
                began = now
                c.execute(insert(ALIVE).values(began=now, until=now))
                _prune(c)
            elif now > until:
                c.execute(
                    update(ALIVE)
                    .where(ALIVE.c.began == began, ALIVE.c.until < now)
                    .values(until=now)
                )
            return _Noted(began, max(now, until), None if began == self._newest else _gaps(c))

    def _patience(self) -> float:
        if self._beaten is not None:
            return _MISSED
        return _NEIGHBOUR if self._store.is_postgres else _ALONE


def _gaps(c: Connection) -> list[tuple[float, float]]:
    """Return from when to when nobody was there."""
    found = []
    before: float | None = None
    for began, until in c.execute(select(ALIVE).order_by(ALIVE.c.began)):
        # Two processes that start together may both begin a stretch: that is no gap.
        if before is not None and began - before > _ALONE:
            found.append((before, began))
        before = until if before is None else max(before, until)
    return found


def _prune(c: Connection) -> None:
    """Delete the oldest stretches, if there are many."""
    last = c.execute(select(ALIVE.c.began).order_by(ALIVE.c.began.desc()).offset(_MOST).limit(1))
    if (began := last.scalar()) is not None:
        c.execute(delete(ALIVE).where(ALIVE.c.began <= began))
