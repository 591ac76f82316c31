"""What the table page tells: offered tickets, the question asked, the log, tickets on a phone."""

import re

from playwright.sync_api import Locator, Page, expect

from . import clicks
from .tables import Guest, Tables
from .visits import until


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


def test_offered_tickets_say_what_they_take(tables: Tables) -> None:
    ada = tables.against_bots()
    page = ada.page
    notes = page.locator(".choice .note")
    expect(notes.first).to_have_text(re.compile(r"^\d+ spaces? to go$"))
    alone = [numbers(note)[0] for note in notes.all_inner_texts()]
    together = page.locator("[data-together]")
    expect(together).to_have_text("")
    boxes = page.locator(".choice input[type=checkbox]")
    boxes.nth(0).check()
    expect(together).to_have_text(f"Together they take {alone[0]} trains. You have 45.")
    boxes.nth(1).check()
    expect(together).not_to_have_text(f"Together they take {alone[0]} trains. You have 45.")
    both = numbers(together.inner_text())[0]
    assert max(alone[:2]) <= both <= sum(alone[:2])
    boxes.nth(1).uncheck()
    expect(together).to_have_text(f"Together they take {alone[0]} trains. You have 45.")
    # A screen reader hears the same of each.
    expect(boxes.nth(0)).to_have_attribute("aria-label", re.compile(r"\d+ spaces? to go$"))


def test_offered_tickets_are_told_with_those_held(tables: Tables) -> None:
    ada = tables.against_bots(options={"starts": 0})
    ada.choose_tickets()
    ada.my_turn()
    page = ada.page
    page.keyboard.press("t")
    page.keyboard.press("Enter")
    page.locator(".choice input[type=checkbox]").first.check()
    expect(page.locator("[data-together]")).to_have_text(
        re.compile(
            r"^Together with your tickets: (at most )?\d+ more trains?\. You have (only )?45"
        )
    )


def test_where_there_is_no_map_offered_tickets_count_cards(tables: Tables) -> None:
    ada = tables.against_bots("card_game", language="fr-FR")
    ada.page.locator(".choice input[type=checkbox]").first.check()
    expect(ada.page.locator("[data-together]")).to_have_text(
        re.compile(
            r"^Ensemble, elles demandent \d+ cartes\. Votre main et votre gare en ont \d+\.$"
        )
    )


def test_a_table_without_help_says_nothing_of_that(tables: Tables) -> None:
    ada = tables.guest("/new/usa")
    page = ada.page
    clicks.fill_seats(page, ["me", "bot:apprentice"])
    page.locator("details summary").click()
    page.get_by_role("switch", name="Hints").uncheck()
    clicks.open_table(page)
    page.locator(".choice input[type=checkbox]").first.check()
    expect(page.locator(".choice .button.primary")).to_be_visible()
    expect(page.locator(".choice .note, [data-together]")).to_have_count(0)


def test_the_status_line_follows_the_question(tables: Tables) -> None:
    ada = tables.guest("/learn/usa", settings={"confirm": "always"})
    page = ada.page
    page.get_by_role("button", name="Start the lesson").click()
    page.get_by_role("button", name="Leave the lesson").click()
    ada.choose_tickets(3)
    ada.my_turn()
    expect(ada.status).to_have_text("Your turn: draw cards, claim a route or draw tickets.")
    track = int(page.locator('[data-id="denver-santa_fe"]').get_attribute("data-track") or 0)
    page.mouse.click(*ada.middle(track))
    ask = page.locator(".ask")
    expect(ada.status).to_have_text(re.compile(r"^Claim Denver–Santa Fe(\?|: .*\?)$"))
    # The question is heard once: where the keyboard goes. The line itself is not read out.
    expect(ask).to_have_attribute("aria-label", ada.status.inner_text())
    assert page.evaluate(
        "!document.querySelector('[data-status]').closest('[aria-live], [role=status]')"
    )
    page.keyboard.press("Escape")
    expect(ask).to_have_count(0)
    expect(ada.status).to_have_text("Your turn: draw cards, claim a route or draw tickets.")
    page.keyboard.press("t")
    expect(ada.status).to_have_text("Draw tickets?")
    page.keyboard.press("Escape")
    page.locator("[data-pile=white]").click()
    expect(ada.status).to_have_text("Pay with white cards: which route?")
    expect(page.locator("[aria-live=polite]")).to_have_text("Pay with white cards: which route?")


