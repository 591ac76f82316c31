"""Chairs and set-up: who sits where at a table, and how the table was made."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import get_args

from pydantic import ValidationError

from branchline.board import Board, games
from branchline.bots import BOTS, CHARACTERS, LEVELS, bots_for
from branchline.game.options import Options
from branchline.plain import Json
from branchline.server.protocol.models import SeatColour
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.lines import ChairKind, ChairLine, SetupLine
from branchline.server.tables.names import clean_name, same_name
from branchline.text.catalogue import in_language, languages, text
from branchline.text.describe import game

FOR_AN_ABSENT_PERSON = "conductor"
COLOURS: tuple[SeatColour, ...] = get_args(SeatColour)
_MOST_SEATS = 6


@dataclass(slots=True)
class Chair:
    """A seat of the table: open, or a bot's, or a person's."""

    kind: ChairKind = "open"
    name: str = ""
    bot: str | None = None
    secret: str | None = None
    """The hash of the person's secret."""
    away: bool = False

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here, present or not."""
        return self.kind == "person"

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides for this seat."""
        return self.kind == "bot" or self.away

    @classmethod
    def of(cls, line: ChairLine) -> Chair:
        """Return a chair from the log."""
        return cls(line.kind, line.name, line.bot, line.secret, line.away)

    def to_line(self) -> ChairLine:
        """Return the chair for the log."""
        return ChairLine(self.kind, self.name, self.bot, self.secret, self.away)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a table was made; it never changes."""

    game: str
    seats: int
    options: Options
    title: str
    listed: bool
    pace: str
    clock: int | None
    on_time_out: str
    bot_pace: float
    help: bool
    host: str
    """The hash of the creator's secret."""
    invite: str
    forked_from: str | None = None
    lesson: bool = False
    """Whether its deal is the known one of a lesson."""

    @classmethod
    def of(cls, stored: object) -> Setup:
        """Return a set-up from storage; raise ValueError if no table can be set up so."""
        try:
            setup = cls(**SetupLine.model_validate(stored).model_dump())
        except ValidationError:  # whose words would tell the invite
            raise ValueError("it was set up as no table can be") from None
        if setup.game not in games():
            raise ValueError("there is no such game")
        return setup

    def to_json(self) -> Json:
        """Return plain data."""
        return asdict(self)


def check_level(name: str, board: Board) -> str:
    """Return the name of a level or bot that may be asked for over the network.

    Only built-in ones: the name of a player may otherwise be a file or a command.
    """
    known = _players(board)
    if name not in known:
        raise RequestRefused(
            "invalid", "problem.noBot", game=game(board), name=name[:40], known=known
        )
    return name


def played_by(name: str | None, board: Board) -> str:
    """Return the level or bot that plays for a stored name; never a file or a command."""
    return name if name is not None and name in _players(board) else FOR_AN_ABSENT_PERSON


def _players(board: Board) -> list[str]:
    """Return the levels and bots that a table may have."""
    return list(dict.fromkeys([*(level.id for level in LEVELS), *bots_for(board)]))


def _title(bot: str) -> str:
    return next((level.name for level in LEVELS if level.id == bot), bot.capitalize())


def bot_name(chairs: list[Chair], wanted: str | None = None) -> str:
    """Return the character that a bot gets: the wanted one, unless somebody there has that name."""
    wishes = [wanted] if wanted in CHARACTERS else []
    order = [*wishes, *CHARACTERS]
    return next(x for x in order if not any(same_name(chair.name, x) for chair in chairs))


@cache
def _words_of_the_server() -> tuple[str, ...]:
    """Return the names that the server and the page use for people and bots, in every language."""
    people = [text("serve.theHost"), text("serve.theOperator"), text("table.you")]
    bots = [text("table.bot"), *map(_title, [*(level.id for level in LEVELS), *BOTS])]
    seats = [text("table.seat", n=n + 1) for n in range(_MOST_SEATS)]
    said = [in_language(one, language) for language in languages() for one in (*people, *bots)]
    seats_said = [in_language(one, language) for language in languages() for one in seats]
    numbered = [f"{one} {n + 1}" for one in said for n in range(_MOST_SEATS)]
    return tuple(dict.fromkeys([*said, *seats_said, *numbered]))


def person_name(wanted: str) -> str:
    """Return a person's name in normal form; refuse one that reads as words of the server.

    "Seat 2", "The host" or the name of a bot would mislead the others at the table.
    """
    name = clean_name(wanted)
    if any(same_name(name, taken) for taken in _words_of_the_server()):
        raise RequestRefused("invalid", "problem.nameOfServer", name=name)
    return name


def check_free_name(name: str, chairs: list[Chair]) -> None:
    """Refuse a name that somebody at the table has."""
    if any(same_name(chair.name, name) for chair in chairs):
        raise RequestRefused("not allowed", "problem.nameTaken", name=name)


def first_colours(wanted: list[SeatColour | None]) -> list[SeatColour]:
    """Return a colour for every seat: the wanted one, or the next that nobody wants."""
    asked = [colour for colour in wanted if colour is not None]
    if len(set(asked)) < len(asked):
        raise RequestRefused("invalid", "problem.colourTaken")
    free = iter(colour for colour in COLOURS if colour not in asked)
    return [next(free) if colour is None else colour for colour in wanted]


def check_free_colour(
    colour: SeatColour, seat: int, chairs: list[Chair], colours: list[SeatColour]
) -> None:
    """Refuse a colour that another seat has on which somebody or a bot sits."""
    for other, has in enumerate(colours):
        if has == colour and other != seat and chairs[other].kind != "open":
            raise RequestRefused("not allowed", "problem.colourTaken")
