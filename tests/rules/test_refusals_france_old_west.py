"""What France and Old West refuse, and the reason they give: to the library and to the parser."""

from __future__ import annotations

import re
from typing import Any

import pytest

import branchline as bl
from branchline import Refusal
from tests.table import Table, table


def france(seats: int = 2) -> Table:
    return table("france", seats)


def building(at: Table) -> Table:
    at.draws("deck", "deck")
    assert at.game.phase == "build"
    return at


def old_west(*homes: str, seats: int = 2, alvin: bool = False) -> Table:
    chosen = [*homes, "Seattle", "Wolf Point", "San Diego"][:seats]
    return table("old_west", seats, homes=chosen, alvin=alvin)


def settling(alvin: bool = False) -> bl.Game:
    game = bl.new_game("old_west", 2, seed=1, options={"starts": 0, "alvin": alvin})
    for seat in (0, 1):
        game.push(game.parse("keep all", seat), seat)
    return game


def offered_a_marker() -> Table:
    """Seat 0 starts in Salt Lake City and has claimed Green River–Cheyenne; seat 1 has Denver."""
    at = old_west("Salt Lake City", "Denver").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*2 white").claims("Green River Cheyenne: 4 red")
    assert at.game.phase == "marker"
    return at


def captured_alvin() -> Table:
    """Seat 0 has captured Alvin and may put him in Santa Fe or Seattle; seat 1 has Denver."""
    at = old_west("Santa Fe", "Denver", alvin=True).with_marker(0, "Seattle")
    at.with_hand(0, "yellow*3 red*2").claims("Santa Fe Roswell: 3 yellow")
    assert at.game.phase == "move alvin"
    return at


def is_refused(
    at: Table | bl.Game, text: str, move: dict[str, Any], reason: Refusal, words: str
) -> None:
    """Check that text and move are the same action, refused for a reason in these words."""
    game = at.game if isinstance(at, Table) else at
    action = game.parse(text, check=False)
    assert action.move.to_json() == move
    assert game.action_of(move) == action
    assert game.why_not(action) == reason
    assert reason.text == words
    assert action.id not in {legal.id for legal in game.legal_actions()}
    before = game._states.tobytes()
    told = f"^{re.escape(f'{action}: {words}')}$"
    with pytest.raises(bl.BranchlineError, match=told):
        game.push(action)
    with pytest.raises(bl.BranchlineError, match=told):
        game.parse(text)
    assert game._states.tobytes() == before


def build(track: str, colour: str) -> dict[str, Any]:
    return {"do": "build", "track": track, "colour": colour}


def claim(track: str, colour: str, locomotives: int = 0) -> dict[str, Any]:
    return {"do": "claim", "track": track, "colour": colour, "locomotives": locomotives}


def mark(city: str, colour: str, locomotives: int = 0) -> dict[str, Any]:
    return {"do": "mark", "city": city, "colour": colour, "locomotives": locomotives}


# Options.


@pytest.mark.parametrize(
    ("game", "option", "known"),
    [
        ("usa", "alvin", "starts"),
        ("france", "alvin", "starts"),
        ("france", "open_track", "starts"),
        ("old_west", "open_track", "starts, alvin"),
        ("old_west", "dexter", "starts, alvin"),
        ("card_game", "alvin", "starts, open_track, closed_tickets"),
    ],
)
def test_options_a_game_does_not_have_are_refused(game: str, option: str, known: str) -> None:
    name = bl.load_board(game).name
    told = f"^{name} has no option '{option}'; it has: {known}$"
    for value in (True, False):
        with pytest.raises(bl.BranchlineError, match=told):
            bl.new_game(game, 2, seed=1, options={option: value})


@pytest.mark.parametrize("value", [1, 0, "yes", None, "true"])
def test_an_option_must_be_true_or_false(value: object) -> None:
    with pytest.raises(bl.BranchlineError, match="the option alvin must be true or false"):
        bl.new_game("old_west", 2, seed=1, options={"alvin": value})


def test_an_option_that_is_off_leaves_no_trace() -> None:
    off = bl.new_game("old_west", 2, seed=1, options={"alvin": False})
    assert off.options == {}
    assert off.view(None) == bl.new_game("old_west", 2, seed=1).view(None)


