"""Taking back: freely what revealed nothing, else by consent; clocks and what they do."""

from typing import Any

import pytest

from branchline.client import Seat
from branchline.server.tables.takeback import TIMES

from .served import YOU, Served, bot, first, named, run, two_people


def test_a_choice_of_tickets_can_be_taken_back_until_all_have_chosen(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served)
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            assert a.position["take_back"]["allowed"] == "no"
            await a.act(first(a.position))
            await a.wait_for(lambda s: s.position["take_back"]["allowed"] == "freely")
            undone = a.seq
            assert (await a.ask("take back", expected=a.seq))["ok"]
            await a.wait_for(lambda s: s.steps[-1]["kind"] == "undo")
            assert a.steps[-1]["undone"] == [undone]
            assert a.position["view"]["choice"] is None
            assert len(a.position["actions"]) == 4
            await b.wait_for(lambda s: s.seq == a.seq)
            # Bob may choose as if nothing had happened.
            assert (await b.act(first(b.position)))["ok"]
            await a.wait_for(lambda s: s.seq == undone + 2)
            assert (await a.act(first(a.position)))["ok"]

    run(story())


def test_what_revealed_a_card_is_taken_back_by_consent(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            for seat in (a, b):
                await seat.act(first(seat.position))
            await a.wait_for(lambda s: s.position["view"]["phase"] == "turn")
            before = a.position
            await a.act(0)
            await a.wait_for(lambda s: s.position["view"]["phase"] == "second card")
            assert a.position["take_back"]["allowed"] == "with consent"
            for agree in (False, True):
                asked = await a.ask("take back", expected=a.seq)
                assert asked["ok"]
                await b.wait_for(lambda s: s.position["take_back"]["asked"] is not None)
                assert b.position["take_back"]["asked"] == asked["seq"]
                assert b.position["take_back"]["waiting_for"] == [1]
                not_asked = await a.ask("consent", asked=asked["seq"], agree=True)
                assert not_asked["problem"]["code"] == "illegal"
                assert (await b.ask("consent", asked=asked["seq"], agree=agree))["ok"]
                await a.wait_for(lambda s: s.position["take_back"]["asked"] is None)
                await b.wait_for(lambda s: s.seq == a.seq)
                assert (a.steps[-1]["kind"] == "undo") == agree
                answered = next(s for s in reversed(a.steps) if s["kind"] == "consent")
                assert (answered["seat"], answered["agree"]) == (1, agree)
                assert {s["agree"] for s in a.steps if s["kind"] != "consent"} == {None}
            assert a.position["view"] == before["view"]
            assert a.position["actions"] == before["actions"]

    run(story())


def test_against_bots_anything_can_be_taken_back(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("usa", [YOU, bot()], start=True, options={"starts": 0})
        async with served.client.look(made["table"]["id"], made["secret"]) as seat:
            await seat.act(first(seat.position))
            for _ in range(2):
                await seat.wait_for(lambda s: bool(s.position["actions"]) and _is_turn(s))
                hand = seat.position["view"]["hand"]
                await seat.act(named(seat.position, "draw"))
                await seat.wait_for(lambda s: s.position["view"]["phase"] == "second card")
                await seat.ask("take back", expected=seat.seq)
                await seat.wait_for(lambda s: _is_turn(s) and bool(s.position["actions"]))
                assert seat.position["view"]["hand"] == hand

    run(story())


async def _decide(seat: Seat) -> None:
    """Decide something, and see the step."""
    answer = await seat.act(first(seat.position))
    await seat.wait_past(answer["seq"] - 1)


def _is_turn(seat: Seat) -> bool:
    return bool(seat.position["view"]["phase"] == "turn")


def test_a_claim_is_taken_back_freely_until_the_next_decides(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            for seat in (a, b):
                await seat.act(first(seat.position))
            while True:
                await a.wait_for(lambda s: bool(s.position["actions"]))
                claims = [x for x in a.position["actions"] if x["move"]["do"] == "claim"]
                if claims and _is_turn(a):
                    break
                await _decide(a)
                if not a.position["actions"]:
                    await b.wait_for(lambda s: bool(s.position["actions"]) and s.seq >= a.seq)
                    while b.position["actions"]:
                        await _decide(b)
            trains = a.position["view"]["players"][0]["trains"]
            preview = a.position["previews"]["claims"][claims[0]["move"]["track"]]
            assert preview["scores"][0]["points"] >= 1
            await a.act(claims[0]["id"])
            await a.wait_for(
                lambda s: s.steps[-1]["kind"] == "action" and not s.position["actions"]
            )
            assert a.position["view"]["players"][0]["trains"] < trains
            assert a.position["take_back"]["allowed"] == "freely"
            stale = b.seq
            await a.ask("take back", expected=a.seq)
            await a.wait_for(lambda s: s.steps[-1]["kind"] == "undo")
            assert a.position["view"]["players"][0]["trains"] == trains
            # Bob decides on a claim that was taken back.
            late = await b.ask("act", expected=stale, action=0)
            assert late["problem"]["code"] == "stale"

    run(story())


def test_when_time_is_up_a_bot_decides(served: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(served, clock={"seconds": 3600})
        async with served.client.look(id, ada) as seat:
            assert {d["seat"] for d in seat.position["deadlines"]} == {0, 1}
        id, ada, _, _ = await two_people(served, clock={"seconds": 1})
        async with served.client.look(id, ada) as seat:
            await seat.wait_for(lambda s: s.position["view"]["phase"] == "turn")
            kinds = [s["kind"] for s in seat.steps]
            assert "time out" in kinds
            assert all(s["by_bot"] for s in seat.steps if s["kind"] == "action")

    run(story())


def test_when_time_is_up_the_table_pauses_if_it_is_set_so(served: Served) -> None:
    async def story() -> None:
        id, ada, _, _ = await two_people(served, clock={"seconds": 1}, on_time_out="pause")
        async with served.client.look(id, ada) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "paused")
            assert [s["kind"] for s in seat.steps][-1] == "pause"
            told: list[Any] = []  # each message: soon the time is up again
            seat.on_message = told.append
            await served.client.post(f"/api/tables/{id}/resume", None, ada)
            await seat.wait_for(lambda s: any(step["kind"] == "resume" for step in s.steps))
            resumed = next(m for m in told if m["type"] == "step" and m["step"]["kind"] == "resume")
            assert resumed["table"]["state"] == "playing"
            assert resumed["position"]["deadlines"]

    run(story())


async def _ada_draws(a: Seat, b: Seat) -> None:
    """Both choose tickets, and Ada, who begins, takes the top card of the deck."""
    for seat in (a, b):
        await seat.act(first(seat.position))
    await a.wait_for(_is_turn)
    await a.act(0)
    await a.wait_for(lambda s: s.position["view"]["phase"] == "second card")


@pytest.mark.parametrize("how", ["leave", "away"])
def test_one_who_is_not_there_is_asked_and_answers_when_back(served: Served, how: str) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with client.look(id, ada) as a:
            async with client.look(id, bob) as b:
                await _ada_draws(a, b)
                if how == "leave":
                    await client.post(f"/api/tables/{id}/leave", {}, bob)
            await a.wait_for(lambda s: not s.table["seats"][1]["connected"])
            if how == "away":
                await client.post(f"/api/tables/{id}/away", {"seat": 1}, ada)
            await a.wait_for(lambda s: s.table["seats"][1]["away"])
            assert a.position["take_back"]["allowed"] == "with consent"
            asked = await a.ask("take back", expected=a.seq)
            await a.wait_for(lambda s: s.position["take_back"]["waiting_for"] == [1])
            assert a.position["view"]["phase"] == "second card"
            async with client.look(id, bob) as b:
                assert (await b.ask("consent", asked=asked["seq"], agree=True))["ok"]
                await a.wait_for(_is_turn)

    run(story())


def test_what_was_seen_before_a_removal_stands(served: Served) -> None:
    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with client.look(id, ada) as a:
            async with client.look(id, bob) as b:
                await _ada_draws(a, b)
            await a.ask("take back", expected=a.seq)
            await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
            await a.wait_for(lambda s: s.table["seats"][1]["kind"] == "bot")
            assert a.position["take_back"] == {
                "allowed": "no",
                "asked": None,
                "by": None,
                "waiting_for": [],
            }
            refused = await a.ask("take back", expected=a.seq)
            assert refused["problem"]["code"] == "illegal"

    run(story())


def test_a_wish_is_withdrawn_and_the_next_decision_ends_it(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            await _ada_draws(a, b)
            asked = await a.ask("take back", expected=a.seq)
            assert (await a.ask("consent", asked=asked["seq"], agree=False))["ok"]
            await b.wait_for(lambda s: s.steps[-1]["kind"] == "withdraw")
            assert b.position["take_back"]["asked"] is None
            late = await b.ask("consent", asked=asked["seq"], agree=True)
            assert late["problem"]["code"] == "illegal"
            await a.wait_for(lambda s: s.seq == b.seq)
            assert (await a.ask("take back", expected=a.seq))["ok"]
            await a.wait_for(lambda s: s.position["take_back"]["asked"] is not None)
            assert (await a.act(0))["ok"]  # the game is not held up
            await b.wait_for(lambda s: s.position["take_back"]["asked"] is None)

    run(story())


def test_nobody_takes_back_or_asks_for_ever(served: Served) -> None:
    async def story() -> None:
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        async with served.client.look(id, ada) as a, served.client.look(id, bob) as b:
            for _ in range(TIMES):
                await a.act(first(a.position))
                await a.wait_for(lambda s: s.position["take_back"]["allowed"] == "freely")
                assert (await a.ask("take back", expected=a.seq))["ok"]
                await a.wait_for(lambda s: s.steps[-1]["kind"] == "undo")
            await a.act(first(a.position))
            await a.wait_for(lambda s: s.steps[-1]["kind"] == "action")
            assert a.position["take_back"]["allowed"] == "no"
            refused = await a.ask("take back", expected=a.seq)
            assert "now the decision stands" in refused["problem"]["text"]
            # Bob has his own, and so has every later place.
            await b.wait_for(lambda s: s.seq == a.seq)
            await b.act(first(b.position))
            await a.wait_for(_is_turn)
            await a.act(0)
            await a.wait_for(lambda s: s.position["view"]["phase"] == "second card")
            for _ in range(TIMES):
                asked = await a.ask("take back", expected=a.seq)
                assert (await b.ask("consent", asked=asked["seq"], agree=False))["ok"]
                await a.wait_for(lambda s, n=asked["seq"]: s.seq > n)  # type: ignore[misc]
            assert a.position["take_back"]["allowed"] == "no"
            assert not (await a.ask("take back", expected=a.seq))["ok"]

    run(story())
