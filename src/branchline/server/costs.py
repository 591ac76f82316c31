"""Costs: what each request and each new socket takes from the budget of its address.

An address may spend `address_rate` a second, for requests, sockets and messages together, and a few
seconds' worth at once. An ordinary request costs one, a file of the page less. What a message costs
is in tables/handlers.py.
"""

from __future__ import annotations

OPEN_SOCKET = 5.0
FAILED = 20.0
"""More for a secret or an invite that opens nothing: a client that guesses soon has to wait."""
FILE = 0.2
"""For a file of the page: a visit asks for dozens, and several people may come from one address."""
TOLD = 1 / 20_000
"""More for each byte of a table that is told from its beginning, or of a report: it may be long."""

_REQUESTS = {
    ("GET", "/api/home"): 3.0,
    ("POST", "/api/mine"): 3.0,
    ("GET", "/api/schema"): 5.0,
    ("POST", "/api/tables"): 5.0,
    ("POST", "/api/analyses"): 20.0,
}
_AT_A_TABLE = {
    ("GET", ""): 5.0,
    ("GET", "replay"): 10.0,
    ("GET", "record"): 5.0,
    ("POST", "sit"): 3.0,
    ("POST", "fork"): 10.0,
    ("POST", "rematch"): 5.0,
    ("POST", "analysis"): 10.0,
    ("GET", "positions"): 5.0,
    ("POST", "positions"): 20.0,
}
_OF_A_PUZZLE = {
    ("GET", ""): 5.0,
    ("POST", ""): 20.0,
}
_OF_A_RECORD = {
    ("GET", "replay"): 10.0,
    ("GET", "record"): 5.0,
    ("GET", "positions"): 5.0,
    ("POST", "positions"): 20.0,
}
_FREE = ("/health", "/metrics")
"""Asked by programs that monitor the server; answering them is cheap."""


def cost_of(method: str, path: str) -> float:
    """Return what a request costs.

    >>> cost_of("GET", "/api/games"), cost_of("GET", "/api/tables/x/replay")
    (1.0, 10.0)
    >>> cost_of("GET", "/assets/Home.js")
    0.2
    """
    if path in _FREE:
        return 0.0
    if path.startswith("/assets/"):
        return FILE
    method = "GET" if method == "HEAD" else method
    parts = path.strip("/").split("/")
    what = method, parts[3] if len(parts) > 3 else ""
    if parts[:2] == ["api", "tables"] and len(parts) > 2:
        return _AT_A_TABLE.get(what, 1.0)
    if parts[:2] == ["api", "puzzles"] and len(parts) > 2:
        return _OF_A_PUZZLE.get(what, 1.0)
    if parts[:2] == ["api", "analyses"] and len(parts) > 2:
        return _OF_A_RECORD.get(what, 1.0)
    return _REQUESTS.get((method, path), 1.0)
