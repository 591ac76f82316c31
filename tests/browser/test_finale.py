"""The end of each game: counted step by step beside the board, given away by nothing before."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import branchline as bl
from tests.scale import scaled

from .plans import on_the_map, with_cards
from .players import Player
from .tables import Guest, Tables
from .test_screens import rejoin
from .visits import FinishedGame, barriers, becomes, drawn, until

SIZES = [(1440, 900), (1280, 720), (820, 1180), (390, 844), (844, 390)]
GAMES = ["usa", "france", "old_west", "card_game"]
WAYS = scaled(
    list(zip(GAMES, [(390, 844), (1280, 720), (820, 1180), (1440, 900)], strict=True)),
    [(game, size) for game in GAMES for size in SIZES],
)

RECORD = """(stops) => {
  window.shown = [];
  const look = () => {
    const counting = document.querySelector('.counting');
    if (counting && stops) {
      stops = false;
      counting.querySelector('[data-pause]').click();
    }
    const panels = [...document.querySelectorAll('[data-panel]')].sort(
      (a, b) => a.dataset.panel - b.dataset.panel);
    const seen = JSON.stringify({
      step: counting?.querySelector('span.far').innerText ?? null,
      gain: counting?.querySelector('.gain').innerText ?? null,
      counted: panels.filter((p) => p.matches('.counted')).map((p) => +p.dataset.panel),
      points: panels.map((p) => +p.querySelector('[data-points]').innerText.replace('−', '-')),
      won: panels.some((p) => p.querySelector('.won')),
      table: !!document.querySelector('.final'),
      title: document.title,
    });
    if (seen !== window.shown.at(-1)) window.shown.push(seen);
  };
  look();
  new MutationObserver(look).observe(document.body,
    { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Notes every change of what the panels and the count show, even one that nobody could see.

If it stops the count, it does so before the first step can be over."""

COVERED = """() => {
  const board = document.querySelector('.window');
  if (!board) return [];
  const [box, frame] = [document.querySelector('.counting'), board].map(
    (e) => e.getBoundingClientRect());
  const found = [];
  if (box.left < frame.right && box.right > frame.left && box.top < frame.bottom
    && box.bottom > frame.top) found.push('the count stands over the board');
  for (const e of document.querySelectorAll('g.track.lit .train, .city .ring')) {
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    if (!document.elementFromPoint(x, y)?.closest('.window'))
      found.push(`${e.closest('[data-id], [data-city]')?.outerHTML.slice(0, 80)} is out of sight`);
  }
  return found;
}"""
"""What is counted and cannot be seen: hidden by something, or outside of the board's window."""


LOG_AT_ITS_END = """() => {
  const log = document.querySelector('.log ol');
  return !log || log.scrollTop + log.clientHeight > log.scrollHeight - 4;
}"""


def at_the_end(
    tables: Tables, finished: FinishedGame, game: str, stops: bool = False, **how: Any
) -> Guest:
    """Play the last turns of a game; all that is shown from then on is noted."""
    guest = rejoin(tables, finished(game), 4, **how)
    guest.page.locator("[data-panel]").first.wait_for()
    guest.page.evaluate(RECORD, stops)
    Player(guest, "mouse", with_cards if game == "card_game" else on_the_map).play()
    return guest


def shown(page: Page) -> list[dict[str, Any]]:
    return [json.loads(seen) for seen in page.evaluate("window.shown")]


def laid(position: Any, seat: int) -> int:
    """How many trains of a seat lie on the board."""
    tracks = {track.id: track.length for track in bl.load_board(position["view"]["game"]).tracks}
    return sum(tracks[track] for track, who in position["view"]["owners"].items() if who == seat)


UNDER_TROPHY = """() => [...document.querySelectorAll('[data-panel]:has(.won)')].filter((panel) => {
  const points = panel.querySelector('[data-points]').getBoundingClientRect();
  const trophy = panel.querySelector('.won').getBoundingClientRect();
  return points.right > trophy.left && points.left < trophy.right
    && points.bottom > trophy.top && points.top < trophy.bottom;
}).map((panel) => panel.innerText)"""
"""Whose points lie under the sign of having won."""


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


@pytest.mark.parametrize(("game", "size"), WAYS)
def test_the_count(
    tables: Tables, finished: FinishedGame, game: str, size: tuple[int, int]
) -> None:
    guest = at_the_end(tables, finished, game, stops=True, size=size)
    page = guest.page
    position = tables.get(page, "")["position"]
    result = position["result"]
    totals = [seat["total"] for seat in result["seats"]]
    far = page.locator(".counting span.far")
    board = bl.load_board(game)
    ends = {t.id: {board.cities[c].id for c in (*t.starts, *t.ends)} for t in board.tickets}
    heard: list[str] = []
    live = page.locator("[aria-live=polite]").first
    while far.count():
        step = far.inner_text()
        becomes(page, lambda: page.evaluate(COVERED), [])
        ticket = page.locator(".counting").get_attribute("data-ticket")
        ringed = page.locator(".city:has(.ring)").evaluate_all(
            "all => all.map(c => c.dataset.city)"
        )
        if ticket and game != "card_game":
            assert ringed
            assert {*ringed} <= ends[ticket], ticket
        # It is said a moment after it is shown, and never twice in the same words.
        expect(live).to_have_text(re.compile(r"\d points?\b"))
        if heard:
            expect(live).not_to_have_text(heard[-1])
        heard.append(live.inner_text())
        page.locator("[data-next]").click()
        expect(far.filter(has_text=step)).to_have_count(0)
    expect(page.locator(".final")).to_be_visible()
    # Every panel showed what was scored in play and then counted, step by step, and nothing else.
    seen = shown(page)
    steps = [s for s in seen if s["step"]]
    points = [player["points"] for player in position["view"]["players"]]
    known = ""
    for now in steps:
        if now["step"] != known:
            known = now["step"]
            for seat in now["counted"]:
                points[seat] += number(now["gain"])
        assert now["points"] == points, now
        assert not now["won"]
        assert not now["table"]
    assert points == totals
    after = seen[seen.index(steps[-1]) + 1 :]
    # On a phone the table of points takes the place of the panels.
    phone = size[0] <= 760 or size[1] <= 480
    assert all(s["points"] == ([] if phone else totals) for s in after if s["table"])
    assert any(s["table"] for s in after)
    assert len({s["title"] for s in [*steps, *after]}) == 1
    # A screen reader heard each step, and who has won when all was counted.
    assert len({*heard}) == len(heard) == len({s["step"] for s in steps})
    assert all(re.search(r"[−-]?\d+ points?\b", said) for said in heard), heard
    expect(live).to_contain_text("win")
    if not phone:
        expect(page.locator("[data-panel] .won")).to_have_count(len(result["winners"]))
    until(page, LOG_AT_ITS_END)
    assert barriers(page, ".final") == []


def test_the_count_goes_on_by_itself_and_can_be_skipped(
    tables: Tables, finished: FinishedGame
) -> None:
    page = at_the_end(tables, finished, "usa").page
    until(page, "() => shown.some((seen) => /^\\s*2 /.test(JSON.parse(seen).step ?? ''))")
    page.keyboard.press("Escape")
    expect(page.locator(".counting")).to_have_count(0)
    position = tables.get(page, "")["position"]
    totals = [seat["total"] for seat in position["result"]["seats"]]
    becomes(page, lambda: shown(page)[-1]["points"], totals)
    # The winner's network is what the map shows; another's when one looks at it.
    by_rank = sorted(position["result"]["seats"], key=lambda seat: (seat["rank"], seat["seat"]))
    bright = page.locator("g.track:not(.dim) .train")
    expect(bright).to_have_count(laid(position, by_rank[0]["seat"]))
    page.locator(".final .who").last.hover()
    expect(bright).to_have_count(laid(position, by_rank[-1]["seat"]))
    # Once more, from the first step.
    page.get_by_role("button", name="Count again").click()
    expect(page.locator(".counting span.far")).to_contain_text("1 of")
    # Who comes back sees the table of points at once.
    page.reload()
    page.evaluate(RECORD)
    expect(page.locator(".final tbody tr")).to_have_count(len(totals))
    becomes(page, lambda: shown(page)[-1]["points"], totals)
    assert all(s["step"] is None for s in shown(page))


@pytest.mark.parametrize(
    ("winners", "by", "told"),
    [
        (1, "tickets", "wins: equal points, more tickets completed"),
        (1, "longest path", "wins: all equal but the longest path"),
        (1, "bonuses", "wins: equal points, more bonuses"),
        (2, "shared", "share the win: nothing separates them"),
    ],
)
def test_a_tie_says_what_decided_it(
    tables: Tables, finished: FinishedGame, winners: int, by: str, told: str
) -> None:
    page = tables.visitor(finished("usa").link)
    page.locator(".where").wait_for()
    seats = range(winners)

    def tied(route: Route) -> None:
        answer = route.fetch()
        table = answer.json()
        table["position"]["result"] |= {"winners": [*seats], "decided_by": by}
        route.fulfill(response=answer, json=table)

    id = re.findall(r"/replay/(\w+)", page.url)[0]
    page.route(re.compile(rf"/api/tables/{id}(\?|$)"), tied)
    page.route_web_socket(re.compile("."), lambda silent: None)
    page.goto(f"/table/{id}")
    expect(page.locator(".final h2")).to_contain_text(told)
    expect(page.locator("[data-panel] .won")).to_have_count(winners)


def test_six_players_find_room_for_names_tickets_and_the_log(tables: Tables) -> None:
    names = ["Jonas Stone", "Domino", "Bandit", "Nocturne", "Express", "Paprika"]
    guest = tables.against_bots("old_west", seats=6, size=(1440, 900))
    page = guest.page
    page.wait_for_selector(".choice")

    def over(route: Route) -> None:
        answer = route.fetch()
        table = answer.json()
        for seat, name in zip(table["table"]["seats"], names, strict=True):
            seat["name"] = name
        position = table["position"]
        position["actions"] = []
        position["view"] |= {"phase": "over", "to_act": [], "offer": []}
        tickets = [ticket.id for ticket in bl.load_board("old_west").tickets[:5]]
        position["result"] = {
            "winners": [0],
            "decided_by": "points",
            "seats": [
                {
                    "seat": seat,
                    "rank": seat + 1,
                    "routes": 183,
                    "ticket_points": 135,
                    "tickets_done": 5,
                    "bonuses": {"alvin": 30},
                    "longest_path": {"length": 0, "tracks": []},
                    "total": 348 - seat,
                    "tickets": [
                        {"ticket": id, "points": 9, "done": True, "path": []} for id in tickets
                    ],
                }
                for seat in range(6)
            ],
        }
        route.fulfill(response=answer, json=table)

    page.route(re.compile(rf"/api/tables/{guest.table}(\?|$)"), over)
    page.route_web_socket(re.compile("."), lambda silent: None)
    page.reload()
    shown = page.locator(".final .who .name")
    expect(shown).to_have_text(names)
    drawn(page)
    lines = shown.evaluate_all(
        "all => all.map(e => [e.scrollWidth - e.clientWidth, e.clientHeight])"
    )
    assert all(wide <= 0 and high < 40 for wide, high in lines), "a name is whole on two lines"
    scroll, listed = page.locator(".final .scroll"), page.locator(".final ul")
    assert scroll.evaluate("e => e.getBoundingClientRect().bottom") > listed.evaluate(
        "e => e.getBoundingClientRect().top + 60"
    ), "tickets and bonuses are in sight below the points"
    assert page.locator(".log ol").evaluate("e => e.clientHeight") > 100, "four lines"
    # As many panels as there are seats stand otherwise each time.
    panels = page.locator("[data-panel]")
    for seats in range(6, 1, -1):
        expect(panels).to_have_count(seats)
        drawn(page)
        assert page.evaluate(UNDER_TROPHY) == [], seats
        panels.last.evaluate("e => e.remove()")
