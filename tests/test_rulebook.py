"""The rules page: complete and true for each game, and the same in every language."""

import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.board import games
from branchline.board.mechanics import MECHANICS
from branchline.errors import BranchlineError
from branchline.text import catalogue, rulebook
from branchline.text.catalogue import in_language
from branchline.text.rulebook import facts_of, rule_languages, rules_of

FOLDER = Path(rulebook.__file__).parent / "rules"
OTHERS = [language for language in rule_languages() if language != "en"]
MARK = re.compile(r"<!-- (?:if (?:not )?\w+|picture \w+|end) -->")
PICTURE = re.compile(r"<!-- picture (\w+) -->")

MAP = set(range(1, 16))
HOLDING = {
    "usa": MAP,
    "france": MAP | set(range(16, 22)),
    "old_west": MAP | set(range(22, 29)),
    "card_game": {1, 2, 12, 15} | set(range(29, 39)),
}
"""The numbers of the rules that hold in each game."""

CLAIMS = ["claim", "stock of trains", "prendre possession", "wagons"]
SWEEPS = ["swept", "sweep", "vérifie la rangée"]
BUILDING = ["track piece", "bed", "réglette", "projet"]
CROSSINGS = ["cross", "croise"]
FERRIES = ["ferr"]
ZONES = ["zone", "dead end", "Corsica", "terminus", "Corse"]
HOMES = ["marker", "home city", "starting cit", "Cité", "ville de départ", "Alvin", "Roswell"]
YARDS = ["yard", "a suit is", "rob", "big cit", "gare de triage", "rangées", "grande"]
YARDS += ["Open track", "Closed tickets", "Voie découverte", "Destinations face cachée"]
PATHS = ["a route counts once", "une route ne compte qu’une fois"]
MOST = ["bonus for most completed tickets goes", "prime du plus grand nombre de destinations"]
ELSEWHERE = {
    "usa": [BUILDING, CROSSINGS, FERRIES, ZONES, HOMES, YARDS, MOST],
    "france": [HOMES, YARDS],
    "old_west": [BUILDING, CROSSINGS, ZONES, YARDS, PATHS],
    "card_game": [CLAIMS, SWEEPS, BUILDING, CROSSINGS, FERRIES, ZONES, HOMES, PATHS, MOST],
}
"""Words of the mechanics that each game does not have."""


def source(language: str) -> str:
    return (FOLDER / f"{language}.md").read_text(encoding="utf-8")


def page(game: str, language: str) -> str:
    return "\n\n".join(rules_of(bl.load_board(game), language))


def paragraphs(section: str) -> list[str]:
    return [part for part in re.split(r"\n\s*\n|\n(?=- )", section) if part.strip()]


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_a_game_has_the_rules_that_hold_in_it_and_no_others(game: str, language: str) -> None:
    numbers = [int(n) for n in re.findall(r"^\*\*\w+ (\d+),", page(game, language), flags=re.M)]
    assert numbers == sorted(HOLDING[game])


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_a_game_has_no_word_of_anothers_mechanics(game: str, language: str) -> None:
    text = page(game, language)
    strange = [word for words in ELSEWHERE[game] for word in words]
    assert [word for word in strange if re.search(rf"\b{word}", text, flags=re.I)] == []


def test_the_words_of_each_mechanic_are_on_a_page_that_has_it() -> None:
    """Otherwise their absence elsewhere would prove nothing."""
    every = " ".join(page(game, language) for game in games() for language in rule_languages())
    for words in (CLAIMS, SWEEPS, BUILDING, CROSSINGS, FERRIES, ZONES, HOMES, YARDS, PATHS, MOST):
        for word in words:
            assert re.search(rf"\b{word}", every, flags=re.I), word


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_a_rule_that_is_named_is_on_the_page(game: str, language: str) -> None:
    named = re.findall(r"(?:rule|règle) (\d+)(?: (?:or|ou) (\d+))?", page(game, language))
    assert {int(n) for pair in named for n in pair if n} <= HOLDING[game]


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_marks_and_labels_are_for_readers_of_the_whole_page(game: str, language: str) -> None:
    text = page(game, language)
    assert "<!--" not in text
    assert re.findall(r"\*[^*\n]+:\*", text) == []
    assert "\n\n\n" not in text


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_every_game_has_its_set_up_its_turn_and_its_end(game: str, language: str) -> None:
    sections = rules_of(bl.load_board(game), language)
    assert len(sections) == 5
    assert all(len(paragraphs(section)) > 1 for section in sections)
    turn = [part for part in paragraphs(sections[2]) if part.startswith("- ")]
    assert len(turn) == 3


