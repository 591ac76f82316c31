"""Train cards: the draw pile, the discards, the face-up row and its sweep."""

from __future__ import annotations

from branchline.rules.chance import shuffle
from branchline.rules.log import say
from branchline.rules.rule import rule
from branchline.rules.state import (
    KINDS,
    LOCOMOTIVE,
    O_DEALT,
    O_DREW,
    O_SHUFFLED,
    O_SWEPT,
    O_TURNED_UP,
    BoardRecord,
    Log,
    State,
)

MOST_SWEEPS = 3


@rule
def shuffle_discards(board: BoardRecord, s: State, log: Log) -> None:
    """Shuffle the discards into a new draw pile; the old one is empty (rule 3)."""
    n = 0
    for card in range(KINDS):
        for _ in range(s.discards[card]):
            s.deck[n] = card
            n += 1
        s.discards[card] = 0
    s.deck_n = n
    s.discards_n = 0
    shuffle(s.chance, s.deck[:n], n)
    # With no deck left, every card is in a hand, face up or among the discards: with two seats
    # each can work out the other's hand. Not so where tracks lie face down.
    if not board.yard:
        for seat in range(s.seats):
            for card in range(KINDS):
                s.located[seat, card] = s.hand[seat, card]
    if log.capacity > 0:
        for i in range(n - 1, -1, -1):
            say(log, O_SHUFFLED, s.deck[i], 0, 0)


@rule
def restock(board: BoardRecord, s: State, log: Log) -> None:
    """Shuffle the discards if the draw pile is out (rule 3), but not where it ends a pass."""
    if s.deck_n == 0 and s.discards_n > 0 and not board.yard:
        shuffle_discards(board, s, log)


@rule
def take_top(s: State) -> int:
    """Take the top card off the draw pile, which must not be empty."""
    s.deck_n -= 1
    return int(s.deck[s.deck_n])


@rule
def put_in_hand(s: State, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.hand[seat, card] += 1
    s.hand_n[seat] += 1


@rule
def deal(board: BoardRecord, s: State, seat: int, n: int, log: Log) -> None:
    """Deal n cards to a seat, or what there is."""
    for _ in range(n):
        if s.deck_n == 0:
            return
        card = take_top(s)
        put_in_hand(s, seat, card)
        say(log, O_DEALT, seat, card, 0)
        restock(board, s, log)


@rule
def deal_round(s: State, first: int, n: int, log: Log) -> None:
    """Deal n cards to each seat, or what there is, card by card from a seat on (rule 36)."""
    top = int(s.deck_n) - 1
    dealt = min(n * int(s.seats), int(s.deck_n))
    for i in range(dealt):
        put_in_hand(s, (first + i) % s.seats, take_top(s))
    # What has left the pile is still there to read: tell each seat's cards together.
    for place in range(s.seats):
        for i in range(place, dealt, s.seats):
            say(log, O_DEALT, (first + place) % s.seats, s.deck[top - i], 0)


@rule
def give_locomotives(board: BoardRecord, s: State, seat: int, log: Log) -> None:
    """Give a seat its first locomotives, for all to see, before the rest is shuffled (rule 29)."""
    for _ in range(board.first_locomotives):
        s.discards[LOCOMOTIVE] -= 1
        s.discards_n -= 1
        put_in_hand(s, seat, LOCOMOTIVE)
        s.seen[seat, LOCOMOTIVE] += 1
        s.located[seat, LOCOMOTIVE] += 1
        say(log, O_DEALT, seat, LOCOMOTIVE, 0)


@rule
def discard_from_hand(s: State, seat: int, card: int, n: int) -> None:
    """Discard n cards of a kind; the caller restocks when the whole set is down."""
    s.hand[seat, card] -= n
    s.hand_n[seat] -= n
    s.discards[card] += n
    s.discards_n += n
    s.seen[seat, card] = max(s.seen[seat, card] - n, 0)
    s.located[seat, card] = max(s.located[seat, card] - n, 0)


@rule
def sweep_is_due(board: BoardRecord, s: State) -> bool:
    """Tell whether too many locomotives lie face up, and a sweep could help (rule 4)."""
    if board.sweep_at == 0:
        return False
    locomotives = 0
    lying = 0
    ordinary = s.discards_n - s.discards[LOCOMOTIVE]
    for place in range(board.face_up):
        if s.market[place] >= 0:
            lying += 1
            if s.market[place] == LOCOMOTIVE:
                locomotives += 1
    if locomotives < board.sweep_at:
        return False
    ordinary += lying - locomotives
    for i in range(s.deck_n):
        if s.deck[i] != LOCOMOTIVE:
            ordinary += 1
    lying_after = min(board.face_up, lying + s.discards_n + s.deck_n)
    return bool(lying_after - ordinary < board.sweep_at)


@rule
def sweep(board: BoardRecord, s: State, log: Log) -> None:
    """Discard the face-up row."""
    for place in range(board.face_up):
        card = s.market[place]
        say(log, O_SWEPT, card, 0, 0)
        if card >= 0:
            s.discards[card] += 1
            s.discards_n += 1
            s.market[place] = -1


@rule
def fill_market(board: BoardRecord, s: State, log: Log) -> None:
    """Fill the empty face-up places, left to right, and sweep where rule 4 says so."""
    sweeps = 0
    while True:
        filled = False
        for place in range(board.face_up):
            if s.market[place] < 0 and s.deck_n > 0:
                card = take_top(s)
                s.market[place] = card
                say(log, O_TURNED_UP, place, card, 0)
                restock(board, s, log)
                filled = True
        if not filled or sweeps == MOST_SWEEPS or not sweep_is_due(board, s):
            return
        sweep(board, s, log)
        restock(board, s, log)
        sweeps += 1


@rule
def draw_from_deck(board: BoardRecord, s: State, seat: int, log: Log) -> None:
    """Take the top card into a hand, unseen by the others."""
    card = take_top(s)
    put_in_hand(s, seat, card)
    say(log, O_DREW, seat, -1, card)
    restock(board, s, log)


@rule
def draw_from_place(board: BoardRecord, s: State, seat: int, place: int, log: Log) -> int:
    """Take a face-up card into a hand and turn up another; return the card."""
    card = int(s.market[place])
    s.market[place] = -1
    put_in_hand(s, seat, card)
    s.seen[seat, card] += 1
    s.located[seat, card] += 1
    say(log, O_DREW, seat, place, card)
    fill_market(board, s, log)
    return card


@rule
def may_draw_second(board: BoardRecord, s: State) -> bool:
    """Tell whether there is a card that may be taken as the second one (rule 5)."""
    if s.deck_n > 0:
        return True
    for place in range(board.face_up):
        if 0 <= s.market[place] < LOCOMOTIVE:
            return True
    return False
