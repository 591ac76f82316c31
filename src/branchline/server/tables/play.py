"""Playing: decisions, taking back, talking."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from functools import lru_cache

from branchline.game.refusals import Refusal
from branchline.server.present.reasons import names
from branchline.server.present.telling import tell_position
from branchline.server.protocol.messages import (
    Act,
    Chat,
    ComeBack,
    Consent,
    GoAway,
    Hurry,
    TakeBack,
)
from branchline.server.protocol.problems import RequestRefused, Stale, refusing
from branchline.server.protocol.requests import HttpAct, HttpChat, HttpConsent, HttpTakeBack
from branchline.server.storage.lines import (
    ActionBody,
    AskBody,
    ChatBody,
    ConsentBody,
    UndoBody,
    WithdrawBody,
)
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.names import clean_text
from branchline.server.tables.registry import Draft, Registry
from branchline.server.tables.seats import played_by
from branchline.server.tables.table import Table
from branchline.server.tables.takeback import TIMES
from branchline.server.tables.thinking import Choice
from branchline.text.catalogue import stored, text
from branchline.text.describe import move

log = logging.getLogger("branchline.server")


@dataclass(frozen=True, slots=True)
class Asker:
    """Somebody who asks something of a table."""

    registry: Registry
    id: str
    """Of the table."""
    holder: str | None
    """The hash of the secret; None for a watcher."""
    seat: int | None
    """The seat asked for; None for the only one that the secret holds."""


# Steps: what one may do at a table. Each returns the entries of the log that it makes.


def act(asker: Asker, table: Table, seat: int, message: Act | HttpAct) -> list[Draft]:
    """Decide."""
    if table.is_over:
        raise Stale("over", "table.why.OVER", message.id, tell_position(table, seat))
    check_playing(table)
    check_fresh(table, seat, message)
    return [Draft("action", seat, decision(table, seat, message.action), message.id)]


def take_back(
    asker: Asker, table: Table, seat: int, message: TakeBack | HttpTakeBack
) -> list[Draft]:
    """Take one's last decision back, or ask the others for permission."""
    check_playing(table)
    check_fresh(table, seat, message)
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


def consent(asker: Asker, table: Table, seat: int, message: Consent | HttpConsent) -> list[Draft]:
    """Answer another's wish to take back, or withdraw one's own."""
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


def chat(asker: Asker, table: Table, seat: int, message: Chat | HttpChat) -> list[Draft]:
    """Say something to the table."""
    if table.chats[seat] >= max(1, asker.registry.settings.max_chats // table.setup.seats):
        raise RequestRefused("full", "problem.enoughSaid")
    with refusing():
        text = clean_text(message.text)
    return [Draft("chat", seat, ChatBody(text), message.id)]


def away(asker: Asker, table: Table, seat: int, message: GoAway) -> list[Draft]:
    """Let a bot play one's seat."""
    check_started(table)
    if table.chairs[seat].away:
        raise RequestRefused("illegal", "problem.botAlready")
    return [Draft("away", seat, client_id=message.id)]


def back(asker: Asker, table: Table, seat: int, message: ComeBack) -> list[Draft]:
    """Take one's seat back from the bot."""
    check_started(table)
    if not table.chairs[seat].away and seat not in table.overdue:
        raise RequestRefused("illegal", "problem.notAway")
    return [Draft("back", seat, client_id=message.id)]


def hurry(asker: Asker, table: Table, seat: int, message: Hurry) -> list[Draft]:
    """Let the bots hurry until a person has to decide."""
    check_playing(table)
    if any(not table.chairs[other].away for other in table.others(seat)):
        raise RequestRefused("not allowed", "problem.othersPlay")
    if not may_hurry(table):
        raise RequestRefused("illegal", "problem.nothingToHurry")
    return [Draft("hurry", seat, client_id=message.id)]


def may_hurry(table: Table) -> bool:
    """Whether only bots are to decide, and do not hurry yet."""
    return len(table.bots_to_act()) == len(table.to_act) > 0 and not table.hurried


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


def check_fresh(table: Table, seat: int, message: Act | HttpAct | TakeBack | HttpTakeBack) -> None:
    """Refuse a decision that was made before something it depends on has changed."""
    if not table.bearing[seat] <= message.expected <= table.seq:
        raise Stale("stale", "problem.stale", message.id, tell_position(table, seat))


def decision(table: Table, seat: int, action: int) -> ActionBody:
    """Return what the log says of a decision, if it is legal."""
    assert table.game is not None
    with refusing():
        refused: Refusal = table.game.why_not(action, seat)
        taken = table.game.action(action, seat)
    if refused:
        said = text("command.refused", move=move(table.game.board, taken), why=refused.text)
        raise RequestRefused("illegal", said, tuple(names(refused)))
    return ActionBody(taken.move.to_json())


def bot_decision(table: Table, seat: int, choice: Choice) -> Draft:
    """Return the entry for a bot's decision: with its reason, and whether it thought less."""
    body = decision(table, seat, choice.action)
    why = stored(choice.why)
    return Draft("action", seat, replace(body, by_bot=True, why=why, thought=choice.thought))


def bot_of(opened: LoadedTable, seat: int) -> str:
    """Return the bot that decides for a seat: always a level or a built-in one."""
    named = opened.table.chairs[seat].bot
    bot = played_by(named, opened.board)
    if named not in (None, bot):
        _note_unknown_bot(opened.table.id, seat)
    return bot


@lru_cache(maxsize=1000)
def _note_unknown_bot(id: str, seat: int) -> None:
    """Log, once, that a seat's stored bot is not played."""
    log.warning("a stored bot is not played", extra={"table": id, "seat": seat})
