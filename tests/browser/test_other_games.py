"""What makes France, Old West and The Card Game special, on the page."""

import re

from playwright.sync_api import expect

from .plans import with_cards
from .players import Player, Seen
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
    expect(page.get_by_role("table", name="Track pieces left")).to_be_visible()


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
    expect(page.locator("g.track .strike")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)


def test_old_west_begins_with_a_city(tables: Tables) -> None:
    ada = tables.against_bots("old_west", seats=6, options={"alvin": True})
    ada.choose_tickets(3)
    ada.my_turn()
    page = ada.page
    city = page.locator("g.city.choosable").first
    name = city.get_attribute("aria-label")
    # What one could type names such a city.
    example = page.locator("#command").get_attribute("placeholder") or ""
    places = page.locator("g.city.choosable").evaluate_all("all => all.map(e => e.ariaLabel)")
    assert example in [f"e.g. start in {place}" for place in places]
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


def test_closed_tickets_lie_face_down_until_the_end(tables: Tables) -> None:
    ada = tables.against_bots("card_game", seats=2, options={"closed_tickets": True})
    page = ada.page
    points = page.locator('[data-panel="1"] .points')
    closed = page.locator('[data-yard="1"] [data-closed]')
    looked = 0

    def watch(seen: Seen) -> None:
        """While Ada has not finished, she sees how many tickets the bot has closed, no more."""
        nonlocal looked
        if seen["phase"] != "complete tickets" or looked:
            return
        finished = "has completed all there is to complete"
        expect(page.locator(".log")).to_contain_text(finished)
        bot = tables.get(page, "")["position"]["view"]["players"][1]
        assert (bot["points"], bot["completed"]) == (None, [])
        assert bot["completed_count"] > 0
        expect(closed).to_have_attribute("data-closed", str(bot["completed_count"]))
        expect(closed).to_contain_text("face down")
        expect(page.locator(".log")).to_contain_text("completed a ticket and laid it face down")
        expect(points).to_have_text(re.compile(r"points unknown until the end\s*\?"))
        expect(page.locator(".yards aside")).to_contain_text("Who is ahead is seen at the end")
        looked += 1

    player = Player(ada, "mouse", with_cards)
    player.watch = watch
    player.play()
    assert looked == 1
    ada.skip_counting()
    bot = tables.get(page, "")["position"]["view"]["players"][1]
    assert len(bot["completed"]) == bot["completed_count"] > 0
    expect(points).not_to_contain_text("?")
    expect(closed).to_have_count(0)
    page.locator('[data-completed="1"]').click()
    expect(page.locator('[data-yard="1"] .completed li')).to_have_count(bot["completed_count"])
    assert ada.save_record().header["options"] == {"closed_tickets": True}
