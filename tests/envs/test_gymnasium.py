"""Gymnasium: its checks pass, many games are as one each, opponents choose as in the arena."""

import copy
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import branchline as bl
from branchline import envs
from branchline.envs.spaces import Observation

from ..play import GAMES, at_some_tables
from ..scale import scaled


def make(game: str, seats: int, **how: Any) -> envs.OneSeat:
    id, options = GAMES[game]
    env = gymnasium.make(f"branchline/{id}-v1", seats=seats, options=options, **how).unwrapped
    assert isinstance(env, envs.OneSeat)
    return env


def make_many(n: int, **how: Any) -> envs.ManySeats:
    how = {"opponents": "random", **how}
    made = gymnasium.make_vec("branchline/usa-v1", num_envs=n, **how)
    assert isinstance(made, envs.ManySeats)
    return made


def same(one: Observation, other: Observation) -> bool:
    """Whether two seats see the same, and may do the same."""
    seen = np.array_equal(one["observation"], other["observation"])
    return seen and np.array_equal(one["action_mask"], other["action_mask"])


def test_a_name_with_its_module_needs_no_import() -> None:
    env = gymnasium.make("branchline.envs:branchline/card_game-v1", opponents="greedy")
    env.reset(seed=1)


@pytest.mark.parametrize("game", GAMES)
def test_checks_of_gymnasium(game: str) -> None:
    """They draw actions without a mask, for another state than they are taken in."""
    for mode in ("ansi", "svg"):
        env = make(game, 3, opponents="planner", illegal="random", render_mode=mode)
        check_env(env, skip_close_check=True)


@at_some_tables
def test_opponents_in_compiled_code_choose_as_through_views(game: str, seats: int) -> None:
    bots = {"usa": "longroute", "france": "path", "card_game": "greedy"}.get(game, "planner")
    for opponents in (bots, "random", "dispatcher@32")[: scaled(2, 3)]:
        one, two = (make(game, seats, opponents=opponents, seat=None) for _ in range(2))
        two.learner._compiled = None
        learner = np.random.default_rng(1)
        # One that searches takes a hundred times as long.
        for number in range(1 if "@" in opponents else scaled(2, 5)):
            seen, other = (env.reset(seed=4 if number == 0 else None)[0] for env in (one, two))
            done = False
            while not done:
                assert same(seen, other)
                action = learner.choice(np.flatnonzero(seen["action_mask"]))
                seen, reward, done, _, info = one.step(action)
                other, same_reward, same_done, _, same_info = two.step(action)
                assert (reward, done) == (same_reward, same_done)
            assert one.learner.moves == two.learner.moves
            assert info["text"] == same_info["text"]
            assert one.learner.seat[0] == number % seats
        two.close()


class First:
    """A bot of one's own, which counts what it was told."""

    def __init__(self) -> None:
        self.seen = 0

    def observe(self, events: Sequence[Any]) -> None:
        self.seen += len(events)

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        return legal[0]


def test_bots_of_ones_own_sit_at_the_table() -> None:
    bot = First()
    env = make("usa", 3, opponents=[bot, "planner"])
    env.reset(seed=1)
    done = False
    while not done:
        *_, done, _, _ = env.step(env.action_space.sample())
    assert bot.seen > 50
    assert env.learner.batch.done.any() or not env.learner.batch.legal_n.any()


class Failing:
    """A bot that fails now and then."""

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: bl.Clock) -> bl.Action:
        raise RuntimeError("no idea")


def test_an_opponent_that_fails_is_told_of() -> None:
    """It would be random play that somebody takes for their bot's."""
    env = make("usa", 2, opponents=Failing())
    env.reset(seed=1)
    action = env.action_space.sample()
    with pytest.warns(UserWarning, match=r"opponent Failing failed.*RuntimeError: no idea"):
        env.step(action)


