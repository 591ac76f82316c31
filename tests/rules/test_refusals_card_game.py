"""What The Card Game refuses, by name: in the library, in a record, and in typed words."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline import Refusal
from tests.rules.yard import Yard, bare, yard


def lay(colour: str, n: int, locomotives: int = 0) -> dict[str, Any]:
    return {"do": "lay", "colour": colour, "cards": n, "locomotives": locomotives}


def three(*colours: str) -> dict[str, Any]:
    return {"do": "lay three", "colours": list(colours)}


def complete(ticket: str) -> dict[str, Any]:
    return {"do": "complete", "ticket": ticket}


def laying() -> Yard:
    """Red stands in the own yard, blue (three cards) and green (one) in another's."""
    at = bare(3).with_yard(0, "red*2").with_yard(1, "blue*2 loco").with_yard(2, "green")
    return at.with_hand(0, "red*4 blue*3 green*2 white*2 black yellow loco*2")


def completing() -> Yard:
    at = bare().with_tickets(0, "new_york-chicago", "seattle-miami", "dallas-miami")
    at.with_tickets(1, "chicago-new_york").with_track(0, "blue red loco").with_track(1, "yellow")
    return at.last_turn_ends()


def second_card() -> Yard:
    at = bare().with_hand(0, "white*2 red blue green").with_row("red loco green white black")
    return at.draws("deck")


def last_round() -> Yard:
    at = bare().with_hand(0, "white*2").with_row("red loco green white -").with_pile("")
    return at.in_last_round()


