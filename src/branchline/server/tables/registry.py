"""The registry: all tables in memory. They come from storage on demand and leave when unused."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import logging
import os
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TypeVar

from branchline import __version__
from branchline.server import faults
from branchline.server.clock import ServerClock
from branchline.server.getting_ready import GettingReady
from branchline.server.limits import Buckets
from branchline.server.metrics import Metrics
from branchline.server.preload import load_all
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused, no_table
from branchline.server.refusals import problem_of
from branchline.server.settings import Settings
from branchline.server.storage.database import StorageError, UnknownFateError, late
from branchline.server.storage.lines import NOTHING, Body
from branchline.server.storage.store import Entry, Store, TableRow, UnreadableTableError, why_of
from branchline.server.storage.uptime import Uptime
from branchline.server.storage.waiting import left
from branchline.server.tables.loaded_table import Listener, LoadedTable
from branchline.server.tables.peers import Peers
from branchline.server.tables.table import Table, header_of
from branchline.server.tables.thinkers import Thinkers
from branchline.server.tables.tokens import new_id
from branchline.text.catalogue import text

log = logging.getLogger("branchline.server")
R = TypeVar("R")

PRESENCE_DELAY = 0.15
"""Seconds for which news of people who come and go is collected."""
_RETRIES = 5
_ID = re.compile(r"[a-z0-9]{1,16}")


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry before it has a number."""

    kind: str
    seat: int | None = None
    body: Body = NOTHING
    client_id: str | None = None


class Overtaken(Exception):  # noqa: N818 - not an error: another process was faster
    """Another process added to the log first; the table has been read again."""


