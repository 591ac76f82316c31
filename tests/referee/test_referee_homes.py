"""The referee on Old West: its rulebook's examples, markers, Alvin, and whole records."""

import copy
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest

from .board import LOCOMOTIVE, read_board
from .homes_table import ALVIN, HomesTable
from .random_game import random_record
from .referee import judge
from .scoring import final_result
from .table import KIND, Event, Illegal

OLD_WEST = read_board("old_west")
SALT_LAKE_CITY_ST_GEORGE = "salt_lake_city-st_george-1"
GARBAGE: list[Any] = [None, [], "roswell", 9]
NO_MARKER: dict[str, object] = {"do": "no marker"}


def settled(*homes: str, alvin: bool = False) -> HomesTable:
    """A table on which seat 0 starts, with the starting cities of seats 0, 1, ... chosen."""
    options = frozenset({ALVIN}) if alvin else frozenset[str]()
    table = HomesTable(OLD_WEST, len(homes), bytes(32), 0, options)
    table.pile = ["red"] * 50
    table.row = ["green"] * 5
    table.begin_play()
    for seat in reversed(range(len(homes))):
        table.act(seat, {"do": "settle", "city": homes[seat]})
    return table


def claim(track: str, colour: str, locomotives: int = 0) -> dict[str, object]:
    return {"do": "claim", "track": track, "colour": colour, "locomotives": locomotives}


def mark(city: str, colour: str, locomotives: int = 0) -> dict[str, object]:
    return {"do": "mark", "city": city, "colour": colour, "locomotives": locomotives}


def kinds(events: list[Event]) -> list[object]:
    return [event[KIND] for event in events]


def take_turn(table: HomesTable, track: str, *extra: str) -> list[Event]:
    """The seat in turn gets just the cards for the track, and the extra ones, and claims it."""
    asked = OLD_WEST.tracks[track]
    colour = asked.colour if asked.colour != "grey" else "blue"
    table.hands[table.turn_seat] = Counter({colour: asked.length}) + Counter(extra)
    return table.act(table.turn_seat, claim(track, colour))


def skip_turn(table: HomesTable) -> None:
    for _ in range(2):
        table.act(table.turn_seat, {"do": "draw", "from": "deck"})


def test_the_board_is_what_the_rulebook_lists() -> None:
    assert len(OLD_WEST.tickets) == 50
    assert len(OLD_WEST.cities) == 41
    ferries = [track for track in OLD_WEST.tracks.values() if track.locomotives]
    assert [(f.id, f.locomotives) for f in ferries] == [("los_angeles-san_francisco", 3)]
    assert OLD_WEST.points["boise-seattle-1"] == 18


def test_salt_lake_city_green_river_cheyenne() -> None:
    """The rulebook's example of routes that must connect."""
    table = settled("salt_lake_city", "seattle")
    for elsewhere in ("cheyenne-green_river-1", "cheyenne-denver-1"):
        with pytest.raises(Illegal, match="rule 23"):
            take_turn(table, elsewhere)
    take_turn(table, "green_river-salt_lake_city-1")
    skip_turn(table)
    with pytest.raises(Illegal, match="rule 23"):
        take_turn(table, "cheyenne-denver-1")
    take_turn(table, "cheyenne-green_river-1")
    skip_turn(table)
    connected = {t.id for t in OLD_WEST.tracks.values() if table.may_claim(0, t.id) is None}
    for track in OLD_WEST.tracks.values():
        touching = {"salt_lake_city", "green_river", "cheyenne"} & set(track.ends)
        of_the_two = set(track.ends) in (
            {"salt_lake_city", "green_river"},
            {"cheyenne", "green_river"},
        )
        assert (track.id in connected) == (bool(touching) and not of_the_two), track.id
    # Seat 1 goes on from Seattle, whatever seat 0 has.
    skip_turn(table)
    with pytest.raises(Illegal, match="rule 23"):
        take_turn(table, "cheyenne-denver-1")


def test_7_points_for_salt_lake_city() -> None:
    table = settled("las_vegas", "salt_lake_city")
    take_turn(table, "las_vegas-st_george-1")
    skip_turn(table)
    events = take_turn(table, SALT_LAKE_CITY_ST_GEORGE)
    assert events[1:] == [
        {
            KIND: "scored",
            "seat": 1,
            "points": 7,
            "why": "marker",
            "track": SALT_LAKE_CITY_ST_GEORGE,
            "city": "salt_lake_city",
        },
        {KIND: "turn", "seat": 1, "number": 4},
    ]
    # Las Vegas is the claimer's own, which paid for the first route.
    assert table.score == [2, 7]


