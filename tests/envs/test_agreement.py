"""One game in every form: `Game`, batch, AEC, Gymnasium and OpenSpiel agree step for step."""

import copy
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline import envs
from branchline.envs.single import Single
from branchline.observation.stepping import note_states

from ..play import GAMES, TABLES, at_every_table, at_some_tables
from ..scale import scaled
from ..secrecy.worlds import hidden, redealt

try:
    import pyspiel

    import branchline.envs.spiel
except ImportError:
    pyspiel = None

SEED = 11
GAMES_EACH = scaled(1, math.ceil(10_000 / len(TABLES)))
"""At every table; in a deep run they are 10,000 in all."""


@dataclass
class Step:
    """What was so before an action, and the action."""

    seat: int
    legal: list[int]
    action: int
    observation: bytes = b""


def play(game: str, seats: int, number: int) -> tuple[list[Step], bl.Result]:
    """A random game by `Game` alone; what is observed comes from views.

    Those take most of the time, so in a long run every eighth game is looked at through them, and
    in the others the first form says what the further ones have to show.
    """
    id, options = GAMES[game]
    table = bl.new_game(id, seats, SEED, number=number, options=options)
    chooser = random.Random(f"{game} {seats} {number}")
    steps = []
    while not table.is_over:
        seat = table.seat
        assert seat is not None
        legal = sorted(action.id for action in table.legal_actions())
        steps.append(Step(seat, legal, chooser.choice(legal)))
        if number % 8 == 0:
            steps[-1].observation = envs.observe(table.view(seat)).tobytes()
        table.push(steps[-1].action)
    return steps, table.result()


class Script:
    """Opponents that do what is written."""

    def __init__(self) -> None:
        self.coming: dict[int, list[int]] = {}

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        assert view.viewer is not None
        wanted = self.coming[view.viewer].pop(0)
        return next(action for action in legal if action.id == wanted)

    def explain(self) -> str:
        return "it is written"


def shares(result: bl.Result, seats: int) -> list[float]:
    share = float(np.float32(1 / len(result.winners)))
    return [share if seat in result.winners else 0.0 for seat in range(seats)]


def follow_batch(batch: envs.Batch, steps: list[Step], won: list[float]) -> None:
    for step in steps:
        assert batch.seat[0] == step.seat
        assert sorted(batch.legal[0, : batch.legal_n[0]].tolist()) == step.legal
        assert np.flatnonzero(batch.mask[0]).tolist() == step.legal
        step.observation = step.observation or batch.observation[0].tobytes()
        assert batch.observation[0].tobytes() == step.observation
        assert not batch.done[0]
        batch.step([step.action])
    assert batch.done[0]
    assert batch.reward[0].tolist() == won


def follow_aec(env: Any, steps: list[Step], won: list[float]) -> None:
    for step in steps:
        assert env.agent_selection == f"seat_{step.seat}"
        seen, _, over, cut, _ = env.last()
        assert np.flatnonzero(seen["action_mask"]).tolist() == step.legal
        assert seen["observation"].tobytes() == step.observation
        assert not over
        assert not cut
        env.step(step.action)
    assert all(env.terminations.values())
    assert [env.rewards[agent] for agent in env.possible_agents] == won


def follow_gym(env: envs.OneSeat, first: Any, steps: list[Step], won: list[float]) -> None:
    learner = int(env.learner.seat[0])
    seen, reward, over = first, 0.0, False
    for step in steps:
        if step.seat != learner:
            continue
        assert np.flatnonzero(seen["action_mask"]).tolist() == step.legal
        assert seen["observation"].tobytes() == step.observation
        assert not over
        assert reward == 0
        seen, reward, over, _, _ = env.step(step.action)
    assert over
    assert reward == won[learner]
    assert env.learner.moves == [step.action for step in steps]


def follow_spiel(game: Any, steps: list[Step], won: list[float]) -> None:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(state.chance_outcomes()[0][0])
    for step in steps:
        assert state.current_player() == step.seat
        assert state.legal_actions() == step.legal
        seen = np.array(state.observation_tensor(step.seat), np.uint8)
        assert seen.tobytes() == step.observation
        state.apply_action(step.action)
    assert state.is_terminal()
    assert np.allclose(state.returns(), won)


@at_every_table
def test_a_game_is_the_same_in_every_form(game: str, seats: int) -> None:
    """OpenSpiel is one of them where it is installed."""
    id, options = GAMES[game]
    batch = envs.Batch(id, seats, 1, SEED, options=options, autoreset="Disabled")
    aec = envs.aec(id, seats, options=options)
    script = Script()
    gym = envs.OneSeat(id, seats, opponents=script, seat=None, options=options)
    given = {"players": seats, "seed": SEED, **options}
    made = pyspiel.load_game(f"python_branchline_{id}", given) if pyspiel else None
    for number in range(GAMES_EACH):
        steps, result = play(game, seats, number)
        won = shares(result, seats)
        seed = SEED if number == 0 else None
        batch.reset(seed)
        follow_batch(batch, steps, won)
        aec.reset(seed)
        follow_aec(aec, steps, won)
        script.coming = {s: [st.action for st in steps if st.seat == s] for s in range(seats)}
        follow_gym(gym, gym.reset(seed=seed)[0], steps, won)
        if made is not None:
            follow_spiel(made, steps, won)


def test_openspiel_is_among_the_forms() -> None:
    pytest.importorskip("pyspiel", reason="make test-deep installs OpenSpiel")
    assert pyspiel is not None


def moved(single: Single, world: bl.Game) -> None:
    """Put another world into an environment."""
    batch = single.batch
    batch._states[0] = world._states[0]
    note_states(batch.board.record, batch._states, batch._notes, 1)


@at_some_tables
def test_agents_see_the_same_in_worlds_they_cannot_tell_apart(game: str, seats: int) -> None:
    """Byte for byte, before and after an action of which the viewer sees the same."""
    chooser = random.Random(f"{game} {seats}")
    id, options = GAMES[game]
    looks = different = 0
    for seed in range(scaled(1, 10)):  # copies tell all that happened: they take most of the time
        env = envs.aec(id, seats, options=options, features=True)
        env.reset(seed=seed)
        table = bl.new_game(id, seats, seed, options=options)
        while not table.is_over:
            action = chooser.choice(table.legal_actions()).id
            if chooser.random() < scaled(0.05, 0.2):
                viewer = chooser.randrange(seats)
                world = redealt(table, viewer, chooser.randrange(1000))
                different += hidden(world) != hidden(table)
                here, there = copy.deepcopy(env), copy.deepcopy(env)
                moved(here._single, table)
                moved(there._single, world)
                same_bytes(here, there, viewer)
                looks += 1
                real = bl.Game(table.board, dict(table.options), table._states.copy())
                if not world.why_not(action):
                    there._single.batch.mask[0, action] = 1
                    there._single.batch.legal_n[0] = max(1, there._single.batch.legal_n[0])
                    real.push(action)
                    world.push(action)
                    if world.view(viewer) == real.view(viewer):
                        here.step(action)
                        there.step(action)
                        same_bytes(here, there, viewer)
                        assert here.render() == there.render()
            table.push(action)
            env.step(action)
    assert looks > 0
    assert different > looks / 2


def same_bytes(here: Any, there: Any, viewer: int) -> None:
    agent = f"seat_{viewer}"
    if here.agent_selection == agent and not here._ended:
        one, two = here.last()[0], there.last()[0]
    else:
        one, two = here.observe(agent), there.observe(agent)
    for name in one:
        assert one[name].tobytes() == two[name].tobytes(), name
