"""Middleware: sizes, rates, headers and a line in the log, for every HTTP request."""

from __future__ import annotations

import logging
import time

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from branchline.server.costs import FAILED, OPEN_SOCKET, cost_of
from branchline.server.hosts import Hosts
from branchline.server.limits import address_of
from branchline.server.protocol.analyses import MAX_RECORD
from branchline.server.protocol.problems import RequestRefused
from branchline.server.refusals import http_refusal
from branchline.server.sockets import Sockets
from branchline.server.storage.waiting import one_request

log = logging.getLogger("branchline.server")

_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
        "worker-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_LARGER = {"/api/analyses": 2 * MAX_RECORD}
"""Bytes of a body that may be larger than others; in JSON a record is longer than by itself."""
_GUESSED = ("/api/tables/", "/api/analyses/")
"""Where paths and secrets are what a stranger would have to guess."""
_TOO_LARGE = RequestRefused("too large", "problem.largeRequest")


class RequestMiddleware:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, sockets: Sockets) -> None:
        self.app = app
        self.sockets = sockets
        self.settings = sockets.registry.settings
        self.hosts = Hosts(self.settings.hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        if scope["type"] == "websocket":
            await self._socket(scope, headers, receive, send)
            return
        begun = time.perf_counter()
        status = 0
        extra = self._extra_headers(headers, scope["scheme"] == "https")

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((k, v) for k, v in extra if k not in given),
                ]
            await send(message)

        address = address_of(HTTPConnection(scope))
        try:
            self._check_host(scope, headers)
            self._spend(address, cost_of(scope["method"], scope["path"]))
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                await Response(status_code=204)(scope, receive, send_on)
                return
            most = max(self.settings.max_message, _LARGER.get(scope["path"], 0))
            body = await self._body(headers, receive, most)
            if body is not None:
                with one_request():
                    await self.app(scope, _once(body, receive), send_on)
        except RequestRefused as problem:
            refusal = http_refusal(problem, self.sockets.registry.metrics)
            await refusal(scope, receive, send_on)
        finally:
            # A missing file of a page is not a guess at a secret.
            if status in (401, 404) and scope["path"].startswith(_GUESSED):
                self.sockets.addresses.of(address).charge(FAILED)
            taken = time.perf_counter() - begun
            # The path of a table is its id, which is no secret; queries may hold an invite.
            log.debug(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"][:200],
                    "status": status,
                    "milliseconds": round(1000 * taken, 1),
                    "address": address,
                },
            )

    def _check_host(self, scope: Scope, headers: dict[str, str]) -> None:
        self.hosts.check(headers.get("host", ""), scope["server"][0] if scope["server"] else None)

    def _spend(self, address: str, cost: float) -> None:
        """Take what a request costs from the budget of its address, or refuse it."""
        if cost and not self.sockets.addresses.of(address).take(cost):
            raise RequestRefused("slow down", "problem.manyRequests")

    async def _socket(
        self, scope: Scope, headers: dict[str, str], receive: Receive, send: Send
    ) -> None:
        """Let a client open a socket, or refuse it before it is one."""
        try:
            self._check_host(scope, headers)
            self._spend(address_of(HTTPConnection(scope)), OPEN_SOCKET)
        except RequestRefused as problem:
            refusal = http_refusal(problem, self.sockets.registry.metrics)
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _extra_headers(self, headers: dict[str, str], is_https: bool) -> list[tuple[bytes, bytes]]:
        extra = dict(_HEADERS)
        if is_https:  # as a proxy tells that we believe
            extra["strict-transport-security"] = "max-age=31536000"
        origin = headers.get("origin")
        if origin and self.settings.origins and self.sockets.is_welcome(origin, ""):
            extra |= {
                "access-control-allow-origin": origin,
                "access-control-allow-headers": "authorization, content-type",
                "access-control-allow-methods": "GET, POST",
                "access-control-max-age": "600",
                "cross-origin-resource-policy": "cross-origin",
                "vary": "origin",
            }
        return [(k.encode(), v.encode()) for k, v in extra.items()]

    async def _body(self, headers: dict[str, str], receive: Receive, most: int) -> bytes | None:
        """Read the whole body, but no more than is allowed; None if its sender disconnects."""
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > most:
            raise _TOO_LARGE
        parts, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return None
            part = message.get("body", b"")
            size += len(part)
            if size > most:
                raise _TOO_LARGE
            parts.append(part)
            more = message.get("more_body", False)
        return b"".join(parts)


def _once(body: bytes, receive: Receive) -> Receive:
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
