"""The slices of an observation: what each is called, its shape, its range and its meaning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from branchline.board import Board
from branchline.rules import state as st

VERSION = 1
"""Changes with the meaning of an observation, and only then."""

NOW, REMEMBERED, OPEN = "now", "remembered", "open"
PLAYERS, KINDS = (NOW, REMEMBERED), (NOW, REMEMBERED, OPEN)
"""What a view shows; that and what the seat remembers; that and what all others hold.

The last one is not for players."""

BITS = 1
MOST = 255


@dataclass(frozen=True, slots=True)
class Slice:
    """Some places of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    most: int
    meaning: str
    start: int = 0

    @property
    def size(self) -> int:
        """How many places there are."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after the last one."""
        return self.start + self.size


def list_slices(board: Board, seats: int, kind: str, features: bool) -> tuple[Slice, ...]:
    """Return the slices of an observation, one after the other."""
    parts = [_table(board, seats), _seats(board, seats), _own(board)]
    parts.append(_yards(board, seats) if _has_yards(board) else _map(board, seats))
    if kind == REMEMBERED:
        parts.append(_remembered(board, seats))
    if features:
        parts.append(_features(board))
    if kind == OPEN:
        parts.append(_open(board, seats))
    found: list[Slice] = []
    at = 0
    for part in parts:
        for name, shape, most, meaning in part:
            found.append(Slice(name, shape, most, meaning, at))
            at = found[-1].stop
    return tuple(found)


Part = Iterator[tuple[str, tuple[int, ...], int, str]]


def _has_yards(board: Board) -> bool:
    return "rail_yard" in board.mechanics


def _cards(board: Board) -> int:
    """Return the most cards of one kind."""
    return int(board.record[0]["cards"].max())


def _all_cards(board: Board) -> int:
    return int(board.record[0]["cards"].sum())


def offers(board: Board) -> int:
    """Return the most tickets that are offered at once."""
    return int(max(board.record[0]["first_offer"], board.record[0]["offer"]))


def _table(board: Board, seats: int) -> Part:
    face_up = int(board.record[0]["face_up"])
    yield "phase", (10,), BITS, "what is to be decided: a 1 in its place (`spec.PHASES` in order)"
    yield "to_act", (seats,), BITS, "seats that have to decide now"
    yield "first_seat", (seats,), BITS, "the seat that began, or will begin"
    yield "turn_seat", (seats,), BITS, "the seat whose turn it is or was last"
    yield "turn", (1,), MOST, "number of the turn; 255: at least that"
    yield "turns_left", (1,), seats + 1, "0 before the last round, else 1 + turns left in it"
    yield "passes", (1,), seats, "passes in a row"
    yield "market", (face_up, 9), BITS, "face-up cards: for each place a 1 at the card's kind"
    yield "deck", (1,), _all_cards(board), "cards left in the draw pile"
    yield "discards", (9,), _cards(board), "discarded cards by kind"
    yield "ticket_deck", (1,), len(board.tickets), "tickets left in the deck"


def _seats(board: Board, seats: int) -> Part:
    yield "points", (seats,), MOST, "points so far; 255: at least that; 0: not to be known"
    yield "cards", (seats,), _all_cards(board), "cards in hand"
    yield (
        "known",
        (seats, 9),
        _cards(board),
        "of each hand by kind, what others can place in it (with two seats also by counting)",
    )
    yield "ticket_counts", (seats,), len(board.tickets), "tickets held"
    yield "offered", (seats,), offers(board), "tickets a seat is looking at"


def _own(board: Board) -> Part:
    n = len(board.tickets)
    yield "hand", (9,), _cards(board), "own cards by kind"
    yield "tickets", (n,), BITS, "own tickets"
    yield "offer", (offers(board), n), BITS, "tickets offered to oneself, in order"
    yield "choice", (offers(board),), BITS, "of them, those chosen while others still choose"
    yield "returned", (n,), n, "a ticket one put under the deck: 1 + how many lie above it"
    yield "returned_offered", (n,), BITS, "a ticket one put under the deck that another looks at"


