"""How players are named, and classes from files: right ones, wrong ones and rude ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

import branchline as bl
from branchline.arena.match import play_out
from branchline.bots import Clock, check_bot, make_bot
from branchline.bots.base import UNLIMITED, Budgeted, close, explanation, read_budget
from branchline.bots.guard import Guarded
from branchline.bots.policy import PolicyBot
from branchline.bots.spec import read_spec
from branchline.game.keys import stream

USA = bl.load_board("usa")


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("1", Clock(playouts=1)),
        ("2000", Clock(playouts=2000)),
        ("1s", Clock(seconds=1.0)),
        ("0.5s", Clock(seconds=0.5)),
        ("200ms", Clock(seconds=0.2)),
        ("3600s", Clock(seconds=3600.0)),
    ],
)
def test_a_budget_is_read(text: str, clock: Clock) -> None:
    assert read_budget(text) == clock
    assert read_budget(str(clock)) == clock


def test_no_budget_is_no_limit() -> None:
    assert read_budget(None) == UNLIMITED == Clock()
    assert str(UNLIMITED) == ""


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-1", "+1", "1.5", "0s", "0.5ms", "-1s", "1 s", "s", "ms", "1m", "1h", "1S"),
        *("inf", "infs", "nans", "1e3", "1e3s", "3601s", "1000000001", "9" * 5000, "٣", "1s\n"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(bl.BranchlineError, match="a budget is a number of playouts"):
        read_budget(text)
    with pytest.raises(bl.BranchlineError):
        check_bot(f"path@{text}", USA)


@pytest.mark.parametrize(
    ("text", "name", "file", "command", "clock"),
    [
        ("path", "path", None, None, None),
        ("path@20", "path", None, None, Clock(playouts=20)),
        ("a.py:B", "B", "a.py", None, None),
        ("a.py:B@1s", "B", "a.py", None, Clock(seconds=1)),
        ("at@home/a.py:B", "B", "at@home/a.py", None, None),
        ("a@b.py:B", "B", "a@b.py", None, None),
        ("exec:run it@2", "", None, "run it@2", None),
        ("exec:", "", None, "", None),
    ],
)
def test_a_player_is_read(
    text: str, name: str, file: str | None, command: str | None, clock: Clock | None
) -> None:
    read = read_spec(text)
    assert (read.name, read.file, read.command, read.clock) == (name, file, command, clock)


def test_a_player_has_a_title_at_the_table() -> None:
    titles = [read_spec(text).title for text in ("path@9", "a.py:MyBot", "exec:run it")]
    assert titles == ["Path", "MyBot", "Process"]


class Noting:
    """A bot that notes its clock."""

    def __init__(self) -> None:
        self.clocks: list[Clock] = []
        self.closed = 0

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: Clock) -> bl.Action:
        self.clocks.append(clock)
        return random.Random(1).choice(legal)

    def explain(self) -> str:
        return "it noted the clock"

    def close(self) -> None:
        self.closed += 1


def test_a_budget_of_its_own_goes_before_that_of_all() -> None:
    inner = Noting()
    bot = Budgeted(inner, Clock(playouts=5))
    game = bl.new_game("usa", 2, seed=1)
    bot.choose(game.view(0), game.legal_actions(0), Clock(seconds=3, threads=2))
    assert inner.clocks == [Clock(playouts=5, threads=2)]
    assert bot.explain() == "it noted the clock"
    bot.close()
    assert inner.closed == 1


def test_a_built_in_bot_can_have_a_budget() -> None:
    bot = make_bot("path@200ms", USA, stream(bytes(32)))
    assert isinstance(bot, Budgeted)
    assert isinstance(bot.bot, PolicyBot)
    assert bot.bot.style == "path"
    assert bot.own == Clock(seconds=0.2)


def test_bots_are_closed_when_a_game_breaks_off() -> None:
    bots = [Noting(), Noting()]
    bots[1].choose = None  # type: ignore[method-assign, assignment]
    with pytest.raises(TypeError):
        play_out(bl.new_game("usa", 2, seed=1), bots, UNLIMITED)
    assert [bot.closed for bot in bots] == [1, 1]


# Classes in files.

HEAD = "import random\nimport branchline as bl\n"
GOOD = """
class Good:
    def choose(self, view, legal, clock):
        return legal[-1]
