"""What the files of The Card Game say beyond the core: cards tickets ask for, big cities."""

from collections import Counter
from dataclasses import dataclass
from functools import cache

from .board import read_toml


@dataclass(frozen=True)
class YardTicket:
    """A ticket is completed with these cards; each of its ends may be a big city."""

    id: str
    ends: tuple[str, str]
    points: int
    asked: tuple[tuple[str, int], ...]

    @property
    def cards(self) -> Counter[str]:
        return Counter(dict(self.asked))


@cache
def yard_tickets(game: str) -> dict[str, YardTicket]:
    return {
        t["id"]: YardTicket(
            t["id"], (t["ends"][0], t["ends"][1]), t["points"], tuple(t["cards"].items())
        )
        for t in read_toml(game, "tickets.toml")["tickets"]
    }


@cache
def big_cities(game: str) -> dict[str, int]:
    """The bonus of each big city."""
    return {city["city"]: city["points"] for city in read_toml(game, "board.toml")["big_cities"]}