# Words that a game does not know.


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("usa", "build Denver Omaha red"),
        ("usa", "start in Denver"),
        ("usa", "mark Denver red"),
        ("usa", "no marker"),
        ("usa", "alvin Denver"),
        ("france", "start in Paris"),
        ("france", "mark Paris red"),
        ("france", "alvin Paris"),
        ("old_west", "build Denver Pueblo red"),
    ],
)
def test_what_a_game_has_no_action_for_is_not_understood(game: str, text: str) -> None:
    at = table(game)
    told = f"^'{text.split()[0]}' is not an action: draw, claim, tickets"
    with pytest.raises(bl.BranchlineError, match=told):
        at.game.parse(text, check=False)


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("usa", build("denver-omaha", "red")),
        ("usa", {"do": "settle", "city": "denver"}),
        ("usa", mark("denver", "red")),
        ("usa", {"do": "alvin", "city": "denver"}),
        ("france", build("paris-rouen", "red")),
        ("france", build("avignon-toulouse", "red")),
        ("france", build("dijon-paris-1", "grey")),
        ("france", build("dijon-paris-1", "locomotive")),
        ("france", build("dijon-paris-4", "red")),
        ("france", {"do": "settle", "city": "paris"}),
        ("france", claim("dijon-paris-1", "red", 5)),
        ("old_west", build("denver-pueblo-1", "red")),
        ("old_west", {"do": "settle", "city": "paris"}),
        ("old_west", mark("denver", "red", 2)),
        ("old_west", mark("denver", "locomotive", 1)),
        ("old_west", mark("denver", "grey")),
        ("old_west", {"do": "alvin", "city": "area_51"}),
        ("old_west", {"do": "alvin"}),
        ("old_west", {"do": "no marker", "city": "denver"}),
        ("old_west", {**mark("denver", "red"), "locomotives": True}),
    ],
)
def test_a_move_that_does_not_exist_is_no_action(game: str, move: dict[str, Any]) -> None:
    with pytest.raises(bl.BranchlineError, match=r"no such action|not an action of this game"):
        table(game).game.action_of(move)


# France: building.


def test_no_such_piece_in_the_supply() -> None:
    at = building(france().with_built("Marseille–Grenoble", "yellow"))
    words = "no such track piece is left in the supply"
    move = build("lyon-rodez", "yellow")
    is_refused(at, "build Lyon Rodez yellow", move, Refusal.NO_PIECE, words)


def test_a_bed_that_is_cut() -> None:
    at = building(france().with_built("Marseille–Grenoble", "yellow"))
    words = "a track that crosses it has cut it off"
    is_refused(at, "build Avignon Nice red", build("avignon-nice", "red"), Refusal.CUT, words)


def test_a_bed_that_is_built_already() -> None:
    at = building(france().with_built("Marseille–Grenoble", "yellow"))
    move = build("grenoble-marseille", "red")
    words = "the track is built already"
    is_refused(at, "build Marseille Grenoble red", move, Refusal.BUILT, words)


def test_a_bed_that_is_claimed() -> None:
    at = building(france().owns(1, "grenoble-marseille"))
    move = build("grenoble-marseille", "red")
    is_refused(at, "build Marseille Grenoble red", move, Refusal.TAKEN, "the route is taken")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bed_whose_sister_is_claimed(seats: int) -> None:
    at = building(france(seats).owns(1, "dijon-paris-1"))
    move = build("dijon-paris-2", "red")
    words = "the other track between these cities is taken, which closes this one"
    is_refused(at, "build Paris Dijon (bed 2): red", move, Refusal.SISTER_TAKEN, words)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bed_whose_sister_is_built(seats: int) -> None:
    at = building(france(seats).with_built("Paris–Dijon", "blue"))
    move = build("dijon-paris-2", "red")
    is_refused(
        at, "build Paris Dijon (bed 2): red", move, Refusal.SISTER_TAKEN, Refusal.SISTER_TAKEN.text
    )


@pytest.mark.parametrize("seats", [4, 5])
def test_with_four_seats_the_sisters_are_not_refused(seats: int) -> None:
    at = building(france(seats).with_built("Paris–Dijon", "blue").owns(1, "dijon-paris-2"))
    assert at.may("build Paris Dijon red")
    assert str(at.game.parse("build Paris Dijon red")) == "build Dijon–Paris (bed 3): red"


