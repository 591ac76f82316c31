"""The page of a tournament: well formed, complete, and with nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from branchline.arena.html import page
from branchline.arena.sitting import Sitting
from branchline.arena.standings import Standings
from branchline.cli.main import main

from .sample import game, of_players, seat

RUDE = "<script>alert('\"&')</script>"


def report(**changed: Any) -> dict[str, Any]:
    standings = Standings(of_players("a", "b", "c"))
    games = [game(a=100, b=80), game(b=110, a=90), game(b=70, a=75)]
    for deal, one in enumerate(games):
        standings.add(Sitting(deal, 0, (one,)))
    return {**standings.report(), "seconds": 1.0, "finished": True, **changed}


def parsed(text: str) -> ElementTree.Element:
    """The page as a tree; it is written so that it is XML too."""
    assert text.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def cells(tree: ElementTree.Element, table: int) -> list[list[str]]:
    rows = tree.findall("body/div/table")[table].iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def test_the_page_holds_the_standings() -> None:
    tree = parsed(page(report()))
    share, margin, by_seat, head_to_head, details = (cells(tree, n) for n in range(5))
    assert share[0] == ["player", "win share", "95 %", ""]
    assert [row[:2] for row in share[1:]] == [["a", "66.7 %"], ["b", "33.3 %"]]
    assert [row[:2] for row in margin[1:]] == [["a", "+1.7"], ["b", "-1.7"]]
    assert by_seat == [
        ["player", "seat 0", "seat 1"],
        ["a", "100.0 %", "50.0 %"],
        ["b", "50.0 %", "0.0 %"],
    ]
    assert head_to_head == [["", "a", "b"], ["a", "–", "66.7 %"], ["b", "33.3 %", "–"]]
    assert [row[0] for row in details] == ["player", "a", "b"]
    assert details[1][-1] == "0"


def test_intervals_are_drawn_where_they_belong() -> None:
    found = report()
    found["players"][0]["win_share_ci"] = [0.25, 0.75]
    tree = parsed(page(found))
    rail = next(iter(tree.findall("body/div/table")[0].iter("div")))
    styles = {i.get("class"): i.get("style") for i in rail}
    assert styles == {
        "band": "left: 25.00%; width: 50.00%",
        "even": "left: 50.00%",
        "mark": "left: 66.67%",
    }


def test_without_intervals_no_band_is_drawn() -> None:
    standings = Standings(of_players("a", "b"))
    standings.add(Sitting(0, 0, (game(a=2, b=1),)))
    text = page({**standings.report(), "finished": False})
    parsed(text)
    assert 'class="band"' not in text
    assert "It was stopped before its end." in text


def test_whatever_a_player_is_called_it_is_only_text() -> None:
    standings = Standings(of_players(RUDE, "b"))
    one = game(a=2, b=1)
    rude = seat(RUDE, 2, 1, fallbacks={"raised": 1}, problem=f"raised: {RUDE}")
    standings.add(Sitting(0, 0, (type(one)(9, (rude, one.seats[1])),)))
    text = page({**standings.report(), "finished": True})
    tree = parsed(text)
    assert not list(tree.iter("script"))
    assert cells(tree, 0)[1][0] == RUDE
    assert cells(tree, 4)[1][-1] == f"1 raised (first: raised: {RUDE})"


def test_nothing_comes_from_elsewhere() -> None:
    text = page(report())
    tree = parsed(text)
    assert not re.search(r"https?:|//|url\(|@import|src=|href=", text)
    assert {e.tag for e in tree.iter()} & {"link", "script", "img", "iframe", "object"} == set()
    assert "prefers-color-scheme: dark" in text


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.html"
    arguments = ["--players", "greedy,random", "--deals", "2", "--html", str(file)]
    assert main(["tournament", "card_game", *arguments]) == 0
    capsys.readouterr()
    tree = parsed(file.read_text(encoding="utf-8"))
    assert tree.findtext("head/title") == "card_game: greedy leads"
