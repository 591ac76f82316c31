"""What makes France, Old West and The Card Game special, on the page."""

import re

from playwright.sync_api import expect

from .tables import Tables


def test_france_builds_after_drawing(tables: Tables) -> None:
    ada = tables.against_bots("france", seats=2)
    ada.choose_tickets(3)
    ada.my_turn()
    page = ada.page
    pieces = page.locator("g.track.piece").count()
    page.locator("[data-two]").click()
    expect(page.locator("[data-ready=true] [data-status]")).to_contain_text("Lay a track piece")
    bed, label = ada.claimable()[0]
    assert "not built yet" in label
    page.mouse.click(*ada.middle(bed))
    colour = page.locator(".ask [data-colour]").first
    chosen = colour.get_attribute("data-colour")
    colour.click()
    ada.answer_question()
    piece = page.locator(f'g.track[data-track="{bed}"]')
    expect(piece).to_have_class(re.compile(r"\bpiece\b"))
    assert f"--c-{chosen}" in (piece.get_attribute("style") or "")
    assert page.locator("g.track.piece").count() > pieces
    expect(page.locator(".side table")).to_contain_text("Track pieces left")


def test_france_tells_what_a_piece_cuts_off(tables: Tables) -> None:
    ada = tables.against_bots("france", seats=2)
    ada.choose_tickets(3)
    ada.my_turn()
    page = ada.page
    page.locator("[data-two]").click()
    expect(page.locator("[data-ready=true] [data-status]")).to_contain_text("Lay a track piece")
    board = tables.served.client.request_now("GET", "/api/games/france/board")
    crossing = {i for i, t in enumerate(board["tracks"]) if t["crossings"]}
    bed = next(track for track, _ in ada.claimable() if track in crossing)
    page.mouse.click(*ada.middle(bed))
    expect(page.locator(".ask .cuts")).to_contain_text("This cuts off")
    assert page.locator("g.track .strike").count() > 0
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)


def test_old_west_begins_with_a_city(tables: Tables) -> None:
    ada = tables.against_bots("old_west", seats=6, options={"alvin": True})
    ada.choose_tickets(3)
    ada.my_turn()
    page = ada.page
    city = page.locator("g.city.choosable").first
    name = city.get_attribute("aria-label")
    city.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_contain_text(f"Start in {name}?")
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text(f"starts in {name}")
    expect(page.locator("g.city .reached")).to_have_count(1)
    expect(page.locator(".player")).to_have_count(6)
    # What is not connected tells so.
    ada.my_turn()
    page.locator("#tab-routes").click()
    page.locator('[data-route][aria-disabled="true"]').last.click(force=True)
    expect(page.locator("[data-refusal]")).to_contain_text("does not touch your network")
