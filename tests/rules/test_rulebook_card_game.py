"""The rulebook of The Card Game, sentence by sentence, as far as a sentence can be tested.

The order is that of the book: components, set-up, the two steps of a turn, the end of the deck,
the four-player game, the end. What the numbered rules settle is told with them.
"""

from __future__ import annotations

from collections import Counter

import pytest

import branchline as bl
from branchline.board import CARDS, COLOURS
from branchline.game import events as ev
from tests.play import written
from tests.rules.yard import Yard, bare, standings, yard

ALL_SEATS = [2, 3, 4]
ALL_CARDS = Counter({**dict.fromkeys(COLOURS, 10), "locomotive": 16})
TICKETS = {ticket.id: ticket for ticket in bl.load_board("card_game").tickets}


def new(seats: int) -> bl.Game:
    return bl.new_game("card_game", seats, seed=1)


# Components.


def test_there_are_96_train_cards() -> None:
    at = yard(4)
    counts = Counter(at.deck) + Counter(card for card in at.row if card)
    for seat in range(4):
        counts += Counter(at.hand(seat))
    assert counts.total() == 96
    assert counts == ALL_CARDS


def test_there_are_6_big_cities_bonus_cards_their_value_visible_to_all() -> None:
    cities = {"seattle", "los_angeles", "chicago", "dallas", "new_york", "miami"}
    bonuses = bl.load_board("card_game").big_cities
    assert set(bonuses) == cities
    assert sorted(bonuses.values()) == [8, 8, 10, 12, 12, 15]


def test_there_are_46_destination_tickets() -> None:
    (event,) = [e for e in new(2).opening if isinstance(e, ev.TicketsShuffled)]
    assert len(event.deck) == len(set(event.deck)) == 46


def test_two_to_four_players_can_play() -> None:
    for seats in (1, 5):
        with pytest.raises(bl.BranchlineError, match="2 to 4 seats"):
            bl.new_game("card_game", seats)
    assert [new(seats).seats for seats in ALL_SEATS] == ALL_SEATS


# The object of the game.


def test_points_are_scored_by_completing_tickets() -> None:
    at = bare().with_tickets(0, "new_york-chicago").with_track(0, "blue").last_turn_ends()
    at.does("complete best", 0).scores(0, 5).scores(1, 0)


def test_nothing_else_scores_during_the_game() -> None:
    game = bl.new_game("card_game", 2, seed=8)
    while game.phase != "complete tickets":
        legal = game.legal_actions()
        game.push(legal[(5 * len(game.history)) % len(legal)])
        assert [player.points for player in game.view(None).players] == [0, 0]


def test_points_are_scored_by_big_cities_bonuses() -> None:
    seat = bare().with_completed(0, "chicago-calgary").ends().seats[0]
    assert (seat.ticket_points, seat.bonuses, seat.total) == (13, {"chicago": 12}, 25)


def test_points_are_lost_for_uncompleted_tickets() -> None:
    assert bare().with_tickets(0, "chicago-calgary").ends().seats[0].total == -13


# Set-up.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_each_player_has_one_locomotive_and_seven_cards(seats: int) -> None:
    game = new(seats)
    for seat in range(seats):
        assert sum(game.view(seat).hand.values()) == 8
        assert game.view(seat).hand["locomotive"] >= 1


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_rest_of_the_cards_is_the_train_deck(seats: int) -> None:
    view = new(seats).view(None)
    assert view.deck == 96 - 8 * seats - 5
    assert (len(view.market), None in view.market) == (5, False)
    assert view.discards == {}


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_six_destination_tickets_are_dealt_to_each_player(seats: int) -> None:
    game = new(seats)
    offers = [game.view(seat).offer for seat in range(seats)]
    assert all(len(offer) == 6 for offer in offers)
    assert len({ticket for offer in offers for ticket in offer}) == 6 * seats
    assert game.view(None).ticket_deck == 46 - 6 * seats


def test_each_player_looks_at_his_tickets_in_secret() -> None:
    game = new(3)
    for viewer in (1, 2, None):
        told = written(game.view(viewer).to_json()).decode()
        assert not [ticket for ticket in game.view(0).offer if f'"{ticket}"' in told]
        assert game.view(viewer).players[0].offered == 6


