"""Asking: what a viewer may want to know without deciding anything."""

from __future__ import annotations

from typing import Any

from branchline.errors import BranchlineError
from branchline.server.present.outlook import outlook
from branchline.server.present.reasons import reasons
from branchline.server.present.telling import tell_action
from branchline.server.protocol.problems import RequestRefused, told
from branchline.server.storage.lines import ActionBody
from branchline.server.tables.access import own_seat
from branchline.server.tables.play import answer, check_playing, check_started
from branchline.server.tables.registry import Registry
from branchline.server.tables.seats import FOR_AN_ABSENT_PERSON
from branchline.server.tables.thinking import Task
from branchline.server.tables.thinking_queue import PEOPLE, Share
from branchline.server.tables.tokens import new_key
from branchline.text.catalogue import from_json


async def ask(
    registry: Registry, id: str, holder: str | None, seat: int | None, message: Any
) -> dict[str, Any]:
    """Return the answer to a question."""
    if message.type == "ping":
        return answer(message.id, now=registry.clock.now())
    if message.type == "why":
        return await _why(registry, id, holder, seat, message)
    task = None
    async with registry.at(id) as opened:
        table = opened.table
        mine = own_seat(table, holder, seat)
        check_started(table)
        game = table.game
        assert game is not None
        if message.type in ("outlook", "hint") and not table.setup.help:
            raise RequestRefused("not allowed", "problem.withoutHelp")
        match message.type:
            case "parse":
                check_playing(table)
                try:
                    action = game.parse(message.text, mine)
                except BranchlineError as problem:
                    raise RequestRefused("illegal", problem.said) from None
                return answer(message.id, action=tell_action(action))
            case "reasons":
                return answer(message.id, reasons=reasons(game, mine, table.seq))
            case "outlook":
                return answer(message.id, outlook=outlook(game.board, game.view(mine)))
        check_playing(table)
        if mine not in game.to_act:
            raise RequestRefused("illegal", "problem.nothingToDecide", ("NOT_YOUR_TURN",))
        view, legal = game.view(mine), game.legal_actions(mine)
        task = Task(FOR_AN_ABSENT_PERSON, view, legal, new_key())
        share = Share(PEOPLE, opened.owner, f"{id} hint {mine}")
    choice = await registry.thinkers.choose(task, share)
    advised = next(action for action in task.legal if action.id == choice.action)
    return answer(message.id, advice=_advice(choice.why, tell_action(advised)))


async def _why(
    registry: Registry, id: str, holder: str | None, seat: int | None, message: Any
) -> dict[str, Any]:
    async with registry.at(id) as opened:
        table = opened.table
        if not 1 <= message.step <= table.seq:
            raise RequestRefused("invalid", "problem.noStep")
        entry = table.entries[message.step - 1]
        if not isinstance(entry.body, ActionBody):
            raise RequestRefused("invalid", "problem.nobodyDecided")
        # A bot's reasons tell of its tickets.
        own = None if seat is None else own_seat(table, holder, seat)
        if not table.is_over and (own is None or entry.seat != own):
            raise RequestRefused("not allowed", "problem.whyAfterEnd")
        why = entry.body.why
        if why is None:
            raise RequestRefused("invalid", "problem.personDecided")
        return answer(message.id, advice=_advice(from_json(why)))


def _advice(why: str, action: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"action": action, "text": str(why), "said": told(why)}
