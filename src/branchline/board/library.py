"""The boards there are: those of the package by the id of their game, others by their folder."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from branchline.board.files import read_board
from branchline.board.model import BOARDS, Board
from branchline.errors import BranchlineError


@cache
def games() -> tuple[str, ...]:
    """Return the ids of the games in the package, in the order that their files say.

    >>> games()
    ('usa', 'france', 'old_west', 'card_game')
    """
    files = {file.parent.name: file.read_text("utf-8") for file in BOARDS.glob("*/game.toml")}
    return tuple(sorted(files, key=lambda game: tomllib.loads(files[game])["order"]))


@cache
def _from_folder(folder: Path) -> Board:
    return read_board(folder)


def load_board(game: str | Path) -> Board:
    """Load a board by the id of its game, or from a folder of one's own.

    >>> load_board("usa").cities[0].name
    'Atlanta'
    """
    if isinstance(game, str) and game in games():
        return _from_folder(BOARDS / game)
    try:
        folder = Path(game)
        is_board = (folder / "game.toml").is_file()
    except (OSError, TypeError, ValueError):  # no system has a name like that
        is_board = False
    if not is_board:
        raise BranchlineError("problem.noGame", name=str(game)[:80], known=list(games()))
    return _from_folder(folder.resolve())
