"""Matches: built-in players from the deal to the result, each by what its seat may know."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import numpy as np

from branchline.policy.clock import CLASSES, now, time_class
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
from branchline.rules.known import first_to_act, know
from branchline.rules.recall import recall_tracks
from branchline.rules.record import Int8, Int32, Real, Record, Records, record_type
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.simulate import tabulate
from branchline.rules.state import (
    OVER,
    Boards,
    Chances,
    Ids,
    Logs,
    Menu,
    Menus,
    Results,
    State,
    States,
    Table,
    Wide,
)
from branchline.rules.turn import apply, legal, set_up

# Kinds of players.
P_RANDOM, P_POLICY, P_GREEDY, P_SEARCH = range(4)


class Player(Record):
    """A built-in player in its seat, and how its choices went."""

    kind: Int8
    stream: Int8  # the stream its chance comes from: its own, or one that all share
    playouts: Int32  # that it may spend on a choice
    recalls: Int8  # 1: it remembers what was laid on the tracks
    moves: Int32
    fallbacks: Int32  # choices that were not legal, made by chance instead
    times: Annotated[Wide, CLASSES]  # how many choices took how long


class Course(Record):
    """How a match goes on, besides the state of the game."""

    steps: Int32  # actions so far
    searching: Int8  # 1: the seat to act compares actions
    begun: Real  # when it began to think
    open_track: Int8  # an option: seats may look at their own tracks
    timed: Int8  # whether times are taken
    batch: Int32  # worlds that are compared at a time


PLAYER_DTYPE = record_type(Player)
COURSE_DTYPE = record_type(Course)
Players: TypeAlias = Records[Player]
Courses: TypeAlias = Records[Course]


@rule
def deal_match(
    boards: Boards,
    states: States,
    players: Players,
    courses: Courses,
    seats: int,
    starts: int,
    options: int,
    logs: Logs,
) -> None:
    """Begin a game with the key that is in place."""
    set_up(boards[0], states[0], seats, starts, options, logs[0])
    courses[0].steps = 0
    courses[0].searching = 0
    for seat in range(seats):
        player = players[seat]
        player.moves = 0
        player.fallbacks = 0
        for step in range(CLASSES):
            player.times[step] = 0


@rule
def is_listed(out: Menu, n: int, action: int) -> bool:
    """Tell whether an action is among the n of a list."""
    for i in range(n):
        if out.ids[i] == action:
            return True
    return False


@rule
def carry_out(
    boards: Boards,
    s: State,
    seat: int,
    chosen: int,
    players: Players,
    courses: Courses,
    chances: Chances,
    menus: Menus,
    logs: Logs,
    moves: Ids,
) -> None:
    """Carry out what a player chose, or any legal action if that is not legal."""
    player = players[seat]
    course = courses[0]
    player.moves += 1
    if course.timed:
        player.times[time_class(now() - course.begun)] += 1
    n = legal(boards[0], s, seat, menus[0])
    if not is_listed(menus[0], n, chosen):
        player.fallbacks += 1
        chosen = int(menus[0].ids[below(chances[player.stream], n)])
    if course.steps < len(moves):
        moves[course.steps] = chosen
    course.steps += 1
    apply(boards[0], s, seat, chosen, menus[0], logs[0])


@rule
def play_match(
    boards: Boards,
    states: States,
    knowns: States,
    worlds: States,
    results: Results,
    players: Players,
    courses: Courses,
    trials: Trials,
    chances: Chances,
    masters: Chances,
    streams: Chances,
    minds: Minds,
    others: Minds,
    begun: Minds,
    fresh: Minds,
    menus: Menus,
    logs: Logs,
    moves: Ids,
    table: Table,
    most: int,
) -> bool:
    """Let the players go on until the game is over, or until so much was thought; tell which.

    The slow definition is `arena.course.play_out`, through views: the same choices, one by one.
    A choice counts one, and so does a play-out, even in the middle of a search, so that whoever
    waits can be asked to stop. Every choice is made from knowns[0], what the seat may know; only a
    random player, who looks at nothing, needs none of it. minds has the mind of each seat, fresh
    the one that everybody begins with in its play-outs; others and begun are places for those.
    """
    board = boards[0]
    s = states[0]
    course = courses[0]
    kept = np.empty(MOST_ACTIONS, np.int16)
    spent = 0
    while s.phase != OVER:
        if spent >= most:
            return False
        spent += 1
        seat = first_to_act(s)
        player = players[seat]
        chosen = -1
        if not course.searching:
            if course.timed:
                course.begun = now()
            if player.kind == P_RANDOM:
                n = legal(board, s, seat, menus[0])
                chosen = int(menus[0].ids[below(chances[player.stream], n)])
            else:
                know(board, s, seat, course.open_track != 0, knowns)
                if player.recalls:
                    recall_tracks(s, seat, knowns[0])
                if player.kind == P_POLICY:
                    chosen = decide(boards, knowns, seat, minds[seat : seat + 1], menus)
                elif player.kind == P_GREEDY:
                    chosen = decide_greedily(boards, knowns, seat, menus)
                else:
                    mind = minds[seat : seat + 1]
                    n = shortlist(boards, knowns, seat, mind, menus, kept)
                    begin_search(trials, kept, n)
                    key_of_decision(chances[player.stream], knowns, masters[0])
                    course.searching = 1
        if course.searching:
            trial = trials[0]
            while trial.n > 1 and trial.playouts < player.playouts:
                if spent >= most:
                    return False
                spent += course.batch * trial.n
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
                    fresh[seat : seat + 1],
                    menus,
                    logs,
                    trials,
                    course.batch,
                )
            course.searching = 0
            chosen = int(trial.actions[verdict(trials)])
        carry_out(boards, s, seat, chosen, players, courses, chances, menus, logs, moves)
    final_score(board, s, results[0])
    tabulate(s, results[0], table, 0, course.steps)
    return True
