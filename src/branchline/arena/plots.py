"""Plots of a report as SVG within a page: places in per cent, so that text keeps its size."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

ROW = 46
"""How high a row of a plot is, in pixels: a line with its name, and below it what is drawn."""
TOP, MIDDLE, BOTTOM = 14, 30, 40
HILL = 58
"""How high a row is where scores are drawn as a hill."""


class Scale(NamedTuple):
    """From where to where an axis goes, its marks, and how they are written."""

    low: float
    high: float
    marks: Sequence[float]
    written: Callable[[float], str]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies, in per cent of the width."""
        low, high, value = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return round(100 * (value - low) / (high - low), 2)


class Span(NamedTuple):
    """A row: a name, a value in words, its mark, and what lies around it, the widest first."""

    name: str
    said: str
    mark: float
    around: Sequence[tuple[float, float]]
    told: str


class Hill(NamedTuple):
    """A row: a name, a value in words, its mark, and how many lie in each class."""

    name: str
    said: str
    mark: float
    heights: dict[int, int]
    told: str


def round_marks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers that cover a range: its ends are the first and the last.

    >>> round_marks(-13, 148)
    [-50.0, 0.0, 50.0, 100.0, 150.0]
    """
    wide = max(high - low, 1e-9)
    for exponent in range(-6, 12):
        for first in (1, 2, 5):
            step = first * 10.0**exponent
            begin, end = math.floor(low / step), math.ceil(high / step)
            if wide / step <= most and end - begin <= most:
                end = max(end, begin + 1)
                return [round(i * step, 6) for i in range(begin, end + 1)]
    return [low, high]


def decades(low: float, high: float) -> list[float]:
    """Return the powers of ten around a range.

    >>> decades(0.03, 5)
    [0.01, 0.1, 1.0, 10.0]
    """
    begin, end = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [float(f"1e{i}") for i in range(begin, max(end, begin + 1) + 1)]


def draw_spans(title: str, scale: Scale, rows: Sequence[Span], even: float | None = None) -> str:
    """Draw values with what lies around them, row by row; a dashed line at what would be even."""
    drawn = []
    for i, row in enumerate(rows):
        y = i * ROW
        parts = [_label(row.name, row.said, y), _rail(y)]
        for at, (low, high) in enumerate(row.around):
            left, right = scale.place(low), scale.place(high)
            thick = 8 if at == len(row.around) - 1 else 3
            parts.append(
                f'<rect class="band" x="{left}%" y="{y + MIDDLE - thick / 2:g}" '
                f'width="{round(right - left, 2)}%" height="{thick}" rx="{thick / 2:g}"/>'
            )
        parts.append(
            f'<circle class="mark" cx="{scale.place(row.mark)}%" cy="{y + MIDDLE}" r="6"/>'
        )
        drawn.append(_row(row.told, parts))
    return _picture(title, scale, drawn, len(rows) * ROW, even)


def draw_hills(title: str, scale: Scale, rows: Sequence[Hill], width: int) -> str:
    """Draw how often each class of values came, row by row, all to one scale."""
    highest = max((max(row.heights.values()) for row in rows if row.heights), default=1)
    drawn = []
    for i, row in enumerate(rows):
        y = i * (HILL + 20)
        foot = y + HILL
        parts = [_label(row.name, row.said, y)]
        parts.append(f'<line class="foot" x1="0" x2="100%" y1="{foot}" y2="{foot}"/>')
        for begin, n in sorted(row.heights.items()):
            left, right = scale.place(begin), scale.place(begin + width)
            high = round(max(1.0, (HILL - 20) * n / highest), 1)
            parts.append(
                f'<rect class="hill" x="{left}%" y="{round(foot - high, 1)}" '
                f'width="{round(max(0.3, right - left - 0.25), 2)}%" height="{high}"/>'
            )
        at = scale.place(row.mark)
        parts.append(
            f'<line class="median" x1="{at}%" x2="{at}%" y1="{foot - HILL + 20}" y2="{foot + 4}"/>'
        )
        drawn.append(_row(row.told, parts))
    return _picture(title, scale, drawn, len(rows) * (HILL + 20), None)


def _row(told: str, parts: Sequence[str]) -> str:
    return f"<g><title>{escape(told)}</title>{''.join(parts)}</g>"


def _label(name: str, said: str, y: int) -> str:
    return (
        f'<text class="name" x="0" y="{y + TOP}">{escape(name)}</text>'
        f'<text class="said" x="100%" y="{y + TOP}">{escape(said)}</text>'
    )


def _rail(y: int) -> str:
    return f'<rect class="rail" x="0" y="{y + MIDDLE - 4}" width="100%" height="8" rx="4"/>'


def _picture(title: str, scale: Scale, rows: Sequence[str], height: int, even: float | None) -> str:
    """Return the picture: the marks of the axis behind, then the rows."""
    behind = []
    for i, mark in enumerate(scale.marks):
        at = scale.place(mark)
        side = "first" if i == 0 else "last" if i == len(scale.marks) - 1 else "inner"
        behind.append(
            f'<line class="grid" x1="{at}%" x2="{at}%" y1="18" y2="{height}"/>'
            f'<text class="tick {side}" x="{at}%" y="{height + 16}">'
            f"{escape(scale.written(mark))}</text>"
        )
    if even is not None:
        at = scale.place(even)
        rows = [*rows, f'<line class="even" x1="{at}%" x2="{at}%" y1="18" y2="{height}"/>']
    return (
        f'<svg role="img" width="100%" height="{height + 22}" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(behind)}{''.join(rows)}</svg>"
    )
