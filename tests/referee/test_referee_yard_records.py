"""The referee on records of The Card Game: right ones, tampered ones, and the exact search."""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from .board import COLOURS, LOCOMOTIVE
from .referee import judge
from .table import KIND
from .yard_best import best_set, can_all_be_completed, taken_for, worth
from .yard_board import YardTicket, yard_tickets
from .yard_random import MANNERS, Manner, random_yard_record
from .yard_table import YardTable

TICKETS = list(yard_tickets("card_game").values())
GARBAGE: list[Any] = [None, True, -1, 10**5000, 0.5, "", "xyz", [], [[]], {}, {"a": []}]
CARDS = [colour for colour in COLOURS for _ in range(10)] + [LOCOMOTIVE] * 16


def best_by_trying(tickets: list[YardTicket], track: Counter[str]) -> tuple[int, int]:
    sets = [s for n in range(len(tickets) + 1) for s in combinations(tickets, n)]
    return max(worth(s) for s in sets if missing(s, track) <= track[LOCOMOTIVE])


def missing(tickets: tuple[YardTicket, ...], track: Counter[str]) -> int:
    asked = sum((ticket.cards for ticket in tickets), Counter[str]())
    return sum(max(0, asked[colour] - track[colour]) for colour in COLOURS)


def test_the_best_set_is_the_best_of_all() -> None:
    chooser = random.Random(3)
    for _ in range(150):
        tickets = chooser.sample(TICKETS, chooser.randint(0, 10))
        track = Counter(chooser.sample(CARDS, chooser.randint(0, 22)))
        best = best_set(tickets, track)
        assert worth(best) == best_by_trying(tickets, track)
        assert missing(tuple(best), track) <= track[LOCOMOTIVE]
        assert can_all_be_completed(best, track)


def test_the_best_set_of_few_colours() -> None:
    """Where tickets compete for the same cards, equal points are common."""
    chooser = random.Random(4)
    for _ in range(60):
        asked = [tuple(Counter(chooser.choices(COLOURS[:3], k=3)).items()) for _ in range(9)]
        tickets = [
            YardTicket(str(i), ("a", "b"), chooser.randint(1, 4), cards)
            for i, cards in enumerate(asked)
        ]
        track = Counter(chooser.choices([*COLOURS[:3], LOCOMOTIVE], k=chooser.randint(0, 24)))
        assert worth(best_set(tickets, track)) == best_by_trying(tickets, track)


def test_what_can_be_completed_does_not_hang_on_the_order() -> None:
    chooser = random.Random(5)
    for _ in range(200):
        tickets = chooser.sample(TICKETS, chooser.randint(1, 6))
        track = Counter(chooser.sample(CARDS, chooser.randint(0, 30)))
        possible = missing(tuple(tickets), track) <= track[LOCOMOTIVE]
        assert can_all_be_completed(tickets, track) == possible
        assert can_all_be_completed(tickets[::-1], track) == possible


def test_what_a_ticket_takes() -> None:
    ticket = yard_tickets("card_game")["seattle-chicago"]
    assert taken_for(ticket, Counter(yellow=5, black=5)) == {"yellow": 2, "black": 1}
    assert taken_for(ticket, Counter(yellow=1, black=5, locomotive=4)) == {
        "yellow": 1,
        "black": 1,
        LOCOMOTIVE: 1,
    }
    assert taken_for(ticket, Counter(locomotive=3)) == {LOCOMOTIVE: 3}
    assert taken_for(ticket, Counter(yellow=1, red=5, locomotive=1)) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("manner", MANNERS)
