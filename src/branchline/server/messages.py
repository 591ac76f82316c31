"""The protocol: every message over the socket and every body over HTTP, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from branchline.server.moves import Move, SeenEvent
from branchline.view import View

Id = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_.:-]{1,64}$")]
"""A client's own name for a request; the same id again gets the same answer."""
Secret = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{43}$")]
"""32 random bytes in base64url without padding."""
Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Seat = Annotated[StrictInt, Field(ge=0, le=5)]
Text = Annotated[StrictStr, Field(max_length=500)]


class Body(BaseModel):
    """What a client sends: nothing that is not in the schema is taken."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Told(BaseModel):
    """What the server sends."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)


# From the client, over the socket


class Hello(Body):
    """The first message on a socket: who looks on, and from where in the log."""

    type: Literal["hello"]
    secret: Secret | None = None
    seat: Seat | None = None
    """Which seat, if the secret holds several."""
    invite: Annotated[StrictStr, Field(max_length=64)] | None = None
    """For watching a private table."""
    since: Number | None = None


class Act(Body):
    """Decide: the number of one of the legal actions."""

    type: Literal["act"]
    id: Id
    expected: Number
    action: Number


class TakeBack(Body):
    """Take one's last decision back, or ask the others for leave to."""

    type: Literal["take back"]
    id: Id
    expected: Number


class Consent(Body):
    """Answer another seat's wish to take back; ``asked`` is the number of the step that asked."""

    type: Literal["consent"]
    id: Id
    asked: Number
    agree: StrictBool


class Chat(Body):
    """Say something to the table."""

    type: Literal["chat"]
    id: Id
    text: Text


class Parse(Body):
    """Read a typed command; nothing is done yet."""

    type: Literal["parse"]
    id: Id
    text: Text


class AskReasons(Body):
    """Ask for everything one might do now and why it is refused."""

    type: Literal["reasons"]
    id: Id


class AskOutlook(Body):
    """Ask what one's open tickets still cost (if the table has that help on)."""

    type: Literal["outlook"]
    id: Id


class AskHint(Body):
    """Ask what a bot would do in one's place, and why (if the table has that help on)."""

    type: Literal["hint"]
    id: Id


class AskWhy(Body):
    """Ask why a bot decided as it did at a step: for one's own seat, and for all after the end."""

    type: Literal["why"]
    id: Id
    step: Number


class GoAway(Body):
    """Let a bot play one's seat until one is back."""

    type: Literal["away"]
    id: Id


class ComeBack(Body):
    """Take one's seat back from the bot."""

    type: Literal["back"]
    id: Id


class Ping(Body):
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
    | Ping,
    Field(discriminator="type"),
]


# Parts of what the server tells


class Payee(Told):
    """Points a claim would bring to a seat, and why."""

    seat: int
    points: int
    why: Literal["route", "marker", "capture"]
    city: str | None = None


class ClaimPreview(Told):
    """What claiming a track would do."""

    scores: list[Payee]
    cuts: list[str]
    closes: list[str]
    captures: bool


class BuildPreview(Told):
    """What laying a piece on a bed would do: tracks cut by crossing, sisters closed."""

    cuts: list[str]
    closes: list[str]


class LayPreview(Told):
    """Whose row laying a colour would rob."""

    robs: int
    cards: int
    locomotives: int


class Previews(Told):
    """What the legal actions would do, where that is not plain from the move itself."""

    claims: dict[str, ClaimPreview]
    builds: dict[str, BuildPreview]
    lays: dict[str, LayPreview]


class LegalAction(Told):
    """An action that may be taken now."""

    id: int
    text: str
    move: Move


class TakeBackState(Told):
    """Whether the viewer may take back now, and whose wish is waiting for consent."""

    allowed: Literal["freely", "with consent", "no"]
    asked: int | None
    """The number of the step in which a seat asked, while its wish stands."""
    by: int | None
    waiting_for: list[int]


class Deadline(Told):
    """When a seat's time is up (seconds since 1970)."""

    seat: int
    at: float


class SeatReveal(Told):
    """What one seat held, shown when the game is over or a replay is open."""

    seat: int
    hand: dict[str, int]
    tickets: list[str]
    tickets_done: list[str]
    offer: list[str]
    own_track: dict[str, int] | None


class TicketScore(Told):
    """A ticket at the end."""

    ticket: str
    points: int
    done: bool


class LongestPath(Told):
    """A seat's longest trail."""

    length: int
    tracks: list[str]


class SeatScore(Told):
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


