"""The command branchline import: tables from a file into a database."""

from __future__ import annotations

import argparse
from pathlib import Path

from branchline.cli.database import add_database, given_settings, opened
from branchline.cli.ready import load_rules
from branchline.server.storage.transfer import import_tables
from branchline.text.catalogue import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    parser.add_argument("file", type=Path, metavar=say("cli.meta.file"))
    add_database(parser)


def run(options: argparse.Namespace) -> None:
    """Read tables from a file into a database."""
    load_rules()
    settings = given_settings(options)
    with opened(settings, may_make=True) as store:
        lines, added = import_tables(store, options.file, settings.max_chats)
    print(say("serve.imported", n=added, kept=lines - added))
