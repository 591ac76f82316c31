"""The result of a game: what every seat scored and why it won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from branchline.board import Board
from branchline.plain import Json
from branchline.rules import state as st

_DECIDED_BY = ("points", "tickets", "longest path", "bonuses", "shared")


@dataclass(frozen=True, slots=True)
class TicketResult:
    """A ticket at the end: completed or not."""

    ticket: str
    points: int
    done: bool

    def to_json(self) -> Json:
        """Return plain data."""
        return {"ticket": self.ticket, "points": self.points, "done": self.done}


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat scored.

    ``routes`` are the points for routes, with those that its markers brought; ``bonuses`` may be
    "longest path", "most tickets", "captures" (of Alvin), "alvin" (for holding him), or the id of
    a big city.
    """

    seat: int
    routes: int
    tickets: tuple[TicketResult, ...]
    longest_path: int
    longest_path_tracks: tuple[str, ...]
    bonuses: dict[str, int]
    total: int
    rank: int

    @property
    def tickets_done(self) -> int:
        """How many tickets were completed."""
        return sum(t.done for t in self.tickets)

    @property
    def tickets_failed(self) -> int:
        """How many tickets were not completed."""
        return len(self.tickets) - self.tickets_done

    @property
    def ticket_points(self) -> int:
        """The points of completed tickets less those of failed ones."""
        return sum(t.points if t.done else -t.points for t in self.tickets)

    def to_json(self) -> Json:
        """Return plain data."""
        return {
            "seat": self.seat,
            "routes": self.routes,
            "tickets": [t.to_json() for t in self.tickets],
            "tickets_done": self.tickets_done,
            "tickets_failed": self.tickets_failed,
            "ticket_points": self.ticket_points,
            "longest_path": {
                "length": self.longest_path,
                "tracks": list(self.longest_path_tracks),
            },
            "bonuses": dict(self.bonuses),
            "total": self.total,
            "rank": self.rank,
        }


@dataclass(frozen=True, slots=True)
class Result:
    """The final score of all seats, who won, and what decided it."""

    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]
    decided_by: str

    def to_json(self) -> Json:
        """Return plain data."""
        return {
            "seats": [s.to_json() for s in self.seats],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
        }


def read_result(board: Board, state: st.State, result: st.ResultRecord) -> Result:
    """Turn the records of a finished game into a result."""
    seats = []
    for seat in range(int(state["seats"])):
        held = int(state["held"][seat]) | int(state["completed"][seat])
        done = int(result["done"][seat])
        tickets = tuple(
            TicketResult(t.id, t.points, bool(done >> i & 1))
            for i, t in enumerate(board.tickets)
            if held >> i & 1
        )
        trail = result["trail"][seat]
        bonuses = {
            "longest path": int(result["longest_path"][seat]),
            "most tickets": int(result["most_tickets"][seat]),
            "captures": int(result["captures"][seat]),
            "alvin": int(result["alvin"][seat]),
        }
        for i, city in enumerate(board.big_cities):
            bonuses[city] = int(result["bonus"][seat, i])
        seats.append(
            SeatResult(
                seat=seat,
                routes=int(result["routes"][seat]),
                tickets=tickets,
                longest_path=int(result["longest"][seat]),
                longest_path_tracks=tuple(board.tracks[t].id for t in trail[1 : int(trail[0]) + 1]),
                bonuses={name: points for name, points in bonuses.items() if points},
                total=int(result["total"][seat]),
                rank=int(result["rank"][seat]),
            )
        )
    return Result(
        seats=tuple(seats),
        winners=tuple(s.seat for s in seats if s.rank == 1),
        decided_by=_DECIDED_BY[int(result["decided_by"])],
    )


Phase = Literal[
    "first tickets",
    "starting city",
    "turn",
    "second card",
    "tickets",
    "build",
    "move alvin",
    "marker",
    "complete tickets",
    "over",
]
PHASES: dict[int, Phase] = {
    st.FIRST_TICKETS: "first tickets",
    st.HOME: "starting city",
    st.TURN: "turn",
    st.SECOND_CARD: "second card",
    st.TICKETS: "tickets",
    st.BUILD: "build",
    st.ALVIN: "move alvin",
    st.MARKER: "marker",
    st.COMPLETE: "complete tickets",
    st.OVER: "over",
}
"""The names of the phases: what has to be decided next."""
