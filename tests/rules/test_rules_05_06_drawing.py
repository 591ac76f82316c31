"""Rules 5 and 6: the second card, and one card left."""

from __future__ import annotations

import branchline as bl
from tests.table import table


def test_rule_05_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    at = table().with_row("loco red blue green white").with_deck_top("black").draws("red")
    assert at.game.phase == "second card"
    assert at.why_not("draw 1") == bl.Refusal.LOCOMOTIVE_SECOND
    assert at.choices[1:] == [f"draw {at.row[i]} (place {i + 1})" for i in range(1, 5)]


def test_rule_05_not_even_one_that_has_just_come_up() -> None:
    at = table().with_row("red*2 blue green white").with_deck_top("loco").draws("red")
    assert at.row[0] == "locomotive"
    assert at.why_not("draw 1") == bl.Refusal.LOCOMOTIVE_SECOND
    at = table().with_row("red*2 blue green white").with_deck_top("red loco").draws("deck", "red")
    assert at.row[0] == "locomotive"
    assert at.game.seat == 1


def test_rule_05_nor_after_a_card_from_the_deck() -> None:
    at = table().with_row("loco red blue green white").draws("deck")
    assert at.why_not("draw 1") == bl.Refusal.LOCOMOTIVE_SECOND


def test_rule_05_a_locomotive_off_the_pile_may_be_the_second_card() -> None:
    at = table().with_row("red*2 blue green white").with_hand(0, "").with_deck_top("blue loco")
    at.draws("red", "deck")
    assert at.hand(0) == {"red": 1, "locomotive": 1}


def test_rule_05_a_face_up_locomotive_is_the_whole_turn() -> None:
    at = table().with_row("loco red blue green white").with_hand(0, "").draws("locomotive")
    assert at.hand(0) == {"locomotive": 1}
    assert (at.game.seat, at.game.phase) == (1, "turn")


def test_rule_05_the_first_card_commits_to_the_second() -> None:
    at = table().with_hand(0, "purple*4").draws("deck")
    assert at.why_not("claim Denver Omaha") & bl.Refusal.SECOND_CARD
    assert at.why_not("tickets") & bl.Refusal.SECOND_CARD
    assert at.why_not("pass") & bl.Refusal.SECOND_CARD
    assert all(choice.startswith("draw") for choice in at.choices)


def test_rule_05_the_drawing_ends_when_only_locomotives_are_left() -> None:
    at = table().with_row("loco red loco - -").with_deck("", rest=1).draws("red")
    assert at.story == ["drew", "turn"]
    assert at.game.seat == 1


def test_rule_05_the_drawing_ends_when_nothing_is_left_under_the_pile() -> None:
    at = table().with_row("loco*5").with_deck("red", rest=1).draws("deck")
    assert at.row == ["locomotive"] * 5
    assert at.game.seat == 1


def test_rule_05_the_drawing_goes_on_when_a_shuffle_brings_cards() -> None:
    at = table().with_row("loco*5").with_discards("green").with_deck("red", rest=1).draws("deck")
    assert at.game.phase == "second card"
    assert at.choices == ["draw from the deck"]


def test_rule_06_one_card_in_the_row_may_be_drawn_alone() -> None:
    at = table().with_row("- - blue - -").with_hand(0, "").with_deck("", rest=1)
    assert at.may("draw 3")
    at.draws("blue")
    assert at.hand(0) == {"blue": 1}
    assert at.story == ["drew", "turn"]
    assert at.game.seat == 1


def test_rule_06_one_locomotive_in_the_row_may_be_drawn_alone() -> None:
    at = table().with_row("loco - - - -").with_hand(0, "").with_deck("", rest=1)
    at.draws("locomotive")
    assert at.hand(0) == {"locomotive": 1}
    assert at.game.seat == 1


def test_rule_06_two_cards_left_are_both_drawn() -> None:
    at = table().with_row("blue - - - red").with_hand(0, "").with_deck("", rest=1)
    at.draws("blue", "red")
    assert at.hand(0) == {"blue": 1, "red": 1}
    assert at.row == [None] * 5
    assert at.game.seat == 1
