"""The report on a game as typed objects, and how it is written and read as JSON.

Win shares and differences of them are fractions of a win. An ``error`` is half of a 95 % interval.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.text.catalogue import from_json, stored

FORMAT = "branchline-analysis"
VERSION = 1

KeyedWords: TypeAlias = Annotated[str, "words"]
"""A text that is stored by its key, and worded where it is read."""
DecisionMark: TypeAlias = Literal["", "close", "inaccuracy", "mistake", "blunder"]
DecisionKind: TypeAlias = Literal["forced", "obvious", "choice"]


@dataclass(frozen=True, slots=True)
class Moment:
    """What each seat could expect before a step, with all cards open but the decks."""

    step: int
    """How many actions had been taken."""
    turn: int
    shares: tuple[float, ...]
    """The part of the win of each seat; they sum to 1."""
    errors: tuple[float, ...]
    scores: tuple[float, ...]
    """The final score of each seat."""


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """What chance gave each seat in a step; it sums to 0."""

    step: int
    turn: int
    seat: int
    """Whose action it was."""
    luck: tuple[float, ...]
    errors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """An action that was chosen, or could have been."""

    move: Json
    """As it stands in a record."""
    text: KeyedWords
    share: float
    """The part of the win that its seat could expect from it."""
    error: float
    lead: float
    """By how much that is more than from the chosen action, in the same worlds."""
    lead_error: float
    worlds: int
    """How many worlds that comes from."""


@dataclass(frozen=True, slots=True)
class ReasonFigure:
    """A difference between the best action and the chosen one that helps to tell why."""

    name: str
    """What it is about: docs/analysis.md lists them."""
    what: str
    """The id of the ticket, track or colour, if it is about one."""
    best: float
    """The mean over the worlds after the best action."""
    chosen: float
    error: float
    """Of the difference."""
    points: float
    """What the difference is worth in points, if it can be told."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, judged by what its seat could know."""

    step: int
    turn: int
    seat: int
    kind: DecisionKind
    counts: bool
    """Whether it counts in the rating: not if it was forced, or obvious and right."""
    chosen: Option
    others: tuple[Option, ...]
    """The best rival first."""
    loss: float
    """What the chosen action gave away; below 0 by chance alone, 0 where nothing looked better."""
    error: float
    rated: float
    """The loss in as many worlds as every such decision has: the rating is the mean of these."""
    mark: DecisionMark
    figures: tuple[ReasonFigure, ...]
    reasons: tuple[KeyedWords, ...]
    """One or two sentences made from the figures, if the choice was marked."""
    playouts: int


@dataclass(frozen=True, slots=True)
class SeatReport:
    """How a game went for a seat: ``result - start = luck + own + others + residual``."""

    seat: int
    player: str
    result: float
    start: float
    """What a seat may expect before the cards are dealt."""
    luck: float
    own: float
    """What its own actions were worth beside the policy's, with all cards open but the decks."""
    others: float
    """The same of the other seats' actions."""
    residual: float
    """Where the evaluator changed its mind though nothing had happened."""
    rating: float | None
    """1,000 times the mean loss of the decisions that count; None as long as there are none."""
    rating_error: float | None
    counted: int
    marks: dict[str, int]


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a game, as far as it is made."""

    game: str
    seats: int
    options: Json
    players: tuple[str, ...]
    record: str
    """The digest of the record that was analysed."""
    seed: int
    budget: int
    progress: float
    """How much of the work is done, from 0 to 1."""
    worlds: int
    """In how many worlds the moments and chances were valued."""
    thresholds: tuple[float, float, float]
    """Losses from which a choice is an inaccuracy, a mistake and a blunder at this table."""
    curve: tuple[Moment, ...]
    chances: tuple[ChanceEvent, ...]
    decisions: tuple[Decision, ...]
    by_seat: tuple[SeatReport, ...]

    def to_json(self) -> Json:
        """Return the report as plain data."""
        written: Json = _write(Report, self)
        return {"format": FORMAT, "version": VERSION, **written}

    def dumps(self) -> str:
        """Return the report as text: the same report, the same text."""
        return json.dumps(self.to_json(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, told: Any) -> Report:
        """Read a report, or say that it is none."""
        try:
            if (told["format"], told["version"]) != (FORMAT, VERSION):
                raise BranchlineError("analysis.notOurs")
            rest = {name: one for name, one in told.items() if name not in ("format", "version")}
            return cast(Report, _read(Report, rest))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise BranchlineError("analysis.notOurs") from None


T = TypeVar("T")


def write(one: Any) -> Json:
    """Return one of the objects of a report as plain data."""
    written: Json = _write(type(one), one)
    return written


def read(kind: type[T], told: Json) -> T:
    """Read one of the objects of a report."""
    return cast(T, _read(kind, told))


def _write(hint: Any, value: Any) -> Any:
    if hint == KeyedWords:
        return stored(value)
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return {one.name: _write(hints[one.name], getattr(value, one.name)) for one in fields(hint)}
    if get_origin(hint) is tuple:
        return [_write(get_args(hint)[0], one) for one in value]
    return value


def _read(hint: Any, told: Any) -> Any:
    if hint == KeyedWords:
        return from_json(told)
    if is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        if set(told) != set(hints):
            raise ValueError(str(hint))
        return cast(Any, hint)(**{name: _read(hints[name], one) for name, one in told.items()})
    if get_origin(hint) is tuple:
        if type(told) is not list:
            raise ValueError(str(hint))
        return tuple(_read(get_args(hint)[0], one) for one in told)
    if hint is float and type(told) is int:
        return float(told)
    if hint in (int, float, str, bool) and type(told) is not hint:
        raise ValueError(str(hint))
    return told
