"""Keep what is promised to be understood for ever: files and messages of this version.

Run it for a release: python -m tests.compatibility.make. What was kept is never made again.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import branchline
from branchline.board import BOARDS
from branchline.server.app import make_app
from branchline.server.protocol.schema import schema
from branchline.server.tables.tokens import TEST_SEED

from ..server.served import YOU, Served, bot, first
from .conversation import SEED, perform, planned, write
from .names import commands, library
from .shapes import shapes

FOLDER = Path(__file__).parent / "kept"
GOLDEN = Path(__file__).parents[1] / "golden"
HOLDER = "H" * 43
"""The secret of the person who plays at the kept tables."""
RECORDS = ("usa-2", "france-2", "old_west-alvin-2", "card_game-2")


def current() -> Path:
    """Where the files of this version are kept."""
    return FOLDER / branchline.__version__


def _write(file: Path, what: Any) -> None:
    """Write JSON so that a difference can be read: an entry on each line, one level deep."""
    lines = []
    for name, entries in what.items():
        inner = [f"{json.dumps(k)}: {json.dumps(v, sort_keys=True)}" for k, v in entries.items()]
        lines.append(f"{json.dumps(name)}: {{\n" + ",\n".join(inner) + "\n}")
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


async def _three_tables(served: Served) -> None:
    """Fill a database: a lobby, a game under way, and a finished one."""
    client = served.client
    await client.create("france", [YOU, {"kind": "open"}], secret=HOLDER)
    seats, facts = [YOU, bot()], {"secret": HOLDER, "start": True}
    made = await client.create("old_west", seats, options={"alvin": True}, **facts)
    async with client.look(made["table"]["id"], HOLDER) as seat:
        for _ in range(12):
            await seat.wait_for(lambda s: bool(s.position.get("actions")))
            await seat.act(first(seat.position))
    made = await client.create("card_game", seats, **facts)
    async with client.look(made["table"]["id"], HOLDER) as seat:
        await seat.play(first)


def make_database(file: Path) -> None:
    """Keep a database as the text of its commands, which reads better than its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "branchline.db")
        served = Served(f"sqlite:///{database}", bot_pace=0)
        try:
            asyncio.run(_three_tables(served))
        finally:
            served.stop()
        with closing(sqlite3.connect(database)) as opened:
            file.write_text("\n".join(opened.iterdump()) + "\n", encoding="utf-8")


def main() -> None:
    """Keep what there is of this version."""
    folder = current()
    folder.mkdir(parents=True)
    os.environ[TEST_SEED] = SEED
    with tempfile.TemporaryDirectory() as data:
        served = Served(f"sqlite:///{data}/branchline.db", bot_pace=0)
        try:
            write(asyncio.run(perform(served.url, planned())), folder / "conversation.jsonl")
        finally:
            served.stop()
    make_database(folder / "database.sql")
    for name in RECORDS:
        shutil.copy(GOLDEN / f"{name}.jsonl", folder)
    for board in sorted(BOARDS.iterdir()):
        if board.is_dir() and (board / "game.toml").exists():
            shutil.copytree(board, folder / "boards" / board.name)
    _write(folder / "protocol.json", shapes(schema(make_app().openapi())))
    _write(folder / "names.json", {"library": library(), "commands": commands()})


if __name__ == "__main__":
    main()
