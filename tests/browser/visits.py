"""Visitors of the pages around the table: each a person with a browser of their own."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page

from branchline.server import tokens
from tests.server.served import Served

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BOTS = [{"kind": "bot", "bot": "apprentice"}, {"kind": "bot", "bot": "conductor"}]


@contextmanager
def dealt_as(name: str) -> Iterator[None]:
    """Let the tables made here have deals that follow from a name, the same every time."""
    before = os.environ.get(tokens.TEST_SEED)
    os.environ[tokens.TEST_SEED] = name
    tokens._made = 0
    try:
        yield
    finally:
        if before is None:
            del os.environ[tokens.TEST_SEED]
        else:
            os.environ[tokens.TEST_SEED] = before


class House:
    """What stands on the server, without anybody looking."""

    def __init__(self, served: Served) -> None:
        self.served = served

    def post(self, path: str, body: Any = None, secret: str | None = None) -> Any:
        return self.served.client.request_now("POST", path, body, secret)

    def get(self, path: str) -> Any:
        return self.served.client.request_now("GET", path)

    def finished_game(self, game: str = "usa", **more: Any) -> str:
        """A game two bots have played to its end, and the id of its table."""
        wish = {"game": game, "seats": BOTS, "bot_pace": 0, "listed": True, "start": True, **more}
        id: str = self.post("/api/tables", wish)["table"]["id"]
        while self.get(f"/api/tables/{id}")["table"]["state"] != "over":
            time.sleep(0.05)
        return id


class Visits(House):
    """Opens browsers on the pages; no page may complain in the console."""

    def __init__(self, browser: Browser, served: Served) -> None:
        super().__init__(served)
        self.browser = browser
        self.complaints: list[str] = []
        self._contexts: list[Any] = []

    def visitor(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = (1280, 720),
        scheme: Literal["light", "dark"] = "light",
        language: str = "en-GB",
        **kept: Any,
    ) -> Page:
        """Open a browser on a page; ``kept`` is what it kept from an earlier visit."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            locale=language,
            reduced_motion="reduce",
            has_touch=size[0] < 600,
            permissions=["clipboard-read", "clipboard-write"],
            base_url=self.served.url,
        )
        stored = {f"branchline.{name}": json.dumps(value) for name, value in kept.items()}
        context.add_init_script(
            f"for (const [k, v] of Object.entries({json.dumps(stored)}))"
            " if (!localStorage.getItem(k)) localStorage.setItem(k, v);"
        )
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path)
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def table(self, page: Page) -> Any:
        """The table whose page this is, as its own seat sees it."""
        id = page.url.split("/table/")[1].split("#")[0]
        kept = page.evaluate("JSON.parse(localStorage.getItem('branchline.secrets') ?? '{}')")
        path = f"/api/tables/{id}"
        return self.served.client.request_now("GET", path, None, kept.get(id))["table"]

    def close(self) -> None:
        """Close all browsers; a complaint of any page fails the test."""
        for context in self._contexts:
            context.close()
        assert self.complaints == []


def barriers(page: Page, only: str | None = None, without: str | None = None) -> list[str]:
    """What axe finds on a page that would shut people out, by all its rules or one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
    how = rules if only is None else {"runOnly": [only]}
    found = page.evaluate(
        "([where, how]) => axe.run(where, how)",
        [
            {"include": [["html"]], "exclude": [[without]] if without else []},
            {**how, "resultTypes": ["violations"]},
        ],
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary'][:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def too_wide(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide
