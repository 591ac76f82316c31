"""The weights of the compiled players: what each style looks for, in numbers."""

from __future__ import annotations

import numpy as np

from branchline.policy import mind as m
from branchline.policy.yard.weights import yard_weights
from branchline.rules.state import BoardRecord

PLAIN: dict[int, float] = {
    m.W_ROUTE: 1.5,
    m.W_TRAIN: 0.6,
    m.W_CARD: 0.6,
    m.W_FERRY: 0.6,
    m.W_BED: 0.5,
    m.W_GAIN: 0.3,
    m.W_GIVE: 0.7,
    m.W_SHORT: 0.0,
    m.W_TICKET: 0.6,
    m.W_TURN: 2.0,
    m.W_PACE: 1.35,
    m.W_DRAWS: 1.6,
    m.W_SPARE_TRAINS: 14.0,
    m.W_SPARE_TURNS: 8.0,
    m.W_EARLY_TRAINS: 60.0,
    m.W_LOCOMOTIVE: 1.5,
    m.W_SPEND: 1.0,
    m.W_RISK: 1.0,
    m.W_NEAR: 1.0,
    m.W_POINTS: 0.3,
    m.W_TOUCH: 1.0,
    m.W_X_TRAIN: 0.3,
    m.W_X_TURNS: 1.0,
    m.W_IDLE: 0.2,
    m.W_LAST_CARD: 0.2,
    m.W_FACE_UP_LOCOMOTIVE: 1.4,
    m.W_BLIND: 0.1,
    m.W_MARK: 0.25,
    m.W_CAPTURE: 10.0,
    m.W_KEEP_RISK: 0.1,
    m.W_CLAIM: 100.0,
    m.W_APART: 0.0,
    m.W_ONE: 0.0,
    m.W_REPLAN: 1.0,
    m.W_EXTRAS: 1.0,
    m.W_CUT: 0.0,
    m.W_CLIMB: 0.0,
    m.W_DOUBT: 0.0,
    m.W_LONGEST: 0.0,
}

