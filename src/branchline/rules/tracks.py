"""Track building: pieces, beds, crossings."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.log import say
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    O_BUILT,
    O_CUT,
    O_PIECE_BACK,
    BoardRecord,
    Log,
    Menu,
    State,
)


@rule
def legal_builds(board: BoardRecord, s: State, out: Menu) -> int:
    """List every piece of the supply on every open bed of its length (rule 17)."""
    n = 0
    for w in range(board.words):
        beds = s.beds[w]
        while beds != NONE:
            track = (w << 6) + lowest(beds)
            beds &= beds - ONE
            length = board.length[track]
            action = board.build_base[track]
            for colour in range(COLOURS):
                if s.supply[colour, length] > 0:
                    out.ids[n] = action + colour
                    n += 1
    return n


@rule
def can_build(board: BoardRecord, s: State) -> bool:
    """Tell whether any piece of the supply fits any open bed (rule 16)."""
    for w in range(board.words):
        beds = s.beds[w]
        while beds != NONE:
            length = board.length[(w << 6) + lowest(beds)]
            beds &= beds - ONE
            for colour in range(COLOURS):
                if s.supply[colour, length] > 0:
                    return True
    return False


@rule
def cut_crossings(board: BoardRecord, s: State, track: int, log: Log) -> None:
    """Shut what a built or claimed track crosses, for the rest of the game (rules 17 to 19)."""
    for w in range(board.words):
        shut = board.crossing[track, w] & ~s.cut[w]
        s.cut[w] |= shut
        s.open[w] &= ~shut
        s.beds[w] &= ~shut
        while shut != NONE:
            say(log, O_CUT, (w << 6) + lowest(shut), 0, 0)
            shut &= shut - ONE


@rule
def place_piece(board: BoardRecord, s: State, track: int, colour: int, log: Log) -> None:
    """Give a bed the colour of a piece, whoever built it, and shut what that shuts (rule 17)."""
    w = track >> 6
    bit = ONE << np.uint64(track & 63)
    s.supply[colour, board.length[track]] -= 1
    s.built[track] = colour
    s.of_colour[colour, w] |= bit
    s.open[w] |= bit
    s.beds[w] &= ~bit
    if s.seats < board.all_sisters_from:
        for v in range(board.words):
            s.beds[v] &= ~board.sisters[track, v]
    cut_crossings(board, s, track, log)


@rule
def build(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> None:
    """Lay a piece of the supply on a bed (rule 17)."""
    track = int(board.action_what[action])
    colour = int(board.action_colour[action])
    say(log, O_BUILT, seat, track, colour)
    place_piece(board, s, track, colour, log)


@rule
def take_piece_back(board: BoardRecord, s: State, track: int, log: Log) -> None:
    """Return the piece of a claimed track to the supply (rule 18)."""
    colour = int(s.built[track])
    if colour >= 0:
        s.built[track] = -1
        s.of_colour[colour, track >> 6] &= ~(ONE << np.uint64(track & 63))
        s.supply[colour, board.length[track]] += 1
        say(log, O_PIECE_BACK, track, colour, 0)
