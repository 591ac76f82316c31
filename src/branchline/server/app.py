"""The application: requests, sockets and pages put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.middleware.gzip import GZipMiddleware

from branchline import __version__
from branchline.server import http
from branchline.server.connections import OpenConnections
from branchline.server.heavy import Answers
from branchline.server.limits import Buckets
from branchline.server.metrics import Metrics, check_may_measure
from branchline.server.middleware import RequestMiddleware
from branchline.server.pages import Pages
from branchline.server.protocol.problems import RequestRefused
from branchline.server.readiness import readiness
from branchline.server.refusals import OF_HTTP, http_refusal
from branchline.server.settings import Settings
from branchline.server.sockets import Sockets
from branchline.server.tables.driver import start_drivers
from branchline.server.tables.registry import Registry

_HOUR = 3600


def make_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; without settings only to be described."""
    registry = Registry(settings) if settings is not None else None

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        assert registry is not None
        start_drivers(registry)
        await registry.open()
        looking = asyncio.create_task(app.state.connections.end_late_ones())
        yield
        registry.is_closing = True
        await app.state.sockets.close()
        await registry.close()
        app.state.answers.close()
        looking.cancel()

    app = FastAPI(
        title="Branchline table server",
        version=__version__,
        summary="Railway board games with friends and bots; see docs/protocol.md",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.include_router(http.router)
    if registry is None:
        return app
    _answer_refusals(app, registry.metrics)
    pages = Pages()
    connections = OpenConnections(registry.settings)
    sockets = Sockets(registry, connections.most)
    registry.metrics.add(_Figures(registry, connections))
    answers = Answers()
    app.state.registry, app.state.sockets, app.state.connections = registry, sockets, connections
    app.state.answers = answers
    hourly = registry.settings.max_tables_per_address
    app.state.creations = Buckets(hourly / _HOUR, _HOUR, least=1)

    @app.websocket("/api/tables/{id}/socket")
    async def socket(websocket: WebSocket, id: str) -> None:
        await sockets.serve(websocket, id)

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        return http.answered({"status": "ok", "version": __version__})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        told = await readiness(registry)
        return http.answered(told, 200 if told["problem"] is None else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        check_may_measure(request, registry.settings.metrics_token)
        return registry.metrics.response()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path.startswith("api/"):
            raise RequestRefused("unknown", "problem.noRequest")
        return pages.answer(request)

    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestMiddleware, sockets=sockets)
    return app


def _answer_refusals(app: FastAPI, metrics: Metrics) -> None:
    async def refused(request: Request, error: Any) -> Response:
        return http_refusal(error, metrics)

    for kind in OF_HTTP:
        app.add_exception_handler(kind, refused)


class _Figures(Collector):
    """Figures that are counted where they arise."""

    def __init__(self, registry: Registry, connections: OpenConnections) -> None:
        self.registry, self.connections = registry, connections

    def collect(self) -> Iterator[Metric]:
        """Return them as they are now."""
        for name, about, figure in (
            ("tables_in_memory", "Tables in memory", len(self.registry.open_tables)),
            ("connections", "Open connections", len(self.connections.all)),
        ):
            yield GaugeMetricFamily(f"branchline_{name}", about, figure)
        for name, about, count in (
            (
                "connections_turned_away",
                "Connections ended for want of room or of patience",
                self.connections.turned_away,
            ),
            ("commits", "Writes to the database", self.registry.store.commits),
            ("commit_failures", "Writes that failed", self.registry.store.failures),
        ):
            yield CounterMetricFamily(f"branchline_{name}", about, count)
