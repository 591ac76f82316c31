"""Export and import: tables as lines of JSON, from one database to another.

The file holds the keys of running games and the hashes of secrets: only its owner may read it.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson
from pydantic import ValidationError
from sqlalchemy import Connection, insert, select

from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.server.storage.lines import TableLine
from branchline.server.storage.sql import HOLDERS, LOG, TABLES
from branchline.server.storage.store import Entry, Store, TableRow, to_line, to_row
from branchline.server.tables.log_checks import judged, what_is_wrong
from branchline.server.tables.table import Table, row_of
from branchline.text.catalogue import text

FORMAT = "branchline-tables"
VERSION = 1
_MAX_LINE = 50_000_000
"""Bytes: the longest table needs a tenth of that."""
_MAX_TABLES = 1_000_000
"""Tables in a file: a server of many years has a tenth of that."""


def export_tables(store: Store, path: Path, wanted: list[str] | None) -> int:
    """Write tables to a new file, all or those wanted; return how many."""
    try:
        # Nobody else may read it, and nothing that is there already is overwritten.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise BranchlineError("file.exists", file=str(path)) from None
    n = 0
    with open(handle, "w", encoding="utf-8") as file, store.engine.connect() as connection:
        file.write(json.dumps({"format": FORMAT, "version": VERSION}) + "\n")
        for table in _tables(connection, wanted):
            file.write(json.dumps(table) + "\n")
            n += 1
    if wanted and n != len(set(wanted)):
        path.unlink()
        raise BranchlineError("serve.notAllThere")
    return n


def import_tables(store: Store, path: Path, max_chats: int) -> tuple[int, int]:
    """Read tables from a file into a database; those that are there already stay as they are.

    All of the file is checked before anything is stored, and all of it is stored at once. Returns
    how many tables the file has, and how many of them were stored.
    """
    with tempfile.TemporaryFile() as checked:  # so that the database is locked only briefly
        lines = 0
        for table, request in _read(path, max_chats):
            pickle.dump((row_of(table, request), table.entries, _holders(table)), checked)
            lines += 1
        checked.seek(0)
        return lines, _add(store, (pickle.load(checked) for _ in range(lines)))


def _add(store: Store, tables: Iterable[tuple[TableRow, list[Entry], list[str]]]) -> int:
    """Store tables in one go; return how many were not there yet."""
    added = 0
    with store.engine.connect().execution_options(writes=True) as c, c.begin():
        for row, entries, holders in tables:
            if c.execute(select(TABLES.c.id).where(TABLES.c.id == row.id)).first() is not None:
                continue
            c.execute(insert(TABLES), [row.values()])
            c.execute(insert(LOG), [to_line(row.id, entry) for entry in entries])
            held = [
                {"secret": h, "table_id": row.id, "since": int(row.created_at)} for h in holders
            ]
            c.execute(insert(HOLDERS), held)
            added += 1
    return added


def _tables(connection: Connection, wanted: list[str] | None) -> Iterator[Json]:
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
            "log": [  # as it is stored, whether it can be read or not
                [e.seq, e.at, e.kind, e.seat, e.client_id, json.loads(e.body)] for e in lines
            ],
            "holders": [[h.secret, h.since] for h in holders],
        }


def _read(file: Path, max_chats: int) -> Iterator[tuple[Table, str | None]]:
    """Return the tables of a file and the requests that made them; say which line is wrong."""
    seen: set[str] = set()
    with file.open("rb") as opened:
        if not _is_ours(opened.readline(1000)):
            raise BranchlineError("file.at", file=str(file), problem=text("serve.notExport"))
        for number, line in enumerate(iter(lambda: opened.readline(_MAX_LINE + 1), b""), 2):
            try:
                if number > _MAX_TABLES + 1:
                    raise BranchlineError("serve.line.many", most=_MAX_TABLES)
                table, request = _checked(line, max_chats)
                for name in (table.id, request):
                    if name is not None and name in seen:
                        raise BranchlineError("serve.line.twice")
                    seen.add(name or table.id)
            except BranchlineError as problem:
                raise BranchlineError(
                    "serve.badLine", file=str(file), line=number, problem=problem.said
                ) from None
            yield table, request


def _is_ours(line: bytes) -> bool:
    try:
        return bool(orjson.loads(line) == {"format": FORMAT, "version": VERSION})
    except orjson.JSONDecodeError:
        return False


def _checked(line: bytes, max_chats: int) -> tuple[Table, str | None]:
    """Return a table of the file, played through to see that all of it can have happened."""
    if len(line) > _MAX_LINE:
        raise BranchlineError("serve.line.long", most=_MAX_LINE)
    try:
        read = TableLine.model_validate_json(line)
    except ValidationError as problem:
        raise BranchlineError(what_is_wrong(problem)) from None
    table = judged(read, max_chats)
    request = read.table.request
    if request is not None and request.partition(":")[0] != table.setup.host:
        request = None  # otherwise a later request could lead to this table
    return table, request


def _holders(table: Table) -> list[str]:
    """Return the secrets, as hashes, that have something to do with a table."""
    return sorted({table.host, *(c.secret for c in table.chairs if c.secret is not None)})
