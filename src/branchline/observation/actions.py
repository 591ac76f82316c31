"""The actions of a game as columns: kind, track, colour, locomotives …, for factored networks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board, load_board
from branchline.rules import state as st

KINDS_OF_ACTION = (
    "draw from the deck",
    "draw face up",
    "draw tickets",
    "pass",
    "no marker",
    "keep",
    "claim",
    "build",
    "settle",
    "mark",
    "move alvin",
    "stop",
    "lay",
    "lay three",
    "complete",
    "complete best",
    "done",
)
"""The kinds of action in the order of the column ``kind``."""

_TRACK = (st.K_CLAIM, st.K_BUILD)
_CITY = (st.K_HOME, st.K_MARK, st.K_ALVIN)
_PAID = (st.K_CLAIM, st.K_MARK, st.K_LAY)
_COLOURED = (*_PAID, st.K_BUILD)
_WHAT = (st.K_PLACE, st.K_KEEP, st.K_LAY, st.K_LAY_THREE, st.K_COMPLETE)


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """All actions of a game, legal or not: a column for each factor, -1 where it has none.

    ``what`` is a face-up place, a set of offered tickets or of colours (as bits), a number of
    cards or a ticket, as the kind has it; ``colour`` 8 stands for locomotives alone. Together the
    columns tell every action from every other.
    """

    kind: NDArray[np.int16]
    track: NDArray[np.int16]
    city: NDArray[np.int16]
    what: NDArray[np.int16]
    colour: NDArray[np.int16]
    locomotives: NDArray[np.int16]

    @property
    def columns(self) -> NDArray[np.int16]:
        """The columns side by side: a row for each action."""
        return np.stack(
            [self.kind, self.track, self.city, self.what, self.colour, self.locomotives], axis=1
        )

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.kind)

    def number(
        self,
        kind: int,
        track: int = -1,
        city: int = -1,
        what: int = -1,
        colour: int = -1,
        locomotives: int = -1,
    ) -> int:
        """Return the number of an action by its factors; -1 if there is none.

        >>> table = actions("usa")
        >>> claim = KINDS_OF_ACTION.index("claim")
        >>> table.number(claim, track=0, colour=3, locomotives=0)
        82
        """
        wanted = (kind, track, city, what, colour, locomotives)
        found = np.flatnonzero((self.columns == wanted).all(axis=1))
        return int(found[0]) if len(found) else -1


def actions(game: str) -> Actions:
    """Return the actions of a game by their factors, in the order of their numbers.

    >>> table = actions("usa")
    >>> len(table), KINDS_OF_ACTION[table.kind[0]]
    (1136, 'draw from the deck')
    """
    return _actions(load_board(game))


def _actions(board: Board) -> Actions:
    b, n = board.record[0], board.n_actions
    kind = b["action_kind"][:n].astype(np.int16)

    def column(field: str, kinds: tuple[int, ...]) -> NDArray[np.int16]:
        return np.where(np.isin(kind, kinds), b[field][:n], -1).astype(np.int16)

    return Actions(
        kind=kind,
        track=column("action_what", _TRACK),
        city=column("action_what", _CITY),
        what=column("action_what", _WHAT),
        colour=column("action_colour", _COLOURED),
        locomotives=column("action_locomotives", _PAID),
    )