@pytest.mark.parametrize("seat", [1, None])
def test_rows_play_what_one_game_alone_plays(seat: int | None) -> None:
    n = 3
    many = make_many(n, seats=3, seat=seat, observation="remembered", autoreset_mode="Disabled")
    alone = [make("usa", 3, opponents="random", seat=seat, observation="remembered") for _ in "abc"]
    seen, _ = many.reset(seed=6)
    for row, env in enumerate(alone):
        env.reset(seed=6)
        for _ in range(row):
            env.reset()
    ended = np.zeros(n, bool)
    for _ in range(40):
        actions = many.action_space.sample()
        seen, reward, done, truncated, _ = many.step(actions)
        assert not truncated.any()
        for row, env in enumerate(alone):
            one, got, over, _, _ = env.step(actions[row])
            assert np.array_equal(one["observation"], seen["observation"][row])
            assert np.array_equal(one["action_mask"], seen["action_mask"][row])
            assert (got, over) == (reward[row], done[row])
        ended |= done
        if ended.any():
            break


def test_three_ways_to_begin_anew_play_the_same_games() -> None:
    n = 4
    modes = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED)
    plain, after, never = (make_many(n, autoreset_mode=mode) for mode in modes)
    assert [env.metadata["autoreset_mode"] for env in (plain, after, never)] == [*modes]
    seen = [env.reset(seed=2)[0] for env in (plain, after, never)]
    ended = 0
    chooser = np.random.default_rng(3)
    for _ in range(scaled(250, 2000)):
        for other in seen[1:]:
            assert same(seen[0], other)
        legal = [np.flatnonzero(mask) for mask in seen[0]["action_mask"]]
        actions = np.array([chooser.choice(here) for here in legal])
        told = [env.step(actions) for env in (plain, after, never)]
        seen = [one[0] for one in told]
        done = told[0][2]
        for one in told[1:]:
            assert np.array_equal(one[1], told[0][1])
            assert np.array_equal(one[2], done)
        if not done.any():
            continue
        ended += int(done.sum())
        assert np.array_equal(told[0][4]["_final_obs"], done)
        for row in np.flatnonzero(done):
            last = told[0][4]["final_obs"][row]
            for other in seen[1:]:
                assert np.array_equal(last["observation"], other["observation"][row])
            assert not last["action_mask"].any()
        # Those that begin anew at the next step must not be a step behind the others.
        going = after._ended.copy()
        after.learner.begin(rows=going)
        after._ended[:] = False
        never.reset(options={"reset_mask": done})
        seen[1:] = [after._observe(), never._observe()]
    assert ended > n


def test_the_next_step_begins_a_new_game() -> None:
    env = make_many(2, seats=2)
    env.reset(seed=1)
    done = np.zeros(2, bool)
    while not done.any():
        seen, _, done, _, _ = env.step(env.action_space.sample())
    row = int(np.flatnonzero(done)[0])
    assert not seen["action_mask"][row].any()
    actions = env.action_space.sample()
    actions[row] = 5  # whatever it is
    seen, reward, again, _, _ = env.step(actions)
    assert seen["action_mask"][row].any()
    assert (reward[row], again[row]) == (0, False)
    assert env.learner.batch.number[row] >= 2


def test_threads_change_nothing() -> None:
    one, two = (make_many(6, opponents="planner", threads=k) for k in (1, 2))
    seen, other = one.reset(seed=1)[0], two.reset(seed=1)[0]
    for _ in range(60):
        assert np.array_equal(seen["observation"], other["observation"])
        actions = one.action_space.sample()
        seen, other = one.step(actions)[0], two.step(actions)[0]


def test_illegal_actions_can_be_replaced_by_chance() -> None:
    env = make("usa", 2, opponents="random", illegal="random")
    env.reset(seed=1)
    *_, info = env.step(1135)
    assert info["illegal"]
    *_, info = env.step(env.action_space.sample())
    assert not info["illegal"]
    many = make_many(3, illegal="random")
    many.reset(seed=1)
    actions = many.action_space.sample()
    actions[1] = -7
    *_, infos = many.step(actions)
    assert infos["illegal"].tolist() == [False, True, False]
    assert np.array_equal(env.action_masks(), env._batch.mask[0] == 1)


