"""The tables of a data set: a row for a decision, a row for a game, a row for an action."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.board.model import CARDS
from branchline.errors import BranchlineError
from branchline.game.result import Result
from branchline.observation.actions import KINDS_OF_ACTION, actions
from branchline.plain import Json

Columns = Mapping[str, NDArray[Any]]
"""Arrays of equal length, by name."""
Arrow: TypeAlias = Any
"""A column or a table of pyarrow, which has no types."""


def load_pyarrow() -> Any:
    """Return the module, or say that the package is missing."""
    try:
        importlib.import_module("pyarrow.parquet")
    except ImportError:
        raise BranchlineError("arena.data.needsPyarrow") from None
    return importlib.import_module("pyarrow")


def words(numbers: NDArray[Any], names: Sequence[str]) -> Arrow:
    """Return a column of words, each kept once."""
    pa = load_pyarrow()
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int16)), pa.array(names))


def lists(flat: NDArray[Any], lengths: NDArray[Any]) -> Arrow:
    """Return a column of lists."""
    pa = load_pyarrow()
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(flat))


def rows_of_bytes(rows: NDArray[np.uint8]) -> Arrow:
    """Return a column of observations, as they lie in memory."""
    pa = load_pyarrow()
    n, size = rows.shape
    kind = pa.binary(size)
    return pa.FixedSizeBinaryArray.from_buffers(kind, n, [None, pa.py_buffer(rows)])


def table_of(columns: Mapping[str, Arrow], header: Json) -> Arrow:
    """Return a table that says where it comes from."""
    pa = load_pyarrow()
    told = {"branchline": json.dumps(header, ensure_ascii=False)}
    return pa.table(dict(columns)).replace_schema_metadata(told)


def games_table(
    numbers: range, results: Sequence[Result], columns: Columns, seated: Arrow, header: Json
) -> Arrow:
    """Return the table of some games; what is said of the seats is a list of structures."""
    pa = load_pyarrow()
    rows = [seat for result in results for seat in result.seats]
    share = [
        1 / len(result.winners) if seat.rank == 1 else 0.0
        for result in results
        for seat in result.seats
    ]
    of_seat = {
        "seat": pa.array([seat.seat for seat in rows], pa.int8()),
        "player": seated,
        "score": pa.array([seat.total for seat in rows], pa.int16()),
        "rank": pa.array([seat.rank for seat in rows], pa.int8()),
        "share": pa.array(share, pa.float32()),
        "margin": pa.array(columns["margin"]),
        "routes": pa.array([seat.routes for seat in rows], pa.int16()),
        "tickets_done": pa.array([seat.tickets_done for seat in rows], pa.int16()),
        "tickets_failed": pa.array([seat.tickets_failed for seat in rows], pa.int16()),
        "ticket_points": pa.array([seat.ticket_points for seat in rows], pa.int16()),
        "longest_path": pa.array([seat.longest_path for seat in rows], pa.int16()),
        "bonuses": pa.array([sum(seat.bonuses.values()) for seat in rows], pa.int16()),
    }
    seats = pa.StructArray.from_arrays(list(of_seat.values()), names=list(of_seat))
    offsets = np.arange(len(numbers) + 1, dtype=np.int32) * (len(rows) // max(1, len(numbers)))
    found = {
        "game": np.arange(numbers.start, numbers.stop, dtype=np.int64),
        "turns": columns["turns"],
        "decisions": columns["decisions"],
        "first_seat": columns["first_seat"],
        "winners": np.array([len(result.winners) for result in results], np.int8),
        "decided_by": pa.array([r.decided_by for r in results]).dictionary_encode(),
        "seats": pa.ListArray.from_arrays(pa.array(offsets), seats),
    }
    return table_of(found, header)


def actions_table(board: Board, header: Json) -> Arrow:
    """Return the table of all actions of a game: what the numbers of decisions mean."""
    pa = load_pyarrow()
    of = actions(board.id)
    tracks = [board.tracks[track] if track >= 0 else None for track in of.track.tolist()]
    points = board.record[0]["points"]
    found = {
        "action": np.arange(len(of), dtype=np.int16),
        "kind": words(of.kind, KINDS_OF_ACTION),
        "track": of.track,
        "name": [None if track is None else str(track.label) for track in tracks],
        "length": pa.array([track and track.length for track in tracks], pa.int8()),
        "points": pa.array([track and int(points[track.length]) for track in tracks], pa.int8()),
        "city": of.city,
        "what": of.what,
        "colour": [CARDS[colour] if colour >= 0 else None for colour in of.colour.tolist()],
        "locomotives": of.locomotives,
    }
    return table_of(found, header)
