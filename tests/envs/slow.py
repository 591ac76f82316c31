"""Observations the slow way: from a view and from the events a seat saw, and from nothing else."""

from collections import Counter
from typing import Any

import numpy as np

import branchline as bl
from branchline import envs
from branchline.board import CARDS, COLOURS
from branchline.observation.slices import list_beds, list_lengths

Slices = dict[str, np.ndarray[Any, Any]]


class Slow:
    """Builds the slices of one seat's observation, by their names."""

    def __init__(self, spec: envs.Spec) -> None:
        self.spec = spec
        self.board = spec.board
        self.city = {city.id: i for i, city in enumerate(self.board.cities)}
        self.track = {track.id: i for i, track in enumerate(self.board.tracks)}
        self.ticket = {ticket.id: i for i, ticket in enumerate(self.board.tickets)}

    def empty(self) -> Slices:
        return {name: np.zeros(part.shape, int) for name, part in self.spec.slices.items()}

    def cards(self, counts: dict[str, int]) -> list[int]:
        return [counts.get(card, 0) for card in CARDS]

    def now(self, view: bl.View) -> Slices:
        """What a view shows."""
        me = view.viewer
        assert me is not None
        place = {seat: (seat - me) % view.seats for seat in range(view.seats)}
        at = self.empty()
        at["phase"][envs.Spec.PHASES.index(view.phase)] = 1
        at["to_act"][[place[seat] for seat in view.to_act]] = 1
        at["first_seat"][place[view.first_seat]] = 1
        if view.turn_seat is not None:
            at["turn_seat"][place[view.turn_seat]] = 1
        at["turn"][0] = min(view.turn, 255)
        at["turns_left"][0] = 0 if view.turns_left is None else 1 + view.turns_left
        at["passes"][0] = view.passes
        for i, card in enumerate(view.market):
            if card is not None:
                at["market"][i, CARDS.index(card)] = 1
        at["deck"][0] = view.deck
        at["discards"][:] = self.cards(view.discards)
        at["ticket_deck"][0] = view.ticket_deck
        for player in view.players:
            i = place[player.seat]
            at["points"][i] = min(player.points or 0, 255)
            at["cards"][i] = player.cards
            at["known"][i] = self.cards(player.known)
            at["ticket_counts"][i] = player.tickets
            at["offered"][i] = player.offered
        at["hand"][:] = self.cards(view.hand)
        at["tickets"][[self.ticket[t] for t in view.tickets]] = 1
        for i, ticket in enumerate(view.offer):
            at["offer"][i, self.ticket[ticket]] = 1
            at["choice"][i] = view.choice is not None and ticket in view.choice
        for lying in view.ticket_places:
            if lying.seat is None:
                at["returned"][self.ticket[lying.ticket]] = 1 + lying.position
            else:
                at["returned_offered"][self.ticket[lying.ticket]] = 1
        if "rail_yard" in self.board.mechanics:
            self._yards(view, place, at)
        else:
            self._map(view, place, at)
        return at

    def _map(self, view: bl.View, place: dict[int, int], at: Slices) -> None:
        at["done"][[self.ticket[t] for t in view.tickets_done]] = 1
        for track, owner in view.owners.items():
            at["owner"][place[owner], self.track[track]] = 1
        at["shut"][[self.track[t] for t in view.closed]] = 1
        for player in view.players:
            at["trains"][place[player.seat]] = player.trains
        if "cut" in at:
            at["cut"][[self.track[t] for t in view.cut]] = 1
            beds = list_beds(self.board)
            for track, colour in view.built.items():
                at["built"][beds.index(self.track[track]), COLOURS.index(colour)] = 1
            for colour, left in view.supply.items():
                for i, length in enumerate(list_lengths(self.board)):
                    at["supply"][COLOURS.index(colour), i] = left[str(length)]
        if "home" in at:
            for player in view.players:
                i = place[player.seat]
                at["markers_left"][i] = player.markers_left
                if player.home is not None:
                    at["home"][i, self.city[player.home]] = 1
            for city, owner in view.markers.items():
                at["marker"][place[owner], self.city[city]] = 1
            at["reach"][[self.city[c] for c in view.reach]] = 1
            if view.claimed is not None:
                at["claimed"][self.track[view.claimed]] = 1
        if "alvin" in at:
            if view.alvin is not None:
                at["alvin"][self.city[view.alvin]] = 1
            if view.alvin_holder is not None:
                at["alvin_holder"][place[view.alvin_holder]] = 1
            for player in view.players:
                at["captures"][place[player.seat]] = player.captures

    def _yards(self, view: bl.View, place: dict[int, int], at: Slices) -> None:
        for player in view.players:
            i = place[player.seat]
            for colour, (cards, locomotives) in player.yard.items():
                at["row"][i, COLOURS.index(colour)] = cards
                at["row_locomotives"][i, COLOURS.index(colour)] = locomotives
            at["track"][i] = player.track
            at["completed"][i, [self.ticket[t] for t in player.completed]] = 1
            at["completed_count"][i] = player.completed_count
            at["completed_now"][i] = player.completed_now
        if view.own_track is not None:
            at["own_track_seen"][0] = 1
            at["own_track"][:] = self.cards(view.own_track)
        at["own_spent"][:] = self.cards(view.own_spent)
        at["pile"][0], at["idle"][0], at["active"][0] = view.pile, view.idle, view.active


