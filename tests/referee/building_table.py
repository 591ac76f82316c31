"""The table of France: track pieces laid on beds, routes that cross, pieces that come back."""

from collections import Counter
from typing import ClassVar

from .board import BED, COLOURS, Board
from .table import Illegal, Table

Piece = tuple[str, int]


class BuildingTable(Table):
    """`laid` is the colour of the piece on each built track that nobody has claimed yet.

    `cut` are the tracks that are cut off for the rest of the game.
    """

    FIELDS: ClassVar[dict[str, set[str]]] = {**Table.FIELDS, "build": {"track", "colour"}}
    PHASES: ClassVar[dict[str, set[str]]] = {**Table.PHASES, "build": {"build"}}

    def __init__(
        self,
        board: Board,
        seats: int,
        key: bytes,
        starts: int | None,
        options: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(board, seats, key, starts, options)
        self.supply = self.all_pieces()
        self.laid: dict[str, str] = {}
        self.cut: set[str] = set()

    def all_pieces(self) -> Counter[Piece]:
        lengths = self.board.pieces.items()
        return Counter({(colour, length): n for colour in COLOURS for length, n in lengths})

    def carry_out(self, do: str, seat: int, action: dict[str, object]) -> None:
        if do == "build":
            self.build(seat, action["track"], action["colour"])
        else:
            super().carry_out(do, seat, action)

    def end_draw(self) -> None:
        """Rule 16: who has drawn must build, if any piece in the supply fits any open bed."""
        if any(self.fitting(track) for track in self.board.tracks):
            self.phase = "build"
        else:
            self.end_turn()

    def why_not_open(self, track: str) -> str | None:
        """Rule 17: why no piece can be laid here, if none can."""
        if self.board.tracks[track].colour != BED:
            return f"{track} is no bed"
        if track in self.owner:
            return f"{track} is taken"
        if track in self.laid:
            return f"{track} is built"
        if track in self.cut:
            return f"{track} is cut off"
        in_use = [s for s in self.board.sisters[track] if s in self.laid or s in self.owner]
        if in_use and self.seats < self.game["routes"]["all_sisters_from"]:
            return f"a sister of {track} is built or taken (rule 17)"
        return None

    def fitting(self, track: str) -> list[str]:
        """The colours in which a piece can be laid here now."""
        if self.why_not_open(track):
            return []
        length = self.board.tracks[track].length
        return [colour for colour in COLOURS if self.supply[colour, length] > 0]

    def build(self, seat: int, track: object, colour: object) -> None:
        if not isinstance(track, str) or track not in self.board.tracks:
            raise Illegal("there is no such track")
        if why := self.why_not_open(track):
            raise Illegal(why)
        if not isinstance(colour, str) or colour not in COLOURS:
            raise Illegal("there is no such colour")
        if colour not in self.fitting(track):
            raise Illegal(f"there is no {colour} piece for {track} in the supply")
        self.supply[colour, self.board.tracks[track].length] -= 1
        self.laid[track] = colour
        self.tell("built", {"seat": seat, "track": track, "colour": colour})
        self.cut_off_by(track)
        self.end_turn()

    def cut_off_by(self, track: str) -> None:
        """Rules 17 to 19: what the track crosses is cut off, which is said once of each."""
        now = [other for other in self.board.crossed[track] if other not in self.cut]
        if now:
            self.cut.update(now)
            self.tell("cut off", {"tracks": now})

    def colour_of(self, track: str) -> str:
        return self.laid.get(track, super().colour_of(track))

    def may_claim(self, seat: int, track: str) -> str | None:
        if why := super().may_claim(seat, track):
            return why
        if track in self.cut:
            return f"{track} is cut off"
        if self.colour_of(track) == BED:
            return f"{track} is not built"
        return None

    def score_claim(self, seat: int, track: str) -> None:
        """Rule 18: before the points the piece comes back, then the crossings are cut off."""
        if track in self.laid:
            colour = self.laid.pop(track)
            self.supply[colour, self.board.tracks[track].length] += 1
            self.tell("piece returned", {"track": track, "colour": colour})
        self.cut_off_by(track)
        super().score_claim(seat, track)

    def miscount(self) -> str | None:
        pieces = Counter(self.supply)
        pieces.update((colour, self.board.tracks[t].length) for t, colour in self.laid.items())
        if pieces != self.all_pieces() or min(self.supply.values()) < 0:
            return "the track pieces are not all there"
        in_use = {*self.laid, *self.owner}
        if self.cut != {other for track in in_use for other in self.board.crossed[track]}:
            return "other tracks are cut off than those that cross what is built or claimed"
        if self.cut & in_use:
            return "a track is in use that is cut off"
        return super().miscount()
