"""Choices: how a built-in player chooses, in a match or beside a learner."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np

from branchline.policy.matches.clock import CLASSES
from branchline.policy.mind import Minds
from branchline.policy.playouts import compare_actions, decide, shortlist
from branchline.policy.search import Trials, begin_search, key_of_decision, weigh
from branchline.policy.yard.greedy import decide_greedily
from branchline.rules.chance import below
from branchline.rules.known import know
from branchline.rules.recall import recall_tracks
from branchline.rules.record import Int8, Int32, Records, RecordType, record_type
from branchline.rules.rule import rule
from branchline.rules.state import (
    MAX_SEATS,
    BoardRecords,
    Chance,
    Chances,
    Ids,
    Logs,
    Menus,
    ResultRecords,
    States,
    Wide,
)
from branchline.rules.turn import legal

# Kinds of players.
P_RANDOM, P_POLICY, P_GREEDY, P_SEARCH = range(4)


class PlayerRecord(RecordType):
    """A built-in player in its seat, and how its choices went."""

    kind: Int8
    stream: Int8  # the stream its chance comes from: its own, or one that all share
    playouts: Int32  # that it may spend on a choice
    recalls: Int8  # 1: it remembers what was laid on the tracks
    moves: Int32
    fallbacks: Int32  # choices that were not legal, made by chance instead
    times: Annotated[Wide, CLASSES]  # how many choices took how long


PLAYER_DTYPE = record_type(PlayerRecord)
PlayerRecords: TypeAlias = Records[PlayerRecord]


@rule
def begin_choice(
    boards: BoardRecords,
    states: States,
    at: int,
    seat: int,
    player: PlayerRecord,
    mind: Minds,
    chance: Chance,
    open_track: bool,
    knowns: States,
    trials: Trials,
    masters: Chances,
    menus: Menus,
    kept: Ids,
) -> int:
    """Return what a player chooses in a game, or -1 if it begins to compare actions.

    Every choice is made from knowns[0], what the seat may know. Only a random player, who looks at
    nothing, needs none of it.
    """
    s = states[at]
    if player.kind == P_RANDOM:
        n = legal(boards[0], s, seat, menus[0])
        return int(menus[0].ids[below(chance, n)])
    know(boards[0], s, seat, open_track, knowns)
    if player.recalls:
        recall_tracks(s, seat, knowns[0])
    if player.kind == P_POLICY:
        return int(decide(boards, knowns, seat, mind, menus))
    if player.kind == P_GREEDY:
        return int(decide_greedily(boards, knowns, seat, menus))
    n = shortlist(boards, knowns, seat, mind, menus, kept)
    begin_search(trials, kept, n)
    key_of_decision(chance, knowns, masters[0])
    return -1


@rule
def is_compared(trials: Trials, player: PlayerRecord) -> bool:
    """Tell whether a player has compared its actions as far as it may."""
    return bool(trials[0].n <= 1 or trials[0].playouts >= player.playouts)


@rule
def compare_more(
    boards: BoardRecords,
    knowns: States,
    worlds: States,
    results: ResultRecords,
    seat: int,
    masters: Chances,
    streams: Chances,
    minds: Minds,
    begun: Minds,
    fresh: Minds,
    menus: Menus,
    logs: Logs,
    trials: Trials,
    rows: int,
) -> None:
    """Compare the actions that are left in so many more worlds: `Comparison.go_on`, compiled.

    fresh[0] is the mind that everybody in a play-out begins with.
    """
    trial = trials[0]
    n = int(trial.n)
    actions = np.empty(n, np.int16)
    for i in range(n):
        actions[i] = trial.actions[i]
        begun[MAX_SEATS + i] = fresh[0]
    for i in range(MAX_SEATS):
        minds[i] = fresh[0]
        begun[i] = fresh[0]
    table = np.zeros((rows, n), np.int32)
    compare_actions(
        boards,
        knowns,
        worlds,
        results,
        seat,
        masters,
        trial.worlds,
        streams,
        actions,
        minds,
        begun,
        menus,
        logs,
        table,
    )
    weigh(trials, table)


@rule
def compare_on(
    boards: BoardRecords,
    knowns: States,
    worlds: States,
    results: ResultRecords,
    seat: int,
    player: PlayerRecord,
    masters: Chances,
    streams: Chances,
    others: Minds,
    begun: Minds,
    fresh: Minds,
    menus: Menus,
    logs: Logs,
    trials: Trials,
    batch: int,
    most: int,
) -> int:
    """Compare until that is done, or until so many play-outs were spent; return how many were.

    fresh has the mind that everybody begins with in a play-out; others and begun are places for
    those. batch is in how many worlds the actions are compared at a time.
    """
    spent = 0
    while spent < most and not is_compared(trials, player):
        spent += batch * trials[0].n
        compare_more(
            boards,
            knowns,
            worlds,
            results,
            seat,
            masters,
            streams,
            others,
            begun,
            fresh,
            menus,
            logs,
            trials,
            batch,
        )
    return spent
