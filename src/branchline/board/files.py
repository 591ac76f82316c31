"""Reading a board: its files become cities, tracks and tickets, or a list of all that is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from branchline.board.checks import check_named_cities, check_names, check_reach, check_totals
from branchline.board.compiled import compile_board
from branchline.board.hints import wrong_hints
from branchline.board.mechanics import MECHANICS
from branchline.board.model import COLOURS, TRACK_COLOURS, Board, City, Ticket, Track
from branchline.board.numbers import read_numbers
from branchline.board.source import BoardFiles, at_entry
from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.rules import state as st
from branchline.text.catalogue import also, text

_FILES = ("game.toml", "board.toml", "tickets.toml", "layout.toml")


def read_board(folder: Path) -> Board:
    """Read and check the files of a board; say all that is wrong with them, and where."""
    files = {name: _read(folder / name) for name in _FILES[:-1]}
    mechanics = files["game.toml"].get("mechanics")
    if not isinstance(mechanics, list) or "rail_yard" not in mechanics:
        files[_FILES[-1]] = _read(folder / _FILES[-1])
    problems: list[str] = []
    board = _Reader(folder, files, problems).board()
    if problems or board is None:
        raise BranchlineError(also(problems))
    return board


def _read(path: Path) -> Json:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BranchlineError("file.at", file=str(path), problem=text("file.missing")) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BranchlineError("file.at", file=str(path), problem=str(problem)) from None


class _Reader(BoardFiles):
    """Reads one board."""

    def board(self) -> Board | None:
        numbers = read_numbers(self)
        cities = self.cities()
        if self.problems:
            return None
        zones = self.zones(cities)
        longest = len(numbers["routes"]["points"]) if self.has_map else 0
        tracks = self.tracks(cities, longest) if self.has_map else ()
        numbers["pieces"] = self.pieces(longest)
        big_cities = self.big_cities(cities)
        tickets = self.tickets(cities, zones)
        check_named_cities(self, numbers, cities)
        if self.problems:
            return None
        if self.has_map:
            check_reach(self, cities, tracks, tickets)
            for where, reason in wrong_hints(self.files["layout.toml"], cities, tracks):
                self.wrong("layout.toml", where, reason)
        check_totals(self, numbers, cities, tracks, tickets, big_cities)
        game = self.files["game.toml"]
        size = self.files["layout.toml"]["size"] if self.has_map else (0, 0)
        if self.problems:
            return None
        mechanics = tuple(game["mechanics"])
        return Board(
            id=game["id"],
            name=game["name"],
            folder=self.folder,
            min_seats=numbers["seats"]["min"],
            max_seats=numbers["seats"]["max"],
            mechanics=mechanics,
            options=(
                "starts",
                *(option for name in mechanics for option in MECHANICS[name].options),
            ),
            lesson=game.get("lesson", 1),
            size=(size[0], size[1]),
            cities=cities,
            tracks=tracks,
            tickets=tickets,
            big_cities=big_cities,
            numbers=numbers,
            record=compile_board(mechanics, numbers, cities, tracks, tickets, big_cities),
        )

    def big_cities(self, cities: tuple[City, ...]) -> dict[str, int]:
        """Return the bonus of each big city."""
        given = self.files["board.toml"].get("big_cities", [])
        ids = {city.id for city in cities}
        bonuses: dict[str, int] = {}
        if self.has_map and given:
            self.wrong("board.toml", "big_cities", "board.needsYard")
        if not isinstance(given, list) or len(given) > st.MAX_BONUSES:
            self.wrong("board.toml", "big_cities", "board.atMost", most=st.MAX_BONUSES)
            return {}
        for number, entry in enumerate(given, 1):
            where = text("board.at.bigCity", number=number)
            city = entry.get("city") if isinstance(entry, dict) else None
            points = entry.get("points") if isinstance(entry, dict) else None
            if not isinstance(city, str) or city not in ids or city in bonuses:
                self.wrong("board.toml", where, "board.bigCity", city=repr(city))
            elif type(points) is not int or not 1 <= points <= 100:
                self.wrong("board.toml", where, "board.pointsRange")
            else:
                bonuses[city] = points
        return bonuses

    def ticket_cards(self, where: str, entry: Json) -> dict[str, int]:
        """Return the cards a ticket asks for, where there are rail yards."""
        cards = entry.get("cards")
        if self.has_map:
            if cards is not None:
                self.wrong("tickets.toml", where, "board.cardsYard")
            return {}
        if not isinstance(cards, dict) or not cards:
            self.wrong("tickets.toml", where, "board.whichCards")
            return {}
        for colour, n in cards.items():
            if colour not in COLOURS:
                self.wrong("tickets.toml", where, "board.colour", colour=repr(colour))
            elif type(n) is not int or not 1 <= n <= 10:
                self.wrong("tickets.toml", where, "board.colourRange", colour=colour)
        return {colour: cards[colour] for colour in COLOURS if colour in cards}

    def names_only(self) -> tuple[City, ...]:
        """Read the cities of a game without a map."""
        cities = []
        for entry in self.entries("board.toml", "cities", st.MAX_CITIES):
            if not isinstance(entry.get("name"), str) or not entry["name"]:
                self.wrong("board.toml", at_entry("city", entry["id"]), "board.noName")
            else:
                cities.append(City(entry["id"], entry["name"], None, None, None, None, None))
        return tuple(cities)

    def cities(self) -> tuple[City, ...]:
        if not self.has_map:
            return self.names_only()
        layout = self.files["layout.toml"]
        size = layout.get("size")
        if not (
            isinstance(size, list)
            and len(size) == 2
            and all(type(v) is int and v > 0 for v in size)
        ):
            self.wrong("layout.toml", "size", "board.size")
        places = layout.get("cities")
        if not isinstance(places, dict):
            self.wrong("layout.toml", "[cities]", "board.missing")
            return ()
        cities = []
        for entry in self.entries("board.toml", "cities", st.MAX_CITIES):
            where = at_entry("city", entry["id"])
            place = places.get(entry["id"])
            zone = entry.get("zone")
            needed = ("x", "y") if zone else ("x", "y", "lat", "lon")
            if not isinstance(entry.get("name"), str) or not entry["name"]:
                self.wrong("board.toml", where, "board.noName")
            elif not isinstance(place, dict):
                self.wrong("layout.toml", where, "board.noPlace")
            elif zone is not None and (not isinstance(zone, str) or not zone):
                self.wrong("board.toml", where, "board.zoneText")
            elif not all(type(place.get(k)) in (int, float) for k in needed):
                self.wrong("layout.toml", where, "board.needsAll", names=list(needed))
            elif not (0 <= place["x"] <= 1 and 0 <= place["y"] <= 1):
                self.wrong("layout.toml", where, "board.xAndY")
            elif not zone and not (abs(place["lat"]) <= 90 and abs(place["lon"]) <= 180):
                self.wrong("layout.toml", where, "board.onEarth")
            else:
                at = (place["x"], place["y"], place.get("lat"), place.get("lon"))
                cities.append(City(entry["id"], entry["name"], zone, *at))
        for unknown in sorted(places.keys() - {c.id for c in cities}):
            if not self.problems:
                self.wrong("layout.toml", at_entry("city", unknown), "board.notOnBoard")
        check_names(self, cities)
        return tuple(cities)

    def zones(self, cities: tuple[City, ...]) -> dict[str, str]:
        """Read the zones and return their names; each needs dead ends, and they their zone."""
        names: dict[str, str] = {}
        if "zones" in self.files["board.toml"]:
            for entry in self.entries("board.toml", "zones", st.MAX_CITIES):
                if not isinstance(entry.get("name"), str) or not entry["name"]:
                    self.wrong(
                        "board.toml",
                        at_entry("zone", entry["id"]),
                        "board.noName",
                    )
                names[entry["id"]] = entry.get("name", "")
        used = {city.zone for city in cities}
        for city in cities:
            if city.zone is not None and city.zone not in names:
                self.wrong(
                    "board.toml",
                    at_entry("city", city.id),
                    "board.zone",
                    zone=repr(city.zone),
                )
        for zone in names:
            if zone not in used:
                self.wrong("board.toml", at_entry("zone", zone), "board.noDeadEnd")
            if zone in {city.id for city in cities}:
                self.wrong("board.toml", at_entry("zone", zone), "board.alsoCity")
        return names

    def pieces(self, longest: int) -> dict[int, int]:
        """Return how many track pieces of each colour there are, by length."""
        given = self.files["board.toml"].get("pieces", {})
        building = "track_building" in self.files["game.toml"]["mechanics"]
        if bool(given) != building:
            self.wrong("board.toml", "[pieces]", "board.piecesWith")
        if not isinstance(given, dict):
            self.wrong("board.toml", "[pieces]", "board.mustBeTable")
            return {}
        pieces = {}
        for name, count in given.items():
            length = name.removeprefix("length_")
            if not length.isdecimal() or not 1 <= int(length) <= longest:
                self.wrong("board.toml", f"pieces.{name}", "board.pieceName")
            elif type(count) is not int or not 1 <= count <= 20:
                self.wrong("board.toml", f"pieces.{name}", "board.pieceCount")
            else:
                pieces[int(length)] = count
        return pieces

    def crossings(self, ids: dict[str, int]) -> dict[int, set[int]]:
        """Return which tracks cross each track."""
        crossings: dict[int, set[int]] = {}
        given = self.files["board.toml"].get("crossings", [])
        if not isinstance(given, list):
            self.wrong("board.toml", "crossings", "board.pairs")
            return {}
        for number, pair in enumerate(given, 1):
            where = text("board.at.crossing", number=number)
            if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
                self.wrong("board.toml", where, "board.twoTracks")
            elif unknown := [t for t in pair if not isinstance(t, str) or t not in ids]:
                self.wrong("board.toml", where, "board.track", track=repr(unknown[0]))
            else:
                a, b = ids[pair[0]], ids[pair[1]]
                crossings.setdefault(a, set()).add(b)
                crossings.setdefault(b, set()).add(a)
        return crossings

    def ends(
        self, file: str, where: str, entry: Json, index: Mapping[str, object]
    ) -> tuple[str, str] | None:
        ends = entry.get("ends")
        if not isinstance(ends, list) or len(ends) != 2:
            self.wrong(file, where, "board.twoEnds")
            return None
        for end in ends:
            if not isinstance(end, str) or end not in index:
                self.wrong(file, where, "board.city", city=repr(end))
                return None
        if ends[0] == ends[1]:
            self.wrong(file, where, "board.toItself")
            return None
        return ends[0], ends[1]

    def tracks(self, cities: tuple[City, ...], longest: int) -> tuple[Track, ...]:
        index = {c.id: i for i, c in enumerate(cities)}
        found: list[tuple[str, int, int, int, str | None, int]] = []
        building = "track_building" in self.files["game.toml"]["mechanics"]
        for entry in self.entries("board.toml", "tracks", st.MAX_TRACKS):
            where = at_entry("track", entry["id"])
            ends = self.ends("board.toml", where, entry, index)
            length, colour = entry.get("length"), entry.get("colour")
            locomotives = entry.get("locomotives", 0)
            if type(length) is not int or not 1 <= length <= longest:
                self.wrong("board.toml", where, "board.length", most=longest)
            elif "colour" in entry and colour not in TRACK_COLOURS:
                self.wrong("board.toml", where, "board.colour", colour=repr(colour))
            elif "colour" not in entry and not building:
                self.wrong("board.toml", where, "board.noColour")
            elif type(locomotives) is not int or not 0 <= locomotives <= length:
                self.wrong("board.toml", where, "board.locomotives")
            elif ends:
                a, b = (index[end] for end in ends)
                found.append((entry["id"], a, b, length, colour, locomotives))
        if self.problems:
            return ()
        crossings = self.crossings({track[0]: i for i, track in enumerate(found)})
        pairs: dict[frozenset[int], list[int]] = {}
        for i, (_, a, b, *_rest) in enumerate(found):
            pairs.setdefault(frozenset((a, b)), []).append(i)
        tracks = []
        for i, (id, a, b, length, colour, locomotives) in enumerate(found):
            group = pairs[frozenset((a, b))]
            if length != found[group[0]][3]:
                self.wrong(
                    "board.toml",
                    at_entry("track", id),
                    "board.sister",
                )
            label = f"{cities[a].name}–{cities[b].name}"
            if len(group) > 1:
                alike = [j for j in group if found[j][4] == colour]
                name = colour or "bed"
                which = name if len(alike) == 1 else f"{name} {alike.index(i) + 1}"
                label += f" ({which})"
            sisters = tuple(j for j in group if j != i)
            crossed = tuple(sorted(crossings.get(i, ())))
            tracks.append(Track(id, a, b, length, colour, locomotives, sisters, crossed, label))
        return tuple(tracks)

    def tickets(self, cities: tuple[City, ...], zones: dict[str, str]) -> tuple[Ticket, ...]:
        index: dict[str, tuple[int, ...]] = {
            c.id: (i,) for i, c in enumerate(cities) if c.zone is None
        }
        names = {c.id: c.name for c in cities} | zones
        for zone in zones:
            index[zone] = tuple(i for i, c in enumerate(cities) if c.zone == zone)
        tickets = []
        for entry in self.entries("tickets.toml", "tickets", st.MAX_TICKETS):
            where = at_entry("ticket", entry["id"])
            ends = self.ends("tickets.toml", where, entry, index)
            points = entry.get("points")
            if type(points) is not int or not 1 <= points <= 100:
                self.wrong("tickets.toml", where, "board.pointsRange")
            elif ends:
                label = f"{names[ends[0]]}–{names[ends[1]]}"
                starts, goals = (index[end] for end in ends)
                cards = self.ticket_cards(where, entry)
                tickets.append(Ticket(entry["id"], starts, goals, points, label, cards))
        return tuple(tickets)
