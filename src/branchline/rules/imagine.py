"""Imagined worlds: a full state that agrees with everything one seat knows."""

from __future__ import annotations

import numpy as np

from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.chance import below, next_word, shuffle, start
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    KINDS,
    LOCOMOTIVE,
    MAX_CARDS,
    MAX_TICKETS,
    BoardRecord,
    Chance,
    Mask,
    State,
    Wide,
)
from branchline.rules.tickets import must_keep

STEPS_A_TICKET = 40
"""How often a ticket is drawn or put back, for each that was closed, before all begins anew."""


@rule
def in_yard(s: State, seat: int, card: int) -> int:
    """Return how many cards of a kind lie in a seat's yard."""
    if card < COLOURS:
        return int(s.row[seat, card])
    n = 0
    for colour in range(COLOURS):
        n += s.row_locomotives[seat, colour]
    return n


@rule
def unseen_cards(board: BoardRecord, s: State, counts: Wide) -> None:
    """Count the cards of each kind that nobody has located."""
    for card in range(KINDS):
        unseen = int(board.cards[card]) - int(s.discards[card])
        for seat in range(s.seats):
            unseen -= s.hand[seat, card] + s.track[seat, card] + s.spent[seat, card]
            unseen -= in_yard(s, seat, card)
        for place in range(board.face_up):
            if s.market[place] == card:
                unseen -= 1
        counts[card] = unseen


@rule
def imagine_cards(board: BoardRecord, s: State, r: Chance) -> None:
    """Deal the cards nobody has located into the unknown places of hands, tracks and deck."""
    counts = np.empty(KINDS, np.int64)
    unseen_cards(board, s, counts)
    pile = np.empty(MAX_CARDS, np.int8)
    n = 0
    for card in range(KINDS):
        for _ in range(counts[card]):
            pile[n] = card
            n += 1
    shuffle(r, pile, n)
    for seat in range(s.seats):
        dealt = 0
        for card in range(KINDS):
            dealt += s.hand[seat, card]
        for _ in range(s.hand_n[seat] - dealt):
            n -= 1
            s.hand[seat, pile[n]] += 1
        lying = 0
        for card in range(KINDS):
            lying += s.track[seat, card]
        for _ in range(s.track_n[seat] - lying):
            n -= 1
            s.track[seat, pile[n]] += 1
    for i in range(s.deck_n):
        n -= 1
        s.deck[i] = pile[n]


@rule
def unlocated_tickets(board: BoardRecord, s: State, seat: int) -> Mask:
    """Return the tickets this seat has not located."""
    located = s.held[seat]
    for other in range(s.seats):
        located |= s.completed[other]
        for i in range(s.offer_n[other]):
            if s.offer[other, i] >= 0:
                located |= ONE << np.uint64(s.offer[other, i])
    for i in range(s.ticket_n):
        ticket = s.ticket_deck[(s.ticket_top + i) % MAX_TICKETS]
        if ticket >= 0:
            located |= ONE << np.uint64(ticket)
    found = NONE
    for ticket in range(board.n_tickets):
        if located >> np.uint64(ticket) & ONE == NONE:
            found |= ONE << np.uint64(ticket)
    return found


@rule
def cards_asked(board: BoardRecord, ticket: int) -> int:
    """Return how many cards a ticket asks for."""
    n = 0
    for colour in range(COLOURS):
        n += board.ticket_cards[ticket, colour]
    return n


@rule
def least_asked(board: BoardRecord, tickets: Mask, n: int) -> int:
    """Return how many cards the n smallest of some tickets ask for together."""
    total = 0
    for _ in range(n):
        best = MAX_CARDS
        smallest = NONE
        left = tickets
        while left != NONE:
            ticket = lowest(left)
            left &= left - ONE
            asked = cards_asked(board, ticket)
            if asked < best:
                best = asked
                smallest = ONE << np.uint64(ticket)
        total += best
        tickets &= ~smallest
    return total


@rule
def locomotives_for(board: BoardRecord, counts: Wide, ticket: int) -> int:
    """Return how many locomotives some cards must add to pay for a ticket."""
    n = 0
    for colour in range(COLOURS):
        n += max(0, int(board.ticket_cards[ticket, colour]) - int(counts[colour]))
    return n


