"""The tutorials: bots are as strong as they say, and a slip in the map is told as they say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import branchline as bl
from tests.scale import scaled

from .blocks import COMMANDS, ROOT, blocks_of, lines_of
from .walk import as_before

BOTS = ROOT / "docs" / "tutorial.md"
MAPS = ROOT / "docs" / "maps.md"
ROW = re.compile(
    r"^\| `(?P<player>[^`]+)` \| `(?P<other>[^`]+)` \| (?P<games>\d+) "
    r"\| (?P<share>[\d.]+) % \| (?:(?P<low>[\d.]+) to (?P<high>[\d.]+))? ?"
    r"\| (?P<score>[-\d.]+) \|$",
    flags=re.M,
)


class Told(NamedTuple):
    """A row of the tutorial's table."""

    player: str
    other: str
    games: int
    share: str
    interval: str
    score: str


def rows() -> list[Told]:
    """What the tutorial says that its bots do."""
    return [
        Told(
            found["player"],
            found["other"],
            int(found["games"]),
            found["share"],
            f"{found['low']} to {found['high']}" if found["low"] else "",
            found["score"],
        )
        for found in ROW.finditer(BOTS.read_text(encoding="utf-8"))
    ]


def save_files(page: Path, folder: Path) -> None:
    """Save the files of a page, and do nothing else."""
    for block in blocks_of(page):
        if block.file:
            (folder / block.file).parent.mkdir(exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Be in a folder with the files of the tutorial."""
    save_files(BOTS, tmp_path)
    monkeypatch.chdir(tmp_path)
    with as_before():
        yield


def test_the_table_has_a_row_for_every_command() -> None:
    commands = [
        line for block in blocks_of(BOTS) if block.kind == COMMANDS for line in lines_of(block)
    ]
    tournaments = [line for line in commands if " tournament " in line]
    assert [
        f"branchline tournament usa --players {row.player},{row.other} --deals {row.games // 2}"
        for row in rows()
    ] == [line.removesuffix(" --html standings.html") for line in tournaments]


def played(row: Told, deals: int) -> tuple[float, tuple[float, float], float]:
    """Play a row: the win share of its player, the interval, and the mean score."""
    run = bl.tournament("usa", [row.player, row.other], seats=2, deals=deals)
    for _ in run:
        pass
    found = next(each for each in run.report()["players"] if each["player"] == row.player)
    assert found["fallback_moves"] == {}
    low, high = found["win_share_ci"]
    return found["win_share"], (low, high), found["mean_score"]


@pytest.mark.usefixtures("bots")
def test_the_bot_of_the_tutorial_beats_path() -> None:
    """The same deals and the same choices each time, so this cannot be red by chance."""
    (row,) = [r for r in rows() if (r.player, r.other) == ("finisher.py:Finisher", "path")]
    share, (low, _), _ = played(row, scaled(15, row.games // 2))
    assert share > 0.6
    assert low > 0.5


EXACT = scaled([row for row in rows() if row.other == "random"], rows())


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("row", EXACT, ids=lambda row: f"{row.player}-{row.other}")
def test_a_bot_is_as_strong_as_the_tutorial_says(row: Told) -> None:
    share, (low, high), score = played(row, row.games // 2)
    assert f"{100 * share:.1f}" == row.share
    assert row.interval == (f"{100 * low:.1f} to {100 * high:.1f}" if low < high else "")
    assert f"{score:.1f}" == row.score


def test_a_slip_in_the_map_is_told_as_the_page_says(tmp_path: Path) -> None:
    save_files(MAPS, tmp_path)
    tracks = tmp_path / "iceland" / "board.toml"
    lines = tracks.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [line for line in lines if not re.search(r'ends = \["husavik", "hofn"\]', line)]
    assert len(left) == len(lines) - 1
    tracks.write_text("".join(left), encoding="utf-8")
    with pytest.raises(bl.BranchlineError) as refused:
        bl.load_board(tmp_path / "iceland")
    told = str(refused.value).replace(f"{tmp_path.resolve()}/", "")
    assert f"`{told}`" in MAPS.read_text(encoding="utf-8")


def test_the_map_is_checked_by_every_law(tmp_path: Path) -> None:
    save_files(MAPS, tmp_path)
    board = bl.testing.check_board(tmp_path / "iceland", games=scaled(10, 200))
    assert (board.name, len(board.cities), len(board.tracks)) == ("Iceland", 10, 20)
