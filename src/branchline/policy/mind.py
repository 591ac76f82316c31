"""The mind of a compiled player: its style, its weights, its plan, and why it chose as it did."""

from __future__ import annotations

from typing import Any, TypeAlias

import numba
import numpy as np
from numpy.typing import NDArray

from branchline.rules.rule import INTERPRETED, name_types, rule
from branchline.rules.state import MAX_CITIES, MAX_TRACKS, WORDS, record_type

# Weights of the board games' policy; what they mean is said where they are used.
(
    W_ROUTE,
    W_TRAIN,
    W_CARD,
    W_FERRY,
    W_BED,
    W_GAIN,
    W_GIVE,
    W_SHORT,
    W_TICKET,
    W_TURN,
    W_PACE,
    W_DRAWS,
    W_SPARE_TRAINS,
    W_SPARE_TURNS,
    W_EARLY_TRAINS,
    W_LOCOMOTIVE,
    W_SPEND,
    W_RISK,
    W_NEAR,
    W_POINTS,
    W_TOUCH,
    W_X_TRAIN,
    W_X_TURNS,
    W_IDLE,
    W_LAST_CARD,
    W_FACE_UP_LOCOMOTIVE,
    W_BLIND,
    W_MARK,
    W_ALVIN,
    W_KEEP_RISK,
    W_CLAIM,
    W_APART,
    W_ONE,
    W_REPLAN,
    W_EXTRAS,
    W_COUNT,
) = range(36)

# Reasons for a choice, for the sentence that explains it.
(
    R_NONE,
    R_KEEP,
    R_PLANNED,
    R_POINTS,
    R_DRAW_FOR,
    R_DRAW_BLIND,
    R_LOCOMOTIVE,
    R_MORE_TICKETS,
    R_NO_CHOICE,
    R_HOME,
    R_BUILD_PLANNED,
    R_BUILD_SPARE,
    R_MARK,
    R_NO_MARK,
    R_ALVIN_HIDE,
    R_LAY,
    R_ROB,
    R_COMPLETE,
    R_STOP,
    R_RANDOM,
) = range(20)

MIND_DTYPE = record_type(
    [
        ("weights", np.float64, (40,)),
        ("plan", np.uint64, (WORDS,)),  # tracks to claim
        ("goals", np.uint64),  # tickets the plan completes
        ("held", np.uint64),  # tickets when it was made
        ("cost", np.float64, (MAX_TRACKS,)),  # of each track: 0 own or planned, -1 shut
        ("weight", np.float64, (MAX_TRACKS,)),  # the same while it is in no plan
        ("distance", np.float64, (MAX_CITIES,)),
        ("via", np.int16, (MAX_CITIES,)),  # the track a city was reached by; -1: a source
        ("pays", np.int8, (MAX_TRACKS,)),  # the colour a planned track is to be paid in
        ("need", np.int16, (9,)),  # cards the plan asks for, by kind
        ("takes", np.int16),  # trains that the ticket last looked at takes
        ("has_plan", np.int8),
        ("extra", np.int8),  # 1: the plan is a route for its points alone
        ("style", np.int8),
        ("reason", np.int8),
        ("what", np.int16),  # what the reason is about: track, ticket, card or city
    ]
)

Mind: TypeAlias = Any
Minds: TypeAlias = NDArray[Any]

if not INTERPRETED:
    _minds = numba.typeof(np.zeros(1, MIND_DTYPE))  # type: ignore[no-untyped-call]
    name_types({"Mind": _minds.dtype, "Minds": _minds})


@rule
def forget(mind: Mind) -> None:
    """Forget the plan; weights and style stay."""
    mind.has_plan = 0


@rule
def because(mind: Mind, reason: int, what: int) -> None:
    """Note why a choice is made."""
    mind.reason = reason
    mind.what = what
