"""The bots: legal choices, from nothing but what a seat may know."""

from __future__ import annotations

import copy
import gc
import types
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import branchline as bl
from branchline.board import CARDS
from branchline.bots import BOTS, LEVELS, Bot, Clock, bots_for, make_bot
from branchline.bots.levels import player_of
from branchline.bots.spec import read_spec
from branchline.game.keys import stream
from tests.play import at_every_table, begin, play
from tests.scale import scaled

KEY = bytes(range(32))
CLOCK = Clock(playouts=scaled(4, 12))
"""Little, so that the bots that search are quick too."""

BOTS_AT_TABLES = [
    (name, game, seats)
    for game in bl.games()
    for name in bots_for(bl.load_board(game))
    for seats in range(bl.load_board(game).min_seats, bl.load_board(game).max_seats + 1)
]
every_bot_at_every_table = pytest.mark.parametrize(("name", "game", "seats"), BOTS_AT_TABLES)


def is_played_whole(name: str, game: str, seats: int) -> bool:
    """Whether a whole game is played in the small run too: every bot in every game, spread."""
    at = seats + bl.games().index(game) + sorted(BOTS).index(name)
    return at % (3 if name == "dispatcher" else 2) == 0


WHOLE_GAMES = scaled([table for table in BOTS_AT_TABLES if is_played_whole(*table)], BOTS_AT_TABLES)
every_bot = pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for game in bl.games() for name in bots_for(bl.load_board(game))],
)


def bot(name: str, game: bl.Game, key: bytes = KEY) -> Bot:
    return make_bot(name, game.board, stream(key))


