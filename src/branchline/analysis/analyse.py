"""An analysis as it is made: a first curve at once, then decision after decision."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TypeAlias

from branchline.analysis.course import Replayed
from branchline.analysis.effort import BLOCK, DEFAULT, Effort
from branchline.analysis.marking import mark_decision, thresholds
from branchline.analysis.open_table import Sums, play_block
from branchline.analysis.report import Decision, Report
from branchline.analysis.summing import chances_of, curve_of, seats_of
from branchline.errors import BranchlineError
from branchline.game.record import Record
from branchline.rules import engine

MAX_WORKERS = 256

Work: TypeAlias = Callable[[], "Sums | Decision"]


class Analysis:
    """An analysis in the making; `analyse` makes one.

    Going through it does the work: after each step `report` and `progress` tell how far it is.
    Whoever has seen enough leaves the loop. Another loop goes on where the last one ended.
    """

    def __init__(
        self, course: Replayed, seed: int, effort: Effort, workers: int, known: Report | None
    ) -> None:
        self.course, self.seed, self.effort, self.workers = course, seed, effort, workers
        self.digest = hashlib.sha256(course.record.dumps().encode()).hexdigest()
        self._sums: Sums | None = None
        self._blocks = 0
        self._decisions: list[Decision] = list(self._take(known)) if known else []
        self._judged = len(self._decisions)

    def _take(self, known: Report) -> tuple[Decision, ...]:
        """Return the decisions of an earlier report, if it was on the same in the same way."""
        here = (self.digest, self.seed, self.effort.worlds)
        if (known.record, known.seed, known.budget) != here:
            raise BranchlineError("analysis.otherReport")
        return known.decisions

    @property
    def progress(self) -> float:
        """How much of the work is done, from 0 to 1."""
        steps = len(self.course.steps)
        judging = self._judged / steps if steps else 1.0
        return 0.15 * self._blocks / self.effort.blocks + 0.85 * judging

    @property
    def finished(self) -> bool:
        """Whether all is done."""
        return self._blocks == self.effort.blocks and self._judged == len(self.course.steps)

    def __iter__(self) -> Generator[Analysis, None, None]:
        """Do the work, and yield after every part of it that shows in the report."""
        engine.compile_rules()
        first = self.effort.first_blocks
        for done in _in_order(self._work(first), self.workers):
            if isinstance(done, Sums):
                self._sums = done if self._sums is None else self._sums + done
                self._blocks += 1
                if self._blocks < first:
                    continue
            else:
                self._decisions.append(done)
                self._judged += 1
            yield self

    def _work(self, first: int) -> Iterator[Work]:
        """Yield what is left to do, in order."""
        for block in range(self._blocks, first):
            yield partial(play_block, self.course, self.seed, block)
        for step in self.course.steps[self._judged :]:
            yield partial(_mark, self.course, step.number, self.seed, self.effort)
        for block in range(max(first, self._blocks), self.effort.blocks):
            yield partial(play_block, self.course, self.seed, block)

    def report(self) -> Report:
        """Return the report as far as it is made."""
        course = self.course
        header = course.record.header
        decisions = tuple(self._decisions)
        return Report(
            game=course.board.id,
            seats=course.seats,
            options=dict(course.options),
            players=tuple(header["players"]),
            record=self.digest,
            seed=self.seed,
            budget=self.effort.worlds,
            progress=self.progress,
            worlds=self._blocks * BLOCK,
            thresholds=thresholds(course.seats),
            curve=curve_of(course, self._sums),
            chances=chances_of(course, self._sums),
            decisions=decisions,
            by_seat=seats_of(course, self._sums, decisions),
        )

    def finish(self) -> Report:
        """Do all that is left, and return the whole report."""
        for _ in self:
            pass
        return self.report()


def _mark(course: Replayed, number: int, seed: int, effort: Effort) -> Decision:
    return mark_decision(course.question(number), seed, effort)


def _in_order(work: Iterator[Work], workers: int) -> Generator[Sums | Decision, None, None]:
    """Yield what comes of some work in its order; compiled code lets threads run side by side."""
    if workers == 1:
        for one in work:
            yield one()
        return
    coming: deque[Future[Sums | Decision]] = deque()
    pool = ThreadPoolExecutor(workers)
    try:
        for one in work:
            coming.append(pool.submit(one))
            if len(coming) > 2 * workers:
                yield coming.popleft().result()
        while coming:
            yield coming.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def analyse(
    record: Record,
    *,
    seed: int = 1,
    budget: int = DEFAULT,
    workers: int = 1,
    board: str | None = None,
    known: Report | None = None,
) -> Analysis:
    """Analyse a finished game: what was luck, what was skill, what would have been better.

    The record is checked first. ``budget`` is how many imagined worlds an undecided decision may
    take; ``workers`` are threads. The same record, seed and budget give the same report, whatever
    the number of workers. With ``known``, an unfinished report on the same, its decisions are
    taken from there.

    >>> import branchline as bl
    >>> game = next(iter(bl.simulate("card_game", ["planner", "random"], games=1, record=True)))
    >>> analysis = bl.analyse(bl.parse_record(game.record), budget=40)
    >>> for _ in analysis:
    ...     break
    >>> len(analysis.report().curve) > 50, analysis.finished
    (True, False)
    >>> report = analysis.finish()
    >>> round(sum(seat.luck for seat in report.by_seat), 9)
    0.0
    """
    if type(workers) is not int or not 1 <= workers <= MAX_WORKERS:
        raise BranchlineError("arena.workersRange", most=str(MAX_WORKERS), given=str(workers))
    if type(seed) is not int:
        raise BranchlineError("analysis.seed", given=repr(seed))
    effort = Effort(budget)
    return Analysis(Replayed(record, board), seed, effort, workers, known)
