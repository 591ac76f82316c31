"""Metrics for Prometheus: numbers about the server, nothing of a game."""

from __future__ import annotations

from hmac import compare_digest

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from branchline.server.hosts import is_loopback, name_of
from branchline.server.protocol.problems import RequestRefused

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Seconds that tell how long something took."""

# Nobody needs to know when a figure was first counted.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """What one server counts. Several may run in one process, so each has a registry of its own."""

    def __init__(self) -> None:
        self.collectors = CollectorRegistry()
        self.steps = self._counter("steps", "Steps stored")
        self.loads = self._counter("table_loads", "Tables read from the database")
        self.refusals = Counter(
            "branchline_refusals", "Refused requests", ["code"], registry=self.collectors
        )
        self.messages = self._counter("messages", "Messages received on sockets")
        self.tables_created = self._counter("tables_created", "Tables created")
        self.dropped = self._counter("sockets_dropped", "Sockets closed for reading too slowly")
        self.set_aside = self._counter("tables_set_aside", "Tables that could not be read")
        self.sockets = Gauge("branchline_sockets", "Open sockets", registry=self.collectors)
        self.commit_seconds = self._histogram("commit_seconds", "Storing steps")
        self.request_seconds = self._histogram("request_seconds", "Answering requests")

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"branchline_{name}", about, registry=self.collectors)

    def _histogram(self, name: str, about: str) -> Histogram:
        return Histogram(f"branchline_{name}", about, buckets=BOUNDS, registry=self.collectors)

    def add(self, figures: Collector) -> None:
        """Show figures that are counted elsewhere too."""
        self.collectors.register(figures)

    def value(self, name: str, **labels: str) -> float | None:
        """Return one figure by its name, as it is now."""
        return self.collectors.get_sample_value(f"branchline_{name}", labels)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals.labels(code).inc()

    def response(self) -> Response:
        """Return everything, as Prometheus reads it."""
        return Response(
            generate_latest(self.collectors), headers={"content-type": CONTENT_TYPE_PLAIN_0_0_4}
        )


_PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def check_may_measure(request: Request, token: str) -> None:
    """Refuse the figures without the token; if none is set they are for this machine only."""
    if token:
        given = request.headers.get("authorization", "").partition(" ")[2]
        allowed = compare_digest(given.encode(), token.encode())
    else:
        client = request.client.host if request.client else ""
        here = is_loopback(client) and is_loopback(name_of(request.headers.get("host", "")))
        allowed = here and not any(name in request.headers for name in _PASSED_ON)
    if not allowed:
        raise RequestRefused("unknown", "problem.noRequest")
