"""A sitting: what came of one deal, played by one group from every seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from branchline.plain import Json


@dataclass(frozen=True, slots=True)
class SeatPlayed:
    """How one seat of a game did; ``times`` are its choices by class of duration.

    ``fallbacks`` counts the choices chance had to make for it, by kind, and ``problem`` says what
    was wrong the first time.
    """

    player: str
    total: int
    rank: int
    tickets_done: int
    tickets_failed: int
    times: dict[int, int]
    fallbacks: dict[str, int]
    problem: str | None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    turns: int
    seats: tuple[SeatPlayed, ...]
    luck: tuple[float, ...] | None = None
    """What luck gave each seat of the win, where that was asked for."""

    @property
    def shares(self) -> tuple[float, ...]:
        """What each seat has of the win: a shared win counts 1/n for each."""
        winners = sum(seat.rank == 1 for seat in self.seats)
        return tuple(1 / winners if seat.rank == 1 else 0.0 for seat in self.seats)

    @property
    def margins(self) -> tuple[int, ...]:
        """How far each seat is above the best of the others, or below."""
        totals = [seat.total for seat in self.seats]
        return tuple(
            total - max(totals[:seat] + totals[seat + 1 :]) for seat, total in enumerate(totals)
        )


@dataclass(frozen=True, slots=True)
class Sitting:
    """The games of a group on a deal, one for each rotation of the seats."""

    deal: int
    group: int
    games: tuple[Played, ...]

    def to_json(self) -> Json:
        """Return plain data; luck stands there only where it was asked for."""
        told = asdict(self)
        for game in told["games"]:
            if game["luck"] is None:
                del game["luck"]
        return told


def read_sitting(given: Json) -> Sitting:
    """Read a sitting from plain data; a ValueError, KeyError or TypeError if it is not one."""
    return Sitting(
        deal=_whole(given["deal"]),
        group=_whole(given["group"]),
        games=tuple(
            Played(
                _whole(game["turns"]),
                tuple(_seat(seat) for seat in game["seats"]),
                tuple(map(_part, game["luck"])) if "luck" in game else None,
            )
            for game in given["games"]
        ),
    )


def _seat(given: Json) -> SeatPlayed:
    return SeatPlayed(
        player=_text(given["player"]),
        total=_whole(given["total"]),
        rank=_whole(given["rank"]),
        tickets_done=_whole(given["tickets_done"]),
        tickets_failed=_whole(given["tickets_failed"]),
        times={int(step): _whole(n) for step, n in given["times"].items()},
        fallbacks={kind: _whole(n) for kind, n in given["fallbacks"].items()},
        problem=None if given["problem"] is None else _text(given["problem"]),
    )


def _whole(given: object) -> int:
    if type(given) is not int:
        raise ValueError(given)
    return given


def _part(given: object) -> float:
    if type(given) is not float or not -1 <= given <= 1:
        raise ValueError(given)
    return given


def _text(given: object) -> str:
    if type(given) is not str:
        raise ValueError(given)
    return given
