"""Refusals: every error that a client should hear of becomes a problem here, then an answer.

Every other error is a fault of the server. It is logged, and no client sees its text.
"""

from __future__ import annotations

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException
from starlette.responses import Response

from branchline.plain import Json
from branchline.server.metrics import Metrics
from branchline.server.protocol.answers import refusal
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused, Stale
from branchline.server.storage.database import StorageError

Refusable = RequestRefused | StorageError | ValidationError | RequestValidationError | HTTPException
"""The errors by which a request may fail."""
OF_HTTP = (RequestRefused, StorageError, RequestValidationError, HTTPException)
"""Those by which a request over HTTP may fail."""
OF_SOCKET = (RequestRefused, StorageError)
"""Those by which a message over the socket may fail, once it has been read."""
_LATER = (429, 503)
"""The statuses that ask a client to come back."""


def problem_of(error: Refusable) -> RequestRefused:
    """Return the problem that an error is to the client: its code, text, reasons and status."""
    match error:
        case RequestRefused():
            return error
        case StorageError():
            return RequestRefused("storage", "problem.tryAgain", problem=error.said)
        case HTTPException():
            code = "unknown" if error.status_code in (404, 405) else "invalid"
            return RequestRefused(code, str(error.detail)[:300], status=error.status_code)
        case ValidationError():
            return _wrong_field(
                error.errors(include_url=False, include_context=False, include_input=False)[0]
            )
    return _wrong_field(error.errors()[0])


def _wrong_field(first: ErrorDetails) -> RequestRefused:
    """Return the problem with the first field that is wrong."""
    where = ".".join(str(part) for part in first["loc"])[:80]
    wrong = str(first["msg"])[:220]
    if not where:
        return RequestRefused("invalid", wrong)
    return RequestRefused("invalid", "problem.field", field=where, wrong=wrong)


def counted_problem(error: Refusable, metrics: Metrics) -> RequestRefused:
    """Return the problem that an error is, and count it."""
    problem = problem_of(error)
    metrics.refused(problem.code)
    return problem


def http_refusal(error: Refusable, metrics: Metrics) -> Response:
    """Return the answer over HTTP to a request that is refused."""
    problem = counted_problem(error, metrics)
    # A decision that comes too late is answered as on the socket, with the position.
    body = (
        refusal(problem.id, problem)
        if isinstance(problem, Stale)
        else {"problem": problem.to_json()}
    )
    headers = {"cache-control": "no-store"}
    if problem.status in _LATER:
        headers["retry-after"] = "1"
    if isinstance(error, HTTPException):
        headers |= error.headers or {}
    return Response(to_bytes(body), problem.status, headers, "application/json")


def socket_refusal(error: Refusable, metrics: Metrics, id: str | None) -> Json:
    """Return the answer over the socket to a message that is refused."""
    return refusal(id, counted_problem(error, metrics))
