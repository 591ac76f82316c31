"""The table of Old West: starting cities, city markers that take the points, and Alvin."""

from typing import ClassVar

from .board import COLOURS, Board
from .scoring import joined
from .table import Illegal, Table

ALVIN = "alvin"
PAIR = 2


class HomesTable(Table):
    """`markers` says whose marker stands in a city, `homes` who started where.

    `to_settle` are the seats that have yet to choose a starting city, the next one last.
    `claims` are all claims in order, to recount from: whom each one pays, and how much to each.
    `just_claimed` is the route at whose ends a marker may be put now. Alvin, if he is in the
    game, stands in `alvin`.
    """

    OPTIONS: ClassVar[frozenset[str]] = frozenset({ALVIN})
    FIELDS: ClassVar[dict[str, set[str]]] = {
        **Table.FIELDS,
        "settle": {"city"},
        "alvin": {"city"},
        "mark": {"city", "colour", "locomotives"},
        "no marker": set(),
    }
    PHASES: ClassVar[dict[str, set[str]]] = {
        **Table.PHASES,
        "starting cities": {"settle"},
        "alvin": {"alvin"},
        "marker": {"mark", "no marker"},
    }

    def __init__(
        self,
        board: Board,
        seats: int,
        key: bytes,
        starts: int | None,
        options: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(board, seats, key, starts, options)
        self.markers: dict[str, int] = {}
        self.homes: dict[int, str] = {}
        self.to_settle: list[int] = []
        self.claims: list[tuple[list[int], int]] = []
        self.just_claimed = ""
        self.alvin: str | None = self.game["alvin"]["city"] if ALVIN in options else None
        self.alvin_holder: int | None = None
        self.captures = [0] * seats

    def carry_out(self, do: str, seat: int, action: dict[str, object]) -> None:
        if do == "settle":
            self.settle(seat, action["city"])
        elif do == "alvin":
            self.put_alvin(seat, action["city"])
        elif do == "mark":
            self.mark(seat, action["city"], action["colour"], action["locomotives"])
        elif do == "no marker":
            self.end_turn()
        else:
            super().carry_out(do, seat, action)

    def begin_play(self) -> None:
        """Rule 22: the last player settles first, the one who starts last."""
        start = self.turn_seat
        self.to_settle = [(start + turn) % self.seats for turn in range(self.seats)]
        self.turn_seat = self.to_settle[-1]
        self.phase = "starting cities"

    def why_no_marker_in(self, city: str) -> str | None:
        """Rules 22, 26 and 27: why nobody can put a marker there, if so."""
        if city in self.markers:
            return f"{city} has a marker"
        if ALVIN in self.options and city == self.game["alvin"]["city"]:
            return f"{city} is closed to markers (rule 27)"
        return None

    def settle(self, seat: int, city: object) -> None:
        if not isinstance(city, str) or city not in self.board.cities:
            raise Illegal("there is no such city")
        if why := self.why_no_marker_in(city):
            raise Illegal(why)
        self.markers[city] = seat
        self.homes[seat] = city
        self.tell("settled", {"seat": seat, "city": city})
        self.to_settle.pop()
        if self.to_settle:
            self.turn_seat = self.to_settle[-1]
        else:
            self.begin_turn(seat)

    def may_claim(self, seat: int, track: str) -> str | None:
        if why := super().may_claim(seat, track):
            return why
        own = [self.board.tracks[t] for t, owner in self.owner.items() if owner == seat]
        ends = self.board.tracks[track].ends
        if not any(joined(self.homes[seat], end, own) for end in ends):
            return f"{track} does not connect to {self.homes[seat]} (rule 23)"
        return None

    def score_claim(self, seat: int, track: str) -> None:
        """Rule 25, then the capture of rule 27."""
        points = self.board.points[track]
        marked = [end for end in self.board.tracks[track].ends if end in self.markers]
        self.claims.append(([self.markers[end] for end in marked] or [seat], points))
        for city in marked:
            owner = self.markers[city]
            self.score[owner] += points
            fields = {"points": points, "why": "marker", "track": track, "city": city}
            self.tell("scored", {"seat": owner, **fields})
        if not marked:
            super().score_claim(seat, track)
        if self.alvin in self.board.tracks[track].ends and self.alvin_holder != seat:
            worth = self.game["alvin"]["capture"]
            self.tell("captured", {"seat": seat, "city": self.alvin})
            self.alvin_holder = seat
            self.captures[seat] += 1
            self.score[seat] += worth
            fields = {"points": worth, "why": "capture", "track": track}
            self.tell("scored", {"seat": seat, **fields})

    def cities_of(self, seat: int) -> list[str]:
        return [city for city, owner in self.markers.items() if owner == seat]

    def end_claim(self, seat: int, track: str) -> None:
        """Rule 24: once the points are scored comes Alvin, then the marker."""
        self.just_claimed = track
        cities = self.cities_of(seat)
        if self.alvin_holder != seat or self.alvin in cities:
            self.offer_marker(seat)
        elif len(cities) == 1:
            self.put_alvin(seat, cities[0])
        else:
            self.phase = "alvin"

    def put_alvin(self, seat: int, city: object) -> None:
        if not isinstance(city, str) or city not in self.cities_of(seat):
            raise Illegal(f"seat {seat} has no marker there")
        self.alvin = city
        self.tell("alvin moved", {"seat": seat, "city": city})
        self.offer_marker(seat)

    def may_mark(self, seat: int, city: str) -> str | None:
        """Rule 26: why the seat can't put a marker there now, whatever it pays, if it can't."""
        if city not in self.board.tracks[self.just_claimed].ends:
            return f"{city} is not at an end of {self.just_claimed}"
        if len(self.cities_of(seat)) >= self.game["markers"]["each"]:
            return f"seat {seat} has no marker left"
        return self.why_no_marker_in(city)

    def pairs(self, seat: int) -> list[tuple[str, int]]:
        return self.ways_to_pay(seat, PAIR, COLOURS)

    def offer_marker(self, seat: int) -> None:
        ends = self.board.tracks[self.just_claimed].ends
        if self.pairs(seat) and any(self.may_mark(seat, end) is None for end in ends):
            self.phase = "marker"
        else:
            self.end_turn()

    def mark(self, seat: int, city: object, colour: object, locomotives: object) -> None:
        if not isinstance(city, str):
            raise Illegal("there is no such city")
        if why := self.may_mark(seat, city):
            raise Illegal(why)
        paid = self.pay(seat, PAIR, colour, locomotives, self.pairs(seat))
        self.markers[city] = seat
        self.tell("marked", {"seat": seat, "city": city, "cards": paid})
        self.renew_pile()
        self.fill_row()
        self.end_turn()

    def route_points(self, seat: int) -> int:
        return sum(paid.count(seat) * points for paid, points in self.claims)

    def recount(self) -> list[int]:
        worth: int = self.game["alvin"]["capture"]
        return [self.route_points(s) + self.captures[s] * worth for s in range(self.seats)]

    def further_bonuses(self, seat: int) -> dict[str, int]:
        bonuses = {}
        if self.captures[seat]:
            bonuses["captures"] = self.captures[seat] * self.game["alvin"]["capture"]
        if self.alvin_holder == seat:
            bonuses["alvin"] = self.game["alvin"]["end"]
        return bonuses

    def miscount(self) -> str | None:
        for seat in range(self.seats):
            cities = self.cities_of(seat)
            if len(cities) > self.game["markers"]["each"]:
                return f"seat {seat} has too many markers"
            if seat in self.homes and self.homes[seat] not in cities:
                return f"seat {seat} has no marker in its home city"
        if self.phase != "alvin" and self.alvin is not None:
            if self.alvin in self.markers and self.markers[self.alvin] != self.alvin_holder:
                return "Alvin stands in a city of another than his holder"
            if self.alvin not in self.markers and self.alvin_holder is not None:
                return "Alvin's holder has no marker where he stands"
        return super().miscount()
