"""A slow line between browser and server: who looks before a message has come through is found.

The browser goes through a relay that holds back whatever it passes on, in both directions. What a
test asks the server itself (`Visits.get`) goes there directly. So a test that takes for done what
is still on its way is red every time, and not once in a hundred runs on a busy machine.
"""

import asyncio
import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from tests.scale import scaled

SETTING = "BRANCHLINE_TEST_SLOW_LINE"
DELAY = int(os.environ.get(SETTING, scaled("0", "100")))
"""Milliseconds each way for all tests of the page; 0: no relay."""


class Relay:
    """Passes on what comes, later by a delay and a random part of it; the order stays."""

    def __init__(self, port: int, delay: float) -> None:
        self.port = port
        self.delay = delay
        self.chance = random.Random(0)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever)
        self.thread.start()
        serving = asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.server = asyncio.run_coroutine_threadsafe(serving, self.loop).result()
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody calls: pass on what both sides say, until both have hung up."""
        back, out = await asyncio.open_connection("127.0.0.1", self.port)
        with suppress(asyncio.CancelledError):  # at the end of all
            await asyncio.gather(self._pass_on(reader, out), self._pass_on(back, writer))

    async def _pass_on(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.create_task(self._send(waiting, to))
        data = b"anything"
        while data:
            try:
                data = await source.read(1 << 16)
            except ConnectionError:
                data = b""
            due = self.loop.time() + self.delay * self.chance.uniform(1, 1.5)
            waiting.put_nowait((due, data))
        await sending

    async def _send(
        self, waiting: asyncio.Queue[tuple[float, bytes]], to: asyncio.StreamWriter
    ) -> None:
        """Send each part when it is due; an empty one is the end."""
        while True:
            due, data = await waiting.get()
            await asyncio.sleep(due - self.loop.time())
            if not data:
                to.close()
                return
            to.write(data)

    def stop(self) -> None:
        """Close all connections."""

        async def hang_up() -> None:
            self.server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(hang_up(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@contextmanager
def line_to(address: str, delay: int = DELAY) -> Iterator[str]:
    """The address by which browsers come to a server: its own, or that of a slow line to it."""
    if not delay:
        yield address
        return
    relay = Relay(urlsplit(address).port or 80, delay / 1000)
    try:
        yield relay.url
    finally:
        relay.stop()