class Memory:
    """What a seat remembers, from the events as it saw them and the views in between."""

    def __init__(self, spec: envs.Spec, seat: int) -> None:
        self.slow = Slow(spec)
        self.board, self.seats, self.me = spec.board, spec.seats, seat
        self.at = self.slow.empty()
        self.all = Counter(dict(zip(CARDS, self.board.record[0]["cards"].tolist(), strict=True)))
        self.tracks = [Counter[str]() for _ in range(self.seats)]

    def begin(self, view: bl.View, opening: list[dict[str, Any]]) -> None:
        """The set-up: all but the locomotives that everybody gets was shuffled."""
        first = int(self.board.record[0]["first_locomotives"])
        for i in range(self.seats):
            self.at["taken"][i, 8] = first
        others = first * (self.seats - 1)
        self.at["others_then"][8] = others
        self.at["shuffled"][:] = self.slow.cards(dict(self.all))
        self.at["shuffled"][8] -= others + first
        self.at["shuffles"][0] = self.at["counted"][0] = 1
        for player in view.players:
            i = self._place(player.seat)
            self.at["blind"][i] = self.at["blind_since"][i] = player.cards - first
            self.at["drawn"][i] = player.offered
        for event in opening:
            if event["event"] == "turned up":
                self.at["turned"][CARDS.index(event["card"])] += 1
        self._meet(view.offer)

    def _place(self, seat: int) -> int:
        return (seat - self.me) % self.seats

    def _meet(self, tickets: tuple[str, ...]) -> None:
        for ticket in tickets:
            self.at["met"][self.slow.ticket[ticket]] = 1
            self.at["went"][:, self.slow.ticket[ticket]] = 0

    def see(self, before: bl.View, events: list[dict[str, Any]], after: bl.View) -> None:
        """What an action brought about, as the seat saw it."""
        at = self.at
        # What lies open, and one's own hand, followed event by event: a shuffle may come anywhere.
        discards, hand, market = Counter(before.discards), Counter(before.hand), [*before.market]
        in_the_open = self._in_the_open(before)
        for event in events:
            i = self._place(event.get("seat", self.me))
            match event["event"]:
                case "drew":
                    if event["from"] == "deck":
                        at["blind"][i] += 1
                        at["blind_since"][i] += 1
                    else:
                        at["taken"][i, CARDS.index(event["card"])] += 1
                        market[event["from"]] = None
                    if i == 0:
                        hand[event["card"]] += 1
                case "swept":
                    discards.update(card for card in event["cards"] if card is not None)
                    market = [None] * len(market)
                case "turned up":
                    at["turned"][CARDS.index(event["card"])] += 1
                    market[event["place"]] = event["card"]
                case "claimed" | "marked":
                    at["spent"][i] += self.slow.cards(event["cards"])
                    discards.update(event["cards"])
                    if i == 0:
                        hand.subtract(event["cards"])
                case "laid":
                    for row in event["rows"]:
                        at["spent"][i, COLOURS.index(row["colour"])] += row["cards"]
                        at["spent"][i, 8] += row["locomotives"]
                case "moved":
                    self.tracks[i].update(event["cards"])
                case "completed" if "cards" in event:
                    self.tracks[i].subtract(event["cards"])
                case "gathered":
                    for track in self.tracks:
                        track.clear()
                case "offered":
                    at["drawn"][i] += event.get("tickets_count", len(event.get("tickets", ())))
                case "dealt":
                    dealt = event.get("cards_count", len(event.get("cards", ())))
                    at["blind"][i] += dealt
                    at["blind_since"][i] += dealt
                case "shuffled" if "rail_yard" in self.board.mechanics:
                    known = in_the_open if before.deck == 0 else None
                    self._shuffle(known, hand, [], event["deck_count"])
                case "shuffled":
                    self._shuffle(discards, hand, market, event["deck_count"])
                    discards = Counter()
        self._meet(after.offer)
        for lying in after.ticket_places:
            if lying.seat is not None:
                at["went"][self._place(lying.seat), self.slow.ticket[lying.ticket]] = 1

    def _shuffle(
        self, pile: Counter[str] | None, hand: Counter[str], market: list[str | None], size: int
    ) -> None:
        """A pile was shuffled, of these cards if that is known; the rest is in hands or face up."""
        at = self.at
        at["shuffles"][0] += 1
        at["turned"][:] = 0
        at["blind_since"][:] = 0
        at["counted"][0] = pile is not None
        at["shuffled"][:] = at["others_then"][:] = 0
        if pile is None:
            return
        assert sum(pile.values()) == size
        at["shuffled"][:] = self.slow.cards(dict(pile))
        rest = self.all - pile - hand - Counter(card for card in market if card is not None)
        at["others_then"][:] = self.slow.cards(dict(rest))

    def _in_the_open(self, view: bl.View) -> Counter[str]:
        """All that lies open, or was seen before it was turned face down."""
        found = Counter(view.discards)
        found.update(card for card in view.market if card is not None)
        for player in view.players:
            for colour, (cards, locomotives) in player.yard.items():
                found[colour] += cards
                found["locomotive"] += locomotives
        for track in self.tracks:
            found.update(+track)
        found.update(view.own_spent)
        return found

    def slices(self) -> Slices:
        """What is remembered now."""
        if "on_track" in self.at:
            for i, track in enumerate(self.tracks):
                self.at["on_track"][i] = self.slow.cards(dict(track))
        return self.at
