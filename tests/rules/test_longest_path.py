"""The compiled longest path against searches that share nothing with it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.rules import engine, network
from branchline.rules import state as st

BOARD = bl.load_board("usa")
LENGTHS = [track.length for track in BOARD.tracks]
ONE_OF_EACH = [i for i, t in enumerate(BOARD.tracks) if i < min(t.sisters, default=i + 1)]
SHORT = [i for i in ONE_OF_EACH if LENGTHS[i] <= 2]

# Found by climbing from random sets towards those the search takes longest over: 24 routes, most
# of them short and close together, with an odd number of them meeting in many cities.
HARDEST = [
    "atlanta-charleston",
    "atlanta-nashville",
    "atlanta-raleigh-1",
    "boston-new_york-1",
    "charleston-raleigh",
    "dallas-houston-1",
    "dallas-little_rock",
    "dallas-oklahoma_city-1",
    "kansas_city-oklahoma_city-1",
    "kansas_city-omaha-1",
    "kansas_city-saint_louis-1",
    "little_rock-nashville",
    "little_rock-oklahoma_city",
    "little_rock-saint_louis",
    "nashville-raleigh",
    "nashville-saint_louis",
    "new_york-pittsburgh-1",
    "new_york-washington-1",
    "pittsburgh-raleigh",
    "pittsburgh-toronto",
    "pittsburgh-washington",
    "portland-seattle-1",
    "raleigh-washington-1",
    "seattle-vancouver-1",
]


def claimed(tracks: list[int]) -> np.ndarray[Any, Any]:
    """A state in which seat 0 owns these tracks."""
    states = np.zeros(1, st.STATE_DTYPE)
    states["seats"] = 2
    states["owner"] = -1
    states["owner"][0, tracks] = 0
    return states


def compiled(tracks: list[int]) -> int:
    """The longest path as the rules find it; its tracks are checked to be a path of that length."""
    engine.compile_rules()
    results = np.zeros(1, st.RESULT_DTYPE)
    engine.result(BOARD.record, claimed(tracks), results)
    longest = int(results[0]["longest"][0])
    trail = results[0]["trail"][0].tolist()
    assert_is_path(trail[1 : trail[0] + 1], tracks, longest)
    return longest


def assert_is_path(path: list[int], tracks: list[int], length: int) -> None:
    assert set(path) <= set(tracks)
    assert len(set(path)) == len(path)
    assert sum(LENGTHS[i] for i in path) == length
    standing = set(range(len(BOARD.cities)))
    for i in path:
        a, b = BOARD.tracks[i].a, BOARD.tracks[i].b
        standing = {b for city in standing if city == a} | {a for city in standing if city == b}
    assert standing, "the tracks cannot be walked in this order"


def brute_force(tracks: list[int]) -> int:
    """Walk every trail from every city; no thought at all, so nothing to get wrong."""

    def onward(city: int, left: frozenset[int]) -> int:
        best = 0
        for i in left:
            track = BOARD.tracks[i]
            if city in (track.a, track.b):
                other = track.b if city == track.a else track.a
                best = max(best, track.length + onward(other, left - {i}))
        return best

    return max(onward(city, frozenset(tracks)) for city in range(len(BOARD.cities)))


def by_leaving_out(tracks: list[int]) -> int:
    """Search the other way round: leave out as little as possible until one trail takes the rest.

    A set of routes is one trail when it hangs together and at most two of its cities have an odd
    number of routes. Sets are tried from the heaviest down, so the first that fits is the longest.
    """
    by_weight: dict[int, set[frozenset[int]]] = {sum(LENGTHS[i] for i in tracks): set()}
    by_weight[max(by_weight)].add(frozenset(tracks))
    while True:
        weight = max(by_weight)
        for kept in by_weight.pop(weight):
            if is_one_trail(kept):
                return weight
            for i in kept:
                by_weight.setdefault(weight - LENGTHS[i], set()).add(kept - {i})


def is_one_trail(tracks: frozenset[int]) -> bool:
    degree: dict[int, int] = {}
    neighbours: dict[int, list[int]] = {}
    for i in tracks:
        a, b = BOARD.tracks[i].a, BOARD.tracks[i].b
        for here, there in ((a, b), (b, a)):
            degree[here] = degree.get(here, 0) + 1
            neighbours.setdefault(here, []).append(there)
    if sum(n % 2 for n in degree.values()) > 2:
        return False
    reached = set(list(degree)[:1])
    waiting = list(reached)
    while waiting:
        for city in neighbours[waiting.pop()]:
            if city not in reached:
                reached.add(city)
                waiting.append(city)
    return len(reached) == len(degree)


def with_memory(tracks: list[int]) -> int:
    """Walk every trail from every city, remembering how far one gets from where with what left."""
    best = 0
    seen: set[tuple[int, int]] = set()
    bit = {i: 1 << n for n, i in enumerate(tracks)}
    at: dict[int, list[int]] = {}
    for i in tracks:
        at.setdefault(BOARD.tracks[i].a, []).append(i)
        at.setdefault(BOARD.tracks[i].b, []).append(i)
    waiting = [(city, 0, 0) for city in at]
    while waiting:
        city, used, length = waiting.pop()
        best = max(best, length)
        for i in at[city]:
            if not used & bit[i]:
                there = BOARD.tracks[i].b if BOARD.tracks[i].a == city else BOARD.tracks[i].a
                further = (there, used | bit[i])
                if further not in seen:
                    seen.add(further)
                    waiting.append((*further, length + LENGTHS[i]))
    return best


def grown(rng: random.Random, pool: list[int], routes: int, trains: int = 45) -> list[int]:
    """Claim routes that mostly hang together, as players do, within a stock of trains."""
    tracks = [rng.choice(pool)]
    while len(tracks) < routes:
        cities = {c for i in tracks for c in (BOARD.tracks[i].a, BOARD.tracks[i].b)}
        left = [
            i
            for i in pool
            if i not in tracks and LENGTHS[i] + sum(LENGTHS[j] for j in tracks) <= trains
        ]
        near = [i for i in left if {BOARD.tracks[i].a, BOARD.tracks[i].b} & cities]
        if not left:
            break
        tracks.append(rng.choice(near if near and rng.random() < 0.9 else left))
    return tracks


def test_no_routes_make_no_path() -> None:
    assert compiled([]) == 0


@pytest.mark.parametrize("track", range(len(BOARD.tracks)))
def test_one_route_is_a_path_of_its_length(track: int) -> None:
    assert compiled([track]) == LENGTHS[track]


def test_agrees_with_brute_force_on_small_sets_that_hang_together() -> None:
    rng = random.Random(13)
    for _ in range(1500):
        tracks = grown(rng, ONE_OF_EACH, routes=rng.randint(2, 9))
        assert compiled(tracks) == brute_force(tracks), tracks


def test_agrees_with_brute_force_on_small_sets_with_many_loops() -> None:
    # Few cities with many routes between them: loops within loops.
    rng = random.Random(14)
    for _ in range(500):
        tracks = grown(rng, SHORT, routes=rng.randint(5, 10))
        assert compiled(tracks) == brute_force(tracks), tracks


def test_agrees_with_brute_force_on_scattered_sets() -> None:
    rng = random.Random(15)
    for _ in range(1000):
        tracks = rng.sample(ONE_OF_EACH, rng.randint(1, 10))
        assert compiled(tracks) == brute_force(tracks), tracks


def test_agrees_with_leaving_out_on_middling_sets() -> None:
    rng = random.Random(16)
    for _ in range(300):
        tracks = grown(rng, ONE_OF_EACH, routes=rng.randint(8, 12))
        assert compiled(tracks) == by_leaving_out(tracks), tracks


def test_agrees_with_a_search_with_memory_on_whole_stocks_of_trains() -> None:
    rng = random.Random(17)
    for _ in range(300):
        tracks = grown(rng, ONE_OF_EACH, routes=45)
        assert compiled(tracks) == with_memory(tracks), tracks


def test_agrees_with_a_search_with_memory_on_dense_short_routes() -> None:
    rng = random.Random(18)
    for _ in range(20):
        tracks = grown(rng, SHORT, routes=24)
        assert compiled(tracks) == with_memory(tracks), tracks


def test_the_seats_do_not_mix() -> None:
    rng = random.Random(19)
    for _ in range(200):
        mine, yours = grown(rng, ONE_OF_EACH, 8), grown(rng, ONE_OF_EACH, 8)
        mine = [i for i in mine if i not in yours]
        states = claimed(mine)
        states["owner"][0, yours] = 1
        results = np.zeros(1, st.RESULT_DTYPE)
        engine.result(BOARD.record, states, results)
        longest = results[0]["longest"].tolist()
        assert longest[:2] == [brute_force(mine) if mine else 0, brute_force(yours)]


def steps_taken(monkeypatch: pytest.MonkeyPatch, tracks: list[int]) -> tuple[int, int]:
    """Run the search as plain Python, counting its steps: each looks for a lowest bit once."""
    count = 0

    def lowest(word: Any) -> int:
        nonlocal count
        count += 1
        return (int(word) & -int(word)).bit_length() - 1

    def is_odd(word: Any) -> bool:
        return bool(int(word).bit_count() & 1)

    monkeypatch.setattr(network, "lowest", lowest)
    monkeypatch.setattr(network, "is_odd", is_odd)
    search: Any = network.longest_trail
    search = getattr(search, "py_func", search)
    board = BOARD.record.view(np.recarray)[0]
    state = claimed(tracks).view(np.recarray)[0]
    longest = int(search(board, state, 0, np.zeros(65, np.int16), 0))
    monkeypatch.undo()
    return longest, count


def test_what_is_no_longer_than_asked_for_is_not_looked_for() -> None:
    engine.compile_rules()
    rng = random.Random(22)
    for _ in range(50):
        tracks = grown(rng, ONE_OF_EACH, routes=12)
        states, longest = claimed(tracks), compiled(tracks)
        for beyond in (0, longest - 1, longest, longest + 1):
            trail = np.zeros(65, np.int16)
            found = network.longest_trail(BOARD.record[0], states[0], 0, trail, beyond)
            assert found == max(longest, beyond)
            path = trail[1 : trail[0] + 1].tolist()
            assert_is_path(path, tracks, longest if longest > beyond else 0)


def test_the_plain_search_is_the_compiled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(20)
    for _ in range(50):
        tracks = grown(rng, ONE_OF_EACH, routes=10)
        assert steps_taken(monkeypatch, tracks)[0] == compiled(tracks)


def test_the_hardest_known_set_takes_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [t.id for t in BOARD.tracks]
    tracks = [ids.index(id) for id in HARDEST]
    assert sum(LENGTHS[i] for i in tracks) <= 45
    longest, steps = steps_taken(monkeypatch, tracks)
    assert longest == compiled(tracks)
    # About 41,000 as it stands; walking every trail from every city takes some 55,000.
    assert steps < 45_000


def test_a_usual_stock_of_trains_takes_very_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(21)
    for _ in range(30):
        tracks = grown(rng, ONE_OF_EACH, routes=45)
        longest, steps = steps_taken(monkeypatch, tracks)
        assert longest == compiled(tracks)
        assert steps < 20_000
