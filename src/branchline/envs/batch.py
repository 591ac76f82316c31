"""Batch: many games in step, in arrays that compiled code writes in place."""

from __future__ import annotations

import secrets
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, SupportsInt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from branchline.board import load_board
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.keys import check_seed, run_key
from branchline.game.options import check_options, option_bits
from branchline.observation.notes import NOTE_DTYPE, SETTING_DTYPE
from branchline.observation.slices import PLAYERS
from branchline.observation.spec import Spec, check_kind
from branchline.observation.stepping import (
    BEGIN,
    DISABLED,
    MARGIN,
    NEXT_STEP,
    POINTS,
    SAME_STEP,
    STEP,
    WIN,
    choose_randomly,
    find_illegal,
    observe_rows,
    step_rows,
)
from branchline.rules import engine
from branchline.rules import state as st

REWARDS = {"win": WIN, "margin": MARGIN, "points": POINTS}
AUTORESETS = {
    "NextStep": NEXT_STEP,
    "SameStep": SAME_STEP,
    "Disabled": DISABLED,
}
"""What follows the end of a game, by the names of Gymnasium's ``AutoresetMode``."""


class Batch:
    """Many games of one kind, a row each, that go on by one action each at every step.

    The arrays are written in place, by compiled code that needs neither the interpreter's lock nor
    new memory. They are yours to read; copy what you want to keep beyond the next step.

    - ``observation`` (n, size) uint8: what the seat to act knows (`spec` explains it)
    - ``mask`` (n, actions) int8: 1 for what it may do
    - ``legal`` (n, actions) int16 and ``legal_n`` (n,) int16: the same as lists
    - ``seat`` (n,) int8: the seat to act
    - ``reward`` (n, seats) float32: what the last step brought each seat
    - ``done`` (n,) bool: whether the last step ended the game
    - ``final_score`` (n, seats) int16: the scores of a row's last finished game
    - ``number`` (n,) int64: the number of a row's game in the run of ``seed``: ``new_game`` with
      both is the same game

    ``reward`` is "win" (at the end the win, shared if several won), "margin" (at the end the
    points ahead of the best other) or "points" (at every step what the points grew, less what
    those of the others grew on average; it adds up to the final scores).

    ``autoreset`` is what Gymnasium calls it. "SameStep": the next game follows a finished one at
    once, and ``final_observation`` (n, size) has what the seat that acted last saw at the end.
    "NextStep": the row stays at its end, with an empty mask, and the next step begins a new game,
    whatever the action. "Disabled": it stays until ``reset(rows=…)``.

    >>> from branchline import envs
    >>> batch = envs.Batch("usa", seats=2, n=3, seed=1)
    >>> batch.observation.shape, batch.mask.shape, batch.seat.tolist()
    ((3, 625), (3, 1136), [0, 0, 0])
    >>> for _ in range(1000):
    ...     batch.step(batch.sample())
    >>> bool((batch.number > 2).all())
    True
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        n: int = 1,
        seed: int | None = None,
        *,
        observation: str = "now",
        features: bool = False,
        reward: str = "win",
        autoreset: str = "SameStep",
        options: Mapping[str, object] | None = None,
        threads: int = 1,
    ) -> None:
        self.board = load_board(game)
        seats = self.board.min_seats if seats is None else seats
        self.options = check_options(self.board, seats, options or {})
        check_kind(observation, PLAYERS)
        autoreset = getattr(autoreset, "value", autoreset)  # Gymnasium's own name for it
        _check_name("reward", reward, REWARDS)
        _check_name("autoreset", autoreset, AUTORESETS)
        _check_count("n", n, 1 << 24)
        _check_count("threads", threads, 1024)
        self.seats, self.n, self.autoreset = seats, n, autoreset
        self.spec = Spec(self.board, seats, observation, bool(features))
        engine.compile_rules()
        actions = self.board.n_actions
        self.observation = np.zeros((n, self.spec.size), np.uint8)
        self.mask = np.zeros((n, actions), np.int8)
        self.legal = np.zeros((n, actions), np.int16)
        self.legal_n = np.zeros(n, np.int16)
        self.seat = np.zeros(n, np.int8)
        self.reward = np.zeros((n, seats), np.float32)
        self.done = np.zeros(n, np.bool_)
        self.final_score = np.zeros((n, seats), np.int16)
        kept = n if autoreset == "SameStep" else 0
        self.final_observation = np.zeros((kept, self.spec.size), np.uint8)
        self.number = np.zeros(n, np.int64)
        self._choice = np.zeros(n, np.int64)
        self._actions = np.zeros(n, np.int64)
        self._asked = np.zeros(n, np.int8)
        self._points = np.zeros((n, seats), np.int16)
        self._states = np.zeros(n, st.STATE_DTYPE)
        self._notes = np.zeros(n, NOTE_DTYPE)
        self._players = np.zeros(n, st.CHANCE_DTYPE)
        self._layout = self.spec.layout(bool(self.options.get("open_track")))
        self._setting = np.zeros(1, SETTING_DTYPE)
        setting = self._setting[0]
        setting["seats"], setting["starts"] = seats, self.options.get("starts", -1)
        setting["options"], setting["stride"] = option_bits(self.options), n
        setting["reward"], setting["autoreset"] = REWARDS[reward], AUTORESETS[autoreset]
        threads = min(threads, n)
        cuts = [n * i // threads for i in range(threads + 1)]
        self._parts = [_Part(first, end) for first, end in pairwise(cuts)]
        self._pool: ThreadPoolExecutor | None = None
        if threads > 1:
            self._pool = ThreadPoolExecutor(threads - 1, "branchline batch")
            weakref.finalize(self, self._pool.shutdown, wait=False)
        self.reset(secrets.randbits(62) if seed is None else seed)

    def reset(self, seed: int | None = None, rows: ArrayLike | None = None) -> None:
        """Begin new games: those of a seed, or the next ones; in all rows, or where rows is true.

        >>> from branchline import envs
        >>> batch = envs.Batch("usa", n=2, seed=1)
        >>> batch.reset()
        >>> batch.number.tolist()
        [2, 3]
        """
        if seed is not None:
            checked = check_seed(seed)
            if rows is not None:
                raise BranchlineError("envs.seedAndRows")
            self.seed = checked
            for part in self._parts:
                part.master = run_key(self.seed)
            self.number[:] = np.arange(-self.n, 0)
        asked = self._which(rows, BEGIN)
        self._run(lambda part: self._step_part(part, asked))

    def step(self, actions: ArrayLike, rows: ArrayLike | None = None) -> None:
        """Take an action in every row, or only where rows is true; refuse all if one is illegal."""
        given = self.check(actions)
        self._actions[:] = given
        asked = self._which(rows, STEP)
        wrong = find_illegal(
            self.legal, self.legal_n, asked, self._actions, self.autoreset == "NextStep"
        )
        if wrong >= 0:
            raise BranchlineError("envs.illegal", row=wrong, why=self.why_not(wrong, given[wrong]))
        self._run(lambda part: self._step_part(part, asked))

    def check(self, actions: ArrayLike) -> NDArray[Any]:
        """Check that there is a number of an action for each row; return them as an array."""
        given = read_array("actions", actions, (self.n,))
        if given.dtype.kind not in "iu":
            raise BranchlineError("envs.integers", given=str(given.dtype))
        return given

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each row, all equally likely, in the same array every time.

        They come from a row's own stream of chance: the same seed plays the same games.
        """
        self._run(
            lambda part: choose_randomly(
                self.legal, self.legal_n, self._players, self._choice, part.first, part.end
            )
        )
        return self._choice

    def observe(self, seat: ArrayLike, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """Return what seats know, whoever has to act: one seat for all rows, or one for each."""
        seats = np.empty(self.n, np.int8)
        given = read_array("seat", seat, (), (self.n,))
        if given.dtype.kind not in "iu":
            raise BranchlineError("envs.integers", given=str(given.dtype))
        if given.size and not 0 <= given.min() <= given.max() < self.seats:
            raise BranchlineError("problem.noSeat", given=str(given), most=self.seats - 1)
        seats[:] = given
        if out is None:
            out = np.empty_like(self.observation)
        self._check_out(out)
        observe_rows(self.board.record, self._states, self._notes, self._layout, seats, out)
        return out

    def _check_out(self, out: object) -> None:
        """Refuse what compiled code cannot write observations to: it would write beside it."""
        shape = self.observation.shape
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != np.uint8:
            found = f"{out.shape}, {out.dtype}" if isinstance(out, np.ndarray) else repr(out)[:60]
            raise BranchlineError("envs.shape", what="out", shape=f"{shape}, uint8", given=found)
        if not (out.flags.c_contiguous and out.flags.writeable):
            raise BranchlineError("envs.notWritable")

    def game(self, row: int) -> Game:
        """Return a copy of a row's game, to look at it with words or to play on from there."""
        if type(row) is not int or not 0 <= row < self.n:
            raise BranchlineError("envs.noRow", given=repr(row), most=self.n - 1)
        return Game(self.board, dict(self.options), self._states[row : row + 1].copy())

    def why_not(self, row: int, action: SupportsInt) -> str:
        """Say why an action is not legal in a row."""
        game, number = self.game(row), int(action)
        if game.is_over:
            return str(BranchlineError("envs.over"))
        if not 0 <= number < self.board.n_actions:
            most = str(self.board.n_actions - 1)
            return str(BranchlineError("problem.noAction", given=str(number), most=most))
        return f"{game.action(number)}: {game.why_not(number).text}"

    def _which(self, rows: ArrayLike | None, what: int) -> NDArray[np.int8]:
        """Return what is asked of which rows."""
        if rows is None:
            self._asked[:] = what
            return self._asked
        given = read_rows("rows", rows, self.n)
        np.multiply(given, what, out=self._asked, dtype=np.int8)
        return self._asked

    def _run(self, work: Callable[[_Part], object]) -> None:
        """Do something for all rows, on as many threads as there are."""
        waiting = [self._pool.submit(work, part) for part in self._parts[1:]] if self._pool else []
        work(self._parts[0])
        if waiting:
            wait(waiting)
            for done in waiting:
                done.result()

    def _step_part(self, part: _Part, asked: NDArray[np.int8]) -> None:
        step_rows(*self.arguments(part, asked))

    def arguments(self, part: _Part, asked: NDArray[np.int8]) -> tuple[Any, ...]:
        """Return what a step of some rows hands to compiled code."""
        return (
            self.board.record,
            self._states,
            self._notes,
            self._layout,
            self._setting,
            part.master,
            self._players,
            part.menu,
            part.log,
            part.result,
            asked,
            self._actions,
            self.observation,
            self.final_observation,
            self.mask,
            self.legal,
            self.legal_n,
            self.reward,
            self.seat,
            self.done,
            self._points,
            self.final_score,
            self.number,
            part.first,
            part.end,
        )


class _Part:
    """The rows of one thread, and the records it works with."""

    def __init__(self, first: int, end: int) -> None:
        self.first, self.end = first, end
        self.master: st.Chances = np.zeros(1, st.CHANCE_DTYPE)
        self.menu = np.zeros(1, st.MENU_DTYPE)
        self.log = st.new_log()
        self.result = np.zeros(1, st.RESULT_DTYPE)


def read_array(what: str, given: object, *shapes: tuple[int, ...]) -> NDArray[Any]:
    """Return what was given as an array, if it has one of the shapes."""
    wanted = " / ".join(map(str, shapes))
    try:
        array = np.asarray(given)
    except (ValueError, TypeError):  # lists in a list that are not equally long, say
        raise BranchlineError(
            "envs.shape", what=what, shape=wanted, given=repr(given)[:60]
        ) from None
    if array.shape not in shapes:
        raise BranchlineError("envs.shape", what=what, shape=wanted, given=str(array.shape))
    return array


def read_rows(what: str, given: object, n: int) -> NDArray[np.bool_]:
    """Return a choice of rows as an array that is true where one was chosen."""
    array = read_array(what, given, (n,))
    if array.dtype != np.bool_:
        shape = f"({n},), bool"
        raise BranchlineError("envs.shape", what=what, shape=shape, given=f"({n},), {array.dtype}")
    return array


def _check_name(what: str, given: object, known: Mapping[str, int]) -> None:
    if not isinstance(given, str) or given not in known:
        raise BranchlineError("envs.noKind", what=what, given=repr(given), known=list(known))


def _check_count(what: str, given: object, most: int) -> None:
    if type(given) is not int or not 1 <= given <= most:
        raise BranchlineError("envs.count", what=what, most=most, given=repr(given))
