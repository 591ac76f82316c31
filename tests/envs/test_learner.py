"""The learner of the examples: it learns some steps, goes on, and plays in the arena."""

from __future__ import annotations

import csv
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import branchline as bl

from ..scale import DEEP

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = [
    pytest.mark.skipif(not DEEP, reason="loading PyTorch takes a while: make test-deep does"),
    pytest.mark.skipif(
        importlib.util.find_spec("torch") is None,
        reason="PyTorch is missing: pip install 'branchline[learn]'",
    ),
]


def ppo(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(EXAMPLES / "ppo.py"), *arguments, "--out", "agent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("game", ["usa", "card_game"])
def test_it_learns_goes_on_and_plays(game: str, tmp_path: Path) -> None:
    small = ["--game", game, "--rows", "16", "--horizon", "8", "--width", "16"]
    for steps in ("256", "512"):
        done = ppo(*small, "--steps", steps, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    kept = sorted(file.name for file in (tmp_path / "agent").iterdir())
    assert kept == ["latest.pt", "step-0000000256.pt", "step-0000000512.pt"]
    other = ppo(*small, "--width", "8", "--steps", "600", folder=tmp_path)
    assert other.returncode == 1
    assert "was trained with width 16" in other.stderr

    agent = f"{EXAMPLES}/my_agent.py:Agent"
    os.environ["BRANCHLINE_AGENT"] = str(tmp_path / "agent" / "latest.pt")
    try:
        running = bl.tournament(game, [agent, "random"], deals=1)
        assert len(list(running)) == 1
    finally:
        del os.environ["BRANCHLINE_AGENT"]
    row = next(row for row in running.report()["players"] if row["player"] == agent)
    assert row["fallback_moves"] == {}, row["first_problem"]

    if game == "usa":
        done = ppo("--curve", "--deals", "1", folder=tmp_path)
        assert done.returncode == 0, done.stderr
        with (tmp_path / "agent" / "curve.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert [(row["steps"], row["opponent"]) for row in rows][3:5] == [
            ("256", "planner"),
            ("512", "random"),
        ]
        ElementTree.parse(tmp_path / "agent" / "curve.svg")
