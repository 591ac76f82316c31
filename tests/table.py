"""A table to tell stories at: a real game, set up at any point, with every card accounted for.

    table("usa", seats=2).with_hand(0, "purple*4").claims("Denver Omaha").scores(0, 7)

Nothing is mocked. A table begins as a real game just after its first tickets, with seat 0 to
start. What a test asks for is taken from where it does not matter: what was asked for once stays
put, what was not asked for may move. Before the first action the laws of the game are checked, and
again after every action.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import branchline as bl
from branchline.board import BOARDS, CARDS
from branchline.game import events as ev
from branchline.game.game import Game
from branchline.rules import engine
from branchline.rules import state as st

KEY = bytes(range(32))
EMPTY = "-"

SomeEvent = TypeVar("SomeEvent", bound=ev.Event)


def cards(text: str) -> list[str]:
    """Read a row of cards: "purple*3 loco" is three purple and a locomotive; "-" is a gap."""
    found: list[str] = []
    for word in text.split():
        name, _, times = word.partition("*")
        card = "locomotive" if name == "loco" else name
        assert card in CARDS or card == EMPTY, f"there is no card called {card!r}"
        found += [card] * int(times or 1)
    return found


def variant(folder: Path, changes: dict[str, str], game: str = "usa") -> str:
    """Copy a board into a folder with some numbers of its game changed; return its name.

    The changes are like {"tickets.keep": "2"}: some rules show only with other numbers.
    """
    copy = folder / game
    shutil.copytree(BOARDS / game, copy)
    file = copy / "game.toml"
    table_name, lines, left = "", [], dict(changes)
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            table_name = line.strip("[]")
        name = f"{table_name}.{line.partition(' = ')[0]}"
        lines.append(f"{line.partition(' = ')[0]} = {left.pop(name)}" if name in left else line)
    assert not left, f"{game} has no {', '.join(left)}"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(copy)


def table(
    game: str = "usa",
    seats: int = 2,
    *,
    key: bytes = KEY,
    starts: int = 0,
    homes: Sequence[str] = (),
    **options: bool,
) -> Table:
    """Sit down: a new game, first tickets chosen (everybody keeps all of them).

    Where the game has home cities, seat 0 starts in the first of ``homes``, and so on.
    """
    begun = bl.new_game(game, seats, key=key, options={"starts": starts, **options})
    for seat in range(seats):
        begun.push(begun.parse("keep all", seat), seat)
    while begun.phase == "starting city" and begun.seat is not None:
        named = f"start in {homes[begun.seat]}" if homes else str(begun.legal_actions()[0])
        begun.push(begun.parse(named))
    return Table(begun)


class Table:
    """A game that a test sets up and plays; every method returns the table, or asserts."""

    def __init__(self, game: Game) -> None:
        self.board = game.board
        self.seats = game.seats
        self.events: list[ev.Event] = []
        """What came of the last action."""
        self._game = game
        self._begun = len(game.history)
        self._laid = True
        s = self.state
        self._hands = [
            Counter({card: int(n) for card, n in zip(CARDS, s["hand"][i], strict=True) if n})
            for i in range(self.seats)
        ]
        places = int(self.board.record[0]["face_up"])
        self._row = [CARDS[c] if c >= 0 else EMPTY for c in s["market"][:places].tolist()]
        self._deck = [CARDS[c] for c in s["deck"][: int(s["deck_n"])].tolist()][::-1]
        self._discards: Counter[str] = Counter()
        self._pinned_hands: set[int] = set()
        self._pinned_row = self._pinned_discards = False
        self._pinned_top = 0
        self._spare_seat: int | None = None
        self._tickets: list[list[int]] = [
            [t for t in range(len(self.board.tickets)) if int(s["held"][i]) >> t & 1]
            for i in range(self.seats)
        ]
        top = int(s["ticket_top"])
        ring = s["ticket_deck"].tolist()
        self._ticket_deck = [ring[(top + i) % st.MAX_TICKETS] for i in range(int(s["ticket_n"]))]
        self._pinned_tickets: set[int] = set()
        self._owners: dict[int, int] = {}
        self._built: dict[int, str] = {}
        self._markers: dict[int, int] = {
            city: seat for city, seat in enumerate(s["marker"].tolist()) if seat >= 0
        }
        self._alvin: tuple[int, int] | None = None
        self._turn_of = 0

    # Setting up: cards.

    def with_hand(self, seat: int, text: str) -> Self:
        """Give a seat exactly these cards."""
        wanted = cards(text)
        self._put_away(self._hands[seat].elements())
        self._hands[seat] = Counter()
        self._pinned_hands.add(seat)
        for card in wanted:
            self._hands[seat][self._take(card)] += 1
        return self._changed()

    def with_row(self, text: str) -> Self:
        """Lay exactly these cards face up, left to right; "-" leaves a place empty."""
        wanted = cards(text)
        assert len(wanted) == len(self._row), f"the row has {len(self._row)} places"
        self._put_away(card for card in self._row if card != EMPTY)
        self._row = [EMPTY] * len(wanted)
        self._pinned_row = True
        for place, card in enumerate(wanted):
            self._row[place] = card if card == EMPTY else self._take(card)
        return self._changed()

    def with_discards(self, text: str) -> Self:
        """Make the discards exactly these cards."""
        self._put_away(self._discards.elements())
        self._discards = Counter()
        self._pinned_discards = True
        for card in cards(text):
            self._discards[self._take(card)] += 1
        return self._changed()

    def with_deck_top(self, text: str) -> Self:
        """Put these cards on top of the draw pile, the first one uppermost."""
        wanted = cards(text)
        assert not self._pinned_top, "the top of the draw pile has been set already"
        self._pinned_top = 0
        found = [self._take(card) for card in wanted]
        self._deck = found + self._deck
        self._pinned_top = len(found)
        return self._changed()

    def with_deck(self, text: str, rest: int) -> Self:
        """Make the draw pile exactly these cards; seat `rest` holds what lies nowhere else."""
        self._spare_seat = rest
        self._put_away(self._deck)
        self._deck = []
        for card in cards(text):
            self._deck.append(self._take(card))
            self._pinned_top = len(self._deck)
        return self._changed()

    def _put_away(self, some: Iterable[str]) -> None:
        """Put cards where they do not matter: under the draw pile, or in the spare hand."""
        if self._spare_seat is None:
            self._deck += list(some)
        else:
            self._hands[self._spare_seat].update(some)

    def _take(self, card: str) -> str:
        """Take a card from wherever it does not matter."""
        for i in range(len(self._deck) - 1, self._pinned_top - 1, -1):
            if self._deck[i] == card:
                return self._deck.pop(i)
        if not self._pinned_discards and self._discards[card]:
            self._discards[card] -= 1
            return card
        for seat, hand in enumerate(self._hands):
            may_give = seat not in self._pinned_hands or seat == self._spare_seat
            if may_give and hand[card]:
                hand[card] -= 1
                return card
        if not self._pinned_row and card in self._row:
            place = self._row.index(card)
            # Something has to lie there instead; the bottom of the pile matters least.
            free = len(self._deck) > self._pinned_top
            self._row[place] = self._deck.pop() if free else EMPTY
            return card
        raise AssertionError(f"there are not enough {card} cards for this table")

    # Setting up: tickets.

    def with_tickets(self, seat: int, *ids: str) -> Self:
        """Give a seat exactly these tickets."""
        self._ticket_deck += self._tickets[seat]
        self._tickets[seat] = []
        self._pinned_tickets.add(seat)
        self._tickets[seat] = [self._take_ticket(id) for id in ids]
        return self._changed()

    def with_ticket_top(self, *ids: str) -> Self:
        """Put these tickets on top of the ticket deck, the first one uppermost."""
        self._ticket_deck = [self._take_ticket(id) for id in ids] + self._ticket_deck
        return self._changed()

    def with_ticket_deck(self, *ids: str, rest: int) -> Self:
        """Make the ticket deck exactly these, top first; seat `rest` keeps what lies nowhere."""
        deck = [self._take_ticket(id) for id in ids]
        self._tickets[rest] += self._ticket_deck
        self._ticket_deck = deck
        return self._changed()

    def _take_ticket(self, id: str) -> int:
        ticket = [t.id for t in self.board.tickets].index(id)
        piles = [self._ticket_deck]
        piles += [held for i, held in enumerate(self._tickets) if i not in self._pinned_tickets]
        for pile in piles:
            if ticket in pile:
                pile.remove(ticket)
                return ticket
        raise AssertionError(f"the ticket {id} has been given away already")

    # Setting up: tracks, trains, whose turn.

    def owns(self, seat: int, *ids: str) -> Self:
        """Let a seat have claimed these tracks."""
        for id in ids:
            track = [t.id for t in self.board.tracks].index(id)
            assert self._may_own(seat, track), f"seat {seat} cannot have {id}"
            self._owners[track] = seat
        assert self.trains_left(seat) >= 0, f"seat {seat} has not that many trains"
        return self._changed()

    def with_trains(self, seat: int, left: int, sparing: Sequence[str] = ()) -> Self:
        """Let a seat have so many trains left: it has claimed tracks for the others.

        It takes tracks without sisters first, long ones first, and none of those to be spared.
        """
        spared = {i for i, track in enumerate(self.board.tracks) if track.id in sparing}
        free = [
            i
            for i, track in enumerate(self.board.tracks)
            if i < min(track.sisters, default=i + 1)
            and not spared & {i, *track.sisters}
            and self._may_own(seat, i)
        ]
        free.sort(key=lambda i: (len(self.board.tracks[i].sisters), -self.board.tracks[i].length))
        chosen = self._add_up(free, self.trains_left(seat) - left)
        assert chosen is not None, f"no tracks are left to bring seat {seat} to {left} trains"
        return self.owns(seat, *(self.board.tracks[i].id for i in chosen))

    def _add_up(self, free: list[int], spaces: int) -> list[int] | None:
        """Choose tracks with exactly so many spaces, the first ones if possible."""
        if spaces == 0:
            return []
        for n, i in enumerate(free):
            length = self.board.tracks[i].length
            if length <= spaces:
                rest = self._add_up(free[n + 1 :], spaces - length)
                if rest is not None:
                    return [i, *rest]
        return None

    def _may_own(self, seat: int, track: int) -> bool:
        if track in self._owners:
            return False
        sisters = [self._owners[i] for i in self.board.tracks[track].sisters if i in self._owners]
        if self.seats >= int(self.board.record[0]["all_sisters_from"]):
            return seat not in sisters
        return not sisters

    def trains_left(self, seat: int) -> int:
        """The trains a seat has with the tracks it has been given."""
        taken = (self.board.tracks[i].length for i, owner in self._owners.items() if owner == seat)
        return int(self.board.record[0]["trains"]) - sum(taken)

    def turn_of(self, seat: int) -> Self:
        """Let it be this seat's turn."""
        self._turn_of = seat
        return self._changed()

    # The real game under it.

    @property
    def state(self) -> Any:
        """The state record itself."""
        return self._game._states[0]

    def _between(self, cities: str) -> list[int]:
        """Return the tracks between two cities, named "Denver–Omaha"."""
        return [
            i
            for i, track in enumerate(self.board.tracks)
            if cities
            in (
                f"{self.board.cities[track.a].name}–{self.board.cities[track.b].name}",
                f"{self.board.cities[track.b].name}–{self.board.cities[track.a].name}",
            )
        ]

    def with_built(self, cities: str, colour: str) -> Self:
        """Lay a piece on the first bed between two cities ("Marseille–Grenoble") that has none."""
        for track in self._between(cities):
            if track not in self._built and self.board.tracks[track].is_bed:
                self._built[track] = colour
                return self._changed()
        raise AssertionError(f"no bed is left between {cities}")

    def with_marker(self, seat: int, city: str) -> Self:
        """Put a marker of a seat in a city, beside its home."""
        names = [c.name for c in self.board.cities]
        self._markers[names.index(city)] = seat
        return self._changed()

    def with_alvin(self, seat: int, city: str) -> Self:
        """Let a seat have captured Alvin, once, and put him in a city with its own marker."""
        self._alvin = (seat, [c.name for c in self.board.cities].index(city))
        return self._changed()

    @property
    def game(self) -> Game:
        """The game, laid out as the test asked for."""
        if not self._laid:
            self._laid = True
            self._lay()
        return self._game

    def _changed(self) -> Self:
        assert not self._game.history[self._begun :], "set the table before anybody plays"
        self._laid = False
        return self

    def _lay(self) -> None:
        s, b = self.state, self.board.record[0]
        s["seen"][:] = s["located"][:] = 0
        for seat, hand in enumerate(self._hands):
            s["hand"][seat] = [hand[card] for card in CARDS]
            s["hand_n"][seat] = hand.total()
            s["held"][seat] = sum(1 << t for t in self._tickets[seat])
            s["held_n"][seat] = len(self._tickets[seat])
        s["market"][: len(self._row)] = [
            -1 if card == EMPTY else CARDS.index(card) for card in self._row
        ]
        s["deck_n"] = len(self._deck)
        s["deck"][: len(self._deck)] = [CARDS.index(card) for card in reversed(self._deck)]
        s["discards"][:] = [self._discards[card] for card in CARDS]
        s["discards_n"] = self._discards.total()
        s["ticket_top"], s["ticket_n"] = 0, len(self._ticket_deck)
        s["ticket_deck"][: len(self._ticket_deck)] = self._ticket_deck
        s["returner"][:] = -1
        s["seat"] = self._turn_of
        s["points"][:], s["trains"][: self.seats] = 0, b["trains"]
        for track, seat in self._owners.items():
            length = self.board.tracks[track].length
            s["trains"][seat] -= length
            s["points"][seat] += b["points"][length]
        if self._alvin:
            seat, s["alvin"] = self._alvin
            s["alvin_holder"], s["captures"][seat] = seat, 1
            s["points"][seat] += b["alvin_capture"]
        self._lay_board()
        self.is_lawful()

    def _lay_board(self) -> None:
        """Lay out who owns what, what is built, homes and markers, and what follows from them."""
        s = self.state
        s["marker"][:] = -1
        for city, seat in self._markers.items():
            s["marker"][city] = seat
        each = int(self.board.record[0]["markers"])
        for seat in range(self.seats):
            mine = [city for city, owner in self._markers.items() if owner == seat]
            s["home"][seat] = mine[0] if mine else -1
            s["markers_left"][seat] = each - len(mine)
        s["owner"][:] = -1
        s["built"][:] = -1
        s["payees"][:] = 0
        s["claimed"] = -1
        for track, seat in self._owners.items():
            s["owner"][track] = seat
        for track, colour in self._built.items():
            s["built"][track] = CARDS.index(colour)
        engine.lay_tracks(self.board.record, self._game._states, st.SILENT)

    def is_lawful(self) -> Self:
        """Check every law of the game."""
        law = self.broken_law()
        assert law == 0, f"law {law} is broken"
        return self

    def broken_law(self) -> int:
        """Return the law that is broken, or 0."""
        return int(engine.broken_law(self.board.record, self.game._states))

    # Playing.

    def does(self, text: str, seat: int | None = None) -> Self:
        """Take an action in the words of the log."""
        self.events = self.game.push(self.game.parse(text, seat), seat)
        return self.is_lawful()

    def claims(self, text: str) -> Self:
        """Claim a route."""
        return self.does(f"claim {text}")

    def builds(self, text: str) -> Self:
        """Lay a track piece."""
        return self.does(f"build {text}")

    def draws(self, *sources: str | int) -> Self:
        """Draw cards one after another: "deck", a colour, or a place counted from 1."""
        for source in sources:
            self.does(f"draw {source}")
        return self

    def keeps(self, *ids: str) -> Self:
        """Keep these of the offered tickets."""
        move = {"do": "keep", "tickets": list(ids)}
        self.events = self.game.push(self.game.action_of(move))
        return self.is_lawful()

    def takes_a_quiet_turn(self) -> Self:
        """Draw two cards, unseen, or do something else that claims nothing."""
        seat = self.game.seat
        while not self.game.is_over and self.game.seat == seat:
            self.does(str(self.game.legal_actions()[0]))
        return self

    def everybody_passes_the_time(self, turns: int) -> Self:
        """Play so many quiet turns."""
        for _ in range(turns):
            self.takes_a_quiet_turn()
        return self

    def ends(self) -> bl.Result:
        """Stop the game here and add up the scores."""
        self.game._states["phase"] = st.OVER
        return self.game.result()

    # Looking.

    def why_not(self, text: str, seat: int | None = None) -> bl.Refusal:
        """Give the reasons against an action; falsy if it may be taken."""
        return self.game.why_not(self.game.parse(text, seat, check=False), seat)

    def may(self, text: str, seat: int | None = None) -> bool:
        """Tell whether an action may be taken."""
        return not self.why_not(text, seat)

    @property
    def choices(self) -> list[str]:
        """All that may be done now, as it reads."""
        return [str(action) for action in self.game.legal_actions()]

    @property
    def claimable(self) -> set[str]:
        """The tracks that may be claimed now."""
        moves = [action.move for action in self.game.legal_actions()]
        return {move.track for move in moves if isinstance(move, bl.Claim)}

    @property
    def buildable(self) -> set[tuple[str, str]]:
        """The beds that may be built now, each with the colours of the pieces that fit."""
        moves = [action.move for action in self.game.legal_actions()]
        return {(move.track, move.colour) for move in moves if isinstance(move, bl.Build)}

    def supply(self, colour: str, length: int) -> int:
        """The track pieces of a colour and length that lie beside the board."""
        return self.game.view(None).supply[colour][str(length)]

    def scores(self, seat: int, points: int) -> Self:
        """Check the points of a seat."""
        assert int(self.state["points"][seat]) == points
        return self

    def hand(self, seat: int) -> dict[str, int]:
        """The cards a seat holds."""
        return self.game.view(seat).hand

    @property
    def row(self) -> list[str | None]:
        """The face-up cards."""
        return list(self.game.view(None).market)

    @property
    def deck(self) -> list[str]:
        """The draw pile, top first."""
        self.game  # noqa: B018 (lays the table)
        return [CARDS[c] for c in self.state["deck"][: int(self.state["deck_n"])].tolist()][::-1]

    @property
    def discards(self) -> dict[str, int]:
        """The discarded cards."""
        return self.game.view(None).discards

    @property
    def ticket_deck(self) -> list[str]:
        """The ticket deck, top first."""
        self.game  # noqa: B018 (lays the table)
        top, ring = int(self.state["ticket_top"]), self.state["ticket_deck"].tolist()
        n = int(self.state["ticket_n"])
        return [self.board.tickets[ring[(top + i) % st.MAX_TICKETS]].id for i in range(n)]

    def trains(self, seat: int) -> int:
        """The trains a seat has left."""
        return self.game.view(None).players[seat].trains

    def happened(self, kind: type[SomeEvent]) -> list[SomeEvent]:
        """The events of one kind that came of the last action."""
        return [e for e in self.events if isinstance(e, kind)]

    @property
    def story(self) -> list[str]:
        """The kinds of event that came of the last action, in order."""
        return [e.kind for e in self.events]
