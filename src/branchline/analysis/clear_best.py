"""ClearBest positions: those where one action is far better than everything else one could do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from branchline.analysis.course import Knowledge
from branchline.analysis.judging import BLUNDER, scale
from branchline.analysis.worlds import FRESH, NINETY_FIVE, SURE, Rows, Worlds, same_thing, shares_of
from branchline.policy.review.figures import WHOLE

GLANCE, LOOK = 24, 96
"""Worlds for a first look at what is worth a thought, and for a second one."""
FIRST, MOST = 100, 1600
"""Worlds in which the best is compared with everything else that is legal."""
TIGHT = 0.03
"""Half of the 95 % interval, with two seats, within which the lead must be known."""


@dataclass(frozen=True, slots=True)
class ClearBest:
    """A best action, and all others that are not the same thing, in the same worlds."""

    best: int
    others: tuple[tuple[int, Rows], ...]
    """Each with its figures, and the best's beside them; the nearest first."""


def find_clear_best(known: Knowledge, seed: int) -> ClearBest | None:
    """Return the action that leads all others by a blunder; None if there is none, or it is unsure.

    A first look chooses the best. Other worlds, which had no part in that, then judge it against
    every legal action: those that are surely far behind are left aside after a few of them.
    """
    worlds = Worlds(known, seed)
    legal = [int(id) for id in known.legal()]
    likely = worlds.shortlist() if len(legal) > 2 else []
    best = _look(worlds, likely)
    if best is None:
        return None
    others = [id for id in legal if not same_thing(known, id, best)]
    found: dict[int, Rows] = {}
    for some in ([id for id in others if id in likely], [id for id in others if id not in likely]):
        rows = _far_behind(worlds, best, some)
        if rows is None:
            return None
        found |= rows
    nearest = sorted(found.items(), key=lambda pair: worlds.lead(pair[1], 1, 0)[0])
    return ClearBest(best, tuple(nearest)) if len(nearest) > 1 else None


def _look(worlds: Worlds, actions: list[int]) -> int | None:
    """Return the action of a short list that looks far better than the others."""
    best, rows = None, None
    for first, end in pairwise((0, GLANCE, LOOK)):
        if len(actions) < 2:
            return None
        more = worlds.play(actions, first, end - first)
        rows = more if rows is None else np.concatenate([rows, more])
        shares = shares_of(rows, worlds.seat).mean(0) / WHOLE
        place = int(np.argmax(shares))
        best = actions[place]
        rest = [
            share
            for share, id in zip(shares.tolist(), actions, strict=True)
            if not same_thing(worlds.known, id, best)
        ]
        if not rest or shares[place] - max(rest) < BLUNDER * scale(worlds.seats):
            return None
    return best


def _far_behind(worlds: Worlds, best: int, others: list[int]) -> dict[int, Rows] | None:
    """Return some actions in the worlds that show them far behind the best; None if one is not."""
    wanted, tight = (share * scale(worlds.seats) for share in (BLUNDER, TIGHT))
    found: dict[int, Rows] = {}
    done, end = 0, FIRST
    while others and end <= MOST:
        rows = worlds.play([best, *others], FRESH + done, end - done)
        near = []
        for place, id in enumerate(others, 1):
            both = worlds.pair(rows, place, 0)
            found[id] = np.concatenate([found[id], both]) if id in found else both
            lead, error = worlds.lead(found[id], 1, 0)
            if lead + error < wanted:  # hardly worth the time
                return None
            is_known = lead >= wanted and NINETY_FIVE * error <= tight
            if not is_known and lead - SURE * error < wanted:
                near.append(id)
        others, done, end = near, end, 2 * end
    return None if others else found
