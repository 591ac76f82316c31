"""A server that serves needs nothing of its package on disk any more, compiled or not."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import branchline
from branchline.client import Client, Seat
from branchline.rules import engine, rule

from .served import OPEN, YOU, ask_ready, bot, first, run

TELL_TALE = """
from numba.core import compiler
compile_extra = compiler.compile_extra

def tell(*args, **more):
    open({marker!r}, "w").close()
    return compile_extra(*args, **more)

compiler.compile_extra = tell
"""


class Installed:
    """A package of its own, with compiled code of its own, and a server that runs from it."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.home = place / "home"
        self.home.mkdir()
        self.compiled = place / "compiled"
        """A file that is there once something was compiled."""
        (place / "sitecustomize.py").write_text(TELL_TALE.format(marker=str(self.compiled)))
        package = Path(branchline.__file__).parent
        without = shutil.ignore_patterns("__pycache__", "web")
        shutil.copytree(package, place / "branchline", ignore=without)
        for name in ("index.html", "assets/page.js"):
            file = place / "branchline" / "web" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"this is {name}")
        engine.load_rules()
        self.caches = []
        for cache in rule._caches.values():
            assert cache.is_found
            assert cache._path is not None
            own = place / cache.folder.relative_to(package.parent) / "__pycache__" / cache.name
            shutil.copytree(cache._path, own)
            self.caches.append(own)
        self.serving = subprocess.Popen(
            [sys.executable, "-m", "branchline.cli", "serve", "--port", "0", "--bot-workers", "1"],
            cwd=place,
            env={**os.environ, "HOME": str(self.home), "PYTHONPATH": str(place)},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.serving.stdout is not None
        line = self.serving.stdout.readline()
        self.url = next(word for word in line.split() if word.startswith("http"))

    def opened(self) -> set[str]:
        """What the server has open."""
        found = set()
        for each in Path(f"/proc/{self.serving.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
                found.add(os.readlink(each))
        return found

    def stop(self) -> None:
        self.serving.terminate()
        self.serving.communicate()
        shutil.rmtree(self.place)


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    place = Installed(tmp_path)
    yield place
    place.stop()


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
    assert set(map(str, installed.caches)) <= installed.opened()
    shutil.rmtree(installed.place / "branchline")
    client = Client(installed.url)
    assert read(f"{installed.url}/table/x") == "this is index.html"
    assert read(f"{installed.url}/assets/page.js") == "this is assets/page.js"

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
        assert json.loads(read(f"{installed.url}/api/games/{game}/board"))["rules"]
    run(finish())
    assert ask_ready(installed.url)[0] == 200
    assert not installed.compiled.exists()
    assert not [cache for cache in installed.caches if cache.exists()]
    assert not (installed.home / ".cache").exists()
