"""Tables for the tests of the page, and guests: people with a browser of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

import branchline as bl
from branchline.game.record import Record
from tests.server.served import Served

from . import clicks
from .visits import Visits, until


class Guest:
    """A person at a table, with what a person can do."""

    def __init__(self, tables: Tables, page: Page, touch: bool = False) -> None:
        self.tables = tables
        self.page = page
        self.touch = touch

    @property
    def table(self) -> str:
        """The id of the table whose page is open."""
        return clicks.table_id(self.page)

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
        self.page.wait_for_selector(".final, .counting")
        self.page.evaluate("document.querySelector('[data-skip]')?.click()")
        self.page.wait_for_selector(".final")

    def choose_tickets(self, n: int = 2) -> None:
        """Keep the first of the tickets on offer, and wait until the server has agreed."""
        boxes = self.page.locator(".choice input[type=checkbox]")
        boxes.first.wait_for()
        for i in range(n):
            # Words about the tickets come a moment later, and may move one away under a click.
            while not boxes.nth(i).is_checked():
                boxes.nth(i).click()
        before = self.seq()
        self.page.locator(".choice .button.primary").click()
        self.page.wait_for_selector(".choice", state="detached")
        self.gone_on(before)

    def seq(self) -> int:
        """The last step of the game that the page shows."""
        return int(self.page.locator("[data-seq]").get_attribute("data-seq") or 0)

    def gone_on(self, before: int, steps: int = 1, sooner: str = ".final, .counting") -> None:
        """Wait until the page shows so many more steps, or something sooner."""
        until(
            self.page,
            "([seq, sooner]) => document.querySelector(sooner)"
            " || Number(document.querySelector('[data-seq]')?.dataset.seq) >= seq",
            [before + steps, sooner],
        )

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
        """Decide what is asked, to go on with the game."""
        self.my_turn()
        glowing = self.claimable()
        if self.is_over():
            return
        before = self.seq()
        if self.page.locator(".choice").count():
            self.choose_tickets(1)
        elif self.page.locator("[data-two]:enabled").count():
            self.draw_two()
        elif glowing:
            self.choose_track(glowing[0][0])
            self.gone_on(before, sooner=".ask, [data-ready=false], .final, .counting")
            self.answer_question()
        else:
            self.page.get_by_role("button", name="Pass").click()
        # Quick bots may have moved by then, and the next decision may be asked for.
        self.gone_on(before)

    def draw_two(self) -> None:
        """Draw two blind cards: the page sends two moves, and waits between them too."""
        before = self.seq()
        self.page.locator("[data-two]").click()
        self.gone_on(before, steps=2)

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

    def link(self) -> str:
        """The link for others, copied from the table's menu."""
        return clicks.copied(self.page, "Copy the link for others")

    def own_link(self) -> str:
        """The link to go on from another device, copied from the table's menu."""
        return clicks.copied(self.page, "Copy the link to go on from another device")

    def cut(self, cut: bool) -> None:
        """Cut the lines to the server, or no longer cut them."""
        self.page.evaluate(
            "cut => { window.isCut = cut; if (cut) lines.map(l => l.close()); }", cut
        )

    def sees(self, text: str) -> None:
        expect(self.page.locator("body")).to_contain_text(text)


def whose_turn(guests: Sequence[Guest]) -> Guest:
    """Wait until it is the turn of one of some people, and their page says so; whose it is."""
    for _ in range(3000):  # about a minute: nobody waits longer than needed
        for guest in guests:
            if guest.page.locator("[data-ready=true][data-phase=turn]").count():
                return guest
        guests[0].page.wait_for_timeout(20)
    raise AssertionError("nobody has to decide")


class Tables(Visits):
    """Opens browsers for people who come to tables by clicking, as people do."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        super().__init__(browser, served)
        self.folder = folder

    def guest(
        self,
        path: str,
        *,
        name: str = "Ada",
        settings: dict[str, str] | None = None,
        touch: bool = False,
        **how: Any,
    ) -> Guest:
        """Somebody with a name and a browser, on a page or by a link."""
        kept = {"sound": "off", "name": name, **(settings or {})}
        return Guest(self, self.visitor(path, touch=touch, settings=kept, **how), touch)

    def against_bots(
        self,
        game: str = "usa",
        seats: int = 2,
        options: dict[str, Any] | None = None,
        **how: Any,
    ) -> Guest:
        """Ada against bots, from the home page; with options from the page of a new table."""
        guest = self.guest(f"/new/{game}" if options else "/", **how)
        if options:
            clicks.fill_seats(guest.page, ["me", *["bot:apprentice"] * (seats - 1)])
            clicks.choose(guest.page, options)
            clicks.open_table(guest.page)
        else:
            clicks.play_bots(guest.page, game, seats - 1)
        return guest

    def at_one_device(self, *names: str, game: str = "usa", **how: Any) -> Guest:
        """Several people with one browser between them."""
        guest = self.guest(f"/new/{game}", **how)
        clicks.fill_seats(guest.page, ["me", *["here"] * (len(names) - 1)], names)
        clicks.open_table(guest.page)
        return guest

    def two_people(self, game: str = "usa") -> tuple[Guest, Guest]:
        """Ada and Bob, each with a browser."""
        ada, bob = self.people(game, ["Ada", "Bob"])
        return ada, bob

    def people(self, game: str, names: list[str], phones: int = 0, bots: int = 0) -> list[Guest]:
        """Some people, each with a browser, the last few on phones, and bots; the first is host.

        The others come by the link that the host sends them.
        """
        host = self.guest(f"/new/{game}", name=names[0])
        clicks.fill_seats(
            host.page, ["me", *["open"] * (len(names) - 1), *["bot:apprentice"] * bots]
        )
        clicks.open_table(host.page)
        link = clicks.link_of_lobby(host.page)
        people = [host]
        for i, name in enumerate(names[1:], start=1):
            on_phone: dict[str, Any] = (
                {"size": (390, 844), "touch": True} if i >= len(names) - phones else {}
            )
            guest = self.guest(link, name=name, **on_phone)
            clicks.take_seat(guest.page)
            people.append(guest)
        clicks.start(host.page)
        return people
