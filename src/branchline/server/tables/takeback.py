"""Taking back: what showed something hidden, and whose consent it takes to take it back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from branchline.game.events import Event, Kept

TIMES = 5
"""How often a seat may take back, or ask to, at the same place of the game."""


@dataclass(slots=True)
class Wish:
    """A seat's wish to take back, waiting for the others."""

    seq: int
    seat: int
    target: int
    waiting_for: set[int]


@dataclass(slots=True)
class Standing:
    """An action that stands: its place in the log, who decided, and what came of it."""

    seq: int
    seat: int
    id: int
    safe: bool
    people: frozenset[str]
    """The hashes of the secrets that held a seat, whether their owners were there or not."""


def is_safe(phase: str, events: list[Event]) -> bool:
    """Whether an action showed nothing hidden except the choice itself."""
    if phase == "first tickets" and any(isinstance(event, Kept) for event in events):
        return False  # now everybody knows how many the others kept
    return not any(event.reveals for event in events)


def allowed(undone: list[Standing], own: str | None, people: Iterable[str]) -> str:
    """Say how somebody may take decisions back: freely, with consent, or no.

    A decision that showed something hidden can be taken back only if everybody agrees who held a
    seat then. Somebody who was removed since cannot be asked, so the decision stands. Otherwise a
    host could look, remove the others, and take back.
    """
    now = set(people) - {own}
    then: set[str] = set()
    for done in undone:
        if not done.safe:
            then |= done.people - {own}
    if then - now:
        return "no"
    is_own_and_safe = len(undone) == 1 and undone[0].safe
    return "with consent" if now and not is_own_and_safe else "freely"
