"""Rules 3 and 4: the draw pile runs out, and three face-up locomotives."""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.board import CARDS
from branchline.game import events as ev
from tests.table import table

THREE_LOCOS = "loco*3 red blue"


def test_rule_03_reshuffles_the_moment_the_last_card_leaves() -> None:
    at = table().with_row("red*5").with_discards("green*7 black*2").with_deck("white", rest=1)
    at.draws("deck")
    # The turn is not over; the new pile is there for the second card.
    assert at.story == ["drew", "shuffled"]
    assert Counter(at.deck) == {"green": 7, "black": 2}
    assert at.discards == {}
    assert at.game.phase == "second card"
    assert at.may("draw deck")


def test_rule_03_reshuffles_when_the_last_card_is_turned_up() -> None:
    at = table().with_row("red*5").with_discards("green*7").with_deck("white", rest=1)
    at.draws(3)
    assert at.story == ["drew", "turned up", "shuffled"]
    assert at.row == ["red", "red", "white", "red", "red"]
    assert at.deck == ["green"] * 7


def test_rule_03_reshuffles_before_the_row_is_looked_at() -> None:
    # The last card of the pile makes three locomotives: the pile is new before they are swept.
    at = table().with_row("loco*2 red*3").with_discards("green*9").with_deck("loco", rest=1)
    at.draws(5)
    assert at.story == ["drew", "turned up", "shuffled", "swept", *["turned up"] * 5]
    assert at.row == ["green"] * 5


def test_rule_03_what_is_swept_does_not_join_a_pile_that_has_cards() -> None:
    at = table().with_row("loco*2 red*3").with_discards("green*9").with_deck("loco", rest=1)
    at.draws(5)
    assert at.discards == {"red": 2, "locomotive": 3}
    assert at.deck == ["green"] * 4


def test_rule_03_the_new_pile_is_shuffled_and_told_top_first() -> None:
    at = table().with_row("red*5").with_discards("green*9 black*9 blue*9").with_deck("white", 1)
    at.draws("deck")
    (shuffled,) = at.happened(ev.Shuffled)
    assert list(shuffled.deck) == at.deck
    assert at.deck != sorted(at.deck, key=CARDS.index)
    assert at.deck != sorted(at.deck, key=CARDS.index, reverse=True)


def test_rule_03_without_discards_face_up_places_stay_empty() -> None:
    at = table().with_row("red blue green white black").with_deck("", rest=1)
    at.draws("blue")
    assert at.story == ["drew"]
    assert at.row == ["red", None, "green", "white", "black"]
    assert at.why_not("draw 2") == bl.Refusal.PLACE_EMPTY
    assert at.why_not("draw deck") == bl.Refusal.DECK_EMPTY


def test_rule_03_cards_discarded_again_become_a_pile_at_once() -> None:
    at = table().with_hand(0, "purple*5").with_row("red*5").with_deck("", rest=1)
    at.claims("Denver Omaha")
    assert at.story == ["claimed", "scored", "shuffled", "turn"]
    assert at.deck == ["purple"] * 4
    assert at.discards == {}


def test_rule_03_empty_places_are_then_filled_left_to_right() -> None:
    at = table().with_hand(0, "purple*4").with_row("red - green - -").with_deck("", rest=1)
    at.claims("Denver Omaha")
    assert at.row == ["red", "purple", "green", "purple", "purple"]
    assert [e.place for e in at.happened(ev.TurnedUp)] == [1, 3, 4]
    assert at.deck == ["purple"]


def test_rule_03_a_short_pile_fills_the_leftmost_places() -> None:
    at = table().with_hand(0, "red").with_row("- - - - -").with_deck("", rest=1)
    at.claims("Atlanta Nashville")
    assert at.row == ["red", None, None, None, None]
    assert at.deck == []


def test_rule_03_a_claim_with_cards_in_the_pile_does_not_shuffle() -> None:
    at = table().with_hand(0, "purple*4")
    before = at.deck
    at.claims("Denver Omaha")
    assert at.story == ["claimed", "scored", "turn"]
    assert (at.deck, at.discards) == (before, {"purple": 4})


@pytest.mark.parametrize("seats", [2, 5])
def test_rule_04_the_row_is_checked_at_set_up(seats: int) -> None:
    swept = 0
    for number in range(300):
        opening = bl.new_game("usa", seats, seed=4, number=number).opening
        kinds = [e.kind for e in opening]
        (turned,) = [kinds.index("turned up")]
        first = [e.card for e in opening[turned : turned + 5] if isinstance(e, ev.TurnedUp)]
        assert (first.count("locomotive") >= 3) == ("swept" in kinds)
        if "swept" in kinds:
            swept += 1
            at = kinds.index("swept")
            (event,) = [e for e in opening[at : at + 1] if isinstance(e, ev.Swept)]
            assert list(event.cards) == first
            assert kinds[at + 1 : at + 6] == ["turned up"] * 5
    assert swept > 0


def test_rule_04_the_row_is_checked_after_each_face_up_card_is_taken() -> None:
    at = table().with_row("loco*2 red blue green").with_deck_top("loco white*2 black*2 yellow")
    at.draws("red")
    assert at.story == ["drew", "turned up", "swept", *["turned up"] * 5]
    (swept,) = at.happened(ev.Swept)
    assert swept.cards == ("locomotive", "locomotive", "locomotive", "blue", "green")
    assert at.row == ["white", "white", "black", "black", "yellow"]
    assert at.discards == {"blue": 1, "green": 1, "locomotive": 3}


