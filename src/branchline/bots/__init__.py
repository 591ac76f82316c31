"""Bots: players that see a view and the legal actions, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from branchline.board import Board
from branchline.bots.base import Bot, Budgeted, Clock
from branchline.bots.characters import CHARACTERS
from branchline.bots.dispatcher import DEFAULT_PLAYOUTS, Dispatcher
from branchline.bots.file import check_class, make_from_file
from branchline.bots.greedy import YardBot
from branchline.bots.guard import Absent, Guarded, one_line
from branchline.bots.levels import FOR_A_START, LEVELS, Level, level_of, player_of
from branchline.bots.opponents import CompiledOpponents
from branchline.bots.policy import PolicyBot
from branchline.bots.process import ProcessBot, read_command
from branchline.bots.random import RandomBot
from branchline.bots.spec import read_spec
from branchline.errors import BranchlineError
from branchline.policy.matches.choice import P_GREEDY, P_POLICY, P_RANDOM, P_SEARCH
from branchline.policy.matches.match_table import Player
from branchline.rules import engine
from branchline.rules.state import Chances
from branchline.text.catalogue import Said, text
from branchline.text.describe import game

__all__ = [
    "BOTS",
    "CHARACTERS",
    "FOR_A_START",
    "LEVELS",
    "Bot",
    "BuiltIn",
    "Clock",
    "Level",
    "about_bot",
    "bots_for",
    "check_bot",
    "compiled_opponents",
    "compiled_player",
    "is_quick",
    "level_of",
    "make_bot",
]


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A bot that comes with Branchline: how it is made, and which games it plays."""

    make: Callable[[Chances], Bot]
    """Takes a generator of chance."""
    plays: Callable[[Board], bool]
    kind: int
    """Its kind in compiled code."""
    style: str = ""
    """Whose weights it plans with, if it plans."""
    recalls: Callable[[Board], bool] = lambda board: False
    """In which games it plays better if it has seen all that happened."""

    @property
    def plays_out(self) -> bool:
        """Whether it thinks by play-outs, so that a number of them is its strength."""
        return self.kind == P_SEARCH


def _has_map(board: Board) -> bool:
    return "rail_yard" not in board.mechanics


def _has_yards(board: Board) -> bool:
    return "rail_yard" in board.mechanics


def _any_game(board: Board) -> bool:
    return True


def _policy(style: str, plays: Callable[[Board], bool]) -> BuiltIn:
    return BuiltIn(lambda chances: PolicyBot(style), plays, P_POLICY, style)


BOTS: dict[str, BuiltIn] = {
    "dispatcher": BuiltIn(Dispatcher, _any_game, P_SEARCH, "planner", _has_yards),
    "planner": _policy("planner", _any_game),
    "onestep": _policy("onestep", _has_map),
    "longroute": _policy("longroute", _has_map),
    "path": _policy("path", _has_map),
    "hungry": _policy("hungry", _has_map),
    "greedy": BuiltIn(YardBot, _has_yards, P_GREEDY),
    "random": BuiltIn(RandomBot, _any_game, P_RANDOM),
}
"""The bots by name, better ones before worse ones."""


def bots_for(board: Board) -> tuple[str, ...]:
    """Return the names of the bots that play a game, the best one first.

    >>> import branchline as bl
    >>> bots_for(bl.load_board("usa"))
    ('dispatcher', 'planner', 'onestep', 'longroute', 'path', 'hungry', 'random')
    """
    return tuple(name for name, bot in BOTS.items() if bot.plays(board))


def about_bot(name: str) -> Said:
    """Return what is special about a bot that comes with Branchline.

    >>> about_bot("path")
    'the shortest path of each ticket by itself'
    """
    return text(f"bot.{name}")


def check_bot(spec: str, board: Board) -> None:
    """Say what is wrong with a player before anything is played.

    >>> import branchline as bl
    >>> check_bot("rook", bl.load_board("card_game"))
    Traceback (most recent call last):
    branchline.errors.BranchlineError: The Card Game has no bot called 'rook'; it has: dispatcher,
    planner, greedy, random, apprentice, conductor, stationmaster, superintendent
    """
    read = read_spec(player_of(spec, board))
    if read.command is not None:
        read_command(read.command)
    elif read.file is not None:
        check_class(read.file, read.name)
    else:
        _built_in(read.name, board)


def make_bot(spec: str, board: Board, chances: Chances) -> Bot:
    """Return a new bot; its chance comes from the generator.

    A player is named by a built-in bot ("path"), a class in a file ("my_bot.py:MyBot"), either
    with a budget of its own ("path@2000", "path@1s"), a level ("conductor"), or a process
    ("exec:node my_bot.mjs"). Bots that are not built in are watched over: they always make a
    legal choice.
    """
    read = read_spec(player_of(spec, board))
    bot: Bot
    if read.command is not None:
        bot = ProcessBot(read.command, _seed(chances))
    elif read.file is not None:
        try:
            bot = make_from_file(read.file, read.name, _seed(chances))
        except (Exception, SystemExit) as problem:
            bot = Absent(one_line(problem))
    else:
        bot = _built_in(read.name, board).make(chances)
    if read.clock is not None:
        bot = Budgeted(bot, read.clock)
    return bot if read.command is None and read.file is None else Guarded(bot, chances)


def compiled_player(spec: str, board: Board, clock: Clock) -> Player | None:
    """Return a player as compiled matches take it; None if it plays through views alone.

    Those are bots of one's own, and built-in ones that may think for a time or in several threads.

    >>> import branchline as bl
    >>> compiled_player("stationmaster", bl.load_board("usa"), Clock()).playouts
    200
    >>> compiled_player("dispatcher@1s", bl.load_board("usa"), Clock()) is None
    True
    """
    read = read_spec(player_of(spec, board))
    if read.command is not None or read.file is not None:
        return None
    bot = _built_in(read.name, board)
    if not bot.plays_out:
        return Player(bot.kind, bot.style, recalls=bot.recalls(board))
    own = clock if read.clock is None else read.clock
    if own.seconds is not None or clock.threads != 1:
        return None
    playouts = DEFAULT_PLAYOUTS if own.playouts is None else own.playouts
    return Player(bot.kind, bot.style, playouts, bot.recalls(board))


def compiled_opponents(
    specs: Sequence[str], board: Board, open_track: bool
) -> CompiledOpponents | None:
    """Return these players as opponents in compiled code; None if some play by views alone."""
    found = [compiled_player(spec, board, Clock()) for spec in specs]
    players = [player for player in found if player is not None]
    return CompiledOpponents(board, players, open_track) if len(players) == len(found) else None


def is_quick(spec: str, board: Board) -> bool:
    """Whether a player is built in and decides at once, without play-outs."""
    read = read_spec(player_of(spec, board))
    own = read.command is not None or read.file is not None
    return not own and not _built_in(read.name, board).plays_out


def _seed(chances: Chances) -> int:
    return engine.number_below(chances, 1 << 31)


def _built_in(name: str, board: Board) -> BuiltIn:
    if name not in bots_for(board):
        known = [*bots_for(board), *(level.id for level in LEVELS)]
        raise BranchlineError("problem.noBot", game=game(board), name=name[:80], known=known)
    return BOTS[name]