def test_several_reasons_are_all_named() -> None:
    at = building(
        france().with_built("Marseille–Grenoble", "yellow").with_built("Calais–Le Havre", "red")
    )
    words = "a track that crosses it has cut it off; no such track piece is left in the supply"
    reasons = Refusal.CUT | Refusal.NO_PIECE
    is_refused(at, "build Avignon Nice red", build("avignon-nice", "red"), reasons, words)


def test_of_several_tracks_the_one_with_the_least_against_it_is_refused() -> None:
    # The first track is taken, the others are open: only the piece is missing.
    at = france(4).owns(1, "dijon-paris-1").with_built("Lyon–Rodez", "red")
    words = "no such track piece is left in the supply"
    move = build("dijon-paris-2", "red")
    is_refused(building(at), "build Paris Dijon red", move, Refusal.NO_PIECE, words)


def test_building_without_having_drawn() -> None:
    words = "a track piece is laid only after drawing train cards"
    move = build("dijon-paris-1", "red")
    is_refused(france(), "build Paris Dijon red", move, Refusal.NOT_BUILDING, words)
    at = france().draws("deck")
    is_refused(at, "build Paris Dijon red", move, Refusal.NOT_BUILDING, words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("claim Paris Rouen: 1 red", claim("paris-rouen", "red")),
        ("draw deck", {"do": "draw", "from": "deck"}),
        ("draw 1", {"do": "draw", "from": 0}),
        ("draw tickets", {"do": "tickets"}),
        ("pass", {"do": "pass"}),
    ],
)
def test_anything_else_while_a_piece_is_due(text: str, move: dict[str, Any]) -> None:
    at = building(france().with_hand(0, "red*4"))
    is_refused(at, text, move, Refusal.BUILD_FIRST, "lay a track piece first")


@pytest.mark.parametrize(
    "said", ["build Paris Dijon", "build Paris Dijon loco", "build Paris Dijon 5"]
)
def test_the_colour_of_the_piece_must_be_said(said: str) -> None:
    with pytest.raises(bl.BranchlineError, match=r"^say the colour of the piece too"):
        building(france()).game.parse(said)


@pytest.mark.parametrize("said", ["Paris Rouen", "Avignon Toulouse", "Brest Cherbourg"])
def test_what_is_not_a_bed_cannot_be_built(said: str) -> None:
    with pytest.raises(bl.BranchlineError, match=r"is not a bed: it needs no track piece$"):
        building(france()).game.parse(f"build {said} red")


def test_cities_that_no_route_joins_cannot_be_built() -> None:
    with pytest.raises(bl.BranchlineError, match=r"^no route joins Paris and Brest$"):
        building(france()).game.parse("build Paris Brest red")


# France: claims.


def test_claiming_an_unbuilt_bed() -> None:
    at = france().with_hand(0, "red*5")
    words = "the track is not built yet"
    move = claim("dijon-paris-1", "red")
    is_refused(at, "claim Paris Dijon: 5 red", move, Refusal.UNBUILT, words)


def test_claiming_in_the_wrong_colour() -> None:
    at = france().with_built("Paris–Dijon", "blue").with_hand(0, "red*5 loco*5")
    words = "the track was built in another colour"
    move = claim("dijon-paris-1", "red")
    is_refused(at, "claim Paris Dijon (bed 1): 5 red", move, Refusal.OTHER_COLOUR, words)
    some = claim("dijon-paris-1", "red", 3)
    text = "claim Paris Dijon (bed 1): 2 red, 3 locomotives"
    is_refused(at, text, some, Refusal.OTHER_COLOUR, words)


def test_claiming_a_bed_that_is_cut() -> None:
    at = france().with_built("Marseille–Grenoble", "yellow").with_hand(0, "red*4")
    words = "a track that crosses it has cut it off"
    is_refused(at, "claim Avignon Nice: 4 red", claim("avignon-nice", "red"), Refusal.CUT, words)


def test_claiming_the_sister_of_a_track_that_is_taken() -> None:
    at = france().owns(1, "dijon-paris-1").with_hand(0, "red*5")
    words = "the other track between these cities is taken, which closes this one"
    move = claim("dijon-paris-2", "red")
    is_refused(at, "claim Paris Dijon (bed 2): 5 red", move, Refusal.SISTER_TAKEN, words)


