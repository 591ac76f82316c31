"""HTTP: the requests that are not about one decision in a game."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from branchline.board import games
from branchline.server import bodies as m
from branchline.server import lobby, messages, parts
from branchline.server.answers import Answers
from branchline.server.boarddata import board_data, games_data, version_of
from branchline.server.hall import Hall
from branchline.server.limits import Buckets, address_of
from branchline.server.live import Live, to_bytes
from branchline.server.play import Player, Stale, refusal
from branchline.server.problems import Refused, unknown_secret
from branchline.server.reading import StrictRoute
from branchline.server.replays import Showing, check_eyes
from branchline.server.schema import schema
from branchline.server.telling import tell_position, tell_result
from branchline.server.tokens import hashed
from branchline.server.who import check_may_look, look_through

router = APIRouter(prefix="/api", route_class=StrictRoute)
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_FOR_EVER = "public, max-age=31536000, immutable"


def answered(told: Any, status: int = 200, keep: str = "no-store") -> Response:
    """Return a body as JSON."""
    return Response(to_bytes(told), status, {"cache-control": keep}, "application/json")


def the_hall(request: Request) -> Hall:
    """Return the hall of the server."""
    hall: Hall = request.app.state.hall
    if hall.is_closing:
        raise Refused("closing", "problem.closing")
    return hall


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
        raise Refused("slow down", "problem.manyRequests")
    return answers


TheAnswers = Annotated[Answers, Depends(the_answers)]
TheHall = Annotated[Hall, Depends(the_hall)]
TheHolder = Annotated[str | None, Depends(the_holder)]
TheSeat = Annotated[int | None, Query(ge=0, le=5)]
TheInvite = Annotated[str | None, Query(max_length=64)]
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": m.Refused} for code in (400, 401, 403, 404, 409, 413, 429, 503)
}

ANSWERS = REFUSALS | {409: {"model": messages.Answer | m.Refused}}
"""A decision that comes too late is answered as on the socket, with the position."""


def _table_for(live: Live, holder: str | None, seat: int | None = None) -> dict[str, Any]:
    if holder is not None and seat is None:
        held = live.table.seats_of(holder)
        seat = held[0] if held else None
    return live.tell_table(holder, seat)


def _seated(live: Live, secret: str, seat: int | None = None) -> dict[str, Any]:
    return {
        "table": _table_for(live, hashed(secret), seat),
        "secret": secret,
        "invite": live.table.invite,
        "path": f"/table/{live.table.id}",
    }


def _count_table(request: Request) -> None:
    """Refuse another table to an address that has made many."""
    creations: Buckets = request.app.state.creations
    if not creations.of(address_of(request)).take():
        raise Refused("slow down", "problem.manyTables")


@router.get("/games", response_model=m.Games)
async def list_games(request: Request, answers: TheAnswers) -> Response:
    """List the games, with their options, levels and bots."""
    return await answers.respond(request, "games", games_data, "no-cache")


@router.get("/games/{game}/board", response_model=m.BoardInfo, responses=REFUSALS)
async def get_board(
    request: Request,
    answers: TheAnswers,
    game: str,
    v: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """Return all that never changes about a game."""
    if game not in games():
        raise Refused("unknown", "problem.noSuchGame")
    keep = _FOR_EVER if v == version_of(game) else "no-cache"
    return await answers.respond(request, ("board", game), lambda: board_data(game), keep)


@router.get("/schema")
async def get_schema(request: Request, answers: TheAnswers) -> Response:
    """Return the protocol as schemas."""
    return await answers.respond(request, "schema", lambda: to_bytes(schema()), "no-cache")


@router.get("/home", response_model=m.Home, responses=REFUSALS)
async def get_home(hall: TheHall, answers: TheAnswers) -> Response:
    """Return the listed tables."""

    async def work() -> bytes:
        opened, running, finished = await asyncio.gather(
            hall.store.listed(["lobby"], 50),
            hall.store.listed(["playing", "paused"], 50),
            hall.store.listed(["over"], 50),
        )
        lists = {"open": opened, "running": running, "finished": finished}
        return to_bytes({name: [_shown(table) for table in some] for name, some in lists.items()})

    # Another process may have stored something too: that is seen a second later.
    body = await answers.lately("home", hall.store.commits, work)
    return Response(body, 200, {"cache-control": "no-store"}, "application/json")


@router.post("/mine", response_model=m.MyTables, responses=REFUSALS)
async def get_mine(hall: TheHall, asked: m.Mine) -> Response:
    """Return the tables where the asker sits."""
    holders = [hashed(secret) for secret in asked.secrets]
    tables: dict[str, dict[str, Any]] = {}
    by: dict[str, int] = {}
    for summary, holder in await hall.store.held_by(holders, 100):
        told = tables.setdefault(summary["id"], summary)
        by.setdefault(summary["id"], holders.index(holder))
        for player, secret in zip(told["players"], told["holders"], strict=True):
            player["yours"] |= secret == holder
    return answered({"tables": [_shown(table) for table in tables.values()], "by": [*by.values()]})


def _shown(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary without the hashes that are stored with it."""
    return {name: fact for name, fact in summary.items() if name != "holders"}


