"""Batches: the same games as everywhere else, all ways to begin anew, rewards, threads, errors."""

import tracemalloc
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numba.core import runtime as numba_runtime

import branchline as bl
from branchline import envs
from branchline.errors import BranchlineError
from branchline.game.keys import run_key
from branchline.game.options import option_bits
from branchline.rules import engine
from branchline.rules import simulate as columns
from branchline.rules import state as st

from ..play import GAMES, at_every_table, at_some_tables
from ..scale import scaled

nrt: Any = numba_runtime._nrt_python  # type: ignore[attr-defined]
runtime: Any = numba_runtime.rtsys  # type: ignore[attr-defined]


def same(one: envs.Batch, other: envs.Batch) -> None:
    """Hold all that two batches tell to each other."""
    for name in ("observation", "mask", "legal_n", "seat", "reward", "done", "number"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@at_every_table
def test_random_play_is_that_of_the_simulator(game: str, seats: int) -> None:
    """A run of random games: the same scores, game by game, as the compiled simulation has."""
    id, options = GAMES[game]
    n = scaled(16, 500)
    board = bl.load_board(id)
    table = np.zeros((n, columns.T_SEATS + seats * columns.S_COLUMNS), np.int32)
    engine.simulate(
        board.record,
        np.zeros(1, st.STATE_DTYPE),
        np.zeros(1, st.RESULT_DTYPE),
        run_key(7),
        np.zeros(1, st.CHANCE_DTYPE),
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        seats,
        -1,
        option_bits(dict(options)),
        0,
        table,
    )
    batch = envs.Batch(id, seats, n, seed=7, options=options, autoreset="Disabled")
    steps = np.zeros(n, int)
    shares = np.zeros((n, seats))
    while batch.legal_n.any():
        going = batch.legal_n > 0
        batch.step(batch.sample(), rows=going)
        steps += going
        shares += batch.reward
        assert (batch.done <= going).all()
    assert np.array_equal(steps, table[:, columns.T_STEPS])
    for seat in range(seats):
        block = table[:, columns.T_SEATS + seat * columns.S_COLUMNS :]
        assert np.array_equal(batch.final_score[:, seat], block[:, columns.S_TOTAL])
        won = (block[:, columns.S_RANK] == 1) / table[:, columns.T_WINNERS]
        assert np.allclose(shares[:, seat], won)


def test_a_game_of_a_batch_can_be_played_alone() -> None:
    batch = envs.Batch("usa", 3, 4, seed=5)
    for _ in range(900):
        batch.step(batch.sample())
    assert (batch.number >= 4).all()
    for row in range(4):
        assert batch.number[row] % 4 == row
        alone = bl.new_game("usa", 3, seed=5, number=int(batch.number[row]))
        there = batch.game(row)
        assert alone.board is there.board
        assert (alone._states["chance"]["key"] == there._states["chance"]["key"]).all()


@pytest.mark.parametrize("kind", ["now", "remembered"])
def test_three_ways_to_begin_anew_play_the_same_games(kind: str) -> None:
    """As Gymnasium defines them: what each shows at an end, and after it."""
    n = 6
    plain, after, never = (
        envs.Batch("usa", 2, n, seed=3, observation=kind, autoreset=mode)
        for mode in ("SameStep", "NextStep", "Disabled")
    )
    ended = 0
    for _ in range(scaled(700, 5000)):
        same(plain, after)
        same(plain, never)
        actions = plain.sample().copy()
        assert np.array_equal(actions, after.sample())
        assert np.array_equal(actions, never.sample())
        for batch in (plain, after, never):
            batch.step(actions)
        assert np.array_equal(plain.done, after.done)
        assert np.array_equal(plain.reward, after.reward)
        done = plain.done.copy()
        assert np.array_equal(done, never.done)
        if not done.any():
            continue
        ended += done.sum()
        # The end is shown: at once, or in a place of its own.
        assert np.array_equal(after.observation[done], plain.final_observation[done])
        assert np.array_equal(never.observation[done], plain.final_observation[done])
        over = after.spec.read(after.observation)["phase"][:, envs.Spec.PHASES.index("over")]
        assert np.array_equal(over, done)
        assert not after.mask[done].any()
        assert (after.legal_n[done] == 0).all()
        assert plain.mask[done].any(axis=1).all()
        assert plain.reward[done].sum(axis=1).tolist() == [1.0] * done.sum()
        # The step after an end takes whatever action, and brings nothing but a new game.
        after.step(np.where(done, -1, 0), rows=done)
        assert not after.done.any()
        assert not after.reward.any()
        never.reset(rows=done)
        for batch in (plain, after, never):
            batch.reward[:] = 0
            batch.done[:] = False
    assert ended > 3 * n


def test_names_of_autoreset_are_those_of_gymnasium() -> None:
    assert {mode.value for mode in AutoresetMode} == {"NextStep", "SameStep", "Disabled"}
    batch = envs.Batch("usa", autoreset=AutoresetMode.NEXT_STEP)  # type: ignore[arg-type]
    assert batch.autoreset == "NextStep"


@at_some_tables
def test_rewards_add_up_to_what_the_game_was_worth(game: str, seats: int) -> None:
    id, options = GAMES[game]
    n = scaled(8, 100)
    given: dict[str, Any] = {"options": options, "autoreset": "Disabled", "seed": 2}
    batches = {kind: envs.Batch(id, seats, n, reward=kind, **given) for kind in envs.REWARDS}
    sums = {kind: np.zeros((n, seats)) for kind in batches}
    hidden = bool(options.get("closed_tickets"))
    while batches["win"].legal_n.any():
        going = batches["win"].legal_n > 0
        actions = batches["win"].sample()
        for kind, batch in batches.items():
            batch.step(actions, rows=going)
            sums[kind] += batch.reward
            if kind != "points" or hidden:  # nobody may learn from a reward what lies face down
                assert not batch.reward[~batch.done].any()
            else:
                assert np.allclose(batch.reward.sum(axis=1), 0, atol=1e-4)
    scores = batches["win"].final_score.astype(float)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (seats - 1)
    assert np.allclose(sums["points"], scores - others, atol=1e-3)
    for row in range(n):
        result = batches["win"].game(row).result()
        assert [seat.total for seat in result.seats] == scores[row].tolist()
        for seat in range(seats):
            best = max(scores[row, other] for other in range(seats) if other != seat)
            assert sums["margin"][row, seat] == scores[row, seat] - best
            share = (seat in result.winners) / len(result.winners)
            assert sums["win"][row, seat] == np.float32(share)


def test_threads_change_nothing() -> None:
    one, three = (envs.Batch("france", 3, 50, seed=4, threads=k) for k in (1, 3))
    for _ in range(scaled(150, 2000)):
        actions = one.sample()
        assert np.array_equal(actions, three.sample())
        one.step(actions)
        three.step(actions)
        same(one, three)
    one.reset(9)
    three.reset(9)
    same(one, three)


def allocations(n: int) -> int:
    """How many pieces of memory compiled code takes for some steps of n games in full play."""
    batch = envs.Batch("usa", 2, n, seed=1, autoreset="Disabled")
    for _ in range(40):  # all have chosen their first tickets by then, none is near its end
        batch.step(batch.sample())
    nrt.memsys_enable_stats()
    try:
        before = runtime.get_allocation_stats().alloc
        for _ in range(20):
            batch.step(batch.sample())
        after = runtime.get_allocation_stats().alloc
    finally:
        nrt.memsys_disable_stats()
    assert batch.legal_n.all()
    return int(after - before)


def test_no_memory_is_taken_for_a_game_that_goes_on() -> None:
    """Compiled code takes some for the arrays it is handed, however many games are in them."""
    assert allocations(64) == allocations(1)
    batch = envs.Batch("usa", 2, 64, seed=1)
    actions = batch.sample()
    arrays = {name: id(v) for name, v in vars(batch).items() if isinstance(v, np.ndarray)}
    tracemalloc.start()
    try:
        batch.step(batch.sample())
        held = tracemalloc.get_traced_memory()[0]
        for _ in range(300):
            batch.step(batch.sample())
        grown = tracemalloc.get_traced_memory()[0] - held
    finally:
        tracemalloc.stop()
    assert batch.sample() is actions
    assert arrays == {name: id(v) for name, v in vars(batch).items() if isinstance(v, np.ndarray)}
    assert grown < batch.observation.nbytes


def frozen(batch: envs.Batch) -> list[bytes]:
    return [v.tobytes() for v in vars(batch).values() if isinstance(v, np.ndarray)]


def test_what_is_wrong_is_refused_and_nothing_is_done() -> None:
    batch = envs.Batch("usa", 2, 5, seed=1)
    for _ in range(50):
        batch.step(batch.sample())
    good = batch.sample().copy()
    illegal = good.copy()
    illegal[3] = np.flatnonzero(batch.mask[3] == 0)[0]
    outside, below = good.copy(), good.copy()
    outside[2], below[4] = 1136, -1
    wrong: list[tuple[Any, str]] = [
        (illegal, "the action of row 3 is not legal"),
        (outside, "there is no action 1136; they are numbered 0 to 1135"),
        (below, "there is no action -1"),
        (good[:4], r"actions must have the shape \(5,\), not \(4,\)"),
        (good.reshape(5, 1), "shape"),
        (int(good[0]), "shape"),
        (good.astype(float), "must be integers, not float64"),
        (good.astype(bool), "must be integers, not bool"),
        (["draw"] * 5, "must be integers, not <U4"),
        ([[0], [1, 2], 3, 4, 5], r"must have the shape \(5,\), not \[\[0\]"),
        ([None] * 5, "must be integers, not object"),
        (np.full(5, 1 << 63, np.uint64), "there is no action"),
    ]
    for actions, why in wrong:
        before = frozen(batch)
        kept = batch._actions.tobytes()
        with pytest.raises(BranchlineError, match=why):
            batch.step(actions)
        after = frozen(batch)
        changed = [b != a for b, a in zip(before, after, strict=True)]
        assert sum(changed) <= (batch._actions.tobytes() != kept)
    for rows in (np.ones(4, bool), np.ones(5, int), [True] * 6, [[True], [True, False]], "yes"):
        with pytest.raises(BranchlineError, match="rows must have the shape"):
            batch.step(good, rows=rows)
    with pytest.raises(BranchlineError, match="a seed or rows, not both"):
        batch.reset(1, rows=np.ones(5, bool))
    with pytest.raises(BranchlineError, match="a seed must be an integer"):
        batch.reset(1.5)  # type: ignore[arg-type]
    for seat in (2, -1, [0, 0, 0, 0, 5]):
        with pytest.raises(BranchlineError, match="there is no seat"):
            batch.observe(seat)
    nobody: list[Any] = [0.5, [0, 1], "seat_0"]
    for who in nobody:
        with pytest.raises(BranchlineError, match=r"must be integers|must have the shape"):
            batch.observe(who)
    for row in (5, -1, 1.0):
        with pytest.raises(BranchlineError, match="there is no row"):
            batch.game(row)  # type: ignore[arg-type]
    batch.step(good)  # and it still goes on


def test_observations_are_written_to_nothing_but_an_array_for_them() -> None:
    """Compiled code would write beside any other."""
    batch = envs.Batch("usa", 2, 3, seed=1)
    good = np.zeros_like(batch.observation)
    assert batch.observe(1, out=good) is good
    shut = good.copy()
    shut.flags.writeable = False
    wrong: list[Any] = [
        np.zeros((3, 5), np.uint8),
        np.zeros((2, batch.spec.size), np.uint8),
        np.zeros(good.shape, np.int64),
        np.zeros((3, 2 * batch.spec.size), np.uint8)[:, ::2],
        shut,
        [1, 2],
    ]
    for out in wrong:
        before = np.array(out)
        with pytest.raises(BranchlineError, match="out must"):
            batch.observe(0, out=out)
        assert np.array_equal(out, before)


def test_what_is_no_view_is_not_observed() -> None:
    game = bl.new_game("usa", seed=1)
    nothing: list[Any] = [None, game, "view"]
    for view in nothing:
        with pytest.raises(BranchlineError, match="observe takes a view"):
            envs.observe(view)
    with pytest.raises(BranchlineError, match="a spectator has no seat"):
        envs.observe(game.view(None))


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "chess"}, "there is no game called 'chess'"),
        ({"game": 3}, "there is no game called '3'"),
        ({"seats": 1}, "USA is for 2 to 5 seats, not 1"),
        ({"seats": 2.0}, "seats, not 2.0"),
        ({"n": 0}, "n must be a number from 1 to"),
        ({"n": 2.5}, "n must be a number from 1 to"),
        ({"threads": 0}, "threads must be a number from 1 to"),
        ({"observation": "all"}, "observation must be one of now, remembered, not 'all'"),
        ({"observation": "open"}, "observation must be one of now, remembered, not 'open'"),
        ({"reward": "score"}, "reward must be one of win, margin, points, not 'score'"),
        ({"autoreset": "always"}, "autoreset must be one of NextStep, SameStep, Disabled"),
        ({"options": {"alvin": True}}, "USA has no option 'alvin'"),
        ({"options": {"starts": 5}}, "the option starts must be a seat"),
        ({"options": "alvin"}, "options must be a dict with their names, not 'alvin'"),
        ({"seed": "one"}, "a seed must be an integer, not 'one'"),
        ({"seed": True}, "a seed must be an integer, not True"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(given: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"game": "usa", "seats": 2, "n": 1, "seed": 1}
    with pytest.raises(BranchlineError, match=why):
        envs.Batch(**{**asked, **given})


def test_a_finished_game_takes_no_action_unless_it_begins_anew() -> None:
    batch = envs.Batch("usa", 2, 1, seed=1, autoreset="Disabled")
    while not batch.done[0]:
        batch.step(batch.sample())
    with pytest.raises(BranchlineError, match="its game is over"):
        batch.step([0])
    batch.reset(rows=[True])
    batch.step(batch.sample())


def test_without_a_seed_no_two_batches_are_the_same() -> None:
    assert envs.Batch("usa").seed != envs.Batch("usa").seed
