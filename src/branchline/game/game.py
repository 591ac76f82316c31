"""The game: a friendly object over the compiled rules."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np

from branchline.board import Board, load_board
from branchline.errors import BranchlineError
from branchline.game.actions import Action, Catalogue
from branchline.game.events import Event, read_log
from branchline.game.keys import check_seed, keys_of_game, stream
from branchline.game.known import imagine_state
from branchline.game.memory import Memory
from branchline.game.options import Options, check_options, option_bits
from branchline.game.record import Record, in_json, line_of, make_header
from branchline.game.refusals import Refusal, distance
from branchline.game.result import PHASES, Result, read_result
from branchline.game.view import View, make_view, to_act
from branchline.plain import Json
from branchline.rules import engine
from branchline.rules import state as st
from branchline.text import commands
from branchline.text.describe import move as move_of


@cache
def _catalogue(board: Board) -> Catalogue:
    return Catalogue(board)


class Game:
    """A game in progress. Make one with `new_game`.

    >>> import branchline as bl
    >>> game = bl.new_game("usa", seats=2, seed=7)
    >>> game.phase, game.seat
    ('first tickets', 0)
    >>> for action in game.legal_actions():
    ...     print(action)
    keep San Francisco–Atlanta (17), Dallas–New York (11)
    keep San Francisco–Atlanta (17), Denver–Pittsburgh (11)
    keep Dallas–New York (11), Denver–Pittsburgh (11)
    keep San Francisco–Atlanta (17), Dallas–New York (11), Denver–Pittsburgh (11)
    """

    def __init__(
        self,
        board: Board,
        options: Options,
        states: st.States,
        key: bytes | None = None,
    ) -> None:
        self.board = board
        self.options = options
        self.seats = int(states["seats"][0])
        self.catalogue = _catalogue(board)
        self.opening: list[Event] = []
        """What happened at set-up."""
        self.history: list[tuple[int, Action, list[Event]]] = []
        """Every action so far: who, what, and what came of it."""
        self._key = key
        self._states = states
        self._undo: list[bytes] = []
        self._menus = np.zeros(1, st.MENU_DTYPE)
        self._logs = st.new_log()
        # Views of single fields: looking one up by name costs as much as a compiled step.
        self._phase, self._seat = states["phase"], states["seat"]
        self._market, self._offers = states["market"][0], states["offer"][0]
        self._offer_n = states["offer_n"][0]
        self._ids = self._menus["ids"][0]
        self._log_n, self._entries = self._logs["n"], self._logs["entries"][0]

    @classmethod
    def begin(cls, board: Board, seats: int, options: Options, key: bytes) -> Game:
        """Set up a game with a key."""
        states = np.zeros(1, st.STATE_DTYPE)
        states[0]["chance"]["key"] = np.frombuffer(key, "<u4")
        states[0]["seats"] = seats
        game = cls(board, options, states, key)
        engine.set_up(
            board.record, states, seats, options.get("starts", -1), option_bits(options), game._logs
        )
        game.opening = game._read_log(-1)
        return game

    def _read_log(self, seat: int) -> list[Event]:
        n = int(self._log_n[0])
        self._log_n[0] = 0
        if n > st.LOG_SIZE - 4:
            raise RuntimeError("an action had more outcomes than the log can take")
        return read_log(self.board, self._entries[:n].tolist(), seat)

    @property
    def phase(self) -> str:
        """What has to be decided next: first tickets, turn, second card, tickets, or over."""
        return PHASES[int(self._phase[0])]

    @property
    def seat(self) -> int | None:
        """The seat that has to decide; while several choose at once, the first of them."""
        return None if self.is_over else int(self._seat[0])

    @property
    def to_act(self) -> tuple[int, ...]:
        """All seats that have to decide now: several while tickets are chosen or completed."""
        return to_act(self._states[0])

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 before the first."""
        return int(self._states["turn"][0])

    @property
    def is_over(self) -> bool:
        """True when the game has ended."""
        return bool(self._phase[0] == st.OVER)

    def _who(self, seat: int | None) -> int:
        if seat is None:
            return int(self._seat[0])
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BranchlineError("problem.noSeat", given=repr(seat), most=self.seats - 1)
        return seat

    def _offer(self, seat: int) -> list[int]:
        offer: list[int] = self._offers[seat, : self._offer_n[seat]].tolist()
        return offer

    def _known_id(self, action: Action | int) -> int:
        id = action.id if isinstance(action, Action) else action
        if type(id) is not int or not 0 <= id < len(self.catalogue.fixed):
            most = self.board.n_actions - 1
            raise BranchlineError("problem.noAction", given=repr(id), most=str(most))
        return id

    def legal_actions(self, seat: int | None = None) -> list[Action]:
        """List what a seat may do now: the seat in turn, unless another is named.

        >>> import branchline as bl
        >>> game = bl.new_game("usa", seats=2, seed=7)
        >>> len(game.legal_actions())
        4
        """
        who = self._who(seat)
        n = engine.legal(self.board.record, self._states, who, self._menus)
        return self.catalogue.all_of(
            self._ids[:n].tolist(), self._market.tolist(), self._offer(who)
        )

    def action(self, id: int, seat: int | None = None) -> Action:
        """Return the action with this number, as it reads now, legal or not."""
        return self.catalogue.of(
            self._known_id(id), self._market.tolist(), self._offer(self._who(seat))
        )

    def action_of(self, move: Json, seat: int | None = None) -> Action:
        """Return the action that a move of a record stands for, legal or not."""
        return self.action(self.catalogue.id_of(move, self._offer(self._who(seat))), seat)

    def why_not(self, action: Action | int, seat: int | None = None) -> Refusal:
        """Give the reasons why an action is refused; falsy if it is legal.

        >>> import branchline as bl
        >>> game = bl.new_game("usa", seats=2, seed=7)
        >>> game.why_not(game.parse("draw tickets", check=False)).text
        'choose among the offered tickets first'
        """
        return Refusal(self._reasons(self._known_id(action), self._who(seat)))

    def nearest_refusal(self, ids: Iterable[int], seat: int | None = None) -> Refusal:
        """Of several ways to do one thing, give the reasons against the best of them.

        That is the way which is nearest to being legal with the cards the seat holds. The reasons
        against a way that needs more cards, or a colour that cannot be, would hide what matters.

        >>> import branchline as bl
        >>> game = bl.new_game("usa", seats=2, seed=7)
        >>> game.nearest_refusal([0, game.legal_actions()[0].id])
        <Refusal.NONE: 0>
        """
        who = self._who(seat)
        best: int | None = None
        for id in ids:
            reasons = self._reasons(id, who)
            if best is None or distance(reasons) < distance(best):
                best = reasons
            if not best:
                break
        return Refusal(best or 0)

    def _reasons(self, id: int, who: int) -> int:
        return engine.why_not(self.board.record, self._states, who, id, self._menus)

    def parse(self, text: str, seat: int | None = None, check: bool = True) -> Action:
        """Read an action in the words of the log, or say why it is unclear or refused.

        With check=False an action that is understood is returned even if it is not legal.

        >>> import branchline as bl
        >>> game = bl.new_game("usa", seats=2, seed=7)
        >>> print(game.parse("keep all"))
        keep San Francisco–Atlanta (17), Dallas–New York (11), Denver–Pittsburgh (11)
        """
        return commands.parse(self, text, self._who(seat), check)

    def push(self, action: Action | int, seat: int | None = None) -> list[Event]:
        """Carry out an action and return what came of it; refuse it, with reasons, if illegal."""
        who = self._who(seat)
        id = self._known_id(action)
        taken = self.catalogue.of(id, self._market.tolist(), self._offer(who))
        reasons = self._reasons(id, who)
        if reasons:
            why = Refusal(reasons).text
            raise BranchlineError("command.refused", move=move_of(self.board, taken), why=why)
        if isinstance(action, Action) and action != taken:
            meant, now = (move_of(self.board, one) for one in (action, taken))
            raise BranchlineError("problem.outOfDate", move=meant, now=now)
        self._undo.append(self._states.tobytes())
        engine.apply(self.board.record, self._states, who, id, self._menus, self._logs)
        events = self._read_log(who)
        self.history.append((who, taken, events))
        return events

    def pop(self) -> Action:
        """Take the last action back, exactly, and return it."""
        if not self._undo:
            raise BranchlineError("problem.nothingToTakeBack")
        self._states.view(np.uint8)[:] = np.frombuffer(self._undo.pop(), np.uint8)
        return self.history.pop()[1]

    def forget_undo(self) -> None:
        """Forget how to take back what was done so far, and free that memory."""
        self._undo.clear()

    def view(self, seat: int | None) -> View:
        """Return all that a seat may know, as pure data; None for a spectator."""
        return make_view(
            self.board, self._states, None if seat is None else self._who(seat), self.options
        )

    def known(self, seat: int | None = None) -> st.States:
        """Return the state as far as a seat may know it: no other hand, no deck and no key.

        It is what `known_state` makes of the seat's view, without the view.
        """
        if self.is_over:
            raise BranchlineError("problem.nothingToImagine")
        knowns = np.zeros(1, st.STATE_DTYPE)
        open_track = bool(self.options.get("open_track"))
        engine.know(self.board.record, self._states, self._who(seat), open_track, knowns)
        return knowns

    def seen_by(self, seat: int | None, since: int | None = None) -> list[Json]:
        """Return what a seat saw happen, as plain data; None for a spectator.

        From set-up on, or only since so many actions had been taken.

        >>> import branchline as bl
        >>> game = bl.new_game("usa", seats=2, seed=7)
        >>> game.seen_by(0)[0]
        {'event': 'starts', 'seat': 1}
        >>> events = game.push(game.parse("keep all"))
        >>> game.seen_by(1, since=0)
        [{'event': 'chose', 'seat': 0}]
        """
        viewer = None if seat is None else self._who(seat)
        events = list(self.opening) if since is None else []
        for _, _, came in self.history[since or 0 :]:
            events += came
        return [event.seen_by(viewer) for event in events]

    def result(self) -> Result:
        """Return the final score."""
        if not self.is_over:
            raise BranchlineError("problem.notOver")
        results = np.zeros(1, st.RESULT_DTYPE)
        engine.result(self.board.record, self._states, results)
        return read_result(self.board, self._states[0], results[0])

    @property
    def key(self) -> bytes:
        """The secret all chance of this game comes from; an imagined game has none."""
        if self._key is None:
            raise BranchlineError("problem.imagined")
        return self._key

    def record(self, players: list[str] | None = None) -> Record:
        """Return the record of the game so far: header, actions and every outcome."""
        return Record(
            make_header(self.board.id, self.seats, self.options, self.key, players),
            in_json(self.opening),
            [line_of(*entry) for entry in self.history],
            self.result().to_json() if self.is_over else None,
        )


