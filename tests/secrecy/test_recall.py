"""Perfect recall: what everybody saw is known, worlds agree with it, and nothing else is."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import branchline as bl
from branchline.board import CARDS
from branchline.bots.policy import PolicyBot
from branchline.game.keys import keys_of_game, stream
from branchline.game.known import known_state
from branchline.rules import engine
from branchline.rules import state as st

from ..play import TABLES, at_every_table, begin, board_of, play, step
from ..scale import scaled
from .test_imagine import how_many, many_worlds, misfit, unknown_part, unlocated

YARDS = [(game, seats) for game, seats in TABLES if "rail_yard" in board_of(game).mechanics]
at_every_yard = pytest.mark.parametrize(("game", "seats"), YARDS)


def memory_of(game: bl.Game, seat: int | None) -> bl.Memory:
    """What a seat remembers that has seen all of a game."""
    memory = bl.Memory()
    memory.observe(game.seen_by(seat))
    return memory


def lying(game: bl.Game, seat: int) -> Counter[str]:
    """The cards that really lie on a track, with those spent on closed tickets."""
    s = game._states[0]
    cards = s["track"][seat] + s["spent"][seat]
    return Counter({card: int(n) for card, n in zip(CARDS, cards, strict=True) if n})


def positions(game: str, seats: int, games: int) -> Iterator[bl.Game]:
    """Every position of some games between players of all tastes."""
    tastes = ["random", "claims first", "by hand", "ticket collector"]
    for seed in range(games):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        while not at_table.is_over:
            yield at_table
            step(chooser, at_table, [tastes[(seed + seat) % 4] for seat in range(seats)])


@at_every_table
def test_what_the_state_tells_at_once_is_what_follows_from_what_was_seen(
    game: str, seats: int
) -> None:
    """The quick way, from the state, against the definition: told event by event, for each seat."""
    memories = [bl.Memory() for _ in range(seats)]
    told: list[int | None] = [None] * seats
    before: bl.Game | None = None
    remembered = 0
    for at_table in positions(game, seats, scaled(1, 4)):
        if at_table is not before:
            told, before = [None] * seats, at_table
        seat = len(at_table.history) % seats
        memory = memories[seat]
        memory.observe(at_table.seen_by(seat, told[seat]))
        told[seat] = len(at_table.history)
        view = at_table.view(seat)
        assert memory.fits(view)
        _, known = known_state(view, memory)
        _, quick = known_state(view)
        engine.recall_tracks(at_table._states, seat, quick)
        assert known.tobytes() == quick.tobytes()
        remembered += sum(known[0]["track"].sum(1) > 0)
    assert remembered > 50 or (game, seats) not in YARDS


@at_every_yard
def test_everybody_remembers_the_same(game: str, seats: int) -> None:
    """A spectator too. Only what a seat spent on closed tickets is known to that seat alone."""
    for at_table in itertools.islice(positions(game, seats, 2), 0, None, 7):
        public = memory_of(at_table, None)
        own_spent = at_table._states[0]["spent"]
        for seat in range(seats):
            memory = memory_of(at_table, seat)
            for other in range(seats):
                expected = lying(at_table, other)
                assert +public.tracks[other] == expected
                if seat == other:
                    spent = zip(CARDS, own_spent[seat].tolist(), strict=True)
                    expected -= Counter(dict(spent))
                assert +memory.tracks[other] == expected


@at_every_yard
def test_worlds_agree_with_all_that_was_seen_and_with_the_laws(game: str, seats: int) -> None:
    differ: Counter[str] = Counter()
    worlds = 0
    for at_table in positions(game, seats, scaled(2, 8)):
        seat = len(at_table.history) % seats
        view, memory = at_table.view(seat), memory_of(at_table, seat)
        world = bl.imagine(view, len(at_table.history), memory)
        assert engine.broken_law(world.board.record, world._states) == 0
        assert world.view(seat) == view
        for other in range(seats):
            assert lying(world, other) == lying(at_table, other)
        s, real = world._states[0], at_table._states[0]
        assert (s["chance"]["key"] != real["chance"]["key"]).any()
        worlds += 1
        deck = int(s["deck_n"])
        differ["hand"] += bool((s["hand"] != real["hand"]).any())
        differ["deck"] += bool((s["deck"][:deck] != real["deck"][:deck]).any())
        differ["held"] += bool((s["held"] != real["held"]).any())
    assert worlds > 150
    assert all(differ[name] > worlds / 3 for name in ("hand", "deck", "held")), differ


@at_every_yard
def test_the_real_world_is_among_those_possible(game: str, seats: int) -> None:
    """Nothing that a seat takes for located lies elsewhere, and what is left to deal is right."""
    for at_table in positions(game, seats, scaled(1, 4)):
        seat = len(at_table.history) % seats
        board, known = known_state(at_table.view(seat), memory_of(at_table, seat))
        k, real = known[0], at_table._states[0]
        for other in range(seats):
            assert (k["hand"][other] <= real["hand"][other]).all()
            spent = 0 if other == seat else real["spent"][other]
            assert (k["track"][other] == real["track"][other] + spent).all()
        hidden = np.repeat(real["deck"][: int(real["deck_n"])], 1)
        to_deal = np.bincount(hidden, minlength=st.KINDS)
        for other in range(seats):
            to_deal += real["hand"][other] - k["hand"][other]
        open_cards = k["discards"] + k["hand"].sum(0) + k["track"].sum(0) + k["spent"].sum(0)
        open_cards += np.bincount(k["market"][k["market"] >= 0], minlength=st.KINDS)
        open_cards[: st.COLOURS] += k["row"].sum(0)
        open_cards[st.LOCOMOTIVE] += k["row_locomotives"].sum()
        assert (board.record[0]["cards"] - open_cards == to_deal).all()


@pytest.mark.parametrize(("seats", "most"), [(2, 40), (3, 50), (4, 50)])
def test_what_was_not_seen_is_dealt_as_likely_as_it_is(seats: int, most: int) -> None:
    """The other hands and the deck, from the cards that lie on no track."""
    at_table = play("card_game", seats, most, "claims first", most=most)
    chooser = random.Random(most)
    for _ in range(6 * seats):
        step(chooser, at_table, ["blind"] * seats)
    view, memory = at_table.view(0), memory_of(at_table, 0)
    pool = unlocated(at_table.board, view)
    for cards in memory.tracks.values():
        pool -= cards
    assert pool.total() == view.deck + sum(
        player.cards - sum(player.known.values()) for player in view.players[1:]
    )
    worlds = many_worlds(view, most, memory=memory)
    compared = 0
    for player in view.players[1:]:
        n = player.cards - sum(player.known.values())
        parts = [unknown_part(world, player) for world in worlds]
        for card in CARDS:
            chance = how_many(pool, card, n)
            if len(chance) > 1:
                compared += 1
                assert misfit(Counter(part[card] for part in parts), chance) < 1
    assert compared >= 6
    top = {card: n / pool.total() for card, n in pool.items() if n}
    for position in {0, view.deck - 1}:
        counts = Counter(CARDS[c] for c in worlds["deck"][:, position].tolist())
        assert misfit(counts, top) < 1
    for seat in range(seats):
        assert (worlds["track"][:, seat] == at_table._states[0]["track"][seat]).all()


def asked(board: bl.Board, tickets: list[int]) -> Counter[str]:
    return sum((Counter(board.tickets[ticket].cards) for ticket in tickets), Counter())


def payable(board: bl.Board, tickets: list[int], track: Counter[str]) -> bool:
    """Whether a track pays for tickets, by rule 34: locomotives for whatever is missing."""
    return (asked(board, tickets) - track).total() <= track["locomotive"]


def bits(mask: int) -> list[int]:
    return [i for i in range(64) if mask >> i & 1]


def scoring(seats: int, seed: int) -> bl.Game:
    """A scoring of closed tickets, in which the others have completed what they could."""
    at_table = play("card_game-closed_tickets", seats, seed, "by hand", most=10_000)
    came = [any(e.kind == "scoring" for e in events) for _, _, events in at_table.history]
    while len(at_table.history) > came.index(True) + 1:
        at_table.pop()
    for seat in range(1, seats):
        at_table.push(st.A_BEST, seat)
    return at_table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_closed_tickets_are_such_as_the_remembered_track_pays_for(seats: int) -> None:
    for seed in range(scaled(3, 20)):
        at_table = scoring(seats, seed)
        view, memory = at_table.view(0), memory_of(at_table, 0)
        for world in many_worlds(view, seed, 40, memory=memory):
            for other in range(1, seats):
                closed = bits(int(world["completed"][other]))
                assert len(closed) == view.players[other].completed_now
                assert payable(at_table.board, closed, lying(at_table, other))


def test_any_closed_tickets_come_up_that_the_remembered_track_pays_for() -> None:
    """Where there are few such sets: all of them, the real one too, and no other."""
    compared = 0
    for seed in range(scaled(14, 60)):
        at_table = scoring(2, seed)
        n = at_table.view(0).players[1].completed_now
        if n > 3:
            continue
        # What its owner did not spend was never there: most of it would pay for anything.
        s = at_table._states[0]
        s["discards"] += s["track"][1]
        s["discards_n"] += s["track"][1].sum()
        s["track"][1], s["track_n"][1] = 0, 0
        memory = memory_of(at_table, 0)
        memory.tracks[1] = track = lying(at_table, 1)
        view = at_table.view(0)
        located = {*view.tickets, *(place.ticket for place in view.ticket_places)}
        free = [i for i, t in enumerate(at_table.board.tickets) if t.id not in located]
        possible = {
            sum(1 << t for t in some)
            for some in itertools.combinations(free, n)
            if payable(at_table.board, list(some), track)
        }
        assert int(s["completed"][1]) in possible
        if len(possible) > 100:
            continue
        worlds = many_worlds(view, seed, 30 * len(possible), memory=memory)
        assert {int(mask) for mask in worlds["completed"][:, 1]} == possible
        compared += len(possible)
    assert compared > 30


def test_a_full_track_and_many_tickets_are_imagined_too() -> None:
    """The tightest case: two good players complete a dozen tickets with most of their cards."""
    at_table = bl.new_game("card_game", 2, seed=4, options={"closed_tickets": True})
    bots = [PolicyBot("planner"), PolicyBot("planner")]
    while at_table.phase != "complete tickets":
        seat = at_table.to_act[0]
        legal = at_table.legal_actions(seat)
        at_table.push(bots[seat].choose(at_table.view(seat), legal, bl.Clock()), seat)
    at_table.push(st.A_BEST, 1)
    view = at_table.view(0)
    assert view.players[1].completed_now >= 8
    for world in many_worlds(view, 1, 50, memory=memory_of(at_table, 0)):
        tickets = bits(int(world["completed"][1]))
        assert len(tickets) == view.players[1].completed_now
        assert int(world["spent"][1].sum()) == asked(at_table.board, tickets).total()


def test_a_memory_of_something_else_is_refused() -> None:
    at_table = play("card_game", 2, 5, "claims first", most=60)
    view = at_table.view(0)
    assert max(player.track for player in view.players) > 3
    right = memory_of(at_table, 0)
    assert right.fits(view)
    late, other, wrong = bl.Memory(), bl.Memory(), memory_of(at_table, 0)
    late.observe(at_table.seen_by(0, since=30))
    other.observe(begin("card_game", 2, 6).seen_by(0))
    seat = max((0, 1), key=lambda seat: right.tracks[seat].total())
    wrong.tracks[seat] = Counter({"red": right.tracks[seat].total() + 20, "blue": -20})
    for memory in (bl.Memory(), late, other, wrong):
        with pytest.raises(bl.BranchlineError, match="the memory does not fit the view"):
            bl.imagine(view, 1, memory)
    too_many = memory_of(at_table, 0)
    n = right.tracks[seat].total()
    too_many.tracks[seat] = Counter({"locomotive": n})
    hidden = unlocated(at_table.board, view)["locomotive"]
    if n > hidden:
        with pytest.raises(bl.BranchlineError, match="the memory does not fit the view"):
            bl.imagine(view, 1, too_many)


def test_a_memory_begins_anew_with_every_game() -> None:
    memory = memory_of(play("card_game", 3, 2, "claims first", most=70), 1)
    another = begin("card_game", 3, 9)
    memory.observe(another.seen_by(1))
    assert memory.fits(another.view(1))


def test_a_world_can_be_remembered_on_from() -> None:
    """The stream of chance decides; the same memory and view give the same world."""
    at_table = play("card_game", 3, 8, "claims first", most=70)
    view, memory = at_table.view(2), memory_of(at_table, 2)
    one, again, other = (bl.imagine(view, seed, memory) for seed in (4, 4, 5))
    assert one._states.tobytes() == again._states.tobytes()
    assert one._states.tobytes() != other._states.tobytes()
    chances = stream(keys_of_game(4, 0)[1])
    board, known = known_state(view, memory)
    engine.imagine(board.record, known, 2, chances)
    assert known.tobytes() == one._states.tobytes()
