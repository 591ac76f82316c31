"""Records: a game as lines of JSON, written, and checked when read."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from branchline.errors import BranchlineError, system_error
from branchline.game.actions import Action
from branchline.game.events import Event
from branchline.game.options import Options
from branchline.plain import Json
from branchline.text.catalogue import text

FORMAT = "branchline-record"
VERSION = 1
MAX_LINES = 20_000
MAX_LINE = 100_000
_BEGINNING = f'{{"format": "{FORMAT}"'


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game: the lines of its file as plain data (docs/records.md)."""

    header: Json
    opening: list[Json]
    actions: list[Json]
    result: Json | None = field(default=None)

    def lines(self) -> Iterable[Json]:
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


def in_json(events: list[Event]) -> list[Json]:
    """Return events as they stand in a record."""
    return [event.to_json() for event in events]


def line_of(seat: int, action: Action, events: list[Event]) -> Json:
    """Return the line of one action and what came of it."""
    return {
        "seat": seat,
        "action": action.move.to_json(),
        "text": action.text,
        "events": in_json(events),
    }


def make_header(
    game: str, seats: int, options: Options, key: bytes, players: list[str] | None
) -> Json:
    """Return the first line of a record."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "seats": seats,
        "options": dict(options),
        "key": key.hex(),
        "players": [f"seat {i}" for i in range(seats)] if players is None else list(players),
    }


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


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def parse_record(text: str) -> Record:
    """Read a record from the text of its file."""
    raw = text.removesuffix("\n").split("\n")
    if len(raw) > MAX_LINES:
        raise BranchlineError("record.mostLines", line=str(MAX_LINES + 1), most=MAX_LINES)
    lines: list[Json] = []
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


def _check(number: int, entry: Json, fields: dict[str, type]) -> None:
    for name in [*fields, *entry]:
        if name not in fields:
            raise BranchlineError("record.surplus", line=number, name=name)
        if name not in entry:
            raise BranchlineError("record.missing", line=number, name=name)
        if type(entry[name]) is not fields[name]:
            raise BranchlineError("record.wrongKind", line=number, name=name)


def _check_header(header: Json) -> None:
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
