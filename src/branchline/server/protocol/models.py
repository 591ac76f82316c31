"""Parts of the protocol: what messages and answers are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from branchline.game.options import Options
from branchline.game.view import View
from branchline.plain import Json
from branchline.server.protocol.wire import SeenEvent, SentMove

Id = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
"""A client's own name for a request; the same id again gets the same answer."""
Secret = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
"""32 random bytes in base64url without padding."""
Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=5)]
Text = Annotated[StrictStr, Field(max_length=500)]


class Incoming(BaseModel):
    """What a client sends: nothing that is not in the schema is taken."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Outgoing(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


class Payee(Outgoing):
    """Points a claim would bring to a seat, and why."""

    seat: int
    points: int
    why: Literal["route", "marker", "capture"]
    city: str | None = None


class ClaimPreview(Outgoing):
    """What claiming a track would do."""

    scores: list[Payee]
    cuts: list[str]
    closes: list[str]
    captures: bool


class BuildPreview(Outgoing):
    """What laying a piece on a bed would do: tracks cut by crossing, sisters closed."""

    cuts: list[str]
    closes: list[str]


class LayPreview(Outgoing):
    """Whose row laying a colour would rob."""

    robs: int
    cards: int
    locomotives: int


class Previews(Outgoing):
    """What the legal actions would do, where that is not plain from the move itself."""

    claims: dict[str, ClaimPreview]
    builds: dict[str, BuildPreview]
    lays: dict[str, LayPreview]


class LegalAction(Outgoing):
    """An action that may be taken now."""

    id: int
    move: SentMove


class TakeBackState(Outgoing):
    """Whether the viewer may take back now, and whose wish is waiting for consent."""

    allowed: Literal["freely", "with consent", "no"]
    asked: int | None
    """The number of the step in which a seat asked, while its wish stands."""
    by: int | None
    waiting_for: list[int]


class Deadline(Outgoing):
    """When a seat's time is up (seconds since 1970)."""

    seat: int
    at: float


class SeatReveal(Outgoing):
    """What one seat held, shown when the game is over or a replay is open."""

    seat: int
    hand: dict[str, int]
    tickets: list[str]
    tickets_done: list[str]
    offer: list[str]
    own_track: dict[str, int] | None


class TicketScore(Outgoing):
    """A ticket at the end."""

    ticket: str
    points: int
    done: bool
    path: list[str]
    """The tracks that join its ends, if it is done and there is a map."""


class LongestPath(Outgoing):
    """A seat's longest trail."""

    length: int
    tracks: list[str]


class SeatScore(Outgoing):
    """What a seat scored."""

    seat: int
    routes: int
    tickets: list[TicketScore]
    tickets_done: int
    tickets_failed: int
    ticket_points: int
    longest_path: LongestPath
    bonuses: dict[str, int]
    total: int
    rank: int


class Score(Outgoing):
    """The final score."""

    seats: list[SeatScore]
    winners: list[int]
    decided_by: Literal["points", "tickets", "longest path", "bonuses", "shared"]


class Position(Outgoing):
    """Where the game stands for one viewer."""

    seq: int
    view: View
    actions: list[LegalAction] | None
    """What the viewer may do; None if it has nothing to decide."""
    previews: Previews | None
    take_back: TakeBackState
    deadlines: list[Deadline]
    paths: dict[str, list[str]]
    """For each completed ticket of the viewer, the tracks that join its ends."""
    result: Score | None
    reveal: list[SeatReveal] | None


class Step(Outgoing):
    """One entry of a table's log, as the viewer may see it."""

    seq: int
    at: float
    kind: Literal[
        "created",
        "sit",
        "leave",
        "remove",
        "bot",
        "colour",
        "start",
        "action",
        "undo",
        "ask",
        "consent",
        "withdraw",
        "chat",
        "pause",
        "stop",
        "resume",
        "away",
        "back",
        "time out",
        "hurry",
        "downtime",
        "rematch",
    ]
    seat: int | None
    by_bot: bool
    """True if a bot decided."""
    thought: Literal["less", "none"] | None
    """A bot's action: thought about less than usual, or not at all, because the bots were busy or
    could not think; null if as usual."""
    text: str | None
    """Chat: what was said."""
    name: str | None
    """Sit, leave, remove and bot: who came or went, by the name of that time; null for a bot that
    left."""
    colour: str | None
    """Colour: the one chosen for the seat."""
    events: list[SeenEvent]
    undone: list[int]
    """Undo: the numbers of the steps taken back."""
    agree: bool | None
    """Consent: whether the seat agrees to what was asked."""
    seconds: int | None
    """Downtime: for how long nobody could play; deadlines are later by it."""
    table: str | None
    """Rematch: the new table."""


