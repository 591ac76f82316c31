"""The best set of tickets (rule 34): the exact search against trying out every subset."""

from __future__ import annotations

import inspect
import sys
from itertools import product
from types import FrameType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import branchline as bl
from branchline.board import CARDS, COLOURS
from branchline.rules import engine, railyard
from branchline.rules import state as st
from tests.scale import scaled

BOARD = bl.load_board("card_game").record
N_TICKETS = int(BOARD[0]["n_tickets"])

Numbers = NDArray[np.int64]


def best(board: st.BoardRecords, cards: Numbers, tickets: Numbers | list[int]) -> list[int]:
    """Ask the rules: the tickets to complete, in the order of the file."""
    mask = np.uint64(sum(1 << int(t) for t in tickets))
    found = int(engine.best_tickets(board, cards.astype(np.int8), mask))
    assert found & ~int(mask) == 0, "a ticket that is not held"
    return [t for t in range(st.MAX_TICKETS) if found >> t & 1]


def worth(board: st.BoardRecords, tickets: list[int]) -> tuple[int, int]:
    """What a set is worth: points, then tickets."""
    return int(board[0]["ticket_points"][tickets].sum()), len(tickets)


def is_feasible(board: st.BoardRecords, cards: Numbers, tickets: list[int]) -> bool:
    """Tell whether the cards serve for all these tickets together."""
    asked = board[0]["ticket_cards"][tickets].astype(np.int64).sum(axis=0)
    short = np.maximum(asked - cards[: st.COLOURS], 0).sum()
    return bool(short <= cards[st.LOCOMOTIVE])