class Score(Told):
    """The final score."""

    seats: list[SeatScore]
    winners: list[int]
    decided_by: Literal["points", "tickets", "longest path", "bonuses", "shared"]
    lines: list[str]
    """The score in words, a line for each thing worth knowing."""


class Position(Told):
    """Where the game stands for one viewer."""

    seq: int
    view: View
    status: str
    """One line: who must do what."""
    actions: list[LegalAction] | None
    """What the viewer may do; None if it has nothing to decide."""
    previews: Previews | None
    take_back: TakeBackState
    deadlines: list[Deadline]
    result: Score | None
    reveal: list[SeatReveal] | None


class Step(Told):
    """One entry of a table's log, as the viewer may see it."""

    seq: int
    at: float
    kind: Literal[
        "created",
        "sit",
        "leave",
        "remove",
        "bot",
        "start",
        "action",
        "undo",
        "ask",
        "consent",
        "chat",
        "pause",
        "resume",
        "away",
        "back",
        "time out",
        "rematch",
        "set",
    ]
    seat: int | None
    by_bot: bool
    """True if a bot decided."""
    text: str | None
    """Chat: what was said. Action: the action in words, for the seat's own eyes."""
    lines: list[str]
    """The step in whole sentences, for the log."""
    events: list[SeenEvent]
    undone: list[int]
    """Undo: the numbers of the steps taken back."""
    table: str | None
    """Rematch: the new table."""


class ClockRule(Body):
    """Time for each decision, in seconds (10 seconds to 30 days)."""

    seconds: Annotated[StrictInt, Field(ge=1, le=30 * 86400)]


class SeatState(Told):
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


class Table(Told):
    """A table: its settings, who sits there, and what state it is in."""

    id: str
    game: str
    title: str
    seats: list[SeatState]
    options: dict[str, Any]
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
    rematch: str | None
    invite: str | None
    """The invite secret, for those who sit at the table."""
    you: int | None
    host: bool


class Summary(Told):
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


# From the server, over the socket


class Reason(Told):
    """Why something is refused: names of the reasons, and a sentence without a full stop."""

    flags: list[str]
    text: str


class Problem(Told):
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
    ]
    text: str
    reasons: list[str]


class Reasons(Told):
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


class TicketOutlook(Told):
    """What a ticket still takes: spaces to claim along the cheapest way, or None if impossible."""

    ticket: str
    done: bool
    spaces: int | None
    path: list[str]


class Advice(Told):
    """What a bot would do, or why it did it."""

    action: LegalAction | None
    text: str


class Welcome(Told):
    """The answer to hello: all a client needs to draw the table."""

    type: Literal["welcome"]
    now: float
    table: Table
    position: Position | None
    steps: list[Step]
    fresh: bool
    """True if ``steps`` is the whole log, False if it continues from ``since``."""


class StepMessage(Told):
    """A new step, and what changed by it."""

    type: Literal["step"]
    step: Step
    table: Table | None
    position: Position | None


class TableMessage(Told):
    """The table without a step: somebody came, went or watches."""

    type: Literal["table"]
    table: Table


class Answer(Told):
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
    advice: Advice | None
    now: float | None


class Bye(Told):
    """The server ends the connection, and says why."""

    type: Literal["bye"]
    problem: Problem


ServerMessage = Annotated[
    Welcome | StepMessage | TableMessage | Answer | Bye, Field(discriminator="type")
]


# Over HTTP


class SeatWish(Body):
    """A chair in a new table: for you, for a bot, or open for whoever comes."""

    kind: Literal["you", "bot", "open"]
    name: Annotated[StrictStr, Field(max_length=200)] | None = None
    bot: Annotated[StrictStr, Field(max_length=40)] | None = None


class NewTable(Body):
    """A table to create."""

    game: Annotated[StrictStr, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=6)]
    options: Annotated[dict[str, StrictBool | StrictInt], Field(max_length=10)] = {}
    title: Annotated[StrictStr, Field(max_length=60)] = ""
    listed: StrictBool = False
    pace: Literal["live", "leisure"] = "live"
    clock: ClockRule | None = None
    on_time_out: Literal["bot", "pause"] = "bot"
    bot_pace: Annotated[float, Field(ge=0, le=60)] | None = None
    help: StrictBool = True
    """Whether hints and ticket costs may be asked for."""
    start: StrictBool = False
    """Start at once; no seat may be open."""
    secret: Secret | None = None
    """The creator's secret, if it makes its own; the server makes one otherwise."""
    id: Id | None = None
    """The same id with the same secret gets the same table."""


