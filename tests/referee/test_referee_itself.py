"""The referee on its own: its chance, its longest path, its reading of the rules, its rigour."""

import copy
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .board import CARDS, LOCOMOTIVE, Track, read_board
from .chance import Chance, block
from .random_game import random_record
from .referee import judge, judge_file
from .scoring import decided_by, fault_in_trail, longest_trail
from .table import KIND, Illegal, Table

GARBAGE: list[Any] = [None, True, -1, 10**5000, 0.5, "", "xyz", [], [[]], {}, {"a": []}]


def as_bytes(words: list[int]) -> bytes:
    return b"".join(word.to_bytes(4, "little") for word in words)


def test_chacha_8_rounds() -> None:
    known = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    assert as_bytes(block(bytes(32), 0)).hex().startswith(known)


def test_chacha_20_rounds() -> None:
    """The same core with more rounds gives the key stream that is known best of all."""
    known = "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    assert as_bytes(block(bytes(32), 0, rounds=20)).hex().startswith(known)


def test_words_run_on_from_block_to_block() -> None:
    chance = Chance(bytes(range(32)))
    words = [chance.word() for _ in range(40)]
    blocks = [block(bytes(range(32)), counter) for counter in range(3)]
    assert words == [word for sixteen in blocks for word in sixteen][:40]


def test_below_takes_another_word_when_the_first_would_be_unfair() -> None:
    chance = Chance(bytes(32))
    # 2**32 mod 3 is 1, so exactly the product with the remainder 0 is thrown away.
    chance.words = [0, 2**31, 5]
    assert chance.below(3) == 1
    assert chance.words == [5]
    chance.words = [0, 2**32 - 1]
    assert [chance.below(4), chance.below(4)] == [0, 3]


