"""The rules page in every language: the same sections, the same rules, the same numbers."""

import re

import pytest

import branchline as bl
from branchline.board import games
from branchline.errors import BranchlineError
from branchline.text.rulebook import rule_languages, rules_of

OTHERS = [language for language in rule_languages() if language != "en"]


def paragraphs(section: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n|\n(?=- )", section) if part.strip()]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", games())
def test_a_language_has_the_same_paragraphs_and_numbers(game: str, language: str) -> None:
    board = bl.load_board(game)
    english, other = rules_of(board), rules_of(board, language)
    assert len(english) == len(other) == 2
    for here, there in zip(english, other, strict=True):
        assert len(paragraphs(here)) == len(paragraphs(there))
        for ours, theirs in zip(paragraphs(here), paragraphs(there), strict=True):
            numbers = sorted(re.findall(r"\d+", ours)), sorted(re.findall(r"\d+", theirs))
            assert numbers[0] == numbers[1], theirs
            assert (ours[:2] == "- ") == (theirs[:2] == "- ")


def test_french_is_there() -> None:
    assert rule_languages()[0] == "en"
    assert "fr" in OTHERS
    assert rules_of(bl.load_board("usa"), "fr")[1].startswith("États-Unis")


def test_a_language_we_do_not_have() -> None:
    with pytest.raises(BranchlineError, match="no language 'xx'; there are: en, fr"):
        rules_of(bl.load_board("usa"), "xx")
