"""Reasons in bulk: for everything a seat might do now, why it is refused."""

from __future__ import annotations

from functools import cache

from branchline.game.actions import Build, Catalogue, Claim, Complete, Lay, Mark, Settle
from branchline.game.game import Game
from branchline.game.refusals import Refusal
from branchline.plain import Json
from branchline.rules import state as st

_KINDS = ("claims", "builds", "settles", "marks", "lays", "completes")


@cache
def refusal_json(refusal: Refusal) -> Json | None:
    """Return reasons as a client gets them; None if there are none."""
    if not refusal:
        return None
    return {"flags": names(refusal), "text": refusal.text}


def names(refusal: Refusal) -> list[str]:
    """Return the names of reasons."""
    return [str(reason.name) for reason in refusal]


@cache
def _by_what(catalogue: Catalogue) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return the actions of each kind, by the track, city, colour or ticket they are about."""
    kinds: dict[str, dict[str, list[int]]] = {name: {} for name in _KINDS}
    for action in catalogue.fixed:
        match action.move if action is not None else None:
            case Claim(track=what):
                kind = "claims"
            case Build(track=what):
                kind = "builds"
            case Settle(city=what):
                kind = "settles"
            case Mark(city=what):
                kind = "marks"
            case Lay(colour=what):
                kind = "lays"
            case Complete(ticket=what):
                kind = "completes"
            case _:
                continue
        assert action is not None
        kinds[kind].setdefault(what, []).append(action.id)
    return {
        kind: {what: tuple(ids) for what, ids in found.items()} for kind, found in kinds.items()
    }


def reasons(game: Game, seat: int, seq: int) -> Json:
    """Return everything one might do, and why it is refused."""
    face_up = int(game.board.record[0]["face_up"])
    found: Json = {
        "seq": seq,
        "deck": refusal_json(game.why_not(st.A_DECK, seat)),
        "places": [
            refusal_json(game.why_not(st.A_PLACE + place, seat)) for place in range(face_up)
        ],
        "tickets": refusal_json(game.why_not(st.A_TICKETS, seat)),
    }
    own = set(game.view(seat).tickets)
    for kind, by_what in _by_what(game.catalogue).items():
        found[kind] = {
            what: refusal_json(game.nearest_refusal(ids, seat))
            for what, ids in by_what.items()
            # Which tickets another holds is a secret: tell only of one's own.
            if kind != "completes" or what in own
        }
    return found
