"""Outages: the time in which nobody could play counts against nobody."""

import asyncio
import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table as Stored
from sqlalchemy import select, update

from branchline.cli.main import main
from branchline.client import Client
from branchline.server import faults
from branchline.server.settings import read_settings
from branchline.server.storage import uptime as uptime
from branchline.server.storage.connection import make_engine
from branchline.server.storage.sql import ALIVE, LOG, TABLES
from branchline.server.storage.store import Store
from branchline.server.storage.uptime import Uptime

from ..patience import PATIENCE
from .ledger import stored
from .nursery import Nursery
from .postgres import Postgres
from .served import OPEN, YOU, Served, first, run, two_people
from .test_clock import Machine

TIMES: list[tuple[Stored, tuple[str, ...]]] = [
    (TABLES, ("created_at", "updated_at", "wake_at")),
    (LOG, ("at",)),
    (ALIVE, ("began", "until")),
]


def later(db: str, seconds: float, stored: list[tuple[Stored, tuple[str, ...]]] = TIMES) -> None:
    """Let time pass while no server runs: all that is stored lies further back."""
    engine = make_engine(read_settings({"db": db}, {}))
    with engine.connect().execution_options(writes=True) as c, c.begin():
        for table, names in stored:
            c.execute(update(table).values({name: table.c[name] - seconds for name in names}))
    engine.dispose()


def last_gap(db: str) -> float:
    """The length of the last outage, by what servers noted."""
    engine = make_engine(read_settings({"db": db}, {}))
    with engine.connect() as c:
        before, now = c.execute(select(ALIVE).order_by(ALIVE.c.began)).all()[-2:]
    engine.dispose()
    return float(now.began - before.until)


