"""Watching over a bot: its faults are counted, and a random move takes the place of each."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

from branchline.bots.base import Bot, Clock, close, explanation, observing
from branchline.bots.random import RandomBot
from branchline.game.actions import Action
from branchline.game.view import View
from branchline.plain import Json
from branchline.rules.state import Chances
from branchline.text.catalogue import text

KINDS = ("raised", "illegal", "garbage", "too long", "timeout", "gone")
"""What can go wrong with a choice.

A class raised an error; the action is not legal; the answer cannot be read; its line is too long;
it came too late; the process has ended.
"""


class Misbehaved(Exception):  # noqa: N818 - a report about a bot, not an error of ours
    """A bot made no choice that counts; ``kind`` is one of `KINDS`."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text


def one_line(problem: BaseException) -> str:
    """Return an error as a short line of text."""
    return " ".join(f"{type(problem).__name__}: {problem}".split())[:200]


class Guarded:
    """A bot that always makes a legal choice, even if the one inside fails.

    It notes how long each choice took, how many were made by chance instead, by kind, and what
    was wrong the first time.
    """

    def __init__(self, bot: Bot, chances: Chances) -> None:
        self.bot = bot
        self.observe = self._observe if observing(bot) else None
        self.chance = RandomBot(chances)
        self.milliseconds: list[float] = []
        self.fallbacks: Counter[str] = Counter()
        self.first_problem: str | None = None
        self.last_problem: str | None = None
        self._observed = 0.0
        """How long it took to observe what happened, which is part of the next choice."""
        self._failed: BaseException | None = None

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Return the bot's choice if it is legal, or else any legal action."""
        offered = tuple(legal)
        begun = time.perf_counter() - self._observed
        failed = self._failed
        self.last_problem, self._observed, self._failed = None, 0.0, None
        try:
            if failed is not None:
                raise failed
            return _among(offered, self.bot.choose(view, offered, clock))
        except Misbehaved as problem:
            self._note(problem.kind, problem.text)
        except (Exception, SystemExit) as problem:
            self._note("raised", one_line(problem))
        finally:
            self.milliseconds.append(1000 * (time.perf_counter() - begun))
        return self.chance.choose(view, offered, clock)

    def _observe(self, events: Sequence[Json]) -> None:
        """Let the bot observe what happened; if it fails, so does its next choice."""
        observe = observing(self.bot)
        assert observe is not None
        begun = time.perf_counter()
        try:
            observe(events)
        except (Exception, SystemExit) as problem:
            self._failed = problem
        self._observed += time.perf_counter() - begun

    def _note(self, kind: str, text: str) -> None:
        self.fallbacks[kind] += 1
        self.last_problem = f"{kind}: {text}"
        self.first_problem = self.first_problem or self.last_problem

    def explain(self) -> str:
        """Say why the last choice was made."""
        if self.last_problem:
            return text("reason.chance", problem=self.last_problem)
        try:
            return explanation(self.bot)
        except (Exception, SystemExit) as problem:
            return text("reason.cannotSay", problem=one_line(problem))

    def close(self) -> None:
        """End what the bot has running."""
        close(self.bot)


def _among(offered: tuple[Action, ...], chosen: object) -> Action:
    if type(chosen) is not Action:
        raise Misbehaved("garbage", f"it chose {repr(chosen)[:80]}, which is not an action")
    if chosen not in offered:
        raise Misbehaved("illegal", f"{chosen.text[:80]!r} is not legal")
    return chosen


class Absent:
    """A bot that could not be made for this game."""

    def __init__(self, why: str) -> None:
        self.why = why

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Make no choice."""
        raise Misbehaved("raised", self.why)

    def explain(self) -> str:
        """Say why it is not there."""
        return self.why
