"""The same key and the same actions give the same game, wherever and however it is played."""

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import branchline as bl
from branchline.game.keys import keys_of_game, run_key
from branchline.game.options import option_bits
from branchline.rules import engine
from branchline.rules import simulate as sim
from branchline.rules import state as st

from ..play import GAMES, at_every_table, begin
from ..referee.chance import Chance, block
from ..scale import scaled
from .digest import digests

ROOT = Path(__file__).resolve().parents[2]
TO_PLAY = 3
INTERPRETED_GAMES = 1
INTERPRETED_TABLES = scaled("some", "all")
digests_here = cache(digests)


def digests_elsewhere(games: int, tables: str = "all", **environment: str) -> dict[str, str]:
    """The digests as another Python process finds them."""
    run = subprocess.run(
        # Interpreted, numpy warns of the overflow that ChaCha is made of.
        [sys.executable, "-W", "ignore", "-m", "tests.records.digest", str(games), tables],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return dict(line.rsplit(": ", 1) for line in run.stdout.splitlines())


@pytest.mark.parametrize("hash_seed", scaled(["1"], ["1", "4294967295"]))
def test_the_hash_seed_makes_no_difference(hash_seed: str) -> None:
    found = digests_elsewhere(TO_PLAY, PYTHONHASHSEED=hash_seed)
    assert found == digests_here(TO_PLAY)


def test_interpreted_rules_play_the_same() -> None:
    found = digests_elsewhere(
        INTERPRETED_GAMES, INTERPRETED_TABLES, NUMBA_DISABLE_JIT="1", PYTHONHASHSEED="4294967295"
    )
    assert found == digests_here(INTERPRETED_GAMES, INTERPRETED_TABLES)


def test_all_games_are_different() -> None:
    """Else equal digests would say nothing."""
    found = digests_here(TO_PLAY)
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("made_to_start", [None, 1], ids=["drawn", "set"])
@at_every_table
def test_simulated_games_are_the_games_played_one_by_one(
    game: str, seats: int, made_to_start: int | None
) -> None:
    """A row of the table is what the library plays with the same chance, chosen by our own hand."""
    seed, first, games = 77, 5, scaled(4, 12)
    id, options = GAMES[game]
    board = bl.load_board(id)
    engine.compile_rules()
    columns = sim.T_SEATS + seats * sim.S_COLUMNS
    table = np.zeros((games, columns), np.int32)
    engine.simulate(
        board.record,
        np.zeros(1, st.STATE_DTYPE),
        np.zeros(1, st.RESULT_DTYPE),
        run_key(seed),
        np.zeros(1, st.CHANCE_DTYPE),
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        seats,
        -1 if made_to_start is None else made_to_start,
        option_bits(options),
        first,
        table,
    )
    for row in range(games):
        at_table = begin(game, seats, seed, first + row, starts=made_to_start)
        players = Chance(keys_of_game(seed, first + row)[1])
        while not at_table.is_over:
            legal = at_table.legal_actions()
            at_table.push(legal[players.below(len(legal))])
        assert table[row].tolist() == row_of(at_table)


def row_of(game: bl.Game) -> list[int]:
    result = game.result()
    row = [len(game.history), game.turn, len(result.winners)]
    for seat in result.seats:
        row += [seat.total, seat.routes, seat.tickets_done, seat.tickets_failed, seat.rank]
    return row


def test_keys_of_a_run_are_the_blocks_of_its_stream() -> None:
    """Worked out again: the run's key is a digest of its seed, block by block two keys."""
    for seed in (0, 7, -3):
        run = hashlib.sha256(f"branchline run {seed}".encode()).digest()
        for number in (0, 1, 1000, 2**33):
            words = b"".join(word.to_bytes(4, "little") for word in block(run, number))
            assert keys_of_game(seed, number) == (words[:32], words[32:])


@at_every_table
def test_a_game_depends_on_seed_and_number_alone(game: str, seats: int) -> None:
    keys = {begin(game, seats, s, n).key for s in range(5) for n in range(5)}
    assert len(keys) == 25
    one = begin(game, seats, 1, 2)
    id, options = GAMES[game]
    assert bl.new_game(id, seats, key=one.key, options=options).record() == one.record()
