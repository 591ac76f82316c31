"""The Card Game uses the window: cards, stations, name plates and notices are whole at any size."""

from playwright.sync_api import expect

from . import clicks
from .layout import CUT, DESKTOP, SIZES, cut_off, resized
from .tables import Tables
from .test_screens import rejoin
from .visits import Finished

CARD_BREADTHS = """() => [...document.querySelectorAll('.yard .rows')].map((rows) => {
  const card = rows.appendChild(document.createElement('li'));
  card.style.cssText = 'position: absolute; width: var(--wide)';
  const { width } = card.getBoundingClientRect();
  card.remove();
  return width;
})"""
"""How broad a card laid in each yard would be."""


def test_the_cards_of_the_card_game_are_not_cut_off(tables: Tables) -> None:
    ada = tables.against_bots("card_game", seats=4, size=DESKTOP)
    page = ada.page
    page.wait_for_selector(".choice")
    expect(page.locator(".choice li")).to_have_count(6)
    offered = (".player", ".player .points", ".choice li", ".choice .button.primary")
    for size in SIZES:
        resized(page, size)
        assert cut_off(page, size, *offered) == [], size
    resized(page, DESKTOP)
    ada.choose_tickets(3)
    ada.my_turn()
    # What is said has the least room on a phone, and pushes nothing out of the window.
    page.keyboard.press("i")
    page.wait_for_selector(".say")
    held = (".player", ".player .points", ".hand .pile", ".market button", ".say .button")
    for size in SIZES:
        resized(page, size)
        assert cut_off(page, size, *held) == [], size
        assert page.evaluate(CUT, [".yard.own .ground", "[data-station] .platform > *"]) == [], size
        assert min(page.evaluate(CARD_BREADTHS)) >= 24, size
        # Either all yards are in sight, or the page says that there is more.
        cut = page.evaluate(CUT, [".yard"])
        expect(page.locator("[data-more]"), f"{size}, {cut}").to_have_count(1 if cut else 0)


ALL_AHEAD = """() => {
  for (const ahead of document.querySelectorAll('[data-station] .ahead')) {
    ahead.classList.add('crowd');
    while (ahead.children.length < 4) ahead.append(ahead.firstElementChild.cloneNode(true));
    for (const mark of ahead.children) {
      mark.setAttribute('width', '0.95rem');
      mark.setAttribute('height', '0.95rem');
    }
  }
  for (const done of document.querySelectorAll('[data-completed]')) done.lastChild.data = '12';
  for (const name of document.querySelectorAll('.yard h2 span')) name.textContent = 'Nocturne';
}"""
"""As wide as it gets: four are ahead for every big city, with twelve tickets each."""

TOO_NARROW = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth)
  .map((e) => e.textContent)"""
"""What of some texts has dots in place of its end."""


LONG_LOSS = """() => {
  for (const told of document.querySelectorAll('.yard.own .note .told'))
    told.textContent = 'Nocturne vous a volé 3 violettes, 2 locomotives avec 5 violettes, '
      + '1 locomotive';
  for (const set of document.querySelectorAll('.yard.own .note .brief .set'))
    for (let i = set.children.length; i < 2; i++) set.append(set.firstElementChild.cloneNode(true));
}"""
"""As long as it gets: each row has cards and locomotives."""

OUT_OF_NOTE = """() => {
  const note = document.querySelector('.yard.own .note');
  const row = note.closest('.row').getBoundingClientRect(), box = note.getBoundingClientRect();
  const shown = [...note.querySelectorAll('.told, .brief')].filter((e) => e.clientWidth > 1);
  const out = shown.map((e) => e.getBoundingClientRect()).map((r) => Math.max(
    box.left - r.left, box.top - r.top, r.right - box.right, r.bottom - box.bottom));
  return [shown.length, ...[...out, box.height - row.height, box.right - row.right]
    .map((by) => by > 1)];
}"""
"""How many ways say what was lost, and whether that sticks out of its place anywhere."""


def after_a_robbery(game: Finished) -> int:
    """How many steps before the end somebody whose row was robbed is to move."""
    lost = set()
    for step in game.steps:
        lost.discard(step["seat"])
        lost |= {e["seat"] for e in step["events"] if e["event"] == "robbed"}
        if any(e["event"] == "turn" and e["seat"] in lost for e in step["events"]):
            return len(game.steps) - int(step["step"]) - 1
    raise AssertionError("nobody is robbed in this game")


def test_what_says_who_leads_who_plays_and_who_robbed_is_whole(tables: Tables) -> None:
    over = tables.finished_game("card_game", bots=4)
    game = Finished(clicks.replay_link(over), tables.get(over, "/replay")["steps"])
    page = rejoin(tables, game, after_a_robbery(game), size=DESKTOP).page
    page.wait_for_selector(".yard.own [data-lost]")
    page.evaluate(LONG_LOSS)
    for size in SIZES:
        resized(page, size)
        assert page.evaluate(OUT_OF_NOTE) == [1, False, False, False], size
    page = rejoin(tables, game, 4, size=DESKTOP).page
    page.wait_for_selector("[data-station] .ahead")
    expect(page.locator("[data-completed]")).to_have_count(4)
    for size in SIZES:
        resized(page, size)
        page.evaluate(ALL_AHEAD)
        cut = page.evaluate(CUT, ["[data-station] .ahead > *", "[data-station] b"])
        # What lies below the window of a phone is scrolled to.
        assert [each for each in cut if size[0] > 760 and size[1] > 480] == [], size
        assert page.evaluate(TOO_NARROW, "[data-station] .sign, .yard h2 span") == [], size
        assert page.evaluate(TOO_NARROW, "[data-station] .platform, .yard header") == [], size
