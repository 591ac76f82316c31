"""The page is light: what comes over the wire on a first visit, by bytes."""

import pytest

from tests.scale import scaled

from . import clicks
from .visits import Visits
from .weight import weigh

MOST = 350_000
"""Compressed, without fonts and sounds."""


@pytest.mark.parametrize("game", [None, "usa", *scaled([], ["france", "old_west", "card_game"])])
def test_a_first_visit_is_light(visits: Visits, game: str | None) -> None:
    page = visits.visitor("about:blank")
    if game is None:
        weight = weigh(page, "/")
        page.get_by_role("button", name="Play USA").wait_for()
    else:
        host = visits.visitor()
        clicks.play_bots(host, game, 1)
        weight = weigh(page, clicks.copied(host, "Copy the link for others"))
        page.locator("[data-status]").wait_for()
    assert any(part.endswith(".js") for part in weight.parts)
    assert weight.page <= MOST, weight.parts
