"""The plan: one cheap network of tracks for all of a seat's tickets, and the cards it asks for."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.ways import (
    clear_plan,
    colour_of,
    gain,
    give_back,
    reach_alone,
    reach_ticket,
    take_alone,
    weigh_tracks,
)
from branchline.policy.mind import (
    W_APART,
    W_CLIMB,
    W_DOUBT,
    W_KEEP_RISK,
    W_LONGEST,
    W_ONE,
    W_PACE,
    W_TICKET,
    W_TURN,
    Mind,
)
from branchline.rules.bits import NONE, ONE, lowest
from branchline.rules.network import longest_trail
from branchline.rules.rule import rule
from branchline.rules.state import (
    COLOURS,
    KINDS,
    LOCOMOTIVE,
    MAX_TICKETS,
    WORDS,
    BoardRecord,
    Mask,
    State,
)


@rule
def turns_to_come(board: BoardRecord, s: State, seat: int, pace: float) -> int:
    """Guess how many turns a seat still has, from everybody's trains and the pace they go at."""
    if s.turns_left >= 0:
        return 1 if s.turns_left > 0 else 0
    least = 1000
    for other in range(s.seats):
        turns = 1 + int(max(0, int(s.trains[other]) - int(board.last_round_at)) / pace)
        least = min(least, turns)
    return least + 1


@rule
def colour_left_over(board: BoardRecord, s: State, seat: int, mind: Mind, track: int) -> int:
    """Return the colour of which a seat can best spare cards for a grey track or a bed.

    A bed takes only colours in which there is a piece for it.
    """
    best = 0
    most = -1000
    for colour in range(COLOURS):
        if board.colour[track] < 0 and s.supply[colour, board.length[track]] == 0:
            continue
        spare = int(s.hand[seat, colour]) - int(mind.need[colour])
        if spare > most:
            best = colour
            most = spare
    return best


@rule
def count_needs(board: BoardRecord, s: State, seat: int, mind: Mind) -> int:
    """Count the cards the plan asks for, choosing a colour for grey tracks; return those missing.

    A grey track, or a bed, is paid in the colour of which most is left over.
    """
    for card in range(KINDS):
        mind.need[card] = 0
    for grey in range(2):
        for w in range(board.words):
            tracks = mind.plan[w]
            while tracks != NONE:
                track = (w << 6) + lowest(tracks)
                tracks &= tracks - ONE
                colour = colour_of(board, s, track)
                plain = 0 <= colour < COLOURS
                if plain == bool(grey):
                    continue
                if grey:
                    colour = colour_left_over(board, s, seat, mind, track)
                mind.pays[track] = colour
                mind.need[colour] += board.length[track] - board.ferry[track]
                mind.need[LOCOMOTIVE] += board.ferry[track]
    missing = 0
    for card in range(COLOURS):
        missing += max(0, int(mind.need[card]) - int(s.hand[seat, card]))
    spare = int(s.hand[seat, LOCOMOTIVE]) - int(mind.need[LOCOMOTIVE])
    return max(0, missing - spare) if spare > 0 else missing - spare


@rule
def path_of(board: BoardRecord, s: State, seat: int, mind: Mind) -> int:
    """Return the length of a seat's longest path, looked for anew only when it has claimed more."""
    at = int(s.trains[seat]) + 1
    if mind.path_at[seat] != at:
        trail = np.empty(65, np.int16)
        mind.path[seat] = longest_trail(board, s, seat, trail, 0)
        mind.path_at[seat] = at
    return int(mind.path[seat])


@rule
def find_rival(board: BoardRecord, s: State, seat: int, mind: Mind) -> None:
    """Note the longest path that anybody else has, where there is a bonus for it."""
    mind.rival = 0
    if board.longest_path == 0 or mind.weights[W_LONGEST] == 0.0:
        return
    for other in range(s.seats):
        if other != seat:
            mind.rival = max(int(mind.rival), path_of(board, s, other, mind))


@rule
def lead_worth(board: BoardRecord, mind: Mind, length: int, spread: float) -> float:
    """Return what a path of some length is worth: the bonus, by how likely it stays the longest."""
    chance = 1.0 / (1.0 + np.exp((mind.rival - length) / spread))
    return float(mind.weights[W_LONGEST] * board.longest_path * chance)


@rule
def longest_with(board: BoardRecord, s: State, seat: int, mind: Mind, beyond: int) -> int:
    """Return how long a seat's longest path would be with the plan carried out.

    One that is no longer than beyond is not looked for: then that is the answer.
    """
    trail = np.empty(65, np.int16)
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            s.owner[(w << 6) + lowest(tracks)] = seat
            tracks &= tracks - ONE
    length = longest_trail(board, s, seat, trail, beyond)
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            s.owner[(w << 6) + lowest(tracks)] = -1
            tracks &= tracks - ONE
    return length


