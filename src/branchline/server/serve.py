"""Serving: a server that listens, says where, and stops in good order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator

import uvicorn
from fastapi import FastAPI

from branchline.errors import BranchlineError, system_error
from branchline.server.app import make_app
from branchline.server.connections import BACKLOG, HttpConnection, SocketConnection, Timeouts
from branchline.server.settings import Settings
from branchline.text.catalogue import say

log = logging.getLogger("branchline.server")
_GRACE = 10
_QUEUE = 2048
"""Connections that wait in the system until they are accepted."""


class Server(uvicorn.Server):
    """A server that tells its sockets why before it closes them."""

    @property
    def app(self) -> FastAPI:
        """The application that it serves."""
        assert isinstance(self.config.app, FastAPI)
        return self.config.app

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say where."""
        await super().startup(sockets)
        if self.should_exit or not sockets:
            return
        for one in sockets:
            one.listen(_QUEUE)  # the loop asked for no more than it accepts at a time
        host, port = sockets[0].getsockname()[:2]
        shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        url = f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
        print(say("serve.at", url=url), flush=True)
        if not self.app.state.registry.rules.is_ready:
            print(say("serve.gettingReady"), flush=True)
        log.info("serving", extra={"url": url})
        if self.opens_page and _has_screen():
            await asyncio.to_thread(webbrowser.open, url)

    opens_page = False

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal. That is a success, so the signal is not raised again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {s: signal.signal(s, self.handle_exit) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what is under way, and stop."""
        state = self.app.state
        state.registry.is_closing = True
        await state.sockets.close()
        await super().shutdown(sockets)
        log.info("closed")


def _has_screen() -> bool:
    """Whether a browser would open in a window, not in this terminal."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("darwin", "win32") or bool(named)


def listen(settings: Settings) -> socket.socket:
    """Return a socket that listens, or say why there is none."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_QUEUE)
        return listener
    except OSError as problem:
        where = f"{settings.host}:{settings.port}"
        raise BranchlineError(
            "serve.cannotListen", where=where, why=system_error(problem)
        ) from None


def make_server(settings: Settings) -> Server:
    """Return a server, ready to run."""
    config = uvicorn.Config(
        make_app(settings),
        ws=SocketConnection,
        ws_max_size=settings.max_message,
        ws_max_queue=16,
        ws_ping_interval=20,
        ws_ping_timeout=30,
        ws_per_message_deflate=False,
        http=HttpConnection,
        backlog=BACKLOG,
        timeout_keep_alive=Timeouts.idle,
        loop="asyncio",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=65536,
    )
    return Server(config)
