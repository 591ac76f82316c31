"""Private tables, which people get unless they ask otherwise: the host, friends and watchers with
the invite come to everything, after a reload, on another device, and when the game is over."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import branchline as bl
from tests.server.served import Served

from . import clicks
from .tables import Guest, Tables
from .visits import dealt_as

BUSY: dict[str, Any] = {
    "code": "slow down",
    "text": "too much at once",
    "said": None,
    "reasons": [],
}


@dataclass
class Party:
    """A game that is over: who hosted it, who played, who watched."""

    tables: Tables
    host: Page
    friend: Page
    watcher: Page
    id: str


@pytest.fixture(scope="module")
def party(
    browser: Browser, served: Served, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Party]:
    """Ada and Bob let bots play for them and go; Carol, who watched, goes too; and it ends."""
    tables = Tables(browser, served, tmp_path_factory.mktemp("party"))
    with dealt_as("a private game"):
        ada, bob = tables.people("usa", ["Ada", "Bob"], phones=1)
    id = ada.table
    carol = tables.guest(ada.link(), name="Carol")
    expect(carol.page.locator(".tools")).to_contain_text("Watching")
    for guest in (bob, ada):
        clicks.let_a_bot_play(guest.page)
    tables.leave_until_over(ada.page, bob.page, carol.page)
    yield Party(tables, ada.page, bob.page, carol.page, id)
    tables.close()


def open_menu(guest: Guest, button: str) -> None:
    """Press a button of the table's menu."""
    guest.page.locator(".tools .button").last.click()
    guest.page.get_by_role("dialog").get_by_role("button", name=button).click()


def step_10(page: Page) -> None:
    page.get_by_role("slider", name="Step").fill("10")
    expect(page.locator(".where")).to_contain_text("Step 10 of")


def plays_on(party: Party, page: Page, name: str) -> None:
    """Go on from the tenth step, on the second seat."""
    step_10(page)
    clicks.go_on_from_here(page, seat=1)
    table = party.tables.table(page)
    assert (table["forked_from"], table["state"]) == (party.id, "playing")
    assert [seat["name"] for seat in table["seats"] if seat["yours"]] == [name]


def test_the_host_comes_back_to_a_finished_game_and_goes_on_from_it(party: Party) -> None:
    page = party.host
    page.goto("/")
    page.get_by_role("list", name="Your finished games").get_by_role("link").click()
    # By the friend's eyes too.
    page.get_by_label("By whose eyes").select_option(label="As Bob sees it")
    expect(page.get_by_role("heading", name="Hand", exact=True)).to_be_visible()
    plays_on(party, page, "Ada")


def test_a_friend_on_a_phone_goes_on_from_a_finished_game(party: Party) -> None:
    page = party.friend
    page.goto(f"/table/{party.id}")
    page.locator(".final").get_by_role("link", name="Replay").click()
    page.locator(".where").wait_for()
    plays_on(party, page, "Bob")


def test_an_invited_watcher_goes_on_from_a_finished_game_and_keeps_its_record(party: Party) -> None:
    page = party.watcher
    page.goto(f"/table/{party.id}")
    page.locator(".final").get_by_role("link", name="Replay").click()
    page.locator(".where").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    bl.verify(bl.load_record(Path(saved.value.path())))
    plays_on(party, page, "Carol")


def test_a_shared_game_can_be_seen_by_whoever_gets_the_link(party: Party) -> None:
    for sharing in (party.host, party.watcher):
        sharing.goto(f"/table/{party.id}")
        sharing.locator(".final").get_by_role("button", name="Share").click()
        expect(sharing.get_by_role("button", name="Link copied")).to_be_visible()
        link = sharing.evaluate("navigator.clipboard.readText()")
        page = party.tables.visitor(settings={"name": "Dan"})
        page.get_by_label("Join by link").fill(link)
        page.get_by_role("button", name="Go", exact=True).click()
        page.locator(".where").wait_for()
    plays_on(party, page, "Dan")


