"""Asking: what a viewer may want to know without deciding anything."""

from __future__ import annotations

from typing import Any

from branchline.errors import BranchlineError
from branchline.server.chairs import FOR_AN_ABSENT_PERSON
from branchline.server.hall import Hall
from branchline.server.line import PEOPLE, Share
from branchline.server.outlook import outlook
from branchline.server.play import answer, check_playing, check_started
from branchline.server.problems import Refused, told
from branchline.server.reasons import reasons
from branchline.server.telling import tell_action
from branchline.server.thinking import Task
from branchline.server.tokens import new_key
from branchline.server.who import own_seat
from branchline.words import from_json


async def ask(
    hall: Hall, id: str, holder: str | None, seat: int | None, message: Any
) -> dict[str, Any]:
    """Return the answer to a question."""
    if message.type == "ping":
        return answer(message.id, now=hall.clock.now())
    if message.type == "why":
        return await _why(hall, id, holder, seat, message)
    task = None
    async with hall.at(id) as live:
        table = live.table
        mine = own_seat(table, holder, seat)
        check_started(table)
        game = table.game
        assert game is not None
        if message.type in ("outlook", "hint") and not table.setup.help:
            raise Refused("not allowed", "problem.withoutHelp")
        match message.type:
            case "parse":
                check_playing(table)
                try:
                    action = game.parse(message.text, mine)
                except BranchlineError as problem:
                    raise Refused("illegal", problem.said) from None
                return answer(message.id, action=tell_action(action))
            case "reasons":
                return answer(message.id, reasons=reasons(game, mine, table.seq))
            case "outlook":
                return answer(message.id, outlook=outlook(game.board, game.view(mine)))
        check_playing(table)
        if mine not in game.to_act:
            raise Refused("illegal", "problem.nothingToDecide", ("NOT_YOUR_TURN",))
        view, legal = game.view(mine), game.legal_actions(mine)
        task = Task(FOR_AN_ABSENT_PERSON, view, legal, new_key())
        share = Share(PEOPLE, live.owner, f"{id} hint {mine}")
    choice = await hall.thinkers.choose(task, share)
    advised = next(action for action in task.legal if action.id == choice.action)
    return answer(message.id, advice=_advice(choice.why, tell_action(advised)))


async def _why(
    hall: Hall, id: str, holder: str | None, seat: int | None, message: Any
) -> dict[str, Any]:
    async with hall.at(id) as live:
        table = live.table
        if not 1 <= message.step <= table.seq:
            raise Refused("invalid", "problem.noStep")
        entry = table.entries[message.step - 1]
        if entry.kind != "action":
            raise Refused("invalid", "problem.nobodyDecided")
        # A bot's reasons tell of its tickets.
        own = None if seat is None else own_seat(table, holder, seat)
        if not table.is_over and (own is None or entry.seat != own):
            raise Refused("not allowed", "problem.whyAfterEnd")
        why = entry.body.get("why")
        if why is None:
            raise Refused("invalid", "problem.personDecided")
        return answer(message.id, advice=_advice(from_json(why)))


def _advice(why: str, action: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"action": action, "text": str(why), "said": told(why)}
