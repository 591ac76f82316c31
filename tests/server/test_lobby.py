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
        assert [s["name"] for s in table["seats"]] == ["Ada", "Paprika", "Nocturne"]
        assert [s["bot"] for s in table["seats"]] == [None, "path", "stationmaster"]
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


def colours_of(table: dict[str, Any]) -> list[str]:
    return [seat["colour"] for seat in table["seats"]]


def test_colours_are_chosen_until_the_start(served: Served) -> None:
    async def story() -> None:
        client = served.client
        seats = [{**YOU, "colour": "black"}, OPEN, bot(), OPEN]
        made = await client.create("usa", seats)
        id, ada, invite = made["table"]["id"], made["secret"], made["invite"]
        assert colours_of(made["table"]) == ["black", "red", "blue", "green"]

        async def choose(secret: str, **wish: Any) -> list[str]:
            return colours_of(await client.post(f"/api/tables/{id}/colour", wish, secret))

        bob = (await client.sit(id, "Bob", invite, seat=1))["secret"]
        assert await choose(bob, colour="white") == ["black", "white", "blue", "green"]
        with pytest.raises(Refused, match="another seat has that colour"):
            await choose(bob, colour="black")
        with pytest.raises(Refused, match="another seat has that colour"):
            await choose(bob, colour="blue")  # a bot has it
        # The colour of a free seat is free; the seat takes over what is given up.
        assert await choose(bob, colour="green") == ["black", "green", "blue", "white"]
        assert await choose(ada, seat=2, colour="yellow") == ["black", "green", "yellow", "white"]
        for secret, seat in ((bob, 2), (bob, 0), (ada, 1), (ada, 3), (ada, 5)):
            with pytest.raises(Refused, match="not your seat"):
                await choose(secret, seat=seat, colour="red")
        for wrong in ("violet", "Red", "", None, 3):
            with pytest.raises(Refused) as refused:
                await choose(bob, colour=wrong)
            assert (refused.value.status, refused.value.code) == (400, "invalid")
        before = (await client.get(f"/api/tables/{id}", ada))["table"]["seq"]
        await choose(bob, colour="green")  # which is so already
        assert (await client.get(f"/api/tables/{id}", ada))["table"]["seq"] == before
        # Whoever sits down where somebody was has the colour of the seat.
        await client.post(f"/api/tables/{id}/leave", {}, bob)
        await client.post(f"/api/tables/{id}/bot", {"seat": 1, "bot": "path"}, ada)
        table = await client.post(f"/api/tables/{id}/bot", {"seat": 3, "bot": "path"}, ada)
        assert colours_of(table) == ["black", "green", "yellow", "white"]
        assert colours_of(await client.start(id, ada)) == colours_of(table)
        with pytest.raises(Refused, match="the game has started"):
            await choose(ada, seat=0, colour="red")

    run(story())


def test_a_choice_of_colour_is_told_to_those_who_wait(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("old_west", [YOU, OPEN])
        id, ada = made["table"]["id"], made["secret"]
        async with client.look(id, invite=made["invite"]) as watcher:
            await client.post(f"/api/tables/{id}/colour", {"colour": "white"}, ada)
            await watcher.wait_for(lambda s: colours_of(s.table) == ["white", "blue"])
            assert watcher.steps[-1]["kind"] == "colour"

    run(story())


def test_two_seats_of_a_new_table_want_one_colour(served: Served) -> None:
    async def story() -> None:
        seats = [{**YOU, "colour": "red"}, {**bot(), "colour": "red"}]
        with pytest.raises(Refused, match="another seat has that colour") as refused:
            await served.client.create("usa", seats)
        assert refused.value.code == "invalid"

    run(story())


def test_a_rematch_and_a_fork_keep_the_colours(served: Served) -> None:
    async def story() -> None:
        client = served.client
        seats = [{**YOU, "colour": "yellow"}, {**bot("greedy"), "colour": "white"}]
        made = await client.create("card_game", seats, start=True)
        id, ada = made["table"]["id"], made["secret"]
        await client.post(f"/api/tables/{id}/leave", {}, ada)
        async with client.look(id, ada) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "over")
        again = (await client.post(f"/api/tables/{id}/rematch", None, ada))["table"]
        assert [(s["kind"], s["colour"]) for s in again["seats"]] == [
            ("bot", "white"),
            ("person", "yellow"),
        ]
        wish = {"step": 3, "seat": 1, "name": "Ada"}
        forked = (await client.post(f"/api/tables/{id}/fork", wish, ada))["table"]
        assert colours_of(forked) == ["yellow", "white"]

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


def test_a_host_without_a_seat_stays_the_host_whoever_leaves(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [OPEN, OPEN], listed=True)
        id, host = made["table"]["id"], made["secret"]
        ann, ben = [(await client.sit(id, name))["secret"] for name in ("Ann", "Ben")]
        await client.post(f"/api/tables/{id}/leave", {}, ben)
        with pytest.raises(Refused, match="only the host"):
            await client.post(f"/api/tables/{id}/bot", {"seat": 1, "bot": "conductor"}, ann)
        assert (await client.get(f"/api/tables/{id}", host))["table"]["host"]

    run(story())


def test_who_has_left_no_longer_finds_the_table_among_their_own(served: Served) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN])
        id, ada, invite = made["table"]["id"], made["secret"], made["invite"]

        async def has(secret: str) -> bool:
            return bool((await client.post("/api/mine", {"secrets": [secret]}))["tables"])

        await client.post(f"/api/tables/{id}/leave", {}, ada)
        assert await has(ada), "still the host"
        await client.sit(id, "Ada", invite, secret=ada)
        bob = (await client.sit(id, "Bob", invite))["secret"]
        await client.post(f"/api/tables/{id}/leave", {}, ada)
        assert not await has(ada)
        assert await has(bob)

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
