"""The referee on The Card Game: its reading of rules 29 to 38."""

import copy
from collections import Counter
from typing import Any

import pytest

from .board import CARDS, COLOURS, LOCOMOTIVE, read_board
from .chance import Chance
from .table import KIND, Illegal
from .yard_board import big_cities, yard_tickets
from .yard_scoring import city_bonuses, what_decides, yard_result
from .yard_table import Row, YardTable

NAMES = {card[0]: card for card in CARDS if card != "black"} | {"k": "black"}
TICKETS = yard_tickets("card_game")
Action = dict[str, object]


def cards_of(letters: str) -> list[str]:
    return [NAMES[letter] for letter in letters]


def table_with(pile: str = "", row: str = "", seats: int = 2, hand: str = "") -> YardTable:
    """A table in seat 0's first turn. Cards by first letter, k for black; pile's top last."""
    table = YardTable(read_board("card_game"), seats, bytes(32), 0)
    table.pile = cards_of(pile)
    table.row = [*cards_of(row), *[None] * (5 - len(row))]
    table.hands[0] = Counter(cards_of(hand))
    table.begin_turn(0)
    return table


def kinds(table: YardTable, action: Action, seat: int | None = None) -> list[object]:
    events = table.act(table.turn_seat if seat is None else seat, action)
    return [event[KIND] for event in events]


def draw(place: object) -> Action:
    return {"do": "draw", "from": place}


def lay(colour: str, cards: int, locomotives: int = 0) -> Action:
    return {"do": "lay", "colour": colour, "cards": cards, "locomotives": locomotives}


def three(letters: str) -> Action:
    return {"do": "lay three", "colours": cards_of(letters)}


def complete(ticket: str) -> Action:
    return {"do": "complete", "ticket": ticket}


STOP: Action = {"do": "stop"}
PASS: Action = {"do": "pass"}
BEST: Action = {"do": "complete best"}
DONE: Action = {"do": "done"}


def refused(table: YardTable, action: Action, why: str, seat: int | None = None) -> None:
    before = copy.deepcopy(vars(table))
    with pytest.raises(Illegal, match=why):
        table.act(table.turn_seat if seat is None else seat, action)
    changed = {name for name, value in vars(table).items() if before[name] != value}
    assert changed <= {"events", "chance", "doing"}


def test_the_files() -> None:
    assert len(TICKETS) == 46
    assert sum(ticket.points for ticket in TICKETS.values()) == 581
    assert TICKETS["seattle-dallas"].cards == {"orange": 1, "black": 2, "green": 1}
    assert big_cities("card_game") == {
        "new_york": 15,
        "chicago": 12,
        "los_angeles": 12,
        "dallas": 10,
        "miami": 8,
        "seattle": 8,
    }


def test_rule_29_the_deal() -> None:
    for seats in (2, 3, 4):
        table = YardTable(read_board("card_game"), seats, bytes(range(32)), None)
        events = table.set_up()
        each = ["dealt"] * seats
        assert [e[KIND] for e in events] == [
            *["starts", *each, "shuffled", *each],
            *["turned up"] * 5,
            *["tickets shuffled", *["offered"] * seats],
        ]
        chance = Chance(bytes(range(32)))
        assert events[0]["seat"] == chance.below(seats)
        rest = [c for c in COLOURS for _ in range(10)] + [LOCOMOTIVE] * (16 - seats)
        chance.shuffle(rest)
        assert [e["cards"] for e in events[1 : 1 + seats]] == [[LOCOMOTIVE]] * seats
        assert events[1 + seats]["deck"] == rest[::-1]
        assert events[2 + seats] == {KIND: "dealt", "seat": 0, "cards": rest[:-8:-1]}
        tickets = list(TICKETS)
        chance.shuffle(tickets)
        assert events[-seats - 1]["deck"] == tickets[::-1]
        assert events[-seats]["tickets"] == tickets[:-7:-1]
        assert [hand.total() for hand in table.hands] == [8] * seats
        assert table.miscount() is None


