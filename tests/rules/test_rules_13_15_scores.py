"""Rules 13, 14 and 15: the bonuses, the winner, and the scores."""

from __future__ import annotations

from pathlib import Path

import pytest

import branchline as bl
from tests.table import Table, table, variant

# Two loops that meet in Atlanta: 2 + 2 + 2 and 5 + 6 + 4 spaces.
SMALL_LOOP = ("atlanta-charleston", "charleston-raleigh", "atlanta-raleigh-1")
LARGE_LOOP = ("atlanta-miami", "miami-new_orleans", "atlanta-new_orleans-1")


def bare(seats: int = 2, game: str = "usa") -> Table:
    """A table where nobody holds a ticket."""
    at = table(game, seats=seats)
    for seat in range(seats):
        at.with_tickets(seat)
    return at


def longest(*tracks: str) -> int:
    """The longest path of a seat with these tracks, and a look at how it runs."""
    result = bare().owns(0, *tracks).ends().seats[0]
    by_id = {t.id: t for t in bl.load_board("usa").tracks}
    path = [by_id[id] for id in result.longest_path_tracks]
    assert len(set(path)) == len(path)
    assert {t.id for t in path} <= set(tracks)
    assert sum(t.length for t in path) == result.longest_path
    if path:
        standing = {path[0].a, path[0].b}
        for track in path[1:]:
            standing = {track.a if c == track.b else track.b for c in standing & {track.a, track.b}}
            assert standing, "the path has a gap"
    return result.longest_path


def test_rule_13_the_longest_path_is_counted_in_spaces() -> None:
    # One route of six spaces is longer than three of one space each.
    assert longest("duluth-helena") == 6
    assert longest("atlanta-nashville", "dallas-houston-1", "portland-seattle-1") == 1
    one = bare().owns(0, "duluth-helena").owns(1, "atlanta-nashville", "dallas-houston-1").ends()
    assert [s.bonuses for s in one.seats] == [{"longest path": 10}, {}]


def test_rule_13_only_what_hangs_together_counts() -> None:
    assert longest("denver-omaha", "denver-helena", "atlanta-miami") == 8


def test_rule_13_a_fork_counts_two_of_its_branches() -> None:
    assert longest("denver-omaha", "denver-helena", "denver-phoenix") == 9


def test_rule_13_a_loop_counts_whole() -> None:
    assert longest(*SMALL_LOOP) == 6


def test_rule_13_cities_may_come_up_again() -> None:
    assert longest(*SMALL_LOOP, *LARGE_LOOP) == 21


def test_rule_13_a_loop_with_a_tail_counts_whole() -> None:
    assert longest(*SMALL_LOOP, "charleston-miami") == 10


def test_rule_13_a_route_counts_once() -> None:
    # Three tails on a loop: 13 spaces, but a third tail could be left only by walking it twice.
    tails = ("charleston-miami", "atlanta-nashville", "raleigh-washington-1")
    assert longest(*SMALL_LOOP, *tails) == 10


def test_rule_13_two_loops_with_a_bridge_are_walked_one_after_the_other() -> None:
    far = ("dallas-houston-1", "houston-new_orleans", "little_rock-new_orleans")
    loop = (*far, "dallas-little_rock")  # 1 + 2 + 3 + 2 spaces
    assert longest(*SMALL_LOOP, "atlanta-new_orleans-2", *loop) == 6 + 4 + 8


def test_rule_13_nobody_without_a_route_gets_it() -> None:
    result = bare(seats=3).ends()
    assert [s.longest_path for s in result.seats] == [0, 0, 0]
    assert [s.bonuses for s in result.seats] == [{}, {}, {}]
    assert [s.total for s in result.seats] == [0, 0, 0]


def test_rule_13_all_who_are_tied_get_the_bonus_in_full() -> None:
    at = bare(seats=4).owns(0, "denver-omaha").owns(1, "denver-helena").owns(2, "atlanta-nashville")
    result = at.ends()
    assert [s.bonuses for s in result.seats] == [{"longest path": 10}] * 2 + [{}, {}]
    assert [s.total for s in result.seats] == [17, 17, 1, 0]


