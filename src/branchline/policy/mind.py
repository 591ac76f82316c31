"""The mind of a compiled player: its style, its weights, its plan, and why it chose as it did."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from branchline.rules.record import Int8, Int16, Real, Records, RecordType, record_type
from branchline.rules.rule import rule
from branchline.rules.state import (
    MAX_CITIES,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    WORDS,
    Bytes,
    Floats,
    Ids,
    Mask,
    Masks,
)

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
    W_CAPTURE,
    W_KEEP_RISK,
    W_CLAIM,
    W_APART,
    W_ONE,
    W_REPLAN,
    W_EXTRAS,
    W_CUT,
    W_CLIMB,
    W_DOUBT,
    W_LONGEST,
    W_COUNT,
) = range(40)

# Weights of the yards' policy, in the same places: a mind plays one game.
(
    Y_PACE,
    Y_TRACK_LOCOMOTIVES,
    Y_INFER,
    Y_PRIOR,
    Y_SPARE,
    Y_LOCOMOTIVE,
    Y_LATE_LOCOMOTIVE,
    Y_LATE,
    Y_EXPOSED,
    Y_HOARD,
    Y_DECAY,
    Y_ROB,
    Y_SHUT,
    Y_LAY,
    Y_HASTE,
    Y_SPAN,
    Y_TRIO,
    Y_ANY,
    Y_NEED,
    Y_SUIT,
    Y_STANDING,
    Y_RAID,
    Y_FACE_UP_LOCOMOTIVE,
    Y_BLIND_LOCOMOTIVE,
    Y_BLIND,
    Y_ROOM,
    Y_ON_TRACK,
    Y_IN_YARD,
    Y_IN_HAND,
    Y_TO_COME,
    Y_SECOND,
    Y_MISS,
    Y_SPREAD,
    Y_COLOUR,
    Y_CAP,
    Y_LATE_COLOUR,
    Y_LATE_CAP,
    Y_CITY,
    Y_STOP,
    Y_HAND,
    Y_LOOK,
    Y_RECALL,
    Y_LYING_SPARE,
    Y_COUNT,
) = range(44)

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
    R_HIDE,
    R_LAY,
    R_ROB,
    R_COMPLETE,
    R_STOP,
    R_RANDOM,
    R_LAY_SPARE,
    R_TRIO,
    R_GATHER,
    R_FREE_LOOK,
    R_FEED,
    R_NO_ROOM,
) = range(26)


class Mind(RecordType):
    """What a compiled player has in mind."""

    weights: Annotated[Floats, 48]
    plan: Annotated[Masks, WORDS]  # tracks to claim
    without: Annotated[Masks, WORDS]  # tracks the plan is to do without
    goals: Mask  # tickets the plan completes
    held: Mask  # tickets when it was made
    ways: Annotated[Masks, WORDS]  # tracks that are one's own or may come to be
    cost: Annotated[Floats, MAX_TRACKS]  # of each of them: 0 own or planned
    weight: Annotated[Floats, MAX_TRACKS]  # the same while it is in no plan
    looked_at: Mask  # tickets whose ways alone, while nothing is planned, are known
    alone: Annotated[Masks, MAX_TICKETS, WORDS]  # these ways, as tracks to claim
    alone_costs: Annotated[Floats, MAX_TICKETS]
    alone_takes: Annotated[Ids, MAX_TICKETS]  # and the trains they take
    distance: Annotated[Floats, MAX_CITIES]
    via: Annotated[Ids, MAX_CITIES]  # the track a city was reached by; -1: a source
    pays: Annotated[Bytes, MAX_TRACKS]  # the colour a planned track is to be paid in
    need: Annotated[Ids, 9]  # cards the plan asks for, by kind
    lack: Annotated[Floats, 9]  # yards: cards of a colour that track and yard still miss
    share: Annotated[Floats, 9]  # yards: how likely an unseen card is of a kind
    loss: Annotated[Floats, 8, 32]  # yards: cards of a row of some length lost to robbers
    turns: Real  # yards: own turns to come after this one
    room: Real  # yards: cards on the track at the end, as far as can be guessed
    asked: Real  # yards: cards the tickets held ask for
    rival: Int16  # the longest path of the others
    path: Annotated[Ids, MAX_SEATS]  # everybody's longest path, as last looked for
    path_at: Annotated[Ids, MAX_SEATS]  # and how many trains they had left then; 0: not yet
    takes: Int16  # trains that the ticket last looked at takes
    has_plan: Int8
    extra: Int8  # 1: the plan is a route for its points alone
    style: Int8
    reason: Int8
    what: Int16  # what the reason is about: track, ticket, card or city


MIND_DTYPE = record_type(Mind)
Minds: TypeAlias = Records[Mind]


@rule
def forget(mind: Mind) -> None:
    """Forget the plan and what was looked up; weights and style stay."""
    mind.has_plan = 0
    for seat in range(MAX_SEATS):
        mind.path_at[seat] = 0


@rule
def because(mind: Mind, reason: int, what: int) -> None:
    """Note why a choice is made."""
    mind.reason = reason
    mind.what = what
