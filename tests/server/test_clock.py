"""Clocks: setting the machine's clock changes nothing for games that run."""

import ast
import runpy
import time
from pathlib import Path

import pytest
from sqlalchemy import update

import branchline.server
from branchline.server import clock as server_clock
from branchline.server.clock import ServerClock
from branchline.server.settings import read_settings
from branchline.server.storage.connection import make_engine
from branchline.server.storage.sql import ALIVE

from ..patience import PATIENCE
from .served import Served, first, run, two_people

SERVER = Path(branchline.server.__file__).parent
OF_DAY = {
    *("time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today"),
    *("datetime.datetime.now", "datetime.datetime.utcnow", "date.today"),
}


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.of_day, self.steady = 1_000_000.0, 50.0

    def wait(self, seconds: float) -> None:
        self.of_day += seconds
        self.steady += seconds

    def clock(self) -> ServerClock:
        return ServerClock(lambda: self.of_day, lambda: self.steady)


def test_a_clock_that_is_set_back_or_forth_changes_nothing() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.wait(10)
    machine.of_day -= 600
    assert clock.now() == 1_000_010
    machine.of_day += 7200
    machine.wait(5)
    assert clock.now() == 1_000_015


def test_a_servers_own_clock_does_not_follow_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    set_by, real = [0.0], time.time
    monkeypatch.setattr(time, "time", lambda: real() + set_by[0])
    clock = runpy.run_path(server_clock.__file__)["ServerClock"]()  # read anew, with that time
    before = clock.now()
    for seconds in (-7200, 7200):
        set_by[0] = seconds
        assert 0 <= clock.now() - before < PATIENCE, "it was set with the machine's"


def test_a_clock_never_begins_before_what_is_stored() -> None:
    machine = Machine()
    clock = machine.clock()
    clock.not_before(1_000_600)
    machine.wait(1)
    assert clock.now() == 1_000_601
    clock.not_before(1_000_000)
    assert clock.now() == 1_000_601


def test_a_server_whose_machine_was_set_back_goes_on_from_the_last_step(database: str) -> None:
    served = Served(database)
    try:
        served.registry.clock.not_before(served.registry.clock.now() + 3600)  # as it was before
        id, ada, _, _ = run(two_people(served, clock={"seconds": 3600}))
        last = run(served.client.get(f"/api/tables/{id}", ada))["steps"][-1]["at"]
    finally:
        served.stop()
    engine = make_engine(read_settings({"db": database}, {}))
    with engine.connect().execution_options(writes=True) as c, c.begin():
        # It was killed before it noted that it was there: only the steps tell of that time.
        c.execute(update(ALIVE).values(began=ALIVE.c.began - 3600, until=ALIVE.c.until - 3600))
    engine.dispose()
    served = Served(database)
    try:

        async def story() -> None:
            async with served.client.look(id, ada) as seat:
                await seat.act(first(seat.position))
                at = seat.steps[-1]["at"]
                deadlines = [each["at"] for each in seat.position["deadlines"]]
                now = (await seat.ask("ping"))["now"]
                assert last <= at <= now
                assert all(now <= deadline <= now + 3600 for deadline in deadlines)

        run(story())
    finally:
        served.stop()


def test_nothing_in_the_server_but_its_clock_asks_for_the_time_of_day() -> None:
    asking = set()
    for file in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in OF_DAY:
                asking.add(file.name)
            if isinstance(node, ast.ImportFrom) and node.module == "time":
                asking.add(file.name)  # so that a call tells what it asks for
            if isinstance(node, ast.Import):
                named = {each.name for each in node.names if each.asname is not None}
                if named & {"time", "datetime"}:
                    asking.add(file.name)
    assert asking == {"clock.py"}
