"""Operating: what an operator can see of the tables, and do to them.

It writes to the database as another server process would; a running server notices within seconds.
"""

from __future__ import annotations

import json

from sqlalchemy import Connection, Row, delete, insert, select

from branchline.board import games
from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.server.clock import ServerClock
from branchline.server.storage.lines import NOTHING
from branchline.server.storage.sql import LOG, TABLES
from branchline.server.storage.store import Entry, Store, TableRow, to_entry, to_line, to_row
from branchline.server.tables.table import Table, row_of


def all_tables(store: Store) -> list[Json]:
    """Return what an operator needs to know of every table, the latest first."""
    with store.engine.connect() as c:
        rows = c.execute(select(TABLES).order_by(TABLES.c.updated_at.desc())).all()
    return [_about(row) for row in rows]


def one_table(store: Store, c: Connection, id: str) -> Json:
    """Return what an operator needs to know of a table."""
    return _about(_row(c, id))


def stop_table(store: Store, c: Connection, id: str) -> None:
    """Stop a game: nobody plays on, and its host cannot resume it."""
    row, table = _read(c, id)
    if table.stopped:
        raise BranchlineError("serve.tables.stoppedAlready", id=id)
    if table.state not in ("playing", "paused"):
        raise BranchlineError("serve.tables.notPlaying", id=id)
    _add(store, c, row, table, "stop")


def resume_table(store: Store, c: Connection, id: str) -> None:
    """Let a game go on that was stopped."""
    row, table = _read(c, id)
    if not table.stopped or table.is_over:
        raise BranchlineError("serve.tables.notStopped", id=id)
    _add(store, c, row, table, "resume")


def retry_table(store: Store, c: Connection, id: str) -> None:
    """Take a table in again that was set aside, if it can be read now."""
    if _row(c, id).aside_by is None:
        raise BranchlineError("serve.tables.notAside", id=id)
    _read(c, id)
    c.execute(store.taking_in_again(id))


def delete_table(store: Store, c: Connection, id: str) -> None:
    """Delete a table, its log and who sat there."""
    _row(c, id)
    c.execute(delete(TABLES).where(TABLES.c.id == id))  # its log and holders go with it


def _about(row: Row[tuple[object, ...]]) -> Json:
    """Return what an operator needs to know of a table; no secret, key or card."""
    facts = {"id": row.id, "state": row.state, "steps": row.seq, "updated_at": row.updated_at}
    try:
        summary = json.loads(row.summary)
        kinds = [(player["kind"], player["away"]) for player in summary["players"]]
        people = sum(kind == "person" for kind, _ in kinds)
        only_bots = bool(kinds) and all(kind == "bot" or away for kind, away in kinds)
        bots = sum(kind == "bot" for kind, _ in kinds)
        if summary["game"] not in games():
            raise ValueError
        facts |= {"game": summary["game"], "people": people, "bots": bots}
        facts |= {"only_bots": only_bots, "stopped": bool(summary.get("stopped")), "readable": True}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        facts |= {"game": "?", "people": 0, "bots": 0, "only_bots": False}
        facts |= {"stopped": False, "readable": False}
    return facts | {"set_aside": getattr(row, "aside_why", None)}


def _row(c: Connection, id: str) -> Row[tuple[object, ...]]:
    row = c.execute(select(TABLES).where(TABLES.c.id == id)).first()
    if row is None:
        raise BranchlineError("serve.tables.none", id=id)
    return row


def _read(c: Connection, id: str) -> tuple[TableRow, Table]:
    """Return a table as it is stored; say in one line why it cannot be read."""
    found = _row(c, id)
    asked = select(LOG).where(LOG.c.table_id == id, LOG.c.seq <= found.seq).order_by(LOG.c.seq)
    lines = c.execute(asked).all()
    try:
        row = to_row(found)
        table = Table.of(row, [to_entry(line) for line in lines])
        if table.seq != row.seq:
            raise ValueError("the log is not whole")
    except Exception as problem:  # anything may be stored there
        why = type(problem).__name__
        raise BranchlineError("serve.tables.cannotRead", id=id, why=why) from None
    return row, table


def _add(store: Store, c: Connection, row: TableRow, table: Table, kind: str) -> None:
    """Store a step of the operator, unless the table went on in the meantime."""
    at = max(ServerClock().now(), table.entries[-1].at)
    entry = Entry(table.seq + 1, at, kind, None, None, NOTHING)
    table.apply(entry)
    now = row_of(table).values()
    changed = {name: now[name] for name in ("seq", "updated_at", "wake_at", "state", "summary")}
    moved = c.execute(
        TABLES.update().where(TABLES.c.id == row.id, TABLES.c.seq == row.seq).values(changed)
    )
    if moved.rowcount != 1:
        raise BranchlineError("serve.tables.busy", id=row.id)
    c.execute(insert(LOG), [to_line(row.id, entry)])
    store.tell(c, f"operator log {row.id} {entry.seq}")
