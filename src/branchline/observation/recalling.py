"""Recalling: what a seat that forgets nothing knows besides what lies open now."""

from __future__ import annotations

from branchline.observation.notes import Layout, Note
from branchline.observation.observing import MOST, put_set, turned
from branchline.observation.rows import Sheet
from branchline.rules.rule import rule
from branchline.rules.state import KINDS, BoardRecord, State


@rule
def see_remembered(
    board: BoardRecord, s: State, note: Note, seat: int, at: Layout, out: Sheet
) -> None:
    """Write what the seat remembers; nothing here tells what it did not see."""
    out.places[at.shuffles] = min(int(note.shuffles), MOST)
    out.places[at.counted] = note.counted
    for card in range(KINDS):
        out.places[at.shuffled + card] = note.shuffled[card]
        out.places[at.turned + card] = note.turned[card]
        out.places[at.others_then + card] = note.others_then[seat, card]
    who = seat
    for i in range(s.seats):
        out.places[at.blind + i] = min(int(note.blind[who]), MOST)
        out.places[at.blind_since + i] = min(int(note.blind_since[who]), MOST)
        out.places[at.drawn + i] = min(int(note.drawn[who]), MOST)
        for card in range(KINDS):
            out.places[at.taken + i * KINDS + card] = note.taken[who, card]
            out.places[at.spent + i * KINDS + card] = note.spent[who, card]
            if at.on_track >= 0:
                # Every card on a track was seen in a yard, and seen leaving if it left openly.
                lying = s.track[who, card]
                if who != seat:
                    lying += s.spent[who, card]
                out.places[at.on_track + i * KINDS + card] = lying
        who = who + 1 if who + 1 < s.seats else 0
    put_set(out, at.met, note.met[seat])
    for ticket in range(board.n_tickets):
        if note.went[seat, ticket] > 0:
            place = turned(s, seat, note.went[seat, ticket] - 1)
            out.places[at.went + place * board.n_tickets + ticket] = 1
