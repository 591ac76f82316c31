"""What bots are told of what happened: all that their seat may see, once, and nothing else."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.arena.match import play_out
from branchline.bots import Clock, make_bot
from branchline.bots.base import UNLIMITED, Budgeted, observing
from branchline.bots.guard import Guarded
from branchline.bots.witness import Witness
from branchline.cli.terminal import TerminalTable
from branchline.game.keys import stream

from ..play import at_every_table, begin, written
from .test_bots import PLAIN, reachable

DOCS = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
ROGUE = Path(__file__).parent / "rogue.py"


class Deaf:
    """Takes one legal action after another, and asks for nothing."""

    def __init__(self) -> None:
        self.chosen = 0

    def choose(self, view: bl.View, legal: Sequence[bl.Action], clock: Clock) -> bl.Action:
        self.chosen += 1
        return legal[7 * self.chosen % len(legal)]

    def explain(self) -> str:
        return "it was next"


class Listener(Deaf):
    """The same, and it keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[list[dict[str, Any]]] = []

    def observe(self, events: Sequence[dict[str, Any]]) -> None:
        assert len(self.heard) == self.chosen, "once before each choice"
        self.heard.append(list(events))


@at_every_table
def test_a_bot_is_told_all_that_its_seat_may_see_and_each_thing_once(game: str, seats: int) -> None:
    at_table = begin(game, seats, seed=seats)
    bots = [Listener() for _ in range(seats)]
    play_out(at_table, bots, UNLIMITED)
    for seat, bot in enumerate(bots):
        heard = [event for events in bot.heard for event in events]
        # After its last decision nobody asks it any more.
        assert heard == at_table.seen_by(seat)[: len(heard)]
        since = [n for n, (who, _, _) in enumerate(at_table.history) if who == seat]
        assert len(bot.heard) == len(since)
        for events, n, before in zip(bot.heard, since, [None, *since], strict=False):
            told = at_table.seen_by(seat, before)
            left = at_table.seen_by(seat, n)
            assert events == told[: len(told) - len(left)]
        assert heard[0]["event"] == "starts"
        assert {type(thing) for thing in reachable(heard)} <= {*PLAIN}
        assert at_table.key.hex() not in written(heard).decode()


def test_a_bot_that_is_told_nothing_plays_as_before() -> None:
    games = [begin("usa", 3, seed=2) for _ in range(2)]
    for at_table, kind in zip(games, (Deaf, Listener), strict=True):
        play_out(at_table, [kind() for _ in range(3)], UNLIMITED)
    assert games[0].record().dumps() == games[1].record().dumps()
    assert observing(Deaf()) is None
    assert observing(Guarded(Budgeted(Deaf(), UNLIMITED), stream(bytes(32)))) is None


def test_what_a_bot_does_to_what_it_is_told_changes_nothing() -> None:
    class Vandal(Deaf):
        def observe(self, events: list[dict[str, Any]]) -> None:
            for event in events:
                for fact in event.values():
                    if isinstance(fact, list | dict):
                        fact.clear()
                event.clear()
            events.clear()

    games = [begin("card_game", 2, seed=2) for _ in range(2)]
    for at_table, kind in zip(games, (Deaf, Vandal), strict=True):
        play_out(at_table, [kind(), kind()], UNLIMITED)
    assert games[0].record().dumps() == games[1].record().dumps()


def test_wrappers_hand_on_what_happened() -> None:
    inner = Listener()
    bot = Guarded(Budgeted(inner, Clock(playouts=3)), stream(bytes(32)))
    at_table = begin("usa", 2, seed=1)
    Witness(at_table).tell(0, bot)
    bot.choose(at_table.view(0), at_table.legal_actions(0), UNLIMITED)
    assert inner.heard == [at_table.seen_by(0)]
    assert (bot.fallbacks, len(bot.milliseconds)) == ({}, 1)


def test_a_bot_that_fails_to_observe_fails_at_its_next_choice() -> None:
    class Confused(Deaf):
        def observe(self, events: Sequence[dict[str, Any]]) -> None:
            if any(event["event"] == "drew" for event in events):
                raise ValueError("too much at once")

    bot = Guarded(Confused(), stream(bytes(32)))
    at_table = begin("usa", 2, seed=4)
    play_out(at_table, [bot, Deaf()], UNLIMITED)
    told = Listener()
    again = begin("usa", 2, seed=4)
    for who, action, _ in at_table.history:
        if who == 0:
            told.chosen = len(told.heard)
            told.observe(again.seen_by(0, since=next_since(again, 0)))
        again.push(action, who)
    failed = sum(any(e["event"] == "drew" for e in events) for events in told.heard)
    assert 0 < failed < len(told.heard)
    assert bot.fallbacks == {"raised": failed}
    assert bot.first_problem == "raised: ValueError: too much at once"
    assert len(bot.milliseconds) == len(told.heard)


