"""A table in the terminal: a person who types, and what they read."""

from __future__ import annotations

import dataclasses
import os
import pty
import random
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import pytest

import branchline as bl
from branchline.board import CARDS
from branchline.bots import make_bot
from branchline.cli.terminal import TerminalTable
from branchline.game.keys import stream
from tests.play import at_every_table, begin, kind, play
from tests.secrecy.worlds import hidden, imagined

from .run import COMMAND, as_process

NAMES = ["Ann", "Ben", "Cy", "Di", "Eve", "Flo"]


class Sitting:
    """A person at a table, who types some lines and then leaves, and all they read."""

    def __init__(self, game: bl.Game, you: int = 0, bot: str = "random") -> None:
        self.printed: list[str] = []
        others = [seat for seat in range(game.seats) if seat != you]
        bots = {seat: make_bot(bot, game.board, stream(bytes([seat]) * 32)) for seat in others}
        self.game = game
        self.you = you
        self.table = TerminalTable(
            game, you, bots, NAMES[: game.seats], read=self.read, write=self.printed.append
        )
        self.lines: Iterable[str] = iter(())
        self.before: Callable[[], None] = lambda: None

    def read(self, prompt: str) -> str:
        """Type the next line, or close the terminal when there is none."""
        self.before()
        for line in self.lines:
            return line
        raise EOFError

    def types(self, *lines: str) -> list[str]:
        """Sit down, type these lines and leave; return what was printed after sitting down."""
        self.lines = iter(lines)
        self.printed.clear()
        self.table.play()
        return self.printed

    def says(self, line: str) -> list[str]:
        """Type one line at the prompt and return the answer alone."""
        answers: list[int] = []
        self.before = lambda: answers.append(len(self.printed))
        self.types(line)
        self.before = lambda: None
        return self.printed[answers[0] : answers[1] if len(answers) > 1 else None]

    @property
    def state(self) -> bytes:
        return self.game._states.tobytes()


def at_turn(seed: int = 7, seats: int = 2, most: int = 40, you: int = 0) -> Sitting:
    """A sitting in mid-game, at the beginning of the person's turn."""
    game = play("usa", seats, seed=seed, most=most)
    chooser = random.Random(seed)
    while game.to_act != (you,) or game.phase != "turn":
        game.push(chooser.choice(game.legal_actions()))
    return Sitting(game, you)


@at_every_table
def test_a_whole_game_is_played_to_its_end(game: str, seats: int) -> None:
    you = seats - 1
    at_table = begin(game, seats, seed=seats)
    sitting = Sitting(at_table, you, "planner" if seats == 2 else "random")
    chooser = random.Random(seats)
    typed: list[str] = []

    def read(prompt: str) -> str:
        assert prompt == "> "
        typed.append(str(chooser.choice(sitting.game.legal_actions(you))))
        return typed[-1]

    sitting.table.read = read
    assert sitting.table.play() is True
    assert typed == [str(action) for seat, action, _ in sitting.game.history if seat == you]
    assert "The game is over." in sitting.printed
    result = sitting.game.result()
    said = sitting.printed[sitting.printed.index("The game is over.") :]
    for seat in result.seats:
        name = NAMES[seat.seat]
        assert any(line.startswith(f"{seat.rank}. {name}: {seat.total} points") for line in said)
    winners = " and ".join(NAMES[seat] for seat in result.winners)
    assert said[-1].startswith(f"{winners} win")
    bl.verify(sitting.game.record(NAMES[:seats]))


def test_a_new_game_says_what_there_is_to_decide() -> None:
    sitting = Sitting(bl.new_game("usa", 2, seed=7))
    printed = sitting.types()
    assert printed[0] == "USA, 2 seats. You play against Ben."
    assert printed[1] == "Say “help” for what you can do."
    assert "Ben is dealt 4 cards." in printed
    assert "Choose your tickets: keep at least 2 of these." in printed
    labels = {t.id: f"{t.label} ({t.points})" for t in sitting.game.board.tickets}
    for number, ticket in enumerate(sitting.game.view(0).offer, 1):
        assert f"  {number}. {labels[ticket]}" in printed


def test_help_tells_all_there_is_to_say() -> None:
    sitting = at_turn()
    for line in ("help", "?", "h", "HELP me"):
        (text,) = sitting.says(line)
        for word in ("draw", "claim", "tickets", "keep", "pass", "look", "routes", "why"):
            assert word in text
        for word in ("undo:", "log:", "save FILE:", "quit:"):
            assert f"\n{word} " in text


