"""Small plots as SVG files that need nothing else: intervals by row, and curves over time."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple

STYLE = """
text { font: 14px system-ui, sans-serif; fill: #23262b; }
.quiet { fill: #5d626a; font-size: 12px; } .title { font-weight: 600; font-size: 16px; }
.end { text-anchor: end; } .mid { text-anchor: middle; }
.grid { stroke: #ddd8cc; } .even { stroke: #5d626a; stroke-dasharray: 4 4; }
.c0 { --c: #12527b; } .c1 { --c: #a3382a; } .c2 { --c: #2e7d50; } .c3 { --c: #7a4fa0; }
.band { fill: var(--c); fill-opacity: .25; } .dot { fill: var(--c); }
.line { fill: none; stroke: var(--c); stroke-width: 2; } .ground { fill: #fffefb; }
.word { fill: var(--c); font-weight: 600; }
@media (prefers-color-scheme: dark) {
  text { fill: #e9e6df; } .quiet { fill: #a2a8b0; } .grid { stroke: #323840; }
  .even { stroke: #a2a8b0; } .ground { fill: #1c2026; }
  .c0 { --c: #8cc8ee; } .c1 { --c: #f0917f; } .c2 { --c: #7fd3a5; } .c3 { --c: #c7a3ea; }
}
"""
WIDTH = 720


class Share(NamedTuple):
    """A share between 0 and 1 with its 95 % interval, and of how many games it is."""

    name: str
    share: float
    low: float
    high: float
    games: int


class Plot(str):
    """A picture: the text of an SVG file. A notebook shows it as what it is."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def _picture(title: str, height: int, parts: Sequence[str]) -> Plot:
    return Plot(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect class="ground" width="{WIDTH}" height="{height}" rx="8"/>'
        f'<text class="title" x="20" y="30">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )


def draw_shares(title: str, rows: Sequence[Share], even: float) -> Plot:
    """Draw shares with their intervals, a row each; a dashed line where they would be even."""
    left, right, top, row = 250, WIDTH - 110, 52, 30
    bottom = top + row * len(rows)
    low = max(0.0, min([even, *(r.low for r in rows)]) - 0.05)
    high = min(1.0, max([even, *(r.high for r in rows)]) + 0.05)

    def x(share: float) -> float:
        return round(left + (right - left) * (share - low) / (high - low), 1)

    step = next(s for s in (0.01, 0.02, 0.05, 0.1, 0.2) if (high - low) / s <= 8)
    parts = []
    mark = int(low / step) + 1
    while mark * step < high:
        at = x(mark * step)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>')
        parts.append(
            f'<text class="quiet mid" x="{at}" y="{bottom + 18}">{100 * mark * step:.0f} %</text>'
        )
        mark += 1
    parts.append(f'<line class="even" x1="{x(even)}" x2="{x(even)}" y1="{top}" y2="{bottom}"/>')
    for i, r in enumerate(rows):
        y = top + row * i + row // 2
        parts.append(
            f'<g class="c0"><title>{escape(r.name)}: {100 * r.share:.1f} % '
            f"({100 * r.low:.1f} to {100 * r.high:.1f}), {r.games:,} games</title>"
            f'<text class="end" x="{left - 14}" y="{y + 5}">{escape(r.name)}</text>'
            f'<rect class="band" x="{x(r.low)}" y="{y - 6}" height="12" rx="4" '
            f'width="{round(max(2.0, x(r.high) - x(r.low)), 1)}"/>'
            f'<circle class="dot" cx="{x(r.share)}" cy="{y}" r="5"/>'
            f'<text class="end" x="{WIDTH - 56}" y="{y + 5}">{100 * r.share:.1f} %</text>'
            f'<text class="quiet end" x="{WIDTH - 12}" y="{y + 5}">{_short(r.games)}</text></g>'
        )
    return _picture(title, bottom + 32, parts)


def _short(n: int) -> str:
    return str(n) if n < 1000 else f"{n / 1000:.1f}k" if n < 10_000 else f"{n / 1000:.0f}k"


def draw_curves(title: str, found: Sequence[dict[str, Any]]) -> Plot:
    """Draw win shares against each opponent over steps, with their intervals."""
    left, right, top, bottom = 60, WIDTH - 120, 52, 330
    most = max([1, *(row["steps"] for row in found)])

    def x(steps: float) -> float:
        return round(left + (right - left) * steps / most, 1)

    def y(share: float) -> float:
        return round(bottom - (bottom - top) * share, 1)

    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        at = y(share)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="quiet end" x="{left - 8}" y="{at + 4}">{share:.0%}</text>')
    for i in range(5):
        at = x(most * i / 4)
        told = f"{most * i / 4 / 1e6:.1f} M"
        parts.append(f'<text class="quiet mid" x="{at}" y="{bottom + 20}">{told}</text>')
    parts.append(f'<text class="quiet mid" x="{(left + right) / 2}" y="{bottom + 40}">steps</text>')
    named: list[float] = []
    for i, opponent in enumerate(dict.fromkeys(row["opponent"] for row in found)):
        rows = sorted((r for r in found if r["opponent"] == opponent), key=lambda r: r["steps"])
        upper = [f"{x(r['steps'])},{y(r['high'])}" for r in rows]
        lower = [f"{x(r['steps'])},{y(r['low'])}" for r in reversed(rows)]
        line = [f"{x(r['steps'])},{y(r['win_share'])}" for r in rows]
        at = y(rows[-1]["win_share"])
        while any(abs(at - other) < 16 for other in named):
            at += 4
        named.append(at)
        parts.append(
            f'<g class="c{i % 4}"><title>against {escape(opponent)}</title>'
            f'<polygon class="band" points="{" ".join(upper + lower)}"/>'
            f'<polyline class="line" points="{" ".join(line)}"/>'
            f'<text class="word" x="{right + 10}" y="{at + 5}">{escape(opponent)}</text></g>'
        )
    return _picture(title, bottom + 54, parts)
