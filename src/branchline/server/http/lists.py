"""Requests about all tables: the games, the boards, the protocol, and lists of tables."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from branchline.board import games
from branchline.plain import Json
from branchline.server.http.common import (
    REFUSALS,
    TheBoards,
    TheStore,
    answered,
)
from branchline.server.present.boards import board_data, games_data, version_of
from branchline.server.protocol import requests
from branchline.server.protocol.json_text import StrictRoute, to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.protocol.schema import schema
from branchline.server.tables.tokens import hashed

router = APIRouter(prefix="/api", route_class=StrictRoute)
_FOR_EVER = "public, max-age=31536000, immutable"


@router.get("/games", response_model=requests.Games)
async def list_games(request: Request, boards: TheBoards) -> Response:
    """List the games, with their options, levels and bots."""
    return await boards.respond(request, "games", games_data, "no-cache")


@router.get("/games/{game}/board", response_model=requests.BoardInfo, responses=REFUSALS)
async def get_board(
    request: Request,
    boards: TheBoards,
    game: str,
    v: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Return all that never changes about a game."""
    if game not in games():
        raise RequestRefused("unknown", "problem.noSuchGame")
    keep = _FOR_EVER if v == version_of(game) else "no-cache"
    return await boards.respond(request, ("board", game), lambda: board_data(game), keep)


@router.get("/schema")
async def get_schema(request: Request, boards: TheBoards) -> Response:
    """Return the protocol as schemas."""
    openapi = request.app.openapi
    return await boards.respond(request, "schema", lambda: to_bytes(schema(openapi())), "no-cache")


@router.get("/home", response_model=requests.Home, responses=REFUSALS)
async def get_home(store: TheStore, boards: TheBoards) -> Response:
    """Return the listed tables."""

    async def work() -> bytes:
        opened, running, finished = await asyncio.gather(
            store.listed(["lobby"], 50),
            store.listed(["playing", "paused"], 50),
            store.listed(["over"], 50),
        )
        lists = {"open": opened, "running": running, "finished": finished}
        return to_bytes({name: [_shown(table) for table in some] for name, some in lists.items()})

    # What another process stores is seen a second later.
    body = await boards.lately("home", store.commits, work)
    return Response(body, 200, {"cache-control": "no-store"}, "application/json")


@router.post("/mine", response_model=requests.MyTables, responses=REFUSALS)
async def get_mine(store: TheStore, asked: requests.Mine) -> Response:
    """Return the tables where the asker sits."""
    holders = [hashed(secret) for secret in asked.secrets]
    tables: dict[str, Json] = {}
    by: dict[str, int] = {}
    for summary, holder in await store.held_by(holders, 100):
        table = tables.setdefault(summary["id"], summary)
        by.setdefault(summary["id"], holders.index(holder))
        for player, secret in zip(table["players"], table["holders"], strict=True):
            player["yours"] |= secret == holder
    return answered({"tables": [_shown(table) for table in tables.values()], "by": [*by.values()]})


def _shown(summary: Json) -> Json:
    """Return a summary without the hashes that are stored with it."""
    return {name: fact for name, fact in summary.items() if name != "holders"}
