"""The report: the same for any number of workers, resumed, written and read, and refused."""

from __future__ import annotations

import json

import pytest

import branchline as bl
from branchline.analysis.analyse import analyse
from branchline.analysis.effort import LEAST as LEAST_BUDGET
from branchline.analysis.effort import MOST, Effort
from branchline.analysis.marking import mark_of, thresholds
from branchline.analysis.report import Report
from branchline.analysis.summing import rate
from branchline.analysis.telling import lines
from branchline.cli.main import main
from branchline.errors import BranchlineError
from branchline.text.catalogue import in_language, speak

from .sample import LEAST, report, short


def test_the_report_is_the_same_for_any_number_of_workers() -> None:
    again = analyse(short(), budget=LEAST, workers=3).finish()
    assert again.dumps() == report().dumps()
    assert report().progress == 1.0


def test_it_comes_in_parts_and_goes_on_where_it_was_left() -> None:
    """The first curve comes at once; a loop that is left goes on, and so does a stored report."""
    analysis = analyse(short(), budget=LEAST)
    assert analysis.report().curve == ()
    for _ in analysis:
        break
    first = analysis.report()
    assert len(first.curve) == len(report().curve)
    assert first.decisions == ()
    seen = [analysis.progress]
    for _ in analysis:
        seen.append(analysis.progress)
        if len(analysis.report().decisions) == 5:
            break
    assert seen == sorted(set(seen))
    assert 0 < seen[-1] < 1
    stored = Report.from_json(json.loads(analysis.report().dumps()))
    rest = analyse(short(), budget=LEAST, known=stored)
    assert rest.report().decisions == stored.decisions
    assert rest.finish().dumps() == report().dumps()
    assert analysis.finish().dumps() == report().dumps()
    with pytest.raises(BranchlineError, match="another record"):
        analyse(short(), budget=LEAST, seed=2, known=stored)


def test_a_report_is_written_and_read() -> None:
    assert Report.from_json(json.loads(report().dumps())) == report()
    told = report().to_json()
    wrong: list[object] = [
        {},
        {**told, "version": 2},
        {**told, "curve": 3},
        {**told, "curve": [{}]},
        {**told, "progress": "1"},
        {name: one for name, one in told.items() if name != "seed"},
        {**told, "more": 1},
        [],
        None,
    ]
    for broken in wrong:
        with pytest.raises(BranchlineError, match="not a report"):
            Report.from_json(broken)


def test_the_rating_is_the_mean_loss_of_what_counts() -> None:
    for seat in report().by_seat:
        counted = [one for one in report().decisions if one.counts and one.seat == seat.seat]
        assert seat.counted == len(counted) > 20
        mean = sum(one.rated for one in counted) / len(counted)
        assert seat.rating == pytest.approx(1000 * mean, abs=1e-5)
        assert seat.rating_error is not None
        assert seat.rating_error > 0
        for mark, n in seat.marks.items():
            named = [one for one in report().decisions if (one.seat, one.mark) == (seat.seat, mark)]
            assert len(named) == n
    assert sum(sum(seat.marks.values()) for seat in report().by_seat) > 0
    assert any(one.reasons for one in report().decisions)
    assert rate([]) == (None, None)


def test_what_is_marked_is_beyond_its_interval() -> None:
    for one in report().decisions:
        if one.mark not in ("", "close"):
            assert one.loss - one.error > 0
            assert one.loss >= thresholds(2)[0]
            assert abs(one.others[0].share - one.chosen.share - one.loss) < 1e-9
            for reason in one.reasons:
                assert in_language(reason, "fr") != str(reason)
        elif one.kind == "forced":
            assert not one.counts
            assert one.others == ()


@pytest.mark.parametrize(
    ("loss", "error", "seats", "mark"),
    [
        (0.019, 0.0, 2, ""),
        (0.02, 0.019, 2, "inaccuracy"),
        (0.02, 0.02, 2, "close"),
        (0.04, 0.01, 2, "mistake"),
        (0.0799, 0.01, 2, "mistake"),
        (0.08, 0.01, 2, "blunder"),
        (0.08, 0.09, 2, "close"),
        (0.04, 0.01, 4, "blunder"),
        (0.01, 0.001, 4, "inaccuracy"),
        (-0.1, 0.01, 2, ""),
    ],
)
def test_marks(loss: float, error: float, seats: int, mark: str) -> None:
    assert mark_of(loss, error, seats) == mark


@pytest.mark.parametrize("budget", [LEAST_BUDGET - 1, MOST + 1, 2.5, "2000", True])
def test_a_budget_that_makes_no_sense_is_refused(budget: object) -> None:
    with pytest.raises(BranchlineError, match="the budget is"):
        Effort(budget)  # type: ignore[arg-type]


def test_records_that_cannot_be_analysed_are_refused_with_the_reason() -> None:
    unfinished = bl.new_game("usa", seats=2, seed=7).record()
    with pytest.raises(BranchlineError, match="not over"):
        analyse(unfinished)
    text = short().dumps().split("\n")
    line = next(i for i, one in enumerate(text) if '"drew"' in one)
    text[line] = text[line].replace('"card": "', '"card": "x', 1)
    with pytest.raises(BranchlineError, match=f"line {line + 1}, event"):
        analyse(bl.parse_record("\n".join(text)))
    with pytest.raises(BranchlineError, match="workers"):
        analyse(short(), workers=0)
    with pytest.raises(BranchlineError, match="seed"):
        analyse(short(), seed="1")  # type: ignore[arg-type]


def test_the_command_prints_the_report(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"{tmp_path}/game.jsonl"
    short().save(file)
    assert main(["analyse", file, "--budget", str(LEAST), "--json"]) == 0
    assert capsys.readouterr().out == report().dumps() + "\n"
    assert main(["analyse", file, "--budget", "3"]) == 2
    assert "the budget is" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "word"), [("en", "blunder"), ("fr", "gaffe")])
def test_the_lines_tell_it_in_the_readers_language(language: str, word: str) -> None:
    speak(language)
    try:
        told = list(lines(report()))
    finally:
        speak("en")
    assert any(word in line for line in told)
    marked = [one for one in report().decisions if one.reasons]
    assert all("  " + in_language(one.reasons[0], language) in told for one in marked)
