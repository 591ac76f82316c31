"""The state record, the board record, and the numbers that name phases, actions and outcomes.

A game in progress is one flat record of about a kilobyte; a board with its game's parameters is
another. Both are one-element arrays on the Python side and plain structures in compiled code.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from branchline.rules.record import Int8, Int16, Int32, Records, RecordType, record_type
from branchline.rules.rule import name_types

MAX_SEATS = 6
MAX_CITIES = 64
MAX_TRACKS = 160
MAX_LENGTH = 9
MAX_TICKETS = 64
MAX_CARDS = 112
MAX_OFFER = 6
MAX_BONUSES = 8
MAX_FACE_UP = 5
MAX_ACTIONS = 6144
WORDS = 3

COLOURS = 8
LOCOMOTIVE = 8
KINDS = 9
GREY = 8
"""A track of this colour takes any one colour."""

# Phases: what must be decided next.
(
    FIRST_TICKETS,
    HOME,
    TURN,
    SECOND_CARD,
    TICKETS,
    BUILD,
    ALVIN,
    MARKER,
    COMPLETE,
    OVER,
) = range(10)

# Action numbers that are the same in every game; what depends on the board follows.
A_DECK = 0
A_PLACE = 1
A_TICKETS = A_PLACE + MAX_FACE_UP
A_PASS = A_TICKETS + 1
A_NO_MARKER = A_PASS + 1
A_STOP = A_NO_MARKER + 1
A_BEST = A_STOP + 1
A_DONE = A_BEST + 1
A_KEEP = A_DONE + 1
A_BOARD = A_KEEP + (1 << MAX_OFFER)

# Kinds of action.
(
    K_DECK,
    K_PLACE,
    K_TICKETS,
    K_PASS,
    K_NO_MARKER,
    K_KEEP,
    K_CLAIM,
    K_BUILD,
    K_HOME,
    K_MARK,
    K_ALVIN,
    K_STOP,
    K_LAY,
    K_LAY_THREE,
    K_COMPLETE,
    K_BEST,
    K_DONE,
) = range(17)

# Outcomes, as they are written to the log: four numbers each, the kind and up to three facts.
(
    O_STARTS,
    O_SHUFFLED,
    O_DEALT,
    O_TURNED_UP,
    O_SWEPT,
    O_TICKETS_SHUFFLED,
    O_OFFERED,
    O_CHOSE,
    O_KEPT,
    O_RETURNED,
    O_UNDER,
    O_TURN,
    O_DREW,
    O_CLAIMED,
    O_BUILT,
    O_PIECE_BACK,
    O_CUT,
    O_SCORED,
    O_HOME,
    O_MARKED,
    O_CAPTURED,
    O_ALVIN_MOVED,
    O_MOVED,
    O_ROBBED,
    O_LAID,
    O_SCORING,
    O_COMPLETED,
    O_TAKEN,
    O_FINISHED,
    O_GATHERED,
    O_PASSED,
    O_LAST_ROUND,
    O_OVER,
) = range(33)

OVER_LAST_ROUND, OVER_ALL_PASSED = range(2)
WHY_ROUTE, WHY_MARKER_A, WHY_MARKER_B, WHY_CAPTURE, WHY_TICKETS = range(5)

# Options of a game, as bits.
WITH_ALVIN = 1
WITH_CLOSED_TICKETS = 2

# How the first returned tickets go back (rule 2; the last one: into the whole deck).
IN_ORDER, SHUFFLED, INTO_THE_DECK = range(3)


# Numbers and arrays that an annotation may stand for, besides int, float, bool and the records.
Word: TypeAlias = np.uint32
Words: TypeAlias = NDArray[np.uint32]
Mask: TypeAlias = np.uint64
Masks: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.int8]
Ids: TypeAlias = NDArray[np.int16]
Wide: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Grid: TypeAlias = NDArray[np.int32]


class Chance(RecordType):
    """A stream of chance."""

    key: Annotated[Words, 8]
    block: Annotated[Words, 16]
    counter: Mask
    used: Int8


class State(RecordType):
    """A game in progress."""

    chance: Chance
    open: Annotated[Masks, WORDS]  # tracks that can still be claimed by somebody
    allowed: Annotated[Masks, MAX_SEATS, WORDS]  # tracks a seat may claim as far as it is concerned
    beds: Annotated[Masks, WORDS]  # track beds that can still be built
    cut: Annotated[Masks, WORDS]  # tracks cut off by a crossing
    reached: Annotated[Masks, MAX_SEATS]  # cities joined to a seat's home
    completed: Annotated[Masks, MAX_SEATS]  # tickets completed from the track
    of_colour: Annotated[Masks, KINDS, WORDS]  # tracks by the colour that pays for them
    held: Annotated[Masks, MAX_SEATS]  # tickets kept
    turn: Int32
    points: Annotated[Ids, MAX_SEATS]
    deck_n: Int16
    discards_n: Int16
    hand_n: Annotated[Ids, MAX_SEATS]
    hand: Annotated[Bytes, MAX_SEATS, KINDS]
    seen: Annotated[Bytes, MAX_SEATS, KINDS]  # of the hand, what everybody saw being taken
    located: Annotated[Bytes, MAX_SEATS, KINDS]  # of the hand, what the other of two seats can tell
    market: Annotated[Bytes, MAX_FACE_UP]  # -1: an empty place
    discards: Annotated[Bytes, KINDS]
    deck: Annotated[Bytes, MAX_CARDS]  # the top is deck[deck_n - 1]
    trains: Annotated[Bytes, MAX_SEATS]
    owner: Annotated[Bytes, MAX_TRACKS]  # -1: nobody
    payees: Annotated[Bytes, MAX_TRACKS]  # who scored a route: seat + 1 by end, 16 × a + b
    built: Annotated[Bytes, MAX_TRACKS]  # colour of the piece on a bed; -1: none
    supply: Annotated[Bytes, COLOURS, MAX_LENGTH + 1]  # pieces by colour and length
    home: Annotated[Bytes, MAX_SEATS]  # -1: not chosen
    marker: Annotated[Bytes, MAX_CITIES]  # whose marker stands in a city; -1: nobody's
    markers_left: Annotated[Bytes, MAX_SEATS]
    claimed: Int16  # the track claimed this turn, while a marker is offered
    alvin: Int8  # the city where Alvin stands; -1: he is not in the game
    alvin_holder: Int8
    captures: Annotated[Bytes, MAX_SEATS]
    row: Annotated[Bytes, MAX_SEATS, COLOURS]  # cards in the rows of a yard
    row_locomotives: Annotated[Bytes, MAX_SEATS, COLOURS]  # locomotives on top of them
    track: Annotated[Bytes, MAX_SEATS, KINDS]
    track_n: Annotated[Bytes, MAX_SEATS]
    closed: Int8  # 1: completed tickets and what was spent on them lie face down
    spent: Annotated[Bytes, MAX_SEATS, KINDS]  # cards that lie face down with completed tickets
    completed_n: Annotated[Bytes, MAX_SEATS]
    completed_now: Annotated[Bytes, MAX_SEATS]  # of them, those of the scoring that goes on
    finished: Int8  # seats that complete no more tickets, as bits
    pile: Int8  # which draw pile is in use, from 1
    idle: Int8  # turns in a row without a train card drawn or laid
    active: Int8  # 1: a train card was drawn or laid this turn
    turn_seat: Int8  # whose turn it is, or was last
    held_n: Annotated[Bytes, MAX_SEATS]
    ticket_deck: Annotated[Bytes, MAX_TICKETS]  # a ring: tickets leave at the top, return below
    ticket_top: Int8
    ticket_n: Int8
    returner: Annotated[Bytes, MAX_TICKETS]  # the seat that put a ticket under the deck, or -1
    offer: Annotated[Bytes, MAX_SEATS, MAX_OFFER]
    offer_n: Annotated[Bytes, MAX_SEATS]
    choice: Annotated[Bytes, MAX_SEATS]  # first tickets kept, as a mask over the offer; -1: not yet
    seats: Int8
    seat: Int8
    first_seat: Int8
    phase: Int8
    turns_left: Int8  # turns left in the last round; -1 before it
    passes: Int8  # passes in a row


class BoardRecord(RecordType):
    """A board with the numbers of its game."""

    sisters: Annotated[Masks, MAX_TRACKS, WORDS]
    up_to: Annotated[Masks, MAX_LENGTH + 1, WORDS]  # tracks of at most this length
    of_colour: Annotated[Masks, KINDS, WORDS]
    open: Annotated[Masks, WORDS]
    words: Int8
    n_cities: Int16
    n_tracks: Int16
    n_tickets: Int16
    n_actions: Int16
    length: Annotated[Bytes, MAX_TRACKS]
    end_a: Annotated[Bytes, MAX_TRACKS]
    end_b: Annotated[Bytes, MAX_TRACKS]
    colour: Annotated[Bytes, MAX_TRACKS]  # -1: a track bed, whose piece gives it a colour
    ferry: Annotated[Bytes, MAX_TRACKS]  # locomotives that must be among the cards
    pay_base: Annotated[Ids, MAX_TRACKS]  # action number of a claim: base + colour * stride + k
    pay_stride: Annotated[Bytes, MAX_TRACKS]
    pay_all: Annotated[Ids, MAX_TRACKS]  # action number of a claim with locomotives alone
    action_kind: Annotated[Bytes, MAX_ACTIONS]
    action_what: Annotated[Ids, MAX_ACTIONS]  # place, mask of tickets, or track
    action_colour: Annotated[Bytes, MAX_ACTIONS]
    action_locomotives: Annotated[Bytes, MAX_ACTIONS]
    ticket_from: Annotated[Masks, MAX_TICKETS]  # cities; several where the ticket names a zone
    ticket_to: Annotated[Masks, MAX_TICKETS]
    touching: Annotated[Masks, MAX_CITIES, WORDS]  # tracks that end in a city
    towns: Mask  # cities that are not dead ends
    crossing: Annotated[Masks, MAX_TRACKS, WORDS]  # tracks that a track crosses
    beds: Annotated[Masks, WORDS]
    pieces: Annotated[Bytes, COLOURS, MAX_LENGTH + 1]
    building: Int8  # after drawing, a track piece is laid
    build_base: Annotated[Ids, MAX_TRACKS]  # action number of a build: base + colour
    markers: Int8  # markers of each seat; 0: no home cities, claims need not connect
    home_base: Int16  # action number: base + city
    mark_base: Int16  # action number: base + 17 × city + payment
    alvin_base: Int16  # action number: base + city
    alvin_city: Int8
    alvin_capture: Int8
    alvin_end: Int8
    yard: Int8  # there are rail yards, and tickets ask for cards
    first_locomotives: Int8
    two_piles_from: Int8
    next_hand: Int8
    idle_rounds: Int8
    ticket_cards: Annotated[Bytes, MAX_TICKETS, COLOURS]
    n_bonuses: Int8
    bonus_points: Annotated[Bytes, MAX_BONUSES]
    bonus_tickets: Annotated[Masks, MAX_BONUSES]  # tickets that name the city of a bonus
    lay_base: Int16  # action number: base + (cards each × colour + n - 1) × … + locomotives
    trio_base: Int16
    n_trios: Int8
    complete_base: Int16  # action number: base + ticket
    ticket_points: Annotated[Ids, MAX_TICKETS]
    cards: Annotated[Bytes, KINDS]
    first_hand: Int8
    face_up: Int8
    sweep_at: Int8
    trains: Int8
    last_round_at: Int8
    first_offer: Int8
    first_keep: Int8
    first_return: Int8
    offer: Int8
    keep: Int8
    points: Annotated[Ids, MAX_LENGTH + 1]
    all_sisters_from: Int8
    longest_path: Int16
    most_tickets: Int16


class ResultRecord(RecordType):
    """The score of a game."""

    done: Annotated[Masks, MAX_SEATS]  # completed tickets
    done_n: Annotated[Ids, MAX_SEATS]
    failed_n: Annotated[Ids, MAX_SEATS]
    done_points: Annotated[Ids, MAX_SEATS]
    failed_points: Annotated[Ids, MAX_SEATS]
    longest: Annotated[Ids, MAX_SEATS]
    trail: Annotated[Ids, MAX_SEATS, 65]  # the longest path: how many tracks, then they in order
    longest_path: Annotated[Ids, MAX_SEATS]
    most_tickets: Annotated[Ids, MAX_SEATS]
    routes: Annotated[Ids, MAX_SEATS]
    captures: Annotated[Ids, MAX_SEATS]
    bonus: Annotated[Ids, MAX_SEATS, MAX_BONUSES]
    bonus_n: Annotated[Ids, MAX_SEATS]
    alvin: Annotated[Ids, MAX_SEATS]
    total: Annotated[Ids, MAX_SEATS]
    rank: Annotated[Ids, MAX_SEATS]
    decided_by: Int16


# Lists that the rules write into: what happened, and which actions are legal. They are records too,
# because compiled code counts references to an array each time it is handed on.
LOG_SIZE = 16384


class Log(RecordType):
    """What happened: four numbers each."""

    capacity: Int32
    n: Int32
    entries: Annotated[Ids, LOG_SIZE]


class Menu(RecordType):
    """The legal actions."""

    ids: Annotated[Ids, MAX_ACTIONS]


CHANCE_DTYPE = record_type(Chance)
STATE_DTYPE = record_type(State)
BOARD_DTYPE = record_type(BoardRecord)
RESULT_DTYPE = record_type(ResultRecord)
LOG_DTYPE = record_type(Log)
MENU_DTYPE = record_type(Menu)

# Python hands an entry one-element arrays.
Chances: TypeAlias = Records[Chance]
States: TypeAlias = Records[State]
BoardRecords: TypeAlias = Records[BoardRecord]
ResultRecords: TypeAlias = Records[ResultRecord]
Logs: TypeAlias = Records[Log]
Menus: TypeAlias = Records[Menu]

BY_POINTS, BY_TICKETS, BY_LONGEST_PATH, BY_BONUSES, SHARED = range(5)

name_types(
    {
        "int": types.int64,
        "bool": types.boolean,
        "Word": types.uint32,
        "Mask": types.uint64,
        "Masks": types.Array(types.uint64, 1, "C"),
        "Bytes": types.Array(types.int8, 1, "C"),
        "Ids": types.Array(types.int16, 1, "C"),
        "Wide": types.Array(types.int64, 1, "C"),
        "Floats": types.Array(types.float64, 1, "C"),
        "float": types.float64,
        "Grid": types.Array(types.int32, 2, "C"),
    }
)

SILENT: Logs = np.zeros(1, LOG_DTYPE)
"""A log that notes nothing."""


def new_log() -> Logs:
    """Return an empty log, large enough for any one action or set-up."""
    logs = np.zeros(1, LOG_DTYPE)
    logs["capacity"] = LOG_SIZE
    return logs
