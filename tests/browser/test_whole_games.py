"""Whole games of USA against bots: by keyboard alone, by touch on a phone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.scale import scaled

from .plans import on_the_map
from .players import Device, Player
from .tables import Tables

PHONE: dict[str, Any] = {"size": (390, 844), "touch": True}


@pytest.mark.parametrize(
    ("device", "seats", "how"),
    scaled([("keyboard", 2, {})], [("keyboard", 5, {}), ("touch", 2, PHONE)]),
)
def test_a_whole_game(tables: Tables, device: Device, seats: int, how: dict[str, Any]) -> None:
    ada = tables.against_bots(seats=seats, **how)
    Player(ada, device, on_the_map).play()
    ada.skip_counting()
    expect(ada.page.locator(".final tbody tr")).to_have_count(seats)
