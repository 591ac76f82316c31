"""Telling: a table, its steps and its position as one viewer may see them, ready to be sent."""

from __future__ import annotations

from typing import Any

from branchline.board import Board
from branchline.game.actions import Action
from branchline.game.events import Event
from branchline.game.game import Game
from branchline.game.view import View
from branchline.server.present.paths import paths_of
from branchline.server.present.previews import previews
from branchline.server.storage.store import Entry
from branchline.server.tables.table import Table
from branchline.text.narrate import Narrator


def tell_action(action: Action) -> dict[str, Any]:
    """Return an action that may be taken."""
    return {"id": action.id, "text": action.text, "move": action.move.to_json()}


def tell_table(
    table: Table,
    holder: str | None,
    seat: int | None,
    connected: set[int],
    watchers: int,
) -> dict[str, Any]:
    """Return a table for one asker; the invite only for those who belong to it."""
    setup = table.setup
    belongs = holder is not None and (holder == table.host or bool(table.seats_of(holder)))
    return {
        "id": table.id,
        "game": setup.game,
        "title": setup.title,
        "seats": [
            {
                "seat": i,
                "kind": chair.kind,
                "name": chair.name,
                "bot": chair.bot,
                "away": chair.away,
                "connected": i in connected,
                "host": chair.secret is not None and chair.secret == table.host,
                "yours": holder is not None and chair.secret == holder,
                "colour": table.colours[i],
            }
            for i, chair in enumerate(table.chairs)
        ],
        "options": setup.options,
        "state": table.state,
        "listed": setup.listed,
        "pace": setup.pace,
        "clock": None if setup.clock is None else {"seconds": setup.clock},
        "on_time_out": setup.on_time_out,
        "bot_pace": setup.bot_pace,
        "help": setup.help,
        "commitment": table.commitment,
        "key": table.key.hex() if table.is_over else None,
        "watchers": watchers,
        "created_at": table.created_at,
        "seq": table.seq,
        "forked_from": setup.forked_from,
        "stopped": table.stopped,
        "lesson": setup.lesson,
        "rematch": table.rematch,
        "invite": table.invite if belongs else None,
        "you": seat,
        "host": holder is not None and holder == table.host,
    }


