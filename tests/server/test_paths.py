"""The path of a completed ticket: over own tracks, from one end to the other, and no longer."""

import pytest

import branchline as bl
from branchline.arena.run import Run, play
from branchline.board import Board, Ticket
from branchline.server.present.paths import paths_of, shortest, ways_over


def walk(board: Board, ticket: Ticket, path: list[str]) -> set[int]:
    """The cities a path leads through, begun at the ticket's start."""
    tracks = {track.id: track for track in board.tracks}
    first = tracks[path[0]]
    here = first.a if first.a in ticket.starts else first.b
    seen = {here}
    for id in path:
        track = tracks[id]
        assert here in (track.a, track.b), f"{id} does not go on from there"
        here = track.b if here == track.a else track.a
        seen.add(here)
    assert here in ticket.ends
    return seen


@pytest.mark.parametrize("game", ["usa", "france", "old_west"])
def test_a_ticket_has_a_path_just_when_it_is_completed(game: str) -> None:
    board = bl.load_board(game)
    tickets = {ticket.id: ticket for ticket in board.tickets}
    found = 0
    run = Run(game, ("path", "path"), seed=5, options={})
    for number in range(3):
        played = play(run, number)
        owners = played.view(None).owners
        for score in played.result().seats:
            done = [t.ticket for t in score.tickets if t.done]
            held = [t.ticket for t in score.tickets]
            paths = paths_of(board, owners, score.seat, held)
            assert sorted(paths) == sorted(done)
            for id, path in paths.items():
                assert {owners[track] for track in path} == {score.seat}
                walk(board, tickets[id], path)
            found += len(paths)
    assert found > 0


def test_the_path_is_the_one_with_the_fewest_spaces() -> None:
    board = bl.load_board("usa")
    ticket = next(t for t in board.tickets if t.id == "denver-el_paso")
    around = ["denver-santa_fe", "el_paso-santa_fe"]
    far = ["denver-phoenix", "el_paso-phoenix"]
    owners = {id: 1 for id in (*around, *far)}
    assert paths_of(board, owners, 1, [ticket.id]) == {ticket.id: around}
    assert paths_of(board, owners, 0, [ticket.id]) == {}
    ways = ways_over(board, {track.id: track.length for track in board.tracks})
    assert shortest(board, ways, ticket) == (4, around)
