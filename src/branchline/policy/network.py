"""The policy of the board games: follow a plan, take what pays, draw what it needs."""

from __future__ import annotations

import numpy as np

from branchline.policy.mind import (
    R_ALVIN_HIDE,
    R_BLOCK,
    R_BUILD_PLANNED,
    R_BUILD_SPARE,
    R_DRAW_BLIND,
    R_DRAW_FOR,
    R_HOME,
    R_KEEP,
    R_LOCOMOTIVE,
    R_MARK,
    R_MORE_TICKETS,
    R_NO_CHOICE,
    R_NO_MARK,
    R_PLANNED,
    R_POINTS,
    W_BLIND,
    W_BLOCK,
    W_CLAIM,
    W_DRAWS,
    W_EARLY_TRAINS,
    W_EXTRAS,
    W_FACE_UP_LOCOMOTIVE,
    W_IDLE,
    W_LAST_CARD,
    W_LOCOMOTIVE,
    W_MARK,
    W_NEAR,
    W_PACE,
    W_POINTS,
    W_REPLAN,
    W_RISK,
    W_SHORT,
    W_SPARE_TRAINS,
    W_SPARE_TURNS,
    W_SPEND,
    W_TOUCH,
    W_X_TRAIN,
    W_X_TURNS,
    Mind,
    because,
)
from branchline.policy.plan import (
    available,
    colour_of,
    count_needs,
    gain,
    make_plan,
    turns_to_come,
)
from branchline.rules.bits import NONE, ONE, lowest, size
from branchline.rules.network import find, join_cities
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_NO_MARKER,
    A_TICKETS,
    ALVIN,
    BUILD,
    COLOURS,
    FIRST_TICKETS,
    HOME,
    K_CLAIM,
    K_DECK,
    K_PLACE,
    K_TICKETS,
    KINDS,
    LOCOMOTIVE,
    MARKER,
    MAX_CITIES,
    SECOND_CARD,
    TICKETS,
    TURN,
    Board,
    Floats,
    Mask,
    Menu,
    State,
)
from branchline.rules.tickets import is_completed

LONGEST_BLOCK = 3
"""Longer tracks are not claimed only to be in somebody's way."""


@rule
def open_tickets(board: Board, s: State, seat: int) -> Mask:
    """Return the tickets a seat holds and has not completed."""
    roots = np.empty(MAX_CITIES, np.int8)
    join_cities(board, s, seat, roots)
    found = NONE
    left = s.held[seat]
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        if not is_completed(board, roots, ticket):
            found |= ONE << np.uint64(ticket)
    return found


@rule
def plan_stands(board: Board, s: State, seat: int, mind: Mind) -> bool:
    """Tell whether the plan can still be carried out and is for the tickets now held."""
    if mind.has_plan == 0 or mind.held != s.held[seat]:
        return False
    for w in range(board.words):
        if mind.plan[w] & ~available(board, s, seat, w) != NONE:
            return False
    return True


@rule
def is_planned(mind: Mind, track: int) -> bool:
    """Tell whether a track is in the plan."""
    return bool(mind.plan[track >> 6] >> np.uint64(track & 63) & ONE != NONE)


@rule
def plan_is_empty(board: Board, mind: Mind) -> bool:
    """Tell whether nothing is left to claim."""
    for w in range(board.words):
        if mind.plan[w] != NONE:
            return False
    return True


@rule
def has_route_at(board: Board, s: State, seat: int, city: int) -> bool:
    """Tell whether one of a seat's routes ends in a city."""
    for w in range(board.words):
        tracks = board.touching[city, w]
        while tracks != NONE:
            if s.owner[(w << 6) + lowest(tracks)] == seat:
                return True
            tracks &= tracks - ONE
    return False


@rule
def touches(board: Board, s: State, seat: int, track: int) -> bool:
    """Tell whether a track ends in a city of a seat's routes."""
    return has_route_at(board, s, seat, board.end_a[track]) or has_route_at(
        board, s, seat, board.end_b[track]
    )


@rule
def touches_both(board: Board, s: State, seat: int, track: int) -> bool:
    """Tell whether a track lies between two cities of a seat's routes."""
    return has_route_at(board, s, seat, board.end_a[track]) and has_route_at(
        board, s, seat, board.end_b[track]
    )


