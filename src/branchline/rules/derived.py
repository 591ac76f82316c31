"""What follows from a state: what is open and shut, and what an action would do on the table."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE
from branchline.rules.markers import note_payees, reach
from branchline.rules.routes import owns_sister, take
from branchline.rules.rule import rule
from branchline.rules.state import WORDS, BoardRecord, Log, Masks, State, States
from branchline.rules.tracks import place_piece
from branchline.rules.turn import clear_tracks, put_down


@rule
def lay_tracks(board: BoardRecord, s: State, log: Log) -> None:
    """Work out what follows from the homes, the pieces that lie and who owns which track.

    Pieces come before claims, as they do in a game. Where nothing is noted of who scored a route,
    its owner did.
    """
    clear_tracks(board, s)
    for seat in range(s.seats):
        if s.home[seat] >= 0:
            reach(board, s, seat, s.home[seat])
    for track in range(board.n_tracks):
        if s.built[track] >= 0:
            place_piece(board, s, track, s.built[track], log)
    for track in range(board.n_tracks):
        owner = int(s.owner[track])
        if owner >= 0:
            take(board, s, owner, track, log)
            if s.payees[track] == 0:
                note_payees(s, track, owner, -1)


@rule
def is_closed(board: BoardRecord, s: State, seat: int, track: int) -> bool:
    """Tell whether a track without an owner stays shut to a seat, or (-1) to everybody."""
    if s.owner[track] >= 0:
        return False
    w = track >> 6
    if (s.open[w] | s.beds[w]) >> np.uint64(track & 63) & ONE == NONE:
        return True
    return seat >= 0 and owns_sister(board, s, seat, track)


@rule
def find_closed(board: BoardRecord, s: State, seat: int, found: Masks) -> None:
    """Find the tracks that nobody owns and that are shut to a seat, or (-1) to everybody."""
    found[:] = NONE
    for track in range(board.n_tracks):
        if is_closed(board, s, seat, track):
            found[track >> 6] |= ONE << np.uint64(track & 63)


@rule
def preview(
    board: BoardRecord, s: State, seat: int, action: int, trials: States, log: Log, shut: Masks
) -> None:
    """Do on a copy what a claim, a build or a lay does on the table; find what it shuts to all.

    No card is drawn or turned up, so nothing is needed that the seat does not know.
    """
    trials[0] = s
    put_down(board, trials[0], seat, action, log)
    before = np.empty(WORDS, np.uint64)
    find_closed(board, s, -1, before)
    find_closed(board, trials[0], -1, shut)
    for w in range(WORDS):
        shut[w] &= ~before[w]
