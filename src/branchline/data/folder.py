"""The folder of a data set: what it is of, which shards are whole, and who works on it."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from branchline.board import Board
from branchline.data.parquet import actions_table, load_pyarrow
from branchline.data.shard import DECISIONS, ENDING, GAMES, file_of, write_table
from branchline.errors import BranchlineError, system_error
from branchline.plain import Json

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]

HEADER, ACTIONS = "dataset.json", f"actions{ENDING}"


class Folder:
    """A folder that a data set is written to; another run's is refused before anything is done."""

    def __init__(self, path: Path, header: Json, board: Board) -> None:
        self.path, self.header, self._board = path, header, board
        try:
            self._check()
        except OSError as problem:
            raise _named(problem, path) from None

    def _check(self) -> None:
        if not self.path.exists():
            return
        if not (self.path / HEADER).exists():
            if any(not name.startswith(".") for name in os.listdir(self.path)):
                raise BranchlineError("arena.data.notEmpty", folder=str(self.path))
            return
        try:
            found = json.loads((self.path / HEADER).read_bytes())
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("format") != self.header["format"]:
            raise BranchlineError("arena.data.notHeader", file=str(self.path / HEADER))
        for name, value in self.header.items():
            if found.get(name) != value:
                raise BranchlineError(
                    "arena.data.other",
                    folder=str(self.path),
                    name=name,
                    found=json.dumps(found.get(name), ensure_ascii=False)[:80],
                    wanted=json.dumps(value, ensure_ascii=False)[:80],
                )

    @contextlib.contextmanager
    def being_written(self) -> Iterator[None]:
        """Make what is missing of the folder, and let nobody else write to it meanwhile."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.path / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as problem:
            raise _named(problem, self.path) from None
        try:
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    raise BranchlineError("arena.data.inUse", folder=str(self.path)) from None
            try:
                self._check()  # whoever had it before may have begun another one
                self._make()
                yield
            except OSError as problem:
                raise _named(problem, self.path) from None
        finally:
            os.close(lock)

    def _make(self) -> None:
        for kind in (GAMES, DECISIONS):
            (self.path / kind).mkdir(exist_ok=True)
            for left in (self.path / kind).glob(f".*{ENDING}.*.part"):  # by one that was killed
                left.unlink(missing_ok=True)
        if not (self.path / ACTIONS).exists():
            write_table(actions_table(self._board, self.header), self.path / ACTIONS)
        if not (self.path / HEADER).exists():
            part = self.path / f".{HEADER}.part"
            text = json.dumps(self.header, ensure_ascii=False, indent=1) + "\n"
            part.write_text(text, encoding="utf-8")
            part.replace(self.path / HEADER)

    def rows(self, kind: str, shard: int) -> int | None:
        """Return how many rows a shard's file has; None if there is no whole one."""
        pa = load_pyarrow()
        try:
            return int(pa.parquet.read_metadata(file_of(self.path, kind, shard)).num_rows)
        except (OSError, pa.ArrowException):
            return None

    def games_in(self, shard: int) -> int:
        """Return how many games are in a shard; none if it is not whole."""
        whole = self.rows(DECISIONS, shard) is not None
        return (self.rows(GAMES, shard) or 0) if whole else 0

    def last_shard(self) -> int:
        """Return the number of the last shard there is, or -1."""
        names = [file.stem for file in (self.path / GAMES).glob(f"[0-9]*{ENDING}")]
        return max((int(name) for name in names if name.isdigit()), default=-1)


def _named(problem: OSError, path: Path) -> BranchlineError:
    file = str(problem.filename or path)
    return BranchlineError("file.at", file=file, problem=system_error(problem))
