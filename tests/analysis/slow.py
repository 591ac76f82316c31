"""A play-out once more, action by action, with what it came to counted from what was told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

import branchline as bl
from branchline.analysis.course import Question, Replayed
from branchline.game.result import Result, read_result
from branchline.policy.mind import Minds
from branchline.policy.review import figures as f
from branchline.policy.review import judging, open_table
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st

OF_ROUTES = (st.WHY_ROUTE, st.WHY_MARKER_A, st.WHY_MARKER_B)


@dataclass
class Count:
    """Points by seat, for routes of its own and for its markers on those of others."""

    routes: Counter[int] = field(default_factory=Counter)
    markers: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    robbed: set[int] = field(default_factory=set)
    turns: int = 0
    owner: tuple[int, ...] = ()

    def score(self, payee: int, points: int, claimer: int) -> None:
        (self.routes if payee == claimer else self.markers)[payee] += points


def counted_before(course: Replayed, number: int) -> Count:
    """What the routes claimed before a step brought in, from the lines of the record."""
    count, claimer = Count(), -1
    for line in course.record.actions[:number]:
        for event in line["events"]:
            if event["event"] == "claimed":
                claimer = event["seat"]
            elif event["event"] == "scored" and event["why"] in ("route", "marker"):
                count.score(event["seat"], event["points"], claimer)
    return count


def judged(
    question: Question, count: Count, action: int, watched: int, world: int
) -> tuple[NDArray[np.int32], Result]:
    """The figures of an action in one world, and the same world played out by hand."""
    board, seat = question.board, question.seat
    seats = int(question.knowns["seats"][0])
    recalls = question.recalls
    mind = make_mind(weights_of("playout", board.record[0], seats, recalls=recalls))
    begun = np.repeat(mind, st.MAX_SEATS + 1)
    worlds, master = np.zeros(2, st.STATE_DTYPE), np.zeros(1, st.CHANCE_DTYPE)
    master[0]["key"] = np.arange(8)
    table = np.zeros((1, f.F_SEATS + seats * f.S_COLUMNS + f.O_GONE + 1), np.int32)
    judging.judge_actions(
        board.record,
        question.knowns,
        worlds,
        np.zeros(1, st.RESULT_DTYPE),
        seat,
        master,
        world,
        np.zeros(2, st.CHANCE_DTYPE),
        np.array([action], np.int16),
        np.array([watched], np.int16),
        np.repeat(mind, st.MAX_SEATS),
        begun,
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        table,
    )
    minds = begun[: st.MAX_SEATS].copy()
    minds[seat] = begun[st.MAX_SEATS]
    states = worlds[:1].copy()
    _play(board, states, minds, seat, action, count)
    assert (np.asarray(states) == np.asarray(worlds[1:])).all()
    results = np.zeros(1, st.RESULT_DTYPE)
    engine.result(board.record, states, results)
    return table[0], read_result(board, states[0], results[0])


def _play(
    board: bl.Board, states: st.States, minds: Minds, seat: int, action: int, count: Count
) -> None:
    """Play a world out, and count what is told."""
    menus, logs = np.zeros(1, st.MENU_DTYPE), st.new_log()
    state, actor = states[0], seat
    rows: set[int] | None = None
    while state["phase"] != st.OVER:
        logs[0]["n"] = 0
        engine.apply(board.record, states, actor, action, menus, logs)
        told = logs[0]["entries"][: int(logs[0]["n"])].reshape(-1, 4).tolist()
        for kind, a, b, c in told:
            if kind == st.O_SCORED and c in OF_ROUTES:
                count.score(a, b, actor)
            elif kind == st.O_ROBBED and a == seat:
                count.lost += c // 100 + c % 100
                count.robbed |= (rows or set()) & {b}
                rows = (rows or set()) - {b}
        standing = {colour for colour in range(st.COLOURS) if state["row"][seat, colour] > 0}
        rows = standing if rows is None else rows & standing
        if state["phase"] != st.OVER:
            actor = int(state["seat"])
            action = open_table.policy_action(board.record, states, actor, minds, menus)
    count.turns = int(state["turn"])
    count.owner = tuple(int(owner) for owner in state["owner"])