def test_below_is_even() -> None:
    chance = Chance(b"k" * 32)
    counts = Counter(chance.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_shuffle_swaps_from_the_end_down() -> None:
    chance = Chance(bytes(32))
    # Numbers below 4, 3 and 2: each word stands for the first, the last and the first thing.
    chance.words = [1, 2**32 - 1, 1]
    things = ["a", "b", "c", "d"]
    chance.shuffle(things)
    assert things == ["b", "d", "c", "a"]


def graph(*edges: tuple[str, int]) -> list[Track]:
    """Tracks named by their two one-letter cities and their number."""
    return [Track(f"{e}{i}", (e[0], e[1]), n, "grey") for i, (e, n) in enumerate(edges)]


def longest_by_permutation(tracks: list[Track]) -> int:
    best = 0
    for count in range(1, len(tracks) + 1):
        for order in itertools.permutations(tracks, count):
            spaces = sum(track.length for track in order)
            if spaces > best and fault_in_trail([t.id for t in order], tracks, spaces) is None:
                best = spaces
    return best


@pytest.mark.parametrize(
    ("edges", "length"),
    [
        ([], 0),
        ([("ab", 3)], 3),
        ([("ab", 3), ("cd", 4)], 4),
        ([("ab", 1), ("bc", 2), ("bd", 3)], 5),
        ([("ab", 1), ("bc", 1), ("ca", 1)], 3),
        ([("ab", 2), ("bc", 2), ("ca", 2), ("cd", 1), ("ae", 3)], 9),
        ([("ab", 1), ("bc", 1), ("ca", 1), ("xy", 1)], 3),
        ([("ab", 1), ("bc", 1), ("cd", 1), ("da", 1), ("ac", 1), ("bd", 1)], 5),
    ],
)
def test_longest_trail_of_known_graphs(edges: list[tuple[str, int]], length: int) -> None:
    assert longest_trail(graph(*edges)) == length
    assert longest_by_permutation(graph(*edges)) == length


def test_longest_trail_of_random_graphs() -> None:
    chooser = random.Random(4)
    for _ in range(60):
        pairs = ["".join(chooser.sample("abcde", 2)) for _ in range(chooser.randint(1, 6))]
        tracks = graph(*[(pair, chooser.randint(1, 6)) for pair in pairs])
        assert longest_trail(tracks) == longest_by_permutation(tracks)


def test_faults_in_trails() -> None:
    tracks = graph(("ab", 1), ("bc", 2), ("bd", 3))
    assert fault_in_trail(["ab0", "bc1"], tracks, 3) is None
    assert fault_in_trail([], tracks, 0) is None
    wrong: list[tuple[object, int]] = [
        (["ab0"], 3),
        (["ab0", "bc1", "ab0"], 4),
        (["ab0", "xx"], 1),
        (["bc1", "ab0", "bd2"], 6),
        (["ab0", ["bc1"]], 3),
        ("ab0", 1),
        (3, 3),
    ]
    for named, length in wrong:
        assert fault_in_trail(named, tracks, length) is not None


def test_what_decides() -> None:
    assert decided_by([(9, 0, False), (8, 5, True)]) == "points"
    assert decided_by([(9, 1, True), (9, 2, False), (1, 9, True)]) == "tickets"
    assert decided_by([(9, 2, True), (9, 2, False)]) == "longest path"
    assert decided_by([(9, 2, True), (9, 2, True)]) == "shared"


def table_with(pile: str, row: str, discards: str = "", seats: int = 2) -> Table:
    """A table in its first turn. Cards by first letter, k for black; the pile's top comes last."""
    names = {card[0]: card for card in CARDS if card != "black"} | {"k": "black", "-": None}
    table = Table(read_board("usa"), seats, bytes(32), 0)
    table.pile = [card for letter in pile if (card := names[letter])]
    table.row = [names[letter] for letter in row]
    table.discards = [card for letter in discards if (card := names[letter])]
    table.begin_turn(0)
    return table


def kinds(table: Table, action: dict[str, object]) -> list[object]:
    return [event[KIND] for event in table.act(table.turn_seat, action)]


def draw(place: object) -> dict[str, object]:
    return {"do": "draw", "from": place}


def test_rule_3_the_pile_is_made_anew_at_once() -> None:
    assert kinds(table_with("r", "ppppp", "gg"), draw("deck")) == ["drew", "shuffled"]
    table = table_with("r", "ppppp", "gg")
    assert kinds(table, draw(1)) == ["drew", "turned up", "shuffled"]
    table = table_with("", "pp---")
    table.hands[0]["red"] = 2
    claim = {"do": "claim", "track": "boston-new_york-1", "colour": "red", "locomotives": 0}
    expected = ["claimed", "scored", "shuffled", "turned up", "turned up", "turn"]
    assert kinds(table, claim) == expected
    assert table.row == ["purple", "purple", "red", "red", None]


def test_rule_4_sweeps() -> None:
    table = table_with("rrrrrrrl", "llppp")
    assert kinds(table, draw(4)) == ["drew", "turned up", "swept"] + ["turned up"] * 5
    # Only two ordinary cards are left outside the hands.
    assert kinds(table_with("lll", "llppp"), draw(4)) == ["drew", "turned up"]
    # Every row has three locomotives: after the third sweep it stays.
    table = table_with("pp" + "lllpp" * 3 + "l", "llppp")
    assert kinds(table, draw(4)).count("swept") == 3
    assert table.row.count(LOCOMOTIVE) == 3
    # A card from the deck fills no place, so nothing is swept.
    assert kinds(table_with("rrr", "lllpp"), draw("deck")) == ["drew"]


def test_rules_5_and_6_the_second_card() -> None:
    table = table_with("rr", "lpppp")
    table.act(0, draw("deck"))
    with pytest.raises(Illegal, match="rule 5"):
        table.act(0, draw(0))
    assert kinds(table_with("rr", "lpppp"), draw(0)) == ["drew", "turned up", "turn"]
    assert kinds(table_with("r", "ll---"), draw("deck")) == ["drew", "turn"]
    assert kinds(table_with("", "p----"), draw(0)) == ["drew", "turn"]


def test_rule_8_sisters() -> None:
    for seats, open_to_others in [(2, False), (3, False), (4, True), (5, True)]:
        table = table_with("", "-----", seats=seats)
        table.owner["boston-new_york-1"] = 0
        assert table.may_claim(0, "boston-new_york-2") is not None
        assert (table.may_claim(1, "boston-new_york-2") is None) == open_to_others


def test_rule_10_passing() -> None:
    table = table_with("", "-----")
    assert kinds(table, {"do": "pass"}) == ["passed", "turn"]
    assert kinds(table, {"do": "pass"}) == ["passed", "over"]
    for able in (table_with("r", "-----"), table_with("", "l----")):
        with pytest.raises(Illegal, match="rule 10"):
            able.act(0, {"do": "pass"})
    able = table_with("", "-----")
    able.hands[0]["green"] = 1
    with pytest.raises(Illegal, match="rule 10"):
        able.act(0, {"do": "pass"})


def test_rule_11_the_last_round() -> None:
    table = table_with("r" * 20, "ppppp", seats=3)
    table.trains[0] = 4
    table.hands[0]["red"] = 2
    claim = {"do": "claim", "track": "boston-new_york-1", "colour": "red", "locomotives": 0}
    assert kinds(table, claim)[-2:] == ["last round", "turn"]
    last = [kinds(table, draw("deck"))[-1] for _ in range(6)]
    assert last == ["drew", "turn", "drew", "turn", "drew", "over"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("hoard", [0.2, 0.9, 0.99])
def test_right_records_are_right(seats: int, hoard: float) -> None:
    record = random_record(seats, seats, hoard, starts=seats - 1 if hoard == 0.9 else None)
    assert judge(json.loads(json.dumps(record))) == []
    for end in range(2, len(record)):
        finished = end == len(record) - 1
        if finished or end % 50 == 2:
            assert bool(judge(record[:end])) == finished


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every way down into a piece of JSON."""
    yield path
    if isinstance(value, dict | list):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[name], (*path, name))


def changed(record: list[Any], path: tuple[Any, ...], value: Any, drop: bool = False) -> list[Any]:
    """The record with one place changed; the lines it does not touch are shared."""
    copied = list(record)
    copied[path[0]] = copy.deepcopy(copied[path[0]])
    inner: Any = copied
    for name in path[:-1]:
        inner = inner[name]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return copied


def test_any_tampering_is_found() -> None:
    record = json.loads(json.dumps(random_record(7, 2, 0.6)))
    chooser = random.Random(5)
    free = ("text", "players")
    spots = [p for p in places(record) if p and not any(name in free for name in p)]
    for path in chooser.sample(spots, 60) + [p for p in spots if p[0] == len(record) - 1]:
        old: Any = record
        for name in path:
            old = old[name]
        others = [v for v in GARBAGE if type(v) is not type(old) or v != old]
        if isinstance(old, int):
            others.append(old + 1)
        assert judge(changed(record, path, chooser.choice(others))), path
        assert judge(changed(record, path, None, drop=True)), path


def test_another_longest_path_is_right_too() -> None:
    record = random_record(7, 2, 0.6)
    for seat in record[-1]["result"]["seats"]:
        seat["longest_path"]["tracks"].reverse()
    assert judge(record) == []


def test_lines_missing_surplus_or_swapped() -> None:
    record = random_record(8, 2, 0.6)
    assert judge([*record, record[-1]])
    assert judge([*record, {}])
    assert judge([*record[:30], record[-1]])
    for at in range(1, len(record) - 1, 20):
        assert judge(record[:at] + record[at + 1 :]), at
        assert judge([*record[: at + 1], *record[at:]]), at
    # The first tickets may be chosen in any order, but then other lines end the choosing.
    assert judge([*record[:2], record[3], record[2], *record[4:]])


def test_fields_or_events_too_many_and_no_text() -> None:
    record = random_record(9, 3, 0.6)
    for at in range(2, len(record) - 1, 20):
        assert judge(changed(record, (at, "text"), ""))
        events = record[at]["events"]
        assert judge(changed(record, (at, "events"), [*events, events[-1]]))
        assert judge(changed(record, (at, "events", 0), {**events[0], "more": 1}))


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_a_difference(garbage: Any) -> None:
    record = random_record(7, 2, 0.6)
    assert judge(garbage)
    assert judge([garbage])
    assert judge([*record[:1], garbage])
    assert judge([*record[:4], garbage])
    assert judge([*record[:-1], garbage])
    for name in record[0]:
        if name != "options" or garbage != {}:
            assert judge([{**record[0], name: garbage}, *record[1:]]), name
    for name in ("seat", "action", "events"):
        assert judge([*record[:4], {**record[4], name: garbage}]), name
    for name in ("do", "tickets", "from", "track", "colour", "locomotives"):
        for do in ("keep", "draw", "claim", "tickets", "pass"):
            action = {"do": do, "from": 0, "track": "boston-new_york-1", "colour": "red"}
            action = {n: v for n, v in action.items() if n in {"do"} | Table.FIELDS[do]}
            line = {**record[4], "action": {**action, name: garbage}}
            assert judge([*record[:4], line]), (name, do)


def test_deep_garbage() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    record = random_record(7, 2, 0.6)
    assert judge([*record[:4], {**record[4], "events": [deep]}])
    assert judge([*record[:4], {**record[4], "action": deep}])


def test_nothing_is_shared_with_the_engine() -> None:
    for file in Path(__file__).parent.glob("*.py"):
        imports = [row.split()[1] for row in file.read_text().splitlines() if is_import(row)]
        assert not [name for name in imports if name.startswith("branchline")], file.name


def is_import(row: str) -> bool:
    return row.lstrip().startswith(("import ", "from "))


def test_files(tmp_path: Path) -> None:
    record = random_record(7, 2, 0.6)
    text = "".join(json.dumps(line) + "\n" for line in record)
    file = tmp_path / "game.jsonl"
    file.write_text(text, encoding="utf-8")
    assert judge_file(file) == []
    wrong = [b"", b"\n", b"\xff\n", b"{", b"[" * 100_000, text[:-5].encode(), b"\n" + text.encode()]
    wrong += [text.encode() + b"\n", text.replace('"seat"', '"seat": 0, "seat"', 1).encode()]
    for content in wrong:
        file.write_bytes(content)
        assert judge_file(file), content[:40]
