"""Steps that are no decisions: no loop of them fills a log, and none stops a game."""

from typing import Any

import pytest

from branchline.client import Refused, Seat
from branchline.server.storage.lines import MAX_ENTRIES
from branchline.server.tables import log_limits as asides
from branchline.server.tables.log_limits import MOST

from .served import OPEN, YOU, Served, first, run, two_people


async def _often(served: Served, id: str, secret: str, *verbs: str) -> list[str]:
    """Make requests in turn until one is refused; return those that were not, and the problem."""
    went: list[str] = []
    for number in range(100):
        verb = verbs[number % len(verbs)]
        body: dict[str, Any] | None = None if verb in ("pause", "resume") else {}
        try:
            await served.client.post(f"/api/tables/{id}/{verb}", body, secret)
        except Refused as refused:
            return [*went, refused.code]
        went.append(verb)
    return went


def test_going_and_pausing_in_a_loop_ends_and_the_game_does_not(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asides, "MOST", 15)  # five for Ada, for Bob, and for the host

    async def story() -> None:
        client = served.client
        id, ada, bob, _ = await two_people(served, options={"starts": 0})
        await client.post(f"/api/tables/{id}/pause", None, ada)
        for who in (bob, ada):  # each has a share
            # One may still come back from away, and a pause may still end.
            assert await _often(served, id, who, "away", "back") == ["away", "back"] * 3 + ["full"]
        went = await _often(served, id, ada, "resume", "pause")
        assert went == ["resume", "pause", "resume", "pause", "resume", "full"]
        for verb in ("leave", "away"):
            with pytest.raises(Refused, match="too often at this table"):
                await client.post(f"/api/tables/{id}/{verb}", {}, bob)
        async with client.look(id, ada) as a, client.look(id, bob) as b:
            for seat in (a, b):
                assert (await seat.act(first(seat.position)))["ok"]
            assert (await b.ask("chat", text="still here"))["ok"]
            table = await client.post(f"/api/tables/{id}/remove", {"seat": 1}, ada)
            assert table["seats"][1]["kind"] == "bot"
            await a.wait_for(lambda s: s.table["seats"][1]["kind"] == "bot")
            assert (await a.act(0))["ok"]

    run(story())


def test_a_choice_is_not_taken_back_once_too_much_has_been(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asides, "MOST", 6)

    async def story() -> None:
        id, ada, _, _ = await two_people(served)
        async with served.client.look(id, ada) as a:
            for allowed in (True, True, False):
                assert (await a.act(first(a.position)))["ok"]
                await a.wait_for(lambda s: s.position["take_back"]["allowed"] == "freely")
                answer = await a.ask("take back", expected=a.seq)
                assert answer["ok"] == allowed
                if allowed:
                    await a.wait_for(lambda s: s.steps[-1]["kind"] == "undo")
            assert answer["problem"]["code"] == "full"

    run(story())


def test_sitting_down_and_getting_up_in_a_loop_ends(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asides, "MOST", 15)

    async def story() -> None:
        client = served.client
        made = await client.create("usa", [YOU, OPEN])
        id, ada = made["table"]["id"], made["secret"]
        for _ in range(3):
            bob = await client.sit(id, "Bob", made["invite"])
            await client.post(f"/api/tables/{id}/leave", {}, bob["secret"])
        with pytest.raises(Refused, match="too often at this table"):
            await client.sit(id, "Bob", made["invite"])
        with pytest.raises(Refused, match="too often at this table"):
            await client.post(f"/api/tables/{id}/bot", {"seat": 1, "bot": "conductor"}, ada)

    run(story())


def _kinds(seat: Seat) -> list[str]:
    return [step["kind"] for step in seat.steps]


def test_a_bot_decides_when_time_is_up_and_the_table_has_paused_too_often(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asides, "MOST", 3)

    async def story() -> None:
        id, ada, _, _ = await two_people(served, clock={"seconds": 1}, on_time_out="pause")
        async with served.client.look(id, ada) as seat:
            await seat.wait_for(lambda s: s.table["state"] == "paused")
            await served.client.post(f"/api/tables/{id}/resume", None, ada)
            await seat.wait_for(
                lambda s: s.position["view"]["phase"] == "turn" or _kinds(s).count("pause") > 1
            )
            kinds = _kinds(seat)
            assert kinds.count("pause") == 1
            # Before the first decision: the clock of the next turn runs already.
            assert kinds[: kinds.index("action")].count("time out") == 4
            assert all(s["by_bot"] for s in seat.steps if s["kind"] == "action")

    run(story())


def test_a_full_log_can_be_imported() -> None:
    # The lobby and the game, with all that is said in both; the rest is for the game itself.
    assert 2 * (MOST + 5_000) < MAX_ENTRIES / 2