def test_14_points_for_salt_lake_city_and_st_george() -> None:
    table = settled("las_vegas", "salt_lake_city")
    table.markers["st_george"] = 1
    take_turn(table, "las_vegas-st_george-1")
    assert table.score == [2, 2]
    skip_turn(table)
    events = take_turn(table, SALT_LAKE_CITY_ST_GEORGE)
    scored = [(e["seat"], e["points"], e["why"], e["city"]) for e in events[1:-1]]
    assert scored == [(1, 7, "marker", "salt_lake_city"), (1, 7, "marker", "st_george")]
    assert table.score == [2, 16]
    assert [table.route_points(seat) for seat in range(2)] == [2, 16]


def test_rule_25_who_scores() -> None:
    # Two owners: both score in full. Then no marker at all: the claimer does.
    table = settled("st_george", "salt_lake_city")
    events = take_turn(table, SALT_LAKE_CITY_ST_GEORGE)
    assert [e["seat"] for e in events if e[KIND] == "scored"] == [1, 0]
    assert table.score == [7, 7]
    table = settled("denver", "seattle")
    events = take_turn(table, "cheyenne-denver-1")
    assert (events[1]["why"], events[1]["city"]) == ("marker", "denver")
    skip_turn(table)
    events = take_turn(table, "casper-cheyenne-1")
    assert events[1] == {
        KIND: "scored",
        "seat": 0,
        "points": 2,
        "why": "route",
        "track": "casper-cheyenne-1",
    }
    # The claimer's own marker and another's: both are paid, once each.
    table = settled("denver", "pueblo")
    take_turn(table, "denver-pueblo-1")
    assert table.score == [1, 1]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_rule_22_starting_cities(start: int) -> None:
    table = HomesTable(OLD_WEST, 3, bytes(32), start)
    table.set_up()
    for seat in range(3):
        assert table.phase == "first tickets"
        events = table.act(seat, {"do": "keep", "tickets": table.offers[seat][:3]})
    assert kinds(events) == ["chose", "kept", "kept", "kept", "put under"]
    cities = ["roswell", "denver", "boise"]
    for back, city in enumerate(cities):
        seat = (start - 1 - back) % 3
        for other in range(3):
            if other != seat:
                with pytest.raises(Illegal, match="turn"):
                    table.act(other, {"do": "settle", "city": city})
        for no_city in (*cities[:back], "paris", None):
            with pytest.raises(Illegal):
                table.act(seat, {"do": "settle", "city": no_city})
        events = table.act(seat, {"do": "settle", "city": city})
        assert events[0] == {KIND: "settled", "seat": seat, "city": city}
    assert kinds(events) == ["settled", "turn"]
    assert events[1]["seat"] == start
    with pytest.raises(Illegal, match="to be decided"):
        table.act(start, {"do": "settle", "city": "fresno"})


def test_rule_24_a_marker_is_offered_only_where_it_can_be_placed() -> None:
    def phase_after(*extra: str, **change: Any) -> str:
        table = settled("denver", "pueblo")
        table.markers.update(change.get("markers", {}))
        take_turn(table, "cheyenne-denver-1", *extra)
        return table.phase

    assert phase_after("red", "red") == "marker"
    assert phase_after("red", LOCOMOTIVE) == "marker"
    assert phase_after(LOCOMOTIVE, LOCOMOTIVE) == "marker"
    assert phase_after() == "turn"
    assert phase_after("red", "blue") == "turn"
    assert phase_after(LOCOMOTIVE) == "turn"
    assert phase_after("red", "red", markers={"cheyenne": 1}) == "turn"
    assert phase_after("red", "red", markers={"boise": 0}) == "marker"
    assert phase_after("red", "red", markers={"boise": 0, "seattle": 0}) == "turn"


def test_rule_26_markers() -> None:
    table = settled("denver", "pueblo")
    events = take_turn(table, "cheyenne-denver-1", "red", "red", "white", LOCOMOTIVE)
    assert kinds(events) == ["claimed", "scored"]
    for wrong in (
        mark("denver", "red"),
        mark("boise", "red"),
        mark("cheyenne", "white"),
        mark("cheyenne", LOCOMOTIVE, 2),
        mark("cheyenne", "red", 2),
        mark("cheyenne", "purple", 1),
        mark("cheyenne", "grey"),
        {"do": "pass"},
        {"do": "draw", "from": "deck"},
    ):
        with pytest.raises(Illegal):
            table.act(0, wrong)
    declined = copy.deepcopy(table)
    assert kinds(declined.act(0, NO_MARKER)) == ["turn"]
    for pair in (("red", 0), ("red", 1), ("white", 1)):
        assert kinds(copy.deepcopy(table).act(0, mark("cheyenne", *pair))) == ["marked", "turn"]
    # The marker is paid into an empty pile, so the pile is made anew at once.
    table.pile, table.discards, table.row = [], [], ["green", None, None, None, None]
    events = table.act(0, mark("cheyenne", "white", 1))
    assert kinds(events) == ["marked", "shuffled", "turned up", "turned up", "turn"]
    assert events[0]["cards"] == {"white": 1, LOCOMOTIVE: 1}
    # This claim's points stay; the next route to Cheyenne pays its new owner.
    assert table.score == [1, 0]
    table.markers["casper"] = 1
    assert table.route_points(0) == 1


