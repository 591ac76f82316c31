"""The Card Game among several people, each with a browser, through both scorings."""

from playwright.sync_api import expect

from tests.golden.kept import shown_by
from tests.scale import scaled

from .plans import with_cards
from .players import Player, play_together
from .tables import Tables

SEATS = 4
NAMES = scaled(["Ada", "Bob"], ["Ada", "Bob", "Cleo", "Dan"])
"""Where there are fewer people, bots have the other seats."""


def test_several_people_play_the_card_game(tables: Tables) -> None:
    guests = tables.people("card_game", NAMES, phones=len(NAMES) - 1, bots=SEATS - len(NAMES))
    players = [Player(guest, "touch" if guest.touch else "mouse", with_cards) for guest in guests]
    play_together(players)
    shown = []
    for guest in guests:
        guest.skip_counting()
        expect(guest.page.locator(".final tbody tr")).to_have_count(SEATS)
        # On a phone the bonuses are summed up; who has how many points is the same everywhere.
        rows = guest.page.locator(".final tbody tr").all_inner_texts()
        shown.append([(row.split()[1], row.split()[-1]) for row in rows])
    assert shown == [shown[0]] * len(NAMES)
    assert {name for name, _ in shown[0]} >= set(NAMES)
    # Tickets were completed after each time the pile ran out.
    assert "the first scoring" in shown_by(guests[0].save_record())
    assert sum(player.did["best"] for player in players) > len(NAMES)
