"""HTTP: the requests that are not about one decision in a game."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from branchline.board import games
from branchline.server.heavy import Answers
from branchline.server.limits import Buckets, address_of
from branchline.server.present.boards import board_data, games_data, version_of
from branchline.server.present.telling import tell_position, tell_result
from branchline.server.protocol import messages, models, requests
from branchline.server.protocol.json_body import StrictRoute
from branchline.server.protocol.problems import RequestRefused, unknown_secret
from branchline.server.protocol.schema import schema
from branchline.server.tables import lobby
from branchline.server.tables.access import check_may_look, look_through
from branchline.server.tables.open_table import OpenTable, to_bytes
from branchline.server.tables.play import Player, Stale, refusal
from branchline.server.tables.registry import Registry
from branchline.server.tables.replays import Showing, check_eyes
from branchline.server.tables.tokens import hashed

router = APIRouter(prefix="/api", route_class=StrictRoute)
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_FOR_EVER = "public, max-age=31536000, immutable"


def answered(told: Any, status: int = 200, keep: str = "no-store") -> Response:
    """Return a body as JSON."""
    return Response(to_bytes(told), status, {"cache-control": keep}, "application/json")


def the_registry(request: Request) -> Registry:
    """Return the registry of the tables."""
    registry: Registry = request.app.state.registry
    if registry.is_closing:
        raise RequestRefused("closing", "problem.closing")
    return registry


def the_holder(request: Request) -> str | None:
    """Return the hash of the secret a request comes with."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    kind, _, secret = header.partition(" ")
    if kind.lower() != "bearer" or not _SECRET.fullmatch(secret):
        raise unknown_secret()
    return hashed(secret)


def the_answers(request: Request) -> Answers:
    """Return the heavy answers of the server."""
    answers: Answers = request.app.state.answers
    if answers.is_busy:
        raise RequestRefused("slow down", "problem.manyRequests")
    return answers


TheAnswers = Annotated[Answers, Depends(the_answers)]
TheRegistry = Annotated[Registry, Depends(the_registry)]
TheHolder = Annotated[str | None, Depends(the_holder)]
TheSeat = Annotated[int | None, Query(ge=0, le=5)]
TheInvite = Annotated[str | None, Query(max_length=64)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": requests.ProblemAnswer} for code in (400, 401, 403, 404, 409, 413, 429, 503)
}

ANSWERS = REFUSALS | {409: {"model": messages.Answer | requests.ProblemAnswer}}
"""A decision that comes too late is answered as on the socket, with the position."""


def _table_for(opened: OpenTable, holder: str | None, seat: int | None = None) -> dict[str, Any]:
    if holder is not None and seat is None:
        held = opened.table.seats_of(holder)
        seat = held[0] if held else None
    return opened.tell_table(holder, seat)


def _seated(opened: OpenTable, secret: str, seat: int | None = None) -> dict[str, Any]:
    return {
        "table": _table_for(opened, hashed(secret), seat),
        "secret": secret,
        "invite": opened.table.invite,
        "path": f"/table/{opened.table.id}",
    }


def _count_table(request: Request) -> None:
    """Refuse another table to an address that has made many."""
    creations: Buckets = request.app.state.creations
    if not creations.of(address_of(request)).take():
        raise RequestRefused("slow down", "problem.manyTables")


@router.get("/games", response_model=requests.Games)
async def list_games(request: Request, answers: TheAnswers) -> Response:
    """List the games, with their options, levels and bots."""
    return await answers.respond(request, "games", games_data, "no-cache")