def test_at_least_one_ticket_is_kept_and_as_many_as_all_six() -> None:
    game = new(2)
    kept = Counter(len(a.move.tickets) for a in game.legal_actions() if isinstance(a.move, bl.Keep))
    assert kept == {1: 6, 2: 15, 3: 20, 4: 15, 5: 6, 6: 1}
    assert game.why_not(game.parse("keep none", 0, check=False), 0) == bl.Refusal.KEEP_MORE
    assert game.view(0).keep_at_least == 1


def test_unwanted_tickets_are_shuffled_back_into_the_ticket_deck() -> None:
    spread = set()
    for number in range(12):
        game = bl.new_game("card_game", 2, seed=2, number=number)
        offers = [game.view(seat).offer for seat in (0, 1)]
        game.push(game.parse("keep 1", 0), 0)
        events = game.push(game.parse("keep 2 3", 1), 1)
        assert [e.kind for e in events] == ["chose", "kept", "kept", "tickets shuffled", "turn"]
        (shuffled,) = [e for e in events if isinstance(e, ev.TicketsShuffled)]
        kept = {offers[0][0], offers[1][1], offers[1][2]}
        assert sorted(shuffled.deck) == sorted(set(TICKETS) - kept)
        assert "deck" not in shuffled.seen_by(0)
        # Nobody can tell where they lie.
        assert game.view(0).ticket_places == game.view(1).ticket_places == ()
        spread |= {shuffled.deck.index(ticket) for ticket in offers[0][1:]}
    # Not at the bottom, and not on top: anywhere.
    assert min(spread) < 5
    assert max(spread) > 37


def test_nothing_is_shuffled_when_nothing_is_returned() -> None:
    game = new(2)
    game.push(game.parse("keep all", 0), 0)
    events = game.push(game.parse("keep all", 1), 1)
    assert [e.kind for e in events] == ["chose", "kept", "kept", "turn"]


# Duration of the game.


def played(seats: int, number: int = 0) -> bl.Game:
    """A whole game, played by the numbers."""
    game = bl.new_game("card_game", seats, seed=3, number=number)
    while not game.is_over:
        legal = game.legal_actions()
        game.push(legal[(7 * len(game.history)) % len(legal)])
    return game


def kinds(game: bl.Game) -> list[str]:
    return [event.kind for _, _, events in game.history for event in events]


@pytest.mark.parametrize("seats", [2, 3])
def test_two_or_three_players_go_through_the_deck_once(seats: int) -> None:
    told = kinds(played(seats))
    assert [told.count(kind) for kind in ("last round", "scoring", "gathered", "over")] == [
        1,
        1,
        0,
        1,
    ]


def test_four_players_go_through_the_deck_twice() -> None:
    told = kinds(played(4))
    assert [told.count(kind) for kind in ("last round", "scoring", "gathered", "over")] == [
        2,
        2,
        1,
        1,
    ]
    order = [kind for kind in told if kind in ("last round", "scoring", "gathered", "over")]
    assert order == ["last round", "scoring", "gathered", "last round", "scoring", "over"]


# The turn.


def test_play_proceeds_clockwise_one_turn_at_a_time() -> None:
    at = bare(3)
    turns = []
    for _ in range(6):
        turns.append((at.game.turn, at.game.seat))
        at.takes_an_idle_turn()
    assert turns == [(1, 0), (2, 1), (3, 2), (4, 0), (5, 1), (6, 2)]


def ready() -> Yard:
    return bare().with_hand(0, "red*3 blue green")


def test_a_player_performs_one_and_only_one_of_three_actions() -> None:
    at = ready()
    assert {choice.split()[0] for choice in at.choices} == {"draw", "lay"}
    assert "draw tickets" in at.choices
    assert ready().lays("2 red").game.seat == 1
    drawing = ready().draws("deck")
    assert all(c.startswith("draw ") or c == "stop drawing" for c in drawing.choices)
    assert "draw tickets" not in drawing.choices
    asking = ready().does("tickets")
    assert all(choice.startswith("keep") for choice in asking.choices)


def test_the_player_must_act_and_may_not_pass() -> None:
    assert ready().why_not("pass") == bl.Refusal.CAN_ACT


# Step 1.


