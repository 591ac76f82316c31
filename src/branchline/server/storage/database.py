"""The database: what is acknowledged is on disk.

One thread writes, and does all writes that wait in one transaction.

Nothing waits for ever here (the limits are in connection.py), and after any trouble the next
attempt has new connections: a connection opened while the file was read-only stays read-only.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from branchline.errors import BranchlineError, system_error
from branchline.server import faults
from branchline.server.settings import Settings
from branchline.server.storage import waiting
from branchline.server.storage.connection import ANSWER, MIGRATION, AnswerTimeout, make_engine
from branchline.server.storage.migrations import is_known, upgrade
from branchline.server.storage.sql import TABLES
from branchline.server.storage.waiting import left
from branchline.text import catalogue

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]

R = TypeVar("R")
_MIGRATING = 0x6272616E  # the number of the lock that lets one process at a time migrate
_PROOF = 5.0
"""Seconds for which a successful trial proves that more can be written."""
_DOUBT = 1.0
"""Seconds after which a database that failed is tried again, if somebody asks."""
_READERS = 8
_OF_ONE = ("55P03", "57014", "40001", "40P01")
"""PostgreSQL's codes for trouble with some rows: locked, too slow, in conflict."""
_OF_ONE_IN_SQLITE = ("SQLITE_ERROR", "SQLITE_TOOBIG")


class StorageError(BranchlineError):
    """The database cannot be written or read now; nothing has happened."""


class UnknownFateError(StorageError):
    """The database does not answer: the write may be stored now, or in a moment, or never."""


@dataclass(slots=True, eq=False)
class _Job:
    """A write that waits for its turn."""

    order: str
    work: Callable[[Connection], object]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    is_given_up: bool = False


class Database:
    """Reads and writes, and says when it cannot."""

    def __init__(self, settings: Settings) -> None:
        self._timeout = AnswerTimeout()
        self.engine = make_engine(settings, self._timeout)
        self.is_postgres = self.engine.dialect.name == "postgresql"
        self.commits = 0
        self.writes = 0
        self.failures = 0
        self.when_late: Callable[[str], None] = lambda order: None
        """Called with the order of a write that was stored after all."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._lock: int | None = None
        self._tried: tuple[float, StorageError | None] = (float("-inf"), None)
        """When something was written to see whether it can be, or why something could not be."""
        self._checking = asyncio.Lock()

    def open(self) -> None:
        """Bring the database up to date and begin to write; a second call does nothing."""
        if self._thread is not None:
            return
        if not self.is_postgres:
            self._lock = _lock_file(str(self.engine.url.database))
        self.migrate()
        self._timeout.seconds = ANSWER  # from now on people wait
        self.engine.dispose()
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)
        self._thread.start()

    def migrate(self) -> None:
        """Bring the database up to date."""
        try:
            with self.engine.connect().execution_options(writes=True) as connection:
                if self.is_postgres:
                    _wait_for_turn(connection)
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
        """Finish writing and close the database."""
        self._jobs.put(None)
        if self._thread is not None:
            self._thread.join()
        self._readers.shutdown()
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
            # Two processes that lock rows in the same order cannot wait for each other.
            self._write(sorted(batch, key=lambda job: job.order))
            if job is None:
                return

    def _write(self, batch: list[_Job]) -> None:
        """Do all that is waiting in one transaction, which costs no more than one write."""
        batch = [job for job in batch if not job.is_given_up]
        if not batch:
            return
        results: list[object] = [None] * len(batch)
        problem: Exception | None = None
        try:
            results = self._transact(batch)
            self.commits += 1
            self.writes += len(batch)
        except Exception as found:  # not even a fault of this program may end the writer
            if len(batch) > 1 and _is_of_one(found):
                for job in batch:  # a fault of one of them must not stop the others
                    self._write([job])
                return
            problem = self._failed(found)
        for job, result in zip(batch, results, strict=True):
            with contextlib.suppress(RuntimeError):  # its loop has ended, nobody waits
                job.loop.call_soon_threadsafe(self._settle, job, result, problem)

    def _transact(self, batch: list[_Job]) -> list[object]:
        if faults.storage_fails():
            raise OSError("disk full, for a test")
        is_committing = False
        try:
            with (
                self.engine.connect().execution_options(writes=True) as connection,
                connection.begin(),
            ):
                results = [job.work(connection) for job in batch]
                faults.reach("before-commit")
                is_committing = True
        except DBAPIError as found:
            if is_committing and self.is_postgres and found.connection_invalidated:
                raise UnknownFateError("problem.notKnown", why=_said(found)) from found
            raise
        faults.reach("after-commit")
        return results

    def _failed(self, found: Exception) -> Exception:
        """Note that a write failed; return the problem for those who wait."""
        self.failures += 1
        if not isinstance(found, SQLAlchemyError | OSError | StorageError):
            return found
        problem = (
            found
            if isinstance(found, StorageError)
            else StorageError("problem.notStored", why=_said(found))
        )
        if not _is_of_one(found):
            self._tried = time.monotonic(), problem
            self.engine.dispose()
        return problem

    def _settle(self, job: _Job, result: object, problem: Exception | None) -> None:
        if job.is_given_up:
            if problem is None:
                self.when_late(job.order)
        elif job.done.cancelled():
            pass
        elif problem is not None:
            job.done.set_exception(problem)
        else:
            job.done.set_result(result)

    async def write(self, order: str, work: Callable[[Connection], R]) -> R:
        """Do a write together with others that wait; return when it is on disk."""
        timeout = left()
        if not timeout:
            raise StorageError("problem.notStored", why=late())
        loop = asyncio.get_running_loop()
        done: asyncio.Future[R] = loop.create_future()
        job = _Job(order, work, done, loop)
        self._jobs.put(job)
        try:
            await asyncio.wait((done,), timeout=timeout)
        except asyncio.CancelledError:
            done.cancel()
            raise
        if not done.done():
            job.is_given_up = True
            raise UnknownFateError("problem.notKnown", why=late())
        return done.result()

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Do a read in a thread."""
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(self._readers, self.read_now, work)
        try:
            async with asyncio.timeout(left()):
                return await reading
        except TimeoutError:
            raise StorageError("problem.notRead", why=late()) from None

    def read_now(self, work: Callable[[Connection], R]) -> R:
        """Do a read here."""
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except SQLAlchemyError as problem:
            self.engine.dispose()
            raise StorageError("problem.notRead", why=_said(problem)) from None

    async def check(self) -> None:
        """Raise the problem if nothing can be written now.

        A trial that succeeded a moment ago is proof enough. Other writes are no proof: a small one
        may still fit on a disk that is full for all others.
        """
        async with self._checking:  # however many ask, one tries
            at, problem = self._tried
            if time.monotonic() - at > (_PROOF if problem is None else _DOUBT):
                await self.write("", _try_out)
                self._tried = time.monotonic(), None
            elif problem is not None:
                raise StorageError(str(problem))

    def forget_proof(self) -> None:
        """Let the next check make a trial of its own."""
        self._tried = float("-inf"), None


