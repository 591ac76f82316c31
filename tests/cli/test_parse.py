"""The command grammar: what people type, and what they are told when it is not clear."""

from __future__ import annotations

import random
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import branchline as bl
from tests.play import at_every_table, begin, play
from tests.scale import scaled
from tests.table import Table, table

HAND = "purple*4 loco*2 red*2"


def refusal(at: Table, text: str, seat: int | None = None) -> str:
    """The one line that a command is answered with."""
    with pytest.raises(bl.BranchlineError) as problem:
        at.game.parse(text, seat)
    said = str(problem.value)
    assert said
    assert len(said.splitlines()) == 1
    return said


def reads(at: Table, text: str) -> str:
    """How an action reads in full."""
    return str(at.game.parse(text))


@at_every_table
def test_the_text_of_every_legal_action_reads_back_as_itself(game: str, seats: int) -> None:
    read = 0
    for seed in range(scaled(1, 2)):
        at_table = begin(game, seats, seed)
        chooser = random.Random(seed)
        while not at_table.is_over:
            for seat in at_table.to_act:
                legal = at_table.legal_actions(seat)
                # In a long list the neighbours are alike; a few of it will do.
                for action in chooser.sample(legal, min(scaled(3, 6), len(legal))):
                    assert at_table.parse(str(action), seat) == action
                    read += 1
            seat = at_table.to_act[0]
            at_table.push(chooser.choice(at_table.legal_actions(seat)), seat)
    assert read > scaled(150, 1000)


def test_all_of_a_rich_hand_reads_back() -> None:
    rich = "purple*6 white*6 blue*6 yellow*6 orange*6 black*6 red*6 green*6 loco*6"
    at = table().with_hand(0, rich)
    legal = at.game.legal_actions()
    assert len(legal) > 1000
    assert [at.game.parse(str(action)) for action in legal] == legal


CLAIM = "claim Denver–Omaha: 4 purple"


@pytest.mark.parametrize(
    "text",
    [
        "claim Denver Omaha purple",
        "claim Denver Omaha",
        "claim Omaha Denver",
        "CLAIM DENVER OMAHA",
        "  claim   denver\tomaha  ",
        "claim denver-omaha",
        "claim Denver–Omaha",
        "claim Denver — Omaha!",
        "claim Denver, Omaha.",
        "claim den oma",
        "claim den oma pur",
        "claim Denver Omaha: purple",
        "claim Denver Omaha: 4 purple",
        "claim Denver Omaha 4 purple",
        "claim Denver Omaha with 4 purple and 0 locos",
        "claim Denver–Omaha (purple): 4 purple",
    ],
)
def test_a_claim_can_be_said_in_many_ways(text: str) -> None:
    assert reads(table().with_hand(0, HAND), text) == CLAIM


@pytest.mark.parametrize(
    "text",
    [
        "claim Denver Omaha 3 purple 1 loco",
        "claim Denver Omaha 3 purple, 1 locomotive",
        "claim Denver Omaha: 1 loco 3 purple",
        "claim Denver Omaha 1 wild",
        "claim Denver Omaha 3 purple",
        "claim Denver Omaha: purple with 1 locomotive",
    ],
)
def test_locomotives_are_spent_when_that_is_asked_for(text: str) -> None:
    at = table().with_hand(0, HAND)
    assert reads(at, text) == "claim Denver–Omaha: 3 purple, 1 locomotive"


def test_rule_07_what_is_not_said_spends_as_few_locomotives_as_possible() -> None:
    for hand, paid in {
        "purple*5 loco*4": "4 purple",
        "purple*3 loco*4": "3 purple, 1 locomotive",
        "purple*1 loco*4": "1 purple, 3 locomotives",
        "loco*4": "4 locomotives",
    }.items():
        assert reads(table().with_hand(0, hand), "claim Denver Omaha").endswith(f": {paid}")
    at = table().with_hand(0, "purple*4 loco*4")
    assert reads(at, "claim Denver Omaha loco").endswith(": 4 locomotives")
    assert reads(at, "claim Denver Omaha 4 locos").endswith(": 4 locomotives")


@pytest.mark.parametrize(
    "name", ["Montreal", "Montréal", "MONTRÉAL", unicodedata.normalize("NFD", "Montréal"), "mon"]
)
def test_accents_do_not_matter(name: str) -> None:
    at = table().with_hand(0, "blue*3")
    assert reads(at, f"claim {name} New York") == "claim Montréal–New York: 3 blue"
    assert reads(at, f"claim New York {name} blue") == "claim Montréal–New York: 3 blue"


def test_cities_of_several_words_are_told_apart() -> None:
    at = table().with_hand(0, "black*6 red*3 yellow*5 white*3")
    assert reads(at, "claim los angeles el paso") == "claim El Paso–Los Angeles: 6 black"
    assert reads(at, "claim salt lake city denver red").endswith(": 3 red")
    assert reads(at, "claim salt denver red").endswith(": 3 red")
    assert reads(at, "claim oklahoma city el paso") == "claim El Paso–Oklahoma City: 5 yellow"
    assert reads(at, "claim sault st marie toronto red").endswith(": 2 red")
    assert reads(at, "claim Sault St. Marie–Toronto: 2 red").endswith(": 2 red")


