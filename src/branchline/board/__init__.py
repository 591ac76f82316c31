"""Boards: cities, tracks and tickets with the numbers of their game, read from plain files."""

from branchline.board.library import games, load_board
from branchline.board.model import (
    BOARDS,
    CARDS,
    COLOURS,
    TRACK_COLOURS,
    Board,
    City,
    Ticket,
    Track,
)

__all__ = [
    "BOARDS",
    "CARDS",
    "COLOURS",
    "TRACK_COLOURS",
    "Board",
    "City",
    "Ticket",
    "Track",
    "games",
    "load_board",
]
