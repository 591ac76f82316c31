"""Boards: plain files, checked and turned into the record the rules work on."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.errors import BranchlineError
from branchline.rules import state as st

BOARDS = Path(__file__).parent / "boards"

COLOURS = ("purple", "white", "blue", "yellow", "orange", "black", "red", "green")
CARDS = (*COLOURS, "locomotive")
TRACK_COLOURS = (*COLOURS, "grey")
MECHANICS: tuple[str, ...] = ()

_FILES = ("game.toml", "board.toml", "tickets.toml", "layout.toml")
_NUMBERS: dict[str, dict[str, tuple[int, int]]] = {
    "seats": {"min": (2, st.MAX_SEATS), "max": (2, st.MAX_SEATS)},
    "cards": {
        "each_colour": (1, 20),
        "locomotives": (0, 40),
        "first_hand": (0, 20),
        "face_up": (1, st.MAX_FACE_UP),
        "sweep_at": (0, st.MAX_FACE_UP),
    },
    "trains": {"each": (1, 64), "last_round_at": (0, 20)},
    "tickets": {
        "first_offer": (1, st.MAX_OFFER),
        "first_keep": (0, st.MAX_OFFER),
        "offer": (1, st.MAX_OFFER),
        "keep": (0, st.MAX_OFFER),
    },
    "routes": {"all_sisters_from": (1, st.MAX_SEATS + 1)},
    "bonuses": {"longest_path": (0, 100), "most_tickets": (0, 100)},
    "totals": {
        "cities": (2, st.MAX_CITIES),
        "tracks": (1, st.MAX_TRACKS),
        "spaces": (1, 10_000),
        "tickets": (1, st.MAX_TICKETS),
        "ticket_points": (0, 10_000),
        "cards": (1, st.MAX_CARDS),
    },
}
_FIRST_RETURN = ("in order", "shuffled")


@dataclass(frozen=True, slots=True)
class City:
    """A city on the map: where it stands in the picture (0 to 1 each way) and on Earth."""

    id: str
    name: str
    x: float
    y: float
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Track:
    """One track between two cities; colour is one of eight, or grey."""

    id: str
    a: int
    b: int
    length: int
    colour: str
    locomotives: int
    sisters: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket: two cities and its points."""

    id: str
    a: int
    b: int
    points: int
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board with the numbers of its game, as read from its folder."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    mechanics: tuple[str, ...]
    size: tuple[int, int]
    cities: tuple[City, ...]
    tracks: tuple[Track, ...]
    tickets: tuple[Ticket, ...]
    numbers: dict[str, Any]
    record: NDArray[Any] = field(repr=False)

    @property
    def n_actions(self) -> int:
        """The number of actions there are in this game, legal or not."""
        return int(self.record[0]["n_actions"])


def games() -> tuple[str, ...]:
    """Return the ids of the games in the package.

    >>> games()
    ('usa',)
    """
    return tuple(sorted(folder.parent.name for folder in BOARDS.glob("*/game.toml")))


@cache
def _of_package(name: str) -> Board:
    return read_board(BOARDS / name)


def load_board(game: str | Path) -> Board:
    """Load a board by the id of its game, or from a folder of one's own.

    >>> load_board("usa").cities[0].name
    'Atlanta'
    """
    if isinstance(game, str) and game in games():
        return _of_package(game)
    folder = Path(game)
    if not (folder / "game.toml").is_file():
        raise BranchlineError(
            f"there is no game called {str(game)!r}; there is: {', '.join(games())}"
        )
    return read_board(folder)


def read_board(folder: Path) -> Board:
    """Read and check the files of a board; say all that is wrong with them, and where."""
    files = {name: _read(folder / name) for name in _FILES}
    problems: list[str] = []
    board = _Reader(folder, files, problems).board()
    if problems or board is None:
        raise BranchlineError("; ".join(problems))
    return board


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BranchlineError(f"{path}: the file is missing") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BranchlineError(f"{path}: {problem}") from None


