"""Export and import: tables as lines of JSON, from one database to another.

The file holds the keys of running games and the hashes of secrets: only its owner may read it.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server.settings import read_settings
from branchline.server.store import Entry, Row, Store, to_entry, to_line, to_row
from branchline.server.table import Table
from branchline.server.tables import HOLDERS, LOG, TABLES
from branchline.words import say, text

FORMAT = "branchline-tables"
VERSION = 1
_MAX_LINE = 50_000_000


def run_export(options: argparse.Namespace) -> int:
    """Write tables to a new file."""
    store = _open(options)
    try:
        # Nobody else may read it, and nothing that is there already is overwritten.
        handle = os.open(options.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BranchlineError("file.exists", file=str(options.file)) from None
    n = 0
    with open(handle, "w", encoding="utf-8") as file, store.engine.connect() as connection:
        file.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
        for table in _tables(connection, options.table):
            file.write(json.dumps(table) + "\n")
            n += 1
    store.engine.dispose()
    if options.table and n != len(set(options.table)):
        options.file.unlink()
        raise BranchlineError("serve.notAllThere")
    print(say("serve.exported", n=n, file=str(options.file)))
    return 0


def run_import(options: argparse.Namespace) -> int:
    """Read tables from a file into a database; those that are there already stay as they are."""
    from branchline.shell import load_rules

    load_rules()
    store = _open(options)
    added = kept = 0
    for row, entries, holders in _read(options.file):
        with store.engine.connect().execution_options(writes=True) as c, c.begin():
            if c.execute(select(TABLES.c.id).where(TABLES.c.id == row.id)).first() is not None:
                kept += 1
                continue
            c.execute(insert(TABLES), [row.values()])
            c.execute(insert(LOG), [to_line(row.id, entry) for entry in entries])
            for secret, since in holders:
                c.execute(insert(HOLDERS), [{"secret": secret, "table_id": row.id, "since": since}])
            added += 1
    store.engine.dispose()
    print(say("serve.imported", n=added, kept=kept))
    return 0


def _open(options: argparse.Namespace) -> Store:
    store = Store(read_settings({"db": options.db, "data": options.data}))
    store.migrate()
    return store


def _tables(connection: Connection, wanted: list[str] | None) -> Iterator[dict[str, Any]]:
    choosing = select(TABLES).order_by(TABLES.c.created_at, TABLES.c.id)
    if wanted:
        choosing = choosing.where(TABLES.c.id.in_(wanted))
    for found in connection.execute(choosing).all():
        row = to_row(found)
        lines = connection.execute(
            select(LOG).where(LOG.c.table_id == row.id, LOG.c.seq <= row.seq).order_by(LOG.c.seq)
        )
        holders = connection.execute(select(HOLDERS).where(HOLDERS.c.table_id == row.id))
        values = row.values() | {"key": base64.b64encode(row.key).decode()}
        yield {
            "table": values | {"setup": row.setup, "summary": row.summary},
            "log": [
                [e.seq, e.at, e.kind, e.seat, e.client_id, e.body] for e in map(to_entry, lines)
            ],
            "holders": [[h.secret, h.since] for h in holders],
        }


def _read(file: Path) -> Iterator[tuple[Row, list[Entry], list[tuple[str, int]]]]:
    try:
        with file.open(encoding="utf-8") as opened:
            head = json.loads(opened.readline(1000) or "null")
            if head != {"format": FORMAT, "version": VERSION}:
                raise BranchlineError("file.at", file=str(file), problem=text("serve.notExport"))
            for number, line in enumerate(iter(lambda: opened.readline(_MAX_LINE), ""), 2):
                yield _checked(file, number, line)
    except UnicodeDecodeError:
        raise BranchlineError("file.at", file=str(file), problem=text("file.notText")) from None
    except json.JSONDecodeError:
        raise BranchlineError("file.at", file=str(file), problem=text("file.notJson")) from None
    except SQLAlchemyError as problem:
        raise BranchlineError("serve.dbRefused", why=type(problem).__name__) from None


def _checked(file: Path, number: int, line: str) -> tuple[Row, list[Entry], list[tuple[str, int]]]:
    """Return a table of the file, played through once to see that it holds together."""
    try:
        told = json.loads(line)
        values = told["table"]
        row = Row(**(values | {"key": base64.b64decode(values["key"])}))
        entries = [Entry(*entry) for entry in told["log"]]
        holders = [(str(secret), int(since)) for secret, since in told["holders"]]
        if not re.fullmatch(r"[a-z0-9]{1,16}", row.id) or len(row.key) != 32:
            raise ValueError
        table = Table.of(row, entries)
        if table.seq != row.seq or table.state != row.state:
            raise ValueError
    except (BranchlineError, ValueError, TypeError, KeyError, AttributeError, AssertionError):
        raise BranchlineError("serve.badTable", file=str(file), line=number) from None
    return row, entries, holders
