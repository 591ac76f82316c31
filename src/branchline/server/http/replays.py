"""Requests about a game as a whole: its replay, its record, and going on from one of its steps."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from branchline.plain import Json
from branchline.server.http.common import (
    REFUSALS,
    TheGames,
    TheHolder,
    TheInvite,
    TheRegistry,
    TheSeat,
    answered,
    count_table,
    seated,
)
from branchline.server.limits import address_of
from branchline.server.present.telling import tell_result
from branchline.server.protocol import requests
from branchline.server.protocol.json_text import StrictRoute, to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.tables import lobby
from branchline.server.tables.access import check_may_look, look_through
from branchline.server.tables.registry import Registry
from branchline.server.tables.replays import Replayer, check_eyes

router = APIRouter(prefix="/api", route_class=StrictRoute)


async def _replayer(
    registry: Registry,
    holder: str | None,
    id: str,
    eyes: str | None,
    seat: int | None,
    invite: str | None,
) -> tuple[Replayer, Json, Json | None]:
    async with registry.at(id) as opened:
        check_may_look(opened.table, holder, invite)
        held = [] if holder is None else opened.table.seats_of(holder)
        if seat is None:  # one of several seats of one's own
            seat = next((own for own in held if str(own) == eyes), None)
        own = look_through(opened.table, holder, seat)
        by = check_eyes(opened.table, eyes, own)
        replayer = Replayer(opened.table, by)
        return replayer, opened.tell_table(holder, own), tell_result(opened.table)


TheEyes = Annotated[str | None, Query(max_length=10)]


@router.get("/tables/{id}/replay", response_model=requests.Replay, responses=REFUSALS)
async def replay(
    request: Request,
    games: TheGames,
    registry: TheRegistry,
    holder: TheHolder,
    id: str,
    eyes: TheEyes = None,
    views: bool = False,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return a game step by step."""
    replayer, table, result = await _replayer(registry, holder, id, eyes, seat, invite)
    rest = {"table": table, "eyes": replayer.eyes, "result": result}

    def work() -> bytes:
        return to_bytes(rest | {"steps": replayer.steps(views)})

    # What it depends on: the game so far, whose eyes, and the table as this asker may see it.
    key = ("replay", id, replayer.seq, views, to_bytes(rest))
    return await games.respond(request, key, work)


@router.get("/tables/{id}/replay/{step}", response_model=requests.ReplayStep, responses=REFUSALS)
async def replay_step(
    request: Request,
    games: TheGames,
    registry: TheRegistry,
    holder: TheHolder,
    id: str,
    step: int,
    eyes: TheEyes = None,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return one step of a game, with what one sees after it."""
    if step < 0:
        raise RequestRefused("invalid", "problem.stepsFrom")
    replayer, _, _ = await _replayer(registry, holder, id, eyes, seat, invite)
    key = ("step", id, replayer.seq, step, replayer.eyes)
    return await games.respond(request, key, lambda: to_bytes(replayer.steps(True, step)[0]))


@router.get("/tables/{id}/record", responses=REFUSALS)
async def record(
    request: Request,
    games: TheGames,
    registry: TheRegistry,
    holder: TheHolder,
    id: str,
    invite: TheInvite = None,
) -> Response:
    """Return the record of a finished game."""
    async with registry.at(id) as opened:
        check_may_look(opened.table, holder, invite)
        if opened.table.game is None or not opened.table.is_over:
            raise RequestRefused("not started", "problem.recordLater")
        game, names, seq = opened.table.game, list(opened.table.names), opened.table.seq
    return await games.respond(
        request,
        ("record", id, seq),
        lambda: game.record(names).dumps().encode(),  # the game is over and does not change
        kind="application/x-ndjson",
        more={"content-disposition": f'attachment; filename="branchline-{id}.jsonl"'},
    )


@router.post(
    "/tables/{id}/fork", response_model=requests.Seated, status_code=201, responses=REFUSALS
)
async def fork(
    registry: TheRegistry,
    holder: TheHolder,
    request: Request,
    id: str,
    wanted: requests.Fork,
    invite: TheInvite = None,
) -> Response:
    """Go on from a step of a finished game."""
    async with registry.at(id) as opened:
        check_may_look(opened.table, holder, invite)
    count_table(request)
    made, secret = await lobby.fork(registry, id, wanted, address_of(request))
    async with registry.at(made) as opened:
        return answered(seated(opened, secret), 201)
