"""Judging a record: every line is held against what the rules and the key say must stand there."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

from .board import known_games, read_board
from .building_table import BuildingTable
from .homes_table import HomesTable
from .scoring import fault_in_trail, final_result, own_tracks
from .table import KIND, Event, Illegal, Table, whole_number
from .yard_scoring import yard_result
from .yard_table import YardTable

HEADER = {"format", "version", "game", "seats", "options", "key", "players"}
TABLES: dict[frozenset[str], type[Table]] = {
    frozenset(): Table,
    frozenset({"track_building"}): BuildingTable,
    frozenset({"home_cities", "alvin"}): HomesTable,
    frozenset({"rail_yard"}): YardTable,
}


COUNTED_EVERY = 10
"""After so many lines everything on the table is counted."""


def judge_file(path: str | Path) -> list[str]:
    """The differences in a record file; an empty list means that the record is right."""
    try:
        text = Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return ["line 1: the file is not UTF-8"]
    rows = text.split("\n")
    if rows[-1] == "":
        rows.pop()
    lines: list[object] = []
    for number, row in enumerate(rows, 1):
        try:
            lines.append(json.loads(row, object_pairs_hook=each_field_once))
        except (ValueError, RecursionError) as error:
            return [f"line {number}: this is not JSON as it should be ({error})"]
    return judge(lines)


def each_field_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a field stands there twice")
    return dict(pairs)


def judge(lines: Sequence[object]) -> list[str]:
    """What is wrong with the first line that is; an empty list means that the record is right.

    What follows a wrong line is not looked at: it may be wrong for no other reason.
    """
    if not isinstance(lines, list) or not lines:
        return ["line 1: the header is missing"]
    if found := faults_in_header(lines[0]):
        return [f"line 1: {fault}" for fault in found]
    if len(lines) < 2:
        return ["line 2: the set-up is missing"]
    table = table_for(lines[0])
    if found := faults_in_set_up(lines[1], table):
        return [f"line 2: {fault}" for fault in found]
    for number, line in enumerate(lines[2:], 3):
        over = table.phase == "over"
        found = faults_in_result(line, table) if over else faults_in_action(line, table)
        # What is lost stays lost: it need not be looked for after every action.
        if over or number % COUNTED_EVERY == 0:
            found += faults_in_count(table)
        if found:
            return [f"line {number}: {fault}" for fault in found]
        if over and len(lines) > number:
            return [f"line {number + 1}: nothing may follow the result"]
        if over:
            return []
    if table.phase == "over":
        return [f"line {len(lines) + 1}: the game is over, but the result is missing"]
    return []


def faults_in_header(line: object) -> list[str]:
    """What is wrong with the header; with nothing wrong a table can be made from it."""
    if not isinstance(line, dict):
        return ["the header is not an object"]
    if set(line) != HEADER:
        return [f"the header has the wrong fields: {show(sorted(map(str, set(line) ^ HEADER)))}"]
    if line["format"] != "branchline-record":
        return [f"the format is {show(line['format'])}"]
    if not whole_number(line["version"]) or line["version"] != 1:
        return [f"the version is {show(line['version'])}"]
    if not isinstance(line["game"], str) or line["game"] not in known_games():
        return [f"there is no game {show(line['game'])}"]
    game = read_board(line["game"]).game
    kind = TABLES.get(frozenset(game["mechanics"]))
    if kind is None:
        return [f"this referee does not know the rules of {line['game']}"]
    seats, players, options, key = (line[n] for n in ("seats", "players", "options", "key"))
    if not whole_number(seats) or not game["seats"]["min"] <= seats <= game["seats"]["max"]:
        return [f"{line['game']} can't be played with {show(seats)} seats"]
    faults = []
    if not isinstance(players, list) or len(players) != seats:
        faults.append(f"players is not a list of {seats} names")
    elif not all(isinstance(name, str) for name in players):
        faults.append("a player's name is not a text")
    if not isinstance(key, str) or not re.fullmatch("[0-9a-fA-F]{64}", key):
        faults.append(f"the key is not 64 hex digits: {show(key)}")
    if not isinstance(options, dict) or not set(options) <= {"starts", *kind.OPTIONS}:
        return [*faults, f"options holds something that can't be set: {show(options)}"]
    faults += [
        f"{o} is set, but not to true" for o in kind.OPTIONS if options.get(o, True) is not True
    ]
    if "starts" in options:
        starts = options["starts"]
        if not whole_number(starts) or not 0 <= starts < seats:
            faults.append(f"there is no seat {show(starts)} that could start")
    return faults


def table_for(header: object) -> Table:
    """The table a right header asks for."""
    assert isinstance(header, dict)
    board = read_board(header["game"])
    kind = TABLES[frozenset(board.game["mechanics"])]
    key = bytes.fromhex(header["key"])
    options = header["options"]
    return kind(board, header["seats"], key, options.get("starts"), kind.OPTIONS & set(options))


def faults_in_set_up(line: object, table: Table) -> list[str]:
    expected = table.set_up()
    if not isinstance(line, dict) or set(line) != {"events"}:
        return ["the set-up is not an object with events alone"]
    return faults_in_events(line["events"], expected) + faults_in_count(table)


def faults_in_action(line: object, table: Table) -> list[str]:
    if not isinstance(line, dict):
        return ["the line is not an object"]
    if set(line) == {"result"}:
        return ["there is a result, but the game is not over"]
    if set(line) != {"seat", "action", "text", "events"}:
        return [f"this is no action: its fields are {show(sorted(map(str, line)))}"]
    faults = []
    if not isinstance(line["text"], str) or not line["text"]:
        faults.append("the text is missing")
    seat = line["seat"]
    if not whole_number(seat) or not 0 <= seat < table.seats:
        return [*faults, f"there is no seat {show(seat)}"]
    if isinstance(table, YardTable):
        table.said = line["events"]
    try:
        expected = table.act(seat, line["action"])
    except Illegal as illegal:
        return [*faults, f"{show(line['action'])} by seat {seat} is not legal: {illegal}"]
    return faults + faults_in_events(line["events"], expected)


def faults_in_count(table: Table) -> list[str]:
    fault = table.miscount()
    return [fault] if fault else []


def faults_in_events(found: object, expected: list[Event]) -> list[str]:
    """The first event that is not as it must be; what comes after it would only repeat that."""
    if alike(found, expected):
        return []
    if not isinstance(found, list):
        return ["events is not a list"]
    for number, right in enumerate(expected, 1):
        if number > len(found):
            return [f"event {number} is missing: {show(right)}"]
        event = found[number - 1]
        kind = event.get(KIND) if isinstance(event, dict) else None
        if kind != right[KIND]:
            return [f"event {number} should be {show(right)} but is {show(event)}"]
        if fault := difference(right, event, f"event {number} ({right[KIND]})"):
            return [fault]
    if len(found) > len(expected):
        return [f"event {len(expected) + 1} is one too many: {show(found[len(expected)])}"]
    return []


def faults_in_result(line: object, table: Table) -> list[str]:
    if not isinstance(line, dict) or set(line) != {"result"}:
        return ["the game is over, so here must stand the result and nothing else"]
    expected = yard_result(table) if isinstance(table, YardTable) else final_result(table)
    found = line["result"]
    if not isinstance(found, dict) or set(found) != set(expected):
        return [f"the result has not the fields {show(sorted(expected))}"]
    faults = []
    for name in ("winners", "decided_by"):
        if fault := difference(expected[name], found[name], name):
            faults.append(fault)
    right_seats, seats = expected["seats"], found["seats"]
    assert isinstance(right_seats, list)
    if not isinstance(seats, list) or len(seats) != table.seats:
        return [*faults, f"the result has not {table.seats} seats"]
    for seat in range(table.seats):
        where = f"the result of seat {seat}"
        faults += faults_in_seat_result(seats[seat], right_seats[seat], where, table)
    return faults


def faults_in_seat_result(
    found: object, right: dict[str, object], where: str, table: Table
) -> list[str]:
    if not isinstance(found, dict) or set(found) != set(right):
        return [f"{where} has not the fields {show(sorted(right))}"]
    faults = []
    for name in right:
        if name != "longest_path" and (
            fault := difference(right[name], found[name], f"{where}: {name}")
        ):
            faults.append(fault)
    path, right_path, seat = found["longest_path"], right["longest_path"], right["seat"]
    assert isinstance(right_path, dict)
    assert isinstance(seat, int)
    if not isinstance(path, dict) or set(path) != {"length", "tracks"}:
        return [*faults, f"{where}: longest_path has not the fields length and tracks"]
    length = right_path["length"]
    if fault := difference(length, path["length"], f"{where}: the longest path's length"):
        faults.append(fault)
    if fault := fault_in_trail(path["tracks"], own_tracks(table, seat), length):
        faults.append(f"{where}: the longest path {fault}")
    return faults


def alike(right: object, found: object) -> bool:
    """Whether two pieces of JSON are written alike, which is seen quicker than a difference."""
    try:
        return repr(right) == repr(found)
    except (ValueError, RecursionError):
        return False


def difference(right: object, found: object, where: str) -> str | None:
    """The first difference between two pieces of JSON, types included, as a sentence."""
    if type(right) is not type(found):
        return f"{where} should be {show(right)} but is {show(found)}"
    if isinstance(right, dict) and isinstance(found, dict):
        if set(right) != set(found):
            odd = sorted(map(str, set(right) ^ set(found)))
            return f"{where} has a field too many or too few: {show(odd)}"
        pairs = [(right[name], found[name], f"{where}: {name}") for name in right]
    elif isinstance(right, list) and isinstance(found, list):
        if len(right) != len(found):
            return f"{where} should be {show(right)} but is {show(found)}"
        pairs = [
            (a, b, f"{where} [{i}]") for i, (a, b) in enumerate(zip(right, found, strict=True))
        ]
    else:
        return None if right == found else f"{where} should be {show(right)} but is {show(found)}"
    for one, other, place in pairs:
        if fault := difference(one, other, place):
            return fault
    return None


def show(value: object) -> str:
    """A piece of a record, short enough to be read; some can't be written out at all."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return "something endless"
    return text if len(text) <= 200 else f"{text[:200]}…"
