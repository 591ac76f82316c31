"""Analyses as they are stored: a row for each, and one for each decision that was judged."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import Connection, Row, delete, func, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite

from branchline import __version__
from branchline.plain import Json
from branchline.server.storage.sql import ANALYSES, JUDGED, TABLES
from branchline.server.storage.store import Store

WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"
_UNFINISHED = ANALYSES.c.state.in_((WAITING, WORKING))


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """An analysis as it is stored, without its record and its decisions."""

    id: str
    table_id: str | None
    state: str
    asked_at: float
    seen_at: float
    rules: str
    seed: int
    budget: int
    progress: float
    worlds: int
    judged: int
    head: str | None
    course: str | None
    why: str | None

    @property
    def is_unfinished(self) -> bool:
        """Whether there is still work to do."""
        return self.state in (WAITING, WORKING)


@dataclass(frozen=True, slots=True)
class Part:
    """What was found since the last part of an analysis, as JSON."""

    head: str
    """The report without its curve, chances and decisions."""
    course: str | None
    """Curve and chances, if they have changed."""
    decisions: tuple[str, ...]
    """Those that are new."""
    judged: int
    """How many there are by now."""
    worlds: int
    progress: float
    is_last: bool


_NOTHING: Json = {"progress": 0.0, "worlds": 0, "judged": 0, "head": None, "course": None}
"""An analysis of which nothing was made yet."""
_COLUMNS = [ANALYSES.c[name] for name in AnalysisRow.__slots__]


class AnalysisStore:
    """The analyses of a server, in its database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_table(self, table: str) -> AnalysisRow | None:
        """Return the analysis of a table's game."""
        return await self._one(ANALYSES.c.table_id == table)

    async def find(self, id: str) -> AnalysisRow | None:
        """Return an analysis."""
        return await self._one(ANALYSES.c.id == id)

    async def of_record(self, digest: str) -> AnalysisRow | None:
        """Return the analysis of a record that was sent before."""
        return await self._one(ANALYSES.c.digest == digest)

    async def _one(self, which: object) -> AnalysisRow | None:
        asked = select(*_COLUMNS).where(which)  # type: ignore[arg-type]
        return await self._store.read(lambda c: _read(c.execute(asked).first()))

    async def record(self, id: str) -> str | None:
        """Return a record that was sent."""
        asked = select(ANALYSES.c.record).where(ANALYSES.c.id == id)
        return await self._store.read(lambda c: c.execute(asked).scalar())

    async def decisions(self, id: str, first: int, end: int) -> list[str]:
        """Return decisions as they are stored, from a number up to another."""
        asked = (
            select(JUDGED.c.body)
            .where(JUDGED.c.analysis_id == id, JUDGED.c.number >= first, JUDGED.c.number < end)
            .order_by(JUDGED.c.number)
        )
        return await self._store.read(lambda c: [body for (body,) in c.execute(asked)])

    async def ask(
        self,
        id: str,
        now: float,
        seed: int,
        budget: int,
        table: str | None = None,
        record: tuple[str, str] | None = None,
    ) -> AnalysisRow:
        """Store that an analysis is wanted; return the one there is: perhaps another was first.

        One that failed is tried again. A record comes with its digest.
        """
        digest, text = record or (None, None)
        values = {
            "id": id,
            "table_id": table,
            "digest": digest,
            "record": text,
            "asked_at": now,
            "seen_at": now,
            "state": WAITING,
            "rules": __version__,
            "seed": seed,
            "budget": budget,
            "progress": 0.0,
            "worlds": 0,
            "judged": 0,
        }
        here = ANALYSES.c.table_id == table if digest is None else ANALYSES.c.digest == digest

        def work(c: Connection) -> AnalysisRow:
            dialect = postgresql if self._store.is_postgres else sqlite
            c.execute(dialect.insert(ANALYSES).values(values).on_conflict_do_nothing())
            c.execute(
                update(ANALYSES)
                .where(here, ANALYSES.c.state == FAILED)
                .values(state=WAITING, asked_at=now, why=None)
            )
            found = _read(c.execute(select(*_COLUMNS).where(here)).first())
            assert found is not None
            return found

        return await self._store.write(id, work)

    async def unfinished(self, most: int) -> list[AnalysisRow]:
        """Return those that are to be made, the oldest first."""
        asked = (
            select(*_COLUMNS)
            .where(_UNFINISHED)
            .order_by(ANALYSES.c.asked_at, ANALYSES.c.id)
            .limit(most)
        )
        return await self._store.read(lambda c: [_row(one) for one in c.execute(asked)])

    async def count_unfinished(self) -> int:
        """Return how many are to be made."""
        return await self._count(_UNFINISHED)

    async def count_records(self) -> int:
        """Return how many records were sent and are kept."""
        return await self._count(ANALYSES.c.table_id.is_(None))

    async def place(self, row: AnalysisRow) -> int:
        """Return the place of one among those that wait, from 1."""
        before = tuple_(ANALYSES.c.asked_at, ANALYSES.c.id) <= (row.asked_at, row.id)
        return max(1, await self._count((ANALYSES.c.state == WAITING) & before))

    async def _count(self, which: object) -> int:
        asked = select(func.count()).select_from(ANALYSES).where(which)  # type: ignore[arg-type]
        return int(await self._store.read(lambda c: c.execute(asked).scalar() or 0))

    async def begin(self, id: str) -> AnalysisRow | None:
        """Note that one is being made; None if that is no longer wanted.

        What another version of the program has judged is judged anew.
        """

        def work(c: Connection) -> AnalysisRow | None:
            this = ANALYSES.c.id == id
            found = _read(c.execute(select(*_COLUMNS).where(this, _UNFINISHED)).first())
            if found is None:
                return None
            if found.rules != __version__:
                c.execute(delete(JUDGED).where(JUDGED.c.analysis_id == id))
                c.execute(update(ANALYSES).where(this).values(rules=__version__, **_NOTHING))
            c.execute(update(ANALYSES).where(this).values(state=WORKING))
            return _read(c.execute(select(*_COLUMNS).where(this)).first())

        return await self._store.write(id, work)

    async def keep(self, id: str, before: int, part: Part, state: str) -> bool:
        """Store a part; False if it was deleted, or another process has judged more."""

        def work(c: Connection) -> bool:
            values = {
                "head": part.head,
                "progress": part.progress,
                "worlds": part.worlds,
                "judged": part.judged,
                "state": state,
            }
            if part.course is not None:
                values["course"] = part.course
            here = (ANALYSES.c.id == id) & (ANALYSES.c.judged == before) & _UNFINISHED
            if c.execute(update(ANALYSES).where(here).values(values)).rowcount != 1:
                return False
            new = enumerate(part.decisions, before)
            rows = [{"analysis_id": id, "number": n, "body": body} for n, body in new]
            if rows:
                c.execute(insert(JUDGED), rows)
            return True

        return await self._store.write(id, work)

    async def put_back(self, id: str) -> None:
        """Let one wait again."""
        back = update(ANALYSES).where(ANALYSES.c.id == id, ANALYSES.c.state == WORKING)
        await self._store.write(id, lambda c: c.execute(back.values(state=WAITING)) and None)

    async def fail(self, id: str, why: str) -> None:
        """Note why one cannot be made."""
        failing = update(ANALYSES).where(ANALYSES.c.id == id).values(state=FAILED, why=why)
        await self._store.write(id, lambda c: c.execute(failing) and None)

    async def seen(self, id: str, now: float) -> None:
        """Note that somebody looks at one."""
        noting = update(ANALYSES).where(ANALYSES.c.id == id).values(seen_at=now)
        await self._store.write(id, lambda c: c.execute(noting) and None)

    async def forget_records(self, before: float) -> int:
        """Delete records that were sent, and that nobody looked at for long."""
        old = delete(ANALYSES).where(ANALYSES.c.table_id.is_(None), ANALYSES.c.seen_at < before)
        return await self._store.write("", lambda c: int(c.execute(old).rowcount))

    async def deal_runs(self, key: bytes) -> bool:
        """Whether a game with this key is still being played here."""
        asked = select(TABLES.c.id).where(TABLES.c.key == key, TABLES.c.state != "over").limit(1)
        return await self._store.read(lambda c: c.execute(asked).first() is not None)


def _row(found: Row[tuple[object, ...]]) -> AnalysisRow:
    """Return a row; what another version has begun counts as nothing, as it will begin anew."""
    row = AnalysisRow(**found._mapping)
    if row.is_unfinished and row.rules != __version__:
        return replace(row, **_NOTHING)
    return row


def _read(found: Row[tuple[object, ...]] | None) -> AnalysisRow | None:
    return None if found is None else _row(found)