# What happens, the move, the words for it ("" if no words can say it), and the reasons against it.
REFUSED: list[tuple[str, Any, dict[str, Any], str, Refusal]] = [
    ("one card is no suit", laying, lay("white", 1), "lay 1 white", Refusal.SMALL_SUIT),
    ("too few cards of a colour", laying, lay("white", 3), "lay 3 white", Refusal.FEW_CARDS),
    (
        "too few locomotives",
        laying,
        lay("white", 2, 3),
        "lay 2 white 3 locomotives",
        Refusal.FEW_LOCOMOTIVES,
    ),
    (
        "too few of both",
        laying,
        lay("white", 4, 4),
        "lay 4 white 4 locomotives",
        Refusal.FEW_CARDS | Refusal.FEW_LOCOMOTIVES,
    ),
    ("in the own yard", laying, lay("red", 4), "lay 4 red", Refusal.IN_OWN_YARD),
    (
        "in the own yard, as one of three",
        laying,
        three("white", "black", "red"),
        "lay red white black",
        Refusal.IN_OWN_YARD,
    ),
    ("fewer than another has", laying, lay("blue", 2), "lay 2 blue", Refusal.TOO_FEW_TO_ROB),
    ("as many as another has", laying, lay("blue", 3), "lay 3 blue", Refusal.TOO_FEW_TO_ROB),
    (
        "as many, with locomotives",
        laying,
        lay("blue", 1, 2),
        "lay 1 blue 2 locomotives",
        Refusal.TOO_FEW_TO_ROB,
    ),
    (
        "three colours, one in another's yard",
        laying,
        three("white", "black", "green"),
        "lay white black green",
        Refusal.TOO_FEW_TO_ROB,
    ),
    (
        "three colours, one of them not in hand",
        laying,
        three("purple", "white", "black"),
        "lay purple white black",
        Refusal.FEW_CARDS,
    ),
    (
        "all that is wrong at once",
        laying,
        lay("red", 5, 3),
        "lay 5 red 3 locomotives",
        Refusal.FEW_CARDS | Refusal.FEW_LOCOMOTIVES | Refusal.IN_OWN_YARD,
    ),
    ("stopping before drawing", laying, {"do": "stop"}, "stop", Refusal.NOTHING_TO_STOP),
    ("passing", laying, {"do": "pass"}, "pass", Refusal.CAN_ACT),
    (
        "completing before the end",
        laying,
        {"do": "complete best"},
        "complete best",
        Refusal.NOT_COMPLETING,
    ),
    (
        "completing a ticket before the end",
        laying,
        complete("seattle-miami"),
        "complete Seattle Miami",
        Refusal.NOT_COMPLETING,
    ),
    ("being done before the end", laying, {"do": "done"}, "done", Refusal.NOT_COMPLETING),
    (
        "keeping what is not offered",
        laying,
        {"do": "keep", "tickets": []},
        "",
        Refusal.NOTHING_OFFERED,
    ),
    (
        "laying while a second card is due",
        second_card,
        lay("white", 2),
        "lay 2 white",
        Refusal.SECOND_CARD,
    ),
    (
        "laying three while a second card is due",
        second_card,
        three("blue", "red", "green"),
        "lay red blue green",
        Refusal.SECOND_CARD,
    ),
    (
        "tickets while a second card is due",
        second_card,
        {"do": "tickets"},
        "tickets",
        Refusal.SECOND_CARD,
    ),
    (
        "passing while a second card is due",
        second_card,
        {"do": "pass"},
        "pass",
        Refusal.SECOND_CARD,
    ),
    (
        "completing while a second card is due",
        second_card,
        {"do": "complete best"},
        "complete best",
        Refusal.NOT_COMPLETING,
    ),
    (
        "a face-up locomotive as the second card",
        second_card,
        {"do": "draw", "from": 1},
        "draw locomotive",
        Refusal.LOCOMOTIVE_SECOND,
    ),
    (
        "drawing unseen in the last round",
        last_round,
        {"do": "draw", "from": "deck"},
        "draw",
        Refusal.LAST_ROUND,
    ),
    (
        "drawing a face-up card in the last round",
        last_round,
        {"do": "draw", "from": 0},
        "draw red",
        Refusal.LAST_ROUND,
    ),
    (
        "a face-up locomotive in the last round",
        last_round,
        {"do": "draw", "from": 1},
        "draw 2",
        Refusal.LAST_ROUND,
    ),
    (
        "an empty place in the last round",
        last_round,
        {"do": "draw", "from": 4},
        "draw 5",
        Refusal.LAST_ROUND,
    ),
    ("stopping in the last round", last_round, {"do": "stop"}, "stop", Refusal.NOTHING_TO_STOP),
    (
        "a ticket the track has not the cards for",
        completing,
        complete("seattle-miami"),
        "complete Seattle Miami",
        Refusal.TRACK_SHORT,
    ),
    (
        "a ticket of another's",
        completing,
        complete("chicago-new_york"),
        "",
        Refusal.NOT_HELD,
    ),
    (
        "a ticket of nobody's",
        completing,
        complete("miami-boston"),
        "complete Miami Boston",
        Refusal.NOT_HELD,
    ),
    (
        "drawing while tickets are completed",
        completing,
        {"do": "draw", "from": "deck"},
        "draw",
        Refusal.COMPLETE_FIRST,
    ),
    (
        "laying while tickets are completed",
        completing,
        lay("white", 2),
        "lay 2 white",
        Refusal.COMPLETE_FIRST,
    ),
    (
        "tickets while tickets are completed",
        completing,
        {"do": "tickets"},
        "tickets",
        Refusal.COMPLETE_FIRST,
    ),
    (
        "stopping while tickets are completed",
        completing,
        {"do": "stop"},
        "stop",
        Refusal.COMPLETE_FIRST,
    ),
    (
        "passing while tickets are completed",
        completing,
        {"do": "pass"},
        "pass",
        Refusal.COMPLETE_FIRST,
    ),
]


@pytest.mark.parametrize(
    ("story", "move", "reason"),
    [pytest.param(story, move, why, id=name) for name, story, move, _, why in REFUSED],
)
def test_the_library_refuses_it(story: Any, move: dict[str, Any], reason: Refusal) -> None:
    at: Yard = story()
    game = at.game
    action = game.action_of(move, 0)
    assert game.why_not(action, 0) == reason
    assert action not in game.legal_actions(0)
    before = game._states.tobytes()
    with pytest.raises(bl.BranchlineError) as refused:
        game.push(action, 0)
    assert str(refused.value) == f"{action}: {reason.text}"
    assert game._states.tobytes() == before


@pytest.mark.parametrize(
    ("story", "move", "text", "reason"),
    [pytest.param(*case[1:], id=case[0]) for case in REFUSED if case[3]],
)
def test_the_parser_refuses_it_in_the_same_words(
    story: Any, move: dict[str, Any], text: str, reason: Refusal
) -> None:
    at: Yard = story()
    game = at.game
    action = game.parse(text, 0, check=False)
    assert action == game.action_of(move, 0)
    with pytest.raises(bl.BranchlineError) as refused:
        game.parse(text, 0)
    assert str(refused.value) == f"{action}: {reason.text}"


