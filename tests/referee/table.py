"""The table of the core game: what lies where, what may be done, and what follows from it."""

from collections import Counter
from typing import ClassVar

from .board import CARDS, COLOURS, GREY, LOCOMOTIVE, Board
from .chance import Chance

Event = dict[str, object]

KIND = "event"
MOST_SWEEPS = 3


class Illegal(Exception):  # noqa: N818
    """The action is against the rules; the message says why."""


def whole_number(value: object) -> bool:
    """JSON's true and false are no numbers, though Python counts them as such."""
    return isinstance(value, int) and not isinstance(value, bool)


class Table:
    """Plays the game on as the actions say. The last card of a pile or deck is its top.

    A game with further rules adds its actions to `FIELDS` and `PHASES` and a method for each.
    `OPTIONS` are what may be set besides who starts, each to true; `options` are those set.
    """

    OPTIONS: ClassVar[frozenset[str]] = frozenset()
    FIELDS: ClassVar[dict[str, set[str]]] = {
        "keep": {"tickets"},
        "draw": {"from"},
        "claim": {"track", "colour", "locomotives"},
        "tickets": set(),
        "pass": set(),
    }
    PHASES: ClassVar[dict[str, set[str]]] = {
        "first tickets": {"keep"},
        "turn": {"draw", "claim", "tickets", "pass"},
        "second card": {"draw"},
        "tickets offered": {"keep"},
        "over": set(),
    }

    def __init__(
        self,
        board: Board,
        seats: int,
        key: bytes,
        starts: int | None,
        options: frozenset[str] = frozenset(),
    ) -> None:
        self.board = board
        self.game = board.game
        self.seats = seats
        self.chance = Chance(key)
        self.starts = starts
        self.options = options
        self.events: list[Event] = []
        self.phase = "first tickets"
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.row: list[str | None] = [None] * self.game["cards"]["face_up"]
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.trains: list[int] = [self.game.get("trains", {"each": 0})["each"]] * seats
        self.score = [0] * seats
        self.owner: dict[str, int] = {}
        self.ticket_deck: list[str] = []
        self.tickets: list[list[str]] = [[] for _ in range(seats)]
        self.offers: dict[int, list[str]] = {}
        self.first_kept: dict[int, list[str]] = {}
        self.first_returned: dict[int, list[str]] = {}
        self.turn_seat = 0
        self.turn_number = 0
        self.passes = 0
        self.turns_left: int | None = None

    def tell(self, kind: str, fields: Event) -> None:
        self.events.append({KIND: kind, **fields})

    def all_cards(self) -> Counter[str]:
        each = {colour: self.game["cards"]["each_colour"] for colour in COLOURS}
        return Counter({**each, LOCOMOTIVE: self.game["cards"]["locomotives"]})

    def set_up(self) -> list[Event]:
        self.events = []
        # Rule 1.
        start = self.chance.below(self.seats) if self.starts is None else self.starts
        self.turn_seat = start
        self.tell("starts", {"seat": start})
        self.shuffle_into_pile(list(self.all_cards().elements()))
        for seat in range(self.seats):
            dealt = [self.pile.pop() for _ in range(self.game["cards"]["first_hand"])]
            self.hands[seat].update(dealt)
            self.tell("dealt", {"seat": seat, "cards": dealt})
        self.fill_row()
        self.ticket_deck = list(self.board.tickets)
        self.chance.shuffle(self.ticket_deck)
        self.tell("tickets shuffled", {"deck": self.ticket_deck[::-1]})
        for seat in range(self.seats):
            self.offer_tickets(seat, self.game["tickets"]["first_offer"])
        return self.events

    def shuffle_into_pile(self, cards: list[str]) -> None:
        self.pile = sorted(cards, key=CARDS.index)
        self.chance.shuffle(self.pile)
        self.tell("shuffled", {"deck": self.pile[::-1]})

    def renew_pile(self) -> None:
        """Rule 3: an empty pile is made anew from the discards, if there are any."""
        if not self.pile and self.discards:
            cards, self.discards = self.discards, []
            self.shuffle_into_pile(cards)

    def fill_places(self) -> bool:
        """Fill empty places from the left while there are cards; whether any was filled."""
        filled = False
        for place in range(len(self.row)):
            if self.row[place] is None and self.pile:
                card = self.pile.pop()
                self.row[place] = card
                self.tell("turned up", {"place": place, "card": card})
                self.renew_pile()
                filled = True
        return filled

    def must_sweep(self) -> bool:
        """Rule 4: too many face-up locomotives, and another row could hold fewer."""
        limit: int = self.game["cards"]["sweep_at"]
        if self.row.count(LOCOMOTIVE) < limit:
            return False
        not_in_hands = self.pile + self.discards + [card for card in self.row if card]
        ordinary = len(not_in_hands) - not_in_hands.count(LOCOMOTIVE)
        in_a_new_row = min(len(self.row), len(not_in_hands))
        return in_a_new_row - ordinary < limit

    def fill_row(self) -> None:
        """Rules 3 and 4: fill what is empty, then sweep as long as it must be."""
        if not self.fill_places():
            return
        for _ in range(MOST_SWEEPS):
            if not self.must_sweep():
                return
            self.tell("swept", {"cards": list(self.row)})
            self.discards += [card for card in self.row if card]
            self.row = [None] * len(self.row)
            self.renew_pile()
            self.fill_places()

    def act(self, seat: int, action: object) -> list[Event]:
        """What follows from the action, or Illegal, in which case nothing has changed."""
        self.events = []
        if self.phase == "over":
            raise Illegal("the game is over")
        if why := self.not_to_act(seat):
            raise Illegal(why)
        if not isinstance(action, dict):
            raise Illegal("the action is not an object")
        do = action.get("do")
        if not isinstance(do, str) or do not in self.FIELDS:
            raise Illegal("there is no such action")
        if set(action) != {"do"} | self.FIELDS[do]:
            raise Illegal(f"the action {do} has not the fields it must have")
        if do not in self.PHASES[self.phase]:
            raise Illegal(f"{do} is not what is to be decided now ({self.phase})")
        self.carry_out(do, seat, action)
        return self.events

    def not_to_act(self, seat: int) -> str | None:
        """Why the seat has nothing to decide now, if so."""
        if self.phase == "first tickets":
            if seat not in self.offers:
                return f"seat {seat} has no first tickets to choose any more"
        elif seat != self.turn_seat:
            return f"it is seat {self.turn_seat}'s turn, not seat {seat}'s"
        return None

    def carry_out(self, do: str, seat: int, action: dict[str, object]) -> None:
        if do == "keep":
            self.keep(seat, action["tickets"])
        elif do == "draw":
            self.draw(seat, action["from"])
        elif do == "claim":
            self.claim(seat, action["track"], action["colour"], action["locomotives"])
        elif do == "tickets":
            self.draw_tickets(seat)
        elif do == "pass":
            self.pass_turn(seat)

    def may_draw(self, place: object) -> str | None:
        """Why this card can't be drawn now, if it can't."""
        if place == "deck":
            return None if self.pile else "the draw pile is empty"
        if not isinstance(place, int) or not whole_number(place):
            return "cards are drawn from the deck or from a place"
        if not 0 <= place < len(self.row):
            return "there is no such place"
        if self.row[place] is None:
            return f"place {place} is empty"
        if self.row[place] == LOCOMOTIVE and self.phase == "second card":
            return "a face-up locomotive can't be the second card (rule 5)"
        return None

    def can_draw(self) -> bool:
        return any(self.may_draw(place) is None for place in ["deck", *range(len(self.row))])

    def draw(self, seat: int, place: object) -> None:
        if why := self.may_draw(place):
            raise Illegal(why)
        if isinstance(place, int):
            card = self.row[place]
            self.row[place] = None
        else:
            card = self.pile.pop()
        assert card is not None
        self.hands[seat][card] += 1
        self.tell("drew", {"seat": seat, "from": place, "card": card})
        if place == "deck":
            self.renew_pile()
        else:
            self.fill_row()
        whole_turn = place != "deck" and card == LOCOMOTIVE
        if self.phase == "second card" or whole_turn:
            self.end_draw()
            return
        self.phase = "second card"
        # Rules 5 and 6: with nothing that may be taken, the drawing ends with one card.
        if not self.can_draw():
            self.end_draw()

    def end_draw(self) -> None:
        self.end_turn()

    def may_claim(self, seat: int, track: str) -> str | None:
        """Why this track can't be claimed by this seat, whatever it pays, if it can't."""
        if track in self.owner:
            return f"{track} is taken"
        takers = {
            self.owner[sister] for sister in self.board.sisters[track] if sister in self.owner
        }
        if seat in takers:
            return f"seat {seat} has a sister of {track}"
        if takers and self.seats < self.game["routes"]["all_sisters_from"]:
            return f"a sister of {track} is taken (rule 8)"
        if self.trains[seat] < self.board.tracks[track].length:
            return f"seat {seat} has only {self.trains[seat]} trains (rule 9)"
        return None

    def colour_of(self, track: str) -> str:
        return self.board.tracks[track].colour

    def payments(self, seat: int, track: str) -> list[tuple[str, int]]:
        """Every way to pay for the track; a ferry takes no fewer locomotives than it shows."""
        colour = self.colour_of(track)
        colours = COLOURS if colour == GREY else [colour]
        asked = self.board.tracks[track]
        ways = self.ways_to_pay(seat, asked.length, colours)
        return [(c, k) for c, k in ways if k >= asked.locomotives]

    def ways_to_pay(self, seat: int, count: int, colours: list[str]) -> list[tuple[str, int]]:
        """Rule 7: every colour and number of locomotives the hand can pay so many cards with."""
        hand = self.hands[seat]
        ways = [
            (c, k)
            for c in colours
            for k in range(count)
            if hand[c] >= count - k and hand[LOCOMOTIVE] >= k
        ]
        if hand[LOCOMOTIVE] >= count:
            ways.append((LOCOMOTIVE, count))
        return ways

    def pay(
        self,
        seat: int,
        count: int,
        colour: object,
        locomotives: object,
        ways: list[tuple[str, int]],
    ) -> dict[str, int]:
        """Discard what is paid, if it is one of the ways; how many cards of each colour."""
        if not isinstance(colour, str) or colour not in CARDS:
            raise Illegal("there is no such colour")
        if not isinstance(locomotives, int) or not whole_number(locomotives):
            raise Illegal("locomotives is not a whole number")
        if (colour, locomotives) not in ways:
            raise Illegal(f"seat {seat} can't pay in {colour} with that many locomotives")
        paid = Counter([colour] * (count - locomotives) + [LOCOMOTIVE] * locomotives)
        self.hands[seat] -= paid
        self.discards += paid.elements()
        return dict(paid)

    def can_claim(self, seat: int) -> bool:
        return any(
            self.may_claim(seat, track) is None and self.payments(seat, track)
            for track in self.board.tracks
        )

    def claim(self, seat: int, track: object, colour: object, locomotives: object) -> None:
        if not isinstance(track, str) or track not in self.board.tracks:
            raise Illegal("there is no such track")
        if why := self.may_claim(seat, track):
            raise Illegal(why)
        length = self.board.tracks[track].length
        paid = self.pay(seat, length, colour, locomotives, self.payments(seat, track))
        self.owner[track] = seat
        self.trains[seat] -= length
        self.tell("claimed", {"seat": seat, "track": track, "cards": paid})
        self.score_claim(seat, track)
        self.renew_pile()
        self.fill_row()
        self.end_claim(seat, track)

    def score_claim(self, seat: int, track: str) -> None:
        points = self.board.points[track]
        self.score[seat] += points
        self.tell("scored", {"seat": seat, "points": points, "why": "route", "track": track})

    def end_claim(self, seat: int, track: str) -> None:
        self.end_turn()

    def offer_tickets(self, seat: int, count: int) -> None:
        """Rule 12: with fewer left than the count, all of them."""
        offered = [self.ticket_deck.pop() for _ in range(min(count, len(self.ticket_deck)))]
        self.offers[seat] = offered
        self.tell("offered", {"seat": seat, "tickets": offered})

    def draw_tickets(self, seat: int) -> None:
        if not self.ticket_deck:
            raise Illegal("there are no tickets left")
        self.offer_tickets(seat, self.game["tickets"]["offer"])
        self.phase = "tickets offered"

    def keep(self, seat: int, tickets: object) -> None:
        offered = self.offers[seat]
        first = self.phase == "first tickets"
        least = min(self.game["tickets"]["first_keep" if first else "keep"], len(offered))
        if not isinstance(tickets, list) or not all(isinstance(t, str) for t in tickets):
            raise Illegal("tickets is not a list of ids")
        if tickets != [ticket for ticket in offered if ticket in tickets]:
            raise Illegal("what is kept must be offered, in the order offered, each once")
        if len(tickets) < least:
            raise Illegal(f"at least {least} tickets must be kept")
        returned = [ticket for ticket in offered if ticket not in tickets]
        del self.offers[seat]
        if not first:
            self.tickets[seat] += tickets
            self.put_under(returned)
            self.tell("kept", {"seat": seat, "tickets": tickets, "returned": returned})
            self.end_turn()
            return
        # Rule 2: nothing goes under the deck before everybody has chosen.
        self.first_kept[seat] = tickets
        self.first_returned[seat] = returned
        self.tell("chose", {"seat": seat})
        if not self.offers:
            self.settle_first_tickets()
            self.begin_play()

    def begin_play(self) -> None:
        self.begin_turn(self.turn_seat)

    def settle_first_tickets(self) -> None:
        """Rule 2: the returned tickets of all seats go under the deck, shuffled in some games."""
        all_returned = []
        for seat in range(self.seats):
            kept, returned = self.first_kept[seat], self.first_returned[seat]
            self.tickets[seat] += kept
            all_returned += returned
            self.tell("kept", {"seat": seat, "tickets": kept, "returned": returned})
        self.first_kept, self.first_returned = {}, {}
        if self.game["tickets"]["first_return"] == "shuffled" and all_returned:
            self.chance.shuffle(all_returned)
            self.tell("put under", {"tickets": all_returned})
        self.put_under(all_returned)

    def put_under(self, tickets: list[str]) -> None:
        for ticket in tickets:
            self.ticket_deck.insert(0, ticket)

    def pass_turn(self, seat: int) -> None:
        """Rule 10."""
        if self.can_draw() or self.ticket_deck or self.can_claim(seat):
            raise Illegal("passing is only for a player who can do nothing else (rule 10)")
        self.tell("passed", {"seat": seat})
        self.end_turn(passed=True)

    def begin_turn(self, seat: int) -> None:
        self.turn_seat = seat
        self.turn_number += 1
        self.phase = "turn"
        self.tell("turn", {"seat": seat, "number": self.turn_number})

    def end_turn(self, passed: bool = False) -> None:
        seat = self.turn_seat
        self.passes = self.passes + 1 if passed else 0
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.trains[seat] <= self.game["trains"]["last_round_at"]:
            # Rule 11.
            self.turns_left = self.seats
            self.tell("last round", {"seat": seat, "turns": self.turns_left})
        if self.turns_left == 0:
            self.end_game("last round")
        elif self.passes == self.seats:
            self.end_game("all passed")
        else:
            self.begin_turn((seat + 1) % self.seats)

    def end_game(self, why: str) -> None:
        self.phase = "over"
        self.tell("over", {"why": why})

    def route_points(self, seat: int) -> int:
        """What the routes on the board have brought the seat."""
        mine = [track for track, owner in self.owner.items() if owner == seat]
        return sum(self.board.points[track] for track in mine)

    def recount(self) -> list[int]:
        """Rule 15: everybody's running score as it must be."""
        points, worth = [0] * self.seats, self.board.points
        for track, owner in self.owner.items():
            points[owner] += worth[track]
        return points

    def further_bonuses(self, seat: int) -> dict[str, int]:
        """What a game of its own adds at the end."""
        return {}

    def miscount(self) -> str | None:
        """What does not add up on the table, if anything: cards, tickets, trains or points."""
        cards = Counter(self.pile + self.discards + [card for card in self.row if card])
        for hand in self.hands:
            for card, n in hand.items():
                cards[card] += n
        if dict(cards) != dict(self.all_cards()):
            return "the train cards are not all there"
        held = [*self.tickets, *self.offers.values()]
        held += [*self.first_kept.values(), *self.first_returned.values()]
        tickets = self.ticket_deck + [ticket for some in held for ticket in some]
        if sorted(tickets) != self.board.ticket_names:
            return "the tickets are not all there"
        spaces, points, tracks = [0] * self.seats, self.recount(), self.board.tracks
        for track, owner in self.owner.items():
            spaces[owner] += tracks[track].length
        for seat in range(self.seats):
            if spaces[seat] + self.trains[seat] != self.game["trains"]["each"]:
                return f"seat {seat}'s trains are not all there"
            if points[seat] != self.score[seat]:
                return f"seat {seat}'s running score is not its routes recounted"
        return None
