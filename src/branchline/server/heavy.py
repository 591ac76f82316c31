"""Heavy answers: made one at a time in a thread, packed, and kept for the next request.

Python runs one thread at a time, so every further thread that works makes all players wait. One
thread makes these answers. Requests for an answer that is being made wait for it. Addresses take
turns, so that one that asks for many keeps nobody else waiting for them all.
"""

from __future__ import annotations

import asyncio
import contextvars
import gzip
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType

from starlette.requests import Request
from starlette.responses import Response

from branchline.server.limits import address_of
from branchline.server.protocol.problems import RequestRefused

_MOST_BYTES = 32 << 20
_LATELY = 1.0
_EACH, _ALL = 8, 512
"""Answers that may wait to be made, for one address and in all; then a client is told to come
back."""
Work = Callable[[], bytes]


class Answers:
    """What was answered lately, by what it depends on."""

    def __init__(self, most: int = _MOST_BYTES) -> None:
        self.most = most
        self.size = 0
        self.made = 0
        self.kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self._lines: dict[str, deque[tuple[Hashable, Work]]] = {}
        """What waits to be made, by the address that asked; whose turn is next comes first."""
        self._working: asyncio.Task[None] | None = None
        self._lately: dict[Hashable, tuple[float, Hashable, bytes]] = {}
        self._reading = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="answers")

    async def get(self, key: Hashable, work: Work, address: str = "") -> bytes:
        """Return an answer: the one that is kept for this key, or a new one."""
        if key in self.kept:
            self.kept.move_to_end(key)
            return self.kept[key]
        making = self._making.get(key) or self._join(key, work, address)
        return await asyncio.shield(making)  # the first client may disconnect while others wait

    def _join(self, key: Hashable, work: Work, address: str) -> asyncio.Future[bytes]:
        """Let an answer wait for its turn."""
        if len(self._lines.get(address, ())) >= _EACH or len(self._making) >= _ALL:
            raise RequestRefused("slow down", "problem.manyRequests")
        making: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        making.add_done_callback(_forget)
        self._making[key] = making
        self._lines.setdefault(address, deque()).append((key, work))
        if self._working is None or self._working.done():
            # It goes on when the request that began it is answered.
            self._working = asyncio.create_task(self._work_on(), context=contextvars.Context())
        return making

    async def _work_on(self) -> None:
        """Make what waits, one of each address in turn."""
        loop = asyncio.get_running_loop()
        while self._lines:
            address, line = next(iter(self._lines.items()))
            key, work = line.popleft()
            del self._lines[address]
            if line:
                self._lines[address] = line
            making = self._making[key]
            try:
                answer = await loop.run_in_executor(self._thread, work)
            except Exception as problem:
                making.set_exception(problem)
            else:
                self._keep(key, answer)
                making.set_result(answer)
            del self._making[key]

    def _keep(self, key: Hashable, answer: bytes) -> None:
        self.made += 1
        self.kept[key] = answer
        self.size += len(answer)
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
        work: Work,
        keep: str = "no-store",
        kind: str = "application/json",
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> Response:
        """Return an answer as a response, packed if the asker can unpack it."""
        headers, address = (
            {"cache-control": keep, "vary": "accept-encoding", **more},
            address_of(request),
        )
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(await self.get(key, work, address), 200, headers, kind)
        headers["content-encoding"] = "gzip"
        packed = await self.get((key, "gzip"), lambda: gzip.compress(work(), 5, mtime=0), address)
        return Response(packed, 200, headers, kind)

    def close(self) -> None:
        """Stop making answers."""
        if self._working is not None:
            self._working.cancel()
        for making in self._making.values():
            making.cancel()
        self._thread.shutdown(wait=True, cancel_futures=True)


def _forget(done: asyncio.Future[bytes]) -> None:
    """Take note of what went wrong: perhaps nobody waits for it any more."""
    if not done.cancelled():
        done.exception()
