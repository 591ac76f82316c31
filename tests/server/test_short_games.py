"""Every short sequence of requests: nobody is told, or keeps, what their seat may not know."""

from typing import Any

import pytest

from branchline.game.events import Event
from branchline.server.present import telling
from branchline.server.tables import replays
from branchline.server.tables.table import Table
from tests.scale import scaled

from . import short_games
from .desk import worlds
from .short_games import Search

__all__ = ["worlds"]
pytestmark = pytest.mark.usefixtures("worlds")
GAMES = ("usa", "france", "old_west", "card_game")
FEW, MANY = 8, 180


@pytest.mark.parametrize("people", ["ab", "abc", "aab"])
@pytest.mark.parametrize("scene", ["deal", "turn"])
def test_no_short_sequence_of_requests_shows_what_is_hidden(people: str, scene: str) -> None:
    search = Search(people)
    search.run(scene, scaled(5, 8), scaled(FEW, MANY))
    print(search)
    assert search.found == []
    assert search.nodes >= FEW
    assert search.parted or scene == "deal"


@pytest.mark.parametrize("game", GAMES[1:])
def test_it_shows_nothing_in_any_game(game: str) -> None:
    search = Search("ab", game)
    search.run("turn", scaled(5, 8), scaled(FEW, MANY))
    print(search)
    assert search.found == []
    assert search.nodes >= FEW


@pytest.mark.parametrize("people", ["ab", "abc"])
def test_nor_do_the_lobby_and_the_deal(people: str) -> None:
    search = Search(people)
    search.run("lobby", scaled(6, 9), scaled(60, 4 * MANY))  # most are before the deal, and cheap
    print(search)
    assert search.found == []
    assert search.dealt
    assert search.refused


@pytest.mark.parametrize("left", scaled([1], [1, 3]))
@pytest.mark.parametrize("game", GAMES)
def test_nor_do_the_end_the_rematch_and_going_on_from_a_step(game: str, left: int) -> None:
    search = Search("ab", game, left=left)
    search.run("end", scaled(4, 8), scaled(2 * FEW, MANY))
    print(search)
    assert search.found == []
    assert search.over
    assert search.forked


def test_what_was_shown_is_taken_back_by_consent() -> None:
    search = Search("ab")
    search.run("turn", 1, 40, "0 draw from the deck", "0 takes back", "1 consents True")
    assert search.found == []
    assert search.undone


def test_the_search_finds_what_is_seen_while_somebody_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strict = Table.may_take_back

    def only_those_present(at: Table, seat: int) -> str:
        """As if one need not ask who is away."""
        own = at.chairs[seat].secret
        there = any(c.is_person and not c.away and c.secret != own for c in at.chairs)
        allowed = strict(at, seat)
        return allowed if there or allowed == "no" else "freely"

    monkeypatch.setattr(Table, "may_take_back", only_those_present)
    search = Search("ab")
    search.run("turn", 1, 100, "0 draw from the deck", "1 leaves")
    assert any("1 leaves" in found and "1 takes back" not in found for found in search.found)


@pytest.mark.parametrize("event", ["drew", "turned up"])
def test_the_search_finds_a_card_that_is_looked_at_and_put_back(
    event: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("drew", event):
        monkeypatch.setattr(Event.kinds[kind], "reveals", False)
    search = Search("ab")
    drawn = "0 draw from the deck" if event == "drew" else "0 draw"
    search.run("turn", 0, 100, drawn, "0 takes back")
    assert any("looked" in found and drawn in str(found) for found in search.found)
    if event == "turned up":  # of what lies open, too: what comes in its place was hidden
        assert any("(place " in found for found in search.found)


def test_the_search_finds_eyes_that_are_open_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "check_eyes", lambda at, eyes, own: "open")
    with pytest.raises(AssertionError, match="not alike"):
        Search("ab").run("deal", 1, 2)


def test_the_search_finds_a_fork_that_shows_a_hand_to_watchers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = telling.tell_position

    def careless(at: Table, seat: int | None) -> Any:
        return shown(at, 0 if at.setup.forked_from else seat)

    monkeypatch.setattr(short_games, "tell_position", careless)
    search = Search("ab", left=1)
    search.run("end", 1, 20)
    assert any("was told by a fork" in found for found in search.found)
