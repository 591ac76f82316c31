"""What every board in the package must be; a new board is picked up by itself."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import combinations
from statistics import correlation
from typing import Any

import pytest

import branchline as bl
from branchline.board import BOARDS, CARDS, COLOURS, Board
from branchline.game.actions import (
    Build,
    Claim,
    Complete,
    CompleteBest,
    Done,
    Keep,
    Lay,
    LayThree,
    Mark,
    MoveAlvin,
    NoMarker,
    Settle,
    Stop,
    payment,
)
from branchline.rules import state as st
from branchline.testing import all_options, check_board
from tests.scale import scaled

GAMES = bl.games()
MAPS = [name for name in GAMES if "rail_yard" not in bl.load_board(name).mechanics]


@pytest.fixture(params=GAMES)
def board(request: pytest.FixtureRequest) -> Board:
    name: str = request.param
    return bl.load_board(name)


@pytest.fixture(params=MAPS)
def map_board(request: pytest.FixtureRequest) -> Board:
    """A board with a map: cities in their places, and tracks between them."""
    name: str = request.param
    return bl.load_board(name)


def begun(board: Board, seats: int | None = None) -> bl.Game:
    """A game on a board, just after its first tickets and homes, with seat 0 to play."""
    game = bl.new_game(
        board.id, seats or board.min_seats, key=bytes(range(32)), options={"starts": 0}
    )
    for seat in range(game.seats):
        game.push(game.parse("keep all", seat), seat)
    while game.phase == "starting city":
        game.push(game.legal_actions()[0])
    return game


def bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


def mask_of(words: Any) -> int:
    """A set of tracks as one number."""
    return sum(int(word) << 64 * w for w, word in enumerate(words))


def test_there_are_games() -> None:
    assert set(GAMES) >= {"usa", "france", "old_west", "card_game"}
    assert MAPS == ["usa", "france", "old_west"]


def test_games_are_listed_in_the_order_that_their_files_say() -> None:
    orders = [tomllib.loads((BOARDS / game / "game.toml").read_text())["order"] for game in GAMES]
    assert orders == sorted(set(orders))


def test_the_id_is_the_name_of_the_folder(board: Board) -> None:
    assert board.id in GAMES
    assert bl.load_board(board.id) is board


def test_the_totals_are_right(board: Board) -> None:
    totals: Counter[str] = Counter(
        board.numbers["totals"]
    )  # what a game does not have may be left out
    dead_ends = [city for city in board.cities if city.zone is not None]
    assert totals["cities"] == len(board.cities) - len(dead_ends)
    assert totals["dead_ends"] == len(dead_ends)
    assert totals["zones"] == len({city.zone for city in dead_ends})
    assert totals["tracks"] == len(board.tracks)
    assert totals["spaces"] == sum(t.length for t in board.tracks)
    assert totals["tickets"] == len(board.tickets)
    assert totals["ticket_points"] == sum(t.points for t in board.tickets)
    assert totals["cards"] == int(board.record[0]["cards"].sum())
    assert totals["pieces"] == int(board.record[0]["pieces"].sum())
    assert totals["big_cities"] == len(board.big_cities)


def test_ids_and_names_are_unique(board: Board) -> None:
    for ids in (
        [city.id for city in board.cities],
        [city.name for city in board.cities if city.zone is None],
        [track.id for track in board.tracks],
        [track.label for track in board.tracks],
        [ticket.id for ticket in board.tickets],
        [ticket.label for ticket in board.tickets],
    ):
        assert [id for id, n in Counter(ids).items() if n > 1] == []
    # A zone's name is shared by its dead ends, and by nothing else.
    for city in board.cities:
        alike = {other.zone for other in board.cities if other.name == city.name}
        assert alike == {city.zone}


def test_a_track_id_tells_its_cities(board: Board) -> None:
    for track in board.tracks:
        ends = {board.cities[track.a].id, board.cities[track.b].id}
        assert set(track.id.split("-")[:2]) == ends
        # Sisters are numbered from 1 in the order of the file; a single track has no number.
        number = [*track.id.split("-"), ""][2]
        group = sorted([*track.sisters, board.tracks.index(track)])
        place = group.index(board.tracks.index(track)) + 1
        assert number == (str(place) if track.sisters else "")


def test_the_map_hangs_together_and_every_city_is_reached(map_board: Board) -> None:
    reached = {0}
    grown = True
    while grown:
        more = {c for t in map_board.tracks for c in (t.a, t.b) if {t.a, t.b} & reached}
        grown = not more <= reached
        reached |= more
    assert reached == set(range(len(map_board.cities)))


def test_no_track_leads_from_a_city_to_itself(board: Board) -> None:
    assert all(track.a != track.b for track in board.tracks)
    assert all(not {*ticket.starts} & {*ticket.ends} for ticket in board.tickets)


def test_a_ticket_id_tells_its_ends(board: Board) -> None:
    for ticket in board.tickets:
        ends = []
        for cities in (ticket.starts, ticket.ends):
            zones = {board.cities[c].zone for c in cities}
            (zone,) = zones
            ends.append(board.cities[cities[0]].id if zone is None else zone)
            # A zone is all its dead ends; a city is one.
            alike = [i for i, city in enumerate(board.cities) if zone and city.zone == zone]
            assert list(cities) == (alike or [cities[0]])
        assert ticket.id == "-".join(ends)


def test_sisters_are_symmetrical_and_equally_long(board: Board) -> None:
    for i, track in enumerate(board.tracks):
        expected = tuple(
            j
            for j, other in enumerate(board.tracks)
            if j != i and {other.a, other.b} == {track.a, track.b}
        )
        assert track.sisters == expected
        for j in track.sisters:
            assert i in board.tracks[j].sisters
            assert board.tracks[j].length == track.length


def test_every_track_can_be_claimed_by_somebody(map_board: Board) -> None:
    longest = len(map_board.numbers["routes"]["points"])
    cards = map_board.numbers["cards"]
    for track in map_board.tracks:
        assert 1 <= track.length <= min(longest, map_board.numbers["trains"]["each"])
        assert track.length <= cards["each_colour"] + cards["locomotives"]
        assert 0 <= track.locomotives <= track.length
        assert track.colour in (*COLOURS, "grey", None)
        assert track.locomotives <= cards["locomotives"]
        if track.locomotives:
            assert track.colour == "grey"
        if track.is_bed:
            assert track.length in map_board.numbers["pieces"]


def test_points_grow_with_the_length(map_board: Board) -> None:
    points = map_board.numbers["routes"]["points"]
    assert points == sorted(points)
    assert map_board.record[0]["points"][1 : len(points) + 1].tolist() == points


def test_there_are_tickets_for_everybody(board: Board) -> None:
    offered = board.numbers["tickets"]["first_offer"] * board.max_seats
    assert offered <= len(board.tickets)


def test_the_layout_lies_within_the_picture(map_board: Board) -> None:
    assert all(side > 0 for side in map_board.size)
    for city in map_board.cities:
        assert city.x is not None
        assert city.y is not None
        assert 0 <= city.x <= 1
        assert 0 <= city.y <= 1
        if city.zone is None:
            assert city.lat is not None
            assert city.lon is not None
            assert -90 <= city.lat <= 90
            assert -180 <= city.lon <= 180
        else:
            assert (city.lat, city.lon) == (None, None)  # a dead end is no place on Earth


def test_no_two_cities_stand_in_one_place(map_board: Board) -> None:
    width, height = map_board.size
    for city, other in combinations(map_board.cities, 2):
        assert city.x is not None
        assert city.y is not None
        assert other.x is not None
        assert other.y is not None
        apart = ((city.x - other.x) * width) ** 2 + ((city.y - other.y) * height) ** 2
        # Dead ends of one zone are one country: two of them may be drawn in one place.
        assert apart > 20**2 or (city.zone is not None and city.zone == other.zone)


def test_the_picture_agrees_with_the_globe(map_board: Board) -> None:
    # Cities that are far east or north on Earth are so in the picture: no two were mixed up.
    places = [(c.x, c.y, c.lat, c.lon) for c in map_board.cities if c.zone is None]
    x, y, lat, lon = ([place[i] or 0.0 for place in places] for i in range(4))
    assert correlation(x, lon) > 0.9
    assert correlation(y, [-degrees for degrees in lat]) > 0.85


def test_a_board_without_a_map_has_none(board: Board) -> None:
    if board.id not in MAPS:
        assert board.tracks == ()
        assert board.size == (0, 0)
        assert {(c.x, c.y, c.lat, c.lon) for c in board.cities} == {(None,) * 4}
        assert not (board.folder / "layout.toml").exists()


def test_dead_ends_lead_to_one_city_only(board: Board) -> None:
    # Dead ends never join with each other (rule 21), nor does a road lead through one.
    for i, city in enumerate(board.cities):
        if city.zone is not None:
            tracks = [t for t in board.tracks if i in (t.a, t.b)]
            assert len({t.a + t.b - i for t in tracks}) == 1
            assert {board.cities[t.a + t.b - i].zone for t in tracks} == {None}


def test_crossings_are_symmetrical_and_never_sisters(board: Board) -> None:
    for i, track in enumerate(board.tracks):
        assert i not in track.crossings
        assert not {*track.crossings} & {*track.sisters}
        assert all(i in board.tracks[j].crossings for j in track.crossings)
    crossed = [t for t in board.tracks if t.crossings]
    assert bool(crossed) == ("track_building" in board.mechanics)


def test_big_cities_are_named_by_tickets(board: Board) -> None:
    ids = [city.id for city in board.cities]
    for i, (city, points) in enumerate(board.big_cities.items()):
        named = [
            number
            for number, ticket in enumerate(board.tickets)
            if ids.index(city) in (*ticket.starts, *ticket.ends)
        ]
        assert named
        assert int(board.record[0]["bonus_tickets"][i]) == bits(*named)
        assert int(board.record[0]["bonus_points"][i]) == points
    assert bool(board.big_cities) == ("rail_yard" in board.mechanics)


def test_tickets_ask_for_cards_that_there_are(board: Board) -> None:
    for i, ticket in enumerate(board.tickets):
        assert bool(ticket.cards) == ("rail_yard" in board.mechanics)
        assert set(ticket.cards) <= set(COLOURS)
        assert all(1 <= n <= board.numbers["cards"]["each_colour"] for n in ticket.cards.values())
        told = board.record[0]["ticket_cards"][i].tolist()
        assert told == [ticket.cards.get(colour, 0) for colour in COLOURS]


def test_options_come_from_mechanics(board: Board) -> None:
    brought = {"old_west": ("alvin",), "card_game": ("open_track", "closed_tickets")}.get(
        board.id, ()
    )
    assert board.options == ("starts", *brought)
    assert all_options(board) == [{}, *({name: True} for name in brought)]


def test_the_record_says_what_the_files_say(board: Board) -> None:
    b = board.record[0]
    assert [int(b[n]) for n in ("n_cities", "n_tracks", "n_tickets")] == [
        len(board.cities),
        len(board.tracks),
        len(board.tickets),
    ]
    for i, track in enumerate(board.tracks):
        assert (b["end_a"][i], b["end_b"][i], b["length"][i]) == (track.a, track.b, track.length)
        assert (*COLOURS, "grey", None)[b["colour"][i]] == track.colour
        assert b["ferry"][i] == track.locomotives
        assert mask_of(b["sisters"][i]) == bits(*track.sisters)
        assert mask_of(b["crossing"][i]) == bits(*track.crossings)
    tracks = list(enumerate(board.tracks))
    assert mask_of(b["beds"]) == bits(*(i for i, t in tracks if t.is_bed))
    assert mask_of(b["open"]) == bits(*(i for i, t in tracks if not t.is_bed))
    for city in range(len(board.cities)):
        assert mask_of(b["touching"][city]) == bits(*(i for i, t in tracks if city in (t.a, t.b)))
    for length in range(st.MAX_LENGTH + 1):
        assert mask_of(b["up_to"][length]) == bits(*(i for i, t in tracks if t.length <= length))
    for number, colour in enumerate((*COLOURS, "grey")):
        assert mask_of(b["of_colour"][number]) == bits(
            *(i for i, t in tracks if t.colour == colour)
        )
    assert int(b["towns"]) == bits(*(i for i, c in enumerate(board.cities) if c.zone is None))
    for i, ticket in enumerate(board.tickets):
        assert int(b["ticket_from"][i]) == bits(*ticket.starts)
        assert int(b["ticket_to"][i]) == bits(*ticket.ends)
        assert b["ticket_points"][i] == ticket.points


# Action numbers.


def test_fixed_actions_go_to_a_record_and_back(board: Board) -> None:
    game = begun(board)
    fixed = [action for action in game.catalogue.fixed if action is not None]
    assert len(fixed) > len(board.tracks) + 10
    for action in fixed:
        assert game.catalogue.id_of(action.move.to_json(), []) == action.id
        assert game.action(action.id) == action


def test_every_action_has_a_number_of_its_own(board: Board) -> None:
    game = begun(board)
    assert len(game.catalogue.fixed) == board.n_actions
    texts = [str(action) for action in game.catalogue.fixed if action is not None]
    assert len(set(texts)) == len(texts)


def test_the_text_of_every_action_reads_back_as_that_action(board: Board) -> None:
    game = begun(board)
    # Legal or not does not matter for what the words mean, but a choice of payment is narrowed
    # down by what is legal: so the words are read by somebody who could pay for anything.
    game._states["hand"][0, game.seat] = 100
    elsewhere = moves_of_other_games(board)
    for action in game.catalogue.fixed:
        if action is not None and action.move in elsewhere:
            with pytest.raises(bl.BranchlineError, match="is not an action"):
                game.parse(str(action), check=False)
        elif action is not None:
            assert game.parse(str(action), check=False).id == action.id


def moves_of_other_games(board: Board) -> list[object]:
    """Moves that have a number in every game, and a meaning only with some mechanic."""
    moves: list[object] = []
    if "home_cities" not in board.mechanics:
        moves.append(NoMarker())
    if "rail_yard" not in board.mechanics:
        moves += [Stop(), CompleteBest(), Done()]
    return moves


def test_places_and_offers_read_back_too(board: Board) -> None:
    game = begun(board)
    for action in game.legal_actions():
        assert game.parse(str(action)).id == action.id
        assert game.action_of(action.move.to_json()).id == action.id
    game.push(game.parse("tickets"))
    for action in game.legal_actions():
        assert isinstance(action.move, Keep)
        assert game.parse(str(action)).id == action.id
        assert game.action_of(action.move.to_json()).id == action.id


def test_every_way_of_paying_has_an_action(board: Board) -> None:
    game = begun(board)
    for track in board.tracks:
        # A bed may come to have any colour, so it is numbered like a grey track.
        colours = (track.colour,) if track.colour in COLOURS else COLOURS
        expected = {Claim(track.id, c, k) for c in colours for k in range(track.length)}
        expected.add(Claim(track.id, "locomotive", track.length))
        ways = [game.action(id).move for id in game.catalogue.claims[track.id]]
        assert len(ways) == len(expected)
        assert set(ways) == expected
        for move in expected:
            paid = payment(move.colour, track.length, move.locomotives)
            assert sum(paid.values()) == track.length
            assert set(paid) <= set(CARDS)


def test_what_mechanics_add_has_actions(board: Board) -> None:
    """Every bed in every colour, every city for every pair, every suit, trio and ticket."""
    moves = {type(move): set[object]() for move in begun(board).catalogue.ids}
    for move in begun(board).catalogue.ids:
        moves[type(move)].add(move)
    cities = [city.id for city in board.cities]
    expected: dict[type, set[object]] = {}
    if "track_building" in board.mechanics:
        beds = [t.id for t in board.tracks if t.is_bed]
        expected[Build] = {Build(bed, colour) for bed in beds for colour in COLOURS}
    if "home_cities" in board.mechanics:
        expected[Settle] = {Settle(city) for city in cities}
        expected[Mark] = {Mark(city, c, k) for city in cities for c in COLOURS for k in (0, 1)}
        expected[Mark] |= {Mark(city, "locomotive", 2) for city in cities}
    if "alvin" in board.mechanics:
        expected[MoveAlvin] = {MoveAlvin(city) for city in cities}
    if "rail_yard" in board.mechanics:
        n, k = board.numbers["cards"]["each_colour"], board.numbers["cards"]["locomotives"]
        expected[Lay] = {
            Lay(c, i, j) for c in COLOURS for i in range(1, n + 1) for j in range(k + 1)
        }
        expected[LayThree] = {LayThree(three) for three in combinations(COLOURS, 3)}
        expected[Complete] = {Complete(ticket.id) for ticket in board.tickets}
    added = {Build, Settle, Mark, MoveAlvin, Lay, LayThree, Complete}
    assert {kind: found for kind, found in moves.items() if kind in added} == expected


def test_numbers_that_name_no_action_are_refused(board: Board) -> None:
    game = begun(board)
    for id in (-1, board.n_actions, 10**6):
        with pytest.raises(bl.BranchlineError, match="there is no action"):
            game.action(id)


def test_actions_fit_their_numbers(board: Board) -> None:
    assert st.A_BOARD < board.n_actions <= st.MAX_ACTIONS


@pytest.mark.parametrize("name", GAMES)
def test_the_board_passes_the_conformance_test(name: str) -> None:
    assert check_board(name, games=scaled(5, 60)).id == name
