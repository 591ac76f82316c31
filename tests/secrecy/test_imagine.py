"""Imagined worlds: never the real one copied, always one that could be, each as likely as it is."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

import branchline as bl
from branchline.board import CARDS
from branchline.game import events as ev
from branchline.game.keys import keys_of_game, stream
from branchline.game.known import known_state
from branchline.rules import engine
from branchline.rules import state as st

from ..play import TABLES, at_every_table, at_some_tables, begin, board_of, play, step
from ..scale import scaled

Outcome = TypeVar("Outcome", bound=Hashable)

SAMPLE = scaled(10_000, 20_000)
OF_TICKETS = 20_000
"""There are so many pairs of tickets that fewer worlds would say nothing of a single one."""


@at_some_tables
def test_imagined_worlds_agree_with_the_view_and_the_laws_and_differ(game: str, seats: int) -> None:
    """At every step of games of several tastes."""
    worlds = 0
    could: Counter[str] = Counter()
    differ: Counter[str] = Counter()
    names = ["hand", "deck", "held"]
    yards = "rail_yard" in board_of(game).mechanics
    if yards:
        names.append("track")
    # Games with yards are short, so there are more of them.
    tastes = ("random", "hoarder", "ticket collector") * (2 if yards else 1)
    for seed, taste in enumerate(tastes):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        while not at_table.is_over:
            real = at_table._states[0]
            # Every state for one seat, each in its turn.
            seat = len(at_table.history) % seats
            view = at_table.view(seat)
            world = bl.imagine(view, seed=chooser.randrange(2**31))
            assert engine.broken_law(world.board.record, world._states) == 0
            assert world.view(seat) == view
            assert world.legal_actions() == at_table.legal_actions() or seat != at_table.seat
            s = world._states[0]
            assert (s["chance"]["key"] != real["chance"]["key"]).any()
            for player in view.players:
                hand = s["hand"][player.seat].tolist()
                held = dict(zip(CARDS, hand, strict=True))
                assert all(held[card] >= n for card, n in player.known.items())
            worlds += 1
            deck = int(s["deck_n"])
            for name, possible, alike in (
                ("hand", cards_can_differ(view), s["hand"] == real["hand"]),
                ("deck", deck > 8, s["deck"][:deck] == real["deck"][:deck]),
                ("held", tickets_can_differ(at_table.board, view), s["held"] == real["held"]),
                ("track", tracks_can_differ(view), s["track"] == real["track"]),
            ):
                could[name] += possible
                differ[name] += possible and not alike.all()
            step(chooser, at_table, [taste if chooser.random() < 0.7 else "random"] * seats)
    assert worlds > 400
    for name in names:
        assert could[name] > worlds / 4, name
        assert differ[name] > 0.95 * could[name]


def cards_can_differ(view: bl.View) -> bool:
    """Whether somebody has at least two unknown cards, and others lie elsewhere."""
    unknown = [p.cards - sum(p.known.values()) for p in view.players if p.seat != view.viewer]
    return max(unknown) > 1 and view.deck > 8


def tracks_can_differ(view: bl.View) -> bool:
    """Whether a hidden track has a few cards, and others lie elsewhere."""
    return max(p.track for p in view.players if p.seat != view.viewer) > 3 and view.deck > 8


def tickets_can_differ(board: bl.Board, view: bl.View) -> bool:
    """Whether somebody holds tickets, and quite a few others lie elsewhere."""
    held = sum(player.tickets for player in view.players if player.seat != view.viewer)
    unknown = len(board.tickets) - len(view.tickets) - len(view.offer) - len(view.ticket_places)
    return held > 0 and unknown > held + 5


@at_every_table
def test_the_same_seed_gives_the_same_world(game: str, seats: int) -> None:
    view = play(game, seats, 3, most=60).view(1)
    one, again, other = (bl.imagine(view, seed) for seed in (4, 4, 5))
    assert one._states.tobytes() == again._states.tobytes()
    assert one._states.tobytes() != other._states.tobytes()


@at_every_table
def test_a_world_knows_nothing_but_the_view(game: str, seats: int) -> None:
    """Two games that look the same to a seat are imagined the same."""
    at_table = play(game, seats, 8, most=80)
    view = at_table.view(0)
    world = bl.imagine(view, 1)
    assert bl.imagine(world.view(0), 2)._states.tobytes() == bl.imagine(view, 2)._states.tobytes()


def test_nobody_imagines_from_the_stand_or_after_the_end() -> None:
    with pytest.raises(bl.BranchlineError, match="spectator"):
        bl.imagine(bl.new_game("usa", 2, seed=1).view(None))
    with pytest.raises(bl.BranchlineError, match="over"):
        bl.imagine(play("usa", 2, 1, "claims first").view(0))


def played(event: bl.Event) -> list[tuple[int, Counter[str]]]:
    """The cards that an event takes from somebody's hand, for all to see."""
    match event:
        case ev.Claimed(seat=seat, cards=cards) | ev.Marked(seat=seat, cards=cards):
            return [(seat, Counter(cards))]
        case ev.Laid(seat=seat, rows=rows):
            laid = Counter({row.colour: row.cards for row in rows})
            laid["locomotive"] += sum(row.locomotives for row in rows)
            return [(seat, laid)]
    return []


