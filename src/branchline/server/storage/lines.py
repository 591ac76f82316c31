"""What steps and tables hold, as they are stored and in files: read as strictly as a message."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated, Literal

from pydantic import (
    Base64Bytes,
    ConfigDict,
    Field,
    JsonValue,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    TypeAdapter,
)

from branchline.plain import Json
from branchline.server.protocol.models import Id, Incoming, Number, SeatColour, SeatNumber
from branchline.server.protocol.wire import SentMove

MAX_ENTRIES = 50_000
"""Steps of one table: a hundred times those of a long game."""
TableId = Annotated[StrictStr, Field(pattern=r"^[a-z0-9]{1,16}$")]
Hash = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
Invite = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Request = Annotated[StrictStr, Field(pattern=r"^([0-9a-f]{64}|rematch):[A-Za-z0-9_.:-]{1,64}$")]
LATEST = 1e11
"""The latest time that is believed, in seconds since 1970: it is in the year 5138."""
Time = Annotated[StrictFloat | StrictInt, Field(ge=0, le=LATEST)]
Name = Annotated[StrictStr, Field(max_length=64)]
BotName = Annotated[StrictStr, Field(max_length=4096)]
"""It may be unknown: a table with such a bot is read too."""
ChairKind = Literal["open", "person", "bot"]


@dataclass(frozen=True, slots=True)
class ChairLine:
    """A chair as a log holds it."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    kind: ChairKind
    name: Name
    bot: BotName | None
    secret: Hash | None
    away: StrictBool


class SetupLine(Incoming):
    """How a table was made."""

    game: Annotated[StrictStr, Field(max_length=40)]
    seats: Annotated[StrictInt, Field(ge=2, le=6)]
    options: Annotated[dict[str, StrictBool | StrictInt], Field(max_length=10)]
    title: Annotated[StrictStr, Field(max_length=60)]
    listed: StrictBool
    pace: Literal["live", "leisure"]
    clock: Annotated[StrictInt, Field(ge=1, le=30 * 86400)] | None
    on_time_out: Literal["bot", "pause"]
    bot_pace: Annotated[StrictFloat | StrictInt, Field(ge=0, le=60)]
    help: StrictBool
    host: Hash
    invite: Invite
    forked_from: TableId | None = None
    lesson: StrictBool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What a step says beside its kind and its seat."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    def to_json(self) -> Json:
        """Return plain data; what is not said is left out."""
        said = asdict(self)
        return {f.name: said[f.name] for f in fields(self) if said[f.name] != f.default}


@dataclass(frozen=True, slots=True)
class Nothing(Body):
    """The body of a step that says all by its kind and seat."""


@dataclass(frozen=True, slots=True)
class CreatedBody(Body):
    """The chairs at the beginning and the colours of the seats, which older logs do not tell."""

    chairs: Annotated[list[ChairLine], Field(min_length=2, max_length=6)]
    colours: Annotated[list[SeatColour], Field(min_length=2, max_length=6)] | None = None


@dataclass(frozen=True, slots=True)
class SitBody(Body):
    """Who took a seat."""

    name: Name
    secret: Hash


@dataclass(frozen=True, slots=True)
class LeaveBody(Body):
    """Who left."""

    name: Name
    gone: Hash | None = None


@dataclass(frozen=True, slots=True)
class RemoveBody(Body):
    """Who was removed, the bot that took the seat over, and the invite from then on."""

    was: Name
    bot: BotName
    name: Name
    gone: Hash
    invite: Invite | None = None


@dataclass(frozen=True, slots=True)
class BotBody(Body):
    """A bot that took a seat, or None for one that left."""

    bot: BotName | None
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class ColourBody(Body):
    """The colour that was chosen for a seat."""

    colour: SeatColour


@dataclass(frozen=True, slots=True)
class ActionBody(Body):
    """A decision; with the reason, if a bot made it."""

    move: SentMove
    by_bot: StrictBool = False
    why: JsonValue = None
    thought: Literal["less", "none"] | None = None


@dataclass(frozen=True, slots=True)
class UndoBody(Body):
    """The steps taken back."""

    undone: Annotated[list[Number], Field(min_length=1, max_length=MAX_ENTRIES)]


@dataclass(frozen=True, slots=True)
class AskBody(Body):
    """The step that somebody would like to take back."""

    target: Number


@dataclass(frozen=True, slots=True)
class ConsentBody(Body):
    """An answer to such a wish."""

    asked: Number
    agree: StrictBool


@dataclass(frozen=True, slots=True)
class WithdrawBody(Body):
    """The wish that is withdrawn."""

    asked: Number


@dataclass(frozen=True, slots=True)
class ChatBody(Body):
    """What was said."""

    text: Annotated[StrictStr, Field(max_length=500)]


@dataclass(frozen=True, slots=True)
class DowntimeBody(Body):
    """For how long nobody could play."""

    seconds: Annotated[StrictInt, Field(ge=1, le=10**10)]


@dataclass(frozen=True, slots=True)
class RematchBody(Body):
    """The table of the rematch."""

    table: TableId


NOTHING = Nothing()

BODIES: dict[str, type[Body]] = {
    "created": CreatedBody,
    "sit": SitBody,
    "leave": LeaveBody,
    "remove": RemoveBody,
    "bot": BotBody,
    "colour": ColourBody,
    "start": Nothing,
    "action": ActionBody,
    "undo": UndoBody,
    "ask": AskBody,
    "consent": ConsentBody,
    "withdraw": WithdrawBody,
    "chat": ChatBody,
    "pause": Nothing,
    "stop": Nothing,
    "resume": Nothing,
    "away": Nothing,
    "back": Nothing,
    "time out": Nothing,
    "hurry": Nothing,
    "downtime": DowntimeBody,
    "rematch": RematchBody,
}
"""What the body of a step holds, by its kind."""

_READERS: dict[str, TypeAdapter[Body]] = {kind: TypeAdapter(body) for kind, body in BODIES.items()}


def read_body(kind: str, told: object) -> Body:
    """Return the body of a step from plain data; raise ValueError if it is none of its kind."""
    if kind not in _READERS:
        raise ValueError("no such kind of step")
    return _READERS[kind].validate_python(told)


Place = tuple[Time, SeatNumber | None, Id | None]
"""When a step was, its seat and the client's id for it."""
_PLACE: TypeAdapter[Place] = TypeAdapter(Place)


def read_place(told: object) -> Place:
    """Return where a stored step belongs; raise ValueError if it can belong nowhere."""
    return _PLACE.validate_python(told)


EntryLine = tuple[
    Annotated[StrictInt, Field(ge=1, le=MAX_ENTRIES)],
    Time,
    Annotated[StrictStr, Field(max_length=16)],
    SeatNumber | None,
    Id | None,
    Json,
]
"""A step: its number, when, its kind, the seat, the client's id, and the rest."""


class RowLine(Incoming):
    """A table without its log. What follows from the log is taken from there, whatever it says."""

    id: TableId
    request: Request | None = None
    key: Base64Bytes
    setup: SetupLine
    created_at: object = None
    updated_at: object = None
    wake_at: object = None
    state: object = None
    listed: object = None
    seq: StrictInt
    summary: object = None
    rules: object = None
    aside_by: object = None
    aside_why: object = None


class TableLine(Incoming):
    """A table of a file; who holds seats follows from the log."""

    table: RowLine
    log: Annotated[list[EntryLine], Field(min_length=1, max_length=MAX_ENTRIES)]
    holders: object = None
