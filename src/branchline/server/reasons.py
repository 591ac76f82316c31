"""Reasons in bulk: for everything a seat might do now, why it is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from branchline.actions import Build, Claim, Complete, Lay, Mark, Settle
from branchline.game import Game
from branchline.refusals import Refusal
from branchline.rules import state as st


def told(refusal: Refusal) -> dict[str, Any] | None:
    """Return reasons as a client gets them; None if there are none."""
    if not refusal:
        return None
    return {"flags": names(refusal), "text": refusal.text}


def names(refusal: Refusal) -> list[str]:
    """Return the names of reasons."""
    return [str(reason.name) for reason in refusal]


def nearest(game: Game, seat: int, ids: Iterable[int]) -> dict[str, Any] | None:
    """Return what stands against the action that is nearest to being possible."""
    best: Refusal | None = None
    for id in ids:
        refusal = game.why_not(id, seat)
        if not refusal:
            return None
        if best is None or int(refusal).bit_count() < int(best).bit_count():
            best = refusal
    return told(best) if best is not None else None


def reasons(game: Game, seat: int, seq: int) -> dict[str, Any]:
    """Return everything one might do, and why it is refused."""
    kinds: dict[str, dict[str, list[int]]] = {
        name: {} for name in ("claims", "builds", "settles", "marks", "lays", "completes")
    }
    for action in game.catalogue.fixed:
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
    face_up = int(game.board.record[0]["face_up"])
    found: dict[str, Any] = {
        "seq": seq,
        "deck": told(game.why_not(st.A_DECK, seat)),
        "places": [told(game.why_not(st.A_PLACE + place, seat)) for place in range(face_up)],
        "tickets": told(game.why_not(st.A_TICKETS, seat)),
    }
    for kind, by_what in kinds.items():
        found[kind] = {what: nearest(game, seat, ids) for what, ids in by_what.items()}
    # Which tickets another holds is nobody's business: tell only of one's own.
    own = set(game.view(seat).tickets)
    found["completes"] = {t: why for t, why in found["completes"].items() if t in own}
    return found
