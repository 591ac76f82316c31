"""Showing a recorded game as a table, made for it in memory: one that was sent, or a puzzle's."""

from __future__ import annotations

from branchline.game.record import Record, parse_record
from branchline.server.present.telling import tell_result, tell_table
from branchline.server.protocol.json_text import to_bytes
from branchline.server.storage.lines import NOTHING, ActionBody, CreatedBody
from branchline.server.storage.store import Entry
from branchline.server.tables.replays import Replayer, check_eyes
from branchline.server.tables.seats import COLOURS, Chair, Setup
from branchline.server.tables.table import Table


def record_replay(id: str, at: float, record: str, eyes: str | None, views: bool) -> bytes:
    """Return the replay of a record by somebody's eyes; nobody's own, so it is open if not said."""
    parsed = parse_record(record)
    table = table_of(id, at, parsed, [Chair("person", name) for name in parsed.header["players"]])
    replayer = Replayer(table, check_eyes(table, eyes, None))
    told = {
        "table": tell_table(table, None, None, set(), 0),
        "eyes": replayer.eyes,
        "result": tell_result(table),
        "steps": replayer.steps(views),
    }
    return to_bytes(told)


def table_of(id: str, at: float, record: Record, chairs: list[Chair]) -> Table:
    """Return a table at which a game was played as its record says."""
    head = record.header
    setup = Setup(
        game=head["game"],
        seats=head["seats"],
        options=head["options"],
        title="",
        listed=False,
        pace="leisure",
        clock=None,
        on_time_out="pause",
        bot_pace=0.0,
        help=False,
        host="",
        invite="",
    )
    table = Table(id, setup, bytes.fromhex(head["key"]), at)
    table.bearing = [0] * setup.seats
    created = CreatedBody([chair.to_line() for chair in chairs], list(COLOURS[: setup.seats]))
    table.apply(Entry(1, at, "created", None, None, created))
    table.apply(Entry(2, at, "start", None, None, NOTHING))
    for seq, line in enumerate(record.actions, 3):
        table.apply(Entry(seq, at, "action", line["seat"], None, ActionBody(line["action"])))
    return table
