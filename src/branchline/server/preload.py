"""Loading: all that a server needs of its package, except rules, is in memory before it serves.

Another version may be installed in the same place while it runs. What is read after that would not
fit the running version.
"""

from __future__ import annotations

import importlib

from branchline.board import games, load_board
from branchline.server.present.boards import games_data
from branchline.server.storage.migrations import heads
from branchline.server.tables.names import same_name
from branchline.text.catalogue import in_language, languages, text

_LATER = ("branchline.game.record",)
"""Modules that are otherwise imported when they are first needed."""


def load_all() -> None:
    """Load boards and texts; after this, only the rules are read from disk."""
    for name in _LATER:
        importlib.import_module(name)
    for game in games():
        load_board(game)
    games_data()
    heads()
    same_name("Ada", "Bob")  # which letters look alike
    for language in languages():
        in_language(text("problem.late", n=1000), language)  # with its plurals and numbers
