"""The command branchline export: tables of a database as a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from branchline.cli.database import add_database, given_settings, opened
from branchline.server.storage.transfer import export_tables
from branchline.text.catalogue import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what it needs."""
    parser.add_argument("file", type=Path, metavar=say("cli.meta.file"))
    add_database(parser)
    parser.add_argument("--table", action="append", metavar="ID", help=say("cli.transfer.table"))


def run(options: argparse.Namespace) -> None:
    """Write tables to a new file."""
    with opened(given_settings(options)) as store:
        n = export_tables(store, options.file, options.table)
    print(say("serve.exported", n=n, file=str(options.file)))
