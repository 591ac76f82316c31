"""From the home page to a game: alone against bots, with friends, on one device."""

import re

from playwright.sync_api import Locator, Page, expect

from . import clicks
from .qr import read
from .visits import Visits


def pick(where: Page | Locator, name: str) -> None:
    """Choose one of a few."""
    where.get_by_role("radio", name=re.compile(f"^{name}")).check()


def test_two_clicks_lead_to_the_first_decision(visits: Visits) -> None:
    page = visits.visitor()
    pick(page, "USA")
    page.get_by_role("button", name="Play USA").click()
    expect(page.locator(".choice")).to_be_visible()
    table = visits.table(page)
    assert table["game"] == "usa"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot"]


def test_what_was_chosen_is_there_the_next_time(visits: Visits) -> None:
    page = visits.visitor()
    pick(page, "France")
    pick(page.get_by_role("group", name="Bots"), "4")
    page.get_by_label("Their level").select_option("stationmaster")
    page.get_by_label("Your name", exact=True).fill("Hazel")
    page.get_by_label("Your name", exact=True).blur()
    page.reload()
    page.get_by_role("button", name="Play France").click()
    expect(page.locator(".choice")).to_be_visible()
    seats = visits.table(page)["seats"]
    assert seats[0]["name"] == "Hazel"
    assert [seat["bot"] for seat in seats[1:]] == ["stationmaster"] * 4


def test_alvin_is_found_on_the_home_page_and_comes_along(visits: Visits) -> None:
    page = visits.visitor()
    pick(page, "USA")
    expect(page.get_by_role("switch")).to_have_count(0)
    pick(page, "Old West")
    page.get_by_role("switch", name="Alvin the alien").check()
    page.get_by_role("link", name="With friends").click()
    expect(page.get_by_role("switch", name="Alvin the alien")).to_be_checked()
    page.go_back()
    pick(page, "USA")
    page.get_by_role("button", name="Play USA").click()
    expect(page.locator(".choice")).to_be_visible()
    assert visits.table(page)["options"] == {}, "USA knows no Alvin"
    page.goto("/")
    pick(page, "Old West")
    expect(page.get_by_role("switch", name="Alvin the alien")).to_be_checked()
    page.get_by_role("button", name="Play Old West").click()
    expect(page.locator(".choice")).to_be_visible()
    assert visits.table(page)["options"] == {"alvin": True}


def test_how_fast_bots_move_is_a_setting(visits: Visits) -> None:
    page = visits.visitor("/settings")
    pick(page.get_by_role("group", name="How fast bots move"), "Quickly")
    page.goto("/")
    page.get_by_role("button", name="Play USA").click()
    expect(page.locator(".choice")).to_be_visible()
    assert visits.table(page)["bot_pace"] == 0.3
    page.goto("/new/usa")
    page.get_by_text("More options").click()
    pace = page.get_by_role("group", name="How fast bots move")
    expect(pace.get_by_role("radio", name="Quickly")).to_be_checked()
    pick(pace, "Calmly")
    pick(page.get_by_role("group", name="Bots", exact=True), "2")
    pick(page.get_by_role("group", name="Open seats"), "0")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".choice")).to_be_visible()
    assert visits.table(page)["bot_pace"] == 2.5


def test_a_name_is_made_up_and_kept(visits: Visits) -> None:
    page = visits.visitor()
    named = page.get_by_label("Your name", exact=True)
    expect(named).to_have_value(re.compile("..."))
    name = named.input_value()
    page.reload()
    expect(named).to_have_value(name)


def test_my_tables_tell_that_it_is_my_turn(visits: Visits) -> None:
    page = visits.visitor()
    page.get_by_role("button", name="Play USA").click()
    expect(page.locator(".choice")).to_be_visible()
    page.goto("/")
    mine = page.get_by_role("list", name="Your tables")
    expect(mine.get_by_text("Your turn")).to_be_visible()
    expect(page).to_have_title("Your turn · Branchline")
    mine.get_by_role("link").first.click()
    expect(page.locator(".choice")).to_be_visible()


def test_a_link_can_be_pasted(visits: Visits) -> None:
    _, link = opened(visits)
    page = visits.visitor()
    page.get_by_label("Join by link").fill("https://example.org/somewhere")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That is not the link of a table.")
    page.get_by_label("Join by link").fill(link)
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.get_by_role("button", name="Take this seat")).to_have_count(2)
    # Nobody reads the invite over one's shoulder.
    expect(page).to_have_url(link.split("#")[0])


