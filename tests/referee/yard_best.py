"""The best set of tickets a track can complete (rule 34), found by an exact search."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from operator import mul

from .board import COLOURS, LOCOMOTIVE
from .yard_board import YardTicket

# Points count first, then tickets: nobody ever has this many tickets.
POINT = 1000

# How often prices are changed to make them better.
PRICE_TURNS = 200

# One for each colour, in order, and one for locomotives.
Numbers = tuple[int, ...]


def worth(tickets: Sequence[YardTicket]) -> tuple[int, int]:
    """What sets are compared by: their points, then how many tickets they have."""
    return sum(ticket.points for ticket in tickets), len(tickets)


def taken_for(ticket: YardTicket, track: Counter[str]) -> Counter[str] | None:
    """The cards the ticket takes from the track, or nothing if it can't be completed.

    Of each colour as many as the track has, locomotives for the rest.
    """
    taken = Counter({colour: min(n, track[colour]) for colour, n in ticket.asked})
    taken[LOCOMOTIVE] = sum(ticket.cards.values()) - sum(taken.values())
    return +taken if taken[LOCOMOTIVE] <= track[LOCOMOTIVE] else None


def can_all_be_completed(tickets: Sequence[YardTicket], track: Counter[str]) -> bool:
    left = Counter(track)
    for ticket in tickets:
        taken = taken_for(ticket, left)
        if taken is None:
            return False
        left -= taken
    return True


def best_set(tickets: Sequence[YardTicket], track: Counter[str]) -> list[YardTicket]:
    """A set with the most points, and among those the most tickets; in the order given.

    Prices tell how much can be hoped for. If nothing comes up to the hope, it is lowered.
    """
    if can_all_be_completed(tickets, track):
        return list(tickets)
    start = tuple(track[card] for card in [*COLOURS, LOCOMOTIVE])
    prices = good_prices(start, tickets)
    most = cost(start, prices) + surplus(tickets, prices)
    # What is clearly worth taking or leaving comes first: there the other way is soon given up.
    order = sorted(tickets, key=lambda t: -abs(value(t) - cost(wanted(t), prices)))
    less = POINT
    while True:
        found = search(order, start, prices, most - less)
        if found is not None:
            return [ticket for ticket in tickets if ticket in found]
        less *= 2


def search(
    order: list[YardTicket], start: Numbers, prices: Numbers, hope: int
) -> list[YardTicket] | None:
    """The best set if one comes up to the hope: ticket by ticket, with it and without it.

    Of all the ways to leave the same cards on the track only the best is followed up, and none
    that can't come up to the hope any more.
    """
    states: dict[Numbers, tuple[int, int]] = {start: (0, 0)}
    for number, ticket in enumerate(order):
        later = order[number + 1 :]
        gains = surplus(later, prices)
        useful = [sum(wanted(t)[i] for t in later) for i in range(len(COLOURS))]
        useful.append(sum(useful))
        want, worth_it = wanted(ticket), value(ticket)
        further: dict[Numbers, tuple[int, int]] = {}
        for left, (total, chosen) in states.items():
            ways = [(left, total, chosen)]
            if (paid := pay(left, want)) is not None:
                ways.append((paid, total + worth_it, chosen | 1 << number))
            for after, reached, members in ways:
                # Cards that no later ticket asks for make no difference any more.
                rest = tuple(map(min, after, useful))
                if reached + gains + cost(rest, prices) < hope:
                    continue
                if rest not in further or further[rest][0] < reached:
                    further[rest] = (reached, members)
        states = further
    if not states:
        return None
    _, members = max(states.values())
    return [ticket for number, ticket in enumerate(order) if members & 1 << number]


def value(ticket: YardTicket) -> int:
    return ticket.points * POINT + 1


@cache
def wanted(ticket: YardTicket) -> Numbers:
    return tuple(ticket.cards[card] for card in [*COLOURS, LOCOMOTIVE])


def pay(left: Numbers, want: Numbers) -> Numbers | None:
    """What is left after a ticket is completed; nothing if it can't be."""
    after = [have - n for have, n in zip(left, want, strict=True)]
    missing = -sum(n for n in after if n < 0)
    if missing > left[-1]:
        return None
    return (*(max(0, n) for n in after[:-1]), left[-1] - missing)


def cost(cards: Numbers, prices: Numbers) -> int:
    return sum(map(mul, cards, prices))


def surplus(tickets: Sequence[YardTicket], prices: Numbers) -> int:
    """What the tickets bring beyond the price of their cards, those that do so.

    Put any price on each colour, and on a locomotive at least that of the dearest colour. No
    set of tickets is worth more than the price of all the cards there are and this surplus: a
    ticket is worth the price of its cards and its surplus, and cards are used only once.
    """
    return sum(max(0, value(t) - cost(wanted(t), prices)) for t in tickets)


def good_prices(left: Numbers, tickets: Sequence[YardTicket]) -> Numbers:
    """Prices that promise little more than can be reached; any would do, but for the time.

    What is asked for more often than it is there becomes dearer, the other cards cheaper.
    """
    prices = best = (0,) * len(left)
    least = surplus(tickets, best)
    for turn in range(1, PRICE_TURNS + 1):
        bought = [t for t in tickets if value(t) > cost(wanted(t), prices)]
        dearest = [i for i in range(len(COLOURS)) if prices[i] == prices[-1]]
        moved = []
        for i in range(len(COLOURS)):
            there = left[i] + (left[-1] / len(dearest) if i in dearest else 0)
            lacking = sum(wanted(t)[i] for t in bought) - there
            moved.append(max(0, prices[i] + int(lacking * 4 * POINT / turn)))
        prices = (*moved, max(moved))
        promised = cost(left, prices) + surplus(tickets, prices)
        if promised < least:
            best, least = prices, promised
    return best
