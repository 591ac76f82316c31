"""The board record: a board as the compiled rules read it."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from branchline.board.model import COLOURS, TRACK_COLOURS, City, Ticket, Track
from branchline.errors import BranchlineError
from branchline.plain import Json
from branchline.rules import markers
from branchline.rules import state as st

_FIRST_RETURN = {
    "in order": st.IN_ORDER,
    "shuffled": st.SHUFFLED,
    "into the deck": st.INTO_THE_DECK,
}


def compile_board(
    mechanics: tuple[str, ...],
    numbers: Json,
    cities: tuple[City, ...],
    tracks: tuple[Track, ...],
    tickets: tuple[Ticket, ...],
    big_cities: dict[str, int],
) -> st.BoardRecords:
    """Make the record that the compiled rules read."""
    boards = np.zeros(1, st.BOARD_DTYPE)
    b = boards[0]
    cards = numbers["cards"]
    b["n_cities"], b["n_tracks"], b["n_tickets"] = len(cities), len(tracks), len(tickets)
    b["words"] = (len(tracks) + 63) // 64
    b["cards"][:] = [cards["each_colour"]] * st.COLOURS + [cards["locomotives"]]
    for name in ("first_hand", "face_up", "sweep_at"):
        b[name] = cards[name]
    for name in ("first_offer", "first_keep", "offer", "keep"):
        b[name] = numbers["tickets"][name]
    b["first_locomotives"] = cards.get("first_locomotives", 0)
    b["first_return"] = _FIRST_RETURN[numbers["tickets"]["first_return"]]
    if "rail_yard" not in mechanics:
        routes = numbers["routes"]
        b["trains"] = numbers["trains"]["each"]
        b["last_round_at"] = numbers["trains"]["last_round_at"]
        b["points"][1 : len(routes["points"]) + 1] = routes["points"]
        b["all_sisters_from"] = routes["all_sisters_from"]
        for name in ("longest_path", "most_tickets"):
            b[name] = numbers["bonuses"][name]
    for i, ticket in enumerate(tickets):
        b["ticket_from"][i] = sum(1 << city for city in ticket.starts)
        b["ticket_to"][i] = sum(1 << city for city in ticket.ends)
        b["ticket_points"][i] = ticket.points
    actions = _Actions(b)
    for i, track in enumerate(tracks):
        word, bit = i // 64, np.uint64(1 << i % 64)
        colour = -1 if track.colour is None else TRACK_COLOURS.index(track.colour)
        b["length"][i], b["colour"][i] = track.length, colour
        b["end_a"][i], b["end_b"][i], b["ferry"][i] = track.a, track.b, track.locomotives
        b["up_to"][track.length :, word] |= bit
        if track.is_bed:
            b["beds"][word] |= bit
        else:
            b["open"][word] |= bit
            b["of_colour"][colour, word] |= bit
        for city in (track.a, track.b):
            b["touching"][city, word] |= bit
        for sister in track.sisters:
            b["sisters"][i, sister // 64] |= np.uint64(1 << sister % 64)
        for other in track.crossings:
            b["crossing"][i, other // 64] |= np.uint64(1 << other % 64)
        actions.claims(i, track.length, colour)
    b["towns"] = sum(1 << i for i, city in enumerate(cities) if city.zone is None)
    if "track_building" in mechanics:
        b["building"] = 1
        for length, count in numbers["pieces"].items():
            b["pieces"][:, length] = count
        actions.builds(tracks)
    if "home_cities" in mechanics:
        b["markers"] = numbers["markers"]["each"]
        actions.homes(len(cities))
    b["alvin_city"] = -1
    if "alvin" in mechanics:
        alvin = numbers["alvin"]
        b["alvin_city"] = [city.id for city in cities].index(alvin["city"])
        b["alvin_capture"], b["alvin_end"] = alvin["capture"], alvin["end"]
        actions.alvin(len(cities))
    if "rail_yard" in mechanics:
        b["yard"] = 1
        for name in ("two_piles_from", "next_hand", "idle_rounds"):
            b[name] = numbers["yard"][name]
        for i, ticket in enumerate(tickets):
            b["ticket_cards"][i] = [ticket.cards.get(colour, 0) for colour in COLOURS]
        for i, (big_city, points) in enumerate(big_cities.items()):
            b["bonus_points"][i] = points
            b["bonus_tickets"][i] = sum(
                1 << t
                for t, ticket in enumerate(tickets)
                if big_city in {cities[c].id for c in (*ticket.starts, *ticket.ends)}
            )
        b["n_bonuses"] = len(big_cities)
        actions.yard(cards["each_colour"], cards["locomotives"], len(tickets))
    b["n_actions"] = actions.n
    return boards


class _Actions:
    """Numbers the actions of a game: what every game has, the claims, then what mechanics add."""

    def __init__(self, b: st.BoardRecord) -> None:
        self.b = b
        self.n = 0
        self.add(st.K_DECK)
        for place in range(st.MAX_FACE_UP):
            self.add(st.K_PLACE, place)
        self.add(st.K_TICKETS)
        self.add(st.K_PASS)
        self.add(st.K_NO_MARKER)
        self.add(st.K_STOP)
        self.add(st.K_BEST)
        self.add(st.K_DONE)
        for mask in range(1 << st.MAX_OFFER):
            self.add(st.K_KEEP, mask)
        assert self.n == st.A_BOARD

    def add(self, kind: int, what: int = 0, colour: int = 0, locomotives: int = 0) -> None:
        if self.n == st.MAX_ACTIONS:
            raise BranchlineError("board.actions", most=st.MAX_ACTIONS)
        self.b["action_kind"][self.n] = kind
        self.b["action_what"][self.n] = what
        self.b["action_colour"][self.n] = colour
        self.b["action_locomotives"][self.n] = locomotives
        self.n += 1

    def claims(self, track: int, length: int, colour: int) -> None:
        b = self.b
        b["pay_base"][track] = self.n
        any_colour = colour in (st.GREY, -1)
        b["pay_stride"][track] = length if any_colour else 0
        for paid in range(st.COLOURS) if any_colour else (colour,):
            for locomotives in range(length):
                self.add(st.K_CLAIM, track, paid, locomotives)
        b["pay_all"][track] = self.n
        self.add(st.K_CLAIM, track, st.LOCOMOTIVE, length)

    def builds(self, tracks: tuple[Track, ...]) -> None:
        for i, track in enumerate(tracks):
            if track.is_bed:
                self.b["build_base"][i] = self.n
                for colour in range(st.COLOURS):
                    self.add(st.K_BUILD, i, colour)

    def homes(self, n_cities: int) -> None:
        self.b["home_base"] = self.n
        for city in range(n_cities):
            self.add(st.K_HOME, city)
        self.b["mark_base"] = self.n
        for city in range(n_cities):
            for payment in range(markers.PAYMENTS - 1):
                self.add(st.K_MARK, city, payment // 2, payment % 2)
            self.add(st.K_MARK, city, st.LOCOMOTIVE, 2)

    def alvin(self, n_cities: int) -> None:
        self.b["alvin_base"] = self.n
        for city in range(n_cities):
            self.add(st.K_ALVIN, city)

    def yard(self, each_colour: int, locomotives: int, n_tickets: int) -> None:
        self.b["lay_base"] = self.n
        for colour in range(st.COLOURS):
            for cards in range(1, each_colour + 1):
                for k in range(locomotives + 1):
                    self.add(st.K_LAY, cards, colour, k)
        self.b["trio_base"] = self.n
        for trio in combinations(range(st.COLOURS), 3):
            self.add(st.K_LAY_THREE, sum(1 << colour for colour in trio))
        self.b["n_trios"] = self.n - int(self.b["trio_base"])
        self.b["complete_base"] = self.n
        for ticket in range(n_tickets):
            self.add(st.K_COMPLETE, ticket)
