"""Every main screen: axe finds nothing anywhere. A deep run sees each on a desktop and on a phone,
by day and by night, and keeps a picture in build/screens/."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.scale import scaled

from . import clicks
from .screens import Tour
from .tables import Guest, Tables
from .visits import Finished, FinishedGame, Visits

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def rejoin(tables: Tables, game: Finished, back: int, **how: Any) -> Guest:
    """Sit down in the finished game some steps before its end, as the player whose turn it is."""
    steps = game.steps
    at = next(
        s["step"]
        for s in reversed(steps[: len(steps) - back])
        if any(e["event"] == "turn" for e in s["events"])
    )
    guest = tables.guest(game.at(f"{at}.open"), **how)
    clicks.go_on_from_here(guest.page, steps[at + 1]["seat"])
    return guest


def settled(page: Page) -> None:
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("kind", scaled(["phone"], list(SIZES)))
def test_the_pages_around_the_table(visits: Visits, finished: FinishedGame, kind: str) -> None:
    game = finished("usa")
    tour = Tour(kind)
    page = visits.visitor("/new/usa", size=SIZES[kind], settings={"name": "Ada"})
    clicks.fill_seats(page, ["me", "open", "bot:conductor"])
    clicks.open_table(page)
    table = page.url
    for name, address in {
        "home": "/",
        "new": "/new/usa",
        "lobby": table,
        "rules": "/rules/usa",
        "learn": "/learn/usa",
        "settings": "/settings",
        "about": "/about",
        "missing": "/table/a/b",
        "replay": game.at("60.seat2"),
        "replay-end": game.at("9999.open"),
    }.items():
        page.goto(address)
        settled(page)
        tour.see(page, name)
    page.goto("/")
    page.goto(game.at("60.open"))
    page.get_by_role("button", name="Go on from here").click()
    tour.see(page, "fork", "dialog[open]")
    page.goto("/")
    for button in ("Settings", "Help"):
        page.get_by_role("button", name=button).click()
        tour.see(page, f"dialog-{button.lower()}", "dialog[open]")
        page.keyboard.press("Escape")
    page.goto("/learn/usa")
    page.get_by_role("button", name="Start the lesson").click()
    page.locator("aside.bubble").wait_for()
    tour.see(page, "lesson", "aside.bubble")
    tour.is_open_to_all()


@pytest.mark.parametrize("kind", scaled(["desktop"], list(SIZES)))
def test_the_table_from_set_up_to_the_last_point(
    tables: Tables, finished: FinishedGame, kind: str
) -> None:
    game = finished("usa")
    tour = Tour(kind)
    how: dict[str, Any] = {"size": SIZES[kind], "touch": kind == "phone"}
    ada = tables.against_bots(seats=3, **how)
    ada.page.wait_for_selector(".choice")
    tour.see(ada.page, "set-up")

    ada = rejoin(tables, game, 60, settings={"confirm": "always"}, **how)
    page = ada.page
    ada.my_turn()
    page.wait_for_load_state("networkidle")
    tour.see(page, "mid-game")
    ada.choose_track(ada.claimable()[0][0])
    page.wait_for_selector(".ask")
    tour.see(page, "claim-question", ".ask")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_selector(".ask")
    tour.see(page, "tickets-question", ".ask")
    page.keyboard.press("Escape")
    page.locator(".market [aria-expanded]").click()
    tour.see(page, "discards", ".market")
    page.locator(".market [aria-expanded]").click()
    page.keyboard.press("r")
    page.wait_for_selector(".routes input:focus")
    tour.see(page, "routes", ".routes")
    page.keyboard.type("pittsburgh")
    page.locator('[data-route][aria-disabled="true"]').first.click(force=True)
    page.wait_for_selector("[data-refusal]")
    tour.see(page, "refusal", "[data-refusal]")
    page.keyboard.press("Escape")
    if kind == "phone":
        for drawer in ("Tickets", "Log", "Chat"):
            page.locator(".drawer-head .button").click()
            page.locator("nav.bar .button", has_text=drawer).click()
            tour.see(page, f"drawer-{drawer.lower()}")
        page.locator(".drawer-head .button").click()
    else:
        page.locator("#tab-chat").click()
        tour.see(page, "chat")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("s")
        page.keyboard.type("winni")
        tour.see(page, "search")
        page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    tour.see(page, "keys", "dialog[open]")
    page.keyboard.press("Escape")
    page.locator(".tools .button").last.click()
    page.wait_for_selector("dialog[open]")
    tour.see(page, "menu", "dialog[open]")
    page.keyboard.press("Escape")

    ada = rejoin(tables, game, 2, settings={"motion": "full"}, **how)
    while not ada.is_over():
        ada.any_decision()
    ada.page.wait_for_selector(".counting")
    tour.see(ada.page, "counting")
    ada.skip_counting()
    tour.see(ada.page, "final")
    ada.page.locator(".final .who").first.click()
    tour.see(ada.page, "final-details", ".final")

    ada = tables.at_one_device("Ada", "Ben", **how)
    ada.choose_tickets()
    ada.page.wait_for_selector("dialog[open]")
    tour.see(ada.page, "cover", "dialog[open]")
    tour.is_open_to_all()
