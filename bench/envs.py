"""How fast the environments are: steps a second of CPU time, on one pinned core, beside peers.

    python -m bench.envs [--seconds 2]

Two threads are measured in real time, on two cores, against one thread in real time.
"""

from __future__ import annotations

import argparse
import importlib
import os
import random
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from branchline import envs
from branchline.board import games, load_board

try:
    import open_spiel.python.games.kuhn_poker  # noqa: F401 - registers its game
    import pyspiel

    import branchline.envs.spiel  # noqa: F401 - registers ours
except ImportError:
    pyspiel = None

PEERS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "chess_v6", "hanabi_v5")
"""Classic games of PettingZoo; those whose own packages are missing are left out, and named."""


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float]) -> float:
    """Return how much work is done in a second; the first round does not count."""
    work()
    done, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        done += work()
    return done / spent


def batch_of(game: str, seats: int, n: int, threads: int = 1, **how: Any) -> Callable[[], int]:
    """Return what takes random legal actions, observation and mask included."""
    batch = envs.Batch(game, seats, n, seed=1, threads=threads, **how)

    def work() -> int:
        for _ in range(max(1, 20_000 // n)):
            batch.step(batch.sample())
        return max(1, 20_000 // n) * n

    return work


def aec_of(env: Any, looks: bool = True) -> Callable[[], int]:
    """Return what plays a game by PettingZoo's own loop, each action by chance from the mask."""

    def work() -> int:
        env.reset()
        steps = 0
        for _agent in env.agent_iter(5000):
            seen, _, over, cut, _ = env.last()
            if over or cut:
                action = None
            elif not looks:
                legal = env.unwrapped._single.legal()
                action = legal.item(int(random.random() * len(legal)))
            else:
                legal = np.flatnonzero(seen["action_mask"])
                action = int(legal[int(random.random() * len(legal))])
            env.step(action)
            steps += 1
        return steps

    return work


def gym_of(game: str, n: int, opponents: str) -> Callable[[], int]:
    """Return what steps a learner in many games; the steps of opponents are not counted."""
    env: Any = gymnasium.make_vec(f"branchline/{game}-v1", num_envs=n, opponents=opponents)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(20):
            env.step(env.unwrapped.learner.batch.sample())
        return 20 * n

    return work


def spiel_of(name: str, tensor: bool) -> Callable[[], int]:
    """Return what plays a random game by OpenSpiel's own loop."""
    game = pyspiel.load_game(name)

    def work() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
                continue
            if tensor:
                state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return work


def clone_of(name: str) -> Callable[[], int]:
    """Return what clones a state in the middle of a game."""
    state = pyspiel.load_game(name).new_initial_state()
    for _ in range(3):
        state.apply_action(random.choice(state.legal_actions()))

    def work() -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return work


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0)
    seconds = parser.parse_args().seconds
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})

    def tell(what: str, work: Callable[[], int], unit: str = "steps/s") -> None:
        print(f"{what:58} {rate(work, seconds, time.process_time):>12,.0f} {unit}", flush=True)

    for game in games():
        for seats in sorted({2, load_board(game).max_seats}):
            tell(f"Batch, {game}, {seats} seats, 1024 games", batch_of(game, seats, 1024))
    more = batch_of("usa", 2, 1024, observation="remembered", features=True)
    tell("Batch, usa, 2 seats, remembered, with features", more)
    for game in games():
        tell(f"AEC, {game}, 2 seats", aec_of(envs.aec(game, 2)))
    tell("AEC, usa, 2 seats, without looking through the mask", aec_of(envs.aec("usa", 2), False))
    for peer in PEERS:
        try:
            env = importlib.import_module(f"pettingzoo.classic.{peer}").env()
        except Exception as missing:  # whatever its packages lack
            print(f"PettingZoo's {peer}: left out, {str(missing).splitlines()[0]}")
            continue
        tell(f"PettingZoo's {peer}", aec_of(env))
    for opponents in ("random", "planner"):
        tell(f"Gymnasium, usa, 256 games, against {opponents}", gym_of("usa", 256, opponents))
    if pyspiel is None:
        print("OpenSpiel: left out, it is not installed")
    else:
        names = ["python_branchline_usa(seed=1)", "python_kuhn_poker", "leduc_poker"]
        for name in names:
            tell(f"OpenSpiel, {name}", spiel_of(name, tensor=False))
            tell(f"OpenSpiel, {name}, with observation tensors", spiel_of(name, tensor=True))
            tell(f"OpenSpiel, {name}, clones", clone_of(name), "clones/s")
    if len(cores) > 1:
        os.sched_setaffinity(0, cores)
        one, two = (
            rate(batch_of("usa", 2, 4096, threads), seconds, time.perf_counter)
            for threads in (1, 2)
        )
        print(f"Batch, usa, 2 threads: {two / one:.2f} times one thread, in real time")


if __name__ == "__main__":
    main()
