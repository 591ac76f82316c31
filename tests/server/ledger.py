"""The database as it lies on disk: is every acknowledged step there, and whole?"""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from branchline.server.protocol.json_text import to_bytes
from branchline.server.settings import read_settings
from branchline.server.storage.connection import make_engine
from branchline.server.storage.sql import LOG, TABLES
from branchline.server.storage.store import to_entry, to_row
from branchline.server.tables.table import Table, header_of


def stored(db: str) -> dict[str, Table]:
    """All tables of a database, played through; none may be half there."""
    engine = make_engine(read_settings({"db": db}, {}))
    tables = {}
    try:
        with engine.connect() as connection:
            for found in connection.execute(select(TABLES)).all():
                row = to_row(found)
                lines = connection.execute(
                    select(LOG).where(LOG.c.table_id == row.id).order_by(LOG.c.seq)
                )
                entries = [to_entry(line) for line in lines]
                assert [entry.seq for entry in entries] == list(range(1, row.seq + 1))
                table = Table.of(row, entries)
                assert to_bytes(header_of(table)) == to_bytes(row.summary)
                assert (table.state, table.wake_at()) == (row.state, row.wake_at)
                tables[row.id] = table
    finally:
        engine.dispose()
    return tables


@dataclass
class Ledger:
    """What the server has acknowledged: for each request the step it became."""

    acknowledged: dict[tuple[str, int, str], tuple[int, Any]] = field(default_factory=dict)

    def note(self, table: str, seat: int, id: str, seq: int, action: Any) -> None:
        """Remember an acknowledgement; the same request may have only one."""
        assert self.acknowledged.setdefault((table, seat, id), (seq, action)) == (seq, action)

    def check(self, tables: dict[str, Table]) -> None:
        """Hold it against what is stored."""
        for (id, seat, client_id), (seq, action) in self.acknowledged.items():
            table = tables[id]
            assert table.seq >= seq, "an acknowledged step is lost"
            entry = table.entries[seq - 1]
            assert (entry.seat, entry.client_id) == (seat, client_id)
            if action is not None:
                assert next(done.id for done in table.done if done.seq == seq) == action
        for table in tables.values():
            ids = [(e.seat, e.client_id) for e in table.entries if e.client_id is not None]
            assert len(ids) == len(set(ids)), "a request was carried out twice"
