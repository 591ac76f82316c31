"""The greedy bot once more, from the view in plain Python: what the compiled one is held to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from branchline.board import Board, load_board
from branchline.game.actions import Action, CompleteBest, Draw, DrawTickets, Keep, Lay, LayThree
from branchline.game.view import View

CARDS_A_TURN = 0.7
"""What a later turn adds to the track, on average: half of them draw, half of them lay."""


def decide(view: View, legal: Sequence[Action]) -> Action:
    """Return what to do."""
    return _decide(load_board(view.board), view, legal)


def _decide(board: Board, view: View, legal: Sequence[Action]) -> Action:
    need = _need(board, view)
    lays = [a for a in legal if isinstance(a.move, Lay | LayThree)]
    draws = [a for a in legal if isinstance(a.move, Draw)]
    for action in legal:
        if isinstance(action.move, CompleteBest):
            return action
        if isinstance(action.move, DrawTickets) and _room(view) - need.total() >= 6:
            return action
    if isinstance(legal[0].move, Keep):
        return _keep(board, view, legal)
    best = max(lays, key=lambda a: _worth(a, need, view), default=None)
    if best is not None and (_worth(best, need, view) >= 3 or not draws):
        return best
    if draws:
        wanted = max(draws, key=lambda a: _wanted(a, need, view))
        return wanted
    return best or legal[-1]


def _need(board: Board, view: View) -> Counter[str]:
    """Return the colours the open tickets ask for."""
    need: Counter[str] = Counter()
    for ticket in board.tickets:
        if ticket.id in view.tickets:
            need.update(ticket.cards)
    return need


def _room(view: View) -> float:
    """Guess how many cards of use the track will have: on it, in yard and hand, and to come."""
    assert view.viewer is not None
    me = view.players[view.viewer]
    in_yard = sum(cards + locomotives for cards, locomotives in me.yard.values())
    to_come = 0 if view.turns_left is not None else view.deck / view.seats
    return me.track + 0.8 * in_yard + 0.6 * me.cards + CARDS_A_TURN * to_come


def _worth(action: Action, need: Counter[str], view: View) -> float:
    """Return how many cards of use a lay brings to the track before the game may end."""
    if isinstance(action.move, LayThree):
        return sum(1.0 for colour in action.move.colours if need[colour])
    assert isinstance(action.move, Lay)
    cards, locomotives = action.move.cards, action.move.locomotives
    of_use = min(cards, need[action.move.colour])
    late = view.turns_left is not None or view.deck < 12
    return of_use + 0.5 * (cards - of_use) + (0.6 if late else -0.3) * locomotives


def _wanted(action: Action, need: Counter[str], view: View) -> float:
    assert isinstance(action.move, Draw)
    card = action.move.card
    if card is None:
        return 1.2
    if card == "locomotive":
        return 2.2
    return min(need[card] - view.hand.get(card, 0), 3) * 0.5 + (1.0 if card in view.hand else 0.0)


def _keep(board: Board, view: View, legal: Sequence[Action]) -> Action:
    """Keep the tickets worth most for the cards they ask for, as far as there is room."""
    index = {ticket.id: ticket for ticket in board.tickets}
    room = _room(view) - _need(board, view).total()

    def worth(action: Action) -> float:
        assert isinstance(action.move, Keep)
        kept = [index[ticket] for ticket in action.move.tickets]
        cards = sum(sum(ticket.cards.values()) for ticket in kept)
        return sum(ticket.points for ticket in kept) - 12 * max(0.0, cards - room)

    return max(legal, key=worth)
