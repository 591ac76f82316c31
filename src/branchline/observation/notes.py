"""The records beside a state: where each slice of an observation stands, and what is noted."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np
from numba import types
from numpy.typing import NDArray

from branchline.rules.record import Int8, Int16, Int32, Records, RecordType, record_type
from branchline.rules.rule import name_types
from branchline.rules.state import (
    KINDS,
    MAX_CITIES,
    MAX_LENGTH,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    WORDS,
    Bytes,
    Ids,
    Masks,
)

# Arrays with a row for each game.
Observations: TypeAlias = NDArray[np.uint8]
"""Observations."""
LegalMasks: TypeAlias = NDArray[np.int8]
"""Masks of legal actions."""
Lists: TypeAlias = NDArray[np.int16]
"""Legal actions, or scores."""
Places: TypeAlias = NDArray[np.uint8]
"""One observation."""
Rewards: TypeAlias = NDArray[np.float32]
Marks: TypeAlias = NDArray[np.bool_]
"""One mark for each game."""


class Layout(RecordType):
    """Where each slice of an observation begins (`slices.py` says what is in it); -1: left out."""

    size: Int16
    open_track: Int8  # 1: seats may look at their own tracks (the option of that name)
    n_lengths: Int8
    lengths: Annotated[Bytes, MAX_LENGTH + 1]  # of the pieces there are
    bed: Annotated[Ids, MAX_TRACKS]  # which of the beds a track is; -1: none
    # Every game.
    phase: Int16
    to_act: Int16
    first_seat: Int16
    turn_seat: Int16
    turn: Int16
    turns_left: Int16
    passes: Int16
    market: Int16
    deck: Int16
    discards: Int16
    ticket_deck: Int16
    points: Int16
    cards: Int16
    known: Int16
    ticket_counts: Int16
    offered: Int16
    hand: Int16
    tickets: Int16
    offer: Int16
    choice: Int16
    returned: Int16
    returned_offered: Int16
    # Maps.
    trains: Int16
    done: Int16
    owner: Int16
    shut: Int16
    cut: Int16
    built: Int16
    supply: Int16
    home: Int16
    marker: Int16
    markers_left: Int16
    reach: Int16
    claimed: Int16
    alvin: Int16
    alvin_holder: Int16
    captures: Int16
    # Yards.
    row: Int16
    row_locomotives: Int16
    track: Int16
    own_track: Int16
    own_track_seen: Int16
    own_spent: Int16
    completed: Int16
    completed_count: Int16
    completed_now: Int16
    pile: Int16
    idle: Int16
    active: Int16
    # What is remembered.
    taken: Int16
    blind: Int16
    spent: Int16
    shuffles: Int16
    shuffled: Int16
    turned: Int16
    counted: Int16
    others_then: Int16
    blind_since: Int16
    drawn: Int16
    met: Int16
    went: Int16
    on_track: Int16
    # What is worked out.
    unseen: Int16
    short: Int16
    ticket_trains: Int16
    ticket_cards: Int16
    on_way: Int16
    ticket_missing: Int16
    # What only a critic sees.
    hands: Int16
    all_tickets: Int16
    all_offers: Int16
    tracks: Int16


class Note(RecordType):
    """What is kept beside the state of a game.

    The first six follow from the state and save working them out at every step. The rest is what
    its seats remember; it is kept only if an observation asks for it.
    """

    owned: Annotated[Masks, WORDS]  # tracks that somebody owns
    sisters: Annotated[Masks, MAX_SEATS, WORDS]  # tracks beside those of a seat
    done: Annotated[Masks, MAX_SEATS]  # tickets that a seat's routes complete
    roots: Annotated[Bytes, MAX_SEATS, MAX_CITIES]  # cities joined by a seat's routes
    returned: Annotated[Masks, MAX_SEATS]  # tickets that lie where their seat put them
    slot: Annotated[Bytes, MAX_TICKETS]  # their place in the ring of the deck
    met: Annotated[Masks, MAX_SEATS]  # tickets that were ever offered to a seat
    blind: Annotated[Ids, MAX_SEATS]  # cards that came from the pile into a hand
    blind_since: Annotated[Ids, MAX_SEATS]  # of them, since the pile was last shuffled
    drawn: Annotated[Ids, MAX_SEATS]  # tickets that were offered to a seat
    taken: Annotated[Bytes, MAX_SEATS, KINDS]  # cards that all saw a seat take
    spent: Annotated[Bytes, MAX_SEATS, KINDS]  # cards that a seat paid or laid
    shuffled: Annotated[Bytes, KINDS]  # the pile when it was last shuffled
    turned: Annotated[Bytes, KINDS]  # cards turned up from it since
    others_then: Annotated[Bytes, MAX_SEATS, KINDS]  # all other hands when it was shuffled
    went: Annotated[Bytes, MAX_SEATS, MAX_TICKETS]  # to whom a returned ticket went: seat + 1
    counted: Int8  # 1: what was shuffled is known
    shuffles: Int16


class BatchSetting(RecordType):
    """How games are played in a row."""

    seats: Int8
    starts: Int8  # -1: drawn
    options: Int8
    reward: Int8
    autoreset: Int8
    stride: Int32  # from the number of a row's game to that of its next one


LAYOUT_DTYPE = record_type(Layout)
NOTE_DTYPE = record_type(Note)
SETTING_DTYPE = record_type(BatchSetting)
Layouts: TypeAlias = Records[Layout]
Notes: TypeAlias = Records[Note]
BatchSettings: TypeAlias = Records[BatchSetting]

name_types(
    {
        "Observations": types.Array(types.uint8, 2, "C"),
        "LegalMasks": types.Array(types.int8, 2, "C"),
        "Lists": types.Array(types.int16, 2, "C"),
        "Rewards": types.Array(types.float32, 2, "C"),
        "Marks": types.Array(types.boolean, 1, "C"),
    }
)
