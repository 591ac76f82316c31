"""Telling an analysis: its state, and what is new in its report for one who knows a part of it."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from branchline.plain import Json
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.analyses import FAILED, WAITING, WORKING, AnalysisRow
from branchline.text.catalogue import from_json

_AGAIN = {WAITING: 2.0, WORKING: 1.0}
"""Seconds after which it is worth asking again."""


def news(row: AnalysisRow, decisions: Sequence[str], worlds: int | None = None) -> Json | None:
    """Return a report with some of its decisions.

    The curve is left out for those who know it: the one from this number of worlds.
    """
    if row.head is None or row.course is None:
        return None
    told: Json = orjson.loads(row.head)
    known = worlds == row.worlds
    told |= {"curve": None, "chances": None} if known else orjson.loads(row.course)
    return told | {"decisions": [orjson.Fragment(body) for body in decisions]}


def whole(row: AnalysisRow, decisions: Sequence[str]) -> bytes:
    """Return a report as far as it is made."""
    return to_bytes(news(row, decisions))


def tell_state(row: AnalysisRow | None, place: int | None, first: int, report: Json | None) -> Json:
    """Return how far an analysis is."""
    if row is None:
        row_state, progress, why = "none", 0.0, None
    else:
        row_state, progress, why = row.state, row.progress, row.why
    problem = None
    if row_state == FAILED and why is not None:
        problem = RequestRefused("invalid", from_json(orjson.loads(why))).to_json()
    return {
        "id": row.id if row is not None and row.table_id is None else None,
        "state": row_state,
        "place": place,
        "again": _AGAIN.get(row_state),
        "progress": progress,
        "problem": problem,
        "first": first,
        "report": report,
    }
