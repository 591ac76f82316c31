"""Puzzles over HTTP: the day's is the same everywhere, nothing tells the best, tries are judged."""

import datetime
import json
from typing import Any

import pytest
from pydantic import TypeAdapter

import branchline as bl
from branchline.analysis.puzzles import collection, day_at, of_the_day
from branchline.client import Refused
from branchline.server.costs import cost_of
from branchline.server.protocol.puzzles import PuzzleAnswers, Puzzles, PuzzleToSolve

from ..analysis.sample import LEAST
from .served import Served, run
from .test_analyses import judged, serving

TODAY = datetime.date(2026, 3, 1)


def checked(model: Any, told: Any) -> Any:
    """What the server told, which is as the schema says."""
    TypeAdapter(model).validate_json(json.dumps(told))
    return told


def test_a_puzzle_a_day_for_everybody(sqlite_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(served: Served) -> None:
        listed = checked(Puzzles, await served.client.get("/api/puzzles"))
        assert listed["today"] == "2026-03-01"
        assert [one["game"] for one in listed["puzzles"]] == list(bl.games())
        for day in (None, "2026-02-27"):
            puzzle = of_the_day("card_game", datetime.date.fromisoformat(day or "2026-03-01"))
            query = f"?day={day}" if day else ""
            told = await served.client.get(f"/api/puzzles/card_game{query}")
            checked(PuzzleToSolve, told)
            assert (told["puzzle"]["number"], told["puzzle"]["grade"]) == (
                puzzle.number,
                puzzle.grade,
            )
            shown = puzzle.shown()["position"]
            assert told["position"]["view"] == json.loads(json.dumps(shown["view"]))
            moves = [one["move"] for one in told["position"]["actions"]]
            assert moves == [one["move"] for one in json.loads(json.dumps(shown["legal"]))]
            assert [one["yours"] for one in told["table"]["seats"]].index(True) == puzzle.seat
            assert len(told["steps"]) == len(puzzle.moves) + 1
            # What happened is told as the seat saw it, and nothing of what is best.
            everything = json.dumps(told)
            assert puzzle.key not in everything
            assert not {"share", "lead", "missed", "best"} & set(names(told))
        found = checked(PuzzleAnswers, await served.client.get("/api/puzzles/card_game/answers"))
        best = of_the_day("card_game", TODAY).answers[0]
        assert found["options"][0]["move"] == best.move
        levels = {one["bot"]: one["level"] for one in found["missed"]}
        assert levels["dispatcher"] == "superintendent"
        assert levels["random"] is None

    async def refuse(served: Served) -> None:
        for path, code, why in (
            ("chess", "unknown", "no such game"),
            ("usa?day=2026-03-02", "invalid", "comes on that day; today is 2026-03-01"),
            ("usa?day=2026-02-30", "invalid", "2026-02-30 is not a day"),
            ("usa/answers?day=tomorrow", "invalid", "tomorrow is not a day"),
        ):
            with pytest.raises(Refused, match=why) as refused:
                await served.client.get(f"/api/puzzles/{path}")
            assert refused.value.code == code
        for body in ({"action": "best"}, {"action": -1}, {}):
            with pytest.raises(Refused) as refused:
                await served.client.post("/api/puzzles/usa", body)
            assert refused.value.code == "invalid"
        with pytest.raises(Refused, match="cannot be done here"):
            await judged(served.client, "/api/puzzles/usa", {"action": 99_999})

    async def solve(served: Served) -> None:
        puzzle = of_the_day("usa", TODAY)
        game = puzzle.position.game()
        ids = [game.action_of(one.move, puzzle.seat).id for one in puzzle.answers[:2]]
        for id, one in zip(ids, puzzle.answers, strict=False):
            tried = await judged(served.client, "/api/puzzles/usa", {"action": id})
            assert (tried["loss"], tried["solved"]) == (-one.lead, one is puzzle.answers[0])
            assert tried["best"]["move"] == puzzle.answers[0].move

    # It works where no games are analysed.
    with serving(sqlite_file, analysis_workers=0, analysis_budget=LEAST) as served:
        clock = served.registry.clock
        midnight = datetime.datetime(2026, 3, 1, tzinfo=datetime.UTC).timestamp()
        monkeypatch.setattr(clock, "now", lambda: midnight)
        run(look(served))
        run(refuse(served))
        run(solve(served))


def names(told: Any) -> list[str]:
    """All names in plain data, however deep."""
    if isinstance(told, dict):
        return [*told, *(name for one in told.values() for name in names(one))]
    return [name for one in told for name in names(one)] if isinstance(told, list) else []


def test_the_day_changes_at_midnight_of_utc() -> None:
    midnight = datetime.datetime(2026, 3, 2, tzinfo=datetime.UTC).timestamp()
    assert [day_at(midnight - 1), day_at(midnight)] == [TODAY, datetime.date(2026, 3, 2)]
    assert of_the_day("usa", TODAY) in collection("usa")


def test_tries_cost_more() -> None:
    assert cost_of("GET", "/api/puzzles") == cost_of("GET", "/api/puzzles/usa/answers") == 1
    assert cost_of("POST", "/api/puzzles/usa") > cost_of("GET", "/api/puzzles/usa") > 1
