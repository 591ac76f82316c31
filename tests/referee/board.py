"""A board as the referee reads it: the plain data files of one game, and nothing else."""

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).resolve().parents[2] / "src" / "branchline" / "boards"

COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"]
LOCOMOTIVE = "locomotive"
CARDS = [*COLOURS, LOCOMOTIVE]
GREY = "grey"
BED = "bed"


@dataclass(frozen=True)
class Track:
    """`locomotives` are those a ferry asks for."""

    id: str
    ends: tuple[str, str]
    length: int
    colour: str
    locomotives: int = 0


@dataclass(frozen=True)
class Ticket:
    id: str
    ends: tuple[str, str]
    points: int


@dataclass(frozen=True)
class Board:
    """`game` holds the numbers of the game as they stand in its file.

    `zones` names the dead ends of each zone, `crossed` the tracks that each track crosses, and
    `pieces` how many track pieces of each colour there are, by length.
    """

    game: dict[str, Any]
    cities: list[str]
    zones: dict[str, list[str]]
    tracks: dict[str, Track]
    tickets: dict[str, Ticket]
    sisters: dict[str, list[str]]
    crossed: dict[str, list[str]]
    pieces: dict[int, int]

    @cached_property
    def ticket_names(self) -> list[str]:
        """All tickets, in the order of their names."""
        return sorted(self.tickets)

    @cached_property
    def points(self) -> dict[str, int]:
        """What each track brings."""
        by_length = self.game["routes"]["points"]
        return {name: by_length[track.length - 1] for name, track in self.tracks.items()}


def known_games() -> list[str]:
    return sorted(file.parent.name for file in BOARDS.glob("*/game.toml"))


def read_toml(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((BOARDS / game / name).read_text(encoding="utf-8"))


@cache
def read_board(game: str) -> Board:
    board = read_toml(game, "board.toml")
    zones: dict[str, list[str]] = {zone["id"]: [] for zone in board.get("zones", [])}
    for city in board["cities"]:
        if "zone" in city:
            zones[city["zone"]].append(city["id"])
    tracks = {
        t["id"]: Track(
            t["id"],
            (t["ends"][0], t["ends"][1]),
            t["length"],
            t.get("colour", BED),
            t.get("locomotives", 0),
        )
        for t in board.get("tracks", [])
    }
    tickets = {
        t["id"]: Ticket(t["id"], (t["ends"][0], t["ends"][1]), t["points"])
        for t in read_toml(game, "tickets.toml")["tickets"]
    }
    sisters = {
        one.id: [
            other.id
            for other in tracks.values()
            if other.id != one.id and set(other.ends) == set(one.ends)
        ]
        for one in tracks.values()
    }
    crossings = [set(pair) for pair in board.get("crossings", [])]
    crossed = {
        one: [other for other in tracks if other != one and {one, other} in crossings]
        for one in tracks
    }
    pieces = {int(name.removeprefix("length_")): n for name, n in board.get("pieces", {}).items()}
    cities = [city["id"] for city in board["cities"]]
    numbers = read_toml(game, "game.toml")
    return Board(numbers, cities, zones, tracks, tickets, sisters, crossed, pieces)
