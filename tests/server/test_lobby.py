"""The lobby and the host: seats, bots, starting, leaving, removing, pausing, rematch, home."""

from typing import Any

import pytest

from branchline.client import Refused

from .served import OPEN, YOU, Served, bot, first, run, two_people


def test_seats_are_taken_left_and_given_to_bots(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN, OPEN])
        id, host, invite = made["table"]["id"], made["secret"], made["invite"]
        bob = await client.sit(id, "Bob", invite, seat=2)
        assert bob["table"]["you"] == 2
        assert bob["table"]["seats"][0]["host"]
        with pytest.raises(Refused, match="called bob already"):
            await client.sit(id, "bob", invite)
        with pytest.raises(Refused, match="a seat is still open"):
            await client.start(id, host)
        with pytest.raises(Refused, match="only the host"):
            await client.post(f"/api/tables/{id}/bot", {"seat": 1, "bot": "path"}, bob["secret"])
        await client.post(f"/api/tables/{id}/bot", {"seat": 1, "bot": "path"}, host)
        left = await client.post(f"/api/tables/{id}/leave", {}, bob["secret"])
        assert left["seats"][2]["kind"] == "open"
        table = await client.post(
            f"/api/tables/{id}/bot", {"seat": 2, "bot": "stationmaster"}, host
        )
        assert [s["name"] for s in table["seats"]] == ["Ada", "Path", "Stationmaster"]
        assert (await client.start(id, host))["state"] == "playing"
        with pytest.raises(Refused, match="secret holds no seat"):
            await client.post(f"/api/tables/{id}/leave", {}, bob["secret"])

    run(story())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"game": "../../etc"}, "there is no game"),
        ({"seats": [YOU]}, "at least 2"),
        ({"seats": [YOU, bot("exec:sh")]}, "no bot called"),
        ({"seats": [YOU, bot("evil.py:Bot")]}, "no bot called"),
        ({"seats": [YOU, bot("dispatcher@3600s")]}, "no bot called"),
        ({"seats": [YOU, YOU]}, "called Ada already"),
        ({"seats": [{"kind": "you", "name": " \u200b "}, OPEN]}, "without invisible"),
        ({"seats": [{"kind": "you", "name": "x" * 25}, OPEN]}, "at most 24"),
        ({"seats": [{"kind": "you", "name": "\u202eevil"}, OPEN]}, "without invisible"),
        ({"seats": [{"kind": "you", "name": "a" + "\u0301" * 9}, OPEN]}, "too many marks"),
        ({"seats": [{"kind": "you"}, OPEN]}, "a name is needed"),
        ({"options": {"starts": 7}}, "must be a seat from 0 to 1"),
        ({"options": {"alvin": True}}, "has no option"),
        ({"clock": {"seconds": 0}}, "greater than or equal"),
        ({"start": True, "seats": [YOU, OPEN]}, "open seats cannot start"),
        ({"surplus": 1}, "Extra inputs"),
    ],
)
def test_a_table_that_cannot_be_is_refused(served: Served, body: dict[str, Any], said: str) -> None:
    async def story() -> None:
        with pytest.raises(Refused, match=said) as refused:
            await served.client.post("/api/tables", {"game": "usa", "seats": [YOU, OPEN], **body})
        assert refused.value.status in (400, 403)

    run(story())


def test_one_secret_may_hold_several_seats(served: Served) -> None:
    async def story() -> None:
        eve = {"kind": "you", "name": "Eve"}
        made = await served.client.create("usa", [YOU, eve], start=True, options={"starts": 1})
        id, secret = made["table"]["id"], made["secret"]
        async with (
            served.client.look(id, secret, 0) as ada,
            served.client.look(id, secret, 1) as eves,
        ):
            assert ada.position["view"]["hand"] != eves.position["view"]["hand"]
            for seat in (ada, eves):
                assert (await seat.act(first(seat.position)))["ok"]
            await eves.wait_for(lambda s: s.position["view"]["phase"] == "turn")
            assert eves.position["view"]["to_act"] == [1]

    run(story())


