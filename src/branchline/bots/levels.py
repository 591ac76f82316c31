"""Levels for people: names and honest descriptions for bots with a budget.

A weaker level thinks less. How much is a number of play-outs, the same on every machine: never a
time. None of them sees more than its seat may, and none blunders on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass

from branchline.board import Board
from branchline.bots.dispatcher import DEFAULT_PLAYOUTS
from branchline.text.catalogue import Said, text


@dataclass(frozen=True, slots=True)
class Level:
    """A strength to play against, and the bot behind it."""

    id: str
    bot: str
    in_yards: str
    """The bot where there is no map."""

    @property
    def name(self) -> Said:
        """What the level is called."""
        return text(f"common.level.{self.id}")

    @property
    def about(self) -> Said:
        """What is special about it."""
        return text(f"common.level.{self.id}.about")

    def player(self, board: Board) -> str:
        """Return the player behind the level in a game."""
        return self.in_yards if "rail_yard" in board.mechanics else self.bot


LEVELS = (
    Level("apprentice", "path", "greedy"),
    Level("conductor", "planner", "planner"),
    Level("stationmaster", "dispatcher@200", "dispatcher@200"),
    Level("superintendent", f"dispatcher@{DEFAULT_PLAYOUTS}", f"dispatcher@{DEFAULT_PLAYOUTS}"),
)
"""The levels, the easiest first. No level has the name of a bot: a name stands for one player."""

FOR_A_START = "conductor"


def player_of(name: str, board: Board) -> str:
    """Return the player that a level stands for; any other name stands for itself.

    >>> import branchline as bl
    >>> player_of("stationmaster", bl.load_board("usa"))
    'dispatcher@200'
    >>> player_of("superintendent", bl.load_board("usa"))
    'dispatcher@2000'
    >>> player_of("path@1s", bl.load_board("usa"))
    'path@1s'
    """
    for level in LEVELS:
        if level.id == name:
            return level.player(board)
    return name


def level_of(player: str, board: Board) -> str | None:
    """Return the level behind which a player stands in a game, if there is one.

    >>> import branchline as bl
    >>> level_of("dispatcher", bl.load_board("usa")), level_of("longroute", bl.load_board("usa"))
    ('superintendent', None)
    """
    named = (player, f"{player}@{DEFAULT_PLAYOUTS}")
    return next((level.id for level in LEVELS if level.player(board) in named), None)