NO_SUCH_MOVE: list[tuple[dict[str, Any], str]] = [
    (three("red", "blue", "locomotive"), "locomotives cannot be among three different colours"),
    (three("locomotive", "locomotive", "red"), "locomotives cannot be among three"),
    (three("red", "red", "blue"), "there is no such action"),
    (three("red", "blue", "green"), "there is no such action"),  # not in the order of the colours
    (three("blue", "red"), "there is no such action"),
    (three("blue", "black", "red", "green"), "there is no such action"),
    (three("blue", "red", "pink"), "there is no such action"),
    (lay("locomotive", 2), "there is no such action"),
    (lay("red", 0, 2), "there is no such action"),
    (lay("red", -1, 3), "there is no such action"),
    (lay("red", 11), "there is no such action"),
    (lay("red", 2, 17), "there is no such action"),
    (lay("red", 2, -1), "there is no such action"),
    (lay("pink", 2), "there is no such action"),
    ({**lay("red", 2), "rows": 1}, "not an action of this game"),
    ({"do": "lay", "colour": "red", "cards": True, "locomotives": 1}, "not an action of this game"),
    ({"do": "lay", "colour": "red", "cards": 2}, "not an action of this game"),
    (complete("boston-miami"), "there is no such action"),
    (complete(""), "there is no such action"),
    ({"do": "complete"}, "not an action of this game"),
    ({"do": "claim", "track": "a", "colour": "red", "locomotives": 0}, "there is no such action"),
    ({"do": "build", "track": "a", "colour": "red"}, "there is no such action"),
    ({"do": "settle", "city": "denver"}, "there is no such action"),
    ({"do": "mark", "city": "denver", "colour": "red", "locomotives": 0}, "no such action"),
    ({"do": "alvin", "city": "denver"}, "there is no such action"),
    ({"do": "draw", "from": 5}, "there is no face-up place 5"),
]


@pytest.mark.parametrize(("move", "message"), NO_SUCH_MOVE, ids=lambda x: str(x)[:60])
def test_a_move_the_game_does_not_have(move: dict[str, Any], message: str) -> None:
    with pytest.raises(bl.BranchlineError, match=message):
        laying().game.action_of(move)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lay red blue locomotive", "locomotives cannot be among three different colours"),
        ("lay red and blue and a loco", "locomotives cannot be among three different colours"),
        ("lay red red blue", "three cards laid together must be of different colours"),
        ("lay white white white", "three cards laid together must be of different colours"),
        ("lay 1 white 1 white 1 black", "three cards laid together must be of different colours"),
        ("lay white black", "lay cards of one colour, or exactly three of different colours"),
        ("lay white black yellow green", "lay cards of one colour, or exactly three"),
        ("lay 2 white 1 black", "lay cards of one colour, or exactly three"),
        ("lay", "lay what"),
        ("lay 2 locomotives", "lay what"),
        ("lay locomotive", "lay what"),
        ("lay 0 white 2 locomotives", "a suit has at least one card of its colour"),
        ("lay white and locomotives", "how many locomotives"),
        ("lay 11 white", "there are not so many cards in the game"),
        ("lay 2 white 17 locomotives", "there are not so many cards in the game"),
        ("lay 2 pink", "'pink' is not a colour"),
        ("lay 2", "2 of what"),
        ("complete Boston Omaha", "there is no such ticket"),
        ("complete Gotham Miami", "there is no city called 'gotham'"),
        ("complete Miami", "name another city too"),
        ("keep 1", "no tickets are offered to you"),
        ("draw 6", "the face-up places are 1 to 5, not 6"),
        ("claim Denver Omaha red", "'claim' is not an action: draw, lay, tickets"),
        ("build Paris Dijon red", "'build' is not an action"),
        ("mark Denver red", "'mark' is not an action"),
        ("alvin Denver", "'alvin' is not an action"),
        ("start in Denver", "'start' is not an action"),
        ("no marker", "'no' is not an action"),
        ("lya 2 white", "did you mean 'lay'"),
        ("", "say what to do: draw, lay, tickets, keep, stop, pass, complete or done"),
    ],
)
def test_words_that_say_no_action_of_the_game(text: str, message: str) -> None:
    game = laying().game
    for check in (True, False):
        with pytest.raises(bl.BranchlineError, match=message):
            game.parse(text, check=check)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("lay white", lay("white", 2)),
        ("lay 2 white", lay("white", 2)),
        ("lay 2 white and a locomotive", lay("white", 2, 1)),
        ("lay white loco", lay("white", 2, 1)),
        ("lay 1 white, 1 locomotive", lay("white", 1, 1)),
        ("lay 2 locomotives and 2 white", lay("white", 2, 2)),
        ("lay WHITE with 2 wilds", lay("white", 2, 2)),
        ("lay white, black, yellow", three("white", "yellow", "black")),
        ("lay a yellow, a black and a white", three("white", "yellow", "black")),
        ("lay 1 yellow 1 black 1 white", three("white", "yellow", "black")),
    ],
)
def test_words_that_say_what_is_to_be_laid(text: str, move: dict[str, Any]) -> None:
    game = laying().game
    assert game.parse(text) == game.action_of(move)


