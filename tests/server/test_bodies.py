"""The bodies of steps: one definition for each kind, and the same JSON as ever."""

import json
from types import SimpleNamespace
from typing import Any

import pytest

from branchline.server.storage.lines import BODIES, NOTHING, SitBody, read_body
from branchline.server.storage.store import Entry, to_entry, to_line, why_of
from branchline.server.tables.seats import Chair, Setup
from branchline.server.tables.table import Table

HASH = "0123456789abcdef" * 4
PERSON = {"kind": "person", "name": "Ann", "bot": None, "secret": HASH, "away": False}
BOT = {"kind": "bot", "name": "Conductor", "bot": "conductor", "secret": None, "away": False}
WHY = {"text": "No choice.", "key": "reason.nothingElse", "values": {}}

STORED: list[tuple[str, dict[str, Any]]] = [
    ("created", {"chairs": [PERSON, BOT]}),
    ("sit", {"name": "Ann", "secret": HASH}),
    ("leave", {"name": "Ann"}),
    ("leave", {"name": "Ann", "gone": HASH}),
    ("remove", {"was": "Ann", "bot": "conductor", "name": "Conductor", "gone": HASH}),
    ("remove", {"was": "A", "bot": "planner", "name": "P", "gone": HASH, "invite": "i-_9"}),
    ("colour", {"colour": "white"}),
    ("bot", {"bot": None}),
    ("bot", {"bot": "conductor", "name": "Conductor 2"}),
    ("start", {}),
    ("action", {"move": {"do": "draw", "from": "deck"}}),
    ("action", {"move": {"do": "draw", "from": 3}}),
    ("action", {"move": {"do": "keep", "tickets": ["a", "b"]}, "by_bot": True, "why": WHY}),
    ("action", {"move": {"do": "pass"}, "by_bot": True, "why": "in words", "thought": "less"}),
    ("undo", {"undone": [7, 8]}),
    ("ask", {"target": 7}),
    ("consent", {"asked": 9, "agree": False}),
    ("withdraw", {"asked": 9}),
    ("chat", {"text": "hello"}),
    *((kind, {}) for kind in ("pause", "stop", "resume", "away", "back", "time out", "hurry")),
    ("downtime", {"seconds": 60}),
    ("rematch", {"table": "abc123"}),
]


def row(kind: str, body: str) -> Any:
    """A row of the log as the database gives it."""
    return SimpleNamespace(seq=4, at=1.0, kind=kind, seat=None, client_id=None, body=body)


@pytest.mark.parametrize(("kind", "told"), STORED, ids=lambda one: str(one)[:40])
def test_what_is_stored_is_read_and_stored_again_to_the_letter(
    kind: str, told: dict[str, Any]
) -> None:
    entry = to_entry(row(kind, json.dumps(told)))
    assert type(entry.body) is BODIES[kind]
    assert to_line("t", entry)["body"] == json.dumps(told)


def test_every_kind_is_among_them() -> None:
    assert {kind for kind, _ in STORED} == set(BODIES)


SPOILT: list[tuple[str, Any]] = [
    ("created", {"chairs": [PERSON]}),
    ("created", {"chairs": [PERSON, {**BOT, "more": 1}]}),
    ("created", {}),
    ("sit", {"name": "Ann", "secret": 5}),
    ("sit", {"name": "Ann", "secret": HASH, "more": "denver"}),
    ("start", []),
    ("start", None),
    ("action", {"move": {"do": "keep", "tickets": "denver"}}),
    ("action", {"move": {"do": "denver"}}),
    ("action", {"move": None}),
    ("chat", {"text": ["denver"]}),
    ("consent", {"asked": 9, "agree": "denver"}),
]


@pytest.mark.parametrize(("kind", "told"), SPOILT, ids=lambda one: str(one)[:40])
def test_what_does_not_fit_cannot_be_read_and_the_reason_tells_nothing_of_it(
    kind: str, told: Any
) -> None:
    with pytest.raises(ValueError, match="step 4") as problem:
        to_entry(row(kind, json.dumps(told)))
    assert why_of(problem.value) == "ValueError: step 4 says what none of its kind can say"


def test_there_are_no_other_kinds() -> None:
    with pytest.raises(ValueError, match="no such kind of step"):
        read_body("fly", {})


def test_a_step_with_the_body_of_another_kind_is_not_applied() -> None:
    setup = Setup("usa", 2, {}, "", False, "live", None, "bot", 0.5, True, HASH, "i")
    table = Table("t", setup, bytes(32), 0.0, bearing=[0, 0])
    table.chairs = [Chair(), Chair()]
    with pytest.raises(AssertionError, match="none of its kind"):
        table.apply(Entry(1, 0.0, "sit", 0, None, NOTHING))
    table.apply(Entry(1, 0.0, "sit", 0, None, SitBody("Ann", HASH)))
    assert table.chairs[0].name == "Ann"
