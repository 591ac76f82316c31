"""Rules 29 to 38: The Card Game."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import branchline as bl
from branchline.board import COLOURS
from branchline.game import events as ev
from tests.play import written
from tests.rules.yard import Yard, bare, standings, yard

ALL_SEATS = [2, 3, 4]


def opening(seats: int, number: int = 0) -> list[dict[str, Any]]:
    """What happens at set-up, in the open form."""
    game = bl.new_game("card_game", seats, seed=29, number=number, options={"starts": 0})
    return [event.to_json() for event in game.opening]


def of_kind(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == kind]


# Rule 29: the deal.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_29_one_locomotive_then_seven_cards_then_five_face_up(seats: int) -> None:
    events = opening(seats)
    assert [event["event"] for event in events] == [
        "starts",
        *["dealt"] * seats,
        "shuffled",
        *["dealt"] * seats,
        *["turned up"] * 5,
        "tickets shuffled",
        *["offered"] * seats,
    ]
    dealt = of_kind(events, "dealt")
    assert [d["seat"] for d in dealt] == [*range(seats), *range(seats)]
    assert all(d["cards"] == ["locomotive"] for d in dealt[:seats])
    (shuffled,) = of_kind(events, "shuffled")
    assert len(shuffled["deck"]) == 96 - seats
    assert Counter(shuffled["deck"])["locomotive"] == 16 - seats
    hands = [card for d in dealt[seats:] for card in d["cards"]]
    row = [t["card"] for t in of_kind(events, "turned up")]
    assert [*hands, *row] == shuffled["deck"][: 7 * seats + 5]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_29_everybody_knows_of_the_first_locomotives(seats: int) -> None:
    game = bl.new_game("card_game", seats, seed=29)
    for viewer in (*range(seats), None):
        assert [p.known for p in game.view(viewer).players] == [{"locomotive": 1}] * seats
        assert [p.cards for p in game.view(viewer).players] == [8] * seats


def test_rule_29_face_up_locomotives_are_left_lying_at_set_up() -> None:
    most = 0
    for number in range(300):
        events = opening(2, number)
        assert not of_kind(events, "swept")
        row = [t["card"] for t in of_kind(events, "turned up")]
        assert len(row) == 5
        most = max(most, row.count("locomotive"))
    assert most >= 3


def test_rule_29_face_up_locomotives_are_left_lying_later() -> None:
    at = yard().with_row("loco*4 red").with_deck_top("loco")
    at.draws("red")
    assert at.story == ["drew", "turned up"]
    assert at.row == ["locomotive"] * 5


# Rule 30: the first step.


def test_rule_30_the_top_card_of_every_own_row_moves_by_itself() -> None:
    at = yard().with_yard(1, "green*3 red*2 purple").takes_an_idle_turn()
    assert at.story == ["kept", "turn", "moved"]
    # In the order of the colours, not in that of laying.
    assert at.told()[2] == {"event": "moved", "seat": 1, "cards": ["purple", "red", "green"]}
    assert at.yard(1) == {"red": (1, 0), "green": (2, 0)}
    assert at.track(1) == {"purple": 1, "red": 1, "green": 1}
    assert at.game.view(None).players[1].track == 3


def test_rule_30_locomotives_lie_on_top_of_their_row_and_go_first() -> None:
    at = bare().with_yard(1, "red*2 loco*2 blue loco green")
    moved = []
    for _ in range(4):
        at.takes_an_idle_turn()
        moved += [event.cards for event in at.happened(ev.Moved)]
        at.takes_an_idle_turn()
    assert moved == [
        ("locomotive", "locomotive", "green"),
        ("blue", "locomotive"),
        ("red",),
        ("red",),
    ]
    assert at.track(1) == {"blue": 1, "red": 2, "green": 1, "locomotive": 3}
    assert at.yard(1) == {}


def test_rule_30_only_the_rows_of_the_seat_in_turn_move() -> None:
    at = bare(3).with_yard(0, "red*2").with_yard(1, "blue*2").with_yard(2, "green*2")
    at.takes_an_idle_turn()
    assert [event.seat for event in at.happened(ev.Moved)] == [1]
    assert [at.yard(seat) for seat in range(3)] == [
        {"red": (2, 0)},
        {"blue": (1, 0)},
        {"green": (2, 0)},
    ]


def test_rule_30_without_rows_nothing_moves() -> None:
    at = yard().takes_an_idle_turn()
    assert at.story == ["kept", "turn"]
    assert at.track(1) == {}


def test_rule_30_what_was_just_laid_waits_for_the_next_turn() -> None:
    at = bare().with_hand(0, "red*3").lays("3 red")
    assert at.yard(0) == {"red": (3, 0)}
    at.takes_an_idle_turn()
    assert at.told()[-1] == {"event": "moved", "seat": 0, "cards": ["red"]}
    assert at.yard(0) == {"red": (2, 0)}


def test_rule_30_a_row_that_is_used_up_frees_its_colour_at_once() -> None:
    at = bare().with_yard(1, "red").with_hand(1, "red*2").takes_an_idle_turn()
    assert at.yard(1) == {}
    at.lays("2 red")
    assert at.yard(1) == {"red": (2, 0)}


def test_rule_30_a_row_that_is_used_up_frees_its_colour_for_all() -> None:
    at = bare().with_yard(1, "red").with_hand(0, "red blue green")
    assert at.why_not("lay red blue green") == bl.Refusal.TOO_FEW_TO_ROB
    at.takes_an_idle_turn().takes_an_idle_turn()
    assert at.lays_open == {"blue, red, green"}


def test_rule_30_a_row_with_cards_left_does_not_free_its_colour() -> None:
    at = bare().with_yard(1, "red loco").with_hand(1, "red*3").takes_an_idle_turn()
    assert at.yard(1) == {"red": (1, 0)}
    assert at.why_not("lay 3 red") == bl.Refusal.IN_OWN_YARD


def test_rule_30_happens_in_the_last_round_too() -> None:
    at = bare().with_yard(1, "red*2 blue").in_last_round().takes_an_idle_turn()
    assert at.track(1) == {"blue": 1, "red": 1}


# Rule 31: drawing and the end of the pile.


def test_rule_31_up_to_two_cards_may_be_drawn() -> None:
    at = yard().with_hand(0, "").with_row("red blue green white black").with_deck_top("yellow*4")
    at.draws("red", "deck")
    assert at.hand(0) == {"yellow": 1, "red": 1}
    assert at.game.seat == 1


def test_rule_31_the_player_may_stop_after_one() -> None:
    at = yard().with_hand(0, "").with_deck_top("yellow")
    at.draws("deck").does("stop")
    assert at.story == ["turn"]
    assert at.hand(0) == {"yellow": 1}
    assert (at.game.seat, at.game.phase) == (1, "turn")


def test_rule_31_stopping_is_not_possible_before_the_first_card() -> None:
    assert yard().why_not("stop") == bl.Refusal.NOTHING_TO_STOP
    assert "stop drawing" not in yard().choices


def test_rule_31_a_face_up_locomotive_counts_as_both_cards() -> None:
    at = yard().with_row("red loco green white black").draws("locomotive")
    assert at.story == ["drew", "turned up", "turn"]
    assert at.game.seat == 1


def test_rule_31_a_face_up_locomotive_is_not_allowed_as_the_second_card() -> None:
    at = yard().with_row("red loco green white black").with_deck_top("loco").draws("red")
    # Neither the one that lay there nor the one that has just come up.
    for place in (1, 2):
        assert at.why_not(f"draw {place}") == bl.Refusal.LOCOMOTIVE_SECOND
    assert "stop drawing" in at.choices


def test_rule_31_a_locomotive_from_the_pile_is_a_card_like_any_other() -> None:
    at = yard().with_hand(0, "").with_deck_top("loco*2").draws("deck", "deck")
    assert at.hand(0) == {"locomotive": 2}


def test_rule_31_only_face_up_locomotives_left_the_player_may_still_stop_or_draw_unseen() -> None:
    at = yard().with_row("red loco*4").with_deck_top("loco").draws("red")
    assert at.choices == ["draw from the deck", "stop drawing"]


def test_rule_31_discards_are_not_shuffled_in_again() -> None:
    at = yard().with_row("red*5").with_pile("white").draws("deck")
    assert at.story == ["drew"]
    assert at.deck == []
    assert sum(at.discards.values()) > 0
    assert at.why_not("draw deck") == bl.Refusal.DECK_EMPTY


def test_rule_31_the_last_card_drawn_unseen_first_leaves_the_second_to_be_drawn() -> None:
    at = yard().with_row("red blue green white loco").with_pile("yellow").draws("deck")
    assert at.game.phase == "second card"
    assert at.game.view(None).turns_left is None
    at.draws("blue")
    assert at.story == ["drew", "last round", "turn"]
    # Nothing is left to be turned up.
    assert at.row == ["red", None, "green", "white", "locomotive"]


def test_rule_31_the_last_card_drawn_unseen_second_ends_the_turn() -> None:
    at = yard().with_row("red*5").with_pile("yellow*2").draws("deck", "deck")
    assert at.story == ["drew", "last round", "turn"]


def test_rule_31_the_player_may_stop_after_the_last_card() -> None:
    at = yard().with_row("red*5").with_pile("yellow").draws("deck").does("stop")
    assert at.story == ["last round", "turn"]
    assert at.row == ["red"] * 5


def test_rule_31_the_last_card_may_be_turned_up_after_the_first_card() -> None:
    at = yard().with_row("red blue green white black").with_pile("yellow").draws("blue")
    assert at.row == ["red", "yellow", "green", "white", "black"]
    assert (at.deck, at.game.phase) == ([], "second card")
    # Even the card just turned up may be the second one.
    at.draws("yellow")
    assert at.story == ["drew", "last round", "turn"]
    assert at.row == ["red", None, "green", "white", "black"]


def test_rule_31_the_last_card_may_be_turned_up_after_the_second_card() -> None:
    at = yard().with_row("red*5").with_pile("yellow*2").draws("deck", 3)
    assert at.story == ["drew", "turned up", "last round", "turn"]
    assert at.row == ["red", "red", "yellow", "red", "red"]


def test_rule_31_the_last_card_may_be_turned_up_for_a_locomotive() -> None:
    at = yard().with_row("red*4 loco").with_pile("yellow").draws("locomotive")
    assert at.story == ["drew", "turned up", "last round", "turn"]


def test_rule_31_with_locomotives_face_up_only_the_draw_ends_with_the_last_card() -> None:
    at = yard().with_row("loco*5").with_pile("yellow").draws("deck")
    assert at.story == ["drew", "last round", "turn"]
    at = yard().with_row("loco*4 red").with_pile("loco").draws("red")
    assert at.story == ["drew", "turned up", "last round", "turn"]


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("seat", ALL_SEATS)
def test_rule_31_everybody_has_one_more_turn_that_player_last(seats: int, seat: int) -> None:
    seat %= seats
    at = bare(seats).turn_of(seat).with_row("red*5").with_pile("blue*2").draws("deck", "deck")
    assert of_kind(at.told(), "last round") == [
        {"event": "last round", "seat": seat, "turns": seats}
    ]
    order = []
    while at.game.phase != "complete tickets":
        order.append(at.game.seat)
        assert at.game.view(None).turns_left == seats + 1 - len(order)
        at.takes_an_idle_turn()
    assert order == [(seat + 1 + i) % seats for i in range(seats)]
    assert at.told()[-1] == {"event": "scoring", "pass": 1}


def test_rule_31_no_train_cards_can_be_drawn_in_the_last_round() -> None:
    at = yard().with_row("red*4 loco").with_pile("blue*2").draws("deck", "deck")
    for source in ("deck", "red", "5"):
        assert at.why_not(f"draw {source}") == bl.Refusal.LAST_ROUND
    assert not [choice for choice in at.choices if choice.startswith("draw from")]
    assert not [choice for choice in at.choices if "place" in choice]
    assert "draw tickets" in at.choices


def test_rule_31_the_last_round_comes_only_once() -> None:
    at = bare().with_row("red*5").with_pile("blue*2").draws("deck", "deck")
    at.takes_an_idle_turn()
    assert "last round" not in at.story
    at.takes_an_idle_turn()
    assert at.story == ["kept", "scoring"]


def test_rule_31_one_card_left_in_the_pile_does_not_set_it_off() -> None:
    at = yard().with_row("red*5").with_pile("yellow*3").draws("deck", "deck")
    assert at.story == ["drew", "turn"]
    assert at.game.view(None).turns_left is None


# Rule 32: laying and robbing.


def suit(colour: str, n: int, locomotives: int) -> str:
    plural = "s" if locomotives > 1 else ""
    return f"{n} {colour}" + (f", {locomotives} locomotive{plural}" if locomotives else "")


@pytest.mark.parametrize("colour", COLOURS)
def test_rule_32_a_suit_is_two_cards_or_more_of_one_colour_with_locomotives(colour: str) -> None:
    at = bare().with_hand(0, f"{colour}*10 loco*16")
    assert at.lays_open == {
        suit(colour, n, k) for n in range(1, 11) for k in range(17) if n + k >= 2
    }


@pytest.mark.parametrize(
    ("n", "locomotives"), [(2, 0), (1, 1), (3, 0), (1, 2), (2, 3), (10, 0), (1, 16), (10, 16)]
)
def test_rule_32_suits_of_every_size_become_one_row(n: int, locomotives: int) -> None:
    at = bare().with_hand(0, f"red*{n} loco*{locomotives} blue").lays(suit("red", n, locomotives))
    assert at.story == ["laid", "turn"]
    assert at.told()[0] == {
        "event": "laid",
        "seat": 0,
        "rows": [{"colour": "red", "cards": n, "locomotives": locomotives}],
    }
    assert at.yard(0) == {"red": (n, locomotives)}
    assert at.hand(0) == {"blue": 1}
    assert at.discards == {}


def test_rule_32_part_of_the_cards_may_be_laid() -> None:
    at = bare().with_hand(0, "red*5 loco*3").lays("2 red 1 locomotive")
    assert at.hand(0) == {"red": 3, "locomotive": 2}


def test_rule_32_locomotives_alone_are_no_suit() -> None:
    assert bare().with_hand(0, "loco*9").lays_open == set()


def test_rule_32_one_card_or_two_colours_cannot_be_laid() -> None:
    assert bare().with_hand(0, "red").lays_open == set()
    assert bare().with_hand(0, "red blue").lays_open == set()


def test_rule_32_three_cards_of_three_colours_become_three_rows_of_one() -> None:
    at = bare().with_hand(0, "red*2 blue green").lays("green red blue")
    one = {"cards": 1, "locomotives": 0}
    assert at.story == ["laid", "turn"]
    assert at.told()[0]["rows"] == [{"colour": c, **one} for c in ("blue", "red", "green")]
    assert at.yard(0) == {"blue": (1, 0), "red": (1, 0), "green": (1, 0)}
    assert at.hand(0) == {"red": 1}


def test_rule_32_any_three_colours_of_the_hand_may_be_laid() -> None:
    assert bare().with_hand(0, " ".join(COLOURS)).lays_open == {
        ", ".join(three) for three in combinations(COLOURS, 3)
    }
    assert bare().with_hand(0, "red blue green black").lays_open == {
        "blue, black, red",
        "blue, black, green",
        "blue, red, green",
        "black, red, green",
    }


def test_rule_32_locomotives_do_not_stand_in_among_three_colours() -> None:
    at = bare().with_hand(0, "red blue loco*2")
    assert at.lays_open == {suit(c, 1, k) for c in ("red", "blue") for k in (1, 2)}


def test_rule_32_a_colour_in_ones_own_yard_cannot_be_laid() -> None:
    at = bare().with_yard(0, "red*2").with_hand(0, "red*8 blue green loco")
    assert at.lays_open == {"1 blue, 1 locomotive", "1 green, 1 locomotive"}
    assert at.why_not("lay 8 red") == bl.Refusal.IN_OWN_YARD
    assert at.why_not("lay red blue green") == bl.Refusal.IN_OWN_YARD


def test_rule_32_a_colour_in_anothers_yard_needs_more_cards_than_that_row() -> None:
    at = bare(3).with_yard(2, "red*3").with_hand(0, "red*5")
    assert at.lays_open == {"4 red", "5 red"}
    assert at.why_not("lay 2 red") == bl.Refusal.TOO_FEW_TO_ROB


def test_rule_32_a_tie_does_not_rob() -> None:
    at = bare().with_yard(1, "red*3").with_hand(0, "red*3 loco*3")
    for tie in ("3 red", "2 red 1 locomotive", "1 red 2 locomotives"):
        assert at.why_not(f"lay {tie}") == bl.Refusal.TOO_FEW_TO_ROB
    assert at.may("lay 1 red 3 locomotives")


def test_rule_32_locomotives_count_on_both_sides() -> None:
    at = bare().with_yard(1, "red loco*2").with_hand(0, "red*3 loco*2")
    # Three stand there: it takes four, of whatever kind.
    assert at.lays_open == {"2 red, 2 locomotives", "3 red, 1 locomotive", "3 red, 2 locomotives"}
    at.lays("2 red 2 locomotives")
    assert at.told()[:2] == [
        {"event": "robbed", "seat": 1, "colour": "red", "cards": 1, "locomotives": 2},
        {
            "event": "laid",
            "seat": 0,
            "rows": [{"colour": "red", "cards": 2, "locomotives": 2}],
        },
    ]


def test_rule_32_the_robbed_row_is_discarded_with_its_locomotives() -> None:
    at = bare(3).with_yard(2, "red*2 loco blue*2").with_hand(0, "red*4").lays("4 red")
    assert at.discards == {"red": 2, "locomotive": 1}
    assert at.yard(2) == {"blue": (2, 0)}
    assert at.yard(0) == {"red": (4, 0)}
    assert at.track(2) == {}


def test_rule_32_what_has_moved_on_is_not_counted_and_not_lost() -> None:
    # Three were laid, one is on the track by now: two stand there, and three are enough.
    at = bare().with_hand(0, "red*3").with_hand(1, "red*4")
    at.lays("3 red").takes_an_idle_turn().takes_an_idle_turn()
    assert at.yard(0) == {"red": (2, 0)}
    at.lays("3 red")
    assert at.discards == {"red": 2}
    # The one on the track stays; the robbed player has no row left to move.
    assert at.track(0) == {"red": 1}


def test_rule_32_three_colours_never_rob() -> None:
    at = bare().with_yard(1, "red").with_hand(0, "red blue green white")
    assert at.lays_open == {"white, blue, green"}


def test_rule_32_a_robber_can_be_robbed() -> None:
    at = bare().with_yard(1, "red*2").with_hand(0, "red*3").with_hand(1, "red*3 loco*1")
    at.lays("3 red").lays("3 red 1 locomotive")
    assert (at.yard(0), at.yard(1)) == ({}, {"red": (3, 1)})
    assert at.discards == {"red": 5}


def test_rule_32_one_may_lay_in_the_last_round() -> None:
    at = bare().with_hand(0, "red*2").in_last_round().lays("2 red")
    assert at.yard(0) == {"red": (2, 0)}


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_32_at_most_one_player_ever_has_a_given_colour(seats: int) -> None:
    robbed = 0
    for number in range(6):
        game = bl.new_game("card_game", seats, seed=32, number=number)
        while not game.is_over:
            legal = game.legal_actions()
            lays = [a for a in legal if isinstance(a.move, bl.Lay | bl.LayThree)]
            some = lays or legal
            events = game.push(some[(11 * len(game.history)) % len(some)])
            robbed += sum(event.kind == "robbed" for event in events)
            standing = Counter(c for p in game.view(None).players for c in p.yard)
            assert set(standing.values()) <= {1}
    assert robbed > 0


# Rule 33: nothing to do.


def stuck(hand: str = "red blue") -> Yard:
    """The last round, no tickets in the deck, and a hand that cannot be laid."""
    at = bare().with_hand(0, hand).with_hand(1, "")
    return at.with_ticket_deck(rest=1).in_last_round()


def test_rule_33_a_player_who_can_do_nothing_passes() -> None:
    at = stuck()
    assert at.choices == ["pass"]
    at.does("pass")
    assert at.story == ["passed", "turn"]


@pytest.mark.parametrize("hand", ["red*2", "red loco", "red blue green"])
def test_rule_33_passing_is_not_allowed_when_cards_can_be_laid(hand: str) -> None:
    assert stuck(hand).why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_33_passing_is_not_allowed_when_tickets_can_be_drawn() -> None:
    at = bare().in_last_round()
    assert at.choices == ["draw tickets"]
    assert at.why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_33_passing_is_not_allowed_when_cards_can_be_drawn() -> None:
    at = bare().with_ticket_deck(rest=1)
    assert at.why_not("pass") == bl.Refusal.CAN_ACT


def test_rule_33_when_everybody_passes_tickets_are_completed_all_the_same() -> None:
    at = stuck().with_track(1, "blue*2 loco").does("pass").does("pass")
    assert at.story == ["passed", "scoring"]
    at.all_complete_the_best()
    assert at.happened(ev.Over)[0].why == "last round"
    assert at.game.result().seats[1].tickets_done > 0


# Rule 34: completing tickets.


def test_rule_34_everybody_completes_when_the_last_round_is_over() -> None:
    at = bare(3).last_turn_ends()
    assert at.told()[-1] == {"event": "scoring", "pass": 1}
    assert list(at.game.to_act) == [0, 1, 2]
    at.does("done", 1)
    assert list(at.game.to_act) == [0, 2]
    at.does("complete best", 2).does("done", 0)
    assert at.story == ["finished", "over"]


def test_rule_34_a_ticket_takes_the_cards_it_asks_for() -> None:
    at = bare().with_tickets(0, "seattle-chicago").with_track(0, "yellow*3 black red loco")
    at.last_turn_ends().completes(0, "seattle-chicago")
    assert at.told() == [
        {
            "event": "completed",
            "seat": 0,
            "ticket": "seattle-chicago",
            "cards": {"yellow": 2, "black": 1},
        },
        {"event": "scored", "seat": 0, "points": 15, "why": "tickets"},
    ]
    assert at.track(0) == {"yellow": 1, "red": 1, "locomotive": 1}
    assert at.discards == {"yellow": 2, "black": 1}
    at.scores(0, 15)


def test_rule_34_locomotives_serve_for_any_that_are_missing() -> None:
    at = bare().with_tickets(0, "seattle-chicago").with_track(0, "yellow loco*3")
    at.last_turn_ends().completes(0, "seattle-chicago")
    assert at.told()[0]["cards"] == {"yellow": 1, "locomotive": 2}
    assert at.track(0) == {"locomotive": 1}


def test_rule_34_locomotives_alone_complete_a_ticket() -> None:
    at = bare().with_tickets(0, "seattle-miami").with_track(0, "loco*5").last_turn_ends()
    at.completes(0, "seattle-miami").scores(0, 22)
    assert at.track(0) == {}


def test_rule_34_a_ticket_that_lacks_a_card_cannot_be_completed() -> None:
    at = bare().with_tickets(0, "seattle-miami").with_track(0, "loco*4 green*5").last_turn_ends()
    assert at.why_not("complete Seattle Miami") == bl.Refusal.TRACK_SHORT
    assert at.choices == ["complete the best set", "done"]


def test_rule_34_a_card_serves_one_ticket() -> None:
    # Either of the two could be completed with the one blue card, but not both.
    at = bare().with_tickets(0, "new_york-chicago", "new_york-miami").with_track(0, "blue red")
    at.last_turn_ends()
    assert at.choices[2:] == ["complete New York–Chicago (5)", "complete New York–Miami (10)"]
    at.completes(0, "new_york-chicago")
    assert at.why_not("complete New York Miami", 0) == bl.Refusal.TRACK_SHORT


def test_rule_34_hand_and_yard_do_not_count() -> None:
    at = bare().with_tickets(0, "new_york-chicago", "chicago-new_york")
    at.turn_of(1).with_hand(0, "blue yellow").with_yard(0, "blue*2 yellow*2").last_turn_ends()
    assert at.choices == ["complete the best set", "done"]


def test_rule_34_the_best_set_is_offered_and_can_be_taken() -> None:
    # Greedily by points: New York–Miami (10) uses the blue card. Better: 8 + 9 with red and green
    # once each, and what else there is.
    tickets = ("new_york-chicago", "dallas-raleigh", "dallas-miami", "new_york-miami")
    at = bare().with_tickets(0, *tickets).with_track(0, "blue red green").last_turn_ends()
    assert at.game.view(0).best_tickets == ("new_york-chicago", "dallas-miami")
    at.does("complete best", 0)
    assert at.story == ["completed", "scored", "completed", "scored", "finished"]
    assert [e.ticket for e in at.happened(ev.Completed)] == ["new_york-chicago", "dallas-miami"]
    at.scores(0, 14)
    assert at.game.to_act == (1,)


def test_rule_34_of_sets_with_equal_points_more_tickets_are_better() -> None:
    # Two locomotives: ten points by one ticket, or by two.
    at = bare().with_tickets(0, "new_york-miami", "chicago-new_york", "new_york-chicago")
    at.with_track(0, "loco*2").last_turn_ends()
    assert at.game.view(0).best_tickets == ("chicago-new_york", "new_york-chicago")


def test_rule_34_the_best_set_is_told_in_the_order_of_the_ticket_file() -> None:
    file = [t.id for t in bl.load_board("card_game").tickets]
    at = bare().with_tickets(0, *file[40:], *file[:5])
    at.with_track(0, "purple*5 white*5 blue*9 yellow*5 orange*5 black*5 red*5 green*5")
    at.last_turn_ends().does("complete best", 0)
    completed = [e.ticket for e in at.happened(ev.Completed)]
    assert completed == [*file[:5], *file[40:]]


def test_rule_34_tickets_may_be_completed_one_by_one_in_any_order() -> None:
    at = bare().with_tickets(0, "new_york-chicago", "chicago-new_york", "dallas-miami")
    at.with_track(0, "blue yellow red green").last_turn_ends()
    at.completes(0, "dallas-miami").scores(0, 9)
    at.completes(0, "new_york-chicago").scores(0, 14)
    assert at.choices[2:] == ["complete Chicago–New York (5)"]
    # Nobody has to complete all there is.
    at.does("done", 0)
    assert at.story == ["finished"]
    assert at.game.view(0).tickets == ("chicago-new_york",)
    assert at.game.view(0).tickets_done == ("new_york-chicago", "dallas-miami")


def test_rule_34_the_best_of_the_rest_can_be_taken_after_some() -> None:
    at = bare().with_tickets(0, "new_york-chicago", "chicago-new_york", "dallas-miami")
    at.with_track(0, "blue loco*2").last_turn_ends().completes(0, "chicago-new_york")
    assert at.game.view(0).best_tickets == ("new_york-chicago",)
    at.does("complete best", 0).scores(0, 10)


def test_rule_34_whoever_has_finished_completes_no_more() -> None:
    at = bare().with_tickets(0, "new_york-chicago").with_track(0, "blue").last_turn_ends()
    at.does("done", 0)
    for text in ("complete best", "complete New York Chicago", "done"):
        assert at.why_not(text, 0) == bl.Refusal.ALREADY_CHOSEN
    assert at.game.legal_actions(0) == []


def test_rule_34_seats_may_complete_in_turns_of_their_own() -> None:
    at = bare().with_tickets(0, "new_york-chicago").with_tickets(1, "dallas-miami")
    at.with_track(0, "blue").with_track(1, "red green").last_turn_ends()
    at.completes(1, "dallas-miami").completes(0, "new_york-chicago").does("done", 1)
    assert at.game.to_act == (0,)
    at.does("done", 0)
    assert at.game.is_over


def test_rule_34_what_is_not_completed_costs_its_points_at_the_end() -> None:
    at = bare().with_tickets(0, "dallas-raleigh", "seattle-miami").with_track(0, "red green")
    at.last_turn_ends().all_complete_the_best()
    seat = at.game.result().seats[0]
    assert [(t.ticket, t.done) for t in seat.tickets] == [
        ("dallas-raleigh", True),
        ("seattle-miami", False),
    ]
    assert (seat.ticket_points, seat.bonuses, seat.total) == (8 - 22, {"dallas": 10}, -4)


# Rule 34 with the option closed_tickets.


def closed_pair(seats: int) -> tuple[Yard, Yard]:
    """Two tables where seat 0 completes other tickets, with other cards and another number of them.

    On its track lie as many cards in both.
    """
    one, other = (bare(seats, closed_tickets=True) for _ in range(2))
    one.with_tickets(0, "new_york-chicago", "seattle-los_angeles").with_track(
        0, "blue loco*2 red*3"
    )
    other.with_tickets(0, "dallas-raleigh", "dallas-new_york").with_track(
        0, "red green*2 blue*2 loco"
    )
    for at in (one, other):
        at.with_tickets(1, "chicago-dallas").with_track(1, "yellow green")
        at.last_turn_ends()
    return one, other


def told_to(at: Yard, viewer: int | None) -> bytes:
    """All that a viewer was told so far, and what it sees now."""
    events = [e for _, _, some in at.game.history for e in some]
    return written([[e.seen_by(viewer) for e in events], at.game.view(viewer).to_json()])


def points_of(at: Yard, viewer: int | None) -> list[int | None]:
    return [player.points for player in at.game.view(viewer).players]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_34_nobody_can_tell_which_tickets_another_has_closed(seats: int) -> None:
    one, other = closed_pair(seats)
    watching = [*range(1, seats), None]
    assert told_to(one, 0) != told_to(other, 0)
    one.completes(0, "new_york-chicago")
    other.completes(0, "dallas-new_york")
    for viewer in watching:
        assert told_to(one, viewer) == told_to(other, viewer)
    # Whether a seat completes the best set or one by one, others see how many.
    one.completes(0, "seattle-los_angeles").does("done", 0)
    other.completes(0, "dallas-raleigh").does("done", 0)
    for at in (one, other):
        at.completes(1, "chicago-dallas")
    for viewer in watching:
        assert told_to(one, viewer) == told_to(other, viewer)
        seen = one.game.view(viewer).players[0]
        assert (seen.points, seen.completed, seen.completed_count) == (None, (), 2)
        assert (seen.tickets, seen.track) == (0, 6)
        assert one.game.view(viewer).discards == other.game.view(viewer).discards
    assert (points_of(one, 0)[0], points_of(other, 0)[0]) == (14, 19)
    assert one.game.view(0).own_spent == {"blue": 1, "locomotive": 2}
    assert one.game.view(0).players[0].track == 3


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_34_closed_tickets_are_laid_open_at_the_end(seats: int) -> None:
    one, other = (at.completes(0, at.game.view(0).tickets[0]) for at in closed_pair(seats))
    for at in (one, other):
        at.all_are_done()
        if seats == 4:
            assert at.game.phase == "turn"
            assert points_of(at, 1)[0] is None
            at.last_turn_ends().all_are_done()
        assert at.game.is_over
    for viewer in (*range(seats), None):
        assert points_of(one, viewer)[:2] == [5, 0]
        assert points_of(other, viewer)[:2] == [8, 0]
        assert one.game.view(viewer).players[0].completed == ("new_york-chicago",)
        assert other.game.view(viewer).players[0].completed == ("dallas-raleigh",)


def test_rule_34_what_was_spent_on_closed_tickets_is_discarded_at_the_end() -> None:
    one, _ = closed_pair(2)
    before = Counter(one.game.view(1).discards)
    one.completes(0, "new_york-chicago", "seattle-los_angeles")
    for viewer in (0, 1, None):
        assert one.game.view(viewer).discards == before
    one.all_are_done()
    spent = Counter({"blue": 1, "locomotive": 2})
    assert one.game.view(1).discards == before + spent
    assert one.game.view(1).players[0].track == 3


def test_rule_36_closed_tickets_stay_closed_over_the_second_pile() -> None:
    one, other = closed_pair(4)
    one.completes(0, "new_york-chicago").all_are_done()
    other.completes(0, "dallas-raleigh").all_are_done()
    # All cards but the hands are shuffled, those spent too: nobody learns what they were.
    for viewer in (1, 2, 3, None):
        assert told_to(one, viewer) == told_to(other, viewer)
        assert one.game.view(viewer).players[0].completed_now == 0
    for at in (one, other):
        at.takes_an_idle_turn()
    # Seat 1 has looked at tickets, of which there are others to look at.
    for viewer in (2, 3, None):
        assert told_to(one, viewer) == told_to(other, viewer)


def test_rule_34_closed_tickets_make_the_same_game() -> None:
    """All that is told in the open is the same, with the option and without."""
    one, _ = closed_pair(3)
    open_table = bare(3)
    open_table.with_tickets(0, "new_york-chicago", "seattle-los_angeles")
    open_table.with_track(0, "blue loco*2 red*3")
    open_table.with_tickets(1, "chicago-dallas").with_track(1, "yellow green").last_turn_ends()
    for at in (one, open_table):
        at.all_complete_the_best()
    told = [
        [e.to_json() for _, _, some in at.game.history for e in some] for at in (one, open_table)
    ]
    assert told[0] == told[1]
    assert one.game.result() == open_table.game.result()


def test_rule_34_imagined_closed_tickets_could_be_the_real_ones() -> None:
    """As many, paid with cards nobody has located, and the points follow from them."""
    one, other = closed_pair(3)
    one.completes(0, "new_york-chicago", "seattle-los_angeles")
    other.completes(0, "dallas-raleigh", "dallas-new_york")
    found = set()
    for seed in range(50):
        world = bl.imagine(one.game.view(1), seed)
        assert written(world.view(1).to_json()) == written(one.game.view(1).to_json())
        assert bl.imagine(other.game.view(1), seed).view(0) == world.view(0)
        own = world.view(0)
        tickets = [t for t in world.board.tickets if t.id in own.players[0].completed]
        assert len(tickets) == 2
        assert own.players[0].points == sum(t.points for t in tickets)
        asked = sum((Counter(t.cards) for t in tickets), Counter())
        spent = Counter(own.own_spent)
        assert asked.total() == spent.total() == 6 - own.players[0].track
        assert (asked - spent).total() == spent["locomotive"]
        found.add(own.players[0].completed)
    assert len(found) > 40


def test_rule_36_imagined_closed_tickets_of_the_first_pile_cost_nothing_now() -> None:
    one, _ = closed_pair(4)
    one.completes(0, "new_york-chicago", "seattle-los_angeles").all_are_done()
    for at_scoring in (False, True):
        if at_scoring:
            one.last_turn_ends()
        for seed in range(20):
            world = bl.imagine(one.game.view(2), seed)
            own = world.view(0)
            assert (len(own.players[0].completed), own.own_spent) == (2, {})
            points = {t.id: t.points for t in world.board.tickets}
            assert own.players[0].points == sum(points[t] for t in own.players[0].completed)


# Rule 35: the hidden track.


def pair(**options: bool) -> tuple[Yard, Yard]:
    """Two tables that differ only in what lies on the tracks, and under the pile."""
    one, other = (bare(3, **options) for _ in range(2))
    one.with_track(0, "red*2 loco").with_track(1, "blue")
    other.with_track(0, "green*3").with_track(1, "black")
    return one, other


def test_rule_35_a_track_is_hidden_from_everybody_its_owner_too() -> None:
    one, other = pair()
    for viewer in (0, 1, 2, None):
        view = one.game.view(viewer)
        assert view.own_track is None
        assert view.best_tickets == ()
        assert [p.track for p in view.players] == [3, 1, 0]
        assert written(view.to_json()) == written(other.game.view(viewer).to_json())


def test_rule_35_everybody_sees_their_own_when_tickets_are_completed() -> None:
    one, other = pair()
    one.last_turn_ends()
    other.last_turn_ends()
    assert one.game.view(0).own_track == {"red": 2, "locomotive": 1}
    assert one.game.view(1).own_track == {"blue": 1}
    assert one.game.view(2).own_track == {}
    # Those of the others stay hidden.
    for viewer in (2, None):
        assert written(one.game.view(viewer).to_json()) == written(
            other.game.view(viewer).to_json()
        )


def test_rule_35_a_spectator_sees_no_track_at_all() -> None:
    one, _ = pair()
    assert one.last_turn_ends().game.view(None).own_track is None


def test_rule_35_the_option_open_track_shows_everybody_their_own() -> None:
    one, other = pair(open_track=True)
    assert one.game.view(0).own_track == {"red": 2, "locomotive": 1}
    assert other.game.view(0).own_track == {"green": 3}
    for viewer in (2, None):
        assert written(one.game.view(viewer).to_json()) == written(
            other.game.view(viewer).to_json()
        )


def test_rule_35_with_open_track_the_best_set_is_known_early() -> None:
    at = bare(open_track=True).with_tickets(0, "new_york-chicago").with_track(0, "blue")
    assert at.game.view(0).best_tickets == ("new_york-chicago",)
    assert at.game.view(1).best_tickets == ()


def test_rule_35_the_cards_taken_for_a_ticket_are_shown() -> None:
    at = bare().with_tickets(0, "new_york-chicago").with_track(0, "blue red").last_turn_ends()
    at.completes(0, "new_york-chicago")
    for viewer in (0, 1, None):
        assert at.events[0].seen_by(viewer)["cards"] == {"blue": 1}
    assert at.game.view(1).players[0].track == 1


def test_rule_35_an_imagined_track_has_as_many_cards() -> None:
    one, _ = pair()
    for seed in range(5):
        world = bl.imagine(one.game.view(0), seed)
        assert [p.track for p in world.view(0).players] == [3, 1, 0]


# Rule 36: four players.


def first_completing() -> Yard:
    """Four players, seat 2 took the last turn, cards wherever cards can be."""
    at = bare(4).turn_of(2)
    at.with_hand(0, "red*2").with_hand(1, "blue").with_hand(3, "green*3 loco")
    at.with_yard(0, "purple*2 loco").with_track(1, "blue*2 loco").with_track(3, "white*3")
    at.with_row("loco - - black -").with_pile("")
    at.with_tickets(1, "new_york-chicago", "seattle-miami").with_tickets(0, "miami-boston")
    return at.last_turn_ends()


def test_rule_36_with_four_players_the_game_goes_on_after_the_first_completing() -> None:
    at = first_completing().does("complete best", 1).all_are_done()
    assert at.story == [
        "finished",
        "gathered",
        "shuffled",
        *["dealt"] * 4,
        *["turned up"] * 5,
        "turn",
    ]
    assert (at.game.phase, at.game.view(None).pile) == ("turn", 2)
    assert at.game.view(None).turns_left is None


def test_rule_36_all_cards_but_those_in_the_hands_are_gathered() -> None:
    at = first_completing().does("complete best", 1).all_are_done()
    gathered, shuffled = at.told()[1], at.told()[2]
    assert gathered == {"event": "gathered", "count": 96 - 7}
    in_hands = Counter({"red": 2, "blue": 1, "green": 3, "locomotive": 1})
    all_cards = Counter({**dict.fromkeys(COLOURS, 10), "locomotive": 16})
    assert Counter(shuffled["deck"]) == all_cards - in_hands
    assert at.discards == {}
    for seat in range(4):
        assert (at.yard(seat), at.track(seat)) == ({}, {})


@pytest.mark.parametrize("last", range(4))
def test_rule_36_four_cards_to_each_one_by_one_then_five_face_up(last: int) -> None:
    at = bare(4).turn_of(last).last_turn_ends().all_are_done()
    deck = at.told()[2]["deck"]
    # The player who goes on gets the first card, the fifth, the ninth and the thirteenth.
    assert [(e.seat, list(e.cards)) for e in at.happened(ev.Dealt)] == [
        ((last + 1 + place) % 4, deck[place:16:4]) for place in range(4)
    ]
    assert list(at.row) == deck[16:21]
    assert list(at.deck) == deck[21:]


def test_rule_36_the_hands_stay() -> None:
    at = first_completing()
    before = [Counter(at.hand(seat)) for seat in range(4)]
    at.all_are_done()
    dealt = {e.seat: Counter(e.cards) for e in at.happened(ev.Dealt)}
    assert [Counter(at.hand(seat)) for seat in range(4)] == [
        before[seat] + dealt[seat] for seat in range(4)
    ]


@pytest.mark.parametrize("last", range(4))
def test_rule_36_the_player_after_the_one_who_took_the_last_turn_goes_on(last: int) -> None:
    at = bare(4).turn_of(last).last_turn_ends()
    before = at.game.turn
    # In whatever order they finish.
    for seat in (2, 0, 3, 1):
        at.does("done", seat)
    assert at.told()[-1] == {"event": "turn", "seat": (last + 1) % 4, "number": before + 1}


def test_rule_36_tickets_not_completed_stay_and_cost_nothing_yet() -> None:
    at = first_completing().does("complete best", 1).all_are_done()
    assert at.game.view(1).tickets == ("seattle-miami",)
    assert at.game.view(0).tickets == ("miami-boston",)
    at.scores(0, 0).scores(1, 5)
    # They may be completed after the second pile.
    assert at.game.view(1).tickets_done == ("new_york-chicago",)


def test_rule_36_after_the_second_pile_the_game_is_over() -> None:
    at = bare(4).in_pile(2).with_tickets(0, "new_york-chicago", "seattle-miami")
    at.with_completed(0, "dallas-raleigh").with_track(0, "blue").last_turn_ends()
    assert at.told()[-1] == {"event": "scoring", "pass": 2}
    at.all_complete_the_best()
    assert at.story == ["finished", "over"]
    seat = at.game.result().seats[0]
    assert (seat.tickets_done, seat.ticket_points) == (2, 8 + 5 - 22)


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_36_with_fewer_players_the_game_is_over_after_the_first(seats: int) -> None:
    at = bare(seats).last_turn_ends().all_are_done()
    assert at.story == ["finished", "over"]


def nearly_all_in_hand(gathered: int) -> Yard:
    """Four players, seat 3 holds all but so many cards, which lie on its track or face up."""
    at = bare(4).turn_of(1).with_ticket_deck(rest=1)
    face_up = min(5, gathered)
    at.with_row(" ".join(["red"] * face_up + ["-"] * (5 - face_up)))
    on_track = " ".join((["blue"] * 10 + ["white"] * 10)[: gathered - face_up])
    return at.with_track(3, on_track).with_deck("", rest=3).last_turn_ends()


@pytest.mark.parametrize(
    ("gathered", "dealt", "face_up", "pile"),
    [
        (3, [1, 1, 1], 0, 0),
        (4, [1, 1, 1, 1], 0, 0),
        (10, [3, 3, 2, 2], 0, 0),
        (15, [4, 4, 4, 3], 0, 0),
        (16, [4, 4, 4, 4], 0, 0),
        (18, [4, 4, 4, 4], 2, 0),
        (21, [4, 4, 4, 4], 5, 0),
        (22, [4, 4, 4, 4], 5, 1),
    ],
)
def test_rule_36_with_full_hands_cards_are_dealt_as_far_as_they_last(
    gathered: int, dealt: list[int], face_up: int, pile: int
) -> None:
    at = nearly_all_in_hand(gathered).all_are_done()
    assert at.told()[1] == {"event": "gathered", "count": gathered}
    # Seat 1 took the last turn, so seat 2 goes on: nobody has two cards more than another.
    order = [2, 3, 0, 1][: len(dealt)]
    assert [(e.seat, len(e.cards)) for e in at.happened(ev.Dealt)] == list(
        zip(order, dealt, strict=True)
    )
    assert [card is not None for card in at.row] == [True] * face_up + [False] * (5 - face_up)
    assert len(at.deck) == pile
    # An empty pile starts the last round at once.
    last = [{"event": "last round", "seat": 1, "turns": 4}]
    assert of_kind(at.told(), "last round") == ([] if pile else last)
    assert at.told()[-1]["seat"] == 2


def test_rule_36_a_last_round_that_starts_at_once_is_played_to_the_end() -> None:
    at = nearly_all_in_hand(18).all_are_done()
    assert at.why_not("draw 1") == bl.Refusal.LAST_ROUND
    order = []
    while at.game.phase == "turn":
        order.append(at.game.seat)
        at.does(str(at.game.legal_actions()[0]))
    assert order == [2, 3, 0, 1]
    assert at.told()[-1] == {"event": "scoring", "pass": 2}


# Rule 37: bonuses and the winner.

BONUSES = {
    "new_york": 15,
    "chicago": 12,
    "los_angeles": 12,
    "dallas": 10,
    "miami": 8,
    "seattle": 8,
}


@pytest.mark.parametrize(
    ("ticket", "city"),
    [
        ("new_york-portland", "new_york"),
        ("chicago-calgary", "chicago"),
        ("los_angeles-duluth", "los_angeles"),
        ("dallas-helena", "dallas"),
        ("miami-boston", "miami"),
        ("seattle-toronto", "seattle"),
    ],
)
def test_rule_37_the_bonus_goes_to_whoever_completed_most_for_the_city(
    ticket: str, city: str
) -> None:
    result = bare(3).with_completed(1, ticket).ends()
    assert [s.bonuses for s in result.seats] == [{}, {city: BONUSES[city]}, {}]
    points = {t.id: t.points for t in bl.load_board("card_game").tickets}
    assert result.seats[1].total == points[ticket] + BONUSES[city]


def test_rule_37_tickets_are_counted_not_weighed() -> None:
    at = bare().with_completed(0, "dallas-raleigh", "dallas-helena")
    result = at.with_completed(1, "dallas-san_francisco").ends()
    assert [s.bonuses for s in result.seats] == [{"dallas": 10}, {}]


def test_rule_37_nobody_who_completed_none_gets_a_bonus() -> None:
    result = bare(3).with_tickets(0, "dallas-raleigh", "dallas-helena").ends()
    assert [s.bonuses for s in result.seats] == [{}, {}, {}]
    assert result.seats[0].total == -18


def test_rule_37_tickets_that_were_not_completed_do_not_count() -> None:
    at = bare().with_completed(0, "dallas-raleigh").with_completed(1, "dallas-helena")
    result = at.with_tickets(0, "dallas-winnipeg").ends()
    assert [s.bonuses for s in result.seats] == [{"dallas": 10}] * 2


def test_rule_37_all_who_are_tied_get_it() -> None:
    at = bare(4).with_completed(0, "dallas-raleigh").with_completed(1, "dallas-helena")
    result = at.with_completed(3, "dallas-washington").ends()
    assert [s.bonuses for s in result.seats] == [{"dallas": 10}] * 2 + [{}, {"dallas": 10}]


def test_rule_37_a_ticket_may_count_for_two_cities() -> None:
    result = bare().with_completed(0, "seattle-los_angeles").ends()
    assert result.seats[0].bonuses == {"los_angeles": 12, "seattle": 8}


def test_rule_37_tickets_of_both_piles_count() -> None:
    # Seat 0 completed one in the first pile and one in the second; seat 1 one in the second.
    at = bare(4).in_pile(2).with_completed(0, "dallas-raleigh")
    at.with_tickets(0, "dallas-helena").with_track(0, "black green")
    at.with_tickets(1, "dallas-washington").with_track(1, "blue green")
    at.last_turn_ends().all_complete_the_best()
    assert [s.bonuses for s in at.game.result().seats] == [{"dallas": 10}, {}, {}, {}]


def test_rule_37_most_points_win() -> None:
    at = bare().with_completed(0, "chicago-new_york", "new_york-chicago", "chicago-montreal")
    # Three small tickets and two bonuses against two large ones and three.
    result = at.with_completed(1, "seattle-miami", "los_angeles-pittsburgh").ends()
    assert standings(result) == ([44, 68], [2, 1], (1,), "points")


def test_rule_37_then_most_completed_tickets() -> None:
    at = bare().with_completed(0, "seattle-miami")
    result = at.with_completed(1, "chicago-new_york", "new_york-sault_st_marie").ends()
    assert [len(s.bonuses) for s in result.seats] == [2, 2]
    assert standings(result) == ([38, 38], [2, 1], (1,), "tickets")


def test_rule_37_tickets_come_before_bonuses() -> None:
    at = bare().with_completed(0, "chicago-miami")
    result = at.with_completed(1, "new_york-sault_st_marie", "new_york-kansas_city").ends()
    assert [len(s.bonuses) for s in result.seats] == [2, 1]
    assert standings(result) == ([30, 30], [2, 1], (1,), "tickets")


def test_rule_37_then_most_bonuses() -> None:
    at = bare().with_completed(0, "miami-las_vegas").with_completed(1, "chicago-dallas")
    result = at.ends()
    assert [len(s.bonuses) for s in result.seats] == [1, 2]
    assert standings(result) == ([28, 28], [2, 1], (1,), "bonuses")


def test_rule_37_still_tied_the_win_is_shared() -> None:
    at = bare(3).with_completed(0, "chicago-charleston").with_completed(2, "miami-omaha")
    assert standings(at.ends()) == ([19, 0, 19], [1, 3, 1], (0, 2), "shared")


def test_rule_37_scores_may_be_negative_and_the_highest_wins() -> None:
    at = bare().with_tickets(0, "seattle-miami").with_tickets(1, "new_york-chicago")
    assert standings(at.ends()) == ([-22, -5], [2, 1], (1,), "points")


def test_rule_37_the_others_are_ranked_in_the_same_way() -> None:
    at = bare(4).with_completed(0, "seattle-new_york", "los_angeles-new_york")
    at.with_completed(1, "miami-las_vegas").with_completed(2, "chicago-dallas")
    totals, ranks, winners, decided = standings(at.ends())
    assert totals[1:] == [28, 28, 0]
    assert (ranks, winners, decided) == ([1, 3, 2, 4], (0,), "points")


# Rule 38: stalling.


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("first", ALL_SEATS)
def test_rule_38_five_idle_turns_of_everybody_start_the_last_round(seats: int, first: int) -> None:
    # From whichever seat on.
    at = bare(seats).turn_of(first % seats)
    at.idles(5 * seats - 1)
    assert at.game.view(None).idle == 5 * seats - 1
    assert at.game.view(None).turns_left is None
    last = at.game.seat
    at.takes_an_idle_turn()
    assert of_kind(at.told(), "last round") == [
        {"event": "last round", "seat": last, "turns": seats}
    ]
    assert last == (first - 1) % seats


def test_rule_38_keeping_tickets_is_idle_too() -> None:
    at = bare(4)
    for _ in range(9):
        at.does("tickets").does("keep 1 2")
    assert at.game.view(None).idle == 9


@pytest.mark.parametrize("what", ["draws one", "draws two", "takes a locomotive", "lays"])
def test_rule_38_drawing_or_laying_starts_the_count_anew(what: str) -> None:
    at = bare().with_row("red*4 loco").with_hand(0, "blue*2").after_idle_turns(8)
    match what:
        case "draws one":
            at.draws("red").does("stop")
        case "draws two":
            at.draws("red", "deck")
        case "takes a locomotive":
            at.draws("locomotive")
        case _:
            at.lays("2 blue")
    assert at.game.view(None).idle == 0
    at.idles(9)
    assert "last round" not in at.story
    at.takes_an_idle_turn()
    assert "last round" in at.story


def test_rule_38_cards_that_move_by_themselves_do_not_count() -> None:
    at = bare().with_yard(0, "red*9").with_yard(1, "blue*9").idles(10)
    assert "last round" in at.story
    assert at.game.view(None).players[1].track == 5


def test_rule_38_the_pile_counts_as_run_out() -> None:
    at = bare().idles(10)
    assert len(at.deck) > 50
    for source in ("deck", "1"):
        assert at.why_not(f"draw {source}") == bl.Refusal.LAST_ROUND
    at.idles(2)
    assert at.story == ["kept", "scoring"]


def test_rule_38_what_was_left_of_the_pile_is_gathered_with_four_players() -> None:
    at = bare(4).idles(24).all_are_done()
    assert at.told()[1] == {"event": "gathered", "count": 96}
    assert at.game.view(None).idle == 0


def test_rule_38_the_second_pile_counts_from_the_beginning() -> None:
    at = bare(4).idles(24).all_are_done().idles(19)
    assert at.game.view(None).turns_left is None
    at.takes_an_idle_turn()
    assert "last round" in at.story
    at.idles(4)
    assert at.told()[-1] == {"event": "scoring", "pass": 2}


def test_rule_38_the_last_round_is_not_put_off_by_laying() -> None:
    at = bare().with_hand(0, "red*2").idles(10).lays("2 red").takes_an_idle_turn()
    assert at.game.phase == "complete tickets"