def test_which_city_is_asked_with_the_cities_it_could_be() -> None:
    at = table().with_hand(0, HAND)
    assert refusal(at, "claim d oma") == "which city: Dallas, Denver or Duluth?"
    assert refusal(at, "claim oma san") == "which city: San Francisco or Santa Fe?"
    assert refusal(at, "claim new atl") == "which city: New Orleans or New York?"


def test_which_colour_is_asked_with_the_ways_to_pay() -> None:
    at = table().with_hand(0, "red*2 blue*1 loco*1").with_row("blue black red red red")
    assert refusal(at, "claim Denver Santa Fe") == (
        "Denver–Santa Fe can be paid in several ways: 2 red or 1 blue, 1 locomotive?"
    )
    assert reads(at, "claim Denver Santa Fe blue") == "claim Denver–Santa Fe: 1 blue, 1 locomotive"
    assert refusal(at, "claim Denver Santa Fe bl") == "which colour: white, blue or black?"
    assert refusal(at, "draw b") == "which colour: white, blue or black?"


def test_which_track_is_asked_where_it_matters() -> None:
    at = table().with_hand(0, "black*4 orange*4")
    said = refusal(at, "claim Denver Kansas City")
    assert said.endswith("4 black or Denver–Kansas City (orange): 4 orange?")
    assert "(black)" in reads(at, "claim Denver Kansas City black")
    assert "(orange)" in reads(at, "claim Kansas City Denver orange")


def test_which_track_is_asked_with_locomotives_alone_too() -> None:
    at = table().with_hand(0, "loco*4")
    said = refusal(at, "claim Denver Kansas City")
    assert "(black): 4 locomotives or Denver–Kansas City (orange): 4 locomotives?" in said
    chosen = "claim Denver–Kansas City (orange): 4 locomotives"
    assert reads(at, "claim Denver Kansas City orange: 4 locos") == chosen


def test_tracks_that_are_alike_are_not_asked_about() -> None:
    at = table(seats=4).with_hand(0, "red*1")
    first, second = (t for t in at.board.tracks if t.id.startswith("dallas-houston"))
    assert at.game.parse("claim Dallas Houston").move == bl.Claim(first.id, "red", 0)
    assert at.game.parse(f"claim {second.label}: red").move == bl.Claim(second.id, "red", 0)
    taken = table(seats=4).owns(1, first.id).with_hand(0, "red*1")
    assert taken.game.parse("claim Dallas Houston").move == bl.Claim(second.id, "red", 0)


def test_an_unknown_city_is_answered_with_a_suggestion() -> None:
    at = table().with_hand(0, HAND)
    assert refusal(at, "claim Denvr Omaha") == (
        "there is no city called 'denvr'; did you mean Denver?"
    )
    assert refusal(at, "claim Denver Ohama").endswith("did you mean Omaha?")
    assert refusal(at, "claim Denver Xyzzy") == "there is no city called 'xyzzy'"
    assert refusal(at, "claim") == "name the cities"
    assert refusal(at, "claim Denver") == "name another city too"


def test_an_unknown_verb_is_answered_with_the_actions_there_are() -> None:
    at = table()
    assert refusal(at, "drw").endswith("did you mean 'draw'?")
    assert "draw, claim, tickets, keep or pass" in refusal(at, "xyzzy")
    assert "draw, claim, tickets, keep or pass" in refusal(at, "")
    assert "draw, claim, tickets, keep or pass" in refusal(at, "!?… 日本")
    assert refusal(at, "draw " * 200) == "that is too long for a command"


def test_an_impossible_claim_says_what_is_wrong() -> None:
    at = table().with_hand(0, HAND)
    assert refusal(at, "claim Denver Miami") == "no route joins Denver and Miami"
    assert refusal(at, "claim Denver Omaha red") == "Denver–Omaha takes purple, not red"
    assert refusal(at, "claim Denver Omaha 9 purple").startswith("Denver–Omaha has 4 spaces")
    assert refusal(at, "claim Denver Omaha banana").startswith("'banana' is not a colour")
    assert refusal(at, "claim Denver Omaha 3") == "3 of what?"
    assert "no such track" in refusal(at, "claim Denver Kansas City green: 4 green")


def test_a_refusal_says_why() -> None:
    at = table().with_hand(0, "purple*3 red*2").owns(1, "denver-santa_fe")
    assert refusal(at, "claim Denver Omaha").endswith("you have too few cards of that colour")
    assert refusal(at, "claim Denver Santa Fe red").endswith("the route is taken")
    assert refusal(at, "claim Denver Omaha 4 loco").endswith("you have too few locomotives")
    assert refusal(at, "pass").endswith("only when nothing else is possible")
    assert refusal(at, "keep 1") == "no tickets are offered to you"
    assert refusal(at, "draw", seat=1).endswith("it is not your turn")
    unchecked = at.game.parse("pass", check=False)
    assert at.game.why_not(unchecked) == bl.Refusal.CAN_ACT