def test_every_bot_plays_some_game() -> None:
    assert {name for game in bl.games() for name in bots_for(bl.load_board(game))} == set(BOTS)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the dispatcher compare few play-outs: it need not choose well."""
    monkeypatch.setattr("branchline.bots.dispatcher.BATCH", 3)


def test_every_bot_plays_a_whole_game_of_every_kind() -> None:
    assert {table[:2] for table in WHOLE_GAMES} == {table[:2] for table in BOTS_AT_TABLES}
    assert {table[1:] for table in WHOLE_GAMES} == {table[1:] for table in BOTS_AT_TABLES}


@pytest.mark.parametrize(("name", "game", "seats"), WHOLE_GAMES)
@pytest.mark.usefixtures("hasty")
def test_a_bot_chooses_only_what_is_legal(name: str, game: str, seats: int) -> None:
    at_table = bl.new_game(game, seats, seed=seats)
    # A bot that searches takes its time: at a table it is the only one that does.
    others = "planner" if name == "dispatcher" else name
    names = [name, *[others] * (seats - 1)]
    bots = [bot(names[seat], at_table, bytes([seat]) * 32) for seat in range(seats)]
    while not at_table.is_over:
        seat = at_table.to_act[-1]
        legal = at_table.legal_actions(seat)
        chosen = bots[seat].choose(at_table.view(seat), legal, CLOCK)
        assert chosen in legal
        at_table.push(chosen, seat)
    assert at_table.result().winners


@every_bot_at_every_table
@pytest.mark.usefixtures("hasty")
def test_the_same_view_and_stream_give_the_same_choice(name: str, game: str, seats: int) -> None:
    for seed in range(scaled(1, 3)):
        at_table = play(game, seats, seed=seed, most=50 + 30 * seed)
        seat = at_table.to_act[0]
        view, legal = at_table.view(seat), at_table.legal_actions(seat)
        chosen = bot(name, at_table).choose(view, legal, CLOCK)
        # A copy of what it was given, in place of the very same things.
        again = bot(name, at_table).choose(copy.deepcopy(view), copy.deepcopy(legal), CLOCK)
        assert again == chosen
        # Worlds that only look the same.
        for other in range(3):
            world = bl.imagine(view, seed=other)
            options = world.legal_actions(seat)
            elsewhere = bot(name, at_table).choose(world.view(seat), options, CLOCK)
            assert elsewhere == chosen


@every_bot
def test_a_bot_says_why_in_a_sentence(name: str, game: str) -> None:
    player = bot(name, bl.new_game(game, 3, seed=5))
    assert player.explain()
    for steps in range(0, 120, scaled(23, 7)):
        at_table = play(game, 3, seed=5, most=steps)
        seat = at_table.to_act[0]
        player.choose(at_table.view(seat), at_table.legal_actions(seat), CLOCK)
        assert player.explain().strip()
        assert "\n" not in player.explain()


@every_bot
def test_a_bot_leaves_what_it_is_given_alone(name: str, game: str) -> None:
    at_table = play(game, 3, seed=5, most=80)
    seat = at_table.to_act[0]
    view, legal = at_table.view(seat), at_table.legal_actions(seat)
    view_before, legal_before = copy.deepcopy(view), list(legal)
    before = at_table._states.tobytes()
    bot(name, at_table).choose(view, legal, CLOCK)
    assert (view, legal) == (view_before, legal_before)
    assert at_table._states.tobytes() == before


def reachable(*roots: object) -> Iterator[object]:
    """Everything that can be reached from some objects, except their classes."""
    seen: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen[id(thing)] = thing
        yield thing
        waiting += gc.get_referents(thing)


PLAIN = (str, int, bool, types.NoneType, tuple, list, dict)
OURS = (
    *(bl.View, bl.PlayerView, bl.TicketPlace, bl.Action),
    *bl.Move.kinds.values(),
)


@at_every_table
def test_nothing_but_plain_facts_can_be_reached_from_what_a_bot_is_given(
    game: str, seats: int
) -> None:
    at_table = begin(game, seats, seed=seats)
    given: list[tuple[bl.View, list[bl.Action], list[object]]] = []

    class Curious:
        def choose(self, view: bl.View, legal: Sequence[bl.Action]) -> bl.Action:
            if len(at_table.history) % 9 == 0:
                given.append((view, list(legal), list(reachable(view, legal))))
            return legal[len(at_table.history) % len(legal)]

    while not at_table.is_over and len(at_table.history) < 250:
        seat = at_table.to_act[0]
        legal = at_table.legal_actions(seat)
        at_table.push(Curious().choose(at_table.view(seat), legal), seat)
        if given and given[-1][0].viewer == seat and len(at_table.history) % 9 == 1:
            _is_innocent(at_table, *given[-1])
    assert len(given) > 10


def _is_innocent(game: bl.Game, view: bl.View, legal: list[bl.Action], found: list[object]) -> None:
    assert {type(thing) for thing in found} <= {*PLAIN, *OURS}
    texts = {thing for thing in found if isinstance(thing, str)}
    assert not [text for text in texts if game.key.hex() in text]
    # No pile of cards: the only rows of cards are the one that lies face up, and three to lay.
    rows: list[Any] = [thing for thing in found if isinstance(thing, tuple | list) and thing]
    cards = [row for row in rows if all(isinstance(c, str) and c in CARDS for c in row)]
    threes = [a.move.colours for a in legal if isinstance(a.move, bl.LayThree)]
    assert all(row == view.market or row in threes for row in cards)
    # No pile of tickets, nor anybody else's: only one's own.
    ids = {ticket.id for ticket in game.board.tickets}
    own = {*view.tickets, *view.offer, *(lying.ticket for lying in view.ticket_places)}
    own |= {t for a in legal if isinstance(a.move, bl.Keep) for t in a.move.tickets}
    own |= {t for player in view.players for t in player.completed}  # shown when completed
    tracks = {track.id for track in game.board.tracks}
    assert (texts & ids) - tracks <= own


def test_the_walk_would_find_a_leak() -> None:
    # The test of the test: a game, its state and its key are found where they can be reached.
    at_table = bl.new_game("usa", 2, seed=1)
    found = {type(thing) for thing in reachable([at_table.view(0), at_table])}
    assert not found <= {*PLAIN, *OURS}
    assert {bl.Game, bytes} <= found


@pytest.mark.parametrize("game", bl.games())
@pytest.mark.parametrize("at", [0, 1])
def test_the_planner_beats_random_clearly(game: str, at: int) -> None:
    players = ["random", "random"]
    players[at] = "planner"
    played = list(bl.simulate(game, players, scaled(5, 20), seed=3))
    won = sum(at in one.winners for one in played) / len(played)
    # Chance matters more without a map: a lucky random player completes a dozen tickets.
    assert won >= (0.8 if game == "card_game" else 0.95)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(bl.BranchlineError, match="no bot called 'rook'; it has: disp"):
        make_bot("rook", bl.load_board("usa"), stream(bytes(32)))


def test_a_bot_for_another_kind_of_game_is_refused() -> None:
    with pytest.raises(bl.BranchlineError, match="'path'; it has: dispatcher, planner, g"):
        make_bot("path", bl.load_board("card_game"), stream(bytes(32)))


@pytest.mark.parametrize("game", bl.games())
def test_a_level_is_a_player_of_its_own_with_a_number_of_playouts(game: str) -> None:
    board = bl.load_board(game)
    for level in LEVELS:
        assert level.id not in bots_for(board), "a name stands for one player"
        named = player_of(level.id, board)
        assert named == level.player(board)
        budget = read_spec(named).clock
        assert budget is None or budget.seconds is None, "never a time"
    assert read_spec(player_of("superintendent", board)).clock == bl.Clock(playouts=2000)
