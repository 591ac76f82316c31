"""Cards a seat cannot see: in the deck, in others' hands, or face down on a track."""

from __future__ import annotations

from branchline.rules.rule import rule
from branchline.rules.state import BoardRecord, State


@rule
def unseen_by(board: BoardRecord, s: State, seat: int, card: int) -> int:
    """Return how many cards of a kind lie neither open nor in the seat's hand nor were seen taken.

    What lies in yards is not looked at.
    """
    unseen = int(board.cards[card]) - int(s.discards[card]) - int(s.hand[seat, card])
    for place in range(board.face_up):
        if s.market[place] == card:
            unseen -= 1
    for other in range(s.seats):
        if other != seat:
            unseen -= s.seen[other, card]
    return unseen
