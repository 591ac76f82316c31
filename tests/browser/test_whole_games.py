"""Whole games on the page: by mouse against each other, by keyboard alone, by touch on a phone."""

from typing import Any

from playwright.sync_api import expect

from .tables import Guest, Tables


def mouse_turn(guest: Guest, seen: dict[str, Any]) -> None:
    """Claim the longest route there is, else draw two cards from the deck."""
    page = guest.page
    longest = seen["tracks"][0] if seen["tracks"] else None
    if longest and (longest["spaces"] >= 3 or not (seen["two"] or seen["place"])):
        page.mouse.click(*longest["at"])
        page.wait_for_selector(".ask, [data-ready=false], .final, .counting")
        guest.answer_question()
    elif seen["two"]:
        page.locator("[data-two]").click()
    elif seen["place"]:
        page.locator("[data-place].can").first.click()
    else:
        page.get_by_role("button", name="Pass").click()


def settled(guest: Guest) -> None:
    """Wait until a decision has gone through: the turn is another's, or the game is over."""
    guest.page.wait_for_selector(".status:not(.mine)[data-ready=false], .final, .counting")


def test_two_people_play_a_whole_game_by_mouse(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.choose_tickets()
    bob.choose_tickets(3)
    ada.page.wait_for_selector("[data-status]:not(:has-text('first tickets'))")
    mover = ada if ada.page.locator(".status.mine").count() else bob
    for _ in range(400):
        mover.my_turn()
        seen = mover.look()
        if seen["over"]:
            break
        mouse_turn(mover, seen)
        settled(mover)
        mover = bob if mover is ada else ada
    assert ada.is_over()
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
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: not url.endswith(ada.table))
    bob.page.get_by_role("link", name="To the rematch").click()
    bob.page.wait_for_url(ada.page.url)
    assert (
        bob.page.evaluate("Object.keys(JSON.parse(localStorage['branchline.secrets'])).length") == 2
    )


def test_a_whole_game_by_keyboard_alone(tables: Tables) -> None:
    ada = tables.against_bots(seats=2)
    page = ada.page
    page.wait_for_selector(".choice")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.wait_for_selector(".choice", state="detached")
    tries = 0
    while tries < 300:
        tries += 1
        ada.my_turn()
        seen = ada.look()
        if seen["over"]:
            break
        glowing = seen["tracks"]
        if glowing and glowing[0]["spaces"] >= 3 - (tries > 120):
            # The list of routes: what can be claimed stands first.
            page.keyboard.press("r")
            page.wait_for_selector(".routes input:focus")
            name = glowing[0]["label"].split(",")[0]
            page.keyboard.type(name.replace("–", " "))
            page.keyboard.press("Tab")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            for _ in range(3):
                if page.locator(".ask").count():
                    page.keyboard.press("Enter")
            page.evaluate("document.activeElement.blur()")
        elif seen["deck"]:
            page.keyboard.press("d")
        elif seen["place"]:
            page.keyboard.press(str(int(seen["place"]) + 1))
        else:
            page.keyboard.press("t")
            page.keyboard.press("Enter")
            page.wait_for_selector(".choice")
            page.keyboard.press("1")
            page.keyboard.press("Enter")
    assert ada.is_over()


def test_a_whole_game_by_touch_on_a_phone(tables: Tables) -> None:
    ada = tables.against_bots(seats=2, size=(390, 844), touch=True)
    page = ada.page
    boxes = page.locator(".choice input[type=checkbox]")
    boxes.first.tap()
    boxes.nth(1).tap()
    page.locator(".choice .button.primary").tap()
    page.wait_for_selector(".choice", state="detached")
    for _ in range(300):
        ada.my_turn()
        seen = ada.look()
        if seen["over"]:
            break
        glowing = seen["tracks"]
        if glowing and (glowing[0]["spaces"] >= 3 or not (seen["two"] or seen["place"])):
            # A tap within milliseconds of the one before was sometimes lost; why was not found.
            page.wait_for_timeout(100)
            page.touchscreen.tap(*ada.middle(glowing[0]["track"]))
            # On touch a claim is confirmed first. At this size a finger may hit the neighbour.
            page.wait_for_selector(".ask, [data-refusal]")
            while page.locator(".ask").count():
                option = page.locator(
                    ".ask [data-confirm], .ask [data-colour]:not([aria-pressed=true]),"
                    " .ask .options .button"
                ).last
                option.tap()
        elif seen["two"]:
            page.locator("[data-two]").tap()
        elif seen["place"]:
            page.locator("[data-place].can").first.tap()
        else:
            page.get_by_role("button", name="Pass").tap()
    assert ada.is_over()
    ada.skip_counting()
    expect(page.locator(".final tbody tr")).to_have_count(2)