def test_a_ferry_takes_three_locomotives() -> None:
    table = settled("los_angeles", "pueblo")
    table.hands[0] = Counter({"blue": 7, LOCOMOTIVE: 2})
    assert table.payments(0, "los_angeles-san_francisco") == []
    table.hands[0] = Counter({"blue": 4, LOCOMOTIVE: 4})
    ways = table.payments(0, "los_angeles-san_francisco")
    assert ways == [("blue", 3), ("blue", 4)]
    events = table.act(0, claim("los_angeles-san_francisco", "blue", 3))
    assert events[1]["points"] == 18


def test_alvin_is_captured_and_moves_by_himself_to_the_only_city() -> None:
    table = settled("santa_fe", "las_cruces", alvin=True)
    events = take_turn(table, "roswell-santa_fe")
    track = "roswell-santa_fe"
    assert events[1:] == [
        {
            KIND: "scored",
            "seat": 0,
            "points": 4,
            "why": "marker",
            "track": track,
            "city": "santa_fe",
        },
        {KIND: "captured", "seat": 0, "city": "roswell"},
        {KIND: "scored", "seat": 0, "points": 10, "why": "capture", "track": track},
        {KIND: "alvin moved", "seat": 0, "city": "santa_fe"},
        {KIND: "turn", "seat": 1, "number": 2},
    ]
    assert table.score == [14, 0]
    # He is gone from Roswell, which still nobody can mark.
    events = take_turn(table, "las_cruces-roswell", "red", "red")
    assert kinds(events) == ["claimed", "scored", "turn"]
    # His holder does not capture him again.
    events = take_turn(table, "pueblo-santa_fe-1")
    assert kinds(events) == ["claimed", "scored", "turn"]
    take_turn(table, "albuquerque-las_cruces-1")
    skip_turn(table)
    # Another does, and the owner of the marker is paid for the route.
    events = take_turn(table, "albuquerque-santa_fe-2")
    assert kinds(events)[1:] == ["scored", "captured", "scored", "alvin moved", "turn"]
    assert [e["seat"] for e in events[1:5]] == [0, 1, 1, 1]
    assert events[2]["city"] == "santa_fe"
    assert events[4]["city"] == "las_cruces"


def test_alvin_is_put_before_a_marker_is_placed() -> None:
    table = settled("santa_fe", "las_cruces", alvin=True)
    table.markers["boise"] = 0
    take_turn(table, "albuquerque-santa_fe-1")
    skip_turn(table)
    events = take_turn(table, "albuquerque-roswell", "blue", "blue")
    assert kinds(events) == ["claimed", "scored", "captured", "scored"]
    assert table.phase == "alvin"
    for nowhere in ("roswell", "las_cruces", "albuquerque", "denver", None, ["boise"]):
        with pytest.raises(Illegal, match="no marker there"):
            table.act(0, {"do": "alvin", "city": nowhere})
    with pytest.raises(Illegal, match="to be decided"):
        table.act(0, NO_MARKER)
    assert kinds(table.act(0, {"do": "alvin", "city": "boise"})) == ["alvin moved"]
    with pytest.raises(Illegal, match="rule 27"):
        table.act(0, mark("roswell", "blue"))
    assert kinds(table.act(0, mark("albuquerque", "blue"))) == ["marked", "turn"]
    bonuses: Any = final_result(table)["seats"]
    assert bonuses[0]["bonuses"] == {"captures": 10, "alvin": 10}
    assert bonuses[0]["routes"] == 3
    assert bonuses[0]["total"] == 23


def test_roswell_without_alvin_is_a_city_like_any_other() -> None:
    assert settled("roswell", "las_cruces").homes[0] == "roswell"
    with pytest.raises(Illegal, match="rule 27"):
        settled("denver", "roswell", alvin=True)
    table = settled("santa_fe", "las_cruces")
    assert kinds(take_turn(table, "roswell-santa_fe", "red", "red")) == ["claimed", "scored"]
    assert kinds(table.act(0, mark("roswell", "red"))) == ["marked", "turn"]


