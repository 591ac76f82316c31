"""Whole games among several people, each with a browser, and the rematch."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.golden.kept import shown_by
from tests.scale import scaled

from . import clicks
from .plans import on_the_map, with_cards
from .players import Player, play_together
from .tables import Tables
from .visits import becomes


@dataclass(frozen=True)
class Company:
    """Who plays what: people, the last of them on phones, and bots."""

    game: str
    names: list[str]
    phones: int
    bots: int


COMPANIES = scaled(
    [Company("card_game", ["Ada", "Bob"], phones=1, bots=2)],
    [
        Company("card_game", ["Ada", "Bob", "Cleo", "Dan"], phones=3, bots=0),
        Company("usa", ["Ada", "Bob"], phones=0, bots=0),
    ],
)
"""A page without a map takes much less time to draw."""


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.game)
def test_several_people_play_a_whole_game(tables: Tables, company: Company) -> None:
    names = company.names
    guests = tables.people(company.game, names, phones=company.phones, bots=company.bots)
    plan = with_cards if company.game == "card_game" else on_the_map
    players = [Player(guest, "touch" if guest.touch else "mouse", plan) for guest in guests]
    play_together(players)
    shown = []
    for guest in guests:
        guest.skip_counting()
        rows = guest.page.locator(".final tbody tr")
        expect(rows).to_have_count(len(names) + company.bots)
        # On a phone the bonuses are summed up; who has how many points is the same everywhere.
        both = (rows.locator(part).all_inner_texts() for part in (".name", ".sum"))
        shown.append(list(zip(*both, strict=True)))
    assert shown == [shown[0]] * len(names)
    assert {name for name, _ in shown[0]} >= set(names)
    record = guests[0].save_record()
    if company.game == "card_game":
        # Tickets were completed after each time the pile ran out.
        assert "the first scoring" in shown_by(record)
        assert sum(player.did["best"] for player in players) > len(names)
    host, friend = guests[0].page, guests[1].page
    # A reload shows the table of points at once.
    friend.reload()
    expect(friend.locator(".final tbody tr")).to_have_count(len(names) + company.bots)
    expect(friend.locator(".counting")).to_have_count(0)
    # A rematch takes everybody to a new table, where the same secrets hold their seats.
    over = clicks.table_id(host)
    host.get_by_role("button", name="Rematch").click()
    host.wait_for_url(lambda url: over not in url)
    friend.get_by_role("link", name="To the rematch").click()
    friend.wait_for_url(f"**/table/{clicks.table_id(host)}*")
    kept = "Object.keys(JSON.parse(localStorage['branchline.secrets'])).length"
    becomes(friend, lambda: friend.evaluate(kept), 2)