PLANNER = PLAIN | {
    m.W_ROUTE: 3.307,
    m.W_TRAIN: 0.444,
    m.W_CARD: 0.484,
    m.W_GAIN: 0.432,
    m.W_TICKET: 0.6,
    m.W_TURN: 4.241,
    m.W_PACE: 1.669,
    m.W_DRAWS: 1.703,
    m.W_SPARE_TRAINS: 16.782,
    m.W_SPARE_TURNS: 11.0,
    m.W_EARLY_TRAINS: 92.369,
    m.W_LOCOMOTIVE: 0.264,
    m.W_SPEND: 1.206,
    m.W_RISK: -0.728,
    m.W_NEAR: 1.161,
    m.W_POINTS: 0.379,
    m.W_TOUCH: 1.096,
    m.W_X_TRAIN: 0.267,
    m.W_X_TURNS: 1.18,
    m.W_IDLE: 0.548,
    m.W_LAST_CARD: 0.105,
    m.W_FACE_UP_LOCOMOTIVE: 1.396,
    m.W_BLIND: 0.065,
    m.W_KEEP_RISK: 0.041,
    m.W_CLAIM: 0.37,
    m.W_CLIMB: 1.0,
    m.W_DOUBT: 2.5,
    m.W_LONGEST: 1.5,
}
HOMES = PLANNER | {
    m.W_ROUTE: 3.365,
    m.W_TRAIN: 0.962,
    m.W_CARD: 0.506,
    m.W_FERRY: 0.793,
    m.W_GAIN: 0.23,
    m.W_GIVE: 0.231,
    m.W_TICKET: 1.92,
    m.W_TURN: 7.481,
    m.W_PACE: 1.268,
    m.W_DRAWS: 1.405,
    m.W_SPARE_TRAINS: 13.376,
    m.W_SPARE_TURNS: 5.667,
    m.W_EARLY_TRAINS: 86.457,
    m.W_LOCOMOTIVE: 0.205,
    m.W_SPEND: 0.922,
    m.W_RISK: -0.616,
    m.W_NEAR: 2.073,
    m.W_POINTS: 0.324,
    m.W_TOUCH: 1.497,
    m.W_X_TRAIN: 0.168,
    m.W_X_TURNS: 0.893,
    m.W_IDLE: 0.435,
    m.W_LAST_CARD: -0.074,
    m.W_FACE_UP_LOCOMOTIVE: 1.607,
    m.W_BLIND: 0.107,
    m.W_MARK: 0.015,
    m.W_CAPTURE: 7.631,
    m.W_KEEP_RISK: 0.173,
    m.W_CLAIM: 0.95,
}
"""The planner where claims must connect to a home city: tickets are worth waiting for."""
BUILDING = PLANNER | {
    m.W_ROUTE: 4.081,
    m.W_TRAIN: 0.795,
    m.W_CARD: 0.433,
    m.W_FERRY: 0.543,
    m.W_BED: 0.004,
    m.W_GAIN: 0.601,
    m.W_SHORT: -0.06,
    m.W_TICKET: 0.356,
    m.W_TURN: 4.0,
    m.W_PACE: 1.668,
    m.W_DRAWS: 0.309,
    m.W_SPARE_TRAINS: 8.0,
    m.W_SPARE_TURNS: 6.0,
    m.W_EARLY_TRAINS: 78.672,
    m.W_LOCOMOTIVE: 0.207,
    m.W_SPEND: 0.961,
    m.W_RISK: -0.538,
    m.W_NEAR: 1.063,
    m.W_POINTS: 0.475,
    m.W_TOUCH: 0.75,
    m.W_X_TRAIN: 0.247,
    m.W_X_TURNS: 2.522,
    m.W_IDLE: 0.188,
    m.W_LAST_CARD: 0.051,
    m.W_FACE_UP_LOCOMOTIVE: 0.969,
    m.W_BLIND: 0.075,
    m.W_KEEP_RISK: -0.079,
    m.W_CLAIM: 0.484,
    m.W_CUT: 2,
    m.W_DOUBT: 1.5,
    m.W_LONGEST: 2.5,
}
"""The planner where track is built before it is claimed."""
_SHORTEST = PLAIN | {
    m.W_ROUTE: 0.0,
    m.W_TRAIN: 1.0,
    m.W_CARD: 0.0,
    m.W_GAIN: 0.0,
    m.W_TICKET: 2.0,
    m.W_TURN: 1.0,
    m.W_SPARE_TRAINS: 12.0,
    m.W_SPARE_TURNS: 6.0,
    m.W_NEAR: 0.0,
    m.W_RISK: 0.0,
    m.W_POINTS: 1.0,
    m.W_TOUCH: 0.0,
}
PATH = _SHORTEST | {m.W_APART: 1.0}
HUNGRY = _SHORTEST | {m.W_EARLY_TRAINS: 9.0, m.W_SPARE_TRAINS: 9.0}
ONE_STEP = _SHORTEST | {m.W_ONE: 1.0, m.W_REPLAN: 1.0}
LONG_ROUTE = _SHORTEST | {m.W_SHORT: 3.0, m.W_SPARE_TRAINS: 100.0}


def make_mind(weights: dict[int, float]) -> m.Minds:
    """Return a mind with these weights."""
    minds = np.zeros(1, m.MIND_DTYPE)
    for place, weight in weights.items():
        minds["weights"][0, place] = weight
    return minds


BY_STYLE: dict[str, dict[int, float]] = {
    "planner": PLANNER,
    "path": PATH,
    "hungry": HUNGRY,
    "onestep": ONE_STEP,
    "longroute": LONG_ROUTE,
}


def weights_of(
    style: str, board: BoardRecord, seats: int, *, recalls: bool = False
) -> dict[int, float]:
    """Return the weights of a style for a board and a number of seats.

    The style "playout" is the planner's policy as play-outs use it, several times as fast: it
    keeps to a plan as long as it can, and then to the first one it finds. Who recalls what lies on
    hidden tracks plays by it.
    """
    if board["yard"]:
        return yard_weights(seats, recalls)
    if style == "playout":
        return weights_of("planner", board, seats) | {
            m.W_REPLAN: 0.0,
            m.W_CLIMB: 0.0,
        }
    if style == "planner" and board["markers"]:
        return HOMES
    if style == "planner" and board["building"]:
        return BUILDING
    return BY_STYLE[style]
