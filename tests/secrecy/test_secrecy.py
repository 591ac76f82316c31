"""Nobody is told what he may not know: not by an event, not by a view, not by a word too many."""

import dataclasses
import itertools
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import branchline as bl
from branchline.board import CARDS
from branchline.game import events as ev
from branchline.game.view import make_view
from branchline.rules import engine

from ..play import (
    GAMES,
    SOME_TABLES,
    TABLES,
    at_every_table,
    at_some_tables,
    begin,
    play,
    step,
    written,
)
from ..scale import scaled
from .worlds import Tally, Viewer, World, imagined, in_step, redealt

VIEW_FIELDS = {
    # The game, and where it stands.
    *("game", "board", "viewer", "seats", "options", "phase", "to_act", "seat", "first_seat"),
    *("turn", "turns_left", "passes", "turn_seat"),
    # What lies open for all.
    *("market", "deck", "discards", "ticket_deck", "players", "owners", "closed"),
    *("cut", "built", "supply"),
    *("payees", "markers", "claimed", "alvin", "alvin_holder"),
    *("pile", "idle", "active"),
    # The viewer's own.
    *("hand", "tickets", "tickets_done", "offer", "keep_at_least", "choice", "ticket_places"),
    *("reach", "own_track", "own_spent", "best_tickets"),
}
PLAYER_FIELDS = {
    *("seat", "trains", "points", "cards", "known", "tickets", "offered", "has_chosen"),
    *("home", "markers_left", "captures", "yard", "track"),
    *("completed", "completed_count", "completed_now"),
}
TICKET_PLACE_FIELDS = {"ticket", "seat", "position"}

# What the others, and a spectator, are told of each event; and what the one it concerns is.
TOLD_TO_OTHERS = {
    "starts": {"seat"},
    "shuffled": {"deck_count"},
    "dealt": {"seat", "cards_count"},
    "turned up": {"place", "card"},
    "swept": {"cards"},
    "tickets shuffled": {"deck_count"},
    "offered": {"seat", "tickets_count"},
    "chose": {"seat"},
    "kept": {"seat", "tickets_count", "returned_count"},
    "put under": {"tickets_count"},
    "turn": {"seat", "number"},
    "drew": {"seat", "from", "card"},
    "drew from deck": {"seat", "from"},
    "claimed": {"seat", "track", "cards"},
    "scored for route": {"seat", "points", "why", "track"},
    "scored for marker": {"seat", "points", "why", "track", "city"},
    "scored for capture": {"seat", "points", "why", "track"},
    "scored for tickets": {"seat", "points", "why"},
    "scored for a closed ticket": {"seat", "why"},
    "built": {"seat", "track", "colour"},
    "piece returned": {"track", "colour"},
    "cut off": {"tracks"},
    "settled": {"seat", "city"},
    "marked": {"seat", "city", "cards"},
    "captured": {"seat", "city"},
    "alvin moved": {"seat", "city"},
    "moved": {"seat", "cards"},
    "robbed": {"seat", "colour", "cards", "locomotives"},
    "laid": {"seat", "rows"},
    "scoring": {"pass"},
    "completed": {"seat", "ticket", "cards"},
    "completed, closed": {"seat"},
    "finished": {"seat"},
    "gathered": {"count"},
    "passed": {"seat"},
    "last round": {"seat", "turns"},
    "over": {"why"},
}
TOLD_TO_OWNER = {
    **TOLD_TO_OTHERS,
    "dealt": {"seat", "cards"},
    "offered": {"seat", "tickets"},
    "kept": {"seat", "tickets", "returned"},
    "drew from deck": {"seat", "from", "card"},
    "completed, closed": {"seat", "ticket", "cards"},
    "scored for a closed ticket": {"seat", "points", "why"},
}

