"""Moves and events as they go over the wire, typed for the schema."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Card = Literal["purple", "white", "blue", "yellow", "orange", "black", "red", "green", "locomotive"]


class _Move(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DrawMove(_Move):
    """Take a card from the deck or from a face-up place (0 to 4)."""

    do: Literal["draw"]
    source: Literal["deck"] | int = Field(alias="from")


class TicketsMove(_Move):
    """Look at the top tickets."""

    do: Literal["tickets"]


class KeepMove(_Move):
    """Keep these of the offered tickets."""

    do: Literal["keep"]
    tickets: list[str]


class ClaimMove(_Move):
    """Claim a track with so many locomotives and the rest in a colour."""

    do: Literal["claim"]
    track: str
    colour: Card
    locomotives: int


class BuildMove(_Move):
    """Lay a track piece on a bed."""

    do: Literal["build"]
    track: str
    colour: Card


class SettleMove(_Move):
    """Choose the starting city."""

    do: Literal["settle"]
    city: str


class MarkMove(_Move):
    """Put a marker in a city for a pair."""

    do: Literal["mark"]
    city: str
    colour: Card
    locomotives: int


class NoMarkerMove(_Move):
    """Place no marker."""

    do: Literal["no marker"]


class AlvinMove(_Move):
    """Put Alvin in a city."""

    do: Literal["alvin"]
    city: str


class StopMove(_Move):
    """Draw no second card."""

    do: Literal["stop"]


class LayMove(_Move):
    """Lay a suit in the yard."""

    do: Literal["lay"]
    colour: Card
    cards: int
    locomotives: int


class LayThreeMove(_Move):
    """Lay three cards of different colours."""

    do: Literal["lay three"]
    colours: list[Card]


class CompleteMove(_Move):
    """Complete a ticket."""

    do: Literal["complete"]
    ticket: str


class CompleteBestMove(_Move):
    """Complete the best set of tickets."""

    do: Literal["complete best"]


class DoneMove(_Move):
    """Complete no more tickets."""

    do: Literal["done"]


class PassMove(_Move):
    """Do nothing, when nothing can be done."""

    do: Literal["pass"]


Move = Annotated[
    DrawMove
    | TicketsMove
    | KeepMove
    | ClaimMove
    | BuildMove
    | SettleMove
    | MarkMove
    | NoMarkerMove
    | AlvinMove
    | StopMove
    | LayMove
    | LayThreeMove
    | CompleteMove
    | CompleteBestMove
    | DoneMove
    | PassMove,
    Field(discriminator="do"),
]


class Row(BaseModel):
    """A row laid in a yard."""

    colour: Card
    cards: int
    locomotives: int


class SeenEvent(BaseModel):
    """Something that happened, as the viewer may see it.

    Which facts there are depends on ``event``; docs/protocol.md lists them. What the viewer may not
    see is left out, or counted: ``cards_count`` in place of ``cards``.
    """

    model_config = ConfigDict(extra="forbid")

    event: Literal[
        "starts",
        "shuffled",
        "dealt",
        "turned up",
        "swept",
        "tickets shuffled",
        "offered",
        "chose",
        "kept",
        "put under",
        "turn",
        "drew",
        "claimed",
        "built",
        "piece returned",
        "cut off",
        "scored",
        "settled",
        "marked",
        "captured",
        "alvin moved",
        "moved",
        "robbed",
        "laid",
        "scoring",
        "completed",
        "finished",
        "gathered",
        "passed",
        "last round",
        "over",
    ]
    seat: int | None = None
    place: int | None = None
    source: Literal["deck"] | int | None = Field(default=None, alias="from")
    card: Card | None = None
    cards: list[Card | None] | dict[str, int] | int | None = None
    cards_count: int | None = None
    deck: list[str] | None = None
    deck_count: int | None = None
    tickets: list[str] | None = None
    tickets_count: int | None = None
    returned: list[str] | None = None
    returned_count: int | None = None
    ticket: str | None = None
    track: str | None = None
    tracks: list[str] | None = None
    city: str | None = None
    colour: Card | None = None
    points: int | None = None
    why: str | None = None
    number: int | None = None
    rows: list[Row] | None = None
    locomotives: int | None = None
    pile: int | None = Field(default=None, alias="pass")
    count: int | None = None
    turns: int | None = None
