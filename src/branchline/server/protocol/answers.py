"""Answers to requests that name an id: over the socket, and over HTTP where they do the same."""

from __future__ import annotations

from branchline.plain import Json
from branchline.server.protocol.problems import RequestRefused


def answer(id: str | None, **facts: object) -> Json:
    """Return the answer to a request."""
    return {
        "type": "answer",
        "id": id,
        "ok": True,
        "seq": None,
        "problem": None,
        "position": None,
        "action": None,
        "reasons": None,
        "outlook": None,
        "together": None,
        "advice": None,
        "now": None,
        **facts,
    }


def refusal(id: str | None, problem: RequestRefused) -> Json:
    """Return the answer to a request that is refused."""
    return answer(id, ok=False, problem=problem.to_json(), position=problem.position)
