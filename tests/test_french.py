"""The French texts: their signs as in print, nobody's gender, one word for one thing."""

import json
import re
from collections.abc import Collection, Iterator

import pytest

from branchline.text.catalogue import FOLDER
from branchline.text.rulebook import rule_languages

NARROW, BROAD = "\u202f", "\u00a0"
TYPED = ("typed.",)
"""Words that are compared with what was typed: no text a person reads."""
SHELL = {"arena.needsRay", "arena.data.needsPyarrow"}
"""Texts with a command for a shell, whose quotation marks are its own."""


def texts() -> Iterator[tuple[str, str]]:
    """Every text a person reads, by its name, and every paragraph of the rules."""
    areas = json.loads((FOLDER / "fr.json").read_text(encoding="utf-8"))
    for area, named in areas.items():
        for name, one in named.items():
            for form in [one] if isinstance(one, str) else one.values():
                if not f"{area}.{name}".startswith(TYPED):
                    yield f"{area}.{name}", form
    assert "fr" in rule_languages()
    rules = (FOLDER.parent / "rules" / "fr.md").read_text(encoding="utf-8")
    for number, line in enumerate(re.sub(r"<!--.*?-->", "", rules).splitlines(), 1):
        yield f"rules/fr.md, line {number}", line


TEXTS = list(texts())


def found(pattern: str, *, but: Collection[str] = ()) -> list[tuple[str, str]]:
    """The texts in which something is found."""
    return [(key, text) for key, text in TEXTS if key not in but and re.search(pattern, text)]


def test_apostrophes_are_those_of_print() -> None:
    assert found(r"'", but=SHELL) == []
    assert found(r'"') == []


def test_a_space_that_does_not_break_stands_before_double_signs() -> None:
    # Addresses, times, files and JSON have their own: there a letter or a sign follows.
    header = {"serve.set.metrics_token"}
    assert found(rf"(?<!{BROAD}):(?=\s|$|\*)", but=header) == []
    assert found(rf"(?<!{NARROW})[;!?](?![\w/])") == []


def test_quotation_marks_keep_their_distance() -> None:
    assert found(rf"«(?!{BROAD})") == []
    assert found(rf"(?<!{BROAD})»") == []


def test_an_ellipsis_is_one_sign() -> None:
    assert found(r"\.\.\.") == []


def test_no_space_stands_twice_or_at_the_end_of_a_line() -> None:
    # Scores and puzzles stand in columns; help for a command line has a space before its colon.
    columns = {"story.score.longest", "story.score.done", "story.score.failed", "serve.at"}
    columns |= {"cli.puzzle.line", "cli.puzzle.other"}
    ends = {"arg.usage", "arg.positional", "arg.options", "commands"}
    assert found(r"[^\n ] {2,}|^ | $", but=columns | {f"cli.{end}" for end in ends}) == []


FORMS = (
    r"\(e\)|·e|\(e\)s|\be\.s\b",  # prêt(e), prêt·e, prêt.e.s
    r"[Jj]e suis (prêt|sûr|absent|parti)",
    r"\b[Vv]ous (êtes|avez été) (\w+ )?(pas )?(assis|absent|prêt|connecté|retiré|écarté|seul)\b",
    r"\bvous a (retiré|écarté)\b",
    r"^(s’est assis|a été retiré|présent|absent|vainqueur|pas connecté|Non connecté|Spectateur)",
)


@pytest.mark.parametrize("form", FORMS)
def test_nobody_is_taken_for_a_man_or_a_woman(form: str) -> None:
    assert found(form) == []


TAKING_BACK = [
    *("table.keys.undo", "table.do.undo", "table.do.askUndo"),
    *("table.undo.asked", "table.undo.waiting", "table.log.undo", "table.log.ask"),
    *("terminal.help.undo", "terminal.takenBack"),
    *("problem.nothingToTakeBack", "problem.tookBackEnough"),
]


def test_taking_back_is_not_cancelling() -> None:
    """A question is cancelled (annuler), a move is taken back (reprendre)."""
    all_texts = dict(TEXTS)
    assert all_texts["common.cancel"] == "Annuler"
    for key in TAKING_BACK:
        assert re.search(r"repr(end|is)", all_texts[key], re.IGNORECASE), key
    assert [key for key, text in TEXTS if "nnul" in text] == ["common.cancel"]


@pytest.mark.parametrize(
    ("never", "but"),
    [
        (r"\bbots?\b", "robot"),
        (r"\bbillets?\b|\btickets?\b", "carte Destination"),
        (r"\bopérateurs?\b", "hébergeur"),
        (r"\bmarqueurs?\b", "Cité"),
        (r"\bsuspend", "en pause"),
        (r"\btraverses?\b|\brails?\b", "réglette"),
        (r"\bdeuxième carte\b", "seconde carte"),
    ],
)
def test_one_thing_has_one_word(never: str, but: str) -> None:
    """What another word is used for, by the terms in docs/translating.md."""
    code = r"branchline bots|my_bot|--?\w*bot|BOT_|\{[^}]*\}"
    # What is told of a bot's character is of real trains.
    read = [(k, t) for k, t in TEXTS if not k.startswith("common.character.")]
    wrong = [(k, t) for k, t in read if re.search(never, re.sub(code, "", t), re.IGNORECASE)]
    assert wrong == [], but
