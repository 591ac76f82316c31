"""Messages over the socket: what a client sends, and what it gets."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from branchline.server.protocol.models import (
    Advice,
    Id,
    Incoming,
    LegalAction,
    Number,
    Outgoing,
    Position,
    Problem,
    Reasons,
    SeatNumber,
    Secret,
    Step,
    TableState,
    Text,
    TicketOutlook,
    TicketsTogether,
)


class Hello(Incoming):
    """The first message on a socket: who looks on, and from where in the log."""

    type: Literal["hello"]
    secret: Secret | None = None
    seat: SeatNumber | None = None
    """Which seat, if the secret holds several."""
    invite: Annotated[StrictStr, Field(max_length=64)] | None = None
    """For watching a private table."""
    since: Number | None = None
    """The last step one has."""
    since_at: Annotated[StrictFloat | StrictInt, Field(allow_inf_nan=False)] | None = None
    """When that step was made: another one may have come in its place since."""


class Act(Incoming):
    """Decide: the number of one of the legal actions."""

    type: Literal["act"]
    id: Id
    expected: Number
    action: Number


class TakeBack(Incoming):
    """Take one's last decision back, or ask the others for leave to."""

    type: Literal["take back"]
    id: Id
    expected: Number


class Consent(Incoming):
    """Answer another seat's wish to take back; ``asked`` is the number of the step that asked."""

    type: Literal["consent"]
    id: Id
    asked: Number
    agree: StrictBool


class Chat(Incoming):
    """Say something to the table."""

    type: Literal["chat"]
    id: Id
    text: Text


class Parse(Incoming):
    """Read a typed command; nothing is done yet."""

    type: Literal["parse"]
    id: Id
    text: Text


class AskReasons(Incoming):
    """Ask for everything one might do now and why it is refused."""

    type: Literal["reasons"]
    id: Id


class AskOutlook(Incoming):
    """Ask what one's tickets and the offered ones still cost (if the table has that help on)."""

    type: Literal["outlook"]
    id: Id


class AskHint(Incoming):
    """Ask what a bot would do in one's place, and why (if the table has that help on)."""

    type: Literal["hint"]
    id: Id


class AskWhy(Incoming):
    """Ask why a bot decided as it did at a step: for one's own seat, and for all after the end."""

    type: Literal["why"]
    id: Id
    step: Number


class GoAway(Incoming):
    """Let a bot play one's seat until one is back."""

    type: Literal["away"]
    id: Id


class ComeBack(Incoming):
    """Take one's seat back from the bot."""

    type: Literal["back"]
    id: Id


class Hurry(Incoming):
    """Let the bots hurry until a person has to decide: where nobody else plays."""

    type: Literal["hurry"]
    id: Id


class Ping(Incoming):
    """Ask for a sign of life and the server's time."""

    type: Literal["ping"]
    id: Id


ClientMessage = Annotated[
    Hello
    | Act
    | TakeBack
    | Consent
    | Chat
    | Parse
    | AskReasons
    | AskOutlook
    | AskHint
    | AskWhy
    | GoAway
    | ComeBack
    | Hurry
    | Ping,
    Field(discriminator="type"),
]


class Welcome(Outgoing):
    """The answer to hello: all a client needs to draw the table."""

    type: Literal["welcome"]
    now: float
    table: TableState
    position: Position | None
    steps: list[Step]
    fresh: bool
    """True if ``steps`` is the whole log, False if it continues from ``since``."""


class StepMessage(Outgoing):
    """A new step, and what changed by it."""

    type: Literal["step"]
    step: Step
    table: TableState | None
    position: Position | None


class TableMessage(Outgoing):
    """The table without a step: somebody came, went or watches."""

    type: Literal["table"]
    table: TableState


class Answer(Outgoing):
    """The answer to one request."""

    type: Literal["answer"]
    id: str | None
    ok: bool
    seq: int | None
    """Where in the log the request stands, if it made a step."""
    problem: Problem | None
    position: Position | None
    """The current position, when the request was stale or the game is over."""
    action: LegalAction | None
    reasons: Reasons | None
    outlook: list[TicketOutlook] | None
    together: list[TicketsTogether] | None
    advice: Advice | None
    now: float | None


class Bye(Outgoing):
    """The server ends the connection, and says why."""

    type: Literal["bye"]
    problem: Problem


ServerMessage = Annotated[
    Welcome | StepMessage | TableMessage | Answer | Bye, Field(discriminator="type")
]
