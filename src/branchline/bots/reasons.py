"""Why a compiled player chose as it did, in one sentence."""

from __future__ import annotations

from collections.abc import Iterable

from branchline.board import CARDS, Board, Ticket
from branchline.game.view import View
from branchline.policy import mind as m
from branchline.text.catalogue import Said, text
from branchline.text.describe import card, city, ends, track


def sentence(board: Board, view: View, mind: m.Mind) -> Said:
    """Return the sentence for the reason a mind noted."""
    if "rail_yard" in board.mechanics:
        return _in_yards(board, mind)
    reason, what = int(mind["reason"]), int(mind["what"])
    match reason:
        case m.R_KEEP:
            return text("reason.keep")
        case m.R_PLANNED:
            named = track(board, board.tracks[what])
            if goal := _goal(board, view, mind, [what]):
                return text("reason.plannedFor", track=named, ticket=ends(board, goal))
            return text("reason.planned", track=named)
        case m.R_POINTS:
            return text("reason.points", track=track(board, board.tracks[what]))
        case m.R_DRAW_FOR:
            paid = [i for i in _planned(board, mind) if int(mind["pays"][i]) == what]
            if goal := _goal(board, view, mind, paid):
                return text("reason.drawFor", card=card(CARDS[what]), ticket=ends(board, goal))
            return text("reason.draw", card=card(CARDS[what]))
        case m.R_DRAW_BLIND:
            return text("reason.drawBlind")
        case m.R_LOCOMOTIVE:
            return text("reason.locomotive")
        case m.R_MORE_TICKETS:
            return text("reason.moreTickets")
        case m.R_HOME:
            return text("reason.home", city=city(board.cities[what]))
        case m.R_BUILD_PLANNED:
            named = track(board, board.tracks[what])
            if goal := _goal(board, view, mind, [what]):
                return text("reason.buildFor", track=named, ticket=ends(board, goal))
            return text("reason.build", track=named)
        case m.R_BUILD_SPARE:
            return text("reason.buildSpare")
        case m.R_MARK:
            return text("reason.mark", city=city(board.cities[what]))
        case m.R_NO_MARK:
            return text("reason.noMark")
        case m.R_HIDE:
            return text("reason.hide", city=city(board.cities[what]))
        case _:
            return text("reason.nothingElse")


def _planned(board: Board, mind: m.Mind) -> list[int]:
    """Return the tracks of the plan."""
    return [i for i in range(len(board.tracks)) if int(mind["plan"][i >> 6]) >> (i & 63) & 1]


def _goal(board: Board, view: View, mind: m.Mind, wanted: Iterable[int]) -> Ticket | None:
    """Return a ticket of the plan that needs one of these tracks."""
    own = {i for i, track in enumerate(board.tracks) if view.owners.get(track.id) == view.viewer}
    goals = [t for i, t in enumerate(board.tickets) if int(mind["goals"]) >> i & 1]
    for one in wanted:
        network = own | set(_planned(board, mind)) | {one}
        for ticket in goals:
            if _joins(board, network, ticket) and not _joins(board, network - {one}, ticket):
                return ticket
    return None


def _joins(board: Board, network: set[int], ticket: Ticket) -> bool:
    """Tell whether a network of tracks leads from one end of a ticket to the other."""
    reached = set(ticket.starts)
    grown = True
    while grown:
        grown = False
        for i in network:
            ends_of = {board.tracks[i].a, board.tracks[i].b}
            if reached & ends_of and not ends_of <= reached:
                reached |= ends_of
                grown = True
    return not reached.isdisjoint(ticket.ends)


def _in_yards(board: Board, mind: m.Mind) -> Said:
    """Return the sentence where tickets ask for cards."""
    reason, what = int(mind["reason"]), int(mind["what"])
    goals = [t for i, t in enumerate(board.tickets) if int(mind["goals"]) >> i & 1]
    wanting = ends(board, goals[0]) if goals else text("reason.ticketToCome")
    match reason:
        case m.R_FEED:
            return text("reason.feed")
        case m.R_NO_ROOM:
            return text("reason.noRoom")
        case m.R_MORE_TICKETS:
            return text("reason.moreCards")
        case m.R_FREE_LOOK:
            return text("reason.freeLook")
        case m.R_LAY:
            return text("reason.lay", ticket=wanting, card=card(CARDS[what]))
        case m.R_LAY_SPARE:
            return text("reason.laySpare", ticket=wanting, card=text(f"words.card.{CARDS[what]}"))
        case m.R_ROB:
            return text("reason.rob", card=text(f"words.card.{CARDS[what]}"))
        case m.R_TRIO:
            return text("reason.trio")
        case m.R_DRAW_FOR:
            return text("reason.asksFor", ticket=wanting, card=card(CARDS[what]))
        case m.R_GATHER:
            return text("reason.gather", card=text(f"words.card.{CARDS[what]}"))
        case m.R_DRAW_BLIND:
            return text("reason.drawBlind")
        case m.R_LOCOMOTIVE:
            return text("reason.yardLocomotive")
        case m.R_STOP:
            return text("reason.stop")
        case m.R_COMPLETE:
            return text("reason.complete")
        case _:
            return text("reason.nothingElse")
