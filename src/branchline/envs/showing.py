"""Showing a game to people as text: the table as one seat may know it, and what it saw happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from branchline.board import CARDS, Board
from branchline.game.actions import payment
from branchline.game.game import Game
from branchline.game.options import Options
from branchline.game.view import PlayerView, View
from branchline.text.catalogue import text
from branchline.text.describe import cards, several
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
    lines += _lines(view, narrator, names)
    if game.is_over:
        lines += narrator.tell_result(game.result())
    return "\n".join(lines) + "\n"


def _lines(view: View, narrator: Narrator, names: list[str]) -> Iterator[str]:
    row = [
        text(
            "terminal.place",
            place=place,
            card=text(f"words.card.{lying}") if lying else text("terminal.empty"),
        )
        for place, lying in enumerate(view.market, 1)
    ]
    yield text("terminal.faceUp", row=row, deck=view.deck)
    discards = cards(_sorted(view.discards)) or text("terminal.none")
    yield text("terminal.discards", cards=discards, tickets=view.ticket_deck)
    for player in view.players:
        yield text("terminal.other", who=names[player.seat], facts=_facts(player, narrator.board))
        if player.yard:
            rows = (cards(payment(colour, n + k, k)) for colour, (n, k) in player.yard.items())
            who = names[player.seat]
            yield text("terminal.yard", who=who, yard=several(rows), n=player.track)
        routes = [narrator.label(t) for t, owner in view.owners.items() if owner == player.seat]
        if routes:
            yield text("terminal.routesOf", who=names[player.seat], routes=routes)
    if view.markers:
        listed = [
            text("terminal.markerOf", city=narrator.city[city], who=names[owner])
            for city, owner in view.markers.items()
        ]
        yield text("terminal.markers", markers=listed)
    if view.alvin is not None:
        where = narrator.city[view.alvin]
        holder = view.alvin_holder
        if holder is None:
            yield text("terminal.alvin.free", city=where)
        else:
            yield text("terminal.alvin", city=where, who=names[holder])
    if view.built:
        built = [
            text("terminal.builtIn", track=narrator.label(t), colour=text(f"words.card.{c}"))
            for t, c in view.built.items()
        ]
        yield text("terminal.built", tracks=built)
    yield text("terminal.hand", cards=cards(_sorted(view.hand)) or text("terminal.noCards"))
    if view.own_track is not None:
        there = cards(_sorted(view.own_track)) or text("terminal.noCards")
        yield text("terminal.track", cards=there)
    done = set(view.tickets_done)
    for ticket in dict.fromkeys((*view.tickets, *view.tickets_done)):
        state = "done" if ticket in done else "open"
        yield text(f"terminal.ticket.{state}", ticket=narrator.tickets([ticket]))
    if view.offer:
        yield text("terminal.ask.tickets", least=view.keep_at_least)
        for number, ticket in enumerate(view.offer, 1):
            yield f"  {number}. {narrator.tickets([ticket])}"


def _facts(player: PlayerView, board: Board) -> list[str]:
    facts: list[str] = []
    if board.tracks:
        facts.append(text("terminal.n.train", n=player.trains))
    if player.points is None:
        facts.append(text("table.points.unknown"))
    else:
        facts.append(text("table.n.point", n=player.points))
    facts.append(text("terminal.n.card", n=player.cards))
    if player.known:
        facts.append(text("terminal.amongThem", cards=cards(player.known)))
    facts.append(text("terminal.n.ticket", n=player.tickets))
    return facts


def _sorted(some: dict[str, int]) -> dict[str, int]:
    return {kind: some[kind] for kind in CARDS if kind in some}


def replay(board: Board, seats: int, options: Options, key: bytes, moves: list[int]) -> Game:
    """Return a game of a key after some actions of the seats to act, with all that happened."""
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


class Info(dict[str, Any]):
    """An info whose ``info["text"]`` is worked out when somebody asks for it.

    It tells what its seat saw happen since it last acted, in sentences. It is not among the items
    of the dict: those who go through them, to make tensors of them say, find only numbers.
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

    def __reduce__(self) -> Any:
        """Travel as a plain dict, with the text."""
        return dict, ({**self, "text": self["text"]},)

    def __deepcopy__(self, memo: Any) -> dict[str, Any]:
        """Return a plain dict, with the text."""
        return {**self, "text": self["text"]}
