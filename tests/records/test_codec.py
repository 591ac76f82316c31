"""Moves and events: one definition each, from which they are written, read and described."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

import branchline as bl
from branchline.game.actions import Move
from branchline.game.codec import UnreadableError
from branchline.game.events import Event
from branchline.game.record import load_records
from branchline.server.protocol.wire import SeenEvent, SentMove

FILES = sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))
MOVES: TypeAdapter[Any] = TypeAdapter(SentMove)
EVENTS: TypeAdapter[Any] = TypeAdapter(SeenEvent)


@pytest.fixture(scope="module")
def records() -> list[bl.Record]:
    return [record for file in FILES for record in load_records(file)]


def test_every_move_is_read_as_it_was_written(records: list[bl.Record]) -> None:
    kinds = set()
    for record in records:
        for line in record.actions:
            told = line["action"]
            assert Move.from_json(told).to_json() == told == MOVES.validate_python(told)
            kinds.add(told["do"])
    assert set(Move.kinds) - kinds == {"pass"}  # hardly ever in a real game


def test_every_event_is_read_as_it_was_written(records: list[bl.Record]) -> None:
    kinds = set()
    for record in records:
        for told in [*record.opening, *(e for line in record.actions for e in line["events"])]:
            event = Event.from_json(told)
            assert event.to_json() == told == EVENTS.validate_python(told)
            for viewer in (None, 0, 1):
                seen = event.seen_by(viewer)
                assert EVENTS.validate_python(seen) == seen
            kinds.add(told["event"])
    assert set(Event.kinds) - kinds == {"passed"}


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"do": "fly"},
        {"do": ["pass"]},
        {"do": "pass", "why": "tired"},
        {"do": "claim", "track": "a", "colour": "red"},
        {"do": "claim", "track": "a", "colour": "red", "locomotives": True},
        {"do": "claim", "track": "a", "colour": "red", "locomotives": 1.0},
        {"do": "claim", "track": 1, "colour": "red", "locomotives": 1},
        {"do": "keep", "tickets": "all"},
        {"do": "keep", "tickets": [[]]},
        {"do": "draw", "from": "the deck"},
        {"do": "draw", "from": None},
        {"do": "draw", "place": 1},
    ],
    ids=str,
)
def test_a_move_has_exactly_its_facts(told: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError):
        Move.from_json(told)
    with pytest.raises(ValidationError):
        MOVES.validate_python(told)


def test_the_schema_tells_kinds_apart_by_their_tag() -> None:
    for adapter, family in ((MOVES, Move), (EVENTS, Event)):
        schema = adapter.json_schema()
        mapping = schema["discriminator"]["mapping"]
        assert mapping.keys() == family.kinds.keys()
    drew = schema["$defs"]["DrewEvent"]
    assert drew["required"] == ["event", "seat", "from"]
    kept = schema["$defs"]["KeptEvent"]
    assert kept["required"] == ["event", "seat"]
    assert {"tickets", "tickets_count", "returned", "returned_count"} < kept["properties"].keys()
