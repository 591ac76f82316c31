"""Puzzles on the page: found from the home page, solved on the table, and what is told then."""

from typing import Any

from playwright.sync_api import Page, expect

from .visits import Visits, barriers, too_wide

CLAIM = "usa/2026-03-08"
"""The best is to claim Denver-Helena; every day in the past keeps its puzzle."""
ROW = "card_game/2026-03-05"
"""The best is to lay a row, the next best three rows."""


def click(page: Page, track: str) -> None:
    """Click a track on the board, in the middle."""
    cells = page.locator(f'g.track[data-id="{track}"] .cell')
    box = cells.nth(cells.count() // 2).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def kept(page: Page) -> dict[str, Any]:
    """What the browser remembers of puzzles."""
    found: dict[str, Any] = page.evaluate("JSON.parse(localStorage['branchline.puzzles'] ?? '{}')")
    return found


def test_a_puzzle_is_solved_by_clicking(visits: Visits) -> None:
    page = visits.visitor(f"/puzzle/{CLAIM}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    drill = page.locator("[data-drill]")
    expect(drill).to_have_attribute("data-answered", "false")
    click(page, "helena-salt_lake_city")
    expect(drill).to_have_attribute("data-drill", "false")
    # The answers are not even fetched.
    assert not any("/answers" in url for url in asked)
    expect(page.locator("[data-answer]")).to_have_count(0)
    click(page, "denver-helena")
    expect(drill).to_have_attribute("data-drill", "true")
    expect(page.locator("[data-answer]").nth(1)).to_be_visible()
    assert barriers(page) == []
    assert kept(page) == {"2026-03-08 usa": {"tries": 2, "end": "solved", "onDay": False}}
    # What is pointed at is drawn as trains that are not there.
    page.locator("[data-answer='1']").focus()
    expect(page.locator('g.track[data-id="helena-salt_lake_city"] .ghost')).not_to_have_count(0)
    page.locator("[data-later]").press("Enter")
    page.wait_for_url("**/puzzle/usa/2026-03-09")
    expect(drill).to_have_attribute("data-answered", "false")
    page.goto("/puzzle/chess")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/puzzle/usa/2099-01-01")
    expect(page.get_by_role("alert")).to_contain_text("comes on that day")
    # Chromium itself tells the console of every refusal; a busy server asks to come back.
    told = ("400", "429")
    visits.complaints[:] = [c for c in visits.complaints if not any(code in c for code in told)]


def test_a_puzzle_on_a_phone_in_french(visits: Visits) -> None:
    page = visits.visitor("/", size=(390, 844), touch=True, language="fr-FR", scheme="dark")
    page.locator('a[href="/puzzle"]').tap()
    page.locator("[data-puzzle]").nth(3).wait_for()
    assert barriers(page) == []
    assert too_wide(page) <= 0
    page.goto(f"/puzzle/{ROW}")
    page.locator("[data-reveal]").tap()
    # The row that would have been best is drawn in the yard, then the three of the next answer.
    expect(page.locator(".yard.own .coming")).to_have_count(1)
    page.locator("[data-answer='1']").tap()
    expect(page.locator(".yard.own .coming")).to_have_count(3)
    assert barriers(page) == []
    assert too_wide(page) <= 0
    assert kept(page) == {"2026-03-05 card_game": {"tries": 0, "end": "shown", "onDay": False}}
    page.goto("/puzzle")
    expect(page.locator("[data-puzzle=card_game]")).to_contain_text("Pas encore essayé")
