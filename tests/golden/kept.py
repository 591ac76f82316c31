"""Real games kept from the page, and what each was kept for."""

from __future__ import annotations

from collections import Counter

import branchline as bl
from branchline.game.record import Record

KEPT = {
    "page-france-5": {"a crossing cut", "a zone ticket completed"},
    "page-old_west-alvin-6": {"Alvin captured"},
    "page-card_game-4": {"the first scoring"},
}
"""The files, each saved from the page at the end of a game played there by mouse or keyboard."""


def shown_by(record: Record) -> set[str]:
    """What happens in a game that does not happen in every game."""
    happened = Counter(event["event"] for action in record.actions for event in action["events"])
    board = bl.load_board(record.header["game"])
    zones = {ticket.id for ticket in board.tickets if len(ticket.starts) + len(ticket.ends) > 2}
    done = {
        ticket["ticket"]
        for seat in (record.result or {"seats": []})["seats"]
        for ticket in seat["tickets"]
        if ticket["done"]
    }
    shown = {
        "a crossing cut": happened["cut off"],
        "a zone ticket completed": zones & done,
        "Alvin captured": happened["captured"],
        "the first scoring": happened["scoring"] > 1,
    }
    return {what for what, is_shown in shown.items() if is_shown}
