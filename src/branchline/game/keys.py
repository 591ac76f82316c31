"""Keys: where the chance of a game comes from, alone or as one of the many of a run."""

from __future__ import annotations

import hashlib

import numpy as np

from branchline.errors import BranchlineError
from branchline.rules import engine
from branchline.rules import state as st


def check_seed(seed: object) -> int:
    """Return a seed as an integer; refuse what is none."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise BranchlineError("problem.seed", given=repr(seed)[:80])
    return int(seed)


def run_key(seed: int) -> st.Chances:
    """Return the generator that the keys of a run's games come from."""
    chances = np.zeros(1, st.CHANCE_DTYPE)
    digest = hashlib.sha256(f"branchline run {seed}".encode()).digest()
    chances[0]["key"] = np.frombuffer(digest, "<u4")
    return chances


def keys_of_game(seed: int, number: int) -> tuple[bytes, bytes]:
    """Return the key of one game of a run, and the key its random players choose by."""
    game, players = np.zeros(1, st.CHANCE_DTYPE), np.zeros(1, st.CHANCE_DTYPE)
    engine.game_keys(run_key(seed), number, game, players)
    return game[0]["key"].astype("<u4").tobytes(), players[0]["key"].astype("<u4").tobytes()


def stream(key: bytes) -> st.Chances:
    """Return a generator at the beginning of a key's stream."""
    chances = np.zeros(1, st.CHANCE_DTYPE)
    chances[0]["key"] = np.frombuffer(key, "<u4")
    chances[0]["used"] = 16
    return chances
