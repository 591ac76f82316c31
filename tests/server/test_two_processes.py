"""Two server processes on one PostgreSQL: when one is killed, its people go on at the other."""

import asyncio
import contextlib
import random
from pathlib import Path
from typing import Any, Self

from branchline.client import Client, Seat
from branchline.game.record import parse_record
from branchline.game.replay import verify
from tests.scale import scaled

from .ledger import Ledger, stored
from .nursery import Nursery
from .postgres import Postgres
from .served import OPEN, YOU, bot, run
from .wire import Wire


class Proxy:
    """Does what a proxy does: leads to a server that is alive."""

    def __init__(self, nursery: Nursery, leads_to: int) -> None:
        self.ports = [each.getsockname()[1] for each in nursery.listeners]
        self.leads_to = leads_to

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self.ports[self.leads_to])
        ways = (_carry(reader, there[1]), _carry(there[0], writer))
        await asyncio.gather(*ways)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while part := await reader.read(65536):
            writer.write(part)
            await writer.drain()
    writer.close()


def test_a_killed_process_loses_nobody(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.new_database()
    nursery = Nursery(database, tmp_path, listeners=2)
    ledger = Ledger()
    news = asyncio.Event()
    ended: set[int] = set()
    """Who has seen the end of the game."""
    chooser = random.Random(8)

    async def play(id: str, number: int, seat: Seat) -> None:
        for count in range(10_000):
            await seat.wait_for(lambda s: bool(s.position and (s.position["actions"] or over(s))))
            assert seat.position is not None
            if over(seat):
                ended.add(number)
                news.set()
                return
            action = chooser.choice(seat.position["actions"])["id"]
            answer = await seat.act(action, f"{number}.{count}")
            assert answer["ok"], answer["problem"]
            ledger.note(id, number, f"{number}.{count}", answer["seq"], action)
            news.set()
            await seat.wait_for(lambda s, seq=answer["seq"]: s.seq >= seq)  # type: ignore[misc]

    def over(seat: Seat) -> bool:
        return bool(seat.position and seat.position["result"])

    async def more(n: int) -> None:
        """Wait for some more decisions, or for the end of the game."""
        wanted = len(ledger.acknowledged) + n
        while len(ledger.acknowledged) < wanted and len(ended) < 2:
            news.clear()
            await news.wait()

    async def story() -> None:
        servers = [nursery.start(listener=0), nursery.start(listener=1)]
        async with Proxy(nursery, 0) as first, Proxy(nursery, 1) as second:
            ada, bob = Client(first.url), Client(second.url)
            made = await ada.create("usa", [YOU, OPEN, bot("apprentice")])
            id = made["table"]["id"]

            async def seen(client: Client) -> Any:
                return (await client.get(f"/api/tables/{id}", made["secret"]))["table"]

            seated = await bob.sit(id, "Bob", made["invite"])
            await bob.post(f"/api/tables/{id}/chat", {"id": "hi", "text": "hi"}, seated["secret"])
            # Ada's process hears of it from Bob's, after Bob has his answer.
            while (await seen(ada))["seats"][1]["kind"] == "open":
                await asyncio.sleep(0.02)
            await ada.start(id, made["secret"])
            async with ada.look(id, made["secret"]) as a, bob.look(id, seated["secret"]) as b:
                playing = asyncio.gather(play(id, 0, a), play(id, 1, b))
                kills = 0
                for round in range(scaled(2, 4)):
                    dying = round % 2
                    await more(12)
                    if ended and dying == 0:
                        break  # they play on while a process starts, and a game is only so long
                    kills += 1
                    first.leads_to = second.leads_to = 1 - dying
                    await asyncio.to_thread(nursery.kill, servers[dying])
                    await more(12)  # everybody, and the bot, goes on at the other one
                    servers[dying] = await asyncio.to_thread(nursery.start, "", dying)
                    (first, second)[dying].leads_to = dying
                await playing
                assert kills >= 2
                assert a.steps[-1]["seq"] == b.steps[-1]["seq"]
                # By now both are at the first; viewers at the second lose their connection with it.
                async with Wire(nursery.urls[1], id, secret=seated["secret"]) as other_tab:
                    await other_tab.until(lambda: other_tab.table["seats"][0]["connected"])
                    async with Wire(nursery.urls[1], id, invite=made["invite"]):
                        await a.wait_for(lambda s: s.table["watchers"] == 1)
                        await asyncio.to_thread(nursery.kill, servers[1])
                        await a.wait_for(lambda s: s.table["watchers"] == 0)
                assert a.table["seats"][1]["connected"]
                second.leads_to = 0
            text: Any = await bob.get(f"/api/tables/{id}/record", seated["secret"])
            game = verify(parse_record(text))
            assert game.is_over
            assert {seat for seat, _, _ in game.history} == {0, 1, 2}
            ledger.check(stored(database))

    try:
        run(story())
    finally:
        nursery.stop()