def test_first_tickets_are_shuffled_back_into_the_deck() -> None:
    table = YardTable(read_board("card_game"), 2, bytes(32), 1)
    table.set_up()
    offers = copy.deepcopy(table.offers)
    deck = table.ticket_deck[::-1]
    chance = copy.deepcopy(table.chance)
    refused(table, {"do": "keep", "tickets": []}, "at least 1", seat=1)
    assert kinds(table, {"do": "keep", "tickets": offers[1][2:3]}, 1) == ["chose"]
    refused(table, {"do": "keep", "tickets": offers[1]}, "no first tickets", seat=1)
    events = table.act(0, {"do": "keep", "tickets": offers[0][:5]})
    told = ["chose", "kept", "kept", "tickets shuffled", "turn"]
    assert [e[KIND] for e in events] == told
    assert events[2]["returned"] == offers[1][:2] + offers[1][3:]
    before = deck + offers[0][5:] + offers[1][:2] + offers[1][3:]
    chance.shuffle(before)
    assert events[3]["deck"] == before[::-1]
    assert table.turn_seat == 1
    assert table.miscount() is None
    # Without a returned ticket nothing is shuffled, and no chance is used.
    table = YardTable(read_board("card_game"), 2, bytes(32), 1)
    table.set_up()
    for seat in (0, 1):
        events = table.act(seat, {"do": "keep", "tickets": list(table.offers[seat])})
    assert [e[KIND] for e in events] == ["chose", "kept", "kept", "turn"]


def test_later_tickets() -> None:
    table = table_with("rrrr")
    table.ticket_deck = list(TICKETS)[:6]
    top = table.ticket_deck[:1:-1]
    assert kinds(table, {"do": "tickets"}) == ["offered"]
    refused(table, {"do": "keep", "tickets": top[1::-1]}, "in the order")
    assert kinds(table, {"do": "keep", "tickets": []}) == ["kept", "turn"]
    assert table.ticket_deck == top[::-1] + list(TICKETS)[:2]
    table.ticket_deck = []
    refused(table, {"do": "tickets"}, "no tickets left")


def test_rule_30_the_first_step() -> None:
    table = table_with("rrrrrr", hand="pprl")
    table.act(0, lay("purple", 2, 1))
    table.act(1, draw("deck"))
    events = table.act(1, STOP)
    assert events[1:] == [{KIND: "moved", "seat": 0, "cards": [LOCOMOTIVE]}]
    table.yards[0] |= {"green": Row(1, 2), "white": Row(1, 0)}
    table.begin_turn(0)
    assert table.events[-1]["cards"] == ["purple", "white", LOCOMOTIVE]
    assert table.yards[0] == {"purple": Row(1, 0), "green": Row(1, 1)}
    assert table.tracks[0] == {LOCOMOTIVE: 2, "purple": 1, "white": 1}


