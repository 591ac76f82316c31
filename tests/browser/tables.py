"""Tables for the tests of the page, and guests: people with a browser of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

import branchline as bl
from branchline.record import Record
from tests.server.served import Served

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


class Guest:
    """A person at a table, with what a person can do."""

    def __init__(
        self, tables: Tables, context: BrowserContext, table: str, touch: bool = False
    ) -> None:
        self.tables = tables
        self.context = context
        self.table = table
        self.touch = touch
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{tables.served.url}/table/{table}")

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(ALSO_FINE):
            self.complaints.append(message.text)

    @property
    def status(self) -> Locator:
        return self.page.locator("[data-status]")

    def my_turn(self) -> None:
        """Wait until the page asks for a decision."""
        self.page.wait_for_selector("[data-ready=true], .final, .counting")

    def is_over(self) -> bool:
        return self.page.locator(".final, .counting").count() > 0

    def skip_counting(self) -> None:
        """Go on to the table of points; the counting may just be over by itself."""
        self.page.evaluate("document.querySelector('[data-skip]')?.click()")
        self.page.wait_for_selector(".final")

    def choose_tickets(self, n: int = 2) -> None:
        boxes = self.page.locator(".choice input[type=checkbox]")
        boxes.first.wait_for()
        for i in range(n):
            boxes.nth(i).check()
        self.page.locator(".choice .button.primary").click()
        self.page.wait_for_selector(".choice", state="detached")

    def claimable(self) -> list[tuple[int, str]]:
        """The tracks that glow: number and what a screen reader hears, longest first."""
        found = self.page.eval_on_selector_all(
            "g.track.claimable",
            "all => all.map(e => [Number(e.dataset.track), e.getAttribute('aria-label'),"
            " e.querySelectorAll('.cell').length])",
        )
        return [(track, label) for track, label, _ in sorted(found, key=lambda f: -f[2])]

    def middle(self, track: int) -> tuple[float, float]:
        """Where a track's middle cell is in the window."""
        cells = self.page.locator(f'g.track[data-track="{track}"] .cell')
        box = cells.nth(cells.count() // 2).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def choose_track(self, track: int) -> None:
        """Click a track, or touch it."""
        point = self.page.touchscreen.tap if self.touch else self.page.mouse.click
        point(*self.middle(track))

    def any_decision(self) -> None:
        """Decide whatever is asked, to get on."""
        self.my_turn()
        glowing = self.claimable()
        if self.is_over():
            return
        if self.page.locator(".choice").count():
            self.choose_tickets(1)
        elif self.page.locator("[data-two]:enabled").count():
            self.page.locator("[data-two]").click()
        elif glowing:
            self.choose_track(glowing[0][0])
            self.answer_question()
        else:
            self.page.get_by_role("button", name="Pass").click()
        self.page.wait_for_selector("[data-ready=false], .final, .counting")

    def answer_question(self) -> None:
        """Take the first colour and confirm, as far as the page asks."""
        ask = self.page.locator(".ask")
        for _ in range(3):
            if ask.count() == 0:
                return
            option = ask.locator("[data-confirm], [data-colour], .options .button").last
            if option.count():
                option.click()

    def save_record(self) -> Record:
        """Save the record of the finished game from the page, and verify it."""
        with self.page.expect_download() as saved:
            self.page.evaluate("document.querySelector('[data-record]').click()")
        file = self.tables.folder / saved.value.suggested_filename
        saved.value.save_as(file)
        record = bl.load_record(file)
        bl.verify(record)
        return record

    def secret(self) -> str:
        kept = self.page.evaluate("JSON.parse(localStorage.getItem('branchline.secrets'))")
        return str(kept[self.table])

    def cut(self, cut: bool) -> None:
        """Cut the lines to the server, or let them be."""
        self.page.evaluate(
            "cut => { window.isCut = cut; if (cut) lines.map(l => l.close()); }", cut
        )

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text)


class Tables:
    """Makes tables on the server and opens browsers for their guests."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        self.browser = browser
        self.served = served
        self.folder = folder
        self.guests: list[Guest] = []

    def create(self, game: str, seats: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
        return self.post("/api/tables", {"game": game, "seats": seats, "bot_pace": 0, **more})

    def post(self, path: str, body: Any, secret: str | None = None) -> dict[str, Any]:
        made: dict[str, Any] = self.served.client.request_now("POST", path, body, secret)
        return made

    def guest(
        self,
        table: str,
        secret: str | None = None,
        *,
        size: tuple[int, int] = (1280, 720),
        scheme: Literal["light", "dark"] = "light",
        touch: bool = False,
        language: str = "en-GB",
        settings: dict[str, str] | None = None,
    ) -> Guest:
        """Open a browser on a table, with a seat if there is a secret."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=touch,
            is_mobile=touch,
            locale=language,
            reduced_motion="reduce",
        )
        kept = {"branchline.settings": json.dumps({"sound": "off", **(settings or {})})}
        if secret:
            kept["branchline.secrets"] = json.dumps({table: secret})
        context.add_init_script(LINES)
        context.add_init_script(
            f"for (const [k, v] of Object.entries({json.dumps(kept)}))"
            " if (!localStorage.getItem(k)) localStorage.setItem(k, v);"
        )
        guest = Guest(self, context, table, touch)
        self.guests.append(guest)
        return guest

    def against_bots(
        self,
        game: str = "usa",
        seats: int = 2,
        options: dict[str, Any] | None = None,
        **how: Any,
    ) -> Guest:
        """Ada against bots, the game begun."""
        chairs = [{"kind": "you", "name": "Ada"}]
        chairs += [{"kind": "bot", "bot": "apprentice"} for _ in range(seats - 1)]
        made = self.create(game, chairs, start=True, options=options or {})
        return self.guest(made["table"]["id"], made["secret"], **how)

    def two_people(self, game: str = "usa") -> tuple[Guest, Guest]:
        """Ada and Bob, each with a browser."""
        ada, bob = self.people(game, ["Ada", "Bob"])
        return ada, bob

    def people(self, game: str, names: list[str], phones: int = 0) -> list[Guest]:
        """Some people, each with a browser, the last few on phones; the first is the host."""
        first, *others = names
        chairs = [{"kind": "you", "name": first}, *({"kind": "open"} for _ in others)]
        made = self.create(game, chairs)
        id = made["table"]["id"]
        sit = f"/api/tables/{id}/sit"
        secrets = [made["secret"]]
        for name in others:
            secrets.append(self.post(sit, {"name": name, "invite": made["invite"]})["secret"])
        self.post(f"/api/tables/{id}/start", None, made["secret"])
        at_desks = len(names) - phones
        return [
            *(self.guest(id, secret) for secret in secrets[:at_desks]),
            *(self.guest(id, secret, size=(390, 844), touch=True) for secret in secrets[at_desks:]),
        ]

    def close(self) -> None:
        """Close all browsers; a complaint of any page fails the test."""
        complaints = [line for guest in self.guests for line in guest.complaints]
        for guest in self.guests:
            guest.context.close()
        assert complaints == [], complaints
