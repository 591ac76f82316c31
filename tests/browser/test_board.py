"""The board: names that cover no track, trains that are larger than cells, and what glows."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.boards.test_pictures import GAMES, Shape, frame, overlaps, read, rectangle

from .tables import Guest, Tables
from .visits import FinishedGame, Visits, drawn

PHONE = (390, 844)

NAMES = """all => all.map(e => {
  const { x, width } = e.getBBox();
  const size = Number(e.getAttribute('font-size'));
  const lines = e.querySelectorAll('tspan').length;
  const top = Number(e.getAttribute('y')) - 0.76 * size;
  return { name: e.textContent, size, box: [x, top, width, size * (0.98 + 0.95 * (lines - 1))] };
})"""
"""The names on the board: from capitals to descenders, in the picture's units."""


def names_on(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.locator("text.name").evaluate_all(NAMES)
    return found


def cells_of(picture: dict[str, Any]) -> list[Shape]:
    long, broad = picture["cell"]
    return [
        rectangle(track["id"], x, y, long, broad, turn)
        for track in picture["tracks"]
        for x, y, turn in track["cells"]
    ]


def at_a_phone(tables: Tables, game: str, size: tuple[int, int] = PHONE) -> Guest:
    """Ada on a phone, her first tickets chosen: the board is seen whole."""
    guest = tables.against_bots(game, size=size, touch=True)
    guest.choose_tickets(3)
    drawn(guest.page)
    return guest


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_no_name_covers_a_track(tables: Tables, game: str) -> None:
    page = at_a_phone(tables, game).page
    picture = read(game)
    cells = cells_of(picture)
    printed = [city for city in picture["cities"] if city["label"]]
    counts = []
    for _ in range(3):  # the whole board, then from nearer
        names = names_on(page)
        shapes = [frame(f"name {name['name']}", name["box"]) for name in names]
        assert [pair for pair in overlaps([*shapes, *cells]) if "name" in pair] == []
        counts.append(len(names))
        size = page.locator("text.name").first.get_attribute("font-size")
        page.get_by_role("button", name="Zoom in").tap()
        if len(names) < len(printed):
            expect(page.locator("text.name").first).not_to_have_attribute("font-size", size or "")
    assert counts == sorted(counts)
    assert counts[0] > len(printed) / 3
    assert counts[-1] == len(printed)


def test_on_a_phone_a_city_that_is_touched_shows_its_name(tables: Tables) -> None:
    # On a phone as small as this there is no room for every name.
    page = at_a_phone(tables, "france", (320, 568)).page
    shown = {name["name"] for name in names_on(page)}
    hidden = [c for c in read("france")["cities"] if c["label"] and c["name"] not in shown]
    city = hidden[0]
    called = page.locator("text.name", has_text=city["name"])
    expect(called).to_have_count(0)
    page.locator(f'[data-city="{city["id"]}"] .dot').tap(force=True)
    expect(called).to_have_count(1)
    # It goes when something else is touched.
    page.locator(".window").tap(position={"x": 8, "y": 40})
    expect(called).to_have_count(0)


def test_a_train_is_larger_than_the_cell_it_stands_on(
    visits: Visits, finished: FinishedGame
) -> None:
    page = visits.visitor(finished("usa").at("80.open"))
    page.locator("g.track .train").first.wait_for()
    cell, *trains = page.evaluate(
        """() => {
          const size = (e) => { const { width, height } = e.getBBox(); return [width, height]; };
          const trains = [...document.querySelectorAll('.train .body')].map(size);
          return [size(document.querySelector('.cell')), ...trains];
        }"""
    )
    assert trains
    for long, broad in trains:
        assert long > 1.1 * cell[0]
        assert broad > 1.1 * cell[1]


def test_what_serves_a_ticket_glows_strongest(tables: Tables) -> None:
    ada = tables.against_bots("france")
    page = ada.page
    ada.choose_tickets(3)
    ada.my_turn()
    page.locator("[data-two]").click()
    page.locator("g.track.claimable.bed").first.wait_for()
    page.locator("g.track.claimable.worthy").first.wait_for()
    wide, thin = (
        page.locator(f"g.track.claimable{which} .halo").evaluate_all(
            "all => all.map(e => Number(e.getAttribute('stroke-width')))"
        )
        for which in (".worthy", ":not(.worthy)")
    )
    assert len(thin) > len(wide) > 0
    assert min(wide) > max(thin) + 2
    # The same is said, and stands first in the list of routes.
    labels = page.locator("g.track.claimable").evaluate_all(
        "all => all.map(e => [e.classList.contains('worthy'), e.getAttribute('aria-label')])"
    )
    assert all(worthy == ("on the way of your ticket" in label) for worthy, label in labels)
    page.keyboard.press("r")
    first = page.locator("[data-route]").first
    expect(first.get_by_role("img", name="on the way of your ticket")).to_be_visible()
    rows = page.locator("[data-route]:has([aria-label*='on the way'])")
    expect(rows).to_have_count(len(wide))
