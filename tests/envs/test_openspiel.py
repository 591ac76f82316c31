"""OpenSpiel: its own simulation passes, a playthrough stays as it was, clones share their bytes."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="make test-deep installs OpenSpiel")

import branchline.envs.spiel as spiel  # noqa: E402 - needs OpenSpiel

from ..play import GAMES  # noqa: E402
from ..scale import scaled  # noqa: E402

GOLDEN = Path(__file__).parent / "openspiel-usa.txt"


def make(game: str, **given: Any) -> Any:
    id, options = GAMES[game]
    return pyspiel.load_game(f"{spiel.PREFIX}{id}", {**options, **given})


def dealt(game: Any, actions: int, seed: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(0)
    chooser = random.Random(seed)
    for _ in range(actions):
        state.apply_action(chooser.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_random_simulation_of_openspiel(game: str) -> None:
    """Without its test of serialized games: it wants a method that games in Python cannot have."""
    made = make(game, players=3, seed=1)
    pyspiel.random_sim_test(made, num_sims=scaled(1, 4), serialize=False, verbose=False)


def playthrough() -> str:
    """One game with all that a state tells at some of its points."""
    game = make("usa", seed=3)
    state = game.new_initial_state()
    lines = [str(game), f"{game.num_distinct_actions()} actions, {game.num_players()} players"]
    chooser = random.Random(1)
    while not state.is_terminal():
        action = 0 if state.is_chance_node() else chooser.choice(state.legal_actions())
        if len(state.history()) in (1, 2, 3, 20, 60, 100):
            lines.append(str(state))
            for player in range(2):
                lines.append(state.information_state_string(player))
                lines.append(state.observation_string(player))
                for tensor in (state.observation_tensor, state.information_state_tensor):
                    lines.append(" ".join(f"{n:g}" for n in tensor(player)))
            lines.append(" ".join(map(str, state.legal_actions())))
        lines.append(f"{state.current_player()}: {state.action_to_string(action)}")
        state.apply_action(action)
    lines += [str(state), f"returns {state.returns()}"]
    return "\n".join(lines) + "\n"


def test_a_playthrough_stays_as_it_was() -> None:
    """If the change is meant: python -m tests.envs.test_openspiel."""
    assert playthrough() == GOLDEN.read_text(encoding="utf-8")


def test_a_clone_goes_its_own_way_and_shares_its_bytes() -> None:
    state = dealt(make("france", seed=2), 60, 1)
    before = str(state), state.legal_actions(), state.history()
    clone = state.clone()
    assert clone.at.state is state.at.state
    clone.apply_action(clone.legal_actions()[-1])
    assert (str(state), state.legal_actions(), state.history()) == before
    state.apply_action(state.legal_actions()[-1])
    assert state.at.state == clone.at.state
    assert state.information_state_string(1) == clone.information_state_string(1)


def test_a_state_can_be_written_and_read() -> None:
    game = make("old_west-alvin", players=4, seed=2)
    for n in (0, 50):
        state = dealt(game, n, 3)
        again = game.deserialize_state(state.serialize())
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
        again.apply_action(again.legal_actions()[0])
        state.apply_action(state.legal_actions()[0])
        assert again.observation_tensor(0) == state.observation_tensor(0)


def test_observers_name_the_slices() -> None:
    state = dealt(make("usa", seed=5), 30, 1)
    seen = state.get_game().make_py_observer()
    seen.set_from(state, state.current_player())
    assert seen.dict["owner"].shape == (2, 100)
    assert np.array_equal(seen.tensor, state.observation_tensor())
    every = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    assert "hands" in state.get_game().make_py_observer(every).dict


def test_rewards_and_their_kinds() -> None:
    kinds = pyspiel.GameType.Utility
    for given, kind in (
        ({}, kinds.CONSTANT_SUM),
        ({"reward": "margin"}, kinds.ZERO_SUM),
        ({"reward": "margin", "players": 3}, kinds.GENERAL_SUM),
    ):
        game = make("card_game", seed=1, **given)
        assert game.get_type().utility == kind
        state = dealt(game, 0, 1)
        while not state.is_terminal():
            assert state.returns() == [0.0] * game.num_players()
            state.apply_action(random.choice(state.legal_actions()))
        if kind != kinds.GENERAL_SUM:
            assert sum(state.returns()) == pytest.approx(game.utility_sum())


def test_what_is_wrong_is_refused_and_nothing_is_done() -> None:
    state = dealt(make("usa", seed=1), 30, 1)
    before = str(state), state.history()
    illegal = next(a for a in range(1136) if a not in state.legal_actions())
    for action, why in (
        (illegal, "is not legal"),
        (5000, "no action 5000"),
        (-1, "kInvalidAction"),
    ):
        with pytest.raises(pyspiel.SpielError, match=why):
            state.apply_action(action)
        assert (str(state), state.history()) == before
    with pytest.raises(pyspiel.SpielError, match="no action 5000"):
        state.action_to_string(0, 5000)
    with pytest.raises(TypeError):
        state.apply_action("draw")
    for given, why in (
        ({"players": 9}, "USA is for 2 to 5 seats"),
        ({"reward": "points"}, "reward must be one of win, margin"),
        ({"alvin": True}, "alvin"),
    ):
        with pytest.raises(pyspiel.SpielError, match=why):
            make("usa", **given)
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("python_branchline_chess")
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        state.get_game().make_py_observer(None, {"size": 3})


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(), encoding="utf-8")
