"""The rules page, by game and by language: one file a language, with the same sections in order."""

from __future__ import annotations

from pathlib import Path

from branchline.board import Board
from branchline.errors import BranchlineError
from branchline.words import languages

_FOLDER = Path(__file__).parent


def rule_languages() -> list[str]:
    """Return the languages in which the rules are there, English first."""
    return ["en", *sorted(file.stem.split(".")[1] for file in _FOLDER.glob("rules.*.md"))]


def rules_of(board: Board, language: str = "en") -> list[str]:
    """Return the sections of the rules page that are about a game, as Markdown.

    Where a language has no rules page yet, the English one stands in.

    >>> import branchline as bl
    >>> [section.splitlines()[0] for section in rules_of(bl.load_board("old_west"), "fr")]
    ['Le jeu de base', "Conquête de l'Ouest"]
    """
    if language not in languages():
        raise BranchlineError("cli.noLanguage", name=language, known=list(languages()))
    is_there = language in rule_languages() and language != "en"
    name = f"rules.{language}.md" if is_there else "rules.md"
    wanted = [
        number
        for number, section in enumerate(_sections("rules.md"))
        if section.startswith(("The core", board.name))
    ]
    sections = _sections(name)
    return [sections[number] for number in wanted]


def _sections(name: str) -> list[str]:
    text = (_FOLDER / name).read_text(encoding="utf-8")
    return [section.strip() for section in text.split("\n## ")[1:]]