def test_what_is_wrong_is_refused_and_nothing_is_done() -> None:
    env = make("usa", 2, opponents="random", render_mode="ansi")
    many = make_many(2)
    for call in (lambda: env.step(0), env.render, lambda: many.step([0, 0])):
        with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
            call()
    seen, _ = env.reset(seed=1)
    for _ in range(9):
        seen, *_ = env.step(env.action_space.sample())
    many.reset(seed=1)
    state = copy.deepcopy(env._batch._states)
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    wrong: list[tuple[Any, str]] = [
        (illegal, "the action is not legal"),
        (1136, "there is no action 1136"),
        (-1, "there is no action -1"),
        (1.5, "must be integers"),
        ("draw", "must be integers"),
        (None, "must be integers"),
        ([0], r"action must have the shape \(\), not \(1,\)"),
        ([[0], [1, 2]], r"action must have the shape \(\), not \[\[0\]"),
    ]
    for action, why in wrong:
        with pytest.raises(gymnasium.error.InvalidAction, match=why):
            env.step(action)
        assert np.array_equal(env._batch._states, state)
    before = many._batch._states.copy()
    bad: list[tuple[Any, str]] = [
        ([0], r"actions must have the shape \(2,\), not \(1,\)"),
        ([[0, 0]], "shape"),
        ([0.0, 0.0], "must be integers"),
        (np.array([1135, 1135]), "row 0 is not legal"),
    ]
    for actions, why in bad:
        with pytest.raises(gymnasium.error.InvalidAction, match=why):
            many.step(actions)
        assert np.array_equal(many._batch._states, before)
    with pytest.raises(gymnasium.error.Error, match="a seed must be an integer"):
        many.reset(seed=[1, 2])
    with pytest.raises(gymnasium.error.Error, match="options must be a dict"):
        many.reset(options=3)  # type: ignore[arg-type]
    for rows in ([True], np.ones(2, int), [[True], [True, False]]):
        with pytest.raises(gymnasium.error.Error, match="reset_mask must have the shape"):
            many.reset(options={"reset_mask": rows})
    env.step(env.action_space.sample())
    many.step(many.action_space.sample())


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"seats": 7}, "USA is for 2 to 5 seats"),
        ({"seat": 2}, "there is no seat 2"),
        ({"opponents": "grandmaster"}, "USA has no bot called 'grandmaster'"),
        ({"opponents": "greedy"}, "USA has no bot called 'greedy'"),
        ({"opponents": ["random"] * 3}, "there must be 1 opponents or one for all, not 3"),
        ({"opponents": 5}, "5 is no player"),
        ({"opponents": First}, "First'> is no player"),
        ({"observation": "all"}, "observation must be one of"),
        ({"reward": "gold"}, "reward must be one of"),
        ({"options": {"alvin": True}}, "USA has no option 'alvin'"),
        ({"illegal": "lose"}, "illegal must be one of raise, random"),
    ],
)
def test_an_environment_that_cannot_be_is_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(gymnasium.error.Error, match=why):
        gymnasium.make("branchline/usa-v1", **given)
    with pytest.raises(gymnasium.error.Error, match=why):
        gymnasium.make_vec("branchline/usa-v1", num_envs=2, **given)


def test_modes_and_games_that_there_are_not() -> None:
    with pytest.raises(gymnasium.error.Error, match="autoreset_mode must be one of"):
        make_many(2, autoreset_mode="always")
    with pytest.raises(gymnasium.error.Error, match="render_mode must be one of"):
        gymnasium.make("branchline/usa-v1", render_mode="oil")
    with pytest.raises(gymnasium.error.UnregisteredEnv):
        gymnasium.make("branchline/chess-v1")
