"""Where a thing can be done in many ways and in none of them now: the reason that tells most."""

from __future__ import annotations

import pytest

from branchline import Refusal
from branchline.server.present.reasons import names, reasons
from tests.rules.yard import bare
from tests.table import table


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        # Blue, two cards and a locomotive, stands in another's yard.
        ("blue*2", Refusal.TOO_FEW_TO_ROB),
        ("blue*3", Refusal.TOO_FEW_TO_ROB),
        ("blue*2 loco", Refusal.TOO_FEW_TO_ROB),
        ("blue", Refusal.TOO_FEW_TO_ROB | Refusal.SMALL_SUIT),
        ("blue*3 loco", Refusal.NONE),
    ],
)
def test_a_suit_that_another_yard_has(hand: str, why: Refusal) -> None:
    game = bare().with_yard(1, "blue*2 loco").with_hand(0, hand).game
    told = reasons(game, 0, 0)["lays"]["blue"]
    assert (told["flags"] if told else []) == names(why)


def test_a_suit_of_ones_own_yard_and_one_of_a_single_card() -> None:
    game = bare().with_yard(0, "red*2").with_hand(0, "red*2 white").game
    told = reasons(game, 0, 0)["lays"]
    assert told["red"]["flags"] == ["IN_OWN_YARD"]
    assert told["white"]["flags"] == ["SMALL_SUIT"]


@pytest.mark.parametrize("hand", ["red*5 blue*3", "blue*4 red*5", "white*2"])
def test_a_built_bed_asks_for_its_own_colour(hand: str) -> None:
    """Cards of another colour are not what is missing."""
    game = table("france").with_built("Paris–Dijon", "blue").with_hand(0, hand).game
    assert reasons(game, 0, 0)["claims"]["dijon-paris-1"]["flags"] == ["FEW_CARDS"]


def test_a_ferry_asks_for_its_locomotive() -> None:
    game = table("france").with_hand(0, "red*6").game
    assert reasons(game, 0, 0)["claims"]["brest-cherbourg"]["flags"] == ["FERRY"]