def test_the_pile_is_made_anew_before_alvin_moves() -> None:
    table = settled("santa_fe", "las_cruces", alvin=True)
    table.pile, table.row = [], ["green", "green", "green", "green", None]
    events = take_turn(table, "roswell-santa_fe")
    after = ["captured", "scored", "shuffled", "turned up", "alvin moved", "turn"]
    assert kinds(events) == ["claimed", "scored", *after]


def test_ties_are_shared_without_a_longest_path() -> None:
    table = settled("denver", "pueblo")
    take_turn(table, "denver-pueblo-1")
    result: Any = final_result(table)
    assert [seat["longest_path"] for seat in result["seats"]] == [{"length": 0}] * 2
    assert [seat["rank"] for seat in result["seats"]] == [1, 1]
    assert (result["winners"], result["decided_by"]) == ([0, 1], "shared")
    table.tickets = [["salt_lake_city-cheyenne"], []]
    result = final_result(table)
    assert [seat["bonuses"] for seat in result["seats"]] == [{}, {}]
    table.owner.update({"cheyenne-green_river-1": 0, "green_river-salt_lake_city-1": 0})
    result = final_result(table)
    assert result["seats"][0]["bonuses"] == {"most tickets": 15}
    assert result["seats"][0]["total"] == 1 + 5 + 15


@pytest.mark.parametrize("options", [{}, {ALVIN: True}], ids=["plain", "alvin"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("hoard", [0.2, 0.9, 0.995])
def test_right_records_are_right(seats: int, hoard: float, options: dict[str, bool]) -> None:
    starts = seats - 1 if hoard == 0.9 else None
    record = random_record(seats, seats, hoard, starts, game="old_west", **options)
    assert judge(json.loads(json.dumps(record))) == []
    assert judge(record[:50]) == []


@cache
def a_full_record() -> list[Any]:
    """A record in which everything happens, Alvin's move with a choice too."""
    for seed in range(100):
        record: list[Any] = random_record(seed, 4, 0.3, game="old_west", alvin=True)
        done = {line["action"]["do"] for line in record[2:-1]}
        if {"alvin", "mark", "no marker"} <= done:
            return list(json.loads(json.dumps(record)))
    raise AssertionError("no such game was found")


def test_tampering_is_found() -> None:
    record = a_full_record()
    assert judge(record) == []
    wrong: dict[str, Event] = {
        "settled": {"city": "paris"},
        "captured": {"city": "paris"},
        "alvin moved": {"city": "paris"},
        "marked": {"cards": {"red": 3}},
        "scored": {"points": 6},
        "put under": {"tickets": []},
    }
    found = Counter[str]()
    for number, line in enumerate(record[:-1]):
        for at, event in enumerate(line.get("events", [])):
            kind = event[KIND]
            if kind not in wrong:
                continue
            found[kind] += 1
            if found[kind] > 5:
                continue
            for keep in (True, False):
                copied = [*record[:number], copy.deepcopy(line), *record[number + 1 :]]
                if keep:
                    copied[number]["events"][at].update(wrong[kind])
                else:
                    del copied[number]["events"][at]
                assert any(f"line {number + 1}:" in fault for fault in judge(copied))
    assert set(found) == set(wrong)


def test_other_actions_and_results_are_found() -> None:
    record = a_full_record()
    tried = Counter[str]()
    for number, line in enumerate(record[2:-1], 2):
        do = line["action"]["do"]
        if do not in ("settle", "alvin", "mark", "no marker") or tried[do] > 3:
            continue
        tried[do] += 1
        left_out = [*record[:number], *record[number + 1 :]]
        assert judge(left_out), do
        for field in line["action"]:
            for value in GARBAGE:
                other = {**line, "action": {**line["action"], field: value}}
                assert judge([*record[:number], other, *record[number + 1 :]]), (do, field)
    assert len(tried) == 4
    for seat in range(4):
        for field in ("captures", "alvin", "most tickets", "longest path"):
            result = copy.deepcopy(record[-1])
            bonuses = result["result"]["seats"][seat]["bonuses"]
            bonuses[field] = bonuses.get(field, 0) + 5
            assert judge([*record[:-1], result])
        result = copy.deepcopy(record[-1])
        result["result"]["seats"][seat]["longest_path"]["length"] = 3
        assert judge([*record[:-1], result])


def test_the_option_changes_the_game() -> None:
    record = a_full_record()
    for options in ({}, {ALVIN: False}, {ALVIN: 1}, {ALVIN: None}, {"open_track": True}):
        assert judge([{**record[0], "options": options}, *record[1:]]), options
    usa = random_record(7, 2, 0.6)
    assert judge([{**usa[0], "options": {ALVIN: True}}, *usa[1:]])
