"""A table in memory: its state, its lock, and those who look on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import orjson

from branchline.board import Board, load_board
from branchline.plain import Json
from branchline.server.present.telling import tell_position, tell_step, tell_table
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.store import Entry
from branchline.server.tables.access import check_may_look
from branchline.server.tables.table import Table
from branchline.server.tables.thinking_queue import PEOPLE, UNWATCHED, WATCHED

_ABOUT_PEOPLE = (
    *("sit", "leave", "remove", "bot", "colour", "start"),
    *("pause", "stop", "resume", "away", "back"),
)
_NOT_OF_THE_GAME = ("chat", "sit", "bot", "colour", "hurry", "rematch")


@dataclass(eq=False, slots=True)
class Listener:
    """A viewer at the end of a socket: a seat, or a watcher (None)."""

    seat: int | None
    holder: str | None
    """The hash of the secret it came with."""
    deliver: Callable[[bytes], None]
    dismiss: Callable[[RequestRefused], None]
    invite: str | None = None
    """The invite it came with, if it needed one."""

    @property
    def eyes(self) -> tuple[int | None, str | None]:
        """What its messages depend on."""
        return self.seat, self.holder


@dataclass(eq=False)
class LoadedTable:
    """A table in memory."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, tuple[set[int], int]] = field(default_factory=dict)
    """Who looks on through other processes: seats and watchers."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    used: float = field(default_factory=time.monotonic)
    last_sent: int = 0
    is_broken: bool = False
    """True after a write that may or may not be stored: the table has to be read again."""
    driver: asyncio.Task[None] | None = None
    is_gone: bool = False
    greeting: asyncio.TimerHandle | None = None
    owner: str = ""
    """The address whose share of thinking it uses: of who made it or, after a restart, came
    first."""

    def __post_init__(self) -> None:
        self.last_sent = self.table.seq
        self.board: Board = load_board(self.table.setup.game)

    def connected(self) -> set[int]:
        """Return the seats that somebody is connected to."""
        seats = {x.seat for x in self.listeners if x.seat is not None}
        for others, _ in self.elsewhere.values():
            seats |= others
        return seats

    def watchers(self) -> int:
        """Return how many watch."""
        here = sum(x.seat is None for x in self.listeners)
        return here + sum(n for _, n in self.elsewhere.values())

    @property
    def kind(self) -> str:
        """Whom its bots think for."""
        if not self.table.is_for_bots:
            return PEOPLE
        return WATCHED if self.connected() or self.watchers() else UNWATCHED

    def tell_table(self, holder: str | None, seat: int | None) -> Json:
        """Return the table for one asker."""
        return tell_table(self.table, holder, seat, self.connected(), self.watchers())

    def steps(self, seat: int | None, after: int) -> list[Json]:
        """Return the steps after a number, for one viewer."""
        return [tell_step(self.table, entry, seat) for entry in self.table.entries[after:]]

    def has(self, since: int, at: float | None) -> bool:
        """Whether a step that somebody saw is in the log; by its time too, if they know it.

        A step that was lost with a disk may have another one in its place.
        """
        if since > self.table.seq:
            return False
        return since == 0 or at is None or self.table.entries[since - 1].at == at

    def welcome(
        self,
        listener: Listener,
        since: int | None,
        most: int,
        now: float,
        since_at: float | None = None,
    ) -> bytes:
        """Return the first message to a viewer."""
        seq = self.table.seq
        fresh = since is None or not self.has(since, since_at) or seq - since > most
        return to_bytes(
            {
                "type": "welcome",
                "now": now,
                "table": self.tell_table(listener.holder, listener.seat),
                "position": tell_position(self.table, listener.seat),
                "steps": self.steps(listener.seat, 0 if fresh else since or 0),
                "fresh": fresh,
            }
        )

    def flush(self) -> None:
        """Send everybody the steps that are stored and not sent yet."""
        entries = self.table.entries[self.last_sent :]
        self.last_sent = self.table.seq
        self.changed.set()
        if not entries or not self.listeners:
            return
        positions: dict[int | None, orjson.Fragment] = {}
        messages: dict[tuple[int | None, str | None], list[bytes]] = {}
        for listener in list(self.listeners):
            if listener.eyes not in messages:
                messages[listener.eyes] = self._messages(listener, entries, positions)
            for message in messages[listener.eyes]:
                listener.deliver(message)
            self._dismiss_if_gone(listener)

    def _dismiss_if_gone(self, listener: Listener) -> None:
        """Close the socket of a viewer who may no longer look on, or not through that seat."""
        table, seat, holder = self.table, listener.seat, listener.holder
        if seat is not None and table.chairs[seat].secret == holder:
            return
        why = "problem.leftSeat"
        if seat is None:
            try:
                return check_may_look(table, holder, listener.invite)
            except RequestRefused:
                why = "problem.inviteChanged"
        self.listeners.discard(listener)
        if holder is not None and holder in table.removed:
            listener.dismiss(RequestRefused("removed", "problem.removed"))
        else:
            listener.dismiss(RequestRefused("not allowed", why))

    def _messages(
        self,
        listener: Listener,
        entries: list[Entry],
        positions: dict[int | None, orjson.Fragment],
    ) -> list[bytes]:
        seat = listener.seat
        about_people = any(e.kind in _ABOUT_PEOPLE for e in entries)
        ends = self.table.is_over or any(e.kind == "rematch" for e in entries)
        of_the_game = any(e.kind not in _NOT_OF_THE_GAME for e in entries)
        table = position = None
        if about_people or ends:
            table = self.tell_table(listener.holder, seat)
        if of_the_game and self.table.started:
            if seat not in positions:
                positions[seat] = orjson.Fragment(to_bytes(tell_position(self.table, seat)))
            position = positions[seat]
        found = []
        for entry in entries:
            is_last = entry is entries[-1]
            message = {
                "type": "step",
                "step": tell_step(self.table, entry, seat),
                "table": table if is_last else None,
                "position": position if is_last else None,
            }
            found.append(to_bytes(message))
        return found

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        messages: dict[tuple[int | None, str | None], bytes] = {}
        for listener in list(self.listeners):
            if listener.eyes not in messages:
                table = self.tell_table(listener.holder, listener.seat)
                messages[listener.eyes] = to_bytes({"type": "table", "table": table})
            listener.deliver(messages[listener.eyes])