@at_every_table
def test_cards_taken_from_the_row_are_known(game: str, seats: int) -> None:
    """Kept count of by hand from what the spectator sees, and held against the spectator's view."""
    compared = 0
    for seed in range(scaled(1, 4)):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        given = int(at_table.board.record[0]["first_locomotives"])  # for all to see
        seen = [Counter({"locomotive": given} if given else {}) for _ in range(seats)]
        while not at_table.is_over:
            for event in step(chooser, at_table, ["random"] * seats):
                if isinstance(event, ev.Drew) and event.place is not None:
                    seen[event.seat][event.card] += 1
                for seat, cards in played(event):
                    seen[seat] -= cards  # never less than nothing
            viewers = (None, 0) if seats > 2 else (None,)
            for viewer in viewers:
                for player in at_table.view(viewer).players:
                    assert Counter(player.known) == seen[player.seat]
                    compared += bool(player.known)
    assert compared > scaled(100, 500)


@pytest.mark.parametrize(
    "game",
    # In a rail yard discards are not shuffled in again.
    [game for game, seats in TABLES if seats == 2 and "rail_yard" not in board_of(game).mechanics],
)
def test_two_players_know_each_others_hands_after_a_shuffle(game: str) -> None:
    """And later what follows from it: known cards less those paid, plus those taken openly."""
    shuffles = 0
    for seed in range(scaled(4, 8)):
        chooser = random.Random(seed)
        at_table = begin(game, 2, seed)
        given = int(at_table.board.record[0]["first_locomotives"])  # for all to see
        known = [Counter({"locomotive": given} if given else {}) for _ in range(2)]
        while not at_table.is_over:
            taste = "hoarder" if seed % 2 else "random"
            events = step(chooser, at_table, [taste] * 2)
            for event in events:
                if isinstance(event, ev.Drew) and event.place is not None:
                    known[event.seat][event.card] += 1
                for seat, cards in played(event):
                    known[seat] -= cards
            shuffled = any(isinstance(event, ev.Shuffled) for event in events)
            for seat in range(2):
                hand = Counter(at_table.view(seat).hand)
                if shuffled:
                    shuffles += 1
                    known[seat] = hand
                assert Counter(at_table.view(1 - seat).players[seat].known) == known[seat]
                assert known[seat] <= hand
            if shuffled and not at_table.is_over:
                world = bl.imagine(at_table.view(0), seed)
                assert world.view(1).hand == at_table.view(1).hand
    assert shuffles > scaled(40, 100)


# --- How likely each world is -----------------------------------------------------------------


def many_worlds(
    view: bl.View, seed: int, n: int = SAMPLE, memory: bl.Memory | None = None
) -> NDArray[Any]:
    """Imagine many worlds of one view, one after another from one stream of chance."""
    board, known = known_state(view, memory)
    assert view.viewer is not None
    worlds = np.repeat(known, n)
    chances = stream(keys_of_game(seed, 0)[1])
    for i in range(n):
        engine.imagine(board.record, worlds[i : i + 1], view.viewer, chances)
    return worlds


def misfit(counts: Mapping[Outcome, int], chance: Mapping[Outcome, float]) -> float:
    """How far counts are from what is expected, on a scale where more than 1 is too far.

    The chi-square statistic over a generous critical value: its mean plus five standard
    deviations and a bit, beyond which a right sample lies about once in 100,000. What is
    expected fewer than ten times is thrown together.
    """
    assert abs(sum(chance.values()) - 1) < 1e-9
    assert set(counts) <= set(chance), "something happened that cannot"
    n = sum(counts.values())
    cells: list[tuple[float, float]] = []
    rare_counted, rare_expected = 0.0, 0.0
    for outcome, p in chance.items():
        if p * n >= 10:
            cells.append((counts.get(outcome, 0), p * n))
        else:
            rare_counted += counts.get(outcome, 0)
            rare_expected += p * n
    if rare_expected >= 10:
        cells.append((rare_counted, rare_expected))
    statistic = sum((counted - expected) ** 2 / expected for counted, expected in cells)
    freedom = len(cells) - 1
    assert freedom > 0
    return statistic / (freedom + 5 * math.sqrt(2 * freedom) + 8)