SEATS_AND_SPECTATOR = [
    (game, seats, viewer)
    for game, seats in TABLES
    # Everybody in the oldest game; of the others one seat, another for every number of seats.
    for viewer in (*(range(seats) if game == "usa" else [2 * seats % 3]), None)
]
SOMEBODY = scaled(
    # At each table either a seat or the spectator.
    [(game, seats, 2 * seats % 3 if seats % 2 else None) for game, seats in TABLES],
    SEATS_AND_SPECTATOR,
)
SEATS = scaled(
    [(game, seats, 2 * seats % 3) for game, seats in SOME_TABLES],
    [(game, seats, viewer) for game, seats, viewer in SEATS_AND_SPECTATOR if viewer is not None],
)


def compare_worlds(
    game: str, seats: int, viewer: Viewer, other_world: World, games: int
) -> list[Tally]:
    tallies = []
    for number in range(games):
        at_table = begin(game, seats, 100 * seats, number)
        quiet = (0.0, 0.9, 1.0)[number % 3]
        tallies.append(in_step(at_table, viewer, other_world, number, quiet))
    return tallies


def enough(tallies: list[Tally], steps: int) -> None:
    """The comparison must have had something to compare."""
    worlds = sum(t.worlds for t in tallies)
    assert sum(t.steps for t in tallies) >= steps
    assert sum(t.steps for t in tallies) >= 2 * worlds
    assert sum(t.different for t in tallies) >= 0.95 * worlds
    assert max(t.longest for t in tallies) >= 20
    assert sum(t.revelations for t in tallies) >= 50


@pytest.mark.parametrize(("game", "seats", "viewer"), SEATS)
def test_a_seat_cannot_tell_an_imagined_world(game: str, seats: int, viewer: int) -> None:
    enough(compare_worlds(game, seats, viewer, imagined, 3), 200)


@pytest.mark.parametrize(("game", "seats", "viewer"), SOMEBODY)
def test_nobody_can_tell_a_world_dealt_anew(game: str, seats: int, viewer: Viewer) -> None:
    enough(compare_worlds(game, seats, viewer, redealt, 3), 200)


