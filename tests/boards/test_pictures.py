"""The boards' pictures: every track, city and name is there, and none lies over another."""

from __future__ import annotations

import gzip
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import branchline as bl

PICTURES = Path(__file__).parents[2] / "web" / "src" / "boards"
GAMES = ("usa", "france", "old_west")

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """A convex outline and what it belongs to."""

    name: str
    corners: tuple[Point, ...]

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @property
    def radius(self) -> float:
        return max(math.dist(self.middle, corner) for corner in self.corners)


def rectangle(name: str, x: float, y: float, width: float, height: float, turn: float) -> Shape:
    """A rectangle around its middle, turned by degrees."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    halves = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    sides = [(dx * width / 2, dy * height / 2) for dx, dy in halves]
    return Shape(name, tuple((x + dx * c - dy * s, y + dx * s + dy * c) for dx, dy in sides))


def frame(name: str, box: list[float]) -> Shape:
    left, top, width, height = box
    return rectangle(name, left + width / 2, top + height / 2, width, height, 0)


def disc(name: str, x: float, y: float, rx: float, ry: float) -> Shape:
    """A circle or oval, as the polygon around it."""
    turns = [math.tau * k / 24 for k in range(24)]
    grown = 1 / math.cos(math.tau / 48)
    corners = tuple((x + grown * rx * math.cos(t), y + grown * ry * math.sin(t)) for t in turns)
    return Shape(name, corners)


def depth(p: Shape, q: Shape) -> float:
    """How deep two outlines overlap (separating axes): nought or less if they are apart."""
    least = math.inf
    for shape in (p, q):
        for a, b in zip(shape.corners, shape.corners[1:] + shape.corners[:1], strict=True):
            long = math.dist(a, b)
            nx, ny = (b[1] - a[1]) / long, (a[0] - b[0]) / long
            mine = [x * nx + y * ny for x, y in p.corners]
            other = [x * nx + y * ny for x, y in q.corners]
            least = min(least, max(mine) - min(other), max(other) - min(mine))
    return least


def is_near(p: Shape, q: Shape) -> bool:
    return math.dist(p.middle, q.middle) < p.radius + q.radius


def overlaps(shapes: list[Shape]) -> list[str]:
    """Return every pair that lies over one another, with how deep."""
    shapes = sorted(shapes, key=lambda s: s.middle[0])
    reach = max(s.radius for s in shapes)
    found = []
    for i, p in enumerate(shapes):
        for q in shapes[i + 1 :]:
            if q.middle[0] - p.middle[0] > p.radius + reach:
                break
            if is_near(p, q) and depth(p, q) > 0:
                found.append(f"{p.name} × {q.name}: {depth(p, q):.1f}")
    return found


def read(game: str) -> dict[str, Any]:
    picture: dict[str, Any] = json.loads((PICTURES / f"{game}.json").read_text(encoding="utf-8"))
    return picture


def drawn(picture: dict[str, Any], names: bool = True) -> list[Shape]:
    """Everything that must keep apart: cells, cities and signs, and the names as printed."""
    long, broad = picture["cell"]
    r = picture["cityRadius"]
    shapes = []
    for track in picture["tracks"]:
        for i, (x, y, turn) in enumerate(track["cells"]):
            shapes.append(rectangle(f"{track['id']} cell {i + 1}", x, y, long, broad, turn))
    for city in picture["cities"]:
        oval = 1.35 if city["zone"] else 1
        shapes.append(disc(city["id"], city["x"], city["y"], r * oval, r))
        if names and city["label"]:
            shapes.append(frame(f"name of {city['id']}", city["label"]["box"]))
    shapes += [frame(f"name of {zone['id']}", zone["box"]) for zone in picture["zones"]]
    return shapes


@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_over_anything_else(game: str) -> None:
    assert overlaps(drawn(read(game))) == []


@pytest.mark.parametrize("game", GAMES)
def test_everything_lies_within_the_picture(game: str) -> None:
    picture = read(game)
    width, height = picture["size"]
    outside = [
        shape.name
        for shape in drawn(picture)
        if not all(0 <= x <= width and 0 <= y <= height for x, y in shape.corners)
    ]
    assert outside == []


@pytest.mark.parametrize("game", GAMES)
def test_large_names_lie_clear_of_everything_too(game: str) -> None:
    """On a small screen names are larger: those that are shown cover nothing either."""
    picture = read(game)
    width, height = picture["size"]
    named = [city for city in picture["cities"] if city["label"]]
    sizes = picture["largeFontSizes"]
    assert [picture["fontSize"], *sizes] == sorted({picture["fontSize"], *sizes})
    others = drawn(picture, names=False)
    for level in range(len(sizes)):
        shown = [city for city in named if city["large"][level]]
        names = [frame(f"name of {c['id']}", c["large"][level]["box"]) for c in shown]
        near = [one for one in others if any(is_near(one, name) for name in names)]
        assert [p for p in overlaps([*names, *near]) if "name of" in p] == [], sizes[level]
        assert all(0 <= x <= width and 0 <= y <= height for name in names for x, y in name.corners)
        for city in shown:
            assert written(city["large"][level]) == city["name"]
            small = city["large"][level].get("size", sizes[level])
            assert max(picture["fontSize"], 0.79 * sizes[level]) <= small <= sizes[level]
        # All find a place in the first sizes, and half of them in the largest.
        assert len(shown) >= len(named) * (1 if level < 2 else 0.5), sizes[level]


def written(label: dict[str, Any]) -> str:
    """A name as it is written, its lines joined."""
    return " ".join(label["lines"]).replace("- ", "-")


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_shows_the_board(game: str) -> None:
    """Cities and tracks in the board's order: the page finds them by the server's numbers."""
    picture, board = read(game), bl.load_board(game)
    assert [c["id"] for c in picture["cities"]] == [c.id for c in board.cities]
    assert [c["zone"] for c in picture["cities"]] == [c.zone for c in board.cities]
    for shown, track in zip(picture["tracks"], board.tracks, strict=True):
        assert (shown["id"], shown["a"], shown["b"]) == (track.id, track.a, track.b)
        assert (shown["colour"], shown["locomotives"]) == (track.colour, track.locomotives)
        assert len(shown["cells"]) == track.length
    named = [c for c in picture["cities"] if c["zone"] is None]
    assert all(written(c["label"]) == c["name"] for c in named)


@pytest.mark.parametrize("game", GAMES)
def test_cells_lead_from_the_one_city_to_the_other(game: str) -> None:
    """A track's first cell is nearest its first city of all its cells, the last its second."""
    picture = read(game)
    for track in picture["tracks"]:
        a, b = (picture["cities"][track[end]] for end in "ab")
        cells = [(x, y) for x, y, _ in track["cells"]]
        assert min(cells, key=lambda c: math.dist(c, (a["x"], a["y"]))) == cells[0], track["id"]
        assert min(cells, key=lambda c: math.dist(c, (b["x"], b["y"]))) == cells[-1], track["id"]


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_is_light(game: str) -> None:
    assert len(gzip.compress((PICTURES / f"{game}.json").read_bytes())) < 60_000


