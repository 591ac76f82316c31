"""The turn: whose decision of what kind comes next, what is legal, and what an action does."""

from __future__ import annotations

from branchline.rules.bits import NONE
from branchline.rules.cards import (
    deal,
    deal_round,
    draw_from_deck,
    draw_from_place,
    fill_market,
    give_locomotives,
    may_draw_second,
    restock,
    shuffle_discards,
)
from branchline.rules.chance import below, start
from branchline.rules.log import say
from branchline.rules.markers import (
    capture_alvin,
    legal_alvins,
    legal_homes,
    legal_marks,
    mark,
    move_alvin,
    settle,
)
from branchline.rules.railyard import (
    complete,
    complete_best,
    end_scoring,
    gather,
    lay,
    legal_completions,
    legal_lays,
    move_to_track,
)
from branchline.rules.routes import claim, legal_claims
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_BEST,
    A_DECK,
    A_DONE,
    A_KEEP,
    A_NO_MARKER,
    A_PASS,
    A_PLACE,
    A_STOP,
    A_TICKETS,
    ALVIN,
    BUILD,
    COLOURS,
    COMPLETE,
    FIRST_TICKETS,
    HOME,
    K_ALVIN,
    K_BEST,
    K_BUILD,
    K_CLAIM,
    K_COMPLETE,
    K_DECK,
    K_HOME,
    K_KEEP,
    K_LAY,
    K_LAY_THREE,
    K_MARK,
    K_NO_MARKER,
    K_PASS,
    K_PLACE,
    K_STOP,
    K_TICKETS,
    KINDS,
    LOCOMOTIVE,
    MARKER,
    MAX_CITIES,
    MAX_FACE_UP,
    MAX_LENGTH,
    MAX_SEATS,
    MAX_TICKETS,
    MAX_TRACKS,
    O_FINISHED,
    O_GATHERED,
    O_LAST_ROUND,
    O_OVER,
    O_PASSED,
    O_SCORING,
    O_STARTS,
    O_TURN,
    OVER,
    OVER_ALL_PASSED,
    OVER_LAST_ROUND,
    SECOND_CARD,
    TICKETS,
    TURN,
    WITH_ALVIN,
    WITH_CLOSED_TICKETS,
    WORDS,
    BoardRecord,
    Log,
    Menu,
    State,
)
from branchline.rules.tickets import (
    choose_first_tickets,
    keep_tickets,
    must_keep,
    offer_tickets,
    shuffle_tickets,
)
from branchline.rules.tracks import build, can_build, legal_builds


@rule
def clear_tracks(board: BoardRecord, s: State) -> None:
    """Open and shut the tracks as they are where nothing is claimed, built or settled."""
    for w in range(WORDS):
        s.open[w] = board.open[w]
        s.beds[w] = board.beds[w]
        s.cut[w] = NONE
        for seat in range(MAX_SEATS):
            s.allowed[seat, w] = NONE if board.markers > 0 else ~NONE
        for colour in range(KINDS):
            s.of_colour[colour, w] = board.of_colour[colour, w]
    for seat in range(MAX_SEATS):
        s.reached[seat] = NONE
    for colour in range(COLOURS):
        for length in range(MAX_LENGTH + 1):
            s.supply[colour, length] = board.pieces[colour, length]


@rule
def clear(board: BoardRecord, s: State) -> None:
    """Empty a state: nothing dealt, nothing claimed. Its chance stays as it is."""
    clear_tracks(board, s)
    for seat in range(MAX_SEATS):
        s.held[seat] = NONE
        s.held_n[seat] = 0
        s.offer_n[seat] = 0
        s.choice[seat] = -1
        s.points[seat] = 0
        s.hand_n[seat] = 0
        s.trains[seat] = board.trains
        s.home[seat] = -1
        s.markers_left[seat] = board.markers
        s.captures[seat] = 0
        s.completed[seat] = NONE
        s.completed_n[seat] = 0
        s.completed_now[seat] = 0
        s.track_n[seat] = 0
        for colour in range(COLOURS):
            s.row[seat, colour] = 0
            s.row_locomotives[seat, colour] = 0
        for card in range(KINDS):
            s.hand[seat, card] = 0
            s.seen[seat, card] = 0
            s.located[seat, card] = 0
            s.track[seat, card] = 0
            s.spent[seat, card] = 0
    for place in range(MAX_FACE_UP):
        s.market[place] = -1
    for track in range(MAX_TRACKS):
        s.owner[track] = -1
        s.built[track] = -1
        s.payees[track] = 0
    for city in range(MAX_CITIES):
        s.marker[city] = -1
    s.claimed = -1
    s.alvin = -1
    s.alvin_holder = -1
    s.closed = 0
    s.finished = 0
    s.pile = 1
    s.idle = 0
    s.active = 0
    s.turn_seat = -1
    for ticket in range(MAX_TICKETS):
        s.returner[ticket] = -1
    s.deck_n = 0
    s.discards_n = 0
    for card in range(KINDS):
        s.discards[card] = board.cards[card]
        s.discards_n += board.cards[card]
    s.ticket_top = 0
    s.ticket_n = 0
    s.turn = 0
    s.turns_left = -1
    s.passes = 0


