"""What a seat knows, compiled, is what its view tells, byte for byte; a leak would be seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.game.known import known_state
from branchline.rules import engine, known
from branchline.rules import state as st
from tests.play import TASTES, at_every_table, begin, play, step
from tests.scale import scaled

Know = Callable[[Any, Any, int, bool, Any], None]

PHASES = {
    "usa": {"first tickets", "turn", "second card", "tickets"},
    "france": {"first tickets", "turn", "second card", "tickets", "build"},
    "old_west": {"first tickets", "starting city", "turn", "second card", "tickets", "marker"},
    "card_game": {"first tickets", "turn", "second card", "tickets", "complete tickets"},
}
"""What has to be decided in each game, besides moving Alvin."""


def situations(game: str, seats: int, games: int) -> Iterator[bl.Game]:
    """Games of all tastes as they stand now and then, rare decisions more often."""
    for seed in range(games):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        tastes = [chooser.choice(list(TASTES)) for _ in range(seats)]
        tastes[seed % seats] = "claims first"
        met: dict[str, int] = {}
        while not at_table.is_over and len(at_table.history) < 900:
            met[at_table.phase] = met.get(at_table.phase, 0) + 1
            if met[at_table.phase] <= 2 or chooser.random() < scaled(0.03, 0.2):
                yield at_table
            step(chooser, at_table, tastes)


def dirty() -> st.States:
    """A state in which something is left in every byte."""
    return np.frombuffer(b"\xa5" * st.STATE_DTYPE.itemsize, st.STATE_DTYPE).copy()


def differing(at_table: bl.Game, seat: int, know: Know, place: st.States) -> list[str]:
    """The fields in which what is worked out differs from what the view tells."""
    _, told = known_state(at_table.view(seat))
    open_track = bool(at_table.options.get("open_track"))
    know(at_table.board.record, at_table._states, seat, open_track, place)
    names = st.STATE_DTYPE.names
    assert names is not None
    if place.tobytes() == told.tobytes():
        return []
    return [name for name in names if place[name].tobytes() != told[name].tobytes()] or ["padding"]


@at_every_table
def test_it_is_what_the_view_tells_byte_for_byte(game: str, seats: int) -> None:
    phases = set()
    place = dirty()
    for at_table in situations(game, seats, scaled(2, 12)):
        phases.add(at_table.phase)
        for seat in range(seats):
            assert differing(at_table, seat, engine.know, place) == []
    wanted = PHASES[at_table.board.id] | ({"move alvin"} if "alvin" in game else set())
    # Who may move Alvin has to meet him first, which not every few games bring about.
    assert phases >= wanted - {"move alvin"}
    assert phases <= wanted


@at_every_table
def test_worlds_that_cannot_be_told_apart_are_known_alike(game: str, seats: int) -> None:
    """What is known of a world imagined from what is known is the same again."""
    chances = np.zeros(1, st.CHANCE_DTYPE)
    chances["used"] = 16
    one, again = dirty(), dirty()
    looked = 0
    for at_table in situations(game, seats, scaled(1, 6)):
        open_track = bool(at_table.options.get("open_track"))
        record = at_table.board.record
        for seat in range(seats):
            engine.know(record, at_table._states, seat, open_track, one)
            world = one.copy()
            engine.imagine(record, world, seat, chances)
            assert world.tobytes() != one.tobytes()
            engine.know(record, world, seat, open_track, again)
            assert again.tobytes() == one.tobytes()
            looked += 1
    assert looked > 10


LEAKS = {
    "nothing": ("", "", "usa"),
    "another hand": (
        "s.located[other, card] if s.seats == 2 else s.seen[other, card]",
        "s.hand[other, card]",
        "usa",
    ),
    "what was dealt from the deck at more than two seats": (
        "if s.seats == 2 else s.seen[other, card]",
        "",
        "usa",
    ),
    "the deck, the key and all the rest": ("know_nothing(knowns)", "knowns[0] = s", "usa"),
    "the deck of tickets": (
        "        if s.returner[ticket] == seat:\n            known.returner[ticket] = seat\n"
        "            known.ticket_deck[i] = ticket",
        "        known.ticket_deck[i] = ticket",
        "usa",
    ),
    "who returned a ticket": (
        "known.returner[ticket] = seat",
        "known.returner[:] = s.returner",
        "usa",
    ),
    "what another seat is offered": (
        "                if s.returner[ticket] == seat:\n"
        "                    known.returner[ticket] = seat\n"
        "                    known.offer[other, i] = ticket",
        "                known.offer[other, i] = ticket",
        "usa",
    ),
    "the tickets of others": ("known.held[seat] = s.held[seat]", "known.held[:] = s.held", "usa"),
    "first tickets chosen in secret": (
        "known.choice[other] = 0",
        "known.choice[other] = s.choice[other]",
        "usa",
    ),
    "one's own track": ("if open_track or s.phase == COMPLETE:", "if True:", "card_game"),
    "the tracks of others": (
        "known.track[seat, card] = s.track[seat, card]",
        "known.track[:] = s.track",
        "card_game",
    ),
    "tickets that lie face down": (
        "if other == seat or not s.closed or s.phase == OVER:",
        "if True:",
        "card_game-closed_tickets",
    ),
    "how much was spent on tickets that lie face down": (
        "if other != seat:  #",
        "if False:  #",
        "card_game-closed_tickets",
    ),
    "what was spent on tickets that lie face down": (
        "known.spent[seat, card] = s.spent[seat, card]",
        "known.spent[:] = s.spent",
        "card_game-closed_tickets",
    ),
}
"""Ways to tell a seat too much: what stands in the rules, what stands there instead, and where."""


def leaking(old: str, new: str) -> Know:
    """What a seat knows, worked out by the text of the rules with a leak in it, uncompiled."""
    text = Path(known.__file__).read_text(encoding="utf-8")
    assert old in text
    text = text.replace(
        "from branchline.rules.rule import rule\n", "rule = lambda function: function\n"
    )
    changed: dict[str, Any] = {}
    exec(compile(text.replace(old, new), "leaking", "exec"), changed)

    def know(boards: Any, states: Any, seat: int, open_track: bool, knowns: Any) -> None:
        board, s = (each.view(np.recarray)[0] for each in (boards, states))
        place = knowns.view(np.recarray)
        changed["know"](board, s, seat, open_track, place)

    return know


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_seen(leak: str) -> None:
    old, new, game = LEAKS[leak]
    know = leaking(old, new)
    found: set[str] = set()
    for seats in (2, 3):
        for at_table in situations(game, seats, scaled(2, 4)):
            for seat in range(seats):
                place = np.zeros(1, st.STATE_DTYPE)
                found.update(differing(at_table, seat, know, place))
            if found:
                break
    assert bool(found) == (leak != "nothing")


def test_a_game_tells_what_a_seat_knows() -> None:
    at_table = play("card_game-open_track", 3, 5, most=60)
    for seat in range(3):
        assert at_table.known(seat).tobytes() == known_state(at_table.view(seat))[1].tobytes()
    with pytest.raises(bl.BranchlineError, match="nothing to imagine"):
        play("usa", 2, 1, "claims first").known(0)
    with pytest.raises(bl.BranchlineError, match="no seat 3"):
        at_table.known(3)
