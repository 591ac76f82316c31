"""The connection to the database: how it is made, and how long anything may take there."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from branchline.errors import BranchlineError, system_error
from branchline.plain import Json
from branchline.server.settings import Settings
from branchline.text.catalogue import text

CONNECT = 4
"""Seconds in which a database has to accept a connection that people wait for."""
START = 30
"""Seconds in which it has to accept one at the start of a server, and in a command."""
LOCK = 4
"""Seconds for which a statement waits for another that writes the same rows."""
STATEMENT = 8
"""Seconds after which PostgreSQL cancels a statement."""
ANSWER = 9.0
"""Seconds after which we no longer wait for PostgreSQL, which may itself hang."""
MIGRATION = 600.0
"""Seconds for a migration, and for a command that reads or writes everything."""

SIGNS_OF_LIFE: Json = {
    "connect_timeout": CONNECT,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": int(ANSWER * 1000),
}
"""How libpq notices that the other end is gone."""


@dataclass(slots=True)
class AnswerTimeout:
    """How long to wait for an answer: long in commands, briefly in a server that people use."""

    seconds: float = MIGRATION

    @property
    def statement(self) -> str:
        """The limits as PostgreSQL takes them."""
        if self.seconds >= MIGRATION:
            return ""
        return f"SET statement_timeout = '{STATEMENT}s'; SET lock_timeout = '{LOCK}s'"

    @property
    def connect(self) -> Json:
        """How long a connection may take, as libpq takes it."""
        return {} if self.statement else {"connect_timeout": START}


def bounded(gen: PQGen[RV], seconds: float, close: Callable[[], None]) -> PQGen[RV]:
    """Run a generator of psycopg, which is woken every tenth of a second, with a time limit."""
    end = time.monotonic() + seconds
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                close()  # nobody waits for the result any more
                raise psycopg.OperationalError(text("problem.late", n=int(seconds)))
            wanted = gen.send(ready)
    except StopIteration as result:
        value: RV = result.value
        return value


class BoundedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed when PostgreSQL does not answer."""

    timeout = AnswerTimeout()

    def wait(self, gen: PQGen[RV], *more: Any, **named: Any) -> RV:
        """Wait for an answer, but not for ever."""
        return super().wait(bounded(gen, self.timeout.seconds, self.pgconn.finish), *more, **named)


class BoundedAsyncConnection(psycopg.AsyncConnection[TupleRow]):
    """The same for code that runs in the event loop."""

    async def wait(self, gen: PQGen[RV], *more: Any, **named: Any) -> RV:
        """Wait for an answer, but not for ever."""
        return await super().wait(bounded(gen, ANSWER, self.pgconn.finish), *more, **named)


def make_engine(settings: Settings, timeout: AnswerTimeout | None = None) -> Engine:
    """Return the engine for a database; a SQLite file's folder is made if it is missing."""
    url, file = settings.url, settings.file
    if file is None:
        return _postgres(url, timeout or AnswerTimeout())
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))  # it will hold secret keys
    except OSError as problem:
        raise BranchlineError(
            "file.at", file=str(problem.filename), problem=system_error(problem)
        ) from None
    return _sqlite(url, file)


def _postgres(url: str, timeout: AnswerTimeout) -> Engine:
    engine = create_engine(
        url,
        pool_pre_ping=True,
        pool_size=8,
        max_overflow=16,
        pool_timeout=CONNECT,
        connect_args=SIGNS_OF_LIFE,
    )

    @event.listens_for(engine, "do_connect")
    def _do_connect(
        _dialect: Dialect, _record: ConnectionPoolEntry, given: list[str], named: Json
    ) -> BoundedConnection:
        connection = BoundedConnection.connect(*given, **named | timeout.connect)
        connection.timeout = timeout
        if timeout.statement:
            connection.execute(timeout.statement)
            connection.commit()
        return connection

    return engine


def _sqlite(url: str, file: Path) -> Engine:
    engine = create_engine(url, connect_args={"timeout": LOCK, "check_same_thread": False})

    @event.listens_for(engine, "do_connect")
    def _do_connect(
        _dialect: Dialect, record: ConnectionPoolEntry, _given: list[str], _named: Json
    ) -> None:
        record.info["file"] = _which(file)
        if record.info["file"] is None:  # SQLite would make an empty one
            raise sqlite3.OperationalError(text("problem.fileGone"))

    @event.listens_for(engine, "checkout")
    def _checkout(
        _connection: sqlite3.Connection, record: ConnectionPoolEntry, _proxy: object
    ) -> None:
        # If another file was put in its place, we would write into the old one.
        if record.info.get("file") != _which(file):
            raise DisconnectionError

    @event.listens_for(engine, "connect")
    def _connect(connection: sqlite3.Connection, _record: ConnectionPoolEntry) -> None:
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


def _which(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
