"""Handlers: which message is handled where, what it costs, and whether it needs a seat.

Requests over HTTP that do the same use the same handlers. Only "hello" is not here: the socket
itself answers it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from branchline.plain import Json
from branchline.server.protocol.answers import answer
from branchline.server.tables import play, questions
from branchline.server.tables.access import own_seat
from branchline.server.tables.play import Asker
from branchline.server.tables.registry import Draft
from branchline.server.tables.table import Table

Send = Callable[[Json], None]


class HasId(Protocol):
    """A message that is answered under its own name."""

    @property
    def id(self) -> str:
        """What the client calls it."""


R = TypeVar("R", bound=HasId)


@dataclass(frozen=True, slots=True)
class Handler:
    """What is done with one type of message."""

    handle: Callable[[Asker, Any, Send], Awaitable[None]]
    """Carry a message out and send the answer, or refuse it."""
    cost: float = 1.0
    """What it takes from the budget of the address; see costs.py."""
    needs_seat: bool = True


def step(make: Callable[[Asker, Table, int, R], list[Draft]], cost: float = 1.0) -> Handler:
    """Handle a message that makes a step: it is stored, then answered, then told to everybody."""

    async def handle(asker: Asker, message: R, send: Send) -> None:
        async def once() -> None:
            async with asker.registry.at(asker.id) as opened:
                seat = own_seat(opened.table, asker.holder, asker.seat)
                before = opened.table.answers.get((asker.holder or "", seat, message.id))
                if before is not None:
                    send(answer(message.id, seq=before))
                    return
                drafts = make(asker, opened.table, seat, message)

                def stored(last: int) -> None:
                    # Of several steps, the first is the one that was asked for.
                    send(answer(message.id, seq=last - len(drafts) + 1))

                await asker.registry.commit(opened, drafts, stored)

        await asker.registry.retrying(once)

    return Handler(handle, cost)


def question(
    find: Callable[[Asker, R], Awaitable[Json]],
    cost: float = 1.0,
    needs_seat: bool = True,
) -> Handler:
    """Handle a message that asks for something and changes nothing."""

    async def handle(asker: Asker, message: R, send: Send) -> None:
        send(answer(message.id, **await find(asker, message)))

    return Handler(handle, cost, needs_seat)


HANDLERS: dict[str, Handler] = {
    "act": step(play.act),
    "take back": step(play.take_back, cost=2.0),
    "consent": step(play.consent),
    "chat": step(play.chat),
    "away": step(play.away),
    "back": step(play.back),
    "hurry": step(play.hurry),
    "parse": question(questions.parse),
    "reasons": question(questions.ask_reasons, cost=2.0),
    "outlook": question(questions.ask_outlook, cost=3.0),
    "hint": question(questions.ask_hint, cost=10.0),
    "why": question(questions.ask_why, needs_seat=False),
    "ping": question(questions.ping, needs_seat=False),
}
"""By the type of the message."""
