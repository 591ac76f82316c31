"""Records: a game as lines of JSON, written, read with care, and verified."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from branchline.board import games
from branchline.errors import BranchlineError, system_error
from branchline.events import Event
from branchline.game import Game, new_game
from branchline.words import text

FORMAT = "branchline-record"
VERSION = 1
MAX_LINES = 20_000
MAX_LINE = 100_000
_BEGINNING = f'{{"format": "{FORMAT}"'


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game: the lines of its file as plain data (docs/records.md)."""

    header: dict[str, Any]
    opening: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    result: dict[str, Any] | None = field(default=None)

    def lines(self) -> Iterable[dict[str, Any]]:
        """Return the lines of the record in order."""
        yield self.header
        yield {"events": self.opening}
        yield from self.actions
        if self.result is not None:
            yield {"result": self.result}

    def dumps(self) -> str:
        """Return the record as the text of its file."""
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines())

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text(self.dumps(), encoding="utf-8")


def _told(events: list[Event]) -> list[dict[str, Any]]:
    # Through JSON once, so that a fresh record and a loaded one are equal (tuples become lists).
    return orjson.loads(orjson.dumps([e.to_json() for e in events]))  # type: ignore[no-any-return]


def _line(seat: int, action: Any, events: list[Event]) -> dict[str, Any]:
    return {
        "seat": seat,
        "action": action.move.to_json(),
        "text": action.text,
        "events": _told(events),
    }


def make_record(game: Game, players: list[str] | None = None) -> Record:
    """Return the record of a game so far."""
    names = players if players is not None else [f"seat {i}" for i in range(game.seats)]
    header = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.board.id,
        "seats": game.seats,
        "options": dict(game.options),
        "key": game.key.hex(),
        "players": list(names),
    }
    return Record(
        header,
        _told(game.opening),
        [_line(*entry) for entry in game.history],
        game.result().to_json() if game.is_over else None,
    )


def load_record(path: str | Path) -> Record:
    """Read the one record in a file, checking its form; `verify` checks its content."""
    records = list(itertools.islice(read_records(path), 2))
    if len(records) > 1:
        raise BranchlineError("record.several", file=str(path))
    return records[0]


def load_records(path: str | Path) -> list[Record]:
    """Read all records in a file, one after another, as `simulate --record` writes them."""
    return list(read_records(path))


def read_records(path: str | Path) -> Iterator[Record]:
    """Read the records in a file one at a time; a header begins each."""
    file = Path(path)
    lines: list[str] = []
    try:
        with file.open(encoding="utf-8", newline="") as opened:
            while line := opened.readline(MAX_LINE + 1):
                if len(line) > MAX_LINE:
                    raise _wrong(file, text("record.longLine", most=MAX_LINE))
                if lines and line.startswith(_BEGINNING):
                    yield _parsed(file, lines)
                    lines = []
                lines.append(line.rstrip("\r\n"))
                if len(lines) > MAX_LINES:
                    raise _wrong(file, text("record.manyLines", most=MAX_LINES))
    except UnicodeDecodeError:
        raise _wrong(file, text("file.notText")) from None
    except OSError as problem:
        raise _wrong(file, system_error(problem)) from None
    yield _parsed(file, lines)


def _wrong(file: Path, problem: str) -> BranchlineError:
    return BranchlineError("file.at", file=str(file), problem=problem)


def _parsed(file: Path, lines: list[str]) -> Record:
    try:
        return parse_record("\n".join(lines))
    except BranchlineError as problem:
        raise BranchlineError("record.inFile", file=str(file), problem=problem.said) from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def parse_record(text: str) -> Record:
    """Read a record from the text of its file."""
    raw = text.removesuffix("\n").split("\n")
    if len(raw) > MAX_LINES:
        raise BranchlineError("record.mostLines", line=str(MAX_LINES + 1), most=MAX_LINES)
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(raw, 1):
        try:
            entry = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise BranchlineError("record.notJson", line=number) from None
        if not isinstance(entry, dict):
            raise BranchlineError("record.notObject", line=number)
        lines.append(entry)
    if len(lines) < 2:
        raise BranchlineError("record.noHeader")
    _check_header(lines[0])
    _check(2, lines[1], {"events": list})
    result = None
    if len(lines) > 2 and "result" in lines[-1]:
        last = lines.pop()
        _check(len(lines) + 1, last, {"result": dict})
        result = last["result"]
    for number, entry in enumerate(lines[2:], 3):
        _check(number, entry, {"seat": int, "action": dict, "text": str, "events": list})
    return Record(lines[0], lines[1]["events"], lines[2:], result)


