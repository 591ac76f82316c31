"""A simple player of The Card Game: lays what its tickets need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from branchline.actions import Action, CompleteBest, Draw, DrawTickets, Keep, Lay, LayThree, Stop
from branchline.board import Board, load_board
from branchline.view import View


class YardBot:
    """Lays the largest suit of a colour its tickets need, and draws colours they lack.

    It remembers nothing of its track: like a person it goes by what it can see.
    """

    def __init__(self, chances: object = None) -> None:
        pass

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Return one of the legal actions."""
        board = load_board(view.board)
        for action in legal:
            if isinstance(action.move, CompleteBest):
                return action
        if isinstance(legal[0].move, Keep):
            return _keep(board, view, legal)
        need = _need(board, view)
        lays = [a for a in legal if isinstance(a.move, Lay | LayThree)]
        draws = [a for a in legal if isinstance(a.move, Draw)]
        best = max(lays, key=lambda a: _worth(a, need), default=None)
        if best is not None and (_worth(best, need) >= 3 or not draws):
            return best
        if draws:
            return max(draws, key=lambda a: _wanted(a, need))
        for action in legal:
            if isinstance(action.move, DrawTickets | Stop) and not need:
                return action
        return best or legal[-1]


def _need(board: Board, view: View) -> Counter[str]:
    """Return the colours the open tickets ask for."""
    need: Counter[str] = Counter()
    for ticket in board.tickets:
        if ticket.id in view.tickets:
            need.update(ticket.cards)
    return need


def _worth(action: Action, need: Counter[str]) -> float:
    if isinstance(action.move, LayThree):
        return sum(1.0 for colour in action.move.colours if need[colour])
    assert isinstance(action.move, Lay)
    of_use = min(action.move.cards, need[action.move.colour])
    return of_use + 0.8 * (action.move.cards - of_use > 0) - 0.5 * action.move.locomotives


def _wanted(action: Action, need: Counter[str]) -> float:
    assert isinstance(action.move, Draw)
    if action.move.place is None:
        return 1.5
    return 2.5 if action.move.card == "locomotive" else float(need[action.move.card or ""])


def _keep(board: Board, view: View, legal: Sequence[Action]) -> Action:
    """Keep first the tickets that need the fewest cards for their points; later none."""
    index = {ticket.id: ticket for ticket in board.tickets}
    room = 12 if view.phase == "first tickets" else 0

    def worth(action: Action) -> float:
        assert isinstance(action.move, Keep)
        cards: Counter[str] = Counter()
        points = 0
        for ticket in action.move.tickets:
            cards.update(index[ticket].cards)
            points += index[ticket].points
        return points if cards.total() <= room else -float(cards.total())

    return max(legal, key=worth)
