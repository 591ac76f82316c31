"""What a bot is: it sees a view and the legal actions, may spend a budget, and chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from branchline.errors import BranchlineError
from branchline.game.actions import Action
from branchline.game.view import View
from branchline.plain import Json
from branchline.text.catalogue import text as say_text

MAX_PLAYOUTS = 1_000_000_000
MAX_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Clock:
    """What a bot may spend on one choice; None leaves it to the bot.

    ``seconds`` is real time, ``playouts`` how many games it may play out in
    its head, ``threads`` how many of the machine's cores it may use at once.
    """

    seconds: float | None = None
    playouts: int | None = None
    threads: int = 1

    def __str__(self) -> str:
        """Return the budget as it is given: 2000, 1s, 200ms; nothing if there is none."""
        if self.playouts is not None:
            return str(self.playouts)
        return "" if self.seconds is None else f"{self.seconds:g}s"


UNLIMITED = Clock()


def read_budget(text: str | None) -> Clock:
    """Read a budget: a number of playouts, or a time in seconds or milliseconds; None is none.

    >>> read_budget("2000")
    Clock(seconds=None, playouts=2000, threads=1)
    >>> read_budget("200ms").seconds
    0.2
    """
    if text is None:
        return UNLIMITED
    found = re.fullmatch(r"([0-9]{1,12})|([0-9]{1,12}(?:\.[0-9]{1,12})?)(ms|s)", text)
    if found and found[1] and 1 <= int(found[1]) <= MAX_PLAYOUTS:
        return Clock(playouts=int(found[1]))
    if found and found[2]:
        seconds = float(found[2]) / (1000 if found[3] == "ms" else 1)
        if 0.001 <= seconds <= MAX_SECONDS:
            return Clock(seconds=seconds)
    raise BranchlineError("bot.budget", given=repr(text[:80]))


def as_clock(budget: Clock | str | int | None) -> Clock:
    """Return a budget that may be given in words or as a number of play-outs."""
    if isinstance(budget, Clock):
        return budget
    return read_budget(None if budget is None else str(budget))


Observe: TypeAlias = Callable[[Sequence[Json]], None]


class Bot(Protocol):
    """A player. Its choice depends on what it is given and its own stream of chance only.

    A bot may also have a method ``observe(events)``. Before each choice it gets what its seat saw
    happen since its last one, as plain data (`Event.seen_by`); the first time, all from set-up on.
    """

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return one of the legal actions."""
        ...

    def explain(self) -> str:
        """Say in a sentence why it made its last choice."""
        ...


def explanation(bot: Bot) -> str:
    """Return why a bot made its last choice; a bot that a user wrote may not say."""
    explain = getattr(bot, "explain", None)
    if not explain:
        return say_text("reason.silent")
    why = explain()
    return why if isinstance(why, str) else str(why)


def observing(bot: Bot) -> Observe | None:
    """Return the method by which a bot is told events; None if it has none."""
    observe: Observe | None = getattr(bot, "observe", None)
    return observe


def close(bot: Bot) -> None:
    """End what a bot has running, if it has."""
    ending = getattr(bot, "close", None)
    if ending:
        ending()


class Budgeted:
    """A bot with a budget of its own, different from that of the others."""

    def __init__(self, bot: Bot, own: Clock) -> None:
        self.bot = bot
        self.own = own
        self.observe = observing(bot)

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return the bot's choice within its own budget."""
        own = replace(clock, seconds=self.own.seconds, playouts=self.own.playouts)
        return self.bot.choose(view, legal, own)

    def explain(self) -> str:
        """Say why the bot made its last choice."""
        return explanation(self.bot)

    def close(self) -> None:
        """End what the bot has running."""
        close(self.bot)