@rule
def lay_network(board: BoardRecord, s: State, seat: int, mind: Mind, tickets: Mask) -> float:
    """Plan a network over the tracks as they were weighed, whatever was planned over them since.

    The best ticket comes first, and so on as far as trains and turns last. Returns what the plan is
    worth but for the longest path: points of tickets and routes, less the turns it takes.
    """
    weights = mind.weights
    clear_plan(board, mind)
    mind.goals = NONE
    trains = int(s.trains[seat])
    turns = turns_to_come(board, s, seat, weights[W_PACE])
    order = np.empty(MAX_TICKETS, np.int64)
    scores = np.empty(MAX_TICKETS, np.float64)
    n = 0
    worth = 0.0
    left = tickets
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        cost = reach_alone(board, s, seat, mind, ticket)
        if cost < 0.0 or mind.takes > trains:
            worth -= board.ticket_points[ticket]
            continue
        score = weights[W_TICKET] * board.ticket_points[ticket] - cost
        i = n
        while i > 0 and score > scores[i - 1]:
            order[i] = order[i - 1]
            scores[i] = scores[i - 1]
            i -= 1
        order[i] = ticket
        scores[i] = score
        n += 1
    used = 0
    before = np.empty(WORDS, np.uint64)
    for i in range(n):
        ticket = int(order[i])
        points = float(board.ticket_points[ticket])
        before[:] = mind.plan
        if used == 0:
            take_alone(board, mind, ticket)
        else:
            reach_ticket(board, s, seat, mind, ticket, True)
        takes = int(mind.takes)
        late = 0.5 * max(0, used + takes - int(s.hand_n[seat]) // 2) + 0.3 * (used + takes)
        alone = weights[W_ONE] > 0.0 and mind.goals != NONE
        if used + takes > trains or (takes > 0 and (alone or late > turns + 1)):
            give_back(board, mind, before)
            worth -= points
            continue
        used += takes
        if weights[W_APART] > 0.0:
            for track in range(board.n_tracks):
                if s.owner[track] != seat and mind.cost[track] == 0.0:
                    mind.cost[track] = mind.weight[track]
        mind.goals |= ONE << np.uint64(ticket)
        worth += points
        if takes > 0:
            worth -= points * weights[W_KEEP_RISK]
            if weights[W_DOUBT] > 0.0:
                in_time = 1.0 / (1.0 + np.exp((late - turns - 1.0) / weights[W_DOUBT]))
                worth -= 2.0 * points * (1.0 - in_time)
    missing = count_needs(board, s, seat, mind)
    routes = 0
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            routes += 1
            worth += gain(board, s, seat, track, mind)
    mind.has_plan = 1
    mind.extra = 0
    mind.held = tickets
    takes_turns = routes + 0.5 * missing
    worth -= weights[W_TURN] * takes_turns
    if takes_turns > turns:
        worth -= 3.0 * (takes_turns - turns)
    return float(worth)


@rule
def lay_plan(board: BoardRecord, s: State, seat: int, mind: Mind, tickets: Mask) -> float:
    """Weigh the tracks and plan a network for tickets; return what `lay_network` does."""
    for w in range(board.words):
        mind.plan[w] = NONE
    weigh_tracks(board, s, seat, mind)
    return lay_network(board, s, seat, mind, tickets)


@rule
def lead_of_plan(board: BoardRecord, s: State, seat: int, mind: Mind) -> float:
    """Return what the plan is worth for the longest path."""
    if board.longest_path > 0 and mind.weights[W_LONGEST] > 0.0:
        # The more trains are left, the less is decided yet.
        spread = 4.0 + 0.3 * min(30, int(s.trains[seat]))
        return lead_worth(board, mind, longest_with(board, s, seat, mind, 0), spread)
    return 0.0


@rule
def weigh_plan(board: BoardRecord, s: State, seat: int, mind: Mind, tickets: Mask) -> float:
    """Plan a network for tickets; return what it is worth, the longest path included."""
    worth = lay_plan(board, s, seat, mind, tickets)
    return worth + lead_of_plan(board, s, seat, mind)


@rule
def make_plan(board: BoardRecord, s: State, seat: int, mind: Mind, tickets: Mask) -> float:
    """Plan a network for tickets, and look for a better one as long as there is one.

    Taking the tickets one after the other can miss what serves several of them, or the longest
    path. So each track of the plan is done without in turn; the best plan found that way is the
    next one to do so with. Returns what the plan is worth.
    """
    for w in range(board.words):
        mind.without[w] = NONE
    find_rival(board, s, seat, mind)
    worth = weigh_plan(board, s, seat, mind, tickets)
    if mind.weights[W_CLIMB] == 0.0:
        return worth
    best = np.empty(WORDS, np.uint64)
    tried = np.empty(WORDS, np.uint64)
    goals = mind.goals
    for w in range(board.words):
        best[w] = mind.plan[w]
    better = 0
    while better >= 0:
        better = -1
        for w in range(board.words):
            tried[w] = best[w]
        for w in range(board.words):
            while tried[w] != NONE:
                track = (w << 6) + lowest(tried[w])
                bit = ONE << np.uint64(track & 63)
                tried[w] &= ~bit
                mind.without[w] |= bit
                found = weigh_plan(board, s, seat, mind, tickets)
                mind.without[w] &= ~bit
                if found > worth:
                    worth = found
                    better = track
                    goals = mind.goals
                    for v in range(board.words):
                        best[v] = mind.plan[v]
        if better >= 0:
            mind.without[better >> 6] |= ONE << np.uint64(better & 63)
    mind.goals = goals
    for w in range(board.words):
        mind.plan[w] = best[w]
        mind.without[w] = NONE
    count_needs(board, s, seat, mind)
    return worth
