"""Checks of Stable-Baselines3 and TorchRL, where they are installed: `make test-deep` does that."""

from typing import Any

import gymnasium
import pytest

from branchline import envs

from ..play import GAMES

REASON = "make test-deep installs it"


def make(game: str, **how: Any) -> Any:
    id, options = GAMES[game]
    return gymnasium.make(f"branchline/{id}-v1", opponents="random", options=options, **how)


@pytest.mark.parametrize("game", GAMES)
def test_checks_of_stable_baselines(game: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason=REASON)
    checker.check_env(make(game, illegal="random"))


@pytest.mark.parametrize("game", GAMES)
def test_checks_of_torchrl(game: str) -> None:
    """With its transform that keeps to the mask, and with the AEC environment."""
    torchrl = pytest.importorskip("torchrl.envs", reason=REASON)
    utils = pytest.importorskip("torchrl.envs.utils", reason=REASON)
    wrapped = torchrl.GymWrapper(make(game), categorical_action_encoding=True)
    utils.check_env_specs(torchrl.TransformedEnv(wrapped, torchrl.ActionMask()))
    id, options = GAMES[game]
    zoo = torchrl.PettingZooWrapper(
        envs.aec(id, 3, options=options),
        use_mask=True,
        categorical_actions=True,
        return_state=True,
    )
    utils.check_env_specs(zoo)
