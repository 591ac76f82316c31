"""How good the analysis is: calibration, ratings of the bots, false alarms, and luck taken out.

    python -m bench.analysis calibration usa --seats 2 --games 2000
    python -m bench.analysis ratings usa --players random,path,longroute,planner,dispatcher@200
    python -m bench.analysis ratings usa --players dispatcher@20000 --games 20
    python -m bench.analysis adjusted usa --games 200

Every command prints a table for docs/analysis.md, and the processor time it took. Ctrl-C ends
calibration and adjusted early, with the games that were finished.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

import branchline as bl
from branchline.analysis.adjusting import luck_of
from branchline.analysis.course import Knowledge, Replayed, recalls
from branchline.analysis.effort import Effort
from branchline.analysis.marking import mark_decision
from branchline.analysis.summing import rate
from branchline.analysis.worlds import Worlds, shares_of
from branchline.board import Board, load_board
from branchline.game.keys import keys_of_game, run_key
from branchline.policy import playouts
from branchline.policy.mind import Minds
from branchline.policy.review import figures as f
from branchline.policy.review import open_table as compiled
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st

BINS = 10

T = TypeVar("T")


@dataclass
class Played:
    """A game that was played for its positions alone."""

    states: st.States
    seats: list[int]
    actions: list[int]
    shares: NDArray[np.float64]


def play(board: Board, seats: int, seed: int, number: int, player: str) -> Played:
    """Play a game by the planner, or by the policy that play-outs go on with."""
    record = board.record
    state: st.States = np.zeros(1, st.STATE_DTYPE)
    state[0]["chance"]["key"] = np.frombuffer(keys_of_game(seed, number)[0], "<u4")
    engine.set_up(record, state, seats, -1, 0, st.SILENT)
    style = "planner" if player == "planner" else "playout"
    mind = make_mind(weights_of(style, record[0], seats, recalls=recalls(board)))
    minds: Minds = np.repeat(np.asarray(mind), st.MAX_SEATS)
    menus, knowns = np.zeros(1, st.MENU_DTYPE), np.zeros(1, st.STATE_DTYPE)
    states, actors, actions = [state.copy()], [], []
    while state[0]["phase"] != st.OVER:
        seat = int(state[0]["seat"])
        if player == "planner":
            engine.know(record, state, seat, False, knowns)
            if recalls(board):
                engine.recall_tracks(state, seat, knowns)
            action = playouts.decide(record, knowns, seat, mind, menus)
        else:
            compiled.plan_on(record, state, minds, -1)
            action = compiled.policy_action(record, state, seat, minds, menus)
        engine.apply(record, state, seat, action, menus, st.SILENT)
        states.append(state.copy())
        actors.append(seat)
        actions.append(action)
    results: st.ResultRecords = np.zeros(1, st.RESULT_DTYPE)
    engine.result(record, state, results)
    won = results[0]["rank"][:seats] == 1
    return Played(np.concatenate(states), actors, actions, won / won.sum())


def open_shares(board: Board, played: Played, i: int, worlds: int, seed: int) -> NDArray[np.int64]:
    """Return the win shares of a position by world and seat, with all hands open."""
    seats = len(played.shares)
    mind = make_mind(weights_of("playout", board.record[0], seats, recalls=recalls(board)))
    begun: Minds = np.repeat(np.asarray(mind), st.MAX_SEATS)
    at = played.states[i : i + 1]
    found: st.States = np.zeros(worlds, st.STATE_DTYPE)
    streams = np.zeros(worlds + 1, st.CHANCE_DTYPE)
    compiled.begin_worlds(at, run_key(seed), i * worlds, worlds, streams, found)
    compiled.plan_on(board.record, at, begun, -1)
    table = np.zeros((worlds, seats * compiled.V_COLUMNS), np.int32)
    compiled.value_position(
        board.record,
        found,
        np.zeros(1, st.STATE_DTYPE),
        np.zeros(1, st.RESULT_DTYPE),
        begun.copy(),
        begun,
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        table,
    )
    return table[:, compiled.V_SHARE :: compiled.V_COLUMNS].astype(np.int64)


def honest_shares(
    board: Board, played: Played, i: int, worlds: int, seed: int
) -> NDArray[np.int64]:
    """Return the win shares of who acts in a position, by world, by what that seat could know."""
    knowns: st.States = np.zeros(1, st.STATE_DTYPE)
    seat = played.seats[i]
    engine.know(board.record, played.states[i : i + 1], seat, False, knowns)
    if recalls(board):
        engine.recall_tracks(played.states[i : i + 1], seat, knowns)
    rows = Worlds(Knowledge(board, knowns, seat), seed).play([played.actions[i]], 0, worlds)
    return shares_of(rows, seat)[:, 0]


def until_stopped(some: Iterable[T]) -> Iterator[T]:
    """Yield some things until Ctrl-C: what is being done then is finished first."""
    stopped: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: stopped.append(number))
    try:
        for one in some:
            yield one
            if stopped:
                return
    finally:
        signal.signal(signal.SIGINT, before)


def calibration(asked: argparse.Namespace) -> None:
    """Compare what was stated with what happened, in ten bins of what was stated.

    Half of the worlds choose the bin, and the other half is what is stated: else the bins at the
    ends would hold what was estimated too high or too low by chance.
    """
    board = load_board(asked.game)
    half = asked.worlds // 2
    chooser = np.random.default_rng(asked.seed)
    rows: dict[str, list[tuple[float, float, float, int]]] = {"open": [], "honest": []}
    done = 0
    for number in until_stopped(range(asked.games)):
        played = play(board, asked.seats, asked.seed, number, asked.player)
        for i in chooser.integers(len(played.actions), size=asked.positions).tolist():
            whole = open_shares(board, played, i, 2 * half, asked.seed + number)
            seat = int(chooser.integers(asked.seats))
            both = whole[:, seat].reshape(2, half).mean(1) / f.WHOLE
            rows["open"].append((*both.tolist(), float(played.shares[seat]), number))
            if asked.honest:
                one = honest_shares(board, played, i, 2 * half, asked.seed + number)
                both = one.reshape(2, half).mean(1) / f.WHOLE
                share = float(played.shares[played.seats[i]])
                rows["honest"].append((*both.tolist(), share, number))
        done = number + 1
    for view, found in rows.items():
        if found:
            print(
                f"\n{view}, {asked.game}, {asked.seats} seats, {asked.player}: "
                f"{len(found)} positions of {done} games\n"
            )
            print("| bin | positions | stated | happened | difference |\n|---|---|---|---|---|")
            for line in bins(np.array(found), asked.games):
                print(line)


def bins(rows: NDArray[np.float64], games: int) -> Iterator[str]:
    """Yield the lines of a table of bins; errors are by game: its positions share a result."""
    where = np.minimum((rows[:, 0] * BINS).astype(int), BINS - 1)
    for i in range(BINS):
        these = rows[where == i]
        if len(these) < 2:
            continue
        stated, happened = these[:, 1].mean(), these[:, 2].mean()
        apart = these[:, 2] - these[:, 1]
        by_game = np.bincount(these[:, 3].astype(int), apart - apart.mean(), games)
        error = 1.96 * np.sqrt((by_game**2).sum()) / len(these)
        print_of = f"{100 * apart.mean():+.1f} ± {100 * error:.1f}"
        yield (
            f"| {10 * i}–{10 * (i + 1)} | {len(these)} | {100 * stated:.1f} "
            f"| {100 * happened:.1f} | {print_of} |"
        )


def records(game: str, player: str, seats: int, games: int, seed: int) -> Iterator[bl.Record]:
    """Yield games in which one player takes all seats."""
    for played in bl.simulate(game, [player] * seats, games, seed=seed, record=True):
        assert played.record is not None
        yield bl.parse_record(played.record)


def ratings(asked: argparse.Namespace) -> None:
    """Rate players by some decisions of games in which each of them takes all seats."""
    effort = Effort(asked.budget)
    print(f"\n{asked.game}, {asked.seats} seats, budget {asked.budget}\n")
    print("| player | rating | decisions | games | inaccuracies | mistakes | blunders |")
    print("|---|---|---|---|---|---|---|")
    for player in asked.players.split(","):
        losses: list[float] = []
        marks = {"inaccuracy": 0, "mistake": 0, "blunder": 0}
        chooser = np.random.default_rng(asked.seed)
        for record in records(asked.game, player, asked.seats, asked.games, asked.seed):
            course = Replayed(record)
            n = min(asked.decisions, len(course.steps))
            for i in sorted(chooser.choice(len(course.steps), n, replace=False).tolist()):
                one = mark_decision(course.question(i), asked.seed, effort)
                if one.counts:
                    losses.append(one.rated)
                    if one.mark in marks:
                        marks[one.mark] += 1
        rating, error = rate(losses)
        parts = [f"{100 * n / len(losses):.1f} %" for n in marks.values()]
        print(
            f"| `{player}` | {rating:.1f} ± {error:.1f} | {len(losses)} | {asked.games} | "
            + " | ".join(parts)
            + " |",
            flush=True,
        )


def adjusted(asked: argparse.Namespace) -> None:
    """Compare results with results less luck, over games of one player."""
    plain, less = [], []
    played = records(asked.game, asked.player, asked.seats, asked.games, asked.seed)
    for record in until_stopped(played):
        course = Replayed(record)
        luck = luck_of(course, asked.seed, asked.worlds)[0]
        plain.append(course.shares[0])
        less.append(course.shares[0] - luck)
    a, b = np.array(plain), np.array(less)
    bias, error = (b - a).mean(), 1.96 * (b - a).std(ddof=1) / np.sqrt(len(a))
    print(f"\n{asked.game}, {asked.seats} seats, {asked.player}, {len(a)} games")
    print(
        f"plain: {100 * a.mean():.1f} ± {196 * a.std(ddof=1) / np.sqrt(len(a)):.1f}, "
        f"deviation {100 * a.std(ddof=1):.1f}"
    )
    print(
        f"less luck: {100 * b.mean():.1f} ± {196 * b.std(ddof=1) / np.sqrt(len(b)):.1f}, "
        f"deviation {100 * b.std(ddof=1):.1f}"
    )
    print(
        f"difference: {100 * bias:+.1f} ± {100 * error:.1f}; "
        f"a game is worth {(a.std(ddof=1) / b.std(ddof=1)) ** 2:.1f} plain ones"
    )


COMMANDS = {"calibration": calibration, "ratings": ratings, "adjusted": adjusted}


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("command", choices=list(COMMANDS))
    parser.add_argument("game", choices=bl.games())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="planner", help="calibration: planner or policy")
    parser.add_argument("--players", default="random,planner", help="ratings: with commas")
    parser.add_argument("--positions", type=int, default=10, help="calibration: of each game")
    parser.add_argument("--honest", action="store_true", help="calibration: that view, too")
    parser.add_argument("--worlds", type=int, default=32)
    parser.add_argument("--decisions", type=int, default=12, help="ratings: of each game")
    parser.add_argument("--budget", type=int, default=400)
    asked = parser.parse_args()
    engine.compile_rules()
    begun = time.process_time()
    COMMANDS[asked.command](asked)
    print(f"{time.process_time() - begun:.0f} s of processor time")


if __name__ == "__main__":
    main()