def test_look_shows_the_table() -> None:
    sitting = at_turn(seats=3, most=150)
    view = sitting.game.view(0)
    for line in ("look", ""):
        printed = sitting.says(line)
        assert printed[0].startswith(f"You have {view.players[0].trains} train")
        assert printed[1].startswith("Your hand: ")
        assert f"In the deck: {view.deck}." in printed[2]
        assert sum(row.startswith("Ticket: ") for row in printed) == len(view.tickets)
        assert any(f"Tickets in the deck: {view.ticket_deck}." in row for row in printed)
        for seat in (1, 2):
            (row,) = (row for row in printed if row.startswith(f"{NAMES[seat]}: "))
            assert f" {view.players[seat].cards} card" in row
        shown = " ".join(" ".join(printed).split())
        labels = {t.id: t.label for t in sitting.game.board.tracks}
        assert all(labels[track] in shown for track in view.owners)


def test_routes_lists_what_can_be_claimed() -> None:
    sitting = at_turn(seed=3)
    printed = sitting.says("routes")
    claims = [a.move for a in sitting.game.legal_actions() if isinstance(a.move, bl.Claim)]
    assert claims
    pairs = {frozenset(claim.track.split("-")[:2]) for claim in claims}
    names = {c.name: c.id for c in sitting.game.board.cities}
    told = [row.partition(",")[0].partition(" (")[0].split("–") for row in printed]
    assert {frozenset((names[a], names[b])) for a, b in told} == pairs


def test_routes_of_a_city_lists_them_all() -> None:
    sitting = at_turn(seed=3)
    for city, name in {"Denver": "denver", "MONTRÉAL": "montreal", "el paso": "el_paso"}.items():
        printed = sitting.says(f"routes {city}")
        assert len(printed) == sum(name in t.id for t in sitting.game.board.tracks)
    assert sitting.says("routes Atlantis") == ["Not possible: there is no city called 'atlantis'."]


def test_routes_says_so_when_there_are_none() -> None:
    sitting = Sitting(bl.new_game("usa", 2, seed=7))
    assert sitting.says("routes") == ["You cannot claim any route now."]


def test_why_explains_a_refusal() -> None:
    sitting = at_turn()
    assert sitting.says("why pass") == ["pass: you can pass only when nothing else is possible."]
    assert sitting.says("why draw") == ["draw from the deck: that is possible."]
    assert sitting.says("why") == [
        "Not possible: say which action: “why claim Atlanta Charleston”.",
    ]
    (said,) = sitting.says("why fly")
    assert said.startswith("Not possible: 'fly' is not an action")


def test_undo_goes_back_to_the_decision_before() -> None:
    sitting = Sitting(bl.new_game("usa", 3, seed=7, options={"starts": 0}), bot="path")
    states: list[bytes] = []
    sitting.before = lambda: states.append(sitting.state)
    printed = sitting.types("keep all", "draw", "draw", "undo", "draw", "undo", "undo", "undo")
    # keep | first card | second card | others, next turn | back at the second card | …
    keep, first, second, turn, again, _, *back = states
    assert turn not in (keep, first, second)
    assert again == second
    assert back == [second, first, keep]
    taken_back = [line for line in printed if line.startswith("Taken back: ")]
    assert taken_back == [
        *["Taken back: draw from the deck."] * 3,
        next(line for line in taken_back if "keep" in line),
    ]
    assert sitting.game.history == []


def test_there_is_nothing_to_undo_at_first() -> None:
    sitting = Sitting(bl.new_game("usa", 2, seed=7))
    assert sitting.says("undo") == ["Not possible: you have not decided anything yet."]


def test_a_game_goes_on_as_well_after_undo() -> None:
    sitting = Sitting(bl.new_game("usa", 2, seed=7))
    sitting.types("keep all", "draw", "undo", "tickets", "keep 1", "undo", "undo", "draw", "draw")
    bl.verify(sitting.game.record())


def test_save_writes_a_record_that_verifies(tmp_path: Path) -> None:
    sitting = at_turn()
    path = tmp_path / "my game.jsonl"
    assert sitting.says(f"save {path}") == [f"Saved to {path}."]
    record = bl.load_record(path)
    assert record == sitting.game.record(NAMES[:2])
    bl.verify(record)
    written = path.read_bytes()
    assert sitting.says(f"save {path}") == [
        f"Not possible: {path} exists already; choose another name."
    ]
    assert path.read_bytes() == written


