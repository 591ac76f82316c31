"""The window is used: how large the map is, that nothing is cut off, where questions stand.

Each table is opened once and its window then made larger and smaller.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.scale import scaled

from .layout import CUT, DESKTOP, SIZES, applies, cut_off, resized
from .tables import Guest, Tables
from .visits import FinishedGame, Visits, drawn, until

SEATS = {"usa": 5, "france": 5, "old_west": 6, "card_game": 4}
OFFERED = {"usa": 3, "france": 5, "old_west": 5, "card_game": 6}
MAPS = ["usa", "france", "old_west"]

DRAWN = {"usa": 0.595, "france": 0.455, "old_west": 0.51}
"""Pixels to a board unit at 1440×900, at least. With that the targets of tracks side by side are
wide enough: `web/src/lib/board/aim.test.ts` has the same numbers."""

MAP = """() => {
  const stage = document.querySelector('.stage').getBoundingClientRect();
  const around = (selector) => {
    const all = [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
    const least = (side) => Math.min(...all.map((r) => r[side]));
    const most = (side) => Math.max(...all.map((r) => r[side]));
    const [left, top, right, bottom] = [least('left'), least('top'), most('right'), most('bottom')];
    return { left, right, top, bottom, width: right - left, height: bottom - top };
  };
  // The cities, and the dead ends that are a zone: their names do not count.
  const play = around('.board :is(.dot, .sign)');
  const { left, right, top, bottom } = around('.board :is(.dot, .sign, .name, .zone)');
  const names = [...document.querySelectorAll('.board .name')];
  return {
    share: Math.max(play.width / stage.width, play.height / stage.height),
    // A line of text is a little higher than its letters.
    outside: Math.max(stage.left - left, right - stage.right, stage.top - top - 3,
      bottom - stage.bottom - 3),
    name: Math.min(...names.map((e) => Number(e.getAttribute('font-size')) * e.getScreenCTM().a)),
    scale: names[0].getScreenCTM().a,
    stage: [stage.width, stage.height],
  };
}"""

CLIPPED = """([within, cities, notes]) => {
  const found = new Set();
  for (const card of document.querySelectorAll(`${within} .ticket`)) {
    const [name, other, note] = card.querySelectorAll('.name, .note');
    for (const said of notes)
      for (const city of cities) {
        [name.textContent, other.textContent, note.textContent] = [city, city, said];
        if (name.scrollWidth > name.clientWidth) found.add(`"${city}" beside "${said}"`);
        const out = card.scrollHeight - card.clientHeight;
        if (out > 0) found.add(`two names and "${said}" by ${out} px`);
      }
  }
  return [...found];
}"""
"""What is clipped on tickets, whichever cities and notes stand on them."""

LONG_NOTES = ["12 spaces to go", "encore 12 espaces"]

HIDDEN = """async ([selector, parts, far, every]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const board = document.querySelector('.board');
  const asked = [...board.querySelectorAll(selector)].filter((_, i) => i % every === 0)
    .map((e) => e.dataset.track ?? e.dataset.city);
  const find = (id) => board.querySelector(`[data-track="${id}"], [data-city="${id}"]`);
  const hidden = [];
  const height = () => Math.round(document.querySelector('.stage').offsetHeight);
  const heights = new Set([height()]);
  for (const id of asked) {
    const key = (key) =>
      find(id).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    key('Enter');
    for (let i = 0; i < 3; i++) await frame();
    const ask = document.querySelector('.ask')?.getBoundingClientRect();
    heights.add(height());
    if (!ask) hidden.push(`${id}: no question`);
    else if (ask.left < 0 || ask.right > innerWidth || ask.bottom > innerHeight)
      hidden.push(`${id}: out of the window`);
    const spoken = [...find(id).querySelectorAll('.cell, .dot')];
    for (const city of parts[id] ?? [id])
      spoken.push(find(city).querySelector('.dot, .sign'));
    let away = Infinity;
    for (const e of spoken) {
      const r = e.getBoundingClientRect();
      if (ask) away = Math.min(away, Math.hypot(
        Math.max(r.left - ask.right, ask.left - r.right, 0),
        Math.max(r.top - ask.bottom, ask.top - r.bottom, 0)));
      if (ask && Math.min(r.right, ask.right) > Math.max(r.left, ask.left)
        && Math.min(r.bottom, ask.bottom) > Math.max(r.top, ask.top))
        hidden.push(`${find(id).ariaLabel}: ${e.className.baseVal} under the question`);
    }
    if (away > far)
      hidden.push(`${find(id).ariaLabel}: the question is ${away.toFixed(0)} px away`);
    key('Escape');
    key('Escape');
    await frame();
  }
  if (heights.size > 1) hidden.push(`the stage is ${[...heights].join(', then ')} pixels high`);
  return [asked.length, hidden];
}"""
"""Ask about what glows, each or every so many, and tell what a question hides or is far from."""

EVERY = scaled(3, 1)
"""Of the many beds and cities that glow every so many; `room.test.ts` places a question for all."""

NEARBY = 200
"""Pixels at most between a question and the nearest of what it speaks of."""


def long_names(game: str) -> list[str]:
    """The cities that take the most room: those with the most letters."""
    return sorted({city.name for city in bl.load_board(game).cities}, key=len)[-10:]


def clipped(page: Page, game: str, within: str) -> list[str]:
    """What is clipped on tickets that are shown, once their notes are there."""
    noted = """(within) => [...document.querySelectorAll(`${within} .ticket`)]
      .every((card) => card.querySelector('.note'))"""
    until(page, noted, within)
    found: list[str] = page.evaluate(CLIPPED, [within, long_names(game), LONG_NOTES])
    return found


def names_clipped(page: Page, game: str, within: str) -> list[str]:
    """The cities that would not be whole on a ticket, at every size at which it is shown.

    Tickets are left with other names than theirs.
    """
    found = []
    for size in (each for each in SIZES if applies(within, each)):
        resized(page, size)
        found += [f"{size[0]}×{size[1]}: {each}" for each in clipped(page, game, within)]
    return found


@pytest.mark.parametrize("game", MAPS)
def test_the_map_uses_the_window_and_nothing_is_cut_off(tables: Tables, game: str) -> None:
    ada = tables.against_bots(game, seats=SEATS[game], size=DESKTOP)
    page = ada.page
    page.wait_for_selector(".choice")
    page.wait_for_selector(".board .name")
    drawn(page)
    at = page.evaluate(MAP)
    assert at["name"] >= 12, f"names are {at['name']:.1f} px high"
    assert at["scale"] >= DRAWN[game], f"{at['scale']:.3f} px to a board unit"

    expect(page.locator(".choice li")).to_have_count(OFFERED[game])
    always = (".player", ".player .points", ".status", "[data-status]")
    offered = (".choice li", ".choice .points", ".choice .button.primary")
    supply = (".side table td, .own table td, .lower table td",) if game == "france" else ()
    for size in SIZES:
        resized(page, size)
        assert cut_off(page, size, *always, *offered) == [], size
        share = page.evaluate(MAP)["share"]
        assert share >= 0.92, f"{size}: the play area takes {share:.1%} of the stage"
    assert names_clipped(page, game, ".choice") == []

    resized(page, DESKTOP)
    ada.choose_tickets(OFFERED[game])
    page.wait_for_selector(".market")
    held = (*supply, ".hand .pile", ".market button", ".tickets li")
    for size in SIZES:
        resized(page, size)
        assert cut_off(page, size, *always, *held) == [], size
        at = page.evaluate(MAP)
        assert at["outside"] <= 0, f"{size}: a name lies {at['outside']:.1f} px outside the stage"
    assert names_clipped(page, game, ".tickets") == []


def ends_of(ada: Guest, game: str) -> dict[str, list[str]]:
    """The two cities of every track, by its number."""
    board: Any = ada.tables.served.client.request_now("GET", f"/api/games/{game}/board")
    return {str(i): track["ends"] for i, track in enumerate(board["tracks"])}


def test_a_question_stands_near_what_it_speaks_of(tables: Tables) -> None:
    # In a small window the question takes the most of the board.
    ada = tables.against_bots("france", seats=2, size=(1280, 720), settings={"confirm": "always"})
    ada.choose_tickets(3)
    ada.my_turn()
    page = ada.page
    ends = ends_of(ada, "france")
    page.locator("[data-two]").click()
    expect(page.locator("[data-ready=true] [data-status]")).to_contain_text("Lay a track piece")
    asked, hidden = page.evaluate(HIDDEN, ["g.track.claimable", ends, NEARBY, EVERY])
    assert hidden == []
    assert asked * EVERY > 60, "of every bed a piece can be laid on"


def test_a_question_about_a_city_stands_near_it(tables: Tables) -> None:
    ada = tables.against_bots("old_west", seats=2, size=DESKTOP)
    ada.choose_tickets(3)
    ada.my_turn()
    ada.page.wait_for_selector("g.city.choosable")
    asked, hidden = ada.page.evaluate(HIDDEN, ["g.city.choosable", {}, NEARBY, EVERY])
    assert hidden == []
    assert asked * EVERY > 30


def test_a_question_of_the_first_turn_hides_no_track(tables: Tables) -> None:
    ada = tables.against_bots("usa", seats=2, size=(1280, 720), settings={"confirm": "always"})
    ada.choose_tickets(2)
    ada.my_turn()
    about = ["g.track.claimable", ends_of(ada, "usa"), NEARBY, 1]
    asked, hidden = ada.page.evaluate(HIDDEN, about)
    assert hidden == []
    assert asked > 3


HIGH_QUESTIONS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.ask { min-height: 15rem }');
  document.adoptedStyleSheets = [sheet];
}"""
"""As high as with nine colours, points for others and what would be cut off."""


def test_a_question_on_a_phone_leaves_the_map_its_size_and_lifts_what_it_would_hide(
    tables: Tables,
) -> None:
    phone: dict[str, Any] = {"size": (360, 640), "touch": True}
    ada = tables.against_bots("usa", settings={"confirm": "always"}, **phone)
    ada.choose_tickets(2)
    ada.my_turn()
    about = ["g.track.claimable", ends_of(ada, "usa"), 1000, 1]
    asked, hidden = ada.page.evaluate(HIDDEN, about)
    assert hidden == []
    assert asked > 3
    ada.page.evaluate(HIGH_QUESTIONS)
    assert ada.page.evaluate(HIDDEN, about) == [asked, []]


def test_a_ticket_tapped_on_a_phone_lights_up_on_a_map_in_sight(tables: Tables) -> None:
    ada = tables.against_bots("old_west", seats=2, size=(390, 844), touch=True)
    ada.choose_tickets(5)
    page = ada.page
    tickets = page.locator("[data-drawer=tickets]")
    tickets.tap()
    page.locator(".tickets button").first.tap()
    expect(page.locator("g.city .ring")).to_have_count(2)
    drawn(page)
    assert page.evaluate(CUT, [".tickets li", "g.city:has(.ring)"]) == []
    at = page.evaluate(MAP)
    assert at["outside"] <= 0, f"a name lies {at['outside']:.1f} px outside the stage"
    assert clipped(page, "old_west", ".tickets") == []
    assert at["share"] > 0.85, f"the play area takes {at['share']:.1%} of the stage {at['stage']}"
    drawer, stage = page.locator(".drawer").bounding_box(), page.locator(".stage").bounding_box()
    assert drawer is not None
    assert stage is not None
    assert drawer["y"] >= stage["y"] + stage["height"], "the drawer lies over the map"
    page.locator(".tickets button").first.tap()
    expect(page.locator("g.city .ring")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)
    expect(tickets).to_be_focused()


@pytest.mark.parametrize("game", ["old_west", "card_game"])
def test_a_low_phone_shows_the_map_the_tickets_and_their_button(tables: Tables, game: str) -> None:
    """As low as a phone's window is between the bars of its browser, in the longer language."""
    phone: dict[str, Any] = {"size": (360, 640), "touch": True, "language": "fr-FR"}
    ada = tables.against_bots(game, seats=SEATS[game], **phone)
    page = ada.page
    page.locator(".choice li").last.wait_for()
    drawn(page)
    assert page.evaluate(CUT, ["[data-status]", ".player", ".choice .button.primary"]) == []
    stage, bar = (page.locator(which).bounding_box() for which in (".stage", "nav.bar"))
    choice = page.locator(".choice").bounding_box()
    assert stage is not None
    assert bar is not None
    assert choice is not None
    assert stage["height"] >= 90
    assert choice["y"] + choice["height"] <= bar["y"] + 1, "the choice lies over the bar"
    page.locator(".choice li").last.tap()
    expect(page.locator(".choice input").last).to_be_checked()
    ada.choose_tickets(OFFERED[game])
    page.wait_for_selector(".market")
    drawn(page)
    assert page.evaluate(CUT, [".player", ".market button", ".hand .pile"]) == []
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["height"] >= 150


def test_a_replay_shows_the_whole_map_and_its_buttons(
    visits: Visits, finished: FinishedGame
) -> None:
    page = visits.visitor(finished("usa").at("60.open"), size=DESKTOP)
    page.wait_for_selector(".board .name")
    for size in SIZES:
        resized(page, size)
        shown = ".board .dot", ".bar button", ".bar input", "header button", "header select"
        assert page.evaluate(CUT, list(shown)) == [], size
        at = page.evaluate(MAP)
        assert at["share"] > 0.75, f"{size}: the map takes {at['share']:.1%} of {at['stage']}"