def test_rule_04_sweeps_between_the_first_card_and_the_second() -> None:
    at = table().with_row("loco*2 red blue green").with_deck_top("loco white*2 black*2 yellow")
    at.draws("red")
    assert at.game.phase == "second card"
    assert at.may("draw white")
    at.draws("yellow")
    assert at.game.seat == 1


def test_rule_04_sweeps_after_the_second_card() -> None:
    at = table().with_row("loco*2 red blue green").with_deck_top("black loco white*5")
    at.draws("red", "blue")
    assert at.story == ["drew", "turned up", "swept", *["turned up"] * 5, "turn"]
    assert at.row == ["white"] * 5


def test_rule_04_sweeps_after_a_face_up_locomotive_is_taken() -> None:
    at = table().with_row("loco*2 red blue green").with_deck_top("loco white*5")
    at.draws("locomotive")
    # One went, one came: two lie there, and that is not enough.
    assert "swept" not in at.story
    at = table().with_row("loco*3 red blue").with_deck_top("loco white*5")
    at.draws("locomotive")
    assert at.row == ["white"] * 5


@pytest.mark.parametrize(("locomotives", "swept"), [(2, False), (3, True), (4, True), (5, True)])
def test_rule_04_it_takes_three_locomotives_or_more(locomotives: int, swept: bool) -> None:
    lying = f"loco*{locomotives - 1} " + " ".join(["red"] * (6 - locomotives))
    at = table().with_row(lying).with_deck_top("loco white*5").draws("red")
    assert ("swept" in at.story) == swept


def test_rule_04_a_second_sweep_follows_if_the_new_row_asks_for_it() -> None:
    at = table().with_row("loco*2 red*3").with_deck_top("loco loco*3 blue*2 green*5")
    at.draws("red")
    assert at.story.count("swept") == 2
    assert at.row == ["green"] * 5


def test_rule_04_at_most_three_sweeps_in_a_row() -> None:
    rows = "loco*3 blue*2 loco*3 green*2 loco*3 black*2"
    at = table().with_row("loco*2 red*3").with_deck_top(f"loco {rows} white*9")
    at.draws("red")
    assert at.story.count("swept") == 3
    assert at.row == ["locomotive"] * 3 + ["black"] * 2


def test_rule_04_then_the_row_stays_until_a_place_is_filled_again() -> None:
    rows = "loco*3 blue*2 loco*3 green*2 loco*3 black*2"
    at = table().with_row("loco*2 red*3").with_deck_top(f"loco {rows} white*9")
    at.draws("red", "deck")
    # A card from the pile fills no place.
    assert at.row == ["locomotive"] * 3 + ["black"] * 2
    at.draws("black")
    assert at.story.count("swept") == 1
    assert at.row == ["white"] * 5


def test_rule_04_the_row_is_checked_only_after_a_filling() -> None:
    at = table().with_hand(0, "purple*4").with_row(THREE_LOCOS)
    at.claims("Denver Omaha")
    assert "swept" not in at.story
    at.draws("deck", "deck")
    assert "swept" not in at.story
    at.does("tickets").does("keep all")
    assert at.row == ["locomotive"] * 3 + ["red", "blue"]


def test_rule_04_a_place_that_stays_empty_is_no_filling() -> None:
    # Taking red leaves three locomotives among four cards, but nothing was turned up.
    at = table().with_row("loco*3 red blue").with_deck("", rest=1)
    at.draws("red")
    assert at.row == ["locomotive"] * 3 + [None, "blue"]


def test_rule_04_checked_when_empty_places_are_filled_after_a_claim() -> None:
    at = table().with_hand(0, "purple*4").with_row("loco*3 - -").with_deck("", rest=1)
    at.claims("Denver Omaha")
    assert at.story[:6] == ["claimed", "scored", "shuffled", "turned up", "turned up", "swept"]
    assert at.happened(ev.Swept)[0].cards == (*["locomotive"] * 3, "purple", "purple")


def test_rule_04_a_row_with_gaps_is_never_swept() -> None:
    # A gap means that every card outside the hands lies face up already: sweeping cannot help.
    at = table().with_row("red loco*2 - -").with_hand(0, "loco").with_deck("", rest=1)
    at.claims("Portland Seattle: 1 locomotive")
    assert at.row == ["red", "locomotive", "locomotive", "locomotive", None]
    assert "swept" not in at.story


@pytest.mark.parametrize(("ordinary", "swept"), [(1, False), (2, False), (3, True), (4, True)])
def test_rule_04_nothing_is_swept_when_it_is_hopeless(ordinary: int, swept: bool) -> None:
    # Not in hands: three locomotives in the row and what the claim puts down. Five will lie face
    # up again; with two ordinary cards or fewer three of them must be locomotives.
    length = {1: "Atlanta Nashville", 2: "Houston New Orleans", 3: "El Paso Phoenix"}
    at = table().with_hand(0, "purple*4").with_row("loco*3 - -").with_deck("", rest=1)
    at.claims("Denver Omaha" if ordinary == 4 else f"{length[ordinary]} purple")
    assert ("swept" in at.story) == swept
    if not swept:
        assert at.row[:3] == ["locomotive"] * 3
        assert at.row.count("purple") == ordinary


def test_rule_04_cards_in_pile_and_discards_are_reckoned_with() -> None:
    # The pile holds locomotives only, but there are two more ordinary cards among the discards.
    at = table().with_row("loco*2 red*2 blue").with_discards("green")
    at.with_deck("loco*5", rest=1)
    at.draws("red")
    assert at.story.count("swept") > 0
    at = table().with_row("loco*2 red*2 blue").with_deck("loco*5", rest=1)
    at.draws("red")
    # Only red and blue are left outside the hands: nothing can help.
    assert at.story == ["drew", "turned up"]
