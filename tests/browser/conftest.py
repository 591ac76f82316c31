"""A real server and a real browser for the tests of the page."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.analysis.sample import LEAST
from tests.scale import scaled
from tests.server.served import Served

from . import clicks
from .slow_line import line_to
from .tables import Guest, Tables
from .visits import PATIENCE, Finished, FinishedGame, Visits, dealt_as

CHROMIUM = os.environ.get(
    "BRANCHLINE_CHROMIUM", scaled("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
)
"""Debian has Chromium also without the window around the page, which takes a quarter less time."""
QUIET = [
    "--disable-gpu",  # there is none, and one in software only takes time
    "--in-process-gpu",  # so it needs no process of its own
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Half a second for each window: pages of the address bar, which nobody sees, and a process for
    # a page that might be opened next. The last list of features counts, so those that Playwright
    # turns off stand here too.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,"
    "SpareRendererForSitePerProcess,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints",
]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; nothing is fetched for it."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with the built page; its address is where browsers come to it.

    Finished games are analysed with the least budget that shows all there is.
    """
    db = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}"
    server = Served(db, analysis_workers=1, analysis_budget=LEAST)
    with line_to(server.url) as server.url:
        yield server
    server.stop()


@pytest.fixture(scope="package")
def finished(browser: Browser, served: Served) -> Iterator[FinishedGame]:
    """Games that are over, which tests may look at together."""
    visits = Visits(browser, served)

    @cache
    def of(game: str) -> Finished:
        with dealt_as(f"a finished game of {game}"):
            page = visits.finished_game(game, bots=4 if game == "usa" else 2)
        made = Finished(clicks.replay_link(page), visits.get(page, "/replay")["steps"])
        page.close()
        return made

    yield of
    visits.close()


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest) -> Iterator[None]:
    """The tables a test makes have the same deals every time."""
    with dealt_as(request.node.name):
        yield


@pytest.fixture
def tables(browser: Browser, served: Served, tmp_path: Path) -> Iterator[Tables]:
    """Tables and the guests who look at them; no guest's page may complain."""
    made = Tables(browser, served, tmp_path)
    yield made
    made.close()


@pytest.fixture
def ada(tables: Tables) -> Guest:
    """Ada alone against a bot, with her first tickets chosen."""
    guest = tables.against_bots(seats=2)
    guest.choose_tickets()
    return guest


@pytest.fixture
def visits(browser: Browser, served: Served) -> Iterator[Visits]:
    """Visitors of the pages around the table; no page may complain."""
    made = Visits(browser, served)
    yield made
    made.close()