"""


def written(folder: Path, text: str) -> str:
    file = folder / "my_bot.py"
    file.write_text(HEAD + text)
    return str(file)


def played(spec: str, choices: int = 4) -> Guarded:
    """A bot after some choices, every one of them legal."""
    bot = make_bot(spec, USA, stream(bytes(32)))
    assert isinstance(bot, Guarded)
    game = bl.new_game("usa", 2, seed=1)
    for _ in range(choices):
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        chosen = bot.choose(game.view(seat), legal, UNLIMITED)
        assert chosen in legal
        game.push(chosen, seat)
    return bot


def test_a_class_of_a_file_plays(tmp_path: Path) -> None:
    spec = written(tmp_path, GOOD) + ":Good"
    check_bot(spec, USA)
    bot = played(spec)
    assert (bot.fallbacks, bot.first_problem, len(bot.milliseconds)) == ({}, None, 4)
    assert bot.explain() == "it does not say why"
    assert explanation(bot.bot) == "it does not say why"
    close(bot)


def test_a_class_may_say_why(tmp_path: Path) -> None:
    says = GOOD + "    def explain(self):\n        return 'the last is best'\n"
    assert played(written(tmp_path, says) + ":Good").explain() == "the last is best"


def test_an_explanation_that_fails_is_no_harm(tmp_path: Path) -> None:
    fails = GOOD + "    def explain(self):\n        raise KeyError('why')\n"
    why = played(written(tmp_path, fails) + ":Good").explain()
    assert why == "it cannot say why (KeyError: 'why')"


@pytest.mark.parametrize(
    ("head", "seeded"),
    [
        ("self", False),
        ("self, *, loud=False", False),
        ("self, *others", False),
        ("self, seed", True),
        ("self, seed=None", True),
        ("self, seed, /", True),
    ],
)
def test_a_class_gets_a_seed_if_it_takes_one(head: str, seeded: bool, tmp_path: Path) -> None:
    seed = "seed" if seeded else "None"
    text = f"{GOOD}    def __init__({head}):\n        self.seed = {seed}\n"
    spec = written(tmp_path, text) + ":Good"
    check_bot(spec, USA)
    chances = stream(bytes(32))
    seeds = [
        bot.bot.seed  # type: ignore[attr-defined]
        for bot in (make_bot(spec, USA, chances), make_bot(spec, USA, chances), played(spec))
        if isinstance(bot, Guarded)
    ]
    if seeded:
        assert seeds[0] == seeds[2] != seeds[1]
        assert all(type(seed) is int and 0 <= seed < 1 << 31 for seed in seeds)
    else:
        assert seeds == [None] * 3


def test_a_file_may_import_what_lies_beside_it_and_make_data_classes(tmp_path: Path) -> None:
    (tmp_path / "beside_my_bot.py").write_text("LAST = -1\n")
    text = """
from __future__ import annotations
import dataclasses
from beside_my_bot import LAST

@dataclasses.dataclass
class Good:
    seed: int
    def choose(self, view, legal, clock):
        return legal[LAST]
