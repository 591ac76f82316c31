"""Storage: what is acknowledged is on disk. One thread writes, many waiting writes a commit."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError, system_error
from branchline.server import faults
from branchline.server.migrations import is_known, upgrade
from branchline.server.settings import Settings
from branchline.server.summaries import read_summary
from branchline.server.tables import HOLDERS, LOG, TABLES

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]

R = TypeVar("R")
CHANNEL = "branchline"
_MIGRATING = 0x6272616E  # the number of the lock that lets one process at a time migrate
_PROOF = 5.0
"""Seconds for which something written proves that more can be written."""
_DOUBT = 1.0
"""Seconds after which a database that failed is tried again, if somebody asks how it does."""


class StorageError(BranchlineError):
    """The database cannot be written or read now; nothing has happened."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log, as it is stored."""

    seq: int
    at: float
    kind: str
    seat: int | None
    client_id: str | None
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A table as it is stored, without its log."""

    id: str
    request: str | None
    created_at: float
    updated_at: float
    wake_at: float | None
    state: str
    listed: bool
    seq: int
    key: bytes
    setup: dict[str, Any]
    summary: dict[str, Any]

    def values(self) -> dict[str, Any]:
        """Return the row as the database takes it."""
        return {
            "id": self.id,
            "request": self.request,
            "created_at": self.created_at,
            "updated_at": self.updated_at,
            "wake_at": self.wake_at,
            "state": self.state,
            "listed": self.listed,
            "seq": self.seq,
            "key": self.key,
            "setup": json.dumps(self.setup),
            "summary": json.dumps(self.summary),
        }


@dataclass(slots=True)
class _Job:
    """A write that waits for its turn."""

    order: str
    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


def make_engine(settings: Settings) -> Engine:
    """Return the engine for a database; a SQLite file's folder is made if it is missing."""
    url = settings.url
    try:
        if not url.startswith("sqlite"):
            return create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=16)
        file = Path(url.removeprefix("sqlite:///"))
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold secret keys
    except OSError as problem:
        raise BranchlineError(
            "file.at", file=str(problem.filename), problem=system_error(problem)
        ) from None
    engine = create_engine(url, connect_args={"timeout": 10, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, see below
        # A table's log is read once and then lives in memory: 500 kB of pages are enough.
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "cache_size=-500",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer asks for the lock at once: waiting for it later could fail half-way.
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class Store:
    """The database of a server."""

    def __init__(self, settings: Settings, name: str = "") -> None:
        self.engine = make_engine(settings)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.name = name
        self.commits = 0
        self.writes = 0
        self.failures = 0
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock: int | None = None
        self._tried: tuple[float, StorageError | None] = (float("-inf"), None)
        """When something was written last, or why it could not be."""
        self._checking = asyncio.Lock()

    def open(self) -> None:
        """Bring the database up to date and begin to write; once is enough."""
        if self._thread is not None:
            return
        if not self.is_postgres:
            self._lock = _lock_file(str(self.engine.url.database))
        self.migrate()
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def migrate(self) -> None:
        """Bring the database up to date."""
        try:
            with self.engine.connect().execution_options(writes=True) as connection:
                if self.is_postgres:
                    connection.execute(text(f"SELECT pg_advisory_lock({_MIGRATING})"))
                try:
                    if not is_known(connection):
                        raise BranchlineError("serve.newerDb")
                    upgrade(connection)
                    connection.commit()
                finally:
                    if self.is_postgres:
                        connection.execute(text(f"SELECT pg_advisory_unlock({_MIGRATING})"))
                        connection.commit()
        except SQLAlchemyError as problem:
            raise BranchlineError("serve.dbClosed", why=_said(problem)) from None

    def close(self) -> None:
        """Finish writing and let go of the database."""
        self._jobs.put(None)
        if self._thread is not None:
            self._thread.join()
        self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)

    def _write_on(self) -> None:
        while True:
            job = self._jobs.get()
            batch: list[_Job] = []
            while job is not None:
                batch.append(job)
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._write(batch)
            if job is None:
                return

    def _write(self, batch: list[_Job]) -> None:
        """Do all that is waiting in one transaction: on disk it costs no more than one of it."""
        # Two processes that lock rows in the same order cannot wait for each other.
        batch.sort(key=lambda job: job.order)
        results: list[Any] = []
        problem: Exception | None = None
        try:
            if faults.storage_fails():
                raise OSError("disk full, for a test")
            with (
                self.engine.connect().execution_options(writes=True) as connection,
                connection.begin(),
            ):
                results = [job.work(connection) for job in batch]
                faults.reach("before-commit")
            faults.reach("after-commit")
            self.commits += 1
            self.writes += len(batch)
            self._tried = time.monotonic(), None
        except (SQLAlchemyError, OSError) as found:
            self.failures += 1
            problem = StorageError("problem.notStored", why=_said(found))
            self._tried = time.monotonic(), problem
        except Exception as found:  # a mistake of ours must not end the writer
            self.failures += 1
            problem = found
        for job, result in zip(batch, results or [None] * len(batch), strict=True):
            job.loop.call_soon_threadsafe(_settle, job.done, result, problem)

    async def write(self, order: str, work: Callable[[Connection], R]) -> R:
        """Do a write with whatever else is waiting; return when it is on disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[R] = loop.create_future()
        self._jobs.put(_Job(order, work, done, loop))
        return await done

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do a read in a thread."""
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Connection], R]) -> R:
        """Do a read here."""
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except SQLAlchemyError as problem:
            raise StorageError("problem.notRead", why=_said(problem)) from None

    async def check(self) -> None:
        """Raise the problem if nothing can be written now.

        What was written a moment ago is proof enough; else something is written to see, and taken
        away again.
        """
        async with self._checking:  # however many ask, one tries
            at, problem = self._tried
            if time.monotonic() - at > (_PROOF if problem is None else _DOUBT):
                await self.write("", _try_out)
            elif problem is not None:
                raise StorageError(str(problem))

    def forget_proof(self) -> None:
        """Let the next check try for itself."""
        self._tried = float("-inf"), None

    # What the server asks for

    async def create(self, row: Row, entries: Sequence[Entry], holders: Iterable[str]) -> str:
        """Store a new table; return its id, or that of the table the same request made before."""

        def work(c: Connection) -> str:
            adding = self._insert(TABLES).values(row.values()).on_conflict_do_nothing()
            if c.execute(adding.returning(TABLES.c.id)).first() is None:
                found = c.execute(select(TABLES.c.id).where(TABLES.c.request == row.request))
                return str(found.scalar() or "")
            c.execute(insert(LOG), [to_line(row.id, entry) for entry in entries])
            self._hold(c, row.id, holders, int(row.created_at))
            return row.id

        return await self.write(row.id, work)

    async def append(
        self,
        id: str,
        entries: Sequence[Entry],
        changed: dict[str, Any],
        held: Iterable[str] = (),
        let_go: Iterable[str] = (),
    ) -> bool:
        """Add entries to a log; False if another process was there first."""
        first, last = entries[0].seq, entries[-1].seq

        def work(c: Connection) -> bool:
            moved = c.execute(
                TABLES.update()
                .where(TABLES.c.id == id, TABLES.c.seq == first - 1)
                .values(seq=last, updated_at=entries[-1].at, **changed)
            )
            if moved.rowcount != 1:
                return False
            c.execute(insert(LOG), [to_line(id, entry) for entry in entries])
            self._hold(c, id, held, int(entries[-1].at))
            for secret in let_go:
                c.execute(
                    delete(HOLDERS).where(HOLDERS.c.secret == secret, HOLDERS.c.table_id == id)
                )
            self.tell(c, f"{self.name} log {id}")
            return True

        return await self.write(id, work)

    def tell(self, connection: Connection, message: str) -> None:
        """Tell the other processes something, when this commits."""
        if self.is_postgres:
            connection.execute(
                text("SELECT pg_notify(:channel, :message)"),
                {"channel": CHANNEL, "message": message},
            )

    def _insert(self, table: Any) -> Any:
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    def _hold(self, c: Connection, id: str, holders: Iterable[str], since: int) -> None:
        for secret in holders:
            c.execute(
                self._insert(HOLDERS)
                .values(secret=secret, table_id=id, since=since)
                .on_conflict_do_nothing()
            )

    async def load(self, id: str, after: int = 0) -> tuple[Row, list[Entry]] | None:
        """Return a table and the entries of its log after a number."""

        def work(c: Connection) -> tuple[Row, list[Entry]] | None:
            row = c.execute(select(TABLES).where(TABLES.c.id == id)).first()
            if row is None:
                return None
            # A write between the two reads may have added more than the row says.
            lines = c.execute(
                select(LOG)
                .where(LOG.c.table_id == id, LOG.c.seq > after, LOG.c.seq <= row.seq)
                .order_by(LOG.c.seq)
            )
            return to_row(row), [to_entry(line) for line in lines]

        return await self.read(work)

    async def listed(self, states: Sequence[str], most: int) -> list[dict[str, Any]]:
        """Return the summaries of listed tables, the newest first."""

        def work(c: Connection) -> list[dict[str, Any]]:
            found = c.execute(
                select(TABLES.c.id, TABLES.c.summary)
                .where(TABLES.c.listed, TABLES.c.state.in_(states))
                .order_by(TABLES.c.updated_at.desc())
                .limit(most)
            )
            read = [read_summary(id, summary) for id, summary in found]
            return [summary for summary in read if summary is not None]

        return await self.read(work)

    async def held_by(self, secrets: Sequence[str], most: int) -> list[tuple[dict[str, Any], str]]:
        """Return the summaries of the tables of some secrets, with the secret, newest first."""

        def work(c: Connection) -> list[tuple[dict[str, Any], str]]:
            found = c.execute(
                select(TABLES.c.id, TABLES.c.summary, HOLDERS.c.secret)
                .join(HOLDERS, HOLDERS.c.table_id == TABLES.c.id)
                .where(HOLDERS.c.secret.in_(secrets))
                .order_by(TABLES.c.updated_at.desc())
                .limit(most)
            )
            read = [(read_summary(id, summary), secret) for id, summary, secret in found]
            return [(summary, secret) for summary, secret in read if summary is not None]

        return await self.read(work)

    async def due(self, now: float, most: int = 500) -> list[str]:
        """Return the tables where a bot or a clock wants attention."""

        def work(c: Connection) -> list[str]:
            found = c.execute(
                select(TABLES.c.id)
                .where(TABLES.c.wake_at <= now)
                .order_by(TABLES.c.wake_at)
                .limit(most)
            )
            return [id for (id,) in found]

        return await self.read(work)

    async def steps(self, ids: Sequence[str]) -> dict[str, int]:
        """Return how many steps some tables have; those that are no more are missing."""

        def work(c: Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for i in range(0, len(ids), 500):
                asked = select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.in_(ids[i : i + 500]))
                found |= {id: seq for id, seq in c.execute(asked)}
            return found

        return await self.read(work) if ids else {}

    async def latest(self) -> float:
        """Return the latest time at which something was stored."""
        finding = select(func.max(TABLES.c.updated_at))
        return float(await self.read(lambda c: c.execute(finding).scalar() or 0))

    async def unfinished(self) -> int:
        """Return how many tables are not finished."""
        counting = select(func.count()).select_from(TABLES).where(TABLES.c.state != "over")
        return int(await self.read(lambda c: c.execute(counting).scalar() or 0))

    async def forget_lobbies(self, before: float) -> int:
        """Delete tables that nobody started and nobody touched for long."""

        def work(c: Connection) -> int:
            old = delete(TABLES).where(TABLES.c.state == "lobby", TABLES.c.updated_at < before)
            return int(c.execute(old).rowcount)

        return await self.write("", work)


