"""Storage: tables and their logs, as the server asks for them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pydantic import ValidationError
from sqlalchemy import Connection, Row, Table, Update, delete, func, insert, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite

from branchline import __version__
from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.server.settings import Settings
from branchline.server.storage.database import Database
from branchline.server.storage.lines import LATEST, Body, read_body, read_place
from branchline.server.storage.sql import HOLDERS, LOG, TABLES
from branchline.server.storage.summaries import read_summary

CHANNEL = "branchline"
RowValues: TypeAlias = Json
"""Values for a row of the database, by column."""
_NOT_ASIDE = or_(TABLES.c.aside_by.is_(None), TABLES.c.aside_by != __version__)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a table's log, as it is stored."""

    seq: int
    at: float
    kind: str
    seat: int | None
    client_id: str | None
    body: Body


@dataclass(frozen=True, slots=True)
class TableRow:
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
    setup: Json
    summary: Json
    rules: str | None = __version__
    """The version of the program it was begun with, if that is known."""
    aside_by: str | None = None
    """The version that could not read it, and set it aside."""
    aside_why: str | None = None

    def values(self) -> RowValues:
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
            "rules": self.rules,
            "aside_by": self.aside_by,
            "aside_why": self.aside_why,
        }


class UnreadableTableError(Exception):
    """A table that is stored and cannot be read."""

    def __init__(self, rules: str | None, why: str, is_aside: bool = False) -> None:
        super().__init__(why)
        self.rules = rules
        self.is_aside = is_aside
        """Whether this version knows that already."""


class Store(Database):
    """The tables of a server, in its database."""

    def __init__(self, settings: Settings, name: str = "") -> None:
        super().__init__(settings)
        self.name = name

    async def create(self, row: TableRow, entries: Sequence[Entry], holders: Iterable[str]) -> str:
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
        changed: RowValues,
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
            self.tell(c, f"{self.name} log {id} {last}")
            return True

        return await self.write(id, work)

    def tell(self, connection: Connection, message: str) -> None:
        """Tell the other processes something, when this commits."""
        if self.is_postgres:
            connection.execute(
                text("SELECT pg_notify(:channel, :message)"),
                {"channel": CHANNEL, "message": message},
            )

    def _insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        return postgresql.insert(table) if self.is_postgres else sqlite.insert(table)

    def _hold(self, c: Connection, id: str, holders: Iterable[str], since: int) -> None:
        for secret in holders:
            c.execute(
                self._insert(HOLDERS)
                .values(secret=secret, table_id=id, since=since)
                .on_conflict_do_nothing()
            )

    async def load(self, id: str, after: int = 0) -> tuple[TableRow, list[Entry]] | None:
        """Return a table and the entries of its log after a number."""

        def work(c: Connection) -> tuple[TableRow, list[Entry]] | None:
            row = c.execute(select(TABLES).where(TABLES.c.id == id)).first()
            if row is None:
                return None
            if row.aside_by == __version__:
                raise UnreadableTableError(row.rules, row.aside_why, is_aside=True)
            # A write between the two reads may have added more than the row says. They are read to
            # the end at once: a query that is left in the middle holds its connection to the past.
            lines = c.execute(
                select(LOG)
                .where(LOG.c.table_id == id, LOG.c.seq > after, LOG.c.seq <= row.seq)
                .order_by(LOG.c.seq)
            ).all()
            try:
                return to_row(row), [to_entry(line) for line in lines]
            except (ValueError, TypeError) as problem:
                raise UnreadableTableError(row.rules, why_of(problem)) from problem

        return await self.read(work)

    async def listed(self, states: Sequence[str], most: int) -> list[Json]:
        """Return the summaries of listed tables, the newest first."""

        def work(c: Connection) -> list[Json]:
            found = c.execute(
                select(TABLES.c.id, TABLES.c.summary)
                .where(TABLES.c.listed, TABLES.c.state.in_(states), TABLES.c.aside_by.is_(None))
                .order_by(TABLES.c.updated_at.desc())
                .limit(most)
            )
            read = [read_summary(id, summary) for id, summary in found]
            return [summary for summary in read if summary is not None]

        return await self.read(work)

    async def held_by(self, secrets: Sequence[str], most: int) -> list[tuple[Json, str]]:
        """Return the summaries of the tables of some secrets, with the secret, newest first."""

        def work(c: Connection) -> list[tuple[Json, str]]:
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
                .where(TABLES.c.wake_at <= now, _NOT_ASIDE)
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
        return await self.read(latest)

    async def set_aside(self, id: str, why: str) -> None:
        """Mark a table as not readable by this version; another version tries it again."""
        marks = TABLES.update().where(TABLES.c.id == id)
        marked = marks.values(aside_by=__version__, aside_why=why)
        await self.write(id, lambda c: c.execute(marked) and None)

    async def take_in_again(self, id: str) -> None:
        """Let a table be read again that was set aside."""
        await self.write(id, lambda c: c.execute(self.taking_in_again(id)) and None)

    def taking_in_again(self, id: str) -> Update:
        """Return the statement that takes a table in again."""
        return TABLES.update().where(TABLES.c.id == id).values(aside_by=None, aside_why=None)

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


def latest(c: Connection) -> float:
    """Return the latest time at which something was stored; impossible times do not count."""
    finding = select(func.max(TABLES.c.updated_at)).where(TABLES.c.updated_at <= LATEST)
    return float(c.execute(finding).scalar() or 0)


def to_line(id: str, entry: Entry) -> RowValues:
    """Return an entry as the database takes it."""
    return {
        "table_id": id,
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "seat": entry.seat,
        "client_id": entry.client_id,
        "body": json.dumps(entry.body.to_json()),
    }


def to_entry(line: Row[tuple[object, ...]]) -> Entry:
    """Return an entry from the database."""
    try:
        body = read_body(line.kind, json.loads(line.body))
        at, seat, client_id = read_place((line.at, line.seat, line.client_id))
    except ValidationError:  # whose words would tell of the game
        raise ValueError(f"step {line.seq} says what none of its kind can say") from None
    return Entry(line.seq, at, line.kind, seat, client_id, body)


def to_row(row: Row[tuple[object, ...]]) -> TableRow:
    """Return a table from the database."""
    return TableRow(
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
        row.rules,
        row.aside_by,
        row.aside_why,
    )


def why_of(problem: BaseException) -> str:
    """Return why a table cannot be read, in a line for its operator; nothing of the game.

    What the rules say names cards, so of that there is only the name of the text.
    """
    said = ""
    if isinstance(problem, BranchlineError):
        said = getattr(problem.said, "key", "")
    elif type(problem) in (ValueError, AssertionError):
        said = " ".join(str(problem).split())
    return f"{type(problem).__name__}: {said}".removesuffix(": ")[:200]
