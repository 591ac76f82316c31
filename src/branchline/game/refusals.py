"""Refusals: why an action is not legal, in words."""

from __future__ import annotations

from enum import IntFlag
from functools import cache

from branchline.rules import refusals as r
from branchline.text.catalogue import also, text


class Refusal(IntFlag):
    """Reasons against an action; empty (falsy) when it is legal."""

    NONE = 0
    OVER = r.R_OVER
    NOT_YOUR_TURN = r.R_NOT_YOUR_TURN
    ALREADY_CHOSEN = r.R_ALREADY_CHOSEN
    CHOOSE_TICKETS = r.R_CHOOSE_TICKETS
    SECOND_CARD = r.R_SECOND_CARD
    NOTHING_OFFERED = r.R_NOTHING_OFFERED
    NOT_OFFERED = r.R_NOT_OFFERED
    KEEP_MORE = r.R_KEEP_MORE
    DECK_EMPTY = r.R_DECK_EMPTY
    PLACE_EMPTY = r.R_PLACE_EMPTY
    LOCOMOTIVE_SECOND = r.R_LOCOMOTIVE_SECOND
    NO_TICKETS = r.R_NO_TICKETS
    TAKEN = r.R_TAKEN
    SISTER_TAKEN = r.R_SISTER_TAKEN
    OWN_SISTER = r.R_OWN_SISTER
    FEW_TRAINS = r.R_FEW_TRAINS
    FEW_CARDS = r.R_FEW_CARDS
    FEW_LOCOMOTIVES = r.R_FEW_LOCOMOTIVES
    FERRY = r.R_FERRY
    CAN_ACT = r.R_CAN_ACT
    CUT = r.R_CUT
    UNBUILT = r.R_UNBUILT
    OTHER_COLOUR = r.R_OTHER_COLOUR
    BUILD_FIRST = r.R_BUILD_FIRST
    NOT_BUILDING = r.R_NOT_BUILDING
    BUILT = r.R_BUILT
    NO_PIECE = r.R_NO_PIECE
    NOT_CONNECTED = r.R_NOT_CONNECTED
    CHOOSE_HOME = r.R_CHOOSE_HOME
    HAS_HOME = r.R_HAS_HOME
    CITY_MARKED = r.R_CITY_MARKED
    ALVINS_CITY = r.R_ALVINS_CITY
    NOT_AN_END = r.R_NOT_AN_END
    NO_MARKERS = r.R_NO_MARKERS
    MARKER_FIRST = r.R_MARKER_FIRST
    NO_MARKER_OFFERED = r.R_NO_MARKER_OFFERED
    MOVE_ALVIN = r.R_MOVE_ALVIN
    NO_ALVIN = r.R_NO_ALVIN
    NOT_YOUR_CITY = r.R_NOT_YOUR_CITY
    DEAD_END = r.R_DEAD_END
    LAST_ROUND = r.R_LAST_ROUND
    NOTHING_TO_STOP = r.R_NOTHING_TO_STOP
    SMALL_SUIT = r.R_SMALL_SUIT
    IN_OWN_YARD = r.R_IN_OWN_YARD
    TOO_FEW_TO_ROB = r.R_TOO_FEW_TO_ROB
    COMPLETE_FIRST = r.R_COMPLETE_FIRST
    NOT_COMPLETING = r.R_NOT_COMPLETING
    NOT_HELD = r.R_NOT_HELD
    TRACK_SHORT = r.R_TRACK_SHORT

    @property
    def text(self) -> str:
        """The reasons as a sentence without a full stop.

        >>> (Refusal.TAKEN | Refusal.FEW_TRAINS).text
        'the route is taken; you have too few trains'
        """
        return also([text(f"table.why.{reason.name}") for reason in self])


@cache
def distance(reasons: int) -> tuple[bool, bool, int, bool]:
    """Tell how far an action is from being legal, as seen by whoever holds the cards.

    Reasons that another choice of cards changes come last: first a colour that cannot be, then
    cards one does not hold. Locomotives only stand in for cards that are missing.

    >>> distance(Refusal.TOO_FEW_TO_ROB) < distance(Refusal.FEW_LOCOMOTIVES)
    True
    """
    return (
        bool(reasons & r.R_OTHER_COLOUR),
        bool(reasons & (r.R_FEW_CARDS | r.R_FEW_LOCOMOTIVES)),
        reasons.bit_count(),
        bool(reasons & r.R_FEW_LOCOMOTIVES),
    )
