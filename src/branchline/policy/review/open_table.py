"""The open table: what a position is worth when all hands are known and only the decks are not.

A world is a state like the real one, but with the cards and tickets of the decks in another order.
It follows the game: what is really drawn is drawn in the world, too, by changing places with what
lay on top there. So a world stays like itself from one position to the next, every order of what is
left stays equally likely, and differences between positions are much surer than the values.
"""

from __future__ import annotations

from branchline.policy.board.upkeep import plan_stands, plan_well
from branchline.policy.mind import Minds
from branchline.policy.playouts import choose, play_out
from branchline.policy.review.figures import share_of
from branchline.rules.chance import below, key_of_game, next_word, shuffle, start
from branchline.rules.rule import rule
from branchline.rules.score import final_score
from branchline.rules.state import (
    FIRST_TICKETS,
    HOME,
    KINDS,
    MAX_FACE_UP,
    MAX_SEATS,
    MAX_TICKETS,
    OVER,
    BoardRecord,
    BoardRecords,
    Chance,
    Chances,
    Grid,
    Logs,
    Menus,
    ResultRecords,
    State,
    States,
)
from branchline.rules.turn import apply, legal, set_up

V_SHARE, V_TOTAL, V_COLUMNS = range(3)


@rule
def wants_plan(board: BoardRecord, s: State, seat: int, minds: Minds, who: int) -> bool:
    """Tell whether a seat needs a new plan: the named one does, and any whose plan is broken."""
    if board.yard or s.phase in (FIRST_TICKETS, HOME, OVER):
        return False
    return seat == who or not plan_stands(board, s, seat, minds[seat])


@rule
def plan_again(board: BoardRecord, s: State, minds: Minds, who: int) -> int:
    """Let those plan who need a plan; return how many did."""
    planned = 0
    for seat in range(s.seats):
        if wants_plan(board, s, seat, minds, who):
            plan_well(board, s, seat, minds[seat])
            planned += 1
    return planned


@rule
def shuffle_tickets(s: State, r: Chance) -> None:
    """Shuffle the ticket deck where it lies."""
    for i in range(s.ticket_n - 1, 0, -1):
        j = below(r, i + 1)
        a = (s.ticket_top + i) % MAX_TICKETS
        b = (s.ticket_top + j) % MAX_TICKETS
        ticket = s.ticket_deck[a]
        s.ticket_deck[a] = s.ticket_deck[b]
        s.ticket_deck[b] = ticket


@rule
def own_key(s: State, r: Chance) -> None:
    """Give a world a key of its own."""
    for i in range(8):
        s.chance.key[i] = next_word(r)
    start(s.chance)


@rule
def begin_worlds(
    states: States, masters: Chances, first: int, n: int, streams: Chances, worlds: States
) -> None:
    """Make n worlds, from number first on, of the position after the deal, each with its stream."""
    for j in range(n):
        key_of_game(masters[0], first + j, streams[j], streams[n])
        worlds[j] = states[0]
        shuffle(streams[j], worlds[j].deck[: worlds[j].deck_n], worlds[j].deck_n)
        shuffle_tickets(worlds[j], streams[j])
        own_key(worlds[j], streams[j])


@rule
def deal_worlds(
    boards: BoardRecords,
    masters: Chances,
    first: int,
    n: int,
    streams: Chances,
    seats: int,
    starts: int,
    options: int,
    worlds: States,
    logs: Logs,
) -> None:
    """Deal n games afresh, from number first on: what might have been dealt."""
    for j in range(n):
        key_of_game(masters[0], first + j, streams[n], streams[j])
        own_key(worlds[j], streams[j])
        set_up(boards[0], worlds[j], seats, starts, options, logs[0])


@rule
def drew_on(before: State, after: State) -> bool:
    """Tell whether the deck is the one that was there, perhaps with fewer cards."""
    if after.deck_n > before.deck_n:
        return False
    for i in range(after.deck_n):
        if after.deck[i] != before.deck[i]:
            return False
    return True


@rule
def draw_cards(before: State, after: State, world: State, r: Chance) -> None:
    """Draw from a world's deck what was really drawn; cards of one kind are equally likely."""
    n = int(before.deck_n)
    while n > after.deck_n:
        card = before.deck[n - 1]
        alike = 0
        for i in range(n):
            if world.deck[i] == card:
                alike += 1
        which = below(r, alike)
        for i in range(n):
            if world.deck[i] == card:
                if which == 0:
                    world.deck[i] = world.deck[n - 1]
                    world.deck[n - 1] = card
                    break
                which -= 1
        n -= 1


@rule
def tickets_drawn(before: State, after: State) -> int:
    """Return how many tickets left the top of the deck, or -1 if all of it was shuffled.

    What was put under the deck comes after the rest, in the same order.
    """
    for drawn in range(before.ticket_n + 1):
        left = int(before.ticket_n) - drawn
        if left > after.ticket_n:
            continue
        same = True
        for i in range(left):
            a = before.ticket_deck[(before.ticket_top + drawn + i) % MAX_TICKETS]
            if a != after.ticket_deck[(after.ticket_top + i) % MAX_TICKETS]:
                same = False
        if same:
            return drawn
    return -1