def test_claiming_a_second_track_between_the_same_cities() -> None:
    at = france(4).with_built("Paris–Dijon", "blue").with_built("Paris–Dijon", "red")
    at.with_hand(0, "blue*5 red*5").claims("Paris Dijon: 5 blue")
    at.everybody_passes_the_time(turns=3)
    words = "you already have the other track between these cities"
    move = claim("dijon-paris-2", "red")
    is_refused(at, "claim Paris Dijon (bed 2): 5 red", move, Refusal.OWN_SISTER, words)


def test_a_ferry_without_its_locomotive() -> None:
    at = france().with_hand(0, "red*6 loco")
    words = "this ferry needs more locomotives"
    move = claim("brest-cherbourg", "red")
    is_refused(at, "claim Brest Cherbourg: 6 red", move, Refusal.FERRY, words)


def test_two_built_tracks_in_different_colours_are_a_choice() -> None:
    at = france(4).with_built("Paris–Dijon", "blue").with_built("Paris–Dijon", "red")
    at.with_hand(0, "blue*5 red*5")
    told = r"several ways: Dijon–Paris \(bed 1\): 5 blue or Dijon–Paris \(bed 2\): 5 red\?$"
    with pytest.raises(bl.BranchlineError, match=told):
        at.game.parse("claim Paris Dijon")
    assert at.game.parse("claim Paris Dijon red").move == bl.Claim("dijon-paris-2", "red", 0)
    # With locomotives alone the pieces still differ: one of them comes back to the supply.
    at = france(4).with_built("Paris–Dijon", "blue").with_built("Paris–Dijon", "red")
    at.with_hand(0, "loco*5")
    with pytest.raises(bl.BranchlineError, match="several ways"):
        at.game.parse("claim Paris Dijon")
    named = at.game.parse("claim Paris Dijon (bed 2): 5 locomotives")
    assert named.move == bl.Claim("dijon-paris-2", "locomotive", 5)


# Old West: starting cities.


def test_starting_in_roswell_with_alvin() -> None:
    words = "nobody may start in or mark the city where Alvin landed"
    move = {"do": "settle", "city": "roswell"}
    is_refused(settling(alvin=True), "start in Roswell", move, Refusal.ALVINS_CITY, words)
    game = settling()
    assert not game.why_not(game.parse("start in Roswell"))


def test_starting_where_somebody_else_does() -> None:
    game = settling()
    game.push(game.parse("start in Denver"))
    words = "there is a marker in that city already"
    move = {"do": "settle", "city": "denver"}
    is_refused(game, "start in Denver", move, Refusal.CITY_MARKED, words)


def test_starting_again() -> None:
    words = "the starting cities are chosen only at the beginning"
    move = {"do": "settle", "city": "pueblo"}
    is_refused(old_west("Denver"), "start in Pueblo", move, Refusal.HAS_HOME, words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("claim Denver Pueblo: 1 orange", claim("denver-pueblo-1", "orange")),
        ("draw deck", {"do": "draw", "from": "deck"}),
        ("draw tickets", {"do": "tickets"}),
        ("no marker", {"do": "no marker"}),
        ("alvin Denver", {"do": "alvin", "city": "denver"}),
        ("mark Denver: 2 red", mark("denver", "red")),
    ],
)
def test_anything_else_before_a_starting_city_is_chosen(text: str, move: dict[str, Any]) -> None:
    words = "choose your starting city first"
    is_refused(settling(alvin=True), text, move, Refusal.CHOOSE_HOME, words)


def test_a_starting_city_that_is_not_on_the_map() -> None:
    with pytest.raises(bl.BranchlineError, match=r"^there is no city called 'boston'"):
        settling().parse("start in Boston")
    with pytest.raises(bl.BranchlineError, match=r"^name the cities$"):
        settling().parse("start in")


# Old West: claims.


def test_claiming_what_is_not_connected() -> None:
    at = old_west("Salt Lake City").with_hand(0, "orange")
    words = "the route does not touch your network"
    move = claim("denver-pueblo-1", "orange")
    is_refused(at, "claim Denver Pueblo: 1 orange", move, Refusal.NOT_CONNECTED, words)


