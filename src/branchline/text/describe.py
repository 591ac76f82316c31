"""Phrases: cards, cities, tracks, tickets and moves of a board as texts in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from branchline.board import Board, City, Ticket, Track
from branchline.game import actions as a
from branchline.text.catalogue import Said, is_text, text


def card(kind: str) -> Said:
    """Return a colour, or locomotive."""
    return text(f"table.card.{kind}")


def cards(some: Mapping[str, int]) -> str:
    """Return a set of cards; nothing if there are none.

    >>> cards({"purple": 3, "locomotive": 1})
    '3 purple, 1 locomotive'
    """
    return several([text(f"table.n.{kind}", n=n) for kind, n in some.items()])


def several(things: Iterable[str]) -> str:
    """Return things with commas between them."""
    listed = list(things)
    return text("words.list", some=listed) if listed else ""


def city(place: City) -> str:
    """Return a city as the board names it; a dead end by its zone's name in the language."""
    if place.zone is not None and is_text(f"table.zone.{place.zone}"):
        return text(f"table.zone.{place.zone}")
    return place.name


def game(board: Board) -> str:
    """Return the name of a game; one on a board of somebody's own has that alone."""
    known = is_text(f"common.game.{board.id}") and board.source == board.id
    return text(f"common.game.{board.id}") if known else board.name


def track(board: Board, one: Track) -> Said:
    """Return a track by its cities and, where there are several, by what tells it apart.

    >>> import branchline as bl
    >>> board = bl.load_board("usa")
    >>> all(track(board, one) == one.label for one in board.tracks)
    True
    """
    ends = {"a": city(board.cities[one.a]), "b": city(board.cities[one.b])}
    if not one.sisters:
        return text("words.between", **ends)
    which = text(f"words.card.{one.colour or 'bed'}")
    number = one.label.removesuffix(")").rpartition(" ")[2]
    if number.isdigit():
        which = text("words.numbered", which=which, number=number)
    return text("words.track", **ends, which=which)


def ends(board: Board, ticket: Ticket) -> Said:
    """Return a ticket by its two cities."""
    first, last = board.cities[ticket.starts[0]], board.cities[ticket.ends[0]]
    return text("words.between", a=city(first), b=city(last))


def ticket(board: Board, one: Ticket) -> Said:
    """Return a ticket by its cities and points."""
    return text("words.ticket", ticket=ends(board, one), points=one.points)


def move(board: Board, action: a.Action) -> str:
    """Return an action as it reads in any language; in English that is its text.

    >>> import branchline as bl
    >>> game = bl.new_game("old_west", seats=2, seed=7)
    >>> all(move(game.board, one) == one.text for one in game.legal_actions())
    True
    """
    match action.move:
        case a.Draw(place=None):
            return text("move.deck")
        case a.Draw(place=int(place), card=None):
            return text("move.place", place=place + 1)
        case a.Draw(place=int(place), card=str(kind)):
            return text("move.draw", card=text(f"words.card.{kind}"), place=place + 1)
        case a.Keep(tickets=kept):
            known = {one.id: one for one in board.tickets}
            if not kept:
                none = action.text == "keep none"  # or else tickets nobody was offered
                return text("move.keepNone" if none else "move.keepOthers")
            return text("move.keep", tickets=[ticket(board, known[id]) for id in kept])
        case a.Claim(track=id, colour=colour, locomotives=locomotives):
            one = _track(board, id)
            paid = cards(a.payment(colour, one.length, locomotives))
            return text("move.claim", track=track(board, one), cards=paid)
        case a.Build(track=id, colour=colour):
            one = _track(board, id)
            return text("move.build", track=track(board, one), colour=text(f"words.card.{colour}"))
        case a.Mark(city=id, colour=colour, locomotives=locomotives):
            paid = cards(a.payment(colour, 2, locomotives))
            return text("move.mark", city=_city(board, id), cards=paid)
        case a.Lay(colour=colour, cards=n, locomotives=locomotives):
            return text("move.lay", cards=cards(a.payment(colour, n + locomotives, locomotives)))
        case a.LayThree(colours=colours):
            return text("move.lay", cards=[text(f"words.card.{colour}") for colour in colours])
        case a.Complete(ticket=id):
            wanted = next(one for one in board.tickets if one.id == id)
            return text("move.complete", ticket=ticket(board, wanted))
    told = action.move.to_json()  # what is left is about a city, or nothing
    return text(f"move.{told.pop('do')}", **{name: _city(board, id) for name, id in told.items()})


def paid_with(action: a.Action, board: Board) -> str:
    """Return the cards that a claim or a marker costs."""
    match action.move:
        case a.Claim(track=id, colour=colour, locomotives=locomotives):
            return cards(a.payment(colour, _track(board, id).length, locomotives))
        case a.Mark(colour=colour, locomotives=locomotives):
            return cards(a.payment(colour, 2, locomotives))
    return ""


def _track(board: Board, id: str) -> Track:
    return next(one for one in board.tracks if one.id == id)


def _city(board: Board, id: str) -> str:
    return next(city(one) for one in board.cities if one.id == id)