class ClockRule(Incoming):
    """Time for each turn, in seconds: from 1 second to 30 days."""

    seconds: Annotated[StrictInt, Field(ge=1, le=30 * 86400)]


SeatColour = Literal["red", "blue", "green", "yellow", "black", "white"]
"""The colours of the players, in the order in which seats have them at first."""


class SeatState(Outgoing):
    """A chair at the table."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    """The level or bot that plays the seat, or would while its person is away."""
    away: bool
    """True while a bot plays for the person."""
    connected: bool
    host: bool
    yours: bool
    colour: SeatColour


class TableState(Outgoing):
    """A table: its settings, who sits there, and what state it is in."""

    id: str
    game: str
    title: str
    seats: list[SeatState]
    options: Options
    state: Literal["lobby", "playing", "paused", "over"]
    listed: bool
    pace: Literal["live", "leisure"]
    clock: ClockRule | None
    on_time_out: Literal["bot", "pause"]
    bot_pace: float
    help: bool
    commitment: str
    """SHA-256 of the secret key of the shuffle, in hex."""
    key: str | None
    """The key, once the game is over."""
    watchers: int
    created_at: float
    seq: int
    forked_from: str | None
    stopped: bool
    """True if the operator of the server stopped the game: its host cannot let it go on."""
    lesson: bool
    """True if the deal is that of a lesson, the same each time."""
    rematch: str | None
    invite: str | None
    """The invite secret, for those who sit at the table."""
    you: int | None
    host: bool


class Summary(Outgoing):
    """A table in a list."""

    id: str
    game: str
    title: str
    state: Literal["lobby", "playing", "paused", "over"]
    listed: bool
    pace: Literal["live", "leisure"]
    clock: ClockRule | None
    players: list[SeatState]
    created_at: float
    updated_at: float
    turn: int
    to_act: list[int]
    winners: list[int]
    stopped: bool = False
    """True if the operator of the server stopped the game."""


class SentText(Outgoing):
    """A text by its name in the catalogues of all languages, and what is filled in there.

    A value is a word, a number, another text, or a list of those.
    """

    key: str
    values: Json


class Reason(Outgoing):
    """Why something is refused: names of the reasons, and a sentence without a full stop."""

    flags: list[str]
    text: str


class Progress(Outgoing):
    """How much is done of all that has to be done."""

    done: int
    all: int


class Problem(Outgoing):
    """What went wrong with a request."""

    code: Literal[
        "illegal",
        "stale",
        "unknown",
        "invalid",
        "not allowed",
        "removed",
        "paused",
        "not started",
        "over",
        "slow down",
        "storage",
        "full",
        "too large",
        "closing",
        "unreadable",
        "not ready",
        "no rules",
    ]
    text: str
    """In English."""
    said: SentText | None
    reasons: list[str]
    progress: Progress | None
    """How far the server is with the rules, for a request that has to wait for them."""


class Reasons(Outgoing):
    """For everything one might do: None if it is possible now, or why it is not."""

    seq: int
    deck: Reason | None
    places: list[Reason | None]
    tickets: Reason | None
    claims: dict[str, Reason | None]
    builds: dict[str, Reason | None]
    settles: dict[str, Reason | None]
    marks: dict[str, Reason | None]
    lays: dict[str, Reason | None]
    completes: dict[str, Reason | None]


class TicketOutlook(Outgoing):
    """What a ticket still takes: spaces to claim along the cheapest way, or None if impossible."""

    ticket: str
    done: bool
    spaces: int | None
    path: list[str]


class TicketsTogether(Outgoing):
    """What some of the offered tickets take together with the open ones one holds."""

    tickets: list[str]
    spaces: int | None
    """The spaces to claim for a network that joins them all; None if there is none, or no map."""
    is_least: bool
    """True if no network takes fewer spaces; else there may be a cheaper one."""
    cards: int | None
    """Where there is no map: how many cards they ask for."""
    at_hand: int | None
    """How many of those are in one's hand, yard and, if one may look at it, track."""


class Advice(Outgoing):
    """What a bot would do, or why it did it."""

    action: LegalAction | None
    text: str
    """In English."""
    said: SentText | None
