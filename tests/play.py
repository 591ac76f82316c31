"""Games to test with: which there are, and players of one idea to play them."""

import json
import random
from typing import Any

import pytest

import branchline as bl

GAMES = ("usa",)
"""The games that are tested everywhere; a further game is added here."""

TABLES = [
    (game, seats)
    for game in GAMES
    for seats in range(bl.load_board(game).min_seats, bl.load_board(game).max_seats + 1)
]
"""Every game with every number of seats."""

at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES)

TASTES: dict[str, frozenset[str]] = {
    "random": frozenset(),
    "claims first": frozenset({"claim"}),
    "hoarder": frozenset({"deck", "face up", "face-up locomotive"}),
    "blind": frozenset({"deck"}),
    "locomotive fancier": frozenset({"face-up locomotive"}),
    "ticket collector": frozenset({"tickets"}),
    "never claims": frozenset({"deck", "face up", "face-up locomotive", "tickets"}),
}
"""Players with one idea: the kinds of action they take whenever they can."""


def kind(action: bl.Action) -> str:
    match action.move:
        case bl.Claim():
            return "claim"
        case bl.DrawTickets():
            return "tickets"
        case bl.Keep():
            return "keep"
        case bl.Pass():
            return "pass"
        case bl.Draw(place=None):
            return "deck"
        case bl.Draw(card="locomotive"):
            return "face-up locomotive"
    return "face up"


def choose(chooser: random.Random, game: bl.Game, seat: int, taste: str) -> bl.Action:
    """Take what the taste likes, or else anything; all that is equally liked is equally likely."""
    legal = game.legal_actions(seat)
    liked = [action for action in legal if kind(action) in TASTES[taste]]
    return chooser.choice(liked or legal)


def step(chooser: random.Random, game: bl.Game, tastes: list[str]) -> list[bl.Event]:
    """Let one seat act; where several may, any of them."""
    seat = chooser.choice(game.to_act)
    return game.push(choose(chooser, game, seat, tastes[seat]), seat)


def play(
    game: str, seats: int, seed: int, *tastes: str, starts: int | None = None, most: int = 1_000_000
) -> bl.Game:
    """Play a game to its end, or for so many actions. One taste is for all seats, none is random.

    All chance comes from the seed: the same arguments give the same game.
    """
    options = {} if starts is None else {"starts": starts}
    at_table = bl.new_game(game, seats, seed=seed, options=options)
    chooser = random.Random(seed)
    of_seat = list(tastes) if len(tastes) == seats else [*tastes, "random"][:1] * seats
    while not at_table.is_over and len(at_table.history) < most:
        step(chooser, at_table, of_seat)
    return at_table


def written(thing: Any) -> bytes:
    """The bytes that would be sent."""
    return json.dumps(thing, ensure_ascii=False).encode()


def lines_of(record: bl.Record) -> list[Any]:
    """A record as a stranger reads it: from the text of its file."""
    return [json.loads(row) for row in record.dumps().split("\n") if row]
