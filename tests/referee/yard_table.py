"""The table of The Card Game: rail yards, tracks of cards, and tickets completed from them."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from .board import COLOURS, LOCOMOTIVE, Board
from .table import KIND, Event, Illegal, Table, whole_number
from .yard_best import best_set, can_all_be_completed, taken_for, worth
from .yard_board import YardTicket, yard_tickets

TRAIN_CARD_ACTIONS = {"draw", "stop", "lay", "lay three"}


@dataclass
class Row:
    """A row of a rail yard: the locomotives lie on top."""

    cards: int
    locomotives: int

    @property
    def size(self) -> int:
        return self.cards + self.locomotives


class YardTable(Table):
    """Rules 29 to 38. Where the best set of tickets is not the only one, `said` tells which."""

    # An open track and closed tickets change what is seen, and nothing in a record (rule 35).
    OPTIONS: ClassVar[frozenset[str]] = frozenset({"open_track", "closed_tickets"})
    FIELDS: ClassVar[dict[str, set[str]]] = {
        "keep": {"tickets"},
        "draw": {"from"},
        "stop": set(),
        "lay": {"colour", "cards", "locomotives"},
        "lay three": {"colours"},
        "tickets": set(),
        "pass": set(),
        "complete": {"ticket"},
        "complete best": set(),
        "done": set(),
    }
    PHASES: ClassVar[dict[str, set[str]]] = {
        "first tickets": {"keep"},
        "turn": {"draw", "lay", "lay three", "tickets", "pass"},
        "second card": {"draw", "stop"},
        "tickets offered": {"keep"},
        "completing": {"complete", "complete best", "done"},
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
        super().__init__(board, seats, key, starts, options)
        self.asking: dict[str, YardTicket] = yard_tickets(self.game["id"])
        self.yards: list[dict[str, Row]] = [{} for _ in range(seats)]
        self.tracks: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.completed: list[list[str]] = [[] for _ in range(seats)]
        self.finished: set[int] = set()
        self.scorings = 0
        self.idle_turns = 0
        self.doing = ""
        # The events a record gives for the action that is carried out next.
        self.said: object = None

    def set_up(self) -> list[Event]:
        """Rule 29."""
        self.events = []
        self.turn_seat = self.chance.below(self.seats) if self.starts is None else self.starts
        self.tell("starts", {"seat": self.turn_seat})
        numbers = self.game["cards"]
        rest = self.all_cards()
        for seat in range(self.seats):
            first = [LOCOMOTIVE] * numbers["first_locomotives"]
            rest.subtract(first)
            self.hands[seat].update(first)
            self.tell("dealt", {"seat": seat, "cards": first})
        self.shuffle_into_pile(list(rest.elements()))
        self.deal(numbers["first_hand"])
        self.fill_row()
        self.ticket_deck = list(self.asking)
        self.chance.shuffle(self.ticket_deck)
        self.tell("tickets shuffled", {"deck": self.ticket_deck[::-1]})
        for seat in range(self.seats):
            self.offer_tickets(seat, self.game["tickets"]["first_offer"])
        return self.events

    def deal(self, count: int) -> None:
        """So many cards to each seat, from seat 0 up, as far as they last."""
        for seat in range(self.seats):
            dealt = [self.pile.pop() for _ in range(min(count, len(self.pile)))]
            self.hands[seat].update(dealt)
            if dealt:
                self.tell("dealt", {"seat": seat, "cards": dealt})

    def deal_in_turn(self, first: int, rounds: int) -> None:
        """Rule 36: a card to each seat in turn, from one seat on, so many times round."""
        order = [*range(first, self.seats), *range(first)]
        dealt: dict[int, list[str]] = {seat: [] for seat in order}
        for seat in order * rounds:
            if self.pile:
                dealt[seat].append(self.pile.pop())
        for seat, cards in dealt.items():
            self.hands[seat].update(cards)
            if cards:
                self.tell("dealt", {"seat": seat, "cards": cards})

    def settle_first_tickets(self) -> None:
        """All that was returned is shuffled into the deck."""
        returned: list[str] = []
        for seat in range(self.seats):
            kept, back = self.first_kept[seat], self.first_returned[seat]
            self.tickets[seat] += kept
            returned += back
            self.tell("kept", {"seat": seat, "tickets": kept, "returned": back})
        self.first_kept, self.first_returned = {}, {}
        if returned:
            self.ticket_deck = self.ticket_deck[::-1] + returned
            self.chance.shuffle(self.ticket_deck)
            self.tell("tickets shuffled", {"deck": self.ticket_deck[::-1]})

    def renew_pile(self) -> None:
        """Rule 31: discards are not shuffled in again."""

    def fill_row(self) -> None:
        """Rule 29: any number of face-up locomotives is left lying."""
        self.fill_places()

    def not_to_act(self, seat: int) -> str | None:
        if self.phase == "completing":
            return f"seat {seat} has finished" if seat in self.finished else None
        return super().not_to_act(seat)

    def carry_out(self, do: str, seat: int, action: dict[str, object]) -> None:
        self.doing = do
        if do == "lay":
            self.lay(seat, action["colour"], action["cards"], action["locomotives"])
        elif do == "lay three":
            self.lay_three(seat, action["colours"])
        elif do == "stop":
            self.end_turn()
        elif do == "complete":
            self.complete_one(seat, action["ticket"])
        elif do == "complete best":
            self.complete_best(seat)
        elif do == "done":
            self.finish(seat)
        else:
            super().carry_out(do, seat, action)

    def begin_turn(self, seat: int) -> None:
        """Rule 30: the top card of each row goes to the track."""
        super().begin_turn(seat)
        yard = self.yards[seat]
        moved: list[str] = []
        for colour in COLOURS:
            if colour in yard:
                row = yard[colour]
                if row.locomotives:
                    row.locomotives -= 1
                    moved.append(LOCOMOTIVE)
                else:
                    row.cards -= 1
                    moved.append(colour)
                if row.size == 0:
                    del yard[colour]
        if moved:
            self.tracks[seat].update(moved)
            self.tell("moved", {"seat": seat, "cards": moved})

    def may_draw(self, place: object) -> str | None:
        if self.turns_left is not None:
            return "no train cards are drawn in the last round (rule 31)"
        return super().may_draw(place)

    def may_lay(self, seat: int, colour: str, count: int) -> str | None:
        """Rule 32: why so many cards can't lie in a row of this colour, if they can't."""
        for owner, yard in enumerate(self.yards):
            if colour in yard:
                if owner == seat:
                    return f"{colour} is in seat {seat}'s own yard (rule 32)"
                if count <= yard[colour].size:
                    return f"seat {owner} has {yard[colour].size} cards in {colour} (rule 32)"
        return None

    def suits(self, seat: int) -> list[tuple[str, int, int]]:
        """Every suit that may be laid: colour, cards and locomotives."""
        hand = self.hands[seat]
        return [
            (colour, cards, locomotives)
            for colour in COLOURS
            for cards in range(1, hand[colour] + 1)
            for locomotives in range(hand[LOCOMOTIVE] + 1)
            if cards + locomotives >= 2 and self.may_lay(seat, colour, cards + locomotives) is None
        ]

    def threes(self, seat: int) -> list[list[str]]:
        single = [
            colour
            for colour in COLOURS
            if self.hands[seat][colour] and self.may_lay(seat, colour, 1) is None
        ]
        return [list(three) for three in combinations(single, 3)]

    def lay(self, seat: int, colour: object, cards: object, locomotives: object) -> None:
        if not isinstance(colour, str) or colour not in COLOURS:
            raise Illegal("there is no such colour to lay")
        for number in (cards, locomotives):
            if not whole_number(number):
                raise Illegal("the cards and the locomotives are not whole numbers")
        assert isinstance(cards, int)
        assert isinstance(locomotives, int)
        if cards < 1 or locomotives < 0 or cards + locomotives < 2:
            raise Illegal("a suit is two cards or more, at least one of the colour (rule 32)")
        if self.hands[seat][colour] < cards or self.hands[seat][LOCOMOTIVE] < locomotives:
            raise Illegal(f"seat {seat} has not these cards")
        if why := self.may_lay(seat, colour, cards + locomotives):
            raise Illegal(why)
        for owner, yard in enumerate(self.yards):
            if colour in yard:
                self.rob(owner, colour)
        self.lay_rows(seat, {colour: Row(cards, locomotives)})

    def lay_three(self, seat: int, colours: object) -> None:
        if not isinstance(colours, list) or colours not in self.threes(seat):
            raise Illegal("these are not three colours that may be laid, in order (rule 32)")
        self.lay_rows(seat, {colour: Row(1, 0) for colour in colours})

    def rob(self, owner: int, colour: str) -> None:
        row = self.yards[owner].pop(colour)
        self.discards += [colour] * row.cards + [LOCOMOTIVE] * row.locomotives
        self.tell(
            "robbed",
            {
                "seat": owner,
                "colour": colour,
                "cards": row.cards,
                "locomotives": row.locomotives,
            },
        )

    def lay_rows(self, seat: int, rows: dict[str, Row]) -> None:
        for colour, row in rows.items():
            self.hands[seat][colour] -= row.cards
            self.hands[seat][LOCOMOTIVE] -= row.locomotives
            self.yards[seat][colour] = row
        told = [
            {"colour": colour, "cards": row.cards, "locomotives": row.locomotives}
            for colour, row in rows.items()
        ]
        self.tell("laid", {"seat": seat, "rows": told})
        self.end_turn()

    def pass_turn(self, seat: int) -> None:
        """Rule 33."""
        if self.can_draw() or self.ticket_deck or self.suits(seat) or self.threes(seat):
            raise Illegal("passing is only for a player who can do nothing else (rule 33)")
        self.tell("passed", {"seat": seat})
        self.end_turn(passed=True)

    def end_turn(self, passed: bool = False) -> None:
        """Rules 31 and 38: the last round, and what comes after it."""
        self.idle_turns = 0 if self.doing in TRAIN_CARD_ACTIONS else self.idle_turns + 1
        stalled = self.idle_turns >= self.game["yard"]["idle_rounds"] * self.seats
        if self.turns_left is not None:
            self.turns_left -= 1
        elif not self.pile or stalled:
            self.begin_last_round()
        if self.turns_left == 0:
            self.scorings += 1
            self.finished = set()
            self.phase = "completing"
            self.tell("scoring", {"pass": self.scorings})
        else:
            self.begin_turn((self.turn_seat + 1) % self.seats)

    def begin_last_round(self) -> None:
        self.turns_left = self.seats
        self.tell("last round", {"seat": self.turn_seat, "turns": self.turns_left})

    def open_tickets(self, seat: int) -> list[YardTicket]:
        """The tickets of a seat that are not completed, in the order of the ticket file."""
        held = set(self.tickets[seat]) - set(self.completed[seat])
        return [ticket for ticket in self.asking.values() if ticket.id in held]

    def complete_one(self, seat: int, ticket: object) -> None:
        found = [other for other in self.open_tickets(seat) if other.id == ticket]
        if not found:
            raise Illegal(f"seat {seat} has no such ticket to complete")
        if taken_for(found[0], self.tracks[seat]) is None:
            raise Illegal(f"seat {seat}'s track has not the cards for {ticket}")
        self.complete(seat, found[0])

    def complete(self, seat: int, ticket: YardTicket) -> None:
        """Rule 34."""
        taken = taken_for(ticket, self.tracks[seat])
        assert taken is not None
        self.tracks[seat] -= taken
        self.discards += taken.elements()
        self.completed[seat].append(ticket.id)
        self.score[seat] += ticket.points
        self.tell("completed", {"seat": seat, "ticket": ticket.id, "cards": dict(taken)})
        self.tell("scored", {"seat": seat, "points": ticket.points, "why": "tickets"})

    def complete_best(self, seat: int) -> None:
        best = best_set(self.open_tickets(seat), self.tracks[seat])
        said = self.said_to_complete(seat)
        if worth(said) == worth(best) and can_all_be_completed(said, self.tracks[seat]):
            best = said
        for ticket in best:
            self.complete(seat, ticket)
        self.finish(seat)

    def said_to_complete(self, seat: int) -> list[YardTicket]:
        """The open tickets that the record says were completed, in the order of the file."""
        events = self.said if isinstance(self.said, list) else []
        named = [
            event.get("ticket")
            for event in events
            if isinstance(event, dict) and event.get(KIND) == "completed"
        ]
        return [ticket for ticket in self.open_tickets(seat) if ticket.id in named]

    def finish(self, seat: int) -> None:
        self.finished.add(seat)
        self.tell("finished", {"seat": seat})
        if len(self.finished) == self.seats:
            if self.seats >= self.game["yard"]["two_piles_from"] and self.scorings == 1:
                self.begin_second_pile()
            else:
                self.end_game("last round")

    def begin_second_pile(self) -> None:
        """Rule 36: everything but the hands and the tickets starts anew."""
        gathered = self.pile + self.discards + [card for card in self.row if card]
        for seat in range(self.seats):
            gathered += self.tracks[seat].elements()
            for colour, row in self.yards[seat].items():
                gathered += [colour] * row.cards + [LOCOMOTIVE] * row.locomotives
            self.tracks[seat] = Counter()
            self.yards[seat] = {}
        self.discards = []
        self.row = [None] * len(self.row)
        self.turns_left = None
        self.idle_turns = 0
        self.tell("gathered", {"count": len(gathered)})
        self.shuffle_into_pile(gathered)
        goes_on = (self.turn_seat + 1) % self.seats
        self.deal_in_turn(goes_on, self.game["yard"]["next_hand"])
        self.fill_row()
        if not self.pile:
            self.begin_last_round()
        self.begin_turn(goes_on)

    def miscount(self) -> str | None:
        """What does not add up on the table, if anything: cards, tickets, rows or points."""
        cards = Counter(self.pile + self.discards + [card for card in self.row if card])
        for seat in range(self.seats):
            for some in (self.hands[seat], self.tracks[seat]):
                if some and min(some.values()) < 0:
                    return f"seat {seat} has fewer than no cards"
                cards.update(some)
            for colour, row in self.yards[seat].items():
                if row.cards < 1 or row.locomotives < 0:
                    return f"seat {seat} has a row of {colour} without {colour}"
                cards.update({colour: row.cards, LOCOMOTIVE: row.locomotives})
        if cards != self.all_cards():
            return "the train cards are not all there"
        held = [*self.tickets, *self.offers.values()]
        held += [*self.first_kept.values(), *self.first_returned.values()]
        tickets = self.ticket_deck + [ticket for some in held for ticket in some]
        if sorted(tickets) != sorted(self.asking):
            return "the tickets are not all there"
        rows = [colour for yard in self.yards for colour in yard]
        if len(set(rows)) != len(rows):
            return "two players have the same colour in their yards"
        for seat in range(self.seats):
            done = self.completed[seat]
            if len(set(done)) != len(done) or not set(done) <= set(self.tickets[seat]):
                return f"seat {seat} completed a ticket twice, or one it has not"
            if sum(self.asking[ticket].points for ticket in done) != self.score[seat]:
                return f"seat {seat}'s running score is not its tickets recounted"
        return None
