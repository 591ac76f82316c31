"""Branchline: railway board games as a library, a command line and a table to play at.

>>> import branchline as bl
>>> game = bl.new_game("usa", seats=3, seed=7)
>>> while not game.is_over:
...     events = game.push(game.legal_actions()[0])
>>> game.result().decided_by
'points'
"""

from branchline import testing
from branchline.analysis.analyse import analyse
from branchline.arena.simulation import simulate
from branchline.arena.tournament_run import tournament
from branchline.board import Board, City, Ticket, Track, games, load_board
from branchline.bots.base import Bot, Clock
from branchline.errors import BranchlineError
from branchline.game.actions import (
    Action,
    Build,
    Claim,
    Complete,
    CompleteBest,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Lay,
    LayThree,
    Mark,
    Move,
    MoveAlvin,
    NoMarker,
    Pass,
    Settle,
    Stop,
)
from branchline.game.events import Event
from branchline.game.game import Game, imagine, new_game
from branchline.game.memory import Memory
from branchline.game.record import Record, load_record, load_records, parse_record
from branchline.game.refusals import Refusal
from branchline.game.replay import replay, verify
from branchline.game.result import Result, SeatResult, TicketResult
from branchline.game.view import PlayerView, TicketPlace, View

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Board",
    "Bot",
    "BranchlineError",
    "Build",
    "City",
    "Claim",
    "Clock",
    "Complete",
    "CompleteBest",
    "Done",
    "Draw",
    "DrawTickets",
    "Event",
    "Game",
    "Keep",
    "Lay",
    "LayThree",
    "Mark",
    "Memory",
    "Move",
    "MoveAlvin",
    "NoMarker",
    "Pass",
    "PlayerView",
    "Record",
    "Refusal",
    "Result",
    "SeatResult",
    "Settle",
    "Stop",
    "Ticket",
    "TicketPlace",
    "TicketResult",
    "Track",
    "View",
    "analyse",
    "games",
    "imagine",
    "load_board",
    "load_record",
    "load_records",
    "new_game",
    "parse_record",
    "replay",
    "simulate",
    "testing",
    "tournament",
    "verify",
]