def tell_position(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Return where the game stands for one viewer; None before it has started."""
    game = table.game
    if game is None:
        return None
    view = game.view(seat)
    actions: list[dict[str, Any]] | None = None
    shown: dict[str, Any] | None = None
    if seat is not None and seat in view.to_act and table.state == "playing":
        legal = game.legal_actions(seat)
        actions = [tell_action(action) for action in legal]
        shown = previews(game.board, view, legal)
    wish = table.wish
    return {
        "seq": table.seq,
        "view": view,
        "status": status(table, view),
        "actions": actions,
        "previews": shown,
        "take_back": {
            "allowed": "no" if seat is None else table.may_take_back(seat),
            "asked": wish.seq if wish else None,
            "by": wish.seat if wish else None,
            "waiting_for": sorted(wish.waiting_for) if wish else [],
        },
        "deadlines": [{"seat": s, "at": at} for s, at in sorted(table.deadlines().items())],
        "paths": {} if seat is None else paths_of(game.board, view.owners, seat, view.tickets_done),
        "result": tell_result(table, seat),
        "reveal": reveal(game) if game.is_over else None,
    }


def tell_result(table: Table, seat: int | None) -> dict[str, Any] | None:
    """Return the final score, in figures and in words."""
    game = table.game
    if game is None or not game.is_over:
        return None
    result = game.result()
    told = result.to_json()
    owners = game.view(None).owners
    for score in told["seats"]:
        done = [ticket["ticket"] for ticket in score["tickets"] if ticket["done"]]
        paths = paths_of(game.board, owners, score["seat"], done)
        for ticket in score["tickets"]:
            ticket["path"] = paths.get(ticket["ticket"], [])
    return {**told, "lines": Narrator(game.board, table.names, seat).tell_result(result)}


def reveal(game: Game) -> list[dict[str, Any]]:
    """Return what every seat holds: for finished games and open replays only."""
    shown = []
    for seat in range(game.seats):
        view = game.view(seat)
        shown.append(
            {
                "seat": seat,
                "hand": view.hand,
                "tickets": view.tickets,
                "tickets_done": view.tickets_done,
                "offer": view.offer,
                "own_track": view.own_track,
            }
        )
    return shown


_WHAT = {
    "first tickets": "choose the first tickets",
    "starting city": "choose a starting city",
    "turn": "take a turn",
    "second card": "draw a second card",
    "tickets": "choose among the offered tickets",
    "build": "lay a track piece",
    "move alvin": "put Alvin in one of the own cities",
    "marker": "place a marker or none",
    "complete tickets": "complete tickets",
}


def status(table: Table, view: View) -> str:
    """Return one line on who must do what."""
    if view.phase == "over":
        return "The game is over."
    if table.stopped:
        return "The game was stopped by the operator of the server."
    if table.paused:
        return "The game is paused."
    what = _WHAT[view.phase]
    others = [table.names[seat] for seat in view.to_act if seat != view.viewer]
    if view.viewer in view.to_act:
        what = what.replace("the own", "your").replace("the first", "your first")
        return f"You have to {what}."
    if len(others) == 1:
        return f"{others[0]} has to {what}."
    return f"{', '.join(others[:-1])} and {others[-1]} have to {what}."


def _length(seconds: int) -> str:
    """Return about how long a time is, in the largest unit of which there are two."""
    for unit, size in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


def seen(event: Event, viewer: int | None, open_eyes: bool = False) -> dict[str, Any]:
    """Return an event as a viewer may see it, or (an open replay) with all its facts."""
    return event.to_json() if open_eyes else event.seen_by(viewer)


class Teller:
    """Tells the steps of a table to one viewer."""

    def __init__(self, table: Table, board: Board, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.narrator = Narrator(board, table.names, seat)

    def step(self, entry: Entry) -> dict[str, Any]:
        """Return a step as the viewer may see it."""
        table = self.table
        events = table.events.get(entry.seq, [])
        lines = [line for event in events if (line := self.narrator.tell(event))]
        text = entry.body["text"] if entry.kind == "chat" else None
        if entry.kind == "action" and entry.seat == self.seat:
            text = table.texts[entry.seq]
        return {
            "seq": entry.seq,
            "at": entry.at,
            "kind": entry.kind,
            "seat": entry.seat,
            "by_bot": bool(entry.body.get("by_bot")),
            "thought": entry.body.get("thought"),
            "text": text,
            "lines": lines or self._lines(entry),
            "events": [event.seen_by(self.seat) for event in events],
            "undone": entry.body.get("undone", []),
            "agree": entry.body.get("agree"),
            "seconds": entry.body.get("seconds"),
            "table": entry.body.get("table"),
        }

    def _lines(self, entry: Entry) -> list[str]:
        """Tell a step that is not of the game."""
        who = entry.body.get("name") or (
            self.table.names[entry.seat] if entry.seat is not None else "The host"
        )
        match entry.kind:
            case "sit":
                return [f"{who} took a seat."]
            case "leave":
                return [f"{who} left the table."]
            case "remove":
                return [f"{entry.body['was']} was removed by the host."]
            case "bot":
                if entry.body["bot"] is None:
                    return ["A bot left the table."]
                return [f"{who}, a bot, took a seat."]
            case "colour":
                return [f"{who} chose {entry.body['colour']}."]
            case "undo":
                return [f"{who} took back a decision."]
            case "ask":
                return [f"{who} would like to take back a decision."]
            case "consent":
                answer = "agrees" if entry.body["agree"] else "does not agree"
                return [f"{who} {answer} to that."]
            case "withdraw":
                return [f"{who} lets the decision stand."]
            case "pause":
                return ["The game is paused."]
            case "stop":
                return ["The game was stopped by the operator of the server."]
            case "resume":
                return ["The game goes on."]
            case "away":
                return [f"A bot plays for {who}."]
            case "back":
                return [f"{who} is back."]
            case "time out":
                return [f"The time of {who} is up."]
            case "downtime":
                lost = _length(entry.body["seconds"])
                return [f"The server was away for {lost}; everybody's time was extended."]
            case "rematch":
                return ["There is a rematch at a new table."]
        return []
