"""A table: the state that its log gives, entry by entry. No clock, no network, no storage here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from branchline.game.events import Event
from branchline.game.game import Game, new_game
from branchline.plain import Json
from branchline.server.protocol.models import SeatColour
from branchline.server.storage.lines import (
    BODIES,
    ActionBody,
    AskBody,
    Body,
    BotBody,
    ColourBody,
    ConsentBody,
    CreatedBody,
    DowntimeBody,
    RematchBody,
    RemoveBody,
    SitBody,
    UndoBody,
)
from branchline.server.storage.store import Entry, TableRow
from branchline.server.tables.log_limits import Asides
from branchline.server.tables.seats import COLOURS, Chair, Setup
from branchline.server.tables.takeback import TIMES, Standing, Wish, allowed, is_safe
from branchline.server.tables.tokens import commitment

ALL_AT_ONCE = ("first tickets", "complete tickets")
_FEW = 2.5
"""How many bots wait the whole pace each. If there are more, they share the time of so many."""
_SEEN = 0.6
"""Seconds for which a move can be seen, however many bots play."""
_HURRIED = 0.1
"""Seconds for a move once somebody has asked the bots to hurry."""


@dataclass(slots=True)
class Table:
    """The state of one table."""

    id: str
    setup: Setup
    key: bytes
    created_at: float
    entries: list[Entry] = field(default_factory=list)
    chairs: list[Chair] = field(default_factory=list)
    colours: list[SeatColour] = field(default_factory=list)
    """The colour of each seat, whoever sits there."""
    host: str = ""
    removed: set[str] = field(default_factory=set)
    started: bool = False
    paused: bool = False
    stopped: bool = False
    """Whether the operator stopped it; then the host cannot resume it."""
    game: Game | None = None
    done: list[Standing] = field(default_factory=list)
    events: dict[int, list[Event]] = field(default_factory=dict)
    answers: dict[tuple[str, int, str], int] = field(default_factory=dict)
    """The step that a request made, by who asked (the hash of a secret), the seat and its id."""
    bearing: list[int] = field(default_factory=list)
    """For each seat, the last step on which its decision depends."""
    since: dict[int, float] = field(default_factory=dict)
    """For each seat to act, when its time began."""
    made_up: float = 0.0
    """When deadlines were last extended because nobody could play."""
    overdue: set[int] = field(default_factory=set)
    wish: Wish | None = None
    rematch: str | None = None
    chats: Counter[int] = field(default_factory=Counter)
    """How much each seat has said in the lobby, or since the deal."""
    took_back: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often each seat took back, or asked to, at each place of the game."""
    asides: Asides = field(default_factory=Asides)
    hurried: bool = False
    """Whether bots hurry: until a person has to decide again."""
    later_invite: str | None = None

    @classmethod
    def of(cls, row: TableRow, entries: list[Entry]) -> Table:
        """Rebuild a table from storage; raise ValueError if it cannot be one of ours."""
        setup = Setup.of(row.setup)
        table = cls(row.id, setup, row.key, float(row.created_at), host=setup.host)
        table.bearing = [0] * setup.seats
        for entry in entries:
            table.apply(entry)
        return table

    @property
    def seq(self) -> int:
        """The number of the last step."""
        return len(self.entries)

    @property
    def invite(self) -> str:
        """The secret with which one may sit down or watch. It changes when somebody is removed."""
        return self.later_invite or self.setup.invite

    @property
    def needs_invite(self) -> bool:
        """Whether only an invite lets a stranger sit down.

        At a listed table too, once somebody was removed: a removed person who comes back with a new
        secret looks like anybody else.
        """
        return not self.setup.listed or bool(self.removed)

    @property
    def commitment(self) -> str:
        """The hash of the key."""
        return commitment(self.key)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.is_over

    @property
    def state(self) -> str:
        """Lobby, playing, paused or over."""
        if self.game is None:
            return "lobby"
        if self.game.is_over:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [chair.name or f"Seat {i + 1}" for i, chair in enumerate(self.chairs)]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have to decide now."""
        return () if self.game is None else self.game.to_act

    @property
    def is_for_bots(self) -> bool:
        """Whether only bots play: nobody holds a seat who is there to play it."""
        return not any(chair.is_person and not chair.away for chair in self.chairs)

    def seats_of(self, secret: str) -> list[int]:
        """Return the seats a secret holds."""
        return [i for i, chair in enumerate(self.chairs) if chair.secret == secret]

    def bots_to_act(self) -> list[int]:
        """Return the seats that have to decide and that a bot decides for."""
        if self.state != "playing":
            return []
        return [i for i in self.to_act if self.chairs[i].is_played_by_bot or i in self.overdue]

    def deadlines(self) -> dict[int, float]:
        """Return when whose time is up."""
        clock = self.setup.clock
        if clock is None or self.state != "playing":
            return {}
        return {
            seat: self.since[seat] + clock
            for seat in self.to_act
            if not self.chairs[seat].is_played_by_bot and seat not in self.overdue
        }

    @property
    def bot_pace(self) -> float:
        """Seconds that a bot waits before it moves.

        Where there are many bots, each waits less, so that a round does not take long; but every
        move must be seen.
        """
        pace = self.setup.bot_pace
        if self.hurried:
            return min(pace, _HURRIED)
        bots = sum(chair.is_played_by_bot for chair in self.chairs)
        return pace if bots <= _FEW else max(min(pace, _SEEN), pace * _FEW / bots)

    def wake_at(self) -> float | None:
        """Return when a bot or a clock has something to do next."""
        times = list(self.deadlines().values())
        times += [self.since[seat] + self.bot_pace for seat in self.bots_to_act()]
        return min(times) if times else None

    def others(self, seat: int) -> set[int]:
        """Return the seats of other people, whether they are there or may come back."""
        own = self.chairs[seat].secret
        return {i for i, c in enumerate(self.chairs) if c.is_person and c.secret != own}

    def last_of(self, seat: int) -> int | None:
        """Return the place of a seat's last decision among those that stand."""
        places = [i for i, done in enumerate(self.done) if done.seat == seat]
        return places[-1] if places else None

    def may_take_back(self, seat: int) -> str:
        """Say whether a seat may take its last decision back: freely, with consent, or no."""
        at = self.last_of(seat)
        if self.state != "playing" or at is None or self.game is None:
            return "no"
        if self.took_back_enough(seat):
            return "no"
        if self.game.phase == "first tickets":
            return "freely"
        return allowed(self.done[at:], self.chairs[seat].secret, self.people())

    def took_back_enough(self, seat: int) -> bool:
        """Whether a seat took back too often, at its last decision's place, to do so again."""
        at = self.last_of(seat)
        return at is not None and self.took_back[seat, at] >= TIMES

    def has_room_for(self, kind: str, seat: int | None) -> bool:
        """Whether the log has room for one more step of a kind."""
        return self.asides.has_room(kind, seat, self.chairs, self.started)

    def people(self) -> frozenset[str]:
        """Return the hashes of the secrets that hold a seat."""
        return frozenset(c.secret for c in self.chairs if c.is_person and c.secret is not None)

    def undone_by(self, seat: int) -> list[int]:
        """Return the steps that would be taken back with a seat's last decision."""
        at = self.last_of(seat)
        assert at is not None
        assert self.game is not None
        if self.game.phase == "first tickets":
            return [self.done[at].seq]  # the choices of the others do not depend on it
        return [done.seq for done in self.done[at:]]

    # The log, entry by entry

    def apply(self, entry: Entry) -> None:
        """Apply one entry of the log."""
        assert entry.seq == self.seq + 1, "the log has a gap"
        before = (self.to_act, self.game.turn if self.game else 0)
        if entry.kind not in STEPS:
            raise ValueError("no such kind of step")
        assert type(entry.body) is BODIES[entry.kind], "a step says what none of its kind can say"
        STEPS[entry.kind](self, entry, entry.body)
        self.entries.append(entry)
        self.asides.count(entry)
        if entry.client_id is not None and entry.seat is not None:
            who = self.chairs[entry.seat].secret
            if who is not None:
                self.answers[who, entry.seat, entry.client_id] = entry.seq
        self._set_clocks(entry, *before)

    def _set_clocks(self, entry: Entry, acting: tuple[int, ...], turn: int) -> None:
        now_acting = self.to_act
        fresh = entry.kind in ("start", "resume")
        if self.game is not None and self.game.turn != turn:
            fresh = True
        for seat in now_acting:
            bot_goes_on = entry.kind == "action" and self.chairs[seat].is_played_by_bot
            returned = entry.kind == "back" and entry.seat == seat
            if fresh or returned or bot_goes_on or seat not in acting:
                self.since[seat] = entry.at
                self.overdue.discard(seat)
        self.overdue &= set(now_acting)
        if len(self.bots_to_act()) < len(now_acting) or self.is_over:
            self.hurried = False

    def _created(self, entry: Entry, body: CreatedBody) -> None:
        self.chairs = [Chair.of(line) for line in body.chairs]
        self.colours = list(body.colours or COLOURS[: len(self.chairs)])
        if len(self.colours) != len(self.chairs):
            raise ValueError("not a colour for every chair")

    def _sit(self, entry: Entry, body: SitBody) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat] = Chair("person", body.name, None, body.secret, False)

    def _leave(self, entry: Entry, _: Body) -> None:
        assert entry.seat is not None
        chair = self.chairs[entry.seat]
        if self.started:
            chair.away = True
        else:
            self.chairs[entry.seat] = Chair()
        if chair.secret == self.host or self.seats_of(self.host):
            self._pass_on_host()

    def _remove(self, entry: Entry, body: RemoveBody) -> None:
        assert entry.seat is not None
        chair = self.chairs[entry.seat]
        if chair.secret is not None:
            self.removed.add(chair.secret)
        self.later_invite = body.invite or self.later_invite
        if self.wish is not None and entry.seat in (self.wish.seat, *self.wish.waiting_for):
            self.wish = None
        if self.started:
            chair.kind, chair.secret, chair.away = "bot", None, False
            chair.bot = body.bot
            chair.name = body.name
        else:
            self.chairs[entry.seat] = Chair()

    def _pass_on_host(self) -> None:
        """Make another person the host when the host has left every seat.

        A host who never took a seat stays the host, whoever else leaves.
        """
        if any(chair.secret == self.host and not chair.away for chair in self.chairs):
            return
        for chair in self.chairs:
            if chair.is_person and not chair.away and chair.secret is not None:
                self.host = chair.secret
                return

    def _bot(self, entry: Entry, body: BotBody) -> None:
        assert entry.seat is not None
        bot = Chair() if body.bot is None else Chair("bot", body.name or "", body.bot)
        self.chairs[entry.seat] = bot

    def _colour(self, entry: Entry, body: ColourBody) -> None:
        """Give a seat its colour; a free seat that had it gets the seat's old one."""
        assert entry.seat is not None
        wanted, had = body.colour, self.colours[entry.seat]
        self.colours = [had if colour == wanted else colour for colour in self.colours]
        self.colours[entry.seat] = wanted

    def _start(self, entry: Entry, _: Body) -> None:
        setup = self.setup
        self.game = new_game(setup.game, setup.seats, key=self.key, options=setup.options)
        self.started = True
        self.chats.clear()
        self.events[entry.seq] = self.game.opening
        self.bearing = [entry.seq] * setup.seats

    def _action(self, entry: Entry, body: ActionBody) -> None:
        assert self.game is not None
        assert entry.seat is not None
        phase = self.game.phase
        action = self.game.action_of(body.move, entry.seat)
        events = self.game.push(action, entry.seat)
        self.game.forget_undo()
        self.events[entry.seq] = events
        safe = is_safe(phase, events)
        self.done.append(Standing(entry.seq, entry.seat, action.id, safe, self.people()))
        if phase in ALL_AT_ONCE and self.game.phase == phase:
            self.bearing[entry.seat] = entry.seq
        else:
            self.bearing = [entry.seq] * len(self.bearing)
        self.wish = None

    def _undo(self, entry: Entry, body: UndoBody) -> None:
        assert self.game is not None
        assert entry.seat is not None
        undone = set(body.undone)
        alone = self.game.phase == "first tickets"
        if self.wish is None or self.wish.seat != entry.seat:  # else the wish was counted
            self.took_back[entry.seat, self.last_of(entry.seat) or 0] += 1
        self.done = [done for done in self.done if done.seq not in undone]
        self.game = new_game(
            self.setup.game, self.setup.seats, key=self.key, options=self.setup.options
        )
        for done in self.done:
            self.game.push(done.id, done.seat)
        self.game.forget_undo()
        if alone:
            self.bearing[entry.seat] = entry.seq
        else:
            self.bearing = [entry.seq] * len(self.bearing)
        self.wish = None

    def _ask(self, entry: Entry, body: AskBody) -> None:
        assert entry.seat is not None
        self.wish = Wish(entry.seq, entry.seat, body.target, self.others(entry.seat))
        self.took_back[entry.seat, self.last_of(entry.seat) or 0] += 1

    def _consent(self, entry: Entry, body: ConsentBody) -> None:
        assert entry.seat is not None
        if self.wish is None:
            return  # logs from before a removal ended a wish
        if body.agree:
            own = self.chairs[entry.seat].secret
            self.wish.waiting_for -= {
                i for i in self.wish.waiting_for if self.chairs[i].secret == own
            }
        else:
            self.wish = None

    def _withdraw(self, entry: Entry, _: Body) -> None:
        self.wish = None

    def _chat(self, entry: Entry, _: Body) -> None:
        assert entry.seat is not None
        self.chats[entry.seat] += 1

    def _pause(self, entry: Entry, _: Body) -> None:
        self.paused = True

    def _stop(self, entry: Entry, _: Body) -> None:
        self.paused = self.stopped = True

    def _resume(self, entry: Entry, _: Body) -> None:
        self.paused = self.stopped = False

    def _away(self, entry: Entry, _: Body) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat].away = True

    def _back(self, entry: Entry, _: Body) -> None:
        assert entry.seat is not None
        self.chairs[entry.seat].away = False
        self.overdue.discard(entry.seat)

    def _time_out(self, entry: Entry, _: Body) -> None:
        assert entry.seat is not None
        self.overdue.add(entry.seat)

    def _hurry(self, entry: Entry, _: Body) -> None:
        self.hurried = True

    def _downtime(self, entry: Entry, body: DowntimeBody) -> None:
        lost = body.seconds
        self.since = {seat: min(entry.at, at + lost) for seat, at in self.since.items()}
        self.made_up = entry.at

    def _rematch(self, entry: Entry, body: RematchBody) -> None:
        self.rematch = body.table