def test_one_card_of_each_row_goes_on_a_single_stack() -> None:
    at = bare().with_yard(1, "red*3 blue*2 green").takes_an_idle_turn()
    assert at.game.view(None).players[1].track == 3
    assert at.yard(1) == {"blue": (1, 0), "red": (2, 0)}


def test_moving_is_not_a_choice() -> None:
    at = bare().with_yard(1, "red").takes_an_idle_turn()
    assert (at.game.seat, at.game.phase) == (1, "turn")
    assert at.yard(1) == {}


def test_cards_on_the_track_stay_there_until_the_deck_runs_out() -> None:
    game = bl.new_game("card_game", 3, seed=6)
    before = [0, 0, 0]
    while game.phase != "complete tickets":
        legal = game.legal_actions()
        lays = [a for a in legal if isinstance(a.move, bl.Lay | bl.LayThree)]
        some = lays if lays and len(game.history) % 3 else legal
        game.push(some[(7 * len(game.history)) % len(some)])
        now = [player.track for player in game.view(None).players]
        assert all(a <= b for a, b in zip(before, now, strict=True))
        assert all(game.view(seat).own_track is None for seat in range(3)) or (
            game.phase == "complete tickets"
        )
        before = now
    assert sum(before) > 0
    assert [sum((game.view(seat).own_track or {}).values()) for seat in range(3)] == before


def test_everyone_may_be_let_look_through_their_own_track() -> None:
    at = bare(open_track=True).with_track(0, "red blue*2")
    assert at.game.view(0).own_track == {"blue": 2, "red": 1}
    assert at.game.view(1).own_track == {}


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_first_step_is_skipped_on_a_players_first_turn(seats: int) -> None:
    at = yard(seats)
    for _ in range(seats):
        at.takes_an_idle_turn()
        assert "moved" not in at.story


# Step 2 A: drawing train cards.


def test_two_cards_may_come_from_the_deck_or_the_row_or_both() -> None:
    for order in (("deck", "deck"), ("deck", "green"), ("green", "deck"), ("green", "black")):
        at = bare().with_row("red blue green white black").with_deck_top("yellow*3")
        at.draws(*order)
        assert sum(at.hand(0).values()) == 2
        assert at.game.seat == 1


def test_a_face_up_card_is_replaced_before_any_other_is_picked_up() -> None:
    at = bare().with_row("red blue green white black").with_deck_top("yellow purple")
    at.draws("green")
    assert at.row == ["red", "blue", "yellow", "white", "black"]
    at.draws("yellow")
    assert at.row == ["red", "blue", "purple", "white", "black"]


def test_a_third_face_up_locomotive_does_not_trigger_a_flush() -> None:
    at = bare().with_row("loco*2 red*3").with_deck_top("loco*3").draws("red", "red")
    assert at.row == ["locomotive"] * 4 + ["red"]
    assert "swept" not in at.story


def test_a_face_up_locomotive_ends_the_turn_immediately() -> None:
    at = bare().with_row("loco red*4").draws("locomotive")
    assert at.game.seat == 1
    assert at.hand(0) == {"locomotive": 1}


def test_a_locomotive_drawn_blindly_is_a_single_pick() -> None:
    at = bare().with_row("red*5").with_deck_top("loco").draws("deck")
    assert (at.game.seat, at.game.phase) == (0, "second card")
    at.draws("red")
    assert at.hand(0) == {"red": 1, "locomotive": 1}


def test_there_is_no_limit_to_the_number_of_cards_in_hand() -> None:
    at = bare().with_row("red*5").with_deck("blue*3", rest=0)
    assert sum(at.hand(0).values()) == 96 - 5 - 3
    at.draws("deck", "red")
    assert sum(at.hand(0).values()) == 90


# Step 2 B: placing train cards.


@pytest.mark.parametrize("n", range(2, 11))
def test_a_suit_of_two_or_more_cards_of_the_same_colour_may_be_placed(n: int) -> None:
    at = bare().with_hand(0, f"green*{n}").lays(f"{n} green")
    assert at.yard(0) == {"green": (n, 0)}
    assert at.hand(0) == {}


def test_exactly_three_cards_of_different_colours_may_be_placed() -> None:
    at = bare().with_hand(0, "red blue green white")
    assert all(len(choice.split(", ")) == 3 for choice in at.lays_open)
    assert len(at.lays_open) == 4
    assert bare().with_hand(0, "red blue").lays_open == set()


