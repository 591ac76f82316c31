"""Opponents: built-in players choose in many games at once, wherever it is not a learner's turn."""

from __future__ import annotations

import numpy as np

from branchline.policy.matches.choice import PlayerRecords, begin_choice, compare_on
from branchline.policy.mind import Minds
from branchline.policy.search import MOST_ACTIONS, Trials, verdict
from branchline.rules.rule import rule
from branchline.rules.state import (
    OVER,
    BoardRecords,
    Bytes,
    Chances,
    Logs,
    Menus,
    ResultRecords,
    States,
    Wide,
)

_NO_LIMIT = 1 << 30


@rule
def choose_for_others(
    boards: BoardRecords,
    states: States,
    learners: Bytes,
    players: PlayerRecords,
    chances: Chances,
    open_track: bool,
    batch: int,
    knowns: States,
    worlds: States,
    results: ResultRecords,
    trials: Trials,
    masters: Chances,
    streams: Chances,
    minds: Minds,
    others: Minds,
    begun: Minds,
    fresh: Minds,
    menus: Menus,
    logs: Logs,
    asked: Bytes,
    actions: Wide,
    first: int,
    end: int,
) -> int:
    """Choose in each game in which a seat has to act that is not the learner's; count them.

    asked tells which they are. Players sit in the order of play after the learner, whose seat may
    differ from game to game. Each chooses as in a match: from what its seat may know alone. There
    is a stream of chance for each game, which its players share.
    """
    kept = np.empty(MOST_ACTIONS, np.int16)
    waiting = 0
    for row in range(first, end):
        s = states[row]
        seat = int(s.seat)
        asked[row] = 0
        if s.phase == OVER or seat == learners[row]:
            continue
        asked[row] = 1
        waiting += 1
        who = (seat - learners[row] - 1) % s.seats
        player = players[who]
        chosen = begin_choice(
            boards,
            states,
            row,
            seat,
            player,
            minds[who : who + 1],
            chances[row],
            open_track,
            knowns,
            trials,
            masters,
            menus,
            kept,
        )
        if chosen < 0:
            compare_on(
                boards,
                knowns,
                worlds,
                results,
                seat,
                player,
                masters,
                streams,
                others,
                begun,
                fresh[who : who + 1],
                menus,
                logs,
                trials,
                batch,
                _NO_LIMIT,
            )
            chosen = int(trials[0].actions[verdict(trials)])
        actions[row] = chosen
    return waiting
