"""The entries: the few compiled functions that Python calls."""

from __future__ import annotations

from branchline.rules.chance import below, key_of_game
from branchline.rules.derived import lay_tracks as _lay_tracks
from branchline.rules.derived import preview as _preview
from branchline.rules.imagine import imagine as _imagine
from branchline.rules.known import know as _know
from branchline.rules.laws import broken_law as _broken_law
from branchline.rules.laws import check_games as _check_games
from branchline.rules.railyard import best_tickets as _best_tickets
from branchline.rules.recall import recall_tracks as _recall_tracks
from branchline.rules.refusals import why_not as _why_not
from branchline.rules.rule import (
    CompileError,
    compile_rules,
    is_compiled,
    is_found,
    load_rules,
    rule,
)
from branchline.rules.score import final_score
from branchline.rules.sight import Sights
from branchline.rules.sight import look as _look
from branchline.rules.simulate import play_randomly
from branchline.rules.simulate import simulate as _simulate
from branchline.rules.state import (
    BoardRecords,
    Bytes,
    Chances,
    Grid,
    Logs,
    Mask,
    Masks,
    Menus,
    ResultRecords,
    States,
)
from branchline.rules.turn import apply as _apply
from branchline.rules.turn import legal as _legal
from branchline.rules.turn import set_up as _set_up

__all__ = [
    "CompileError",
    "apply",
    "best_tickets",
    "broken_law",
    "check_games",
    "compile_rules",
    "draw_numbers",
    "game_keys",
    "imagine",
    "is_compiled",
    "is_found",
    "know",
    "lay_tracks",
    "legal",
    "load_rules",
    "look",
    "number_below",
    "play_on",
    "preview",
    "recall_tracks",
    "result",
    "set_up",
    "simulate",
    "why_not",
]


@rule
def set_up(
    boards: BoardRecords, states: States, seats: int, starts: int, options: int, logs: Logs
) -> None:
    """Begin a game with the key that is in place; starts is a seat, or -1 to draw one."""
    _set_up(boards[0], states[0], seats, starts, options, logs[0])


@rule
def legal(boards: BoardRecords, states: States, seat: int, menus: Menus) -> int:
    """List the legal actions of a seat and return how many."""
    return _legal(boards[0], states[0], seat, menus[0])


@rule
def apply(
    boards: BoardRecords, states: States, seat: int, action: int, menus: Menus, logs: Logs
) -> None:
    """Carry out a legal action of a seat; whether it is legal is not checked here."""
    _apply(boards[0], states[0], seat, action, menus[0], logs[0])


@rule
def why_not(boards: BoardRecords, states: States, seat: int, action: int, menus: Menus) -> int:
    """Give the reasons why a seat may not take an action, as flags; 0 means it is legal."""
    return _why_not(boards[0], states[0], seat, action, menus[0])


@rule
def result(boards: BoardRecords, states: States, results: ResultRecords) -> None:
    """Work out the score of a game as it stands."""
    final_score(boards[0], states[0], results[0])


@rule
def look(
    boards: BoardRecords, states: States, viewer: int, open_track: bool, sights: Sights
) -> int:
    """List what a viewer may know (-1: a spectator); return how many numbers that makes."""
    return _look(boards[0], states[0], viewer, open_track, sights[0])


@rule
def lay_tracks(boards: BoardRecords, states: States, logs: Logs) -> None:
    """Work out what follows from the homes, the pieces that lie and who owns which track."""
    _lay_tracks(boards[0], states[0], logs[0])


@rule
def preview(
    boards: BoardRecords,
    states: States,
    seat: int,
    action: int,
    trials: States,
    logs: Logs,
    shut: Masks,
) -> None:
    """Do on a copy what a claim, a build or a lay does on the table; find what it shuts to all."""
    _preview(boards[0], states[0], seat, action, trials, logs[0], shut)


@rule
def best_tickets(boards: BoardRecords, cards: Bytes, tickets: Mask) -> Mask:
    """Return the best set of tickets for a track of these cards (rule 34)."""
    return _best_tickets(boards[0], cards, tickets)


@rule
def know(boards: BoardRecords, states: States, seat: int, open_track: bool, knowns: States) -> None:
    """Make the state as far as a seat may know it; open_track: it may look at its own track."""
    _know(boards[0], states[0], seat, open_track, knowns)


@rule
def imagine(boards: BoardRecords, states: States, seat: int, chances: Chances) -> None:
    """Fill in what a seat does not know, in a state made of what it knows."""
    _imagine(boards[0], states[0], seat, chances[0])


@rule
def recall_tracks(states: States, seat: int, knowns: States) -> None:
    """Add what lies on the tracks to what a seat knows, for a seat that remembers it."""
    _recall_tracks(states[0], seat, knowns[0])


@rule
def game_keys(masters: Chances, number: int, games: Chances, players: Chances) -> None:
    """Work out the keys of one game of a run."""
    key_of_game(masters[0], number, games[0], players[0])


@rule
def number_below(chances: Chances, n: int) -> int:
    """Return the next number from 0 to n - 1 of a stream."""
    return below(chances[0], n)


@rule
def draw_numbers(chances: Chances, n: int) -> int:
    """Draw n numbers and return their sum: the reference of the benchmarks."""
    total = 0
    for _ in range(n):
        total += below(chances[0], 110)
    return total


@rule
def play_on(
    boards: BoardRecords, states: States, players: Chances, menus: Menus, logs: Logs, most: int
) -> int:
    """Let random players go on until the end or for so many actions; return how many."""
    return play_randomly(boards[0], states[0], players[0], menus[0], logs[0], most)


@rule
def simulate(
    boards: BoardRecords,
    states: States,
    results: ResultRecords,
    masters: Chances,
    players: Chances,
    menus: Menus,
    logs: Logs,
    seats: int,
    starts: int,
    options: int,
    first: int,
    table: Grid,
) -> None:
    """Play games of a run with random players, one for each row of the table."""
    _simulate(
        boards[0],
        states[0],
        results[0],
        masters[0],
        players[0],
        menus[0],
        logs[0],
        seats,
        starts,
        options,
        first,
        table,
    )


@rule
def broken_law(boards: BoardRecords, states: States) -> int:
    """Return the first law that a state breaks, or 0."""
    return _broken_law(boards[0], states[0])


@rule
def check_games(
    boards: BoardRecords,
    states: States,
    masters: Chances,
    players: Chances,
    menus: Menus,
    logs: Logs,
    taste: Bytes,
    seats: int,
    options: int,
    first: int,
    n: int,
    most: int,
) -> int:
    """Play games of a run by taste; return 0, or 1000 × the game + the law that one broke."""
    return _check_games(
        boards[0],
        states[0],
        masters[0],
        players[0],
        menus[0],
        logs[0],
        taste,
        seats,
        options,
        first,
        n,
        most,
    )
