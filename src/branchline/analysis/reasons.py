"""Why one action is better than another: where play-outs gained, in points, and in words."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from branchline.analysis.course import Knowledge
from branchline.analysis.report import KeyedWords, ReasonFigure
from branchline.analysis.worlds import NINETY_FIVE, Rows, mean_and_error
from branchline.board import COLOURS, Board
from branchline.policy.review import figures as f
from branchline.text.catalogue import text
from branchline.text.describe import card, ends, track

OWN = {
    "routes": f.S_ROUTES,
    "markers": f.S_MARKERS,
    "longest": f.S_LONGEST,
    "most": f.S_MOST,
    "alvin": f.S_ALVIN,
    "bonus": f.S_BONUS,
}
"""What a seat scores besides its tickets, and the columns it stands in."""
SENTENCES = 2
LEAST_POINTS = 0.5
"""Points that a figure must be worth to be told."""
LEAST_CHANCE = 0.08
"""By how much the chance that a track or row is gone must change to be told."""
LEAST_TURNS = 2.0


def find_figures(
    known: Knowledge, rows: Rows, watched: tuple[int, ...]
) -> tuple[ReasonFigure, ...]:
    """Return how the games of the second action differed from those of the first.

    Both were played in the same worlds; ``watched`` are the tracks that they take. What scores
    points comes first: they add up to the difference in the seat's own score.
    """
    return tuple(_figures(known, rows, watched))


def _figures(known: Knowledge, rows: Rows, watched: tuple[int, ...]) -> Iterator[ReasonFigure]:
    seats, seat = known.seats, known.seat
    block = rows[..., f.F_SEATS : f.F_SEATS + seats * f.S_COLUMNS].astype(np.int64)
    by_seat = block.reshape(*rows.shape[:2], seats, f.S_COLUMNS)
    for name, column in OWN.items():
        yield from _compare(name, "", by_seat[:, :, seat, column], 1.0)
    yield from _tickets(known, rows)
    others = np.delete(by_seat[..., f.S_TOTAL], seat, axis=2).max(2)
    yield from _compare("rival", "", others, -1.0)
    yield from _compare("turns", "", rows[..., f.F_TURNS].astype(np.int64), 0.0)
    at = f.F_SEATS + seats * f.S_COLUMNS
    for place, taken in enumerate(watched[:2]):
        if taken >= 0:
            gone = rows[..., at + f.O_GONE + place].astype(np.int64)
            yield from _compare("gone", known.board.tracks[taken].id, gone, 0.0)
    if known.recalls:
        yield from _compare("lost", "", rows[..., at + f.O_LOST].astype(np.int64), 0.0)
        for i, colour in enumerate(COLOURS):
            robbed = rows[..., at + f.O_ROBBED].astype(np.int64) >> i & 1
            yield from _compare("robbed", colour, robbed, 0.0)


def _tickets(question: Knowledge, rows: Rows) -> Iterator[ReasonFigure]:
    """Yield how often each ticket was completed or failed, and what that is worth."""
    at = f.F_SEATS + question.seats * f.S_COLUMNS
    done = _sets(rows, at + f.O_DONE)
    failed = _sets(rows, at + f.O_FAILED)
    known = question.knowns[0]
    held = int(known["held"][question.seat]) | int(known["completed"][question.seat])
    offer = known["offer"][question.seat, : known["offer_n"][question.seat]].tolist()
    for i, ticket in enumerate(question.board.tickets):
        is_done, is_failed = done >> i & 1, failed >> i & 1
        if not (is_done | is_failed).any():
            continue
        name = "ticket" if held >> i & 1 or i in offer else "later"
        points = ticket.points * (is_done - is_failed)
        best, chosen = is_done.mean(0)[[1, 0]]
        _, error = mean_and_error(is_done[:, 1] - is_done[:, 0])
        worth, _ = mean_and_error(points[:, 1] - points[:, 0])
        if worth != 0 or best != chosen:
            yield ReasonFigure(
                name, ticket.id, float(best), float(chosen), NINETY_FIVE * error, worth
            )


def _sets(rows: Rows, at: int) -> NDArray[np.int64]:
    """Return sets of tickets as whole numbers, out of their columns."""
    parts = rows[..., at : at + 3].astype(np.int64)
    sets: NDArray[np.int64] = (
        parts[..., 0] | parts[..., 1] << f.PART | parts[..., 2] << (2 * f.PART)
    )
    return sets


def _compare(
    name: str, what: str, values: NDArray[np.int64], worth: float
) -> Iterator[ReasonFigure]:
    """Yield a figure, unless it was the same in every world."""
    if (values[:, 0] == values[:, 1]).all():
        return
    difference, error = mean_and_error(values[:, 1] - values[:, 0])
    chosen, best = values.mean(0)
    yield ReasonFigure(
        name, what, float(best), float(chosen), NINETY_FIVE * error, worth * difference
    )


def tell_why(board: Board, figures: tuple[ReasonFigure, ...]) -> tuple[KeyedWords, ...]:
    """Return one or two sentences from the figures that matter most."""
    gone = [one for one in figures if one.name in ("gone", "robbed") and _tells(one)]
    scored = sorted((one for one in figures if _scores(one)), key=lambda one: -one.points)
    turns = [one for one in figures if one.name == "turns" and _matters(one)]
    chosen = [*gone[:1], *scored, *turns][:SENTENCES]
    return tuple(_sentence(board, one) for one in chosen)


def _tells(one: ReasonFigure) -> bool:
    """Tell whether something is gone clearly less often after the best action."""
    return one.chosen - one.best >= max(LEAST_CHANCE, one.error)


def _scores(one: ReasonFigure) -> bool:
    """Tell whether a figure speaks for the best action, beyond chance."""
    sure = abs(one.best - one.chosen) > one.error
    return one.points >= LEAST_POINTS and sure and one.name != "later"


def _matters(one: ReasonFigure) -> bool:
    return abs(one.best - one.chosen) >= max(LEAST_TURNS, one.error)


def _sentence(board: Board, one: ReasonFigure) -> KeyedWords:
    """Return what a figure says."""
    best, chosen = round(100 * one.best), round(100 * one.chosen)
    match one.name:
        case "ticket":
            ticket = next(ticket for ticket in board.tickets if ticket.id == one.what)
            key = "analysis.why.ticket" if one.best > one.chosen else "analysis.why.unwanted"
            return text(key, ticket=ends(board, ticket), best=best, chosen=chosen)
        case "gone":
            lost = next(track for track in board.tracks if track.id == one.what)
            return text("analysis.why.gone", track=track(board, lost), best=best, chosen=chosen)
        case "robbed":
            return text("analysis.why.robbed", card=card(one.what), best=best, chosen=chosen)
        case "turns":
            later = one.best > one.chosen
            turns = round(abs(one.best - one.chosen), 1)
            return text("analysis.why.longer" if later else "analysis.why.shorter", turns=turns)
        case _:
            return text(f"analysis.why.{one.name}", points=round(one.points, 1))