def test_a_table_with_all_options(visits: Visits) -> None:
    page = visits.visitor("/new/old_west")
    pick(page.get_by_role("group", name="Bots", exact=True), "4")
    page.get_by_label("How strong").select_option("apprentice")
    pick(page, "At leisure")
    page.get_by_label("Time to decide").select_option(label="1 day each time")
    pick(page, "The game pauses")
    pick(page, "Everybody")
    page.get_by_label("Alvin the alien").check()
    page.get_by_text("More options").click()
    page.get_by_label("Who starts").select_option(label="Seat 2")
    page.get_by_label("Hints").uncheck()
    page.get_by_label("Name of the table").fill("Friday")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Friday")).to_be_visible()
    table = visits.table(page)
    assert table["options"] == {"alvin": True, "starts": 1}
    assert (table["pace"], table["clock"], table["on_time_out"]) == (
        "leisure",
        {"seconds": 86400},
        "pause",
    )
    assert (table["listed"], table["help"], table["title"]) == (True, False, "Friday")
    assert [seat["kind"] for seat in table["seats"]] == ["person", "open"] + ["bot"] * 4


def test_a_table_of_the_card_game_with_all_options(visits: Visits) -> None:
    page = visits.visitor("/new/card_game")
    page.get_by_label("Open track").check()
    page.get_by_label("Closed tickets").check()
    page.get_by_role("button", name="Open the table").click()
    facts = page.locator("header .facts")
    expect(facts).to_contain_text("Open track")
    expect(facts).to_contain_text("Closed tickets")
    assert visits.table(page)["options"] == {"open_track": True, "closed_tickets": True}


def test_another_game_keeps_the_seats_that_were_chosen(visits: Visits) -> None:
    page = visits.visitor("/new/old_west")
    pick(page.get_by_role("group", name="Open seats"), "5")
    page.get_by_role("button", name="Choose seat by seat").click()
    page.get_by_label("Name at seat 1").fill("Ada")
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name at seat 2").fill("Ben")
    page.get_by_label("Seat 6", exact=True).select_option("bot:apprentice")
    games = page.get_by_role("group", name="Game", exact=True)
    pick(games, "The Card Game")
    expect(page.get_by_label("Seat 5", exact=True)).to_have_count(0)  # it has four
    expect(page.get_by_label("Seat 4", exact=True)).to_have_value("bot:apprentice")
    pick(games, "France")
    expect(page.get_by_label("Name at seat 1")).to_have_value("Ada")
    expect(page.get_by_label("Name at seat 2")).to_have_value("Ben")
    expect(page).to_have_url(re.compile("/new/france$"))
    # The chosen one keeps its frame under the pointer.
    card = games.locator("label.checked")
    card.hover()
    accent = card.locator(".tick").evaluate("e => getComputedStyle(e).backgroundColor")
    expect(card).to_have_css("border-top-color", accent)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    table = visits.table(page)
    assert table["game"] == "france"
    assert [seat["name"] for seat in table["seats"]][:2] == ["Ada", "Ben"]
    assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "open", "bot"]


def test_several_people_on_one_device(visits: Visits) -> None:
    page = visits.visitor("/new/card_game")
    page.get_by_role("button", name="Choose seat by seat").click()
    page.get_by_label("Seat 2", exact=True).select_option("here")
    page.get_by_label("Name at seat 1").fill("Ada")
    page.get_by_label("Name at seat 2").fill("Ben")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".choice, .cover")
    seats = visits.table(page)["seats"]
    assert [(seat["name"], seat["yours"]) for seat in seats] == [("Ada", True), ("Ben", True)]


def opened(visits: Visits) -> tuple[Page, str]:
    """Ada's lobby with two open seats, and the link she sends."""
    ada = visits.visitor("/new/usa", settings={"name": "Ada"})
    pick(ada.get_by_role("group", name="Open seats"), "2")
    ada.get_by_role("button", name="Open the table").click()
    expect(ada.get_by_role("heading", name="Waiting for 2 more players")).to_be_visible()
    copy = ada.get_by_role("button", name="Copy link")
    clicks.copies(copy, ada.get_by_role("button", name="Copied"))
    return ada, ada.evaluate("navigator.clipboard.readText()")