@router.post("/tables", response_model=m.Seated, status_code=201, responses=REFUSALS)
async def create_table(hall: TheHall, request: Request, wanted: m.NewTable) -> Response:
    """Create a table."""
    _count_table(request)
    id, secret = await lobby.create(hall, wanted, address_of(request))
    async with hall.at(id) as live:
        return answered(_seated(live, secret), 201)


@router.get("/tables/{id}", response_model=m.TableAnswer, responses=REFUSALS)
async def get_table(
    hall: TheHall, holder: TheHolder, id: str, seat: TheSeat = None, invite: TheInvite = None
) -> Response:
    """Return a table as the asker may see it."""
    async with hall.at(id) as live:
        check_may_look(live.table, holder, invite)
        viewer = look_through(live.table, holder, seat)
        return answered(
            {
                "table": live.tell_table(holder, viewer),
                "position": tell_position(live.table, viewer),
                "steps": live.steps(viewer, 0),
            }
        )


@router.post("/tables/{id}/sit", response_model=m.Seated, responses=REFUSALS)
async def sit(hall: TheHall, id: str, wanted: m.Sit) -> Response:
    """Take a seat."""
    live, seat, secret = await lobby.sit(hall, id, wanted)
    return answered(_seated(live, secret, seat))


@router.post("/tables/{id}/leave", response_model=parts.Table, responses=REFUSALS)
async def leave(hall: TheHall, holder: TheHolder, id: str, asked: m.SeatRequest) -> Response:
    """Leave a seat."""
    return answered(_table_for(await lobby.leave(hall, id, holder, asked.seat), holder))


@router.post("/tables/{id}/bot", response_model=parts.Table, responses=REFUSALS)
async def set_bot(hall: TheHall, holder: TheHolder, id: str, asked: m.SetBot) -> Response:
    """Put a bot on a free seat, or take it off."""
    return answered(_table_for(await lobby.set_bot(hall, id, holder, asked), holder))


@router.post("/tables/{id}/start", response_model=parts.Table, responses=REFUSALS)
async def start(hall: TheHall, holder: TheHolder, id: str) -> Response:
    """Deal."""
    return answered(_table_for(await lobby.start(hall, id, holder), holder))


@router.post("/tables/{id}/pause", response_model=parts.Table, responses=REFUSALS)
async def pause(hall: TheHall, holder: TheHolder, id: str) -> Response:
    """Stop the game for a while."""
    return answered(_table_for(await lobby.pause(hall, id, holder, True), holder))


@router.post("/tables/{id}/resume", response_model=parts.Table, responses=REFUSALS)
async def resume(hall: TheHall, holder: TheHolder, id: str) -> Response:
    """Let the game go on."""
    return answered(_table_for(await lobby.pause(hall, id, holder, False), holder))


@router.post("/tables/{id}/remove", response_model=parts.Table, responses=REFUSALS)
async def remove(hall: TheHall, holder: TheHolder, id: str, asked: m.SeatRequest) -> Response:
    """Remove a person from the table."""
    return answered(_table_for(await lobby.remove(hall, id, holder, asked.seat), holder))


@router.post("/tables/{id}/away", response_model=parts.Table, responses=REFUSALS)
async def away(hall: TheHall, holder: TheHolder, id: str, asked: m.SeatRequest) -> Response:
    """Let a bot play a seat."""
    return answered(_table_for(await lobby.away(hall, id, holder, asked.seat, True), holder))


@router.post("/tables/{id}/back", response_model=parts.Table, responses=REFUSALS)
async def back(hall: TheHall, holder: TheHolder, id: str, asked: m.SeatRequest) -> Response:
    """Take a seat back from the bot."""
    return answered(_table_for(await lobby.away(hall, id, holder, asked.seat, False), holder))


@router.post("/tables/{id}/rematch", response_model=m.Seated, responses=REFUSALS)
async def rematch(hall: TheHall, holder: TheHolder, request: Request, id: str) -> Response:
    """Make the same table again."""
    made = await lobby.rematch(hall, id, holder)
    secret = request.headers["authorization"].partition(" ")[2]
    async with hall.at(made) as live:
        return answered(_seated(live, secret))


async def _do(hall: Hall, id: str, holder: str | None, kind: str, asked: Any) -> Response:
    """Carry out a request that makes a step, as on the socket."""
    if holder is not None and not hall.seat_buckets.of(f"{id} {holder}").take():
        raise Refused("slow down", "problem.tooMuch")
    begun = time.perf_counter()
    told: list[dict[str, Any]] = []
    fields = {name: getattr(asked, name) for name in type(asked).model_fields if name != "seat"}
    message = _MESSAGES[kind](type=kind, **fields)
    try:
        await Player(hall, id, holder, asked.seat).carry_out(message, told.append)
    except Stale as problem:
        hall.metrics.refused(problem.code)
        return answered(refusal(asked.id, problem, position=problem.position), problem.status)
    finally:
        hall.metrics.request_seconds.note(time.perf_counter() - begun)
    return answered(told[0])