def test_everybody_comes_to_the_rematch(party: Party) -> None:
    for page in (party.host, party.watcher):
        page.goto(f"/table/{party.id}")
        page.locator(".final").wait_for()
    party.host.get_by_role("button", name="Rematch").click()
    party.host.wait_for_url(lambda url: party.id not in url)
    expect(party.host.get_by_role("heading", name="Everybody is here")).to_be_visible()
    # The friend is elsewhere and finds it among the own tables.
    party.friend.goto("/")
    party.friend.get_by_role("list", name="Your tables").locator(
        f'a[href="/table/{clicks.table_id(party.host)}"]'
    ).click()
    expect(party.friend.get_by_text("The host starts the game.")).to_be_visible()
    party.watcher.get_by_role("link", name="To the rematch").click()
    expect(party.watcher.get_by_text("You are watching")).to_be_visible()
    clicks.start(party.host)
    for page in (party.host, party.friend):
        expect(page.locator(".choice")).to_be_visible()
    expect(party.watcher.locator(".tools")).to_contain_text("Watching")


def test_a_host_without_a_seat_watches(tables: Tables) -> None:
    host = tables.guest("/new/usa")
    clicks.fill_seats(host.page, ["bot:apprentice", "open"])
    clicks.open_table(host.page)
    bob = tables.guest(clicks.link_of_lobby(host.page), name="Bob")
    clicks.take_seat(bob.page)
    expect(host.page.get_by_text("Bob", exact=True)).to_be_visible()
    clicks.start(host.page)
    expect(host.page.locator(".tools")).to_contain_text("Watching")
    bob.choose_tickets()
    expect(host.page.locator(".log")).to_contain_text("Bob")
    host.page.reload()
    expect(host.page.locator(".tools")).to_contain_text("Watching")


def test_a_friend_leaves_and_comes_back_on_another_device(tables: Tables) -> None:
    ada, bob = tables.people("usa", ["Ada", "Bob"], phones=1)
    bob.choose_tickets()
    link = bob.own_link()
    open_menu(bob, "Leave; a bot plays on")
    asks = bob.page.get_by_role("dialog", name="Leave the game?")
    asks.get_by_role("button", name="Cancel").click()
    expect(asks).to_have_count(0)
    menu = bob.page.get_by_role("dialog")
    menu.get_by_role("button", name="Leave; a bot plays on").click()
    asks.get_by_role("button", name="Leave", exact=True).click()
    expect(ada.page.locator(".log")).to_contain_text("Bob left")
    # Home again, the table is still among one's own.
    mine = bob.page.get_by_role("list", name="Your tables").get_by_role("link").first
    mine.click()
    expect(bob.page.locator(".player.own")).to_contain_text("Bob")
    laptop = tables.guest("/", name="Robert")
    laptop.page.get_by_label("Join by link").fill(link)
    laptop.page.get_by_role("button", name="Go", exact=True).click()
    expect(laptop.page.locator(".player.own")).to_contain_text("Bob")
    open_menu(laptop, "Play again myself")
    expect(ada.page.locator(".log")).to_contain_text("Bob is back")


def test_a_server_that_is_busy_for_a_moment_takes_nobodys_seat(tables: Tables) -> None:
    ada = tables.against_bots()
    ada.choose_tickets()
    page = ada.page
    refused: list[str] = []

    def refuse(route: object) -> None:
        refused.append("once")
        route.fulfill(status=429, json={"problem": BUSY})  # type: ignore[attr-defined]

    page.route(f"**/api/tables/{ada.table}", refuse, times=1)
    page.reload()
    expect(page.locator(".player.own")).to_contain_text("Ada")
    assert refused == ["once"]
    # Chromium itself tells the console of every 429.
    tables.complaints[:] = [c for c in tables.complaints if "429" not in c]
