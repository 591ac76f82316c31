"""Steps that are not decisions: how many a log may have, so that nobody can fill it without end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from branchline.server.storage.store import Entry
from branchline.server.tables.seats import Chair

MOST = 5_000
"""Steps aside of a lobby, and again of a game; each seat and the host have an equal share."""
_NOT_COUNTED = ("created", "start", "action", "chat", "rematch", "stop", "downtime")
"""What happens once; a game ends; what each seat may say has a limit of its own; and nobody at the
table makes an outage."""
_AGAIN = ("sit", "bot", "colour", "ask", "undo", "pause", "away", "leave", "hurry")
"""What can be done again and again. All other steps end something, so they are limited anyway."""


@dataclass(slots=True)
class Asides:
    """The steps of a table that are no decisions."""

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

        A person who is away may come back, a pause may end and anybody may be removed, however much
        has been before.
        """
        again = kind in _AGAIN and (started or kind != "leave")
        if kind == "back" and seat is not None:
            again = not chairs[seat].away  # to a seat whose time is up, which is so again and again
        return not again or self.counted[seat] < MOST // (len(chairs) + 1)
