"""Names: what people are really called, and nothing that only looks like it."""

import pytest

from branchline.errors import BranchlineError
from branchline.server.tables.names import clean_name, clean_text, same_name
from branchline.server.tables.seats import person_name

REAL = [
    "Zoë",
    "O'Brien",
    "李小龙",
    "مريم",
    "علی\u200cرضا",
    "अदिति",
    "Владимир",
    "Jürgen-Karl",
    "Ngô Thị",
]
REAL += [
    "Jürgen-Karl",
    "Ngô Thị",
    "Ada ❤️",
    "Ada 👩\u200d🚀",
    "José 2",
    "김민준",
    "さくら",
    "श्री\u200dमती",
]
UNSEEN = "\u200d\u200c\ufe0f\u034f\u17b4\u17b5\u3164\uffa0\u115f\u1160\u2800\u200b\u2060"
UNSEEN += "\ufeff\u00ad\u200e\u200f\u202e\u2066\u061c\u180e\u0000\ufffc\U000e0041\U0001d159"


@pytest.mark.parametrize("name", REAL)
def test_names_that_people_have(name: str) -> None:
    assert clean_name(name) == name
    assert same_name(name, name)


@pytest.mark.parametrize("letter", UNSEEN, ids=[f"U+{ord(x):04X}" for x in UNSEEN])
def test_what_nobody_sees_is_in_no_name_and_no_message(letter: str) -> None:
    for name in (f"Ad{letter}a", f"Ada{letter}", f"{letter}Ada"):
        with pytest.raises(BranchlineError):
            clean_name(name)
        assert clean_text(name) == "Ada"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Аdа"),  # Cyrillic
        ("ADA", "Аdа"),
        ("Nina", "Νina"),  # Greek
        ("Paul", "PauI"),
        ("Bill", "Bi11"),
        ("Marm", "Marrn"),
        ("Olga", "0lga"),
        ("Ada", "𝐀𝐝𝐚"),
        ("Ada ❤", "Ada ❤️"),
        ("Conductor 2", "Соnduсtоr 2"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("Zoë", "Zoe"), ("Ali", "All"), ("Nera", "Vera"), ("Ada", "Adam")]
)
def test_names_that_look_different_are_not(one: str, other: str) -> None:
    assert not same_name(one, other)


OF_THE_SERVER = ["Seat 1", "seat 6", "Seat l", "Siège 2", "The host", "L'hôte", "L'HÔTE", "You"]
OF_THE_SERVER += ["The operator", "Conductor", "Соnduсtоr", "conductor 2", "Dispatcher", "Planner"]
OF_THE_SERVER += ["Chef de gare", "Bot", "Bot 2", "Vous"]


@pytest.mark.parametrize("name", OF_THE_SERVER)
def test_nobody_is_called_what_the_server_calls_somebody(name: str) -> None:
    with pytest.raises(BranchlineError, match="choose another name"):
        person_name(name)


@pytest.mark.parametrize("name", [*REAL, "Seat Leon", "Conductor Jo", "Hostess", "Youri", "Abbot"])
def test_names_that_only_contain_such_words_are_free(name: str) -> None:
    assert person_name(name) == name
