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
    Refusal.ALREADY_CHOSEN: "you have chosen your first tickets; the others are still choosing",
    Refusal.CHOOSE_TICKETS: "choose among the offered tickets first",
    Refusal.SECOND_CARD: "you have drawn one card and must draw the second",
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
}
