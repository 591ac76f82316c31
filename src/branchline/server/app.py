"""The application: requests, sockets and pages put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

from fastapi import FastAPI, Request, Response, WebSocket
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.middleware.gzip import GZipMiddleware

from branchline import __version__
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.trying import TryJudge
from branchline.server.connections import OpenConnections
from branchline.server.heavy import Answers
from branchline.server.http import analyses, lists, puzzles, replays, tables
from branchline.server.http.common import answered
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
from branchline.server.tables.sweeper import Sweeper

_HOUR = 3600


def make_app(settings: Settings | None = None) -> FastAPI:
    """Return the application; without settings only to be described."""
    registry = Registry(settings) if settings is not None else None

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        assert registry is not None
        start_drivers(registry)
        await registry.open()
        app.state.sweeper.start()
        app.state.analyses.start()
        looking = asyncio.create_task(app.state.connections.end_late_ones())
        yield
        registry.is_closing = True
        await app.state.sockets.close()
        await app.state.sweeper.close()
        await app.state.trials.close()
        await app.state.analyses.close()
        await registry.close()
        for answers in (app.state.boards, app.state.games):
            answers.close()
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
    for requests in (lists, tables, replays, analyses, puzzles):
        # As they are: `include_router` would make them anew, the first request waiting for it.
        app.router.routes.extend(requests.router.routes)
    if registry is None:
        return app
    _answer_refusals(app, registry.metrics)
    pages = Pages()
    connections = OpenConnections(registry.settings)
    sockets = Sockets(registry, connections.most)
    registry.metrics.add(_Figures(registry, connections))
    app.state.registry, app.state.sockets, app.state.connections = registry, sockets, connections
    app.state.boards, app.state.games = Answers(), Answers()
    app.state.sweeper = Sweeper(registry)
    app.state.analyses = AnalysisMaker(registry)
    app.state.trials = TryJudge(app.state.analyses)
    registry.metrics.add(app.state.analyses)
    hourly = registry.settings.max_tables_per_address
    app.state.creations = Buckets(hourly / _HOUR, _HOUR, least=1)

    @app.websocket("/api/tables/{id}/socket")
    async def socket(websocket: WebSocket, id: str) -> None:
        await sockets.serve(websocket, id)

    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        return answered({"status": "ok", "version": __version__})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        found = await readiness(registry)
        return answered(found, 200 if found["problem"] is None else 503)

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
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, OF_HTTP)
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
            ("tables_in_memory", "Tables in memory", len(self.registry.loaded_tables)),
            ("connections", "Open connections", len(self.connections.all)),
        ):
            yield GaugeMetricFamily(f"branchline_{name}", about, figure)
        for name, about, count in (
            (
                "connections_turned_away",
                "Connections ended because there was no room or they were too slow",
                self.connections.turned_away,
            ),
            ("commits", "Writes to the database", self.registry.store.commits),
            ("commit_failures", "Writes that failed", self.registry.store.failures),
        ):
            yield CounterMetricFamily(f"branchline_{name}", about, count)