class _Reader:
    """Reads one board, gathering problems as "file, entry: reason"."""

    def __init__(self, folder: Path, files: dict[str, dict[str, Any]], problems: list[str]) -> None:
        self.folder = folder
        self.files = files
        self.problems = problems

    def wrong(self, file: str, where: str, reason: str) -> None:
        self.problems.append(f"{self.folder / file}, {where}: {reason}")

    def board(self) -> Board | None:
        numbers = self.numbers()
        cities = self.cities()
        if self.problems:
            return None
        tracks = self.tracks(cities, len(numbers["routes"]["points"]))
        tickets = self.tickets(cities)
        if self.problems:
            return None
        self.check_reach(cities, tracks, tickets)
        self.check_totals(numbers, cities, tracks, tickets)
        game = self.files["game.toml"]
        size = self.files["layout.toml"]["size"]
        if self.problems:
            return None
        return Board(
            id=game["id"],
            name=game["name"],
            min_seats=numbers["seats"]["min"],
            max_seats=numbers["seats"]["max"],
            mechanics=tuple(game["mechanics"]),
            size=(size[0], size[1]),
            cities=cities,
            tracks=tracks,
            tickets=tickets,
            numbers=numbers,
            record=_record(numbers, cities, tracks, tickets),
        )

    def numbers(self) -> dict[str, Any]:
        game = self.files["game.toml"]
        for name in ("id", "name"):
            if not isinstance(game.get(name), str) or not game[name]:
                self.wrong("game.toml", name, "must be a text")
        mechanics = game.get("mechanics")
        if not isinstance(mechanics, list):
            self.wrong("game.toml", "mechanics", "must be a list")
            mechanics = []
        for mechanic in mechanics:
            if mechanic not in MECHANICS:
                self.wrong("game.toml", "mechanics", f"unknown mechanic {mechanic!r}")
        for unknown in sorted(game.keys() - _NUMBERS.keys() - {"id", "name", "mechanics"}):
            self.wrong("game.toml", unknown, "is not something a game has")
        numbers: dict[str, Any] = {}
        for table, names in _NUMBERS.items():
            given = game.get(table)
            if not isinstance(given, dict):
                self.wrong("game.toml", f"[{table}]", "is missing")
                continue
            extra = {"tickets": {"first_return"}, "routes": {"points"}}.get(table, set())
            for unknown in sorted(given.keys() - names.keys() - extra):
                self.wrong("game.toml", f"{table}.{unknown}", "is not something a game has")
            for name, (least, most) in names.items():
                value = given.get(name)
                if type(value) is not int or not least <= value <= most:
                    self.wrong(
                        "game.toml", f"{table}.{name}", f"must be a number from {least} to {most}"
                    )
            numbers[table] = given
        if self.problems:
            return numbers
        if numbers["seats"]["min"] > numbers["seats"]["max"]:
            self.wrong("game.toml", "seats", "min is more than max")
        for keep, offer in (("first_keep", "first_offer"), ("keep", "offer")):
            if numbers["tickets"][keep] > numbers["tickets"][offer]:
                self.wrong("game.toml", f"tickets.{keep}", f"is more than {offer}")
        if numbers["tickets"].get("first_return") not in _FIRST_RETURN:
            self.wrong("game.toml", "tickets.first_return", f"must be one of {_FIRST_RETURN}")
        points = numbers["routes"].get("points")
        if (
            not isinstance(points, list)
            or not 1 <= len(points) <= st.MAX_LENGTH
            or not all(type(p) is int and 0 <= p <= 100 for p in points)
        ):
            self.wrong(
                "game.toml", "routes.points", f"must be 1 to {st.MAX_LENGTH} numbers from 0 to 100"
            )
        cards, seats = numbers["cards"], numbers["seats"]["max"]
        need = seats * cards["first_hand"] + cards["face_up"]
        if need > 8 * cards["each_colour"] + cards["locomotives"]:
            self.wrong("game.toml", "cards", f"{seats} seats need {need} cards at set-up")
        return numbers

    def entries(self, file: str, name: str, most: int) -> list[dict[str, Any]]:
        found = self.files[file].get(name)
        if not isinstance(found, list) or not all(isinstance(e, dict) for e in found):
            self.wrong(file, name, "must be a list of entries")
            return []
        if not 1 <= len(found) <= most:
            self.wrong(file, name, f"has {len(found)} entries; 1 to {most} can be used")
            return []
        ids = Counter(e.get("id") for e in found)
        for i, e in enumerate(found):
            if not isinstance(e.get("id"), str) or not e["id"]:
                self.wrong(file, f"{name} {i + 1}", "has no id")
            elif ids[e["id"]] > 1:
                self.wrong(file, f"{name} {i + 1}", f"the id {e['id']!r} is used more than once")
        return [] if self.problems else found

    def cities(self) -> tuple[City, ...]:
        layout = self.files["layout.toml"]
        size = layout.get("size")
        if not (isinstance(size, list) and len(size) == 2 and all(type(v) is int for v in size)):
            self.wrong("layout.toml", "size", "must be width and height of the picture")
        places = layout.get("cities")
        if not isinstance(places, dict):
            self.wrong("layout.toml", "[cities]", "is missing")
            return ()
        cities = []
        for entry in self.entries("board.toml", "cities", st.MAX_CITIES):
            where = f"city {entry['id']!r}"
            place = places.get(entry["id"])
            if not isinstance(entry.get("name"), str) or not entry["name"]:
                self.wrong("board.toml", where, "has no name")
            elif not isinstance(place, dict):
                self.wrong("layout.toml", where, "has no place on the map")
            elif not all(isinstance(place.get(k), int | float) for k in ("x", "y", "lat", "lon")):
                self.wrong("layout.toml", where, "needs x, y, lat and lon")
            elif not (0 <= place["x"] <= 1 and 0 <= place["y"] <= 1):
                self.wrong("layout.toml", where, "x and y must be from 0 to 1")
            else:
                cities.append(
                    City(entry["id"], entry["name"], *(place[k] for k in ("x", "y", "lat", "lon")))
                )
        for unknown in sorted(places.keys() - {c.id for c in cities}):
            if not self.problems:
                self.wrong("layout.toml", f"city {unknown!r}", "is not on the board")
        return tuple(cities)

    def ends(
        self, file: str, where: str, entry: dict[str, Any], index: dict[str, int]
    ) -> tuple[int, int] | None:
        ends = entry.get("ends")
        if not isinstance(ends, list) or len(ends) != 2:
            self.wrong(file, where, "needs two ends")
            return None
        for end in ends:
            if end not in index:
                self.wrong(file, where, f"unknown city {end!r}")
                return None
        if ends[0] == ends[1]:
            self.wrong(file, where, "leads from a city to itself")
            return None
        return index[ends[0]], index[ends[1]]

    def tracks(self, cities: tuple[City, ...], longest: int) -> tuple[Track, ...]:
        index = {c.id: i for i, c in enumerate(cities)}
        found: list[tuple[str, int, int, int, str, int]] = []
        for entry in self.entries("board.toml", "tracks", st.MAX_TRACKS):
            where = f"track {entry['id']!r}"
            ends = self.ends("board.toml", where, entry, index)
            length, colour = entry.get("length"), entry.get("colour")
            locomotives = entry.get("locomotives", 0)
            if type(length) is not int or not 1 <= length <= longest:
                self.wrong("board.toml", where, f"the length must be from 1 to {longest}")
            elif colour not in TRACK_COLOURS:
                self.wrong("board.toml", where, f"unknown colour {colour!r}")
            elif type(locomotives) is not int or not 0 <= locomotives <= length:
                self.wrong("board.toml", where, "locomotives must be from 0 to the length")
            elif ends:
                found.append((entry["id"], *ends, length, colour, locomotives))
        if self.problems:
            return ()
        pairs: dict[frozenset[int], list[int]] = {}
        for i, (_, a, b, *_rest) in enumerate(found):
            pairs.setdefault(frozenset((a, b)), []).append(i)
        tracks = []
        for i, (id, a, b, length, colour, locomotives) in enumerate(found):
            group = pairs[frozenset((a, b))]
            if length != found[group[0]][3]:
                self.wrong(
                    "board.toml",
                    f"track {id!r}",
                    "its sister between the same cities is not as long",
                )
            label = f"{cities[a].name}–{cities[b].name}"
            if len(group) > 1:
                alike = [j for j in group if found[j][4] == colour]
                which = colour if len(alike) == 1 else f"{colour} {alike.index(i) + 1}"
                label += f" ({which})"
            sisters = tuple(j for j in group if j != i)
            tracks.append(Track(id, a, b, length, colour, locomotives, sisters, label))
        return tuple(tracks)

    def tickets(self, cities: tuple[City, ...]) -> tuple[Ticket, ...]:
        index = {c.id: i for i, c in enumerate(cities)}
        tickets = []
        for entry in self.entries("tickets.toml", "tickets", st.MAX_TICKETS):
            where = f"ticket {entry['id']!r}"
            ends = self.ends("tickets.toml", where, entry, index)
            points = entry.get("points")
            if type(points) is not int or not 1 <= points <= 100:
                self.wrong("tickets.toml", where, "the points must be from 1 to 100")
            elif ends:
                label = f"{cities[ends[0]].name}–{cities[ends[1]].name}"
                tickets.append(Ticket(entry["id"], *ends, points, label))
        return tuple(tickets)

    def check_reach(
        self, cities: tuple[City, ...], tracks: tuple[Track, ...], tickets: tuple[Ticket, ...]
    ) -> None:
        root = list(range(len(cities)))

        def find(city: int) -> int:
            while root[city] != city:
                city = root[city]
            return city

        for track in tracks:
            root[find(track.a)] = find(track.b)
        reached = {track.a for track in tracks} | {track.b for track in tracks}
        for ticket in tickets:
            where = f"ticket {ticket.id!r}"
            for end in (ticket.a, ticket.b):
                if end not in reached:
                    self.wrong("tickets.toml", where, f"no track reaches {cities[end].name}")
            if {ticket.a, ticket.b} <= reached and find(ticket.a) != find(ticket.b):
                self.wrong("tickets.toml", where, "no tracks join its two cities")

    def check_totals(
        self,
        numbers: dict[str, Any],
        cities: tuple[City, ...],
        tracks: tuple[Track, ...],
        tickets: tuple[Ticket, ...],
    ) -> None:
        cards = numbers["cards"]
        found = {
            "cities": len(cities),
            "tracks": len(tracks),
            "spaces": sum(track.length for track in tracks),
            "tickets": len(tickets),
            "ticket_points": sum(ticket.points for ticket in tickets),
            "cards": len(COLOURS) * cards["each_colour"] + cards["locomotives"],
        }
        for name, count in found.items():
            if count != numbers["totals"][name]:
                self.wrong(
                    "game.toml", f"totals.{name}", f"says {numbers['totals'][name]}, found {count}"
                )


