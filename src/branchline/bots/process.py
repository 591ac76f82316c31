"""Bots that users write: a process in any language that speaks JSON lines."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import time
from collections.abc import Sequence

from branchline.board import Board, load_board
from branchline.bots.base import Clock
from branchline.bots.guard import Misbehaved, one_line
from branchline.bots.lines import Lines
from branchline.errors import BranchlineError
from branchline.game.actions import Action
from branchline.game.view import View
from branchline.plain import Json
from branchline.text.catalogue import text

PROTOCOL = 1
START_SECONDS = 30.0
"""How long a process may take to say that it is ready."""
CHOICE_SECONDS = 10.0
"""How long a choice may take where the budget gives no time."""
GRACE_SECONDS = 1.0
"""What a choice may take beyond a budget in seconds, for the way there and back."""
MOST_LATE = 3
"""Time-outs in a row after which a process counts as hung and is ended."""


def read_command(line: str) -> list[str]:
    """Split a command line, or say what is wrong with it."""
    if not hasattr(os, "killpg"):
        raise BranchlineError("bot.noProcesses")
    try:
        command = shlex.split(line)
    except ValueError as problem:
        raise BranchlineError("file.at", file=f"exec:{line[:80]}", problem=str(problem)) from None
    if not command or "\0" in line or shutil.which(command[0]) is None:
        raise BranchlineError("bot.noProgram", line=line[:80])
    return command


class ProcessBot:
    """One process for one game: started at its first choice, ended when the game is.

    A process that has ended, or hung, stays gone for the rest of the game. Every question has a
    number that the answer repeats, so an answer that came too late is told from the next one.
    """

    def __init__(self, line: str, seed: int) -> None:
        self.command = read_command(line)
        self.seed = seed
        self.lines: Lines | None = None
        self.observes = True
        """Whether it wants to know what happened; before it is ready nobody knows."""
        self.seen: list[Json] = []
        """What happened that it has not been told."""
        self.gone: str | None = None
        self.asked = 0
        self.late = 0

    def observe(self, events: Sequence[Json]) -> None:
        """Note what happened; the process is told with the next question, if it wants to know."""
        if self.observes and self.gone is None:
            self.seen += events

    def choose(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        """Ask the process and return its choice."""
        if self.gone is not None:
            raise Misbehaved("gone", self.gone)
        try:
            if self.lines is None:
                self._begin(view, clock)
            return self._ask(view, legal, clock)
        except Misbehaved as problem:
            self.late = self.late + 1 if problem.kind == "timeout" else 0
            if problem.kind == "gone" or self.lines is None:
                self._give_up(problem.text)
            elif self.late == MOST_LATE:
                self._give_up(f"ended after {MOST_LATE} time-outs in a row")
            raise

    def explain(self) -> str:
        """Say why it made its last choice."""
        return text("reason.process")

    def close(self) -> None:
        """Say goodbye and end the process."""
        self._give_up("the game is over", _line({"message": "bye"}))

    def _give_up(self, why: str, last_line: bytes = b"") -> None:
        self.gone = self.gone or why
        if self.lines is not None:
            self.lines.end(last_line)
            self.lines = None

    def _begin(self, view: View, clock: Clock) -> None:
        """Start the process and wait until it is ready."""
        try:
            lines = Lines(self.command)
        except OSError as problem:
            raise Misbehaved("gone", f"it cannot be started: {one_line(problem)}") from None
        try:
            lines.send(_line(self._hello(view, clock)))
            answer = _read(lines, time.monotonic() + START_SECONDS)
            if answer.get("message") != "ready" or answer.get("protocol") != PROTOCOL:
                raise Misbehaved("garbage", f"not ready for protocol {PROTOCOL}: {answer!r:.80}")
        except BaseException:
            lines.end()
            raise
        self.lines = lines
        self.observes = answer.get("observe") is True

    def _hello(self, view: View, clock: Clock) -> Json:
        return {
            "message": "hello",
            "protocol": PROTOCOL,
            "game": view.game,
            "seats": view.seats,
            "seat": view.viewer,
            "options": view.options,
            "budget": {
                "seconds": clock.seconds,
                "playouts": clock.playouts,
                "threads": clock.threads,
            },
            "seed": self.seed,
            "board": board_json(load_board(view.board)),
        }

    def _ask(self, view: View, legal: Sequence[Action], clock: Clock) -> Action:
        assert self.lines is not None
        self.asked += 1
        if self.observes and self.seen:
            self.lines.send(_line({"message": "observe", "events": self.seen}))
        self.seen = []
        question = {
            "message": "choose",
            "request": self.asked,
            "view": view.to_json(),
            "legal": [{"number": a.id, "text": a.text, **a.move.to_json()} for a in legal],
        }
        self.lines.send(_line(question))
        seconds = CHOICE_SECONDS if clock.seconds is None else clock.seconds + GRACE_SECONDS
        deadline = time.monotonic() + seconds
        while True:
            answer = _read(self.lines, deadline)
            request, number = answer.get("request"), answer.get("number")
            if type(request) is int and 0 < request < self.asked:
                continue  # the late answer to an earlier question
            if answer.get("message") != "choice" or request != self.asked:
                raise Misbehaved("garbage", f"not a choice for request {self.asked}")
            for action in legal:
                if type(number) is int and action.id == number:
                    self.late = 0
                    return action
            raise Misbehaved("illegal", f"number {number!r:.80} is not legal")


def _line(message: Json) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def _read(lines: Lines, deadline: float) -> Json:
    line = lines.read(deadline)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Misbehaved("garbage", f"{line.decode(errors='replace')!r:.80} is not a JSON object")
    return answer


def board_json(board: Board) -> Json:
    """Return what a player needs of a board as plain data; cities are named by their ids."""
    city = [c.id for c in board.cities]
    return {
        "cities": [{"id": c.id, "name": c.name, "zone": c.zone} for c in board.cities],
        "tracks": [
            {
                "id": t.id,
                "ends": [city[t.a], city[t.b]],
                "length": t.length,
                "colour": t.colour,
                "locomotives": t.locomotives,
                "sisters": [board.tracks[i].id for i in t.sisters],
                "crossings": [board.tracks[i].id for i in t.crossings],
            }
            for t in board.tracks
        ],
        "tickets": [
            {
                "id": t.id,
                "starts": [city[c] for c in t.starts],
                "ends": [city[c] for c in t.ends],
                "points": t.points,
                "cards": t.cards,
            }
            for t in board.tickets
        ],
    }
