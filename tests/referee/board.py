"""A board as the referee reads it: the plain data files of one game, and nothing else."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).resolve().parents[2] / "src" / "branchline" / "boards"

COLOURS = ["purple", "white", "blue", "yellow", "orange", "black", "red", "green"]
LOCOMOTIVE = "locomotive"
CARDS = [*COLOURS, LOCOMOTIVE]
GREY = "grey"


@dataclass(frozen=True)
class Track:
    id: str
    ends: tuple[str, str]
    length: int
    colour: str


@dataclass(frozen=True)
class Ticket:
    id: str
    ends: tuple[str, str]
    points: int


@dataclass(frozen=True)
class Board:
    """`game` holds the numbers of the game as they stand in its file."""

    game: dict[str, Any]
    tracks: dict[str, Track]
    tickets: dict[str, Ticket]
    sisters: dict[str, list[str]]

    def points_for(self, track: str) -> int:
        points: int = self.game["routes"]["points"][self.tracks[track].length - 1]
        return points


def known_games() -> list[str]:
    return sorted(file.parent.name for file in BOARDS.glob("*/game.toml"))


def read_toml(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((BOARDS / game / name).read_text(encoding="utf-8"))


@cache
def read_board(game: str) -> Board:
    tracks = {
        t["id"]: Track(t["id"], (t["ends"][0], t["ends"][1]), t["length"], t["colour"])
        for t in read_toml(game, "board.toml")["tracks"]
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
    return Board(read_toml(game, "game.toml"), tracks, tickets, sisters)
