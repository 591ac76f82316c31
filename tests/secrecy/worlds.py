"""Other worlds that one viewer cannot tell from the real one, and a play of both in step."""

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import branchline as bl
from branchline.board import CARDS
from branchline.game import events as ev
from branchline.rules import state as st

from ..play import kind, written

Viewer = int | None
World = Callable[[bl.Game, Viewer, int], bl.Game]


def imagined(game: bl.Game, viewer: Viewer, seed: int) -> bl.Game:
    """A world by the library's own imagination, from nothing but the view."""
    return bl.imagine(game.view(viewer), seed)


def redealt(game: bl.Game, viewer: Viewer, seed: int, tracks_seen: bool = False) -> bl.Game:
    """The real state with all that is hidden from the viewer dealt anew, by means of our own.

    What lies open and what is counted stays in place. This shares nothing with `imagine`, and it
    can be done for a spectator too. With ``tracks_seen`` the viewer remembers what lies on tracks.
    """
    chooser = random.Random(seed)
    states = game._states.copy()
    s = states[0]
    if tracks_seen or not (is_closed(game) and deal_all(game, s, viewer, chooser)):
        deal_cards(game, s, viewer, chooser, tracks_seen)
        deal_tickets(game, s, viewer, chooser, spent_on(game))
    if game.phase == "first tickets":
        least = int(game.board.record[0]["first_keep"])
        for seat in range(game.seats):
            if seat != viewer and s["choice"][seat] >= 0:
                masks = range(1 << int(s["offer_n"][seat]))
                s["choice"][seat] = chooser.choice([m for m in masks if m.bit_count() >= least])
    s["chance"]["key"] = np.frombuffer(chooser.randbytes(32), np.uint32)
    s["chance"]["counter"], s["chance"]["used"] = chooser.randrange(1000), 16
    return bl.Game(game.board, dict(game.options), states)


def deal_cards(
    game: bl.Game,
    s: st.State,
    viewer: Viewer,
    chooser: random.Random,
    tracks_seen: bool = False,
) -> None:
    if viewer is None or game.seats > 2:
        # What two players can work out of each other's hands is hidden from a spectator, and
        # means nothing where there are more.
        s["located"] = s["seen"]
    known = s["located"] if game.seats == 2 else s["seen"]
    hidden = {seat: s["hand"][seat] - known[seat] for seat in range(game.seats) if seat != viewer}
    tracks = [] if tracks_seen else hidden_tracks(game, viewer)
    deck_n = int(s["deck_n"])
    pool = s["deck"][:deck_n].tolist()
    for cards in (*hidden.values(), *(s["track"][seat] for seat in tracks)):
        pool += np.repeat(np.arange(st.KINDS), cards).tolist()
    chooser.shuffle(pool)
    for seat in tracks:
        s["track"][seat] = 0
        for _ in range(int(s["track_n"][seat])):
            s["track"][seat][pool.pop()] += 1
    for seat, cards in hidden.items():
        s["hand"][seat] = known[seat]
        for _ in range(int(cards.sum())):
            s["hand"][seat][pool.pop()] += 1
    s["deck"][:deck_n] = pool


def is_closed(game: bl.Game) -> bool:
    """Whether completed tickets lie face down now."""
    return bool(game.options.get("closed_tickets")) and not game.is_over


def spent_on(game: bl.Game) -> set[int]:
    """The tickets with which the cards lie that were spent on them."""
    s = game._states[0]
    if game.phase != "complete tickets" or not is_closed(game):
        return set()
    if s["pile"] == 1:
        done = [int(mask) for mask in s["completed"]]
        return {t for t in range(len(game.board.tickets)) if any(mask >> t & 1 for mask in done)}
    index = {ticket.id: i for i, ticket in enumerate(game.board.tickets)}
    found: set[int] = set()
    for _, _, events in game.history:
        for event in events:
            if isinstance(event, ev.Scoring):
                found = set()
            if isinstance(event, ev.Completed):
                found.add(index[event.ticket])
    return found