def test_one_who_leaves_is_played_by_a_bot_and_comes_back(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served)
        await served.client.post(f"/api/tables/{id}/leave", {}, bob)
        async with served.client.look(id, ada) as seat:
            assert seat.table["seats"][1]["away"]
            await seat.wait_for(lambda s: any(x["by_bot"] for x in s.steps))
            await seat.act(first(seat.position))
            async with served.client.look(id, bob) as bobs:
                assert (await bobs.ask("back"))["ok"]
                await seat.wait_for(lambda s: not s.table["seats"][1]["away"])

    run(story())


def test_the_host_lets_a_bot_play_for_one_who_is_absent(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served)
        with pytest.raises(Refused, match="not your seat"):
            await client.post(f"/api/tables/{id}/away", {"seat": 0}, bob)
        async with client.look(id, ada) as seat:
            async with client.look(id, bob):
                await seat.wait_for(lambda s: s.table["seats"][1]["connected"])
                with pytest.raises(Refused, match="not your seat"):
                    await client.post(f"/api/tables/{id}/away", {"seat": 1}, ada)
            await seat.wait_for(lambda s: not s.table["seats"][1]["connected"])
            table = await client.post(f"/api/tables/{id}/away", {"seat": 1}, ada)
            assert table["seats"][1]["away"]
            await seat.wait_for(lambda s: any(x["by_bot"] and x["seat"] == 1 for x in s.steps))
            table = await client.post(f"/api/tables/{id}/back", {}, bob)
            assert not table["seats"][1]["away"]

    run(story())


def test_the_host_pauses_and_removes(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served)
        with pytest.raises(Refused, match="only the host"):
            await client.post(f"/api/tables/{id}/pause", None, bob)
        await client.post(f"/api/tables/{id}/pause", None, ada)
        async with client.look(id, bob) as bobs:
            assert bobs.position["actions"] is None
            assert (await bobs.act(16))["problem"]["code"] == "paused"
            await client.post(f"/api/tables/{id}/resume", None, ada)
            await bobs.wait_for(lambda s: bool(s.position["actions"]))
            table = await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
            assert table["seats"][1]["kind"] == "bot"
        with pytest.raises(Refused, match="removed you") as refused:
            await client.get(f"/api/tables/{id}", bob)
        assert (refused.value.status, refused.value.code) == (403, "removed")

    run(story())


def test_a_rematch_turns_the_seats_and_keeps_the_secrets(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, invite = await two_people(served, "card_game")
        with pytest.raises(Refused, match="not over yet"):
            await client.post(f"/api/tables/{id}/rematch", None, ada)
        for secret in (ada, bob):
            await client.post(f"/api/tables/{id}/leave", {}, secret)
        async with client.look(id, ada) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "over")
            again = await client.post(f"/api/tables/{id}/rematch", None, bob)
            assert [s["name"] for s in again["table"]["seats"]] == ["Bob", "Ada"]
            same = await client.post(f"/api/tables/{id}/rematch", None, ada)
            assert same["table"]["id"] == again["table"]["id"]
            assert same["table"]["you"] == 1
            await seat.wait_for(lambda s: s.steps[-1]["table"] == again["table"]["id"])
        # People who were let in to watch may watch the rematch.
        async with client.look(again["table"]["id"], invite=invite) as watcher:
            assert watcher.table["you"] is None
        assert (await client.start(again["table"]["id"], bob))["state"] == "playing"

    run(story())


def test_home_lists_listed_tables_and_mine_those_of_a_secret(served: Served) -> None:
    async def story() -> None:
        client = served.client
        shown = await client.create("usa", [YOU, OPEN], listed=True, title="Come in")
        hidden = await client.create("usa", [YOU, OPEN], secret=shown["secret"])
        home = await client.get("/api/home")
        ids = [t["id"] for t in home["open"]]
        assert shown["table"]["id"] in ids
        assert hidden["table"]["id"] not in ids
        mine = await client.post("/api/mine", {"secrets": ["x" * 43, shown["secret"]]})
        assert mine["by"] == [1, 1]
        assert {t["id"] for t in mine["tables"]} == {shown["table"]["id"], hidden["table"]["id"]}
        assert all(t["players"][0]["yours"] for t in mine["tables"])
        assert shown["secret"] not in str(mine)

    run(story())
