"""Showing a game to people as text: the table as one seat may know it, and what it saw happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from branchline.board import Board
from branchline.game.game import Game
from branchline.game.options import Options
from branchline.game.view import View
from branchline.plain import Json
from branchline.text import table
from branchline.text.catalogue import text
from branchline.text.narrate import Narrator


def agent_names(seats: int) -> list[str]:
    """Return what seats are called in environments, such as seat_0."""
    return [f"seat_{seat}" for seat in range(seats)]


def show_table(game: Game, seat: int) -> str:
    """Return the table in plain lines, as a seat may know it; in the end also the result."""
    view = game.view(seat)
    names = agent_names(game.seats)
    narrator = Narrator(game.board, names, seat)
    lines = [f"{game.board.name}, turn {view.turn}, {view.phase}: {names[seat]} looks at the table"]
    lines += _lines(view, narrator)
    if game.is_over:
        lines += narrator.tell_result(game.result())
    return "\n".join(lines) + "\n"


def _lines(view: View, narrator: Narrator) -> Iterator[str]:
    yield table.face_up(view)
    yield table.discards(view)
    for player in view.players:
        who = narrator.names[player.seat]
        yield table.seat(player, who, narrator.board)
        if player.yard:
            yield text("terminal.yard", who=who, yard=table.rows(player), n=player.track)
        yield from table.routes(view, player, narrator)
    yield from table.standing(view, narrator)
    yield from table.built(view, narrator)
    yield table.hand(view)
    yield from table.own_track(view)
    yield from table.tickets(view, narrator)
    if view.offer:
        yield text("terminal.ask.tickets", least=view.keep_at_least)
        for number, ticket in enumerate(view.offer, 1):
            yield f"  {number}. {narrator.tickets([ticket])}"


def replay(board: Board, seats: int, options: Options, key: bytes, moves: list[int]) -> Game:
    """Return the game of a key after some actions, with all that happened in it."""
    game = Game.begin(board, seats, options, key)
    for action in moves:
        game.push(action)
    return game


def tell_all(game: Game, seat: int) -> str:
    """Return all that a seat saw happen, in sentences, a line for each action."""
    narrator = Narrator(game.board, agent_names(game.seats), seat)
    told = [narrator.tell_all(game.opening)]
    told += [narrator.tell_all(events) for _, _, events in game.history]
    return "\n".join(" ".join(lines) for lines in told if lines)


def tell_since(game: Game, seat: int) -> str:
    """Return what a seat saw happen since it last acted, that action included."""
    narrator = Narrator(game.board, agent_names(game.seats), seat)
    own = [i for i, (who, _, _) in enumerate(game.history) if who == seat]
    told = [] if own else [narrator.tell_all(game.opening)]
    told += [narrator.tell_all(events) for _, _, events in game.history[own[-1] if own else 0 :]]
    return " ".join(line for lines in told for line in lines)


class Info(Json):
    """An info whose ``info["text"]`` is worked out when somebody asks for it.

    It tells what its seat saw happen since it last acted, in sentences. It is not among the items
    of the dict: a program that goes through them, to make tensors for example, finds only numbers.
    """

    def __init__(self, tell: Callable[[], str]) -> None:
        super().__init__()
        self._tell = tell
        self._told: str | None = None

    def __missing__(self, key: str) -> str:
        """Return the text."""
        if key != "text":
            raise KeyError(key)
        if self._told is None:
            self._told = self._tell()
        return self._told

    def __contains__(self, key: object) -> bool:
        """Tell whether there is something under a name."""
        return key == "text" or super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return what is told under a name, or something else."""
        return self[key] if self.__contains__(key) else default

    def __reduce__(self) -> tuple[object, ...]:
        """Travel as a plain dict, with the text."""
        return dict, ({**self, "text": self["text"]},)

    def __deepcopy__(self, memo: object) -> Json:
        """Return a plain dict, with the text."""
        return {**self, "text": self["text"]}