def test_suits_and_three_colours_may_be_placed_side_by_side() -> None:
    at = bare().with_hand(0, "red*2 blue green white")
    at.lays("2 red").takes_an_idle_turn().lays("blue green white")
    assert at.yard(0) == {"white": (1, 0), "blue": (1, 0), "red": (1, 0), "green": (1, 0)}


def test_cards_are_placed_face_up_from_the_hand() -> None:
    at = bare().with_hand(0, "red*3").lays("2 red")
    for viewer in (0, 1, None):
        assert at.game.view(viewer).players[0].yard == {"red": (2, 0)}
        assert at.game.view(viewer).players[0].cards == 1


def test_locomotives_are_placed_on_top_of_the_row() -> None:
    at = bare().with_hand(0, "red*2 loco").lays("2 red 1 locomotive").takes_an_idle_turn()
    assert at.track(0) == {"locomotive": 1}
    assert at.yard(0) == {"red": (2, 0)}


def test_locomotives_complete_tickets_as_any_colour_not_only_that_of_their_suit() -> None:
    at = bare().with_tickets(0, "new_york-chicago").with_hand(0, "red loco")
    at.lays("1 red 1 locomotive").takes_an_idle_turn().last_turn_ends()
    at.completes(0, "new_york-chicago")
    assert at.told()[0]["cards"] == {"locomotive": 1}


def test_locomotives_are_never_among_cards_of_different_colours() -> None:
    at = bare().with_hand(0, "red blue loco*2")
    with pytest.raises(bl.BranchlineError, match="locomotives cannot be among three"):
        at.lays("red blue locomotive")


def test_a_colour_in_the_own_yard_is_shut_until_its_cards_are_removed() -> None:
    at = bare().with_hand(0, "red*5").lays("2 red")
    for _ in range(2):
        assert at.why_not("lay 3 red", 0) == bl.Refusal.NOT_YOUR_TURN
        at.takes_an_idle_turn()
        if at.yard(0):
            assert at.why_not("lay 3 red") == bl.Refusal.IN_OWN_YARD
            at.takes_an_idle_turn()
    at.lays("3 red")
    assert at.yard(0) == {"red": (3, 0)}


def test_a_robbed_colour_may_be_placed_again() -> None:
    at = bare().with_yard(0, "red*2").with_hand(1, "red*3").with_hand(0, "red*4")
    at.takes_an_idle_turn().lays("3 red")
    assert at.yard(0) == {}
    at.lays("4 red")
    assert (at.yard(0), at.yard(1)) == ({"red": (4, 0)}, {})


def test_train_robbing_takes_more_cards_than_the_opponent_has() -> None:
    at = bare(4).with_yard(3, "red*2").with_hand(0, "red*3")
    assert at.lays_open == {"3 red"}
    at.lays("3 red")
    assert at.yard(3) == {}
    assert at.discards == {"red": 2}
    # The robber gains none of the robbed cards.
    assert at.hand(0) == {}


def test_each_colour_is_robbed_for_itself() -> None:
    at = bare().with_yard(1, "red*2 blue*2 green").with_hand(0, "red*3").lays("3 red")
    assert at.yard(1) == {"blue": (1, 0)}
    assert at.track(1) == {"blue": 1, "green": 1}


# Step 2 C: drawing tickets.


def test_four_tickets_are_drawn_from_the_top_of_the_ticket_deck() -> None:
    at = bare()
    top = at.ticket_deck[:4]
    at.does("tickets")
    assert list(at.game.view(0).offer) == top
    assert at.game.view(1).offer == ()