def _record(
    numbers: dict[str, Any],
    cities: tuple[City, ...],
    tracks: tuple[Track, ...],
    tickets: tuple[Ticket, ...],
) -> NDArray[Any]:
    """Make the record that the compiled rules read."""
    boards = np.zeros(1, st.BOARD_DTYPE)
    b = boards[0]
    cards, routes = numbers["cards"], numbers["routes"]
    b["n_cities"], b["n_tracks"], b["n_tickets"] = len(cities), len(tracks), len(tickets)
    b["words"] = (len(tracks) + 63) // 64
    b["cards"][:] = [cards["each_colour"]] * st.COLOURS + [cards["locomotives"]]
    for name in ("first_hand", "face_up", "sweep_at"):
        b[name] = cards[name]
    for name in ("first_offer", "first_keep", "offer", "keep"):
        b[name] = numbers["tickets"][name]
    b["first_shuffled"] = numbers["tickets"]["first_return"] == "shuffled"
    b["trains"] = numbers["trains"]["each"]
    b["last_round_at"] = numbers["trains"]["last_round_at"]
    b["points"][1 : len(routes["points"]) + 1] = routes["points"]
    b["all_sisters_from"] = routes["all_sisters_from"]
    for name in ("longest_path", "most_tickets"):
        b[name] = numbers["bonuses"][name]
    for i, ticket in enumerate(tickets):
        b["ticket_a"][i], b["ticket_b"][i] = ticket.a, ticket.b
        b["ticket_points"][i] = ticket.points
    actions = _Actions(b)
    for i, track in enumerate(tracks):
        word, bit = i // 64, np.uint64(1 << i % 64)
        colour = TRACK_COLOURS.index(track.colour)
        b["length"][i], b["colour"][i] = track.length, colour
        b["end_a"][i], b["end_b"][i], b["ferry"][i] = track.a, track.b, track.locomotives
        b["open"][word] |= bit
        b["of_colour"][colour, word] |= bit
        b["up_to"][track.length :, word] |= bit
        for sister in track.sisters:
            b["sisters"][i, sister // 64] |= np.uint64(1 << sister % 64)
        actions.claims(i, track.length, colour)
    b["n_actions"] = actions.n
    return boards


class _Actions:
    """Numbers the actions of a game: what every game has, then the claims, track by track."""

    def __init__(self, b: Any) -> None:
        self.b = b
        self.n = 0
        self.add(st.K_DECK)
        for place in range(st.MAX_FACE_UP):
            self.add(st.K_PLACE, place)
        self.add(st.K_TICKETS)
        self.add(st.K_PASS)
        for mask in range(1 << st.MAX_OFFER):
            self.add(st.K_KEEP, mask)
        assert self.n == st.A_CLAIM

    def add(self, kind: int, what: int = 0, colour: int = 0, locomotives: int = 0) -> None:
        if self.n == st.MAX_ACTIONS:
            raise BranchlineError(f"the board has more than {st.MAX_ACTIONS} possible actions")
        self.b["action_kind"][self.n] = kind
        self.b["action_what"][self.n] = what
        self.b["action_colour"][self.n] = colour
        self.b["action_locomotives"][self.n] = locomotives
        self.n += 1

    def claims(self, track: int, length: int, colour: int) -> None:
        b = self.b
        b["pay_base"][track] = self.n
        b["pay_stride"][track] = length if colour == st.GREY else 0
        for paid in range(st.COLOURS) if colour == st.GREY else (colour,):
            for locomotives in range(length):
                self.add(st.K_CLAIM, track, paid, locomotives)
        b["pay_all"][track] = self.n
        self.add(st.K_CLAIM, track, st.LOCOMOTIVE, length)
