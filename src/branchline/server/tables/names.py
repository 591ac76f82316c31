"""Display names and other words of people: checked and cleaned before anybody sees them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from branchline.errors import BranchlineError

MAX_NAME = 24
_MAX_MARKS = 2
"""Combining marks in a row: scripts need a few, but many would cover the lines of others."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode calls Default_Ignorable_Code_Point: a reader sees nothing of it."""
_BLANK = set("\u2800\ufffc\U0001d159\U00013441\U00013442\U00016fe4")
"""Characters that count as visible and leave a blank."""
_JOINING = (
    *("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL"),
    *("TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR"),
)
"""Scripts whose words need joiners; the names of their characters begin so."""


def _is_needed(text: str, i: int) -> bool:
    """Whether an unseen character is needed: in a script that joins letters, or in an emoji."""
    before, after = text[i - 1 : i], text[i + 1 : i + 2]
    if not before:
        return False
    if text[i] == "\ufe0f":
        return unicodedata.category(before) == "So" and before not in _BLANK
    if text[i] not in "\u200c\u200d" or not after:
        return False
    if all(unicodedata.name(x, "").startswith(_JOINING) for x in (before, after)):
        return True
    is_picture = unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"
    return text[i] == "\u200d" and is_picture and unicodedata.category(after) == "So"


def _is_unseen(text: str, i: int) -> bool:
    """Whether a character is there without being seen."""
    letter = text[i]
    unseen = unicodedata.category(letter) in _UNSEEN or letter in _BLANK
    return (unseen or _IGNORABLE.match(letter) is not None) and not _is_needed(text, i)


def clean_name(text: str) -> str:
    """Return a display name in normal form, or say what is wrong with it.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise BranchlineError("problem.nameNeeded")
    if len(name) > MAX_NAME:
        raise BranchlineError("problem.nameLong", most=MAX_NAME)
    marks = 0
    for i, letter in enumerate(name):
        kind = unicodedata.category(letter)
        if _is_unseen(name, i):
            raise BranchlineError("problem.namePlain")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MAX_MARKS:
            raise BranchlineError("problem.nameMarks")
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        raise BranchlineError("problem.nameLetter")
    return name


def clean_text(text: str, most: int = 500) -> str:
    """Return what somebody says: one line, no invisible characters.

    >>> clean_text(" well   played ")
    'well played'
    """
    line = " ".join(unicodedata.normalize("NFC", text).split())
    kept = "".join(letter for i, letter in enumerate(line) if not _is_unseen(line, i)).strip()
    if not kept:
        raise BranchlineError("problem.nothingSaid")
    if len(kept) > most:
        raise BranchlineError("problem.tooLong", most=most)
    return kept


def same_name(a: str, b: str) -> bool:
    """Whether two names look the same to a reader, in capitals or not.

    >>> same_name("Аda", "ADA")  # the first begins with a Cyrillic letter
    True
    """
    return not _looks(a).isdisjoint(_looks(b))


@lru_cache(maxsize=1000)
def _looks(name: str) -> frozenset[str]:
    """Return how a name may be read: letters look alike as they are written, or in lower case."""
    plain = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(plain.casefold()), _skeleton(plain).casefold()})


def _skeleton(name: str) -> str:
    """Return a name with each character as the one it looks like (Unicode's UTS 39, 4)."""
    seen = _IGNORABLE.sub("", unicodedata.normalize("NFD", name))
    return unicodedata.normalize("NFD", "".join(map(_prototype, seen)))


@cache
def _prototype(letter: str) -> str:
    """Return the character that stands for all that look like this one."""
    from confusable_homoglyphs.confusables import confusables_data as alike

    like = [found["c"] for found in alike.get(letter, ())]
    if len(like) != 1:
        return letter  # nothing looks like it, or several do: then it stands for them
    other: str = like[0]
    if len(alike.get(other, ())) == 1 and len(other) == 1:
        return min(letter, other)  # of two, either could stand for both
    return other
