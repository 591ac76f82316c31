"""Golden games: what was played once is played so again, and every record here is right."""

from pathlib import Path

import pytest

import branchline as bl

from ..play import TABLES
from ..referee.referee import judge_file
from .make import FOLDER, PLAYTHROUGHS, RECORDS, Golden, playthrough, record

FILES = sorted(FOLDER.glob("*.jsonl"))


def first_difference(text: str, kept: str) -> str | None:
    """The first line that differs, which reads better than two whole games."""
    if text == kept:
        return None
    lines, old = text.split("\n"), kept.split("\n")
    for number, (new, was) in enumerate(zip(lines, old, strict=False), 1):
        if new != was:
            return f"line {number} is now {new!r} and was {was!r}"
    return f"there are now {len(lines)} lines and were {len(old)}"


@pytest.mark.parametrize("golden", RECORDS, ids=lambda golden: golden.name)
def test_golden_games_are_played_again(golden: Golden) -> None:
    """After a change that is meant: python -m tests.golden.make."""
    kept = (FOLDER / f"{golden.name}.jsonl").read_text(encoding="utf-8")
    assert first_difference(record(golden), kept) is None


@pytest.mark.parametrize("golden", PLAYTHROUGHS, ids=lambda golden: golden.name)
def test_playthroughs_read_the_same(golden: Golden) -> None:
    """After a change that is meant: python -m tests.golden.make."""
    kept = (FOLDER / f"{golden.name}.txt").read_text(encoding="utf-8")
    assert first_difference(playthrough(golden), kept) is None


def test_there_is_a_golden_game_for_every_table() -> None:
    assert {(golden.game, golden.seats) for golden in RECORDS} >= set(TABLES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_record_in_the_folder_is_right(file: Path) -> None:
    """Any real game that is put here is a test."""
    assert judge_file(file) == []
    again = bl.verify(bl.load_record(file)).record(bl.load_record(file).header["players"])
    assert again.dumps() == file.read_text(encoding="utf-8")
