"""The server's clock: the time of day when it began, and from then on a time that never goes back.

Somebody may set the clock of the machine while games run. Deadlines, bots and the
order of a log must not notice, so nothing else in the server asks for the time of day.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class ServerClock:
    """Tells the time, in seconds since 1970 by the machine's clock as it was at the start."""

    def __init__(
        self,
        of_day: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._steady = steady
        self._ahead = of_day() - steady()

    def now(self) -> float:
        """Return the time; it never goes back."""
        return self._ahead + self._steady()

    def not_before(self, at: float) -> None:
        """Continue from a time that is in the database, if that is later."""
        self._ahead = max(self._ahead, at - self._steady())
