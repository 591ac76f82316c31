"""The state record, the board record, and the numbers that name phases, actions and outcomes.

A game in progress is one flat record of about a kilobyte; a board with its game's parameters is
another. Both are one-element arrays on the Python side and plain structures in compiled code.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from branchline.rules.rule import INTERPRETED, name_types

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

# How the first returned tickets go back (rule 2; the last one: into the whole deck).
IN_ORDER, SHUFFLED, INTO_THE_DECK = range(3)


def record_type(fields: list[Any]) -> np.dtype[Any]:
    """Return the type of a record with these fields."""
    plain = np.dtype(fields, align=True)
    # Plain structures are handed to compiled code three times faster, but only np.record lets
    # interpreted rules read a field by name.
    return np.dtype((np.record, plain)) if INTERPRETED else plain


_i8, _i16, _i32, _u32, _u64 = np.int8, np.int16, np.int32, np.uint32, np.uint64

CHANCE_DTYPE = record_type(
    [("key", _u32, (8,)), ("block", _u32, (16,)), ("counter", _u64), ("used", _i8)]
)

STATE_DTYPE = record_type(
    [
        ("chance", CHANCE_DTYPE),
        ("open", _u64, (WORDS,)),  # tracks that can still be claimed by somebody
        ("allowed", _u64, (MAX_SEATS, WORDS)),  # tracks a seat may claim as far as it is concerned
        ("beds", _u64, (WORDS,)),  # track beds that can still be built
        ("cut", _u64, (WORDS,)),  # tracks cut off by a crossing
        ("reached", _u64, (MAX_SEATS,)),  # cities joined to a seat's home
        ("completed", _u64, (MAX_SEATS,)),  # tickets completed from the track
        ("of_colour", _u64, (KINDS, WORDS)),  # tracks by the colour that pays for them
        ("held", _u64, (MAX_SEATS,)),  # tickets kept
        ("turn", _i32),
        ("points", _i16, (MAX_SEATS,)),
        ("deck_n", _i16),
        ("discards_n", _i16),
        ("hand_n", _i16, (MAX_SEATS,)),
        ("hand", _i8, (MAX_SEATS, KINDS)),
        ("seen", _i8, (MAX_SEATS, KINDS)),  # of the hand, what everybody saw being taken
        ("located", _i8, (MAX_SEATS, KINDS)),  # of the hand, what the other of two seats can tell
        ("market", _i8, (MAX_FACE_UP,)),  # -1: an empty place
        ("discards", _i8, (KINDS,)),
        ("deck", _i8, (MAX_CARDS,)),  # the top is deck[deck_n - 1]
        ("trains", _i8, (MAX_SEATS,)),
        ("owner", _i8, (MAX_TRACKS,)),  # -1: nobody
        ("payees", _i8, (MAX_TRACKS,)),  # who scored a route: seat + 1 by end, 16 × a + b
        ("built", _i8, (MAX_TRACKS,)),  # colour of the piece on a bed; -1: none
        ("supply", _i8, (COLOURS, MAX_LENGTH + 1)),  # pieces by colour and length
        ("home", _i8, (MAX_SEATS,)),  # -1: not chosen
        ("marker", _i8, (MAX_CITIES,)),  # whose marker stands in a city; -1: nobody's
        ("markers_left", _i8, (MAX_SEATS,)),
        ("claimed", _i16),  # the track claimed this turn, while a marker is offered
        ("alvin", _i8),  # the city where Alvin stands; -1: he is not in the game
        ("alvin_holder", _i8),
        ("captures", _i8, (MAX_SEATS,)),
        ("row", _i8, (MAX_SEATS, COLOURS)),  # cards in the rows of a yard
        ("row_locomotives", _i8, (MAX_SEATS, COLOURS)),  # locomotives on top of them
        ("track", _i8, (MAX_SEATS, KINDS)),
        ("track_n", _i8, (MAX_SEATS,)),
        ("finished", _i8),  # seats that complete no more tickets, as bits
        ("pile", _i8),  # which draw pile is gone through, from 1
        ("idle", _i8),  # turns in a row without a train card drawn or laid
        ("active", _i8),  # 1: a train card was drawn or laid this turn
        ("turn_seat", _i8),  # whose turn it is, or was last
        ("held_n", _i8, (MAX_SEATS,)),
        ("ticket_deck", _i8, (MAX_TICKETS,)),  # a ring: tickets leave at the top, return below
        ("ticket_top", _i8),
        ("ticket_n", _i8),
        ("returner", _i8, (MAX_TICKETS,)),  # the seat that put a ticket under the deck, or -1
        ("offer", _i8, (MAX_SEATS, MAX_OFFER)),
        ("offer_n", _i8, (MAX_SEATS,)),
        ("choice", _i8, (MAX_SEATS,)),  # first tickets kept, as a mask over the offer; -1: not yet
        ("seats", _i8),
        ("seat", _i8),
        ("first_seat", _i8),
        ("phase", _i8),
        ("turns_left", _i8),  # turns left in the last round; -1 before it
        ("passes", _i8),  # passes in a row
    ]
)

BOARD_DTYPE = record_type(
    [
        ("sisters", _u64, (MAX_TRACKS, WORDS)),
        ("up_to", _u64, (MAX_LENGTH + 1, WORDS)),  # tracks of at most this length
        ("of_colour", _u64, (KINDS, WORDS)),
        ("open", _u64, (WORDS,)),
        ("words", _i8),
        ("n_cities", _i16),
        ("n_tracks", _i16),
        ("n_tickets", _i16),
        ("n_actions", _i16),
        ("length", _i8, (MAX_TRACKS,)),
        ("end_a", _i8, (MAX_TRACKS,)),
        ("end_b", _i8, (MAX_TRACKS,)),
        ("colour", _i8, (MAX_TRACKS,)),  # -1: a track bed, whose piece gives it a colour
        ("ferry", _i8, (MAX_TRACKS,)),  # locomotives that must be among the cards
        ("pay_base", _i16, (MAX_TRACKS,)),  # action number of a claim: base + colour * stride + k
        ("pay_stride", _i8, (MAX_TRACKS,)),
        ("pay_all", _i16, (MAX_TRACKS,)),  # action number of a claim with locomotives alone
        ("action_kind", _i8, (MAX_ACTIONS,)),
        ("action_what", _i16, (MAX_ACTIONS,)),  # place, mask of tickets, or track
        ("action_colour", _i8, (MAX_ACTIONS,)),
        ("action_locomotives", _i8, (MAX_ACTIONS,)),
        ("ticket_from", _u64, (MAX_TICKETS,)),  # cities; several where the ticket names a zone
        ("ticket_to", _u64, (MAX_TICKETS,)),
        ("touching", _u64, (MAX_CITIES, WORDS)),  # tracks that end in a city
        ("towns", _u64),  # cities that are not dead ends
        ("crossing", _u64, (MAX_TRACKS, WORDS)),  # tracks that a track crosses
        ("beds", _u64, (WORDS,)),
        ("pieces", _i8, (COLOURS, MAX_LENGTH + 1)),
        ("building", _i8),  # after drawing, a track piece is laid
        ("build_base", _i16, (MAX_TRACKS,)),  # action number of a build: base + colour
        ("markers", _i8),  # markers of each seat; 0: no home cities, claims need not connect
        ("home_base", _i16),  # action number: base + city
        ("mark_base", _i16),  # action number: base + 17 × city + payment
        ("alvin_base", _i16),  # action number: base + city
        ("alvin_city", _i8),
        ("alvin_capture", _i8),
        ("alvin_end", _i8),
        ("yard", _i8),  # there are rail yards, and tickets ask for cards
        ("first_locomotives", _i8),
        ("two_piles_from", _i8),
        ("next_hand", _i8),
        ("idle_rounds", _i8),
        ("ticket_cards", _i8, (MAX_TICKETS, COLOURS)),
        ("n_bonuses", _i8),
        ("bonus_points", _i8, (MAX_BONUSES,)),
        ("bonus_tickets", _u64, (MAX_BONUSES,)),  # tickets that name the city of a bonus
        ("lay_base", _i16),  # action number: base + (cards each × colour + n - 1) × … + locomotives
        ("trio_base", _i16),
        ("n_trios", _i8),
        ("complete_base", _i16),  # action number: base + ticket
        ("ticket_points", _i16, (MAX_TICKETS,)),
        ("cards", _i8, (KINDS,)),
        ("first_hand", _i8),
        ("face_up", _i8),
        ("sweep_at", _i8),
        ("trains", _i8),
        ("last_round_at", _i8),
        ("first_offer", _i8),
        ("first_keep", _i8),
        ("first_return", _i8),
        ("offer", _i8),
        ("keep", _i8),
        ("points", _i16, (MAX_LENGTH + 1,)),
        ("all_sisters_from", _i8),
        ("longest_path", _i16),
        ("most_tickets", _i16),
    ]
)

RESULT_DTYPE = record_type(
    [
        ("done", _u64, (MAX_SEATS,)),  # completed tickets
        ("done_n", _i16, (MAX_SEATS,)),
        ("failed_n", _i16, (MAX_SEATS,)),
        ("done_points", _i16, (MAX_SEATS,)),
        ("failed_points", _i16, (MAX_SEATS,)),
        ("longest", _i16, (MAX_SEATS,)),
        ("trail", _i16, (MAX_SEATS, 65)),  # the longest path: how many tracks, then they in order
        ("longest_path", _i16, (MAX_SEATS,)),
        ("most_tickets", _i16, (MAX_SEATS,)),
        ("routes", _i16, (MAX_SEATS,)),
        ("captures", _i16, (MAX_SEATS,)),
        ("bonus", _i16, (MAX_SEATS, MAX_BONUSES)),
        ("bonus_n", _i16, (MAX_SEATS,)),
        ("alvin", _i16, (MAX_SEATS,)),
        ("total", _i16, (MAX_SEATS,)),
        ("rank", _i16, (MAX_SEATS,)),
        ("decided_by", _i16),
    ]
)

# Lists that the rules write into: what happened, and which actions are legal. They are records too,
# because compiled code counts references to an array each time it is handed on.
LOG_SIZE = 16384
LOG_DTYPE = record_type([("capacity", _i32), ("n", _i32), ("entries", _i16, (LOG_SIZE,))])
MENU_DTYPE = record_type([("ids", _i16, (MAX_ACTIONS,))])

BY_POINTS, BY_TICKETS, BY_LONGEST_PATH, BY_BONUSES, SHARED = range(5)

# What the annotations of a rule stand for. A type checker cannot know the fields of a record; a
# one-element array of records is what Python hands to an entry.
Chance: TypeAlias = Any
State: TypeAlias = Any
Board: TypeAlias = Any
Result: TypeAlias = Any
States: TypeAlias = NDArray[Any]
Boards: TypeAlias = NDArray[Any]
Results: TypeAlias = NDArray[Any]
Chances: TypeAlias = NDArray[Any]
Word: TypeAlias = Any
Mask: TypeAlias = Any
Bytes: TypeAlias = NDArray[np.int8]
Masks: TypeAlias = NDArray[np.uint64]
Ids: TypeAlias = NDArray[np.int16]
Wide: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Log: TypeAlias = Any
Logs: TypeAlias = NDArray[Any]
Menu: TypeAlias = Any
Menus: TypeAlias = NDArray[Any]
Table: TypeAlias = NDArray[np.int32]

if not INTERPRETED:
    _records = {
        "Chance": CHANCE_DTYPE,
        "State": STATE_DTYPE,
        "Board": BOARD_DTYPE,
        "Result": RESULT_DTYPE,
        "Log": LOG_DTYPE,
        "Menu": MENU_DTYPE,
    }
    for _name, _dtype in _records.items():
        _array = numba.typeof(np.zeros(1, _dtype))  # type: ignore[no-untyped-call]
        name_types({_name: _array.dtype, f"{_name}s": _array})
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
        "Table": types.Array(types.int32, 2, "C"),
    }
)

SILENT: Logs = np.zeros(1, LOG_DTYPE)
"""A log that takes nothing down."""


def new_log() -> Logs:
    """Return an empty log, large enough for any one action or set-up."""
    logs = np.zeros(1, LOG_DTYPE)
    logs["capacity"] = LOG_SIZE
    return logs