def test_rule_13_usa_has_no_bonus_for_most_tickets() -> None:
    at = bare().owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    assert at.ends().seats[0].bonuses == {"longest path": 10}


def most_tickets(folder: Path) -> str:
    return variant(folder, {"bonuses.most_tickets": "15", "bonuses.longest_path": "0"})


def test_rule_13_the_bonus_for_most_completed_tickets(tmp_path: Path) -> None:
    at = bare(seats=3, game=most_tickets(tmp_path))
    at.owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    at.owns(1, "duluth-omaha-1").with_tickets(1, "boston-miami", "toronto-miami")
    result = at.ends()
    assert [s.bonuses for s in result.seats] == [{"most tickets": 15}, {}, {}]
    assert [s.total for s in result.seats] == [4 + 4 + 15, 2 - 12 - 10, 0]


def test_rule_13_goes_to_nobody_when_none_was_completed(tmp_path: Path) -> None:
    at = bare(seats=3, game=most_tickets(tmp_path)).with_tickets(1, "boston-miami")
    assert [s.bonuses for s in at.ends().seats] == [{}, {}, {}]


def test_rule_13_all_who_completed_most_get_it_in_full(tmp_path: Path) -> None:
    at = bare(seats=3, game=most_tickets(tmp_path))
    at.owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    at.owns(1, "kansas_city-oklahoma_city-1", "dallas-oklahoma_city-1", "dallas-houston-1")
    at.with_tickets(1, "kansas_city-houston", "boston-miami")
    result = at.ends()
    assert [s.bonuses for s in result.seats] == [{"most tickets": 15}] * 2 + [{}]


def standings(result: bl.Result) -> tuple[list[int], list[int], tuple[int, ...], str]:
    totals = [s.total for s in result.seats]
    return totals, [s.rank for s in result.seats], result.winners, result.decided_by


def test_rule_14_most_points_win() -> None:
    result = bare().owns(0, "denver-omaha").owns(1, "atlanta-miami").ends()
    assert standings(result) == ([7, 20], [2, 1], (1,), "points")


def test_rule_14_points_come_before_tickets_and_path() -> None:
    # Seat 0 completed a ticket and holds the longest path; seat 1 just has more points.
    at = bare().owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    at.owns(1, "duluth-sault_st_marie", "chicago-pittsburgh-1", "denver-salt_lake_city-1")
    at.owns(1, "los_angeles-san_francisco-1", "little_rock-nashville")
    assert standings(at.ends()) == ([18, 20], [2, 1], (1,), "points")


def test_rule_14_then_most_completed_tickets() -> None:
    # Both have four spaces in a row and 8 points: seat 0 by a ticket, seat 1 by routes alone.
    at = bare().owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    at.owns(1, "denver-omaha", "atlanta-nashville")
    assert standings(at.ends()) == ([18, 18], [1, 2], (0,), "tickets")


def test_rule_14_tickets_are_counted_not_weighed() -> None:
    # Two tickets for 4 and 5 points beat one for 10, with 33 points on either side.
    at = bare().owns(0, "denver-santa_fe", "el_paso-santa_fe", "kansas_city-oklahoma_city-1")
    at.owns(0, "dallas-oklahoma_city-1", "dallas-houston-1", "atlanta-miami", "atlanta-nashville")
    at.owns(0, "chicago-duluth").with_tickets(0, "denver-el_paso", "kansas_city-houston")
    at.owns(1, "pittsburgh-toronto", "pittsburgh-raleigh", "charleston-raleigh")
    at.owns(1, "charleston-miami").with_tickets(1, "toronto-miami")
    assert standings(at.ends()) == ([33, 33], [1, 2], (0,), "tickets")


def test_rule_14_failed_tickets_break_no_tie() -> None:
    # Seat 0 failed a ticket, but completed as many as seat 1, none: the path decides for it.
    at = bare().owns(0, "atlanta-miami", "charleston-miami").with_tickets(0, "denver-el_paso")
    at.owns(1, "denver-omaha", "calgary-seattle", "duluth-winnipeg", "dallas-little_rock")
    assert standings(at.ends()) == ([23, 23], [1, 2], (0,), "longest path")


