"""Bodies over HTTP: what a client sends, and what it is answered."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from branchline.game.view import View
from branchline.plain import Json
from branchline.server.protocol.models import (
    ClockRule,
    Id,
    Incoming,
    Number,
    Outgoing,
    Position,
    Problem,
    Score,
    SeatColour,
    SeatNumber,
    SeatReveal,
    Secret,
    SentText,
    Step,
    Summary,
    TableState,
    Text,
)
from branchline.server.protocol.wire import SeenEvent


class SeatWish(Incoming):
    """A chair in a new table: for you, for a bot, or open for anybody."""

    kind: Literal["you", "bot", "open"]
    name: Annotated[StrictStr, Field(max_length=200)] | None = None
    """A person's name; for a bot the character one would like, another one if it is not free."""
    bot: Annotated[StrictStr, Field(max_length=40)] | None = None
    colour: SeatColour | None = None
    """The next one that is free if not given."""


class NewTable(Incoming):
    """A table to create."""

    game: Annotated[StrictStr, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=6)]
    options: Annotated[dict[str, StrictBool | StrictInt], Field(max_length=10)] = Field(default={})
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
    lesson: StrictBool = False
    """A lesson: the same deal each time, for one person and bots, never listed."""


class Seated(Outgoing):
    """What one gets with a seat or a new table."""

    table: TableState
    secret: str
    """Keep it: it is the only proof that the seat is yours."""
    invite: str
    path: str
    """The page of the table; with ``#invite`` it is the link to send to others."""


class Sit(Incoming):
    """Take a seat."""

    seat: SeatNumber | None = None
    """Any free one if not given."""
    name: Annotated[StrictStr, Field(max_length=200)]
    invite: Annotated[StrictStr, Field(max_length=64)] | None = None
    secret: Secret | None = None


class SeatRequest(Incoming):
    """A request about one seat: one's own, or for the host any."""

    seat: SeatNumber | None = None


class SetBot(Incoming):
    """Put a bot on a free seat of the lobby, or free it (None)."""

    seat: SeatNumber
    bot: Annotated[StrictStr, Field(max_length=40)] | None
    name: Annotated[StrictStr, Field(max_length=200)] | None = None
    """The character one would like; a bot that sits there stays who it is otherwise."""


class SetColour(Incoming):
    """Choose the colour of a seat in the lobby: one's own, or for the host a bot's."""

    seat: SeatNumber | None = None
    colour: SeatColour


class HttpAct(Incoming):
    """Decide over HTTP; the same as over the socket."""

    seat: SeatNumber | None = None
    id: Id
    expected: Number
    action: Number


class HttpChat(Incoming):
    """Say something over HTTP."""

    seat: SeatNumber | None = None
    id: Id
    text: Text


class HttpTakeBack(Incoming):
    """Take back over HTTP."""

    seat: SeatNumber | None = None
    id: Id
    expected: Number


class HttpConsent(Incoming):
    """Answer a wish to take back over HTTP."""

    seat: SeatNumber | None = None
    id: Id
    asked: Number
    agree: StrictBool


class Mine(Incoming):
    """Ask for the tables of one's secrets."""

    secrets: Annotated[list[Secret], Field(max_length=200)]


class Fork(Incoming):
    """Go on from a step of a finished game, against bots."""

    step: Number
    """How many actions of the game have been taken."""
    seat: SeatNumber
    name: Annotated[StrictStr, Field(max_length=200)]
    bot: Annotated[StrictStr, Field(max_length=40)] = "conductor"
    secret: Secret | None = None


class Home(Outgoing):
    """The tables of the home page."""

    open: list[Summary]
    running: list[Summary]
    finished: list[Summary]


class MyTables(Outgoing):
    """The tables where one sits, newest first."""

    tables: list[Summary]
    by: list[int]
    """For each table the secret that belongs to it, by its place in the request."""


class TableAnswer(Outgoing):
    """A table and where its game stands for the asker."""

    table: TableState
    position: Position | None
    steps: list[Step]


class ProblemAnswer(Outgoing):
    """The body of every HTTP answer that is not 2xx."""

    problem: Problem


class ReplayStep(Outgoing):
    """One action of a game in a replay; step 0 is the set-up."""

    step: int
    seat: int | None
    by_bot: bool
    events: list[SeenEvent]
    turn: int
    view: View | None
    paths: dict[str, list[str]]
    reveal: list[SeatReveal] | None


class Replay(Outgoing):
    """A game to step through."""

    table: TableState
    eyes: int | Literal["open", "watcher"]
    steps: list[ReplayStep]
    result: Score | None


class LevelInfo(Outgoing):
    """A level to play against."""

    id: str
    name: str
    about: str


class GameInfo(Outgoing):
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


class Games(Outgoing):
    """The games there are."""

    games: list[GameInfo]
    default_level: str
    version: str


class CityInfo(Outgoing):
    """A city: where it stands in the picture (0 to 1 each way) and on Earth."""

    id: str
    name: str
    zone: str | None
    x: float | None
    y: float | None
    lat: float | None
    lon: float | None


class TrackInfo(Outgoing):
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


class TicketInfo(Outgoing):
    """A ticket: the cities at either end (several for a zone)."""

    id: str
    starts: list[str]
    ends: list[str]
    points: int
    label: str
    cards: dict[str, int]


class ZoneInfo(Outgoing):
    """A zone: a name shared by several dead ends."""

    id: str
    name: str
    cities: list[str]


class Command(Outgoing):
    """What can be typed, and what it does: in English, and as two texts, ``typed`` and ``does``."""

    text: str
    said: SentText


class BoardInfo(Outgoing):
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
    numbers: Json
    commands: list[Command]
    rules: dict[str, str]
    """The rules that hold in the game, as Markdown, by language."""