def test_drawing_can_be_said_in_many_ways() -> None:
    at = table().with_row("red blue red loco green")
    deck = "draw from the deck"
    for text in ("draw", "draw deck", "Draw from the deck.", "take", "draw blind", "take a card"):
        assert reads(at, text) == deck
    for text in (
        "draw blue",
        "draw 2",
        "take the blue card",
        "draw place 2",
        "draw blue (place 2)",
    ):
        assert reads(at, text) == "draw blue (place 2)"
    assert reads(at, "draw red") == "draw red (place 1)"
    assert reads(at, "draw red 3") == "draw red (place 3)"
    for text in ("draw loco", "draw locomotive", "draw wild", "draw 4"):
        assert reads(at, text) == "draw locomotive (place 4)"
    for text in ("tickets", "ticket", "draw tickets", "take tickets"):
        assert reads(at, text) == "draw tickets"


def test_a_card_that_is_not_there_is_not_drawn() -> None:
    at = table().with_row("red blue red loco green")
    assert refusal(at, "draw white") == "no white card lies face up"
    assert refusal(at, "draw red (place 2)") == "at place 2 lies blue, not red"
    for place in ("6", "99", "9" * 400):
        assert refusal(at, f"draw {place}").startswith("the face-up places are 1 to 5")
    for text in ("draw banana", "draw banana 3", "draw red blue", "draw 1 2"):
        assert refusal(at, text).startswith("draw what?")


def test_tickets_are_kept_by_number_and_by_name() -> None:
    top = ("boston-miami", "denver-el_paso", "montreal-atlanta")
    at = table().with_ticket_top(*top).does("tickets")
    first, second, third = ("Boston–Miami (12)", "Denver–El Paso (4)", "Montréal–Atlanta (9)")
    for text, kept in {
        "keep 1": [first],
        "keep 3 1": [first, third],
        "keep 1, 3": [first, third],
        "keep tickets 2 and 3": [second, third],
        "keep all": [first, second, third],
        "keep Miami Boston": [first],
        "Keep BOSTON-MIAMI (12)": [first],
        "keep montreal atlanta, el paso denver": [second, third],
        "keep boston miami and denver el paso": [first, second],
    }.items():
        assert reads(at, text) == f"keep {', '.join(kept)}"


def test_tickets_that_are_not_meant_are_not_kept() -> None:
    at = table().with_ticket_top("boston-miami", "denver-el_paso", "montreal-atlanta")
    at.does("tickets")
    assert refusal(at, "keep 4") == "the offered tickets are numbered 1 to 3"
    assert refusal(at, "keep 0") == "the offered tickets are numbered 1 to 3"
    assert refusal(at, "keep").startswith("keep which?")
    assert refusal(at, "keep none").endswith("you must keep more of the offered tickets")
    assert refusal(at, "keep Dallas New York").endswith("is not offered to you")
    assert refusal(at, "keep 1, Denver El Paso").startswith("there is no city called '1'")
    assert refusal(at, "keep Boston Miami Denver El Paso").endswith("more than two cities")
    assert refusal(at, "draw").endswith("choose among the offered tickets first")


# Any text at all.

GAMES = [
    play("usa", 2, seed=1, most=0),
    play("usa", 2, seed=2, most=60),
    play("usa", 5, seed=3, most=200),
    play("usa", 3, seed=4),
    table().with_hand(0, "red*2 blue*2 purple*4 loco*4").game,
    table().does("tickets").game,
    table().with_row("red*4 loco").draws(1).game,
]
WORDS = [
    *("draw", "take", "claim", "build", "keep", "pass", "tickets", "all", "none", "and", "with"),
    *("deck", "place", "the", "red", "blue", "bl", "loco", "locomotives", "grey", "track", "0"),
    *("1", "2", "3", "4", "99", "9" * 30, ":", ",", "-", "–", ";", "(", ")", "'", "\n", "\0"),
    *("Denver", "Omaha", "Kansas", "City", "den", "d", "New", "York", "Montréal", "El", "Paso"),
    *("²", "٣", "ﬁ", "İ", "\ud800"),
]
phrases = some.lists(some.sampled_from(WORDS), max_size=9).map(" ".join)
anything = some.text(some.characters(), max_size=60)
commands = some.sampled_from(["draw ", "claim ", "keep ", "claim Denver Omaha "])


@settings(max_examples=scaled(300, 600), deadline=None, derandomize=True, database=None)
@given(
    game=some.sampled_from(GAMES),
    text=phrases | anything | some.builds(str.__add__, commands, phrases | anything),
)
def test_any_text_is_a_legal_action_or_refused_in_one_line(game: bl.Game, text: str) -> None:
    before = game._states.tobytes()
    try:
        understood = game.parse(text)
        refused = ""
    except bl.BranchlineError as problem:
        refused = str(problem)
    assert game._states.tobytes() == before
    assert len(refused.splitlines()) == 1 if refused else understood in game.legal_actions()
