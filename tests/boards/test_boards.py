"""What every board in the package must be; a new board is picked up by itself."""

from __future__ import annotations

from collections import Counter
from statistics import correlation

import pytest

import branchline as bl
from branchline.actions import Claim, Keep, payment
from branchline.board import CARDS, COLOURS, Board
from branchline.rules import state as st
from branchline.testing import check_board

GAMES = bl.games()


@pytest.fixture(params=GAMES)
def board(request: pytest.FixtureRequest) -> Board:
    name: str = request.param
    return bl.load_board(name)


def begun(board: Board, seats: int | None = None) -> bl.Game:
    """A game on a board, just after its first tickets, with seat 0 to play."""
    game = bl.new_game(
        board.id, seats or board.min_seats, key=bytes(range(32)), options={"starts": 0}
    )
    for seat in range(game.seats):
        game.push(game.parse("keep all", seat), seat)
    return game


def test_there_are_games() -> None:
    assert "usa" in GAMES
    assert list(GAMES) == sorted(GAMES)


def test_the_id_is_the_name_of_the_folder(board: Board) -> None:
    assert board.id in GAMES
    assert bl.load_board(board.id) is board


def test_the_totals_are_right(board: Board) -> None:
    totals = board.numbers["totals"]
    assert totals["cities"] == len(board.cities)
    assert totals["tracks"] == len(board.tracks)
    assert totals["spaces"] == sum(t.length for t in board.tracks)
    assert totals["tickets"] == len(board.tickets)
    assert totals["ticket_points"] == sum(t.points for t in board.tickets)
    assert totals["cards"] == int(board.record[0]["cards"].sum())


def test_ids_and_names_are_unique(board: Board) -> None:
    for ids in (
        [city.id for city in board.cities],
        [city.name for city in board.cities],
        [track.id for track in board.tracks],
        [track.label for track in board.tracks],
        [ticket.id for ticket in board.tickets],
    ):
        assert [id for id, n in Counter(ids).items() if n > 1] == []


def test_a_track_id_tells_its_cities(board: Board) -> None:
    for track in board.tracks:
        ends = {board.cities[track.a].id, board.cities[track.b].id}
        assert set(track.id.split("-")[:2]) == ends
        # Sisters are numbered from 1 in the order of the file; a single track has no number.
        number = [*track.id.split("-"), ""][2]
        group = sorted([*track.sisters, board.tracks.index(track)])
        place = group.index(board.tracks.index(track)) + 1
        assert number == (str(place) if track.sisters else "")


def test_the_map_hangs_together_and_every_city_is_reached(board: Board) -> None:
    reached = {0}
    grown = True
    while grown:
        more = {c for t in board.tracks for c in (t.a, t.b) if {t.a, t.b} & reached}
        grown = not more <= reached
        reached |= more
    assert reached == set(range(len(board.cities)))


def test_no_track_leads_from_a_city_to_itself(board: Board) -> None:
    assert all(track.a != track.b for track in board.tracks)
    assert all(ticket.a != ticket.b for ticket in board.tickets)


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


def test_every_track_can_be_claimed_by_somebody(board: Board) -> None:
    longest = len(board.numbers["routes"]["points"])
    cards = board.numbers["cards"]
    for track in board.tracks:
        assert 1 <= track.length <= min(longest, board.numbers["trains"]["each"])
        assert track.length <= cards["each_colour"] + cards["locomotives"]
        assert 0 <= track.locomotives <= track.length
        assert track.colour in (*COLOURS, "grey")


def test_points_grow_with_the_length(board: Board) -> None:
    points = board.numbers["routes"]["points"]
    assert points == sorted(points)
    assert board.record[0]["points"][1 : len(points) + 1].tolist() == points


def test_there_are_tickets_for_everybody(board: Board) -> None:
    offered = board.numbers["tickets"]["first_offer"] * board.max_seats
    assert offered <= len(board.tickets)


def test_the_layout_lies_within_the_picture(board: Board) -> None:
    assert all(side > 0 for side in board.size)
    for city in board.cities:
        assert 0 <= city.x <= 1
        assert 0 <= city.y <= 1
        assert -90 <= city.lat <= 90
        assert -180 <= city.lon <= 180


def test_no_two_cities_stand_in_one_place(board: Board) -> None:
    width, height = board.size
    places = [(city.x * width, city.y * height) for city in board.cities]
    for i, (x, y) in enumerate(places):
        for other_x, other_y in places[:i]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 > 20**2


def test_the_picture_agrees_with_the_globe(board: Board) -> None:
    # Cities that are far east or north on Earth are so in the picture: no two were mixed up.
    across = correlation([c.x for c in board.cities], [c.lon for c in board.cities])
    down = correlation([c.y for c in board.cities], [-c.lat for c in board.cities])
    assert across > 0.9
    assert down > 0.85


def test_the_record_says_what_the_files_say(board: Board) -> None:
    b = board.record[0]
    assert [int(b[n]) for n in ("n_cities", "n_tracks", "n_tickets")] == [
        len(board.cities),
        len(board.tracks),
        len(board.tickets),
    ]
    for i, track in enumerate(board.tracks):
        assert (b["end_a"][i], b["end_b"][i], b["length"][i]) == (track.a, track.b, track.length)
        assert (*COLOURS, "grey")[b["colour"][i]] == track.colour
        assert b["ferry"][i] == track.locomotives
        sisters = sum(int(word) << 64 * w for w, word in enumerate(b["sisters"][i]))
        assert sisters == sum(1 << j for j in track.sisters)
    for i, ticket in enumerate(board.tickets):
        assert (b["ticket_a"][i], b["ticket_b"][i]) == (ticket.a, ticket.b)
        assert b["ticket_points"][i] == ticket.points


# Action numbers.


def test_fixed_actions_go_to_a_record_and_back(board: Board) -> None:
    game = begun(board)
    fixed = [action for action in game.catalogue.fixed if action is not None]
    assert len(fixed) > len(board.tracks)
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
    for action in game.catalogue.fixed:
        if action is not None:
            assert game.parse(str(action), check=False).id == action.id


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
        ways = game.catalogue.claims[track.id]
        colours = COLOURS if track.colour == "grey" else (track.colour,)
        expected = {(c, k) for c in colours for k in range(track.length)}
        assert set(ways) == expected | {("locomotive", track.length)}
        for (colour, locomotives), id in ways.items():
            move = game.action(id).move
            assert move == Claim(track.id, colour, locomotives)
            paid = payment(colour, track.length, locomotives)
            assert sum(paid.values()) == track.length
            assert set(paid) <= set(CARDS)


def test_numbers_that_name_no_action_are_refused(board: Board) -> None:
    game = begun(board)
    for id in (-1, board.n_actions, 10**6):
        with pytest.raises(bl.BranchlineError, match="there is no action"):
            game.action(id)


def test_actions_fit_their_numbers(board: Board) -> None:
    assert st.A_CLAIM < board.n_actions <= st.MAX_ACTIONS


@pytest.mark.parametrize("name", GAMES)
def test_the_board_passes_the_conformance_test(name: str) -> None:
    assert check_board(name, games=60).id == name
