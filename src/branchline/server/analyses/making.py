"""Making analyses: one after the other, in processes that never take time from those who play.

Each lane makes one report at a time, the one that was asked for first. Between two parts of it the
lane gives a first curve to those that have none yet. What is found is stored part by part: after a
restart, or the end of another server process, it goes on where it stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from branchline.server.analyses.telling import whole
from branchline.server.analyses.work import AnalysisTask, CheckedRecord, Complaint, check, make
from branchline.server.processes import ChildProcess, get_ready
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.analyses import (
    DONE,
    WAITING,
    WORKING,
    AnalysisRow,
    AnalysisStore,
    Part,
)
from branchline.server.storage.database import StorageError
from branchline.server.storage.waiting import left
from branchline.server.tables.registry import Registry
from branchline.text.catalogue import stored, text

log = logging.getLogger("branchline.server")

_LOOK = 2.0
"""Seconds between two looks at what is wanted; another process may have been asked."""
_AHEAD = 50
"""How many analyses that wait are read from the database at a time."""
_SILENCE = 900.0
"""Seconds after which a silent process is ended. It may be slow: it only gets the time that others
leave."""
_CHECK = 10.0
"""Seconds for a check of a record."""
_CHECKS = 8
"""Records that may wait to be checked."""
_TRIES = 2
"""How often processes may fail at a report before nobody tries it again."""


class _LostError(Exception):
    """A process that makes a report has ended, or told nothing for long."""


class AnalysisMaker(Collector):
    """Makes the analyses that are stored as wanted."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.rows = AnalysisStore(registry.store)
        self.lanes = registry.settings.analysis_workers
        self.working: set[str] = set()
        self.asked_by: dict[str, str] = {}
        """Which address wants one that is not finished; a server that restarts forgets it."""
        self.made = self.failed = self.checked = self.refused = 0
        self._wake = asyncio.Event()
        self._faults: Counter[str] = Counter()
        self._processes: set[ChildProcess] = set()
        # A lane has two processes at most, one more checks records, one judges tries, and two are
        # being ended.
        self._threads = ThreadPoolExecutor(2 * self.lanes + 4, thread_name_prefix="analyst")
        self._checking = asyncio.Semaphore(1)
        self._checks = 0
        self._running: list[asyncio.Task[None]] = []
        self._is_closed = False

    def start(self) -> None:
        """Begin, once games can be played."""
        self._running = [asyncio.create_task(self._run()) for _ in range(self.lanes)]

    async def close(self) -> None:
        """End all processes; what they have not told yet is found again later."""
        self._is_closed = True
        for lane in self._running:
            lane.cancel()
        for process in list(self._processes):
            process.process.kill()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
        for process in list(self._processes):
            self._end(process)

    def wanted(self, id: str, address: str) -> None:
        """Note that one is wanted, and by whom."""
        self.asked_by[id] = address
        self._wake.set()

    def waiting_of(self, address: str) -> int:
        """Return how many an address has asked for that are not finished."""
        return sum(who == address for who in self.asked_by.values())

    # A lane

    async def _run(self) -> None:
        await self.registry.ready.wait()
        await self._in_thread(get_ready)
        while True:
            self._wake.clear()
            try:
                row = await self._next()
                if row is not None:
                    await self._make(row)
                    continue
            except StorageError as problem:
                log.error("analyses cannot be stored", extra={"problem": str(problem)})
            except Exception:
                log.exception("making an analysis failed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._wake.wait()

    async def _next(self, first_look: bool = False) -> AnalysisRow | None:
        """Take the next one; for a first look one that has no curve yet."""
        for row in await self.rows.unfinished(_AHEAD):
            if row.id in self.working or (first_look and row.worlds):
                continue
            self.working.add(row.id)
            if await self._is_ours(row.id):
                return row
            self.working.discard(row.id)
        return None

    async def _is_ours(self, id: str) -> bool:
        """Whether no other process makes this one; as long as we do, none will."""
        peers = self.registry.peers
        return peers is None or await peers.may_drive(_named(id))

    async def _let_go(self, id: str) -> None:
        self.working.discard(id)
        if self.registry.peers is not None:
            await self.registry.peers.stop_driving(_named(id))

    async def _make(self, row: AnalysisRow) -> None:
        """Make a report to its end, with first looks at others between its parts."""
        try:
            await self._go_on(row, only_first=False)
        finally:
            await self._let_go(row.id)

    async def _first_looks(self) -> None:
        """Give a curve to those that have none."""
        while (row := await self._next(first_look=True)) is not None:
            try:
                await self._go_on(row, only_first=True)
            finally:
                await self._let_go(row.id)

    async def _go_on(self, row: AnalysisRow, only_first: bool) -> None:
        """Make a report, or only its first part."""
        try:
            record = await self.record_of(row)
            begun = await self.rows.begin(row.id)
            if begun is None:
                return
            known = None
            if begun.judged and not only_first:
                bodies = await self.rows.decisions(row.id, 0, begun.judged)
                known = whole(begun, bodies)
            task = AnalysisTask(record, begun.seed, begun.budget, known)
            await self._through(begun, task, only_first)
        except RequestRefused as problem:
            if problem.code == "storage":
                raise StorageError(problem.said) from None
            await self._give_up(row, problem.said)
        except _LostError as problem:
            self._faults[row.id] += 1
            facts = {"analysis": row.id[:4], "problem": str(problem)}
            log.error("a process for analyses failed", extra=facts)
            if self._faults[row.id] >= _TRIES:
                await self._give_up(row, text("problem.analysisLost"))

    async def record_of(self, row: AnalysisRow) -> str:
        """Return the record of a game that is to be analysed."""
        if row.table_id is None:
            return await self.rows.record(row.id) or ""
        async with self.registry.at(row.table_id) as opened:
            table = opened.table
            if table.game is None or not table.is_over:
                raise RequestRefused("not started", "problem.analysisLater")
            game, names = table.game, list(table.names)
        # The game is over and does not change.
        return await asyncio.to_thread(lambda: game.record(names).dumps())

    async def _through(self, row: AnalysisRow, task: AnalysisTask, only_first: bool) -> None:
        """Let a process make a report, and store what it tells."""
        judged = row.judged
        process = await self._in_thread(self._new_process, make, task)
        try:
            while True:
                told = await self._heard(process, _SILENCE)
                if isinstance(told, Complaint):
                    await self._give_up(row, told.why)
                    return
                assert isinstance(told, Part)
                state = DONE if told.is_last else WAITING if only_first else WORKING
                if not await self.rows.keep(row.id, judged, told, state):
                    return
                judged = told.judged
                if told.is_last:
                    self._finished(row.id)
                    self.made += 1
                if told.is_last or only_first:
                    return
                await self._first_looks()
                await self._in_thread(process.pipe.send, None)
        finally:
            self._threads.submit(self._end, process)

    async def _give_up(self, row: AnalysisRow, why: str) -> None:
        self.failed += 1
        self._finished(row.id)
        await self.rows.fail(row.id, json.dumps(stored(why)))

    def _finished(self, id: str) -> None:
        self.asked_by.pop(id, None)
        self._faults.pop(id, None)

    # Records that are sent

    async def check(self, record: str) -> CheckedRecord:
        """Return a record that was sent, or refuse it."""
        if self._checks >= _CHECKS:
            raise RequestRefused("slow down", "problem.manyRecords")
        self._checks += 1
        try:
            async with asyncio.timeout(min(_CHECK, left())), self._checking:
                found = await self.beside(check, record, _CHECK)
        except TimeoutError:
            raise RequestRefused("slow down", "problem.manyRecords") from None
        finally:
            self._checks -= 1
        self.checked += 1
        if isinstance(found, CheckedRecord):
            return found
        self.refused += 1
        why = found.why if isinstance(found, Complaint) else text("problem.recordFails")
        raise RequestRefused("invalid", why)

    # Processes

    async def beside(self, work: Callable[..., None], given: object, seconds: float) -> object:
        """Return what a process that is started for it says; None if it says nothing."""
        process = await self._in_thread(self._new_process, work, given)
        try:
            return await self._heard(process, seconds)
        except _LostError:
            log.error("a process beside the server failed", extra={"work": work.__name__})
            return None
        finally:
            self._threads.submit(self._end, process)

    async def _in_thread(self, work: Callable[..., Any], *given: Any) -> Any:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, work, *given)
        except (OSError, EOFError) as problem:
            raise _LostError(type(problem).__name__) from None

    async def _heard(self, process: ChildProcess, seconds: float) -> object:
        return await self._in_thread(process.hear, seconds)

    def _new_process(self, work: Callable[..., None], given: object) -> ChildProcess:
        process = ChildProcess(work, given)
        self._processes.add(process)
        if self._is_closed:
            self._end(process)
            raise OSError("closing")
        return process

    def _end(self, process: ChildProcess) -> None:
        if process in self._processes:
            self._processes.discard(process)
            process.end()

    def collect(self) -> Iterator[Metric]:
        """Return what is counted here, for the metrics."""
        yield GaugeMetricFamily(
            "branchline_analyses_working", "Analyses being made", len(self.working)
        )
        for name, about, count in (
            ("made", "Analyses that were made", self.made),
            ("failed", "Analyses that could not be made", self.failed),
            ("records_checked", "Records that were sent to be analysed", self.checked),
            ("records_refused", "Of them, those that were not in order", self.refused),
        ):
            yield CounterMetricFamily(f"branchline_analyses_{name}", about, count)


def _named(id: str) -> str:
    """Return an analysis as the processes of a server call it among themselves."""
    return f"analysis {id}"