def test_the_measure_can_tell() -> None:
    cell = rectangle("a", 0, 0, 50, 20, 0)
    assert depth(cell, rectangle("b", 40, 0, 50, 20, 0)) == pytest.approx(10)
    assert depth(cell, rectangle("c", 0, 21, 50, 20, 0)) == pytest.approx(-1)
    assert depth(cell, rectangle("d", 36, 21, 50, 20, 45)) > 0
    assert depth(cell, disc("e", 0, 21, 10, 10)) < 0 < depth(cell, disc("f", 0, 19, 10, 10))
    assert overlaps([cell, rectangle("b", 40, 0, 50, 20, 0)]) == ["a × b: 10.0"]


@pytest.mark.parametrize("game", GAMES)
def test_no_window_shows_a_straight_end_of_the_land(game: str) -> None:
    """Land and sea go on as they are as far as any usual window reaches.

    The widest is 21:9 with the board in the height, the narrowest a phone with the board in the
    width; what is cut straight lies beyond both.
    """
    picture = read(game)
    width, height = picture["size"]
    sideways = max(0.0, (2.4 * height - width) / 2)
    upwards = max(0.0, (1.9 * width - height) / 2)
    for layer in picture["art"]:
        if layer["kind"] not in ("land", "far"):
            continue
        for ring in rings(layer["d"]):
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
                straight = (ax == bx or ay == by) and math.dist((ax, ay), (bx, by)) > 150
                beyond = (
                    max(ax, bx) <= -sideways
                    or min(ax, bx) >= width + sideways
                    or max(ay, by) <= -upwards
                    or min(ay, by) >= height + upwards
                )
                assert beyond or not straight, (layer["kind"], (ax, ay), (bx, by))


def rings(path: str) -> list[list[Point]]:
    """The rings of a path as the script writes it: one move, then steps from point to point."""
    found: list[list[Point]] = []
    x = y = 0.0
    for part in re.findall(r"[Mm][^Mm]+", path):
        numbers = [float(n) for n in re.findall(r"-?\d+", part)]
        ring = []
        start = None
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            start = start or (x, y)
            ring.append((x, y))
        assert start
        x, y = start
        found.append(ring)
    return found
