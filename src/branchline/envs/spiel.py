"""OpenSpiel: importing this registers the games, ``python_branchline_usa`` and so on.

The deal is one chance node whose outcome is sampled; the order of the deck, and of what is shuffled
later, is then part of what is hidden. A state keeps nothing but bytes: a clone shares them, a step
makes new ones.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from branchline.board import Board, games, load_board
from branchline.envs.batch import Batch
from branchline.envs.showing import replay, show_table
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.keys import keys_of_game
from branchline.observation.notes import Layouts
from branchline.observation.slices import NOW, OPEN, REMEMBERED
from branchline.observation.spec import Spec
from branchline.observation.stepping import BEGIN, STEP, observe_rows, step_rows
from branchline.plain import Json

PREFIX = "python_branchline_"
LONGEST = 20_000
"""More actions than any game takes."""
FARTHEST = 1000.0
"""More points than anybody is ever ahead by."""
REWARDS = ("win", "margin")
DEAL = 0
"""The one outcome of the one chance node."""
SINGLE, ALL = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.ALL_PLAYERS


class Desk:
    """Where the states of one game are worked on, one at a time."""

    def __init__(self, game: str, players: int, seed: int, reward: str, **options: bool) -> None:
        self.given = {"game": game, "players": players, "seed": seed, "reward": reward, **options}
        asked = {name: True for name, wanted in options.items() if wanted}
        if reward not in REWARDS:
            known = list(REWARDS)
            raise BranchlineError("envs.noKind", what="reward", given=repr(reward), known=known)
        self.seed = secrets.randbits(62) if seed < 0 else seed
        batch = Batch(
            game,
            players,
            1,
            self.seed,
            observation=REMEMBERED,
            reward=reward,
            autoreset="Disabled",
            options=asked,
        )
        self.batch, self.board, self.seats = batch, batch.board, batch.seats
        self.dealt = 0
        """How many games were dealt so far: the number of the next one."""
        self._states, self._notes = batch._states.view(np.uint8), batch._notes.view(np.uint8)
        self._asked = np.zeros(1, np.int8)
        self._arguments = batch.arguments(batch._parts[0], self._asked)
        self._shared = reward == "win"
        self.undealt = GamePoint(self, b"", b"", b"", -1, (), (0.0,) * self.seats)

    def deal(self) -> GamePoint:
        """Return the beginning of the next game."""
        key = keys_of_game(self.seed, self.dealt)[0]
        self.batch.number[0] = self.dealt - 1
        self._asked[0] = BEGIN
        step_rows(*self._arguments)
        self.dealt += 1
        return self._keep(key)

    def step(self, position: GamePoint, action: int) -> GamePoint:
        """Return what a legal action makes of a position."""
        self._load(position)
        self.batch._actions[0] = action
        self._asked[0] = STEP
        step_rows(*self._arguments)
        return self._keep(position.key)

    def _load(self, position: GamePoint) -> None:
        self._states[:] = np.frombuffer(position.state, np.uint8)
        self._notes[:] = np.frombuffer(position.note, np.uint8)

    def _keep(self, key: bytes) -> GamePoint:
        batch = self.batch
        legal = batch.legal[0, : batch.legal_n.item(0)].tolist()
        legal.sort()
        returns = self._returns() if not legal else self.undealt.returns
        return GamePoint(
            self,
            key,
            self._states.tobytes(),
            self._notes.tobytes(),
            batch.seat.item(0),
            tuple(legal),
            returns,
        )

    def _returns(self) -> tuple[float, ...]:
        """Return what the seats get: winners share one exactly, or the points ahead."""
        rewards = self.batch.reward[0].tolist()
        if not self._shared:
            return tuple(rewards)
        winners = sum(reward > 0 for reward in rewards)
        return tuple(1.0 / winners if reward > 0 else 0.0 for reward in rewards)

    def observe(
        self, position: GamePoint, seat: int, layout: Layouts, out: NDArray[np.uint8]
    ) -> None:
        """Write what a seat knows in a position."""
        self._load(position)
        who = np.array([seat], np.int8)
        observe_rows(self.board.record, self.batch._states, self.batch._notes, layout, who, out)

    def game(self, position: GamePoint) -> Game:
        """Return a position as a game."""
        self._load(position)
        return self.batch.game(0)


class GamePoint:
    """A point of a game, or the moment before the deal; it never changes and is its own copy."""

    __slots__ = ("desk", "key", "legal", "note", "returns", "seat", "state")

    def __init__(
        self,
        desk: Desk,
        key: bytes,
        state: bytes,
        note: bytes,
        seat: int,
        legal: tuple[int, ...],
        returns: tuple[float, ...],
    ) -> None:
        self.desk, self.key, self.state, self.note = desk, key, state, note
        self.seat, self.legal, self.returns = seat, legal, returns

    def __deepcopy__(self, memo: object) -> GamePoint:
        """Return itself."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Travel without the desk, which is made again where it arrives."""
        rest = (self.key, self.state, self.note, self.seat, self.legal, self.returns)
        return _restore, (tuple(self.desk.given.items()), *rest)


@cache
def _desk(given: tuple[tuple[str, Any], ...]) -> Desk:
    return Desk(**dict(given))


def _restore(given: tuple[tuple[str, Any], ...], *rest: Any) -> GamePoint:
    return GamePoint(_desk(given), *rest)