def test_a_touched_ticket_lights_up_until_it_is_touched_again(tables: Tables) -> None:
    phone = tables.against_bots(size=(390, 844), touch=True)
    phone.choose_tickets()
    phone.my_turn()
    page = phone.page
    page.locator("nav.bar button").first.tap()
    tickets = page.locator(".tickets li button")
    rings = page.locator("g.city .ring")
    expect(tickets.first).to_contain_text("to go")
    expect(rings).to_have_count(0)
    tickets.nth(0).tap()
    expect(rings).to_have_count(2)
    expect(page.locator("g.track.lit").first).to_be_attached()
    expect(tickets.nth(0)).to_have_attribute("aria-pressed", "true")
    first = rings.first.evaluate("e => e.closest('[data-city]').dataset.city")
    tickets.nth(1).tap()
    expect(rings).to_have_count(2)
    expect(tickets.nth(0)).to_have_attribute("aria-pressed", "false")
    tickets.nth(0).tap()
    expect(tickets.nth(0)).to_have_attribute("aria-pressed", "true")
    assert rings.first.evaluate("e => e.closest('[data-city]').dataset.city") == first
    tickets.nth(0).tap()
    expect(rings).to_have_count(0)
    expect(page.locator("g.track.lit")).to_have_count(0)


def test_a_ticket_is_lit_by_the_keyboard_too(ada: Guest) -> None:
    ada.my_turn()
    page = ada.page
    ticket = page.locator(".tickets li button").first
    rings = page.locator("g.city .ring")
    ticket.focus()
    expect(rings).to_have_count(2)
    page.keyboard.press("Enter")
    expect(ticket).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(rings).to_have_count(2)
    page.keyboard.press("Enter")
    expect(ticket).to_have_attribute("aria-pressed", "false")
    expect(rings).to_have_count(0)


WATCHED = """async () => {
  const seats = [1, 2, 3].map(() => ({ kind: 'bot', bot: 'apprentice' }));
  const body = { game: 'usa', seats, start: true, listed: true, bot_pace: 0.03 };
  const made = await fetch('/api/tables', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
  });
  return (await made.json()).table.id;
}"""
AT_END = "e => e.scrollTop + e.clientHeight >= e.scrollHeight - 2"


def waits_for_lines(page: Page, log: Locator, more: int) -> None:
    count = log.locator("li").count()
    until(
        page,
        "(n) => document.querySelectorAll('.log li').length >= n"
        " || document.querySelector('.final')",
        count + more,
    )


def test_the_log_follows_fast_bots_until_its_reader_scrolls_up(tables: Tables) -> None:
    guest = tables.guest("/")
    page = guest.page
    page.goto(f"/table/{page.evaluate(WATCHED)}")
    log = page.locator(".log ol")
    newest = page.get_by_role("button", name="Newest")
    waits_for_lines(page, log, 40)
    expect(newest).to_have_count(0)
    until(page, f"() => ({AT_END})(document.querySelector('.log ol'))")
    log.hover()
    page.mouse.wheel(0, -300)
    expect(newest).to_be_visible()
    waits_for_lines(page, log, 10)
    expect(newest).to_be_visible()
    assert not log.evaluate(AT_END)
    newest.click()
    expect(newest).to_have_count(0)
    until(page, f"() => ({AT_END})(document.querySelector('.log ol'))")


def test_who_came_and_went_before_the_game_stands_in_the_log(tables: Tables) -> None:
    ada, bob = tables.two_people()
    for guest in (ada, bob):
        expect(guest.page.locator(".log")).to_contain_text("Bob took a seat")


def test_a_paused_game_asks_nobody(tables: Tables) -> None:
    ada, _ = tables.two_people()
    page = ada.page
    expect(page.locator(".status.mine")).to_be_visible()
    page.locator(".tools .button").last.click()
    page.get_by_role("button", name="Pause the game").click()
    expect(ada.status).to_have_text("The game is paused.")
    expect(page.locator(".status.mine")).to_have_count(0)
