"""A record of a random legal game, made with the referee's own table to try the referee on."""

import random
from typing import Any

from .building_table import BuildingTable
from .homes_table import HomesTable
from .referee import table_for
from .scoring import final_result, own_tracks
from .table import Table


def random_record(
    seed: int,
    seats: int,
    hoard: float = 0.5,
    starts: int | None = None,
    game: str = "usa",
    **options: bool,
) -> list[dict[str, Any]]:
    """The more the players hoard, the longer they draw cards before they claim."""
    chooser = random.Random(seed)
    key = chooser.randbytes(32)
    header = {
        "format": "branchline-record",
        "version": 1,
        "game": game,
        "seats": seats,
        "options": options if starts is None else {"starts": starts, **options},
        "key": key.hex(),
        "players": [f"Player {seat}" for seat in range(seats)],
    }
    table = table_for(header)
    lines: list[dict[str, Any]] = [header, {"events": table.set_up()}]
    while table.phase != "over":
        seat = table.turn_seat
        if table.phase == "first tickets":
            seat = chooser.choice(list(table.offers))
        action = random_action(chooser, table, seat, hoard)
        events = table.act(seat, action)
        lines.append({"seat": seat, "action": action, "text": "so it goes", "events": events})
    result: Any = final_result(table)
    for seat in range(seats):
        path = result["seats"][seat]["longest_path"]
        path["tracks"] = some_longest_path(table, seat, path["length"])
    return [*lines, {"result": result}]


def random_action(
    chooser: random.Random, table: Table, seat: int, hoard: float
) -> dict[str, object]:
    if "keep" in table.PHASES[table.phase]:
        offered = table.offers[seat]
        first = table.phase == "first tickets"
        least = table.game["tickets"]["first_keep" if first else "keep"]
        count = chooser.randint(min(least, len(offered)), len(offered))
        kept = chooser.sample(offered, count)
        return {"do": "keep", "tickets": [ticket for ticket in offered if ticket in kept]}
    if isinstance(table, BuildingTable) and table.phase == "build":
        return chooser.choice(builds(table))
    if isinstance(table, HomesTable) and (further := city_choices(table, seat)):
        return chooser.choice(further)
    draws = [p for p in ["deck", *range(len(table.row))] if table.may_draw(p) is None]
    claims = [
        {"do": "claim", "track": track, "colour": colour, "locomotives": locomotives}
        for track in table.board.tracks
        if table.phase == "turn" and table.may_claim(seat, track) is None
        for colour, locomotives in table.payments(seat, track)
    ]
    if draws and (not claims or table.phase == "second card" or chooser.random() < hoard):
        return {"do": "draw", "from": chooser.choice(draws)}
    if table.ticket_deck and (not claims or chooser.random() < 0.1):
        return {"do": "tickets"}
    return chooser.choice(claims) if claims else {"do": "pass"}


def builds(table: BuildingTable) -> list[dict[str, object]]:
    return [
        {"do": "build", "track": track, "colour": colour}
        for track in table.board.tracks
        for colour in table.fitting(track)
    ]


def city_choices(table: HomesTable, seat: int) -> list[dict[str, object]]:
    """What may be done in a part of the game in which a city is chosen; else nothing."""
    if table.phase == "starting cities":
        free = [city for city in table.board.cities if table.why_no_marker_in(city) is None]
        return [{"do": "settle", "city": city} for city in free]
    if table.phase == "alvin":
        return [{"do": "alvin", "city": city} for city in table.cities_of(seat)]
    if table.phase == "marker":
        marks = [
            {"do": "mark", "city": city, "colour": colour, "locomotives": locomotives}
            for city in table.board.tracks[table.just_claimed].ends
            if table.may_mark(seat, city) is None
            for colour, locomotives in table.pairs(seat)
        ]
        return [*marks, {"do": "no marker"}]
    return []


def some_longest_path(table: Table, seat: int, length: int) -> list[str]:
    """Walk every way there is until one is long enough."""
    own = own_tracks(table, seat)
    to_try: list[tuple[str, list[str], int]] = [(end, [], 0) for t in own for end in t.ends]
    while to_try:
        city, path, spaces = to_try.pop()
        if spaces == length:
            return path
        for track in own:
            if city in track.ends and track.id not in path:
                a, b = track.ends
                to_try.append((b if city == a else a, [*path, track.id], spaces + track.length))
    return []
