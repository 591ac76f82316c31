"""Why a compiled player chose as it did, in one sentence."""

from __future__ import annotations

from typing import Any

from branchline.board import CARDS, Board
from branchline.policy import mind as m
from branchline.view import View


def sentence(board: Board, view: View, mind: Any, action: int) -> str:
    """Return the sentence for the reason a mind noted."""
    reason, what = int(mind["reason"]), int(mind["what"])
    goals = [t for i, t in enumerate(board.tickets) if int(mind["goals"]) >> i & 1]
    towards = f" for {goals[0].label}" if goals else ""
    match reason:
        case m.R_KEEP:
            return "These tickets go best together for the trains and turns they take."
        case m.R_PLANNED:
            return f"{board.tracks[what].label} is part of the plan{towards}, and it may be taken."
        case m.R_POINTS:
            return f"{board.tracks[what].label} brings the most points for the turns it takes."
        case m.R_DRAW_FOR:
            return f"The plan{towards} needs {CARDS[what]}."
        case m.R_DRAW_BLIND:
            return "No card face up helps as much as the deck may."
        case m.R_LOCOMOTIVE:
            return "A locomotive fits any colour that is missing."
        case m.R_MORE_TICKETS:
            return "There are trains and turns left for more tickets."
        case m.R_HOME:
            return f"From {board.cities[what].name} the tickets take the fewest turns."
        case m.R_BUILD_PLANNED:
            return f"{board.tracks[what].label} is needed{towards}, in a colour there is enough of."
        case m.R_BUILD_SPARE:
            return "Nothing planned needs a piece now, and this one is in nobody's way here."
        case m.R_MARK:
            return f"Many points can still be scored at {board.cities[what].name}."
        case m.R_NO_MARK:
            return "The cards are worth more than a marker here."
        case m.R_ALVIN_HIDE:
            return f"Alvin is hard to reach in {board.cities[what].name}."
        case _:
            return "There was nothing else to do."