def some_of(pool: Counter[str], n: int) -> dict[tuple[str, ...], float]:
    """The chance of every set of n cards from a pool: the multivariate hypergeometric."""
    ways = math.comb(pool.total(), n)
    chance = {}
    for cards in itertools.combinations_with_replacement(sorted(pool), n):
        count = Counter(cards)
        if all(pool[card] >= k for card, k in count.items()):
            chance[cards] = math.prod(math.comb(pool[c], k) for c, k in count.items()) / ways
    return chance


def how_many(pool: Counter[str], card: str, n: int) -> dict[int, float]:
    """The chance of every number of one card among n from a pool."""
    others, ways = pool.total() - pool[card], math.comb(pool.total(), n)
    return {
        k: math.comb(pool[card], k) * math.comb(others, n - k) / ways
        for k in range(max(0, n - others), min(n, pool[card]) + 1)
    }


def unlocated(board: bl.Board, view: bl.View) -> Counter[str]:
    """The cards the viewer has not located, counted from its view."""
    pool = Counter(dict(zip(CARDS, board.record[0]["cards"].tolist(), strict=True)))
    pool -= Counter(view.hand) + Counter(view.discards)
    pool -= Counter(card for card in view.market if card) + Counter(view.own_track or {})
    for player in view.players:
        for colour, (cards, locomotives) in player.yard.items():
            pool -= Counter({colour: cards, "locomotive": locomotives})
        if player.seat != view.viewer:
            pool -= Counter(player.known)
    return pool


def unknown_part(world: np.void, player: bl.PlayerView) -> Counter[str]:
    hand = Counter(dict(zip(CARDS, world["hand"][player.seat].tolist(), strict=True)))
    return hand - Counter(player.known)


MIDDLE = [("usa", 2, 40, "random"), ("usa", 3, 70, "random"), ("usa", 3, 50, "hoarder")]
MIDDLE += [("usa", 4, 60, "blind"), ("usa", 5, 100, "random")]
in_the_middle = pytest.mark.parametrize(("game", "seats", "most", "taste"), MIDDLE)


