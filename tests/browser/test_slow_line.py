"""People on a slow line: what was done last holds, and what is under way is not asked again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.served import Served

from . import clicks
from .slow_line import line_to
from .tables import Tables, whose_turn


@pytest.fixture
def far_away(browser: Browser, served: Served, tmp_path: Path) -> Iterator[Tables]:
    """Tables on the other side of the world."""
    with line_to(served.url, 150) as address:
        made = Tables(browser, served, tmp_path)
        made.address = address
        yield made
        made.close()


def test_two_people_begin_a_game(far_away: Tables) -> None:
    ada = far_away.guest("/new/card_game")
    clicks.fill_seats(ada.page, ["me", "open"])
    clicks.open_table(ada.page)
    bob = far_away.guest(clicks.link_of_lobby(ada.page), name="Bob")
    clicks.take_seat(bob.page)
    # Colours tried faster than the line is: the last one stays.
    mine = bob.page.locator('[data-colour-of="1"]')
    mine.get_by_role("button").press("Enter")
    for _ in range(4):
        bob.page.keyboard.press("ArrowDown")
    bob.page.keyboard.press("Enter")
    expect(mine.get_by_role("button")).to_have_accessible_name("Colour of seat 2: white")
    expect(ada.page.locator(".chairs li").nth(1).locator("svg > rect")).to_have_css(
        "fill", "rgb(244, 241, 233)"
    )
    assert [seat["colour"] for seat in far_away.table(ada.page)["seats"]] == ["red", "white"]
    clicks.start(ada.page)
    # Whoever chooses before the line is there is not asked again when it is.
    for guest in (ada, bob):
        guest.page.evaluate(
            """() => {
              window.asked = 0;
              const look = () => {
                const asks = !!document.querySelector('.choice');
                if (asks && !window.asks) window.asked += 1;
                window.asks = asks;
              };
              look();
              new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
            }"""
        )
        guest.choose_tickets()
        assert guest.page.evaluate("asked") == 1
    # Two cards in one gesture are two decisions.
    mover = whose_turn((ada, bob))
    other = bob if mover is ada else ada
    before = mover.seq()
    mover.draw_two()
    other.my_turn()
    assert other.seq() >= before + 2
