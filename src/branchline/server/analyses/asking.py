"""Asking for analyses: of a table's game once it is over, and of a record that is sent."""

from __future__ import annotations

import secrets

from branchline.plain import Json
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.telling import news, tell_state
from branchline.server.protocol.analyses import MAX_RECORD
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.analyses import FAILED, WAITING, AnalysisRow
from branchline.server.tables.access import check_may_look

_SEED = 1
"""For everybody: who has the record can make the same report at home."""
_SEEN_EVERY = 3600.0
"""Seconds between two notes that somebody looks at a record."""


async def of_table(
    maker: AnalysisMaker, table: str, holder: str | None, invite: str | None
) -> AnalysisRow | None:
    """Return the analysis of a table's game, for those who may see its replay, after its end."""
    async with maker.registry.at(table) as opened:
        check_may_look(opened.table, holder, invite)
        if not opened.table.is_over:
            raise RequestRefused("not started", "problem.analysisLater")
    return await maker.rows.of_table(table)


async def ask_for_table(
    maker: AnalysisMaker, table: str, holder: str | None, invite: str | None, address: str
) -> AnalysisRow:
    """Let the game of a table be analysed, unless it is or will be."""
    there = await of_table(maker, table, holder, invite)
    return await _ask(maker, there, address, table=table)


async def ask_for_record(maker: AnalysisMaker, record: str, address: str) -> AnalysisRow:
    """Let a record be analysed that is sent; the same one gets the same analysis."""
    _check_room(maker, address)
    if len(record) > MAX_RECORD:
        raise RequestRefused("too large", "problem.largeRecord", n=MAX_RECORD)
    checked = await maker.check(record)
    if await maker.rows.deal_runs(checked.key):
        raise RequestRefused("not started", "problem.dealRuns")
    there = await maker.rows.of_record(checked.digest)
    if there is None and await maker.rows.count_records() >= maker.registry.settings.max_records:
        raise RequestRefused("full", "problem.recordsFull")
    return await _ask(maker, there, address, record=(checked.digest, checked.text))


async def _ask(
    maker: AnalysisMaker,
    there: AnalysisRow | None,
    address: str,
    table: str | None = None,
    record: tuple[str, str] | None = None,
) -> AnalysisRow:
    if there is not None and there.state != FAILED:
        return there
    _check_room(maker, address)
    settings = maker.registry.settings
    if await maker.rows.count_unfinished() >= settings.max_analyses:
        raise RequestRefused("full", "problem.analysesFull")
    now = maker.registry.clock.now()
    id = secrets.token_urlsafe(16)
    row = await maker.rows.ask(id, now, _SEED, settings.analysis_budget, table, record)
    maker.wanted(row.id, address)
    return row


def _check_room(maker: AnalysisMaker, address: str) -> None:
    """Refuse more where none are made, or to an address that waits for many."""
    if not maker.lanes:
        raise RequestRefused("not allowed", "problem.analysisOff")
    most = maker.registry.settings.max_analyses_per_address
    if maker.waiting_of(address) >= most:
        raise RequestRefused("slow down", "problem.manyAnalyses", n=most)


async def of_record(maker: AnalysisMaker, id: str) -> AnalysisRow:
    """Return the analysis of a record that was sent, and note that somebody looks at it."""
    row = await maker.rows.find(id)
    if row is None or row.table_id is not None:
        raise RequestRefused("unknown", "problem.noAnalysis")
    now = maker.registry.clock.now()
    if now - row.seen_at > _SEEN_EVERY:
        await maker.rows.seen(id, now)
    return row


async def told(
    maker: AnalysisMaker, row: AnalysisRow | None, decisions: int = 0, worlds: int | None = None
) -> Json:
    """Return how far an analysis is, for one who knows so many decisions and a curve."""
    if row is None:
        return tell_state(None, None, 0, None)
    first = min(decisions, row.judged) if worlds is not None and worlds <= row.worlds else 0
    bodies = await maker.rows.decisions(row.id, first, row.judged) if first < row.judged else []
    place = await maker.rows.place(row) if row.state == WAITING else None
    return tell_state(row, place, first, news(row, bodies, worlds))
