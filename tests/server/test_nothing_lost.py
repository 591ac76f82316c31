"""Nothing lost: whenever the server dies, what it acknowledged is there, and the games go on."""

import asyncio
import itertools
import random
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event

import branchline as bl
from branchline.client import Client, Refused, Seat
from branchline.game.record import parse_record
from branchline.game.replay import verify
from tests.scale import scaled

from ..patience import PATIENCE
from .ledger import Ledger, stored
from .nursery import Nursery
from .served import OPEN, YOU, Served, ask_ready, run, two_people
from .wire import Wire

GAMES: dict[str, tuple[str, ...]] = scaled(
    {"sqlite": ("usa", "card_game"), "postgresql": ("old_west",)},
    dict.fromkeys(("sqlite", "postgresql"), ("usa", "card_game", "old_west")),
)
"""What is played on which database."""
FAULTS = ("", "before-commit", "after-commit", "after-answer")
KILLS = scaled(5, 36)


def choice(table: int, seat: int, number: int, n: int) -> int:
    """What a seat decides, by its number: the same even if the server is killed."""
    return random.Random(f"{table} {seat} {number}").randrange(n)


def has_to_act_or_is_over(at: Seat) -> bool:
    assert at.position is not None
    return bool(at.position["actions"] or at.position["result"])


@dataclass
class Play:
    """Several tables being played, and what has been acknowledged."""

    client: Client
    games: tuple[str, ...]
    ledger: Ledger = field(default_factory=Ledger)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ids: list[str] = field(default_factory=list)
    secrets: list[list[str]] = field(default_factory=list)

    async def begin(self) -> None:
        for game in self.games:
            made = await self.client.create(game, [YOU, OPEN])
            id = made["table"]["id"]
            bob = await self.client.sit(id, "Bob", made["invite"])
            await self.client.start(id, made["secret"])
            self.ids.append(id)
            self.secrets.append([made["secret"], bob["secret"]])

    async def sit(self, table: int, seat: int) -> list[dict[str, Any]]:
        """Play one seat to the end; return all it saw."""
        async with self.client.look(self.ids[table], self.secrets[table][seat]) as at:
            for number in itertools.count():
                await at.wait_for(has_to_act_or_is_over)
                assert at.position is not None
                if at.position["result"]:
                    break
                await self.decide(table, seat, number, at)
            assert [step["seq"] for step in at.steps] == list(range(1, at.seq + 1))
            return at.steps

    async def decide(self, table: int, seat: int, number: int, at: Seat) -> None:
        assert at.position is not None
        actions = at.position["actions"]
        action = actions[choice(table, seat, number, len(actions))]["id"]
        id = f"{seat}:{number}"
        answer = await at.act(action, id)
        # Nobody else acts for this seat: even if the answer was lost, this was carried out.
        assert answer["ok"], answer["problem"]
        self.ledger.note(self.ids[table], seat, id, answer["seq"], action)
        self.news.set()
        await at.wait_for(lambda s: s.seq >= answer["seq"])

    async def acknowledged(self, more: int) -> None:
        """Wait until so many more requests have been answered."""
        wanted = len(self.ledger.acknowledged) + more
        while len(self.ledger.acknowledged) < wanted:
            self.news.clear()
            await self.news.wait()


def undisturbed(name: str, table: int, key: bytes) -> bl.Game:
    """The game that the same decisions give without a server."""
    game = bl.new_game(name, 2, key=key)
    numbers = [0, 0]
    while not game.is_over:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.push(legal[choice(table, seat, numbers[seat], len(legal))], seat)
        numbers[seat] += 1
    return game


def test_killed_again_and_again_the_games_end_as_if_nothing_had_been(
    database: str, tmp_path: Path
) -> None:
    nursery = Nursery(database, tmp_path)
    games = GAMES[database.partition(":")[0]]
    chooser = random.Random(1)

    async def kill_on(play: Play, pid: int) -> None:
        for number in range(KILLS):
            fault = FAULTS[number % len(FAULTS)]
            if number:
                after = f":{chooser.randint(1, 4)}" if fault else ""
                pid = nursery.start(fault + after)
            if fault and number:
                assert await asyncio.to_thread(nursery.wait, pid) == 9
            else:
                await play.acknowledged(chooser.randint(1, 6))
                await asyncio.sleep(chooser.random() * 0.01)  # at any moment
                await asyncio.to_thread(nursery.kill, pid)
            play.ledger.check(await asyncio.to_thread(stored, database))
        nursery.start()

    async def story() -> None:
        play = Play(Client(nursery.urls[0]), games)
        pid = nursery.start()
        await play.begin()
        seats = [(table, seat) for table in range(len(games)) for seat in (0, 1)]
        playing = asyncio.gather(*(play.sit(*where) for where in seats))
        killing = asyncio.create_task(kill_on(play, pid))
        await asyncio.wait((playing, killing), return_when=asyncio.FIRST_COMPLETED)
        assert killing.done(), "the games were over before the last kill, or went wrong"
        await killing
        saw = await playing
        play.ledger.check(stored(database))
        for table, id in enumerate(play.ids):
            text = await play.client.get(f"/api/tables/{id}/record", play.secrets[table][0])
            game = verify(parse_record(text))
            as_it_should = undisturbed(games[table], table, game.key)
            assert game.result() == as_it_should.result()
            assert len(game.history) == len(as_it_should.history)
            assert [s["seq"] for s in saw[2 * table]] == [s["seq"] for s in saw[2 * table + 1]]
            mine = [e for e in play.ledger.acknowledged if e[0] == id]
            assert len(mine) == len(game.history)

    try:
        run(story())
    finally:
        nursery.stop()


