"""Networks: the fewest spaces by which several tickets are joined at the same time.

Up to a number of ends the least is found exactly (Dreyfus and Wagner): for every set of ends and
every city, the cheapest tree that joins them there. Tickets may share a tree or not, so every way
of sharing is compared. With more ends the tickets are joined one after another. That is a network
one can claim, but there may be a cheaper one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board, Ticket
from branchline.server.present.paths import Ways, shortest, ways_over

_FAR = 10_000
"""More spaces than a board has; three times it fits into sixteen bits."""
_MOST_ENDS = 10
"""With more ends the exact answer takes too long: more than twice as long for each."""

Spaces = NDArray[np.int16]
Ends = tuple[int, ...]
"""The cities of which one is enough: one city, or the dead ends of a zone."""


@dataclass(frozen=True, slots=True)
class Network:
    """What a network takes: None if there is none; ``is_least`` if there is no cheaper one."""

    spaces: int | None
    is_least: bool


def networks(
    board: Board,
    costs: Mapping[str, int],
    held: Sequence[Ticket],
    offered: Sequence[Ticket],
    *,
    in_one: bool = False,
    home: int | None = None,
) -> list[Network]:
    """Return for every set of offered tickets what it takes together with those held.

    Ticket i is in set n if bit i of n is set. ``costs`` are the tracks a seat has or may have yet,
    with the spaces it still has to claim. ``in_one``: all of it must hang together, and with the
    ``home`` if there is one.
    """
    sets = [
        [*held, *(ticket for i, ticket in enumerate(offered) if chosen >> i & 1)]
        for chosen in range(1 << len(offered))
    ]
    far = _distances(board, ways_over(board, costs))
    joined = {ticket.id: _open_ends(far, ticket) for ticket in (*held, *offered)}
    homes = [] if home is None else [_end(far, (home,))]
    ends = sorted({*homes, *(end for both in joined.values() for end in both)})
    if len(ends) > _MOST_ENDS:
        return [_one_by_one(board, costs, tickets, in_one, home) for tickets in sets]
    trees = _trees(board, far, ends)
    bits = {end: 1 << i for i, end in enumerate(ends)}
    found = []
    for tickets in sets:
        pairs = [joined[ticket.id] for ticket in tickets if joined[ticket.id]]
        wanted = sorted({sum(bits[end] for end in both) for both in pairs})
        if in_one and wanted:
            wanted = [reduce(or_, wanted, sum(bits[end] for end in homes))]
        spaces = _cheapest(wanted, trees)
        found.append(Network(spaces if spaces < _FAR else None, True))
    return found


def _distances(board: Board, ways: Ways) -> Spaces:
    """Return the spaces from each city to each; a dead end leads nowhere (rule 21)."""
    n = len(board.cities)
    far = np.full((n, n), _FAR, np.int16)
    for city, onward in ways.items():
        for other, spaces, _ in onward:
            far[city, other] = min(int(far[city, other]), spaces)
    np.fill_diagonal(far, 0)
    for city in range(n):
        if board.cities[city].zone is None:
            far = np.minimum(far, far[:, [city]] + far[[city], :])
    return far


def _end(far: Spaces, cities: Ends) -> Ends:
    """Return an end; cities that one's own routes join are the same one."""
    return cities if len(cities) > 1 else (int(np.flatnonzero(far[cities[0]] == 0)[0]),)


def _open_ends(far: Spaces, ticket: Ticket) -> tuple[Ends, ...]:
    """Return the two ends of a ticket, or none if one's own routes join them."""
    a, b = tuple(ticket.starts), tuple(ticket.ends)
    return () if far[np.ix_(a, b)].min() == 0 else (_end(far, a), _end(far, b))


def _trees(board: Board, far: Spaces, ends: Sequence[Ends]) -> Spaces:
    """Return for each set of ends, as bits, the spaces of the cheapest tree that joins them."""
    # A tree may begin in a dead end but not go on through one.
    grow = far.copy()
    for city in range(len(far)):
        if board.cities[city].zone is not None:
            grow[:, city] = _FAR
            grow[city, city] = 0
    at = np.zeros((1 << len(ends), len(far)), np.int16)
    for i, cities in enumerate(ends):
        at[1 << i] = grow[list(cities)].min(axis=0)
    for wanted in range(1, len(at)):
        parts = _halves(wanted)
        if len(parts):
            met = np.minimum((at[parts] + at[wanted ^ parts]).min(axis=0), _FAR)
            at[wanted] = np.minimum((met[:, None] + grow).min(axis=0), _FAR)
    return np.asarray(at.min(axis=1))


def _halves(whole: int) -> NDArray[np.int64]:
    """Return the ways to part a set in two, by one of the two parts; none if it has one member."""
    bits = [1 << i for i in range(whole.bit_length()) if whole >> i & 1]
    parts = np.zeros(1, np.int64)
    for bit in bits[1:]:
        parts = np.concatenate([parts, parts | bit])
    return parts[1:]


def _cheapest(wanted: Sequence[int], trees: Spaces) -> int:
    """Return what it takes to join the ends of each set: by one tree, or by those of two parts."""
    best = np.zeros(1 << len(wanted), np.int64)
    for some in range(1, len(best)):
        ends = 0
        for i, one in enumerate(wanted):
            ends |= one if some >> i & 1 else 0
        parts = _halves(some)
        apart = (best[parts] + best[some ^ parts]).min() if len(parts) else _FAR
        best[some] = min(int(trees[ends]), int(apart))
    return int(best[-1])


def _one_by_one(
    board: Board,
    costs: Mapping[str, int],
    tickets: Sequence[Ticket],
    in_one: bool,
    home: int | None,
) -> Network:
    """Return a network made ticket by ticket; each may use the tracks of those before it."""
    if in_one and tickets:
        ends = [end for ticket in tickets for end in (ticket.starts, ticket.ends)]
        first = ends[0] if home is None else (home,)
        tickets = [replace(tickets[0], starts=first, ends=end) for end in ends]
    taken, spaces = dict(costs), 0
    for ticket in tickets:
        way = shortest(board, ways_over(board, taken), ticket)
        if way is None:
            return Network(None, True)
        spaces += way[0]
        taken |= dict.fromkeys(way[1], 0)
    return Network(spaces, False)
