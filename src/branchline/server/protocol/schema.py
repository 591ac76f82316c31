"""The schema: HTTP as OpenAPI, the socket's messages as JSON Schema, in one document."""

from __future__ import annotations

from pydantic import TypeAdapter

from branchline.plain import Json
from branchline.server.protocol.messages import ClientMessage, ServerMessage


def schema(openapi: Json) -> Json:
    """Return the whole protocol as one JSON document, given the application's part of it."""
    return {
        "openapi": openapi,
        "client": TypeAdapter(ClientMessage).json_schema(),
        "server": TypeAdapter(ServerMessage).json_schema(mode="serialization"),
    }
