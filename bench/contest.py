"""How strong compiled players are: thousands of deals, each from every seat, in a minute or two.

    python -m bench.contest france planner longroute --deals 2000

Here players keep their plans from turn to turn; in the arena each choice is made anew.
"""

from __future__ import annotations

import argparse

import numpy as np

from branchline.board import games, load_board
from branchline.game.keys import run_key
from branchline.policy.matches.contests import figures_of, play_contest, win_shares
from branchline.policy.weights import BY_STYLE
from branchline.rules import engine
from branchline.rules import simulate as columns


def main() -> None:
    """Print win share and score of every player, with 95 % intervals by deal."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    # Without a map there is only one compiled player.
    parser.add_argument("game", choices=[game for game in games() if load_board(game).tracks])
    parser.add_argument("players", nargs="+", choices=[*BY_STYLE, "playout"])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    board, seats = load_board(asked.game), len(asked.players)
    if not board.min_seats <= seats <= board.max_seats:
        parser.error(f"{asked.game} is for {board.min_seats} to {board.max_seats} players")
    if asked.deals < 2:
        parser.error("an interval takes at least 2 deals")
    engine.compile_rules()
    shares = np.zeros((seats, asked.deals))
    scores = np.zeros((seats, asked.deals))
    for rotation in range(seats):
        table = play_contest(
            board, asked.players, asked.deals, run_key(asked.seed), rotation=rotation
        )
        for player in range(seats):
            seat = (player - rotation) % seats
            shares[player] += win_shares(table, seat) / seats
            scores[player] += figures_of(table, seat)[:, columns.S_TOTAL] / seats
    for player, name in enumerate(asked.players):
        share, score = shares[player], scores[player]
        wide = 1.96 / np.sqrt(asked.deals)
        print(
            f"{name:10} {100 * share.mean():5.1f} % ± {100 * wide * share.std():.1f}"
            f"   {score.mean():6.1f} ± {wide * score.std():.1f} points"
        )


if __name__ == "__main__":
    main()