def deal_all(game: bl.Game, s: Any, viewer: Viewer, chooser: random.Random) -> bool:
    """Deal closed tickets and the cards spent on them anew too; False if chance finds no such deal.

    Then others completed other tickets, with other cards, and nothing that is counted is changed.
    """
    others = [seat for seat in range(game.seats) if seat != viewer]
    for _ in range(30):
        trial = s.copy()
        for seat in others:
            trial["track"][seat] += trial["spent"][seat]
            trial["track_n"][seat] += trial["spent"][seat].sum()
            trial["spent"][seat] = 0
        deal_cards(game, trial, viewer, chooser)
        dealt = deal_tickets(game, trial, viewer, chooser, set())
        if all(spend(game, trial, seat, dealt[seat]) for seat in others):
            for name in s.dtype.names:
                s[name] = trial[name]
            return True
    return False


def spend(game: bl.Game, s: st.State, seat: int, closed: list[int]) -> bool:
    """Pay for the tickets of this scoring from a track, if it can, by rule 34."""
    for ticket in closed[: int(s["completed_now"][seat])]:
        asked = game.board.tickets[ticket].cards
        track, spent = s["track"][seat], s["spent"][seat]
        for card, n in asked.items():
            kind = CARDS.index(card)
            own = min(n, int(track[kind]))
            for paid, many in ((kind, own), (st.LOCOMOTIVE, n - own)):
                track[paid] -= many
                spent[paid] += many
                s["track_n"][seat] -= many
        if track[st.LOCOMOTIVE] < 0:
            return False
    return True


def hidden_tracks(game: bl.Game, viewer: Viewer) -> list[int]:
    """The seats whose track the viewer may not look at: all, its own too (rule 35)."""
    own_is_open = game.phase == "complete tickets" or bool(game.options.get("open_track"))
    return [seat for seat in range(game.seats) if seat != viewer or not own_is_open]


def deal_tickets(
    game: bl.Game, s: st.State, viewer: Viewer, chooser: random.Random, stay: set[int]
) -> dict[int, list[int]]:
    """Deal tickets anew, but for those that stay; return the closed ones that were dealt."""
    points = [ticket.points for ticket in game.board.tickets]
    returner = s["returner"].tolist()
    others = [seat for seat in range(game.seats) if seat != viewer]
    lying = [(int(s["ticket_top"]) + i) % st.MAX_TICKETS for i in range(int(s["ticket_n"]))]
    lying = [at for at in lying if viewer is None or returner[s["ticket_deck"][at]] != viewer]
    offered = [(seat, i) for seat in others for i in range(int(s["offer_n"][seat]))]
    offered = [at for at in offered if viewer is None or returner[s["offer"][at]] != viewer]
    pool = [int(s["ticket_deck"][at]) for at in lying] + [int(s["offer"][at]) for at in offered]
    # Who returned a ticket is known of its place, not of the ticket.
    of_place = [returner[ticket] for ticket in pool]
    for seat in others:
        pool += [t for t in range(len(game.board.tickets)) if int(s["held"][seat]) >> t & 1]
        s["held"][seat] = 0
    closed: dict[int, list[int]] = {seat: [] for seat in others}
    if is_closed(game):
        for seat in others:
            done = int(s["completed"][seat])
            closed[seat] = [t for t in range(len(points)) if done >> t & 1 and t not in stay]
            pool += closed[seat]
    for ticket in pool:
        s["returner"][ticket] = -1
    chooser.shuffle(pool)
    for place, who in zip(lying, of_place, strict=False):
        s["ticket_deck"][place] = pool[0]
        s["returner"][pool.pop(0)] = who
    for at, who in zip(offered, of_place[len(lying) :], strict=True):
        s["offer"][at] = pool[0]
        s["returner"][pool.pop(0)] = who
    for seat in others:
        for _ in range(int(s["held_n"][seat])):
            s["held"][seat] |= np.uint64(1 << pool.pop())
        for i, ticket in enumerate(closed[seat]):
            closed[seat][i] = new = pool.pop()
            s["completed"][seat] ^= np.uint64(1 << ticket)
            s["points"][seat] += points[new] - points[ticket]
    for seat in others:
        for ticket in closed[seat]:
            s["completed"][seat] |= np.uint64(1 << ticket)
    return closed