def test_any_number_of_them_may_be_kept_including_none() -> None:
    at = bare().does("tickets")
    sizes = Counter(
        len(a.move.tickets) for a in at.game.legal_actions() if isinstance(a.move, bl.Keep)
    )
    assert sizes == {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    assert at.game.view(0).keep_at_least == 0


def test_unwanted_tickets_go_to_the_bottom_of_the_ticket_deck() -> None:
    at = bare()
    before = at.ticket_deck
    at.does("tickets").does("keep 2")
    assert at.ticket_deck == [*before[4:], before[0], before[2], before[3]]
    assert at.game.view(0).tickets == (before[1],)
    at.does("tickets").does("keep none")
    assert at.ticket_deck[-4:] == before[4:8]


def test_with_fewer_than_four_tickets_those_are_drawn() -> None:
    at = bare().with_ticket_deck("seattle-miami", "miami-boston", rest=1).does("tickets")
    assert at.game.view(0).offer == ("seattle-miami", "miami-boston")


def test_with_no_tickets_left_none_can_be_drawn() -> None:
    assert bare().with_ticket_deck(rest=1).why_not("tickets") == bl.Refusal.NO_TICKETS


def test_tickets_may_be_drawn_in_the_last_round() -> None:
    at = bare().in_last_round().does("tickets").does("keep all")
    assert len(at.game.view(0).tickets) == 4


# When the train deck runs out.


def test_each_player_gets_one_more_turn_including_the_one_who_drew_the_last_card() -> None:
    at = bare(3).with_row("red*5").with_pile("blue").draws("deck", "red")
    turns = []
    while at.game.phase == "turn":
        turns.append(at.game.seat)
        at.takes_an_idle_turn()
    assert turns == [1, 2, 0]


def test_a_player_may_use_the_turn_to_draw_the_single_card_that_is_left() -> None:
    at = bare().with_row("loco*5").with_pile("blue").draws("deck")
    assert at.story == ["drew", "last round", "turn"]
    assert at.hand(0) == {"blue": 1}


def test_other_players_must_then_choose_one_of_the_other_options() -> None:
    at = bare().with_hand(1, "red*2").with_row("red*5").with_pile("blue").draws("deck", "red")
    assert at.choices == ["draw tickets", "lay 2 red"]


def test_each_ticket_displays_the_cards_it_requires() -> None:
    for ticket in TICKETS.values():
        assert 1 <= sum(ticket.cards.values()) <= 5
        assert set(ticket.cards) <= set(COLOURS)


@pytest.mark.parametrize("ticket", TICKETS)
def test_a_ticket_is_completed_by_cards_of_the_same_colours_and_quantity(ticket: str) -> None:
    asked = TICKETS[ticket].cards
    row = " ".join(f"{card}*{n}" for card, n in asked.items())
    at = bare().with_tickets(0, ticket).with_track(0, row).last_turn_ends()
    at.completes(0, ticket).scores(0, TICKETS[ticket].points)
    assert at.told()[0]["cards"] == {card: asked[card] for card in CARDS if card in asked}
    assert at.track(0) == {}
    # One card less is not enough, a locomotive for it is.
    first = next(iter(asked))
    fewer = " ".join(f"{card}*{n - (card == first)}" for card, n in asked.items())
    at = bare().with_tickets(0, ticket).with_track(0, f"{fewer} ").last_turn_ends()
    assert at.choices == ["complete the best set", "done"]
    at = bare().with_tickets(0, ticket).with_track(0, f"{fewer} loco").last_turn_ends()
    at.completes(0, ticket).scores(0, TICKETS[ticket].points)


def test_each_card_can_be_used_for_one_ticket_only() -> None:
    at = bare().with_tickets(0, "dallas-raleigh", "dallas-miami").with_track(0, "red green")
    at.last_turn_ends().does("complete best", 0).scores(0, 9)
    at = bare().with_tickets(0, "dallas-raleigh", "dallas-miami").with_track(0, "red*2 green*2")
    at.last_turn_ends().does("complete best", 0).scores(0, 17)


def test_completed_ticket_values_are_added_up_and_set_aside() -> None:
    at = bare().with_tickets(0, "dallas-raleigh", "seattle-miami").with_track(0, "red green")
    at.last_turn_ends().does("complete best", 0)
    view = at.game.view(0)
    assert (view.tickets, view.tickets_done) == (("seattle-miami",), ("dallas-raleigh",))
    assert view.players[0].tickets == 1


# The four-player game.


def between_the_piles() -> Yard:
    at = bare(4).turn_of(3).with_hand(0, "red*2 loco").with_tickets(0, "dallas-raleigh")
    at.with_tickets(1, "miami-boston").with_track(0, "red green white*2").with_yard(2, "blue*3")
    return at.last_turn_ends().all_complete_the_best()


def test_tickets_not_completed_remain_secret() -> None:
    at = between_the_piles()
    assert at.game.view(1).tickets == ("miami-boston",)
    for viewer in (0, 2, 3, None):
        assert "miami-boston" not in written(at.game.view(viewer).to_json()).decode()


def test_cards_not_played_remain_in_hand_and_four_are_added() -> None:
    at = between_the_piles()
    assert [sum(at.hand(seat).values()) for seat in range(4)] == [7, 4, 4, 4]
    assert at.hand(0)["red"] >= 2
    assert at.hand(0)["locomotive"] >= 1


def test_all_other_cards_form_a_new_deck() -> None:
    at = between_the_piles()
    assert len(at.deck) == 96 - 3 - 16 - 5
    (shuffled,) = at.happened(ev.Shuffled)
    assert Counter(shuffled.deck) == ALL_CARDS - Counter({"red": 2, "locomotive": 1})


def test_the_player_to_the_left_of_the_last_one_resumes() -> None:
    assert between_the_piles().game.seat == 0


def test_play_resumes_exactly_as_before() -> None:
    at = between_the_piles()
    before = at.hand(0)["red"]
    at.lays(f"{before} red")
    assert at.yard(0) == {"red": (before, 0)}
    at.draws("deck", "deck")
    assert sum(at.hand(1).values()) == 6


def test_new_points_are_added_to_the_prior_scores() -> None:
    at = bare(4).in_pile(2).with_completed(0, "dallas-raleigh").scores(0, 0)
    at.with_tickets(0, "new_york-chicago").with_track(0, "blue").last_turn_ends().scores(0, 8)
    at.does("complete best", 0).scores(0, 13)


# The end of the game.


def test_the_values_of_uncompleted_tickets_are_subtracted() -> None:
    at = bare(4).with_completed(0, "dallas-raleigh").with_tickets(0, "seattle-miami")
    assert at.ends().seats[0].total == 8 + 10 - 22


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_score_of_a_whole_game_adds_up(seats: int) -> None:
    bonuses = bl.load_board("card_game").big_cities
    cities = {
        id: {bl.load_board("card_game").cities[c].id for c in (*t.starts, *t.ends)}
        for id, t in TICKETS.items()
    }
    for number in range(8):
        game = played(seats, number)
        result = game.result()
        done = [{t.ticket for t in seat.tickets if t.done} for seat in result.seats]
        for seat in result.seats:
            told = [
                event.ticket
                for _, _, events in game.history
                for event in events
                if isinstance(event, ev.Completed) and event.seat == seat.seat
            ]
            assert sorted(told) == sorted(done[seat.seat])
            won = {}
            for city, points in bonuses.items():
                counts = [sum(city in cities[ticket] for ticket in some) for some in done]
                if counts[seat.seat] and counts[seat.seat] == max(counts):
                    won[city] = points
            assert seat.bonuses == won
            assert seat.total == seat.ticket_points + sum(won.values())
            assert (seat.routes, seat.longest_path) == (0, 0)


def test_in_the_event_of_a_tie_all_tied_players_score_the_bonus() -> None:
    at = bare(3).with_completed(0, "miami-boston").with_completed(1, "miami-omaha")
    assert [seat.bonuses for seat in at.ends().seats] == [{"miami": 8}, {"miami": 8}, {}]


def test_a_ticket_with_two_big_cities_counts_toward_both() -> None:
    at = bare().with_completed(0, "seattle-miami").with_completed(1, "miami-boston")
    assert [seat.bonuses for seat in at.ends().seats] == [{"miami": 8, "seattle": 8}, {"miami": 8}]


def test_the_player_with_the_most_points_wins() -> None:
    at = bare().with_completed(0, "dallas-raleigh").with_completed(1, "seattle-miami")
    assert standings(at.ends()) == ([18, 38], [2, 1], (1,), "points")


def test_if_tied_the_player_who_completed_the_most_tickets_wins() -> None:
    at = bare().with_completed(0, "chicago-new_york", "chicago-montreal")
    result = at.with_completed(1, "los_angeles-miami").ends()
    assert standings(result) == ([39, 39], [1, 2], (0,), "tickets")


def test_if_still_tied_the_player_with_the_most_bonus_cards_wins() -> None:
    at = bare().with_completed(0, "chicago-miami").with_completed(1, "los_angeles-pittsburgh")
    assert standings(at.ends()) == ([30, 30], [1, 2], (0,), "bonuses")
