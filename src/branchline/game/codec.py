"""Codec: moves and events as JSON objects with a tag, by the fields of their dataclasses.

A class says its tag once, and its facts as typed fields. All else follows from that: how it is
written and read (here), what goes over the wire (`server.protocol.wire`) and the page's types.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import (
    Annotated,
    Any,
    ClassVar,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from branchline.plain import Json

_SAYS = "says"
_T = TypeVar("_T", bound="Tagged")
_V = TypeVar("_V")
Test: TypeAlias = Callable[[Any], bool]
"""A test of an object."""
Write: TypeAlias = Callable[[Any], object]
Read: TypeAlias = Callable[[object], object]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A mark on the type of a word that is one of several; a common type has a name."""

    words: tuple[str, ...]
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Says:
    """What a field says about its fact besides the type."""

    name: str | None = None
    none: str | None = None
    is_told: bool = True
    is_secret: bool = False
    is_counted: bool = False
    secret_if: Test | None = None


def told_as(name: str, none: str | None = None) -> Any:
    """Declare a fact that has another name in JSON, and perhaps a word for None."""
    return field(metadata={_SAYS: Says(name, none)})


def untold(default: Any) -> Any:
    """Declare a fact that stays in Python, and does not tell one move from another."""
    return field(default=default, compare=False, metadata={_SAYS: Says(is_told=False)})


def secret(counted: bool = False, only_if: Test | None = None) -> Any:
    """Declare a fact that only the seat of its event may see; without a seat nobody may.

    The others see how many there are, if they are counted, or nothing.
    """
    return field(metadata={_SAYS: Says(None, None, True, True, counted, only_if)})


@dataclass(frozen=True, slots=True)
class Fact:
    """A field as it stands in JSON."""

    attribute: str
    name: str
    type: object
    """Its type without None, if that is left out or has a word of its own."""
    none: str | None
    """The word for None."""
    is_optional: bool
    """True if the fact is left out where it is None."""
    is_secret: bool
    is_counted: bool
    secret_if: Test | None
    write: Write | None
    """How a value is written; None if it stands as it is."""
    read: Read


class UnreadableError(ValueError):
    """What was read does not have the facts of any kind."""


class Tagged:
    """The base of a family of kinds: moves, or events."""

    __slots__ = ()
    tag: ClassVar[str]
    """The name under which JSON has the kind."""
    kind: ClassVar[str]
    facts: ClassVar[tuple[Fact, ...]]
    """The facts of the kind that JSON has, in order."""
    kinds: ClassVar[Json]
    """The classes of the family by kind, in the order of their definition."""

    def to_json(self) -> Json:
        """Return it with all its facts, as it stands in a record."""
        raise NotImplementedError

    @classmethod
    def from_json(cls: type[_T], told: Json) -> _T:
        """Read one of the family: exactly the facts of its kind, of exactly their types."""
        kind = told.get(cls.tag)
        found = cls.kinds.get(kind) if isinstance(kind, str) else None
        if found is None:
            raise UnreadableError(cls.tag)
        if not told.keys() <= {cls.tag, *(fact.name for fact in found.facts)}:
            raise UnreadableError(kind)
        made: _T = found(**_read_all(found.facts, told))
        return made


@dataclass_transform(frozen_default=True, field_specifiers=(field, told_as, untold, secret))
def tagged(cls: type[_T]) -> type[_T]:
    """Make a class one of the kinds of its family: a dataclass that can be written and read."""
    made = dataclass(frozen=True, slots=True)(cls)
    made.facts = facts_of(made)
    made.kinds[made.kind] = made
    setattr(made, "to_json", _writer(made))  # noqa: B010 - a method that is made here
    return made


def _writer(kind: type[Tagged]) -> Callable[[Tagged], Json]:
    """Return a function that writes a kind, made of its fields as a dataclass makes its own.

    A server writes every legal action of every position: a loop over the facts would be slow.
    """
    parts = [f"{kind.tag!r}: {kind.kind!r}"]
    known: Json = {"given": _given}
    for fact in kind.facts:
        value = f"one.{fact.attribute}"
        if fact.write is not None:
            known[f"write_{fact.attribute}"] = fact.write
            value = f"write_{fact.attribute}({value})"
        entry = (
            f"**given({fact.name!r}, {value})" if fact.is_optional else f"{fact.name!r}: {value}"
        )
        parts.append(entry)
    made: Callable[[Tagged], Json] = eval(f"lambda one: {{{', '.join(parts)}}}", known)
    made.__doc__ = Tagged.to_json.__doc__
    return made


def _given(name: str, value: object) -> Json:
    """Return a fact that is left out where it is None."""
    return {} if value is None else {name: value}


def facts_of(kind: type) -> tuple[Fact, ...]:
    """Return the fields of a dataclass that JSON has, in order."""
    types_of = get_type_hints(kind, include_extras=True)
    found = []
    for one in fields(kind):
        says = one.metadata.get(_SAYS, Says())
        if says.is_told:
            found.append(_fact(one.name, types_of[one.name], says))
    return tuple(found)


def _fact(attribute: str, hint: object, says: Says) -> Fact:
    inner = _without_none(hint)
    write, read = _codec(inner)
    word = says.none
    assert write is None or (word is None and inner is hint), attribute
    return Fact(
        attribute,
        says.name or attribute,
        inner,
        word,
        inner is not hint and word is None,
        says.is_secret,
        says.is_counted,
        says.secret_if,
        write if word is None else lambda value: word if value is None else value,
        read if word is None else lambda value: None if value == word else read(value),
    )


def _without_none(hint: object) -> object:
    """Return a type without the None in it."""
    some = get_args(hint)
    if get_origin(hint) not in (Union, types.UnionType) or type(None) not in some:
        return hint
    (inner,) = (one for one in some if one is not type(None))
    return inner


def _codec(hint: object) -> tuple[Write | None, Read]:
    """Return how a value of a type is written (None: as it is) and read."""
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and hint in (int, str):
        return None, lambda value: _exactly(hint, value)
    if origin is Annotated:
        return _codec(args[0])
    if origin is tuple:
        write, read = _codec(args[0])
        return _list_of(write), lambda value: tuple(read(one) for one in _exactly(list, value))
    if origin is dict:
        (_, read_key), (_, read_value) = map(_codec, args)
        return dict, lambda value: {
            read_key(key): read_value(one) for key, one in _exactly(dict, value).items()
        }
    if isinstance(hint, type) and is_dataclass(hint):
        return _codec_of_rows(hint)
    inner = _without_none(hint)
    write, read = _codec(inner)
    assert inner is not hint, hint
    assert write is None, hint
    return None, lambda value: None if value is None else read(value)


def _list_of(write: Write | None) -> Write:
    return list if write is None else lambda value: [write(one) for one in value]


def _codec_of_rows(kind: type) -> tuple[Write, Read]:
    facts = facts_of(kind)
    names = [fact.name for fact in facts]

    def read(value: object) -> object:
        found = _exactly(dict, value)
        if found.keys() != set(names):
            raise UnreadableError(kind.__name__)
        return kind(**_read_all(facts, found))

    return lambda row: {name: getattr(row, name) for name in names}, read


def _read_all(facts: tuple[Fact, ...], told: Json) -> Json:
    found = {}
    for fact in facts:
        if fact.name in told:
            found[fact.attribute] = fact.read(told[fact.name])
        elif not fact.is_optional:
            raise UnreadableError(fact.name)
    return found


def _exactly(kind: type[_V], value: object) -> _V:
    if type(value) is not kind:
        raise UnreadableError(f"{value!r:.80}")
    return value
