"""A server that serves needs nothing of its package on disk any more, compiled or not."""

import json
import shutil
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import branchline
from branchline.client import Client, Seat

from .installed import Installed
from .served import OPEN, YOU, ask_ready, bot, first, run


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    place = Installed(tmp_path)
    place.finish()
    yield place
    place.close()


def bot_has_decided(seat: Seat) -> bool:
    """Whether it chose its tickets and took a turn."""
    return sum(bool(step["by_bot"]) for step in seat.steps) >= 2


def can_go_on(seat: Seat) -> bool:
    return bot_has_decided(seat) or bool(seat.position and seat.position["actions"])


def has_gone_on(seen: int, seat: Seat) -> bool:
    return bool(seat.seq > seen)


def read(url: str) -> str:
    with urllib.request.urlopen(url) as answer:
        return str(answer.read().decode())


def test_a_server_plays_on_when_its_package_is_removed(installed: Installed) -> None:
    """As while another version is installed in its place."""
    server = installed.serve()
    assert set(map(str, installed.caches)) <= server.opened()
    shutil.rmtree(installed.package)
    client = Client(server.url)
    assert read(f"{server.url}/table/x") == "this is index.html"
    assert read(f"{server.url}/assets/page.js") == "this is assets/page.js"

    async def play(game: str) -> None:
        made = await client.create(game, [YOU, bot()], start=True, bot_pace=0)
        async with client.look(made["table"]["id"], made["secret"]) as seat:
            while True:
                await seat.wait_for(can_go_on)
                if bot_has_decided(seat):
                    return
                seen = seat.seq
                await seat.act(first(seat.position))  # if the bot was faster, then again
                await seat.wait_for(partial(has_gone_on, seen))

    async def finish() -> None:
        """What comes after a game, by somebody whose name has to be looked at."""
        made = await client.create("card_game", [YOU, OPEN], bot_pace=0)
        id, secret = made["table"]["id"], made["secret"]
        bob = await client.sit(id, "Вob", made["invite"])
        await client.start(id, secret)
        for who in (secret, bob["secret"]):
            await client.post(f"/api/tables/{id}/leave", {}, who)
        async with client.look(id, secret) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "over")
        assert await client.get(f"/api/tables/{id}/record", secret)
        assert (await client.get(f"/api/tables/{id}/replay?views=true", secret))["steps"]
        assert (await client.get("/api/schema"))["openapi"]

    for game in branchline.games():
        run(play(game))
        assert json.loads(read(f"{server.url}/api/games/{game}/board"))["rules"]
    run(finish())
    assert ask_ready(server.url)[0] == 200
    assert not installed.compiled.exists()
    assert not [cache for cache in installed.caches if cache.exists()]
    assert not (installed.home / ".cache").exists()