def test_rule_31_drawing() -> None:
    table = table_with("rrrrr", "llllr")
    assert kinds(table, draw(0)) == ["drew", "turned up", "turn"]
    assert kinds(table, draw("deck")) == ["drew"]
    refused(table, draw(1), "can't be the second")
    assert kinds(table, STOP) == ["turn"]
    refused(table, STOP, "not what is to be decided")
    # The pile is empty, but the row has a card that may be taken; its place stays empty.
    table = table_with("r", "gllll")
    assert kinds(table, draw("deck")) == ["drew"]
    assert kinds(table, draw(0)) == ["drew", "last round", "turn"]
    # Nothing may be taken after the first card: no decision.
    assert kinds(table_with("l", "lllll"), draw("deck")) == ["drew", "last round", "turn"]
    # The last card is turned up.
    table = table_with("l", "ggggg")
    assert kinds(table, draw(2)) == ["drew", "turned up"]
    assert kinds(table, STOP) == ["last round", "turn"]
    # Discards are left where they are.
    table = table_with("r", "gllll")
    table.discards = cards_of("ppp")
    assert kinds(table, draw("deck")) == ["drew"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_31_the_last_round(seats: int) -> None:
    table = table_with("r", "ggggg", seats)
    table.act(0, draw("deck"))
    events = table.act(0, STOP)
    assert events[0] == {KIND: "last round", "seat": 0, "turns": seats}
    for seat in range(1, seats):
        refused(table, draw(0), "last round")
        assert kinds(table, PASS) == ["passed", "turn"], seat
    table.ticket_deck = ["miami-boston"]
    refused(table, PASS, "rule 33")
    table.act(0, {"do": "tickets"})
    events = table.act(0, {"do": "keep", "tickets": ["miami-boston"]})
    assert events[1:] == [{KIND: "scoring", "pass": 1}]
    assert kinds(table, DONE, seats - 1) == ["finished"]


def test_rule_32_suits() -> None:
    table = table_with("r" * 9, hand="ppgglll")
    for wrong in (lay("purple", 1), lay("purple", 0, 3), lay("purple", 3, -1)):
        refused(table, wrong, "a suit is two")
    for wrong in (lay("purple", 3), lay("purple", 1, 4), lay("white", 1, 1)):
        refused(table, wrong, "has not these cards")
    refused(table, lay(LOCOMOTIVE, 2), "no such colour")
    refused(table, {**lay("purple", 2), "cards": True}, "whole numbers")
    assert table.act(0, lay("purple", 1, 3))[0] == {
        KIND: "laid",
        "seat": 0,
        "rows": [{"colour": "purple", "cards": 1, "locomotives": 3}],
    }
    table.begin_turn(0)
    refused(table, lay("purple", 1, 0), "two cards")
    table.hands[0]["purple"] = 7
    refused(table, lay("purple", 7), "own yard")


def test_rule_32_robbing() -> None:
    table = table_with("r" * 9, hand="pppl")
    table.yards[1]["purple"] = Row(1, 2)
    assert table.suits(0) == [("purple", 3, 1)]
    refused(table, lay("purple", 3), "seat 1 has 3")
    refused(table, lay("purple", 2, 1), "seat 1 has 3")
    events = table.act(0, lay("purple", 3, 1))
    assert [e[KIND] for e in events] == ["robbed", "laid", "turn"]
    robbed = {"seat": 1, "colour": "purple", "cards": 1, "locomotives": 2}
    assert events[0] == {KIND: "robbed", **robbed}
    assert table.yards == [{"purple": Row(3, 1)}, {}]
    assert Counter(table.discards) == {"purple": 1, LOCOMOTIVE: 2}


def test_rule_32_three_colours() -> None:
    table = table_with("r" * 9, hand="pwbggll")
    for letters in ("wpb", "pwy", "pwl", "ppw", "pw", "pwbg", ""):
        refused(table, three(letters), "three colours")
    table.yards[1]["blue"] = Row(1, 0)
    refused(table, three("pwb"), "three colours")
    events = table.act(0, three("pwg"))
    rows = [{"colour": c, "cards": 1, "locomotives": 0} for c in ("purple", "white", "green")]
    assert events[0] == {KIND: "laid", "seat": 0, "rows": rows}
    assert table.yards[0] == {c: Row(1, 0) for c in ("purple", "white", "green")}


def test_rule_33_passing() -> None:
    for able in (
        table_with("r"),
        table_with("", "l"),
        table_with(hand="rr"),
        table_with(hand="rl"),
    ):
        refused(able, PASS, "rule 33")
    refused(table_with(hand="pwb"), PASS, "rule 33")
    table = table_with(hand="pwll")
    table.yards[0] = {"purple": Row(1, 0), "white": Row(2, 0)}
    table.turns_left = 2
    assert kinds(table, PASS) == ["passed", "turn"]
    table.hands[1] = Counter(cards_of("pllw"))
    table.yards[0] = {"purple": Row(1, 2), "white": Row(2, 1)}
    assert kinds(table, PASS) == ["passed", "scoring"]


def at_scoring(track: str, tickets: list[str], seats: int = 2) -> YardTable:
    """The last turn is over, seat 0 has this track and these tickets, nobody else has any."""
    table = table_with("rrrrr", seats=seats)
    table.turns_left = 1
    table.turn_seat = seats - 1
    table.tracks[0] = Counter(cards_of(track))
    table.tickets[0] = tickets
    table.end_turn()
    return table


def test_rule_34_completing() -> None:
    table = at_scoring("brl", ["new_york-miami", "dallas-miami", "miami-boston"])
    refused(table, lay("red", 1, 1), "not what is to be decided")
    refused(table, complete("miami-boston"), "no such ticket", seat=1)
    assert kinds(table, DONE, 1) == ["finished"]
    refused(table, BEST, "has finished", seat=1)
    events = table.act(0, complete("dallas-miami"))
    assert events == [
        {
            KIND: "completed",
            "seat": 0,
            "ticket": "dallas-miami",
            "cards": {"red": 1, LOCOMOTIVE: 1},
        },
        {KIND: "scored", "seat": 0, "points": 9, "why": "tickets"},
    ]
    refused(table, complete("dallas-miami"), "no such ticket", seat=0)
    refused(table, complete("new_york-miami"), "has not the cards", seat=0)
    assert kinds(table, BEST, 0) == ["finished", "over"]
    assert table.score == [9, 0]


def test_rule_34_the_best_set_may_be_any_of_the_best() -> None:
    pair = ["new_york-miami", "new_york-new_orleans"]
    nothing: list[Any] = [None, {}, [[]], [{KIND: "completed"}]]
    for ticket in pair:
        for said in [*nothing, [{KIND: "completed", "ticket": []}]]:
            table = at_scoring("br", pair)
            table.said = said
            assert kinds(table, BEST, 0) == ["completed", "scored", "finished"]
        table = at_scoring("br", pair)
        table.said = [{KIND: "completed", "ticket": ticket}]
        table.act(0, BEST)
        assert table.completed[0] == [ticket]
    # Too much, too little and what is not held are not taken over.
    for names in (pair, [], ["chicago-miami"], ["new_york-chicago"]):
        table = at_scoring("br", [*pair, "new_york-chicago"])
        table.said = [{KIND: "completed", "ticket": name} for name in names]
        table.act(0, BEST)
        assert table.score[0] == 10


def test_rule_36_the_second_pile() -> None:
    table = at_scoring("brl", ["new_york-miami", "miami-boston"], seats=4)
    table.row = [*cards_of("ppppp")]
    table.discards = cards_of("ggggggg")
    table.yards[2] = {"black": Row(1, 2)}
    table.hands[3] = Counter(cards_of("w"))
    table.idle_turns = 19
    events = [e for seat in (3, 1, 2, 0) for e in table.act(seat, BEST)]
    assert [e[KIND] for e in events] == [
        *["finished"] * 3,
        *["completed", "scored", "finished", "gathered", "shuffled"],
        *["dealt"] * 4,
        *["turned up"] * 5,
        "turn",
    ]
    gathered = next(e for e in events if e[KIND] == "gathered")
    assert gathered["count"] == 5 + 5 + 7 + 3 + 3
    assert events[-1]["seat"] == 0
    assert [hand.total() for hand in table.hands] == [4, 4, 4, 5]
    assert table.pile
    assert table.turns_left is None
    # Rule 38 starts anew with the second pile.
    table.ticket_deck = ["miami-boston"]
    table.act(0, {"do": "tickets"})
    assert kinds(table, {"do": "keep", "tickets": []}) == ["kept", "turn"]


@pytest.mark.parametrize(
    ("gathered", "dealt", "row"),
    [
        (3, [1, 1, 1], 0),
        (4, [1, 1, 1, 1], 0),
        (7, [2, 2, 2, 1], 0),
        (18, [4] * 4, 2),
        (21, [4] * 4, 5),
        (22, [4] * 4, 5),
    ],
)
def test_rule_36_when_cards_are_few(gathered: int, dealt: list[int], row: int) -> None:
    table = at_scoring("", [], seats=4)
    table.pile = cards_of("r" * gathered)
    events: list[dict[str, Any]] = [e for seat in (3, 1, 2, 0) for e in table.act(seat, DONE)]
    told = Counter(e[KIND] for e in events)
    assert [len(e["cards"]) for e in events if e[KIND] == "dealt"] == dealt
    assert told["turned up"] == row
    assert (told["last round"] == 1) == (gathered <= 21)
    if gathered <= 21:
        assert events[-2:] == [
            {KIND: "last round", "seat": 3, "turns": 4},
            {KIND: "turn", "seat": 0, "number": table.turn_number},
        ]
        assert table.can_draw() is False


@pytest.mark.parametrize("last", range(4))
def test_rule_36_cards_go_round_from_the_player_who_goes_on(last: int) -> None:
    table = at_scoring("", [], seats=4)
    table.turn_seat = last
    table.pile = cards_of("rbgwypko" * 3)
    events: list[dict[str, Any]] = [e for seat in range(4) for e in table.act(seat, DONE)]
    pile = next(e["deck"] for e in events if e[KIND] == "shuffled")
    told = [(e["seat"], e["cards"]) for e in events if e[KIND] == "dealt"]
    assert told == [((last + 1 + i) % 4, pile[i:16:4]) for i in range(4)]


def test_rule_37_bonuses() -> None:
    completed = [
        ["chicago-new_york", "chicago-dallas"],
        ["new_york-chicago", "chicago-montreal", "dallas-raleigh"],
        [],
    ]
    assert city_bonuses("card_game", completed) == [
        {"new_york": 15, "chicago": 12, "dallas": 10},
        {"new_york": 15, "chicago": 12, "dallas": 10},
        {},
    ]


def test_rule_37_the_result() -> None:
    table = at_scoring("brl", ["miami-boston", "new_york-miami"])
    table.tickets[1] = ["seattle-denver"]
    table.act(1, DONE)
    table.act(0, complete("new_york-miami"))
    table.act(0, DONE)
    result: Any = yard_result(table)
    one = result["seats"][0]
    assert [t["ticket"] for t in one["tickets"]] == ["new_york-miami", "miami-boston"]
    assert (one["tickets_done"], one["tickets_failed"], one["ticket_points"]) == (1, 1, -2)
    assert one["bonuses"] == {"new_york": 15, "miami": 8}
    assert (one["total"], one["rank"], result["seats"][1]["total"]) == (21, 1, -10)
    assert (result["winners"], result["decided_by"]) == ([0], "points")


def test_rule_37_what_decides() -> None:
    assert what_decides([(9, 0, 0), (8, 5, 5)]) == "points"
    assert what_decides([(9, 1, 3), (9, 2, 0), (1, 9, 9)]) == "tickets"
    assert what_decides([(9, 2, 1), (9, 2, 0), (9, 1, 5)]) == "bonuses"
    assert what_decides([(9, 2, 1), (9, 2, 1), (9, 2, 0)]) == "shared"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rule_38_stalling(seats: int) -> None:
    table = table_with("r" * 30, "ggggg", seats)
    table.ticket_deck = ["miami-boston"]
    idle: list[Action] = [{"do": "tickets"}, {"do": "keep", "tickets": []}]
    busy: list[Action] = [draw("deck"), STOP]
    # The turn in which a card is drawn interrupts, so the round after it is counted anew.
    for number in range(1, 8 * seats):
        told = [kinds(table, action) for action in (busy if number == 2 * seats else idle)]
        assert ("last round" in told[1]) == (number == 7 * seats)
        if number == 7 * seats:
            refused(table, draw("deck"), "last round")
    assert table.pile
    assert [kinds(table, action) for action in idle] == [["offered"], ["kept", "scoring"]]
