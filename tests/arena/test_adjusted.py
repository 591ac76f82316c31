"""Results less luck: worked out by hand, kept in files, and the same however they are played."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.analysis.adjusting import luck_of
from branchline.analysis.course import Replayed
from branchline.analysis.effort import BLOCK
from branchline.arena.bootstrap import ratio_of_variances
from branchline.arena.sitting import Sitting, read_sitting
from branchline.arena.tournament import Tournament, play_sittings
from branchline.cli.main import main
from branchline.errors import BranchlineError

from .sample import game, of_players, standings, without_times

A_AND_B = replace(of_players("a", "b"), adjusted=BLOCK)
COMMAND = ["tournament", "card_game", "--players", "random,greedy", "--adjusted", str(BLOCK)]


def lucky(one: Any, *luck: float) -> Any:
    return replace(one, luck=luck)


def test_luck_is_taken_from_results() -> None:
    """a wins all, but was lucky in two of the four games."""
    first = (lucky(game(a=9, b=8), 0.4, -0.4), lucky(game(b=8, a=9), 0.0, 0.0))
    second = (lucky(game(a=9, b=8), -0.1, 0.1), lucky(game(b=8, a=9), -0.3, 0.3))
    found = standings(A_AND_B, first, second)
    a, b = found["a"], found["b"]
    assert (a["win_share"], a["luck"], a["adjusted_share"]) == (1, 0.15, 0.85)
    assert (b["win_share"], b["luck"], b["adjusted_share"]) == (0, -0.15, 0.15)
    # Deal by deal a has 0.8 and 0.9: a quarter of the samples is twice the one or the other.
    assert a["adjusted_share_ci"] == [0.8, 0.9]
    assert a["worth"] is None, "too few deals"


def test_a_deal_is_worth_more_where_luck_explains_it() -> None:
    """Plain results of 1 and 0 are 0.6 and 0.4 without luck: a fifth of the deviation."""
    won = (lucky(game(a=9, b=8), 0.4, -0.4),)
    lost = (lucky(game(a=7, b=8), -0.4, 0.4),)
    found = standings(A_AND_B, *[won, lost] * 20)
    for name in ("a", "b"):
        worth, low, high = found[name]["worth"]
        assert (worth, low, high) == (25, 25, 25)
        assert found[name]["adjusted_share"] == 0.5


def test_ratios_of_variances() -> None:
    chooser = np.random.default_rng(1)
    wide, narrow = chooser.normal(0, 2, 500), chooser.normal(0, 1, 500)
    found = ratio_of_variances(wide, narrow, 1)
    assert found is not None
    ratio, low, high = found
    assert 2 < low < ratio < high < 5
    assert ratio == pytest.approx(wide.var() / narrow.var(), abs=0.001)
    assert ratio_of_variances(wide, np.zeros(500), 1) is None
    assert ratio_of_variances(wide[:2], narrow[:2], 1) is None


def test_every_game_has_its_luck() -> None:
    """And is played as it would be without."""
    tournament = Tournament("card_game", ("random", "greedy"), 2, 5, {}, adjusted=BLOCK)
    compiled = play_sittings(tournament, range(1))
    for one in compiled[0].games:
        assert one.luck is not None
        assert abs(sum(one.luck)) < 1e-9
        assert one.luck != (0, 0)
    plain = play_sittings(replace(tournament, adjusted=0), range(1))
    assert [one.luck for one in plain[0].games] == [None, None]
    for one, other in zip(compiled[0].games, plain[0].games, strict=True):
        assert [seat.total for seat in one.seats] == [seat.total for seat in other.seats]


def test_the_luck_of_a_game_is_that_of_its_report() -> None:
    run = bl.simulate("card_game", ["random", "random"], 1, seed=8, record=True)
    text = next(iter(run)).record
    assert text is not None
    record = bl.parse_record(text)
    analysis = bl.analyse(record, budget=40)
    for _ in analysis:
        break
    report = analysis.report()
    luck = luck_of(Replayed(record), 1, report.worlds)
    assert luck == tuple(seat.luck for seat in report.by_seat)


def test_files_keep_it(tmp_path: Path) -> None:
    one = Sitting(0, 0, (lucky(game(a=9, b=8), 0.4, -0.4),))
    told = json.loads(json.dumps(one.to_json()))
    assert read_sitting(told).games[0].luck == (0.4, -0.4)
    assert "luck" not in Sitting(0, 0, (game(a=9, b=8),)).to_json()["games"][0]
    for wrong in (["0.4", 0.1], [float("nan"), 0.1], [1, -1], 3):
        with pytest.raises((ValueError, TypeError)):
            read_sitting({**told, "games": [{**told["games"][0], "luck": wrong}]})


def test_the_command_reports_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A resumed one is the same, and a file without luck is no file of such a tournament."""
    file = tmp_path / "results.jsonl"
    more = ["--deals", "2", "--json"]
    assert main([*COMMAND, "--deals", "1", "--json", "--results", str(file)]) == 0
    capsys.readouterr()
    assert main([*COMMAND, *more, "--resume", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main([*COMMAND, *more, "--workers", "2", "--html", str(tmp_path / "p.html")]) == 0
    assert without_times(json.loads(capsys.readouterr().out)) == without_times(found)
    assert found["adjusted"] == BLOCK
    for player in found["players"]:
        assert player["adjusted_share"] == pytest.approx(
            player["win_share"] - player["luck"], abs=2e-6
        )
    assert sum(player["luck"] for player in found["players"]) == pytest.approx(0, abs=1e-5)
    page = (tmp_path / "p.html").read_text(encoding="utf-8")
    assert "less luck" in page
    assert f"--adjusted {BLOCK}" in page
    assert main([*COMMAND[:-2], "--deals", "3", "--resume", str(file)]) == 2
    assert "its adjusted is 16, not null" in capsys.readouterr().err


@pytest.mark.parametrize("worlds", ["-16", "17", "100000"])
def test_worlds_that_make_no_sense_are_refused(
    worlds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND[:-1], worlds]) == 2
    assert "luck is valued in" in capsys.readouterr().err
    with pytest.raises(BranchlineError):
        bl.tournament("usa", "path", adjusted=1.5)  # type: ignore[arg-type]