"""
    file = tmp_path / "my_bot.py"
    file.write_text(text)
    assert played(f"{file}:Good").fallbacks == {}


CHOOSE = "\n    def choose(self, view, legal, clock):\n        "
RUDE = {
    "raises": ("raise ValueError('two\\nlines')", "raised: ValueError: two lines"),
    "raises a long text": ("raise ValueError('x' * 10000)", "raised: ValueError: xxx"),
    "exits": ("raise SystemExit(0)", "raised: SystemExit: 0"),
    "recurses": ("return self.choose(view, legal, clock)", "raised: RecursionError"),
    "nothing": ("return None", "garbage: it chose None"),
    "a number": ("return legal[0].id", "garbage: it chose"),
    "a liar": (
        "return type('A', (), {'__eq__': lambda *_: True, '__hash__': None})()",
        "garbage: it chose <",
    ),
    "another action": ("return bl.Action(10**9, legal[0].move, 'win')", "illegal: 'win'"),
    "another text": ("return bl.Action(legal[0].id, legal[0].move, 'x')", "illegal: 'x'"),
    "changes what it gets": ("legal[0] = 1", "raised: TypeError"),
    "no such thing": ("return legal[len(legal)]", "raised: IndexError"),
}


@pytest.mark.parametrize("way", RUDE)
def test_a_rude_class_is_counted_and_replaced(way: str, tmp_path: Path) -> None:
    does, why = RUDE[way]
    spec = written(tmp_path, f"class Rude:{CHOOSE}{does}\n") + ":Rude"
    check_bot(spec, USA)
    bot = played(spec)
    assert bot.fallbacks == {why.partition(":")[0]: 4}
    assert (bot.first_problem or "").startswith(why)
    assert len(bot.first_problem or "") < 300
    assert "\n" not in bot.explain()
    again = played(spec)
    assert again.fallbacks == bot.fallbacks


def test_the_fallback_comes_from_the_bots_own_stream(tmp_path: Path) -> None:
    spec = written(tmp_path, f"class Rude:{CHOOSE}return 1\n") + ":Rude"
    game = bl.new_game("usa", 2, seed=1)
    view, legal = game.view(0), game.legal_actions(0)
    found = {
        key: [
            make_bot(spec, USA, stream(bytes([key]) * 32)).choose(view, legal, UNLIMITED)
            for _ in range(2)
        ]
        for key in range(20)
    }
    assert all(first == again for first, again in found.values())
    assert len({str(first) for first, _ in found.values()}) > 1


def test_ctrl_c_is_not_taken_for_a_fault(tmp_path: Path) -> None:
    spec = written(tmp_path, f"class Rude:{CHOOSE}raise KeyboardInterrupt\n") + ":Rude"
    with pytest.raises(KeyboardInterrupt):
        played(spec)


def test_a_class_that_cannot_be_made_later_is_replaced(tmp_path: Path) -> None:
    text = f"{GOOD}    def __init__(self, seed):\n        assert seed == 0, 'bad seed'\n"
    spec = written(tmp_path, text) + ":Good"
    check_bot(spec, USA)
    bot = played(spec)
    assert bot.fallbacks == {"raised": 4}
    assert bot.first_problem == "raised: AssertionError: bad seed"


REFUSED = {
    "no file": ("", "nowhere.py:Good", "FileNotFoundError"),
    "no class": (GOOD, "my_bot.py:Better", "has no class called 'Better'"),
    "nameless": (GOOD, "my_bot.py:", "has no class called ''"),
    "not a class": ("Good = 1", "my_bot.py:Good", "has no class called 'Good'"),
    "no choose": ("class Good: pass", "my_bot.py:Good", "has no method choose(view, legal"),
    "broken": ("class Good", "my_bot.py:Good", "my_bot.py cannot be loaded: SyntaxError"),
    "fails": ("import no_such_thing", "my_bot.py:Good", "cannot be loaded: ModuleNotFoundError"),
    "exits": ("raise SystemExit(3)", "my_bot.py:Good", "cannot be loaded: SystemExit: 3"),
    "wants more": (
        f"{GOOD}    def __init__(self, a, b): pass",
        "my_bot.py:Good",
        "Good cannot be made: TypeError",
    ),
    "fails to be made": (
        f"{GOOD}    def __init__(self): 1 / 0",
        "my_bot.py:Good",
        "cannot be made: ZeroDivisionError",
    ),
    "a folder": ("", "folder.py:Good", "cannot be loaded: IsADirectoryError"),
    "a long name": ("", f"{'u' * 300}.py:Good", "OSError"),
    "a null": ("", "a\0b.py:Good", "ValueError"),
    "an empty name": ("", ".py:Good", "FileNotFoundError"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_class_that_cannot_play_is_refused_in_a_line(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, spec, why = REFUSED[what]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    if text:
        written(tmp_path, text)
    with pytest.raises(bl.BranchlineError) as refused:
        check_bot(spec, USA)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
