"""The processes in which bots think, and who gets one next.

Those for people's tables are kept free for them. One more process, with the lowest priority, thinks
for tables that only bots play. A process that crashes or thinks too long is ended and another one
takes its place, after a longer pause each time that fails. Until then the tables get quick legal
choices and are told so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from prometheus_client import Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from branchline.board import load_board
from branchline.server.metrics import BOUNDS
from branchline.server.tables.thinking import Choice, Task, Worker, choose, playouts_of, quick
from branchline.server.tables.thinking_queue import (
    KINDS,
    PEOPLE,
    UNWATCHED,
    WATCHED,
    Share,
    ThinkingQueue,
    Waiting,
)

log = logging.getLogger("branchline.server")

_BEHIND = 10.0
"""How many times longer the process with the lowest priority may take."""
_FIRST, _LONGEST = 0.5, 60.0
"""Seconds before a process that failed twice is started again, and at most."""
_MOST_FAULTS = 1000
CANNOT = "reason.couldNotThink"


def _pause(failures: int) -> float:
    """Return the seconds before the next try, after so many failures in a row."""
    return 0.0 if failures < 2 else min(_LONGEST, _FIRST * 2 ** min(failures - 2, 10))


@dataclass(slots=True)
class Faults:
    """How often something failed in a row, and when it may be tried again."""

    failures: int = 0
    again: float = 0.0

    def note(self) -> None:
        """Count another one."""
        self.failures += 1
        self.again = time.monotonic() + _pause(self.failures)

    @property
    def pause(self) -> float:
        """The seconds until it may be tried again."""
        return max(0.0, self.again - time.monotonic())


@dataclass(eq=False, slots=True)
class Lane:
    """A place to think: a process, or (if there are to be none) a thread of the server."""

    kinds: tuple[str, ...]
    is_here: bool = False
    worker: Worker | None = None
    faults: Faults = field(default_factory=Faults)
    problem: str = ""
    wake: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_for_people(self) -> bool:
        """Whether people wait for it."""
        return PEOPLE in self.kinds

    @property
    def can_think(self) -> bool:
        """Whether a bot can think here now."""
        return self.is_here or self.worker is not None


@dataclass(eq=False, slots=True)
class AskedBot(Waiting):
    """A bot that waits to think, with what it is asked and the place of its answer."""

    task: Task
    answer: asyncio.Future[Choice]


class Thinkers(Collector):
    """All bots that think."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.seconds = seconds
        self.choices = 0
        self.fallbacks = 0
        self.thought_less = 0
        self.restarts = 0
        self.queue = ThinkingQueue[AskedBot](max(1, workers))
        self.waits = Histogram(
            "branchline_bot_wait_seconds",
            "Waiting of bots until they could think",
            ["class"],
            buckets=BOUNDS,
            registry=None,
        )
        for kind in KINDS:
            self.waits.labels(kind)  # shown before the first one waits
        self.lanes = [Lane((PEOPLE,)) for _ in range(workers)]
        self.lanes.append(Lane((WATCHED, UNWATCHED)) if workers else Lane(KINDS, is_here=True))
        # One more than there are lanes: it ends processes that hang.
        self._threads = ThreadPoolExecutor(len(self.lanes) + 1, thread_name_prefix="thinker")
        self._all: set[Worker] = set()
        self._tables: OrderedDict[str, Faults] = OrderedDict()
        """The tables whose last choice failed: a table that always fails must not slow down the
        others."""
        self._running: list[asyncio.Task[None]] = []
        self._closed = False

    # The queue

    async def choose(self, task: Task, share: Share) -> Choice:
        """Return a choice: the bot's own, or a quick one if it fails."""
        if not self._running or self._closed:
            return quick(task)
        playouts = playouts_of(task.bot, load_board(task.view.board))
        answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        one = AskedBot(share, playouts, task, answer)
        self.queue.join(one)
        for lane in self.lanes:
            if share.kind in lane.kinds:
                lane.wake.set()
        try:
            choice = await answer
        finally:
            self.queue.leave(one)
        self.choices += 1
        self.fallbacks += choice.thought == "none"
        self.thought_less += choice.thought == "less"
        return choice

    async def _next(self, lane: Lane, seconds: float | None = None) -> AskedBot | None:
        """Return whose turn it is in a lane; None if nobody comes in time."""
        while True:
            lane.wake.clear()
            if (one := self.queue.next(lane.kinds)) is not None:
                return one
            try:
                async with asyncio.timeout(seconds):
                    await lane.wake.wait()
            except TimeoutError:
                return None

    def collect(self) -> Iterator[Metric]:
        """Return what is counted here, for the metrics."""
        yield from self.waits.collect()
        waiting = GaugeMetricFamily(
            "branchline_bots_waiting", "Bots that wait to think", labels=["class"]
        )
        oldest = GaugeMetricFamily(
            "branchline_bots_oldest_wait_seconds", "Longest wait of them now", labels=["class"]
        )
        for kind in KINDS:
            waiting.add_metric([kind], sum(1 for _ in self.queue.all(kind)))
            oldest.add_metric([kind], self.queue.oldest(kind))
        yield from (waiting, oldest)
        processes = [lane for lane in self.lanes if lane.is_for_people]
        yield GaugeMetricFamily(
            "branchline_bot_processes",
            "Processes in which bots think",
            sum(lane.can_think for lane in processes),
        )
        yield GaugeMetricFamily(
            "branchline_bot_processes_failing",
            "Processes for bots that do not work",
            len(self._failing()),
        )
        for name, about, count in (
            ("choices", "Choices of bots", self.choices),
            ("fallbacks", "Choices made quickly in a bot's place", self.fallbacks),
            ("thought_less", "Choices with less thinking than usual", self.thought_less),
            ("restarts", "Processes for bots that were started again", self.restarts),
        ):
            yield CounterMetricFamily(f"branchline_bot_{name}", about, count)

    # The processes

    def _failing(self) -> list[Lane]:
        return [
            lane
            for lane in self.lanes
            if lane.is_for_people and not lane.can_think and lane.faults.failures > 1
        ]

    def problem(self) -> str | None:
        """Say why bots cannot think, if they cannot; one failure alone does not count."""
        failing = self._failing()
        if not failing:
            return None
        of = sum(lane.is_for_people for lane in self.lanes)
        return f"{len(failing)} of {of} processes for bots do not work: {failing[0].problem}"

    async def open(self) -> None:
        """Start the processes that people will wait for, and let bots think from now on."""
        first = [self._start(lane) for lane in self.lanes if lane.is_for_people]
        await asyncio.gather(*first)
        self._running = [asyncio.create_task(self._run(lane)) for lane in self.lanes]

    async def _run(self, lane: Lane) -> None:
        """Let bots think in a lane, one after the other."""
        while True:
            try:
                await self._serve(lane)
            except Exception:
                log.exception("a lane of thinking bots failed")
                await asyncio.sleep(1)

    async def _serve(self, lane: Lane) -> None:
        """Let one bot think in a lane, or start its process."""
        if not lane.can_think and lane.faults.pause and self._others(lane):
            await asyncio.sleep(lane.faults.pause)
            return
        if not lane.can_think and not lane.faults.pause and lane.is_for_people:
            await self._start(lane)
            return
        # Without a process there is a quick choice for everybody until the next try.
        one = await self._next(lane, None if lane.can_think else lane.faults.pause or None)
        if one is None:
            return
        try:
            if lane.worker is not None and not lane.worker.is_alive:
                self._failed(lane, "it ended by itself")
            if not lane.faults.pause:
                await self._start(lane)
            choice = await self._choice(lane, one)
        except BaseException:
            choice = quick(one.task, CANNOT)
            raise
        finally:
            if not one.answer.done():
                one.answer.set_result(choice)

    def _others(self, lane: Lane) -> bool:
        """Whether another lane takes what this one would."""
        return any(other.can_think for other in self.lanes if other.kinds == lane.kinds)

    async def _start(self, lane: Lane) -> None:
        if lane.can_think:
            return
        loop = asyncio.get_running_loop()
        try:
            lane.worker = await loop.run_in_executor(
                self._threads, self._new_worker, lane.is_for_people
            )
        except (OSError, EOFError, ValueError, RuntimeError) as problem:
            self._failed(lane, str(problem) or type(problem).__name__)

    def _new_worker(self, for_people: bool) -> Worker:
        worker = Worker(for_people)
        self._all.add(worker)
        try:
            if self._closed:
                raise OSError("closing")
            worker.wait_until_ready()
        except BaseException:
            self._end(worker)
            raise
        return worker

    def _end(self, worker: Worker) -> None:
        worker.end()
        self._all.discard(worker)

    def _failed(self, lane: Lane, problem: str) -> None:
        """Note that a process failed; the log gets a line each time their number doubles."""
        if self._closed:
            return
        if lane.worker is not None:
            self._threads.submit(self._end, lane.worker)
            lane.worker = None
        self.restarts += 1
        lane.problem = problem
        lane.faults.note()
        count = lane.faults.failures
        if count & (count - 1) == 0:
            facts = {"problem": problem, "failures": count, "pause": round(lane.faults.pause, 1)}
            log.error("a process for bots failed", extra=facts)

    async def _choice(self, lane: Lane, one: AskedBot) -> Choice:
        """Let a bot think, or choose quickly for it."""
        task = one.task
        self.waits.labels(one.share.kind).observe(time.monotonic() - one.since)
        faults = self._tables.get(one.share.table)
        if not lane.can_think or (faults is not None and faults.pause):
            return quick(task, CANNOT)
        given = self.queue.playouts_for(one)
        if given < one.playouts:
            task = replace(task, at_most=given)
        begun = time.monotonic()
        choice = await self._ask(lane, task)
        failed = choice.thought == "none"
        self._note(one.share.table, failed)
        if not failed:
            self.queue.took(given, time.monotonic() - begun)
        return choice

    async def _ask(self, lane: Lane, task: Task) -> Choice:
        seconds = self.seconds * (1.0 if lane.is_for_people else _BEHIND)
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._threads, _ask, lane.worker, task, seconds)
        except TimeoutError:
            self._failed(lane, f"a bot thought longer than {seconds:g} seconds")
            return quick(task)
        except Exception as problem:  # the table goes on, even if a bot fails
            if not lane.is_here:
                self._failed(lane, f"it ended while a bot thought ({type(problem).__name__})")
            return quick(task, CANNOT)
        if lane.faults.failures:
            log.info("bots think again", extra={"failures": lane.faults.failures})
            lane.faults = Faults()
        return answer if isinstance(answer, Choice) else quick(task, CANNOT)

    def _note(self, table: str, failed: bool) -> None:
        """Remember whether a table's choice failed."""
        if not failed:
            self._tables.pop(table, None)
            return
        faults = self._tables.setdefault(table, Faults())
        faults.note()
        self._tables.move_to_end(table)
        if len(self._tables) > _MOST_FAULTS:
            self._tables.popitem(last=False)
        count = faults.failures
        if count & (count - 1) == 0:
            facts = {"table": table, "failures": count}
            log.warning("a bot could not think; a quick choice was made", extra=facts)

    def processes(self) -> list[int]:
        """Return the process ids, for tests and metrics."""
        return [worker.process.pid for worker in list(self._all) if worker.process.pid]

    async def close(self) -> None:
        """End all processes; what they think about is dropped."""
        self._closed = True
        for lane in self._running:
            lane.cancel()
        for worker in list(self._all):
            worker.process.kill()
        await asyncio.gather(*self._running, return_exceptions=True)
        for kind in KINDS:
            for one in list(self.queue.all(kind)):
                if not one.answer.done():
                    one.answer.set_result(quick(one.task))
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
        for worker in list(self._all):
            self._end(worker)


def _ask(worker: Worker | None, task: Task, seconds: float) -> object:
    return choose(task) if worker is None else worker.ask(task, seconds)