@rule
def best_extra(board: Board, s: State, seat: int, mind: Mind, trains: int, turns: int) -> int:
    """Return the track that brings most for the turns and trains it takes beside the plan, or -1.

    Cards the plan needs already do not count.
    """
    weights = mind.weights
    most = 0
    for colour in range(COLOURS):
        most = max(most, int(s.hand[seat, colour]) - int(mind.need[colour]))
    locomotives = int(s.hand[seat, LOCOMOTIVE])
    best = -1
    best_rate = 0.0
    for w in range(board.words):
        tracks = available(board, s, seat, w) & s.allowed[seat, w] & ~mind.plan[w]
        while tracks != NONE:
            track = (w << 6) + lowest(tracks)
            tracks &= tracks - ONE
            length = int(board.length[track])
            if length > trains or length < weights[W_SHORT]:
                continue
            colour = colour_of(board, s, track)
            have = most
            if 0 <= colour < COLOURS:
                have = max(0, int(s.hand[seat, colour]) - int(mind.need[colour]))
            ferry = int(board.ferry[track])
            missing = max(0, length - have - locomotives, ferry - locomotives)
            wait = missing / weights[W_DRAWS]
            if colour < 0:
                wait = max(wait, 1.0)
            if wait + 1.0 > turns + 0.99:
                continue
            value = gain(board, s, seat, track, mind)
            if touches(board, s, seat, track):
                value += weights[W_TOUCH]
            rate = (value - weights[W_X_TRAIN] * length) / (weights[W_X_TURNS] + wait)
            if best < 0 or rate > best_rate:
                best = track
                best_rate = rate
    return best


@rule
def plan_extra(board: Board, s: State, seat: int, mind: Mind) -> None:
    """Plan the next routes for their points: those that bring most for turns and trains."""
    for w in range(board.words):
        mind.plan[w] = NONE
    for card in range(KINDS):
        mind.need[card] = 0
    mind.extra = 1
    mind.goals = NONE
    mind.held = s.held[seat]
    mind.has_plan = 1
    turns = turns_to_come(board, s, seat, mind.weights[W_PACE])
    trains = int(s.trains[seat])
    for _ in range(int(mind.weights[W_EXTRAS])):
        track = best_extra(board, s, seat, mind, trains, turns)
        if track < 0:
            return
        trains -= board.length[track]
        mind.plan[track >> 6] |= ONE << np.uint64(track & 63)
        count_needs(board, s, seat, mind)


@rule
def refresh_plan(board: Board, s: State, seat: int, mind: Mind) -> None:
    """See that there is a plan that can be carried out."""
    if mind.weights[W_REPLAN] > 0.0 and s.phase == TURN:
        mind.has_plan = 0
    if plan_stands(board, s, seat, mind) and not plan_is_empty(board, mind):
        if mind.extra == 1:
            plan_extra(board, s, seat, mind)
        return
    tickets = open_tickets(board, s, seat)
    if tickets != NONE:
        make_plan(board, s, seat, mind, tickets)
        mind.held = s.held[seat]
        if not plan_is_empty(board, mind):
            return
    plan_extra(board, s, seat, mind)


@rule
def wants_tickets(board: Board, s: State, seat: int, mind: Mind) -> bool:
    """Tell whether there is time and there are trains for more tickets."""
    weights = mind.weights
    if s.turns_left >= 0:
        return False
    if turns_to_come(board, s, seat, weights[W_PACE]) < weights[W_SPARE_TURNS]:
        return False
    if mind.extra == 1:
        return bool(s.trains[seat] >= weights[W_SPARE_TRAINS])
    used = 0
    for w in range(board.words):
        tracks = mind.plan[w]
        while tracks != NONE:
            used += board.length[(w << 6) + lowest(tracks)]
            tracks &= tracks - ONE
    return bool(s.trains[seat] - used >= weights[W_EARLY_TRAINS])


