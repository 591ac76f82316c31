"""The policy of the board games: follow a plan, take what pays, draw what it needs."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.claims import best_claim, payment_cost
from branchline.policy.board.draws import best_draw, wants_tickets
from branchline.policy.board.pieces import choose_build
from branchline.policy.board.places import choose_place
from branchline.policy.board.plan import count_needs, lay_network, lead_of_plan, make_plan
from branchline.policy.board.upkeep import open_tickets, refresh_plan
from branchline.policy.board.ways import gain
from branchline.policy.mind import (
    R_KEEP,
    R_MORE_TICKETS,
    R_NO_CHOICE,
    R_PLANNED,
    R_POINTS,
    W_CLIMB,
    Mind,
    because,
)
from branchline.rules.bits import NONE, ONE, size
from branchline.rules.routes import claims_among
from branchline.rules.rule import rule
from branchline.rules.state import (
    A_TICKETS,
    BUILD,
    FIRST_TICKETS,
    K_CLAIM,
    K_TICKETS,
    SECOND_CARD,
    TICKETS,
    TURN,
    BoardRecord,
    Mask,
    Menu,
    State,
)
from branchline.rules.turn import legal_draws


@rule
def choose_turn(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose tickets, a planned claim or a card; -1 if there is none of them worth taking.

    Claims that are not planned are not looked at: they may be missing among the n actions.
    """
    if s.phase != SECOND_CARD:
        for i in range(n):
            if board.action_kind[out.ids[i]] == K_TICKETS and wants_tickets(board, s, seat, mind):
                because(mind, R_MORE_TICKETS, 0)
                return A_TICKETS
        claim = best_claim(board, s, seat, mind, out, n)
        if claim >= 0:
            track = int(board.action_what[claim])
            because(mind, R_POINTS if mind.extra == 1 else R_PLANNED, track)
            mind.plan[track >> 6] &= ~(ONE << np.uint64(track & 63))
            return claim
    return best_draw(board, s, seat, mind, out, n)


@rule
def choose_dearest(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose where there is nothing to draw: the dearest claim, or whatever there is."""
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
def tickets_with(board: BoardRecord, s: State, seat: int, action: int) -> Mask:
    """Return the tickets to plan for: those held, and those of the offer that an action keeps."""
    mask = int(board.action_what[action])
    tickets = NONE if s.phase == FIRST_TICKETS else open_tickets(board, s, seat)
    for j in range(s.offer_n[seat]):
        if mask >> j & 1:
            tickets |= ONE << np.uint64(s.offer[seat, j])
    return tickets


@rule
def keep_worth(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return what the plan is worth for the tickets held and those an action keeps."""
    worth = make_plan(board, s, seat, mind, tickets_with(board, s, seat, action))
    mind.has_plan = 0
    return float(worth)


@rule
def choose_tickets(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Keep the tickets whose common plan is worth most."""
    best = int(out.ids[0])
    most = -1e9
    at_once = mind.weights[W_CLIMB] == 0.0
    for i in range(n):
        if i > 0 and at_once:  # the tracks have been weighed
            tickets = tickets_with(board, s, seat, out.ids[i])
            worth = lay_network(board, s, seat, mind, tickets)
            worth += lead_of_plan(board, s, seat, mind)
        else:
            worth = keep_worth(board, s, seat, mind, out.ids[i])
        if worth > most:
            most = worth
            best = int(out.ids[i])
    mind.has_plan = 0
    because(mind, R_KEEP, size(np.uint64(board.action_what[best])))
    return best


@rule
def choose_on_board(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int) -> int:
    """Choose one of the n legal actions of a seat in a game with a board."""
    if n == 1:
        because(mind, R_NO_CHOICE, 0)
        return int(out.ids[0])
    if s.phase in (FIRST_TICKETS, TICKETS):
        return choose_tickets(board, s, seat, mind, out, n)
    if s.phase == BUILD:
        return choose_build(board, s, seat, mind, out, n)
    if s.phase in (TURN, SECOND_CARD):
        refresh_plan(board, s, seat, mind)
        count_needs(board, s, seat, mind)
        action = choose_turn(board, s, seat, mind, out, n)
        return action if action >= 0 else choose_dearest(board, s, seat, mind, out, n)
    return choose_place(board, s, seat, mind, out, n)


@rule
def choose_among_planned(board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu) -> int:
    """Choose as `choose_on_board` does at the beginning of a turn, without listing all claims.

    That takes long, and only planned ones are chosen. If it has to be done, the answer is -1.
    """
    n = legal_draws(board, s, out)
    if s.ticket_n > 0:
        out.ids[n] = A_TICKETS
        n += 1
    if n < 2:  # perhaps there is no choice
        return -1
    refresh_plan(board, s, seat, mind)
    count_needs(board, s, seat, mind)
    for w in range(board.words):
        n = claims_among(board, s, seat, w, mind.plan[w], out, n)
    return choose_turn(board, s, seat, mind, out, n)
