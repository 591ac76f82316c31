"""What every process beside the server has from the start: this loads rules and boards.

The process that others are forked from imports it before the server serves. A new one needs nothing
from disk then, whether or not another version has been installed there meanwhile.
"""

from branchline.board import games, load_board
from branchline.bots import make_bot
from branchline.rules import engine

__all__ = ["make_bot"]

engine.load_rules()
for _game in games():
    load_board(_game)
