"""Colours: everybody picks one before the game, and it is theirs wherever a seat is drawn."""

from playwright.sync_api import Locator, Page, expect

from branchline.server.tables.seats import COLOURS

from . import clicks
from .tables import Tables
from .visits import Visits, becomes


def colour_of(page: Page, seat: int) -> Locator:
    """What picks the colour of a seat."""
    return page.locator(f'[data-colour-of="{seat}"]')


def pick(page: Page, seat: int, name: str) -> None:
    """Pick a colour with the mouse."""
    colour_of(page, seat).get_by_role("button").click()
    colour_of(page, seat).get_by_role("radio", name=name).click()
    expect(colour_of(page, seat).get_by_role("group")).to_have_count(0)


def has_fills(place: Locator, colours: set[str]) -> None:
    """These are the colours of the marks of players somewhere."""
    has_styles(place.locator("svg > rect"), "fill", colours)


def has_trains(page: Page, colours: set[str]) -> None:
    """These are the colours of the trains on the board."""
    has_styles(page.locator("g.track .train"), "--body", colours)


def has_styles(all: Locator, style: str, colours: set[str]) -> None:
    """These are the colours of players in a style of some elements, once they are drawn."""
    read = "(all, style) => all.map((e) => e.style.getPropertyValue(style))"
    wanted = {f"var(--p-{colour})" for colour in colours}
    becomes(all.page, lambda: set(all.evaluate_all(read, style)), wanted)


def test_a_colour_picked_in_the_lobby_is_that_of_the_panel_and_the_trains(
    tables: Tables,
) -> None:
    ada = tables.visitor("/new/usa", settings={"name": "Ada"})
    clicks.fill_seats(ada, ["me", "open", "bot:apprentice"])
    clicks.open_table(ada)
    bob = tables.visitor(clicks.link_of_lobby(ada), settings={"name": "Bob"})
    clicks.take_seat(bob)
    pick(ada, 0, "white")
    pick(ada, 2, "black")
    expect(bob.locator(".chairs li").first.locator("svg > rect")).to_have_css(
        "fill", "rgb(244, 241, 233)"
    )
    expect(colour_of(bob, 0)).to_have_count(0)
    expect(colour_of(bob, 2)).to_have_count(0)
    # Bob does so by the keyboard: what others have is passed over.
    mine = colour_of(bob, 1)
    mine.get_by_role("button", name="Colour of seat 2: blue").focus()
    bob.keyboard.press("Enter")
    for taken in ("white", "black"):
        expect(mine.get_by_role("radio", name=taken)).to_be_disabled()
    for key, name in (("Down", "green"), ("Up", "blue"), ("Up", "red"), ("Up", "yellow")):
        bob.keyboard.press(f"Arrow{key}")
        expect(mine.get_by_role("radio", name=name)).to_be_checked()
    bob.keyboard.press("Enter")
    expect(mine.get_by_role("button", name="Colour of seat 2: yellow")).to_be_focused()
    expect(mine.get_by_role("group")).to_have_count(0)
    # The others see it when the server knows it, a moment after Bob.
    expect(ada.locator(".chairs li").nth(1).locator("svg > rect")).to_have_css(
        "fill", "rgb(255, 199, 31)"
    )
    assert [s["colour"] for s in tables.table(ada)["seats"]] == ["white", "yellow", "black"]
    clicks.start(ada)
    for seat, name in enumerate(("white", "yellow", "black")):
        has_fills(bob.locator(f'[data-panel="{seat}"]'), {name})
    # The bar of each panel is of that colour too, and white has a rim.
    bars = bob.locator("[data-panel]").evaluate_all(
        """all => all.sort((a, b) => a.dataset.panel - b.dataset.panel).map((e) => {
          const bar = getComputedStyle(e, '::before');
          return [bar.backgroundColor, bar.borderTopColor];
        })"""
    )
    white, yellow, black = ([fill, rim] for fill, rim in bars)
    assert white == ["rgb(244, 241, 233)", "rgb(63, 70, 84)"]
    assert yellow == ["rgb(255, 199, 31)"] * 2
    assert black == ["rgb(27, 28, 32)"] * 2
    link = ada.url
    for page in (ada, bob):
        clicks.let_a_bot_play(page)
    tables.leave_until_over(ada, bob)
    ada.goto(link)
    ada.locator(".final").wait_for()
    has_trains(ada, {"white", "yellow", "black"})
    has_fills(ada.locator(".final"), {"white", "yellow", "black"})
    ada.locator(".final").get_by_role("link", name="Replay").click()
    ada.locator(".where").wait_for()
    ada.get_by_role("slider", name="Step").press("End")
    has_trains(ada, {"white", "yellow", "black"})


def test_at_a_new_table_a_colour_changes_places(visits: Visits) -> None:
    page = visits.visitor("/new/old_west", language="fr-FR")
    clicks.fill_seats(page, ["me", *["bot:apprentice"] * 5])
    buttons = page.locator("[data-colour-of]").get_by_role("button")
    names = ["rouge", "bleu", "vert", "jaune", "noir", "blanc"]
    for seat, name in enumerate(names):
        expect(buttons.nth(seat)).to_have_accessible_name(f"Couleur du siège {seat + 1} : {name}")
    pick(page, 0, "blanc")
    expect(buttons.nth(5)).to_have_accessible_name("Couleur du siège 6 : rouge")
    colour_of(page, 3).get_by_role("button").click()
    page.keyboard.press("Escape")
    expect(colour_of(page, 3).get_by_role("group")).to_have_count(0)
    clicks.open_table(page)
    page.locator("[data-status]").wait_for()
    seats = visits.table(page)["seats"]
    assert [s["colour"] for s in seats] == ["white", *COLOURS[1:5], "red"]


def test_the_yards_of_the_card_game_have_the_colours(visits: Visits) -> None:
    page = visits.visitor("/new/card_game")
    clicks.fill_seats(page, ["me", "bot:apprentice"])
    pick(page, 0, "green")
    pick(page, 1, "black")
    clicks.open_table(page)
    page.locator("[data-status]").wait_for()
    marks = page.locator(".yards h2")
    expect(marks).to_have_count(2)
    has_fills(marks, {"green", "black"})


def test_a_finger_picks_a_colour(visits: Visits) -> None:
    page = visits.visitor("/new/usa", size=(390, 844), touch=True)
    clicks.fill_seats(page, ["me", "open"])
    clicks.open_table(page)
    colour_of(page, 0).get_by_role("button").tap()
    colour_of(page, 0).get_by_role("radio", name="yellow").tap()
    expect(colour_of(page, 0).get_by_role("button")).to_have_accessible_name(
        "Colour of seat 1: yellow"
    )
    expect(colour_of(page, 0).get_by_role("group")).to_have_count(0)
