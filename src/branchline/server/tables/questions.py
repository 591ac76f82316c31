"""Questions: what a viewer may want to know without deciding anything.

Each returns the part of the answer that it finds.
"""

from __future__ import annotations

import asyncio

from branchline.game.game import Game
from branchline.plain import Json
from branchline.server.present.outlook import outlook, together
from branchline.server.present.reasons import reasons
from branchline.server.present.telling import tell_action
from branchline.server.protocol.messages import AskHint, AskOutlook, AskReasons, AskWhy, Parse, Ping
from branchline.server.protocol.problems import RequestRefused, named_text, refusing
from branchline.server.storage.lines import ActionBody
from branchline.server.tables.access import own_seat
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.play import Asker, check_playing, check_started
from branchline.server.tables.seats import FOR_AN_ABSENT_PERSON
from branchline.server.tables.table import Table
from branchline.server.tables.thinking import Task
from branchline.server.tables.thinking_queue import PEOPLE, Share
from branchline.server.tables.tokens import new_key
from branchline.text.catalogue import from_json


def _game_of(asker: Asker, opened: LoadedTable) -> tuple[Game, int]:
    """Return the game that has begun, and the seat one asks for."""
    seat = own_seat(opened.table, asker.holder, asker.seat)
    check_started(opened.table)
    assert opened.table.game is not None
    return opened.table.game, seat


def _check_help(table: Table) -> None:
    if not table.setup.help:
        raise RequestRefused("not allowed", "problem.withoutHelp")


async def ping(asker: Asker, message: Ping) -> Json:
    """Return the server's time."""
    return {"now": asker.registry.clock.now()}


async def parse(asker: Asker, message: Parse) -> Json:
    """Return the action that a typed command means."""
    async with asker.registry.at(asker.id) as opened:
        game, seat = _game_of(asker, opened)
        check_playing(opened.table)
        with refusing("illegal"):
            return {"action": tell_action(game.parse(message.text, seat))}


async def ask_reasons(asker: Asker, message: AskReasons) -> Json:
    """Return everything one might do now, and why it is refused."""
    async with asker.registry.at(asker.id) as opened:
        game, seat = _game_of(asker, opened)
        return {"reasons": reasons(game, seat, opened.table.seq)}


async def ask_outlook(asker: Asker, message: AskOutlook) -> Json:
    """Return what one's open tickets still cost, and the offered ones with them."""
    async with asker.registry.at(asker.id) as opened:
        game, seat = _game_of(asker, opened)
        _check_help(opened.table)
        board, view = game.board, game.view(seat)
    # With many tickets this takes a tenth of a second: the others play on meanwhile.
    sets = await asyncio.to_thread(together, board, view)
    return {"outlook": outlook(board, view), "together": sets}


async def ask_hint(asker: Asker, message: AskHint) -> Json:
    """Return what a bot would do in one's place, and why."""
    async with asker.registry.at(asker.id) as opened:
        game, seat = _game_of(asker, opened)
        _check_help(opened.table)
        check_playing(opened.table)
        if seat not in game.to_act:
            raise RequestRefused("illegal", "problem.nothingToDecide", ("NOT_YOUR_TURN",))
        # A track is hidden from its owner too (rule 35): advice comes from the view alone.
        task = Task(FOR_AN_ABSENT_PERSON, game.view(seat), game.legal_actions(seat), new_key())
        share = Share(PEOPLE, opened.owner, f"{asker.id} hint {seat}")
    choice = await asker.registry.thinkers.choose(task, share)
    advised = next(action for action in task.legal if action.id == choice.action)
    return {"advice": _advice(choice.why, tell_action(advised))}


async def ask_why(asker: Asker, message: AskWhy) -> Json:
    """Return why a bot decided as it did at a step."""
    async with asker.registry.at(asker.id) as opened:
        table = opened.table
        if not 1 <= message.step <= table.seq:
            raise RequestRefused("invalid", "problem.noStep")
        entry = table.entries[message.step - 1]
        if not isinstance(entry.body, ActionBody):
            raise RequestRefused("invalid", "problem.nobodyDecided")
        # A bot's reasons tell of its tickets.
        own = None if asker.seat is None else own_seat(table, asker.holder, asker.seat)
        if not table.is_over and (own is None or entry.seat != own):
            raise RequestRefused("not allowed", "problem.whyAfterEnd")
        why = entry.body.why
        if why is None:
            raise RequestRefused("invalid", "problem.personDecided")
        return {"advice": _advice(from_json(why))}


def _advice(why: str, action: Json | None = None) -> Json:
    return {"action": action, "text": str(why), "said": named_text(why)}