def test_the_ferry_with_two_locomotives() -> None:
    at = old_west("Los Angeles").with_hand(0, "blue*5 loco*2")
    words = "this ferry needs more locomotives"
    text = "claim Los Angeles San Francisco: 5 blue, 2 locomotives"
    move = claim("los_angeles-san_francisco", "blue", 2)
    is_refused(at, text, move, Refusal.FERRY, words)


# Old West: markers.


def test_a_marker_in_a_marked_city() -> None:
    at = old_west("Salt Lake City", "Cheyenne").owns(0, "green_river-salt_lake_city-1")
    at.with_hand(0, "red*4 blue*2").claims("Green River Cheyenne: 4 red")
    words = "there is a marker in that city already"
    is_refused(at, "mark Cheyenne blue", mark("cheyenne", "blue"), Refusal.CITY_MARKED, words)


def test_a_marker_that_is_not_at_an_end() -> None:
    words = "the city is not at an end of the route you claimed"
    move = mark("pueblo", "blue")
    is_refused(offered_a_marker(), "mark Pueblo blue", move, Refusal.NOT_AN_END, words)


def test_a_marker_in_ones_own_city_that_is_not_at_an_end() -> None:
    words = (
        "there is a marker in that city already; the city is not at an end of the route you claimed"
    )
    reasons = Refusal.CITY_MARKED | Refusal.NOT_AN_END
    move = mark("salt_lake_city", "blue")
    is_refused(offered_a_marker(), "mark Salt Lake City: 2 blue", move, reasons, words)


def test_a_marker_for_too_few_cards() -> None:
    words = "you have too few cards of that colour"
    move = mark("cheyenne", "white")
    is_refused(offered_a_marker(), "mark Cheyenne: 2 white", move, Refusal.FEW_CARDS, words)


def test_a_marker_for_too_few_locomotives() -> None:
    words = "you have too few locomotives"
    for text, move in (
        ("mark Cheyenne: 1 white, 1 loco", mark("cheyenne", "white", 1)),
        ("mark Cheyenne: 2 locos", mark("cheyenne", "locomotive", 2)),
    ):
        is_refused(offered_a_marker(), text, move, Refusal.FEW_LOCOMOTIVES, words)


def test_a_marker_when_none_is_left() -> None:
    # Then none is offered, so only a state made for this test can ask for one.
    at = offered_a_marker()
    at.state["markers_left"][0] = 0
    move = mark("cheyenne", "blue")
    is_refused(at, "mark Cheyenne blue", move, Refusal.NO_MARKERS, "you have no marker left")


def test_a_marker_when_none_is_left_is_not_offered_in_a_game() -> None:
    at = old_west("Salt Lake City", "Denver").owns(0, "green_river-salt_lake_city-1")
    at.with_marker(0, "Seattle").with_marker(0, "Portland")
    at.with_hand(0, "red*4 blue*2").claims("Green River Cheyenne: 4 red")
    assert at.game.seat == 1
    action = at.game.parse("mark Cheyenne blue", 0, check=False)
    assert at.game.why_not(action, 0) == Refusal.NOT_YOUR_TURN


def test_a_marker_in_roswell_with_alvin() -> None:
    at = old_west("Santa Fe", "Denver", alvin=True).owns(0, "albuquerque-santa_fe-1")
    at.with_hand(0, "red*2 blue*2").claims("Albuquerque Roswell: 2 red")
    words = "nobody may start in or mark the city where Alvin landed"
    is_refused(at, "mark Roswell blue", mark("roswell", "blue"), Refusal.ALVINS_CITY, words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("mark Salt Lake City: 2 blue", mark("salt_lake_city", "blue")),
        ("no marker", {"do": "no marker"}),
    ],
)
def test_a_marker_without_a_claim(text: str, move: dict[str, Any]) -> None:
    at = old_west("Salt Lake City").with_hand(0, "blue*2")
    words = "a marker is placed only right after claiming a route"
    is_refused(at, text, move, Refusal.NO_MARKER_OFFERED, words)
    is_refused(at.draws("deck"), text, move, Refusal.NO_MARKER_OFFERED, words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("claim Cheyenne Denver: 1 purple", claim("cheyenne-denver-1", "purple")),
        ("draw deck", {"do": "draw", "from": "deck"}),
        ("draw 2", {"do": "draw", "from": 1}),
        ("draw tickets", {"do": "tickets"}),
        ("start in Pueblo", {"do": "settle", "city": "pueblo"}),
        ("alvin Denver", {"do": "alvin", "city": "denver"}),
        ("pass", {"do": "pass"}),
    ],
)
def test_anything_else_while_a_marker_is_offered(text: str, move: dict[str, Any]) -> None:
    words = "place a marker first, or say that you place none"
    is_refused(offered_a_marker(), text, move, Refusal.MARKER_FIRST, words)


