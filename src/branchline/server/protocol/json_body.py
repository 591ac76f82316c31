"""Reading request bodies: JSON as its standard has it, and text that can be written again.

Python's own reader takes halves of characters, numbers that are none and any depth; what is made
of those fails later, when it is answered or stored.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response


class _Strict(Request):
    """A request whose body is read strictly."""

    async def json(self) -> Any:
        """Return what the body says."""
        return orjson.loads(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its requests so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler of the route."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(_Strict(request.scope, request.receive))

        return strictly
