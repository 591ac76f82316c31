"""Matches: built-in players from the deal to the result, each by what its seat may know."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from branchline.policy.matches.choice import PlayerRecords, begin_choice, compare_on, is_compared
from branchline.policy.matches.clock import CLASSES, now, time_class
from branchline.policy.mind import Minds
from branchline.policy.search import MOST_ACTIONS, Trials, verdict
from branchline.rules.chance import below
from branchline.rules.known import first_to_act
from branchline.rules.record import Int8, Int32, Real, Records, RecordType, record_type
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.simulate import tabulate
from branchline.rules.state import (
    OVER,
    BoardRecords,
    Chances,
    Grid,
    Ids,
    Logs,
    Menu,
    Menus,
    ResultRecords,
    State,
    States,
)
from branchline.rules.turn import apply, legal, set_up


class Course(RecordType):
    """How a match goes on, besides the state of the game."""

    steps: Int32  # actions so far
    searching: Int8  # 1: the seat to act compares actions
    begun: Real  # when it began to think
    open_track: Int8  # an option: seats may look at their own tracks
    timed: Int8  # whether times are taken
    batch: Int32  # worlds that are compared at a time


COURSE_DTYPE = record_type(Course)
Courses: TypeAlias = Records[Course]


@rule
def deal_match(
    boards: BoardRecords,
    states: States,
    players: PlayerRecords,
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
    boards: BoardRecords,
    s: State,
    seat: int,
    chosen: int,
    players: PlayerRecords,
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
    boards: BoardRecords,
    states: States,
    knowns: States,
    worlds: States,
    results: ResultRecords,
    players: PlayerRecords,
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
    table: Grid,
    most: int,
) -> bool:
    """Let the players go on until the game is over, or until so much was thought; tell which.

    The slow definition is `arena.match.play_out`, through views: the same choices, one by one. A
    choice counts one, and so does a play-out, even in the middle of a search, so that whoever waits
    can be asked to stop. minds has the mind of each seat, fresh the one that everybody begins with
    in its play-outs.
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
            chosen = begin_choice(
                boards,
                states,
                0,
                seat,
                player,
                minds[seat : seat + 1],
                chances[player.stream],
                course.open_track != 0,
                knowns,
                trials,
                masters,
                menus,
                kept,
            )
        if chosen < 0:
            spent += compare_on(
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
                fresh[seat : seat + 1],
                menus,
                logs,
                trials,
                course.batch,
                most - spent,
            )
            course.searching = 0 if is_compared(trials, player) else 1
            if course.searching:
                return False
            chosen = int(trials[0].actions[verdict(trials)])
        carry_out(boards, s, seat, chosen, players, courses, chances, menus, logs, moves)
    final_score(board, s, results[0])
    tabulate(s, results[0], table, 0, course.steps)
    return True