def test_rule_14_then_holding_the_longest_path_bonus() -> None:
    # Five spaces and the bonus against 4, 4, 3 and 2 spaces that do not meet.
    at = bare().owns(0, "atlanta-miami")
    at.owns(1, "denver-omaha", "calgary-seattle", "chicago-duluth", "dallas-little_rock")
    assert standings(at.ends()) == ([20, 20], [1, 2], (0,), "longest path")


def test_rule_14_still_tied_the_win_is_shared() -> None:
    at = bare().owns(0, "denver-omaha").owns(1, "denver-helena")
    assert standings(at.ends()) == ([17, 17], [1, 1], (0, 1), "shared")


def test_rule_14_where_the_game_has_no_longest_path_it_breaks_no_tie(tmp_path: Path) -> None:
    at = bare(game=most_tickets(tmp_path)).owns(0, "denver-omaha", "denver-helena")
    at.owns(1, "calgary-helena", "duluth-winnipeg")
    assert standings(at.ends()) == ([14, 14], [1, 1], (0, 1), "shared")


def test_rule_14_a_shared_win_leaves_out_those_behind() -> None:
    at = bare(seats=3).owns(0, "denver-omaha").owns(2, "denver-helena")
    assert standings(at.ends()) == ([17, 0, 17], [1, 3, 1], (0, 2), "shared")


def test_rule_14_the_others_are_ranked_in_the_same_way() -> None:
    at = bare(seats=5).owns(0, "duluth-helena")
    at.owns(1, "denver-omaha", "atlanta-nashville")
    at.owns(2, "denver-santa_fe", "el_paso-santa_fe").with_tickets(2, "denver-el_paso")
    at.owns(3, "denver-helena", "portland-seattle-1")
    totals, ranks, winners, decided_by = standings(at.ends())
    assert totals == [25, 8, 8, 8, 0]
    # The ticket puts seat 2 ahead; nothing separates seats 1 and 3, so nobody is fourth.
    assert ranks == [1, 3, 2, 3, 5]
    assert (winners, decided_by) == ((0,), "points")


def test_rule_14_what_decided_is_the_last_thing_that_had_to_be_compared() -> None:
    # Seat 2 is behind by points; between the first two only the ticket decides.
    at = bare(seats=3)
    at.owns(0, "denver-santa_fe", "el_paso-santa_fe").with_tickets(0, "denver-el_paso")
    at.owns(1, "denver-omaha", "atlanta-nashville").owns(2, "dallas-houston-1")
    assert standings(at.ends()) == ([18, 18, 1], [1, 2, 3], (0,), "tickets")


def test_rule_15_scores_may_be_negative() -> None:
    at = bare().with_tickets(0, "seattle-new_york", "los_angeles-new_york").owns(1, "denver-omaha")
    result = at.ends()
    assert result.seats[0].total == -43
    assert result.winners == (1,)


def test_rule_15_the_highest_of_negative_scores_wins() -> None:
    at = bare().with_tickets(0, "seattle-new_york").with_tickets(1, "denver-el_paso")
    assert standings(at.ends()) == ([-22, -4], [2, 1], (1,), "points")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_rule_15_a_recount_from_the_board_always_gives_the_running_score(seats: int) -> None:
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    for number in range(5):
        game = bl.new_game("usa", seats, seed=15, number=number)
        lengths = {t.id: t.length for t in game.board.tracks}
        while not game.is_over:
            legal = game.legal_actions()
            game.push(legal[(7 * len(game.history)) % len(legal)])
            view = game.view(None)
            for player in view.players:
                own = [lengths[t] for t, owner in view.owners.items() if owner == player.seat]
                assert player.points == sum(points[length] for length in own)
        for seat in game.result().seats:
            bonus = sum(seat.bonuses.values())
            assert seat.total == seat.routes + seat.ticket_points + bonus