class Registry:
    """The tables of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.name = f"{os.getpid()}.{new_id()}"
        self.store = Store(settings, self.name)
        self.clock = ServerClock()
        self.uptime = Uptime(self.store, self.clock, self._wake_drivers)
        self.metrics = Metrics()
        self.store.when_late = self._came_late
        self.thinkers = Thinkers(settings.bot_workers, settings.bot_seconds)
        self.metrics.add(self.thinkers)
        self.peers = Peers(settings.url, self.name, self) if self.store.is_postgres else None
        self.seat_buckets = Buckets(settings.seat_rate)
        self.loaded_tables: dict[str, LoadedTable] = {}
        self.drive: Callable[[LoadedTable], Coroutine[object, object, None]] | None = None
        self.is_closing = False
        self.rules = GettingReady()
        self.ready = asyncio.Event()
        """Set once games can be played."""
        self._getting_ready: asyncio.Task[None] | None = None
        self.making_for_bots = asyncio.Lock()
        """Held while a table that only bots play is counted and made."""
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._refreshing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Load all there is, and open the database; rules that must be compiled come later."""
        self.rules.begin()
        await asyncio.to_thread(load_all)
        await asyncio.to_thread(self.store.open)
        self.clock.not_before(await self.store.latest())
        if self.peers is not None:
            await self.peers.open()
        self._getting_ready = asyncio.create_task(self._get_ready())
        if not self.rules.is_compiling:
            await self._getting_ready

    async def _get_ready(self) -> None:
        """Let games be played once the rules are there.

        Until then it is not noted that a server is there: nobody can play, and that counts against
        nobody.
        """
        try:
            if await self.rules.load():
                await self.uptime.open()
                await self.thinkers.open()
                self.rules.is_ready = True
                self.ready.set()
                if (problem := await self.rules.finish()) is not None and not self.is_closing:
                    log.error("what analyses need is not compiled", extra={"problem": problem})
        except Exception as problem:
            log.exception("getting ready failed")
            self.rules.problem = type(problem).__name__
        if self.rules.problem is not None and not self.is_closing:
            log.error("the rules are not ready", extra={"problem": self.rules.problem})
            self.rules.complain(text("serve.notReady", why=self.rules.problem))

    def check_open(self) -> None:
        """Refuse everything while the server closes."""
        if self.is_closing:
            raise RequestRefused("closing", "problem.closing")

    def check_ready(self) -> None:
        """Refuse what needs the rules while they are not there."""
        self.check_open()
        self.rules.check()

    async def close(self) -> None:
        """Finish what is being written, and end."""
        self.is_closing = True
        await asyncio.to_thread(self.rules.end)
        if self._getting_ready is not None:
            self._getting_ready.cancel()
            await asyncio.gather(self._getting_ready, return_exceptions=True)
        tasks = [
            opened.driver for opened in self.loaded_tables.values() if opened.driver is not None
        ]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinkers.close()
        for opened in list(self.loaded_tables.values()):
            async with opened.lock:  # a writer finishes first
                opened.is_gone = True
        if self.peers is not None:
            await self.peers.close()
        await self.uptime.close()
        await asyncio.to_thread(self.store.close)

    def _wake_drivers(self) -> None:
        """Let every table see whether time was lost."""
        for opened in self.loaded_tables.values():
            opened.changed.set()

    # Tables in memory

    async def find(self, id: str) -> LoadedTable:
        """Return a table from memory, or else from storage."""
        opened = self.loaded_tables.get(id)
        if opened is None:
            if not _ID.fullmatch(id):
                raise no_table()
            opened = await self._load_once(id)
        opened.used = time.monotonic()
        return opened

    async def _load_once(self, id: str) -> LoadedTable:
        loading = self._loading.get(id)
        if loading is None:
            # A task of its own: the first client may disconnect while others wait.
            loading = self._loading[id] = _apart(self._load(id))
            loading.add_done_callback(lambda task: self._loaded(id, task))
        return await asyncio.shield(loading)

    def _loaded(self, id: str, task: asyncio.Task[LoadedTable]) -> None:
        del self._loading[id]
        if not task.cancelled():
            task.exception()  # those who wait get the exception; without them it is not logged

    async def _load(self, id: str) -> LoadedTable:
        table = await self._read(id)
        self.metrics.loads.inc()
        return await self._take_in(LoadedTable(table))

    async def _read(self, id: str) -> Table:
        """Read a table as it is stored; one that cannot be read is set aside."""
        try:
            row, entries = await self._stored(id)
            table = await asyncio.to_thread(_played_through, row, entries)
        except UnreadableTableError as problem:
            if not problem.is_aside:
                log.error("a table is set aside", extra={"table": id, "problem": str(problem)})
                self.metrics.set_aside.inc()
                with contextlib.suppress(StorageError):  # if this fails, it is tried again later
                    await self.store.set_aside(id, str(problem))
            raise _unreadable(problem.rules) from None
        if row.aside_by is not None:
            log.warning("a table can be read again", extra={"table": id})
            with contextlib.suppress(StorageError):
                await self.store.take_in_again(id)
        return table

    async def adopt(self, table: Table) -> LoadedTable:
        """Take in a table that was made and stored here just now, as it is."""
        if table.id in self.loaded_tables or table.id in self._loading:
            return await self.find(table.id)
        return await self._take_in(LoadedTable(table))

    async def _take_in(self, opened: LoadedTable) -> LoadedTable:
        id = opened.table.id
        self.loaded_tables[id] = opened
        if self.peers is not None:
            await self.refresh(id)  # what another process stored while we read
            self.peers.ask_who_is_there(id)
        if self.drive is not None and not self.is_closing:
            opened.driver = _apart(self.drive(opened))
        return opened

    async def _stored(self, id: str, after: int = 0) -> tuple[TableRow, list[Entry]]:
        """Read a table and the end of its log."""
        try:
            found = await self.store.load(id, after)
        except StorageError as problem:
            raise problem_of(problem) from None
        if found is None:
            raise no_table()
        return found

    @contextlib.asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[LoadedTable]:
        """Hold a table, as it is stored, while nobody else uses it."""
        while True:
            opened = await _in_time(self.find(id))
            await _in_time(opened.lock.acquire())
            try:
                if opened.is_gone:
                    continue  # it left memory while we waited
                if opened.is_broken:
                    await self._read_again(opened)
                yield opened
                return
            finally:
                opened.lock.release()

    async def _read_again(self, opened: LoadedTable) -> None:
        """Read the table from storage again; what was sent is not sent again."""
        try:
            opened.table = await self._read(opened.table.id)
        except RequestRefused as problem:
            if problem.code in ("unreadable", "unknown"):
                self.drop(opened, problem)
            raise
        opened.is_broken = False
        opened.flush()

    def drop(self, opened: LoadedTable, problem: RequestRefused) -> None:
        """Close all sockets of a table that was deleted, or can no longer be read."""
        opened.is_gone = True
        if self.loaded_tables.get(opened.table.id) is opened:
            del self.loaded_tables[opened.table.id]
        for listener in list(opened.listeners):
            listener.dismiss(problem)
        opened.listeners.clear()
        if opened.driver is not None and opened.driver is not asyncio.current_task():
            opened.driver.cancel()
        opened.driver = None

    def _came_late(self, id: str) -> None:
        """Tell of a step that was stored after nobody waited for it any longer."""
        task = asyncio.ensure_future(self.refresh(id))
        self._refreshing.add(task)
        task.add_done_callback(self._refreshing.discard)

    async def refresh(self, id: str, seq: int | None = None) -> None:
        """Catch up with what was stored elsewhere, if it is not known here: the step ``seq``."""
        opened = self.loaded_tables.get(id)
        if opened is None:
            return
        async with opened.lock:
            if opened.is_gone or (
                seq is not None and seq <= opened.table.seq and not opened.is_broken
            ):
                return
            if opened.is_broken:
                await self._read_again(opened)
                return
            entries = (await self._stored(id, after=opened.table.seq))[1]
            try:
                for entry in entries:
                    opened.table.apply(entry)
            except Exception:  # reading it from its beginning may work
                opened.is_broken = True
                await self._read_again(opened)
            opened.flush()

    async def commit(
        self,
        opened: LoadedTable,
        drafts: Sequence[Draft],
        answer: Callable[[int], None] = lambda seq: None,
        held: Sequence[str] = (),
        let_go: Sequence[str] = (),
    ) -> None:
        """Store new entries, then answer, then tell everybody. The caller has the table's lock."""
        table = opened.table
        if drafts and not table.has_room_for(drafts[0].kind, drafts[0].seat):
            raise RequestRefused("full", "problem.tooOften")
        now = self.clock.now()
        entries = []
        for draft in drafts:
            seq = table.seq + 1
            entry = Entry(seq, now, draft.kind, draft.seat, draft.client_id, draft.body)
            # Memory goes ahead of storage here; nobody can look before it is stored.
            opened.is_broken = True
            table.apply(entry)
            entries.append(entry)
        changed = {
            "state": table.state,
            "wake_at": table.wake_at(),
            "summary": to_bytes(header_of(table)).decode(),
        }
        begun = time.perf_counter()
        try:
            storing = asyncio.ensure_future(
                self.store.append(table.id, entries, changed, held, let_go)
            )
            # A client that disconnects must not leave the table between memory and storage.
            stored = await asyncio.shield(storing)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                if await storing:
                    opened.is_broken = False
                    opened.flush()
            raise
        except UnknownFateError as problem:
            log.error("perhaps stored", extra={"table": table.id, "problem": str(problem)})
            raise RequestRefused("storage", "problem.sameId", problem=problem.said) from None
        except StorageError as problem:
            log.error("not stored", extra={"table": table.id, "problem": str(problem)})
            raise RequestRefused(
                "storage", "problem.nothingHappened", problem=problem.said
            ) from None
        if not stored:
            await self._read_again(opened)
            raise Overtaken
        opened.is_broken = False
        self.metrics.commit_seconds.observe(time.perf_counter() - begun)
        self.metrics.steps.inc(len(entries))
        answer(table.seq)
        if faults.is_set("after-answer"):
            await asyncio.sleep(0.05)  # until the answer is on its way
            faults.reach("after-answer")
        opened.flush()

    async def retrying(self, work: Callable[[], Awaitable[R]]) -> R:
        """Do something again if another process was faster."""
        for _ in range(_RETRIES):
            try:
                return await work()
            except Overtaken:
                continue
        raise RequestRefused("stale", "problem.overtaken")

    # Viewers

    def join(self, opened: LoadedTable, listener: Listener) -> None:
        """Add a viewer."""
        opened.listeners.add(listener)
        opened.changed.set()  # bots among themselves go on sooner when somebody watches
        self.presence_changed(opened)

    def leave(self, opened: LoadedTable, listener: Listener) -> None:
        """Remove a viewer."""
        opened.listeners.discard(listener)
        opened.used = time.monotonic()
        self.presence_changed(opened)

    def presence_changed(self, opened: LoadedTable, tell_peers: bool = True) -> None:
        """Tell everybody, soon, who is there now."""
        if opened.greeting is None and not self.is_closing:
            loop = asyncio.get_running_loop()
            opened.greeting = loop.call_later(PRESENCE_DELAY, self._tell_presence, opened)
        if self.peers is not None and tell_peers:
            self.peers.say_who_is_here(opened)

    def _tell_presence(self, opened: LoadedTable) -> None:
        """Tell everybody who is there; later, while a step is being stored or was not."""
        opened.greeting = None
        if not opened.is_broken:
            opened.tell_presence()
        elif not opened.is_gone:
            opened.changed.set()  # its driver reads it again
            self.presence_changed(opened, tell_peers=False)

    def check_room_for_bots(self, owner: str) -> None:
        """Refuse another game that only bots play, if there are many."""
        playing = [
            opened.owner
            for opened in self.loaded_tables.values()
            if opened.table.state == "playing" and opened.table.is_for_bots
        ]
        most = self.settings.max_bot_tables_per_address
        if playing.count(owner) >= most:
            raise RequestRefused("full", "problem.botTables", n=most)
        if len(playing) >= self.settings.max_bot_tables:
            raise RequestRefused("full", "problem.manyBotTables", status=503)

    async def may_drive(self, opened: LoadedTable) -> bool:
        """Whether this process runs the bots and clocks of a table."""
        return self.peers is None or await self.peers.may_drive(opened.table.id)


def _apart(work: Coroutine[object, object, R]) -> asyncio.Task[R]:
    """Begin something that goes on after the request that needed it first."""
    return asyncio.create_task(work, context=contextvars.Context())


async def _in_time(work: Awaitable[R]) -> R:
    """Wait for something, as long as a request may."""
    try:
        async with asyncio.timeout(left()):
            return await work
    except TimeoutError:
        raise problem_of(StorageError("problem.notRead", why=late())) from None


def _played_through(row: TableRow, entries: list[Entry]) -> Table:
    """Return the table that a log gives."""
    try:
        table = Table.of(row, entries)
        if table.seq != row.seq:
            raise ValueError(f"the log ends at {table.seq}, not at {row.seq}")
    except MemoryError:
        raise  # the table is not the cause
    except Exception as problem:
        raise UnreadableTableError(row.rules, why_of(problem)) from problem
    return table


def _unreadable(rules: str | None) -> RequestRefused:
    if rules is None:
        return RequestRefused("unreadable", "problem.unreadable", version=__version__)
    return RequestRefused("unreadable", "problem.unreadableBegun", version=__version__, rules=rules)