def test_save_says_when_it_cannot(tmp_path: Path) -> None:
    sitting = at_turn()
    assert sitting.says("save") == ["Not possible: say where: “save game.jsonl”."]
    assert sitting.says(f"save {tmp_path}") == [
        f"Not possible: {tmp_path} exists already; choose another name."
    ]
    for name in ("nowhere/x", "~nobody-at-all/x", "a\0b", "u" * 300, "a" * 5000 + "/x"):
        (said,) = sitting.says(f"save {tmp_path}/{name}" if name[0] != "~" else f"save {name}")
        assert said.startswith("Not possible: ")
    assert list(tmp_path.iterdir()) == []


def test_log_tells_the_game_so_far() -> None:
    sitting = at_turn(seats=3, most=150)
    printed = sitting.says("log")
    claimed = [e for _, _, events in sitting.game.history for e in events if e.kind == "claimed"]
    assert claimed
    assert sum(" claimed " in line for line in printed) == len(claimed)
    assert printed[0].endswith("the game.")
    assert all(line.endswith(".") for line in printed)


@pytest.mark.parametrize("line", ["quit", "exit", "QUIT", " quit "])
def test_quit_leaves_the_table(line: str) -> None:
    sitting = at_turn()
    before = sitting.state
    sitting.lines = iter([line, "draw"])
    assert sitting.table.play() is False
    assert sitting.state == before


def test_a_closed_terminal_leaves_the_table() -> None:
    for leaving in (EOFError, KeyboardInterrupt):
        sitting = at_turn()
        before = sitting.state

        def read(prompt: str, leaving: type[BaseException] = leaving) -> str:
            raise leaving

        sitting.table.read = read
        assert sitting.table.play() is False
        assert sitting.state == before


NONSENSE = [
    *("fly", "!!!", "日本語", "\0", "draw banana", "draw 9", "draw red blue", "keep", "keep 9"),
    *("claim", "claim Denver", "claim Atlantis Omaha", "claim Denver Miami", "claim d o", "pass"),
    *("why", "why not", "routes Atlantis", "save", "undone", "x" * 100_000, "draw " * 1000),
    *("[" * 1000, "claim Denver Omaha 99 purple", "\ud800", "keep 1 2 3 4 5"),
]


@pytest.mark.parametrize("most", [0, 40, 100])
def test_nonsense_is_answered_in_one_line_and_changes_nothing(most: int) -> None:
    sitting = at_turn(most=most) if most else Sitting(bl.new_game("usa", 2, seed=7))
    before = sitting.state
    for line in NONSENSE:
        printed = sitting.says(line)
        assert len(printed) == 1, (line, printed)
        assert printed[0].startswith("Not possible: ")
        assert len(printed[0].splitlines()) == 1
        assert sitting.state == before


# Secrets.

QUESTIONS = [
    *("look", "routes", "routes Denver", "help", "why pass", "why draw 1", "why tickets"),
    *("why claim Denver Omaha purple", "why keep all", "undo", "draw banana", "claim d o"),
]


@at_every_table
def test_nothing_is_said_that_hangs_on_hidden_cards_or_tickets(game: str, seats: int) -> None:
    different = 0
    for seed in range(4):
        you = seed % seats
        real = play(game, seats, seed=seed, most=60 + 20 * seed)
        while you not in real.to_act:
            real.push(real.legal_actions()[-1])
        for world_seed in range(3):
            world = imagined(real, you, world_seed)
            different += hidden(world) != hidden(real)
            # An imagined world has no past: take it from the real one too.
            here = bl.Game(real.board, dict(real.options), real._states.copy())
            assert Sitting(here, you).types(*QUESTIONS) == Sitting(world, you).types(*QUESTIONS)
    assert different == 12