@rule
def set_up(board: BoardRecord, s: State, seats: int, starts: int, options: int, log: Log) -> None:
    """Begin a game with the key that is in place; starts is a seat, or -1 to draw one (rule 1)."""
    start(s.chance)
    clear(board, s)
    s.seats = seats
    if options & WITH_ALVIN:
        s.alvin = board.alvin_city
    if options & WITH_CLOSED_TICKETS:
        s.closed = 1
    s.first_seat = starts if starts >= 0 else below(s.chance, seats)
    say(log, O_STARTS, s.first_seat, 0, 0)
    for seat in range(seats):
        give_locomotives(board, s, seat, log)
    shuffle_discards(board, s, log)
    for seat in range(seats):
        deal(board, s, seat, board.first_hand, log)
    fill_market(board, s, log)
    shuffle_tickets(board, s, log)
    for seat in range(seats):
        offer_tickets(s, seat, board.first_offer, log)
    s.phase = FIRST_TICKETS
    s.seat = 0


@rule
def legal_keeps(board: BoardRecord, s: State, seat: int, first: bool, out: Menu) -> int:
    """List the choices among the offered tickets."""
    least = must_keep(board, s, seat, first)
    n = 0
    for mask in range(1 << s.offer_n[seat]):
        kept = 0
        for i in range(s.offer_n[seat]):
            kept += mask >> i & 1
        if kept >= least:
            out.ids[n] = A_KEEP + mask
            n += 1
    return n


@rule
def legal_draws(board: BoardRecord, s: State, out: Menu) -> int:
    """List the cards that can be drawn: the top of the deck, and what lies face up (rule 5)."""
    n = 0
    if s.deck_n > 0:
        out.ids[n] = A_DECK
        n += 1
    for place in range(board.face_up):
        card = s.market[place]
        if card >= 0 and (s.phase == TURN or card != LOCOMOTIVE):
            out.ids[n] = A_PLACE + place
            n += 1
    return n


@rule
def legal(board: BoardRecord, s: State, seat: int, out: Menu) -> int:
    """List the legal actions of a seat and return how many; the only source of legality."""
    if s.phase == FIRST_TICKETS:
        if s.choice[seat] >= 0:
            return 0
        return legal_keeps(board, s, seat, True, out)
    if s.phase == COMPLETE:
        if s.finished >> seat & 1:
            return 0
        out.ids[0] = A_BEST
        out.ids[1] = A_DONE
        return legal_completions(board, s, seat, out, 2)
    if s.phase == OVER or seat != s.seat:
        return 0
    if s.phase == TICKETS:
        return legal_keeps(board, s, seat, False, out)
    if s.phase == BUILD:
        return legal_builds(board, s, out)
    if s.phase == HOME:
        return legal_homes(board, s, out)
    if s.phase == ALVIN:
        return legal_alvins(board, s, seat, out)
    if s.phase == MARKER:
        out.ids[0] = A_NO_MARKER
        return legal_marks(board, s, seat, out, 1)
    n = 0
    if not board.yard or s.turns_left < 0:
        n = legal_draws(board, s, out)
    if s.phase == SECOND_CARD:
        if board.yard:
            out.ids[n] = A_STOP
            n += 1
        return n
    if s.ticket_n > 0:
        out.ids[n] = A_TICKETS
        n += 1
    if board.yard:
        n = legal_lays(board, s, seat, out, n)
    else:
        n = legal_claims(board, s, seat, out, n)
    if n == 0:
        out.ids[0] = A_PASS
        n = 1
    return n


