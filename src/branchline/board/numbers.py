"""The numbers of a game in game.toml: read, and each checked by itself and with the others."""

from __future__ import annotations

from branchline.board.mechanics import MECHANICS
from branchline.board.source import BoardFiles
from branchline.plain import Json
from branchline.rules import state as st

_BY_TABLE = {mechanic.table: name for name, mechanic in MECHANICS.items() if mechanic.table}
"""The mechanics that have a table of numbers, by its name."""
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
    **{table: MECHANICS[name].numbers for table, name in _BY_TABLE.items()},
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
_MAY_BE_SAID = {"order": (1, 99), "lesson": (1, 1_000_000)}
"""What a game of the package says of itself: its place in lists, and the deal of its lesson."""
_TEXTS = {
    "tickets": {"first_return"},
    "routes": {"points"},
    **{table: set(MECHANICS[name].cities) for table, name in _BY_TABLE.items()},
}
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


def read_numbers(board: BoardFiles) -> Json:
    """Read the numbers of a game; note what is wrong with them."""
    game = board.files["game.toml"]
    for name in ("id", "name"):
        if not isinstance(game.get(name), str) or not game[name]:
            board.wrong("game.toml", name, "board.mustBeText")
    mechanics = game.get("mechanics")
    if not isinstance(mechanics, list):
        board.wrong("game.toml", "mechanics", "board.mustBeList")
        mechanics = []
    for mechanic in mechanics:
        if not isinstance(mechanic, str) or mechanic not in MECHANICS:
            board.wrong("game.toml", "mechanics", "board.mechanic", name=repr(mechanic))
            continue
        for needed in MECHANICS[mechanic].needs:
            if needed not in mechanics:
                what = {"name": mechanic, "what": needed}
                board.wrong("game.toml", "mechanics", "board.mechanicNeeds", **what)
    if "rail_yard" in mechanics and len(mechanics) > 1:
        board.wrong("game.toml", "mechanics", "board.yardAlone")
    board.has_map = "rail_yard" not in mechanics
    for name, (least, most) in _MAY_BE_SAID.items():
        said = game.get(name, least)
        if type(said) is not int or not least <= said <= most:
            board.wrong("game.toml", name, "board.range", least=least, most=most)
    known = _NUMBERS.keys() | _MAY_BE_SAID.keys() | {"id", "name", "mechanics"}
    for unknown in sorted(game.keys() - known):
        board.wrong("game.toml", unknown, "board.unknown")
    numbers: Json = {}
    for table, names in _NUMBERS.items():
        given = game.get(table)
        if table in _BY_TABLE and _BY_TABLE[table] not in mechanics:
            if given is not None:
                board.wrong("game.toml", f"[{table}]", "board.needs", what=_BY_TABLE[table])
            continue
        if table in _ONLY_WITH_MAP and "rail_yard" in mechanics:
            if given is not None:
                board.wrong("game.toml", f"[{table}]", "board.notWithYard")
            continue
        if not isinstance(given, dict):
            board.wrong("game.toml", f"[{table}]", "board.missing")
            continue
        for unknown in sorted(given.keys() - names.keys() - _TEXTS.get(table, set())):
            board.wrong("game.toml", f"{table}.{unknown}", "board.unknown")
        for name, (least, most) in names.items():
            value = given.get(name, 0 if name in _MAY_BE_LEFT_OUT else None)
            if type(value) is not int or not least <= value <= most:
                board.wrong("game.toml", f"{table}.{name}", "board.range", least=least, most=most)
        numbers[table] = given
    if board.problems:
        return numbers
    if numbers["seats"]["min"] > numbers["seats"]["max"]:
        board.wrong("game.toml", "seats", "board.minMax")
    for keep, offer in (("first_keep", "first_offer"), ("keep", "offer")):
        if numbers["tickets"][keep] > numbers["tickets"][offer]:
            board.wrong("game.toml", f"tickets.{keep}", "board.moreThan", name=offer)
    if numbers["tickets"].get("first_return") not in _FIRST_RETURN:
        board.wrong("game.toml", "tickets.first_return", "board.oneOf", known=str(_FIRST_RETURN))
    points = numbers["routes"].get("points") if board.has_map else [0]
    if (
        not isinstance(points, list)
        or not 1 <= len(points) <= st.MAX_LENGTH
        or not all(type(p) is int and 0 <= p <= 100 for p in points)
    ):
        board.wrong("game.toml", "routes.points", "board.points", most=st.MAX_LENGTH)
    cards, seats = numbers["cards"], numbers["seats"]["max"]
    each = cards["first_hand"] + cards.get("first_locomotives", 0)
    need = seats * each + cards["face_up"]
    if seats * cards.get("first_locomotives", 0) > cards["locomotives"]:
        board.wrong("game.toml", "cards.first_locomotives", "board.notSoMany")
    tickets = seats * numbers["tickets"]["first_offer"]
    if tickets > numbers["totals"]["tickets"]:
        board.wrong("game.toml", "tickets", "board.ticketsNeeded", seats=seats, tickets=tickets)
    if need > 8 * cards["each_colour"] + cards["locomotives"]:
        board.wrong("game.toml", "cards", "board.cardsNeeded", seats=seats, cards=need)
    return numbers
