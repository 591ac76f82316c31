"""A task of the server that is told to end does so, whatever happens at the same moment."""

import ast
import asyncio
from concurrent.futures import Executor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import branchline.server
from branchline.server.storage.database import Database

SERVER = Path(branchline.server.__file__).parent


def test_a_read_that_is_done_does_not_hide_that_its_reader_shall_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        loop = asyncio.get_running_loop()
        reading: asyncio.Future[str] = loop.create_future()
        monkeypatch.setattr(loop, "run_in_executor", lambda *_: reading)
        database = cast(Database, SimpleNamespace(_readers=Executor(), read_now=None))
        task: asyncio.Task[Any] = asyncio.create_task(Database.read(database, lambda c: None))
        await asyncio.sleep(0)
        reading.set_result("read")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())


def test_nothing_in_the_server_waits_in_a_way_that_hides_it() -> None:
    """Before Python 3.12 `wait_for` forgets a cancellation if what it waits for is just done."""
    waiting = [
        file.name
        for file in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "asyncio.wait_for"
    ]
    assert waiting == []
