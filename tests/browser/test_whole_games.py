"""Whole games on the page: by mouse against each other, by keyboard alone, by touch on a phone."""

from playwright.sync_api import expect

from tests.scale import scaled

from .plans import on_the_map, with_cards
from .players import Plan, Player, play_together
from .tables import Tables

TOGETHER: tuple[str, Plan] = scaled(("card_game", with_cards), ("usa", on_the_map))
"""What two people play: a page without a map takes much less time to draw twice."""


def test_two_people_play_a_whole_game_by_mouse(tables: Tables) -> None:
    game, plan = TOGETHER
    ada, bob = tables.people(game, ["Ada", "Bob"])
    play_together([Player(guest, "mouse", plan) for guest in (ada, bob)])
    for guest in (ada, bob):
        guest.skip_counting()
        expect(guest.page.locator(".final tbody tr")).to_have_count(2)
    assert (
        ada.page.locator(".final tbody").inner_text()
        == bob.page.locator(".final tbody").inner_text()
    )
    # A reload shows the table of points at once.
    bob.page.reload()
    expect(bob.page.locator(".final tbody tr")).to_have_count(2)
    expect(bob.page.locator(".counting")).to_have_count(0)
    # A rematch takes both to a new table, where the same secrets hold their seats.
    over = ada.page.url
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: url != over)
    bob.page.get_by_role("link", name="To the rematch").click()
    bob.page.wait_for_url(ada.page.url)
    assert (
        bob.page.evaluate("Object.keys(JSON.parse(localStorage['branchline.secrets'])).length") == 2
    )


def test_a_whole_game_by_keyboard_alone(tables: Tables) -> None:
    ada = tables.against_bots(seats=5)
    Player(ada, "keyboard", on_the_map).play()
    ada.skip_counting()
    expect(ada.page.locator(".final tbody tr")).to_have_count(5)


def test_a_whole_game_by_touch_on_a_phone(tables: Tables) -> None:
    ada = tables.against_bots(seats=2, size=(390, 844), touch=True)
    Player(ada, "touch", on_the_map).play()
    ada.skip_counting()
    expect(ada.page.locator(".final tbody tr")).to_have_count(2)
