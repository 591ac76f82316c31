"""The rules page of a game: what holds for it, picked from one file a language.

The file tells of all games. What stands between ``<!-- if fact -->`` (or ``if not fact``) and
``<!-- end -->`` holds only for boards of which the fact is true. A label in italics right behind
such a mark (``*France:*``) is for readers of the whole file, and left out for a single game.
A line ``<!-- picture name -->`` names a picture that the page shows there.
"""

from __future__ import annotations

import re
from pathlib import Path

from branchline.board import Board
from branchline.errors import BranchlineError
from branchline.text.catalogue import languages

_FOLDER = Path(__file__).parent / "rules"
# A mark on a line of its own goes with its line.
_MARK = re.compile(
    r"(?P<own_line>^)?<!-- (?:if (?P<negated>not )?(?P<fact>\w+)|end) -->(?(own_line)\n)", re.M
)
_PICTURE = re.compile(r"^<!-- picture \w+ -->\n?", re.M)
_LABEL = re.compile(r"(?P<before>\s*)\*[^*\n]+:\*\s*")


def rule_languages() -> list[str]:
    """Return the languages in which the rules are there, English first."""
    others = sorted(file.stem for file in _FOLDER.glob("*.md") if file.stem != "en")
    return ["en", *others]


def rules_of(board: Board, language: str = "en", *, pictures: bool = False) -> list[str]:
    """Return the sections of the rules that hold for a game and no others, as Markdown.

    Where a language has no rules page yet, the English one stands in. With ``pictures``, the marks
    of the pictures are left where they stand.

    >>> import branchline as bl
    >>> [section.splitlines()[0] for section in rules_of(bl.load_board("old_west"), "fr")]
    ['Conquête de l’Ouest', 'La mise en place', 'Un tour', 'La fin', 'Les règles numérotées']
    """
    if language not in languages():
        raise BranchlineError("problem.noLanguage", name=language, known=list(languages()))
    if language not in rule_languages():
        language = "en"
    text = _FOLDER.joinpath(f"{language}.md").read_text(encoding="utf-8")
    held = _what_holds(text, facts_of(board))
    held = re.sub(r"\n{3,}", "\n\n", held if pictures else _PICTURE.sub("", held))
    return [section.strip() for section in held.split("\n## ")[1:]]


def facts_of(board: Board) -> set[str]:
    """Return what the rules page asks about a board and finds true of this one."""
    bonuses = board.numbers.get("bonuses", {})
    returned = board.numbers["tickets"]["first_return"].replace(" ", "_")
    asked = {
        "sister_tracks": any(track.sisters for track in board.tracks),
        "crossings": any(track.crossings for track in board.tracks),
        "ferries": any(track.locomotives for track in board.tracks),
        "zones": any(city.zone is not None for city in board.cities),
        "longest_path": bonuses.get("longest_path", 0) > 0,
        "most_tickets": bonuses.get("most_tickets", 0) > 0,
    }
    true = {name for name, holds in asked.items() if holds}
    return {board.id, *board.mechanics, f"returned_{returned}", *true}


def _what_holds(text: str, facts: set[str]) -> str:
    """Return a text without what does not hold, without its marks and the labels behind them."""
    kept: list[str] = []
    holding = [True]
    at = 0
    for mark in _MARK.finditer(text):
        if holding[-1]:
            kept.append(text[at : mark.start()])
        at = mark.end()
        if mark["fact"] is None:
            holding.pop()
            continue
        is_so = (mark["fact"] in facts) != bool(mark["negated"])
        holding.append(holding[-1] and is_so)
        if label := _LABEL.match(text, at):
            kept.append(label["before"] if holding[-1] else "")
            at = label.end()
    return "".join([*kept, text[at:]])
