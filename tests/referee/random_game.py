"""A record of a random legal game, made with the referee's own table to try the referee on."""

import random
from typing import Any

from .board import read_board
from .scoring import final_result, longest_trail, own_tracks
from .table import Table


def random_record(
    seed: int, seats: int, hoard: float = 0.5, starts: int | None = None
) -> list[dict[str, Any]]:
    """The more the players hoard, the longer they draw cards before they claim."""
    chooser = random.Random(seed)
    key = chooser.randbytes(32)
    table = Table(read_board("usa"), seats, key, starts)
    lines: list[dict[str, Any]] = [
        {
            "format": "branchline-record",
            "version": 1,
            "game": "usa",
            "seats": seats,
            "options": {} if starts is None else {"starts": starts},
            "key": key.hex(),
            "players": [f"Player {seat}" for seat in range(seats)],
        },
        {"events": table.set_up()},
    ]
    while table.phase != "over":
        seat = table.turn_seat
        if table.phase == "first tickets":
            seat = chooser.choice(list(table.offers))
        action = random_action(chooser, table, seat, hoard)
        events = table.act(seat, action)
        lines.append({"seat": seat, "action": action, "text": "so it goes", "events": events})
    result: Any = final_result(table)
    for seat in range(seats):
        result["seats"][seat]["longest_path"]["tracks"] = some_longest_path(table, seat)
    return [*lines, {"result": result}]


def random_action(
    chooser: random.Random, table: Table, seat: int, hoard: float
) -> dict[str, object]:
    if "keep" in table.PHASES[table.phase]:
        offered = table.offers[seat]
        count = chooser.randint(min(2, len(offered)), len(offered))
        kept = chooser.sample(offered, count)
        return {"do": "keep", "tickets": [ticket for ticket in offered if ticket in kept]}
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


def some_longest_path(table: Table, seat: int) -> list[str]:
    """Walk every way there is until one is long enough."""
    own = own_tracks(table, seat)
    length = longest_trail(own)
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
