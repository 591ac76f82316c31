"""Tables as lines of a file: what each may hold, read as strictly as a message of a stranger."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Base64Bytes, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from branchline.server.protocol.models import Id, Incoming, Number, Seat
from branchline.server.protocol.wire import SentMove

MAX_ENTRIES = 50_000
"""Steps of one table: a hundred times those of a long game."""
TableId = Annotated[StrictStr, Field(pattern=r"^[a-z0-9]{1,16}$")]
Hash = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
Invite = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Request = Annotated[StrictStr, Field(pattern=r"^([0-9a-f]{64}|rematch):[A-Za-z0-9_.:-]{1,64}$")]
Time = Annotated[StrictFloat | StrictInt, Field(ge=0, le=1e11)]
Name = Annotated[StrictStr, Field(max_length=64)]
Bot = Annotated[StrictStr, Field(max_length=40)]


class ChairLine(Incoming):
    """A chair as a log holds it."""

    kind: Literal["open", "person", "bot"]
    name: Name
    bot: Bot | None
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


class Nothing(Incoming):
    """The body of a step that says all by its kind and seat."""


class CreatedBody(Incoming):
    """The chairs at the beginning."""

    chairs: Annotated[list[ChairLine], Field(min_length=2, max_length=6)]


class SitBody(Incoming):
    """Who took a seat."""

    name: Name
    secret: Hash


class LeaveBody(Incoming):
    """Who left."""

    name: Name
    gone: Hash | None = None


class RemoveBody(Incoming):
    """Who was removed, the bot that took the seat over, and the invite from then on."""

    was: Name
    bot: Bot
    name: Name
    gone: Hash
    invite: Invite | None = None


class BotBody(Incoming):
    """A bot that took a seat, or None for one that left."""

    bot: Bot | None
    name: Name | None = None


class ActionBody(Incoming):
    """A decision; with the reason, if a bot made it."""

    move: SentMove
    by_bot: StrictBool = False
    why: Any = None
    thought: Literal["less", "none"] | None = None


class UndoBody(Incoming):
    """The steps taken back."""

    undone: Annotated[list[Number], Field(min_length=1, max_length=MAX_ENTRIES)]


class AskBody(Incoming):
    """The step that somebody would like to take back."""

    target: Number


class ConsentBody(Incoming):
    """An answer to such a wish."""

    asked: Number
    agree: StrictBool


class WithdrawBody(Incoming):
    """The wish that its asker no longer has."""

    asked: Number


class ChatBody(Incoming):
    """What was said."""

    text: Annotated[StrictStr, Field(max_length=500)]


class DowntimeBody(Incoming):
    """For how long nobody could play."""

    seconds: Annotated[StrictInt, Field(ge=1, le=10**10)]


class RematchBody(Incoming):
    """The table of the rematch."""

    table: TableId


BODIES: dict[str, type[Incoming]] = {
    "created": CreatedBody,
    "sit": SitBody,
    "leave": LeaveBody,
    "remove": RemoveBody,
    "bot": BotBody,
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
    "downtime": DowntimeBody,
    "rematch": RematchBody,
}
"""What the body of a step holds, by its kind."""

EntryLine = tuple[
    Annotated[StrictInt, Field(ge=1, le=MAX_ENTRIES)],
    Time,
    Annotated[StrictStr, Field(max_length=16)],
    Seat | None,
    Id | None,
    dict[str, Any],
]
"""A step: its number, when, its kind, the seat, the client's id, and the rest."""


class RowLine(Incoming):
    """A table without its log. What follows from the log is taken from there, whatever it says."""

    id: TableId
    request: Request | None = None
    key: Base64Bytes
    setup: SetupLine
    created_at: Any = None
    updated_at: Any = None
    wake_at: Any = None
    state: Any = None
    listed: Any = None
    seq: StrictInt
    summary: Any = None
    rules: Any = None
    aside_by: Any = None
    aside_why: Any = None


class TableLine(Incoming):
    """A table of a file; who holds seats follows from the log."""

    table: RowLine
    log: Annotated[list[EntryLine], Field(min_length=1, max_length=MAX_ENTRIES)]
    holders: Any = None