@rule
def draw_paid_ticket(
    board: BoardRecord, r: Chance, tickets: Mask, counts: Wide, room: int, more: int
) -> int:
    """Draw a ticket that cards pay for, and that leaves room for so many more; -1: there is none.

    Room is how many cards it and those to come may ask for.
    """
    fitting = np.empty(MAX_TICKETS, np.int8)
    n = 0
    left = tickets
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        rest = least_asked(board, tickets & ~(ONE << np.uint64(ticket)), more)
        if cards_asked(board, ticket) + rest > room:
            continue
        if locomotives_for(board, counts, ticket) <= counts[LOCOMOTIVE]:
            fitting[n] = ticket
            n += 1
    return int(fitting[below(r, n)]) if n > 0 else -1


@rule
def is_remembered(s: State, seat: int) -> bool:
    """Tell whether the state has what lies on a track: then no card of it is dealt."""
    lying = 0
    for card in range(KINDS):
        lying += s.track[seat, card]
    return bool(lying == s.track_n[seat])


@rule
def left_on_track(board: BoardRecord, s: State, seat: int, tickets: Mask, counts: Wide) -> int:
    """Count the cards that tickets leave of a track, by kind; return how many they are."""
    for card in range(KINDS):
        counts[card] = s.track[seat, card]
    while tickets != NONE:
        ticket = lowest(tickets)
        tickets &= tickets - ONE
        for colour in range(COLOURS):
            counts[colour] -= board.ticket_cards[ticket, colour]
    left = 0
    for colour in range(COLOURS):
        counts[LOCOMOTIVE] += min(counts[colour], 0)
        counts[colour] = max(counts[colour], 0)
        left += counts[colour]
    return int(left + counts[LOCOMOTIVE])


@rule
def draw_from_track(board: BoardRecord, s: State, seat: int, tickets: Mask, r: Chance) -> Mask:
    """Draw the tickets that a seat has closed in this scoring among those its track pays for.

    One by one; if none of the others can follow, one of those drawn is put back, any of them. It
    returns too few if that does not lead anywhere.
    """
    counts = np.empty(KINDS, np.int64)
    drawn = NONE
    n = 0
    for _ in range(STEPS_A_TICKET * s.completed_now[seat]):
        room = left_on_track(board, s, seat, drawn, counts)
        more = int(s.completed_now[seat]) - n - 1
        if more < 0:
            break
        ticket = draw_paid_ticket(board, r, tickets & ~drawn, counts, room, more)
        if ticket >= 0:
            n += 1
        elif n > 0:
            rest = drawn
            for _ in range(below(r, n)):
                rest &= rest - ONE
            ticket = lowest(rest)
            n -= 1
        else:
            break
        drawn ^= ONE << np.uint64(ticket)
    return drawn


@rule
def spend_from_track(board: BoardRecord, s: State, seat: int, tickets: Mask, r: Chance) -> bool:
    """Draw the tickets that a seat has closed in this scoring, and pay for them from its track.

    Here it is remembered what lay there. False if no such tickets were found.
    """
    drawn = draw_from_track(board, s, seat, tickets, r)
    if size(drawn) < s.completed_now[seat]:
        return False
    s.completed[seat] = drawn
    counts = np.empty(KINDS, np.int64)
    s.track_n[seat] = left_on_track(board, s, seat, drawn, counts)
    for card in range(KINDS):
        s.spent[seat, card] = s.track[seat, card] - counts[card]
        s.track[seat, card] = counts[card]
    return True


@rule
def draw_spending(board: BoardRecord, s: State, seat: int, r: Chance) -> bool:
    """Draw the tickets that others have closed in this scoring, and take cards that pay for them.

    False if those drawn for some left none for another.
    """
    counts = np.empty(KINDS, np.int64)
    unseen_cards(board, s, counts)
    tickets = unlocated_tickets(board, s, seat)
    for other in range(s.seats):
        if other == seat:
            continue
        if is_remembered(s, other):
            if not spend_from_track(board, s, other, tickets, r):
                return False
            tickets &= ~s.completed[other]
            continue
        for i in range(s.completed_now[other]):
            more = int(s.completed_now[other]) - i - 1
            ticket = draw_paid_ticket(board, r, tickets, counts, s.track_n[other], more)
            if ticket < 0:
                return False
            bit = ONE << np.uint64(ticket)
            tickets &= ~bit
            s.completed[other] |= bit
            locomotives = locomotives_for(board, counts, ticket)
            for card in range(KINDS):
                if card == LOCOMOTIVE:
                    n = locomotives
                else:
                    n = min(int(board.ticket_cards[ticket, card]), int(counts[card]))
                counts[card] -= n
                s.spent[other, card] += n
                s.track_n[other] -= n
    return True


