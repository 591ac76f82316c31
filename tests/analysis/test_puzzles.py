"""Puzzles: the collections that come with Branchline are sound, and are solved in the terminal."""

import datetime
import json
from itertools import pairwise
from pathlib import Path

import pytest

import branchline as bl
from branchline.analysis.judging import BLUNDER, scale
from branchline.analysis.puzzles import (
    GRADES,
    Puzzle,
    collection,
    line_of,
    load_collection,
    numbered,
    of_the_day,
)
from branchline.arena.mining import ANSWERS, grade_of
from branchline.cli.puzzle_table import PuzzleTable
from branchline.text.catalogue import say
from tests.cli.run import branchline
from tests.scale import DEEP, scaled

PUZZLES = [puzzle for game in bl.games() for puzzle in collection(game)]
SOME = scaled(PUZZLES[::8], PUZZLES)


def told_in(puzzle: Puzzle, *lines: str) -> tuple[bool, str]:
    """Whether it was solved by what was typed, and all that was printed."""
    printed: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        for line in typed:
            return line
        raise EOFError

    return PuzzleTable(puzzle, read, printed.append).play(), "\n".join(printed)


@pytest.mark.parametrize("game", bl.games())
def test_a_collection_is_of_mixed_kinds(game: str) -> None:
    puzzles = collection(game)
    assert len(puzzles) >= 20
    assert len({(puzzle.key, puzzle.seats) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.grade for puzzle in puzzles}) >= 4
    assert len({puzzle.answers[0].move["do"] for puzzle in puzzles}) >= 4
    assert {puzzle.seats for puzzle in puzzles} == {2, 3}


def test_one_answer_leads_all_others_by_a_blunder() -> None:
    for puzzle in PUZZLES:
        best, *others = puzzle.answers
        assert (best.lead, best.lead_error) == (0, 0), puzzle.id
        assert 1 <= len(others) <= ANSWERS
        clear = BLUNDER * scale(puzzle.seats)
        for one in others:
            assert one.lead <= -clear + 1e-9, puzzle.id
            assert one.lead + one.lead_error < 0
        assert 1 <= puzzle.grade == grade_of(puzzle.missed) <= GRADES


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_a_position_is_restored_and_its_answers_are_judged(puzzle: Puzzle) -> None:
    game = puzzle.position.game()
    assert (game.board.id, game.seats) == (puzzle.game, puzzle.seats)
    assert puzzle.seat in game.to_act
    legal = {json.dumps(one.move.to_json()) for one in game.legal_actions(puzzle.seat)}
    for place, one in enumerate(puzzle.answers):
        assert json.dumps(one.move) in legal
        tried = puzzle.judge(one.move)
        assert tried.solved == (place == 0)
        assert tried.best.move == puzzle.answers[0].move


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_who_solves_sees_what_the_seat_saw(puzzle: Puzzle) -> None:
    shown = puzzle.shown()["position"]
    game = puzzle.position.game()
    assert shown["view"] == game.view(puzzle.seat).to_json()
    assert shown["seen"] == game.seen_by(puzzle.seat)
    everything = json.dumps(puzzle.shown())
    assert puzzle.key not in everything
    assert "lead" not in puzzle.shown()


def test_every_puzzle_has_its_day() -> None:
    first = datetime.date(2026, 3, 1)
    days = [first + datetime.timedelta(n) for n in range(len(collection("usa")) + 1)]
    puzzles = [of_the_day("usa", day).number for day in days]
    assert sorted(puzzles[1:]) == [puzzle.number for puzzle in collection("usa")]
    assert puzzles[0] == puzzles[-1]
    assert all(one != another for one, another in pairwise(puzzles))


def test_a_collection_reads_back_and_another_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "usa.jsonl"
    head = {"format": "branchline-puzzles", "version": 1, "seed": 1}
    file.write_text(json.dumps(head) + "\n" + "".join(map(line_of, collection("usa")[:3])))
    assert [p.moves for p in load_collection(file)] == [p.moves for p in collection("usa")[:3]]
    file.write_text(json.dumps({**head, "version": 2}) + "\n")
    with pytest.raises(bl.BranchlineError, match="puzzles"):
        load_collection(file)
    for wrong in (0, 1000, "1"):
        with pytest.raises(bl.BranchlineError):
            numbered("usa", wrong)  # type: ignore[arg-type]


def test_it_is_solved_in_the_terminal() -> None:
    puzzle = collection("usa")[0]
    best, second = (say(one.text) for one in puzzle.answers[:2])
    game = puzzle.position.game()
    words = {say(a.text): a.text for a in game.legal_actions(puzzle.seat)}
    assert {best, second} <= set(words)
    solved, told = told_in(puzzle, second, "undo", best)
    assert solved
    assert "Not the best" in told
    assert "Solved" in told
    solved, told = told_in(puzzle, "answer")
    assert not solved
    assert best in told


def test_the_command(tmp_path: Path) -> None:
    listed = branchline("puzzle", "card_game", "--list", folder=tmp_path)
    assert len(listed.stdout.splitlines()) == len(collection("card_game"))
    shown = branchline("puzzle", "france", "--number", "2", "--json", folder=tmp_path)
    assert json.loads(shown.stdout)["id"] == "france-2"
    for wrong in (
        ("puzzle", "usa", "--number", "99"),
        ("puzzle", "chess"),
        ("puzzle", "usa", "--number", "1", "--seed", "2"),
        ("puzzle", "usa", "--mine", "x", "--puzzles", "0"),
    ):
        refused = branchline(*wrong, folder=tmp_path)
        assert refused.returncode == 2
        assert refused.stdout == ""
        assert len(refused.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(not DEEP, reason="mining takes a while: make test-deep does")
def test_mining_finds_the_same_again(tmp_path: Path) -> None:
    mine = ("puzzle", "usa", "--mine", "found.jsonl", "--puzzles", "2")
    assert branchline(*mine, folder=tmp_path).returncode == 0
    found = load_collection(tmp_path / "found.jsonl")
    again = tmp_path / "again"
    again.mkdir()
    assert branchline(*mine, folder=again).returncode == 0
    assert load_collection(again / "found.jsonl") == found