@pytest.mark.parametrize(
    ("game", "seats", "kind"),
    [
        *(("usa", 3, kind) for kind in (ev.Drew, ev.Offered, ev.Kept, ev.Shuffled)),
        *(("card_game-closed_tickets", 4, kind) for kind in (ev.Completed, ev.Scored)),
    ],
)
def test_a_leaking_event_would_be_noticed(
    game: str, seats: int, kind: type[bl.Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_facts = tuple(replace(fact, is_secret=False) for fact in kind.facts)
    monkeypatch.setattr(kind, "facts", open_facts)
    with pytest.raises(AssertionError):
        compare_worlds(game, seats, 0, redealt, 12)


@pytest.mark.parametrize(
    ("game", "secret"),
    [
        *(("usa", secret) for secret in ("hand", "held", "deck", "ticket_deck")),
        *(("card_game", secret) for secret in ("hand", "held", "deck", "track")),
        ("card_game-open_track", "track"),
        *(("card_game-closed_tickets", secret) for secret in ("completed", "points", "spent")),
        ("france", "hand"),
        ("old_west-alvin", "held"),
    ],
)
def test_a_leaking_view_would_be_noticed(
    game: str, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single bit of what is hidden, in a field where nobody would look for it."""

    def leak(board: bl.Board, states: Any, viewer: Viewer, options: dict[str, Any]) -> bl.View:
        view = make_view(board, states, viewer, options)
        bit = zlib.crc32(states[0][secret].tobytes()) & 1
        return dataclasses.replace(view, passes=view.passes + bit)

    monkeypatch.setattr("branchline.game.game.make_view", leak)
    # What is closed lies longest where there are two scorings.
    seats, games = (4, 3) if "closed" in game else (3, 1)
    with pytest.raises(AssertionError):
        compare_worlds(game, seats, 0, redealt, games)


@pytest.mark.parametrize("game", [name for name in GAMES if name.startswith("card_game")])
def test_who_may_look_at_a_track(game: str) -> None:
    """Rule 35: nobody, but the owner while tickets are completed, or always if that is agreed."""
    looked = 0
    for seed in range(3):
        chooser = random.Random(seed)
        at_table = begin(game, 4, seed)
        while not at_table.is_over:
            may = at_table.phase == "complete tickets" or "open_track" in game
            for viewer in range(4):
                view = at_table.view(viewer)
                cards = at_table._states[0]["track"][viewer].tolist()
                own = {card: n for card, n in zip(CARDS, cards, strict=True) if n}
                assert view.own_track == (own if may else None)
                assert may or view.best_tickets == ()
                looked += bool(own) and may
            spectator = at_table.view(None)
            assert (spectator.own_track, spectator.best_tickets) == (None, ())
            counts = [player.track for player in spectator.players]
            lying = at_table._states[0]["track"][:4] + at_table._states[0]["spent"][:4]
            assert counts == lying.sum(axis=1).tolist()
            step(chooser, at_table, ["random"] * 4)
        assert at_table.view(0).own_track is None or "open_track" in game
    assert looked > 20


@at_some_tables
def test_worlds_dealt_anew_keep_the_laws(game: str, seats: int) -> None:
    """Else the test above could compare with something that is no state at all."""
    chooser = random.Random(seats)
    at_table = begin(game, seats, seats)
    while not at_table.is_over:
        viewers = (*range(seats), None)
        one = len(at_table.history) % len(viewers)  # each in its turn
        for viewer in scaled(viewers[one : one + 1], viewers):
            world = redealt(at_table, viewer, chooser.randrange(2**31))
            assert engine.broken_law(world.board.record, world._states) == 0
        step(chooser, at_table, ["hoarder" if chooser.random() < 0.5 else "random"] * seats)


def names_in(thing: Any) -> Iterator[str]:
    if isinstance(thing, dict):
        for name, value in thing.items():
            yield name
            yield from names_in(value)
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from names_in(value)


def names_of_counts(board: bl.Board) -> set[str]:
    tracks, cities = (t.id for t in board.tracks), (c.id for c in board.cities)
    lengths = [str(length) for length in board.numbers["pieces"]]
    return {*CARDS, *tracks, *cities, *lengths, *board.options}


@at_every_table
def test_views_have_only_the_fields_that_were_thought_about(game: str, seats: int) -> None:
    at_table = play(game, seats, seats, most=150)
    allowed = VIEW_FIELDS | PLAYER_FIELDS | TICKET_PLACE_FIELDS | names_of_counts(at_table.board)
    for viewer in (*range(seats), None):
        view = at_table.view(viewer).to_json()
        assert set(view) == VIEW_FIELDS
        assert all(set(player) == PLAYER_FIELDS for player in view["players"])
        assert all(set(place) == TICKET_PLACE_FIELDS for place in view["ticket_places"])
        assert set(names_in(view)) <= allowed


def all_events(game: bl.Game) -> Iterator[ev.Event]:
    yield from game.opening
    for _, _, events in game.history:
        yield from events


def kind_of(event: ev.Event) -> str:
    match event:
        case ev.Drew(place=None):
            return "drew from deck"
        case ev.Scored(closed=True):
            return "scored for a closed ticket"
        case ev.Scored(why=why):
            return f"scored for {why}"
        case ev.Completed(closed=True):
            return "completed, closed"
    return event.kind


@at_every_table
def test_events_tell_only_what_was_thought_about(game: str, seats: int) -> None:
    kinds = set()
    for seed in range(5):
        taste = ("random", "hoarder", "marks first", "claims first", "by hand")[seed]
        for event in all_events(play(game, seats, seed, taste)):
            kinds.add(kind_of(event))
            for viewer in (*range(seats), None):
                owner = viewer is not None and viewer == getattr(event, "seat", None)
                told = (TOLD_TO_OWNER if owner else TOLD_TO_OTHERS)[kind_of(event)]
                assert set(event.seen_by(viewer)) == {"event"} | told
    assert {"dealt", "offered", "kept", "drew from deck", "drew", "shuffled"} <= kinds
    assert KINDS_OF.get(game, KINDS_OF[game.split("-")[0]]) <= kinds
    assert not kinds & ({"completed", "scored for tickets"} if "closed" in game else CLOSED)
    if game == "old_west-alvin":
        assert {"captured", "alvin moved", "scored for capture"} <= kinds
    if game.startswith("card_game") and seats == 4:
        assert "gathered" in kinds


CLOSED = {"completed, closed", "scored for a closed ticket"}
KINDS_OF = {
    "usa": {"claimed", "scored for route"},
    "france": {"claimed", "built", "piece returned", "cut off", "put under"},
    "old_west": {"claimed", "settled", "marked", "scored for marker", "put under"},
    "card_game": {"moved", "robbed", "laid", "scoring", "completed", "scored for tickets"},
    "card_game-closed_tickets": {"moved", "robbed", "laid", "scoring", *CLOSED},
}


def another(event: ev.Event, board: bl.Board) -> ev.Event | None:
    """An event that looks the same to those who may not see all of it; None if all see all."""
    card = {a: b for a, b in zip(CARDS, (*CARDS[1:], CARDS[0]), strict=True)}
    ids = [ticket.id for ticket in board.tickets]
    ticket = {a: b for a, b in zip(ids, (*ids[1:], ids[0]), strict=True)}
    match event:
        case ev.Shuffled(deck=deck):
            return dataclasses.replace(event, deck=tuple(card[c] for c in deck))
        case ev.Dealt(cards=cards):
            return dataclasses.replace(event, cards=tuple(card[c] for c in cards))
        case ev.TicketsShuffled(deck=deck):
            return dataclasses.replace(event, deck=tuple(ticket[t] for t in deck))
        case ev.Offered(tickets=offered):
            return dataclasses.replace(event, tickets=tuple(ticket[t] for t in offered))
        case ev.PutUnder(tickets=put):
            return dataclasses.replace(event, tickets=tuple(ticket[t] for t in put))
        case ev.Kept(tickets=kept, returned=returned):
            return dataclasses.replace(
                event,
                tickets=tuple(ticket[t] for t in kept),
                returned=tuple(ticket[t] for t in returned),
            )
        case ev.Drew(place=None):
            return dataclasses.replace(event, card=card[event.card])
        case ev.Completed(closed=True):
            spent = {card[c]: n for c, n in event.cards.items()}
            return dataclasses.replace(event, ticket=ticket[event.ticket], cards=spent)
        case ev.Scored(closed=True):
            return dataclasses.replace(event, points=event.points + 1)
    return None


@at_every_table
def test_other_secrets_look_the_same(game: str, seats: int) -> None:
    swapped = 0
    at_table = play(game, seats, 3)
    for event in all_events(at_table):
        other = another(event, at_table.board)
        if other is None:
            continue
        swapped += 1
        assert other != event
        owner = getattr(event, "seat", None)
        for viewer in (*range(seats), None):
            alike = written(event.seen_by(viewer)) == written(other.seen_by(viewer))
            assert alike == (viewer is None or viewer != owner)
    assert swapped > 30


def needles(game: bl.Game) -> list[bytes]:
    """What the key, the generator and the deck would look like if they were written somewhere."""
    chance = game._states[0]["chance"]
    key = game.key
    texts = [key.hex(), key[::-1].hex(), key.hex().upper(), str(list(key))]
    for word in [*chance["key"].tolist(), *chance["block"].tolist()]:
        if word >= 1_000_000:  # a small number may well be written for another reason
            texts += [str(word), f"{word:08x}", word.to_bytes(4, "little").hex()]
    deck = game._states[0]["deck"][: int(game._states[0]["deck_n"])].tolist()
    tickets = game._states[0]["ticket_deck"].tolist()
    # The row has five places, so six cards in the order of the deck lie nowhere else.
    for top in (deck[-6:], deck[-6:][::-1]):
        if len(top) == 6:
            texts += [written([CARDS[c] for c in top]).decode()[1:-1], str(top)[1:-1]]
    at, n = int(game._states[0]["ticket_top"]), int(game._states[0]["ticket_n"])
    if n >= 4:  # fewer have no order to speak of
        first = [tickets[(at + i) % len(tickets)] for i in range(4)]  # it is a ring
        texts.append(written([game.board.tickets[t].id for t in first]).decode()[1:-1])
    return [text.encode() for text in texts]


@at_some_tables
def test_no_key_no_counter_no_order_anywhere(game: str, seats: int) -> None:
    searched = 0
    for seed in range(1, 2):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        events = at_table.opening
        while not at_table.is_over:
            secrets = needles(at_table)
            for viewer in (*range(seats), None):
                text = written([e.seen_by(viewer) for e in events])
                if len(at_table.history) % 3 == 0:
                    text += written(at_table.view(viewer).to_json())
                assert not [s for s in secrets if s in text]
                searched += len(secrets)
            events = step(chooser, at_table, ["random"] * seats)
    assert searched > 10_000


def test_the_needles_would_be_found() -> None:
    """The record does tell everything, so the search above must find it there."""
    game = bl.new_game("usa", 2, seed=1)
    assert game.key.hex().encode() in needles(game)
    text = game.record().dumps().encode()
    found = [needle for needle in needles(game) if needle in text]
    assert len(found) >= 2


@at_some_tables
def test_nobody_can_tell_how_many_first_tickets_another_kept(game: str, seats: int) -> None:
    """Rule 2: not until all have chosen; then everybody can."""
    shown = 0
    for order in random.Random(1).sample(list(itertools.permutations(range(seats))), 2):
        for chooser_seat in order[:-1]:
            told: dict[Viewer, set[bytes]] = {v: set() for v in (*range(seats), None)}
            told_after: dict[Viewer, set[bytes]] = {v: set() for v in (*range(seats), None)}
            start = begin(game, seats, 11)
            choices = start.legal_actions(chooser_seat)
            choices = random.Random(seats).sample(choices, min(4, len(choices)))
            assert len({len(kept_by(action)) for action in choices}) > 1
            for choice in choices:
                at_table = begin(game, seats, 11)
                seen: dict[Viewer, list[Any]] = {v: [] for v in told}
                for seat in order:
                    legal = at_table.legal_actions(seat)
                    action = choice if seat == chooser_seat else legal[0]
                    if seat == order[-1]:
                        for viewer, texts in told.items():
                            texts.add(written(seen[viewer]))
                    events = at_table.push(action, seat)
                    for viewer, log in seen.items():
                        log += [e.seen_by(viewer) for e in events]
                        log.append(at_table.view(viewer).to_json())
                for viewer, texts in told_after.items():
                    texts.add(written(seen[viewer]))
            for viewer in told:
                if viewer == chooser_seat:
                    assert len(told[viewer]) == len(choices)
                else:
                    assert len(told[viewer]) == 1
                    assert len(told_after[viewer]) > 1
                    shown += 1
    assert shown >= seats


def kept_by(action: bl.Action) -> tuple[str, ...]:
    assert isinstance(action.move, bl.Keep)
    return action.move.tickets


@at_some_tables
def test_refusals_tell_a_seat_nothing_hidden(game: str, seats: int) -> None:
    """A seat that asks why it may not do something gets the same answer in every world."""
    ask: Callable[[bl.Game, int], list[str]] = lambda g, seat: [  # noqa: E731
        g.why_not(id, seat).text for id in range(0, g.board.n_actions, 7)
    ]
    for most in (0, 1, seats, 40, 90):
        at_table = play(game, seats, most, most=most)
        for seat in range(seats):
            assert ask(at_table, seat) == ask(redealt(at_table, seat, most), seat)
