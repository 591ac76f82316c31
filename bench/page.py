"""The page measured in a real browser: its weight, the first move, a click's answer, the frames.

The server runs in a process of its own, on SQLite and loopback; the browser draws in software, with
all motion on. `python -m bench.page --help` tells what can be changed. The targets are those of a
machine that does nothing else meanwhile, so how busy it was is printed before and after; what the
page's own thread costs is told in CPU time, which others on the machine hardly change.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import CHROMIUM
from tests.browser.weight import Weight, weigh

from branchline.client import Client

TARGETS = {"weight": 350_000, "first move": 3000.0, "click": 100.0, "frames": 50.0}

FIRST_MOVE = """
new Promise(done => {
  const look = () =>
    document.querySelector('[data-ready=true]') && document.querySelector('.choice input')
      ? requestAnimationFrame(() => done(performance.now()))
      : requestAnimationFrame(look);
  look();
})
"""
"""Milliseconds from opening the page to the frame in which the first decision can be made."""

WATCH_CLICKS = """
() => {
  window.clicks = [];
  new PerformanceObserver(list => {
    for (const e of list.getEntries())
      if (e.name === 'click') window.clicks.push(e.duration);
  }).observe({ type: 'event', durationThreshold: 16 });
}
"""
"""Notes how long each click waited for the picture that shows it."""

WATCH_FRAMES = """
() => {
  window.frames = [];
  let before = 0;
  const look = now => {
    const moves = document.getAnimations().some(a => a.playState === 'running');
    if (moves && before) window.frames.push(now - before);
    before = moves ? now : 0;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
"""
"""Notes the frames while something moves."""


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """Run a server of its own, and yield its address."""
    flags = ["--port", "0", "--db", f"sqlite:///{folder / 'page.db'}", "--log-level", "warning"]
    flags += ["--address-rate", "1000"]  # many visitors come from this machine
    command = [sys.executable, "-m", "branchline.cli", "serve", *flags]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    if "http://" not in line:
        raise SystemExit("the server did not start")
    try:
        yield line.split()[3]
    finally:
        process.terminate()
        process.wait()


def new_table(client: Client, game: str, seats: int, pace: float) -> tuple[str, str]:
    """Make a table for one person and bots; return its id and the secret."""
    chairs: list[dict[str, Any]] = [{"kind": "you", "name": "Ada"}]
    chairs += [{"kind": "bot", "bot": "apprentice"} for _ in range(seats - 1)]
    wish = {"game": game, "seats": chairs, "start": True, "bot_pace": pace, "listed": True}
    made = client.request_now("POST", "/api/tables", wish)
    return made["table"]["id"], made["secret"]


def open_page(browser: Browser, table: str = "", secret: str = "") -> Page:
    """Return a page of a browser that has never been there, with the secret of a seat."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.add_init_script(
        'localStorage.setItem(\'branchline.settings\', \'{"sound": "off", "motion": "full"}\');'
        f"localStorage.setItem('branchline.secrets', '{{\"{table}\": \"{secret}\"}}');"
    )
    return context.new_page()


def weight_of_table(browser: Browser, url: str, client: Client, game: str) -> Weight:
    """Return what the first visit of a table downloads."""
    table, secret = new_table(client, game, 2, 0)
    return weigh(open_page(browser, table, secret), f"{url}/table/{table}")


def first_moves(browser: Browser, url: str, client: Client, game: str, times: int) -> list[float]:
    """Return how soon the first decision can be made, in milliseconds, with an empty cache."""
    found = []
    for _ in range(times):
        table, secret = new_table(client, game, 4, 0)
        page = open_page(browser, table, secret)
        page.goto(f"{url}/table/{table}", wait_until="commit")
        found.append(float(page.evaluate(FIRST_MOVE)))
        page.context.close()
    return found


@dataclass
class Motion:
    """What was noted while things moved, in milliseconds."""

    frames: list[float]
    """From frame to frame while something moves."""
    tasks: list[float]
    """CPU time of each thing the page's thread did in one go: no frame is drawn meanwhile."""


def clicks(browser: Browser, url: str, client: Client, game: str, turns: int) -> list[float]:
    """Return how long the clicks of a game waited for the picture that shows them."""
    page = begin(browser, url, client, game)
    page.evaluate(WATCH_CLICKS)
    play(page, turns)
    found: list[float] = page.evaluate("window.clicks")
    page.context.close()
    return found


def motion(browser: Browser, url: str, client: Client, game: str, turns: int) -> Motion:
    """Watch every frame of a game. That has its price, so clicks are measured apart."""
    page = begin(browser, url, client, game)
    page.evaluate(WATCH_FRAMES)
    browser.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline"])
    play(page, turns)
    frames = page.evaluate("window.frames")
    tasks = tasks_in(json.loads(browser.stop_tracing()))
    page.context.close()
    return Motion(frames, tasks)


def begin(browser: Browser, url: str, client: Client, game: str) -> Page:
    """Open a game of four, the first tickets ticked."""
    table, secret = new_table(client, game, 4, 0.4)
    page = open_page(browser, table, secret)
    page.goto(f"{url}/table/{table}")
    boxes = page.locator(".choice input")
    boxes.first.wait_for()
    for box in boxes.all():
        box.check()
    page.wait_for_timeout(500)
    return page


def play(page: Page, turns: int) -> None:
    """Play some turns with all motion."""
    page.locator(".choice .button.primary").click()
    for _ in range(turns):
        page.wait_for_selector("[data-ready=true], .final, .counting", timeout=120_000)
        if page.locator(".final, .counting").count():
            break
        page.wait_for_timeout(500)  # let the others' cards and trains arrive
        take_turn(page)
        page.wait_for_timeout(700)


def tasks_in(trace: dict[str, Any]) -> list[float]:
    """Return the CPU time of each task of the page's thread, in milliseconds."""
    events = trace["traceEvents"]
    page = {
        (e["pid"], e["tid"])
        for e in events
        if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    return [
        e["tdur"] / 1000
        for e in events
        if e["name"] == "RunTask" and "tdur" in e and (e["pid"], e["tid"]) in page
    ]


def take_turn(page: Page) -> None:
    """Claim a long route or lay a suit if there is one, else draw twice, and build if one must."""
    longest = page.eval_on_selector_all(
        "g.track.claimable",
        "all => { const n = e => e.querySelectorAll('.cell').length;"
        " const best = all.sort((a, b) => n(b) - n(a))[0];"
        " return best && n(best) >= 3 ? best.dataset.track : null; }",
    )
    suit = page.locator("[data-lay]")
    if longest is not None:
        choose_track(page, f'g.track[data-track="{longest}"]')
    elif suit.count():
        suit.first.click()
        confirm = page.locator("[data-confirm]")
        locomotives = page.locator('[data-pile="locomotive"] [data-take]')
        for n in range(1, locomotives.count() + 1):
            if confirm.count():
                break
            page.locator(f'[data-pile="locomotive"] [data-take="{n}"]').click()
        confirm.click()
    else:
        for _ in range(2):
            if page.locator("[data-deck]:enabled").count():
                page.locator("[data-deck]").click()
            page.wait_for_timeout(600)
        if page.locator("g.track.claimable").count() and page.locator("[data-ready=true]").count():
            choose_track(page, "g.track.claimable")


def choose_track(page: Page, track: str) -> None:
    """Click a track, and the last answer to each question that follows."""
    box = page.locator(f"{track} .cell").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(250)
    while page.locator(".ask").count():
        page.locator(".ask [data-confirm], .ask [data-colour], .ask .button").last.click()
        page.wait_for_timeout(100)


def tell(name: str, figure: str, target: str, is_met: bool) -> None:
    """Print a figure beside its target."""
    print(f"{name:<34}{figure:>24}   {target}{'' if is_met else '  missed'}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=12, help="turns of the games that are played")
    parser.add_argument("--times", type=int, default=5, help="openings of the page")
    parser.add_argument("--games", default="usa,france,card_game", help="games that are measured")
    options = parser.parse_args()
    tell_load()
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as url:
        client = Client(url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            tell_weight("home page", weigh(open_page(browser), f"{url}/"))
            for game in options.games.split(","):
                print(f"\n{game}")
                measure(browser, url, client, game, options.turns, options.times)
            browser.close()
    print()
    tell_load()


def tell_load() -> None:
    """Print how busy the machine is, all that is measured here included."""
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)


def tell_weight(name: str, weight: Weight) -> None:
    """Print what a first visit downloads."""
    most = int(TARGETS["weight"])
    figure = f"{weight.page / 1000:.0f} kB (+{weight.apart / 1000:.0f} kB fonts)"
    tell(f"first visit, {name}", figure, f"{most // 1000} kB", weight.page <= most)


def measure(browser: Browser, url: str, client: Client, game: str, turns: int, times: int) -> None:
    """Measure the table of a game, and print."""
    tell_weight("table", weight_of_table(browser, url, client, game))
    moves = first_moves(browser, url, client, game, times)
    middle = statistics.median(moves)
    figure = f"{middle:.0f} ms, worst {max(moves):.0f}"
    tell("first move possible after", figure, "3000 ms", middle <= TARGETS["first move"])
    waits = clicks(browser, url, client, game, turns)
    worst = max(waits, default=0.0)
    figure = f"{statistics.median(waits or [0.0]):.0f} ms, worst {worst:.0f}"
    tell("a click shows after", figure, "100 ms", worst <= TARGETS["click"])
    moved = motion(browser, url, client, game, turns)
    frames = moved.frames
    rate = 1000 * len(frames) / max(sum(frames), 1)
    slow = sum(frame > 1000 / TARGETS["frames"] + 1 for frame in frames)
    figure = f"{rate:.0f} a second, {slow} of {len(frames)} late"
    tell("frames while something moves", figure, "50 a second", rate >= TARGETS["frames"])
    budget = 1000 / TARGETS["frames"]
    longest = max(moved.tasks, default=0.0)
    figure = f"{longest:.0f} ms, {sum(t > budget for t in moved.tasks)} over {budget:.0f}"
    tell("longest task of the page (CPU)", figure, "100 ms", longest <= TARGETS["click"])


if __name__ == "__main__":
    main()
