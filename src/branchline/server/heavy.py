"""Heavy answers: made one at a time in a thread, packed, and kept for the next request.

Python runs one thread at a time, so every further thread that works makes all players wait. One
thread makes these answers. Requests for an answer that is being made wait for it.
"""

from __future__ import annotations

import asyncio
import gzip
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response

_MOST_BYTES = 32 << 20
_LATELY = 1.0
_MOST_WAITING = 64
"""Answers that may wait to be made; when there are more, a client is told to come back."""


class Answers:
    """What was answered lately, by what it depends on."""

    def __init__(self, most: int = _MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        self.made = 0
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._lately: dict[Hashable, tuple[float, Hashable, bytes]] = {}
        self._reading = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="answers")

    @property
    def is_busy(self) -> bool:
        """Whether too many answers wait to be made."""
        return len(self._making) >= _MOST_WAITING

    async def get(self, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """Return an answer: the one that is kept for this key, or a new one."""
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        making = self._making.get(key)
        if making is None:
            loop = asyncio.get_running_loop()
            making = self._making[key] = loop.run_in_executor(self._thread, work)
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)  # the first client may hang up while others wait

    def _keep(self, key: Hashable, done: asyncio.Future[bytes]) -> None:
        del self._making[key]
        if done.cancelled() or done.exception() is not None:
            return
        self.made += 1
        self.kept[key] = done.result()
        self.size += len(done.result())
        while self.size > self.most:
            _, oldest = self.kept.popitem(last=False)
            self.size -= len(oldest)

    async def lately(
        self, key: Hashable, version: Hashable, work: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        """Return what was read for this version within a second, or read it; one at a time."""
        async with self._reading:
            at, of, body = self._lately.get(key, (float("-inf"), None, b""))
            now = time.monotonic()
            if of != version or now - at > _LATELY:
                body = await work()
                self._lately[key] = now, version, body
            return body

    async def respond(
        self,
        request: Request,
        key: Hashable,
        work: Callable[[], bytes],
        keep: str = "no-store",
        kind: str = "application/json",
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> Response:
        """Return an answer as a response, packed if the asker can unpack it."""
        headers = {"cache-control": keep, "vary": "accept-encoding", **more}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(await self.get(key, work), 200, headers, kind)
        headers["content-encoding"] = "gzip"
        packed = await self.get((key, "gzip"), lambda: gzip.compress(work(), 5, mtime=0))
        return Response(packed, 200, headers, kind)

    def close(self) -> None:
        """Make no more."""
        self._thread.shutdown(wait=True, cancel_futures=True)
