"""Analyses on a server: told part by part, kept, gone on with, and never of a game that runs."""

import asyncio
import contextlib
import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter
from sqlalchemy import func, insert, select, update

import branchline as bl
from branchline.analysis.positions import restore
from branchline.analysis.report import Report, write
from branchline.analysis.telling import MARKS
from branchline.analysis.trying import try_move
from branchline.board import load_board
from branchline.client import Client, Refused
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.work import CheckedRecord
from branchline.server.processes import ChildProcess
from branchline.server.protocol.analyses import MAX_RECORD, AnalysisState
from branchline.server.storage.sql import ANALYSES, JUDGED, TABLES
from branchline.server.tables.lessons import lesson_key
from tests.scale import scaled

from ..analysis.sample import LEAST, report, short
from .postgres import Postgres
from .served import OPEN, YOU, Served, bot, first, run

STATE: TypeAdapter[AnalysisState] = TypeAdapter(AnalysisState)
MAKING = {"analysis_workers": 1, "analysis_budget": LEAST}


@contextlib.contextmanager
def serving(db: str, **more: Any) -> Iterator[Served]:
    served = Served(db, **(MAKING | more))
    try:
        yield served
    finally:
        served.stop()


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made: all that is wanted waits."""

    async def none(maker: AnalysisMaker, first_look: bool = False) -> None:
        return None

    monkeypatch.setattr(AnalysisMaker, "_next", none)


def maker_of(served: Served) -> AnalysisMaker:
    app: Any = served.server.config.app
    maker: AnalysisMaker = app.state.analyses
    return maker


async def send(client: Client, record: str) -> dict[str, Any]:
    """Send a record; a server that is busy asks to come back."""
    while True:
        try:
            return await client.post("/api/analyses", {"record": record})
        except Refused as problem:
            if problem.code != "slow down" or "checked" not in str(problem):
                raise
        await asyncio.sleep(0.1)


class Reader:
    """Somebody who asks again and again, and is told only what is new."""

    def __init__(self, client: Client, path: str) -> None:
        self.client, self.path = client, path
        self.state: dict[str, Any] = {}
        self.report: dict[str, Any] = {}
        self.told: list[tuple[int, int, bool]] = []
        """For each answer with a report: the first decision, how many, and whether with a curve."""

    async def ask(self) -> None:
        known = "?"
        if self.report:
            held, worlds = len(self.report["decisions"]), self.report["worlds"]
            known = f"?decisions={held}&worlds={worlds}"
        self.state = await self.client.get(self.path + known)
        STATE.validate_json(json.dumps(self.state))
        if (news := self.state["report"]) is None:
            return
        begin = self.state["first"]
        self.told.append((begin, len(news["decisions"]), news["curve"] is not None))
        for name in ("curve", "chances"):
            if news[name] is None:
                news[name] = self.report[name]
        news["decisions"] = self.report.get("decisions", [])[:begin] + news["decisions"]
        self.report = news

    async def until(self, *states: str) -> None:
        while True:
            await self.ask()
            if self.state["state"] in states:
                return
            assert self.state["again"] is not None, self.state
            await asyncio.sleep(0.25)


async def bots_play(served: Served, seats: int = 2) -> tuple[str, dict[str, Any]]:
    """A table of bots that have played to the end."""
    made = await served.client.create("card_game", [bot("random")] * seats, start=True)
    id = made["table"]["id"]
    while True:
        told = await served.client.get(f"/api/tables/{id}", made["secret"])
        if told["table"]["state"] == "over":
            return id, made
        await asyncio.sleep(0.25)


def stored_rows(served: Served) -> int:
    counting = select(func.count()).select_from(ANALYSES)
    return int(served.registry.store.read_now(lambda c: c.execute(counting).scalar() or 0))


# Making


@pytest.mark.parametrize("database", scaled(["sqlite"], ["sqlite", "postgres"]), indirect=True)
def test_a_record_is_analysed_part_by_part_as_the_library_does_it(database: str) -> None:
    async def story() -> None:
        sent = await send(served.client, short().dumps())
        assert sent["state"] in ("waiting", "working")
        assert len(sent["id"]) == 22
        reader = Reader(served.client, f"/api/analyses/{sent['id']}")
        await reader.until("done")
        assert Report.from_json(reader.report).dumps() == report().dumps()
        # First a curve alone, then decisions; what is known is not told again.
        with_news = [told for told in reader.told if told[1] or told[2]]
        assert with_news[0][2]
        assert sum(told[1] for told in reader.told) == len(report().decisions)
        assert [told[0] for told in reader.told] == sorted(told[0] for told in reader.told)
        assert not all(told[2] for told in reader.told)
        assert reader.state["again"] is None
        # The same again gets what there is; another who has nothing gets all at once.
        again = await send(served.client, "\n".join(short().dumps().split("\n")))
        assert (again["id"], again["state"]) == (sent["id"], "done")
        assert Report.from_json(again["report"]).dumps() == report().dumps()
        record = await served.client.get(f"/api/analyses/{sent['id']}/record")
        assert record == short().dumps()
        assert served.registry.metrics.value("analyses_made_total") == 1

    with serving(database) as served:
        run(story())


def test_it_goes_on_after_a_restart_where_it_stopped(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = []

    async def wait_after_two(maker: AnalysisMaker) -> None:
        parts.append(1)
        if len(parts) >= 2:
            await asyncio.Event().wait()

    monkeypatch.setattr(AnalysisMaker, "_first_looks", wait_after_two)

    async def begin() -> str:
        sent = await send(served.client, short().dumps())
        reader = Reader(served.client, f"/api/analyses/{sent['id']}")
        while not reader.report or not reader.report["decisions"]:
            await reader.until("working")
        return str(sent["id"])

    with serving(sqlite_file) as served:
        id = run(begin())
    monkeypatch.undo()

    async def end() -> None:
        reader = Reader(served.client, f"/api/analyses/{id}")
        await reader.until("done")
        reader.report["decisions"][0]["playouts"] = report().decisions[0].playouts
        assert Report.from_json(reader.report).dumps() == report().dumps()

    # What was judged is not judged again: the mark of it is still there.
    with serving(sqlite_file, analysis_workers=0) as served:
        path = f"/api/analyses/{id}"
        before = served.client.request_now("GET", path)["report"]["decisions"]
        assert 0 < len(before) < len(report().decisions)
        before[0]["playouts"] = 77
        marked = update(JUDGED).where(JUDGED.c.number == 0).values(body=json.dumps(before[0]))
        with served.registry.store.engine.begin() as connection:
            connection.execute(marked)
    with serving(sqlite_file) as served:
        run(end())
        told = served.client.request_now("GET", path)["report"]
        assert told["decisions"][0]["playouts"] == 77


def test_another_version_begins_anew(sqlite_file: str) -> None:
    async def story() -> None:
        reader = Reader(served.client, f"/api/analyses/{id}")
        await reader.until("done")
        assert Report.from_json(reader.report).dumps() == report().dumps()

    with serving(sqlite_file, analysis_workers=0) as served:
        id = "x" * 22
        row: dict[str, Any] = {"id": id, "digest": "d", "record": short().dumps()}
        row |= {"asked_at": 1.0, "seen_at": time.time(), "rules": "0.0.1", "state": "working"}
        row |= {"seed": 1, "budget": LEAST}
        row |= {"progress": 0.4, "worlds": 32, "judged": 1, "head": "{}", "course": "{}"}
        with served.registry.store.engine.begin() as connection:
            connection.execute(insert(ANALYSES).values(row))
            connection.execute(insert(JUDGED).values(analysis_id=id, number=0, body="{}"))
        # What there is may have another shape: nobody is told of it.
        assert run(served.client.get(f"/api/analyses/{id}"))["report"] is None
        with pytest.raises(Refused, match="not in this report"):
            run(served.client.get(f"/api/analyses/{id}/positions/0"))
    with serving(sqlite_file) as served:
        run(story())


def test_who_waits_gets_a_first_curve_before_others_are_done(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = AnalysisMaker._first_looks
    asked = asyncio.Event()

    async def look_when_asked(maker: AnalysisMaker) -> None:
        await asked.wait()
        await looks(maker)

    monkeypatch.setattr(AnalysisMaker, "_first_looks", look_when_asked)

    async def story() -> None:
        sent = await send(served.client, short().dumps())
        ahead = Reader(served.client, f"/api/analyses/{sent['id']}")
        await ahead.until("working")
        id, made = await bots_play(served)
        path = f"/api/tables/{id}/analysis"
        joined = await served.client.post(path, None, made["secret"])
        assert (joined["state"], joined["place"], joined["report"]) == ("waiting", 1, None)
        served.server.servers[0].get_loop().call_soon_threadsafe(asked.set)
        behind = Reader(served.client, f"{path}?invite={made['invite']}")
        while not behind.report:
            behind.state = await served.client.get(behind.path)
            behind.report = behind.state["report"] or {}
            await ahead.ask()
            if behind.report:
                # It was given between two parts of the other, which goes on.
                assert behind.state["state"] == "waiting"
                assert behind.report["curve"]
                assert behind.report["decisions"] == []
            await asyncio.sleep(0.25)
        await ahead.until("done")
        assert Report.from_json(ahead.report).dumps() == report().dumps()

    with serving(sqlite_file) as served:
        run(story())


def test_two_processes_do_not_make_the_same_twice(postgres: Postgres) -> None:
    async def story() -> None:
        ids = {(await send(one.client, short().dumps()))["id"] for one in both}
        (id,) = ids
        readers = [Reader(one.client, f"/api/analyses/{id}") for one in both]
        await asyncio.gather(*(reader.until("done") for reader in readers))
        for reader in readers:
            assert Report.from_json(reader.report).dumps() == report().dumps()
        assert sum(maker_of(one).made for one in both) == 1

    db = postgres.new_database()
    with serving(db) as one, serving(db) as other:
        both = (one, other)
        run(story())


def test_when_a_process_ends_another_goes_on(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait(maker: AnalysisMaker) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(AnalysisMaker, "_first_looks", wait)

    async def begin() -> str:
        sent = await send(one.client, short().dumps())
        await Reader(one.client, f"/api/analyses/{sent['id']}").until("working")
        return str(sent["id"])

    db = postgres.new_database()
    with serving(db) as one:
        id = run(begin())
        monkeypatch.undo()
        with serving(db) as other:
            one.stop()
            run(Reader(other.client, f"/api/analyses/{id}").until("done"))
            assert maker_of(other).made == 1


def test_what_fails_twice_is_given_up_and_can_be_asked_for_again(
    sqlite_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear = ChildProcess.hear

    def hear_the_end(process: ChildProcess, seconds: float) -> object:
        found = hear(process, seconds)
        if isinstance(found, CheckedRecord):
            return found
        raise EOFError

    monkeypatch.setattr(ChildProcess, "hear", hear_the_end)

    async def story() -> None:
        sent = await send(served.client, short().dumps())
        reader = Reader(served.client, f"/api/analyses/{sent['id']}")
        await reader.until("failed")
        assert "ended before it was done" in reader.state["problem"]["text"]
        assert reader.state["again"] is None
        monkeypatch.undo()
        again = await send(served.client, short().dumps())
        assert (again["id"], again["problem"]) == (sent["id"], None)
        await reader.until("done")

    with serving(sqlite_file) as served:
        run(story())


# Tries


def keep_whole(served: Served, id: str) -> None:
    """Keep the report on the short game, as if it had been made here."""
    told = report().to_json()
    course = {name: told.pop(name) for name in ("curve", "chances")}
    decisions = told.pop("decisions")
    row: dict[str, Any] = {"id": id, "digest": "d", "record": short().dumps()}
    row |= {"asked_at": 1.0, "seen_at": time.time(), "rules": bl.__version__, "state": "done"}
    row |= {"seed": 1, "budget": LEAST, "progress": 1.0, "worlds": report().worlds}
    row |= {"judged": len(decisions), "head": json.dumps(told), "course": json.dumps(course)}
    bodies = [
        {"analysis_id": id, "number": i, "body": json.dumps(one)} for i, one in enumerate(decisions)
    ]
    with served.registry.store.engine.begin() as connection:
        connection.execute(insert(ANALYSES).values(row))
        connection.execute(insert(JUDGED), bodies)


async def judged(client: Client, path: str, body: dict[str, int]) -> Any:
    """Try something; a server that is busy asks to come back, and goes on meanwhile."""
    while True:
        try:
            return (await client.post(path, body))["tried"]
        except Refused as problem:
            if problem.code != "slow down":
                raise
        await asyncio.sleep(0.1)


def test_a_judged_moment_can_be_decided_anew(sqlite_file: str) -> None:
    one = next(one for one in report().decisions if one.mark in MARKS)
    moment = restore(short(), one.step)
    game = moment.game()
    legal = {action.id: action.move.to_json() for action in game.legal_actions(one.seat)}

    async def story() -> None:
        path = f"/api/analyses/{id}/positions/{one.step}"
        told = await served.client.get(path)
        assert (told["step"], told["seat"]) == (one.step, one.seat)
        shown = told["position"]
        assert shown["view"] == json.loads(json.dumps(game.view(one.seat).to_json()))
        assert {action["id"]: action["move"] for action in shown["actions"]} == legal
        best, chosen = one.others[0].move, one.chosen.move
        other = next(move for move in legal.values() if move not in (best, chosen))
        for move in (best, chosen, other):
            body = {"action": next(id for id, one in legal.items() if one == move)}
            tried = await judged(served.client, path, body)
            assert tried == json.loads(json.dumps(write(try_move(moment, one, move, 1, LEAST))))
            assert await judged(served.client, path, body) == tried
        wrong = next(i for i in range(10_000) if i not in legal)
        with pytest.raises(Refused, match="cannot be done here"):
            await served.client.post(path, {"action": wrong})
        with pytest.raises(Refused, match="not in this report"):
            await served.client.get(f"/api/analyses/{id}/positions/9999")

    with serving(sqlite_file) as served:
        id = "y" * 22
        keep_whole(served, id)
        run(story())


# Who may have it, and when


@pytest.mark.usefixtures("idle")
def test_during_a_game_nobody_gets_anything(sqlite_file: str) -> None:
    async def doors(id: str, made: dict[str, Any]) -> None:
        """Try to have an analysis of a table: as its host, by invite, as anybody."""
        for method in ("GET", "POST"):
            for query, secret in (("", made["secret"]), (f"?invite={made['invite']}", None)):
                path = f"/api/tables/{id}/analysis{query}"
                with pytest.raises(Refused, match="when it is over") as refused:
                    await served.client.request(method, path, None, secret)
                assert refused.value.code == "not started"
            with pytest.raises(Refused) as refused:
                await served.client.request(method, f"/api/tables/{id}/analysis")
            assert refused.value.code == "unknown"
            body = {"action": 0} if method == "POST" else None
            path = f"/api/tables/{id}/positions/3"
            with pytest.raises(Refused, match="when it is over"):
                await served.client.request(method, path, body, made["secret"])

    async def story() -> None:
        lobby = await served.client.create("card_game", [YOU, OPEN])
        await doors(lobby["table"]["id"], lobby)
        made = await served.client.create("card_game", [YOU, bot("random")], start=True)
        id = made["table"]["id"]
        await doors(id, made)
        async with served.client.look(id, made["secret"]) as seat:
            for _ in range(3):
                await seat.wait_for(lambda s: bool(s.position.get("actions")))
                await seat.act(first(seat.position))
        await doors(id, made)
        # Not even somebody who knows the key, by a record of the game as far as it is, or of one
        # that goes on from there.
        game = served.registry.loaded_tables[id].table.game
        assert game is not None
        with pytest.raises(Refused, match="is not over"):
            await send(served.client, game.record().dumps())
        fork = bl.new_game("card_game", 2, key=game.key, options=dict(game.options))
        for seat_number, action, _ in game.history:
            fork.push(action.id, seat_number)
        record = played_out(fork).record().dumps()
        with pytest.raises(Refused, match="still being played") as refused:
            await send(served.client, record)
        assert refused.value.code == "not started"
        assert stored_rows(served) == 0
        # Once that game is over its key is everybody's.
        with served.registry.store.engine.begin() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(state="over"))
        assert (await send(served.client, record))["state"] == "waiting"

    with serving(sqlite_file) as served:
        run(story())


def played_out(game: bl.Game) -> bl.Game:
    while not game.is_over:
        game.push(game.legal_actions(game.to_act[0])[0], game.to_act[0])
    return game


@pytest.mark.usefixtures("idle")
def test_the_rights_are_those_of_the_replay(sqlite_file: str) -> None:
    async def story() -> None:
        id, made = await bots_play(served)
        path = f"/api/tables/{id}/analysis"
        assert (await served.client.get(path, made["secret"]))["state"] == "none"
        for method in ("GET", "POST"):
            with pytest.raises(Refused) as refused:
                await served.client.request(method, path)
            assert refused.value.status == 404
            with pytest.raises(Refused) as refused:
                await served.client.request(method, f"{path}?invite=wrong")
            assert refused.value.status == 404
        assert stored_rows(served) == 0
        mine = await served.client.post(path, None, made["secret"])
        shared = await served.client.post(f"{path}?invite={made['invite']}")
        assert mine == shared
        assert (mine["id"], mine["state"], mine["place"]) == (None, "waiting", 1)
        assert stored_rows(served) == 1
        # Its row has an id like those of records, and that leads nowhere.
        inner = served.registry.store.read_now(lambda c: c.execute(select(ANALYSES.c.id)).scalar())
        for what in ("", "/replay", "/record"):
            with pytest.raises(Refused) as refused:
                await served.client.get(f"/api/analyses/{inner}{what}")
            assert refused.value.status == 404

    with serving(sqlite_file) as served:
        run(story())


# Records that are sent


def tampered() -> dict[str, str]:
    """Records that are not in order, by what is said of them."""
    text = short().dumps()
    lines = text.split("\n")
    header = json.loads(lines[0])

    def with_header(**facts: Any) -> str:
        return "\n".join([json.dumps(header | facts), *lines[1:]])

    result = json.loads(lines[-2])
    result["result"]["seats"][0]["total"] += 1
    return {
        "line 1: is not valid JSON": "no record",
        "needs a header": lines[0],
        "is not over": "\n".join(lines[:40]),
        "the result is not what the game gives": "\n".join([*lines[:-2], json.dumps(result)]),
        "line 2, event": with_header(key="00" * 32),
        "there is no game": with_header(game="../../etc"),
        "a player's name in a record": with_header(players=["Ada\u0000", "Bob"]),
        "none that cannot be seen": with_header(players=["\ud800", "Bob"]),
    }


def test_a_record_that_is_not_in_order_is_refused_and_not_kept(sqlite_file: str) -> None:
    async def story() -> None:
        for why, record in tampered().items():
            with pytest.raises(Refused, match=why) as refused:
                await send(served.client, record)
            assert (refused.value.status, refused.value.code) == (400, "invalid"), why
        with pytest.raises(Refused, match="500,000 characters") as refused:
            await send(served.client, "x" * (MAX_RECORD + 1))
        assert refused.value.status == 413
        assert stored_rows(served) == 0

    def too_large() -> None:
        """The length alone is enough: whoever still sends may find the connection closed."""
        connection = http.client.HTTPConnection(served.url.removeprefix("http://"))
        connection.putrequest("POST", "/api/analyses")
        connection.putheader("content-type", "application/json")
        connection.putheader("content-length", str(2 * MAX_RECORD + 1))
        connection.endheaders()
        with contextlib.closing(connection):
            answer = connection.getresponse()
            assert answer.status == 413
            assert b"too large" in answer.read()

    with serving(sqlite_file) as served:
        run(story())
        too_large()


@pytest.mark.usefixtures("idle")
def test_the_game_of_a_record_is_shown_like_that_of_a_table(sqlite_file: str) -> None:
    async def story() -> None:
        sent = await send(served.client, short().dumps())
        path = f"/api/analyses/{sent['id']}/replay"
        shown = await served.client.get(f"{path}?views=true")
        game = bl.verify(short())
        assert [seat["name"] for seat in shown["table"]["seats"]] == short().header["players"]
        assert (shown["table"]["state"], shown["eyes"]) == ("over", "open")
        assert shown["result"]["winners"] == list(game.result().winners)
        assert len(shown["steps"]) == len(game.history) + 1
        assert all(step["reveal"] for step in shown["steps"])
        of_one = await served.client.get(f"{path}?views=true&eyes=1")
        assert of_one["steps"][5]["reveal"] is None
        assert of_one["steps"][5]["view"]["viewer"] == 1
        with pytest.raises(Refused, match="no such seat"):
            await served.client.get(f"{path}?eyes=5")

    with serving(sqlite_file) as served:
        run(story())


# Limits


@pytest.mark.usefixtures("idle")
def test_how_many_may_wait_and_be_kept(sqlite_file: str) -> None:
    async def story() -> None:
        id, made = await bots_play(served)
        path = f"/api/tables/{id}/analysis"
        await send(served.client, short().dumps())
        second = await served.client.post(path, None, made["secret"])
        assert second["place"] == 2
        assert (await served.client.get("/api/analyses"))["waiting"] == 2
        # The same again is no further one; another is.
        await served.client.post(path, None, made["secret"])
        other, its = await bots_play(served)
        with pytest.raises(Refused, match="one address") as refused:
            await served.client.post(f"/api/tables/{other}/analysis", None, its["secret"])
        assert refused.value.status == 429
        maker_of(served).asked_by.clear()  # from other addresses
        with pytest.raises(Refused, match="many games wait") as refused:
            await served.client.post(f"/api/tables/{other}/analysis", None, its["secret"])
        assert refused.value.code == "full"
        record = played_out(bl.new_game("card_game", 2, seed=5)).record().dumps()
        with pytest.raises(Refused, match="no room for more records") as refused:
            await send(served.client, record)
        assert stored_rows(served) == 2

    limits = {"max_analyses_per_address": 2, "max_analyses": 2, "max_records": 1}
    with serving(sqlite_file, **limits) as served:
        run(story())


@pytest.mark.usefixtures("idle")
def test_records_that_nobody_looks_at_are_forgotten(sqlite_file: str) -> None:
    async def story() -> None:
        sent = await send(served.client, short().dumps())
        path = f"/api/analyses/{sent['id']}"
        rows, now = maker_of(served).rows, served.registry.clock.now()
        assert (await served.client.get("/api/analyses"))["kept_days"] == 2.0
        with served.registry.store.engine.begin() as connection:
            connection.execute(update(ANALYSES).values(seen_at=now - 86400))
        await served.client.get(path)  # somebody looks
        forgotten = [await on_loop(served, rows.forget_records(now - age)) for age in (60, -60)]
        assert forgotten == [0, 1]
        with pytest.raises(Refused) as refused:
            await served.client.get(path)
        assert refused.value.status == 404

    with serving(sqlite_file, forget_records=2 * 86400) as served:
        run(story())


async def on_loop(served: Served, work: Any) -> Any:
    """Do something in the server's own loop."""
    loop = served.server.servers[0].get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


def test_where_none_are_made_that_is_said(sqlite_file: str) -> None:
    async def story() -> None:
        assert (await served.client.get("/api/analyses"))["on"] is False
        with pytest.raises(Refused, match="analyses no games"):
            await send(served.client, short().dumps())
        assert stored_rows(served) == 0

    with serving(sqlite_file, analysis_workers=0) as served:
        run(story())


def test_a_lesson_that_runs_is_a_game_that_runs(sqlite_file: str) -> None:
    """Its key is known to everybody."""

    async def story() -> None:
        await served.client.create(
            "card_game", [YOU, bot("apprentice")], start=True, lesson=True, options={"starts": 0}
        )
        key = lesson_key(load_board("card_game"))
        game = played_out(bl.new_game("card_game", 2, key=key, options={"starts": 0}))
        with pytest.raises(Refused, match="still being played"):
            await send(served.client, game.record().dumps())

    with serving(sqlite_file) as served:
        run(story())
