"""Maps that mix mechanics: home cities, beds, crossings and Alvin, by what the files say alone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import branchline as bl
from branchline.board import BOARDS
from branchline.game import events as ev
from tests.scale import DEEP, scaled
from tests.table import Table, table

MARKERS = "[markers]\neach = 3\n"
ALVIN_IN_PARIS = '[alvin]\ncity = "paris"\ncapture = 10\nend = 10\n'


def mixed(
    folder: Path,
    game: str,
    mechanics: Sequence[str],
    *,
    tables: str = "",
    beds: Sequence[str] = (),
    crossings: Sequence[tuple[str, str]] = (),
    pieces: dict[int, int] | None = None,
) -> str:
    """Copy a board with other mechanics, some tracks made beds, and what these need."""
    copy = folder / f"{game}_mixed"
    shutil.copytree(BOARDS / game, copy)
    numbers, board = copy / "game.toml", copy / "board.toml"
    text = numbers.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^mechanics = .*$", f"mechanics = {json.dumps(list(mechanics))}", text)
    if pieces:
        text += f"pieces = {8 * sum(pieces.values())}\n"
    numbers.write_text(text + tables, encoding="utf-8")
    text = board.read_text(encoding="utf-8")
    for bed in beds:
        text, found = re.subn(rf'(id = "{bed}".*), colour = "\w+"', r"\1", text)
        assert found == 1, f"there is no track {bed}"
    if crossings:
        text += f"crossings = {json.dumps(crossings)}\n"
    if pieces:
        text += "[pieces]\n" + "".join(f"length_{n} = {k}\n" for n, k in pieces.items())
    board.write_text(text, encoding="utf-8")
    return str(copy)


def usa_with_homes(folder: Path) -> str:
    return mixed(folder, "usa", ["home_cities"], tables=MARKERS)


def usa_with_beds(folder: Path) -> str:
    """Some long routes are beds, and one of the two between Boston and New York."""
    return mixed(
        folder,
        "usa",
        ["track_building"],
        beds=["denver-omaha", "helena-omaha", "denver-phoenix", "boston-new_york-1"],
        crossings=[("denver-omaha", "helena-omaha"), ("denver-phoenix", "el_paso-los_angeles")],
        pieces={2: 1, 4: 1, 5: 1},
    )


def usa_with_crossings(folder: Path) -> str:
    return mixed(folder, "usa", [], crossings=[("denver-omaha", "helena-omaha")])


def usa_with_homes_and_beds(folder: Path) -> str:
    return mixed(
        folder,
        "usa",
        ["home_cities", "track_building"],
        tables=MARKERS,
        beds=["denver-omaha", "chicago-omaha", "helena-omaha"],
        crossings=[("denver-omaha", "helena-omaha")],
        pieces={4: 1, 5: 1},
    )


def old_west_with_beds(folder: Path) -> str:
    """All ways to Roswell are beds."""
    return mixed(
        folder,
        "old_west",
        ["home_cities", "alvin", "track_building"],
        beds=["albuquerque-roswell", "las_cruces-roswell", "roswell-santa_fe", "denver-pueblo-1"],
        crossings=[("albuquerque-roswell", "roswell-santa_fe")],
        pieces={1: 1, 2: 1, 3: 1},
    )


def france_with_homes_and_alvin(folder: Path) -> str:
    return mixed(
        folder,
        "france",
        ["track_building", "home_cities", "alvin"],
        tables=MARKERS + ALVIN_IN_PARIS,
    )


ALL = [
    usa_with_homes,
    usa_with_beds,
    usa_with_crossings,
    usa_with_homes_and_beds,
    old_west_with_beds,
    france_with_homes_and_alvin,
]


def checked_at_some_seats(folder: str, games: int) -> bl.Board:
    """The conformance test, but through the library only one number of seats of each option."""
    board, rng = bl.load_board(folder), np.random.default_rng(1)
    at_table = range(board.min_seats, board.max_seats + 1)
    for number, options in enumerate(bl.testing.all_options(board)):
        for seats in at_table:
            for taste in bl.testing.TASTES:
                some = games if taste == "random" else 1
                bl.testing.play_by_taste(board, seats, taste, some, options=options)
        seats = at_table[(len(board.tracks) + number) % len(at_table)]
        bl.testing.check_game(bl.Game.begin(board, seats, options, rng.bytes(32)), rng)
    return board


@pytest.mark.parametrize("make", ALL)
def test_a_mixed_board_plays_as_a_board_must(make: Callable[[Path], str], tmp_path: Path) -> None:
    check: Callable[[str, int], bl.Board] = checked_at_some_seats
    if DEEP:
        check = bl.testing.check_board
    checked = check(make(tmp_path), scaled(5, 30))
    assert checked.folder.parent == tmp_path.resolve()


@pytest.mark.parametrize("make", ALL)
def test_a_game_plays_to_its_end_and_its_record_verifies(
    make: Callable[[Path], str], tmp_path: Path
) -> None:
    folder = make(tmp_path)
    game = bl.new_game(folder, 3, seed=1)
    n = 0
    while not game.is_over:
        legal = game.legal_actions()
        n += 7
        game.push(legal[n % len(legal)])
    again = bl.verify(bl.parse_record(game.record().dumps()), folder)
    assert again.result() == game.result()


# USA with home cities.


def usa_homes(folder: Path, *homes: str, seats: int = 2) -> Table:
    return table(usa_with_homes(folder), seats, homes=homes)


def test_usa_with_homes_claims_must_connect(tmp_path: Path) -> None:
    at = usa_homes(tmp_path, "Denver", "Miami").with_hand(0, "loco*6")
    denver = [c.name for c in at.board.cities].index("Denver")
    assert at.claimable == {t.id for t in at.board.tracks if denver in (t.a, t.b)}
    assert at.why_not("claim Boston Montréal: 2 locos") == bl.Refusal.NOT_CONNECTED


def test_usa_with_homes_markers_are_paid_and_score(tmp_path: Path) -> None:
    at = usa_homes(tmp_path, "Denver", "Omaha").with_hand(0, "purple*4 green*4 red*2")
    at.claims("Denver Omaha")
    assert [e.city for e in at.happened(ev.Scored)] == ["denver", "omaha"]
    at.scores(0, 7).scores(1, 7)
    at.takes_a_quiet_turn()
    at.claims("Denver Helena").does("mark Helena red")
    assert at.game.view(None).markers == {"denver": 0, "helena": 0, "omaha": 1}


def test_usa_with_homes_keeps_its_own_numbers(tmp_path: Path) -> None:
    at = usa_homes(tmp_path, "Denver", "Omaha").with_tickets(0).with_tickets(1)
    assert [player.trains for player in at.game.view(None).players] == [45, 45]
    assert at.board.options == ("starts",)
    at.owns(0, "denver-helena").owns(1, "chicago-omaha", "chicago-duluth")
    result = at.ends()
    # The longest path is a bonus of USA, with home cities too.
    assert [seat.bonuses for seat in result.seats] == [{}, {"longest path": 10}]


# USA with beds.


def test_usa_with_beds_builds_claims_and_gives_the_piece_back(tmp_path: Path) -> None:
    at = table(usa_with_beds(tmp_path)).with_hand(1, "red*4")
    assert at.why_not("claim Denver Omaha: 4 purple") & bl.Refusal.UNBUILT
    at.draws("deck", "deck").builds("Denver Omaha red")
    assert at.story == ["built", "cut off", "turn"]
    assert at.supply("red", 4) == 0
    at.claims("Denver Omaha")
    assert at.story == ["claimed", "piece returned", "scored", "turn"]
    assert at.supply("red", 4) == 1
    at.draws("deck", "deck")
    assert at.why_not("build Helena Omaha red") == bl.Refusal.CUT


def test_usa_with_beds_a_bed_may_cross_a_coloured_route(tmp_path: Path) -> None:
    at = table(usa_with_beds(tmp_path)).with_hand(1, "black*6")
    assert at.draws("deck", "deck").builds("Denver Phoenix red").story[1] == "cut off"
    assert at.why_not("claim El Paso Los Angeles") == bl.Refusal.CUT
    at = table(str(tmp_path / "usa_mixed")).with_hand(0, "black*6")
    at.claims("El Paso Los Angeles").draws("deck", "deck")
    assert at.why_not("build Denver Phoenix red") == bl.Refusal.CUT


@pytest.mark.parametrize("seats", [2, 4])
def test_usa_with_beds_a_bed_and_a_coloured_track_may_be_sisters(
    seats: int, tmp_path: Path
) -> None:
    # Boston–New York: the first is a bed, the second yellow.
    folder = usa_with_beds(tmp_path)
    at = table(folder, seats).with_hand(0, "yellow*2").with_hand(1, "red*2")
    at.with_built("Boston–New York", "red").claims("Boston New York: 2 yellow")
    refused = at.why_not("claim Boston New York: 2 red")
    assert refused == (bl.Refusal.SISTER_TAKEN if seats < 4 else bl.Refusal.NONE)
    # The piece stays where it lies: only a claim gives it back.
    assert at.game.view(None).built == {"boston-new_york-1": "red"}
    world = bl.imagine(at.game.view(1), seed=1)
    assert world.view(1) == at.game.view(1)
    # The other way round the bed is shut.
    at = table(folder, seats).with_hand(0, "yellow*2").claims("Boston New York: 2 yellow")
    at.draws("deck", "deck")
    shut = bl.Refusal.SISTER_TAKEN if seats < 4 else bl.Refusal.NONE
    assert at.why_not("build Boston New York red") == shut
    # A piece laid closes nothing that is ready from the start.
    at = table(folder, seats).with_hand(1, "yellow*2").draws("deck", "deck")
    at.builds("Boston New York red")
    assert at.may("claim Boston New York: 2 yellow")


def test_usa_with_crossings_needs_no_pieces(tmp_path: Path) -> None:
    at = table(usa_with_crossings(tmp_path)).with_hand(0, "purple*4").with_hand(1, "red*5")
    at.claims("Denver Omaha")
    assert at.story == ["claimed", "cut off", "scored", "turn"]
    assert at.why_not("claim Helena Omaha") == bl.Refusal.CUT
    at.draws("deck")
    assert at.game.phase == "second card"


# Home cities and beds together.


def test_homes_and_beds_a_piece_may_be_laid_anywhere_a_claim_must_connect(tmp_path: Path) -> None:
    at = table(usa_with_homes_and_beds(tmp_path), homes=["Miami", "Omaha"])
    at.with_hand(0, "red*4").with_hand(1, "red*4 blue*2").draws("deck", "deck")
    assert {id for id, _ in at.buildable} == {"denver-omaha", "chicago-omaha", "helena-omaha"}
    at.builds("Denver Omaha red")
    assert at.why_not("claim Denver Omaha", seat=0) == bl.Refusal.NOT_YOUR_TURN
    assert at.may("claim Denver Omaha")
    at.takes_a_quiet_turn()
    assert at.why_not("claim Denver Omaha: 4 red") == bl.Refusal.NOT_CONNECTED
    at.takes_a_quiet_turn()
    at.claims("Denver Omaha")
    assert at.story == ["claimed", "piece returned", "scored"]
    at.does("mark Denver blue")
    assert at.game.view(None).markers["denver"] == 1


def test_homes_and_beds_before_it_is_built_that_is_the_reason(tmp_path: Path) -> None:
    at = table(usa_with_homes_and_beds(tmp_path), homes=["Miami", "Omaha"]).with_hand(0, "red*4")
    assert at.why_not("claim Denver Omaha: 4 red") == bl.Refusal.UNBUILT


# Old West with Alvin and beds.


def test_alvin_and_beds_he_is_captured_by_a_claim_not_by_a_build(tmp_path: Path) -> None:
    at = table(old_west_with_beds(tmp_path), homes=["Albuquerque", "Santa Fe"], alvin=True)
    at.with_hand(0, "blue*2 red*2").with_hand(1, "").draws("deck", "deck")
    at.builds("Albuquerque Roswell blue")
    assert at.story == ["built", "cut off", "turn"]
    assert at.happened(ev.CutOff)[0].tracks == ("roswell-santa_fe",)
    assert at.game.view(None).alvin == "roswell"
    at.takes_a_quiet_turn()
    at.claims("Albuquerque Roswell")
    assert at.story == [
        "claimed",
        "piece returned",
        "scored",
        "captured",
        "scored",
        "alvin moved",
        "turn",
    ]
    assert at.game.view(None).alvin == "albuquerque"


def test_alvin_and_beds_all_that_is_due_comes_in_order(tmp_path: Path) -> None:
    # The bed Denver–Pueblo is claimed into Denver, where Alvin stands; then a marker.
    at = table(old_west_with_beds(tmp_path), homes=["Santa Fe", "Denver"], alvin=True)
    at.with_alvin(1, "Denver").owns(0, "pueblo-santa_fe-1").with_marker(0, "Seattle")
    at.with_built("Denver–Pueblo", "green").with_hand(0, "green red*2")
    at.claims("Denver Pueblo: 1 green")
    assert at.story == ["claimed", "piece returned", "scored", "captured", "scored"]
    assert at.why_not("mark Pueblo red") == bl.Refusal.MOVE_ALVIN
    at.does("alvin Seattle")
    assert at.why_not("alvin Seattle") == bl.Refusal.MARKER_FIRST
    assert at.does("mark Pueblo red").story == ["marked", "turn"]


def test_alvin_and_beds_without_the_option_he_is_not_there(tmp_path: Path) -> None:
    at = table(old_west_with_beds(tmp_path), homes=["Roswell", "Santa Fe"])
    assert at.game.view(None).alvin is None
    assert at.draws("deck", "deck").game.phase == "build"


# France with home cities and Alvin: zones too.


def test_nobody_starts_in_a_dead_end(tmp_path: Path) -> None:
    game = bl.new_game(france_with_homes_and_alvin(tmp_path), 2, seed=1, options={"alvin": True})
    for seat in (0, 1):
        game.push(game.parse("keep all", seat), seat)
    homes = {a.move.city for a in game.legal_actions() if isinstance(a.move, bl.Settle)}
    assert homes == {c.id for c in game.board.cities if not c.zone} - {"paris"}
    for zone in ("Belgium", "Corsica"):
        with pytest.raises(bl.BranchlineError, match="not a city but a way out of the map"):
            game.parse(f"start in {zone}")
    dead_end = game.action_of({"do": "settle", "city": "belgium_lille"})
    assert game.why_not(dead_end) == bl.Refusal.DEAD_END
    alvins = game.parse("start in Paris", check=False)
    assert game.why_not(alvins) == bl.Refusal.ALVINS_CITY


def test_nobody_marks_a_dead_end(tmp_path: Path) -> None:
    at = table(france_with_homes_and_alvin(tmp_path), homes=["Calais", "Nice"])
    at.owns(0, "calais-lille").with_hand(0, "green red*2").claims("Lille Belgium: 1 green")
    moves = [a.move for a in at.game.legal_actions()]
    assert {m.city for m in moves if isinstance(m, bl.Mark)} == {"lille"}
    assert at.why_not("mark Belgium red") & bl.Refusal.DEAD_END


def test_a_network_does_not_go_on_beyond_a_dead_end(tmp_path: Path) -> None:
    at = table(france_with_homes_and_alvin(tmp_path), homes=["Lille", "Nice"])
    at.owns(0, "lille-belgium_lille").with_built("Reims–Belgium", "red").with_hand(0, "red*4")
    assert at.why_not("claim Reims Belgium") == bl.Refusal.NOT_CONNECTED