@rule
def payment_cost(board: Board, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what a claim's cards are worth elsewhere: as locomotives, or for the plan."""
    track = int(board.action_what[action])
    colour = int(board.action_colour[action])
    locomotives = int(board.action_locomotives[action])
    length = int(board.length[track])
    cost = mind.weights[W_LOCOMOTIVE] * (locomotives - board.ferry[track])
    if locomotives < length:
        used = length - locomotives
        other = int(mind.need[colour])
        if is_planned(mind, track) and mind.pays[track] == colour:
            other -= length - board.ferry[track]
        have = int(s.hand[seat, colour])
        short = max(0, other - (have - used)) - max(0, other - have)
        cost += mind.weights[W_SPEND] * short + 0.01 * (used - have)
    return float(cost)


@rule
def urgency(board: Board, s: State, seat: int, mind: Mind, track: int) -> float:
    """Return how much it matters to have a track now: it may be taken, and it brings points."""
    weights = mind.weights
    score = weights[W_POINTS] * gain(board, s, seat, track, mind)
    sisters = 0
    for w in range(board.words):
        sisters += size(board.sisters[track, w] & (s.open[w] | s.beds[w]))
    if sisters == 0 or s.seats < board.all_sisters_from:
        score += weights[W_RISK]
    for other in range(s.seats):
        if other != seat and touches(board, s, other, track):
            score += weights[W_NEAR]
    return float(score)


@rule
def best_claim(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the best planned claim among the legal actions, or -1 if it had better wait."""
    best = -1
    best_score = -mind.weights[W_CLAIM]
    if turns_to_come(board, s, seat, mind.weights[W_PACE]) <= 2:
        best_score = -1e9
    at = -1
    urgent = 0.0
    for i in range(n):
        action = int(out.ids[i])
        if board.action_kind[action] != K_CLAIM:
            continue
        track = int(board.action_what[action])
        if not is_planned(mind, track):
            continue
        if track != at:
            at = track
            urgent = urgency(board, s, seat, mind, track)
        score = urgent - payment_cost(board, s, seat, mind, action)
        if score > best_score:
            best = action
            best_score = score
    return best


@rule
def card_worth(s: State, seat: int, mind: Mind, card: int) -> float:
    """Return what one more card is worth to the plan."""
    weights = mind.weights
    have = int(s.hand[seat, card])
    if card == LOCOMOTIVE:
        return float(weights[W_FACE_UP_LOCOMOTIVE])
    missing = int(mind.need[card]) - have
    if missing <= 0:
        return float(weights[W_IDLE] * (1.0 + 0.1 * have))
    return 1.0 + (weights[W_LAST_CARD] if missing == 1 else 0.0)


@rule
def blind_worth(board: Board, s: State, seat: int, mind: Mind) -> float:
    """Return what a card from the deck is worth on average, as far as the seat has seen cards."""
    total = 0.0
    worth = 0.0
    for card in range(KINDS):
        unseen = int(board.cards[card]) - int(s.discards[card]) - int(s.hand[seat, card])
        for place in range(board.face_up):
            if s.market[place] == card:
                unseen -= 1
        for other in range(s.seats):
            if other != seat:
                unseen -= s.seen[other, card]
        if unseen > 0:
            total += unseen
            worth += unseen * card_worth(s, seat, mind, card)
    return float(worth / total + mind.weights[W_BLIND]) if total > 0.0 else 0.0


@rule
def best_draw(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the best card to draw among the legal actions, or -1."""
    blind = blind_worth(board, s, seat, mind)
    follow = blind
    for place in range(board.face_up):
        card = int(s.market[place])
        if 0 <= card < LOCOMOTIVE:
            follow = max(follow, card_worth(s, seat, mind, card))
    best = -1
    best_worth = -1e9
    for i in range(n):
        action = int(out.ids[i])
        kind = board.action_kind[action]
        if kind == K_DECK:
            worth = blind
        elif kind == K_PLACE:
            card = int(s.market[board.action_what[action]])
            worth = card_worth(s, seat, mind, card)
            if card == LOCOMOTIVE and s.phase != SECOND_CARD:
                worth -= follow
        else:
            continue
        if worth > best_worth:
            best = action
            best_worth = worth
    if best >= 0:
        if board.action_kind[best] == K_DECK:
            because(mind, R_DRAW_BLIND, 0)
        else:
            card = int(s.market[board.action_what[best]])
            because(mind, R_LOCOMOTIVE if card == LOCOMOTIVE else R_DRAW_FOR, card)
    return best


@rule
def best_block(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Return the cheapest claim that keeps two parts of another's network apart, or -1."""
    best = -1
    best_score = 0.0
    roots = np.empty(MAX_CITIES, np.int8)
    for other in range(s.seats):
        if other == seat:
            continue
        join_cities(board, s, other, roots)
        for i in range(n):
            action = int(out.ids[i])
            if board.action_kind[action] != K_CLAIM:
                continue
            track = int(board.action_what[action])
            if board.length[track] > LONGEST_BLOCK or not touches_both(board, s, other, track):
                continue
            if find(roots, board.end_a[track]) == find(roots, board.end_b[track]):
                continue
            score = mind.weights[W_BLOCK] + gain(board, s, seat, track, mind)
            score -= payment_cost(board, s, seat, mind, action) + board.length[track]
            if score > best_score:
                best = action
                best_score = score
    return best


@rule
def choose_turn(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose an action at the beginning of a turn, or the second card."""
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    if s.phase != SECOND_CARD:
        for i in range(n):
            if board.action_kind[out.ids[i]] == K_TICKETS and wants_tickets(board, s, seat, mind):
                because(mind, R_MORE_TICKETS, 0)
                return A_TICKETS
        if mind.weights[W_BLOCK] > 0.0:
            block = best_block(board, s, seat, mind, out, n)
            if block >= 0:
                because(mind, R_BLOCK, board.action_what[block])
                return block
        claim = best_claim(board, s, seat, mind, out, n)
        if claim >= 0:
            track = int(board.action_what[claim])
            because(mind, R_POINTS if mind.extra == 1 else R_PLANNED, track)
            mind.plan[track >> 6] &= ~(ONE << np.uint64(track & 63))
            return claim
    draw = best_draw(board, s, seat, mind, out, n)
    if draw >= 0:
        return draw
    # There is nothing to draw: the dearest claim, or whatever there is.
    because(mind, R_NO_CHOICE, 0)
    best = int(out.ids[n - 1])
    most = -1e9
    for i in range(n):
        action = int(out.ids[i])
        if board.action_kind[action] == K_CLAIM:
            worth = gain(board, s, seat, board.action_what[action], mind)
            worth -= payment_cost(board, s, seat, mind, action)
            if worth > most:
                most = worth
                best = action
    return best


@rule
def keep_worth(board: Board, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what the plan is worth for the tickets held and those an action keeps."""
    mask = int(board.action_what[action])
    tickets = NONE if s.phase == FIRST_TICKETS else open_tickets(board, s, seat)
    for j in range(s.offer_n[seat]):
        if mask >> j & 1:
            tickets |= ONE << np.uint64(s.offer[seat, j])
    worth = make_plan(board, s, seat, mind, tickets)
    mind.has_plan = 0
    return float(worth)


@rule
def choose_tickets(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Keep the tickets whose common plan is worth most."""
    best = int(out.ids[0])
    most = -1e9
    for i in range(n):
        worth = keep_worth(board, s, seat, mind, out.ids[i])
        if worth > most:
            most = worth
            best = int(out.ids[i])
    because(mind, R_KEEP, size(np.uint64(board.action_what[best])))
    return best


@rule
def choose_home(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Start at an end of a ticket, where the plan for all of them is worth most."""
    ends = NONE
    left = s.held[seat]
    while left != NONE:
        ticket = lowest(left)
        left &= left - ONE
        ends |= board.ticket_from[ticket] | board.ticket_to[ticket]
    best = -1
    most = -1e9
    for i in range(n):
        action = int(out.ids[i])
        city = int(board.action_what[action])
        if best >= 0 and ends >> np.uint64(city) & ONE == NONE:
            continue
        s.reached[seat] = ONE << np.uint64(city)
        s.marker[city] = seat
        worth = make_plan(board, s, seat, mind, s.held[seat])
        s.marker[city] = -1
        s.reached[seat] = NONE
        worth += mind.weights[W_MARK] * city_worth(board, s, city)
        if worth > most or best < 0:
            most = worth
            best = action
    mind.has_plan = 0
    because(mind, R_HOME, board.action_what[best])
    return best


@rule
def city_worth(board: Board, s: State, city: int) -> float:
    """Return the points of the routes that can still be claimed at a city."""
    worth = 0.0
    for w in range(board.words):
        tracks = board.touching[city, w] & s.open[w]
        while tracks != NONE:
            worth += board.points[board.length[(w << 6) + lowest(tracks)]]
            tracks &= tracks - ONE
    return worth


@rule
def choose_marker(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Mark a city where many points can still be scored, with cards the plan can spare."""
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    weights = mind.weights
    best = A_NO_MARKER
    most = 0.0
    because(mind, R_NO_MARK, 0)
    for i in range(n):
        action = int(out.ids[i])
        if action == A_NO_MARKER:
            continue
        city = int(board.action_what[action])
        colour = int(board.action_colour[action])
        locomotives = int(board.action_locomotives[action])
        worth = weights[W_MARK] * city_worth(board, s, city) - weights[W_LOCOMOTIVE] * locomotives
        worth -= 2.0 * weights[W_IDLE]
        if locomotives < 2:
            left = int(s.hand[seat, colour]) - (2 - locomotives)
            worth -= weights[W_SPEND] * max(0, min(2 - locomotives, mind.need[colour] - left))
        if worth > most:
            most = worth
            best = action
            because(mind, R_MARK, city)
    return best


@rule
def choose_alvin(board: Board, s: State, mind: Mind, out: Menu, n: int) -> int:
    """Take Alvin where he is hardest to reach: to the city with the fewest tracks left."""
    best = int(out.ids[0])
    least = 1000
    for i in range(n):
        city = int(board.action_what[out.ids[i]])
        ways = 0
        for w in range(board.words):
            ways += size(board.touching[city, w] & s.open[w])
        if ways < least:
            least = ways
            best = int(out.ids[i])
    because(mind, R_ALVIN_HIDE, board.action_what[best])
    return best


@rule
def bed_score(board: Board, s: State, mind: Mind, track: int) -> float:
    """Return how well any piece on a bed serves the plan: on it is good, across it is not."""
    planned = is_planned(mind, track)
    score = 50.0 + 0.1 * board.length[track] if planned else 0.0
    for w in range(board.words):
        crossed = board.crossing[track, w] & ~s.cut[w]
        score -= 100.0 * size(crossed & mind.plan[w])
        if planned:
            score += 3.0 * size(crossed & s.beds[w])
        score -= 40.0 * size(board.sisters[track, w] & mind.plan[w])
    return score


@rule
def piece_score(board: Board, s: State, seat: int, mind: Mind, track: int, colour: int) -> float:
    """Return how well a colour suits a bed: one's own in a colour left over, others in none."""
    need = int(mind.need[colour])
    planned = is_planned(mind, track)
    if planned and mind.pays[track] == colour:
        need -= board.length[track]
    spare = float(s.hand[seat, colour] - need)
    return spare if planned else -0.5 * spare


@rule
def rank_builds(
    board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int, scores: Floats
) -> int:
    """Score every legal piece; return the place of the best in the menu."""
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    best = 0
    at = -1
    of_bed = 0.0
    for i in range(n):
        track = int(board.action_what[out.ids[i]])
        if track != at:
            at = track
            of_bed = bed_score(board, s, mind, track)
        colour = int(board.action_colour[out.ids[i]])
        scores[i] = of_bed + piece_score(board, s, seat, mind, track, colour)
        if scores[i] > scores[best]:
            best = i
    return best


@rule
def choose_build(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Build what the plan needs in the colour left over; else what cuts off nothing of it."""
    scores = np.empty(n, np.float64)
    best = int(out.ids[rank_builds(board, s, seat, mind, out, n, scores)])
    track = int(board.action_what[best])
    because(mind, R_BUILD_PLANNED if is_planned(mind, track) else R_BUILD_SPARE, track)
    return best


@rule
def choose_on_board(board: Board, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat in a game with a board."""
    if n == 1:
        because(mind, R_NO_CHOICE, 0)
        return int(out.ids[0])
    if s.phase in (FIRST_TICKETS, TICKETS):
        return choose_tickets(board, s, seat, mind, out, n)
    if s.phase == HOME:
        return choose_home(board, s, seat, mind, out, n)
    if s.phase == MARKER:
        return choose_marker(board, s, seat, mind, out, n)
    if s.phase == ALVIN:
        return choose_alvin(board, s, mind, out, n)
    if s.phase == BUILD:
        return choose_build(board, s, seat, mind, out, n)
    return choose_turn(board, s, seat, mind, out, n)
