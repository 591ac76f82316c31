"""Whole games of USA against bots by keyboard or by touch, and their analysis."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.scale import scaled

from .looking_back import look_back, on_a_phone
from .plans import on_the_map
from .players import Device, Player
from .tables import Tables

PHONE: dict[str, Any] = {"size": (390, 844), "touch": True, "language": "fr-FR"}


@pytest.mark.parametrize(
    ("device", "seats", "how"),
    scaled([("keyboard", 2, {})], [("keyboard", 5, {}), ("touch", 2, PHONE)]),
)
def test_a_whole_game(tables: Tables, device: Device, seats: int, how: dict[str, Any]) -> None:
    ada = tables.against_bots(seats=seats, **how)
    Player(ada, device, on_the_map).play()
    ada.skip_counting()
    expect(ada.page.locator(".final tbody tr")).to_have_count(seats)
    table = ada.table
    look_back(ada)
    if not ada.touch:
        on_a_phone(ada, table)
