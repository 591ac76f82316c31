"""A table for stories of The Card Game: yards, tracks, piles and completed tickets.

    yard().with_yard(1, "red*2 loco").with_hand(0, "red*4").lays("4 red")

It is the table of tests/table.py, where all cards stay accounted for: what lies in a yard or on a
track is taken from where it does not matter. A row is written as its cards, the locomotives on top
right behind them: "red*2 loco blue" is a red row of three and a blue row of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Self

import branchline as bl
from branchline.board import CARDS, COLOURS
from branchline.game.game import Game
from tests.table import Table, cards, table

LOCOMOTIVE = "locomotive"


def yard(seats: int = 2, **options: Any) -> Yard:
    """Sit down to The Card Game: first tickets chosen (all of them kept), seat 0 to start."""
    return Yard(table("card_game", seats, **options).game)


def bare(seats: int = 2, **options: Any) -> Yard:
    """Sit down with empty hands and no tickets."""
    at = yard(seats, **options)
    for seat in range(seats):
        at.with_hand(seat, "").with_tickets(seat)
    return at


class Yard(Table):
    """A card game that a test sets up and plays."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._rows: list[dict[str, tuple[int, int]]] = [{} for _ in range(self.seats)]
        self._tracks: list[Counter[str]] = [Counter() for _ in range(self.seats)]
        self._completed: list[list[int]] = [[] for _ in range(self.seats)]
        self._to_discards = False
        self._numbers: dict[str, int] = {}

    # Setting up.

    def with_yard(self, seat: int, text: str) -> Self:
        """Let exactly these rows stand in a seat's yard."""
        for colour, (n, locomotives) in self._rows[seat].items():
            self._put_away([colour] * n + [LOCOMOTIVE] * locomotives)
        self._rows[seat] = {}
        colour = ""
        for card in cards(text):
            self._take(card)
            if card != LOCOMOTIVE:
                colour = card
            assert colour, "a row begins with a card of its colour"
            n, locomotives = self._rows[seat].get(colour, (0, 0))
            is_locomotive = card == LOCOMOTIVE
            self._rows[seat][colour] = (n + (not is_locomotive), locomotives + is_locomotive)
        return self._changed()

    def with_track(self, seat: int, text: str) -> Self:
        """Let exactly these cards lie on a seat's track."""
        self._put_away(self._tracks[seat].elements())
        self._tracks[seat] = Counter()
        for card in cards(text):
            self._tracks[seat][self._take(card)] += 1
        return self._changed()

    def with_pile(self, text: str) -> Self:
        """Make the draw pile exactly these cards, top first; the others are discarded."""
        self._to_discards = True
        self._put_away(self._deck)
        self._deck = []
        for card in cards(text):
            self._deck.append(self._take(card))
            self._pinned_top = len(self._deck)
        return self._changed()

    def _put_away(self, some: Iterable[str]) -> None:
        if self._to_discards:
            self._discards.update(some)
        else:
            super()._put_away(some)

    def with_completed(self, seat: int, *ids: str) -> Self:
        """Let a seat have completed exactly these tickets; their points are scored."""
        self._ticket_deck += self._completed[seat]
        self._completed[seat] = []
        self._completed[seat] = [self._take_ticket(id) for id in ids]
        return self._changed()

    def in_last_round(self, turns: int | None = None) -> Self:
        """Let so many turns be left of the last round; all of them unless told."""
        return self._with(turns_left=self.seats if turns is None else turns)

    def in_pile(self, pile: int) -> Self:
        """Say whether the first or the second pile is in use."""
        return self._with(pile=pile)

    def after_idle_turns(self, turns: int) -> Self:
        """Let so many turns have gone by in which nobody drew or laid a train card."""
        return self._with(idle=turns)

    def _with(self, **numbers: int) -> Self:
        self._numbers |= numbers
        return self._changed()

    def _lay_board(self) -> None:
        super()._lay_board()
        s = self.state
        for seat in range(self.seats):
            rows = [self._rows[seat].get(colour, (0, 0)) for colour in COLOURS]
            s["row"][seat] = [n for n, _ in rows]
            s["row_locomotives"][seat] = [locomotives for _, locomotives in rows]
            s["track"][seat] = [self._tracks[seat][card] for card in CARDS]
            s["track_n"][seat] = self._tracks[seat].total()
            s["completed"][seat] = sum(1 << t for t in self._completed[seat])
            s["completed_n"][seat] = len(self._completed[seat])
            s["points"][seat] = sum(self.board.tickets[t].points for t in self._completed[seat])
        s["turn_seat"] = self._turn_of
        for name, number in self._numbers.items():
            s[name] = number

    # Playing.

    def lays(self, text: str) -> Self:
        """Lay cards in the yard."""
        return self.does(f"lay {text}")

    def takes_an_idle_turn(self) -> Self:
        """Look at tickets and keep none; or pass, if there are none."""
        if self.may("tickets"):
            return self.does("tickets").does("keep none")
        return self.does("pass")

    def idles(self, turns: int) -> Self:
        """Let so many idle turns go by."""
        for _ in range(turns):
            self.takes_an_idle_turn()
        return self

    def last_turn_ends(self) -> Self:
        """Let the seat in turn take the last turn of the last round, an idle one."""
        self.game  # noqa: B018 (lays the table)
        self.state["turns_left"] = 1
        self.takes_an_idle_turn()
        assert self.game.phase == "complete tickets"
        return self

    def completes(self, seat: int, *ids: str) -> Self:
        """Complete tickets one by one."""
        for id in ids:
            action = self.game.action_of({"do": "complete", "ticket": id}, seat)
            self.events = self.game.push(action, seat)
            self.is_lawful()
        return self

    def all_are_done(self) -> Self:
        """Let everybody who has not said so yet complete no more tickets."""
        for seat in self.game.to_act:
            self.does("done", seat)
        return self

    def all_complete_the_best(self) -> Self:
        """Let everybody take the best set."""
        for seat in self.game.to_act:
            self.does("complete best", seat)
        return self

    # Looking.

    def yard(self, seat: int) -> dict[str, tuple[int, int]]:
        """The rows of a seat: cards of the colour and locomotives on top."""
        return self.game.view(None).players[seat].yard

    def track(self, seat: int) -> dict[str, int]:
        """What really lies on a track, seen by players or not."""
        self.game  # noqa: B018 (lays the table)
        counts = self.state["track"][seat].tolist()
        return {card: n for card, n in zip(CARDS, counts, strict=True) if n}

    @property
    def lays_open(self) -> set[str]:
        """All that may be laid now, as it reads."""
        return {choice.removeprefix("lay ") for choice in self.choices if choice.startswith("lay")}

    def told(self) -> list[dict[str, Any]]:
        """What came of the last action, in the open form of a record."""
        return [event.to_json() for event in self.events]


def standings(result: bl.Result) -> tuple[list[int], list[int], tuple[int, ...], str]:
    """Return the totals, the ranks, the winners and what decided."""
    totals = [s.total for s in result.seats]
    return totals, [s.rank for s in result.seats], result.winners, result.decided_by
