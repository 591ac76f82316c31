"""Moves and events as they go over the wire: types for the schema, made from their definitions."""

from __future__ import annotations

import types
from dataclasses import is_dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType, TypedDict

from branchline.game.actions import Move
from branchline.game.codec import Fact, OneOf, Tagged, facts_of
from branchline.game.events import Event

_ALIAS: Any = TypeAliasType
_ANNOTATED: Any = Annotated
_DICT: Any = dict
_LIST: Any = list
_LITERAL: Any = Literal
_NOT_REQUIRED: Any = NotRequired
_OBJECT: Any = TypedDict
_UNION: Any = Union
"""Types are made here while the program runs, which a checker of types cannot follow."""


def _typed(name: str, about: str | None, facts: dict[str, Any]) -> Any:
    """Return the type of an object that has these facts and no others, strictly of their types."""
    made = _OBJECT(name, facts)
    made.__doc__ = about
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return made


@cache
def _word(mark: OneOf) -> Any:
    words = _LITERAL[mark.words]
    return _ALIAS(mark.name, words) if mark.name else words


def _sent(hint: Any) -> Any:
    """Return the type that a value has in JSON."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        (mark,) = args[1:]
        return _word(mark)
    if origin is tuple:
        return _LIST[_sent(args[0])]
    if origin is dict:
        return _DICT[_sent(args[0]), _sent(args[1])]
    if origin in (Union, types.UnionType):
        return _UNION[tuple(_sent(one) for one in args)]
    if isinstance(hint, type) and is_dataclass(hint):
        facts = {fact.name: _sent(fact.type) for fact in facts_of(hint)}
        return _typed(hint.__name__, hint.__doc__, facts)
    return hint


def _fact(fact: Fact) -> dict[str, Any]:
    """Return the type of a fact by its name, with what some see in its place."""
    sent = _sent(fact.type)
    if fact.none is not None:
        sent = _LITERAL[fact.none] | sent
    if fact.is_optional or fact.is_secret:
        sent = _NOT_REQUIRED[sent]
    counted = {f"{fact.name}_count": _NOT_REQUIRED[int]} if fact.is_counted else {}
    return {fact.name: sent, **counted}


def _union(name: str, ending: str, family: type[Tagged]) -> Any:
    """Return the type of any of a family, told apart by its tag."""
    made = []
    for kind, one in family.kinds.items():
        facts: dict[str, Any] = {family.tag: _LITERAL[kind]}
        for fact in one.facts:
            facts |= _fact(fact)
        made.append(_typed(f"{one.__name__}{ending}", one.__doc__, facts))
    return _ALIAS(name, _ANNOTATED[_UNION[tuple(made)], Field(discriminator=family.tag)])


if TYPE_CHECKING:
    SentMove: TypeAlias = dict[str, Any]
    SeenEvent: TypeAlias = dict[str, Any]
else:
    SentMove = _union("Move", "Move", Move)
    SeenEvent = _union("SeenEvent", "Event", Event)
