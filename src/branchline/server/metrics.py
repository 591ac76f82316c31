"""Metrics in the text form that Prometheus reads: numbers about the server, nothing of a game."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from hmac import compare_digest

from starlette.requests import Request

from branchline.server.hosts import is_loopback, name_of
from branchline.server.protocol.problems import RequestRefused

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)


@dataclass(slots=True)
class Histogram:
    """How often something took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(_BOUNDS) + 1))
    total: float = 0.0

    def note(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(_BOUNDS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, label: str = "") -> list[str]:
        """Return the lines for Prometheus, perhaps with a label that tells them from others."""
        lines, below = [], 0
        both = f"{label}," if label else ""
        for bound, count in zip(_BOUNDS, self.counts, strict=False):
            below += count
            lines.append(f'{name}_bucket{{{both}le="{bound:g}"}} {below}')
        everything = sum(self.counts)
        lines.append(f'{name}_bucket{{{both}le="+Inf"}} {everything}')
        own = f"{{{label}}}" if label else ""
        return [*lines, f"{name}_sum{own} {self.total:.6f}", f"{name}_count{own} {everything}"]


@dataclass(slots=True)
class Metrics:
    """What is counted."""

    steps: int = 0
    loads: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    messages: int = 0
    sockets: int = 0
    tables_created: int = 0
    dropped: int = 0
    set_aside: int = 0
    commit_seconds: Histogram = field(default_factory=Histogram)
    request_seconds: Histogram = field(default_factory=Histogram)
    bot_waits: dict[str, Histogram] = field(default_factory=dict)
    """How long bots waited before they could think, by the kind of their table."""

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self.refusals[code] = self.refusals.get(code, 0) + 1

    def text(self, now: dict[str, float]) -> str:
        """Return everything, with some figures as they are now."""
        counters = {
            "steps_total": self.steps,
            "table_loads_total": self.loads,
            "messages_total": self.messages,
            "tables_created_total": self.tables_created,
            "sockets_dropped_total": self.dropped,
            "tables_set_aside_total": self.set_aside,
        }
        lines = []
        for name, count in counters.items():
            lines += [f"# TYPE branchline_{name} counter", f"branchline_{name} {count}"]
        lines.append("# TYPE branchline_refusals_total counter")
        for code, count in sorted(self.refusals.items()):
            lines.append(f'branchline_refusals_total{{code="{code}"}} {count}')
        for name, figure in {"sockets": float(self.sockets), **now}.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            about = f"# TYPE branchline_{name.partition('{')[0]} {kind}"
            if about not in lines[-8:]:  # figures that differ by a label alone stand together
                lines.append(about)
            lines.append(f"branchline_{name} {figure:g}")
        for name, histogram in (
            ("commit_seconds", self.commit_seconds),
            ("request_seconds", self.request_seconds),
        ):
            lines.append(f"# TYPE branchline_{name} histogram")
            lines += histogram.lines(f"branchline_{name}")
        lines.append("# TYPE branchline_bot_wait_seconds histogram")
        for kind, histogram in self.bot_waits.items():
            lines += histogram.lines("branchline_bot_wait_seconds", f'class="{kind}"')
        return "\n".join(lines) + "\n"


_PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def check_may_measure(request: Request, token: str) -> None:
    """Refuse the figures to whoever has no token; without one they are for this machine only."""
    if token:
        given = request.headers.get("authorization", "").partition(" ")[2]
        allowed = compare_digest(given.encode(), token.encode())
    else:
        client = request.client.host if request.client else ""
        here = is_loopback(client) and is_loopback(name_of(request.headers.get("host", "")))
        allowed = here and not any(name in request.headers for name in _PASSED_ON)
    if not allowed:
        raise RequestRefused("unknown", "problem.noRequest")
