"""Lessons: the same deal each time, so that a script can explain the first steps.

Everybody who reads this knows the keys of these deals, so they are used for nothing else: a
lesson has one person and bots, is in no list, and says that it is one. Its key is committed to and
shown in the end as any other.
"""

from __future__ import annotations

import hashlib

from branchline.server.protocol.problems import RequestRefused
from branchline.server.protocol.requests import NewTable

_DEALS = {"usa": 3104, "france": 1, "old_west": 1, "card_game": 1}
"""Which deal of those tried suits each game: short tickets near each other, and cards for them."""


def lesson_key(game: str) -> bytes:
    """Return the key of a game's lesson."""
    return hashlib.sha256(f"branchline lesson {game} {_DEALS.get(game, 1)}".encode()).digest()


def check_lesson(wanted: NewTable) -> None:
    """Refuse a lesson in which somebody could profit from knowing the deal."""
    people = sum(wish.kind == "you" for wish in wanted.seats)
    bots = sum(wish.kind == "bot" for wish in wanted.seats)
    if people != 1 or people + bots != len(wanted.seats):
        raise RequestRefused("invalid", "problem.lessonSeats")
    if wanted.listed:
        raise RequestRefused("invalid", "problem.lessonListed")
    if not wanted.start:
        raise RequestRefused("invalid", "problem.lessonStarts")
