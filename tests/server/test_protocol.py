"""The protocol: exactly once, stale and illegal requests, resuming, frames as in the schema."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect

from branchline.client import Refused
from branchline.server.protocol.messages import ClientMessage, ServerMessage
from branchline.server.tables.handlers import HANDLERS

from .served import OPEN, YOU, Served, bot, first, named, run, two_people

FRAME: TypeAdapter[Any] = TypeAdapter(ServerMessage)
KINDS = {"welcome", "step", "answer", "table"}


async def answered(socket: ClientConnection) -> Any:
    """The next message that is not about who is there, which comes when it comes."""
    message = json.loads(await socket.recv())
    while message["type"] == "table":
        message = json.loads(await socket.recv())
    return message


def test_every_message_has_a_handler() -> None:
    """All but hello, which the socket itself answers."""
    types = set(TypeAdapter(ClientMessage).json_schema()["discriminator"]["mapping"])
    assert set(HANDLERS) | {"hello"} == types


def test_every_frame_is_as_the_schema_says(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("old_west", [YOU, bot()], start=True)
        frames: list[dict[str, Any]] = []
        seat = served.client.look(made["table"]["id"], made["secret"])
        seat.on_message = frames.append
        async with seat:
            for question in ("reasons", "outlook", "hint", "ping"):
                await seat.ask(question)
            await seat.ask("parse", text="keep all")
            await seat.ask("chat", text="hello")
            for _ in range(25):
                await seat.wait_for(lambda s: bool(s.position.get("actions")))
                await seat.act(first(seat.position))
            await seat.wait_for(lambda s: {f["type"] for f in frames} >= KINDS)
        for frame in frames:
            FRAME.validate_json(json.dumps(frame))

    run(story())


def test_the_same_id_gets_the_same_answer_and_acts_once(served: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with (
            served.client.look(id, ada) as one,
            served.client.look(id, ada) as other,
        ):
            action, before = first(one.position), one.seq
            facts: dict[str, Any] = {"expected": before, "action": action}
            answers = await asyncio.gather(
                *(tab.ask("act", "my-act", **facts) for tab in (one, other, one, other, other))
            )
            assert {a["seq"] for a in answers} == {before + 1}
            assert all(a["ok"] for a in answers)
            again = await served.client.post(
                f"/api/tables/{id}/act", {"id": "my-act", **facts}, ada
            )
            assert again["seq"] == before + 1
            await one.wait_for(lambda s: s.seq == before + 1)
            assert sum(s["kind"] == "action" for s in one.steps) == 1

    run(story())


def test_of_two_tabs_at_the_same_moment_one_is_accepted(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()], start=True)
        id, secret = made["table"]["id"], made["secret"]
        async with served.client.look(id, secret) as one, served.client.look(id, secret) as other:
            for _ in range(40):
                for tab in (one, other):
                    await tab.wait_for(lambda s: bool(s.position.get("actions")))
                await other.wait_for(lambda s: s.seq >= one.seq)
                await one.wait_for(lambda s: s.seq >= other.seq)
                if not one.position["actions"]:
                    continue
                facts: dict[str, Any] = {"expected": one.seq, "action": first(one.position)}
                a, b = await asyncio.gather(one.ask("act", **facts), other.ask("act", **facts))
                assert sorted((a["ok"], b["ok"])) == [False, True]
                lost = b if a["ok"] else a
                assert lost["problem"]["code"] == "stale"
                won = a if a["ok"] else b
                assert lost["position"]["seq"] >= won["seq"]

    run(story())


def test_a_stale_number_gets_the_current_position_and_an_illegal_action_its_reasons(
    served: Served,
) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with served.client.look(id, ada) as seat:
            stale = await seat.ask("act", expected=1, action=first(seat.position))
            assert stale["problem"]["code"] == "stale"
            assert stale["position"]["seq"] == seat.seq
            future = await seat.ask("act", expected=seat.seq + 1, action=first(seat.position))
            assert future["problem"]["code"] == "stale"
            illegal = await seat.act(0)
            assert illegal["problem"]["code"] == "illegal"
            assert illegal["problem"]["reasons"] == ["CHOOSE_TICKETS"]
            assert "choose among the offered tickets first" in illegal["problem"]["text"]
            unknown = await seat.act(999_999)
            assert unknown["problem"]["code"] == "invalid"
            assert seat.seq == 3

    run(story())


def test_set_up_choices_are_made_at_once_in_any_order(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served)
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            assert a.position["view"]["to_act"] == [0, 1]
            seq = a.seq
            await b.ask("chat", text="good luck")
            mine = await a.ask("act", expected=seq, action=named(a.position, "keep"))
            # Bob has seen neither his own words nor Ada's choice; both leave his own alone.
            his = await b.ask("act", expected=seq, action=named(b.position, "keep"))
            assert (mine["ok"], his["ok"]) == (True, True)
            await a.wait_for(lambda s: s.seq == his["seq"])
            assert a.position["view"]["phase"] == "turn"

    run(story())


def test_one_cut_off_at_any_step_sees_the_same_in_the_end(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("card_game", [YOU, bot(), bot()], start=True)
        id, secret = made["table"]["id"], made["secret"]
        async with served.client.look(id, secret) as seat:
            await seat.play(first)
            whole = list(seat.steps)
            position = seat.position
        address = f"ws{served.url.removeprefix('http')}/api/tables/{id}/socket"
        for since in range(0, len(whole) + 1, 7):
            async with connect(f"{address}?since={since}", max_size=None) as socket:
                await socket.send(json.dumps({"type": "hello", "secret": secret}))
                welcome = json.loads(await socket.recv())
                kept = [] if welcome["fresh"] else whole[:since]
                assert kept + welcome["steps"] == whole
                assert welcome["position"] == position
                assert welcome["fresh"] == (len(whole) - since > 200)

    run(story())


@pytest.mark.parametrize(
    "message",
    [
        "",
        "no json",
        "[]",
        "{}",
        "null",
        '{"type": "act"}',
        '{"type": "act", "id": "a", "expected": NaN, "action": 1}',
        '{"type": "act", "id": "a", "expected": 3, "action": 1e400}',
        '{"type": "act", "id": "a", "expected": -3, "action": 1}',
        '{"type": "act", "id": "a", "expected": true, "action": 1}',
        '{"type": "act", "id": "a", "expected": 3, "action": 1, "more": 1}',
        '{"type": "chat", "id": "a", "text": "\\ud800"}',
        '{"type": "chat", "id": "a", "text": "\\u0000"}',
        '{"type": "chat", "id": "\\u0000", "text": "a"}',
        '{"type": "hello"}',
        "[" * 5000,
        '{"type":' * 1000,
    ],
)
def test_a_bad_message_gets_one_clear_answer_and_changes_nothing(
    served: Served, message: str
) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        address = f"ws{served.url.removeprefix('http')}/api/tables/{id}/socket"
        async with connect(address, max_size=None) as socket:
            await socket.send(json.dumps({"type": "hello", "secret": ada}))
            assert json.loads(await socket.recv())["type"] == "welcome"
            await socket.send(message)
            answer = await answered(socket)
            assert answer["type"] == "answer"
            assert answer["problem"]["code"] == "invalid"
            await socket.send(json.dumps({"type": "ping", "id": "still-there"}))
            assert (await answered(socket))["id"] == "still-there"
        assert (await served.client.get(f"/api/tables/{id}", ada))["table"]["seq"] == 3

    run(story())


def test_a_page_of_another_site_cannot_open_a_socket(served: Served) -> None:
    async def story() -> None:
        id, _, _, _ = await two_people(served, listed=True)
        address = f"ws{served.url.removeprefix('http')}/api/tables/{id}/socket"
        with pytest.raises(Exception, match="403"):
            async with connect(address, origin="https://elsewhere.example"):  # type: ignore[arg-type]
                pass
        async with connect(address, origin=served.url) as socket:  # type: ignore[arg-type]
            await socket.send('{"type": "hello"}')
            assert json.loads(await socket.recv())["type"] == "welcome"

    run(story())


def test_creating_and_sitting_can_be_repeated_after_a_lost_answer(served: Served) -> None:
    async def story() -> None:
        mine = "m" * 43
        seats = [YOU, OPEN]
        made = [await served.client.create("usa", seats, secret=mine, id="one") for _ in range(3)]
        assert len({m["table"]["id"] for m in made}) == 1
        id, invite = made[0]["table"]["id"], made[0]["invite"]
        bobs = "b" * 43
        for _ in range(3):
            bob = await served.client.sit(id, "Bob", invite, secret=bobs)
            assert bob["table"]["you"] == 1
        with pytest.raises(Refused, match="no seat is free"):
            await served.client.sit(id, "Carol", invite)

    run(story())