@pytest.mark.parametrize("language", rule_languages())
def test_a_mark_asks_for_a_fact_that_boards_have(language: str) -> None:
    facts = set().union(*(facts_of(bl.load_board(game)) for game in games()))
    asked = set(re.findall(r"<!-- if (?:not )?(\w+) -->", source(language)))
    assert asked <= facts
    assert set(MECHANICS) <= asked


@pytest.mark.parametrize("language", rule_languages())
def test_a_mark_at_the_start_of_a_line_stands_alone_on_it(language: str) -> None:
    """Behind such a comment, Markdown would show the rest of the line as it is written."""
    for line in source(language).splitlines():
        if line.startswith("<!--"):
            assert MARK.fullmatch(line), line


@pytest.mark.parametrize("language", rule_languages())
def test_no_sentence_is_said_in_two_places(language: str) -> None:
    """Lists of numbers, one a game, are no sentences."""
    prose = [part for part in paragraphs(MARK.sub("", source(language))) if part[:2] != "- "]
    said = [s for part in prose for s in re.split(r"(?<=[.:]) ", part) if len(s) > 30]
    assert len(said) > 100
    twice = {sentence for sentence in said if said.count(sentence) > 1}
    assert twice == set()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", games())
def test_a_language_has_the_same_paragraphs_and_numbers(game: str, language: str) -> None:
    board = bl.load_board(game)
    english, other = rules_of(board), rules_of(board, language)
    assert len(english) == len(other)
    for here, there in zip(english, other, strict=True):
        assert len(paragraphs(here)) == len(paragraphs(there))
        for ours, theirs in zip(paragraphs(here), paragraphs(there), strict=True):
            numbers = sorted(re.findall(r"\d+", ours)), sorted(re.findall(r"\d+", theirs))
            assert numbers[0] == numbers[1], theirs
            assert (ours[:2] == "- ") == (theirs[:2] == "- ")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_marks(language: str) -> None:
    assert MARK.findall(source(language)) == MARK.findall(source("en"))


COMMON = {"draw", "claim", "grey", "sisters", "ticket", "sweep"}
PICTURES = {
    "usa": COMMON | {"path"},
    "france": COMMON | {"path", "ferry", "bed", "crossing", "piece", "zone"},
    "old_west": COMMON | {"ferry", "pair", "home", "connected", "marker", "alvin"},
    "card_game": {"draw", "lay", "three", "step", "rob", "pips", "city"},
}
"""What each game's page shows pictures of."""


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_a_game_has_the_pictures_of_its_own_ideas(game: str, language: str) -> None:
    board = bl.load_board(game)
    shown = "\n\n".join(rules_of(board, language, pictures=True))
    assert set(PICTURE.findall(shown)) == PICTURES[game]
    assert len(PICTURE.findall(shown)) == len(PICTURES[game])
    plain = re.sub(rf"^{PICTURE.pattern}\n?", "", shown, flags=re.M)
    assert re.sub(r"\n{3,}", "\n\n", plain).strip() == page(game, language).strip()


def test_a_board_of_ones_own_has_the_rules_of_its_mechanics(tmp_path: Path) -> None:
    folder = bl.load_board("france").folder
    for file in folder.glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('id = "france"', 'id = "mine"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    own = "\n\n".join(rules_of(bl.load_board(tmp_path)))
    numbers = {int(n) for n in re.findall(r"^\*\*Rule (\d+),", own, flags=re.M)}
    assert numbers == HOLDING["france"] - {19}
    assert "Montpellier" not in own


@pytest.mark.parametrize("language", rule_languages())
@pytest.mark.parametrize("game", games())
def test_options_have_the_names_that_people_see(game: str, language: str) -> None:
    """None of their names in programs, but those of the switches on the page of a new table."""
    text = page(game, language)
    assert "`" not in text
    for option in bl.load_board(game).options:
        if option != "starts":
            assert in_language(catalogue.text(f"lobby.option.{option}"), language) in text


def test_french_is_there() -> None:
    assert rule_languages()[0] == "en"
    assert "fr" in OTHERS
    assert rules_of(bl.load_board("usa"), "fr")[0].startswith("États-Unis")


def test_a_language_we_do_not_have() -> None:
    with pytest.raises(BranchlineError, match="no language 'xx'; there are: en, fr"):
        rules_of(bl.load_board("usa"), "xx")