@pytest.mark.parametrize("text", ["complete best", "complete the best set", "complete all"])
def test_words_that_say_the_best_set(text: str) -> None:
    game = completing().game
    assert game.parse(text, 0) == game.action_of({"do": "complete best"}, 0)


def test_two_tickets_between_the_same_cities_are_told_apart() -> None:
    # Of the two the one that is held is meant, and with both the order of the cities tells.
    game = completing().game
    for text in ("complete New York Chicago", "complete Chicago New York"):
        assert game.parse(text, 0) == game.action_of(complete("new_york-chicago"), 0)
        assert game.parse(text, 1) == game.action_of(complete("chicago-new_york"), 1)
    both = bare().with_tickets(0, "new_york-chicago", "chicago-new_york")
    game = both.with_track(0, "loco*2").last_turn_ends().game
    for ticket, cities in (
        ("new_york-chicago", "New York Chicago"),
        ("chicago-new_york", "Chicago New York"),
    ):
        assert game.parse(f"complete {cities}") == game.action_of(complete(ticket))


def test_what_a_legal_action_reads_says_that_action() -> None:
    for at in (laying(), second_card(), last_round(), completing(), yard(4)):
        for action in at.game.legal_actions():
            assert at.game.parse(str(action)) == action


@pytest.mark.parametrize("seat", [1, 2])
def test_others_have_to_wait(seat: int) -> None:
    at = laying()
    for text in ("draw", "lay 2 white", "tickets", "pass"):
        assert at.why_not(text, seat) == Refusal.NOT_YOUR_TURN


def test_whoever_is_done_has_to_wait() -> None:
    at = completing().does("done", 0)
    for text in ("done", "complete best", "draw", "lay 2 white"):
        assert at.why_not(text, 0) == Refusal.ALREADY_CHOSEN
    assert at.why_not("done", 1) == Refusal.NONE


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    at = completing().all_are_done()
    for text in ("done", "complete best", "draw", "lay 2 white", "stop", "pass"):
        assert at.why_not(text, 0) == Refusal.OVER


@pytest.mark.parametrize(
    ("game", "option"),
    [
        ("card_game", "alvin"),
        ("card_game", "open_tracks"),
        ("usa", "open_track"),
        ("france", "open_track"),
        ("old_west", "open_track"),
    ],
)
def test_options_the_game_does_not_have(game: str, option: str) -> None:
    with pytest.raises(bl.BranchlineError, match=f"has no option '{option}'; it has: starts"):
        bl.new_game(game, 2, seed=1, options={option: True})


@pytest.mark.parametrize("value", [1, "yes", None])
def test_an_option_is_on_or_off(value: Any) -> None:
    with pytest.raises(bl.BranchlineError, match="open_track must be true or false"):
        bl.new_game("card_game", 2, seed=1, options={"open_track": value})


def test_an_option_that_is_off_is_as_good_as_not_given() -> None:
    off = bl.new_game("card_game", 2, seed=1, options={"open_track": False})
    assert off.options == {}
    assert off.view(0).own_track is None
