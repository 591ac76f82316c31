"""Resume: a client that is cut off at any moment ends with the same as one that was not."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, update

import branchline as bl
from branchline.client import Seat
from branchline.server.storage.sql import LOG, TABLES
from branchline.server.tables import lobby
from tests.scale import scaled

from .served import OPEN, YOU, Served, first, named, run
from .spread import spread
from .test_set_aside import change
from .wire import Wire, address

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def told(wire: Wire) -> dict[str, Any]:
    """All that a client has, but who is connected at the moment.

    A table or position that a step does not change is not sent with it; it counts as of that step.
    """
    table = {**wire.table, "watchers": 0, "seq": wire.seq}
    table["seats"] = [{**seat, "connected": False} for seat in table["seats"]]
    position = wire.position and {**wire.position, "seq": wire.seq}
    return {"steps": wire.steps, "table": table, "position": position}


def behind(wire: Wire, url: str, id: str, since: int, **hello: Any) -> Wire:
    """A client that has seen the same up to a step, and then nothing."""
    late = Wire(url, id, since=since, **hello)
    late.steps = wire.steps[:since]
    return late


@pytest.mark.parametrize(
    ("database", "name"),
    spread(["usa-2", "france-2", "old_west-alvin-2", "card_game-2"]),
    indirect=["database"],
    scope="module",
)
def test_cut_off_at_every_step(served: Served, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = bl.load_record(GOLDEN / f"{name}.jsonl")
    key = bytes.fromhex(record.header["key"])
    monkeypatch.setattr(lobby, "new_key", lambda: key)
    whole_log = served.settings.max_behind
    # Where the log is kept makes no difference here, so the second database gets fewer cuts.
    every = scaled(4, 1) if served.settings.db.startswith("sqlite") else scaled(8, 5)
    cuts = 0

    async def step(viewers: list[tuple[Wire, dict[str, Any]]], seat: int, **request: Any) -> None:
        """One request; clients that were cut off before it come back after it."""
        nonlocal cuts
        at = viewers[seat][0]
        before = at.seq
        answer = await at.ask(**request)
        assert answer["ok"], answer["problem"]
        for stayed, hello in viewers:
            await stayed.reach(answer["seq"])
            if before % every:
                continue
            async with behind(stayed, served.url, at.table["id"], before, **hello) as back:
                assert back.fresh is False
                assert told(back) == told(stayed)
                cuts += 1

    async def story() -> None:
        names = [YOU, {**YOU, "name": "Bob"}]
        made = await served.client.create(
            record.header["game"],
            names,
            options=record.header["options"],
            listed=True,
            start=True,
        )
        id, secret = made["table"]["id"], made["secret"]
        hellos: list[dict[str, Any]] = [{"secret": secret, "seat": seat} for seat in (0, 1)]
        hellos.append({})  # a watcher
        async with (
            Wire(served.url, id, **hellos[0]) as ada,
            Wire(served.url, id, **hellos[1]) as bob,
            Wire(served.url, id) as watcher,
        ):
            viewers = list(zip((ada, bob, watcher), hellos, strict=True))
            game = bl.new_game(record.header["game"], 2, key=key, options=record.header["options"])
            for number, line in enumerate(record.actions):
                seat = line["seat"]
                at = viewers[seat][0]
                action = game.action_of(line["action"], seat).id
                game.push(action, seat)
                if number % 25 == 10:
                    await step(viewers, 1 - seat, type="chat", text="hm")
                await step(viewers, seat, type="act", expected=at.seq, action=action)
                if number % 40 == 20:
                    await step(viewers, seat, type="take back", expected=at.seq)
                    await step(viewers, seat, type="act", expected=at.seq, action=action)
            assert ada.table["state"] == "over"
            assert ada.position["result"]["winners"] == record.result["winners"]  # type: ignore[index]
            for stayed, hello in viewers:  # and who was cut off long ago comes back at the end
                for since in range(0, stayed.seq + 1, 2 * every):
                    if stayed.seq - since > whole_log:
                        continue
                    async with behind(stayed, served.url, id, since, **hello) as back:
                        assert back.fresh is False
                        assert told(back) == told(stayed)
                for nowhere in (None, stayed.seq + 1, 2**31 - 1):
                    async with Wire(served.url, id, since=nowhere, **hello) as back:
                        assert back.fresh is True
                        assert told(back) == told(stayed)
            assert cuts >= 3 * (len(record.actions) // every)

    run(story())


def test_people_come_and_go_and_ask_while_one_is_cut_off(served: Served) -> None:
    """All that a step changes is sent with it: nothing else may differ after coming back."""

    async def story() -> None:
        chairs = [YOU, OPEN, OPEN]
        made = await served.client.create(
            "usa",
            chairs,
            listed=True,
            clock={"seconds": 9000},
            bot_pace=60,
            options={"starts": 1},
        )
        id, ada = made["table"]["id"], made["secret"]
        hellos: list[dict[str, Any]] = [{"secret": ada}, {}]
        async with Wire(served.url, id, secret=ada) as at, Wire(served.url, id) as watcher:
            viewers = list(zip((at, watcher), hellos, strict=True))

            async def same(before: int) -> None:
                for stayed, hello in viewers:
                    await stayed.reach(before + 1)
                    async with behind(stayed, served.url, id, before, **hello) as back:
                        await stayed.reach(back.seq)
                        assert told(back) == told(stayed)

            async def post(what: str, who: str = ada, **body: Any) -> Any:
                before = at.seq
                answer = await served.client.post(f"/api/tables/{id}/{what}", body or None, who)
                await same(before)
                return answer

            async def ask(by: Wire, type: str, **facts: Any) -> dict[str, Any]:
                before = at.seq
                answer = await by.ask(type, **facts)
                assert answer["ok"], answer["problem"]
                await same(before)
                return answer

            await post("bot", seat=1, bot="apprentice")
            await post("bot", seat=1, bot=None)
            bob = (await post("sit", name="Bob", seat=1))["secret"]
            await post("leave", bob, seat=1)
            bob = (await post("sit", name="Bob", seat=1))["secret"]
            cleo = (await post("sit", name="Cleo", seat=2))["secret"]
            await post("start")
            async with (
                Wire(served.url, id, secret=bob) as by,
                Wire(served.url, id, secret=cleo) as c,
            ):
                seats = [at, by, c]
                while not all(w.position["view"]["phase"] == "turn" for w in seats):
                    acting = next(w for w in seats if w.position["actions"])
                    await ask(acting, "act", expected=at.seq, action=first(acting.position))
                    for w in seats:
                        await w.reach(at.seq)
                await post("pause")
                await post("resume")
                acting = next(w for w in seats if w.position["actions"])
                await ask(acting, "act", expected=at.seq, action=named(acting.position, "draw"))
                await acting.until(lambda: acting.seq == at.seq)
                asked = await ask(acting, "take back", expected=acting.seq)
                others = [w for w in seats if w is not acting]
                await ask(others[0], "consent", asked=asked["seq"], agree=True)
                await ask(others[0], "chat", text="go on")
                await by.until(lambda: by.seq == at.seq)
                assert by.position["actions"]
                await post("leave", bob)  # its clock stands still now, a bot will decide
                await post("back", bob)
                await post("remove", seat=2)
                await c.until_closed()
                assert c.bye is not None
                assert c.bye["code"] == "removed"

    run(story())


def test_too_far_behind_is_told_everything(sqlite_file: str) -> None:
    served = Served(sqlite_file, max_behind=5)

    async def story() -> None:
        made = await served.client.create("usa", [YOU, {**YOU, "name": "Bob"}], start=True)
        id, secret = made["table"]["id"], made["secret"]
        async with Wire(served.url, id, secret=secret, seat=0) as ada:
            for number in range(10):
                await ada.ask("chat", text=f"{number}")
            await ada.until(lambda: ada.seq == 12)
            async with behind(ada, served.url, id, 7, secret=secret, seat=0) as back:
                assert back.fresh is False
                assert back.steps == ada.steps
            async with Wire(served.url, id, since=6, secret=secret, seat=0) as back:
                assert back.fresh is True
                assert back.steps == ada.steps

    try:
        run(story())
    finally:
        served.stop()


def test_a_step_that_was_seen_and_then_lost_is_forgotten(sqlite_file: str) -> None:
    """A backup is restored: the steps after it are gone, and others come in their place."""
    served = Served(sqlite_file)
    made = run(served.client.create("usa", [YOU, {**YOU, "name": "Bob"}], start=True))
    id, secret = made["table"]["id"], made["secret"]
    ada = Wire(served.url, id, secret=secret, seat=0)
    helpful = Seat(served.url, id, secret, 0, None)

    async def see() -> None:
        async with ada, served.client.look(id, secret, 0) as seat:
            await ada.act(first(ada.position), "lost")
            await seat.wait_for(lambda s: s.seq == ada.seq)
            helpful.steps = seat.steps

    run(see())
    lost = ada.steps[-1]
    served.stop()

    def roll_back(c: Connection) -> None:
        c.execute(delete(LOG).where(LOG.c.table_id == id, LOG.c.seq == lost["seq"]))
        c.execute(update(TABLES).where(TABLES.c.id == id).values(seq=lost["seq"] - 1))

    change(sqlite_file, roll_back)
    served = Served(sqlite_file)

    async def come_back() -> None:
        before = lost["seq"] - 1
        seen = {"since": before, "since_at": ada.steps[-2]["at"]}
        async with Wire(served.url, id, secret=secret, seat=0, **seen) as back:
            assert back.fresh is False  # as far as nothing was lost one resumes
        seen = {"since": lost["seq"], "since_at": lost["at"]}
        async with Wire(served.url, id, secret=secret, seat=0, **seen) as back:
            assert back.fresh is True  # there is no such step
            assert [step["seq"] for step in back.steps] == list(range(1, before + 1))
        async with Wire(served.url, id, secret=secret, seat=1) as bob:
            await bob.ask("chat", text="in its place")
        async with Wire(served.url, id, secret=secret, seat=0, **seen) as back:
            assert back.fresh is True  # there is one, but not the one that was seen
            assert back.steps[-1]["text"] == "in its place"
            action = first(back.position)
            # The request whose step was lost is a new one now, and is carried out on what is there.
            again = await back.ask("act", "lost", expected=back.seq, action=action)
            assert again["seq"] == lost["seq"] + 1
        helpful.address = address(served.url, id)
        async with helpful:
            assert [s["kind"] for s in helpful.steps[-2:]] == ["chat", "action"]
            assert helpful.seq == lost["seq"] + 1
        async with Wire(served.url, id, secret=secret, seat=0, since=lost["seq"]) as blind:
            assert blind.fresh is False  # who does not say when cannot be told

    try:
        run(come_back())
    finally:
        served.stop()