def test_a_marker_costs_two_cards() -> None:
    at = offered_a_marker()
    for said in ("3 blue", "2 blue, 1 loco", "3 locos"):
        with pytest.raises(bl.BranchlineError, match=r"^a marker costs two cards of one colour"):
            at.game.parse(f"mark Cheyenne: {said}")


def test_a_marker_that_can_be_paid_in_several_ways_is_asked_back() -> None:
    at = old_west("Salt Lake City").with_hand(0, "red blue*2 green*2")
    at.claims("Salt Lake City Green River: 1 red")
    told = "^the marker can be paid in several ways: 2 blue or 2 green[?]$"
    with pytest.raises(bl.BranchlineError, match=told):
        at.game.parse("mark Green River")
    assert at.game.parse("mark Green River green").move == bl.Mark("green_river", "green", 0)


# Old West: Alvin.


@pytest.mark.parametrize(("city", "why"), [("Denver", "of another"), ("Pueblo", "of nobody")])
def test_moving_alvin_to_a_city_that_is_not_ones_own(city: str, why: str) -> None:
    at = captured_alvin()
    assert (city.lower() in at.game.view(None).markers) == (why == "of another")
    words = "you have no marker in that city"
    move = {"do": "alvin", "city": city.lower()}
    is_refused(at, f"alvin {city}", move, Refusal.NOT_YOUR_CITY, words)


def test_leaving_alvin_in_roswell() -> None:
    words = "you have no marker in that city"
    move = {"do": "alvin", "city": "roswell"}
    is_refused(captured_alvin(), "move Alvin to Roswell", move, Refusal.NOT_YOUR_CITY, words)


@pytest.mark.parametrize("alvin", [False, True])
def test_moving_alvin_without_a_capture(alvin: bool) -> None:
    words = "Alvin moves only when he is captured"
    move = {"do": "alvin", "city": "denver"}
    is_refused(old_west("Denver", alvin=alvin), "alvin Denver", move, Refusal.NO_ALVIN, words)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("claim Santa Fe Albuquerque: 1 green", claim("albuquerque-santa_fe-1", "green")),
        ("draw deck", {"do": "draw", "from": "deck"}),
        ("draw tickets", {"do": "tickets"}),
        ("mark Roswell: 2 red", mark("roswell", "red")),
        ("no marker", {"do": "no marker"}),
        ("start in Pueblo", {"do": "settle", "city": "pueblo"}),
        ("pass", {"do": "pass"}),
    ],
)
def test_anything_else_while_alvin_is_to_be_moved(text: str, move: dict[str, Any]) -> None:
    words = "put Alvin in one of your cities first"
    is_refused(captured_alvin(), text, move, Refusal.MOVE_ALVIN, words)


# Every reason has words, and nobody acts out of turn.


def test_every_reason_has_words_of_its_own() -> None:
    texts = [reason.text for reason in Refusal]
    assert all(texts)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("due", [offered_a_marker, captured_alvin, lambda: building(france())])
def test_the_other_seat_cannot_decide_what_is_due(due: Any) -> None:
    at: Table = due()
    for action in at.game.legal_actions():
        assert at.game.why_not(action, 1) == Refusal.NOT_YOUR_TURN
    with pytest.raises(bl.BranchlineError, match="it is not your turn"):
        at.game.push(at.game.legal_actions()[0], 1)
    assert at.game.legal_actions(1) == []


def test_what_is_no_colour_is_not_understood() -> None:
    with pytest.raises(bl.BranchlineError, match=r"^say the colour of the piece too"):
        building(france()).game.parse("build Paris Dijon pink")
    with pytest.raises(bl.BranchlineError, match=r"^'pink' is not a colour, a number or loco"):
        offered_a_marker().game.parse("mark Cheyenne pink")
