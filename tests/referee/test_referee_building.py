"""The referee on France: its rulebook's examples, beds, crossings, ferries, zones, and records."""

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest

from .board import BED, COLOURS, GREY, LOCOMOTIVE, read_board
from .building_table import BuildingTable
from .chance import Chance
from .random_game import random_record
from .referee import judge
from .scoring import completed, final_result, longest_trail
from .table import KIND, Event, Illegal

FRANCE = read_board("france")


def in_turn(seats: int = 4) -> BuildingTable:
    """A table in its first turn, with a pile that lasts."""
    table = BuildingTable(FRANCE, seats, bytes(32), 0)
    table.pile = ["red"] * 50
    table.row = ["green"] * 5
    table.begin_turn(0)
    return table


def to_build(seats: int = 4) -> BuildingTable:
    """The same with the two cards drawn."""
    table = in_turn(seats)
    draw_two(table)
    return table


def draw_two(table: BuildingTable) -> list[Event]:
    table.act(table.turn_seat, {"do": "draw", "from": "deck"})
    return table.act(table.turn_seat, {"do": "draw", "from": "deck"})


def build(track: str, colour: str) -> dict[str, object]:
    return {"do": "build", "track": track, "colour": colour}


def claim(track: str, colour: str, locomotives: int = 0) -> dict[str, object]:
    return {"do": "claim", "track": track, "colour": colour, "locomotives": locomotives}


def kinds(events: list[Event]) -> list[object]:
    return [event[KIND] for event in events]


def test_the_board_is_what_the_rulebook_lists() -> None:
    assert sum(FRANCE.pieces.values()) * len(COLOURS) == 64
    assert len(FRANCE.tickets) == 58
    assert len(FRANCE.zones) == 6
    dead_ends = [city for zone in FRANCE.zones.values() for city in zone]
    assert len(dead_ends) == 19
    assert len(FRANCE.cities) - len(dead_ends) == 42
    for track in FRANCE.tracks.values():
        # Rule 20: one space has a printed colour, and what is neither grey nor one is a bed.
        assert (track.colour in COLOURS) == (track.length == 1)
        assert track.colour in (BED, GREY, *COLOURS)
        assert track.colour == GREY or track.locomotives == 0
    for ticket in FRANCE.tickets.values():
        assert all(end in FRANCE.cities or end in FRANCE.zones for end in ticket.ends)


