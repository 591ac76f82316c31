"""Words of the Python side: every text is there, used, filled in, and none is written into code."""

import ast
import json
import pickle
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import branchline as bl
from branchline.board import CARDS, games
from branchline.bots import make_bot
from branchline.bots.base import Clock
from branchline.cli.arguments import wanted_language
from branchline.errors import BranchlineError
from branchline.game.actions import Move
from branchline.game.events import Event
from branchline.game.keys import stream
from branchline.game.refusals import Refusal
from branchline.text.catalogue import (
    FOLDER,
    Said,
    best_language,
    figure,
    from_json,
    in_language,
    languages,
    stored,
    text,
)
from branchline.text.describe import move
from branchline.text.grammar import grammar, typed
from branchline.text.rulebook import rules_of

PACKAGE = Path(bl.__file__).parent
SOURCES = [f for f in sorted(PACKAGE.rglob("*.py")) if "migrations" not in f.parts]
TREES = {file: ast.parse(file.read_text(encoding="utf-8")) for file in SOURCES}
OF_PYTHON = {
    *(
        "analysis",
        "arena",
        "bench",
        "board",
        "bot",
        "cli",
        "command",
        "event",
        "file",
        "grammar",
        "move",
        "problem",
    ),
    *(
        "envs",
        "problem",
        "reason",
        "record",
        "serve",
        "story",
        "system",
        "terminal",
        "typed",
        "words",
    ),
}
"""The areas whose texts come from Python; the page's own test checks the others."""


def catalogue(language: str = "en") -> dict[str, str | dict[str, str]]:
    areas = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {f"{area}.{name}": one for area, named in areas.items() for name, one in named.items()}


ENGLISH = catalogue()
AREAS = {key.split(".")[0] for key in ENGLISH}


def slots(key: str) -> set[str]:
    """What is filled in; a form may leave out the number that chose it."""
    found = ENGLISH[key]
    forms = [found] if isinstance(found, str) else list(found.values())
    names = {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}
    return names | {"n"} if isinstance(found, dict) else names


def looks_like_a_key(value: object) -> bool:
    return (
        isinstance(value, str)
        and bool(re.fullmatch(r"\w+\.\w[\w.,\- ]*", value))
        and (value.split(".")[0] in AREAS)
    )


