"""Visitors of the pages around the table: each a person with a browser of their own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from playwright.sync_api import Browser, BrowserContext, Page

from branchline.server.tables import tokens
from tests.server.served import Served

from . import clicks

Found = TypeVar("Found")

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

PATIENCE = 180_000
"""Milliseconds until a test gives up: so many that a busy machine is no reason to."""

ALSO_FINE = ("WebSocket connection to",)
"""What Chromium says of itself when a test cuts the line."""

LINES = """
const Real = WebSocket;
window.lines = [];
window.WebSocket = class extends Real {
  constructor(...to) {
    super(...to);
    window.lines.push(this);
    if (window.isCut) this.addEventListener('open', () => this.close());
  }
};
"""
"""Lets a test cut the lines to the server, and keep them cut."""


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


@dataclass(frozen=True)
class Finished:
    """A private game that is over: the link to its replay, and its steps."""

    link: str
    steps: list[dict[str, Any]]

    def at(self, moment: str) -> str:
        """The link to a moment: a step and by whose eyes."""
        return self.link.replace("#0.open.", f"#{moment}.")


FinishedGame = Callable[[str], Finished]
"""Of one game or another; each is made when it is first asked for."""


class Visits:
    """Opens browsers on the pages; no page may complain in the console."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.browser = browser
        self.served = served
        self.address: str | None = None
        """Where browsers come to the server, if not where it says itself."""
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def visitor(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = (1280, 720),
        scheme: Literal["light", "dark"] = "light",
        touch: bool | None = None,
        language: str = "en-GB",
        **kept: Any,
    ) -> Page:
        """Open a browser on a page; ``kept`` is what it kept from an earlier visit."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            locale=language,
            reduced_motion="reduce",
            has_touch=size[0] < 600 if touch is None else touch,
            is_mobile=bool(touch),
            permissions=["clipboard-read", "clipboard-write"],
            base_url=self.address or self.served.url,
        )
        stored = {f"branchline.{name}": json.dumps(value) for name, value in kept.items()}
        context.add_init_script(LINES)
        context.add_init_script(
            f"for (const [k, v] of Object.entries({json.dumps(stored)}))"
            " if (!localStorage.getItem(k)) localStorage.setItem(k, v);"
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path)
        return page

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(ALSO_FINE):
            self.complaints.append(message.text)

    def get(self, page: Page, path: str) -> Any:
        """What the server tells the person at a page of a table: a look behind, never a deed."""
        id = clicks.table_id(page)
        secret = page.evaluate("JSON.parse(localStorage['branchline.secrets'] ?? '{}')").get(id)
        return self.served.client.request_now("GET", f"/api/tables/{id}{path}", None, secret)

    def table(self, page: Page) -> Any:
        """The table whose page this is, as its own seat sees it."""
        return self.get(page, "")["table"]

    def leave_until_over(self, *pages: Page) -> None:
        """Leave a table that bots alone play on at, until its game is over.

        They need nobody to look on, and finish a game in a second or two of the server's time.
        """
        id = clicks.table_id(pages[0])
        secret = pages[0].evaluate("JSON.parse(localStorage['branchline.secrets'])")[id]
        for page in pages:
            page.goto("/about")
        ask = self.served.client.request_now
        for _ in range(3000):  # minutes: nobody waits longer than needed
            if ask("GET", f"/api/tables/{id}", None, secret)["table"]["state"] == "over":
                return
            pages[0].wait_for_timeout(50)
        raise AssertionError("the game does not end")

    def finished_game(self, game: str = "usa", bots: int = 2, **how: Any) -> Page:
        """The replay of a private game that bots have played for somebody who left meanwhile."""
        page = self.visitor(f"/new/{game}", **how)
        clicks.fill_seats(
            page, ["bot:apprentice", "bot:conductor", *["bot:apprentice"] * (bots - 2)]
        )
        clicks.open_table(page)
        page.wait_for_url("**/table/*")
        page.locator("[data-status]").wait_for()
        id = clicks.table_id(page)
        self.leave_until_over(page)
        page.goto("/")
        page.locator(f'a[href="/replay/{id}"]').click()
        page.locator(".where").wait_for()
        return page

    def close(self) -> None:
        """Close all browsers; a complaint of any page fails the test."""
        for context in self._contexts:
            context.close()
        assert self.complaints == [], self.complaints


def until(page: Page, holds: str, given: Any = None) -> None:
    """Wait until a function of the page says yes.

    It is asked within the page: Playwright's own way needs `eval`, which our pages forbid.
    """
    said = page.evaluate(
        f"""async (given) => {{
          const holds = {holds};
          for (let i = 0; i < 3000; i++) {{  // a minute or more: nobody waits longer than needed
            if (holds(given)) return true;
            await new Promise((done) => setTimeout(done, 20));
          }}
          return false;
        }}""",
        given,
    )
    assert said, f"it never came to this: {holds} of {given}"


def becomes(page: Page, look: Callable[[], Found], wanted: Found) -> None:
    """Wait until a look at a page finds what is wanted."""
    for _ in range(3000):  # a minute or more: nobody waits longer than needed
        if look() == wanted:
            return
        page.wait_for_timeout(20)
    found = look()
    assert found == wanted


def drawn(page: Page) -> None:
    """Wait until the letters are there, and a change of the window has been drawn.

    The board is told of that a frame later.
    """
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
        }"""
    )


def barriers(
    page: Page, within: str = "html", *, only: str | None = None, without: str | None = None
) -> list[str]:
    """What axe finds on a page that would shut people out, by all its rules or one."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
    how = rules if only is None else {"runOnly": [only]}
    found = page.evaluate(
        "([where, how]) => axe.run(where, how)",
        [
            {"include": [[within]], "exclude": [[without]] if without else []},
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