@in_the_middle
def test_cards_are_dealt_as_likely_as_they_are(
    game: str, seats: int, most: int, taste: str
) -> None:
    """Colours in every other hand, and the cards on and under the deck."""
    at_table = play(game, seats, most, taste, most=most)
    view = at_table.view(0)
    pool = unlocated(at_table.board, view)
    worlds = many_worlds(view, most)
    hands = 0
    for player in view.players[1:]:
        n = player.cards - sum(player.known.values())
        parts = [unknown_part(world, player) for world in worlds]
        assert all(part.total() == n for part in parts)
        for card in CARDS:
            chance = how_many(pool, card, n)
            if len(chance) > 1:
                hands += 1
                assert misfit(Counter(part[card] for part in parts), chance) < 1
    assert hands >= 9
    top = {card: n / pool.total() for card, n in pool.items()}
    for position in {0, view.deck // 2, view.deck - 1}:
        counts = Counter(CARDS[c] for c in worlds["deck"][:, position].tolist())
        assert misfit(counts, top) < 1
    pairs = Counter(
        (CARDS[a], CARDS[b]) for a, b in worlds["deck"][:, view.deck - 2 : view.deck].tolist()
    )
    of_pairs = {
        (a, b): pool[a] * (pool[b] - (a == b)) / (pool.total() * (pool.total() - 1))
        for a, b in itertools.product(pool, repeat=2)
    }
    assert misfit(pairs, of_pairs) < 1


@at_some_tables
def test_a_first_hand_is_any_cards(game: str, seats: int) -> None:
    """The whole hand at once, if that can be counted, not colour by colour."""
    at_table = begin(game, seats, seats)
    view = at_table.view(seats - 1)
    worlds = many_worlds(view, seats)
    pool = unlocated(at_table.board, view)
    player = view.players[0]
    n = player.cards - sum(player.known.values())
    parts = [unknown_part(world, player) for world in worlds]
    if n <= 4:
        counts = Counter(tuple(sorted(part.elements())) for part in parts)
        assert misfit(counts, some_of(pool, n)) < 1
    else:
        # There are too many such hands to count each: any two colours of it together.
        for one, two in itertools.combinations(CARDS, 2):
            pairs = Counter((part[one], part[two]) for part in parts)
            assert misfit(pairs, how_many_of_two(pool, one, two, n)) < 1


def how_many_of_two(pool: Counter[str], one: str, two: str, n: int) -> dict[tuple[int, int], float]:
    """The chance of every number of two kinds of card among n from a pool."""
    others, ways = pool.total() - pool[one] - pool[two], math.comb(pool.total(), n)
    return {
        (j, k): math.comb(pool[one], j)
        * math.comb(pool[two], k)
        * math.comb(others, n - j - k)
        / ways
        for j in range(min(n, pool[one]) + 1)
        for k in range(min(n - j, pool[two]) + 1)
    }


@at_some_tables
def test_tickets_are_dealt_as_likely_as_they_are(game: str, seats: int) -> None:
    """Any two tickets of another's hand, the top of the deck; what was returned stays known."""
    at_table = begin(game, seats, seats)
    least = int(at_table.board.record[0]["first_keep"])
    for seat in range(seats):
        keeps = at_table.legal_actions(seat)
        fewest = [a for a in keeps if isinstance(a.move, bl.Keep) and len(a.move.tickets) == least]
        at_table.push(fewest[0], seat)
    view = at_table.view(0)
    worlds = many_worlds(view, seats, OF_TICKETS)
    returned = {place.ticket for place in view.ticket_places}
    # Only where they go under the deck unshuffled does the viewer know where they are.
    assert bool(returned) == (at_table.board.numbers["tickets"]["first_return"] == "in order")
    ids = [ticket.id for ticket in at_table.board.tickets]
    pool = [t for t in ids if t not in view.tickets and t not in returned]
    # Of more than two the first two in the order of the file: sets of three are too many to count.
    few, ways = min(least, 2), math.comb(len(pool), least)
    chance = {
        tuple(pool[i] for i in first): math.comb(len(pool) - 1 - first[-1], least - few) / ways
        for first in itertools.combinations(range(len(pool)), few)
    }
    for other in range(1, seats):
        masks = worlds["held"][:, other].tolist()
        assert {mask.bit_count() for mask in masks} == {least}
        held = Counter(tuple(t for i, t in enumerate(ids) if mask >> i & 1)[:few] for mask in masks)
        assert misfit(held, {tickets: p for tickets, p in chance.items() if p}) < 1
    top = [tuple(ids[t] for t in tickets) for tickets in worlds["ticket_deck"][:, :2].tolist()]
    assert misfit(Counter(first for first, _ in top), dict.fromkeys(pool, 1 / len(pool))) < 1
    pairs = {frozenset(two): 1 / math.comb(len(pool), 2) for two in itertools.combinations(pool, 2)}
    assert misfit(Counter(map(frozenset, top)), pairs) < 1
    for place in view.ticket_places:
        assert place.seat is None
        assert {ids[t] for t in worlds["ticket_deck"][:, place.position].tolist()} == {place.ticket}


@at_some_tables
def test_secret_first_choices_are_any_that_are_legal(game: str, seats: int) -> None:
    at_table = begin(game, seats, 3)
    for seat in range(1, seats):
        at_table.push(at_table.legal_actions(seat)[0], seat)
    masks = [action.id - st.A_KEEP for action in at_table.legal_actions(0)]
    worlds = many_worlds(at_table.view(0), seats)
    # As many seats together as can be counted.
    n = max(n for n in range(1, seats) if n == 1 or len(masks) ** n * 10 <= SAMPLE)
    for first in range(1, seats - n + 1):
        together = Counter(tuple(c) for c in worlds["choice"][:, first : first + n].tolist())
        chance = 1 / len(masks) ** n
        assert misfit(together, dict.fromkeys(itertools.product(masks, repeat=n), chance)) < 1
    assert (worlds["choice"][:, 0] == -1).all()


def test_a_wrong_distribution_would_be_noticed() -> None:
    """The measure is generous; it must not be blind. Two cards taken for others are enough."""
    at_table = play("usa", 3, 70, "blind", most=40)
    view = at_table.view(0)
    player = view.players[1]
    pool = unlocated(at_table.board, view)
    n = player.cards - sum(player.known.values())
    parts = [unknown_part(world, player) for world in many_worlds(view, 1)]
    wrong = Counter(pool)
    wrong["red"] += 2
    wrong["blue"] -= 2
    right = misfit(Counter(part["red"] for part in parts), how_many(pool, "red", n))
    off = misfit(Counter(part["red"] for part in parts), how_many(wrong, "red", n))
    assert right < 1 < off