class Seated(Told):
    """What one gets with a seat or a new table."""

    table: Table
    secret: str
    """Keep it: it is the only proof that the seat is yours."""
    invite: str
    path: str
    """The page of the table; with ``#invite`` it is the link to send to others."""


class Sit(Body):
    """Take a seat."""

    seat: Seat | None = None
    """Any free one if not given."""
    name: Annotated[StrictStr, Field(max_length=200)]
    invite: Annotated[StrictStr, Field(max_length=64)] | None = None
    secret: Secret | None = None


class SeatRequest(Body):
    """A request about one seat: one's own, or for the host any."""

    seat: Seat | None = None


class SetBot(Body):
    """Put a bot on a free seat of the lobby, or free it (None)."""

    seat: Seat
    bot: Annotated[StrictStr, Field(max_length=40)] | None


class HttpAct(Body):
    """Decide over HTTP; the same as over the socket."""

    seat: Seat | None = None
    id: Id
    expected: Number
    action: Number


class HttpChat(Body):
    """Say something over HTTP."""

    seat: Seat | None = None
    id: Id
    text: Text


class HttpTakeBack(Body):
    """Take back over HTTP."""

    seat: Seat | None = None
    id: Id
    expected: Number


class HttpConsent(Body):
    """Answer a wish to take back over HTTP."""

    seat: Seat | None = None
    id: Id
    asked: Number
    agree: StrictBool


class Mine(Body):
    """Ask for the tables of one's secrets."""

    secrets: Annotated[list[Secret], Field(max_length=200)]


class Fork(Body):
    """Go on from a step of a finished game, against bots."""

    step: Number
    """How many actions of the game have been taken."""
    seat: Seat
    name: Annotated[StrictStr, Field(max_length=200)]
    bot: Annotated[StrictStr, Field(max_length=40)] = "conductor"
    secret: Secret | None = None


class Home(Told):
    """The tables of the home page."""

    open: list[Summary]
    running: list[Summary]
    finished: list[Summary]


class MyTables(Told):
    """The tables where one sits, newest first."""

    tables: list[Summary]


class TableAnswer(Told):
    """A table and where its game stands for the asker."""

    table: Table
    position: Position | None
    steps: list[Step]


class Refused(Told):
    """The body of every HTTP answer that is not 2xx."""

    problem: Problem


class ReplayStep(Told):
    """One action of a game in a replay; step 0 is the set-up."""

    step: int
    seat: int | None
    by_bot: bool
    text: str | None
    lines: list[str]
    events: list[SeenEvent]
    turn: int
    view: View | None
    reveal: list[SeatReveal] | None


class Replay(Told):
    """A game to step through."""

    table: Table
    eyes: int | Literal["open", "watcher"]
    steps: list[ReplayStep]
    result: Score | None


class LevelInfo(Told):
    """A level to play against."""

    id: str
    name: str
    about: str


class GameInfo(Told):
    """A game in the list of games."""

    id: str
    name: str
    min_seats: int
    max_seats: int
    mechanics: list[str]
    options: list[str]
    levels: list[LevelInfo]
    bots: list[LevelInfo]
    board: str
    """Where the board is; the address changes with its content."""


class Games(Told):
    """The games there are."""

    games: list[GameInfo]
    default_level: str
    version: str


class CityInfo(Told):
    """A city: where it stands in the picture (0 to 1 each way) and on Earth."""

    id: str
    name: str
    zone: str | None
    x: float | None
    y: float | None
    lat: float | None
    lon: float | None


class TrackInfo(Told):
    """A track between two cities."""

    id: str
    ends: list[str]
    length: int
    colour: str | None
    """A colour, grey, or None for a bed."""
    locomotives: int
    sisters: list[str]
    crossings: list[str]
    label: str
    points: int


class TicketInfo(Told):
    """A ticket: the cities at either end (several for a zone)."""

    id: str
    starts: list[str]
    ends: list[str]
    points: int
    label: str
    cards: dict[str, int]


class ZoneInfo(Told):
    """A zone: a name shared by several dead ends."""

    id: str
    name: str
    cities: list[str]


class BoardInfo(Told):
    """All that never changes about a game."""

    id: str
    name: str
    size: list[int]
    min_seats: int
    max_seats: int
    mechanics: list[str]
    options: list[str]
    colours: list[str]
    cards: list[str]
    cities: list[CityInfo]
    zones: list[ZoneInfo]
    tracks: list[TrackInfo]
    tickets: list[TicketInfo]
    big_cities: dict[str, int]
    numbers: dict[str, Any]
    commands: list[str]
    rules: str
    """The rules of the game, as Markdown."""
