"""Hints for drawing in layout.toml: on which side a name stands, how a route bends."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.board.model import City, Track
from branchline.plain import Json
from branchline.text.catalogue import text

SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
MOST_BEND = 0.5
"""The bow of a route, as a share of the straight line between its cities."""


def wrong_hints(
    layout: Json, cities: tuple[City, ...], tracks: tuple[Track, ...]
) -> Iterator[tuple[str, str]]:
    """Yield where a hint is wrong, and the reason.

    A city may say ``label = "ne"``; ``[bends]`` gives routes a bow by the ids of the two cities as
    their tracks name them: ``denver-phoenix = 0.2``, to the right if positive.
    """
    for city in cities:
        side = layout["cities"][city.id].get("label")
        if side is not None and side not in SIDES:
            yield text("board.at.city", id=repr(city.id)), text("board.hint.side", sides=SIDES)
    bends = layout.get("bends", {})
    if not isinstance(bends, dict):
        yield "[bends]", text("board.hint.routes")
        return
    routes = {f"{cities[track.a].id}-{cities[track.b].id}" for track in tracks}
    for route, bend in bends.items():
        if route not in routes:
            yield f"bends.{route}", text("board.hint.noRoute")
        elif type(bend) not in (int, float) or not abs(bend) <= MOST_BEND:
            yield f"bends.{route}", text("board.hint.bow", most=MOST_BEND)
