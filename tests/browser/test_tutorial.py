"""The lessons, played through as a beginner would: doing what the words say, where they point, and
otherwise."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.scale import scaled

from .visits import Visits, becomes, until

CLAIM = re.compile(
    "glow|marked route|[Cc]laim (another|Santa Fe)"
    "|brille|route indiquée|[Pp]renez (une autre route|Santa Fe)"
)
"""What the lessons say when a track or a city is to be chosen."""

NEXT = """claims => {
  const able = (selector) => [...document.querySelectorAll(selector)].filter((e) =>
    e.getClientRects().length && !e.disabled && e.ariaDisabled !== 'true');
  const reach = (e) => {
    e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    const top = document.elementFromPoint(x, y);
    return e.contains(top) || top?.closest('.window, label')?.contains(e) ? [x, y] : null;
  };
  const next = able('aside.bubble .button.primary')[0]
    ?? able('.choice input:not(:checked)')[0] ?? able('.choice .button.primary')[0]
    ?? able('.ask :is([data-confirm], [data-colour], .options .button)').at(-1)
    ?? able('.lay .button.primary').at(-1)
    // What is taken up and cannot be laid wants locomotives.
    ?? (able('.hand [aria-pressed=true]').length
      ? able('[data-pile=locomotive] [aria-pressed=false]').at(-1) : able('[data-lay]')[0]);
  if (next) return reach(next);
  const places = claims ? able('.claimable .cell, .choosable .choose') : [];
  return places.map(reach).find((at) => at) ?? able('[data-deck]').map(reach)[0];
}"""
"""Where what the lesson asks for is; nothing while it waits or something lies over it."""


def lesson(visits: Visits, game: str, **how: Any) -> Page:
    page = visits.visitor(f"/learn/{game}", settings={"name": "Ada", "sound": "off"}, **how)
    page.get_by_role("button", name=re.compile("Start the lesson|Commencer la leçon")).click()
    page.locator("aside.bubble").wait_for()
    return page


def words(page: Page) -> str:
    said: str = page.evaluate("document.querySelector('aside.bubble p')?.innerText ?? ''")
    return said


def obey(page: Page, said: str) -> None:
    """Do the next thing the lesson asks for, if it is one's turn."""
    at = page.evaluate(NEXT, bool(CLAIM.search(said)))
    if at:
        page.mouse.click(*at)


WATCH_LIGHTS = """() => {
  window.wasLit = new Set();
  const look = () => wasLit.add(document.querySelectorAll('g.track.lit').length);
  new MutationObserver(look).observe(document.querySelector('.board'),
    { subtree: true, childList: true, attributes: true });
}"""
"""Notes how many tracks were lit at a time: a busy machine may look too late."""

GAMES, LANGUAGES = ["usa", "france", "old_west", "card_game"], ["en-GB", "fr-FR"]
LESSONS = scaled(
    list(zip(GAMES, LANGUAGES * 2, strict=True)),
    [(game, language) for game in GAMES for language in LANGUAGES],
)


@pytest.mark.parametrize(("game", "language"), LESSONS)
def test_a_beginner_gets_through_the_lesson(visits: Visits, game: str, language: str) -> None:
    page = lesson(visits, game, language=language)
    heard: list[str] = []
    for _ in range(5000):  # minutes: nobody waits longer than needed
        said = words(page)
        if not said:
            break
        if said not in heard:
            heard.append(said)
        obey(page, said)
        page.wait_for_timeout(50)
    assert heard[-1].startswith(("That is all you need.", "C’est tout ce qu’il faut savoir."))
    expect(page.locator("aside.bubble")).to_have_count(0)
    # The game goes on as any other.
    expect(page.locator("[data-status]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-status]")).to_be_visible()
    expect(page.locator("aside.bubble")).to_have_count(0)


def pointed_at(page: Page, selector: str) -> None:
    """The ring stands around a thing."""
    until(
        page,
        """(selector) => {
          const [ring, thing] = ['.ring', selector].map(
            (s) => document.querySelector(s)?.getBoundingClientRect(),
          );
          const near = (a, b) => Math.abs(a + 6 - b) < 3;
          return ring && thing && near(ring.x, thing.x) && near(ring.y, thing.y);
        }""",
        selector,
    )


def test_the_first_lesson_goes_by_its_script(visits: Visits) -> None:
    """Choose tickets, draw a pair, claim two routes, and the first ticket is done."""
    page = lesson(visits, "usa")
    bubble, on = page.locator("aside.bubble"), page.locator("aside.bubble .button.primary")
    expect(bubble).to_contain_text("Welcome!")
    on.click()
    expect(bubble).to_contain_text("Keep Denver–El Paso")
    pointed_at(page, ".choice")
    for ticket in ("El Paso", "Santa Fe"):
        page.locator(".choice label", has_text=ticket).locator("input").check()
    page.locator(".choice .button.primary").click()
    expect(bubble).to_contain_text("This is your hand")
    pointed_at(page, ".hand")
    on.click()
    for place, words in ((3, "two black cards lie face up"), (4, "the other black one")):
        expect(bubble).to_contain_text(words)
        pointed_at(page, f'[data-place="{place}"]')
        page.locator(f'[data-place="{place}"]').click()
    expect(bubble).to_contain_text("Now the other player moves")
    on.click()
    for track, words, colour in (
        ("denver-santa_fe", "Denver–Santa Fe has two grey spaces", "white"),
        ("el_paso-santa_fe", "claim Santa Fe–El Paso", "black"),
    ):
        expect(bubble).to_contain_text(words)
        pointed_at(page, f'[data-id="{track}"]')
        page.evaluate(WATCH_LIGHTS)
        page.locator(f'[data-id="{track}"]').focus()
        page.keyboard.press("Enter")
        if page.locator(".ask [data-colour]").count():
            page.locator(f".ask [data-colour={colour}]").click()
        if colour == "white":
            expect(bubble).to_contain_text("Your trains are down")
            on.click()
    # What joins them lights up for a moment, and whenever one looks at the ticket.
    until(page, "() => wasLit.has(2)")
    expect(bubble).to_contain_text("Denver and El Paso are joined")
    expect(page.locator("g.track.lit")).to_have_count(0)
    page.locator(".tickets button", has_text="completed").hover()
    lit = page.locator("g.track.lit")
    joined = ["denver-santa_fe", "el_paso-santa_fe"]
    becomes(page, lambda: lit.evaluate_all("all => all.map((e) => e.dataset.id).sort()"), joined)


def test_a_lesson_points_at_what_it_speaks_of_and_survives_a_reload(visits: Visits) -> None:
    page = lesson(visits, "usa", size=(390, 844))
    page.keyboard.press("n")
    expect(page.locator("aside.bubble")).to_contain_text("Three tickets are on offer")
    page.reload()
    expect(page.locator("aside.bubble")).to_contain_text("Three tickets are on offer")
    pointed_at(page, ".choice")


def test_a_lesson_can_be_left(visits: Visits) -> None:
    page = lesson(visits, "usa")
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.locator("aside.bubble")).to_have_count(0)
    page.reload()
    expect(page.locator(".choice")).to_be_visible()
    expect(page.locator("aside.bubble")).to_have_count(0)
