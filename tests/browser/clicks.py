"""What people click to come to a table: alone against bots, as a host, as a guest by the link.

Tables are private, as they are for people who do not ask for anything else. Where pages in both
languages are clicked through, things are found by their place and not by their words.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Locator, Page


def stands_still(page: Page) -> None:
    """Wait for what moves the rest when it comes: the letters, and the levels of the bots."""
    page.locator("form select option[value=apprentice]").first.wait_for(state="attached")
    page.evaluate("document.fonts.ready.then(() => null)")


def copies(button: Locator, said: Locator) -> None:
    """Press a button that copies something, and says so for two seconds.

    On a machine that is busy for that long nobody sees it: then it is pressed again.
    """
    for _ in range(10):
        button.click()
        with suppress(Error):
            said.wait_for(timeout=5_000)
            return
    raise AssertionError("nothing is copied")


def play_bots(page: Page, game: str, bots: int, level: str = "apprentice") -> None:
    """On the home page: a game, how many bots and how good, go."""
    stands_still(page)
    page.locator(f"form.start .games input[value={game}]").check()
    page.locator(f'form.start .choices input[type=radio][value="{bots}"]').check()
    page.locator("form.start select").select_option(level)
    page.locator("form.start button[type=submit]").click()
    page.wait_for_url("**/table/*")


def table_id(page: Page) -> str:
    """The id of the table whose page or replay is open; the invite may follow it."""
    found: str = re.findall(r"/(?:table|replay)/(\w+)", page.url)[0]
    return found


def fill_seats(page: Page, chairs: list[str], names: tuple[str, ...] = ()) -> None:
    """On the page of a new table: who sits where (me, here, open or bot:LEVEL), seat by seat."""
    stands_still(page)
    page.locator(f'[data-open] input[value="{len(chairs) - 1}"]').check()
    page.locator("[data-one-by-one][aria-expanded=false]").click()
    for seat, chair in enumerate(chairs):
        page.locator(".chairs select").nth(seat).select_option(chair)
    for person, name in enumerate(names):
        page.locator(".chairs input").nth(person).fill(name)


def choose(page: Page, options: dict[str, Any]) -> None:
    """On the page of a new table: what is not as usual."""
    if options.get("alvin"):
        page.get_by_label("Alvin").check()
    if options.get("closed_tickets"):
        page.get_by_label("Closed tickets").check()
    if "starts" in options:
        page.locator("details summary").click()
        page.locator("select[id$=-starts]").select_option(str(options["starts"]))


def open_table(page: Page) -> None:
    """On the page of a new table: that is all."""
    page.locator(".go button[type=submit]").click()
    page.wait_for_url("**/table/*")


def link_of_lobby(page: Page) -> str:
    """The link a host sends to friends."""
    return page.locator(".how input").input_value()


def take_seat(page: Page) -> None:
    """In the lobby: the first free seat."""
    page.locator(".chairs .button.primary").first.click()
    page.locator(".chairs .tag.mine").wait_for()


def start(page: Page) -> None:
    """In the lobby: everybody is here, deal."""
    page.locator(".go .button.primary:enabled").click()
    page.locator("[data-status]").wait_for()


def let_a_bot_play(page: Page) -> None:
    """At the table: a bot takes over. The page says so when the server has heard it."""
    page.locator(".tools .button").last.click()
    page.get_by_role("dialog").get_by_role("button", name="Let a bot play for me").click()
    page.locator(".banner, .final, .counting").first.wait_for()


def copied(page: Page, button: str) -> str:
    """The link that a button of the table's menu copies."""
    page.locator(".tools .button").last.click()
    menu = page.locator("dialog[open]")
    menu.get_by_role("button", name=button).click()
    menu.get_by_role("button", name="Copied").wait_for()
    page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link


def go_on_from_here(page: Page, seat: int, level: str = "apprentice") -> None:
    """In a replay: play on from the step that is shown."""
    page.get_by_role("button", name="Go on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio").nth(seat).check()
    dialog.locator("select").select_option(level)
    dialog.locator(".button.primary").click()
    page.wait_for_url("**/table/*")
    page.locator("[data-status]").wait_for()


def replay_link(page: Page) -> str:
    """In a replay: the link to the moment that is shown."""
    button = page.get_by_role("button", name="Copy link")
    copies(button, page.get_by_role("button", name="Copied"))
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link
