"""Board files: read, checked, and every problem named by file, entry and reason."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from branchline.board.compiled import compile_board
from branchline.board.hints import wrong_hints
from branchline.board.model import COLOURS, TRACK_COLOURS, Board, City, Ticket, Track
from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.rules import state as st
from branchline.text.catalogue import Said, Value, also, is_text, text

MECHANICS = ("track_building", "home_cities", "alvin", "rail_yard")
OPTIONS = {"alvin": "alvin", "rail_yard": "open_track"}
"""The option that a mechanic brings."""

_FILES = ("game.toml", "board.toml", "tickets.toml", "layout.toml")
_NUMBERS: dict[str, dict[str, tuple[int, int]]] = {
    "seats": {"min": (2, st.MAX_SEATS), "max": (2, st.MAX_SEATS)},
    "cards": {
        "each_colour": (1, 20),
        "locomotives": (0, 40),
        "first_locomotives": (0, 4),
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
    "markers": {"each": (1, 10)},
    "alvin": {"capture": (0, 100), "end": (0, 100)},
    "yard": {"two_piles_from": (2, st.MAX_SEATS + 1), "next_hand": (0, 20), "idle_rounds": (1, 20)},
    "bonuses": {"longest_path": (0, 100), "most_tickets": (0, 100)},
    "totals": {
        "cities": (2, st.MAX_CITIES),
        "zones": (0, st.MAX_CITIES),
        "dead_ends": (0, st.MAX_CITIES),
        "tracks": (0, st.MAX_TRACKS),
        "spaces": (0, 10_000),
        "tickets": (1, st.MAX_TICKETS),
        "ticket_points": (0, 10_000),
        "cards": (1, st.MAX_CARDS),
        "pieces": (0, 500),
        "big_cities": (0, st.MAX_BONUSES),
    },
}
_TEXTS = {"tickets": {"first_return"}, "routes": {"points"}, "alvin": {"city"}}
_ONLY_WITH = {"markers": "home_cities", "alvin": "alvin", "yard": "rail_yard"}
_ONLY_WITH_MAP = {"trains", "routes", "bonuses"}
_MAY_BE_LEFT_OUT = {
    "zones",
    "dead_ends",
    "pieces",
    "tracks",
    "spaces",
    "big_cities",
    "first_locomotives",
}
_FIRST_RETURN = ("in order", "shuffled", "into the deck")


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


def _at(kind: str, id: object) -> Said:
    """Return an entry of a board file: "city 'denver'"."""
    return text(f"board.at.{kind}", id=repr(id))


class _Reader:
    """Reads one board, gathering problems as "file, entry: reason"."""

    def __init__(self, folder: Path, files: dict[str, Json], problems: list[str]) -> None:
        self.folder = folder
        self.files = files
        self.problems = problems
        self.has_map = True

    def wrong(self, file: str, where: str, reason: str, /, **values: Value) -> None:
        path = str(self.folder / file)
        why = text(reason, **values) if is_text(reason) else reason
        self.problems.append(text("board.problem", file=path, where=where, reason=why))

    def board(self) -> Board | None:
        numbers = self.numbers()
        cities = self.cities()
        if self.problems:
            return None
        zones = self.zones(cities)
        longest = len(numbers["routes"]["points"]) if self.has_map else 0
        tracks = self.tracks(cities, longest) if self.has_map else ()
        numbers["pieces"] = self.pieces(longest)
        big_cities = self.big_cities(cities)
        tickets = self.tickets(cities, zones)
        self.check_alvin(numbers, cities)
        if self.problems:
            return None
        if self.has_map:
            self.check_reach(cities, tracks, tickets)
            for where, reason in wrong_hints(self.files["layout.toml"], cities, tracks):
                self.wrong("layout.toml", where, reason)
        self.check_totals(numbers, cities, tracks, tickets, big_cities)
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
            options=("starts", *(OPTIONS[m] for m in mechanics if m in OPTIONS)),
            size=(size[0], size[1]),
            cities=cities,
            tracks=tracks,
            tickets=tickets,
            big_cities=big_cities,
            numbers=numbers,
            record=compile_board(mechanics, numbers, cities, tracks, tickets, big_cities),
        )

    def numbers(self) -> Json:
        game = self.files["game.toml"]
        for name in ("id", "name"):
            if not isinstance(game.get(name), str) or not game[name]:
                self.wrong("game.toml", name, "board.mustBeText")
        mechanics = game.get("mechanics")
        if not isinstance(mechanics, list):
            self.wrong("game.toml", "mechanics", "board.mustBeList")
            mechanics = []
        for mechanic in mechanics:
            if mechanic not in MECHANICS:
                self.wrong("game.toml", "mechanics", "board.mechanic", name=repr(mechanic))
        if "alvin" in mechanics and "home_cities" not in mechanics:
            self.wrong("game.toml", "mechanics", "board.alvinNeeds")
        if "rail_yard" in mechanics and len(mechanics) > 1:
            self.wrong("game.toml", "mechanics", "board.yardAlone")
        self.has_map = "rail_yard" not in mechanics
        for unknown in sorted(game.keys() - _NUMBERS.keys() - {"id", "name", "mechanics"}):
            self.wrong("game.toml", unknown, "board.unknown")
        numbers: Json = {}
        for table, names in _NUMBERS.items():
            given = game.get(table)
            if table in _ONLY_WITH and _ONLY_WITH[table] not in mechanics:
                if given is not None:
                    self.wrong("game.toml", f"[{table}]", "board.needs", what=_ONLY_WITH[table])
                continue
            if table in _ONLY_WITH_MAP and "rail_yard" in mechanics:
                if given is not None:
                    self.wrong("game.toml", f"[{table}]", "board.notWithYard")
                continue
            if not isinstance(given, dict):
                self.wrong("game.toml", f"[{table}]", "board.missing")
                continue
            for unknown in sorted(given.keys() - names.keys() - _TEXTS.get(table, set())):
                self.wrong("game.toml", f"{table}.{unknown}", "board.unknown")
            for name, (least, most) in names.items():
                value = given.get(name, 0 if name in _MAY_BE_LEFT_OUT else None)
                if type(value) is not int or not least <= value <= most:
                    self.wrong(
                        "game.toml", f"{table}.{name}", "board.range", least=least, most=most
                    )
            numbers[table] = given
        if self.problems:
            return numbers
        if numbers["seats"]["min"] > numbers["seats"]["max"]:
            self.wrong("game.toml", "seats", "board.minMax")
        for keep, offer in (("first_keep", "first_offer"), ("keep", "offer")):
            if numbers["tickets"][keep] > numbers["tickets"][offer]:
                self.wrong("game.toml", f"tickets.{keep}", "board.moreThan", name=offer)
        if numbers["tickets"].get("first_return") not in _FIRST_RETURN:
            self.wrong("game.toml", "tickets.first_return", "board.oneOf", known=str(_FIRST_RETURN))
        points = numbers["routes"].get("points") if self.has_map else [0]
        if (
            not isinstance(points, list)
            or not 1 <= len(points) <= st.MAX_LENGTH
            or not all(type(p) is int and 0 <= p <= 100 for p in points)
        ):
            self.wrong("game.toml", "routes.points", "board.points", most=st.MAX_LENGTH)
        cards, seats = numbers["cards"], numbers["seats"]["max"]
        each = cards["first_hand"] + cards.get("first_locomotives", 0)
        need = seats * each + cards["face_up"]
        if seats * cards.get("first_locomotives", 0) > cards["locomotives"]:
            self.wrong("game.toml", "cards.first_locomotives", "board.notSoMany")
        tickets = seats * numbers["tickets"]["first_offer"]
        if tickets > numbers["totals"]["tickets"]:
            self.wrong("game.toml", "tickets", "board.ticketsNeeded", seats=seats, tickets=tickets)
        if need > 8 * cards["each_colour"] + cards["locomotives"]:
            self.wrong("game.toml", "cards", "board.cardsNeeded", seats=seats, cards=need)
        return numbers

    def entries(self, file: str, name: str, most: int) -> list[Json]:
        found = self.files[file].get(name)
        if not isinstance(found, list) or not all(isinstance(e, dict) for e in found):
            self.wrong(file, name, "board.entries")
            return []
        if not 1 <= len(found) <= most:
            self.wrong(file, name, "board.entriesRange", found=len(found), most=most)
            return []
        ids = Counter(e["id"] for e in found if isinstance(e.get("id"), str))
        sound = True
        for i, e in enumerate(found):
            where = f"{name} {i + 1}"
            if not isinstance(e.get("id"), str) or not e["id"]:
                self.wrong(file, where, "board.noId")
                sound = False
            elif ids[e["id"]] > 1:
                self.wrong(file, where, "board.twice", id=repr(e["id"]))
                sound = False
        return found if sound else []

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
                self.wrong("board.toml", _at("city", entry["id"]), "board.noName")
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
            where = _at("city", entry["id"])
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
                self.wrong("layout.toml", _at("city", unknown), "board.notOnBoard")
        self.check_names(cities)
        return tuple(cities)

    def check_names(self, cities: list[City]) -> None:
        """See that no two cities bear the same name, but for the dead ends of one zone."""
        named: dict[str, City] = {}
        for city in cities:
            other = named.setdefault(city.name, city)
            if other is not city and (city.zone is None or other.zone != city.zone):
                self.wrong(
                    "board.toml",
                    _at("city", city.id),
                    "board.sameName",
                    other=repr(other.id),
                )

    def zones(self, cities: tuple[City, ...]) -> dict[str, str]:
        """Read the zones and return their names; each needs dead ends, and they their zone."""
        names: dict[str, str] = {}
        if "zones" in self.files["board.toml"]:
            for entry in self.entries("board.toml", "zones", st.MAX_CITIES):
                if not isinstance(entry.get("name"), str) or not entry["name"]:
                    self.wrong(
                        "board.toml",
                        _at("zone", entry["id"]),
                        "board.noName",
                    )
                names[entry["id"]] = entry.get("name", "")
        used = {city.zone for city in cities}
        for city in cities:
            if city.zone is not None and city.zone not in names:
                self.wrong(
                    "board.toml",
                    _at("city", city.id),
                    "board.zone",
                    zone=repr(city.zone),
                )
        for zone in names:
            if zone not in used:
                self.wrong("board.toml", _at("zone", zone), "board.noDeadEnd")
            if zone in {city.id for city in cities}:
                self.wrong("board.toml", _at("zone", zone), "board.alsoCity")
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

    def check_alvin(self, numbers: Json, cities: tuple[City, ...]) -> None:
        """See that Alvin starts in a city of the board."""
        if "alvin" in numbers:
            start = numbers["alvin"].get("city")
            if start not in [city.id for city in cities]:
                self.wrong("game.toml", "alvin.city", "board.city", city=repr(start))

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
            where = _at("track", entry["id"])
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
                    _at("track", id),
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
            where = _at("ticket", entry["id"])
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
            where = _at("ticket", ticket.id)
            for end in (ticket.starts, ticket.ends):
                if not reached.intersection(end):
                    self.wrong("tickets.toml", where, "board.noReach", city=cities[end[0]].name)
            joined = {find(c) for c in ticket.starts} & {find(c) for c in ticket.ends}
            if not joined:
                self.wrong("tickets.toml", where, "board.notJoined")

    def check_totals(
        self,
        numbers: Json,
        cities: tuple[City, ...],
        tracks: tuple[Track, ...],
        tickets: tuple[Ticket, ...],
        big_cities: dict[str, int],
    ) -> None:
        cards = numbers["cards"]
        found = {
            "cities": sum(city.zone is None for city in cities),
            "zones": len({city.zone for city in cities} - {None}),
            "dead_ends": sum(city.zone is not None for city in cities),
            "tracks": len(tracks),
            "spaces": sum(track.length for track in tracks),
            "tickets": len(tickets),
            "ticket_points": sum(ticket.points for ticket in tickets),
            "cards": len(COLOURS) * cards["each_colour"] + cards["locomotives"],
            "pieces": len(COLOURS) * sum(numbers["pieces"].values()),
            "big_cities": len(big_cities),
        }
        for name, count in found.items():
            said = numbers["totals"].get(name, 0)
            if count != said:
                self.wrong(
                    "game.toml",
                    f"totals.{name}",
                    "board.total",
                    said=str(said),
                    count=str(count),
                )
