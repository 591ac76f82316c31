"""The weights of the yards' policy, by the number of seats."""

from __future__ import annotations

from branchline.policy import mind as m

TWO_SEATS: dict[int, float] = {
    m.Y_PACE: 1.4,
    m.Y_TRACK_LOCOMOTIVES: 0.15,
    m.Y_INFER: 0.5,
    m.Y_SPARE: 0.4,
    m.Y_LOCOMOTIVE: 0.3,
    m.Y_LATE_LOCOMOTIVE: 1.0,
    m.Y_LATE: 8.0,
    m.Y_EXPOSED: 0.8,
    m.Y_TAIL: 0.8,
    m.Y_ROB: 0.8,
    m.Y_SHUT: 0.0,
    m.Y_LAY: 3.0,
    m.Y_HASTE: 0.5,
    m.Y_SPAN: 0.6,
    m.Y_TRIO: 0.0,
    m.Y_ANY: 0.3,
    m.Y_NEED: 0.7,
    m.Y_SUIT: 0.15,
    m.Y_STANDING: 0.1,
    m.Y_FACE_UP_LOCOMOTIVE: 2.0,
    m.Y_BLIND_LOCOMOTIVE: 1.5,
    m.Y_BLIND: 0.1,
    m.Y_ROOM: 5.0,
    m.Y_ON_TRACK: 0.9,
    m.Y_IN_YARD: 0.9,
    m.Y_IN_HAND: 0.7,
    m.Y_TO_COME: 0.6,
    m.Y_SECOND: 0.5,
    m.Y_MISS: 9.0,
    m.Y_SPREAD: 2.0,
    m.Y_COLOUR: 1.5,
    m.Y_CAP: 1.0,
    m.Y_CITY: 0.2,
    m.Y_STOP: 2.0,
    m.Y_HAND: 0.1,
}


def yard_weights(seats: int) -> dict[int, float]:
    """Return the weights for a number of seats."""
    return TWO_SEATS