@rule
def begin_turn(board: BoardRecord, s: State, seat: int, log: Log) -> None:
    """Give the turn to a seat; where there are yards, their top cards move first (rule 30)."""
    s.seat = seat
    s.turn_seat = seat
    s.phase = TURN
    s.turn += 1
    say(log, O_TURN, seat, s.turn, 0)
    if board.yard:
        move_to_track(s, seat, log)


@rule
def end_game(s: State, why: int, log: Log) -> None:
    """End the game; the score is worked out from the state."""
    s.phase = OVER
    say(log, O_OVER, why, 0, 0)


@rule
def last_round_is_due(board: BoardRecord, s: State) -> bool:
    """Tell whether the turn that ends sets off the last round (rules 11, 31 and 38)."""
    if not board.yard:
        return bool(s.trains[s.seat] <= board.last_round_at)
    s.idle = 0 if s.active else s.idle + 1
    s.active = 0
    return bool(s.deck_n == 0 or s.idle >= board.idle_rounds * s.seats)


@rule
def begin_last_round(s: State, log: Log) -> None:
    """Give everybody one more turn, the seat in turn last."""
    s.turns_left = s.seats
    say(log, O_LAST_ROUND, s.turn_seat, s.seats, 0)


@rule
def begin_scoring(s: State, log: Log) -> None:
    """Ask everybody which tickets to complete (rule 34)."""
    s.phase = COMPLETE
    s.finished = 0
    s.seat = 0
    say(log, O_SCORING, s.pile, 0, 0)


@rule
def end_turn(board: BoardRecord, s: State, log: Log) -> None:
    """Set off or count down the last round (rule 11) and go on to the next seat."""
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            if board.yard:
                begin_scoring(s, log)
            else:
                end_game(s, OVER_LAST_ROUND, log)
            return
    elif last_round_is_due(board, s):
        begin_last_round(s, log)
    begin_turn(board, s, (s.seat + 1) % s.seats, log)


@rule
def draw(board: BoardRecord, s: State, place: int, log: Log) -> None:
    """Take one card, from a place or (-1) from the deck, and see whether a second follows."""
    card = -1
    if place < 0:
        draw_from_deck(board, s, s.seat, log)
    else:
        card = draw_from_place(board, s, s.seat, place, log)
    s.active = 1
    if s.phase == TURN and card != LOCOMOTIVE and may_draw_second(board, s):
        s.phase = SECOND_CARD
    elif board.building and can_build(board, s):
        s.phase = BUILD
    else:
        end_turn(board, s, log)


@rule
def pass_turn(board: BoardRecord, s: State, log: Log) -> None:
    """Pass; when everybody has done so in a row the game is over (rule 10)."""
    say(log, O_PASSED, s.seat, 0, 0)
    s.passes += 1
    if s.passes == s.seats and s.turns_left != 1 and not board.yard:
        end_game(s, OVER_ALL_PASSED, log)
    else:
        end_turn(board, s, log)


@rule
def offer_marker(board: BoardRecord, s: State, out: Menu, log: Log) -> None:
    """Offer a marker at an end of the route just claimed, if one can be placed (rule 26)."""
    if board.markers > 0 and legal_marks(board, s, s.seat, out, 0) > 0:
        s.phase = MARKER
    else:
        end_turn(board, s, log)


