"""Board data: what never changes about a game, as clients get it. Its address has a hash of it."""

from __future__ import annotations

import hashlib
from functools import cache

from branchline import __version__
from branchline.board import CARDS, COLOURS, games, load_board
from branchline.bots import FOR_A_START, LEVELS, about_bot, bots_for
from branchline.plain import Json
from branchline.server.protocol.json_text import to_bytes
from branchline.text.grammar import grammar
from branchline.text.rulebook import rule_languages, rules_of


@cache
def board_data(game: str) -> bytes:
    """Return all about a board, as JSON."""
    board = load_board(game)
    points = board.numbers.get("routes", {}).get("points", [])
    zones: dict[str, Json] = {}
    for city in board.cities:
        if city.zone is not None:
            zone = zones.setdefault(city.zone, {"id": city.zone, "name": city.name, "cities": []})
            zone["cities"].append(city.id)

    def ids(cities: tuple[int, ...]) -> list[str]:
        return [board.cities[c].id for c in cities]

    return to_bytes(
        {
            "id": board.id,
            "name": board.name,
            "size": board.size,
            "min_seats": board.min_seats,
            "max_seats": board.max_seats,
            "mechanics": board.mechanics,
            "options": board.options,
            "colours": COLOURS,
            "cards": CARDS,
            "cities": board.cities,
            "zones": list(zones.values()),
            "tracks": [
                {
                    "id": t.id,
                    "ends": ids((t.a, t.b)),
                    "length": t.length,
                    "colour": t.colour,
                    "locomotives": t.locomotives,
                    "sisters": [board.tracks[i].id for i in t.sisters],
                    "crossings": [board.tracks[i].id for i in t.crossings],
                    "label": t.label,
                    "points": points[t.length - 1],
                }
                for t in board.tracks
            ],
            "tickets": [
                {
                    "id": t.id,
                    "starts": ids(t.starts),
                    "ends": ids(t.ends),
                    "points": t.points,
                    "label": t.label,
                    "cards": t.cards,
                }
                for t in board.tickets
            ],
            "big_cities": board.big_cities,
            "numbers": board.numbers,
            "commands": [{"text": str(line), "said": line.to_json()} for line in grammar(board)],
            "rules": {
                language: "\n\n".join(
                    f"## {section}" for section in rules_of(board, language, pictures=True)
                )
                for language in rule_languages()
            },
        }
    )


@cache
def version_of(game: str) -> str:
    """Return a short hash of a board's data."""
    return hashlib.sha256(board_data(game)).hexdigest()[:12]


@cache
def games_data() -> bytes:
    """Return the list of games, as JSON."""
    listed = []
    for game in games():
        board = load_board(game)
        listed.append(
            {
                "id": board.id,
                "name": board.name,
                "min_seats": board.min_seats,
                "max_seats": board.max_seats,
                "mechanics": board.mechanics,
                "options": board.options,
                "levels": [{"id": x.id, "name": x.name, "about": x.about} for x in LEVELS],
                "bots": [
                    {"id": name, "name": name.capitalize(), "about": about_bot(name)}
                    for name in bots_for(board)
                ],
                "board": f"/api/games/{game}/board?v={version_of(game)}",
            }
        )
    return to_bytes({"games": listed, "default_level": FOR_A_START, "version": __version__})
