"""The example that answers questions from data sets: it reads what we write, and counts rightly."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline import data

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SETS = {
    "two": ("planner", "path"),
    "four": ("path",) * 4,
    "lots": (f"{EXAMPLES}/keeper.py:Keeper",) * 2,
}
GAMES = 12


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The data sets, and what the example prints about them."""
    folder = tmp_path_factory.mktemp("sets")
    for name, players in SETS.items():
        for _ in data.dataset("usa", players, GAMES, folder / name, observation="none"):
            pass
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "what_wins.py"), *SETS, "--out", "plots"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_shares_are_those_of_the_games(answered: tuple[Path, str]) -> None:
    _, printed = answered
    begins, ahead, long_wins = [], [], []
    there = SETS["two"]
    both = [list(bl.simulate("usa", seated, GAMES, record=True)) for seated in (there, there[::-1])]
    for number in range(GAMES):
        played = both[number % 2][number]
        assert played.record is not None
        game = bl.replay(bl.parse_record(played.record))
        shares = [1 / len(played.winners) * (i in played.winners) for i in (0, 1)]
        first = next(seat for seat, action, _ in game.history[2:])
        begins.append(shares[first])
        long = [0, 0]
        for seat, action, _ in game.history:
            if isinstance(action.move, bl.Claim):
                track = next(t for t in game.board.tracks if t.id == action.move.track)
                long[seat] += track.length >= 5
        if long[0] != long[1]:
            long_wins.append(shares[long.index(max(long))])
        held = [seat.tickets_done + seat.tickets_failed for seat in played.seats]
        if held[0] != held[1]:
            ahead.append(shares[held.index(max(held))])
    share = 100 * sum(begins) / len(begins)
    assert f"begins           {share:5.1f} %" in printed.partition("four seats")[0]
    assert counted(printed, "long routes") == len(long_wins)
    assert counted(printed, "tickets at the end") == len(ahead)


def counted(printed: str, heading: str) -> int:
    """How many games stand under a heading."""
    blocks = printed.strip().split("\n\n")
    block = next(block for block in blocks if heading in block.splitlines()[0])
    return sum(int(n.replace(",", "")) for n in re.findall(r"([\d,]+) games", block))


def test_every_plot_is_a_picture(answered: tuple[Path, str]) -> None:
    folder, _ = answered
    plots = sorted((folder / "plots").glob("*.svg"))
    assert len(plots) == 5
    for plot in plots:
        tree = ElementTree.parse(plot).getroot()
        assert tree.findtext("{http://www.w3.org/2000/svg}title")
        kept = EXAMPLES.parent / "docs" / "research" / plot.name
        assert kept.exists(), "docs/research.md shows it"
