"""Observing a view: the same bytes for a bot at a table as its learner was trained with."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.errors import BranchlineError
from branchline.game.known import known_state
from branchline.game.view import View
from branchline.observation.notes import NOTE_DTYPE, Layouts
from branchline.observation.slices import NOW
from branchline.observation.spec import Spec
from branchline.observation.stepping import note_states, observe_rows
from branchline.rules import engine


def observe(view: View, features: bool = False) -> NDArray[np.uint8]:
    """Return what a view shows as an observation of the kind "now".

    A view holds nothing but what its seat may know, so neither does the observation.

    >>> import branchline as bl
    >>> from branchline import envs
    >>> game, batch = bl.new_game("usa", seats=2, seed=1), envs.Batch("usa", 2, seed=1)
    >>> bool((envs.observe(game.view(0)) == batch.observation[0]).all())
    True
    """
    if not isinstance(view, View):
        raise BranchlineError("envs.noView", given=repr(view)[:60])
    engine.compile_rules()
    board, states = known_state(view)
    layout = _layout(board, view.seats, features, bool(view.options.get("open_track")))
    notes = np.zeros(1, NOTE_DTYPE)
    note_states(board.record, states, notes, 1)
    out: NDArray[np.uint8] = np.empty((1, int(layout["size"][0])), np.uint8)
    seat = np.array([view.viewer], np.int8)
    observe_rows(board.record, states, notes, layout, seat, out)
    return out.ravel()


@cache
def _layout(board: Board, seats: int, features: bool, open_track: bool) -> Layouts:
    return Spec(board, seats, NOW, features).layout(open_track)
