"""France, Old West and The Card Game from the first choice to the last point, in every way.

In a deep run each game is played by mouse, by touch and by keyboard alone, at its smallest and its
largest table, in both languages, light and dark, in a large and a small window; what a person
can be asked comes up at least once. The deal is the same every time. The Card Game is also played
in `test_several_people.py`.
"""

from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.golden.kept import shown_by
from tests.scale import scaled

from .layout import crowded
from .plans import on_the_map, with_cards
from .players import Device, Player, Seen
from .tables import Tables
from .visits import barriers

LAPTOP, PHONE = (1280, 720), (390, 844)
LARGEST = {"france": 5, "old_west": scaled(3, 6), "card_game": 4}


@dataclass(frozen=True)
class Way:
    """One way to play: by what, at how large a table, and how the page looks."""

    device: Device
    large: bool
    language: str
    scheme: Literal["light", "dark"]
    size: tuple[int, int]

    def options(self, game: str) -> dict[str, bool]:
        """Alvin comes to large tables."""
        return {"alvin": True} if game == "old_west" and self.large else {}


WAYS = {
    "mouse": Way("mouse", False, "en-GB", "light", LAPTOP),
    "keyboard": Way("keyboard", True, "fr-FR", "dark", LAPTOP),
    "touch": Way("touch", True, "fr-FR", "dark", PHONE),
}

MET = {
    "france": {"claimed a built bed", "knew what is cut"},
    "old_west": {"markers", "declined"},
    "card_game": {"lay", "three", "robbed", "complete", "best"},
}
"""What comes up in each game, besides what comes up in all."""

SHOWN = {
    "france": {"a crossing cut", "a zone ticket completed"},
    "old_west": {"Alvin captured"},
    "card_game": {"the first scoring"},
}
"""What else the large games by keyboard show, somebody or other having done it."""


class Inspector:
    """Looks once at each kind of decision: nothing overlaps, and axe finds nothing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seen: set[str] = set()
        self.faults: dict[str, list[str]] = {}

    def see(self, seen: Seen) -> None:
        kind = f"{seen['phase']}{' asked' if seen['ask'] else ''}"
        # The middle of a game shows more than its beginning.
        if kind not in self.seen and (seen["phase"] != "turn" or int(seen["seq"]) > 60):
            self.seen.add(kind)
            self.inspect(kind)

    def inspect(self, kind: str) -> None:
        found = crowded(self.page)
        # The tracks are by far the most of a page, and alike. A small run looks at the question.
        asked = self.page.locator(".ask, .choice")
        new = ":is(.ask, .choice)" if asked.count() else "html"
        found += barriers(self.page, scaled(new, "html"), without="g.tracks")
        if found:
            self.faults[kind] = found


PLAYED = scaled(
    [("france", "mouse"), ("old_west", "touch")],
    [(game, way) for game in LARGEST for way in WAYS],
)
"""By keyboard alone, too, the small run plays USA (`test_whole_games.py`)."""


@pytest.mark.parametrize(("game", "by"), PLAYED)
def test_a_whole_game(tables: Tables, game: str, by: str) -> None:
    way = WAYS[by]
    seats = LARGEST[game] if way.large else 2
    guest = tables.against_bots(
        game,
        seats=seats,
        size=way.size,
        scheme=way.scheme,
        touch=way.device == "touch",
        language=way.language,
        options=way.options(game),
    )
    player = Player(guest, way.device, with_cards if game == "card_game" else on_the_map)
    inspector = Inspector(guest.page)
    player.watch = inspector.see
    player.play()
    guest.skip_counting()
    inspector.inspect("the end")
    assert inspector.faults == {}
    expect(guest.page.locator(".final tbody tr")).to_have_count(seats)
    expect(guest.page.locator(".final thead th").last).to_be_visible()
    missed = {what for what in MET[game] | {"keep", "more", "two"} if not player.did[what]}
    assert missed == set()
    record = guest.save_record()
    assert record.header["options"] == ({"alvin": True} if "alvin" in way.options(game) else {})
    if way.device == "keyboard" and way.large:
        assert shown_by(record) >= SHOWN[game]
