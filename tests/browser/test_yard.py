"""The Card Game's table: cards are taken up by touching or dragging them, nothing moves that need
not, and the track fills the tickets."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from . import visits
from .layout import crowded
from .plans import with_cards
from .players import Player, Seen
from .tables import Guest, Tables

DESKTOP = (1440, 900)
MOVING = {"motion": "full"}

PLACES = """() => Object.fromEntries(
  ['.yards', '.hand', '.rack', '.lay', '.yard', '[data-ticket]', '.pile'].flatMap((s) =>
    [...document.querySelectorAll(s)].map((e, i) => {
      const { x, y, width, height } = e.getBoundingClientRect();
      return [s + i, [x, y, width, height].map(Math.round)];
    })))"""
"""Where everything is, but for what is taken up."""

VISIBLE = """(selector) => [...document.querySelector(selector).children].filter((e) => {
  const r = e.getBoundingClientRect();
  return !e.contains(document.elementFromPoint(r.x + 6, r.bottom - 3))
    || !e.contains(document.elementFromPoint(r.x + 6, r.y + 3));
}).map((e) => e.outerHTML)"""
"""What of something is hidden, or out of the window."""

COUNT_FLIGHTS = """() => {
  window.flights = [];
  new MutationObserver((all) => all.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.className === 'tb-flight') window.flights.push(performance.now());
  }))).observe(document.body, { childList: true });
}"""


def until(player: Player, wanted: Callable[[Seen], bool]) -> Seen:
    """Play on until something is to be seen."""
    for _ in range(600):
        seen = player.look()
        assert not seen["over"], "the game is over"
        if wanted(seen):
            return seen
        player.step(seen)
    raise AssertionError("never seen")


def drawing_only(seen: Seen, player: Player) -> tuple[str, object]:
    """Keep two tickets, then draw: the hand grows."""
    if seen["tickets"]:
        return "keep", [0, 1]
    return ("two", None) if seen["two"] else ("deck", None)


def with_a_suit(tables: Tables, **how: Any) -> tuple[Guest, str]:
    """Somebody whose turn it is, with three cards of a colour that can be laid."""
    guest = tables.against_bots("card_game", size=DESKTOP, **how)
    player = Player(guest, "mouse", drawing_only)
    seen = until(
        player,
        lambda seen: seen["phase"] == "turn" and any(seen["hand"][c] > 2 for c in seen["lays"]),
    )
    colour = next(c for c in seen["lays"] if seen["hand"][c] > 2 and c not in seen["theirs"])
    return guest, colour


def card(page: Page, colour: str, take: int = 1) -> tuple[float, float]:
    """Where a card of the hand is touched: the one that comes with those over it."""
    box = page.locator(f'[data-pile="{colour}"] [data-take="{take}"]').bounding_box()
    assert box
    return box["x"] + min(12, box["width"] / 2), box["y"] + box["height"] / 2


def laid(guest: Guest) -> list[dict[str, int]]:
    """What one has laid, by the server's log: rows go on to the track in one's next turn."""
    steps = guest.tables.get(guest.page, "")["steps"]
    events = [event for step in steps for event in step["events"]]
    return [
        {row["colour"]: row["cards"] + row["locomotives"] for row in event["rows"]}
        for event in events
        if event["event"] == "laid" and event["seat"] == 0
    ]


def lays(guest: Guest, rows: dict[str, int], by: Callable[[], None]) -> None:
    """What is done lays exactly some rows."""
    before = laid(guest)
    seq = guest.page.locator(".status").get_attribute("data-seq") or ""
    by()
    expect(guest.page.locator(".status")).not_to_have_attribute("data-seq", seq)
    assert laid(guest) == [*before, rows]


def test_cards_are_laid_by_touching_them(tables: Tables) -> None:
    guest, colour = with_a_suit(tables, settings=MOVING)
    page = guest.page
    fan = page.locator(f'[data-pile="{colour}"]')
    held = int(fan.get_attribute("data-count") or 0)
    visits.drawn(page)
    before = page.evaluate(PLACES)
    # A card comes with those that lie over it; those under it stay.
    page.mouse.click(*card(page, colour, 3))
    expect(fan.locator('[aria-pressed="true"]')).to_have_count(3)
    expect(page.locator(".yard.own .coming span.card")).to_have_count(3)
    page.mouse.click(*card(page, colour, 3))
    expect(fan.locator('[aria-pressed="true"]')).to_have_count(2)
    expect(page.locator(".yard.own .coming span.card")).to_have_count(2)
    # What opens moves nothing else.
    visits.becomes(page, lambda: page.evaluate(PLACES), before)
    page.keyboard.press("Escape")
    expect(fan.locator('[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator("[data-confirm]")).to_have_count(0)
    page.mouse.click(*card(page, colour, 2))
    page.evaluate(COUNT_FLIGHTS)
    lays(guest, {colour: 2}, page.locator(".lay [data-confirm]").click)
    visits.until(page, "() => flights.length >= 2")
    left = page.locator(f'[data-pile="{colour}"][data-count]')
    expect(left).to_have_attribute("data-count", str(held - 2))


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_on_a_phone_nothing_moves_when_cards_are_taken_up(
    tables: Tables, size: tuple[int, int]
) -> None:
    guest, colour = with_a_suit(tables)
    page = guest.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_selector(".bar")
    visits.drawn(page)

    def places() -> list[Any]:
        return [page.locator(each).bounding_box() for each in (".stage", ".market", ".hand")]

    before = places()
    page.locator(f'[data-pile="{colour}"]').click()
    # How many of them is a second line.
    expect(page.locator(".lay [data-cards]")).not_to_have_count(0)
    visits.drawn(page)
    assert places() == before
    assert page.evaluate(VISIBLE, ".lay") == []


class Pointer:
    """A mouse, or a finger, that presses, moves and lets go."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.touch = page.context.new_cdp_session(page) if touch else None

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one place and move to another."""
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if not self.touch:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*middle)
            self.page.mouse.move(*end)
            return
        for kind, (x, y) in [("touchStart", start), ("touchMove", middle), ("touchMove", end)]:
            points = [{"x": x, "y": y}]
            self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def let_go(self) -> None:
        if self.touch:
            self.touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            self.page.mouse.up()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_cards_are_dragged_into_the_yard(tables: Tables, touch: bool) -> None:
    guest, colour = with_a_suit(tables, touch=touch)
    page, pointer = guest.page, Pointer(guest.page, touch)
    yard = page.locator(".yard.own").bounding_box()
    assert yard
    middle = yard["x"] + yard["width"] / 2
    # Dropped beside the yard they are only taken up.
    pointer.drag(card(page, colour, 2), (middle, yard["y"] + yard["height"] + 30))
    expect(page.locator(".dragged span")).to_have_count(2)
    pointer.let_go()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator(f'[data-pile="{colour}"] [aria-pressed="true"]')).to_have_count(2)
    assert laid(guest) == []
    pointer.drag(card(page, colour, 3), (middle, yard["y"] + yard["height"] / 2))
    expect(page.locator(".yard.own.ready")).to_have_count(1)
    lays(guest, {colour: 3}, pointer.let_go)


def test_three_colours_and_what_does_not_go_together(tables: Tables) -> None:
    guest, colour = with_a_suit(tables)
    page = guest.page
    player = Player(guest, "mouse", drawing_only)
    until(player, lambda seen: page.locator("[data-single]").count() >= 3 and seen["two"])
    up = page.locator('.hand [aria-pressed="true"]')
    singles = page.locator("[data-single]")
    first, second, third = [singles.nth(i).get_attribute("data-single") or "" for i in range(3)]
    for n, single in enumerate([first, second, third], start=1):
        page.mouse.click(*card(page, single, 1))
        expect(up).to_have_count(n)
    expect(page.locator(".yard.own .coming")).to_have_count(3)
    # A second card of a colour goes with none of the others.
    page.mouse.click(*card(page, colour, 2))
    expect(page.locator(f'[data-pile="{colour}"] [aria-pressed="true"]')).to_have_count(2)
    expect(up).to_have_count(2)
    page.keyboard.press("Escape")
    for single in [first, second, third]:
        page.mouse.click(*card(page, single, 1))
    lays(guest, {first: 1, second: 1, third: 1}, page.locator(".lay [data-confirm]").click)


def test_by_arrows_and_enter(tables: Tables) -> None:
    guest, colour = with_a_suit(tables)
    page = guest.page
    # One stop by Tab for each colour.
    fans, stops = page.locator(".hand [data-count]"), page.locator('.hand [tabindex="0"]')
    expect(stops).to_have_count(fans.count())
    page.keyboard.press("l")
    first = page.locator("[data-lay]").first.get_attribute("data-lay") or ""
    expect(page.locator(":focus")).to_have_attribute("data-lay", first)
    page.locator(f'[data-lay="{colour}"]').focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(":focus")).to_have_attribute("data-take", "2")
    expect(page.locator(":focus")).to_have_accessible_name(f"2 {colour}")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-pile="{colour}"] [aria-pressed="true"]')).to_have_count(2)
    page.locator(".lay [data-confirm]").focus()
    lays(guest, {colour: 2}, lambda: page.keyboard.press("Enter"))


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_the_row_to_be_robbed_is_marked_before(tables: Tables, motion: str) -> None:
    guest = tables.against_bots("card_game", size=DESKTOP, settings={"motion": motion})
    page = guest.page
    player = Player(guest, "mouse", with_cards)
    seen = until(player, lambda seen: bool(set(seen["lays"]) & set(seen["theirs"])))
    colour = next(c for c in seen["lays"] if c in seen["theirs"])
    row = page.locator(f'.yard:not(.own) [data-row="{colour}"]')
    told = row.get_attribute("aria-label")
    visits.drawn(page)
    before = page.evaluate(PLACES)
    page.evaluate(COUNT_FLIGHTS)
    take_up_to_rob(player, colour, seen)
    expect(page.locator(f'.yard:not(.own) .robbed[data-row="{colour}"]')).to_have_count(1)
    expect(row).to_have_attribute("aria-label", f"{told}: this row would be robbed")
    shakes = row.evaluate("e => parseFloat(getComputedStyle(e).animationDuration) > 0.1")
    assert shakes == (motion == "full")
    expect(page.locator(".lay .rob")).to_contain_text("loses the")
    visits.becomes(page, lambda: page.evaluate(PLACES), before)
    page.locator(".lay").get_by_role("button", name="Cancel").click()
    expect(page.locator(".robbed")).to_have_count(0)
    take_up_to_rob(player, colour, seen)
    page.locator(".lay [data-confirm]").click()
    expect(row).to_have_count(0)
    if motion == "full":
        visits.until(page, "() => flights.length > 0")
    else:
        assert page.evaluate("flights.length") == 0


def take_up_to_rob(player: Player, colour: str, seen: Seen) -> None:
    """Take up all of a colour, and locomotives as far as they are needed."""
    page = player.page
    page.mouse.click(*card(page, colour, seen["hand"][colour]))
    for n in range(1, seen["hand"].get("locomotive", 0) + 1):
        if page.locator(".lay [data-confirm]").count():
            return
        page.mouse.click(*card(page, "locomotive", n))


def test_all_tickets_are_in_sight(tables: Tables) -> None:
    """However many one keeps: none is cut off, none lies over another."""
    guest = tables.against_bots("card_game", size=DESKTOP)
    page = guest.page

    def greedy(seen: Seen, player: Player) -> tuple[str, object]:
        if seen["tickets"]:
            return "keep", list(range(len(seen["tickets"])))
        return "more", None

    player = Player(guest, "mouse", greedy)
    for least in (6, 14, 26):
        kept = page.locator(f"[data-ticket]:nth-child({least})")

        def enough(seen: Seen, kept: Locator = kept) -> bool:
            return seen["phase"] == "turn" and not seen["ask"] and kept.count() > 0

        until(player, enough)
        hidden = page.locator("[data-ticket]").evaluate_all(
            """all => all.filter((e) => {
              const r = e.getBoundingClientRect();
              const at = [[r.left + 6, r.top + 3], [r.right - 6, r.bottom - 3]];
              return !at.every(([x, y]) => e.contains(document.elementFromPoint(x, y)));
            }).map((e) => e.dataset.ticket)"""
        )
        assert hidden == []
        assert crowded(page) == []


def test_the_track_fills_the_tickets(tables: Tables) -> None:
    guest = tables.against_bots("card_game", size=DESKTOP)
    page = guest.page
    player = Player(guest, "mouse", with_cards)
    until(player, lambda seen: seen["phase"] == "complete tickets" and seen["completes"] > 1)
    page.emulate_media(reduced_motion="no-preference")
    # The track lies open: as many cards as it has.
    open_cards = page.locator(".fans.track span.card")
    expect(open_cards).to_have_count(int(page.locator(".yard.own .many b").inner_text()))
    cards = open_cards.count()
    expect(page.locator(".rack .chosen")).not_to_have_count(0)
    expect(page.locator(".rack .filled")).to_have_count(0)
    ticket = page.locator("[data-complete]").first.get_attribute("data-complete")
    pips = page.locator(f'[data-ticket="{ticket}"] .pip')

    def tickets() -> dict[str, list[int]]:
        return {k: v for k, v in page.evaluate(PLACES).items() if "ticket" in k}

    visits.drawn(page)
    places = tickets()
    page.evaluate(COUNT_FLIGHTS)
    page.locator(f'[data-complete="{ticket}"]').click()
    expect(page.locator(f'[data-ticket="{ticket}"] .filled')).to_have_count(pips.count())
    expect(page.locator(f'[data-ticket="{ticket}"] .done')).to_have_count(1)
    expect(open_cards).to_have_count(cards - pips.count())
    visits.becomes(page, lambda: page.evaluate("flights.length"), pips.count())
    # Each ticket stays where it is.
    visits.becomes(page, tickets, places)
    best = page.locator(".rack li:has(.chosen)").evaluate_all(
        "all => all.map(e => e.dataset.ticket)"
    )
    page.locator("[data-best]").click()
    for id in best:
        filled = page.locator(f'[data-ticket="{id}"] .filled')
        expect(filled).to_have_count(page.locator(f'[data-ticket="{id}"] .pip').count())
    # Points and cards are whole, however large the tickets are.
    parts = page.locator(".rack :is(.points, .pips)")
    narrow = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.outerHTML)"
    visits.becomes(page, lambda: parts.evaluate_all(narrow), [])