def new_game(
    game: str,
    seats: int = 2,
    seed: int | None = None,
    *,
    number: int = 0,
    key: bytes | None = None,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Begin a game.

    The shuffle comes from ``key`` (32 bytes), or from ``seed`` (and ``number``, for the many games
    of one run), or else from fresh secret randomness.

    >>> import branchline as bl
    >>> bl.new_game("usa", seats=3, seed=7, options={"starts": 2}).seats
    3
    """
    board = load_board(game)
    checked = check_options(board, seats, options or {})
    engine.compile_rules(whole=False)
    if key is not None and seed is not None:
        raise BranchlineError("problem.seedAndKey")
    if seed is not None:
        seed = check_seed(seed)
    if key is None:
        key = secrets.token_bytes(32) if seed is None else keys_of_game(seed, number)[0]
    if len(key) != 32:
        raise BranchlineError("problem.keyLength", given=len(key))
    return Game.begin(board, seats, checked, key)


def imagine(view: View, seed: int = 0, memory: Memory | None = None) -> Game:
    """Return a game in a world the viewer cannot tell from the real one.

    Every arrangement of the cards and tickets the viewer has not located is equally likely. With a
    memory of all that it saw, it has located what lies on the tracks of The Card Game too.

    >>> import branchline as bl
    >>> game = bl.new_game("usa", seats=3, seed=7)
    >>> world = bl.imagine(game.view(0), seed=1)
    >>> world.view(0) == game.view(0), world.view(1) == game.view(1)
    (True, False)
    """
    engine.compile_rules(whole=False)
    board, states = imagine_state(view, stream(keys_of_game(seed, 0)[1]), memory)
    return Game(board, dict(view.options), states)
