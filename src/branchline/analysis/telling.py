"""A report in plain lines, in the language of this process."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.analysis.report import Decision, Report, SeatReport
from branchline.text.catalogue import figure, is_text, say, text

_COLUMNS = (
    *("seat", "result", "start", "luck", "own", "others", "residual"),
    *("rating", "counted", "marks"),
)
MARKS = ("inaccuracy", "mistake", "blunder")


def lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report: the balance of every seat, then what was marked."""
    yield title_of(report)
    yield ""
    yield from _table(report)
    yield ""
    yield say("analysis.about", worlds=report.worlds)
    names = dict(zip(MARKS, report.thresholds, strict=True))
    yield say("analysis.thresholds", **{name: points(least) for name, least in names.items()})
    yield ""
    marked = [one for one in report.decisions if one.mark in MARKS]
    if not marked:
        yield say("analysis.none")
    for one in marked:
        yield from _decision(report, one)


def title_of(report: Report) -> str:
    """Return what a report is about."""
    known = f"common.game.{report.game}"
    return say(
        "analysis.title",
        game=text(known) if is_text(known) else report.game,
        seats=text("arena.n.seat", n=report.seats),
        players=list(report.players),
    )


def points(share: float, form: str = ".1f") -> str:
    """Return a part of a win in hundredths.

    >>> points(0.123), points(-0.001), points(0.5, "+.1f")
    ('12.3', '−0.1', '+50.0')
    """
    rounded = round(100 * share, 1) or 0.0  # zero has no minus sign
    return say(figure(rounded, form)).replace("-", "−")


def balance(report: Report) -> list[list[str]]:
    """Return the balance of every seat as a table, its heads first."""
    heads = [say(f"analysis.column.{name}") for name in _COLUMNS]
    return [heads, *(_row(seat) for seat in report.by_seat)]


def _table(report: Report) -> Iterator[str]:
    rows = balance(report)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *figures = (
            cell.ljust(width) if i in (0, len(row) - 1) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *figures]).rstrip()


def _signed(value: float) -> str:
    return say(figure(value, ".1f")).replace("-", "−")


def _row(seat: SeatReport) -> list[str]:
    gains = (seat.luck, seat.own, seat.others, seat.residual)
    rating = "" if seat.rating is None else _signed(seat.rating)
    if seat.rating is not None and seat.rating_error is not None:
        rating += f" ± {say(figure(seat.rating_error, '.1f'))}"
    counts = [text(f"analysis.n.{mark}", n=seat.marks[mark]) for mark in MARKS if seat.marks[mark]]
    return [
        seat.player,
        points(seat.result),
        points(seat.start),
        *(points(gain, "+.1f") for gain in gains),
        rating,
        str(seat.counted),
        ", ".join(map(say, counts)),
    ]


def _decision(report: Report, one: Decision) -> Iterator[str]:
    """Yield what there is to say about a choice that was marked."""
    yield say(
        "analysis.decision",
        turn=one.turn,
        player=report.players[one.seat],
        mark=text(f"analysis.mark.{one.mark}"),
        loss=points(one.loss),
        error=points(one.error),
    )
    share, error = points(one.chosen.share), points(one.chosen.error)
    yield "  " + say("analysis.chosen", move=one.chosen.text, share=share, error=error)
    best = one.others[0]
    yield "  " + say("analysis.better", move=best.text, share=points(best.share))
    for reason in one.reasons:
        yield "  " + say(reason)