def no_room(served: Served) -> Callable[[], None]:
    """Let the disk be full; return how to make room again."""
    # A trial of the server, or a table that was deleted, leaves pages that can be written again.
    with sqlite3.connect(served.settings.db.removeprefix("sqlite:///"), timeout=PATIENCE) as whole:
        whole.execute("VACUUM")
        assert whole.execute("PRAGMA freelist_count").fetchone() == (0,)
    return with_pragma(served, "max_page_count = 1", "max_page_count = 1073741823")


def read_only(served: Served) -> Callable[[], None]:
    """Let the database be read-only; return how to end that."""
    return with_pragma(served, "query_only = ON", "query_only = OFF")


def with_pragma(served: Served, trouble: str, relief: str) -> Callable[[], None]:
    now = [trouble]

    @event.listens_for(served.registry.store.engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA {now[0]}")

    def end() -> None:
        now[0] = relief

    return end


def read_only_postgres(served: Served) -> Callable[[], None]:
    """Let the database be read-only for all, and cut the connections there are."""
    name = served.settings.db.rpartition("/")[2]

    def set_to(what: str) -> None:
        with psycopg.connect(served.settings.db, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {what}")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> pg_backend_pid()",
                (name,),
            )

    set_to("on")
    return lambda: set_to("off")


@pytest.fixture(params=["no room", "read only", "read only postgres"])
def trouble(
    request: pytest.FixtureRequest, sqlite_file: str
) -> Iterator[tuple[Served, Callable[[Served], Callable[[], None]]]]:
    if request.param == "read only postgres":
        db = request.getfixturevalue("postgres").new_database()
        how: Callable[[Served], Callable[[], None]] = read_only_postgres
    else:
        db, how = sqlite_file, (no_room if request.param == "no room" else read_only)
    server = Served(db)
    yield server, how
    server.stop()


def test_a_database_that_cannot_be_written_is_said_so_and_recovers(
    trouble: tuple[Served, Callable[[Served], Callable[[], None]]],
) -> None:
    served, how = trouble
    words = ("full", "readonly", "read-only", "terminat", "closed", "lost")

    async def refused(at: Wire) -> str:
        """Speak until it cannot be stored; return the id of that request."""
        for number in range(2000):
            answer = await at.ask("chat", f"c{number}", text="x" * 400)
            if not answer["ok"]:
                assert answer["problem"]["code"] == "storage"
                assert any(word in answer["problem"]["text"] for word in words)
                assert answer["seq"] is None
                return f"c{number}"
            ledger.note(id, 0, f"c{number}", answer["seq"], None)
        raise AssertionError("the trouble never came")

    ledger = Ledger()
    id = ""

    async def story() -> None:
        nonlocal id
        id, ada, bob, _ = await two_people(served)
        async with Wire(served.url, id, secret=ada) as at, Wire(served.url, id, secret=bob) as by:
            action = at.position["actions"][0]["id"]
            end = how(served)
            served.registry.store.forget_proof()
            assert (await ready())["status"] == "failing", "nobody has tried to write yet"
            lost = await refused(at)
            seq = served.registry.loaded_tables[id].last_sent
            for _ in range(3):  # as long as it lasts, for everybody
                answer = await by.ask("act", "b", expected=by.seq, action=action)
                assert answer["problem"]["code"] == "storage"
                by.answers.clear()
            with pytest.raises(Refused) as problem:
                await served.client.post(f"/api/tables/{id}/chat", {"id": "h", "text": "?"}, bob)
            assert (problem.value.status, problem.value.code) == (503, "storage")
            with pytest.raises(Refused) as problem:
                await served.client.create("usa", [YOU, OPEN])
            assert (problem.value.status, problem.value.code) == (503, "storage")
            table = (await served.client.get(f"/api/tables/{id}", ada))["table"]
            assert table["seq"] == seq == at.seq
            assert {s["kind"] for s in by.steps[seq:]} == set()
            sick = await ready()
            assert sick["status"] == "failing"
            assert any(word in sick["problem"] for word in words)
            end()
            await until_written(at, lost)
            served.registry.store.forget_proof()
            assert await ready() == {**sick, "status": "ok", "problem": None}
            assert at.answers[lost][-1]["seq"] == seq + 1
            answer = await by.ask("act", "b", expected=by.seq, action=action)
            assert answer["ok"]
            await at.until(lambda: at.seq == answer["seq"])
        ledger.check(stored(served.settings.db))

    async def ready() -> dict[str, Any]:
        """What the server says of itself; the status tells the same."""
        answer = await asyncio.to_thread(ask_ready, served.url)
        assert (answer[0] == 200) == (answer[1]["status"] == "ok")
        return answer[1]

    async def until_written(at: Wire, id: str) -> None:
        """Send a request again until it is carried out."""
        while not at.answers[id][-1]["ok"]:
            assert at.answers[id][-1]["problem"]["code"] == "storage"
            n = len(at.answers[id])
            await at.send({"type": "chat", "id": id, "text": "x" * 400})
            await at.answered(id, n + 1)

    run(story())
