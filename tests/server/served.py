"""A server in a thread, and games over the network."""

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Coroutine
from typing import Any, TypeVar

from branchline.client import Client
from branchline.server.serve import listen, make_server
from branchline.server.settings import Settings, read_settings
from branchline.server.tables.registry import Registry

from ..patience import PATIENCE

R = TypeVar("R")

QUICK = {
    "port": 0,
    "bot_workers": 0,
    "analysis_workers": 0,
    "bot_pace": 0,
    "seat_rate": 100_000,
    "address_rate": 1_000_000,
    "watcher_rate": 100_000,
    "max_tables_per_address": 1_000_000,
    "max_bot_tables": 1_000_000,
    "max_bot_tables_per_address": 1_000_000,
    "unwatched_pace": 0,
}
"""No waiting and no limits; bots think in a thread, and no game is analysed."""


class Served:
    """A server that runs in a thread of this process."""

    def __init__(self, db: str, **more: Any) -> None:
        self.settings: Settings = read_settings({**QUICK, "db": db, **more}, {})
        self.listener = listen(self.settings)
        self.server = make_server(self.settings)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self.thread.start()
        while not self.server.started and self.thread.is_alive():
            self.thread.join(0.01)
        assert self.server.started, "the server did not start"
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.client = Client(self.url)
        self.client.request_now("GET", "/health")  # answered once it has said where it serves

    @property
    def registry(self) -> Registry:
        app: Any = self.server.config.app
        registry: Registry = app.state.registry
        return registry

    def stop(self) -> None:
        """End it in good order."""
        self.server.should_exit = True
        self.thread.join()
        self.listener.close()


def run(work: Coroutine[Any, Any, R]) -> R:
    """Run a test's coroutine; a test that hangs fails."""

    async def within() -> R:
        return await asyncio.wait_for(work, PATIENCE)

    return asyncio.run(within())


def ask_ready(url: str) -> tuple[int, dict[str, Any]]:
    """What a server says of itself: the status, and the answer."""
    try:
        with urllib.request.urlopen(url + "/ready") as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as answer:
        return answer.code, json.loads(answer.read())


YOU = {"kind": "you", "name": "Ada"}
OPEN = {"kind": "open"}


def bot(name: str = "conductor") -> dict[str, Any]:
    return {"kind": "bot", "bot": name}


async def two_people(served: Served, game: str = "usa", **more: Any) -> tuple[str, str, str, str]:
    """A table of Ada and Bob that has started: its id, both secrets, the invite."""
    made = await served.client.create(game, [YOU, OPEN], **more)
    id, invite = made["table"]["id"], made["invite"]
    bob = await served.client.sit(id, "Bob", invite)
    await served.client.start(id, made["secret"])
    return id, made["secret"], bob["secret"], invite


def first(position: dict[str, Any]) -> int:
    """The first legal action."""
    return int(position["actions"][0]["id"])


def named(position: dict[str, Any], do: str) -> int:
    """A legal action of a kind."""
    return next(int(a["id"]) for a in position["actions"] if a["move"]["do"] == do)
