"""Removing somebody, and the next person there: the invite, the sockets, requests, the chat."""

from typing import Any

import pytest

from branchline.client import Refused

from .served import OPEN, YOU, Served, run, two_people
from .wire import Wire


@pytest.mark.parametrize("listed", [True, False])
def test_one_who_was_removed_does_not_come_back_with_a_new_secret(
    served: Served, listed: bool
) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN], listed=listed)
        id, ada, old = made["table"]["id"], made["secret"], made["invite"]
        bob = await client.sit(id, "Bob", old)
        table = await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
        assert table["seats"][1]["kind"] == "open"
        assert table["invite"] not in (old, None)
        for invite, secret in ((old, bob["secret"]), (old, None), (None, None)):
            with pytest.raises(Refused) as refused:
                await client.sit(id, "Bobby", invite, secret=secret)
            expected = "removed" if secret else "not allowed" if listed else "unknown"
            assert refused.value.code == expected
        carol = await client.sit(id, "Carol", table["invite"])
        assert carol["table"]["invite"] == carol["invite"] == table["invite"]

    run(story())


def test_a_removed_person_does_not_go_on_watching(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, old = await two_people(served)
        async with (
            Wire(served.url, id, secret=bob) as bobs,
            Wire(served.url, id, invite=old) as also_bobs,
            Wire(served.url, id, secret=ada) as adas,
        ):
            await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
            await bobs.until_closed()
            await also_bobs.until_closed()
            assert bobs.bye is not None
            assert bobs.bye["code"] == "removed"
            assert also_bobs.bye is not None
            assert "its invite has changed" in also_bobs.bye["text"]
            await adas.until(lambda: adas.table["seats"][1]["kind"] == "bot")
            new = adas.table["invite"]
            assert not any(new in frame for frame in bobs.frames + also_bobs.frames)
        for path in ("", "/replay"):
            with pytest.raises(Refused, match="no such table"):
                await client.get(f"/api/tables/{id}{path}?invite={old}")
        async with Wire(served.url, id, invite=new) as watcher:
            assert watcher.table["you"] is None

    run(story())


def test_a_person_is_removed_from_all_seats(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN, OPEN])
        id, ada, invite = made["table"]["id"], made["secret"], made["invite"]
        bob = await client.sit(id, "Bob", invite)
        await client.sit(id, "Rob", invite, secret=bob["secret"])
        await client.start(id, ada)
        table = await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
        assert [seat["kind"] for seat in table["seats"]] == ["person", "bot", "bot"]
        assert len({seat["name"] for seat in table["seats"]}) == 3
        with pytest.raises(Refused, match="removed you"):
            await client.get(f"/api/tables/{id}", bob["secret"])

    run(story())


def test_the_next_person_in_a_seat_has_requests_of_their_own(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN])
        id, invite = made["table"]["id"], made["invite"]

        async def say(secret: str, text: str) -> int:
            said = await client.post(f"/api/tables/{id}/chat", {"id": "m1", "text": text}, secret)
            return int(said["seq"])

        bob = await client.sit(id, "Bob", invite)
        first = await say(bob["secret"], "hello")
        assert await say(bob["secret"], "hello") == first
        await client.post(f"/api/tables/{id}/leave", {}, bob["secret"])
        carol = await client.sit(id, "Carol", invite)
        second = await say(carol["secret"], "good evening")
        assert second > first
        assert await say(carol["secret"], "good evening") == second
        steps = (await client.get(f"/api/tables/{id}", carol["secret"]))["steps"]
        assert [s["text"] for s in steps if s["kind"] == "chat"] == ["hello", "good evening"]
        await client.post(f"/api/tables/{id}/leave", {}, carol["secret"])
        await client.sit(id, "Bob", invite, secret=bob["secret"])
        assert await say(bob["secret"], "hello") == first

    run(story())


def test_each_seat_has_its_share_of_the_chat(sqlite_file: str) -> None:
    server = Served(sqlite_file, max_chats=6)

    async def says(id: str, secret: str, how_often: int) -> list[Any]:
        codes: list[Any] = []
        for number in range(how_often):
            body = {"id": f"{number} of {how_often}".replace(" ", "."), "text": f"word {number}"}
            try:
                await server.client.post(f"/api/tables/{id}/chat", body, secret)
                codes.append(None)
            except Refused as refused:
                codes.append(refused.code)
        return codes

    async def story() -> None:
        made = await server.client.create("usa", [YOU, OPEN])
        id, ada = made["table"]["id"], made["secret"]
        bob = (await server.client.sit(id, "Bob", made["invite"]))["secret"]
        assert await says(id, bob, 5) == [None] * 3 + ["full"] * 2
        assert await says(id, ada, 3) == [None] * 3
        # What was said before the deal, perhaps by others in that seat, is not counted after it.
        await server.client.start(id, ada)
        assert await says(id, bob, 4) == [None] * 3 + ["full"]

    try:
        run(story())
    finally:
        server.stop()