def test_right_records_are_right(seats: int, manner: str) -> None:
    for seed in range(3):
        options: dict[str, object] = {"starts": 1} if seed == 1 else {}
        if seed == 2:
            options = {"open_track": True, "closed_tickets": True}
        record = random_yard_record(seed, seats, MANNERS[manner], options)
        assert judge(json.loads(json.dumps(record))) == []
        if seed == 0:
            for end in (2, 3, len(record) // 2, len(record) - 2):
                assert judge(record[:end]) == []
            assert judge(record[:-1])


def test_everything_happens_in_random_games() -> None:
    """What is tried above includes every event and action of the game."""
    told: Counter[str] = Counter()
    done: Counter[str] = Counter()
    for manner in MANNERS.values():
        for line in random_yard_record(0, 4, manner)[1:-1]:
            told.update(event[KIND] for event in line["events"])
            if "action" in line:
                done[line["action"]["do"]] += 1
    assert set(YardTable.FIELDS) == set(done)
    assert set(told) == {
        *("starts", "dealt", "shuffled", "turned up", "tickets shuffled", "offered", "chose"),
        *("kept", "turn", "moved", "drew", "robbed", "laid", "passed", "last round", "scoring"),
        *("completed", "scored", "finished", "gathered", "over"),
    }


def test_an_equally_good_set_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    manner = Manner(tickets=1, keep=0.8, best=1)
    records = [random_yard_record(seed, 3, manner) for seed in range(8)]
    assert [judge(record) for record in records] == [[]] * 8
    # A referee that insisted on the set it finds itself would be wrong about some.
    monkeypatch.setattr(YardTable, "said_to_complete", lambda table, seat: [])
    assert any(judge(record) for record in records)


def test_a_worse_set_or_another_order_is_wrong() -> None:
    wrong = 0
    for seed in range(6):
        record = random_yard_record(seed, 2, Manner(best=1))
        at = len(record) - 2
        while record[at]["action"]["do"] != "complete best":
            at -= 1
        line = record[at]
        best = [e for e in line["events"] if e[KIND] in ("completed", "scored")]
        if len(best) >= 2:
            worse = {**line, "events": [e for e in line["events"] if e not in best[-2:]]}
            assert judge([*record[:at], worse])
            wrong += 1
        if len(best) >= 4:
            swapped = {**line, "events": [*best[2:4], *best[:2], *line["events"][4:]]}
            assert judge([*record[:at], swapped])
    assert wrong


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every way down into a piece of JSON."""
    yield path
    if isinstance(value, dict | list):
        for name in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[name], (*path, name))


def changed(record: list[Any], path: tuple[Any, ...], value: Any, drop: bool = False) -> list[Any]:
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


@pytest.mark.parametrize("seats", [2, 4])
def test_any_tampering_is_found(seats: int) -> None:
    record = json.loads(json.dumps(random_yard_record(7, seats)))
    chooser = random.Random(seats)
    free = ("text", "players")
    spots = [p for p in places(record) if p and not any(name in free for name in p)]
    kinds = {e[KIND]: (at, n) for at in range(1, len(record) - 1) for n, e in events_of(record, at)}
    tried = chooser.sample(spots, 30)
    # And a place in an event of each kind, and one in the result.
    for at, number in [*kinds.values(), (len(record) - 1, "result")]:
        way = (at, number) if number == "result" else (at, "events", number)
        tried.append(chooser.choice([p for p in spots if p[: len(way)] == way]))
    for path in tried:
        old: Any = record
        for name in path:
            old = old[name]
        others = [v for v in GARBAGE if type(v) is not type(old) or v != old]
        if isinstance(old, int):
            others.append(old + 1)
        assert judge(changed(record, path, chooser.choice(others))), path
        assert judge(changed(record, path, None, drop=True)), path


def events_of(record: list[Any], at: int) -> Iterator[tuple[int, Any]]:
    yield from enumerate(record[at]["events"])


def test_lines_missing_surplus_or_swapped() -> None:
    record = random_yard_record(8, 3)
    assert judge([*record, record[-1]])
    assert judge([*record[:30], record[-1]])
    for at in range(1, len(record) - 1, 15):
        assert judge(record[:at] + record[at + 1 :]), at
        assert judge([*record[: at + 1], *record[at:]]), at


def test_seats_may_complete_in_any_order() -> None:
    """Two lines of different seats next to each other, neither the last, may change places."""
    record = random_yard_record(9, 3, Manner(best=1))
    assert [line["action"]["do"] for line in record[-4:-1]] == ["complete best"] * 3
    assert judge([*record[:-4], record[-3], record[-4], *record[-2:]]) == []
    assert judge([*record[:-4], record[-4], record[-2], record[-3], record[-1]])


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_a_difference(garbage: Any) -> None:
    record = random_yard_record(3, 2)
    turn = next(at for at in range(4, len(record)) if "turn" in str(record[at - 1]["events"][-1]))
    completing = next(at for at in range(4, len(record)) if "scoring" in str(record[at - 1]))
    for at in (turn, completing):
        for do, fields in YardTable.FIELDS.items():
            for name in fields:
                action = {"do": do, **dict.fromkeys(fields, 1), name: garbage}
                line = {**record[at], "action": action}
                assert judge([*record[:at], line]), action
        line = {**record[at], "action": {"do": "complete best"}, "events": garbage}
        assert judge([*record[:at], line])


def test_options() -> None:
    record = random_yard_record(3, 2)
    seen = {"open_track": True, "closed_tickets": True}
    for options in ({}, {"open_track": True}, {"closed_tickets": True}, seen):
        assert judge([{**record[0], "options": options}, *record[1:]]) == []
    wrong: list[Any] = [{"open_track": False}, {"open_track": 1}, {"alvin": True}]
    wrong += [{"closed_tickets": False}, {"closed_tickets": "yes"}]
    for options in wrong:
        assert judge([{**record[0], "options": options}, *record[1:]])
    for seats in (1, 5):
        players = ["x"] * seats
        assert judge([{**record[0], "seats": seats, "players": players}, *record[1:]])
    usa = {**record[0], "game": "usa", "options": {"open_track": True}}
    assert judge([usa, *record[1:]])[0].startswith("line 1: options")
