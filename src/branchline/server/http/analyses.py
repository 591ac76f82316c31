"""Requests about analyses: of a table's game after its end, and of a record that is sent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from branchline.plain import Json
from branchline.server.analyses import asking
from branchline.server.analyses.making import AnalysisMaker
from branchline.server.analyses.showing import record_replay
from branchline.server.analyses.trying import TryJudge, decision_at, position_told
from branchline.server.costs import TOLD
from branchline.server.heavy import Answers
from branchline.server.http.common import (
    REFUSALS,
    TheGames,
    TheHolder,
    TheInvite,
    answered,
    the_registry,
)
from branchline.server.http.replays import TheEyes
from branchline.server.limits import Buckets, address_of
from branchline.server.protocol import analyses, requests
from branchline.server.protocol.json_text import StrictRoute
from branchline.server.storage.analyses import AnalysisRow

router = APIRouter(prefix="/api", route_class=StrictRoute)
_DAY = 86400.0


def the_maker(request: Request) -> AnalysisMaker:
    """Return what makes the analyses, where there are the rules for it."""
    the_registry(request)
    maker: AnalysisMaker = request.app.state.analyses
    return maker


TheMaker = Annotated[AnalysisMaker, Depends(the_maker)]
Known = Annotated[int, Query(ge=0, le=1_000_000)]
TheStep = Annotated[int, Path(ge=0, le=1_000_000)]


async def _told(
    request: Request,
    maker: AnalysisMaker,
    row: AnalysisRow | None,
    decisions: int = 0,
    worlds: int | None = None,
    status: int = 200,
) -> Response:
    """Answer how far an analysis is; a long answer costs more."""
    told = answered(await asking.told(maker, row, decisions, worlds), status)
    addresses: Buckets = request.app.state.sockets.addresses
    addresses.of(address_of(request)).charge(TOLD * len(told.body))
    return told


@router.get("/analyses", response_model=analyses.AnalysisRules, responses=REFUSALS)
async def get_rules(maker: TheMaker) -> Response:
    """Tell whether and how games are analysed here."""
    settings = maker.registry.settings
    told: Json = {
        "on": maker.lanes > 0,
        "budget": settings.analysis_budget,
        "max_record": analyses.MAX_RECORD,
        "kept_days": settings.forget_records / _DAY or None,
        "each": settings.max_analyses_per_address,
        "waiting": await maker.rows.count_unfinished(),
    }
    return answered(told)


@router.post("/tables/{id}/analysis", response_model=analyses.AnalysisState, responses=REFUSALS)
async def analyse_table(
    request: Request, maker: TheMaker, holder: TheHolder, id: str, invite: TheInvite = None
) -> Response:
    """Let a finished game be analysed, or join those who wait for it."""
    row = await asking.ask_for_table(maker, id, holder, invite, address_of(request))
    return await _told(request, maker, row)


@router.get("/tables/{id}/analysis", response_model=analyses.AnalysisState, responses=REFUSALS)
async def get_table_analysis(
    request: Request,
    maker: TheMaker,
    holder: TheHolder,
    id: str,
    invite: TheInvite = None,
    decisions: Known = 0,
    worlds: Known | None = None,
) -> Response:
    """Return how far the analysis of a finished game is, and what is new."""
    row = await asking.of_table(maker, id, holder, invite)
    return await _told(request, maker, row, decisions, worlds)


@router.post(
    "/analyses", response_model=analyses.AnalysisState, status_code=201, responses=REFUSALS
)
async def analyse_record(request: Request, maker: TheMaker, sent: analyses.SentRecord) -> Response:
    """Let a record be analysed."""
    row = await asking.ask_for_record(maker, sent.record, address_of(request))
    return await _told(request, maker, row, status=201)


@router.get("/analyses/{id}", response_model=analyses.AnalysisState, responses=REFUSALS)
async def get_record_analysis(
    request: Request,
    maker: TheMaker,
    id: str,
    decisions: Known = 0,
    worlds: Known | None = None,
) -> Response:
    """Return how far the analysis of a record is, and what is new."""
    row = await asking.of_record(maker, id)
    return await _told(request, maker, row, decisions, worlds)


@router.get("/analyses/{id}/replay", response_model=requests.Replay, responses=REFUSALS)
async def get_record_replay(
    request: Request,
    games: TheGames,
    maker: TheMaker,
    id: str,
    eyes: TheEyes = None,
    views: bool = False,
) -> Response:
    """Return the game of a record step by step."""
    row = await asking.of_record(maker, id)
    record = await maker.record_of(row)
    key = ("record replay", id, eyes, views)
    return await games.respond(
        request, key, lambda: record_replay(id, row.asked_at, record, eyes, views)
    )


async def _position(
    request: Request, games: Answers, maker: AnalysisMaker, row: AnalysisRow | None, step: int
) -> Response:
    """Answer how a judged moment stood for the seat that decided."""
    await decision_at(maker, row, step)
    assert row is not None
    record = await maker.record_of(row)
    return await games.respond(
        request, ("position", row.id, step), lambda: position_told(record, step)
    )


async def _tried(
    request: Request, maker: AnalysisMaker, row: AnalysisRow | None, step: int, action: int
) -> Response:
    """Answer how good a try is."""
    await decision_at(maker, row, step)
    assert row is not None
    trials: TryJudge = request.app.state.trials
    return answered({"tried": await trials.judge(row, step, action)})


@router.get("/tables/{id}/positions/{step}", response_model=analyses.ToSolve, responses=REFUSALS)
async def get_table_position(
    request: Request,
    games: TheGames,
    maker: TheMaker,
    holder: TheHolder,
    id: str,
    step: TheStep,
    invite: TheInvite = None,
) -> Response:
    """Return a moment of an analysed game, to decide in it once more."""
    row = await asking.of_table(maker, id, holder, invite)
    return await _position(request, games, maker, row, step)


@router.post("/tables/{id}/positions/{step}", response_model=analyses.TryAnswer, responses=REFUSALS)
async def try_at_table(
    request: Request,
    maker: TheMaker,
    holder: TheHolder,
    id: str,
    step: TheStep,
    tried: analyses.Try,
    invite: TheInvite = None,
) -> Response:
    """Judge what somebody would do there."""
    row = await asking.of_table(maker, id, holder, invite)
    return await _tried(request, maker, row, step, tried.action)


@router.get("/analyses/{id}/positions/{step}", response_model=analyses.ToSolve, responses=REFUSALS)
async def get_record_position(
    request: Request, games: TheGames, maker: TheMaker, id: str, step: TheStep
) -> Response:
    """Return a moment of a record that was analysed."""
    row = await asking.of_record(maker, id)
    return await _position(request, games, maker, row, step)


@router.post(
    "/analyses/{id}/positions/{step}", response_model=analyses.TryAnswer, responses=REFUSALS
)
async def try_in_record(
    request: Request, maker: TheMaker, id: str, step: TheStep, tried: analyses.Try
) -> Response:
    """Judge what somebody would do there."""
    row = await asking.of_record(maker, id)
    return await _tried(request, maker, row, step, tried.action)


@router.get("/analyses/{id}/record", responses=REFUSALS)
async def get_record(maker: TheMaker, id: str) -> Response:
    """Return a record that was sent."""
    record = await maker.record_of(await asking.of_record(maker, id))
    named = {"content-disposition": f'attachment; filename="branchline-{id}.jsonl"'}
    headers = {"cache-control": "no-store", **named}
    return Response(record, 200, headers, "application/x-ndjson")
