"""The command branchline tables: what an operator sees of the tables, stops and deletes."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection

from branchline.cli.arguments import add_language
from branchline.cli.database import add_database, given_settings, opened
from branchline.cli.ready import load_rules
from branchline.plain import Json
from branchline.server.storage.store import Store
from branchline.server.tables.operating import (
    all_tables,
    delete_table,
    one_table,
    resume_table,
    retry_table,
    stop_table,
)
from branchline.text.catalogue import say

_DOING: dict[str, tuple[Callable[[Store, Connection, str], None], str]] = {
    "stop": (stop_table, "serve.tables.stopped"),
    "resume": (resume_table, "serve.tables.resumed"),
    "retry": (retry_table, "serve.tables.takenIn"),
    "delete": (delete_table, "serve.tables.deleted"),
}
"""What can be done to a table, and what is said when it is done."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Let the command take what is to be done, and to which table."""
    doing = parser.add_subparsers(metavar=say("cli.meta.command"), required=True)
    for name in ("list", "show", *_DOING):
        about = say(f"cli.tables.{name}")
        sub = doing.add_parser(name, help=about, description=about)
        sub.set_defaults(do=name)
        if name == "list":
            sub.add_argument("--json", action="store_true", help=say("cli.json"))
        else:
            sub.add_argument("id", metavar="ID", help=say("cli.tables.id"))
        add_database(sub)
        add_language(sub)


def run(options: argparse.Namespace) -> None:
    """List, show, stop, resume, retry or delete tables."""
    with opened(given_settings(options)) as store:
        if options.do == "list":
            for table in all_tables(store):
                print(json.dumps(table) if options.json else _line(table))
            return
        if options.do in _DOING:
            load_rules()
        with store.engine.connect().execution_options(writes=options.do != "show") as c, c.begin():
            if options.do == "show":
                print(json.dumps(one_table(store, c, options.id), indent=1))
                return
            carry_out, said = _DOING[options.do]
            carry_out(store, c, options.id)
    print(say(said, id=options.id))


def _line(table: Json) -> str:
    try:
        at = datetime.fromtimestamp(table["updated_at"], UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        at = "?"
    notes = [say("serve.tables.onlyBots")] if table["only_bots"] else []
    notes += [say("serve.tables.stoppedHere")] if table["stopped"] else []
    notes += [say("serve.tables.unreadable")] if table["set_aside"] or not table["readable"] else []
    facts = (table["id"], table["game"], table["state"], f"{table['people']}+{table['bots']}")
    return "  ".join([*facts, str(table["steps"]), at, *notes])
