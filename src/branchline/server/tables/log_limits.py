"""Steps that are not decisions: how many a log may have, so that nobody can fill it endlessly."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from branchline.server.storage.store import Entry
from branchline.server.tables.seats import Chair

MOST = 5_000
"""How many of them a lobby may have, and then a game; each seat and the host have an equal
share."""
_NOT_COUNTED = ("created", "start", "action", "chat", "rematch", "stop", "downtime")
"""Some happen once. Actions end with the game, chat has a limit of its own, and nobody at the table
causes an outage."""
_AGAIN = ("sit", "bot", "colour", "ask", "undo", "pause", "away", "leave", "hurry")
"""What can be done again and again. Each other step ends something, which limits it."""


@dataclass(slots=True)
class Asides:
    """The steps of a table that are not decisions."""

    counted: Counter[int | None] = field(default_factory=Counter)
    """How many there were in the lobby, or since the deal, by seat; None is the host."""

    def count(self, entry: Entry) -> None:
        """Note a step of the log."""
        if entry.kind == "start":
            self.counted.clear()
        if entry.kind not in _NOT_COUNTED:
            self.counted[entry.seat] += 1

    def has_room(self, kind: str, seat: int | None, chairs: list[Chair], started: bool) -> bool:
        """Whether such a step is possible.

        A person who is away may always come back, a pause may end and anybody may be removed,
        however many steps there were before.
        """
        again = kind in _AGAIN and (started or kind != "leave")
        if kind == "back" and seat is not None:
            again = not chairs[seat].away  # its time may be up again and again
        return not again or self.counted[seat] < MOST // (len(chairs) + 1)
