"""The people of a table: bots with faces, how many of them, hurrying them, and who may come."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from branchline.bots import CHARACTERS
from tests.scale import scaled
from tests.server.served import Served

from . import clicks
from .slow_line import line_to
from .tables import Guest, Tables, whose_turn
from .visits import Visits, barriers, becomes, drawn, too_wide


def faces(page: Page, where: str = "body") -> list[str]:
    """Whose faces are to be seen, in order."""
    found = page.locator(f"{where} [data-face]").evaluate_all("all => all.map(e => e.dataset.face)")
    return [str(face) for face in found]


def faces_of_players(page: Page, wanted: list[str]) -> None:
    """The bots at the table have these faces."""
    becomes(page, lambda: faces(page, ".players"), wanted)


def count(page: Page, what: str, n: int) -> None:
    """On the page of a new table: so many bots, or open seats."""
    page.locator(f'[data-{what}] input[value="{n}"]').check()


@pytest.mark.parametrize("size", scaled([(390, 844)], [(390, 844), (820, 1180), (1440, 900)]))
def test_a_table_with_five_bots_takes_two_clicks(visits: Visits, size: tuple[int, int]) -> None:
    page = visits.visitor("/new/old_west", size=size, settings={"name": "Ada"})
    page.locator("select[id$=-level] option[value=apprentice]").wait_for(state="attached")
    expect(page.locator(".chairs select")).to_have_count(0)
    count(page, "bots", 5)
    shown = faces(page, ".chairs")
    assert len(set(shown)) == 5
    drawn(page)
    assert too_wide(page) <= 0
    assert barriers(page) == []
    clicks.open_table(page)
    page.locator("[data-status]").wait_for()
    seats = visits.table(page)["seats"]
    assert [seat["kind"] for seat in seats] == ["person"] + ["bot"] * 5
    # Who was shown is who came.
    assert [seat["name"].lower() for seat in seats[1:]] == shown
    assert {seat["name"] for seat in seats[1:]} <= set(CHARACTERS)
    faces_of_players(page, shown)


def test_the_strength_is_chosen_for_all_or_one_by_one(visits: Visits) -> None:
    page = visits.visitor("/new/usa")
    page.locator("select[id$=-level] option[value=apprentice]").wait_for(state="attached")
    count(page, "bots", 3)
    page.get_by_label("How strong").select_option("apprentice")
    expect(page.locator(".chairs .tag")).to_have_text([re.compile("Apprentice")] * 3)
    before = faces(page, ".chairs")
    one_by_one = page.get_by_role("button", name="Choose seat by seat")
    expect(one_by_one).to_have_attribute("aria-expanded", "false")
    one_by_one.click()
    page.get_by_label("Seat 4", exact=True).select_option("bot:superintendent")
    assert faces(page, ".chairs") == before
    expect(page.get_by_label("How strong")).to_have_value("")
    # Somebody else for a seat.
    page.locator("[data-another]").first.click()
    after = faces(page, ".chairs")
    assert after[0] not in before
    assert after[1:] == before[1:]
    count(page, "open", 0)
    clicks.open_table(page)
    seats = visits.table(page)["seats"]
    assert [seat["bot"] for seat in seats] == [None, "apprentice", "superintendent", "apprentice"]
    assert [seat["name"].lower() for seat in seats[1:]] == after


def test_too_many_for_a_table_make_room_for_each_other(visits: Visits) -> None:
    page = visits.visitor("/new/usa")
    count(page, "open", 4)
    expect(page.locator("[data-bots] input:checked")).to_have_value("0")
    count(page, "bots", 3)
    expect(page.locator("[data-open] input:checked")).to_have_value("1")
    count(page, "bots", 0)
    count(page, "open", 0)  # alone there is no game
    expect(page.locator("[data-bots] input:checked")).to_have_value("1")
    expect(page.locator(".chairs li")).to_have_count(2)


def test_a_bot_is_the_same_for_everybody_and_everywhere(tables: Tables) -> None:
    ada = tables.visitor("/new/usa", settings={"name": "Ada"})
    clicks.fill_seats(ada, ["me", "open", "bot:conductor", "bot:superintendent"])
    clicks.open_table(ada)
    link = clicks.link_of_lobby(ada)
    shown = faces(ada, ".chairs")
    lea = tables.visitor(link, settings={"name": "Léa"}, language="fr-FR", size=(390, 844))
    clicks.take_seat(lea)
    becomes(lea, lambda: faces(lea, ".chairs"), shown)
    line = ada.locator(".chairs .line").first.inner_text()
    expect(lea.locator(".chairs .line").first).not_to_have_text(line)
    clicks.start(ada)
    lea.locator("[data-status]").wait_for()
    for page in (ada, lea, ada, lea):
        faces_of_players(page, shown)
        page.reload()
    # The level stands beside the name; on a phone a screen reader says it.
    names = [who.capitalize() for who in shown]
    panels = ada.locator(".player")
    for i, name in zip((2, 3), names, strict=True):
        expect(panels.nth(i).locator(".who")).to_have_text(name)
    expect(panels.nth(2).locator("[data-level]")).to_contain_text("Conductor")
    expect(lea.locator("[data-level]")).to_have_text(
        [re.compile("Chef de train|Contrôle"), re.compile(".+")]
    )
    # A bot that plays for a person has no face.
    clicks.let_a_bot_play(ada)
    expect(ada.locator(".banner")).to_contain_text("A bot plays for you.")
    faces_of_players(ada, shown)
    expect(panels.first.locator(".who")).to_have_text("Ada")


# Hurrying


@pytest.fixture
def slow(browser: Browser, tmp_path: Path) -> Iterator[Tables]:
    """Tables whose bots wait for minutes: no test would see them move by themselves."""
    server = Served(f"sqlite:///{tmp_path / 'slow.db'}", bot_pace=60)
    with line_to(server.url) as server.url:
        made = Tables(browser, server, tmp_path)
        yield made
        made.close()
    server.stop()


def test_one_key_hurries_the_bots_until_my_turn(slow: Tables) -> None:
    ada = slow.against_bots(seats=5)
    expect(ada.page.locator("[data-hurry]")).to_have_count(0)  # it is on her to decide
    ada.choose_tickets()
    expect(ada.page.locator("[data-hurry]")).to_be_enabled()
    ada.page.keyboard.press("h")
    ada.my_turn()
    expect(ada.page.locator("[data-hurry]")).to_have_count(0)
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog")).to_contain_text("the bots hurry until it is your turn")
    ada.page.keyboard.press("Escape")
    ada.any_decision()
    # In the next round they wait again, until they are told.
    expect(ada.page.locator("[data-hurry]")).to_be_enabled()


def test_a_button_hurries_them_on_a_phone(slow: Tables) -> None:
    ada = slow.against_bots(seats=3, size=(390, 844), touch=True)
    ada.choose_tickets()
    ada.page.get_by_role("button", name="Hurry").tap()
    ada.my_turn()


def test_with_others_only_ones_own_page_hurries(slow: Tables) -> None:
    ada, bob = slow.people("usa", ["Ada", "Bob"], bots=1)
    for guest in (ada, bob):
        guest.choose_tickets()
    expect(ada.page.locator("[data-hurry]")).to_be_enabled()
    ada.page.keyboard.press("h")
    expect(ada.page.locator("[data-hurry]")).to_be_disabled()
    expect(bob.page.locator("[data-hurry]")).to_be_enabled()
    # The chat comes after whatever else she sent.
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Say something").fill("soon")
    ada.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("tab", name="Chat")).to_contain_text("1")
    kinds = [step["kind"] for step in slow.get(ada.page, "")["steps"]]
    assert "chat" in kinds
    assert "hurry" not in kinds


# Who may come


def test_the_address_of_one_who_may_invite_is_an_invite(visits: Visits) -> None:
    ada = visits.visitor("/new/usa", settings={"name": "Ada"})
    clicks.fill_seats(ada, ["me", "open", "open"])
    clicks.open_table(ada)
    link = clicks.link_of_lobby(ada)
    expect(ada).to_have_url(link)
    secret = ada.evaluate("JSON.parse(localStorage['branchline.secrets'])")[clicks.table_id(ada)]
    assert secret not in ada.url
    # A stranger with nothing but what stood in the address bar.
    ben = visits.visitor(ada.url, settings={"name": "Ben"})
    expect(ben.get_by_role("button", name="Take this seat")).to_have_count(2)
    expect(ben).to_have_url(re.compile("^[^#]*$"))  # who only looks on has no invite to give
    clicks.take_seat(ben)
    expect(ben).to_have_url(link)
    # Whoever is removed has an old one. The address of the others follows.
    ada.get_by_role("button", name="Remove Ben").click()
    expect(ben.get_by_role("heading", name="You were removed from this table")).to_be_visible()
    expect(ada).not_to_have_url(link)
    expect(ada).to_have_url(clicks.link_of_lobby(ada))
    new = ada.url
    ada.reload()
    expect(ada).to_have_url(new)
    late = visits.visitor(link)
    expect(late.get_by_role("heading", name="This table is not open to you")).to_be_visible()
    cleo = visits.visitor(new, settings={"name": "Cleo"})
    clicks.take_seat(cleo)
    ada.get_by_label("Level of the bot at seat 3").select_option("apprentice")
    clicks.start(ada)
    for page in (ada, cleo):
        expect(page).to_have_url(new)
    # It still lets people watch.
    watcher = visits.visitor(ada.url)
    expect(watcher.locator(".tools")).to_contain_text("Watching")
    # Chromium itself tells the console of every 404.
    visits.complaints[:] = [c for c in visits.complaints if "404" not in c]


def test_where_there_is_no_table_one_can_go_on(visits: Visits) -> None:
    ada = visits.visitor("/new/france", settings={"name": "Ada"})
    ada.get_by_role("radio", name="Everybody").check()
    ada.get_by_role("radio", name="At leisure").check()
    clicks.open_table(ada)
    link = clicks.link_of_lobby(ada)
    page = visits.visitor("/table/nosuchtable", size=(390, 844))
    expect(page.get_by_role("heading", name="This table is not open to you")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("without the invite")
    # Open tables, and the pace of those at leisure.
    tables = page.get_by_role("list", name="Open tables").get_by_role("link")
    mine = tables.and_(page.locator(f'[href="/table/{clicks.table_id(ada)}"]'))
    expect(mine).to_contain_text("At leisure, 3 days a turn")
    drawn(page)
    assert too_wide(page) <= 0
    assert barriers(page) == []
    page.get_by_label("Join by link").fill(link)
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.get_by_role("button", name="Take this seat")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("At leisure, 3 days a turn")
    page.goto("/table/nosuchtable")
    page.get_by_role("link", name="Home, and a game of your own").click()
    listed = page.get_by_role("list", name="Open tables")
    expect(listed.locator(f'[href="/table/{clicks.table_id(ada)}"]')).to_contain_text("At leisure")
    visits.complaints[:] = [c for c in visits.complaints if "404" not in c]


def test_three_days_are_three_days(tables: Tables) -> None:
    ada = tables.guest("/new/usa")
    ada.page.get_by_role("radio", name="At leisure").check()
    count(ada.page, "bots", 1)
    count(ada.page, "open", 0)
    clicks.open_table(ada.page)
    expect(ada.page.locator(".player.own .time")).to_have_text("3 days")


# Banners


def colour(guest: Guest, where: str) -> str:
    found: str = guest.page.locator(where).first.evaluate(
        "e => getComputedStyle(e).backgroundColor"
    )
    return found


@pytest.mark.parametrize("scheme", scaled(["light"], ["light", "dark"]))
def test_agree_looks_like_the_button_it_is(tables: Tables, scheme: str) -> None:
    ada, bob = tables.people("usa", ["Ada", "Bob"], phones=1)
    bob.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for guest in (ada, bob):
        guest.choose_tickets()
    turn = whose_turn((ada, bob))
    asked = bob if turn is ada else ada
    turn.any_decision()
    turn.page.locator("[data-undo]").click()
    banner = asked.page.locator(".banner")
    expect(banner).to_contain_text("would like to take back")
    strip = colour(asked, ".banner")
    agree = colour(asked, ".banner .button.primary")
    refuse = colour(asked, ".banner .button:not(.primary)")
    assert len({strip, agree, refuse}) == 3
    assert barriers(asked.page, ".banner") == []
    banner.get_by_role("button", name="Agree").click()
    expect(banner).to_have_count(0)
    # On a phone the log is in a drawer.
    logs = [guest.page.locator(".log") for guest in (ada, bob)]
    expect(next(log for log in logs if log.count())).to_contain_text("took back")


def test_no_bot_plays_for_one_when_the_game_is_over(tables: Tables) -> None:
    ada = tables.against_bots("card_game")
    clicks.let_a_bot_play(ada.page)
    ada.page.wait_for_selector(".final, .counting")
    assert tables.table(ada.page)["seats"][0]["away"]
    expect(ada.page.locator(".banner")).to_have_count(0)
