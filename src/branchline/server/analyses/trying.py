"""Trying: a moment to decide in once more, of an analysed game or a puzzle; how good a try is."""

from __future__ import annotations

import asyncio
import contextvars
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from branchline.analysis.positions import DecisionPoint, restore
from branchline.analysis.puzzles import Puzzle
from branchline.game.record import parse_record
from branchline.plain import Json
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.work import (
    Complaint,
    PuzzleTask,
    TryTask,
    judge_answer,
    judge_try,
)
from branchline.server.present.reasons import reasons
from branchline.server.present.telling import tell_past
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.analyses import AnalysisRow
from branchline.server.storage.waiting import left
from branchline.text.catalogue import text

_Key: TypeAlias = tuple[str, int, int]
"""An analysis or a puzzle, a step of it, and the action that is tried."""
_Work: TypeAlias = Callable[[], Awaitable[object]]
"""Lets a process judge a try, and returns what it says."""
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
    """Return a moment of a game as the seat that had to decide saw it."""
    return to_bytes(to_solve(restore(parse_record(record), step)))


def to_solve(position: DecisionPoint) -> Json:
    """Return a moment as the seat that has to decide sees it."""
    game, seat = position.game(), position.seat
    return {
        "step": position.step,
        "turn": game.turn,
        "seat": seat,
        "position": tell_past(game, seat),
        "reasons": reasons(game, seat, position.step),
    }


class TryJudge:
    """Judges tries, one at a time; each in a process beside the server."""

    def __init__(self, maker: AnalysisMaker) -> None:
        self.maker = maker
        self._judging = asyncio.Semaphore(1)
        self._kept: OrderedDict[_Key, asyncio.Task[Json]] = OrderedDict()
        self._waiting: set[_Key] = set()

    async def judge(self, row: AnalysisRow, step: int, action: int) -> Json:
        """Return how good an action is, compared with the best one of the report."""
        if not self.maker.lanes:
            raise RequestRefused("not allowed", "problem.analysisOff")

        async def work() -> object:
            decision = await decision_at(self.maker, row, step)
            record = await self.maker.record_of(row)
            task = TryTask(record, decision, action, row.seed, row.budget)
            return await self.maker.beside(judge_try, task, _TRY)

        return await self._answer((row.id, step, action), work)

    async def judge_answer(self, puzzle: Puzzle, action: int) -> Json:
        """Return how good an answer to a puzzle is; also where no games are analysed."""
        task = PuzzleTask(puzzle, action, self.maker.registry.settings.analysis_budget)

        def work() -> Awaitable[object]:
            return self.maker.beside(judge_answer, task, _TRY)

        return await self._answer((puzzle.id, 0, action), work)

    async def _answer(self, key: _Key, work: _Work) -> Json:
        """Return how good a try is: what is known of it, or what a process says.

        What takes too long for a request goes on meanwhile: whoever asks again gets it then.
        """
        found = self._kept.get(key) or self._begin(key, work)
        self._kept.move_to_end(key)
        try:
            async with asyncio.timeout(left()):
                return await asyncio.shield(found)
        except TimeoutError:
            raise RequestRefused("slow down", "problem.manyTries") from None

    def _begin(self, key: _Key, work: _Work) -> asyncio.Task[Json]:
        if len(self._waiting) >= _TRIES:
            raise RequestRefused("slow down", "problem.manyTries")
        self._waiting.add(key)
        # It goes on when the request that began it is answered.
        judging = self._in_turn(work)
        task = self._kept[key] = asyncio.create_task(judging, context=contextvars.Context())
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

    async def _in_turn(self, work: _Work) -> Json:
        async with self._judging:
            found = await work()
        if isinstance(found, Complaint):
            raise RequestRefused("invalid", found.why)
        if not isinstance(found, dict):
            raise RequestRefused("slow down", "problem.manyTries")
        return found