class BranchlineState(pyspiel.State):  # type: ignore[misc]
    """A state of a game, as OpenSpiel asks for it."""

    def __init__(self, game: BranchlineGame, at: GamePoint) -> None:
        super().__init__(game)
        self.at = at

    def current_player(self) -> int:
        """Return the seat to act, chance before the deal, or that it is over."""
        at = self.at
        if at.legal:
            return at.seat
        return int(pyspiel.PlayerId.CHANCE if not at.state else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Tell whether the game has ended."""
        return not self.at.legal and bool(self.at.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the one outcome: what is dealt is sampled."""
        return [(DEAL, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.at.legal)

    def _apply_action(self, action: int) -> None:
        at = self.at
        if not at.state:
            if action != DEAL:
                raise pyspiel.SpielError(f"the only outcome is {DEAL}, not {action}")
            self.at = at.desk.deal()
            return
        if action not in at.legal:
            raise pyspiel.SpielError(self._why_not(action))
        self.at = at.desk.step(at, action)

    def _why_not(self, action: int) -> str:
        desk = self.at.desk
        desk.game(self.at)
        return str(BranchlineError("envs.illegalHere", why=desk.batch.why_not(0, action)))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "deal"
        if not self.at.state:
            return f"action {action}"
        try:
            return str(self.at.desk.game(self.at).action(action))
        except BranchlineError as problem:
            raise pyspiel.SpielError(str(problem)) from None

    def returns(self) -> list[float]:
        """Return what each seat got: nothing before the end."""
        return list(self.at.returns)

    def __str__(self) -> str:
        """Return the table as the seat to act knows it."""
        at = self.at
        return show_table(at.desk.game(at), at.seat) if at.state else "nothing is dealt yet"


class BranchlineObserver:
    """What a player knows: of the view, of all it remembers, or all there is."""

    def __init__(self, desk: Desk, kind: Any) -> None:
        if not kind.public_info or kind.private_info not in (SINGLE, ALL):
            raise pyspiel.SpielError("what is observed is what one player knows, or everything")
        self.perfect_recall = kind.perfect_recall
        name = OPEN if kind.private_info == ALL else REMEMBERED if self.perfect_recall else NOW
        self.spec = Spec(desk.board, desk.seats, name, features=False)
        self._layout = self.spec.layout(bool(desk.batch.options.get("open_track")))
        self._bytes: NDArray[np.uint8] = np.zeros((1, self.spec.size), np.uint8)
        self.tensor: NDArray[np.float32] = np.zeros(self.spec.size, np.float32)
        self.dict = {
            name: self.tensor[part.start : part.stop].reshape(part.shape)
            for name, part in self.spec.slices.items()
        }

    def set_from(self, state: BranchlineState, player: int) -> None:
        """Write what a player knows into ``tensor``; nothing before the deal."""
        at = state.at
        if not at.state:
            self.tensor.fill(0)
            return
        at.desk.observe(at, player, self._layout, self._bytes)
        self.tensor[:] = self._bytes[0]

    def string_from(self, state: BranchlineState, player: int) -> str:
        """Return what a player sees; with perfect recall, all that it saw happen, line by line."""
        at = state.at
        if not at.state:
            return "nothing is dealt yet"
        if not self.perfect_recall:
            return show_table(at.desk.game(at), player)
        batch = at.desk.batch
        moves = state.history()[1:]
        game = replay(batch.board, batch.seats, batch.options, at.key, moves)
        return "\n".join(json.dumps(event) for event in game.seen_by(player))


class BranchlineGame(pyspiel.Game):  # type: ignore[misc]
    """A game, as OpenSpiel asks for it.

    Its parameters are ``players``, ``seed`` (-1: another game every time; else its first game is
    game 0 of the run of that seed, and so on), ``reward`` ("win" or "margin") and the options of
    the game, each true or false.
    """

    board: ClassVar[Board]

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        board = self.board
        given = {**_parameters(board), **(params or {})}
        try:
            self.desk = Desk(board.id, **given)
        except BranchlineError as problem:
            raise pyspiel.SpielError(str(problem)) from None
        seats, win = self.desk.seats, given["reward"] == "win"
        kinds = pyspiel.GameType.Utility
        kind = kinds.CONSTANT_SUM if win else kinds.ZERO_SUM if seats == 2 else kinds.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=board.n_actions,
            max_chance_outcomes=1,
            num_players=seats,
            min_utility=0.0 if win else -FARTHEST,
            max_utility=1.0 if win else FARTHEST,
            utility_sum=1.0 if win else 0.0 if seats == 2 else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type_of(board, kind), info, given)

    def new_initial_state(self) -> BranchlineState:
        """Return a state in which nothing is dealt yet."""
        return BranchlineState(self, self.desk.undealt)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance acts: once, to deal."""
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None
    ) -> BranchlineObserver:
        """Return an observer: of the view, or with perfect recall."""
        if params:
            raise pyspiel.SpielError(str(BranchlineError("envs.parameters")))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return BranchlineObserver(self.desk, kind)


def _parameters(board: Board) -> Json:
    plain: Json = {"players": board.min_seats, "seed": -1, "reward": "win"}
    return {**plain, **{option: False for option in board.options if option != "starts"}}


def _type_of(board: Board, utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=f"{PREFIX}{board.id}",
        long_name=f"Branchline: {board.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=board.max_seats,
        min_num_players=board.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(board),
    )


def register() -> None:
    """Let OpenSpiel know the games."""
    for game in games():
        board = load_board(game)
        kind = pyspiel.GameType.Utility.CONSTANT_SUM
        # A class of its own: OpenSpiel frees it only after Python has ended. An object that is
        # freed then makes the process crash; a class is not freed.
        made = type(
            f"Branchline{game.title().replace('_', '')}", (BranchlineGame,), {"board": board}
        )
        pyspiel.register_game(_type_of(board, kind), made)


register()
