"""Whole games on the page: by mouse against each other, by keyboard alone, by touch on a phone."""

from playwright.sync_api import expect

from .tables import Guest, Tables


def spaces(label: str) -> int:
    """How long a track is, as a screen reader is told."""
    return int(label.split(", ")[1].split()[0])


def mouse_turn(guest: Guest) -> None:
    """Claim the longest route there is, else draw two cards from the deck."""
    page = guest.page
    glowing = guest.claimable()
    if glowing and spaces(glowing[0][1]) >= 3:
        page.mouse.click(*guest.middle(glowing[0][0]))
        page.wait_for_selector(".ask, [data-ready=false], .final, .counting")
        guest.answer_question()
    elif page.locator("[data-two]:enabled").count():
        page.locator("[data-two]").click()
    elif page.locator("[data-place].can").count():
        page.locator("[data-place].can").first.click()
    elif glowing:
        page.mouse.click(*guest.middle(glowing[0][0]))
        guest.answer_question()
    else:
        page.get_by_role("button", name="Pass").click()


def settled(guest: Guest) -> None:
    """Wait until a decision has gone through: the turn is another's, or the game is over."""
    guest.page.wait_for_selector(".status:not(.mine)[data-ready=false], .final, .counting")


def test_two_people_play_a_whole_game_by_mouse(tables: Tables) -> None:
    ada, bob = tables.two_people()
    ada.choose_tickets()
    bob.choose_tickets(3)
    for _ in range(400):
        mover = next(
            (g for g in (ada, bob) if g.page.locator("[data-ready=true]").count()),
            None,
        )
        if ada.is_over():
            break
        if mover is None:
            ada.page.wait_for_timeout(20)
            continue
        mouse_turn(mover)
        settled(mover)
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
        if ada.is_over():
            break
        glowing = ada.claimable()
        if glowing and spaces(glowing[0][1]) >= 3 - (tries > 120):
            # The list of routes: what can be claimed stands first.
            page.keyboard.press("r")
            page.wait_for_selector(".routes input:focus")
            name = glowing[0][1].split(",")[0]
            page.keyboard.type(name.replace("–", " "))
            page.keyboard.press("Tab")
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            for _ in range(3):
                if page.locator(".ask").count():
                    page.keyboard.press("Enter")
            page.evaluate("document.activeElement.blur()")
        elif page.locator(".deck.can").count():
            page.keyboard.press("d")
        elif page.locator("[data-place].can").count():
            place = page.locator("[data-place].can").first.get_attribute("data-place")
            page.keyboard.press(str(int(place or 0) + 1))
        else:
            page.keyboard.press("t")
            page.keyboard.press("Enter")
            page.wait_for_selector(".choice")
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        page.wait_for_timeout(60)
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
        if ada.is_over():
            break
        glowing = ada.claimable()
        if glowing and spaces(glowing[0][1]) >= 3:
            page.touchscreen.tap(*ada.middle(glowing[0][0]))
            # On touch a claim is confirmed first.
            page.wait_for_selector(".ask")
            while page.locator(".ask").count():
                option = page.locator(
                    ".ask [data-confirm], .ask [data-colour]:not([aria-pressed=true]),"
                    " .ask .options .button"
                ).last
                option.tap()
                page.wait_for_timeout(30)
        elif page.locator("[data-two]:enabled").count():
            page.locator("[data-two]").tap()
        else:
            page.locator("[data-place].can").first.tap()
        page.wait_for_timeout(60)
    assert ada.is_over()
    ada.skip_counting()
    expect(page.locator(".final tbody tr")).to_have_count(2)
