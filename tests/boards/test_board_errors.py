"""A board with one thing wrong: the message names the file, the entry and the reason."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.board import BOARDS
from branchline.testing import check_board

Edit = Callable[[str], str]


def copied(game: str, tmp_path: Path) -> Path:
    """A board of one's own: a copy of one in the package."""
    return Path(shutil.copytree(BOARDS / game, tmp_path / "mine"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of USA."""
    return copied("usa", tmp_path)


def edit(folder: Path, file: str, change: Edit) -> None:
    path = folder / file
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before, "the test changes nothing"
    path.write_text(after, encoding="utf-8")


def swap(old: str, new: str) -> Edit:
    """Replace something that stands in the file exactly once."""

    def change(text: str) -> str:
        assert text.count(old) == 1, f"{old!r} stands there {text.count(old)} times"
        return text.replace(old, new)

    return change


def number(table: str, name: str, value: str) -> Edit:
    """Set a number of the game to something else."""

    def change(text: str) -> str:
        found, n = re.subn(rf"(\[{table}\][^[]*?\n{name} = )[^#\n]*", rf"\g<1>{value} ", text)
        assert n == 1, f"{table}.{name} stands there {n} times"
        return found

    return change


def without_line(beginning: str) -> Edit:
    def change(text: str) -> str:
        lines = text.splitlines(keepends=True)
        kept = [line for line in lines if not line.startswith(beginning)]
        assert len(kept) == len(lines) - 1
        return "".join(kept)

    return change


def complaint(folder: Path) -> str:
    """What is said of a board; reading and checking it must say the same."""
    with pytest.raises(bl.BranchlineError) as read:
        bl.load_board(folder)
    with pytest.raises(bl.BranchlineError) as checked:
        check_board(folder, games=1)
    assert str(read.value) == str(checked.value)
    assert "\n" not in str(read.value)
    return str(read.value)


DENVER_OMAHA = '{ id = "denver-omaha", ends = ["denver", "omaha"], length = 4, colour = "purple" }'
BOSTON_MIAMI = '{ id = "boston-miami", ends = ["boston", "miami"], points = 12 }'
ATLANTA = '{ id = "atlanta", name = "Atlanta" }'
ATLANTA_PLACE = "atlanta = { x = 0.7999, y = 0.6453, lat = 33.749, lon = -84.388 }"


def track(old: str, new: str) -> Edit:
    return swap(DENVER_OMAHA, DENVER_OMAHA.replace(old, new))


def ticket(old: str, new: str) -> Edit:
    return swap(BOSTON_MIAMI, BOSTON_MIAMI.replace(old, new))


def place(old: str, new: str) -> Edit:
    return swap(ATLANTA_PLACE, ATLANTA_PLACE.replace(old, new))


AT_DENVER_OMAHA = "track 'denver-omaha'"
AT_BOSTON_MIAMI = "ticket 'boston-miami'"
LIST = "must be a list of entries"

# The file, what is done to it, and what is said: the entry and the reason.
BROKEN: dict[str, tuple[str, Edit, str, str]] = {
    # Tracks.
    "unknown city on a track": (
        "board.toml",
        track('"omaha"]', '"omahah"]'),
        AT_DENVER_OMAHA,
        "unknown city 'omahah'",
    ),
    "unknown colour": (
        "board.toml",
        track('"purple"', '"pink"'),
        AT_DENVER_OMAHA,
        "unknown colour 'pink'",
    ),
    "a locomotive is no colour": (
        "board.toml",
        track('"purple"', '"locomotive"'),
        AT_DENVER_OMAHA,
        "unknown colour 'locomotive'",
    ),
    "no colour": (
        "board.toml",
        track(', colour = "purple"', ""),
        AT_DENVER_OMAHA,
        "has no colour, which needs track_building",
    ),
    "a track to itself": (
        "board.toml",
        track('["denver", "omaha"]', '["denver", "denver"]'),
        AT_DENVER_OMAHA,
        "leads from a city to itself",
    ),
    "one end": (
        "board.toml",
        track('["denver", "omaha"]', '["denver"]'),
        AT_DENVER_OMAHA,
        "needs two ends",
    ),
    "three ends": (
        "board.toml",
        track('["denver", "omaha"]', '["denver", "omaha", "boston"]'),
        AT_DENVER_OMAHA,
        "needs two ends",
    ),
    "a track too long": (
        "board.toml",
        track("length = 4", "length = 7"),
        AT_DENVER_OMAHA,
        "the length must be from 1 to 6",
    ),
    "a track of no length": (
        "board.toml",
        track("length = 4", "length = 0"),
        AT_DENVER_OMAHA,
        "the length must be from 1 to 6",
    ),
    "a length in words": (
        "board.toml",
        track("length = 4", 'length = "four"'),
        AT_DENVER_OMAHA,
        "the length must be from 1 to 6",
    ),
    "a length that is yes or no": (
        "board.toml",
        track("length = 4", "length = true"),
        AT_DENVER_OMAHA,
        "the length must be from 1 to 6",
    ),
    "more locomotives than spaces": (
        "board.toml",
        track("length = 4", "length = 4, locomotives = 5"),
        AT_DENVER_OMAHA,
        "locomotives must be from 0 to the length",
    ),
    "a double with different lengths": (
        "board.toml",
        swap(
            '"boston-new_york-2", ends = ["boston", "new_york"], length = 2',
            '"boston-new_york-2", ends = ["boston", "new_york"], length = 3',
        ),
        "track 'boston-new_york-2'",
        "its sister between the same cities is not as long",
    ),
    "a double the other way round with different lengths": (
        "board.toml",
        swap(
            '"boston-new_york-2", ends = ["boston", "new_york"], length = 2',
            '"boston-new_york-2", ends = ["new_york", "boston"], length = 3',
        ),
        "track 'boston-new_york-2'",
        "its sister between the same cities is not as long",
    ),
    "a track without an id": (
        "board.toml",
        track('id = "denver-omaha", ', ""),
        "tracks 35",
        "has no id",
    ),
    "a track with an empty id": (
        "board.toml",
        track('"denver-omaha"', '""'),
        "tracks 35",
        "has no id",
    ),
    "a track id twice": (
        "board.toml",
        track('"denver-omaha"', '"denver-helena"'),
        "tracks 35",
        "the id 'denver-helena' is used more than once",
    ),
    "no tracks": (
        "board.toml",
        swap("tracks = [", "trakcs = ["),
        "tracks",
        LIST,
    ),
    # Cities.
    "a city without an id": (
        "board.toml",
        swap(ATLANTA, '{ name = "Atlanta" }'),
        "cities 1",
        "has no id",
    ),
    "a city id twice": (
        "board.toml",
        swap(ATLANTA, '{ id = "boston", name = "Atlanta" }'),
        "cities 1",
        "the id 'boston' is used more than once",
    ),
    "a city without a name": (
        "board.toml",
        swap(ATLANTA, '{ id = "atlanta" }'),
        "city 'atlanta'",
        "has no name",
    ),
    "no cities": ("board.toml", swap("cities = [", "towns = ["), "cities", LIST),
    # Tickets.
    "unknown city on a ticket": (
        "tickets.toml",
        ticket('"miami"]', '"maimi"]'),
        AT_BOSTON_MIAMI,
        "unknown city 'maimi'",
    ),
    "a ticket to itself": (
        "tickets.toml",
        ticket('["boston", "miami"]', '["boston", "boston"]'),
        AT_BOSTON_MIAMI,
        "leads from a city to itself",
    ),
    "a ticket without points": (
        "tickets.toml",
        ticket(", points = 12", ""),
        AT_BOSTON_MIAMI,
        "the points must be from 1 to 100",
    ),
    "a ticket with points below one": (
        "tickets.toml",
        ticket("points = 12", "points = -12"),
        AT_BOSTON_MIAMI,
        "the points must be from 1 to 100",
    ),
    "a ticket without an id": (
        "tickets.toml",
        ticket('id = "boston-miami", ', ""),
        "tickets 1",
        "has no id",
    ),
    "a ticket id twice": (
        "tickets.toml",
        ticket('"boston-miami"', '"toronto-miami"'),
        "tickets 1",
        "the id 'toronto-miami' is used more than once",
    ),
    "no tickets": ("tickets.toml", swap("tickets = [", "ticket = ["), "tickets", LIST),
    # The layout.
    "a city without a place": (
        "layout.toml",
        without_line("atlanta ="),
        "city 'atlanta'",
        "has no place on the map",
    ),
    "a place for a city that is not there": (
        "layout.toml",
        swap(ATLANTA_PLACE, f"{ATLANTA_PLACE}\natlantis = {{ x = 0, y = 0, lat = 0, lon = 0 }}"),
        "city 'atlantis'",
        "is not on the board",
    ),
    "a city beside the picture": (
        "layout.toml",
        place("x = 0.7999", "x = 1.2"),
        "city 'atlanta'",
        "x and y must be from 0 to 1",
    ),
    "a city that is nowhere on Earth": (
        "layout.toml",
        place(", lon = -84.388", ""),
        "city 'atlanta'",
        "needs x, y, lat, lon",
    ),
    "a place in words": (
        "layout.toml",
        place("y = 0.6453", 'y = "south"'),
        "city 'atlanta'",
        "needs x, y, lat, lon",
    ),
    "no size": (
        "layout.toml",
        without_line("size ="),
        "size",
        "must be width and height of the picture",
    ),
    "one side only": (
        "layout.toml",
        swap("[1744, 1125]", "[1744]"),
        "size",
        "must be width and height of the picture",
    ),
    "a name on no side": (
        "layout.toml",
        place("lon = -84.388", 'lon = -84.388, label = "up"'),
        "city 'atlanta'",
        "label must be one of n, ne, e, se, s, sw, w, nw",
    ),
    "a bend of no route": (
        "layout.toml",
        swap("[cities]", "[bends]\natlanta-boston = 0.1\n\n[cities]"),
        "bends.atlanta-boston",
        "is not a route of the board",
    ),
    "a bend too strong": (
        "layout.toml",
        swap("[cities]", "[bends]\ndenver-omaha = 0.7\n\n[cities]"),
        "bends.denver-omaha",
        "must be a number from -0.5 to 0.5",
    ),
    "a bend without a number": (
        "layout.toml",
        swap("[cities]", "[bends]\ndenver-omaha = true\n\n[cities]"),
        "bends.denver-omaha",
        "must be a number from -0.5 to 0.5",
    ),
    "bends that are no table": (
        "layout.toml",
        swap("[cities]", "bends = 3\n\n[cities]"),
        "[bends]",
        "must be a table of routes",
    ),
    "no places": ("layout.toml", swap("[cities]", "[towns]"), "[cities]", "is missing"),
    # The game.
    "unknown mechanic": (
        "game.toml",
        swap("mechanics = []", 'mechanics = ["teleport"]'),
        "mechanics",
        "unknown mechanic 'teleport'",
    ),
    "mechanics that are no list": (
        "game.toml",
        swap("mechanics = []", "mechanics = 3"),
        "mechanics",
        "must be a list",
    ),
    "no place in lists": (
        "game.toml",
        swap("order = 1 ", "order = 0 "),
        "order",
        "must be a number from 1 to 99",
    ),
    "a lesson without a number": (
        "game.toml",
        swap("lesson = 3104 ", 'lesson = "first" '),
        "lesson",
        "must be a number from 1 to 1,000,000",
    ),
    "no id": ("game.toml", without_line("id ="), "id", "must be a text"),
    "no name": ("game.toml", swap('name = "USA"', "name = 7"), "name", "must be a text"),
    "a table missing": ("game.toml", swap("[bonuses]", "[boni]"), "[bonuses]", "is missing"),
    "a table too many": (
        "game.toml",
        swap("[bonuses]", "[weather]\nrain = 1\n\n[bonuses]"),
        "weather",
        "is not something a game has",
    ),
    "a number too many": (
        "game.toml",
        swap("first_hand = 4", "first_hand = 4\nsecond_hand = 4"),
        "cards.second_hand",
        "is not something a game has",
    ),
    "a number missing": (
        "game.toml",
        without_line("sweep_at"),
        "cards.sweep_at",
        "must be a number from 0 to 5",
    ),
    "a number out of range": (
        "game.toml",
        number("cards", "face_up", "6"),
        "cards.face_up",
        "must be a number from 1 to 5",
    ),
    "a number in words": (
        "game.toml",
        number("trains", "each", '"many"'),
        "trains.each",
        "must be a number from 1 to 64",
    ),
    "a broken number": (
        "game.toml",
        number("trains", "each", "4.5"),
        "trains.each",
        "must be a number from 1 to 64",
    ),
    "seats the wrong way round": (
        "game.toml",
        number("seats", "min", "6"),
        "seats",
        "min is more than max",
    ),
    "keep more than is offered at first": (
        "game.toml",
        number("tickets", "first_keep", "4"),
        "tickets.first_keep",
        "is more than first_offer",
    ),
    "keep more than is offered": (
        "game.toml",
        number("tickets", "keep", "4"),
        "tickets.keep",
        "is more than offer",
    ),
    "an unknown way of returning": (
        "game.toml",
        number("tickets", "first_return", '"thrown away"'),
        "tickets.first_return",
        "must be one of ('in order', 'shuffled', 'into the deck')",
    ),
    "no points for routes": (
        "game.toml",
        number("routes", "points", "[]"),
        "routes.points",
        "must be 1 to 9 numbers from 0 to 100",
    ),
    "points below nothing": (
        "game.toml",
        number("routes", "points", "[1, 2, 4, 7, 10, -15]"),
        "routes.points",
        "must be 1 to 9 numbers from 0 to 100",
    ),
    "too few cards to deal": (
        "game.toml",
        number("cards", "each_colour", "1"),
        "cards",
        "5 seats need 25 cards at set-up",
    ),
    # Totals.
    "wrong total of cities": (
        "game.toml",
        number("totals", "cities", "37"),
        "totals.cities",
        "says 37, found 36",
    ),
    "wrong total of tracks": (
        "game.toml",
        number("totals", "tracks", "99"),
        "totals.tracks",
        "says 99, found 100",
    ),
    "wrong total of spaces": (
        "board.toml",
        track("length = 4", "length = 5"),
        "totals.spaces",
        "says 309, found 310",
    ),
    "wrong total of tickets": (
        "tickets.toml",
        without_line('  { id = "boston-miami"'),
        "totals.tickets",
        "says 30, found 29",
    ),
    "wrong total of ticket points": (
        "tickets.toml",
        ticket("points = 12", "points = 13"),
        "totals.ticket_points",
        "says 349, found 350",
    ),
    "wrong total of cards": (
        "game.toml",
        number("cards", "locomotives", "15"),
        "totals.cards",
        "says 110, found 111",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_message_names_file_entry_and_reason(folder: Path, what: str) -> None:
    file, change, entry, reason = BROKEN[what]
    edit(folder, file, change)
    # A total is held against the other files, but it stands in the game's.
    named = "game.toml" if entry.startswith("totals") else file
    said = complaint(folder)
    assert f"{folder / named}, {entry}: {reason}" in said


# The same for what mechanics add, each in the game that has it.

CUT = '["avignon-briancon", "grenoble-marseille"]'
BEDS = '{ id = "mulhouse-germany_mulhouse", ends = ["mulhouse", "germany_mulhouse"], length = 2 }'
GERMANY = '{ id = "germany_mulhouse", name = "Germany", zone = "germany" }'
ZONE = '  { id = "germany", name = "Germany" },\n'
BIG = '{ city = "miami", points = 8 }'
CARDS = 'ends = ["chicago", "new_york"], points = 5, cards = { yellow = 1 } }'
AT_CHICAGO = "ticket 'chicago-new_york'"


def mechanics(old: str, new: str) -> Edit:
    return swap(f"mechanics = {old}", f"mechanics = {new}")


def before(marked: str, added: str) -> Edit:
    return swap(marked, added + marked)


# The game, the file, what is done to it, and what is said.
BROKEN_ELSEWHERE: dict[str, tuple[str, str, Edit, str, str]] = {
    # France: crossings, pieces, zones.
    "a crossing with an unknown track": (
        "france",
        "board.toml",
        swap(CUT, '["avignon-briancon", "grenoble-marsaille"]'),
        "crossing 1",
        "unknown track 'grenoble-marsaille'",
    ),
    "a crossing with itself": (
        "france",
        "board.toml",
        swap(CUT, '["avignon-briancon", "avignon-briancon"]'),
        "crossing 1",
        "must name two tracks",
    ),
    "a crossing of three": (
        "france",
        "board.toml",
        swap(CUT, '["avignon-briancon", "grenoble-marseille", "avignon-nice"]'),
        "crossing 1",
        "must name two tracks",
    ),
    "a crossing that names no tracks": (
        "france",
        "board.toml",
        swap(CUT, '[["avignon-briancon"], "grenoble-marseille"]'),
        "crossing 1",
        "unknown track ['avignon-briancon']",
    ),
    "crossings that are no list": (
        "usa",
        "board.toml",
        before("cities = [", 'crossings = "none"\n'),
        "crossings",
        "must be a list of pairs of tracks",
    ),
    "a bed of a length that has no pieces": (
        "france",
        "board.toml",
        swap("length_5 = 1", "length_7 = 1"),
        "pieces.length_7",
        "must be length_1, length_2, …",
    ),
    "no pieces of a kind": (
        "france",
        "board.toml",
        swap("length_5 = 1", "length_5 = 0"),
        "pieces.length_5",
        "must be a number from 1 to 20",
    ),
    "pieces of no length": (
        "france",
        "board.toml",
        swap("length_5 = 1", "long = 1"),
        "pieces.long",
        "must be length_1, length_2, …",
    ),
    "pieces that are no table": (
        "france",
        "board.toml",
        lambda text: "pieces = 7\n" + text.replace("[pieces]", "[parts]"),
        "[pieces]",
        "must be a table",
    ),
    "building without pieces": (
        "france",
        "board.toml",
        swap("[pieces]", "[parts]"),
        "[pieces]",
        "and the mechanic track_building go together",
    ),
    "pieces without building": (
        "old_west",
        "board.toml",
        lambda text: text + "\n[pieces]\nlength_2 = 1\n",
        "[pieces]",
        "and the mechanic track_building go together",
    ),
    "a bed where nothing is built": (
        "old_west",
        "board.toml",
        swap(', length = 7, colour = "grey", locomotives = 3', ", length = 7, locomotives = 3"),
        "track 'los_angeles-san_francisco'",
        "has no colour, which needs track_building",
    ),
    "an unknown zone": (
        "france",
        "board.toml",
        swap(GERMANY, GERMANY.replace("Germany", "Prussia").replace('"germany"', '"prussia"')),
        "city 'germany_mulhouse'",
        "unknown zone 'prussia'",
    ),
    "a zone that is no text": (
        "france",
        "board.toml",
        swap(GERMANY, GERMANY.replace('zone = "germany"', "zone = [3]")),
        "city 'germany_mulhouse'",
        "its zone must be a text",
    ),
    "a zone without a dead end": (
        "france",
        "board.toml",
        swap(ZONE, ZONE + ZONE.replace("ermany", "ambia").replace("G", "Z").replace('"g', '"z')),
        "zone 'zambia'",
        "has no dead end",
    ),
    "a zone without a name": (
        "france",
        "board.toml",
        swap(ZONE, ZONE.replace(', name = "Germany"', "")),
        "zone 'germany'",
        "has no name",
    ),
    "a zone with the id of a city": (
        "france",
        "board.toml",
        lambda text: text.replace('zone = "germany"', 'zone = "paris"').replace(
            ZONE, ZONE.replace('"germany"', '"paris"')
        ),
        "zone 'paris'",
        "is also the id of a city",
    ),
    "a zone that stands there twice": (
        "france",
        "board.toml",
        swap(ZONE, ZONE + ZONE),
        "zones 3",
        "the id 'germany' is used more than once",
    ),
    "a ticket to a dead end": (
        "france",
        "tickets.toml",
        swap('ends = ["calais", "germany"]', 'ends = ["calais", "germany_metz"]'),
        "ticket 'calais-germany'",
        "unknown city 'germany_metz'",
    ),
    "a dead end without a place": (
        "france",
        "layout.toml",
        without_line("spain_pau ="),
        "city 'spain_pau'",
        "has no place on the map",
    ),
    "a city that bears the name of a zone": (
        "france",
        "board.toml",
        swap('name = "Paris"', 'name = "Spain"'),
        "city 'spain_bayonne'",
        "'paris' has the same name",
    ),
    # Old West: homes, markers, Alvin.
    "Alvin without home cities": (
        "old_west",
        "game.toml",
        mechanics('["home_cities", "alvin"]', '["alvin"]'),
        "mechanics",
        "alvin needs home_cities",
    ),
    "markers without home cities": (
        "old_west",
        "game.toml",
        mechanics('["home_cities", "alvin"]', '["alvin"]'),
        "[markers]",
        "needs home_cities",
    ),
    "Alvin's numbers without Alvin": (
        "old_west",
        "game.toml",
        mechanics('["home_cities", "alvin"]', '["home_cities"]'),
        "[alvin]",
        "needs alvin",
    ),
    "Alvin nowhere": (
        "old_west",
        "game.toml",
        number("alvin", "city", '"area_51"'),
        "alvin.city",
        "unknown city 'area_51'",
    ),
    "Alvin in a list": (
        "old_west",
        "game.toml",
        number("alvin", "city", '["roswell"]'),
        "alvin.city",
        "unknown city ['roswell']",
    ),
    "Alvin in no city": (
        "old_west",
        "game.toml",
        without_line("city ="),
        "alvin.city",
        "unknown city None",
    ),
    "no markers at all": (
        "old_west",
        "game.toml",
        number("markers", "each", "0"),
        "markers.each",
        "must be a number from 1 to 10",
    ),
    "homes without markers": (
        "usa",
        "game.toml",
        mechanics("[]", '["home_cities"]'),
        "[markers]",
        "is missing",
    ),
    "more locomotives on a ferry than spaces": (
        "old_west",
        "board.toml",
        swap("locomotives = 3", "locomotives = 8"),
        "track 'los_angeles-san_francisco'",
        "locomotives must be from 0 to the length",
    ),
    # The Card Game: a yard instead of a map.
    "a rail yard with building": (
        "card_game",
        "game.toml",
        mechanics('["rail_yard"]', '["rail_yard", "track_building"]'),
        "mechanics",
        "rail_yard has no map: it goes with no other",
    ),
    "a rail yard with homes": (
        "card_game",
        "game.toml",
        mechanics('["rail_yard"]', '["home_cities", "rail_yard"]'),
        "mechanics",
        "rail_yard has no map: it goes with no other",
    ),
    "a rail yard with trains": (
        "card_game",
        "game.toml",
        before("[yard]", "[trains]\neach = 45\nlast_round_at = 2\n\n"),
        "[trains]",
        "has no meaning with rail_yard",
    ),
    "a rail yard with routes": (
        "card_game",
        "game.toml",
        before("[yard]", "[routes]\npoints = [1]\nall_sisters_from = 4\n\n"),
        "[routes]",
        "has no meaning with rail_yard",
    ),
    "a yard without rail_yard": (
        "usa",
        "game.toml",
        before("[bonuses]", "[yard]\ntwo_piles_from = 4\n\n"),
        "[yard]",
        "needs rail_yard",
    ),
    "a rail yard without numbers": (
        "card_game",
        "game.toml",
        without_line("idle_rounds"),
        "yard.idle_rounds",
        "must be a number from 1 to 20",
    ),
    "a ticket that asks for an unknown colour": (
        "card_game",
        "tickets.toml",
        swap(CARDS, CARDS.replace("yellow", "pink")),
        AT_CHICAGO,
        "unknown colour 'pink'",
    ),
    "a ticket that asks for locomotives": (
        "card_game",
        "tickets.toml",
        swap(CARDS, CARDS.replace("yellow", "locomotive")),
        AT_CHICAGO,
        "unknown colour 'locomotive'",
    ),
    "a ticket that asks for too much": (
        "card_game",
        "tickets.toml",
        swap(CARDS, CARDS.replace("yellow = 1", "yellow = 11")),
        AT_CHICAGO,
        "yellow must be a number from 1 to 10",
    ),
    "a ticket that asks for no number of cards": (
        "card_game",
        "tickets.toml",
        swap(CARDS, CARDS.replace("yellow = 1", "yellow = true")),
        AT_CHICAGO,
        "yellow must be a number from 1 to 10",
    ),
    "a ticket that asks for nothing": (
        "card_game",
        "tickets.toml",
        swap(CARDS, CARDS.replace(", cards = { yellow = 1 }", "")),
        AT_CHICAGO,
        "must say which cards complete it",
    ),
    "a ticket that asks for cards on a map": (
        "usa",
        "tickets.toml",
        ticket("points = 12", "points = 12, cards = { red = 1 }"),
        AT_BOSTON_MIAMI,
        "asks for cards, which needs rail_yard",
    ),
    "an unknown big city": (
        "card_game",
        "board.toml",
        swap(BIG, BIG.replace("miami", "maimi")),
        "big city 5",
        "unknown city 'maimi', or named twice",
    ),
    "a big city that is a list": (
        "card_game",
        "board.toml",
        swap(BIG, BIG.replace('"miami"', '["miami"]')),
        "big city 5",
        "unknown city ['miami'], or named twice",
    ),
    "a big city named twice": (
        "card_game",
        "board.toml",
        swap(BIG, BIG.replace("miami", "dallas")),
        "big city 5",
        "unknown city 'dallas', or named twice",
    ),
    "a big city for nothing": (
        "card_game",
        "board.toml",
        swap(BIG, BIG.replace("8", "0")),
        "big city 5",
        "the points must be from 1 to 100",
    ),
    "big cities that are no list": (
        "card_game",
        "board.toml",
        lambda text: text.replace("big_cities = [", "big_cities = 6\nothers = ["),
        "big_cities",
        "must be a list of at most 8",
    ),
    "big cities on a map": (
        "usa",
        "board.toml",
        before("cities = [", 'big_cities = [{ city = "miami", points = 8 }]\n'),
        "big_cities",
        "needs rail_yard",
    ),
    "a city that is no more than an id": (
        "card_game",
        "board.toml",
        swap('{ id = "omaha", name = "Omaha" }', '{ id = "omaha" }'),
        "city 'omaha'",
        "has no name",
    ),
    "more first locomotives than there are": (
        "card_game",
        "game.toml",
        number("cards", "locomotives", "3"),
        "cards.first_locomotives",
        "there are not so many",
    ),
    "too few cards for the yards": (
        "card_game",
        "game.toml",
        number("cards", "each_colour", "2"),
        "cards",
        "4 seats need 37 cards at set-up",
    ),
    # Totals.
    "wrong total of zones": (
        "france",
        "game.toml",
        number("totals", "zones", "5"),
        "totals.zones",
        "says 5, found 6",
    ),
    "wrong total of dead ends": (
        "france",
        "game.toml",
        number("totals", "dead_ends", "20"),
        "totals.dead_ends",
        "says 20, found 19",
    ),
    "wrong total of pieces": (
        "france",
        "board.toml",
        swap("length_5 = 1", "length_5 = 2"),
        "totals.pieces",
        "says 64, found 72",
    ),
    "no total of pieces": (
        "france",
        "game.toml",
        without_line("pieces ="),
        "totals.pieces",
        "says 0, found 64",
    ),
    "wrong total of big cities": (
        "card_game",
        "game.toml",
        number("totals", "big_cities", "7"),
        "totals.big_cities",
        "says 7, found 6",
    ),
}


@pytest.mark.parametrize("what", BROKEN_ELSEWHERE)
def test_the_message_names_what_is_wrong_with_a_mechanic(tmp_path: Path, what: str) -> None:
    game, file, change, entry, reason = BROKEN_ELSEWHERE[what]
    folder = copied(game, tmp_path)
    edit(folder, file, change)
    named = "game.toml" if entry.startswith("totals") else file
    assert f"{folder / named}, {entry}: {reason}" in complaint(folder)


@pytest.mark.parametrize("game", bl.games())
def test_an_untouched_copy_of_any_board_is_fine(tmp_path: Path, game: str) -> None:
    assert bl.load_board(copied(game, tmp_path)).id == game


def test_a_game_without_a_map_needs_no_layout_and_others_do(tmp_path: Path) -> None:
    assert not (BOARDS / "card_game" / "layout.toml").exists()
    folder = copied("card_game", tmp_path)
    edit(folder, "game.toml", mechanics('["rail_yard"]', "[]"))
    assert complaint(folder) == f"{folder / 'layout.toml'}: the file is missing"


# Options are checked where a game begins.


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("usa", {"alvin": True}, "USA has no option 'alvin'; it has: starts"),
        ("france", {"open_track": True}, "France has no option 'open_track'; it has: starts"),
        (
            "old_west",
            {"open_track": True},
            "Old West has no option 'open_track'; it has: starts, alvin",
        ),
        (
            "card_game",
            {"alvin": True},
            "The Card Game has no option 'alvin'; it has: starts, open_track, closed_tickets",
        ),
        ("old_west", {"alvin": 1}, "the option alvin must be true or false, not 1"),
        ("card_game", {"open_track": "yes"}, "the option open_track must be true or false"),
        ("card_game", {"closed_tickets": 1}, "the option closed_tickets must be true or false"),
        ("old_west", {"starts": 2}, "the option starts must be a seat from 0 to 1, not 2"),
        ("card_game", {"starts": True}, "the option starts must be a seat from 0 to 1, not True"),
    ],
)
def test_options_that_a_game_does_not_have(game: str, options: dict[str, Any], said: str) -> None:
    with pytest.raises(bl.BranchlineError, match=re.escape(said)):
        bl.new_game(game, 2, seed=1, options=options)


@pytest.mark.parametrize(("game", "seats"), [("france", 6), ("old_west", 7), ("card_game", 5)])
def test_more_seats_than_a_game_has(game: str, seats: int) -> None:
    with pytest.raises(bl.BranchlineError, match=rf"seats, not {seats}$"):
        bl.new_game(game, seats, seed=1)


def test_an_option_that_is_off_is_not_set() -> None:
    assert bl.new_game("old_west", 2, seed=1, options={"alvin": False}).options == {}
    assert bl.new_game("old_west", 2, seed=1, options={"alvin": True}).options == {"alvin": True}


def test_the_untouched_copy_is_fine(folder: Path) -> None:
    assert bl.load_board(folder).name == "USA"
    assert bl.load_board(str(folder)).name == "USA"


def test_a_ticket_to_a_city_nobody_reaches(folder: Path) -> None:
    edit(
        folder,
        "board.toml",
        swap(ATLANTA, f'{ATLANTA},\n  {{ id = "honolulu", name = "Honolulu" }}'),
    )
    edit(
        folder,
        "layout.toml",
        swap(
            ATLANTA_PLACE, f"{ATLANTA_PLACE}\nhonolulu = {{ x = 0, y = 1, lat = 21, lon = -158 }}"
        ),
    )
    edit(folder, "tickets.toml", ticket('"miami"]', '"honolulu"]'))
    edit(folder, "game.toml", number("totals", "cities", "37"))
    ticket_named = f"{folder / 'tickets.toml'}, ticket 'boston-miami'"
    assert complaint(folder) == (
        f"{ticket_named}: no track reaches Honolulu; {ticket_named}: no tracks join its two cities"
    )


def test_a_ticket_between_parts_that_no_tracks_join(folder: Path) -> None:
    # Miami and Honolulu have a track of their own, and the old ones lead to Havana instead.
    def far_away(text: str) -> str:
        text = text.replace('"miami"]', '"havana"]').replace('["miami"', '["havana"')
        text = text.replace(ATLANTA, f'{ATLANTA},\n  {{ id = "honolulu", name = "Honolulu" }}')
        text = text.replace(ATLANTA, f'{ATLANTA},\n  {{ id = "havana", name = "Havana" }}')
        new = DENVER_OMAHA.replace('["denver", "omaha"]', '["miami", "honolulu"]')
        return text.replace(DENVER_OMAHA, new)

    edit(folder, "board.toml", far_away)
    places = "\n".join(
        f"{city} = {{ x = 0, y = 1, lat = 21, lon = -158 }}" for city in ("honolulu", "havana")
    )
    edit(folder, "layout.toml", swap(ATLANTA_PLACE, f"{ATLANTA_PLACE}\n{places}"))
    edit(folder, "game.toml", number("totals", "cities", "38"))
    said = complaint(folder)
    for id in ("boston-miami", "los_angeles-miami", "toronto-miami"):
        assert f"{folder / 'tickets.toml'}, ticket {id!r}: no tracks join its two cities" in said


@pytest.mark.parametrize("file", ["board.toml", "tickets.toml", "layout.toml"])
def test_a_missing_file(folder: Path, file: str) -> None:
    (folder / file).unlink()
    assert complaint(folder) == f"{folder / file}: the file is missing"


def test_a_folder_without_a_game(folder: Path) -> None:
    (folder / "game.toml").unlink()
    assert complaint(folder).startswith(f"there is no game called {str(folder)!r}; there are: ")


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(bl.BranchlineError, match="there is no game called 'atlantis'; there are: "):
        bl.load_board("atlantis")


@pytest.mark.parametrize("file", ["game.toml", "board.toml", "tickets.toml", "layout.toml"])
def test_broken_toml(folder: Path, file: str) -> None:
    (folder / file).write_text("id = = 3\n", encoding="utf-8")
    assert complaint(folder).startswith(f"{folder / file}: Invalid value (at line 1, column 6)")


@pytest.mark.parametrize("file", ["game.toml", "board.toml", "tickets.toml", "layout.toml"])
def test_a_file_that_is_no_text(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"\xff\xfe\x00")
    assert complaint(folder).startswith(f"{folder / file}: ")


def test_several_things_wrong_in_a_file_are_all_named(folder: Path) -> None:
    edit(folder, "board.toml", track('"purple"', '"pink"'))
    edit(
        folder,
        "board.toml",
        swap('["denver", "helena"], length = 4', '["denver", "helena"], length = 44'),
    )
    said = complaint(folder)
    assert "track 'denver-omaha': unknown colour 'pink'" in said
    assert "track 'denver-helena': the length must be from 1 to 6" in said


def test_several_things_wrong_in_two_files_are_all_named(folder: Path) -> None:
    edit(folder, "board.toml", track('"purple"', '"pink"'))
    edit(folder, "tickets.toml", ticket("points = 12", "points = 0"))
    said = complaint(folder)
    assert "track 'denver-omaha': unknown colour 'pink'" in said
    assert "ticket 'boston-miami': the points must be from 1 to 100" in said


# Entries that are not even of the right kind must be refused, not trip the reader.

NOT_OF_THE_RIGHT_KIND: dict[str, tuple[str, Edit]] = {
    "an end that is a number": ("board.toml", track('["denver", "omaha"]', '["denver", 3]')),
    "a colour that is a list": ("board.toml", track('"purple"', '["purple"]')),
    "a mechanic that is a table": ("game.toml", swap("mechanics = []", "mechanics = [{ a = 1 }]")),
    "a way of returning that is a list": ("game.toml", number("tickets", "first_return", "[1]")),
    "points that are a number": ("game.toml", number("routes", "points", "15")),
    "a place that is not a number": ("layout.toml", place("x = 0.7999", "x = nan")),
    "more trains than a route can count": ("game.toml", number("trains", "each", "65")),
    "more cards than the pile can hold": ("game.toml", number("cards", "each_colour", "16")),
    "an end that is a list": ("board.toml", track('["denver", "omaha"]', '["denver", ["omaha"]]')),
    "an id that is a table": ("tickets.toml", ticket('"boston-miami"', "{ a = 1 }")),
    "a size below nothing": ("layout.toml", swap("[1744, 1125]", "[-1744, 0]")),
    "a place that is yes or no": ("layout.toml", place("x = 0.7999", "x = true")),
    "a place that is endless": ("layout.toml", place("lat = 33.749", "lat = inf")),
}


@pytest.mark.parametrize("what", NOT_OF_THE_RIGHT_KIND)
def test_what_is_not_of_the_right_kind_is_refused(folder: Path, what: str) -> None:
    edit(folder, *NOT_OF_THE_RIGHT_KIND[what])
    assert str(folder) in complaint(folder)


def test_fewer_tickets_than_are_dealt_at_first_are_refused(folder: Path) -> None:
    edit(folder, "game.toml", number("seats", "max", "6"))
    edit(folder, "game.toml", number("tickets", "first_offer", "6"))
    assert f"{folder / 'game.toml'}, tickets: 6 seats need 36 tickets at set-up" in complaint(
        folder
    )


def test_two_cities_of_one_name_are_refused(folder: Path) -> None:
    edit(folder, "board.toml", swap(ATLANTA, '{ id = "atlanta", name = "Boston" }'))
    assert f"{folder / 'board.toml'}, city 'boston': " in complaint(folder)
