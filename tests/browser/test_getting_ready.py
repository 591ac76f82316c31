"""The page of a server that gets its rules ready: a bar, and then the table, without another click.

The test holds the lock of the one who compiles, so the bar stands where the test lets it stand.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import branchline
from tests.server.installed import Installed, Server

from .visits import Visits, barriers, too_wide

PAGE = Path(branchline.__file__).parent / "web"


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    place = Installed(tmp_path)
    shutil.copytree(PAGE, place.web, dirs_exist_ok=True)
    yield place
    place.close()


class EarlyVisits(Visits):
    """Visits to a server that is not ready: that it says so is no complaint."""

    def _hear(self, message: Any) -> None:
        if "503 (Service Unavailable)" not in message.text:
            super()._hear(message)


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    visits = EarlyVisits(browser, None)  # type: ignore[arg-type]
    yield visits
    visits.close()


def bar_at(page: Page, percent: int) -> None:
    bar = page.get_by_role("progressbar", name="Getting the rules ready")
    expect(bar).to_be_visible()
    expect(bar).to_have_attribute("aria-valuenow", str(percent))


def test_who_starts_a_game_early_sees_the_bar_and_then_the_table(
    installed: Installed, visits: Visits
) -> None:
    installed.hold()
    server = _serve(installed, visits)
    wide, phone = visits.visitor(), visits.visitor(size=(390, 844), touch=True)
    for page in (wide, phone):
        expect(page.get_by_role("progressbar")).to_have_count(0)
    wide.get_by_role("button", name="Play USA").click()
    phone.get_by_role("radio", name=re.compile("^France")).check()
    phone.get_by_role("button", name="Play France").tap()
    for page in (wide, phone):
        bar_at(page, 0)
        expect(page.get_by_text("It goes on by itself.").first).to_be_visible()
        assert barriers(page) == []
        assert too_wide(page) <= 0
    installed.compile(100)
    for page in (wide, phone):
        expect(page.get_by_role("progressbar")).not_to_have_attribute("aria-valuenow", "0")
    installed.finish()
    for page, game in ((wide, "usa"), (phone, "france")):
        expect(page.locator(".choice")).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        assert visits.table(page)["game"] == game
    assert server.stop() == 0


def test_rules_that_cannot_be_made_ready_are_said_in_words(
    installed: Installed, visits: Visits
) -> None:
    for own in installed.caches:
        shutil.rmtree(own.parent)
        own.parent.touch()
    (installed.home / ".cache").touch()
    _serve(installed, visits)
    page = visits.visitor(language="fr-FR")
    page.get_by_role("button", name="Jouer").first.click()
    expect(page.get_by_role("alert")).to_contain_text("n’a pas pu préparer ses règles")
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.goto("/table/abc")
    expect(page.get_by_role("status").first).to_contain_text("n’a pas pu préparer ses règles")


def _serve(installed: Installed, visits: Visits) -> Server:
    server = installed.serve()
    visits.served = server  # type: ignore[assignment]
    return server
