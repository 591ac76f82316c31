"""Opponents: built-in players choose in many games at once, wherever it is not a learner's turn."""

from __future__ import annotations

import numpy as np

from branchline.policy.match import P_GREEDY, P_POLICY, P_RANDOM, Players
from branchline.policy.mind import Minds
from branchline.policy.playouts import decide, shortlist
from branchline.policy.search import (
    MOST_ACTIONS,
    Trials,
    begin_search,
    compare_more,
    key_of_decision,
    verdict,
)
from branchline.policy.yard.greedy import decide_greedily
from branchline.rules.chance import below
from branchline.rules.known import know
from branchline.rules.recall import recall_tracks
from branchline.rules.rule import rule
from branchline.rules.state import (
    OVER,
    Boards,
    Bytes,
    Chances,
    Logs,
    Menus,
    Results,
    States,
    Wide,
)
from branchline.rules.turn import legal


@rule
def choose_for_others(
    boards: Boards,
    states: States,
    learners: Bytes,
    players: Players,
    chances: Chances,
    open_track: bool,
    batch: int,
    knowns: States,
    worlds: States,
    results: Results,
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
    board = boards[0]
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
        if player.kind == P_RANDOM:
            n = legal(board, s, seat, menus[0])
            actions[row] = menus[0].ids[below(chances[row], n)]
            continue
        know(board, s, seat, open_track, knowns)
        if player.recalls:
            recall_tracks(s, seat, knowns[0])
        mind = minds[who : who + 1]
        if player.kind == P_POLICY:
            actions[row] = decide(boards, knowns, seat, mind, menus)
        elif player.kind == P_GREEDY:
            actions[row] = decide_greedily(boards, knowns, seat, menus)
        else:
            n = shortlist(boards, knowns, seat, mind, menus, kept)
            begin_search(trials, kept, n)
            key_of_decision(chances[row], knowns, masters[0])
            trial = trials[0]
            while trial.n > 1 and trial.playouts < player.playouts:
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
                    fresh[who : who + 1],
                    menus,
                    logs,
                    trials,
                    batch,
                )
            actions[row] = trial.actions[verdict(trials)]
    return waiting
