"""The page of a report: well formed, complete, and with nothing from elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from branchline.analysis.report import Report
from branchline.analysis.telling import MARKS
from branchline.cli.analysis_page import page
from branchline.cli.main import main

from .sample import LEAST, report, short

RUDE = "<script>alert('\"&')</script>"


def parsed(text: str) -> ElementTree.Element:
    """The page as a tree; it is written so that it is XML too."""
    assert text.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def rude() -> Report:
    return replace(report(), players=(RUDE, "b"))


def test_the_page_shows_every_marked_choice_and_a_line_for_every_seat() -> None:
    tree = parsed(page(rude()))
    marked = [one for one in report().decisions if one.mark in MARKS]
    articles = list(tree.iter("article"))
    assert len(articles) == len(marked) > 0
    for article, one in zip(articles, marked, strict=True):
        rows = list(article.iter("tr"))[1:]
        assert len(rows) == 1 + len(one.others)
        chosen = [row for row in rows if row.get("class") == "chosen"]
        assert [row.findtext("th") for row in chosen] == [f"{one.chosen.text} (chosen)"]
        for reason in one.reasons:
            assert str(reason) in "".join(article.itertext())
    lines = list(tree.iter("polyline"))
    assert len(lines) == 2
    for line in lines:
        assert len(line.attrib["points"].split()) == len(report().curve)
    assert RUDE in "".join(tree.itertext())


def test_nothing_comes_from_elsewhere() -> None:
    written = page(rude())
    assert "<script" not in written
    tree = parsed(written)
    for element in tree.iter():
        assert not {"src", "href"} & set(element.keys())
    assert "url(" not in written


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, html = tmp_path / "game.jsonl", tmp_path / "game.html"
    short().save(file)
    budget = ["--budget", str(LEAST)]
    assert main(["analyse", str(file), *budget, "--html", str(html)]) == 0
    assert html.read_text(encoding="utf-8") == page(report())
    assert main(["analyse", str(file), *budget, "--html", str(html)]) == 2
    assert "exists" in capsys.readouterr().err
    file.write_text(short().dumps() * 2, encoding="utf-8")
    assert main(["analyse", str(file), *budget, "--html", str(tmp_path / "more.html")]) == 2
    assert "has more" in capsys.readouterr().err
