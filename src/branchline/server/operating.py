"""The command branchline tables: what an operator sees of the tables, stops and deletes.

It writes to the database as another server process would; a running server notices within seconds.
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server.clock import Clock
from branchline.server.settings import read_settings
from branchline.server.store import Entry, Store, to_entry, to_line, to_row
from branchline.server.table import Table, row_of
from branchline.server.tables import LOG, TABLES
from branchline.words import say


def run_tables(options: argparse.Namespace) -> int:
    """List, show, stop or delete tables."""
    store = Store(read_settings({"db": options.db, "data": options.data}))
    store.migrate()
    try:
        if options.do == "list":
            return _list(store, options.json)
        with store.engine.connect().execution_options(writes=options.do != "show") as c, c.begin():
            {"show": _show, "stop": _stop, "delete": _delete}[options.do](store, c, options.id)
    except SQLAlchemyError as problem:
        raise BranchlineError("serve.dbRefused", why=type(problem).__name__) from None
    finally:
        store.engine.dispose()
    return 0


def _about(row: Any) -> dict[str, Any]:
    """Return what an operator needs to know of a table; no secret, key or card."""
    told = {"id": row.id, "state": row.state, "steps": row.seq, "updated_at": row.updated_at}
    try:
        summary = json.loads(row.summary)
        kinds = [(player["kind"], player["away"]) for player in summary["players"]]
        people = sum(kind == "person" for kind, _ in kinds)
        only_bots = bool(kinds) and all(kind == "bot" or away for kind, away in kinds)
        bots = sum(kind == "bot" for kind, _ in kinds)
        told |= {"game": str(summary["game"]), "people": people, "bots": bots}
        told |= {"only_bots": only_bots, "readable": True}
    except (ValueError, TypeError, KeyError):
        told |= {"game": "?", "people": 0, "bots": 0, "only_bots": False, "readable": False}
    return told | {"set_aside": getattr(row, "aside_why", None)}


def _line(told: dict[str, Any]) -> str:
    at = datetime.fromtimestamp(told["updated_at"], UTC).strftime("%Y-%m-%d %H:%M")
    notes = [say("serve.tables.onlyBots")] if told["only_bots"] else []
    notes += [say("serve.tables.unreadable")] if told["set_aside"] or not told["readable"] else []
    facts = (told["id"], told["game"], told["state"], f"{told['people']}+{told['bots']}")
    return "  ".join([*facts, str(told["steps"]), at, *notes])


def _list(store: Store, as_json: bool) -> int:
    with store.engine.connect() as c:
        rows = c.execute(select(TABLES).order_by(TABLES.c.updated_at.desc())).all()
    for row in rows:
        print(json.dumps(_about(row)) if as_json else _line(_about(row)))
    return 0


def _row(c: Connection, id: str) -> Any:
    row = c.execute(select(TABLES).where(TABLES.c.id == id)).first()
    if row is None:
        raise BranchlineError("serve.tables.none", id=id)
    return row


def _show(store: Store, c: Connection, id: str) -> None:
    print(json.dumps(_about(_row(c, id)), indent=1))


def _stop(store: Store, c: Connection, id: str) -> None:
    """Pause a game, as its host could."""
    from branchline.shell import load_rules

    load_rules()
    row = to_row(_row(c, id))
    lines = c.execute(
        select(LOG).where(LOG.c.table_id == id, LOG.c.seq <= row.seq).order_by(LOG.c.seq)
    )
    table = Table.of(row, [to_entry(line) for line in lines])
    if table.state != "playing":
        raise BranchlineError("serve.tables.notPlaying", id=id)
    entry = Entry(table.seq + 1, max(Clock().now(), table.entries[-1].at), "pause", None, None, {})
    table.apply(entry)
    now = row_of(table).values()
    changed = {name: now[name] for name in ("seq", "updated_at", "wake_at", "state", "summary")}
    moved = c.execute(
        TABLES.update().where(TABLES.c.id == id, TABLES.c.seq == row.seq).values(changed)
    )
    if moved.rowcount != 1:
        raise BranchlineError("serve.tables.busy", id=id)
    c.execute(insert(LOG), [to_line(id, entry)])
    store.tell(c, f"operator log {id}")
    print(say("serve.tables.stopped", id=id))


def _delete(store: Store, c: Connection, id: str) -> None:
    _row(c, id)
    c.execute(delete(TABLES).where(TABLES.c.id == id))  # its log and holders go with it
    print(say("serve.tables.deleted", id=id))
