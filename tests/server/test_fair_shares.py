"""Fair shares of thinking: nobody's many tables keep the bots of others from moving."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

import branchline as bl
from branchline.board import load_board
from branchline.client import Client
from branchline.errors import BranchlineError
from branchline.server.logs import JsonFormatter
from branchline.server.tables import thinkers as module
from branchline.server.tables.thinkers import Thinkers
from branchline.server.tables.thinking import Choice, Task, choose, playouts_of
from branchline.server.tables.thinking_queue import (
    KINDS,
    LEAST,
    PEOPLE,
    UNWATCHED,
    WATCHED,
    Share,
    ThinkingQueue,
    Waiting,
)
from tests.server.served import YOU, Served, bot, first, run

STRONG = 2000


def wait_in(
    queue: ThinkingQueue[Waiting], kind: str, owner: str, table: str, playouts: int = STRONG
) -> Waiting:
    one = Waiting(Share(kind, owner, table), playouts)
    queue.join(one)
    return one


def figure(thinkers: Thinkers, name: str, *labels: str) -> float:
    """One of the figures for the metrics."""
    return next(
        sample.value
        for metric in thinkers.collect()
        for sample in metric.samples
        if sample.name == f"branchline_{name}" and tuple(sample.labels.values()) == labels
    )


def served_by(queue: ThinkingQueue[Waiting], count: int) -> list[str]:
    """Whose turn it is, so many times."""
    found = [queue.next(KINDS) for _ in range(count)]
    return [one.share.table for one in found if one is not None]


def test_a_stranger_waits_for_one_of_a_floods_tables_not_for_all() -> None:
    queue = ThinkingQueue[Waiting](1)
    for number in range(200):
        wait_in(queue, PEOPLE, "flood", f"f{number}")
    wait_in(queue, PEOPLE, "stranger", "s")
    assert served_by(queue, 3) == ["f0", "s", "f1"]
    wait_in(queue, PEOPLE, "flood", "f0")  # moved, and behind its other tables again
    wait_in(queue, PEOPLE, "stranger", "s")
    assert served_by(queue, 3) == ["f2", "s", "f3"]


def test_people_come_before_bots_and_who_is_watched_before_who_is_not() -> None:
    queue = ThinkingQueue[Waiting](1)
    wait_in(queue, UNWATCHED, "a", "unwatched")
    wait_in(queue, WATCHED, "a", "watched")
    wait_in(queue, PEOPLE, "a", "people")
    assert served_by(queue, 4) == ["people", "watched", "unwatched"]


def test_who_leaves_the_line_is_not_served() -> None:
    queue = ThinkingQueue[Waiting](1)
    gone = wait_in(queue, PEOPLE, "a", "gone")
    wait_in(queue, PEOPLE, "a", "here")
    queue.leave(gone)
    queue.leave(gone)
    assert served_by(queue, 2) == ["here"]
    assert [queue.oldest(kind) for kind in KINDS] == [0, 0, 0]


def test_a_flood_thinks_less_and_a_stranger_beside_it_as_ever() -> None:
    queue = ThinkingQueue[Waiting](1)
    alone = Waiting(Share(PEOPLE, "stranger", "s"), STRONG)
    assert queue.playouts_for(alone) == STRONG
    for number in range(200):
        wait_in(queue, PEOPLE, "flood", f"f{number}")
    flooding = queue.next(KINDS)
    assert flooding is not None
    assert queue.playouts_for(flooding) == LEAST
    assert queue.playouts_for(alone) == STRONG
    among_bots = Waiting(Share(UNWATCHED, "flood", "b"), STRONG)
    assert queue.playouts_for(among_bots) == STRONG, "nobody waits for it"


def test_many_who_come_at_once_all_think_a_little_less() -> None:
    queue = ThinkingQueue[Waiting](1)
    for number in range(10):
        wait_in(queue, PEOPLE, f"household {number}", f"t{number}")
    one = queue.next(KINDS)
    assert one is not None
    assert LEAST < queue.playouts_for(one) < STRONG
    many_cores = ThinkingQueue[Waiting](16)
    for number in range(10):
        wait_in(many_cores, PEOPLE, f"household {number}", f"t{number}")
    one = many_cores.next(KINDS)
    assert one is not None
    assert many_cores.playouts_for(one) == STRONG


# What a bot may spend


def test_on_a_server_a_bot_has_playouts_never_a_time() -> None:
    usa = load_board("usa")
    given = {name: playouts_of(name, usa) for name in ("superintendent", "dispatcher")}
    assert given == {"superintendent": 2000, "dispatcher": 2000}
    assert playouts_of("stationmaster", usa) == 200
    assert playouts_of("conductor", usa) == 0
    assert playouts_of("dispatcher@3600s", usa) == 0, "no name that a table may have"


def a_task(bot: str = "conductor", **more: Any) -> Task:
    game = bl.new_game("card_game", 2, seed=1)
    return Task(bot, game.view(0), game.legal_actions(0), bytes(32), **more)


def test_who_thinks_less_says_so() -> None:
    usual, less = choose(a_task("stationmaster")), choose(a_task("stationmaster", at_most=16))
    assert usual.thought is None
    assert less.thought == "less"
    assert less.why.startswith("The server is busy, so it thought less than usual.")
    assert choose(a_task("conductor", at_most=16)).thought is None, "it never plays out"


# Processes that fail


class Crew:
    """Stands in for the processes: what each is asked, and which of them fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.started = 0
        self.can_start = True
        self.poison: str | None = None
        self.slow: str | None = None
        self.given: list[float] = []

    def __call__(self, for_people: bool) -> Any:
        crew = self

        class Process:
            pid = 0

            def kill(self) -> None: ...

        class Stand:
            process = Process()
            is_alive = True

            def wait_until_ready(self) -> None:
                if not crew.can_start:
                    raise OSError("no memory")
                crew.started += 1

            def ask(self, task: Task, seconds: float) -> Choice:
                crew.asked.append(task.bot)
                crew.given.append(seconds)
                if task.bot == crew.slow:
                    raise TimeoutError
                if task.bot == crew.poison:
                    raise EOFError
                return Choice(task.legal[0].id, "so")

            def end(self) -> None: ...

        return Stand()