def _check(number: int, entry: dict[str, Any], fields: dict[str, type]) -> None:
    for name in [*fields, *entry]:
        if name not in fields:
            raise BranchlineError("record.surplus", line=number, name=name)
        if name not in entry:
            raise BranchlineError("record.missing", line=number, name=name)
        if type(entry[name]) is not fields[name]:
            raise BranchlineError("record.wrongKind", line=number, name=name)


def _check_header(header: dict[str, Any]) -> None:
    if header.get("format") != FORMAT:
        raise BranchlineError("record.notOurs")
    if header.get("version") != VERSION:
        raise BranchlineError("record.version", version=repr(header.get("version")))
    kinds = {"format": str, "version": int, "game": str, "seats": int, "options": dict}
    _check(1, header, {**kinds, "key": str, "players": list})
    if not re.fullmatch(r"[0-9a-fA-F]{64}", header["key"]):
        raise BranchlineError("record.key")
    players = header["players"]
    if len(players) != header["seats"] or not all(isinstance(p, str) for p in players):
        raise BranchlineError("record.players")


def start_of(record: Record, board: str | None = None) -> Game:
    """Return the game of a record at its beginning.

    A record names its game by id. Where that is on a board of one's own, say which: a record from
    elsewhere must not choose what is read from this machine.
    """
    head = record.header
    try:
        if board is None and head["game"] not in games():
            raise BranchlineError("record.noGame", name=head["game"][:80])
        key = bytes.fromhex(head["key"])
        game = new_game(board or head["game"], head["seats"], key=key, options=head["options"])
        if game.board.id != head["game"]:
            raise BranchlineError("record.otherGame", name=head["game"][:80], board=game.board.id)
        return game
    except BranchlineError as problem:
        raise BranchlineError("record.inLine", line=1, problem=problem.said) from None


def replay(record: Record, board: str | None = None) -> Game:
    """Return the game of a record after its last action; its outcomes are not compared."""
    game = start_of(record, board)
    for number, line in enumerate(record.actions, 3):
        _step(game, number, line)
    return game


def _step(game: Game, number: int, line: dict[str, Any]) -> None:
    try:
        seat = line["seat"]
        if game.is_over:
            raise BranchlineError("record.goesOn")
        if seat not in game.to_act:
            raise BranchlineError("record.notToAct", seat=seat)
        game.push(game.action_of(line["action"], seat), seat)
    except BranchlineError as problem:
        raise BranchlineError("record.inLine", line=number, problem=problem.said) from None


def verify(record: Record, board: str | None = None) -> Game:
    """Replay a record and compare every outcome; return the game, or say where it differs.

    For a game on a board of one's own give the folder of the board.

    >>> import branchline as bl
    >>> record = bl.new_game("usa", seats=2, seed=7).record()
    >>> bl.verify(record).phase
    'first tickets'
    """
    game = start_of(record, board)
    _compare(2, record.opening, _told(game.opening))
    for number, line in enumerate(record.actions, 3):
        _step(game, number, line)
        again = _line(*game.history[-1])
        _compare(number, line["events"], again["events"])
        if line["text"] != again["text"]:
            raise BranchlineError("record.text", line=number, text=repr(again["text"]))
    number = len(record.actions) + 3
    if game.is_over != (record.result is not None):
        wrong = "record.noResult" if game.is_over else "record.earlyResult"
        raise BranchlineError(wrong, line=number)
    if record.result is not None and not _same(record.result, game.result().to_json()):
        raise BranchlineError("record.otherResult", line=number)
    return game


def _same(told: Any, found: Any) -> bool:
    """Compare as JSON: to Python, 1, 1.0 and True are equal."""
    return json.dumps(told, sort_keys=True) == json.dumps(found, sort_keys=True)


def _compare(number: int, told: list[Any], found: list[dict[str, Any]]) -> None:
    for i in range(max(len(told), len(found))):
        if i >= len(found):
            raise BranchlineError("record.notHappened", line=number, event=i + 1)
        if i >= len(told):
            raise BranchlineError(
                "record.eventMissing", line=number, event=i + 1, name=found[i]["event"]
            )
        if not _same(told[i], found[i]):
            right = json.dumps(found[i], ensure_ascii=False)
            raise BranchlineError("record.shouldBe", line=number, event=i + 1, right=right)
