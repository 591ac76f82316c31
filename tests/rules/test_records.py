"""The classes of records: numpy's fields come from them, and a type checker knows the fields."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import numpy as np
import pytest
from mypy import api

from branchline.rules import state as st
from branchline.rules.record import Int8, Int32, Real, RecordType, record_type

ROOT = Path(__file__).parents[2]


class Wagon(RecordType):
    weight: Real
    axles: Int8


class Train(RecordType):
    first: Wagon
    number: Int32
    doors: Annotated[st.Bytes, 2, 5]
    seen: Annotated[st.Masks, 3]
    marks: st.Mask


def test_annotations_give_the_fields() -> None:
    wagon = record_type(Wagon)
    fields = [
        ("first", wagon),
        ("number", np.int32),
        ("doors", np.int8, (2, 5)),
        ("seen", np.uint64, (3,)),
        ("marks", np.uint64),
    ]
    assert record_type(Train).fields == np.dtype(fields, align=True).fields
    assert wagon.fields == np.dtype([("weight", float), ("axles", np.int8)], align=True).fields


SNIPPET = """
from branchline.policy.mind import Mind, Minds
from branchline.rules.rule import rule
from branchline.rules.state import BoardRecord, Chance, Log, Menu, ResultRecord, State, States

@rule
def one(
    r: Chance, s: State, b: BoardRecord, result: ResultRecord, log: Log, menu: Menu, mind: Mind
) -> int:
    result.decided_by = 1
    menu.ids[log.n] = s.chance.used
    return b.n_cities + r.used + mind.what

@rule
def entry(states: States, minds: Minds) -> int:
    s = states[0]
    s.deck_n -= 1
    return states[0].chance.used + minds[s.seat].rival
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy found out about the modules that the snippets import."""
    return tmp_path_factory.mktemp("mypy")


def checked(folder: Path, kept: Path, text: str) -> list[str]:
    """Return what mypy says of a module of rules."""
    file = folder / "snippet.py"
    file.write_text(text, encoding="utf-8")
    said, problems, _ = api.run(
        [f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={kept}", str(file)]
    )
    assert problems == ""
    return re.findall(r"snippet\.py:\d+: error: (.*)", said)


def test_a_type_checker_knows_the_fields(tmp_path: Path, kept: Path) -> None:
    assert checked(tmp_path, kept, SNIPPET) == []


@pytest.mark.parametrize(
    ("record", "right", "wrong"),
    [
        ("ResultRecord", "result.decided_by", "decided_bye"),
        ("Menu", "menu.ids", "idss"),
        ("Log", "log.n", "m"),
        ("Chance", "s.chance.used", "usd"),
        ("BoardRecord", "b.n_cities", "n_city"),
        ("Chance", "r.used", "usd"),
        ("Mind", "mind.what", "wat"),
        ("State", "s.deck_n", "deck_m"),
        ("Chance", "states[0].chance.used", "usd"),
        ("Mind", "minds[s.seat].rival", "rivals"),
    ],
)
def test_a_misspelt_field_is_an_error(
    tmp_path: Path, kept: Path, record: str, right: str, wrong: str
) -> None:
    assert SNIPPET.count(right) == 1
    misspelt = f"{right.rpartition('.')[0]}.{wrong}"
    said = checked(tmp_path, kept, SNIPPET.replace(right, misspelt))
    assert any(line.startswith(f'"{record}" has no attribute "{wrong}"') for line in said)
