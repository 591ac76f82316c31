"""The cheapest network for several tickets: held to all networks there are."""

import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest

import branchline as bl
from branchline.board import Ticket
from branchline.server.present import networks as module
from branchline.server.present.networks import networks
from branchline.server.present.outlook import together

from ..scale import scaled


def small_board(rng: random.Random, zone: str | None) -> Any:
    """A few cities, the last two of them dead ends if there is a zone, and tracks between them."""
    n = rng.randint(5, 7)
    zones = [None] * (n - 2) + [zone] * 2
    pairs = [p for p in itertools.combinations(range(n), 2) if p[0] < n - 2]
    tracks = [
        SimpleNamespace(id=f"t{i}", a=a, b=b, length=rng.randint(1, 6))
        for i, (a, b) in enumerate(rng.sample(pairs, min(len(pairs), rng.randint(5, 9))))
    ]
    return SimpleNamespace(cities=[SimpleNamespace(zone=zone) for zone in zones], tracks=tracks)


def small_ticket(rng: random.Random, board: Any, i: int) -> Ticket:
    n = len(board.cities)
    a, b = rng.sample(range(n - 2), 2)
    zoned = board.cities[-1].zone is not None and rng.random() < 0.4
    ends = (n - 2, n - 1) if zoned else (b,)
    return Ticket(f"k{i}", (a,), ends, 5, "")


def joins(board: Any, laid: Any, ticket: Ticket) -> bool:
    """Whether some tracks join the ends of a ticket; nothing goes on through a dead end."""
    seen, todo = set(ticket.starts), list(ticket.starts)
    while todo:
        city = todo.pop()
        if board.cities[city].zone is not None and city not in ticket.starts:
            continue
        for track in laid:
            if city in (track.a, track.b):
                other = track.a + track.b - city
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
    return bool(seen & set(ticket.ends))


def hangs_together(laid: Any, free: Any, home: int | None) -> bool:
    """Whether all claimed tracks, and the home, are one piece."""
    parts = [{track.a, track.b} for track in (*laid, *free)]
    if home is not None:
        parts.append({home})
    while len(parts) > 1:
        first, rest = parts[0], parts[1:]
        near = [part for part in rest if part & first]
        if not near:
            return False
        parts = [first.union(*near), *(part for part in rest if not part & first)]
    return True


def by_trying(
    board: Any, costs: dict[str, int], tickets: list[Ticket], one: bool, home: Any
) -> Any:
    """The least spaces of all the networks there are."""
    free = [t for t in board.tracks if costs.get(t.id) == 0]
    open_tracks = [t for t in board.tracks if costs.get(t.id, 0) > 0]
    best = None
    for k in range(len(open_tracks) + 1):
        for laid in itertools.combinations(open_tracks, k):
            spaces = sum(costs[t.id] for t in laid)
            if best is not None and spaces >= best:
                continue
            if all(joins(board, (*laid, *free), ticket) for ticket in tickets) and (
                not one or hangs_together(laid, free, home)
            ):
                best = spaces
    return best


@pytest.mark.parametrize("in_one", [False, True])
def test_the_cheapest_network_is_found(in_one: bool) -> None:
    rng, found, impossible = random.Random(5), 0, 0
    for _ in range(scaled(40, 400)):
        board = small_board(rng, None if in_one else "Z")
        costs = {t.id: t.length for t in board.tracks if rng.random() < 0.95}
        if not in_one and costs:
            costs[rng.choice(list(costs))] = 0
        tickets = [small_ticket(rng, board, i) for i in range(4)]
        home = rng.randrange(len(board.cities) - 2) if in_one and rng.random() < 0.5 else None
        held, offered = tickets[:2], tickets[2:]
        told = networks(board, costs, held, offered, in_one=in_one, home=home)
        for chosen, network in enumerate(told):
            wanted = held + [t for i, t in enumerate(offered) if chosen >> i & 1]
            assert network.is_least
            assert network.spaces == by_trying(board, costs, wanted, in_one, home)
            found += network.spaces is not None
            impossible += network.spaces is None
    assert found > 20
    assert impossible > 5


def test_with_many_tickets_it_says_that_there_may_be_a_cheaper_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = bl.load_board("usa")
    costs = {track.id: track.length for track in board.tracks}
    held, offered = list(board.tickets[:2]), list(board.tickets[2:5])
    exact = networks(board, costs, held, offered)
    monkeypatch.setattr(module, "_MOST_ENDS", 0)
    rough = networks(board, costs, held, offered)
    assert all(one.is_least for one in exact)
    assert not any(one.is_least for one in rough)
    for least, some in zip(exact, rough, strict=True):
        assert least.spaces is not None
        assert some.spaces is not None
        assert least.spaces <= some.spaces


@pytest.mark.parametrize("game", ["usa", "france", "old_west"])
def test_tickets_together_take_no_more_than_each_alone(game: str) -> None:
    played = bl.new_game(game, seats=2, seed=3)
    view = played.view(0)
    told = together(played.board, view)
    assert len(told) == 2 ** len(view.offer)
    assert told[0]["tickets"] == []
    assert told[0]["spaces"] == 0
    assert told[-1]["tickets"] == list(view.offer)
    alone = {one["tickets"][0]: one["spaces"] for one in told if len(one["tickets"]) == 1}
    for one in told:
        assert one["is_least"]
        assert max([alone[t] for t in one["tickets"]], default=0) <= one["spaces"]
        if game != "old_west":  # there it is one network, and its parts may lie far apart
            assert one["spaces"] <= sum(alone[t] for t in one["tickets"])


def test_where_there_is_no_map_cards_are_counted() -> None:
    played = bl.new_game("card_game", seats=2, seed=3)
    view = played.view(0)
    asked = {ticket.id: ticket.cards for ticket in played.board.tickets}
    for one in together(played.board, view):
        wanted: dict[str, int] = {}
        for ticket in one["tickets"]:
            for card, n in asked[ticket].items():
                wanted[card] = wanted.get(card, 0) + n
        missing = sum(max(0, n - view.hand.get(card, 0)) for card, n in wanted.items())
        spare = max(0, view.hand.get("locomotive", 0) - wanted.get("locomotive", 0))
        assert one["cards"] == sum(wanted.values())
        assert one["at_hand"] == one["cards"] - max(0, missing - spare)


def test_nothing_is_said_where_nothing_is_offered() -> None:
    played = bl.new_game("usa", seats=2, seed=3)
    assert together(played.board, played.view(None)) == []
