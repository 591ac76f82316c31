"""Other server processes on the same PostgreSQL: who stored what, and who drives which table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import zlib
from typing import Protocol

import psycopg
from psycopg import sql

from branchline.server.storage.connection import ANSWER, SIGNS_OF_LIFE, BoundedAsyncConnection
from branchline.server.storage.store import CHANNEL
from branchline.server.tables.loaded_table import LoadedTable

log = logging.getLogger("branchline.server")
_BEAT = 1.0
"""Seconds after which a process says again that it is there."""
_STALE = 5.0
"""Seconds after which a process that does not say so counts as gone, with its people."""


class Tables(Protocol):
    """The tables of this process, as far as the others concern them."""

    loaded_tables: dict[str, LoadedTable]

    async def refresh(self, id: str, seq: int = 0) -> None:
        """Read on what others have stored at a table."""
        ...

    def presence_changed(self, opened: LoadedTable, tell_peers: bool = True) -> None:
        """Tell those at a table that somebody came or went."""
        ...


class Peers:
    """Listens to the other processes and speaks to them.

    An advisory lock settles which process runs the bots and clocks of a table. PostgreSQL releases
    it when a process dies. Who looks on through a process is known
    for as long as it says that it is there.
    """

    def __init__(self, url: str, name: str, registry: Tables) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://")
        self.name = name
        self.registry = registry
        self.driving: set[str] = set()
        self.heard: dict[str, float] = {}
        """When each of the others last said that it is there."""
        self._listening: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._speaking: BoundedAsyncConnection | None = None
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen."""
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen_on(ready))
        async with asyncio.timeout(30):
            await ready.wait()
        self._beating = asyncio.create_task(self._beat_on())

    async def close(self) -> None:
        """Stop listening, and let others drive our tables."""
        for task in (self._listening, self._beating, *self._tasks):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        with contextlib.suppress(psycopg.Error, OSError):
            await self._say(f"{self.name} gone -")
        if self._speaking is not None:
            await self._speaking.close()

    async def _listen_on(self, ready: asyncio.Event) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self.url, autocommit=True, **SIGNS_OF_LIFE
                ) as connection:
                    async with asyncio.timeout(ANSWER):
                        listen = sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL))
                        await connection.execute(listen)
                    if ready.is_set():  # what came meanwhile was not heard
                        for id in list(self.registry.loaded_tables):
                            await self.registry.refresh(id)
                        for who in self.heard:
                            self._spawn(self._say(f"{self.name} ask {who}"))
                    ready.set()
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except (psycopg.Error, OSError, TimeoutError) as problem:
                log.error("not listening", extra={"problem": type(problem).__name__})
            except Exception:
                log.exception("listening failed")
            await asyncio.sleep(0.5)

    async def _beat_on(self) -> None:
        """Say again and again that we are there, and notice who no longer does."""
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                await self._say(f"{self.name} alive -")
            now = time.monotonic()
            for who in [who for who, at in self.heard.items() if now - at > _STALE]:
                self._forget(who)
            await asyncio.sleep(_BEAT)

    def _hear(self, message: str) -> None:
        who, what, id, *rest = message.split(" ")
        if who == self.name:
            ours = self.registry.loaded_tables.get(id) if what == "log" else None
            # Usually we know it; but not if it was stored after we had stopped waiting.
            if ours is not None and (ours.is_broken or ours.table.seq < int(rest[0])):
                self._spawn(self.registry.refresh(id, int(rest[0])))
            return
        if what == "gone":
            self._forget(who)
            return
        if (
            who not in self.heard and self.registry.loaded_tables
        ):  # it is new, or we could not hear it
            self._spawn(self._say(f"{self.name} ask {who}"))
        self.heard[who] = time.monotonic()
        opened = self.registry.loaded_tables.get(id)
        if what == "ask":
            asked = [opened] if opened is not None else []
            for each in self.registry.loaded_tables.values() if id == self.name else asked:
                if each.listeners:
                    self.say_who_is_here(each)
        elif what == "log" and opened is not None:
            self._spawn(self.registry.refresh(id, int(rest[0])))
        elif what == "here" and opened is not None:
            before = (opened.connected(), opened.watchers())
            seats = {int(seat) for seat in rest[0].split(",") if seat}
            opened.elsewhere[who] = (seats, int(rest[1]))
            if (opened.connected(), opened.watchers()) != before:
                self.registry.presence_changed(opened, tell_peers=False)

    def _forget(self, who: str) -> None:
        """Forget the people who looked on through a process that has ended."""
        self.heard.pop(who, None)
        for opened in self.registry.loaded_tables.values():
            if opened.elsewhere.pop(who, None) is not None:
                self.registry.presence_changed(opened, tell_peers=False)

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def say_who_is_here(self, opened: LoadedTable) -> None:
        """Tell the other processes who looks on through this one."""
        seats = sorted({x.seat for x in opened.listeners if x.seat is not None})
        watchers = sum(x.seat is None for x in opened.listeners)
        listed = ",".join(map(str, seats))
        self._spawn(self._say(f"{self.name} here {opened.table.id} {listed} {watchers}"))

    def ask_who_is_there(self, id: str) -> None:
        """Ask the other processes who looks on through them, at a table that has come here."""
        self._spawn(self._say(f"{self.name} ask {id}"))

    async def _connection(self) -> BoundedAsyncConnection:
        if self._speaking is None or self._speaking.closed:
            self.driving.clear()
            self._speaking = await BoundedAsyncConnection.connect(
                self.url, autocommit=True, **SIGNS_OF_LIFE
            )
        return self._speaking

    async def _say(self, message: str) -> None:
        async with self._lock:
            connection = await self._connection()
            await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, message))

    async def may_drive(self, id: str) -> bool:
        """Whether this process runs a table's bots and clocks; it tries to get the lock."""
        try:
            async with self._lock:
                connection = await self._connection()
                if id in self.driving:
                    return True
                asked = await connection.execute("SELECT pg_try_advisory_lock(%s)", (_number(id),))
                row = await asked.fetchone()
                if row is not None and row[0]:
                    self.driving.add(id)
                    return True
        except (psycopg.Error, OSError):
            self.driving.clear()
        return False

    async def stop_driving(self, id: str) -> None:
        """Leave a table's bots and clocks to the process that loads it next."""
        if id not in self.driving:
            return
        with contextlib.suppress(psycopg.Error, OSError):
            async with self._lock:
                connection = await self._connection()
                await connection.execute("SELECT pg_advisory_unlock(%s)", (_number(id),))
        self.driving.discard(id)


def _number(id: str) -> int:
    return (0x6272 << 32) | zlib.crc32(id.encode())


async def _quietly(work: object) -> None:
    try:
        await work  # type: ignore[misc]
    except Exception as problem:
        log.warning(
            "another process could not be served", extra={"problem": type(problem).__name__}
        )