@pytest.fixture
def crew(monkeypatch: pytest.MonkeyPatch) -> Crew:
    made = Crew()
    monkeypatch.setattr(module, "Worker", made)
    return made


def with_thinkers(story: Callable[[Thinkers], Any]) -> None:
    async def within() -> None:
        thinkers = Thinkers(1, 10)
        await thinkers.open()
        try:
            await story(thinkers)
        finally:
            await thinkers.close()

    run(within())


def test_processes_are_started_before_anybody_waits_for_them(crew: Crew) -> None:
    async def story(thinkers: Thinkers) -> None:
        assert crew.started == 1

    with_thinkers(story)


def test_beside_an_attack_a_stranger_is_next_but_one(crew: Crew) -> None:
    async def story(thinkers: Thinkers) -> None:
        # The names of bots stand for those who ask, so that the order can be told.
        def ask(name: str, kind: str, owner: str, table: str) -> asyncio.Task[Choice]:
            share = Share(kind, owner, table)
            return asyncio.create_task(thinkers.choose(a_task(name), share))

        flood = [ask("planner", PEOPLE, "flood", f"f{number}") for number in range(200)]
        flood += [ask("greedy", UNWATCHED, "flood", f"b{number}") for number in range(200)]
        await ask("random", PEOPLE, "stranger", "s")
        before = crew.asked[: crew.asked.index("random")]
        assert before.count("planner") <= 1
        await asyncio.gather(*flood)
        assert thinkers.choices == 401
        assert figure(thinkers, "bots_waiting", "people") == 0

    with_thinkers(story)