@rule
def imagine_spending(board: BoardRecord, s: State, seat: int, r: Chance) -> None:
    """Imagine the tickets that others have closed in this scoring, and the cards spent on them.

    The state has all those cards on the tracks still, since nobody can tell how many there are.
    There is a way to deal them: the one that happened.
    """
    remembered = 0
    for other in range(s.seats):
        if is_remembered(s, other):
            remembered |= 1 << other
    while not draw_spending(board, s, seat, r):
        for other in range(s.seats):
            if other != seat:
                s.completed[other] = NONE
                for card in range(KINDS):
                    s.track_n[other] += s.spent[other, card]
                    if remembered >> other & 1:
                        s.track[other, card] += s.spent[other, card]
                    s.spent[other, card] = 0


@rule
def imagine_tickets(board: BoardRecord, s: State, seat: int, r: Chance) -> None:
    """Deal the tickets this seat has not located into hands, offers, closed ones and deck."""
    pile = np.empty(MAX_TICKETS, np.int8)
    n = 0
    unlocated = unlocated_tickets(board, s, seat)
    while unlocated != NONE:
        pile[n] = lowest(unlocated)
        n += 1
        unlocated &= unlocated - ONE
    shuffle(r, pile, n)
    for other in range(s.seats):
        for i in range(s.offer_n[other]):
            if s.offer[other, i] < 0:
                n -= 1
                s.offer[other, i] = pile[n]
        if other != seat:
            for _ in range(s.held_n[other]):
                n -= 1
                s.held[other] |= ONE << np.uint64(pile[n])
            for _ in range(s.completed_n[other] - size(s.completed[other])):
                n -= 1
                s.completed[other] |= ONE << np.uint64(pile[n])
    for i in range(s.ticket_n):
        at = (s.ticket_top + i) % MAX_TICKETS
        if s.ticket_deck[at] < 0:
            n -= 1
            s.ticket_deck[at] = pile[n]


@rule
def imagine_points(board: BoardRecord, s: State, seat: int) -> None:
    """Give the others the points of the tickets imagined for them: they have no others."""
    for other in range(s.seats):
        if other == seat:
            continue
        s.points[other] = 0
        tickets = s.completed[other]
        while tickets != NONE:
            s.points[other] += board.ticket_points[lowest(tickets)]
            tickets &= tickets - ONE


@rule
def imagine_choices(board: BoardRecord, s: State, seat: int, r: Chance) -> None:
    """Imagine which first tickets the others have chosen while that is secret (rule 2)."""
    for other in range(s.seats):
        if other == seat or s.choice[other] < 0:
            continue
        least = must_keep(board, s, other, True)
        while True:
            mask = below(r, 1 << s.offer_n[other])
            kept = 0
            for i in range(s.offer_n[other]):
                kept += mask >> i & 1
            if kept >= least:
                s.choice[other] = mask
                break


@rule
def imagine(board: BoardRecord, s: State, seat: int, r: Chance) -> None:
    """Fill in what a seat does not know, every arrangement equally likely.

    The state has been made from a view: other hands hold only the cards this seat has located
    there, with hand_n as large as they really are; unknown tickets in offers and deck are -1.
    Tracks are empty but for track_n, or as the seat remembers them (rules/recall.py).
    Where tickets are closed, the others have none completed, but completed_n of them; those of the
    scoring that goes on are drawn one by one, which is not quite the same as equally likely.
    """
    if s.closed and s.phase == COMPLETE:
        imagine_spending(board, s, seat, r)
    imagine_cards(board, s, r)
    imagine_tickets(board, s, seat, r)
    if s.closed:
        imagine_points(board, s, seat)
    if s.phase == FIRST_TICKETS:
        imagine_choices(board, s, seat, r)
    for i in range(8):
        s.chance.key[i] = next_word(r)
    start(s.chance)
