"""The results file of a tournament: a header, then a line of JSON for every sitting."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from branchline.arena.sitting import Sitting, read_sitting
from branchline.arena.tournament import Tournament
from branchline.errors import BranchlineError, system_error
from branchline.plain import Json


def _header(tournament: Tournament) -> Json:
    return {
        "format": "branchline-results",
        "version": 1,
        "game": tournament.game,
        "players": list(tournament.players),
        "seats": tournament.seats,
        "seed": tournament.seed,
        "options": dict(tournament.options),
        "budget": str(tournament.budget) or None,
        "adjusted": tournament.adjusted or None,
    }


def read_results(path: Path, tournament: Tournament) -> list[Sitting]:
    """Return the sittings in a file; refuse what is not a file of this very tournament."""
    lines = _whole_lines(path).splitlines()
    expected = _header(tournament)
    header = _read(path, 1, lines[0]) if lines else None
    if not isinstance(header, dict) or header.get("format") != expected["format"]:
        raise BranchlineError("arena.notResults", file=str(path))
    for name, value in expected.items():
        if header.get(name) != value:
            found = json.dumps(header.get(name), ensure_ascii=False)[:80]
            wanted = json.dumps(value, ensure_ascii=False)[:80]
            raise BranchlineError(
                "arena.other", file=str(path), name=name, found=str(found), wanted=str(wanted)
            )
    sittings = []
    for number, line in enumerate(lines[1:]):
        given = _read(path, number + 2, line)
        try:
            if not isinstance(given, dict):
                raise TypeError(given)
            sitting = read_sitting(given)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise BranchlineError("arena.notResult", file=str(path), line=number + 2) from None
        if not _fits(tournament, number, sitting):
            raise BranchlineError("arena.notNext", file=str(path), line=number + 2)
        sittings.append(sitting)
    return sittings


def _whole_lines(path: Path) -> bytes:
    """Return the file without a last line that was cut off while it was written."""
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise BranchlineError("file.at", file=str(path), problem=system_error(problem)) from None
    return content[: content.rfind(b"\n") + 1]


def _read(path: Path, number: int, line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise BranchlineError("arena.notJson", file=str(path), line=number) from None


def _fits(tournament: Tournament, number: int, sitting: Sitting) -> bool:
    deal, group = divmod(number, tournament.groups)
    seated = [[name for name, _ in names] for names in tournament.rotations(group)]
    found = [[seat.player for seat in game.seats] for game in sitting.games]
    lucks = {None if game.luck is None else len(game.luck) for game in sitting.games}
    told = {tournament.seats if tournament.adjusted else None}
    return (sitting.deal, sitting.group, found, lucks) == (deal, group, seated, told)


def begin_results(path: Path, tournament: Tournament) -> None:
    """Make a new file for the results of a tournament."""
    try:
        with path.open("xb") as file:
            file.write(_line(_header(tournament)))
    except FileExistsError:
        raise BranchlineError("arena.exists", file=str(path)) from None
    except OSError as problem:
        raise BranchlineError("file.at", file=str(path), problem=system_error(problem)) from None


def _line(told: Json) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextlib.contextmanager
def writing(path: Path | None) -> Iterator[Callable[[Sitting], None]]:
    """Open a file to go on with; yield what writes a sitting to it."""
    if path is None:
        yield lambda sitting: None
        return
    try:
        file = path.open("r+b")
    except OSError as problem:
        raise BranchlineError("file.at", file=str(path), problem=system_error(problem)) from None

    def write(sitting: Sitting) -> None:
        file.write(_line(sitting.to_json()))
        file.flush()

    with file:
        file.truncate(len(_whole_lines(path)))
        file.seek(0, 2)
        yield write