def by_brute_force(
    board: st.BoardRecords, cards: Numbers, tickets: Numbers
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Try out all subsets, for many cases at once: the most points, then the most tickets.

    ``cards`` is cases × 9; ``tickets`` cases × n, where -1 stands for no ticket.
    """
    n = tickets.shape[1]
    subsets = np.array(list(product((0, 1), repeat=n)), np.int32)
    held = tickets >= 0
    needs = board[0]["ticket_cards"][tickets].astype(np.int32) * held[:, :, None]
    points = board[0]["ticket_points"][tickets].astype(np.int32) * held
    asked = np.einsum("sn,cnk->csk", subsets, needs)
    short = np.maximum(asked - cards[:, None, : st.COLOURS], 0).sum(axis=2)
    value = 100 * (points @ subsets.T) + held.astype(np.int32) @ subsets.T
    value = np.where(short <= cards[:, None, st.LOCOMOTIVE], value, -1).max(axis=1)
    return value // 100, value % 100


def random_board(chance: np.random.Generator) -> st.BoardRecords:
    """A board with other tickets: up to three of a colour, few points, so that many are equal."""
    board = BOARD.copy()
    for ticket in range(N_TICKETS):
        need = np.zeros(st.COLOURS, np.int8)
        for colour in chance.integers(0, st.COLOURS, int(chance.integers(1, 6))):
            need[colour] = min(3, need[colour] + 1)
        board[0]["ticket_cards"][ticket] = need
        board[0]["ticket_points"][ticket] = chance.integers(1, 9)
    return board


def hands(
    chance: np.random.Generator, cases: int, most_tickets: int, most_cards: int, locomotives: int
) -> tuple[Numbers, Numbers]:
    """Tracks and tickets at random: few cards to many, and now and then only some colours."""
    tickets = chance.permuted(np.tile(np.arange(N_TICKETS), (cases, 1)), axis=1)[:, :most_tickets]
    n = chance.integers(0, most_tickets + 1, cases)
    tickets = np.where(np.arange(most_tickets) < n[:, None], tickets, -1)
    most = chance.integers(0, most_cards + 1, (cases, 1))
    cards = chance.integers(0, most + 1, (cases, st.KINDS))
    cards *= chance.random((cases, st.KINDS)) < chance.random((cases, 1)) + 0.3
    cards[:, st.LOCOMOTIVE] = chance.integers(0, locomotives + 1, cases)
    return cards.astype(np.int64), tickets.astype(np.int64)


def agree(board: st.BoardRecords, cards: Numbers, tickets: Numbers) -> int:
    """Check that search and brute force agree; return how many tickets were completed in all."""
    points, counts = by_brute_force(board, cards, tickets)
    completed = 0
    for case in range(len(cards)):
        found = best(board, cards[case], tickets[case][tickets[case] >= 0])
        assert is_feasible(board, cards[case], found)
        assert worth(board, found) == (points[case], counts[case])
        completed += len(found)
    return completed


@pytest.mark.parametrize("seed", range(scaled(3, 10)))
def test_agrees_with_brute_force_on_many_small_cases(seed: int) -> None:
    chance = np.random.default_rng(seed)
    completed = 0
    for part in range(10):
        # Half of them with the tickets of the game, half with tickets that are alike.
        board = BOARD if part % 2 == 0 else random_board(chance)
        cards, tickets = hands(chance, 1_000, 7, 4, 3)
        completed += agree(board, cards, tickets)
    assert completed > 10_000


@pytest.mark.parametrize("n", range(8, 15))
def test_agrees_with_brute_force_on_realistic_cases(n: int) -> None:
    chance = np.random.default_rng(n)
    cases = scaled(160, 400) >> max(0, n - 11)
    for board in (BOARD, random_board(chance)):
        cards = np.zeros((cases, st.KINDS), np.int64)
        for case in range(cases):
            # 10 to 30 cards of the pack, as they come to lie on a track.
            pack = np.repeat(np.arange(st.KINDS), BOARD[0]["cards"])
            drawn = chance.permutation(pack)[: chance.integers(10, 31)]
            cards[case] = np.bincount(drawn, minlength=st.KINDS)
        tickets = chance.permuted(np.tile(np.arange(N_TICKETS), (cases, 1)), axis=1)[:, :n]
        for some in np.array_split(np.arange(cases), max(1, cases >> 4)):
            assert agree(board, cards[some], tickets[some]) > 0


def test_no_tickets() -> None:
    assert best(BOARD, np.full(st.KINDS, 10), []) == []
    assert best(BOARD, np.zeros(st.KINDS, np.int64), []) == []


def test_no_cards() -> None:
    assert best(BOARD, np.zeros(st.KINDS, np.int64), list(range(N_TICKETS))) == []


def test_all_cards_complete_all_that_can_be() -> None:
    # The whole pack: 46 tickets ask for more than ten of some colours, locomotives help out.
    pack = BOARD[0]["cards"].astype(np.int64)
    found = best(BOARD, pack, list(range(N_TICKETS)))
    assert is_feasible(BOARD, pack, found)
    for left in set(range(N_TICKETS)) - set(found):
        assert not is_feasible(BOARD, pack, [*found, left])


@pytest.mark.parametrize("locomotives", range(17))
def test_only_locomotives(locomotives: int) -> None:
    # Then only the number of cards matters: a plain knapsack.
    cards = np.zeros(st.KINDS, np.int64)
    cards[st.LOCOMOTIVE] = locomotives
    tickets = list(range(N_TICKETS))
    sizes = BOARD[0]["ticket_cards"].sum(axis=1, dtype=np.int64)
    table = [(0, 0)] * (locomotives + 1)
    for ticket in tickets:
        size, points = int(sizes[ticket]), int(BOARD[0]["ticket_points"][ticket])
        for room in range(locomotives, size - 1, -1):
            before = table[room - size]
            table[room] = max(table[room], (before[0] + points, before[1] + 1))
    assert worth(BOARD, best(BOARD, cards, tickets)) == table[locomotives]


@pytest.mark.parametrize("ticket", range(N_TICKETS))
def test_one_ticket_with_exactly_its_cards_and_with_one_too_few(ticket: int) -> None:
    cards = np.append(BOARD[0]["ticket_cards"][ticket].astype(np.int64), 0)
    assert best(BOARD, cards, [ticket]) == [ticket]
    for colour in np.flatnonzero(cards):
        fewer = cards.copy()
        fewer[colour] -= 1
        assert best(BOARD, fewer, [ticket]) == []
        fewer[st.LOCOMOTIVE] = 1
        assert best(BOARD, fewer, [ticket]) == [ticket]


@pytest.mark.parametrize("n", [1, 2, 5, 20, 46])
@pytest.mark.parametrize("room", [0, 1, 3, 10])
def test_many_equal_sets(n: int, room: int) -> None:
    # Tickets that are all alike: any so many of them are a best set.
    board = BOARD.copy()
    board[0]["ticket_cards"][:] = 0
    board[0]["ticket_cards"][:, COLOURS.index("red")] = 1
    board[0]["ticket_points"][:] = 7
    cards = np.zeros(st.KINDS, np.int64)
    cards[CARDS.index("red")] = room
    found = best(board, cards, list(range(n)))
    assert len(found) == min(n, room)


def test_equal_points_more_tickets() -> None:
    board = BOARD.copy()
    board[0]["ticket_cards"][:3] = 0
    board[0]["ticket_cards"][0, :4] = 1
    board[0]["ticket_cards"][1, :2] = 1
    board[0]["ticket_cards"][2, 2:4] = 1
    board[0]["ticket_points"][:3] = (20, 10, 10)
    cards = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0])
    assert best(board, cards, [0, 1, 2]) == [1, 2]
    # A point more outweighs any number of tickets.
    board[0]["ticket_points"][0] = 21
    assert best(board, cards, [0, 1, 2]) == [0]


def test_more_cards_are_never_worse() -> None:
    chance = np.random.default_rng(34)
    cards, tickets = hands(chance, 300, 20, 3, 2)
    for case in range(300):
        held = tickets[case][tickets[case] >= 0]
        before = worth(BOARD, best(BOARD, cards[case], held))
        more = cards[case].copy()
        more[chance.integers(0, st.KINDS)] += 1
        assert worth(BOARD, best(BOARD, more, held)) >= before


def test_the_same_question_has_the_same_answer() -> None:
    chance = np.random.default_rng(5)
    cards, tickets = hands(chance, 500, 20, 4, 4)
    questions = [(cards[i], tickets[i][tickets[i] >= 0]) for i in range(500)]
    first = [best(BOARD, *question) for question in questions]
    # Neither the order of the questions nor that of the tickets makes a difference.
    assert [best(BOARD, *question) for question in reversed(questions)] == first[::-1]
    assert [best(BOARD, some, held[::-1]) for some, held in questions] == first


def test_the_question_is_left_as_it_was() -> None:
    cards = np.array([2, 1, 0, 3, 1, 0, 2, 1, 2], np.int8)
    before = cards.tobytes(), BOARD.tobytes()
    engine.best_tickets(BOARD, cards, np.uint64((1 << 20) - 1))
    assert (cards.tobytes(), BOARD.tobytes()) == before


# How much the search has to do, counted in branches it looks into.


def plain_lowest(bits: Any) -> int:
    number = int(bits)
    return (number & -number).bit_length() - 1


def work(cards: Numbers, tickets: Numbers) -> tuple[int, list[int]]:
    """Run the search as plain Python; count how often it reckons what a branch may come to."""
    search = getattr(railyard.best_tickets, "py_func", railyard.best_tickets)
    source, first = inspect.getsourcelines(search)
    (reckons,) = [first + i for i, line in enumerate(source) if line.strip().startswith("hope = ")]
    branches = 0

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal branches
        if frame.f_code is not search.__code__:
            return None
        branches += event == "line" and frame.f_lineno == reckons
        return count

    record: Any = BOARD.view(np.recarray)[0]
    mask = np.uint64(sum(1 << int(t) for t in tickets))
    before = sys.gettrace()
    sys.settrace(count)
    try:
        found = int(search(record, cards.astype(np.int8), mask))
    finally:
        sys.settrace(before)
    return branches, [t for t in range(st.MAX_TICKETS) if found >> t & 1]


@pytest.fixture
def _in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the search run without the compiler; what is compiled already stays as it is."""
    best(BOARD, np.ones(st.KINDS, np.int64), [0, 1, 2])
    monkeypatch.setattr(railyard, "lowest", plain_lowest)


@pytest.mark.usefixtures("_in_python")
@pytest.mark.parametrize(("n", "share"), [(6, 1 / 4), (10, 1 / 8), (14, 1 / 10)])
def test_the_search_looks_into_a_small_share_of_all_branches(n: int, share: float) -> None:
    # Ever smaller the more tickets there are; this is what makes it quick. (In the mean: single
    # cases differ much.)
    cases = 20
    chance = np.random.default_rng(n)
    pack = np.repeat(np.arange(st.KINDS), BOARD[0]["cards"])
    branches = 0
    for _ in range(cases):
        cards = np.bincount(chance.permutation(pack)[:20], minlength=st.KINDS)
        tickets = chance.permutation(N_TICKETS)[:n]
        looked, found = work(cards, tickets)
        assert found == best(BOARD, cards, tickets)
        branches += looked
    assert branches < share * cases * 2 ** (n + 1)
