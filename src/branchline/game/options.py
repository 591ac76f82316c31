"""The options of a game: seats and variants, checked before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from branchline.board import Board
from branchline.board.mechanics import MECHANICS
from branchline.errors import BranchlineError
from branchline.text.describe import game as game_of

Options: TypeAlias = dict[str, bool | int]
"""Options that were checked, by name."""

_OPTION_BITS = {name: bit for one in MECHANICS.values() for name, bit in one.options.items()}


def check_options(board: Board, seats: int, options: Mapping[str, object]) -> Options:
    """Check the options of a game and return a copy of those that were set."""
    if type(seats) is not int or not board.min_seats <= seats <= board.max_seats:
        least, most = board.min_seats, board.max_seats
        raise BranchlineError(
            "problem.seats", game=game_of(board), least=least, most=most, given=repr(seats)
        )
    checked: Options = {}
    for name, value in copy_options(options).items():
        if name not in board.options:
            raise BranchlineError(
                "problem.noOption", game=game_of(board), name=name, known=list(board.options)
            )
        if name == "starts":
            if type(value) is not int or not 0 <= value < seats:
                raise BranchlineError("problem.starts", most=seats - 1, given=repr(value))
        elif type(value) is not bool:
            raise BranchlineError("problem.trueOrFalse", name=name, given=repr(value))
        if value is not False:
            checked[name] = value
    return checked


def copy_options(options: object) -> dict[str, object]:
    """Return a copy of options that are given by name; None is no options."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise BranchlineError("problem.optionsByName", given=repr(options)[:60])
    return dict(options)


def laid_open(options: Options) -> Options:
    """Return options by which the same game goes on with no completed ticket face down."""
    return {name: value for name, value in options.items() if name != "closed_tickets"}


def option_bits(options: Options) -> int:
    """Return the options that are on, as the rules take them."""
    return sum(bit for name, bit in _OPTION_BITS.items() if options.get(name))
