"""Trying: moments of an analysed game to decide in once more, and how good a try there is."""

from __future__ import annotations

import asyncio
import contextvars
from collections import OrderedDict
from typing import TypeAlias

from branchline.analysis.positions import restore
from branchline.game.record import parse_record
from branchline.plain import Json
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.work import Complaint, TryTask, judge_try
from branchline.server.present.reasons import reasons
from branchline.server.present.telling import tell_past
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.analyses import AnalysisRow
from branchline.server.storage.waiting import left
from branchline.text.catalogue import text

_Key: TypeAlias = tuple[str, int, int]
"""An analysis, a step of it, and the action that is tried."""
_TRY = 60.0
"""Seconds for a try."""
_TRIES = 8
"""Tries that may wait to be judged."""
_KEPT = 2000
"""Answers that are kept: the same try gets the same."""


async def decision_at(maker: AnalysisMaker, row: AnalysisRow | None, step: int) -> str:
    """Return a decision as it is stored: every step of a game has one, in their order."""
    found = []
    if row is not None and step < row.judged:
        found = await maker.rows.decisions(row.id, step, step + 1)
    if not found:
        raise RequestRefused("invalid", text("analysis.notJudged", step=str(step)))
    return found[0]


def position_told(record: str, step: int) -> bytes:
    """Return a moment as the seat that had to decide saw it."""
    position = restore(parse_record(record), step)
    game, seat = position.game(), position.seat
    told = {
        "step": step,
        "turn": game.turn,
        "seat": seat,
        "position": tell_past(game, seat),
        "reasons": reasons(game, seat, step),
    }
    return to_bytes(told)


class TryJudge:
    """Judges tries, one at a time; each in a process beside the server."""

    def __init__(self, maker: AnalysisMaker) -> None:
        self.maker = maker
        self._judging = asyncio.Semaphore(1)
        self._kept: OrderedDict[_Key, asyncio.Task[Json]] = OrderedDict()
        self._waiting: set[_Key] = set()

    async def judge(self, row: AnalysisRow, step: int, action: int) -> Json:
        """Return how good an action is, compared with the best one of the report.

        What takes too long for a request goes on meanwhile: whoever asks again gets it then.
        """
        key = row.id, step, action
        found = self._kept.get(key) or self._begin(key, row)
        self._kept.move_to_end(key)
        try:
            async with asyncio.timeout(left()):
                return await asyncio.shield(found)
        except TimeoutError:
            raise RequestRefused("slow down", "problem.manyTries") from None

    def _begin(self, key: _Key, row: AnalysisRow) -> asyncio.Task[Json]:
        if not self.maker.lanes:
            raise RequestRefused("not allowed", "problem.analysisOff")
        if len(self._waiting) >= _TRIES:
            raise RequestRefused("slow down", "problem.manyTries")
        self._waiting.add(key)
        # It goes on when the request that began it is answered.
        work = self._in_turn(row, key[1], key[2])
        task = self._kept[key] = asyncio.create_task(work, context=contextvars.Context())
        task.add_done_callback(lambda done: self._done(key, done))
        return task

    def _done(self, key: _Key, task: asyncio.Task[Json]) -> None:
        self._waiting.discard(key)
        if task.cancelled() or task.exception() is not None:
            del self._kept[key]
        elif len(self._kept) > _KEPT:
            del self._kept[next(old for old in self._kept if old not in self._waiting)]

    async def close(self) -> None:
        """Judge no more."""
        for task in self._kept.values():
            task.cancel()
        await asyncio.gather(*self._kept.values(), return_exceptions=True)

    async def _in_turn(self, row: AnalysisRow, step: int, action: int) -> Json:
        async with self._judging:
            return await self._judged(row, step, action)

    async def _judged(self, row: AnalysisRow, step: int, action: int) -> Json:
        decision = await decision_at(self.maker, row, step)
        record = await self.maker.record_of(row)
        task = TryTask(record, decision, action, row.seed, row.budget)
        found = await self.maker.beside(judge_try, task, _TRY)
        if isinstance(found, Complaint):
            raise RequestRefused("invalid", found.why)
        if not isinstance(found, dict):
            raise RequestRefused("slow down", "problem.manyTries")
        return found
