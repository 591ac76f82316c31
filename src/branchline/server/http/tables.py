"""Requests at one table: making it, sitting down, what a host may do, and playing."""

from __future__ import annotations

import time
from typing import TypeAlias

from fastapi import APIRouter, Request, Response

from branchline.plain import Json
from branchline.server.costs import TOLD
from branchline.server.http.common import (
    ANSWERS,
    REFUSALS,
    TheHolder,
    TheInvite,
    TheRegistry,
    TheSeat,
    answered,
    count_table,
    seated,
    table_for,
)
from branchline.server.limits import Buckets, address_of
from branchline.server.present.telling import tell_position
from branchline.server.protocol import messages, models, requests
from branchline.server.protocol.json_text import StrictRoute
from branchline.server.protocol.problems import RequestRefused
from branchline.server.tables import lobby
from branchline.server.tables.access import check_may_look, look_through
from branchline.server.tables.handlers import HANDLERS
from branchline.server.tables.play import Asker
from branchline.server.tables.registry import Registry

HttpMessage: TypeAlias = (
    requests.HttpAct | requests.HttpChat | requests.HttpTakeBack | requests.HttpConsent
)

router = APIRouter(prefix="/api", route_class=StrictRoute)


@router.post("/tables", response_model=requests.Seated, status_code=201, responses=REFUSALS)
async def create_table(
    registry: TheRegistry, request: Request, wanted: requests.NewTable
) -> Response:
    """Create a table."""
    count_table(request)
    id, secret = await lobby.create(registry, wanted, address_of(request))
    async with registry.at(id) as opened:
        return answered(seated(opened, secret), 201)


@router.get("/tables/{id}", response_model=requests.TableAnswer, responses=REFUSALS)
async def get_table(
    request: Request,
    registry: TheRegistry,
    holder: TheHolder,
    id: str,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return a table as the asker may see it."""
    async with registry.at(id) as opened:
        check_may_look(opened.table, holder, invite)
        viewer = look_through(opened.table, holder, seat)
        told = answered(
            {
                "table": opened.tell_table(holder, viewer),
                "position": tell_position(opened.table, viewer),
                "steps": opened.steps(viewer, 0),
            }
        )
    addresses: Buckets = request.app.state.sockets.addresses
    addresses.of(address_of(request)).charge(TOLD * len(told.body))
    return told


@router.post("/tables/{id}/sit", response_model=requests.Seated, responses=REFUSALS)
async def sit(registry: TheRegistry, id: str, wanted: requests.Sit) -> Response:
    """Take a seat."""
    opened, seat, secret = await lobby.sit(registry, id, wanted)
    return answered(seated(opened, secret, seat))


@router.post("/tables/{id}/leave", response_model=models.TableState, responses=REFUSALS)
async def leave(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Leave a seat."""
    return answered(table_for(await lobby.leave(registry, id, holder, asked.seat), holder))


@router.post("/tables/{id}/bot", response_model=models.TableState, responses=REFUSALS)
async def set_bot(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SetBot
) -> Response:
    """Put a bot on a free seat, or take it off."""
    return answered(table_for(await lobby.set_bot(registry, id, holder, asked), holder))


@router.post("/tables/{id}/colour", response_model=models.TableState, responses=REFUSALS)
async def set_colour(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SetColour
) -> Response:
    """Choose the colour of a seat."""
    return answered(table_for(await lobby.set_colour(registry, id, holder, asked), holder))


@router.post("/tables/{id}/start", response_model=models.TableState, responses=REFUSALS)
async def start(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Deal."""
    return answered(table_for(await lobby.start(registry, id, holder), holder))


@router.post("/tables/{id}/pause", response_model=models.TableState, responses=REFUSALS)
async def pause(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Stop the game for a while."""
    return answered(table_for(await lobby.pause(registry, id, holder, True), holder))


@router.post("/tables/{id}/resume", response_model=models.TableState, responses=REFUSALS)
async def resume(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Let the game go on."""
    return answered(table_for(await lobby.pause(registry, id, holder, False), holder))


@router.post("/tables/{id}/remove", response_model=models.TableState, responses=REFUSALS)
async def remove(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Remove a person from the table."""
    return answered(table_for(await lobby.remove(registry, id, holder, asked.seat), holder))


@router.post("/tables/{id}/away", response_model=models.TableState, responses=REFUSALS)
async def away(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Let a bot play a seat."""
    return answered(table_for(await lobby.away(registry, id, holder, asked.seat, True), holder))


@router.post("/tables/{id}/back", response_model=models.TableState, responses=REFUSALS)
async def back(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Take a seat back from the bot."""
    return answered(table_for(await lobby.away(registry, id, holder, asked.seat, False), holder))


@router.post("/tables/{id}/rematch", response_model=requests.Seated, responses=REFUSALS)
async def rematch(registry: TheRegistry, holder: TheHolder, request: Request, id: str) -> Response:
    """Make the same table again."""
    made = await lobby.rematch(registry, id, holder)
    secret = request.headers["authorization"].partition(" ")[2]
    async with registry.at(made) as opened:
        return answered(seated(opened, secret))


async def _handle(
    registry: Registry, id: str, holder: str | None, kind: str, asked: HttpMessage
) -> Response:
    """Carry out a request as the message of that type on the socket."""
    if holder is not None and not registry.seat_buckets.of(f"{id} {holder}").take():
        raise RequestRefused("slow down", "problem.tooMuch")
    begun = time.perf_counter()
    sent: list[Json] = []
    try:
        asker = Asker(registry, id, holder, asked.seat)
        await HANDLERS[kind].handle(asker, asked, sent.append)
    finally:
        registry.metrics.request_seconds.observe(time.perf_counter() - begun)
    return answered(sent[0])


@router.post("/tables/{id}/act", response_model=messages.Answer, responses=ANSWERS)
async def act(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpAct
) -> Response:
    """Decide."""
    return await _handle(registry, id, holder, "act", asked)


@router.post("/tables/{id}/chat", response_model=messages.Answer, responses=ANSWERS)
async def chat(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpChat
) -> Response:
    """Say something to the table."""
    return await _handle(registry, id, holder, "chat", asked)


@router.post("/tables/{id}/take_back", response_model=messages.Answer, responses=ANSWERS)
async def take_back(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpTakeBack
) -> Response:
    """Take a decision back, or ask the others for permission."""
    return await _handle(registry, id, holder, "take back", asked)


@router.post("/tables/{id}/consent", response_model=messages.Answer, responses=ANSWERS)
async def consent(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpConsent
) -> Response:
    """Answer another's wish to take back."""
    return await _handle(registry, id, holder, "consent", asked)
