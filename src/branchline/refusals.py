"""Refusals: why an action is not legal, in words."""

from __future__ import annotations

from enum import IntFlag

from branchline.rules import refusals as r


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
        return "; ".join(_TEXT[reason] for reason in self)


_TEXT = {
    Refusal.OVER: "the game is over",
    Refusal.NOT_YOUR_TURN: "it is not your turn",
    Refusal.ALREADY_CHOSEN: "you have chosen; the others are still choosing",
    Refusal.CHOOSE_TICKETS: "choose among the offered tickets first",
    Refusal.SECOND_CARD: "you have drawn one card and must finish drawing",
    Refusal.NOTHING_OFFERED: "no tickets are offered to you",
    Refusal.NOT_OFFERED: "not that many tickets are offered to you",
    Refusal.KEEP_MORE: "you must keep more of the offered tickets",
    Refusal.DECK_EMPTY: "there are no cards left in the deck",
    Refusal.PLACE_EMPTY: "there is no card at that place",
    Refusal.LOCOMOTIVE_SECOND: "a face-up locomotive cannot be the second card",
    Refusal.NO_TICKETS: "there are no tickets left",
    Refusal.TAKEN: "the route is taken",
    Refusal.SISTER_TAKEN: "the other track between these cities is taken, which closes this one",
    Refusal.OWN_SISTER: "you already have the other track between these cities",
    Refusal.FEW_TRAINS: "you have too few trains",
    Refusal.FEW_CARDS: "you have too few cards of that colour",
    Refusal.FEW_LOCOMOTIVES: "you have too few locomotives",
    Refusal.FERRY: "this ferry needs more locomotives",
    Refusal.CAN_ACT: "you can pass only when nothing else is possible",
    Refusal.CUT: "a track that crosses it has cut it off",
    Refusal.UNBUILT: "the track is not built yet",
    Refusal.OTHER_COLOUR: "the track was built in another colour",
    Refusal.BUILD_FIRST: "lay a track piece first",
    Refusal.NOT_BUILDING: "a track piece is laid only after drawing train cards",
    Refusal.BUILT: "the track is built already",
    Refusal.NO_PIECE: "no such track piece is left in the supply",
    Refusal.NOT_CONNECTED: "the route does not touch your network",
    Refusal.CHOOSE_HOME: "choose your starting city first",
    Refusal.HAS_HOME: "the starting cities are chosen only at the beginning",
    Refusal.CITY_MARKED: "there is a marker in that city already",
    Refusal.ALVINS_CITY: "nobody may start in or mark the city where Alvin landed",
    Refusal.NOT_AN_END: "the city is not at an end of the route you claimed",
    Refusal.NO_MARKERS: "you have no marker left",
    Refusal.MARKER_FIRST: "place a marker first, or say that you place none",
    Refusal.NO_MARKER_OFFERED: "a marker is placed only right after claiming a route",
    Refusal.MOVE_ALVIN: "put Alvin in one of your cities first",
    Refusal.NO_ALVIN: "Alvin moves only when he is captured",
    Refusal.NOT_YOUR_CITY: "you have no marker in that city",
    Refusal.LAST_ROUND: "no train cards can be drawn in the last round",
    Refusal.NOTHING_TO_STOP: "you are not drawing a second card",
    Refusal.SMALL_SUIT: "a suit has at least two cards",
    Refusal.IN_OWN_YARD: "the colour is in your yard already",
    Refusal.TOO_FEW_TO_ROB: "the colour is in another's yard, and you lay no more cards than that",
    Refusal.COMPLETE_FIRST: "say which tickets you complete first",
    Refusal.NOT_COMPLETING: "tickets are completed only after the last round",
    Refusal.NOT_HELD: "you do not have that ticket",
    Refusal.TRACK_SHORT: "your track has not the cards for it",
    Refusal.DEAD_END: "that is not a city but a way out of the map",
}