@router.get("/games/{game}/board", response_model=requests.BoardInfo, responses=REFUSALS)
async def get_board(
    request: Request,
    answers: TheAnswers,
    game: str,
    v: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Return all that never changes about a game."""
    if game not in games():
        raise RequestRefused("unknown", "problem.noSuchGame")
    keep = _FOR_EVER if v == version_of(game) else "no-cache"
    return await answers.respond(request, ("board", game), lambda: board_data(game), keep)


@router.get("/schema")
async def get_schema(request: Request, answers: TheAnswers) -> Response:
    """Return the protocol as schemas."""
    openapi = request.app.openapi
    return await answers.respond(request, "schema", lambda: to_bytes(schema(openapi())), "no-cache")


@router.get("/home", response_model=requests.Home, responses=REFUSALS)
async def get_home(registry: TheRegistry, answers: TheAnswers) -> Response:
    """Return the listed tables."""

    async def work() -> bytes:
        opened, running, finished = await asyncio.gather(
            registry.store.listed(["lobby"], 50),
            registry.store.listed(["playing", "paused"], 50),
            registry.store.listed(["over"], 50),
        )
        lists = {"open": opened, "running": running, "finished": finished}
        return to_bytes({name: [_shown(table) for table in some] for name, some in lists.items()})

    # Another process may have stored something too: that is seen a second later.
    body = await answers.lately("home", registry.store.commits, work)
    return Response(body, 200, {"cache-control": "no-store"}, "application/json")


@router.post("/mine", response_model=requests.MyTables, responses=REFUSALS)
async def get_mine(registry: TheRegistry, asked: requests.Mine) -> Response:
    """Return the tables where the asker sits."""
    holders = [hashed(secret) for secret in asked.secrets]
    tables: dict[str, dict[str, Any]] = {}
    by: dict[str, int] = {}
    for summary, holder in await registry.store.held_by(holders, 100):
        told = tables.setdefault(summary["id"], summary)
        by.setdefault(summary["id"], holders.index(holder))
        for player, secret in zip(told["players"], told["holders"], strict=True):
            player["yours"] |= secret == holder
    return answered({"tables": [_shown(table) for table in tables.values()], "by": [*by.values()]})


def _shown(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary without the hashes that are stored with it."""
    return {name: fact for name, fact in summary.items() if name != "holders"}


@router.post("/tables", response_model=requests.Seated, status_code=201, responses=REFUSALS)
async def create_table(
    registry: TheRegistry, request: Request, wanted: requests.NewTable
) -> Response:
    """Create a table."""
    _count_table(request)
    id, secret = await lobby.create(registry, wanted, address_of(request))
    async with registry.at(id) as opened:
        return answered(_seated(opened, secret), 201)


@router.get("/tables/{id}", response_model=requests.TableAnswer, responses=REFUSALS)
async def get_table(
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
        return answered(
            {
                "table": opened.tell_table(holder, viewer),
                "position": tell_position(opened.table, viewer),
                "steps": opened.steps(viewer, 0),
            }
        )


@router.post("/tables/{id}/sit", response_model=requests.Seated, responses=REFUSALS)
async def sit(registry: TheRegistry, id: str, wanted: requests.Sit) -> Response:
    """Take a seat."""
    opened, seat, secret = await lobby.sit(registry, id, wanted)
    return answered(_seated(opened, secret, seat))


@router.post("/tables/{id}/leave", response_model=models.TableState, responses=REFUSALS)
async def leave(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Leave a seat."""
    return answered(_table_for(await lobby.leave(registry, id, holder, asked.seat), holder))


@router.post("/tables/{id}/bot", response_model=models.TableState, responses=REFUSALS)
async def set_bot(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SetBot
) -> Response:
    """Put a bot on a free seat, or take it off."""
    return answered(_table_for(await lobby.set_bot(registry, id, holder, asked), holder))


@router.post("/tables/{id}/start", response_model=models.TableState, responses=REFUSALS)
async def start(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Deal."""
    return answered(_table_for(await lobby.start(registry, id, holder), holder))


@router.post("/tables/{id}/pause", response_model=models.TableState, responses=REFUSALS)
async def pause(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Stop the game for a while."""
    return answered(_table_for(await lobby.pause(registry, id, holder, True), holder))


@router.post("/tables/{id}/resume", response_model=models.TableState, responses=REFUSALS)
async def resume(registry: TheRegistry, holder: TheHolder, id: str) -> Response:
    """Let the game go on."""
    return answered(_table_for(await lobby.pause(registry, id, holder, False), holder))


@router.post("/tables/{id}/remove", response_model=models.TableState, responses=REFUSALS)
async def remove(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Remove a person from the table."""
    return answered(_table_for(await lobby.remove(registry, id, holder, asked.seat), holder))


@router.post("/tables/{id}/away", response_model=models.TableState, responses=REFUSALS)
async def away(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Let a bot play a seat."""
    return answered(_table_for(await lobby.away(registry, id, holder, asked.seat, True), holder))


@router.post("/tables/{id}/back", response_model=models.TableState, responses=REFUSALS)
async def back(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.SeatRequest
) -> Response:
    """Take a seat back from the bot."""
    return answered(_table_for(await lobby.away(registry, id, holder, asked.seat, False), holder))


@router.post("/tables/{id}/rematch", response_model=requests.Seated, responses=REFUSALS)
async def rematch(registry: TheRegistry, holder: TheHolder, request: Request, id: str) -> Response:
    """Make the same table again."""
    made = await lobby.rematch(registry, id, holder)
    secret = request.headers["authorization"].partition(" ")[2]
    async with registry.at(made) as opened:
        return answered(_seated(opened, secret))


async def _do(registry: Registry, id: str, holder: str | None, kind: str, asked: Any) -> Response:
    """Carry out a request that makes a step, as on the socket."""
    if holder is not None and not registry.seat_buckets.of(f"{id} {holder}").take():
        raise RequestRefused("slow down", "problem.tooMuch")
    begun = time.perf_counter()
    told: list[dict[str, Any]] = []
    fields = {name: getattr(asked, name) for name in type(asked).model_fields if name != "seat"}
    message = _MESSAGES[kind](type=kind, **fields)
    try:
        await Player(registry, id, holder, asked.seat).carry_out(message, told.append)
    except Stale as problem:
        registry.metrics.refused(problem.code)
        return answered(refusal(asked.id, problem, position=problem.position), problem.status)
    finally:
        registry.metrics.request_seconds.note(time.perf_counter() - begun)
    return answered(told[0])


_MESSAGES: dict[str, Any] = {
    "act": messages.Act,
    "chat": messages.Chat,
    "take back": messages.TakeBack,
    "consent": messages.Consent,
}


@router.post("/tables/{id}/act", response_model=messages.Answer, responses=ANSWERS)
async def act(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpAct
) -> Response:
    """Decide."""
    return await _do(registry, id, holder, "act", asked)


@router.post("/tables/{id}/chat", response_model=messages.Answer, responses=ANSWERS)
async def chat(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpChat
) -> Response:
    """Say something to the table."""
    return await _do(registry, id, holder, "chat", asked)


@router.post("/tables/{id}/take_back", response_model=messages.Answer, responses=ANSWERS)
async def take_back(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpTakeBack
) -> Response:
    """Take a decision back, or ask for leave to."""
    return await _do(registry, id, holder, "take back", asked)


@router.post("/tables/{id}/consent", response_model=messages.Answer, responses=ANSWERS)
async def consent(
    registry: TheRegistry, holder: TheHolder, id: str, asked: requests.HttpConsent
) -> Response:
    """Answer another's wish to take back."""
    return await _do(registry, id, holder, "consent", asked)


async def _showing(
    registry: Registry,
    holder: str | None,
    id: str,
    eyes: str | None,
    seat: int | None,
    invite: str | None,
) -> tuple[Showing, dict[str, Any], dict[str, Any] | None]:
    async with registry.at(id) as opened:
        check_may_look(opened.table, holder, invite)
        held = [] if holder is None else opened.table.seats_of(holder)
        if seat is None:  # one of several seats of one's own
            seat = next((own for own in held if str(own) == eyes), None)
        own = look_through(opened.table, holder, seat)
        by = check_eyes(opened.table, eyes, own)
        showing = Showing(opened.table, by)
        return showing, opened.tell_table(holder, own), tell_result(opened.table)


TheEyes = Annotated[str | None, Query(max_length=10)]


@router.get("/tables/{id}/replay", response_model=requests.Replay, responses=REFUSALS)
async def replay(
    request: Request,
    answers: TheAnswers,
    registry: TheRegistry,
    holder: TheHolder,
    id: str,
    eyes: TheEyes = None,
    views: bool = False,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return a game step by step."""
    showing, table, result = await _showing(registry, holder, id, eyes, seat, invite)
    rest = {"table": table, "eyes": showing.eyes, "result": result}

    def work() -> bytes:
        return to_bytes(rest | {"steps": showing.steps(views)})

    # What it depends on: the game so far, whose eyes, and the table as this asker is told of it.
    key = ("replay", id, showing.seq, views, to_bytes(rest))
    return await answers.respond(request, key, work)


@router.get("/tables/{id}/replay/{step}", response_model=requests.ReplayStep, responses=REFUSALS)
async def replay_step(
    request: Request,
    answers: TheAnswers,
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
    showing, _, _ = await _showing(registry, holder, id, eyes, seat, invite)
    key = ("step", id, showing.seq, step, showing.eyes)
    return await answers.respond(request, key, lambda: to_bytes(showing.steps(True, step)[0]))


@router.get("/tables/{id}/record", responses=REFUSALS)
async def record(
    request: Request,
    answers: TheAnswers,
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
    return await answers.respond(
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
    _count_table(request)
    made, secret = await lobby.fork(registry, id, wanted, address_of(request))
    async with registry.at(made) as opened:
        return answered(_seated(opened, secret), 201)
