"""A record of a random legal game of The Card Game, made to try the referee on."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .referee import table_for
from .table import KIND
from .yard_best import best_set, can_all_be_completed, taken_for, worth
from .yard_board import YardTicket
from .yard_scoring import yard_result
from .yard_table import YardTable


@dataclass(frozen=True)
class Manner:
    """How often players draw, lay and take tickets, what they keep, how they complete."""

    draw: float = 3
    lay: float = 3
    tickets: float = 0.3
    keep: float = 0.4
    stop: float = 0.1
    best: float = 0.4


MANNERS = {
    "mixed": Manner(),
    "hoarders": Manner(draw=1, lay=0, tickets=0),
    "robbers": Manner(draw=2, lay=5, tickets=0.1),
    "collectors": Manner(draw=1, lay=1, tickets=3, keep=1),
    "idlers": Manner(draw=0, lay=0.1, tickets=5, keep=0.01),
    "stoppers": Manner(stop=0.8, best=0.9),
}


def random_yard_record(
    seed: int,
    seats: int,
    manner: Manner | None = None,
    options: dict[str, object] | None = None,
) -> list[dict[str, Any]]:
    chooser = random.Random(seed)
    header = {
        "format": "branchline-record",
        "version": 1,
        "game": "card_game",
        "seats": seats,
        "options": options or {},
        "key": chooser.randbytes(32).hex(),
        "players": [f"Player {seat}" for seat in range(seats)],
    }
    table = table_for(header)
    assert isinstance(table, YardTable)
    lines: list[dict[str, Any]] = [header, {"events": table.set_up()}]
    while table.phase != "over":
        seat = chooser.choice([s for s in range(seats) if table.not_to_act(s) is None])
        action = random_yard_action(chooser, table, seat, manner or Manner())
        events = table.act(seat, action)
        lines.append({"seat": seat, "action": action, "text": "so it goes", "events": events})
    result: Any = yard_result(table)
    for seat in range(seats):
        result["seats"][seat]["longest_path"]["tracks"] = []
    return [*lines, {"result": result}]


def random_yard_action(
    chooser: random.Random, table: YardTable, seat: int, manner: Manner
) -> dict[str, object]:
    if "keep" in table.PHASES[table.phase]:
        offered = table.offers[seat]
        kept = [ticket for ticket in offered if chooser.random() < manner.keep]
        if table.phase == "first tickets" and not kept:
            kept = [chooser.choice(offered)]
        return {"do": "keep", "tickets": kept}
    if table.phase == "completing":
        track, tickets = table.tracks[seat], table.open_tickets(seat)
        if chooser.random() < manner.best:
            # Any of the best sets, not always the one the table would find.
            some = chooser.choice(best_sets(tickets, track)[-2:])
            table.said = [{KIND: "completed", "ticket": ticket.id} for ticket in some]
            return {"do": "complete best"}
        ready = [ticket.id for ticket in tickets if taken_for(ticket, track) is not None]
        if not ready or chooser.random() < 0.1:
            return {"do": "done"}
        return {"do": "complete", "ticket": chooser.choice(ready)}
    if table.phase == "second card" and chooser.random() < manner.stop:
        return {"do": "stop"}
    draws: list[dict[str, object]] = [
        {"do": "draw", "from": place}
        for place in ["deck", *range(len(table.row))]
        if table.may_draw(place) is None
    ]
    if table.phase == "second card":
        return chooser.choice(draws)
    suits: list[dict[str, object]] = [
        {"do": "lay", "colour": colour, "cards": cards, "locomotives": locomotives}
        for colour, cards, locomotives in table.suits(seat)
    ]
    threes: list[dict[str, object]] = [
        {"do": "lay three", "colours": three} for three in table.threes(seat)
    ]
    lays = chooser.choice([suits, threes]) or suits or threes
    offers: list[dict[str, object]] = [{"do": "tickets"}] if table.ticket_deck else []
    weighed = [(draws, manner.draw), (lays, manner.lay), (offers, manner.tickets)]
    open_to = [(actions, weight + 1e-9) for actions, weight in weighed if actions]
    if not open_to:
        return {"do": "pass"}
    chosen = chooser.choices([a for a, _ in open_to], [w for _, w in open_to])[0]
    return chooser.choice(chosen)


def best_sets(tickets: list[YardTicket], track: Counter[str]) -> list[list[YardTicket]]:
    """The best set the search finds, and those with one ticket exchanged that are as good."""
    best = best_set(tickets, track)
    others = [ticket for ticket in tickets if ticket not in best]
    exchanged = [[new if t == old else t for t in best] for old in best for new in others]
    as_good = [s for s in exchanged if worth(s) == worth(best) and can_all_be_completed(s, track)]
    return [best, *as_good]
