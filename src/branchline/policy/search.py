"""The dispatcher's search: actions compared in the same worlds, and the hopeless ones dropped."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np

from branchline.policy.board.candidates import MOST
from branchline.rules.chance import next_block, start
from branchline.rules.record import Int8, Int32, Records, RecordType, record_type
from branchline.rules.rule import rule
from branchline.rules.state import (
    Chance,
    Chances,
    Floats,
    Grid,
    Ids,
    States,
    Wide,
)

GATE = 2.0
"""Standard errors by which an action must be better than the planner's choice."""
HOPE = 1.0
"""Standard errors within which an action must be of the best one to stay in the comparison."""
CLOSE = 15.0
"""Points within which a game is close: a point there counts for more than in one won or lost."""
MOST_ACTIONS = 2 * MOST


class Trial(RecordType):
    """A comparison of actions with the first of them, the planner's choice."""

    actions: Annotated[Ids, MOST_ACTIONS]  # those that are still compared
    n: Int8  # how many they are
    worlds: Int32  # the worlds they were all played out in
    playouts: Int32  # of all actions, the dropped ones too
    gain: Annotated[Floats, MOST_ACTIONS]  # how much likelier each wins: summed over the worlds
    square: Annotated[Floats, MOST_ACTIONS]  # the same squared
    points: Annotated[Wide, MOST_ACTIONS]  # by how many points more each wins, summed


TRIAL_DTYPE = record_type(Trial)
Trials: TypeAlias = Records[Trial]


@rule
def begin_search(trials: Trials, actions: Ids, n: int) -> None:
    """Begin to compare n actions."""
    trial = trials[0]
    trial.n = n
    trial.worlds = 0
    trial.playouts = 0
    for i in range(n):
        trial.actions[i] = actions[i]
        trial.gain[i] = 0.0
        trial.square[i] = 0.0
        trial.points[i] = 0


@rule
def key_of_decision(player: Chance, knowns: States, master: Chance) -> None:
    """Set the key that the worlds of one decision come from.

    It depends on the player's own key and on what its seat knows, and on nothing else.
    """
    words = knowns[:1].view(np.uint32)
    for i in range(8):
        master.key[i] = player.key[i]
    for at in range(0, len(words), 8):
        for i in range(min(8, len(words) - at)):
            master.key[i] ^= words[at + i]
        master.counter = np.uint64(at)
        next_block(master)
        for i in range(8):
            master.key[i] = master.block[i]
    start(master)


@rule
def decision_key(players: Chances, knowns: States, masters: Chances) -> None:
    """Set the key that the worlds of one decision come from."""
    key_of_decision(players[0], knowns, masters[0])


@rule
def win_chance(margin: int) -> float:
    """Return how likely a game is won that is ahead by so many points."""
    return float(1.0 / (1.0 + np.exp(-margin / CLOSE)))


@rule
def error_of(trial: Trial, i: int) -> float:
    """Return the standard error of the mean gain of an action."""
    mean = trial.gain[i] / trial.worlds
    spread = max(0.0, trial.square[i] / trial.worlds - mean * mean)
    return float(np.sqrt(spread / max(1, trial.worlds - 1)))


@rule
def drop_hopeless(trial: Trial) -> None:
    """Leave out the actions that will hardly turn out the best; the first one stays."""
    best = 0
    for i in range(1, trial.n):
        if trial.gain[i] > trial.gain[best]:
            best = i
    least = trial.gain[best] / trial.worlds - HOPE * error_of(trial, best)
    kept = 1
    for i in range(1, trial.n):
        if trial.gain[i] / trial.worlds + HOPE * error_of(trial, i) >= least:
            trial.actions[kept] = trial.actions[i]
            trial.gain[kept] = trial.gain[i]
            trial.square[kept] = trial.square[i]
            trial.points[kept] = trial.points[i]
            kept += 1
    trial.n = kept


@rule
def weigh(trials: Trials, table: Grid) -> None:
    """Take in some more worlds, a row of margins each, and drop what is hopeless by now."""
    trial = trials[0]
    for row in range(table.shape[0]):
        first = win_chance(table[row, 0])
        for i in range(1, trial.n):
            gain = win_chance(table[row, i]) - first
            trial.gain[i] += gain
            trial.square[i] += gain * gain
            trial.points[i] += table[row, i] - table[row, 0]
    trial.worlds += table.shape[0]
    trial.playouts += table.shape[0] * trial.n
    drop_hopeless(trial)


@rule
def verdict(trials: Trials) -> int:
    """Return the place of the action to take: 0, the planner's, unless a gain is beyond doubt."""
    trial = trials[0]
    best = 0
    if trial.worlds > 0:
        for i in range(1, trial.n):
            sure = trial.gain[i] / trial.worlds > GATE * error_of(trial, i)
            if sure and trial.gain[i] > trial.gain[best]:
                best = i
    return best
