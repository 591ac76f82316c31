"""Sums of worlds and decisions as a curve, chances, and a balance for each seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from branchline.analysis.course import Replayed
from branchline.analysis.open_table import Sums, Whole
from branchline.analysis.report import ChanceEvent, Decision, DecisionMark, Moment, SeatReport
from branchline.analysis.worlds import NINETY_FIVE
from branchline.policy.review.figures import WHOLE

MARKS: tuple[DecisionMark, ...] = ("inaccuracy", "mistake", "blunder")


def half_width(sums: Whole, squares: Whole, n: int) -> list[float]:
    """Return half of the 95 % intervals of means of parts of wins, from sums and squares."""
    spread = (n * squares - sums**2) / (n * max(1, n - 1))
    found: list[float] = (NINETY_FIVE * np.sqrt(np.maximum(0, spread) / n) / WHOLE).tolist()
    return found


def curve_of(course: Replayed, sums: Sums | None) -> tuple[Moment, ...]:
    """Return what each seat could expect at every moment."""
    if sums is None:
        return ()
    n = sums.worlds
    return tuple(
        Moment(
            step=i,
            turn=int(course.states[i]["turn"]),
            shares=tuple((shares / (n * WHOLE)).tolist()),
            errors=tuple(half_width(shares, sums.squares[i], n)),
            scores=tuple((sums.scores[i] / n).tolist()),
        )
        for i, shares in enumerate(sums.shares)
    )


def chances_of(course: Replayed, sums: Sums | None) -> tuple[ChanceEvent, ...]:
    """Return what chance gave each seat, step by step."""
    if sums is None:
        return ()
    n = sums.worlds
    return tuple(
        ChanceEvent(
            step=step.number,
            turn=step.turn,
            seat=step.seat,
            luck=tuple((sums.luck[step.number] / (n * WHOLE)).tolist()),
            errors=tuple(half_width(sums.luck[step.number], sums.luck_squares[step.number], n)),
        )
        for step in course.steps
        if step.is_chance
    )


def seats_of(
    course: Replayed, sums: Sums | None, decisions: Sequence[Decision]
) -> tuple[SeatReport, ...]:
    """Return how the game went for each seat."""
    return tuple(_seat(course, sums, decisions, seat) for seat in range(course.seats))


def _seat(
    course: Replayed, sums: Sums | None, decisions: Sequence[Decision], seat: int
) -> SeatReport:
    start = luck = own = others = residual = 0.0
    if sums is not None:
        parts = sums.worlds * WHOLE
        start = float(sums.deals[seat] / parts) if course.starts >= 0 else 1 / course.seats
        mine = np.array([step.seat == seat for step in course.steps])
        acts = sums.own[:, seat]
        # The deal is the first thing that chance decides.
        luck = float(sums.shares[0, seat] / parts) - start + float(sums.luck[:, seat].sum() / parts)
        own, others = float(acts[mine].sum() / parts), float(acts[~mine].sum() / parts)
        residual = float(sums.residual[:, seat].sum() / parts)
    losses = [one.rated for one in decisions if one.seat == seat and one.counts]
    rating, rating_error = rate(losses)
    named = [one.mark for one in decisions if one.seat == seat]
    return SeatReport(
        seat=seat,
        player=course.record.header["players"][seat],
        result=course.shares[seat],
        start=start,
        luck=luck,
        own=own,
        others=others,
        residual=residual,
        rating=rating,
        rating_error=rating_error,
        counted=len(losses),
        marks={mark: named.count(mark) for mark in MARKS},
    )


def rate(losses: Sequence[float]) -> tuple[float | None, float | None]:
    """Return 1,000 times the mean of some losses, and half of its 95 % interval.

    >>> rate([0.0, 0.02])
    (10.0, 19.6)
    """
    n = len(losses)
    if n < 2:
        return (1000 * losses[0], None) if losses else (None, None)
    mean = sum(losses) / n
    spread = sum((loss - mean) ** 2 for loss in losses) / (n - 1)
    return round(1000 * mean, 6), round(1000 * NINETY_FIVE * (spread / n) ** 0.5, 6)
