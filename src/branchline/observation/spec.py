"""The specification of an observation: its slices by name, printed as a table or looked up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board, load_board
from branchline.errors import BranchlineError
from branchline.game.options import check_options
from branchline.game.result import PHASES
from branchline.observation.notes import LAYOUT_DTYPE, Layouts
from branchline.observation.slices import (
    KINDS,
    VERSION,
    list_beds,
    list_lengths,
    list_slices,
)


class Spec:
    """What an observation of a game at a number of seats holds. Make one with `spec`.

    Seats are counted from the observing one: it is number 0, the next to play is number 1. Cards
    by kind are in the order of `KINDS_OF_CARD`, tracks, cities and tickets in that of the board.
    """

    PHASES = tuple(PHASES[i] for i in range(len(PHASES)))
    """The phases in the order of the slice ``phase``."""

    def __init__(self, board: Board, seats: int, kind: str, features: bool) -> None:
        self.board = board
        self.seats = seats
        self.kind = kind
        self.features = features
        self.version = VERSION
        self.slices = {part.name: part for part in list_slices(board, seats, kind, features)}
        self.size = max(part.stop for part in self.slices.values())

    @property
    def low(self) -> NDArray[np.uint8]:
        """The least value of each place."""
        return np.zeros(self.size, np.uint8)

    @cached_property
    def high(self) -> NDArray[np.uint8]:
        """The largest value of each place."""
        high = np.empty(self.size, np.uint8)
        for part in self.slices.values():
            high[part.start : part.stop] = part.most
        high.flags.writeable = False
        return high

    def __getitem__(self, name: str) -> slice:
        """Return where a slice stands: ``observation[..., spec["hand"]]``."""
        part = self.slices.get(name)
        if part is None:
            raise BranchlineError("envs.noSlice", name=repr(name), known=list(self.slices))
        return slice(part.start, part.stop)

    def read(self, observation: NDArray[np.uint8]) -> Mapping[str, NDArray[np.uint8]]:
        """Return the slices of an observation, or of many, by name and in their shapes.

        >>> from branchline import envs
        >>> spec = envs.spec("usa")
        >>> spec.read(np.zeros(spec.size, np.uint8))["owner"].shape
        (2, 100)
        """
        observation = np.asarray(observation)
        shape = observation.shape
        if shape[-1:] != (self.size,):
            raise BranchlineError(
                "envs.shape", what="observation", shape=f"(…, {self.size})", given=str(shape)
            )
        return {
            name: observation[..., part.start : part.stop].reshape(*shape[:-1], *part.shape)
            for name, part in self.slices.items()
        }

    def layout(self, open_track: bool = False) -> Layouts:
        """Return where the slices begin, for compiled code."""
        layouts = np.zeros(1, LAYOUT_DTYPE)
        at = layouts[0]
        for name in at.dtype.names:
            at[name] = -1
        for part in self.slices.values():
            at[part.name] = part.start
        at["size"], at["open_track"] = self.size, open_track
        lengths = list_lengths(self.board)
        at["n_lengths"] = len(lengths)
        at["lengths"][: len(lengths)] = lengths
        for i, track in enumerate(list_beds(self.board)):
            at["bed"][track] = i
        return layouts

    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """Return the table: name, places, shape, range and meaning of each slice."""
        return [
            (
                part.name,
                f"{part.start}–{part.stop - 1}" if part.size > 1 else str(part.start),
                " × ".join(map(str, part.shape)),
                f"0–{part.most}",
                part.meaning,
            )
            for part in self.slices.values()
        ]

    def __str__(self) -> str:
        """Return the table as text."""
        rows = self.rows()
        wide = [max(len(row[i]) for row in rows) for i in range(4)]
        head = f"{self.board.id}, {self.seats} seats, {self.kind}, version {self.version}: "
        lines = [f"{head}{self.size} bytes, {self.board.n_actions} actions"]
        for *cells, meaning in rows:
            padded = "  ".join(cell.ljust(w) for cell, w in zip(cells, wide, strict=True))
            lines.append(f"{padded}  {meaning}")
        return "\n".join(lines)


def spec(
    game: str, seats: int | None = None, observation: str = "now", features: bool = False
) -> Spec:
    """Return what an observation of a game holds; printed it is a table.

    ``observation`` is "now" (what a view shows), "remembered" (also what a seat that forgets
    nothing remembers) or "open" (also what the others hold: for critics). ``features`` adds what
    compiled code works out from that. Without ``seats`` the table has as few seats as possible.

    >>> print(spec("usa"))  # doctest: +ELLIPSIS
    usa, 2 seats, now, version 1: ... bytes, 1136 actions
    phase             0–9 ...
    """
    board = load_board(game)
    seats = board.min_seats if seats is None else seats
    check_options(board, seats, {})
    check_kind(observation, KINDS)
    return Spec(board, seats, observation, bool(features))


def check_kind(kind: object, known: tuple[str, ...]) -> None:
    """Refuse an unknown kind of observation."""
    if kind not in known:
        raise BranchlineError(
            "envs.noKind", what="observation", given=repr(kind), known=list(known)
        )
