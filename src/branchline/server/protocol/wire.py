"""Moves, events and reports over the wire: types for the schema, made from their definitions."""

from __future__ import annotations

import types
from dataclasses import is_dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import typing_extensions
from pydantic import ConfigDict, Field

from branchline.analysis.puzzles import PuzzleOption
from branchline.analysis.report import KeyedWords, Report
from branchline.analysis.trying import Tried
from branchline.game.actions import Move
from branchline.game.codec import Fact, OneOf, Tagged, facts_of
from branchline.game.events import Event
from branchline.plain import Json

_make: Any = typing_extensions
"""Types are made here while the program runs, which a checker of types cannot follow."""


def _typed(name: str, about: str | None, facts: dict[str, object]) -> object:
    """Return the type of an object that has these facts and no others, strictly of their types."""
    made = _make.TypedDict(name, facts)
    made.__doc__ = about
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return made


@cache
def _word(mark: OneOf) -> object:
    words = _make.Literal[mark.words]
    return _make.TypeAliasType(mark.name, words) if mark.name else words


def _sent(hint: object) -> object:
    """Return the type that a value has in JSON."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        (mark,) = args[1:]
        return _word(mark)
    if origin is tuple:
        return types.GenericAlias(list, (_sent(args[0]),))
    if origin is dict:
        return types.GenericAlias(dict, (_sent(args[0]), _sent(args[1])))
    if origin in (Union, types.UnionType):
        return _make.Union[tuple(_sent(one) for one in args)]
    if isinstance(hint, type) and is_dataclass(hint):
        facts = {fact.name: _sent(fact.type) for fact in facts_of(hint)}
        return _typed(hint.__name__, hint.__doc__, facts)
    return hint


def _fact(fact: Fact) -> dict[str, object]:
    """Return the type of a fact by its name, with what some see in its place."""
    sent = _sent(fact.type)
    if fact.none is not None:
        sent = _make.Union[_make.Literal[fact.none], sent]
    if fact.is_optional or fact.is_secret:
        sent = _make.NotRequired[sent]
    counted = {f"{fact.name}_count": _make.NotRequired[int]} if fact.is_counted else {}
    return {fact.name: sent, **counted}


def _union(name: str, ending: str, family: type[Tagged]) -> object:
    """Return the type of any of a family, told apart by its tag."""
    made = []
    for kind, one in family.kinds.items():
        facts: dict[str, object] = {family.tag: _make.Literal[kind]}
        for fact in one.facts:
            facts |= _fact(fact)
        made.append(_typed(f"{one.__name__}{ending}", one.__doc__, facts))
    either = _make.Annotated[_make.Union[tuple(made)], Field(discriminator=family.tag)]
    return _make.TypeAliasType(name, either)


KeptText: Any = _typed(
    "KeptText",
    "A text as it is kept: in English, and by its name in the catalogues of all languages.",
    {"text": str, "key": str, "values": Json},
)


def _reported(hint: object) -> object:
    """Return the type that a part of a report has in JSON."""
    if hint == KeyedWords:
        return KeptText
    if get_origin(hint) is tuple:
        return types.GenericAlias(list, (_reported(get_args(hint)[0]),))
    if isinstance(hint, type) and is_dataclass(hint):
        return _part_of_report(hint)
    return hint


@cache
def _part_of_report(kind: type) -> object:
    hints = get_type_hints(kind, include_extras=True)
    facts = {name: _reported(hint) for name, hint in hints.items()}
    if "move" in facts:
        facts["move"] = SentMove
    return _typed(kind.__name__, kind.__doc__, facts)


def _report_news() -> object:
    """Return the type of what is new in a report: a curve that is known already is left out."""
    hints = get_type_hints(Report, include_extras=True)
    whole = {name: _reported(hint) for name, hint in hints.items()}
    news = {name: _make.Union[whole[name], None] for name in ("curve", "chances")}
    about = "What is new in a report: decisions from a number on; no curve if it is known already."
    return _typed("ReportNews", about, {"format": str, "version": int, **whole, **news})


if TYPE_CHECKING:
    SentMove: TypeAlias = Json
    SeenEvent: TypeAlias = Json
    ReportNews: TypeAlias = Json
    SentTried: TypeAlias = Json
    SentPuzzleOption: TypeAlias = Json
else:
    SentMove = _union("Move", "Move", Move)
    SeenEvent = _union("SeenEvent", "Event", Event)
    ReportNews = _report_news()
    SentTried = _reported(Tried)
    SentPuzzleOption = _reported(PuzzleOption)
