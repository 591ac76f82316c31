"""Why a compiled player chose as it did, in one sentence."""

from __future__ import annotations

from typing import Any

from branchline.board import CARDS, Board
from branchline.policy import mind as m
from branchline.view import View


def sentence(board: Board, view: View, mind: Any, action: int) -> str:
    """Return the sentence for the reason a mind noted."""
    if "rail_yard" in board.mechanics:
        return _in_yards(board, mind)
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


def _in_yards(board: Board, mind: Any) -> str:
    """Return the sentence where tickets ask for cards."""
    reason, what = int(mind["reason"]), int(mind["what"])
    goals = [t for i, t in enumerate(board.tickets) if int(mind["goals"]) >> i & 1]
    wanting = goals[0].label if goals else "a ticket to come"
    match reason:
        case m.R_FEED:
            return "These tickets bring the most for the cards that can still get on the track."
        case m.R_NO_ROOM:
            return "The cards to come will not feed another ticket."
        case m.R_MORE_TICKETS:
            return "The track will have more cards than the tickets ask for."
        case m.R_FREE_LOOK:
            return "Nothing laid now would arrive, and new tickets need not be kept."
        case m.R_LAY:
            return f"{wanting} asks for {CARDS[what]}, and a row of it has time to arrive."
        case m.R_LAY_SPARE:
            return f"A row of {CARDS[what]} is safe now, and may feed {wanting}."
        case m.R_ROB:
            return f"This row robs a shorter one of {CARDS[what]}."
        case m.R_TRIO:
            return "Three cards at once are on the track by the next turn."
        case m.R_DRAW_FOR:
            return f"{wanting} asks for {CARDS[what]}."
        case m.R_GATHER:
            return f"One more {CARDS[what]} makes a longer row."
        case m.R_DRAW_BLIND:
            return "No card face up helps as much as the deck may."
        case m.R_LOCOMOTIVE:
            return "A locomotive fits any ticket, and makes any row hard to rob."
        case m.R_STOP:
            return "The last card would end the pile before the yard is empty."
        case m.R_COMPLETE:
            return "No other set of tickets is worth more."
        case _:
            return "There was nothing else to do."
