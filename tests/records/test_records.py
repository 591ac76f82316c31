"""Records: they read back, they replay, and a referee who shares nothing with us agrees."""

import json
import random
from pathlib import Path

import pytest

import branchline as bl
from branchline.board import CARDS

from ..play import (
    SOME_TABLES,
    TABLES,
    TASTES,
    at_every_table,
    at_some_tables,
    begin,
    board_of,
    choose,
    lines_of,
    play,
)
from ..referee.referee import judge, judge_file
from ..scale import scaled

IN_CHUNK = scaled(4, 20)
"""Games in one test, so that tests can be run side by side."""

OF_EACH = {
    "usa": scaled(12, 500),
    "france": scaled(4, 80),
    "old_west": scaled(4, 60),
    "old_west-alvin": scaled(4, 60),
    "card_game": scaled(8, 100),
    # The same game as far as a record goes.
    "card_game-open_track": scaled(4, 20),
    "card_game-closed_tickets": scaled(4, 20),
}
GAMES = {table: OF_EACH[table[0]] for table in TABLES}
"""How many games the referee looks at."""

NAMES = [["Ann", "Ben", "Cy", "Di", "Eve", "Flo"], ['"', "ünïcödé", "", "{}", "\\n\n\t", "🚂"]]


@pytest.mark.parametrize(
    ("game", "seats", "chunk"),
    [(*table, chunk) for table, games in GAMES.items() for chunk in range(games // IN_CHUNK)],
)
def test_the_referee_agrees(game: str, seats: int, chunk: int) -> None:
    """Random games, and games where every seat has an idea of its own."""
    for number in range(chunk * IN_CHUNK, (chunk + 1) * IN_CHUNK):
        chooser = random.Random(1000 * seats + number)
        tastes = ["random"] * seats
        if number % 4 == 3:
            tastes = [chooser.choice(sorted(TASTES)) for _ in range(seats)]
        elif number % IN_CHUNK == 0:
            tastes = [chooser.choice(sorted(TASTES))] * seats
        starts = chooser.randrange(seats) if number % 3 == 0 else None
        at_table = play(game, seats, number, *tastes, starts=starts)
        record = at_table.record()
        assert judge(lines_of(record)) == []
        if number % 10 == 0:
            bl.verify(bl.parse_record(record.dumps()))


def test_there_are_enough_games() -> None:
    assert set(GAMES) == set(TABLES)
    assert all(games % IN_CHUNK == 0 for games in GAMES.values())
    usa = [games for (game, _), games in GAMES.items() if game == "usa"]
    assert min(usa) >= scaled(12, 500)
    for name in ("france", "old_west", "old_west-alvin", "card_game"):
        games = sum(games for (game, _), games in GAMES.items() if game == name)
        assert games >= scaled(16, 300)


def spread(tastes: list[str], among: int) -> list[tuple[str, int, str]]:
    """Some tables with these tastes: all in the deep run, else one of so many, each in its turn."""
    return [
        (*table, taste)
        for i, table in enumerate(SOME_TABLES)
        for j, taste in enumerate(tastes)
        if (i + j) % scaled(among, 1) == 0
    ]


@pytest.mark.parametrize(("game", "seats", "taste"), spread(sorted(TASTES), among=2))
def test_records_read_back_and_verify(game: str, seats: int, taste: str, tmp_path: Path) -> None:
    at_table = play(game, seats, 50 + seats, taste)
    record = at_table.record()
    again = bl.parse_record(record.dumps())
    assert again == record
    assert again.dumps() == record.dumps()
    file = tmp_path / "game.jsonl"
    record.save(file)
    assert bl.load_record(file) == record
    assert judge_file(file) == []
    for back in (bl.verify(again), bl.replay(again)):
        assert back._states.tobytes() == at_table._states.tobytes()
        assert back.opening == at_table.opening
        assert back.history == at_table.history
        assert back.result() == at_table.result()
        assert back.record() == record
        for viewer in (*range(seats), None):
            assert back.view(viewer) == at_table.view(viewer)


@pytest.mark.parametrize("names", NAMES, ids=["plain", "odd"])
def test_names_are_kept(names: list[str], tmp_path: Path) -> None:
    record = play("usa", 5, 1, "claims first").record(names[:5])
    record.save(tmp_path / "game.jsonl")
    assert bl.load_record(tmp_path / "game.jsonl").header["players"] == names[:5]
    bl.verify(bl.load_record(tmp_path / "game.jsonl"))
    assert judge_file(tmp_path / "game.jsonl") == []


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85"], ids=ascii)
def test_names_may_hold_what_some_call_the_end_of_a_line(separator: str) -> None:
    """JSON does not escape these, and a line of a record ends at a line feed and nowhere else."""
    record = bl.new_game("usa", 2, seed=1).record([f"A{separator}n", "Ben"])
    assert judge(lines_of(record)) == []
    assert bl.parse_record(record.dumps()) == record


@at_every_table
def test_unfinished_games_verify_at_every_length(game: str, seats: int) -> None:
    at_table = play(game, seats, 9, "claims first")
    whole = at_table.record()
    for length in {0, 1, seats - 1, seats, *range(seats, len(whole.actions), scaled(75, 25))}:
        part = bl.Record(whole.header, whole.opening, whole.actions[:length])
        back = bl.verify(bl.parse_record(part.dumps()))
        assert not back.is_over
        assert back.record() == part
        assert judge(lines_of(part)) == []


@at_every_table
def test_records_count_every_card(game: str, seats: int) -> None:
    """An unfinished record is a whole deck too: what was shuffled first is all the cards."""
    record = begin(game, seats, 4).record()
    kinds = [e["event"] for e in record.opening]
    at = kinds.index("shuffled")
    deck = list(record.opening[at]["deck"])
    for event in record.opening[:at]:  # locomotives that are given before the shuffle
        deck += event.get("cards", [])
    counts = board_of(game).record[0]["cards"].tolist()
    assert [deck.count(card) for card in CARDS] == counts


@pytest.mark.parametrize(
    ("game", "seats", "taste"), spread(["random", "hoarder", "ticket collector"], among=3)
)
def test_undo_is_exact_at_every_step(game: str, seats: int, taste: str) -> None:
    """Try something else, take it back, and nothing is left of it; then take back everything."""
    at_table = begin(game, seats, seats)
    chooser = random.Random(seats)
    states = [at_table._states.tobytes()]
    while not at_table.is_over:
        seat = chooser.choice(at_table.to_act)
        viewers = (*range(seats), None) if len(states) % 5 == 0 else ()
        before = [at_table.view(viewer) for viewer in viewers]
        tried = chooser.choice(at_table.legal_actions(seat))
        at_table.push(tried, seat)
        assert at_table.pop() == tried
        assert at_table._states.tobytes() == states[-1]
        assert [at_table.view(viewer) for viewer in viewers] == before
        action = choose(chooser, at_table, seat, taste)
        events = at_table.push(action, seat)
        state = at_table._states.tobytes()
        at_table.pop()
        assert at_table.push(action, seat) == events
        assert at_table._states.tobytes() == state
        states.append(state)
    record = at_table.record()
    assert bl.verify(record)
    taken_back = []
    while len(states) > 1:
        assert at_table._states.tobytes() == states.pop()
        taken_back.append(at_table.pop().move.to_json())
    assert at_table._states.tobytes() == states[0]
    assert taken_back[::-1] == [line["action"] for line in record.actions]
    assert at_table.record() == begin(game, seats, seats).record()
    with pytest.raises(bl.BranchlineError):
        at_table.pop()


@at_some_tables
def test_a_refused_action_leaves_no_trace(game: str, seats: int) -> None:
    at_table = play(game, seats, 5, most=60)
    before, lines = at_table._states.tobytes(), at_table.record().dumps()
    refused = 0
    for id in range(0, at_table.board.n_actions, scaled(4, 1)):
        for seat in range(seats):
            if at_table.why_not(id, seat):
                with pytest.raises(bl.BranchlineError):
                    at_table.push(id, seat)
                refused += 1
    assert refused > scaled(250, 1000)
    assert at_table._states.tobytes() == before
    assert at_table.record().dumps() == lines


def test_lines_are_plain_json() -> None:
    for row in play("usa", 3, 2).record().dumps().splitlines():
        assert json.dumps(json.loads(row), ensure_ascii=False) == row
