"""The table page: taking back, refusals, lost lines, other devices, hot-seat, watchers."""

import re

import pytest
from playwright.sync_api import expect

from .tables import Guest, Tables, whose_turn
from .visits import becomes, until


def hand(guest: Guest) -> int:
    """How many cards the page shows in the own hand."""
    piles = guest.page.locator(".hand button.pile .count").all_inner_texts()
    return sum(int(n) for n in piles)


def holds(guest: Guest, cards: int) -> None:
    """So many cards come to be in the own hand."""
    becomes(guest.page, lambda: hand(guest), cards)


def test_what_revealed_nothing_can_be_taken_back(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.choose_tickets()
    bob.choose_tickets()
    mover = whose_turn((ada, bob))
    other = bob if mover is ada else ada
    track = next(t for t, label in mover.claimable() if "grey" not in label or "1 space" in label)
    mover.page.mouse.click(*mover.middle(track))
    mover.answer_question()
    mover.page.wait_for_selector(f'g.track[data-track="{track}"] .train')
    mover.page.wait_for_selector(".status:not(.mine)")
    mover.page.keyboard.press("u")
    mover.page.wait_for_selector(f'g.track[data-track="{track}"] .cell')
    expect(mover.page.locator(".status.mine")).to_be_visible()
    expect(other.page.locator(f'g.track[data-track="{track}"] .train')).to_have_count(0)
    expect(other.page.locator(".log")).to_contain_text("took back a decision")


def test_a_drawn_card_is_taken_back_only_with_consent(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.choose_tickets()
    bob.choose_tickets()
    mover = whose_turn((ada, bob))
    other = bob if mover is ada else ada
    mover.page.locator("[data-deck]").click()
    expect(mover.page.locator("[data-status]")).to_contain_text("second card")
    mover.page.get_by_role("button", name="Ask to take back").click()
    other.page.get_by_role("button", name="Refuse").click()
    expect(mover.page.locator(".log")).to_contain_text("does not agree")
    mover.page.get_by_role("button", name="Ask to take back").click()
    other.page.get_by_role("button", name="Agree").click()
    expect(mover.page.locator(".log")).to_contain_text("agrees")
    expect(mover.page.locator("[data-status]")).to_contain_text("Your turn")
    holds(mover, 4)


def test_refusals_tell_their_reason(ada: Guest) -> None:
    ada.my_turn()
    page = ada.page
    # A long route nobody can pay for yet, by mouse.
    page.locator("#tab-routes").click()
    page.locator('[data-route][aria-disabled="true"]').filter(has_text="6 spaces").first.click(
        force=True
    )
    expect(page.locator("[data-refusal]")).to_contain_text("too few cards")
    page.keyboard.press("Escape")
    expect(page.locator("[data-refusal]")).to_have_count(0)
    # Hovering the track tells the same.
    track = page.evaluate(
        "[...document.querySelectorAll('g.track:not(.claimable)')]"
        ".find(e => e.querySelectorAll('.cell').length === 6).dataset.track"
    )
    page.mouse.move(*ada.middle(int(track)))
    expect(page.locator(".tip")).to_contain_text("too few cards")
    # A command that means nothing possible says what is wrong with it.
    page.locator("#tab-log").click()
    page.locator("#command").fill("claim Seattle Timbuktu")
    page.keyboard.press("Enter")
    expect(page.locator("#command-wrong")).to_contain_text("timbuktu", ignore_case=True)


def test_after_the_first_card_locomotives_are_refused(tables: Tables) -> None:
    guests = tables.two_people()
    for guest in guests:
        guest.choose_tickets()
    # Nobody takes locomotives, and the row moves on: one lies open before long.
    for _ in range(60):
        page = whose_turn(guests).page
        page.locator("[data-deck]").click()
        expect(page.locator("[data-ready=true] [data-status]")).to_contain_text("second card")
        locomotive = page.locator("[data-place][aria-label*=locomotive]").first
        if locomotive.count():
            assert locomotive.get_attribute("aria-disabled") == "true"
            place = int(locomotive.get_attribute("data-place") or 0)
            page.keyboard.press(str(place + 1))
            expect(page.locator("[data-refusal]")).to_contain_text(
                "a face-up locomotive cannot be the second card"
            )
            return
        page.locator("[data-place].can").first.click()
        page.wait_for_selector(".status:not(.mine)")
    pytest.fail("no locomotive lay open")


def test_tickets_in_mid_game_are_asked_about_first(ada: Guest) -> None:
    ada.my_turn()
    page = ada.page
    page.keyboard.press("t")
    expect(page.locator(".ask")).to_contain_text("must keep at least 1")
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    keep = page.locator(".choice .button.primary")
    expect(keep).to_be_disabled()
    page.keyboard.press("1")
    expect(keep).to_be_enabled()
    keep.click()
    expect(page.locator(".tickets li")).to_have_count(3)


def test_a_pile_leaves_only_what_it_pays_for(ada: Guest) -> None:
    ada.my_turn()
    page = ada.page
    whole = ada.claimable()
    pile = page.locator(".hand button.pile:not([data-pile=locomotive])").first
    colour = pile.get_attribute("data-pile") or ""
    pile.click()
    left = ada.claimable()
    assert left
    assert all(colour in label or "grey" in label for _, label in left)
    page.keyboard.press("Escape")
    assert ada.claimable() == whole


def test_a_click_between_two_tracks_asks_which_and_one_on_a_track_does_not(tables: Tables) -> None:
    # The deal of the lesson: with two black cards drawn both tracks from New York to Washington,
    # the black one and the orange one, can be paid for.
    ada = tables.guest("/learn/usa")
    page = ada.page
    page.get_by_role("button", name="Start the lesson").click()
    page.get_by_role("button", name="Leave the lesson").click()
    ada.choose_tickets(3)
    for place in (3, 4):
        ada.my_turn()
        page.locator(f"[data-place='{place}']").click()
    ada.my_turn()
    black, orange = (
        int(page.locator(f'[data-id="{track}"]').get_attribute("data-track") or 0)
        for track in ("new_york-washington-1", "new_york-washington-2")
    )
    (x, y), (u, v) = ada.middle(black), ada.middle(orange)
    assert 8 < ((x - u) ** 2 + (y - v) ** 2) ** 0.5 < 24, "they are as near as in play"
    page.mouse.click((x + u) / 2, (y + v) / 2)
    options = page.locator(".ask .options .button")
    expect(options).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)
    # Well off to the side of the black one, where a click still counts for it.
    page.mouse.click(x + (x - u) * 0.9, y + (y - v) * 0.9)
    page.wait_for_selector(f'g.track[data-track="{black}"] .train')


def test_a_cut_line_loses_no_step(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.choose_tickets()
    ada.cut(True)
    expect(ada.status).to_contain_text("Connection lost")
    bob.choose_tickets()
    bob.page.wait_for_selector("[data-status]:not(:has-text('first tickets'))")
    expect(ada.status).to_contain_text("Connection lost")
    ada.cut(False)
    expect(ada.status).not_to_contain_text("Connection lost")
    expect(ada.status).not_to_contain_text("first tickets")
    expect(ada.page.locator(".log li")).to_have_count(bob.page.locator(".log li").count())


def test_a_reload_and_a_second_device_go_on_from_there(tables: Tables) -> None:
    ada = tables.against_bots(seats=2)
    ada.choose_tickets()
    ada.my_turn()
    ada.page.locator("[data-deck]").click()
    expect(ada.page.locator("[data-status]")).to_contain_text("second card")
    before = hand(ada)
    ada.page.reload()
    expect(ada.page.locator("[data-status]")).to_contain_text("second card")
    holds(ada, before)
    phone = tables.guest(ada.own_link(), size=(390, 844), touch=True)
    phone.page.locator("[data-deck]").tap()
    expect(ada.page.locator(".log")).to_contain_text("drew from the deck")
    for guest in (phone, ada):
        holds(guest, before + 1)
        guest.my_turn()


def test_hot_seat_covers_between_players(tables: Tables) -> None:
    guest = tables.at_one_device("Ada", "Ben")
    page = guest.page
    cover = page.locator("dialog[open]")
    guest.choose_tickets()
    expect(cover).to_contain_text("Ben, it is your turn")
    size = "e => ({ width: e.offsetWidth, height: e.offsetHeight })"
    becomes(page, lambda: cover.evaluate(size), page.viewport_size)
    cover.get_by_role("button").click()
    expect(page.locator(".player.own")).to_contain_text("Ben")
    guest.choose_tickets()
    # The first player draws two cards; then the device goes to the other.
    page.wait_for_selector("dialog[open], [data-ready=true]")
    if cover.count():
        cover.get_by_role("button").click()
    first = page.locator(".player.own .who").inner_text()
    page.locator("[data-two]").click()
    expect(cover).to_contain_text("Ada" if first == "Ben" else "Ben")


def test_a_watcher_sees_the_table_and_no_hand(tables: Tables) -> None:
    ada = tables.against_bots()
    watcher = tables.guest(ada.link(), name="Carol")
    expect(watcher.page.locator(".tools")).to_contain_text("Watching")
    expect(watcher.page.locator(".hand")).to_have_count(0)
    expect(watcher.page.locator("[data-status]")).to_contain_text("Ada chooses first tickets")


def test_chat_reaches_the_others(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.page.locator("#tab-chat").click()
    ada.page.get_by_role("textbox", name="Say something").fill("Bonne chance !")
    ada.page.keyboard.press("Enter")
    expect(bob.page.locator("#tab-chat .tb-unread")).to_have_text("1")
    bob.page.locator("#tab-chat").click()
    expect(bob.page.locator(".log")).to_contain_text("Bonne chance !")


def test_typed_words_play_and_cities_are_found(ada: Guest) -> None:
    ada.my_turn()
    page = ada.page
    page.keyboard.press("/")
    page.keyboard.type("draw")
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).to_contain_text("second card")
    # Esc leaves every field, and keys are keys again.
    expect(page.locator("#command")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator(".routes input[type=search]")).to_be_focused()
    page.keyboard.type("duluth")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.keyboard.type("winni")
    expect(page.locator('g.city[data-city="winnipeg"] .ring')).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("i")
    expect(page.locator(".say")).to_contain_text(re.compile("A bot would [a-z].*[.] "))
    page.keyboard.press("?")
    expect(page.locator("dialog[open]")).to_contain_text("Keys")
    expect(page.locator("dialog[open]")).to_contain_text("ask for a hint")
    page.keyboard.press("Escape")


def test_the_page_speaks_french(tables: Tables) -> None:
    ada = tables.against_bots(seats=2, language="fr-FR")
    expect(ada.status).to_contain_text("cartes Destination")
    ada.choose_tickets()
    ada.my_turn()
    text = ada.page.locator("body").inner_text()
    assert not re.search(r"\btable\.[a-z]+\.", text), "a text is missing"


def test_a_route_touched_in_the_list_is_asked_about_first(tables: Tables) -> None:
    ada = tables.against_bots(size=(390, 844), touch=True)
    ada.choose_tickets()
    ada.my_turn()
    page = ada.page
    seq = page.locator("[data-seq]").get_attribute("data-seq")
    page.get_by_role("button", name="Routes").tap()
    page.locator("[data-route].open").first.tap()
    asked = page.locator(".ask")
    asked.wait_for()
    if asked.locator("[data-colour]").count():
        asked.locator("[data-colour]").first.tap()
    asked.locator("[data-confirm]").wait_for()
    assert tables.get(page, "")["table"]["seq"] == int(seq or 0)
    asked.locator("[data-confirm]").tap()
    expect(asked).to_have_count(0)
    until(
        page, "(seq) => Number(document.querySelector('[data-seq]').dataset.seq) > Number(seq)", seq
    )
