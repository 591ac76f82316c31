"""The database that a command works on: which one, opened, and what it refuses in one line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BranchlineError
from branchline.server.settings import Settings, read_settings
from branchline.server.storage.store import Store
from branchline.text.catalogue import say


def add_database(parser: argparse.ArgumentParser) -> None:
    """Let a command be told which database it works on."""
    parser.add_argument("--db", help=say("cli.transfer.db"))
    parser.add_argument("--data", help=say("cli.transfer.data"))


def given_settings(options: argparse.Namespace) -> Settings:
    """Return the settings of the server whose database it is."""
    return read_settings({"db": options.db, "data": options.data})


@contextmanager
def opened(settings: Settings, may_make: bool = False) -> Iterator[Store]:
    """Open a database and bring it up to date; a missing one is made only if ``may_make``."""
    if not may_make and settings.file is not None and not settings.file.exists():
        raise BranchlineError("serve.noDatabase", file=str(settings.file))
    store = Store(settings)
    store.migrate()
    try:
        yield store
    except SQLAlchemyError as problem:
        raise BranchlineError("serve.dbRefused", why=type(problem).__name__) from None
    finally:
        store.engine.dispose()