STEPS: dict[str, Callable[[Table, Entry, Any], None]] = {
    "created": Table._created,
    "sit": Table._sit,
    "leave": Table._leave,
    "remove": Table._remove,
    "bot": Table._bot,
    "colour": Table._colour,
    "start": Table._start,
    "action": Table._action,
    "undo": Table._undo,
    "ask": Table._ask,
    "consent": Table._consent,
    "withdraw": Table._withdraw,
    "chat": Table._chat,
    "pause": Table._pause,
    "stop": Table._stop,
    "resume": Table._resume,
    "away": Table._away,
    "back": Table._back,
    "time out": Table._time_out,
    "hurry": Table._hurry,
    "downtime": Table._downtime,
    "rematch": Table._rematch,
}
"""What each kind of step does; a stored step of any other kind makes a table unreadable."""


def header_of(table: Table) -> Json:
    """Return what a list of tables tells of a table.

    ``holders``, the hashes of the secrets, are for finding one's own seats and never sent.
    """
    game = table.game
    winners: list[int] = []
    if game is not None and game.is_over:
        winners = list(game.result().winners)
    return {
        "id": table.id,
        "game": table.setup.game,
        "title": table.setup.title,
        "state": table.state,
        "listed": table.setup.listed,
        "pace": table.setup.pace,
        "clock": None if table.setup.clock is None else {"seconds": table.setup.clock},
        "players": [
            {
                "seat": i,
                "kind": chair.kind,
                "name": chair.name,
                "bot": chair.bot,
                "away": chair.away,
                "connected": False,
                "host": chair.secret is not None and chair.secret == table.host,
                "yours": False,
                "colour": table.colours[i],
            }
            for i, chair in enumerate(table.chairs)
        ],
        "created_at": table.created_at,
        "updated_at": table.entries[-1].at,
        "turn": 0 if game is None else game.turn,
        "to_act": list(table.to_act) if game is not None else [],
        "winners": winners,
        "holders": [chair.secret for chair in table.chairs],
        **({"stopped": True} if table.stopped else {}),
    }


def row_of(table: Table, request: str | None = None) -> TableRow:
    """Return the row of a table: all of it follows from the table itself."""
    return TableRow(
        table.id,
        request,
        table.created_at,
        table.entries[-1].at,
        table.wake_at(),
        table.state,
        table.setup.listed,
        table.seq,
        table.key,
        table.setup.to_json(),
        header_of(table),
    )