def late() -> str:
    """Say that the client has waited long enough."""
    return catalogue.text("problem.late", n=int(waiting.WAIT))


def _wait_for_turn(connection: Connection) -> None:
    """Wait until no other process migrates, but not for ever."""
    end = time.monotonic() + MIGRATION
    while not connection.execute(text(f"SELECT pg_try_advisory_lock({_MIGRATING})")).scalar():
        connection.commit()
        if time.monotonic() > end:
            raise BranchlineError("serve.dbMigrating")
        time.sleep(0.1)


def _is_of_one(found: Exception) -> bool:
    """Whether a failure is about what was written, not about the database as a whole."""
    if isinstance(found, OSError | StorageError):
        return False
    if isinstance(found, DBAPIError):
        code = getattr(found.orig, "sqlstate", None) or ""
        if found.connection_invalidated or code.startswith("25"):  # 25: it is read-only
            return False
        name = getattr(found.orig, "sqlite_errorname", "")
        is_general = isinstance(found, OperationalError)
        return code in _OF_ONE or name in _OF_ONE_IN_SQLITE or not is_general
    return True


def _try_out(c: Connection) -> None:
    """Write a row of more than a page and delete it; nobody else ever sees it."""
    facts = {"id": "", "created_at": 0, "updated_at": 0, "state": "lobby", "listed": False}
    trial = {"seq": 0, "key": bytes(32), "setup": "{}", "summary": "x" * 8192}
    c.execute(insert(TABLES), [facts | trial])
    c.execute(delete(TABLES).where(TABLES.c.id == ""))


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


def _said(problem: BaseException) -> str:
    """Return a problem in one short line; what the statement was about stays out of it."""
    cause = getattr(problem, "orig", None) or problem
    return " ".join(str(cause).split())[:120]