REVEALED: dict[str, frozenset[str]] = {
    "turned up": frozenset({"card"}),
    "drew": frozenset({"card"}),
    "offered": frozenset({"tickets"}),
    "kept": frozenset({"tickets_count", "returned_count"}),
    "shuffled": frozenset(),
    "dealt": frozenset({"cards"}),
    "scoring": frozenset(),
    "over": frozenset(),
}
"""The facts that a revelation shows for the first time; all its others must be the same."""


def reveals(
    event: bl.Event,
    viewer: Viewer,
    seats: int,
    chosen_before: frozenset[int],
    options: dict[str, Any],
) -> bool:
    """Whether a rule shows the viewer something here that was hidden from it until now.

    - A card comes off the deck for all to see.
    - The viewer draws from the deck.
    - The viewer looks at tickets.
    - The first tickets are settled: how many a seat kept that had chosen in secret.
    - The discards are shuffled, and the viewer is one of two players: no card but those in the
      other hand is out of sight.
    - The viewer is dealt cards for a second pile.
    - Tickets are completed, and the viewer looks at its own track for the first time.
    - With many locomotives face up, the row is swept or stays (`compare` looks at that one).
    - After another's claim a marker is offered or not (`compare` again).
    - Another seat completes tickets, with cards from a hidden track (`compare` again).
    - The game is over, and tickets are laid open that were closed.

    A payment that the other world's player could not make is a revelation too; `in_step` takes
    the actions that are possible in both. It may also have arranged that the next card off the
    deck is the same in both worlds: then that card reveals no difference.
    """
    match event:
        case ev.TurnedUp():
            return True
        case ev.Drew(seat=seat, place=None) | ev.Offered(seat=seat) | ev.Dealt(seat=seat):
            return seat == viewer
        case ev.Scoring():
            return viewer is not None and not options.get("open_track")
        case ev.Over():
            return bool(options.get("closed_tickets"))
        case ev.Kept(seat=seat):
            return seat != viewer and seat in chosen_before
        case ev.Shuffled():
            return seats == 2 and viewer is not None
    return False


def foresee(game: bl.Game, world: bl.Game, viewer: Viewer) -> None:
    """Let the top card of the other world's deck be the real one.

    It changes places with a card of its kind that is hidden from the viewer: in a hand if there
    is one, so that the worlds stay apart, or else in the deck.
    """
    s, real = world._states[0], game._states[0]
    top = int(s["deck_n"]) - 1
    card = int(real["deck"][top])
    known = s["located"] if game.seats == 2 and viewer is not None else s["seen"]
    for seat in range(game.seats):
        if seat != viewer and s["hand"][seat][card] > known[seat][card]:
            s["hand"][seat][card] -= 1
            s["hand"][seat][s["deck"][top]] += 1
            s["deck"][top] = card
            return
    for seat in hidden_tracks(game, viewer):
        if s["track"][seat][card] > 0:
            s["track"][seat][card] -= 1
            s["track"][seat][s["deck"][top]] += 1
            s["deck"][top] = card
            return
    at = s["deck"][: top + 1].tolist().index(card)
    s["deck"][at], s["deck"][top] = s["deck"][top], card


@dataclass
class Tally:
    """How much was compared, so that a test can tell that it was not next to nothing."""

    steps: int = 0
    worlds: int = 0
    different: int = 0
    longest: int = 0
    revelations: int = 0
    refused: int = 0