def test_marseille_grenoble_cuts_off_avignon_briancon_and_avignon_nice() -> None:
    """The rulebook's example: blue builds it with the yellow piece, red claims it."""
    table = to_build()
    assert table.act(0, build("grenoble-marseille", "yellow")) == [
        {KIND: "built", "seat": 0, "track": "grenoble-marseille", "colour": "yellow"},
        {KIND: "cut off", "tracks": ["avignon-briancon", "avignon-nice"]},
        {KIND: "turn", "seat": 1, "number": 2},
    ]
    assert table.supply["yellow", 5] == 0
    table.hands[1].update({"yellow": 5, "red": 5, LOCOMOTIVE: 1})
    with pytest.raises(Illegal, match="can't pay"):
        table.act(1, claim("grenoble-marseille", "red"))
    assert table.act(1, claim("grenoble-marseille", "yellow")) == [
        {KIND: "claimed", "seat": 1, "track": "grenoble-marseille", "cards": {"yellow": 5}},
        {KIND: "piece returned", "track": "grenoble-marseille", "colour": "yellow"},
        {
            KIND: "scored",
            "seat": 1,
            "points": 10,
            "why": "route",
            "track": "grenoble-marseille",
        },
        {KIND: "turn", "seat": 2, "number": 3},
    ]
    assert table.supply["yellow", 5] == 1
    draw_two(table)
    for crossed in ("avignon-briancon", "avignon-nice"):
        with pytest.raises(Illegal, match="cut off"):
            table.act(2, build(crossed, "blue"))
    # The piece that came back can be chosen again.
    assert kinds(table.act(2, build("dijon-paris-1", "yellow"))) == ["built", "turn"]
    # Avignon-Nice is cut off already, so it is not said of it again.
    draw_two(table)
    assert kinds(table.act(3, build("briancon-marseille", "blue"))) == ["built", "turn"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_paris_dijon_takes_three_builds(seats: int) -> None:
    """With four and five players each of the three is built by itself, with fewer only one."""
    table = to_build(seats)
    table.act(0, build("dijon-paris-2", "green"))
    assert list(table.laid) == ["dijon-paris-2"]
    for other, elsewhere, colour in [
        ("dijon-paris-1", "amiens-calais", "red"),
        ("dijon-paris-3", "amiens-reims", "blue"),
    ]:
        draw_two(table)
        if seats < 4:
            with pytest.raises(Illegal, match="rule 17"):
                table.act(table.turn_seat, build(other, colour))
            table.act(table.turn_seat, build(elsewhere, colour))
        else:
            table.act(table.turn_seat, build(other, colour))
    assert len(table.laid) == 3


def test_a_sister_taken_closes_a_bed_with_few_players() -> None:
    for seats, is_open in [(2, False), (3, False), (4, True), (5, True)]:
        table = in_turn(seats)
        table.owner["avignon-lyon-3"] = 1
        assert (table.why_not_open("avignon-lyon-1") is None) == is_open
        assert (table.may_claim(0, "avignon-lyon-1") or "").endswith("built") == is_open


def test_rule_16_building_follows_the_drawing() -> None:
    table = in_turn()
    for too_early in (build("dijon-paris-1", "red"), build("amiens-calais", "red")):
        with pytest.raises(Illegal, match="to be decided"):
            table.act(0, too_early)
    assert kinds(table.act(0, {"do": "draw", "from": 2})) == ["drew", "turned up"]
    assert kinds(table.act(0, {"do": "draw", "from": "deck"})) == ["drew"]
    others: list[dict[str, object]] = [{"do": "tickets"}, {"do": "pass"}]
    for other in [*others, {"do": "draw", "from": "deck"}]:
        with pytest.raises(Illegal, match="to be decided"):
            table.act(0, other)
    assert kinds(table.act(0, build("amiens-calais", "red"))) == ["built", "turn"]
    # A face-up locomotive is the whole first half, and so is the only card there is.
    table.row[0] = LOCOMOTIVE
    assert kinds(table.act(1, {"do": "draw", "from": 0})) == ["drew", "turned up"]
    assert table.phase == "build"
    table = in_turn()
    table.pile, table.row = ["red"], [None] * 5
    assert kinds(table.act(0, {"do": "draw", "from": "deck"})) == ["drew"]
    assert table.phase == "build"


def test_rule_16_nothing_to_build() -> None:
    # No piece is left but one of five spaces, and the beds of five spaces are all in use.
    table = in_turn()
    table.supply = Counter({("red", 5): 1})
    for track in FRANCE.tracks.values():
        if track.length == 5:
            table.owner[track.id] = 3
    assert kinds(draw_two(table)) == ["drew", "turn"]
    del table.owner["dijon-paris-1"]
    assert kinds(draw_two(table)) == ["drew"]
    # A player who can draw nothing can't build either.
    table = in_turn()
    table.pile, table.row = [], [None] * 5
    assert kinds(table.act(0, {"do": "pass"})) == ["passed", "turn"]


def test_rule_17_pieces_fit_and_run_out() -> None:
    table = to_build()
    for track in ("amiens-rouen", "avignon-toulouse", "marseille-corsica_marseille"):
        with pytest.raises(Illegal, match="no bed"):
            table.act(0, build(track, "red"))
    for colour in (GREY, LOCOMOTIVE, BED):
        with pytest.raises(Illegal, match="no such colour"):
            table.act(0, build("amiens-calais", colour))
    table.act(0, build("grenoble-italy_grenoble", "red"))
    draw_two(table)
    with pytest.raises(Illegal, match="supply"):
        table.act(1, build("reims-belgium_reims", "red"))
    with pytest.raises(Illegal, match="is built"):
        table.act(1, build("grenoble-italy_grenoble", "blue"))
    for track in ("amiens-calais", "amiens-reims", "calais-lille"):
        table.act(table.turn_seat, build(track, "red"))
        draw_two(table)
    with pytest.raises(Illegal, match="supply"):
        table.act(table.turn_seat, build("grenoble-lyon", "red"))
    table.act(table.turn_seat, build("grenoble-lyon", "white"))


def test_rule_19_montpellier_rodez_and_avignon_toulouse() -> None:
    table = to_build()
    events = table.act(0, build("montpellier-rodez", "red"))
    assert events[1] == {KIND: "cut off", "tracks": ["avignon-toulouse"]}
    table.hands[1]["blue"] = 6
    with pytest.raises(Illegal, match="cut off"):
        table.act(1, claim("avignon-toulouse", "blue"))
    table = in_turn()
    table.hands[0]["blue"] = 6
    events = table.act(0, claim("avignon-toulouse", "blue"))
    assert kinds(events) == ["claimed", "cut off", "scored", "turn"]
    assert events[1] == {KIND: "cut off", "tracks": ["montpellier-rodez"]}
    draw_two(table)
    with pytest.raises(Illegal, match="cut off"):
        table.act(1, build("montpellier-rodez", "red"))


def test_a_built_track_can_be_claimed_with_locomotives_by_anybody() -> None:
    table = in_turn()
    table.hands[0].update({"blue": 2, LOCOMOTIVE: 2})
    with pytest.raises(Illegal, match="not built"):
        table.act(0, claim("amiens-calais", "blue"))
    draw_two(table)
    table.act(0, build("amiens-calais", "white"))
    table.hands[1][LOCOMOTIVE] = 2
    events = table.act(1, claim("amiens-calais", LOCOMOTIVE, 2))
    assert kinds(events) == ["claimed", "piece returned", "scored", "turn"]
    assert events[1]["colour"] == "white"


def test_ferries_take_their_locomotives() -> None:
    table = in_turn()
    table.hands[0].update({"blue": 6, LOCOMOTIVE: 1})
    assert table.payments(0, "brest-cherbourg") == [("blue", 1)]
    with pytest.raises(Illegal, match="can't pay"):
        table.act(0, claim("brest-cherbourg", "blue"))
    events = table.act(0, claim("brest-cherbourg", "blue", 1))
    assert events[0]["cards"] == {"blue": 5, LOCOMOTIVE: 1}
    assert kinds(events) == ["claimed", "scored", "turn"]
    table.hands[1][LOCOMOTIVE] = 2
    assert table.payments(1, "nice-corsica_nice") == [(LOCOMOTIVE, 2)]


def test_rule_21_zones() -> None:
    tickets, tracks = FRANCE.tickets, FRANCE.tracks
    to_italy = [tracks["nice-italy_nice-1"], tracks["marseille-nice-1"]]
    home = [tracks["toulouse-spain_toulouse-1"], tracks["pau-toulouse"]]
    assert not completed(FRANCE, tickets["spain-italy"], [*to_italy, *home])
    joint = [*to_italy, *home, tracks["avignon-marseille-1"], tracks["avignon-toulouse"]]
    assert completed(FRANCE, tickets["spain-italy"], joint)
    assert not completed(FRANCE, tickets["strasbourg-italy"], joint)
    # Two ways into Germany do not join Metz to Strasbourg, nor make one path.
    germany = [tracks["metz-germany_metz-1"], tracks["strasbourg-germany_strasbourg-1"]]
    reims = [*germany, tracks["metz-reims"], tracks["lille-reims"], tracks["calais-lille"]]
    assert completed(FRANCE, tickets["calais-germany"], reims)
    assert completed(FRANCE, tickets["calais-germany"], reims[:1] + reims[2:])
    assert not completed(FRANCE, tickets["calais-germany"], reims[1:])
    assert longest_trail(germany) == 1
    paris = [*reims, tracks["paris-reims-1"]]
    assert not completed(FRANCE, tickets["paris-strasbourg"], paris)


def test_first_returned_tickets_are_shuffled_together() -> None:
    table = BuildingTable(FRANCE, 2, bytes(range(32)), None)
    table.set_up()
    deck = list(table.ticket_deck)
    offers = [list(table.offers[seat]) for seat in range(2)]
    chance = Chance(bytes(range(32)))
    chance.counter, chance.words = table.chance.counter, list(table.chance.words)
    expected = [*offers[0][3:], *offers[1][3:]]
    chance.shuffle(expected)
    for few in (0, 2):
        with pytest.raises(Illegal, match="at least 3"):
            table.act(0, {"do": "keep", "tickets": offers[0][:few]})
    assert kinds(table.act(1, {"do": "keep", "tickets": offers[1][:3]})) == ["chose"]
    events = table.act(0, {"do": "keep", "tickets": offers[0][:3]})
    assert kinds(events) == ["chose", "kept", "kept", "put under", "turn"]
    assert events[3]["tickets"] == expected
    # From the top down: the old deck first, then the returned tickets as they were put under.
    assert table.ticket_deck[::-1] == [*deck[::-1], *expected]
    keep_all = BuildingTable(FRANCE, 2, bytes(range(32)), None)
    keep_all.set_up()
    keep_all.act(0, {"do": "keep", "tickets": offers[0]})
    events = keep_all.act(1, {"do": "keep", "tickets": offers[1]})
    assert kinds(events) == ["chose", "kept", "kept", "turn"]


def test_most_tickets_and_longest_path() -> None:
    table = in_turn()
    table.tickets = [["reims-orleans"], ["paris-lyon"], [], []]
    result: Any = final_result(table)
    assert [seat["bonuses"] for seat in result["seats"]] == [{}, {}, {}, {}]
    for track in ("paris-reims-1", "orleans-paris-1"):
        table.owner[track] = 0
    table.owner["dijon-lyon-1"] = 2
    result = final_result(table)
    both = {"longest path": 10, "most tickets": 15}
    assert [seat["bonuses"] for seat in result["seats"]] == [both, {}, {"longest path": 10}, {}]
    assert [seat["total"] for seat in result["seats"]] == [3 + 3 + 25, -8, 14, 0]
    assert result["decided_by"] == "points"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("hoard", [0.2, 0.9, 0.995])
def test_right_records_are_right(seats: int, hoard: float) -> None:
    starts = seats - 1 if hoard == 0.9 else None
    record = random_record(seats, seats, hoard, starts, game="france")
    assert judge(json.loads(json.dumps(record))) == []
    assert judge(record[:50]) == []


def spoilt(record: list[Any], line: int, at: int, changes: Event) -> list[Any]:
    """The record with some fields of one event changed."""
    copied = list(record)
    copied[line] = copy.deepcopy(copied[line])
    copied[line]["events"][at].update(changes)
    return copied


def test_tampering_is_found() -> None:
    record = json.loads(json.dumps(random_record(3, 4, 0.7, game="france")))
    assert judge(record) == []
    wrong: dict[str, Event] = {
        "built": {"colour": "grey"},
        "cut off": {"tracks": []},
        "piece returned": {"colour": "grey"},
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
            assert judge(spoilt(record, number, at, wrong[kind]))
            fewer = [*record[:number], copy.deepcopy(line), *record[number + 1 :]]
            del fewer[number]["events"][at]
            assert any(f"line {number + 1}:" in fault for fault in judge(fewer))
    assert set(found) == set(wrong)
    assert judge([{**record[0], "options": {"alvin": True}}, *record[1:]])


def test_other_builds_are_found() -> None:
    """Whatever else is built instead, later lines no longer fit or these do not."""
    record = json.loads(json.dumps(random_record(5, 3, 0.7, game="france")))
    lines = [n for n, line in enumerate(record[2:-1], 2) if line["action"]["do"] == "build"]
    chooser = random.Random(1)
    for number in chooser.sample(lines, 8):
        action = record[number]["action"]
        for change in (
            {"colour": chooser.choice([c for c in COLOURS if c != action["colour"]])},
            {"track": chooser.choice([t for t in FRANCE.tracks if t != action["track"]])},
            {"track": None},
            {"colour": ["red"]},
            {"more": 1},
        ):
            other = {**record[number], "action": {**action, **change}}
            assert judge([*record[:number], other, *record[number + 1 :]]), change
        assert judge([*record[:number], *record[number + 1 :]])
