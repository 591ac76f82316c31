"""Analyses over HTTP: what a client sends about them, and what it is answered."""

from __future__ import annotations

from typing import Literal

from pydantic import StrictStr

from branchline.server.protocol.models import (
    Incoming,
    Number,
    Outgoing,
    Position,
    Problem,
    Reasons,
)
from branchline.server.protocol.wire import ReportNews, SentTried

MAX_RECORD = 500_000
"""Characters of a record that is sent to be analysed; one of five players has 100,000."""


class SentRecord(Incoming):
    """A record to analyse: the text of its file."""

    record: StrictStr


class AnalysisRules(Outgoing):
    """Whether and how a server analyses games."""

    on: bool
    budget: int
    """Worlds for a decision that stays undecided."""
    max_record: int
    """Characters of a record that is sent."""
    kept_days: float | None
    """How long such a record is kept after somebody last looked at it; None: for ever."""
    each: int
    """Analyses of one address that may wait."""
    waiting: int
    """Analyses that wait or are being made now."""


class AnalysisState(Outgoing):
    """How far an analysis is, and what is new in its report."""

    id: str | None
    """Of a record that was sent; None at a table."""
    state: Literal["none", "waiting", "working", "done", "failed"]
    """None: nobody has asked for it."""
    place: int | None
    """Its place among those that wait, from 1."""
    again: float | None
    """The seconds after which it is worth asking again; None if nothing will change by itself."""
    progress: float
    """How much of the work is done, from 0 to 1."""
    problem: Problem | None
    """Why it failed."""
    first: int
    """The number of the first decision that is told; those before it are known."""
    report: ReportNews | None


class ToSolve(Outgoing):
    """A moment of an analysed game, for somebody to decide in it once more."""

    step: int
    turn: int
    seat: int
    """Whose decision it was."""
    position: Position
    """As that seat saw it, with what it could do."""
    reasons: Reasons
    """Why it could not do all else."""


class Try(Incoming):
    """What somebody would do there: the id of an action."""

    action: Number


class TryAnswer(Outgoing):
    """How good it is."""

    tried: SentTried