def _lock_file(file: str) -> int:
    """Make sure that no other server uses a SQLite file; servers that share one use PostgreSQL."""
    try:
        lock = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise BranchlineError("serve.inUse", file=str(file)) from None
    except OSError as problem:
        raise BranchlineError(
            "file.at", file=str(problem.filename), problem=system_error(problem)
        ) from None
    return lock


def _settle(done: asyncio.Future[Any], result: Any, problem: Exception | None) -> None:
    if done.cancelled():
        return
    if problem is not None:
        done.set_exception(problem)
    else:
        done.set_result(result)


def _try_out(c: Connection) -> None:
    """Write a row of more than a page and delete it; nobody else ever sees it."""
    row = Row("", None, 0, 0, None, "lobby", False, 0, bytes(32), {}, {"": "x" * 8192})
    c.execute(insert(TABLES), [row.values()])
    c.execute(delete(TABLES).where(TABLES.c.id == row.id))


def _said(problem: BaseException) -> str:
    """Return a problem in one short line; what the statement was about stays out of it."""
    cause = getattr(problem, "orig", None) or problem
    return " ".join(str(cause).split())[:120]


def to_line(id: str, entry: Entry) -> dict[str, Any]:
    """Return an entry as the database takes it."""
    return {
        "table_id": id,
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "seat": entry.seat,
        "client_id": entry.client_id,
        "body": json.dumps(entry.body),
    }


def to_entry(line: Any) -> Entry:
    """Return an entry from the database."""
    return Entry(line.seq, line.at, line.kind, line.seat, line.client_id, json.loads(line.body))


def to_row(row: Any) -> Row:
    """Return a table from the database."""
    return Row(
        row.id,
        row.request,
        row.created_at,
        row.updated_at,
        row.wake_at,
        row.state,
        row.listed,
        row.seq,
        bytes(row.key),
        json.loads(row.setup),
        json.loads(row.summary),
    )
