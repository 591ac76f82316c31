"""Rules 16 to 21: building, open beds, pieces, crossings, ferries and zones of France."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.board import COLOURS
from branchline.game import events as ev
from tests.table import Table, table

ALL_SEATS = [2, 3, 4, 5]
MARSEILLE = "grenoble-marseille"
CROSSINGS = [
    ("avignon-briancon", "grenoble-marseille"),
    ("avignon-nice", "grenoble-marseille"),
    ("avignon-nice", "briancon-marseille"),
    ("angers-rennes", "le_mans-lorient"),
    ("nantes-rennes", "le_mans-lorient"),
    ("bourges-brive_la_gaillarde", "clermont_ferrand-limoges"),
    ("brest-rennes", "lorient-saint_malo"),
    ("cherbourg-le_mans", "rouen-saint_malo"),
    ("le_havre-le_mans", "rouen-saint_malo"),
    ("besancon-nancy", "dijon-mulhouse"),
]


def france(seats: int = 2) -> Table:
    return table("france", seats)


def building(at: Table) -> Table:
    """Draw two cards, unseen: a track piece is due."""
    at.draws("deck", "deck")
    assert at.game.phase == "build"
    return at


def track(at: Table, id: str) -> bl.Track:
    return next(t for t in at.board.tracks if t.id == id)


def cities(at: Table, id: str) -> str:
    """The ends of a track, as they are said: "Grenoble–Marseille"."""
    found = track(at, id)
    return f"{at.board.cities[found.a].name}–{at.board.cities[found.b].name}"


def lay_all_that_fit(at: Table) -> Table:
    """Lay pieces on beds until there is no bed left for any that lies in the supply."""
    left = {
        n: [c for c in COLOURS for _ in range(k)] for n, k in at.board.numbers["pieces"].items()
    }
    shut: set[int] = set()
    longest_first = sorted(enumerate(at.board.tracks), key=lambda pair: -pair[1].length)
    for i, bed in longest_first:
        if bed.is_bed and i not in shut and left[bed.length]:
            at.with_built(cities(at, bed.id), left[bed.length].pop())
            shut.update(bed.crossings)
            if at.seats < 4:
                shut.update(bed.sisters)
    return at


def beds(at: Table) -> set[str]:
    """The beds that may be built now, in any colour."""
    return {id for id, _ in at.buildable}


# Rule 16: drawing and building.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_16_first_the_cards_then_one_track_piece(seats: int) -> None:
    at = france(seats).draws("deck")
    assert at.game.phase == "second card"
    at.draws("deck")
    assert at.story == ["drew"]
    assert (at.game.phase, at.game.seat) == ("build", 0)
    at.builds("Marseille Grenoble yellow")
    assert at.story == ["built", "cut off", "turn"]
    assert (at.game.phase, at.game.seat) == ("turn", 1)
    assert at.game.view(None).built == {MARSEILLE: "yellow"}


def test_rule_16_the_cards_are_drawn_by_the_core_rules() -> None:
    at = france().with_row("red blue green white black").with_deck_top("loco red")
    at.draws("red")
    assert at.row[0] == "locomotive"
    assert at.why_not("draw 1") == bl.Refusal.LOCOMOTIVE_SECOND
    assert at.why_not("build Marseille Grenoble yellow") == bl.Refusal.NOT_BUILDING
    at.draws("deck")
    assert at.game.phase == "build"


def test_rule_16_one_face_up_locomotive_counts_as_the_first_half_too() -> None:
    at = france().with_row("loco blue green white black").draws("locomotive")
    assert at.game.phase == "build"
    assert at.game.seat == 0


def test_rule_16_one_card_where_rule_5_ends_the_drawing_counts_too() -> None:
    at = france().with_row("red loco loco - -").with_deck("", rest=1).draws("red")
    assert at.row == [None, "locomotive", "locomotive", None, None]
    assert at.game.phase == "build"


def test_rule_16_one_card_where_rule_6_ends_the_drawing_counts_too() -> None:
    at = france().with_row("- - red - -").with_deck("", rest=1).draws("red")
    assert at.game.phase == "build"
    at = france().with_row("- - loco - -").with_deck("", rest=1).draws("locomotive")
    assert at.game.phase == "build"


def test_rule_16_a_piece_must_be_laid() -> None:
    at = building(france())
    assert all(choice.startswith("build") for choice in at.choices)
    for other in ("draw deck", "draw 1", "tickets", "pass", "claim Paris Rouen"):
        assert at.why_not(other) == bl.Refusal.BUILD_FIRST


def test_rule_16_exactly_one_piece_is_laid() -> None:
    at = building(france()).builds("Marseille Grenoble yellow")
    assert at.why_not("build Paris Dijon red", seat=0) == bl.Refusal.NOT_YOUR_TURN
    assert at.why_not("build Paris Dijon red", seat=1) == bl.Refusal.NOT_BUILDING


def test_rule_16_nothing_is_built_with_any_other_action() -> None:
    at = france().with_hand(0, "red").claims("Paris Rouen")
    assert at.game.seat == 1
    at.does("tickets").does("keep all")
    assert at.game.seat == 0
    assert at.game.view(None).built == {}


def test_rule_16_the_builder_need_not_have_anything_to_do_with_the_bed() -> None:
    at = building(france().owns(1, "brest-cherbourg"))
    assert beds(at) == {t.id for t in at.board.tracks if t.is_bed}


@pytest.mark.parametrize("seats", [4, 5])
def test_rule_16_with_all_pieces_laid_the_second_half_falls_away(seats: int) -> None:
    at = lay_all_that_fit(france(seats))
    assert not any(n for rows in at.game.view(None).supply.values() for n in rows.values())
    assert len(at.game.view(None).built) == 64
    at.draws("deck", "deck")
    assert at.story == ["drew", "turn"]
    assert (at.game.phase, at.game.seat) == ("turn", 1)


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_16_pieces_that_fit_no_open_bed_do_not_hold_up_the_turn(seats: int) -> None:
    # Paris–Dijon takes one piece instead of three, so some of five spaces are left over.
    at = lay_all_that_fit(france(seats))
    left = at.game.view(None).supply
    assert sum(row["5"] for row in left.values()) == 2
    assert not any(row[length] for row in left.values() for length in "234")
    at.draws("deck", "deck")
    assert at.story == ["drew", "turn"]


def test_rule_16_the_second_half_falls_away_after_a_locomotive_too() -> None:
    at = lay_all_that_fit(france(4)).with_row("loco blue green white black").draws("locomotive")
    assert at.story[-1] == "turn"


def test_rule_16_a_piece_that_comes_back_can_be_laid_again_at_once() -> None:
    at = lay_all_that_fit(france(4))
    colour = at.game.view(None).built[MARSEILLE]
    at.with_hand(0, f"{colour}*5").claims("Marseille Grenoble")
    at.draws("deck", "deck")
    assert at.game.phase == "turn"  # Nothing of five spaces is open: the last of them was claimed.
    assert at.game.seat == 2
    at = lay_all_that_fit(france(4))
    colour = at.game.view(None).built["amiens-calais"]
    at.with_hand(0, f"{colour}*2").claims("Amiens Calais")
    building(at)
    assert {(track(at, id).length, c) for id, c in at.buildable} == {(2, colour)}


def test_rule_16_cannot_be_chosen_when_no_card_can_be_drawn() -> None:
    at = france().with_row("- - - - -").with_hand(0, "").with_deck("", rest=1)
    assert at.choices == ["draw tickets"]
    assert at.why_not("draw deck") == bl.Refusal.DECK_EMPTY
    assert at.why_not("build Marseille Grenoble yellow") == bl.Refusal.NOT_BUILDING
    at.with_tickets(0).with_ticket_deck(rest=1)
    assert at.choices == ["pass"]


def test_rule_16_the_last_turn_is_over_only_when_its_piece_is_laid() -> None:
    at = france().owns(0, "avignon-toulouse", "brest-cherbourg", "calais-cherbourg", MARSEILLE)
    at.owns(0, "lyon-rodez", "perpignan-corsica_perpignan", "calais-le_havre").with_hand(0, "red")
    at.claims("Paris Rouen").takes_a_quiet_turn()
    assert at.trains(0) == 2
    assert at.game.view(None).turns_left == 1
    building(at)
    assert not at.game.is_over
    at.does(at.choices[0])
    assert at.story[-1] == "over"


# Rule 17: open beds.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_17_at_first_every_bed_is_open_to_every_piece_of_its_length(seats: int) -> None:
    at = building(france(seats))
    bare = {t.id for t in at.board.tracks if t.is_bed}
    assert len(bare) == 123
    assert at.buildable == {(id, colour) for id in bare for colour in COLOURS}


def test_rule_17_the_piece_must_be_as_long_as_the_bed() -> None:
    at = france()
    for name in ("Paris–Dijon", "Lyon–Rodez", "Marseille–Grenoble"):
        at.with_built(name, {"P": "red", "L": "blue", "M": "green"}[name[0]])
    building(at)
    five = {c for id, c in at.buildable if track(at, id).length == 5}
    assert five == set(COLOURS) - {"red", "blue", "green"}
    for length in (2, 3, 4):
        assert {c for id, c in at.buildable if track(at, id).length == length} == set(COLOURS)
    assert at.why_not("build Le Mans Lorient red") == bl.Refusal.NO_PIECE
    before = {colour: at.game.view(None).supply[colour] for colour in COLOURS}
    at.builds("Calais Le Havre red")
    assert at.why_not("build Le Mans Lorient red", seat=0) == bl.Refusal.NOT_YOUR_TURN
    assert at.supply("red", 4) == before["red"]["4"] - 1
    assert at.supply("red", 5) == before["red"]["5"] == 0


@pytest.mark.parametrize(("length", "pieces"), [(2, 3), (3, 3), (4, 1), (5, 1)])
def test_rule_17_a_piece_is_laid_only_if_one_is_in_the_supply(length: int, pieces: int) -> None:
    at = france(4)
    free = [t for t in at.board.tracks if t.is_bed and t.length == length and not t.crossings]
    for n in range(pieces):
        assert at.supply("red", length) == pieces - n
        at.with_built(cities(at, free[n].id), "red")
    assert at.supply("red", length) == 0
    building(at)
    assert not {id for id, c in at.buildable if c == "red" and track(at, id).length == length}
    assert at.why_not(f"build {cities(at, free[-1].id)} red") == bl.Refusal.NO_PIECE


def test_rule_17_a_built_bed_is_not_open() -> None:
    at = building(france().with_built("Marseille–Grenoble", "yellow"))
    assert MARSEILLE not in beds(at)
    assert at.why_not("build Marseille Grenoble red") == bl.Refusal.BUILT


def test_rule_17_a_claimed_bed_is_not_open() -> None:
    at = building(france().owns(1, MARSEILLE))
    assert MARSEILLE not in beds(at)
    assert at.why_not("build Marseille Grenoble red") == bl.Refusal.TAKEN


@pytest.mark.parametrize(("first", "second"), CROSSINGS + [(b, a) for a, b in CROSSINGS])
@pytest.mark.parametrize("claimed", [False, True])
def test_rule_17_a_bed_is_cut_off_by_a_built_or_claimed_crossing_route(
    first: str, second: str, claimed: bool
) -> None:
    at = france()
    if claimed:
        at.owns(1, first)
    else:
        at.with_built(cities(at, first), "red")
    building(at)
    assert second not in beds(at)
    assert at.why_not(f"build {cities(at, second)} blue") == bl.Refusal.CUT
    assert second in at.game.view(None).cut


def test_rule_17_no_other_routes_cross() -> None:
    board = bl.load_board("france")
    found = {frozenset((t.id, board.tracks[i].id)) for t in board.tracks for i in t.crossings}
    named = {frozenset(pair) for pair in [*CROSSINGS, ("montpellier-rodez", "avignon-toulouse")]}
    assert found == named
    for t in board.tracks:
        assert all(board.tracks.index(t) in board.tracks[i].crossings for i in t.crossings)


def test_rule_17_a_track_is_said_to_be_cut_off_only_once() -> None:
    # Avignon–Nice crosses both routes; the second one cuts off nothing that is not cut off.
    at = building(france()).builds("Marseille Grenoble yellow")
    (cut,) = at.happened(ev.CutOff)
    assert cut.tracks == ("avignon-briancon", "avignon-nice")
    building(at).builds("Marseille Briançon red")
    assert at.story == ["built", "turn"]


@pytest.mark.parametrize("claimed", [False, True])
@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_17_with_two_or_three_seats_a_sister_shuts_a_bed(seats: int, claimed: bool) -> None:
    at = france(seats)
    if claimed:
        at.owns(1, "dijon-paris-2")
        taken = "dijon-paris-2"
    else:
        at.with_built("Paris–Dijon", "red")
        taken = "dijon-paris-1"
    building(at)
    sisters = {f"dijon-paris-{n}" for n in (1, 2, 3)} - {taken}
    assert beds(at) & {taken, *sisters} == (sisters if seats >= 4 else set())
    if seats < 4:
        for id in sisters:
            move = {"do": "build", "track": id, "colour": "blue"}
            assert at.game.why_not(at.game.action_of(move)) == bl.Refusal.SISTER_TAKEN


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_17_holds_for_every_bed_of_the_board(seats: int) -> None:
    bare = {t.id for t in bl.load_board("france").tracks if t.is_bed}
    for bed in [t for t in bl.load_board("france").tracks if t.is_bed]:
        at = building(france(seats).with_built(cities(france(seats), bed.id), "red"))
        (laid,) = at.game.view(None).built
        shut = {laid, *(at.board.tracks[i].id for i in bed.crossings)}
        if seats < 4:
            shut |= {bed.id, *(at.board.tracks[i].id for i in bed.sisters)}
        assert beds(at) == bare - shut


def test_rule_17_the_piece_gives_the_route_its_colour_whoever_built_it() -> None:
    at = building(france(3).with_hand(2, "yellow*5 blue*5 red*5"))
    building(at.builds("Marseille Grenoble yellow")).builds("Lyon Rodez blue")
    assert at.game.seat == 2  # who built neither
    assert at.claimable >= {MARSEILLE, "lyon-rodez"}
    assert at.why_not("claim Marseille Grenoble: 5 blue") == bl.Refusal.OTHER_COLOUR
    assert at.why_not("claim Marseille Grenoble: 5 red") == bl.Refusal.OTHER_COLOUR
    assert at.may("claim Marseille Grenoble: 5 yellow")
    assert at.may("claim Lyon Rodez: 5 blue")


@pytest.mark.parametrize("colour", COLOURS)
def test_rule_17_a_built_route_takes_its_colour_and_locomotives_only(colour: str) -> None:
    at = france().with_built("Marseille–Grenoble", colour).with_hand(0, f"{colour}*4 loco")
    assert MARSEILLE in at.claimable
    others = " ".join(f"{c}*5" for c in COLOURS if c != colour)
    at = france().with_built("Marseille–Grenoble", colour).with_hand(0, others)
    assert MARSEILLE not in at.claimable
    at = france().with_built("Marseille–Grenoble", colour).with_hand(0, "loco*5")
    at.claims("Marseille Grenoble").scores(0, 10)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_17_an_unbuilt_bed_cannot_be_claimed(seats: int) -> None:
    at = france(seats).with_hand(0, "yellow*6 loco*6")
    assert not {t.id for t in at.board.tracks if t.is_bed} & at.claimable
    assert at.why_not("claim Marseille Grenoble: 5 yellow") == bl.Refusal.UNBUILT


# Rule 18: the piece comes back.


def test_rule_18_claiming_a_route_returns_its_piece_at_once() -> None:
    at = france().with_built("Marseille–Grenoble", "yellow").with_hand(0, "yellow*5")
    assert at.supply("yellow", 5) == 0
    at.claims("Marseille Grenoble")
    assert at.story == ["claimed", "piece returned", "scored", "turn"]
    (back,) = at.happened(ev.PieceReturned)
    assert (back.track, back.colour) == (MARSEILLE, "yellow")
    assert at.supply("yellow", 5) == 1
    assert at.game.view(None).built == {}
    # The next player may lay it elsewhere.
    building(at).builds("Paris Dijon yellow")
    assert at.supply("yellow", 5) == 0


def test_rule_18_the_piece_comes_back_however_the_route_was_paid() -> None:
    at = france().with_built("Marseille–Grenoble", "yellow").with_hand(0, "loco*5")
    at.claims("Marseille Grenoble")
    assert at.supply("yellow", 5) == 1


def test_rule_18_a_route_without_a_piece_returns_none() -> None:
    at = france().with_hand(0, "red*6 loco*6").claims("Paris Rouen: 1 red")
    assert at.story == ["claimed", "scored", "turn"]
    at = france().with_hand(0, "red*6").claims("Avignon Toulouse")
    assert "piece returned" not in at.story


def test_rule_18_what_the_route_crossed_stays_cut_off() -> None:
    at = france().with_built("Marseille–Grenoble", "yellow").with_hand(0, "yellow*5")
    at.claims("Marseille Grenoble")
    crossed = ("avignon-briancon", "avignon-nice")
    assert at.game.view(None).cut == crossed
    for _ in range(4):
        building(at)
        assert not beds(at) & set(crossed)
        assert at.why_not("build Avignon Nice red") == bl.Refusal.CUT
        at.does(at.choices[0])
    assert set(crossed) <= set(at.game.view(None).closed)


def test_rule_18_holds_through_whole_games() -> None:
    # What is cut off is never built or claimed; pieces on the board and beside it are always 64.
    for seed in range(4):
        at = Table(bl.new_game("france", 2 + seed, seed=seed))
        cut: set[str] = set()
        n = 0
        while not at.game.is_over:
            legal = at.game.legal_actions()
            claims = [a for a in legal if isinstance(a.move, bl.Claim)]
            n += 7
            at.events = at.game.push(claims[-1] if claims else legal[n % len(legal)])
            view = at.game.view(None)
            assert not cut & {*view.built, *view.owners}
            for event in at.happened(ev.CutOff):
                assert not cut & set(event.tracks)
                cut |= set(event.tracks)
            assert set(view.cut) == cut
            beside = sum(n for row in view.supply.values() for n in row.values())
            assert beside + len(view.built) == 64


# Rule 19: Montpellier–Rodez.


def test_rule_19_building_montpellier_rodez_shuts_avignon_toulouse() -> None:
    at = building(france().with_hand(1, "red*6")).builds("Montpellier Rodez blue")
    (cut,) = at.happened(ev.CutOff)
    assert cut.tracks == ("avignon-toulouse",)
    assert at.why_not("claim Avignon Toulouse") == bl.Refusal.CUT
    assert "avignon-toulouse" not in at.claimable


def test_rule_19_claiming_avignon_toulouse_shuts_montpellier_rodez() -> None:
    at = france().with_hand(0, "red*6").claims("Avignon Toulouse")
    assert at.story == ["claimed", "cut off", "scored", "turn"]
    building(at)
    assert at.why_not("build Montpellier Rodez blue") == bl.Refusal.CUT


def test_rule_19_avignon_toulouse_needs_no_piece_and_is_open_until_then() -> None:
    at = france().with_hand(0, "red*6")
    assert "avignon-toulouse" in at.claimable
    building(at)
    assert "avignon-toulouse" not in beds(at)
    assert "montpellier-rodez" in beds(at)
    with pytest.raises(bl.BranchlineError, match="is not a bed: it needs no track piece"):
        at.builds("Avignon Toulouse red")


def test_rule_19_avignon_toulouse_stays_shut_when_montpellier_rodez_is_claimed() -> None:
    at = france().with_built("Montpellier–Rodez", "blue").with_hand(0, "blue*2")
    at.with_hand(1, "red*6").claims("Montpellier Rodez")
    assert at.why_not("claim Avignon Toulouse") == bl.Refusal.CUT


# Rule 20: ready from the start.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_rule_20_one_space_routes_grey_routes_and_ferries_can_be_claimed_from_the_start(
    seats: int,
) -> None:
    at = france(seats).with_hand(0, "loco*6")
    ready = {t.id for t in at.board.tracks if t.length == 1 or t.colour == "grey"}
    assert at.claimable == ready == {t.id for t in at.board.tracks if not t.is_bed}
    assert len(ready) == 157 - 123


@pytest.mark.parametrize("colour", COLOURS)
def test_rule_20_routes_of_one_space_have_their_printed_colour(colour: str) -> None:
    at = france().with_hand(0, colour)
    printed = {t.id for t in at.board.tracks if t.length == 1 and t.colour == colour}
    assert at.claimable == printed
    assert printed


def test_rule_20_no_piece_is_laid_on_them() -> None:
    at = building(france())
    assert not {id for id in beds(at) if not track(at, id).is_bed}
    assert not any(
        isinstance(m, bl.Build) and m.track == "paris-rouen" for m in at.game.catalogue.ids
    )


FERRIES = {
    "brest-cherbourg": 6,
    "calais-cherbourg": 6,
    "marseille-corsica_marseille": 3,
    "nice-corsica_nice": 2,
    "perpignan-corsica_perpignan": 5,
}


@pytest.mark.parametrize("id", FERRIES)
def test_rule_20_a_ferry_needs_a_locomotive_for_each_locomotive_on_it(id: str) -> None:
    at = france().with_hand(0, "red*6 blue*6")
    assert (track(at, id).length, track(at, id).locomotives) == (FERRIES[id], 1)
    assert id not in at.claimable
    assert at.why_not(f"claim {cities(at, id)}: {FERRIES[id]} red") == bl.Refusal.FERRY
    at = france().with_hand(0, f"red*{FERRIES[id] - 1} loco").claims(cities(at, id))
    assert at.hand(0) == {}


def test_rule_20_there_are_no_other_ferries() -> None:
    assert {t.id for t in bl.load_board("france").tracks if t.locomotives} == set(FERRIES)


# Rule 21: zones.


def with_ticket(*tickets: str) -> Table:
    """Only seat 0 has tickets, and these."""
    return france().with_tickets(0, *tickets).with_tickets(1)


@pytest.mark.parametrize(
    "way",
    [
        ("metz-reims", "metz-germany_metz-1"),
        ("nancy-reims-1", "nancy-strasbourg-1", "strasbourg-germany_strasbourg-2"),
        ("metz-reims", "metz-strasbourg", "mulhouse-strasbourg", "mulhouse-germany_mulhouse"),
    ],
)
def test_rule_21_a_ticket_to_a_zone_is_completed_by_any_of_its_dead_ends(
    way: tuple[str, ...],
) -> None:
    at = with_ticket("calais-germany").owns(0, "calais-lille", "lille-reims", *way)
    assert at.game.view(0).tickets_done == ("calais-germany",)
    assert at.ends().seats[0].ticket_points == 9
    at = with_ticket("calais-germany").owns(0, "calais-lille", "lille-reims", *way[:-1])
    assert at.ends().seats[0].ticket_points == -9


def test_rule_21_another_zone_does_not_do() -> None:
    at = with_ticket("calais-germany").owns(0, "calais-lille", "lille-belgium_lille")
    assert at.ends().seats[0].tickets_done == 0


def test_rule_21_a_ticket_between_two_zones_joins_a_dead_end_of_each() -> None:
    way = ("lille-reims", "nancy-reims-1", "besancon-nancy", "besancon-switzerland_besancon")
    at = with_ticket("belgium-switzerland").owns(0, "lille-belgium_lille", *way)
    assert at.ends().seats[0].ticket_points == 12
    # The way out from Reims serves as well as that from Lille.
    at = with_ticket("belgium-switzerland").owns(0, "reims-belgium_reims", *way[1:])
    assert at.ends().seats[0].ticket_points == 12


def test_rule_21_dead_ends_never_join_for_a_ticket_between_zones() -> None:
    # Belgium is reached from Lille and from Reims, but these two networks do not meet.
    at = with_ticket("belgium-switzerland").owns(0, "lille-belgium_lille")
    at.owns(0, "reims-belgium_reims", "mulhouse-switzerland_mulhouse")
    assert at.ends().seats[0].ticket_points == -12


def test_rule_21_dead_ends_never_join_for_a_ticket_between_cities() -> None:
    # Metz and Strasbourg both lead to Germany: that does not join them.
    at = with_ticket("paris-strasbourg").owns(0, "paris-reims-1", "metz-reims")
    at.owns(0, "metz-germany_metz-1", "strasbourg-germany_strasbourg-1")
    assert at.game.view(0).tickets_done == ()
    assert at.ends().seats[0].ticket_points == -7
    at = with_ticket("paris-strasbourg").owns(0, "paris-reims-1", "metz-reims", "metz-strasbourg")
    assert at.ends().seats[0].ticket_points == 7


def test_rule_21_dead_ends_never_join_for_a_ticket_to_a_zone() -> None:
    # Pau and Perpignan lead to Spain, Lorient is joined to neither.
    at = with_ticket("lorient-spain").owns(0, "pau-spain_pau", "perpignan-spain_perpignan")
    at.owns(0, "lorient-nantes-1", "la_rochelle-nantes-1", "bordeaux-la_rochelle-1")
    assert at.ends().seats[0].tickets_done == 0


def test_rule_21_dead_ends_never_join_for_the_longest_path() -> None:
    at = with_ticket().owns(0, "bayonne-spain_bayonne", "pau-spain_pau")
    assert at.ends().seats[0].longest_path == 3
    at = with_ticket().owns(0, "bayonne-spain_bayonne", "pau-spain_pau", "bayonne-pau")
    assert at.ends().seats[0].longest_path == 6


def test_rule_21_a_dead_end_is_reached_by_one_route_only() -> None:
    board = bl.load_board("france")
    dead_ends = [i for i, city in enumerate(board.cities) if city.zone]
    assert len(dead_ends) == 19
    for end in dead_ends:
        neighbours = {t.a + t.b - end for t in board.tracks if end in (t.a, t.b)}
        assert len(neighbours) == 1
        assert board.cities[neighbours.pop()].zone is None


def test_rule_21_the_two_tracks_to_one_dead_end_are_sisters() -> None:
    at = france(2).with_hand(1, "purple loco").owns(0, "strasbourg-germany_strasbourg-1").turn_of(1)
    assert at.why_not("claim Strasbourg Germany: 1 purple") == bl.Refusal.SISTER_TAKEN
    at = france(4).with_hand(1, "purple loco").owns(0, "strasbourg-germany_strasbourg-1").turn_of(1)
    assert at.may("claim Strasbourg Germany: 1 purple")


def test_rule_21_routes_to_one_zone_from_different_cities_are_not_sisters() -> None:
    at = france(2).owns(0, "strasbourg-germany_strasbourg-1", "metz-germany_metz-1")
    building(at)
    assert "mulhouse-germany_mulhouse" in beds(at)
