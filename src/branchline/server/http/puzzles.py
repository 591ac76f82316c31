"""Requests about puzzles: today's and earlier ones, tries at them, and their answers."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from branchline.analysis.puzzles import day_at
from branchline.board import games
from branchline.server.analyses.puzzling import answers_of, head_of, puzzle_of, puzzle_told
from branchline.server.analyses.trying import TryJudge
from branchline.server.http.common import REFUSALS, TheBoards, TheGames, TheRegistry, answered
from branchline.server.protocol import analyses, puzzles
from branchline.server.protocol.json_text import StrictRoute, to_bytes
from branchline.server.tables.registry import Registry

router = APIRouter(prefix="/api", route_class=StrictRoute)
TheDay = Annotated[str | None, Query(max_length=40)]


def _today(registry: Registry) -> datetime.date:
    return day_at(registry.clock.now())


@router.get("/puzzles", response_model=puzzles.Puzzles, responses=REFUSALS)
async def list_puzzles(request: Request, boards: TheBoards) -> Response:
    """Return which puzzles the games have today; for this no rules are needed."""
    today = _today(request.app.state.registry)

    def work() -> bytes:
        found = [head_of(*puzzle_of(game, None, today)) for game in games()]
        return to_bytes({"today": str(today), "puzzles": found})

    return await boards.respond(request, ("puzzles", today), work)


@router.get("/puzzles/{game}", response_model=puzzles.PuzzleToSolve, responses=REFUSALS)
async def get_puzzle(
    request: Request, registry: TheRegistry, answers: TheGames, game: str, day: TheDay = None
) -> Response:
    """Return the puzzle of a day to solve, without what is best."""
    today = _today(registry)
    puzzle, of = puzzle_of(game, day, today)
    key = ("puzzle", puzzle.id, of, today)
    return await answers.respond(request, key, lambda: puzzle_told(puzzle, of, today))


@router.post("/puzzles/{game}", response_model=analyses.TryAnswer, responses=REFUSALS)
async def try_puzzle(
    request: Request, registry: TheRegistry, game: str, tried: analyses.Try, day: TheDay = None
) -> Response:
    """Judge what somebody would do in the puzzle of a day."""
    puzzle, _ = puzzle_of(game, day, _today(registry))
    trials: TryJudge = request.app.state.trials
    return answered({"tried": await trials.judge_answer(puzzle, tried.action)})


@router.get("/puzzles/{game}/answers", response_model=puzzles.PuzzleAnswers, responses=REFUSALS)
async def get_answers(registry: TheRegistry, game: str, day: TheDay = None) -> Response:
    """Return the answers to the puzzle of a day, and how often bots miss it."""
    puzzle, _ = puzzle_of(game, day, _today(registry))
    return answered(answers_of(puzzle))
