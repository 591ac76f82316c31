"""PettingZoo: its own tests pass, infos and pictures tell, what is wrong is refused."""

import copy
import itertools
import pickle
import warnings
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.test import performance_benchmark as speed
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import parallel_to_aec, turn_based_aec_to_parallel

from branchline import envs

from ..play import GAMES, at_some_tables
from ..scale import scaled

performance = speed if callable(speed) else speed.performance_benchmark


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo warns about dicts as observations, which it asks for where there is a mask."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation")
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        yield


def make(game: str, seats: int, **how: Any) -> Any:
    id, options = GAMES[game]
    return envs.aec(id, seats, options=options, **how)


@at_some_tables
@pytest.mark.parametrize("reward", ["win", "points"])
def test_api_of_pettingzoo(game: str, seats: int, reward: str) -> None:
    api_test(make(game, seats, reward=reward), num_cycles=scaled(60, 1000))


@at_some_tables
def test_seeds_of_pettingzoo(game: str, seats: int) -> None:
    seed_test(lambda: make(game, seats, observation="remembered"), num_cycles=scaled(30, 500))


@pytest.mark.parametrize("game", GAMES)
def test_rendering_of_pettingzoo(game: str) -> None:
    svg = {"svg": lambda picture: ET.fromstring(picture).tag.endswith("svg")}
    render_test(lambda render_mode: make(game, 2, render_mode=render_mode), custom_tests=svg)


@pytest.mark.parametrize("game", GAMES)
def test_state_of_pettingzoo(game: str) -> None:
    state_test(make(game, 3), turn_based_aec_to_parallel(make(game, 3)), num_cycles=20)


def test_max_cycles_of_pettingzoo() -> None:
    """Its test wants every agent asked in every cycle, so a game is put into that form first."""

    def parallel(max_cycles: int) -> Any:
        return turn_based_aec_to_parallel(make("usa", 3, max_cycles=max_cycles))

    mod = SimpleNamespace(
        parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))
    )
    max_cycles_test(mod)


def test_a_game_is_truncated_after_max_cycles() -> None:
    env = make("usa", 2, max_cycles=7)
    env.reset(seed=1)
    for _ in range(7):
        assert not any(env.truncations.values())
        env.step(env.action_space(env.agent_selection).sample())
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_performance_of_pettingzoo(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """It goes on for five seconds of a clock; here each look at the clock is a moment later."""
    ticks = itertools.count()
    clock = SimpleNamespace(time=lambda: next(ticks) * 0.02)
    monkeypatch.setitem(performance.__globals__, "time", clock)
    performance(make("france", 4))
    assert "turns per second" in capsys.readouterr().out


def test_an_info_tells_what_its_agent_saw_since_it_acted() -> None:
    env = make("usa", 3)
    env.reset(seed=5)
    assert "You look at" in env.infos["seat_0"]["text"]
    told = ""
    while "seat_0" not in told:
        agent = env.agent_selection
        told = env.infos[agent]["text"] if agent == "seat_1" else ""
        env.step(env.action_space(agent).sample())
    info = env.infos[env.agent_selection]
    assert dict(info) == {}  # nothing but numbers for those who go through it
    assert "text" in info
    assert info.get("text") == info["text"]
    assert info.get("score", 3) == 3
    with pytest.raises(KeyError):
        info["score"]
    assert copy.deepcopy(info) == pickle.loads(pickle.dumps(info)) == {"text": info["text"]}


def test_the_last_info_and_picture_tell_the_result() -> None:
    env = make("card_game", 2, render_mode="ansi")
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    assert sum(env.rewards.values()) == pytest.approx(1)
    assert "wins" in env.render()
    assert all(len(info["text"]) > 10 for info in env.infos.values())


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(way: Any) -> None:
    env = make("france", 3, observation="remembered")
    env.reset(seed=3)
    for _ in range(40):
        env.step(env.action_space(env.agent_selection).sample())
    other = way(env)
    before = env.last()[0]
    assert np.array_equal(before["observation"], other.last()[0]["observation"])
    action = int(np.flatnonzero(before["action_mask"])[0])
    other.step(action)
    assert np.array_equal(env.last()[0]["observation"], before["observation"])
    env.step(action)
    for agent in env.agents:
        one, two = env.observe(agent), other.observe(agent)
        assert all(np.array_equal(one[name], two[name]) for name in one)
    assert other.infos[other.agent_selection]["text"] == env.infos[env.agent_selection]["text"]


def test_what_is_wrong_is_refused_and_nothing_is_done() -> None:
    env = make("usa", 2)
    for call in (lambda: env.step(0), lambda: env.observe("seat_0"), env.state, env.render):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            call()
    env.reset(seed=1)
    for _ in range(30):
        env.step(env.action_space(env.agent_selection).sample())
    seen, agent = env.last()[0], env.agent_selection
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    state = env.state()
    wrong: list[tuple[Any, str]] = [
        (illegal, "the action is not legal"),
        (1136, "there is no action 1136"),
        (-1, "there is no action -1"),
        (1 << 80, "there is no action"),
        (None, "must be integers, not None"),
        (1.0, r"must be integers, not 1\.0"),
        ("draw", "must be integers, not 'draw'"),
        (True, "must be integers, not True"),
        (np.array([1, 2]), "must be integers"),
    ]
    for action, why in wrong:
        with pytest.raises(gymnasium.error.InvalidAction, match=why):
            env.step(action)
        assert env.agent_selection == agent
        assert np.array_equal(env.state(), state)
        assert all(np.array_equal(env.last()[0][name], seen[name]) for name in seen)
    with pytest.raises(gymnasium.error.Error, match="agent must be one of seat_0, seat_1"):
        env.observe("seat_2")
    with pytest.raises(gymnasium.error.Error, match="a seed must be an integer"):
        env.reset(seed="one")
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    while env.agents:
        over = env.terminations[env.agent_selection]
        if over:
            with pytest.raises(ValueError, match="only valid action is None"):
                env.step(0)
        env.step(None if over else env.action_space(env.agent_selection).sample())
    with pytest.raises(gymnasium.error.InvalidAction, match="nobody is left"):
        env.step(None)
    env.reset()
    env.step(env.action_space(env.agent_selection).sample())


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "chess"}, "there is no game called 'chess'"),
        ({"seats": 6}, "USA is for 2 to 5 seats"),
        ({"observation": "open"}, "observation must be one of"),
        ({"reward": "score"}, "reward must be one of"),
        ({"options": {"alvin": True}}, "USA has no option 'alvin'"),
        ({"render_mode": "rgb_array"}, "render_mode must be one of human, ansi, svg"),
        ({"max_cycles": 0}, "max_cycles must be a number"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(given: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"game": "usa", "seats": 2}
    with pytest.raises(gymnasium.error.Error, match=why) as refused:
        envs.aec(**{**asked, **given})
    assert isinstance(refused.value, ValueError)