@rule
def put_down(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> bool:
    """Do what a claim, a build or a lay does on the table, before any card is turned up.

    Return whether it captured Alvin.
    """
    kind = board.action_kind[action]
    if kind == K_CLAIM:
        claim(board, s, seat, action, log)
        return capture_alvin(board, s, seat, board.action_what[action], log)
    if kind == K_BUILD:
        build(board, s, seat, action, log)
    else:
        lay(board, s, seat, action, log)
    return False


@rule
def claim_route(board: BoardRecord, s: State, action: int, out: Menu, log: Log) -> None:
    """Claim a route, then move Alvin and offer a marker (rule 24)."""
    s.claimed = board.action_what[action]
    captured = put_down(board, s, s.seat, action, log)
    restock(board, s, log)
    fill_market(board, s, log)
    if captured:
        cities = legal_alvins(board, s, s.seat, out)
        if cities > 1:
            s.phase = ALVIN
            return
        move_alvin(s, s.seat, board.action_what[out.ids[0]], log)
    offer_marker(board, s, out, log)


@rule
def choose_home(board: BoardRecord, s: State, city: int, log: Log) -> None:
    """Settle, and go on: from the last player back to the first, who then begins (rule 22)."""
    settle(board, s, s.seat, city, log)
    if s.seat == s.first_seat:
        begin_turn(board, s, s.first_seat, log)
    else:
        s.seat = (s.seat + s.seats - 1) % s.seats


@rule
def next_pile(board: BoardRecord, s: State, log: Log) -> None:
    """Shuffle all cards but the hands into a second draw pile, and go on (rule 36)."""
    say(log, O_GATHERED, gather(board, s), 0, 0)
    s.pile += 1
    s.idle = 0
    s.active = 0
    s.turns_left = -1
    shuffle_discards(board, s, log)
    goes_on = (s.turn_seat + 1) % s.seats
    deal_round(s, goes_on, board.next_hand, log)
    fill_market(board, s, log)
    if s.deck_n == 0:
        begin_last_round(s, log)
    begin_turn(board, s, goes_on, log)


@rule
def finish_completing(board: BoardRecord, s: State, seat: int, log: Log) -> None:
    """Note that a seat is done; after the last one the game ends, or a second pile begins."""
    s.finished |= 1 << seat
    say(log, O_FINISHED, seat, 0, 0)
    for other in range(s.seats):
        if not s.finished >> other & 1:
            s.seat = other
            return
    end_scoring(s)
    if s.pile == 1 and s.seats >= board.two_piles_from:
        next_pile(board, s, log)
    else:
        end_game(s, OVER_LAST_ROUND, log)


@rule
def complete_tickets(board: BoardRecord, s: State, seat: int, action: int, log: Log) -> None:
    """Complete a ticket, or the best set, or no more."""
    kind = board.action_kind[action]
    if kind == K_COMPLETE:
        complete(board, s, seat, board.action_what[action], log)
        return
    if kind == K_BEST:
        complete_best(board, s, seat, log)
    finish_completing(board, s, seat, log)


@rule
def apply(board: BoardRecord, s: State, seat: int, action: int, out: Menu, log: Log) -> None:
    """Carry out a legal action of a seat; out is a place to work in."""
    kind = board.action_kind[action]
    what = int(board.action_what[action])
    if s.phase == FIRST_TICKETS:
        if choose_first_tickets(board, s, seat, what, log):
            if board.markers > 0:
                s.phase = HOME
                s.seat = (s.first_seat + s.seats - 1) % s.seats
            else:
                begin_turn(board, s, s.first_seat, log)
        else:
            s.seat = 0
            while s.choice[s.seat] >= 0:
                s.seat += 1
        return
    if s.phase == COMPLETE:
        complete_tickets(board, s, seat, action, log)
        return
    if kind == K_PASS:
        pass_turn(board, s, log)
        return
    s.passes = 0
    if kind == K_DECK:
        draw(board, s, -1, log)
    elif kind == K_PLACE:
        draw(board, s, what, log)
    elif kind == K_CLAIM:
        claim_route(board, s, action, out, log)
    elif kind == K_TICKETS:
        offer_tickets(s, seat, board.offer, log)
        s.phase = TICKETS
    elif kind == K_KEEP:
        keep_tickets(s, seat, what, log)
        end_turn(board, s, log)
    elif kind == K_BUILD:
        put_down(board, s, seat, action, log)
        end_turn(board, s, log)
    elif kind == K_HOME:
        choose_home(board, s, what, log)
    elif kind == K_ALVIN:
        move_alvin(s, seat, what, log)
        offer_marker(board, s, out, log)
    elif kind == K_MARK:
        mark(board, s, seat, action, log)
        end_turn(board, s, log)
    elif kind in (K_NO_MARKER, K_STOP):
        end_turn(board, s, log)
    elif kind in (K_LAY, K_LAY_THREE):
        put_down(board, s, seat, action, log)
        s.active = 1
        end_turn(board, s, log)