def next_since(game: bl.Game, seat: int) -> int | None:
    """How many actions had been taken at a seat's last decision; None before its first one."""
    taken = [n for n, (who, _, _) in enumerate(game.history) if who == seat]
    return taken[-1] if taken else None


def test_after_something_was_taken_back_all_is_told_again() -> None:
    at_table = begin("usa", 2, seed=3)
    bot, witness = Listener(), Witness(at_table)
    for seat in (0, 1):
        at_table.push(at_table.legal_actions(seat)[0], seat)
    witness.tell(0, bot)
    at_table.push(at_table.legal_actions()[0])
    bot.chosen += 1
    witness.tell(0, bot)
    assert [events[0]["event"] for events in bot.heard] == ["starts", "drew"]
    # As many actions as before, but others.
    at_table.pop()
    at_table.push(at_table.legal_actions()[1])
    bot.chosen += 1
    witness.tell(0, bot)
    assert bot.heard[-1] == at_table.seen_by(0)
    while at_table.history:
        at_table.pop()
    bot.chosen += 1
    witness.tell(0, bot)
    assert bot.heard[-1] == at_table.seen_by(0)


def test_a_bot_in_the_terminal_is_told_too() -> None:
    lines = iter(["keep all", "draw", "draw", "undo", "undo", "draw", "draw", "quit"])
    at_table = begin("usa", 2, seed=7, starts=0)
    bot = Listener()
    table = TerminalTable(
        at_table, 0, {1: bot}, ["Ann", "Bot"], read=lambda _: next(lines), write=lambda _: None
    )
    table.play()
    assert len(bot.heard) >= 3
    again = [i for i, events in enumerate(bot.heard) if events[0]["event"] == "starts"]
    assert len(again) == 2, "at first, and after it was taken back"
    heard = [event for events in bot.heard[again[-1] :] for event in events]
    assert heard == at_table.seen_by(1)[: len(heard)]


def heard_by_process(way: str, folder: Path) -> tuple[bl.Game, list[Any]]:
    """A game with a process on seat 0, and the lines it heard after the first."""
    file = folder / "heard"
    spec = "exec:" + shlex.join([sys.executable, "-S", str(ROGUE), way, str(file)])
    bot = make_bot(spec, bl.load_board("card_game"), stream(bytes(32)))
    assert isinstance(bot, Guarded)
    at_table = begin("card_game", 2, seed=5)
    play_out(at_table, [bot, Deaf()], UNLIMITED)
    assert bot.fallbacks == {}
    return at_table, [json.loads(line) for line in file.read_text().splitlines()][1:-1]


def test_a_process_that_asks_for_it_is_told_before_each_choice(tmp_path: Path) -> None:
    at_table, lines = heard_by_process("observes", tmp_path)
    assert {line["message"] for line in lines[::2]} == {"observe"}
    assert {line["message"] for line in lines[1::2]} == {"choose"}
    heard = [event for line in lines[::2] for event in line["events"]]
    assert heard == at_table.seen_by(0)[: len(heard)]
    assert len(heard) > 50


def test_a_process_that_does_not_is_not_told(tmp_path: Path) -> None:
    _, lines = heard_by_process("keeps what it hears", tmp_path)
    assert {line["message"] for line in lines} == {"choose"}


def test_the_example_in_the_documents_works() -> None:
    """It plays every game, and takes what the others took most often."""
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.S)
    (code,) = (block for block in blocks if "class Watcher" in block)
    made: dict[str, Any] = {}
    exec(code, made)
    for game in bl.games():
        at_table = bl.new_game(game, 2, seed=3)
        bot = made["Watcher"]()
        play_out(at_table, [bot, Deaf()], UNLIMITED)
        heard = at_table.seen_by(0)[: -len(at_table.seen_by(0, next_since(at_table, 0)))]
        drawn = [e for e in heard if e["event"] == "drew" and e["seat"] == 1]
        assert len(drawn) > 5
        assert bot.taken[1] == Counter(e["card"] for e in drawn if e["from"] != "deck")