def in_step(game: bl.Game, viewer: Viewer, other_world: World, seed: int, quiet: float) -> Tally:
    """Play a game and, beside it, other worlds of a viewer; what the viewer gets must be the same.

    A world is left when something hidden from the viewer is revealed, and the next one is made
    from there. The quieter the play, the rarer that is: fewer actions are taken that reveal
    something, and the next card is arranged to be the same, so that worlds can go far apart in
    what stays hidden.
    """
    chooser = random.Random(seed)
    tally = Tally()
    world: bl.Game | None = None
    alike = 0
    chosen_before: frozenset[int] = frozenset()
    while not game.is_over:
        if world is None:
            world = other_world(game, viewer, chooser.randrange(2**31))
            chosen_before = frozenset(range(game.seats)) - frozenset(game.to_act)
            tally.worlds += 1
            tally.different += hidden(world) != hidden(game)
            alike = 0
            assert written(world.view(viewer).to_json()) == written(game.view(viewer).to_json())
        assert world.to_act == game.to_act
        seat = chooser.choice(game.to_act)
        legal = game.legal_actions(seat)
        there = world.legal_actions(seat)
        if seat == viewer:
            # What the viewer may do, it may know.
            assert [(a.id, a.text) for a in legal] == [(a.id, a.text) for a in there]
        ids = {action.id for action in there}
        both = [action for action in legal if action.id in ids]
        if not both:
            game.push(chooser.choice(legal), seat)
            tally.refused += 1
            world = None
            continue
        quietly = chooser.random() < quiet
        silent = [a for a in both if kind(a) != "tickets" or seat != viewer]
        action = chooser.choice(silent if silent and quietly else both)
        off_deck = kind(action) in ("face up", "face-up locomotive", "deck")
        foreseen = quietly and off_deck and int(game._states[0]["deck_n"]) > 0
        if foreseen:
            foresee(game, world, viewer)
        events = game.push(action.id, seat)
        events_there = world.push(action.id, seat)
        if compare(events, events_there, game, viewer, chosen_before, int(foreseen)):
            tally.revelations += 1
            world = None
        else:
            assert written(game.view(viewer).to_json()) == written(world.view(viewer).to_json())
            # What a bot would be told of it.
            heard, heard_there = (g.seen_by(viewer, len(g.history) - 1) for g in (game, world))
            assert written(heard) == written(heard_there)
            tally.steps += 1
            alike += 1
            tally.longest = max(tally.longest, alike)
    return tally


def compare(
    events: list[bl.Event],
    there: list[bl.Event],
    game: bl.Game,
    viewer: Viewer,
    chosen_before: frozenset[int],
    foreseen: int,
) -> bool:
    """Hold what a viewer sees of two worlds together, up to a revelation; whether there was one.

    So many cards off the deck have been made the same.
    """
    closed_tickets = bool(game.options.get("closed_tickets"))
    for event, other in itertools.zip_longest(events, there):
        completed = [e for e in (event, other) if isinstance(e, ev.Completed)]
        if completed and completed[0].seat != viewer:
            # With which cards a ticket is completed, and which set is the best, tells of a track.
            assert isinstance(event, ev.Completed | ev.Finished)
            assert isinstance(other, ev.Completed | ev.Finished)
            assert event.seat == other.seat
            # Of closed ones only how many there are is told.
            if not closed_tickets or len(completed) < 2:
                return True
        if isinstance(event, ev.Swept) != isinstance(other, ev.Swept):
            # Rule 4 asks for the ordinary cards that are in no hand, and nobody can count those:
            # with enough locomotives face up, that the row is swept or stays tells something.
            swept = event if isinstance(event, ev.Swept) else other
            assert isinstance(swept, ev.Swept)
            assert swept.cards.count("locomotive") >= 3
            return True
        if (event is None or other is None) and "home_cities" in game.board.mechanics:
            # A marker is offered after a claim only if it can be paid (rule 24): that the turn
            # ends without one tells that the claimer has no pair.
            before_it = [e for e in events if isinstance(e, ev.Claimed | ev.AlvinMoved)]
            assert before_it
            assert before_it[0].seat != viewer
            assert isinstance(event or other, ev.Turn | ev.LastRound | ev.Over)
            return True
        assert event is not None
        assert other is not None
        seen, seen_there = event.seen_by(viewer), other.seen_by(viewer)
        if foreseen and (isinstance(event, ev.TurnedUp) or getattr(event, "place", 0) is None):
            foreseen -= 1
        elif reveals(event, viewer, game.seats, chosen_before, game.options):
            for name in REVEALED[event.kind]:
                del seen[name], seen_there[name]
            assert written(seen) == written(seen_there)
            return True
        assert written(seen) == written(seen_there)
    return False


def hidden(game: bl.Game) -> tuple[bytes, ...]:
    """All of a state that somebody may not know."""
    s = game._states[0]
    names = ["hand", "deck", "held", "offer", "choice", "ticket_deck", "track"]
    if is_closed(game):
        names += ["completed", "spent"]
    return tuple(s[name].tobytes() for name in names)