async def downtimes(client: Client, id: str, secret: str, n: int) -> list[dict[str, Any]]:
    """What the log says of outages, once it says it for the nth time."""

    def those(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [step for step in steps if step["kind"] == "downtime"]

    async with client.look(id, secret) as seat:
        await seat.wait_for(lambda s: len(those(s.steps)) >= n)
        assert not [step for step in seat.steps if step["kind"] == "time out"]
        return those(seat.steps)


async def deadlines(client: Client, id: str, secret: str) -> list[float]:
    told = await client.get(f"/api/tables/{id}", secret)
    return [each["at"] for each in told["position"]["deadlines"]]


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    new: Postgres = request.getfixturevalue("postgres")
    return new.new_database()


@pytest.fixture
def never_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """No outage comes of a busy machine on which a server stands still for a while."""
    monkeypatch.setattr(uptime, "_MISSED", PATIENCE)


@pytest.fixture
def servers(empty: str, never_late: None) -> Iterator["Servers"]:
    every = Servers(empty)
    yield every
    every.stop()


class Servers:
    """A server that is stopped and started again."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.served: Served | None = None

    def start(self, **settings: Any) -> Served:
        self.served = Served(self.database, **settings)
        return self.served

    def stop(self) -> None:
        if self.served is not None:
            self.served.stop()
            self.served = None


def test_an_hour_without_a_server_is_nobodys_hour(servers: Servers, tmp_path: Path) -> None:
    db = servers.database
    served = servers.start()
    id, ada, _, _ = run(two_people(served, clock={"seconds": 600}))
    before = run(deadlines(served.client, id, ada))
    servers.stop()

    later(db, 100, [(LOG, ("at",))])  # she had thought for a while before the server was gone
    later(db, 3600)
    served = servers.start()
    (step,) = run(downtimes(served.client, id, ada, 1))
    gap = last_gap(db)
    assert 3600 <= gap < step["seconds"] < gap + 1
    after = run(deadlines(served.client, id, ada))
    assert after == pytest.approx([at - 3700 + gap for at in before], abs=1.0)
    servers.stop()

    later(db, 1200)  # the second time counts alone
    served = servers.start()
    steps = run(downtimes(served.client, id, ada, 2))
    second = last_gap(db)
    assert [each["seconds"] for each in steps] == [math.ceil(gap), math.ceil(second)]
    assert second >= 1200
    again = run(deadlines(served.client, id, ada))
    assert again == pytest.approx([at - 1200 + second for at in after], abs=1.0)

    async def go_on() -> None:
        async with served.client.look(id, ada) as seat:
            assert (await seat.act(first(seat.position)))["ok"]

    run(go_on())
    servers.stop()
    assert stored(db)[id].overdue == set()
    file, other = tmp_path / "tables.jsonl", f"sqlite:///{tmp_path / 'other.db'}"
    assert main(["export", str(file), "--db", db, "--table", id]) == 0
    assert main(["import", str(file), "--db", other]) == 0
    assert stored(other)[id].deadlines() == stored(db)[id].deadlines()


def test_a_paused_game_loses_no_time(servers: Servers) -> None:
    served = servers.start()
    id, ada, _, _ = run(two_people(served, clock={"seconds": 600}))
    run(served.client.post(f"/api/tables/{id}/pause", {}, ada))
    servers.stop()
    later(servers.database, 3600)
    served = servers.start()

    async def story() -> None:
        told = await served.client.get(f"/api/tables/{id}", ada)
        assert told["position"]["deadlines"] == []
        await served.client.post(f"/api/tables/{id}/resume", {}, ada)
        table = served.registry.loaded_tables[id].table
        assert served.registry.uptime.lost_by(table) == 0
        assert [entry.kind for entry in table.entries[-2:]] == ["pause", "resume"]

    run(story())


def test_a_game_of_days_is_extended_though_nobody_looks(servers: Servers) -> None:
    """Its time would be up at the start; the server finds it by itself."""
    served = servers.start()
    id, ada, _, _ = run(two_people(served, pace="leisure", clock={"seconds": 3 * 86400}))
    before = run(deadlines(served.client, id, ada))
    servers.stop()
    later(servers.database, 7 * 86400)
    served = servers.start()

    async def story() -> list[str]:
        while True:
            found = await served.registry.store.load(id)
            assert found is not None
            kinds = [entry.kind for entry in found[1]]
            if len(kinds) > 3:
                return kinds[3:]
            await asyncio.sleep(0.02)

    assert run(story()) == ["downtime"]
    expected = [at - 7 * 86400 + last_gap(servers.database) for at in before]
    assert run(deadlines(served.client, id, ada)) == pytest.approx(expected, abs=1.0)


def test_a_game_that_is_not_due_is_extended_when_somebody_comes(servers: Servers) -> None:
    served = servers.start()
    id, ada, _, _ = run(two_people(served, pace="leisure", clock={"seconds": 3 * 86400}))
    for _ in range(2):  # two outages, looked at once
        servers.stop()
        later(servers.database, 3600)
        served = servers.start()
    assert id not in served.registry.loaded_tables
    (step,) = run(downtimes(served.client, id, ada, 1))
    assert step["seconds"] >= 7200


def test_a_killed_server_is_away_from_its_last_sign_on(empty: str, tmp_path: Path) -> None:
    nursery = Nursery(empty, tmp_path)
    try:
        pid = nursery.start()
        client = Client(nursery.urls[0])

        async def begin() -> tuple[str, str]:
            made = await client.create("usa", [YOU, OPEN], clock={"seconds": 600})
            id, secret = made["table"]["id"], made["secret"]
            await client.sit(id, "Bob", made["invite"])
            await client.start(id, secret)
            return id, secret

        id, ada = run(begin())
        nursery.kill(pid)
        later(empty, 3600)
        nursery.start()
        (step,) = run(downtimes(client, id, ada, 1))
        assert step["seconds"] >= 3600
    finally:
        nursery.stop()


def test_time_in_which_nothing_could_be_stored_is_given_back_before_anybodys_is_up(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptime, "BEAT", 3600.0)  # a server notes it only to be sure
    served = servers.start()
    id, ada, _, _ = run(two_people(served, clock={"seconds": 60}))
    opened = served.registry.loaded_tables[id]
    assert opened.driver is not None
    tried = threading.Event()

    def refuse() -> bool:
        tried.set()
        return True

    with monkeypatch.context() as refusing:
        refusing.setattr(faults, "storage_fails", refuse)
        served.registry.clock.not_before(served.registry.clock.now() + 2 * PATIENCE)
        opened.driver.get_loop().call_soon_threadsafe(opened.changed.set)  # its time seems to be up
        assert tried.wait(PATIENCE)
    (step,) = run(downtimes(served.client, id, ada, 1))
    assert step["seconds"] >= 2 * PATIENCE


def test_two_processes_extend_once(postgres: Postgres, never_late: None) -> None:
    db = postgres.new_database()
    one = Served(db)
    id, ada, bob, _ = run(two_people(one, clock={"seconds": 600}))
    one.stop()
    later(db, 3600)
    one, two = Served(db), Served(db)
    try:

        async def story() -> None:
            await asyncio.gather(
                downtimes(one.client, id, ada, 1), downtimes(two.client, id, bob, 1)
            )
            for served, secret in ((one, ada), (two, bob)):
                async with served.client.look(id, secret) as seat:
                    assert (await seat.act(first(seat.position)))["ok"]

        run(story())
    finally:
        one.stop()
        two.stop()
    kinds = [entry.kind for entry in stored(db)[id].entries]
    assert kinds.count("downtime") == 1
    assert "time out" not in kinds


class Process:
    """A server process as far as it notes that it is there."""

    def __init__(self, machine: Machine, db: str) -> None:
        self.store = Store(read_settings({"db": db}, {}))
        self.store.migrate()
        self.clock = machine.clock()
        self.uptime = Uptime(self.store, self.clock, lambda: None)

    def beat(self) -> list[tuple[float, float]]:
        run(self.uptime.beat())
        return self.uptime.outages


def test_while_one_process_goes_on_there_is_no_outage(empty: str) -> None:
    machine = Machine()
    one, two = Process(machine, empty), Process(machine, empty)
    assert (one.beat(), two.beat()) == ([], [])
    for _ in range(20):
        machine.wait(2)
        assert two.beat() == []
    one = Process(machine, empty)
    assert one.beat() == []
    machine.wait(30)  # now both are gone
    assert one.beat() == two.beat() == [(1_000_040, 1_000_070)]
    machine.wait(9)  # a busy machine
    assert one.beat() == two.beat() == [(1_000_040, 1_000_070)]


@pytest.mark.parametrize("seconds", [0.5, 4, 6])
def test_where_there_may_be_others_a_start_ends_no_outage_of_less_than_five_seconds(
    empty: str, seconds: float
) -> None:
    machine = Machine()
    Process(machine, empty).beat()
    machine.wait(seconds)
    least = 5 if empty.startswith("postgres") else 1  # else a second is
    outage = [(1_000_000, 1_000_000 + seconds)] if seconds > least else []
    assert Process(machine, empty).beat() == outage


def test_processes_whose_clocks_differ_agree(empty: str) -> None:
    machine = Machine()
    one = Process(machine, empty)
    one.beat()
    machine.of_day += 3600
    ahead = Process(machine, empty)
    assert ahead.beat() == one.beat() == [(1_000_000, 1_003_600)]
    machine.of_day -= 7200
    behind = Process(machine, empty)
    behind.beat()
    assert behind.beat() == [(1_000_000, 1_003_600)]
    assert behind.clock.now() == ahead.clock.now(), "else an outage would be to come"
    machine.wait(4)
    assert one.beat() == ahead.beat() == behind.beat() == [(1_000_000, 1_003_600)]


def test_only_so_many_stretches_are_kept(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uptime, "_MOST", 3)
    machine = Machine()
    process = Process(machine, empty)
    for _ in range(6):
        process.beat()
        machine.wait(60)
    assert process.beat() == [(1_000_240, 1_000_300), (1_000_300, 1_000_360)]


def test_an_older_database_has_its_last_step_as_the_last_sign(servers: Servers) -> None:
    served = servers.start()
    id, ada, _, _ = run(two_people(served, clock={"seconds": 600}))
    servers.stop()
    later(servers.database, 3600)
    engine = make_engine(served.settings)
    with engine.connect().execution_options(writes=True) as c, c.begin():
        c.execute(ALIVE.delete())
    engine.dispose()
    served = servers.start()
    (step,) = run(downtimes(served.client, id, ada, 1))
    assert step["seconds"] >= 3600
