"""The command branchline bench: speed on one pinned core, in CPU time, beside a reference."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from branchline.board import games, load_board
from branchline.cli.ready import load_rules
from branchline.errors import BranchlineError
from branchline.game.game import Game, new_game
from branchline.game.keys import keys_of_game, run_key, stream
from branchline.plain import Json
from branchline.policy.matches.contests import play_contest
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules import state as st
from branchline.text.catalogue import figure, say


def _pin() -> int | None:
    """Stay on one core, where the system allows it; return which."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much work is done in a second of CPU time; the first round does not count."""
    work()
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += work()
    return done / spent


def _reference(seconds: float) -> float:
    """Return how many numbers a second the generator makes: a yardstick for this core, now."""
    chances = stream(bytes(32))
    n = 200_000

    def work() -> int:
        engine.draw_numbers(chances, n)
        return n

    return _rate(work, seconds)


def _random_games(game: str, seats: int, seconds: float) -> float:
    board = load_board(game)
    states, results = np.zeros(1, st.STATE_DTYPE), np.zeros(1, st.RESULT_DTYPE)
    players, menus = np.zeros(1, st.CHANCE_DTYPE), np.zeros(1, st.MENU_DTYPE)
    table = np.zeros((500, columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
    master = run_key(1)
    played = 0

    def work() -> int:
        nonlocal played
        engine.simulate(
            board.record,
            states,
            results,
            master,
            players,
            menus,
            st.SILENT,
            seats,
            -1,
            0,
            played,
            table,
        )
        played += len(table)
        return len(table)

    return _rate(work, seconds)


def _playouts(game: str, seconds: float) -> float:
    """Return how many whole games a second the planner's policy plays, as the dispatcher does."""
    board, master = load_board(game), run_key(1)
    played = 0

    def work() -> int:
        nonlocal played
        play_contest(board, ["playout", "playout"], 100, master, first=played)
        played += 100
        return 100

    return _rate(work, seconds)


def _steps(game: str, seconds: float, parts: dict[str, float]) -> float:
    """Return steps a second through legal_actions and push; note where the time goes."""
    number = 0

    def work() -> int:
        nonlocal number
        table = new_game(game, 2, 1, number=number)
        chooser = stream(keys_of_game(1, number)[1])
        number += 1
        steps = 0
        while not table.is_over:
            legal = table.legal_actions()
            table.push(legal[engine.number_below(chooser, len(legal))])
            steps += 1
        return steps

    rate = _rate(work, seconds)
    parts.update(_where(new_game(game, 2, 1)))
    return rate


def _where(game: Game) -> dict[str, float]:
    """Return microseconds for the parts of a step, each repeated by itself in mid-game."""
    chooser = stream(bytes(32))
    while len(game.history) < 60 and not game.is_over:
        legal = game.legal_actions()
        game.push(legal[engine.number_below(chooser, len(legal))])
    board, states = game.board.record, game._states
    seat = game.seat or 0
    action = game.legal_actions()[0]
    menus, logs = np.zeros(1, st.MENU_DTYPE), st.new_log()
    copy = states.copy()
    source, target = states.view(np.uint8), copy.view(np.uint8)

    def compiled() -> None:
        target[:] = source
        logs["n"] = 0
        engine.apply(board, copy, seat, action.id, menus, logs)

    def push_and_pop() -> None:
        game.push(action)
        game.pop()

    parts: dict[str, Callable[[], object]] = {
        "legal, compiled": lambda: engine.legal(board, states, seat, menus),
        "legal_actions": game.legal_actions,
        "apply, compiled, with a copy": compiled,
        "push and pop": push_and_pop,
        "view": lambda: game.view(seat),
    }
    found = {}
    for name, part in parts.items():
        begun = time.process_time()
        for _ in range(5000):
            part()
        found[name] = round((time.process_time() - begun) / 5000 * 1e6, 2)
    return found


def _warm_start() -> float:
    """Return the seconds a fresh command needs to play one game, everything compiled."""
    command = [sys.executable, "-m", "branchline.cli", "simulate", "usa", "--games", "1", "--json"]
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun


def measure(seconds: float) -> Json:
    """Measure everything; each figure takes about so many seconds of CPU time."""
    core = _pin()
    found: Json = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "core": core,
        "state_bytes": st.STATE_DTYPE.itemsize,
        "reference_numbers_per_second": round(_reference(seconds)),
        "random_games": [],
    }
    for game in games():
        board = load_board(game)
        for seats in sorted({2, min(4, board.max_seats), board.max_seats}):
            beside = _reference(seconds / 4)
            rate = _random_games(game, seats, seconds)
            found["random_games"].append(
                {
                    "game": game,
                    "seats": seats,
                    "games_per_second": round(rate),
                    "games_per_million_reference": round(1e6 * rate / beside, 2),
                }
            )
    found["playouts_per_second"] = round(_playouts("usa", seconds))
    parts: dict[str, float] = {}
    found["object_steps_per_second"] = round(_steps("usa", seconds, parts))
    found["microseconds"] = parts
    found["warm_start_seconds"] = round(_warm_start(), 2)
    return found


def report(found: Json) -> str:
    """Return the figures as lines for a person."""
    million = figure(found["reference_numbers_per_second"] / 1e6, ".0f")
    lines = [say("bench.reference", million=million), "", say("bench.games")]
    for row in found["random_games"]:
        seats = say("arena.n.seat", n=row["seats"])
        rate = say(figure(row["games_per_second"], ",d"))
        beside = say(figure(row["games_per_million_reference"], ".0f"))
        lines.append(f"  {row['game']:10} {seats} {rate:>8}   ({beside})")
    lines += ["", say("bench.playouts", n=found["playouts_per_second"])]
    lines += ["", say("bench.steps", n=found["object_steps_per_second"]), say("bench.parts")]
    for name, value in found["microseconds"].items():
        part = say(f"bench.part.{name}")
        lines.append(f"  {part:34} {say(figure(value, '.2f')):>6}")
    seconds = figure(found["warm_start_seconds"], "g")
    state = say("bench.state", n=found["state_bytes"])
    return "\n".join([*lines, "", state, say("bench.start", seconds=seconds)])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    parser.add_argument("--seconds", type=float, default=2.0, help=say("cli.bench.seconds"))


def run(options: argparse.Namespace) -> None:
    """Measure, and report."""
    if not 0.1 <= options.seconds <= 600:
        raise BranchlineError("cli.secondsRange")
    load_rules()
    found = measure(options.seconds)
    print(json.dumps(found) if options.json else report(found))