def test_a_process_that_cannot_start_is_not_replaced_silently(
    crew: Crew, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_FIRST", 0.02)
    monkeypatch.setattr(module, "_LONGEST", 0.02)
    crew.can_start = False

    async def story(thinkers: Thinkers) -> None:
        while thinkers.problem() is None:
            await asyncio.sleep(0)
        assert thinkers.problem() == "1 of 1 processes for bots do not work: no memory"
        assert figure(thinkers, "bot_processes_failing") == 1
        choice = await thinkers.choose(a_task(), Share(PEOPLE, "a", "t"))
        assert choice.thought == "none"
        assert choice.why == "It could not think just now: this was a quick choice."
        assert thinkers.fallbacks == 1
        while thinkers.restarts < 40:  # tried again and again
            await asyncio.sleep(0.01)
        told = [r for r in caplog.records if r.message == "a process for bots failed"]
        failures = [json.loads(JsonFormatter().format(one))["failures"] for one in told]
        assert failures == [2**n for n in range(len(told))], "a line each time the number doubles"
        assert failures[-1] >= 16
        crew.can_start = True
        while (await thinkers.choose(a_task(), Share(PEOPLE, "a", "t"))).thought == "none":
            await asyncio.sleep(0.01)
        assert thinkers.problem() is None

    with_thinkers(story)


def test_a_process_that_thinks_too_long_is_replaced(crew: Crew) -> None:
    crew.slow = "random"

    async def story(thinkers: Thinkers) -> None:
        choice = await thinkers.choose(a_task("random"), Share(PEOPLE, "a", "t"))
        assert choice.thought == "none"
        assert choice.why == "There was no time to think."
        assert (await thinkers.choose(a_task("planner"), Share(PEOPLE, "a", "t"))).thought is None
        assert (thinkers.restarts, crew.started) == (1, 2)
        await thinkers.choose(a_task("planner"), Share(UNWATCHED, "a", "b"))
        assert crew.given == [10, 10, 100], "what thinks behind all others has longer"

    with_thinkers(story)


def test_a_table_that_kills_its_process_each_time_does_not_cost_the_others(crew: Crew) -> None:
    crew.poison = "random"

    async def story(thinkers: Thinkers) -> None:
        bad, good = Share(PEOPLE, "a", "bad"), Share(PEOPLE, "b", "good")
        for _ in range(20):
            assert (await thinkers.choose(a_task("random"), bad)).thought == "none"
            assert (await thinkers.choose(a_task("planner"), good)).thought is None
        assert crew.asked.count("planner") == 20
        assert crew.asked.count("random") < 20, "it is tried more and more seldom"

    with_thinkers(story)


# Over the wire


@pytest.fixture
def few(sqlite_file: str) -> Any:
    served = Served(sqlite_file, max_bot_tables_per_address=2, unwatched_pace=60)
    yield served
    served.stop()


async def refused(asking: Any) -> str:
    with pytest.raises(BranchlineError) as problem:
        await asking
    return str(problem.value)


def test_an_address_has_few_tables_that_only_bots_play(few: Served) -> None:
    async def story(client: Client) -> None:
        bots = [bot(), bot()]
        # At the same time: counting and making is one thing.
        asked = [client.create("usa", bots, start=True) for _ in range(8)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        made = [one for one in answers if not isinstance(one, BaseException)]
        assert len(made) == 2
        assert all("only bots" in str(one) for one in answers if isinstance(one, BaseException))
        later = await client.create("usa", bots)  # a lobby, where nobody plays yet
        assert "only bots" in await refused(client.start(later["table"]["id"], later["secret"]))
        await client.create("usa", [YOU, bot()], start=True)  # people are not refused
        resting = made[0]["table"]["id"], made[0]["secret"]
        await client.post(f"/api/tables/{resting[0]}/pause", None, resting[1])
        await client.start(later["table"]["id"], later["secret"])
        again = client.post(f"/api/tables/{resting[0]}/resume", None, resting[1])
        assert "only bots" in await refused(again)

    run(story(few.client))


def test_bots_among_themselves_take_their_time_until_somebody_watches(few: Served) -> None:
    async def story(client: Client) -> None:
        alone = await client.create("usa", [bot(), bot()], start=True, bot_pace=0)
        mine = await client.create("usa", [YOU, bot()], start=True, bot_pace=0)
        async with client.look(mine["table"]["id"], mine["secret"]) as seat:
            for _ in range(3):
                await seat.wait_for(lambda s: bool(s.position["actions"]))
                await seat.act(first(seat.position))
        id = alone["table"]["id"]
        assert few.registry.loaded_tables[id].table.seq == 2, "created and started"
        async with client.look(id, alone["secret"]) as watcher:
            await watcher.wait_for(lambda s: sum(step["by_bot"] for step in s.steps) > 2)

    run(story(few.client))


def test_the_table_is_told_who_thought_less(few: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ThinkingQueue, "playouts_for", lambda queue, one: min(one.playouts, 16))

    async def story(client: Client) -> None:
        seats = [YOU, bot("stationmaster")]
        made = await client.create("card_game", seats, start=True, bot_pace=0)
        async with client.look(made["table"]["id"], made["secret"]) as seat:
            await seat.wait_for(lambda s: any(step["by_bot"] for step in s.steps))
            bots = [step["thought"] for step in seat.steps if step["by_bot"]]
            assert set(bots) == {"less"}
            answer = await seat.act(first(seat.position))
            await seat.wait_past(answer["seq"] - 1)
            (own,) = [step for step in seat.steps if step["seq"] == answer["seq"]]
            assert own["thought"] is None
        metrics = str(await client.request("GET", "/metrics"))
        assert "branchline_bot_thought_less_total" in metrics
        assert 'branchline_bots_waiting{class="people"} 0' in metrics
        assert 'branchline_bot_wait_seconds_count{class="people"}' in metrics

    run(story(few.client))
