"""A record that is sent from the page: refused with a reason, or shown with its analysis."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.analysis.sample import short

from .looking_back import ANALYSIS
from .visits import Visits, barriers


def test_a_record_is_sent_to_be_analysed(visits: Visits, tmp_path: Path) -> None:
    page = visits.visitor("/", language="fr-FR")
    page.locator('a[href="/analyse"]').click()
    send = page.locator("input[type=file]")
    assert barriers(page) == []
    broken = tmp_path / "broken.jsonl"
    broken.write_text(short().dumps().replace('"turn', '"tour', 1), encoding="utf-8")
    send.set_input_files(broken)
    expect(page.get_by_role("alert")).not_to_be_empty()
    file = tmp_path / "game.jsonl"
    short().save(file)
    send.set_input_files(file)
    page.wait_for_url(re.compile("/analyse/[A-Za-z0-9_-]{22}"))
    page.locator(".plot").wait_for(timeout=ANALYSIS)
    expect(page.get_by_role("button", name="Continuer à partir d’ici")).to_have_count(0)
    with page.expect_download() as saved:
        page.locator("[data-record]").click()
    assert saved.value.path().read_text(encoding="utf-8") == short().dumps()
    # Whoever has the address sees the same.
    friend = visits.visitor(page.url)
    friend.locator(".plot").wait_for()
    # Chromium itself tells the console of every refusal.
    visits.complaints[:] = [c for c in visits.complaints if "400" not in c]


def test_an_analysis_that_is_not_there(visits: Visits) -> None:
    page = visits.visitor("/analyse/nothing")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    visits.complaints[:] = [c for c in visits.complaints if "404" not in c]
