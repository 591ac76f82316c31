"""JSON: how answers are written, and how request bodies are read.

Bodies are read strictly. Python's own reader also takes halves of characters, NaN and any depth:
those would fail later, when they are answered or stored.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine

import orjson
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response


def to_bytes(message: object) -> bytes:
    """Return a message as it goes over the wire."""
    return orjson.dumps(message, option=orjson.OPT_NON_STR_KEYS)


class _Strict(Request):
    """A request whose body is read strictly."""

    async def json(self) -> object:
        """Return what the body says."""
        return orjson.loads(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its requests strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[object, object, Response]]:
        """Return the handler of the route."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(_Strict(request.scope, request.receive))

        return strictly