_MESSAGES: dict[str, Any] = {
    "act": messages.Act,
    "chat": messages.Chat,
    "take back": messages.TakeBack,
    "consent": messages.Consent,
}


@router.post("/tables/{id}/act", response_model=messages.Answer, responses=ANSWERS)
async def act(hall: TheHall, holder: TheHolder, id: str, asked: m.HttpAct) -> Response:
    """Decide."""
    return await _do(hall, id, holder, "act", asked)


@router.post("/tables/{id}/chat", response_model=messages.Answer, responses=ANSWERS)
async def chat(hall: TheHall, holder: TheHolder, id: str, asked: m.HttpChat) -> Response:
    """Say something to the table."""
    return await _do(hall, id, holder, "chat", asked)


@router.post("/tables/{id}/take_back", response_model=messages.Answer, responses=ANSWERS)
async def take_back(hall: TheHall, holder: TheHolder, id: str, asked: m.HttpTakeBack) -> Response:
    """Take a decision back, or ask for leave to."""
    return await _do(hall, id, holder, "take back", asked)


@router.post("/tables/{id}/consent", response_model=messages.Answer, responses=ANSWERS)
async def consent(hall: TheHall, holder: TheHolder, id: str, asked: m.HttpConsent) -> Response:
    """Answer another's wish to take back."""
    return await _do(hall, id, holder, "consent", asked)


async def _showing(
    hall: Hall, holder: str | None, id: str, eyes: str | None, seat: int | None, invite: str | None
) -> tuple[Showing, dict[str, Any], dict[str, Any] | None]:
    async with hall.at(id) as live:
        check_may_look(live.table, holder, invite)
        held = [] if holder is None else live.table.seats_of(holder)
        if seat is None:  # one of several seats of one's own
            seat = next((own for own in held if str(own) == eyes), None)
        own = look_through(live.table, holder, seat)
        by = check_eyes(live.table, eyes, own)
        showing = Showing(live.table, live.board, by)
        return showing, live.tell_table(holder, own), tell_result(live.table, showing.viewer)


TheEyes = Annotated[str | None, Query(max_length=10)]


@router.get("/tables/{id}/replay", response_model=m.Replay, responses=REFUSALS)
async def replay(
    request: Request,
    answers: TheAnswers,
    hall: TheHall,
    holder: TheHolder,
    id: str,
    eyes: TheEyes = None,
    views: bool = False,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return a game step by step."""
    showing, table, result = await _showing(hall, holder, id, eyes, seat, invite)
    rest = {"table": table, "eyes": showing.eyes, "result": result}

    def work() -> bytes:
        return to_bytes(rest | {"steps": showing.steps(views)})

    # What it depends on: the game so far, whose eyes, and the table as this asker is told of it.
    key = ("replay", id, showing.seq, views, to_bytes(rest))
    return await answers.respond(request, key, work)


@router.get("/tables/{id}/replay/{step}", response_model=m.ReplayStep, responses=REFUSALS)
async def replay_step(
    request: Request,
    answers: TheAnswers,
    hall: TheHall,
    holder: TheHolder,
    id: str,
    step: int,
    eyes: TheEyes = None,
    seat: TheSeat = None,
    invite: TheInvite = None,
) -> Response:
    """Return one step of a game, with what one sees after it."""
    if step < 0:
        raise Refused("invalid", "problem.stepsFrom")
    showing, _, _ = await _showing(hall, holder, id, eyes, seat, invite)
    key = ("step", id, showing.seq, step, showing.eyes)
    return await answers.respond(request, key, lambda: to_bytes(showing.steps(True, step)[0]))


@router.get("/tables/{id}/record", responses=REFUSALS)
async def record(
    request: Request,
    answers: TheAnswers,
    hall: TheHall,
    holder: TheHolder,
    id: str,
    invite: TheInvite = None,
) -> Response:
    """Return the record of a finished game."""
    async with hall.at(id) as live:
        check_may_look(live.table, holder, invite)
        if live.table.game is None or not live.table.is_over:
            raise Refused("not started", "problem.recordLater")
        game, names, seq = live.table.game, list(live.table.names), live.table.seq
    return await answers.respond(
        request,
        ("record", id, seq),
        lambda: game.record(names).dumps().encode(),  # the game is over and does not change
        kind="application/x-ndjson",
        more={"content-disposition": f'attachment; filename="branchline-{id}.jsonl"'},
    )


@router.post("/tables/{id}/fork", response_model=m.Seated, status_code=201, responses=REFUSALS)
async def fork(
    hall: TheHall,
    holder: TheHolder,
    request: Request,
    id: str,
    wanted: m.Fork,
    invite: TheInvite = None,
) -> Response:
    """Go on from a step of a finished game."""
    async with hall.at(id) as live:
        check_may_look(live.table, holder, invite)
    _count_table(request)
    made, secret = await lobby.fork(hall, id, wanted, address_of(request))
    async with hall.at(made) as live:
        return answered(_seated(live, secret), 201)
