"""Golden games: what was played once is played so again, and every record here is right."""

from pathlib import Path

import pytest

import branchline as bl

from ..play import GAMES, TABLES
from ..referee.referee import judge_file
from .kept import KEPT, shown_by
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
    kept = {(golden.game, golden.seats, *golden.options) for golden in RECORDS}
    kept = {tuple(part for part in table if part != "starts") for table in kept}
    for name, seats in TABLES:
        id, options = GAMES[name]
        # What is seen of a track or of tickets makes the same game: one of those is enough.
        seen = {"open_track", "closed_tickets"} & {*options}
        assert seen or (id, seats, *options) in kept
    assert {("card_game", 2, "open_track"), ("card_game", 4, "closed_tickets")} <= kept


def test_there_is_a_playthrough_of_every_game() -> None:
    kept = {(golden.game, *golden.options) for golden in PLAYTHROUGHS}
    assert kept == {("usa",), ("france",), ("old_west",), ("old_west", "alvin"), ("card_game",)}


def test_every_file_in_the_folder_is_made_here_or_a_real_game() -> None:
    texts = {file.stem for file in FOLDER.glob("*.txt")}
    assert texts == {golden.name for golden in PLAYTHROUGHS}
    assert {golden.name for golden in RECORDS} | set(KEPT) <= {file.stem for file in FILES}


@pytest.mark.parametrize("name", KEPT)
def test_games_from_the_page_show_what_they_are_kept_for(name: str) -> None:
    record = bl.load_record(FOLDER / f"{name}.jsonl")
    assert shown_by(record) >= KEPT[name]
    assert record.result is not None


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_record_in_the_folder_is_right(file: Path) -> None:
    """Any real game that is put here is a test."""
    assert judge_file(file) == []
    again = bl.verify(bl.load_record(file)).record(bl.load_record(file).header["players"])
    assert again.dumps() == file.read_text(encoding="utf-8")
