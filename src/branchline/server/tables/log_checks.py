"""Judging a log from outside: every step must be possible at the table as it stood then."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from pydantic import JsonValue, ValidationError

from branchline.board import Board, games, load_board
from branchline.errors import BranchlineError
from branchline.game.options import check_options
from branchline.plain import Json
from branchline.server.clock import ServerClock
from branchline.server.storage.lines import (
    BODIES,
    ActionBody,
    AskBody,
    Body,
    BotBody,
    ChairLine,
    ChatBody,
    ColourBody,
    ConsentBody,
    CreatedBody,
    LeaveBody,
    RemoveBody,
    SitBody,
    TableLine,
    UndoBody,
    WithdrawBody,
    read_body,
)
from branchline.server.storage.store import Entry
from branchline.server.tables.names import clean_name, clean_text
from branchline.server.tables.play import check_playing, check_started, decision, may_hurry
from branchline.server.tables.seats import (
    Chair,
    Setup,
    check_free_colour,
    check_free_name,
    check_level,
    person_name,
)
from branchline.server.tables.table import Table
from branchline.text.catalogue import Said, from_json, in_language, is_text, languages, stored, text

_AHEAD = 86400.0
"""Seconds by which the clock of another machine may be ahead of ours."""
_LOBBY = ("sit", "bot", "colour", "start")
_GAME = ("action", "undo", "ask", "consent", "withdraw", "hurry")
_NO_SEAT = ("created", "start", "pause", "stop", "resume", "downtime", "rematch")


def judged(line: TableLine, max_chats: int) -> Table:
    """Return the table of a line, played through step by step; refuse what cannot have happened."""
    told = line.table
    if len(told.key) != 32:
        raise BranchlineError("serve.line.key")
    if told.setup.game not in games():
        raise BranchlineError("problem.noGame", name=told.setup.game, known=list(games()))
    board = load_board(told.setup.game)
    options = check_options(board, told.setup.seats, dict(told.setup.options))
    if options != told.setup.options:
        raise BranchlineError("serve.line.options")
    _check_same(told.setup.title, clean_text(told.setup.title, 60) if told.setup.title else "")
    if told.seq != len(line.log):
        raise BranchlineError("serve.line.seq", n=told.seq, found=len(line.log))
    setup = Setup(**told.setup.model_dump())
    table = Table(told.id, setup, told.key, 0.0, host=setup.host, bearing=[0] * setup.seats)
    for seq, at, kind, seat, client_id, body in line.log:
        try:
            at = _time(table, at)
            if seq == 1:
                table.created_at = at
            checked = _Step(table, board, kind, seat).body(seq, body)
            table.apply(Entry(seq, at, kind, seat, client_id, checked))
            # Counted for all seats together: older versions did not give them equal shares.
            if table.chats.total() > max_chats:
                raise BranchlineError("problem.enoughSaid")
        except BranchlineError as problem:
            raise BranchlineError("serve.line.step", step=seq, problem=problem.said) from None
    return table


def what_is_wrong(problem: ValidationError) -> str:
    """Return the first thing that is wrong with a line."""
    first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:80]
    return text("problem.field", field=where, wrong=str(first["msg"])[:220])


def _time(table: Table, at: float) -> float:
    """Return when a step was; a clock that was set back does not turn the order around."""
    if at > ServerClock().now() + _AHEAD:
        raise BranchlineError("serve.line.future")
    return max(float(at), table.entries[-1].at if table.entries else 0.0)


def _check_same(given: str, clean: str) -> None:
    """Refuse words that the server would have stored differently."""
    if given != clean:
        raise BranchlineError("problem.namePlain")


def _impossible() -> NoReturn:
    raise BranchlineError("serve.line.impossible")


class _Step:
    """One step, before it is applied to its table."""

    def __init__(self, table: Table, board: Board, kind: str, seat: int | None) -> None:
        self.table, self.board, self.kind, self.seat = table, board, kind, seat

    @property
    def chair(self) -> Chair:
        """The chair of the step's seat."""
        assert self.seat is not None
        return self.table.chairs[self.seat]

    def body(self, seq: int, body: Json) -> Body:
        """Return the body of the step as the server would have stored it."""
        if self.kind not in BODIES:
            raise BranchlineError("serve.line.kind", kind=self.kind)
        if seq != self.table.seq + 1 or (self.kind == "created") != (seq == 1):
            _impossible()
        if (self.seat is None) != (self.kind in _NO_SEAT):
            _impossible()
        if self.seat is not None and self.seat >= self.table.setup.seats:
            raise BranchlineError("problem.noSuchSeat")
        try:
            read = read_body(self.kind, body)
        except ValidationError as problem:
            raise BranchlineError(what_is_wrong(problem)) from None
        if self.kind in _LOBBY and self.table.started:
            raise BranchlineError("problem.started")
        if self.kind in _GAME:
            check_playing(self.table)
        told: Body | None = getattr(self, "_" + self.kind.replace(" ", "_"))(read)
        return read if told is None else told

    def _name(self, name: str, others: list[Chair], of_person: bool = False) -> None:
        _check_same(name, person_name(name) if of_person else clean_name(name))
        check_free_name(name, others)

    def _others(self) -> list[Chair]:
        return [chair for chair in self.table.chairs if chair is not self.chair]

    def _created(self, read: CreatedBody) -> None:
        if len(read.chairs) != self.table.setup.seats:
            _impossible()
        seen: list[Chair] = []
        for line in read.chairs:
            self._check_chair(line)
            if line.name:
                self._name(line.name, seen, line.kind == "person")
            seen.append(Chair.of(line))
        colours = read.colours
        if colours is not None and not len(colours) == len(set(colours)) == len(seen):
            _impossible()

    def _check_chair(self, line: ChairLine) -> None:
        if line.bot is not None:
            check_level(line.bot, self.board)
        right = {
            "open": not line.name and line.bot is None and line.secret is None,
            "person": bool(line.name) and line.secret is not None,
            "bot": bool(line.name) and line.bot is not None and line.secret is None,
        }
        if line.away or not right[line.kind]:
            _impossible()

    def _sit(self, read: SitBody) -> None:
        if self.chair.kind != "open":
            raise BranchlineError("problem.seatTaken")
        self._name(read.name, self.table.chairs, of_person=True)

    def _leave(self, read: LeaveBody) -> None:
        if not self.chair.is_person or read.name != self.chair.name:
            _impossible()
        if read.gone not in (None, self.chair.secret):
            _impossible()

    def _remove(self, read: RemoveBody) -> None:
        if not self.chair.is_person or read.was != self.chair.name:
            raise BranchlineError("problem.nobodyThere")
        if read.gone != self.chair.secret:
            _impossible()
        check_level(read.bot, self.board)
        self._name(read.name, self._others())

    def _bot(self, read: BotBody) -> None:
        if self.chair.is_person:
            raise BranchlineError("problem.somebodyThere")
        if read.bot is not None:
            check_level(read.bot, self.board)
            self._name(read.name or "", self._others())

    def _colour(self, read: ColourBody) -> None:
        if self.chair.kind == "open":
            raise BranchlineError("problem.nobodyThere")
        assert self.seat is not None
        check_free_colour(read.colour, self.seat, self.table.chairs, self.table.colours)

    def _start(self, _: Body) -> None:
        if any(chair.kind == "open" for chair in self.table.chairs):
            raise BranchlineError("problem.seatOpen")

    def _action(self, read: ActionBody) -> ActionBody:
        game, seat = self.table.game, self.seat
        assert game is not None
        assert seat is not None
        if seat not in self.table.to_act:
            raise BranchlineError("table.why.NOT_YOUR_TURN")
        action = game.action_of(read.move, seat)
        why = None if read.why is None else _reason(read.why)
        return replace(read, move=decision(self.table, seat, action.id).move, why=why)

    def _undo(self, read: UndoBody) -> None:
        standing = [done.seq for done in self.table.done]
        assert self.table.game is not None
        alone = self.table.game.phase == "first tickets" and len(read.undone) == 1
        own = [done.seq for done in self.table.done if done.seat == self.seat]
        if read.undone[0] not in own:
            _impossible()
        if not alone and read.undone != standing[standing.index(read.undone[0]) :]:
            _impossible()

    def _ask(self, read: AskBody) -> None:
        if read.target not in [done.seq for done in self.table.done if done.seat == self.seat]:
            _impossible()

    def _consent(self, read: ConsentBody) -> None:
        wish = self.table.wish
        if wish is None or wish.seq != read.asked or self.seat not in wish.waiting_for:
            raise BranchlineError("problem.notAsked")

    def _withdraw(self, read: WithdrawBody) -> None:
        wish = self.table.wish
        if wish is None or (wish.seq, wish.seat) != (read.asked, self.seat):
            raise BranchlineError("problem.nobodyAsks")

    def _chat(self, read: ChatBody) -> None:
        _check_same(read.text, clean_text(read.text))

    def _pause(self, _: Body) -> None:
        check_started(self.table)
        if self.table.paused:
            _impossible()

    def _stop(self, _: Body) -> None:
        check_started(self.table)
        if self.table.stopped:
            _impossible()

    def _resume(self, _: Body) -> None:
        check_started(self.table)
        if not self.table.paused:
            _impossible()

    def _away(self, _: Body) -> None:
        check_started(self.table)
        if not self.chair.is_person:
            raise BranchlineError("problem.nobodyThere")

    _back = _away

    def _time_out(self, _: Body) -> None:
        check_playing(self.table)
        if self.seat not in self.table.to_act:
            _impossible()

    def _hurry(self, _: Body) -> None:
        if not self.chair.is_person or not may_hurry(self.table):
            _impossible()

    def _downtime(self, _: Body) -> None:
        check_playing(self.table)
        if not self.table.deadlines():
            _impossible()

    def _rematch(self, _: Body) -> None:
        if not self.table.is_over:
            raise BranchlineError("problem.notOver")


def _reason(why: JsonValue) -> JsonValue:
    """Return a bot's reason, made anew from the catalogue; older ones are plain words."""
    if isinstance(why, str):
        _check_same(why, clean_text(why) if why else "")
        return why
    said = from_json(why) if isinstance(why, dict) and is_text(str(why.get("key"))) else ""
    if not isinstance(said, Said) or not said.key.startswith("reason.") or len(said) > 500:
        raise BranchlineError("serve.line.reason")
    _check_same(said, clean_text(said))
    try:
        for language in languages():
            in_language(said, language)
    except Exception:  # words where the text needs a number
        raise BranchlineError("serve.line.reason") from None
    kept: JsonValue = stored(said)
    return kept
