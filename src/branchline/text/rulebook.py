"""The rules page, by game and by language: one file a language, with the same sections in order."""

from __future__ import annotations

from pathlib import Path

from branchline.board import Board
from branchline.errors import BranchlineError
from branchline.text.catalogue import languages

_FOLDER = Path(__file__).parent / "rules"


def rule_languages() -> list[str]:
    """Return the languages in which the rules are there, English first."""
    others = sorted(file.stem for file in _FOLDER.glob("*.md") if file.stem != "en")
    return ["en", *others]


def rules_of(board: Board, language: str = "en") -> list[str]:
    """Return the sections of the rules page that are about a game, as Markdown.

    Where a language has no rules page yet, the English one stands in.

    >>> import branchline as bl
    >>> [section.splitlines()[0] for section in rules_of(bl.load_board("old_west"), "fr")]
    ['Le jeu de base', "Conquête de l'Ouest"]
    """
    if language not in languages():
        raise BranchlineError("problem.noLanguage", name=language, known=list(languages()))
    if language not in rule_languages():
        language = "en"
    wanted = [
        number
        for number, section in enumerate(_sections("en"))
        if section.startswith(("The core", board.name))
    ]
    sections = _sections(language)
    return [sections[number] for number in wanted]


def _sections(language: str) -> list[str]:
    text = (_FOLDER / f"{language}.md").read_text(encoding="utf-8")
    return [section.strip() for section in text.split("\n## ")[1:]]
