"""Which actions are worth comparing by play-outs in the board games: a short menu."""

from __future__ import annotations

import numpy as np

from branchline.policy.board.choose import choose_on_board, keep_worth
from branchline.policy.board.claims import keeps_apart, payment_cost
from branchline.policy.board.pieces import rank_builds
from branchline.policy.board.places import city_worth
from branchline.policy.board.plan import count_needs
from branchline.policy.board.upkeep import is_planned, refresh_plan
from branchline.policy.board.ways import gain
from branchline.policy.mind import Mind
from branchline.rules.rule import rule
from branchline.rules.state import (
    BUILD,
    FIRST_TICKETS,
    HOME,
    K_CLAIM,
    K_MARK,
    K_PLACE,
    SECOND_CARD,
    TICKETS,
    TURN,
    BoardRecord,
    Floats,
    Ids,
    Menu,
    State,
)

W_BLOCKS = 4.0
"""What it adds to a claim's promise that it is in somebody's way. The policy itself does not block:
in contests that lost more than it won; play-outs find where it pays."""
MOST = 14
MOST_CLAIMS = 6
MOST_KEEPS = 8
MOST_BUILDS = 8
MOST_HOMES = 8


@rule
def insert_best(ids: Ids, scores: Floats, n: int, most: int, action: int, score: float) -> int:
    """Put an action among the best so far, in order; return how many there are now."""
    if n == most and score <= scores[n - 1]:
        return n
    i = n if n < most else n - 1
    while i > 0 and score > scores[i - 1]:
        ids[i] = ids[i - 1]
        scores[i] = scores[i - 1]
        i -= 1
    ids[i] = action
    scores[i] = score
    return min(n + 1, most)


@rule
def same_thing(board: BoardRecord, s: State, a: int, b: int) -> bool:
    """Tell whether two actions differ only in how they are paid, or in the place of a card."""
    kind = board.action_kind[a]
    if kind != board.action_kind[b]:
        return False
    if kind == K_PLACE:
        return bool(s.market[board.action_what[a]] == s.market[board.action_what[b]])
    if kind in (K_CLAIM, K_MARK):
        return bool(board.action_what[a] == board.action_what[b])
    return a == b


@rule
def action_score(board: BoardRecord, s: State, seat: int, mind: Mind, action: int) -> float:
    """Return how promising an action looks at first sight, within its kind."""
    kind = board.action_kind[action]
    if kind == K_CLAIM:
        track = int(board.action_what[action])
        score = gain(board, s, seat, track, mind)
        score -= payment_cost(board, s, seat, mind, action)
        score += W_BLOCKS * keeps_apart(board, s, seat, track)
        return float(score + (10.0 if is_planned(mind, track) else 0.0))
    if kind == K_MARK:
        worth = city_worth(board, s, board.action_what[action])
        return float(worth - 2.0 * board.action_locomotives[action])
    return 0.0


@rule
def board_candidates(
    board: BoardRecord, s: State, seat: int, mind: Mind, out: Menu, n: int, kept: Ids
) -> int:
    """List the actions worth comparing, the policy's own choice first; return how many."""
    own = choose_on_board(board, s, seat, mind, out, n)
    kept[0] = own
    if n == 1:
        return 1
    ids = np.empty(MOST + 1, np.int16)
    scores = np.empty(MOST + 1, np.float64)
    found = 0
    if s.phase in (FIRST_TICKETS, TICKETS):
        for i in range(n):
            action = int(out.ids[i])
            worth = keep_worth(board, s, seat, mind, action)
            found = insert_best(ids, scores, found, MOST_KEEPS, action, worth)
    elif s.phase == HOME:
        for i in range(n):
            action = int(out.ids[i])
            worth = city_worth(board, s, board.action_what[action])
            found = insert_best(ids, scores, found, MOST_HOMES, action, worth)
    elif s.phase == BUILD:
        of_pieces = np.empty(n, np.float64)
        rank_builds(board, s, seat, mind, out, n, of_pieces)
        for i in range(n):
            found = insert_best(ids, scores, found, MOST_BUILDS, out.ids[i], of_pieces[i])
    else:
        if s.phase in (TURN, SECOND_CARD):
            mind.has_plan = 0
            refresh_plan(board, s, seat, mind)
            count_needs(board, s, seat, mind)
        # Of each thing the cheapest way; claims compete among themselves, the rest all come in.
        claims = 0
        for i in range(n):
            action = int(out.ids[i])
            if board.action_kind[action] != K_CLAIM:
                continue
            score = action_score(board, s, seat, mind, action)
            known = -1
            for j in range(claims):
                if same_thing(board, s, action, ids[j]):
                    known = j
            if known >= 0:
                if score <= scores[known]:
                    continue
                for j in range(known, claims - 1):
                    ids[j] = ids[j + 1]
                    scores[j] = scores[j + 1]
                claims -= 1
            claims = insert_best(ids, scores, claims, MOST_CLAIMS, action, score)
        found = claims
        for i in range(n):
            action = int(out.ids[i])
            if board.action_kind[action] == K_CLAIM or found == MOST:
                continue
            known = -1
            for j in range(claims, found):
                if same_thing(board, s, action, ids[j]):
                    known = j
            score = action_score(board, s, seat, mind, action)
            if known < 0:
                ids[found] = action
                scores[found] = score
                found += 1
            elif score > scores[known]:
                ids[known] = action
                scores[known] = score
    kept_n = 1
    for i in range(found):
        if ids[i] != own and not (s.phase == TURN and same_thing(board, s, ids[i], own)):
            kept[kept_n] = ids[i]
            kept_n += 1
    return kept_n
