"""Perfect recall: what everybody saw laid open, and no view shows any more."""

from __future__ import annotations

from branchline.rules.rule import rule
from branchline.rules.state import KINDS, State


@rule
def recall_tracks(s: State, seat: int, known: State) -> None:
    """Add what lies on the tracks to what a seat knows: everybody saw it move there.

    Public events alone tell it (`game.memory.Memory`, which is the definition), so no memory has
    to be carried along. Cards that others spent on closed tickets count as lying on their tracks.
    """
    for other in range(s.seats):
        for card in range(KINDS):
            known.track[other, card] = s.track[other, card]
            if other != seat:
                known.track[other, card] += s.spent[other, card]
