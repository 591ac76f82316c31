"""Hints for drawing in layout.toml: on which side a name stands, how a route bends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from branchline.board import City, Track

SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
MOST_BEND = 0.5
"""The bow of a route, as a share of the straight line between its cities."""


def wrong_hints(
    layout: dict[str, Any], cities: tuple[City, ...], tracks: tuple[Track, ...]
) -> Iterator[tuple[str, str]]:
    """Yield where a hint is wrong, and the reason.

    A city may say ``label = "ne"``; ``[bends]`` gives routes a bow by the ids of the two cities as
    their tracks name them: ``denver-phoenix = 0.2``, to the right if positive.
    """
    for city in cities:
        side = layout["cities"][city.id].get("label")
        if side is not None and side not in SIDES:
            yield f"city {city.id!r}", f"label must be one of {', '.join(SIDES)}"
    bends = layout.get("bends", {})
    if not isinstance(bends, dict):
        yield "[bends]", "must be a table of routes"
        return
    routes = {f"{cities[track.a].id}-{cities[track.b].id}" for track in tracks}
    for route, bend in bends.items():
        if route not in routes:
            yield f"bends.{route}", "is not a route of the board"
        elif type(bend) not in (int, float) or not abs(bend) <= MOST_BEND:
            yield f"bends.{route}", f"must be a number from -{MOST_BEND} to {MOST_BEND}"