def scanned(page: Page) -> str:
    """What somebody reads who holds a phone to the screen."""
    code = page.get_by_role("img", name="QR code of the link")
    size = int((code.get_attribute("viewBox") or "").split()[2])
    path = code.locator("path").get_attribute("d") or ""
    dark = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1", path)}
    return read([[(y, x) in dark for x in range(3, size - 3)] for y in range(3, size - 3)])


def test_a_friend_comes_by_the_link_and_the_game_starts(visits: Visits) -> None:
    ada, link = opened(visits)
    assert scanned(ada) == link
    ben = visits.visitor(link, settings={"name": "Ben"})
    ben.get_by_role("button", name="Take this seat").first.click()
    expect(ben.get_by_text("The host starts the game.")).to_be_visible()
    expect(ada.get_by_text("Ben", exact=True)).to_be_visible()
    ben.get_by_label("Say something").fill("hello there")
    ben.get_by_role("button", name="Send").click()
    expect(ada.get_by_text("hello there").first).to_be_visible()
    expect(ada.get_by_role("button", name="Start the game")).to_be_disabled()
    ada.get_by_label("Level of the bot at seat 3").select_option("apprentice")
    expect(ada.get_by_role("heading", name="Everybody is here")).to_be_visible()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, ben):
        expect(page.locator(".choice")).to_be_visible()


def test_people_get_up_and_are_removed(visits: Visits) -> None:
    ada, link = opened(visits)
    ben = visits.visitor(link, settings={"name": "Ben"})
    ben.get_by_role("button", name="Take this seat").first.click()
    ben.get_by_role("button", name="Get up").click()
    expect(ben.get_by_role("button", name="Take this seat")).to_have_count(2)
    ben.get_by_role("button", name="Take this seat").first.click()
    expect(ben.get_by_role("button", name="Get up")).to_be_visible()
    ada.get_by_role("button", name="Remove Ben").click()
    expect(ben.get_by_role("heading", name="You were removed from this table")).to_be_visible()


def test_a_private_table_is_not_there_without_its_link(visits: Visits) -> None:
    _, link = opened(visits)
    stranger = visits.visitor("/about")
    stranger.goto(link.split("#")[0])
    expect(stranger.get_by_role("heading", name="This table is not open to you")).to_be_visible()
    # The whole link into the address of the page that is open: now it is.
    stranger.goto(link)
    expect(stranger.get_by_role("button", name="Take this seat")).to_have_count(2)
    # A jump to a place on the page keeps the invite.
    stranger.keyboard.press("Tab")
    expect(stranger.get_by_role("link", name="Skip to the page")).to_be_focused()
    stranger.keyboard.press("Enter")
    expect(stranger).to_have_url(re.compile("#main$"))
    stranger.reload()
    expect(stranger.get_by_role("button", name="Take this seat")).to_have_count(2)
    # Chromium itself tells the console of every 404.
    visits.complaints[:] = [c for c in visits.complaints if "404" not in c]


def test_an_address_that_leads_nowhere(visits: Visits) -> None:
    page = visits.visitor("/table/a/b")
    expect(page.get_by_role("heading", name="The line ends here")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Branchline, home").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_the_server_goes_away_and_comes_back(visits: Visits) -> None:
    page = visits.visitor("/about")
    page.route("**/api/**", lambda route: route.abort())
    page.route("**/health", lambda route: route.abort())
    page.get_by_role("link", name="Branchline, home").click()
    expect(page.get_by_role("status")).to_contain_text("The server does not answer.")
    page.unroute("**/api/**")
    page.unroute("**/health")
    expect(page.get_by_role("status")).to_have_count(0)
    page.get_by_role("button", name="Play USA").click()
    expect(page.locator(".choice")).to_be_visible()
    # Chromium itself tells the console of every request that fails.
    visits.complaints[:] = [c for c in visits.complaints if "ERR_FAILED" not in c]


def test_settings_hold_at_once_and_stay(visits: Visits) -> None:
    page = visits.visitor()
    page.get_by_role("button", name="Settings").click()
    pick(page.get_by_role("dialog"), "Night")
    pick(page.get_by_role("dialog"), "Always")
    pick(page.get_by_role("dialog"), "Français")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Réglages")).to_be_focused()
    page.reload()
    expect(page.get_by_role("button", name="Jouer")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "fr"


def test_a_game_is_started_by_keyboard_alone(visits: Visits) -> None:
    page = visits.visitor()
    expect(page.get_by_role("heading", name="Branchline")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name=re.compile("France"))).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator(".choice")).to_be_visible()
    assert visits.table(page)["game"] == "france"
