"""Playing: decisions, taking back, talking. Each is stored, then answered, then told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from branchline.errors import BranchlineError
from branchline.game.refusals import Refusal
from branchline.server.present.reasons import names
from branchline.server.present.telling import tell_position
from branchline.server.protocol.problems import RequestRefused
from branchline.server.storage.lines import (
    ActionBody,
    AskBody,
    ChatBody,
    ConsentBody,
    UndoBody,
    WithdrawBody,
)
from branchline.server.tables.access import own_seat
from branchline.server.tables.names import clean_text
from branchline.server.tables.open_table import OpenTable
from branchline.server.tables.registry import Draft, Registry
from branchline.server.tables.seats import played_by
from branchline.server.tables.table import Table
from branchline.server.tables.takeback import TIMES
from branchline.server.tables.thinking import Choice
from branchline.text.catalogue import stored, text
from branchline.text.describe import move

log = logging.getLogger("branchline.server")
Answering = Callable[[dict[str, Any]], None]


def answer(id: str | None, **told: Any) -> dict[str, Any]:
    """Return an answer to a request."""
    return {
        "type": "answer",
        "id": id,
        "ok": True,
        "seq": None,
        "problem": None,
        "position": None,
        "action": None,
        "reasons": None,
        "outlook": None,
        "advice": None,
        "now": None,
        **told,
    }


def refusal(id: str | None, problem: RequestRefused, **told: Any) -> dict[str, Any]:
    """Return the answer to a request that is refused."""
    return answer(id, ok=False, problem=problem.to_json(), **told)


class Player:
    """Somebody's hand at a table: what a seat's owner can do there."""

    def __init__(self, registry: Registry, id: str, holder: str | None, seat: int | None) -> None:
        self.registry = registry
        self.id = id
        self.holder = holder
        self.seat = seat

    async def do(self, message: Any, send: Answering) -> None:
        """Carry out a request that makes a step, and answer it, whatever the answer is."""
        try:
            await self.carry_out(message, send)
        except Stale as problem:
            self.registry.metrics.refused(problem.code)
            send(refusal(message.id, problem, position=problem.position))
        except RequestRefused as problem:
            self.registry.metrics.refused(problem.code)
            send(refusal(message.id, problem))

    async def carry_out(self, message: Any, send: Answering) -> None:
        """Carry out a request that makes a step, and answer it; or refuse it."""
        handlers = {
            "act": self._act,
            "take back": self._take_back,
            "consent": self._consent,
            "chat": self._chat,
            "away": self._away,
            "back": self._back,
        }

        async def once() -> None:
            async with self.registry.at(self.id) as opened:
                seat = own_seat(opened.table, self.holder, self.seat)
                before = opened.table.answers.get((self.holder or "", seat, message.id))
                if before is not None:
                    send(answer(message.id, seq=before))
                    return
                drafts = handlers[message.type](opened.table, seat, message)
                await self.registry.commit(
                    opened, drafts, lambda seq: send(answer(message.id, seq=_made(drafts, seq)))
                )

        await self.registry.retrying(once)

    def _act(self, table: Table, seat: int, message: Any) -> list[Draft]:
        if table.is_over:
            raise Stale("over", "table.why.OVER", tell_position(table, seat))
        check_playing(table)
        check_fresh(table, seat, message.expected)
        return [Draft("action", seat, decision(table, seat, message.action), message.id)]

    def _take_back(self, table: Table, seat: int, message: Any) -> list[Draft]:
        check_playing(table)
        check_fresh(table, seat, message.expected)
        if table.wish is not None and table.wish.seat == seat:
            raise RequestRefused("illegal", "problem.askedAlready")
        if table.took_back_enough(seat):
            raise RequestRefused("illegal", "problem.tookBackEnough", n=TIMES)
        match table.may_take_back(seat):
            case "no":
                raise RequestRefused("illegal", "problem.nothingToTakeBack")
            case "freely":
                undone = table.undone_by(seat)
                return [Draft("undo", seat, UndoBody(undone), message.id)]
            case _:
                target = table.undone_by(seat)[0]
                return [Draft("ask", seat, AskBody(target), message.id)]

    def _consent(self, table: Table, seat: int, message: Any) -> list[Draft]:
        check_playing(table)
        wish = table.wish
        if wish is None or wish.seq != message.asked:
            raise RequestRefused("illegal", "problem.nobodyAsks")
        if seat == wish.seat and not message.agree:
            return [Draft("withdraw", seat, WithdrawBody(wish.seq), message.id)]
        if seat not in wish.waiting_for:
            raise RequestRefused("illegal", "problem.notAsked")
        body = ConsentBody(wish.seq, message.agree)
        drafts = [Draft("consent", seat, body, message.id)]
        own = table.chairs[seat].secret
        left = {i for i in wish.waiting_for if table.chairs[i].secret != own}
        if message.agree and not left:
            undone = [done.seq for done in table.done if done.seq >= wish.target]
            drafts.append(Draft("undo", wish.seat, UndoBody(undone)))
        return drafts

    def _chat(self, table: Table, seat: int, message: Any) -> list[Draft]:
        if table.chats[seat] >= max(1, self.registry.settings.max_chats // table.setup.seats):
            raise RequestRefused("full", "problem.enoughSaid")
        try:
            text = clean_text(message.text)
        except BranchlineError as problem:
            raise RequestRefused("invalid", problem.said) from None
        return [Draft("chat", seat, ChatBody(text), message.id)]

    def _away(self, table: Table, seat: int, message: Any) -> list[Draft]:
        check_started(table)
        if table.chairs[seat].away:
            raise RequestRefused("illegal", "problem.botAlready")
        return [Draft("away", seat, client_id=message.id)]

    def _back(self, table: Table, seat: int, message: Any) -> list[Draft]:
        check_started(table)
        if not table.chairs[seat].away and seat not in table.overdue:
            raise RequestRefused("illegal", "problem.notAway")
        return [Draft("back", seat, client_id=message.id)]


def _made(drafts: list[Draft], seq: int) -> int:
    """Return the number of the first of several steps, which is the one that was asked for."""
    return seq - len(drafts) + 1


class Stale(RequestRefused):
    """A decision about something that has changed; the position as it is now goes with it."""

    def __init__(self, code: str, text: str, position: dict[str, Any] | None) -> None:
        super().__init__(code, text)
        self.position = position


def check_started(table: Table) -> None:
    """Refuse what makes sense only in a game."""
    if table.game is None:
        raise RequestRefused("not started", "problem.notStarted")
    if table.is_over:
        raise RequestRefused("over", "table.why.OVER")


def check_playing(table: Table) -> None:
    """Refuse what makes sense only while the game goes on."""
    check_started(table)
    if table.paused:
        raise RequestRefused("paused", "problem.stopped" if table.stopped else "problem.paused")


def check_fresh(table: Table, seat: int, expected: int) -> None:
    """Refuse a decision that was made before something that bears on it."""
    if not table.bearing[seat] <= expected <= table.seq:
        raise Stale("stale", "problem.stale", tell_position(table, seat))


def decision(table: Table, seat: int, action: int) -> ActionBody:
    """Return what the log says of a decision, if it is legal."""
    assert table.game is not None
    try:
        refused: Refusal = table.game.why_not(action, seat)
        taken = table.game.action(action, seat)
    except BranchlineError as problem:
        raise RequestRefused("invalid", problem.said) from None
    if refused:
        said = text("command.refused", move=move(table.game.board, taken), why=refused.text)
        raise RequestRefused("illegal", said, tuple(names(refused)))
    return ActionBody(taken.move.to_json())


def bot_decision(table: Table, seat: int, choice: Choice) -> Draft:
    """Return the entry for a bot's decision: with its reason, and whether it thought less."""
    body = decision(table, seat, choice.action)
    why = stored(choice.why)
    return Draft("action", seat, replace(body, by_bot=True, why=why, thought=choice.thought))


def bot_of(opened: OpenTable, seat: int) -> str:
    """Return the bot that decides for a seat: a level or a built-in one, whatever is stored."""
    named = opened.table.chairs[seat].bot
    bot = played_by(named, opened.board)
    if named not in (None, bot):
        _note_unknown_bot(opened.table.id, seat)
    return bot


@lru_cache(maxsize=1000)
def _note_unknown_bot(id: str, seat: int) -> None:
    """Log, once, that a seat's stored bot is not played."""
    log.warning("a stored bot is not played", extra={"table": id, "seat": seat})
