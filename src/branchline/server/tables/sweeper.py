"""The sweeper: looks at all tables every few seconds.

It opens tables where a bot or a clock is due, closes those that nobody uses, and notices what an
operator changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time

from branchline.server.heap import give_back
from branchline.server.protocol.problems import RequestRefused, no_table
from branchline.server.storage.analyses import AnalysisStore
from branchline.server.storage.database import StorageError
from branchline.server.tables.registry import Registry

log = logging.getLogger("branchline.server")
SWEEP = 2.0
"""Seconds between two looks."""
_GRACE = 3.0
"""Seconds that another process has to do what is due."""
_FORGET_EVERY = 3600.0
"""Seconds between two deletions of what nobody needs."""


class Sweeper:
    """Looks after the tables of one server."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self.task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        registry, first, last_forgetting = self.registry, True, -math.inf
        await registry.ready.wait()  # a table that is opened is played through
        while True:
            try:
                await self._sweep(first)
                if time.monotonic() - last_forgetting > _FORGET_EVERY:
                    last_forgetting = time.monotonic()
                    await self._forget()
                first = False
            except (StorageError, RequestRefused) as problem:
                log.error("the tables cannot be swept", extra={"problem": str(problem)})
            except Exception:
                log.exception("sweeping failed")
            await asyncio.sleep(SWEEP)

    async def _forget(self) -> None:
        """Delete tables that never started, and records that nobody looks at."""
        settings, now = self.registry.settings, self.registry.clock.now()
        if settings.forget_lobbies:
            await self.registry.store.forget_lobbies(now - settings.forget_lobbies)
        if settings.forget_records:
            records = AnalysisStore(self.registry.store)
            await records.forget_records(now - settings.forget_records)

    async def notice(self) -> None:
        """Catch up with what an operator stopped or deleted while this server runs."""
        registry = self.registry
        asked = dict(registry.loaded_tables)  # a table that comes while we read is not looked for
        stored = await registry.store.steps(list(asked))
        for id, opened in asked.items():
            if opened.is_gone:
                continue
            if id not in stored and not opened.lock.locked():
                registry.drop(opened, no_table())
                if registry.peers is not None:
                    await registry.peers.stop_driving(id)
            elif stored.get(id, 0) > opened.table.seq:
                with contextlib.suppress(RequestRefused):  # it may be deleted by now
                    await registry.refresh(id)

    async def _sweep(self, first: bool) -> None:
        """Catch up, open the tables that are due, and close those that are not used."""
        await self.notice()
        registry = self.registry
        # If there are several processes, another one probably does what is due; give it time.
        grace = 0.0 if first or registry.peers is None else _GRACE
        for id in await registry.store.due(registry.clock.now() - grace):
            if id not in registry.loaded_tables and not await self._wake(id):
                break
        soon = registry.clock.now() + registry.settings.unload_after
        before = len(registry.loaded_tables)
        for id, opened in list(registry.loaded_tables.items()):
            unused = time.monotonic() - opened.used > registry.settings.unload_after
            wake = opened.table.wake_at()
            busy = opened.lock.locked() or opened.listeners or (wake is not None and wake < soon)
            if unused and not busy:
                opened.is_gone = True
                del registry.loaded_tables[id]
                if opened.driver is not None:
                    opened.driver.cancel()
                    opened.driver = None  # otherwise the two keep each other in memory
                if registry.peers is not None:
                    await registry.peers.stop_driving(id)
        if len(registry.loaded_tables) < before:
            await asyncio.to_thread(give_back)

    async def _wake(self, id: str) -> bool:
        """Open a table that is due; False if the database does not answer."""
        try:
            await self.registry.find(id)
        except RequestRefused as problem:
            return problem.code != "storage"
        except Exception:
            log.exception("a table was not woken", extra={"table": id})
        return True
