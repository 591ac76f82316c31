"""The site of the documents: it is built without a warning, and no link in it leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.visits import barriers, too_wide
from tests.scale import scaled

from .blocks import ROOT

CHECK = ROOT / "docs" / "site" / "check_links.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    (line,) = re.findall(r"^\t@\$\(BIN\)/sphinx-build (.*)$", MAKEFILE, flags=re.M)
    arguments = line.replace("build/site", str(folder)).split()
    command = [sys.executable, "-m", "sphinx", *arguments, "-d", str(folder / ".doctrees")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(CHECK), str(folder)], capture_output=True, text=True)


def test_the_site_is_built_without_a_warning_and_no_link_is_broken(site: Path) -> None:
    done = check(site)
    assert (done.returncode, done.stdout) == (0, "")
    pages = {str(file.relative_to(site)) for file in site.rglob("*.html")}
    sources = {file.relative_to(ROOT / "docs") for file in (ROOT / "docs").rglob("*.md")}
    assert {str(file.with_suffix(".html")) for file in sources} <= pages


def test_no_page_of_the_site_is_a_stub(site: Path) -> None:
    for file in (ROOT / "docs").rglob("*.md"):
        page = site / file.relative_to(ROOT / "docs").with_suffix(".html")
        (article,) = re.findall(r"<article.*?</article>", page.read_text("utf-8"), flags=re.S)
        assert len(re.sub(r"<[^>]+>|\s+", " ", article)) > 400, file.name


LOOKS = [
    {"viewport": {"width": width, "height": 844}, "color_scheme": scheme}
    for width, scheme in scaled(
        [(390, "dark"), (1280, "light")], list(product((390, 1280), ("dark", "light")))
    )
]
LOOKED_AT = ["index", "tutorial", "hosting", "notebooks/what_wins_usa"]


def test_nobody_is_shut_out_of_a_page(site: Path) -> None:
    """Axe finds nothing, and no page is wider than a phone; a deep run looks at all pages."""
    every = {str(file.relative_to(site))[:-5] for file in site.rglob("*.html")}
    every -= {"search"}  # it has a heading as soon as something is looked for
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for look in LOOKS:
            visit = chromium.new_context(**look)  # type: ignore[arg-type]
            page = visit.new_page()
            for name in scaled(LOOKED_AT, sorted(every)):
                page.goto((site / f"{name}.html").as_uri())
                assert barriers(page) == [], name
                assert too_wide(page) <= 0, name
            visit.close()
        chromium.close()


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<p id="x"><a href="b.html">b</a><a href="#y">y</a>')
    done = check(tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["a.html: b.html", "a.html: #y"]


def test_what_is_loaded_from_elsewhere_is_found(tmp_path: Path) -> None:
    """The site works without the internet, and tells nobody who reads it."""
    (tmp_path / "a.html").write_text(
        '<a href="https://example.org">to read</a><img src="https://example.org/a.png">'
    )
    assert check(tmp_path).stdout.splitlines() == ["a.html: https://example.org/a.png"]
