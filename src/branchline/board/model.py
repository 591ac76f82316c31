"""Boards: cities, tracks and tickets, with the numbers of their game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from branchline.plain import Json
from branchline.rules.state import BoardRecords

BOARDS = Path(__file__).parent.parent / "boards"

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
CARDS = (*COLOURS, "locomotive")
TRACK_COLOURS = (*COLOURS, "grey")


@dataclass(frozen=True, slots=True)
class City:
    """A city on the map: where it stands in the picture (0 to 1 each way) and on Earth.

    A dead end of a zone (a country, say) is a city too: it has the zone's name, and has no place
    on Earth. Where a game has no map, cities are only names.
    """

    id: str
    name: str
    zone: str | None
    x: float | None
    y: float | None
    lat: float | None
    lon: float | None


@dataclass(frozen=True, slots=True)
class Track:
    """One track between two cities.

    The colour is one of eight, or grey, or None for a bed, on which a piece must be laid first.
    ``locomotives`` must be among the cards that pay for a ferry.
    """

    id: str
    a: int
    b: int
    length: int
    colour: str | None
    locomotives: int
    sisters: tuple[int, ...]
    crossings: tuple[int, ...]
    label: str

    @property
    def is_bed(self) -> bool:
        """True if a piece must be laid on the track before it can be claimed."""
        return self.colour is None


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: the cities at either end (several for a zone) and its points.

    Where there are rail yards it asks for cards instead of routes.
    """

    id: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    points: int
    label: str
    cards: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board with the numbers of its game, as read from its folder."""

    id: str
    name: str
    folder: Path
    min_seats: int
    max_seats: int
    mechanics: tuple[str, ...]
    options: tuple[str, ...]
    lesson: int
    size: tuple[int, int]
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    big_cities: dict[str, int]
    numbers: Json
    record: BoardRecords = field(repr=False)

    @property
    def source(self) -> str:
        """What `load_board` takes to load this board again: its game's id, or its folder."""
        return self.id if self.folder.parent == BOARDS else str(self.folder)

    @property
    def n_actions(self) -> int:
        """The number of actions there are in this game, legal or not."""
        return int(self.record[0]["n_actions"])
