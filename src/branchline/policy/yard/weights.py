"""The weights of the yards' policy, by the number of seats."""

from __future__ import annotations

from branchline.policy import mind as m

TWO_SEATS: dict[int, float] = {
    m.Y_PACE: 0.963,
    m.Y_TRACK_LOCOMOTIVES: 0.103,
    m.Y_INFER: 0.034,
    m.Y_PRIOR: 0.5,
    m.Y_SPARE: 0.036,
    m.Y_LOCOMOTIVE: -0.362,
    m.Y_LATE_LOCOMOTIVE: 1.572,
    m.Y_LATE: 3.578,
    m.Y_EXPOSED: 0.666,
    m.Y_HOARD: 0.569,
    m.Y_DECAY: 2.306,
    m.Y_ROB: 4.225,
    m.Y_SHUT: -0.796,
    m.Y_LAY: 3.73,
    m.Y_HASTE: 0.635,
    m.Y_SPAN: 4.636,
    m.Y_TRIO: 0.146,
    m.Y_ANY: 0.235,
    m.Y_NEED: 0.583,
    m.Y_SUIT: 0.069,
    m.Y_STANDING: -0.09,
    m.Y_RAID: 0.199,
    m.Y_FACE_UP_LOCOMOTIVE: 8.792,
    m.Y_BLIND_LOCOMOTIVE: 0.758,
    m.Y_BLIND: 0.3,
    m.Y_ROOM: 5.371,
    m.Y_ON_TRACK: 0.874,
    m.Y_IN_YARD: 1.345,
    m.Y_IN_HAND: 0.348,
    m.Y_TO_COME: 0.112,
    m.Y_SECOND: 0.36,
    m.Y_MISS: 6.573,
    m.Y_SPREAD: 0.854,
    m.Y_COLOUR: 2.214,
    m.Y_CAP: 0.742,
    m.Y_LATE_COLOUR: 1.512,
    m.Y_LATE_CAP: 0.91,
    m.Y_CITY: 0.407,
    m.Y_STOP: 2.405,
    m.Y_HAND: 0.038,
    m.Y_LOOK: 1.0,
}
THREE_SEATS = TWO_SEATS | {
    m.Y_PACE: 1.3,
    m.Y_LOCOMOTIVE: 0.1,
    m.Y_LATE: 5.421,
    m.Y_DECAY: 2.286,
    m.Y_ROB: 1.5,
    m.Y_SHUT: -1.383,
    m.Y_LAY: 3.0,
    m.Y_FACE_UP_LOCOMOTIVE: 2.5,
    m.Y_BLIND: 0.139,
    m.Y_IN_HAND: 0.5,
    m.Y_TO_COME: 0.344,
    m.Y_SECOND: 0.426,
    m.Y_LATE_COLOUR: 2.3,
    m.Y_LATE_CAP: 0.465,
    m.Y_LOOK: 0.213,
}
FOUR_SEATS = TWO_SEATS | {
    m.Y_PACE: 1.251,
    m.Y_LOCOMOTIVE: 0.1,
    m.Y_LATE_LOCOMOTIVE: 1.229,
    m.Y_LATE: 8.0,
    m.Y_ROB: 1.5,
    m.Y_LAY: 3.0,
    m.Y_TRIO: 0.326,
    m.Y_FACE_UP_LOCOMOTIVE: 2.5,
    m.Y_IN_HAND: 0.5,
    m.Y_TO_COME: 0.4,
    m.Y_LOOK: 1.126,
}


RECALL = {m.Y_RECALL: 1.0, m.Y_LYING_SPARE: 0.2}


def yard_weights(seats: int, recalls: bool) -> dict[int, float]:
    """Return the weights for a number of seats, of a player who remembers the tracks or does not.

    With two, what one is robbed of is the other's gain, and patience with locomotives in hand
    wins. With more, a robber works for the others too: rows are laid sooner.
    """
    found = TWO_SEATS if seats == 2 else THREE_SEATS if seats == 3 else FOUR_SEATS
    return found | RECALL if recalls else found
