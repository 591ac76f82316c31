"""The schema: HTTP as OpenAPI, the socket's messages as JSON Schema, in one document."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from branchline.server.messages import ClientMessage, ServerMessage


@cache
def schema() -> dict[str, Any]:
    """Return the whole protocol as one JSON document."""
    from branchline.server.app import make_app

    return {
        "openapi": make_app().openapi(),
        "client": TypeAdapter(ClientMessage).json_schema(),
        "server": TypeAdapter(ServerMessage).json_schema(mode="serialization"),
    }