@rule
def draw_tickets(before: State, after: State, world: State, drawn: int) -> None:
    """Draw from a world's tickets what was really drawn."""
    for k in range(drawn):
        top = (before.ticket_top + k) % MAX_TICKETS
        ticket = before.ticket_deck[top]
        for i in range(k, before.ticket_n):
            at = (before.ticket_top + i) % MAX_TICKETS
            if world.ticket_deck[at] == ticket:
                world.ticket_deck[at] = world.ticket_deck[top]
                world.ticket_deck[top] = ticket
                break


@rule
def follow(states: States, n: int, worlds: States, streams: Chances) -> None:
    """Let n worlds follow the game from states[0] to states[1], draw by draw."""
    before = states[0]
    after = states[1]
    drawn = tickets_drawn(before, after)
    same_deck = drew_on(before, after)
    for j in range(n):
        world = worlds[j]
        r = streams[j]
        if same_deck:
            draw_cards(before, after, world, r)
        if drawn >= 0:
            draw_tickets(before, after, world, drawn)
        deck = world.deck.copy()
        tickets = world.ticket_deck.copy()
        key = world.chance.key.copy()
        worlds[j] = after
        if same_deck:
            for i in range(after.deck_n):
                world.deck[i] = deck[i]
        else:
            shuffle(r, world.deck[: world.deck_n], world.deck_n)
        if drawn >= 0:
            for i in range(before.ticket_n - drawn):
                at = (after.ticket_top + i) % MAX_TICKETS
                world.ticket_deck[at] = tickets[(before.ticket_top + drawn + i) % MAX_TICKETS]
        else:
            shuffle_tickets(world, r)
        for i in range(8):
            world.chance.key[i] = key[i]
        start(world.chance)


@rule
def finish(
    board: BoardRecord,
    s: State,
    results: ResultRecords,
    minds: Minds,
    begun: Minds,
    from_mind: int,
    menus: Menus,
    logs: Logs,
    table: Grid,
    row: int,
) -> None:
    """Play a world out with minds like those begun, and write down what each seat got."""
    for seat in range(s.seats):
        minds[seat] = begun[from_mind + seat]
    play_out(board, s, minds, menus[0], logs[0])
    final_score(board, s, results[0])
    for seat in range(s.seats):
        table[row, seat * V_COLUMNS + V_SHARE] = share_of(s, results[0], seat)
        table[row, seat * V_COLUMNS + V_TOTAL] = results[0].total[seat]


@rule
def policy_action(
    boards: BoardRecords, states: States, seat: int, minds: Minds, menus: Menus
) -> int:
    """Return what the policy does with the mind of a seat, and change that mind as it does."""
    n = legal(boards[0], states[0], seat, menus[0])
    return choose(boards[0], states[0], seat, minds[seat], menus[0], n)


@rule
def plan_on(boards: BoardRecords, states: States, minds: Minds, who: int) -> int:
    """Let those plan who need a plan in a position, a named seat in any case; return how many."""
    return plan_again(boards[0], states[0], minds, who)


@rule
def value_position(
    boards: BoardRecords,
    worlds: States,
    trials: States,
    results: ResultRecords,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
    table: Grid,
) -> None:
    """Play every world of a position out; a row for each: win share and score of every seat."""
    for j in range(table.shape[0]):
        trials[0] = worlds[j]
        finish(boards[0], trials[0], results, minds, begun, 0, menus, logs, table, j)


@rule
def value_deals(
    boards: BoardRecords,
    worlds: States,
    results: ResultRecords,
    minds: Minds,
    begun: Minds,
    menus: Menus,
    logs: Logs,
    table: Grid,
) -> None:
    """Play games out from their deals, a row for each."""
    for j in range(table.shape[0]):
        finish(boards[0], worlds[j], results, minds, begun, 0, menus, logs, table, j)


@rule
def plans_alike(board: BoardRecord, s: State, other: State) -> bool:
    """Tell whether an action left two worlds alike in all that players know and plan with."""
    if s.phase != other.phase or s.deck_n != other.deck_n or s.seat != other.seat:
        return False
    for place in range(MAX_FACE_UP):
        if s.market[place] != other.market[place]:
            return False
    for card in range(KINDS):
        if s.discards[card] != other.discards[card]:
            return False
        for seat in range(s.seats):
            if s.hand[seat, card] != other.hand[seat, card]:
                return False
    return True


@rule
def value_action(
    boards: BoardRecords,
    worlds: States,
    seat: int,
    action: int,
    who: int,
    outcomes: States,
    trials: States,
    results: ResultRecords,
    minds: Minds,
    begun: Minds,
    planned: Minds,
    menus: Menus,
    logs: Logs,
    table: Grid,
) -> None:
    """Take an action in every world of a position, plan on as in a real one, and play it out.

    What it leads to is valued just as `plan_on` and `value_position` would value it there.
    outcomes has a place for each world, planned as many minds for each.
    """
    board = boards[0]
    kept = 0
    for j in range(table.shape[0]):
        trials[0] = worlds[j]
        apply(board, trials[0], seat, action, menus[0], logs[0])
        plan = 0
        while plan < kept and not plans_alike(board, trials[0], outcomes[plan]):
            plan += 1
        first = plan * MAX_SEATS
        if plan == kept:
            outcomes[plan] = trials[0]
            for other in range(MAX_SEATS):
                planned[first + other] = begun[other]
            plan_again(board, trials[0], planned[first : first + MAX_SEATS], who)
            kept += 1
        finish(board, trials[0], results, minds, planned, first, menus, logs, table, j)
