"""Whole games over the network, by people and bots, on both databases."""

import asyncio
import hashlib
import random
from typing import Any

import pytest

from branchline.client import Refused
from branchline.game.record import parse_record
from branchline.game.replay import verify
from branchline.server.limits import Buckets

from .served import OPEN, YOU, Served, bot, run
from .spread import spread


@pytest.mark.parametrize(
    ("database", "game", "seats", "options"),
    spread(
        [("usa", 2, {}), ("france", 3, {}), ("old_west", 3, {"alvin": True}), ("card_game", 4, {})]
    ),
    indirect=["database"],
    scope="module",
)
def test_a_whole_game(served: Served, game: str, seats: int, options: dict[str, Any]) -> None:
    chooser = random.Random(seats)

    def choose(position: dict[str, Any]) -> int:
        return int(chooser.choice(position["actions"])["id"])

    async def story() -> None:
        client = served.client
        chairs = [YOU, OPEN, *[bot()] * (seats - 2)]
        made = await client.create(game, chairs, options=options, title="A  friendly game")
        table = made["table"]
        assert table["title"] == "A friendly game"
        assert table["key"] is None
        bob = await client.sit(table["id"], "Bob", made["invite"])
        await client.start(table["id"], made["secret"])
        async with (
            client.look(table["id"], made["secret"]) as ada,
            client.look(table["id"], bob["secret"]) as bobs,
            client.look(table["id"], invite=made["invite"]) as watcher,
        ):
            ends = await asyncio.gather(ada.play(choose), bobs.play(choose))
            await watcher.wait_for(lambda s: bool(s.table["key"]))
            assert ends[0]["result"]["winners"] == ends[1]["result"]["winners"]
            assert ada.table["state"] == "over"
            assert [s["seq"] for s in watcher.steps] == list(range(1, watcher.seq + 1))
            key = bytes.fromhex(watcher.table["key"])
            assert hashlib.sha256(key).hexdigest() == table["commitment"]
            assert len(ends[0]["reveal"]) == seats
        text = await client.get(f"/api/tables/{table['id']}/record", made["secret"])
        game_again = verify(parse_record(text))
        assert game_again.is_over
        assert list(game_again.result().winners) == ends[0]["result"]["winners"]
        assert table["seats"][0]["name"] in text

    run(story())


def test_bots_alone_play_to_the_end(served: Served) -> None:
    async def story() -> None:
        made = await served.client.create("usa", [bot(), bot("apprentice")], start=True)
        async with served.client.look(made["table"]["id"], made["secret"]) as host:
            await host.wait_for(lambda s: s.table["state"] == "over")
            decided = [s for s in host.steps if s["kind"] == "action"]
            assert all(s["by_bot"] for s in decided)
            why = await host.ask("why", step=decided[5]["seq"])
            assert why["advice"]["text"]

    run(story())


def test_a_replay_steps_through_the_game_and_forks(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        client = served.client
        made = await client.create("france", [bot(), bot()], start=True, listed=True)
        id, secret = made["table"]["id"], made["secret"]
        async with client.look(id, secret) as host:
            await host.wait_for(lambda s: s.table["state"] == "over")
        replay = await client.get(f"/api/tables/{id}/replay?views=true")
        assert replay["eyes"] == "open"
        assert replay["steps"][-1]["view"]["phase"] == "over"
        assert [s["step"] for s in replay["steps"]] == list(range(len(replay["steps"])))
        shuffled = next(e for e in replay["steps"][0]["events"] if e["event"] == "shuffled")
        assert len(shuffled["deck"]) > 50
        by_seat = await client.get(f"/api/tables/{id}/replay/7?eyes=1")
        assert by_seat["view"]["viewer"] == 1
        assert by_seat["reveal"] is None
        forked = await client.post(
            f"/api/tables/{id}/fork", {"step": 10, "seat": 1, "name": "What If"}
        )
        assert forked["table"]["forked_from"] == id
        async with client.look(forked["table"]["id"], forked["secret"]) as seat:
            then = [s for s in seat.steps if s["kind"] == "action"][:10]
            as_it_was = [s["seat"] for s in replay["steps"][1:11]]
            assert [s["seat"] for s in then] == as_it_was
        app: Any = served.server.config.app
        monkeypatch.setattr(app.state, "creations", Buckets(0.0))
        for left in reversed(range(6)):  # tables that are forks count like all others
            posting = client.post(f"/api/tables/{id}/fork", {"step": 1, "seat": 0, "name": "Ada"})
            if left:
                await posting
                continue
            with pytest.raises(Refused, match="too many tables") as refused:
                await posting
            assert refused.value.status == 429

    run(story())
