"""Games to test with: which there are, and players of one idea to play them."""

import json
import random
from typing import Any

import pytest

import branchline as bl
from branchline.game import actions as ac

from .scale import scaled

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "usa": ("usa", {}),
    "france": ("france", {}),
    "old_west": ("old_west", {}),
    "old_west-alvin": ("old_west", {"alvin": True}),
    "card_game": ("card_game", {}),
    "card_game-open_track": ("card_game", {"open_track": True}),
    "card_game-closed_tickets": ("card_game", {"closed_tickets": True}),
}
"""The games that are tested everywhere, by name, with their options; add a further one here."""


def board_of(game: str) -> bl.Board:
    return bl.load_board(GAMES[game][0])


TABLES = [
    (game, seats)
    for game in GAMES
    for seats in range(board_of(game).min_seats, board_of(game).max_seats + 1)
]
"""Every game with every number of seats."""

SOME_TABLES = scaled(TABLES[::3], TABLES)
"""Fewer tables, for what takes long: every game and every number of seats is among them."""
assert {game for game, _ in SOME_TABLES} == set(GAMES)
assert {seats for _, seats in SOME_TABLES} == {seats for _, seats in TABLES}

at_every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
at_some_tables = pytest.mark.parametrize(("game", "seats"), SOME_TABLES)

DRAWS = frozenset({"deck", "face up", "face-up locomotive"})
TASTES: dict[str, frozenset[str]] = {
    "random": frozenset(),
    "claims first": frozenset({"claim", "lay", "best"}),
    "hoarder": DRAWS,
    "blind": frozenset({"deck"}),
    "locomotive fancier": frozenset({"face-up locomotive"}),
    "ticket collector": frozenset({"tickets"}),
    "never claims": frozenset({*DRAWS, "tickets"}),
    "marks first": frozenset({"claim", "mark"}),
    "never marks": frozenset({"claim", "no marker", "stop"}),
    "by hand": frozenset({"deck", "lay", "complete"}),
    "stalls": frozenset({"tickets", "stop", "done"}),
}
"""Players with one idea: the kinds of action they take whenever they can."""

KINDS: dict[type[ac.Move], str] = {
    ac.Claim: "claim",
    ac.DrawTickets: "tickets",
    ac.Keep: "keep",
    ac.Pass: "pass",
    ac.Build: "build",
    ac.Settle: "settle",
    ac.Mark: "mark",
    ac.NoMarker: "no marker",
    ac.MoveAlvin: "alvin",
    ac.Stop: "stop",
    ac.Lay: "lay",
    ac.LayThree: "lay",
    ac.Complete: "complete",
    ac.CompleteBest: "best",
    ac.Done: "done",
}


def kind(action: bl.Action) -> str:
    move = action.move
    if not isinstance(move, bl.Draw):
        return KINDS[type(move)]
    if move.place is None:
        return "deck"
    return "face-up locomotive" if move.card == "locomotive" else "face up"


def begin(game: str, seats: int, seed: int, number: int = 0, starts: int | None = None) -> bl.Game:
    """Set up one of the games above."""
    id, options = GAMES[game]
    if starts is not None:
        options = {**options, "starts": starts}
    return bl.new_game(id, seats, seed=seed, number=number, options=options)


def choose(chooser: random.Random, game: bl.Game, seat: int, taste: str) -> bl.Action:
    """Take what the taste likes, or else anything; all that is equally liked is equally likely."""
    legal, likes = game.legal_actions(seat), TASTES[taste]
    liked = [action for action in legal if kind(action) in likes] if likes else []
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
    at_table = begin(game, seats, seed, starts=starts)
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