def _map(board: Board, seats: int) -> Part:
    b = board.record[0]
    tracks, cities, beds = len(board.tracks), len(board.cities), len(list_beds(board))
    yield "trains", (seats,), int(b["trains"]), "trains left"
    yield "done", (len(board.tickets),), BITS, "own tickets that are completed"
    yield "owner", (seats, tracks), BITS, "tracks owned"
    yield "shut", (tracks,), BITS, "tracks that nobody owns and oneself can never claim"
    if "track_building" in board.mechanics:
        pieces = int(b["pieces"].max())
        yield "cut", (tracks,), BITS, "tracks that a crossing shut"
        yield "built", (beds, 8), BITS, "for each bed a 1 at the colour of the piece on it"
        yield "supply", (8, len(list_lengths(board))), pieces, "pieces left by colour and length"
    if "home_cities" in board.mechanics:
        yield "home", (seats, cities), BITS, "the city where a seat started"
        yield "marker", (seats, cities), BITS, "cities with a marker of a seat"
        yield "markers_left", (seats,), int(b["markers"]), "markers left"
        yield "reach", (cities,), BITS, "cities joined to one's own home"
        yield "claimed", (tracks,), BITS, "the track just claimed, while a marker is offered"
    if "alvin" in board.mechanics:
        yield "alvin", (cities,), BITS, "where Alvin stands"
        yield "alvin_holder", (seats,), BITS, "who has him"
        yield "captures", (seats,), int(b["trains"]), "how often a seat captured him"


def _yards(board: Board, seats: int) -> Part:
    n, most = len(board.tickets), _cards(board)
    yield "row", (seats, 8), most, "cards of its colour in each row of the yards"
    yield "row_locomotives", (seats, 8), most, "locomotives on top of them"
    yield "track", (seats,), _all_cards(board), "cards that lie on the tracks"
    yield "own_track_seen", (1,), BITS, "whether one may look at one's own track"
    yield "own_track", (9,), most, "what lies there by kind, if so"
    yield "own_spent", (9,), most, "cards that lie with tickets one has closed in this scoring"
    yield "completed", (seats, n), BITS, "completed tickets, where they lie open or are one's own"
    yield "completed_count", (seats,), n, "how many tickets a seat has completed"
    yield "completed_now", (seats,), n, "how many of them in the scoring that is going on"
    yield "pile", (1,), 2, "which draw pile is in use"
    yield "idle", (1,), 127, "turns in a row in which nobody drew or laid a card"
    yield "active", (1,), BITS, "whether a card was drawn or laid this turn"


def _remembered(board: Board, seats: int) -> Part:
    n, most, cards = len(board.tickets), _cards(board), _all_cards(board)
    yield "taken", (seats, 9), 127, "cards by kind that all saw a seat take, in the whole game"
    yield "blind", (seats,), MOST, "cards a seat got from the pile, in the whole game"
    yield "spent", (seats, 9), 127, "cards by kind that a seat paid or laid, in the whole game"
    yield "shuffles", (1,), MOST, "how often a draw pile was shuffled"
    yield "counted", (1,), BITS, "whether it is known what was shuffled the last time"
    yield "shuffled", (9,), most, "if so, the pile by kind when it was last shuffled"
    yield "others_then", (9,), most, "and what all other hands together held then"
    yield "turned", (9,), most, "cards by kind turned up from that pile since"
    yield "blind_since", (seats,), cards, "cards a seat got from that pile since"
    yield "drawn", (seats,), MOST, "tickets a seat was offered, in the whole game"
    yield "met", (n,), BITS, "tickets one was ever offered"
    yield "went", (seats, n), BITS, "tickets one returned, at the seat that was offered them next"
    if _has_yards(board):
        yield "on_track", (seats, 9), most, "cards by kind on the tracks: all were seen in yards"


def _features(board: Board) -> Part:
    n = len(board.tickets)
    yield "unseen", (9,), _cards(board), "scarcity: cards by kind that one cannot place anywhere"
    if _has_yards(board):
        yield (
            "ticket_missing",
            (n,),
            MOST,
            "own and offered tickets: cards that yard and track lack, less locomotives there",
        )
        return
    tracks = len(board.tracks)
    yield "short", (tracks,), 10, "tracks one may claim: 1 + cards the hand lacks for it"
    yield (
        "ticket_trains",
        (n,),
        MOST,
        "own and offered tickets: trains that the shortest way still takes; 255: there is none",
    )
    yield "ticket_cards", (n,), MOST, "and cards that the hand lacks for that way"
    yield "on_way", (tracks,), n, "how many of those ways a track is on"


def _open(board: Board, seats: int) -> Part:
    n = len(board.tickets)
    yield "hands", (seats, 9), _cards(board), "all hands by kind"
    yield "all_tickets", (seats, n), BITS, "all tickets held or completed"
    yield "all_offers", (seats, n), BITS, "all tickets that are looked at"
    if _has_yards(board):
        yield "tracks", (seats, 9), _cards(board), "all tracks by kind, spent cards included"


def list_beds(board: Board) -> list[int]:
    """Return the tracks that need a piece."""
    return [i for i, track in enumerate(board.tracks) if track.is_bed]


def list_lengths(board: Board) -> list[int]:
    """Return the lengths of the pieces there are."""
    return [n for n in range(st.MAX_LENGTH + 1) if board.record[0]["pieces"][:, n].any()]