def is_said(call: ast.Call) -> tuple[ast.expr, list[ast.keyword]] | None:
    """The text that a call says, and what it fills in."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    first = {"RequestRefused": 1, "Stale": 1, "wrong": 2}.get(name, 0)
    speaking = {"text", "say", "tell", "tell_long", "say_text", "BranchlineError", "StorageError"}
    speaking |= {"UnknownFateError"}
    if name not in speaking | {"RequestRefused", "Stale", "wrong"} or len(call.args) <= first:
        return None
    return call.args[first], [k for k in call.keywords if k.arg not in ("status", "reasons")]


def is_made_key(node: ast.expr) -> bool:
    """Whether the name of a text is put together here: it has no space."""
    parts = node.values if isinstance(node, ast.JoinedStr) else []
    written = literals(parts)
    return bool(written) and not any(" " in part for part in written)


def literals(parts: Sequence[ast.AST]) -> list[str]:
    """The plain strings among some nodes."""
    found = [part.value for part in parts if isinstance(part, ast.Constant)]
    return [one for one in found if isinstance(one, str)]


def calls() -> Iterator[tuple[Path, ast.Call]]:
    for file, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield file, node


def test_what_is_said_is_there_and_wholly_filled_in() -> None:
    seen = 0
    for file, call in calls():
        said = is_said(call)
        if said is None or not isinstance(said[0], ast.Constant):
            continue
        key, given = str(said[0].value), {k.arg for k in said[1]}
        if not looks_like_a_key(key):
            continue
        seen += 1
        where = f"{file.name}, line {call.lineno}: {key}"
        assert key in ENGLISH, where
        if None not in given:  # a dict of values is not looked into
            assert given >= slots(key), where
            assert given - {"n"} <= slots(key), where
    assert seen > 300


def words_in(node: ast.expr) -> list[str]:
    """The words a person would read in an expression: its own letters, not names of texts."""
    inner = [n for n in ast.walk(node) if isinstance(n, ast.Call) and n is not node]
    hidden = {id(part) for call in inner for part in ast.walk(call)}
    hidden |= {id(p) for n in ast.walk(node) if isinstance(n, ast.Subscript) for p in ast.walk(n)}
    hidden |= {id(p) for n in ast.walk(node) if isinstance(n, ast.Compare) for p in ast.walk(n)}
    found = [
        n.value
        for n in ast.walk(node)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in hidden
    ]
    found = [one for one in found if not one.startswith("SELECT")]  # SQL has a text of its own
    return [w for w in found if re.search(r"[A-Za-z]{3}", w) and not looks_like_a_key(w)]


def test_nothing_is_printed_that_was_written_into_the_code() -> None:
    """Neither by print and its like, nor as the help of a command, nor in an error."""
    written = []
    for file, call in calls():
        func = call.func
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        spoken: list[ast.expr] = []
        if name in ("print", "write", "add_column") and "server/store" not in str(file):
            spoken += call.args
        if name in ("add_argument", "add_parser", "Parser"):
            told = ("help", "description", "epilog", "title", "metavar")
            spoken += [k.value for k in call.keywords if k.arg in told]
        said = is_said(call)
        if said is not None and not is_made_key(said[0]):
            spoken.append(said[0])
        written += [
            f"{file.relative_to(PACKAGE)}, line {call.lineno}: {one!r}"
            for node in spoken
            for one in words_in(node)
        ]
    allowed = [
        "cli/export.py, line",  # "ID", of a table
        "cli/tables.py, line",
        "testing.py, line",  # for those who write boards, and read the code
    ]
    assert [one for one in written if not one.startswith(tuple(allowed))] == []


SENTENCE = re.compile(r"[A-Za-z']{2,} [A-Za-z']+ [A-Za-z']{2,}")
ENGLISH_ONLY = {
    "game/actions.py": "the texts of actions in a record, which are English for ever",
    "cli/arguments.py": "what argparse says, to be found in the catalogue",
    "testing.py": "what is wrong with a board, for those who program one",
    "bots/guard.py": "what is wrong with a bot, for its programmer",
    "bots/lines.py": "what is wrong with a bot, for its programmer",
    "bots/process.py": "what is wrong with a bot, for its programmer",
    "game/game.py": "a fault of ours",
    "server/present/telling.py": "the English that programs get beside events and views",
    "observation/actions.py": "the names of kinds of action, for those who program a learner",
    "observation/slices.py": "what a slice means, for those who program a learner",
    "envs/picture.py": "what a picture of a state shows, for those who program a learner",
    "envs/showing.py": "a state in lines, for those who program a learner",
    "envs/spiel.py": "states and faults as OpenSpiel tells them, for those who program a learner",
    "arena/style.py": "a style sheet",
    "cli/analysis_style.py": "a style sheet",
    "server/analyses/making.py": "what a figure counts, for the operator",
    "server/app.py": "the title of the description for programs",
    "server/metrics.py": "what a figure counts, for the operator",
    "server/middleware.py": "headers",
    "server/protocol/wire.py": "what a type means, for those who program a client",
    "server/tables/thinkers.py": "what is wrong with a process, for the operator",
    "server/tables/tokens.py": "what a key is made from",
    "cli/bench.py": "the names of parts, said by their texts",
}
BOARD_WORDS = ("into the deck",)
LOGS = {"error", "warning", "info", "debug", "exception"}


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_sentence_stands_in_the_code(file: Path) -> None:
    if str(file.relative_to(PACKAGE)) in ENGLISH_ONLY:
        return
    tree = TREES[file]
    passed = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and node.msg is not None:  # a fault of ours
            passed |= {id(part) for part in ast.walk(node.msg)}
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        is_log = isinstance(func, ast.Attribute) and func.attr in LOGS
        raised = isinstance(func, ast.Name) and func.id in ("OSError", "ValueError", "RuntimeError")
        if is_log or raised:
            passed |= {id(part) for part in ast.walk(node)}
    written = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in passed
        and SENTENCE.search(node.value)
        and node.value not in BOARD_WORDS
    ]
    assert written == []


def test_every_text_of_python_is_used() -> None:
    whole: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = ["".join(map(re.escape, literals([part]))) or ".+" for part in node.values]
                if re.match(rf"({'|'.join(AREAS)})\\\.", parts[0]):
                    patterns.append(re.compile("".join(parts) + "$"))
    unused = [
        key
        for key in ENGLISH
        if key.split(".")[0] in OF_PYTHON
        and key not in whole
        and not (key.startswith("typed.") and key.removeprefix("typed.") in whole)
        and not any(pattern.match(key) for pattern in patterns)
    ]
    assert unused == []


def test_texts_of_moves_and_events_bear_their_names() -> None:
    """They are put together of a tag, by the terminal and by the page."""
    joined = {"event": {"line", "cry"}, "move": {"deck", "place", "keepNone", "keepOthers"}}
    for family, others in ((Event, joined["event"]), (Move, joined["move"])):
        area = family.__name__.lower()
        named = {key.split(".")[1] for key in ENGLISH if key.startswith(f"{area}.")}
        assert named - family.kinds.keys() - others == set()
        assert {one for one in others if one not in named} == set()


def test_every_reason_of_the_rules_has_a_text() -> None:
    for reason in Refusal:
        assert f"table.why.{reason.name}" in ENGLISH


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games())
def test_a_move_is_read_as_it_is_said(game: str, language: str) -> None:
    """In English it is the text of the record; in every language it can be typed back."""
    played = bl.new_game(game, seats=2, seed=11)
    seats = [make_bot("random", played.board, stream(bytes(32))) for _ in range(2)]
    said = set()
    while not played.is_over and len(played.history) < 400:
        for seat in played.to_act:
            legal = played.legal_actions(seat)
            some = [{type(one.move): one for one in order} for order in (legal, legal[::-1])]
            for action in [action for kinds in some for action in kinds.values()]:
                spoken = move(played.board, action)
                assert spoken == action.text
                told = in_language(spoken, language)
                assert played.parse(told, seat) in (action, _alike(played, action, seat)), told
                said.add(type(action.move))
            chosen = seats[seat].choose(played.view(seat), legal, Clock())
            played.push(chosen, seat)
    assert len(said) >= 4


def _alike(game: bl.Game, action: bl.Action, seat: int) -> bl.Action:
    """What the English text of an action is read as: tracks and places that are alike are one."""
    return game.parse(action.text, seat)


def wrong_with(game: bl.Game, command: str) -> str | None:
    """The name of what is wrong with a command."""
    try:
        game.parse(command, 0, check=False)
    except BranchlineError as problem:
        return getattr(problem.said, "key", str(problem))
    return None


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", games())
def test_the_examples_of_the_help_can_be_typed(game: str, language: str) -> None:
    played = bl.new_game(game, seats=2, seed=11)
    for line in grammar(played.board):
        shown = line.values["typed"]
        assert isinstance(shown, Said)
        for example in re.split(r", (?=[^\d])", in_language(shown, language)):
            assert wrong_with(played, example) in (
                *(None, "command.noBed", "command.doesNotFit", "command.takes"),
                "command.notFaceUp",
            ), example


def test_no_word_means_two_cards() -> None:
    words = [word for card in CARDS for word in typed(card)]
    assert len(words) == len(set(words))


def test_numbers_and_plurals_follow_the_language() -> None:
    assert in_language(text("table.n.point", n=0), "fr") == "0 point"
    assert in_language(text("table.n.point", n=0), "en") == "0 points"
    assert in_language(text("table.n.point", n=1234), "fr") == "1\u202f234 points"
    assert text("table.n.point", n=1234) == "1,234 points"
    assert in_language(figure(-1.5, "+.1f"), "fr") == "-1,5"
    share = text("words.percent", share=figure(53.25, ".1f"))
    assert (share, in_language(share, "fr")) == ("53.2 %", "53,2\u202f%")


def test_what_is_filled_in_is_taken_as_it_is_but_for_tricks() -> None:
    assert text("command.noCity", name="{n} {0.__class__}").endswith("'{n} {0.__class__}'")
    assert text("command.noCity", name="\x1b[2Ja\u202eb").endswith(r"'\x1b[2Ja\u202eb'")


def test_a_text_outlives_storage_and_processes() -> None:
    said = text("reason.better", n=2000, points=text("table.n.point", n=7), move="pass")
    for again in (
        pickle.loads(pickle.dumps(said)),
        from_json(json.loads(json.dumps(stored(said)))),
    ):
        assert again == said
        assert in_language(again, "fr") == in_language(said, "fr") != said
    assert from_json("of an older version") == "of an older version"
    gone = {"text": "What it was.", "key": "reason.gone", "values": {}}
    assert from_json(gone) == "What it was."


def test_the_language_is_the_one_asked_for() -> None:
    assert wanted_language(["--lang", "fr", "bots", "usa"], {"LANG": "en_GB"}) == "fr"
    assert wanted_language(["bots", "usa"], {"BRANCHLINE_LANG": "en", "LC_ALL": "fr_FR"}) == "en"
    assert wanted_language([], {"LANG": "de_DE.UTF-8"}) == "en"
    assert best_language(["ja", "fr-CH", "en"]) == "fr"
    with pytest.raises(BranchlineError, match="no language 'xx'; there are: en, fr"):
        wanted_language(["--lang=xx"], {})


def test_a_third_language_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it lacks is in English, the rules page too."""
    from branchline.text import catalogue as words

    for file in FOLDER.glob("*.json"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    taken = {"table": {"why.TAKEN": "die Strecke ist belegt"}, "typed": {"red": "rot rote"}}
    (tmp_path / "de.json").write_text(json.dumps(taken), encoding="utf-8")
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    caches = (words._texts, words.named, typed)
    for cached in caches:
        cached.cache_clear()
    try:
        assert words.languages() == ("en", "de", "fr")
        assert in_language(text("table.why.TAKEN"), "de") == "die Strecke ist belegt"
        assert in_language(text("table.n.point", n=2), "de") == "2 points"
        assert "rote" in typed("red")
        assert rules_of(bl.load_board("usa"), "de") == rules_of(bl.load_board("usa"))
    finally:
        monkeypatch.undo()
        for cached in caches:
            cached.cache_clear()
