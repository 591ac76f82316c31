"""The page of a tournament: well formed, complete, and with nothing from elsewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from branchline.arena.html import page, short_names
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


def cells(tree: ElementTree.Element, name: str) -> list[list[str]]:
    table = next(t for t in tree.iter("table") if t.get("class") == name)
    return [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]


def plot(tree: ElementTree.Element, title: str) -> ElementTree.Element:
    return next(svg for svg in tree.iter("svg") if svg.findtext("title") == title)


def test_the_page_holds_the_standings() -> None:
    tree = parsed(page(report()))
    standings = cells(tree, "standings")
    assert standings[0][:4] == ["place", "player", "win share", "share 95 %"]
    assert [row[:3] for row in standings[1:]] == [["1", "a", "66.7 %"], ["2", "b", "33.3 %"]]
    assert [row[4] for row in standings[1:]] == ["+1.7", "-1.7"]
    assert cells(tree, "bySeat") == [
        ["player", "seat 0", "seat 1"],
        ["a", "100.0 %", "50.0 %"],
        ["b", "50.0 %", "0.0 %"],
    ]
    assert cells(tree, "headToHead") == [
        ["", "a", "b"],
        ["a", "–", "66.7 %"],
        ["b", "33.3 %", "–"],
    ]
    details = cells(tree, "atTable")
    assert [row[0] for row in details] == ["player", "a", "b"]
    assert details[1][-1] == "0"


def test_intervals_are_drawn_where_they_belong() -> None:
    found = report()
    found["players"][0]["win_share_ci"] = [0.25, 0.75]
    row = plot(parsed(page(found)), "Win share").find("g")
    assert row is not None
    assert row.findtext("title") == "a: 66.7 % (25.0 to 75.0)"
    band, mark = row.findall("rect")[1], row.find("circle")
    assert mark is not None
    assert (band.get("x"), band.get("width"), mark.get("cx")) == ("25.0%", "50.0%", "66.67%")


def test_scores_are_drawn_in_steps_of_ten() -> None:
    found = report()
    found["players"][0]["scores"] = {"75": 1, "90": 1, "99": 2, "100": 1}
    found["players"][1]["scores"] = {"-5": 1, "110": 1}
    tree = plot(parsed(page(found)), "Scores")
    rows = tree.findall("g")
    assert [row.findtext("title") for row in rows] == [
        "a: median 99, 75 … 100",
        "b: median -5, -5 … 110",
    ]
    high = [float(rect.get("height", 0)) for rect in rows[0].findall("rect")]
    assert high == [12.7, 38.0, 12.7]
    ticks = [text.text for text in tree.findall("text")]
    assert ticks == ["-50", "0", "50", "100", "150"]


def test_times_are_drawn_from_a_tenth_to_ten_times() -> None:
    found = report()
    for player in found["players"]:
        player["ms_per_move"] = {"p05": 0.02, "p25": 0.1, "median": 1.0, "p75": 10, "p95": 2000}
    tree = plot(parsed(page(found)), "Time for a move")
    ticks = [text.text for text in tree.findall("text")]
    assert ticks == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s", "10 s"]
    mark = tree.find("g/circle")
    assert mark is not None
    assert mark.get("cx") == "33.33%"


def test_without_intervals_no_band_is_drawn() -> None:
    standings = Standings(of_players("a", "b"))
    standings.add(Sitting(0, 0, (game(a=2, b=1),)))
    text = page({**standings.report(), "finished": False})
    assert plot(parsed(text), "Win share").findall("g/rect[@class='band']") == []
    assert "It was stopped before its end." in text


def test_nobody_has_played_yet() -> None:
    tree = parsed(page({**Standings(of_players("a", "b")).report(), "finished": False}))
    assert tree.findtext("body/header/h1") == "usa"


def test_whatever_a_player_is_called_it_is_only_text() -> None:
    standings = Standings(of_players(RUDE, "b"))
    one = game(a=2, b=1)
    rude = seat(RUDE, 2, 1, fallbacks={"raised": 1}, problem=f"raised: {RUDE}")
    standings.add(Sitting(0, 0, (type(one)(9, (rude, one.seats[1])),)))
    found = {**standings.report(), "finished": True, "options": {RUDE: RUDE}, "budget": RUDE}
    tree = parsed(page({**found, "game": RUDE}))
    assert not list(tree.iter("script"))
    assert cells(tree, "standings")[1][1] == RUDE
    assert cells(tree, "atTable")[1][-1] == f"1 raised (first: raised: {RUDE})"
    drawn = plot(tree, "Win share")
    assert drawn.findtext("g/text[@class='name']") == RUDE
    command = tree.findtext("body/main/section/pre/code") or ""
    assert shlex.split(command)[2:5] == [RUDE, "--players", f"{RUDE},b"]


def test_the_command_on_the_page_plays_the_same() -> None:
    found = report(options={"starts": 1, "alvin": True}, budget="200")
    command = parsed(page(found)).findtext("body/main/section/pre/code")
    assert command == (
        "branchline tournament usa --players a,b,c --seats 2 --deals 3 --seed 1 --budget 200"
        " --option starts=1 --option alvin=true"
    )


def test_files_are_called_by_their_last_names() -> None:
    names = ["/a/bot.py:Bot", "/b/bot.py:Bot", "planner", "exec:" + "x" * 50]
    short = short_names(names)
    assert list(short.values())[:3] == ["bot.py:Bot (1)", "bot.py:Bot (2)", "planner"]
    assert len(short[names[3]]) == 34


def test_every_table_and_plot_says_what_it_is() -> None:
    tree = parsed(page(report()))
    assert [h.text for h in tree.iter("h1")] == ["usa: a leads"]
    for section in tree.iter("section"):
        heading = section.find("h2")
        assert heading is not None
        assert section.get("aria-labelledby") == heading.get("id")
    assert len({h.get("id") for h in tree.iter("h2")}) == len(list(tree.iter("h2"))) == 9
    for table in tree.iter("table"):
        assert {th.get("scope") for th in table.iterfind("thead/tr/th")} == {"col"}
        assert all(row.findall("th[@scope='row']") for row in table.iterfind("tbody/tr"))
    for svg in tree.iter("svg"):
        assert svg.get("role") == "img"
        assert svg.get("aria-label") == svg.findtext("title")


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
