"""Display names and other words of people: made sane before anybody sees them."""

from __future__ import annotations

import unicodedata

from branchline.errors import BranchlineError

MAX_NAME = 24
_MAX_MARKS = 2
"""Combining marks in a row: scripts need a few, and heaps of them cover other people's lines."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def _joins(text: str, i: int) -> bool:
    """Whether a zero-width joiner stands between two visible characters, as scripts use it."""
    return (
        text[i] in "\u200c\u200d"
        and 0 < i < len(text) - 1
        and unicodedata.category(text[i - 1]) not in _UNSEEN
        and unicodedata.category(text[i + 1]) not in _UNSEEN
    )


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
        if kind in _UNSEEN and not _joins(name, i):
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
    kept = "".join(
        letter
        for i, letter in enumerate(line)
        if unicodedata.category(letter) not in _UNSEEN or _joins(line, i)
    )
    if not kept:
        raise BranchlineError("problem.nothingSaid")
    if len(kept) > most:
        raise BranchlineError("problem.tooLong", most=most)
    return kept


def same_name(a: str, b: str) -> bool:
    """Whether two names look the same to a reader."""
    return _folded(a) == _folded(b)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
