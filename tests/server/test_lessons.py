"""Lessons: the same deal each time, for one person and bots, and nothing else."""

import hashlib
from typing import Any

import pytest

from branchline.board import load_board
from branchline.client import Refused
from branchline.server.tables.lessons import lesson_key

from .served import OPEN, YOU, Served, bot, run


async def lesson(served: Served, game: str = "usa", **more: Any) -> dict[str, Any]:
    wish = {"start": True, "lesson": True, "options": {"starts": 0}, **more}
    made: dict[str, Any] = await served.client.create(game, [YOU, bot("apprentice")], **wish)
    return made


@pytest.mark.parametrize("game", ["usa", "france", "old_west", "card_game"])
def test_a_lesson_deals_the_same_each_time(served: Served, game: str) -> None:
    async def story() -> None:
        views = []
        for _ in range(2):
            made = await lesson(served, game)
            assert made["table"]["lesson"] is True
            id = made["table"]["id"]
            told = await served.client.get(f"/api/tables/{id}", made["secret"])
            view = told["position"]["view"]
            views.append((view["hand"], view["offer"], view["market"]))
        assert views[0] == views[1]

    run(story())


def test_the_usa_lesson_deals_what_it_speaks_of(served: Served) -> None:
    async def story() -> None:
        made = await lesson(served)
        id = made["table"]["id"]
        told = await served.client.get(f"/api/tables/{id}", made["secret"])
        view = told["position"]["view"]
        assert view["hand"] == {"white": 2, "orange": 1, "locomotive": 1}
        assert view["offer"] == ["denver-el_paso", "winnipeg-little_rock", "chicago-santa_fe"]
        assert view["market"].count("black") == 2
        # The key is public, and it is the one committed to.
        key = lesson_key(load_board("usa"))
        assert told["table"]["commitment"] == hashlib.sha256(key).hexdigest()

    run(story())


def test_nobody_can_profit_from_knowing_a_deal(served: Served) -> None:
    async def story() -> None:
        client = served.client
        with pytest.raises(Refused, match="for one person and bots"):
            await client.create("usa", [YOU, OPEN], lesson=True)
        with pytest.raises(Refused, match="for one person and bots"):
            await client.create("usa", [YOU, {"kind": "you", "name": "Ben"}], lesson=True)
        with pytest.raises(Refused, match="cannot be listed"):
            await lesson(served, listed=True)
        with pytest.raises(Refused, match="starts at once"):
            await lesson(served, start=False)
        ordinary = await client.create("usa", [YOU, bot("apprentice")], start=True)
        assert ordinary["table"]["lesson"] is False

    run(story())
