"""Telling: a table, its steps and its position as one viewer may see them, ready to be sent."""

from __future__ import annotations

from branchline.game.actions import Action
from branchline.game.events import Event
from branchline.game.game import Game
from branchline.plain import Json
from branchline.server.present.paths import paths_of
from branchline.server.present.previews import previews
from branchline.server.storage.lines import (
    ActionBody,
    Body,
    BotBody,
    ChatBody,
    ColourBody,
    ConsentBody,
    DowntimeBody,
    LeaveBody,
    RematchBody,
    RemoveBody,
    SitBody,
    UndoBody,
)
from branchline.server.storage.store import Entry
from branchline.server.tables.table import Table


def tell_action(action: Action) -> Json:
    """Return an action that may be taken."""
    return {"id": action.id, "move": action.move.to_json()}


def tell_table(
    table: Table,
    holder: str | None,
    seat: int | None,
    connected: set[int],
    watchers: int,
) -> Json:
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


def tell_position(table: Table, seat: int | None) -> Json | None:
    """Return where the game stands for one viewer; None before it has started."""
    game = table.game
    if game is None:
        return None
    view = game.view(seat)
    actions: list[Json] | None = None
    shown: Json | None = None
    if seat is not None and seat in view.to_act and table.state == "playing":
        legal = game.legal_actions(seat)
        actions = [tell_action(action) for action in legal]
        shown = previews(game, seat, legal)
    wish = table.wish
    return {
        "seq": table.seq,
        "view": view,
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
        "result": tell_result(table),
        "reveal": reveal(game) if game.is_over else None,
    }


def tell_past(game: Game, seat: int) -> Json:
    """Return a moment of a finished game as a seat saw it then, and what it could do."""
    view = game.view(seat)
    legal = game.legal_actions(seat)
    return {
        "seq": len(game.history),
        "view": view,
        "actions": [tell_action(action) for action in legal],
        "previews": previews(game, seat, legal),
        "take_back": {"allowed": "no", "asked": None, "by": None, "waiting_for": []},
        "deadlines": [],
        "paths": paths_of(game.board, view.owners, seat, view.tickets_done),
        "result": None,
        "reveal": None,
    }


def tell_result(table: Table) -> Json | None:
    """Return the final score."""
    game = table.game
    if game is None or not game.is_over:
        return None
    told = game.result().to_json()
    owners = game.view(None).owners
    for score in told["seats"]:
        done = [ticket["ticket"] for ticket in score["tickets"] if ticket["done"]]
        paths = paths_of(game.board, owners, score["seat"], done)
        for ticket in score["tickets"]:
            ticket["path"] = paths.get(ticket["ticket"], [])
    return told


def reveal(game: Game) -> list[Json]:
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


def seen(event: Event, viewer: int | None, open_eyes: bool = False) -> Json:
    """Return an event as a viewer may see it, or (an open replay) with all its facts."""
    return event.to_json() if open_eyes else event.seen_by(viewer)


def _who(body: Body) -> str | None:
    """Return the name of who came or went by a step."""
    match body:
        case SitBody(name=name) | LeaveBody(name=name) | RemoveBody(was=name) | BotBody(name=name):
            return name
    return None


def tell_step(table: Table, entry: Entry, viewer: int | None) -> Json:
    """Return a step of a table as a viewer may see it."""
    body = entry.body
    return {
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "seat": entry.seat,
        "by_bot": isinstance(body, ActionBody) and body.by_bot,
        "thought": body.thought if isinstance(body, ActionBody) else None,
        "text": body.text if isinstance(body, ChatBody) else None,
        "name": _who(body),
        "colour": body.colour if isinstance(body, ColourBody) else None,
        "events": [event.seen_by(viewer) for event in table.events.get(entry.seq, [])],
        "undone": body.undone if isinstance(body, UndoBody) else [],
        "agree": body.agree if isinstance(body, ConsentBody) else None,
        "seconds": body.seconds if isinstance(body, DowntimeBody) else None,
        "table": body.table if isinstance(body, RematchBody) else None,
    }
