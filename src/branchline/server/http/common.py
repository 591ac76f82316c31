"""What requests over HTTP share: who asks, of which server, and the usual answers."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Query, Request, Response

from branchline.plain import Json
from branchline.server.heavy import Answers
from branchline.server.limits import Buckets, address_of
from branchline.server.protocol import messages, requests
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused, unknown_secret
from branchline.server.storage.store import Store
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.registry import Registry
from branchline.server.tables.tokens import hashed

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def answered(body: object, status: int = 200, keep: str = "no-store") -> Response:
    """Return a body as JSON."""
    return Response(to_bytes(body), status, {"cache-control": keep}, "application/json")


def the_registry(request: Request) -> Registry:
    """Return the registry of the tables, where there are the rules to play them by."""
    registry: Registry = request.app.state.registry
    registry.check_ready()
    return registry


def the_store(request: Request) -> Store:
    """Return what is stored of the tables, for which no rules are needed."""
    registry: Registry = request.app.state.registry
    registry.check_open()
    return registry.store


def the_holder(request: Request) -> str | None:
    """Return the hash of the secret a request comes with."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    kind, _, secret = header.partition(" ")
    if kind.lower() != "bearer" or not _SECRET.fullmatch(secret):
        raise unknown_secret()
    return hashed(secret)


def the_boards(request: Request) -> Answers:
    """Return the answers that every visitor needs; those about games do not keep them waiting."""
    boards: Answers = request.app.state.boards
    return boards


def the_games(request: Request) -> Answers:
    """Return the answers about single games, which are heavy."""
    games: Answers = request.app.state.games
    return games


TheBoards = Annotated[Answers, Depends(the_boards)]
TheGames = Annotated[Answers, Depends(the_games)]
TheStore = Annotated[Store, Depends(the_store)]
TheRegistry = Annotated[Registry, Depends(the_registry)]
TheHolder = Annotated[str | None, Depends(the_holder)]
TheSeat = Annotated[int | None, Query(ge=0, le=5)]
TheInvite = Annotated[str | None, Query(max_length=64)]
REFUSALS: dict[int | str, Json] = {
    code: {"model": requests.ProblemAnswer} for code in (400, 401, 403, 404, 409, 413, 429, 503)
}

ANSWERS = REFUSALS | {409: {"model": messages.Answer | requests.ProblemAnswer}}
"""A decision that comes too late is answered as on the socket, with the position."""


def table_for(opened: LoadedTable, holder: str | None, seat: int | None = None) -> Json:
    """Return a table as the holder of a secret may see it."""
    if holder is not None and seat is None:
        held = opened.table.seats_of(holder)
        seat = held[0] if held else None
    return opened.tell_table(holder, seat)


def seated(opened: LoadedTable, secret: str, seat: int | None = None) -> Json:
    """Return the answer to a person who has taken a seat, or made a table."""
    return {
        "table": table_for(opened, hashed(secret), seat),
        "secret": secret,
        "invite": opened.table.invite,
        "path": f"/table/{opened.table.id}",
    }


def count_table(request: Request) -> None:
    """Refuse another table to an address that has made many."""
    creations: Buckets = request.app.state.creations
    if not creations.of(address_of(request)).take():
        raise RequestRefused("slow down", "problem.manyTables")