def _otherwise(board: bl.Board, event: bl.Event, viewer: int) -> bl.Event:
    """The same event with everything changed that is hidden from a viewer."""
    tickets = [t.id for t in board.tickets]

    def other(fact: Any) -> Any:
        if isinstance(fact, tuple):
            return tuple(other(part) for part in fact)
        if isinstance(fact, dict):
            return {other(card): n for card, n in fact.items()}
        if isinstance(fact, int):
            return fact + 1
        things = tickets if fact in tickets else list(CARDS)
        return things[(things.index(fact) + 1) % len(things)]

    gone = event.to_json().keys() - event.seen_by(viewer).keys()
    changed = {
        f.attribute: other(getattr(event, f.attribute)) for f in event.facts if f.name in gone
    }
    made: bl.Event = dataclasses.replace(cast(Any, event), **changed)
    return made


@at_every_table
def test_the_log_is_the_same_whatever_is_hidden(game: str, seats: int) -> None:
    real = play(game, seats, seed=seats, most=200)
    for you in range(seats):
        sitting = Sitting(real, you)
        sitting.table.log()
        told = list(sitting.printed)
        other = bl.Game(real.board, dict(real.options), real._states.copy())
        other.opening = [_otherwise(real.board, e, you) for e in real.opening]
        other.history = [
            (seat, action, [_otherwise(real.board, e, you) for e in events])
            for seat, action, events in real.history
        ]
        assert other.opening != real.opening
        elsewhere = Sitting(other, you)
        elsewhere.table.log()
        assert elsewhere.printed == told


def test_tickets_of_others_are_not_named_before_the_end() -> None:
    sitting = Sitting(bl.new_game("usa", 3, seed=11), bot="random")
    chooser = random.Random(11)
    asked = ["look", "log", "routes"]

    def read(prompt: str) -> str:
        if len(sitting.game.history) % 40 == 0 and asked:
            return asked.pop()
        legal = [a for a in sitting.game.legal_actions(0) if kind(a) != "tickets"]
        return str(chooser.choice(legal))

    sitting.table.read = read
    assert sitting.table.play()
    said = "\n".join(sitting.printed[: sitting.printed.index("The game is over.")])
    labels = {t.id: f"{t.label} ({t.points})" for t in sitting.game.board.tickets}
    offers = [e for e in sitting.game.opening if e.kind == "offered"]
    offers += [e for _, _, some in sitting.game.history for e in some if e.kind == "offered"]
    shown = {t for e in offers if e.to_json()["seat"] == 0 for t in e.to_json()["tickets"]}
    secret = {t for e in offers for t in e.to_json()["tickets"]} - shown
    assert len(secret) >= 6
    assert all(labels[ticket] in said for ticket in shown)
    assert not [ticket for ticket in secret if labels[ticket] in said]


# The real thing.


def test_a_game_through_a_pipe_is_recorded_when_its_player_leaves(tmp_path: Path) -> None:
    said = "keep all\ndraw\nDRAW\nlook\n\udcff\udcfe\nclaim Montréal\nsave mid.jsonl\nquit\n"
    arguments = ["--seats", "3", "--seat", "1", "--name", "Zoë", "--record", "end.jsonl"]
    data = said.encode(errors="surrogateescape")
    done = as_process("play", "usa", "--seed", "7", *arguments, folder=tmp_path, said=data)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("USA, 3 seats. You play against Conductor 0, Conductor 2.\n")
    assert done.stdout.count("Not possible: ") == 2
    assert done.stdout.endswith("Saved to end.jsonl.\n")
    assert sorted(os.listdir(tmp_path)) == ["end.jsonl", "mid.jsonl"]
    for name in ("mid.jsonl", "end.jsonl"):
        record = bl.load_record(tmp_path / name)
        assert record.header["players"] == ["Conductor 0", "Zoë", "Conductor 2"]
        assert not bl.verify(record).is_over


def test_a_game_at_a_real_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    playing = subprocess.Popen(
        [*COMMAND, "play", "usa", "--terminal", "--seed", "7"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
        env={**os.environ, "TERM": "dumb"},
    )
    os.close(theirs)
    os.write(ours, b"keep all\nfly\n")
    shown = b""
    told_to_leave = False
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:
            break  # the other end is closed
        if not part:
            break
        shown += part
        if b"Not possible" in shown and not told_to_leave:
            told_to_leave = True
            os.write(ours, b"quit\n")
    os.close(ours)
    assert playing.wait() == 0
    text = shown.decode()
    assert "Choose your tickets: keep at least 2 of these." in text
    assert "You have chosen the first tickets." in text
    assert "Not possible: 'fly' is not an action" in text
    assert text.rstrip().endswith("You left the table.")
    assert "Traceback" not in text
