"""The public conformance test: whether a board plays as a board must."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from branchline.board import Board, load_board
from branchline.errors import BranchlineError
from branchline.game.game import Game, imagine
from branchline.game.keys import run_key
from branchline.game.options import Options, option_bits
from branchline.game.record import parse_record
from branchline.game.replay import verify
from branchline.rules import engine, laws
from branchline.rules import state as st

_LAWS = {
    laws.CARDS_LOST: "cards were lost or made",
    laws.HAND_MISCOUNTED: "a hand was miscounted",
    laws.MORE_SEEN_THAN_HELD: "more cards are known in a hand than are in it",
    laws.TRAINS_LOST: "trains were lost or made",
    laws.POINTS_MISCOUNTED: "a recount does not give the score",
    laws.TICKET_LOST: "a ticket is nowhere, or in two places",
    laws.TICKETS_MISCOUNTED: "tickets were miscounted",
    laws.TWO_SISTERS: "parallel tracks were taken that exclude each other",
    laws.OPEN_BUT_TAKEN: "a taken track counts as open",
    laws.PILE_OUT_WITH_DISCARDS: "the draw pile is out though there are discards",
    laws.PLACE_EMPTY_WITH_PILE: "a face-up place is empty though there are cards",
    laws.NOTHING_LEGAL: "nobody can do anything, and the game is not over",
    laws.LEGAL_TWICE: "an action is listed twice",
    laws.NO_END: "the game does not end",
    laws.PIECES_LOST: "track pieces were lost or made",
    laws.BED_MISPLACED: "a bed is built, claimed, open or cut off where it cannot be",
    laws.MARKERS_LOST: "markers were lost or made",
    laws.NOT_CONNECTED: "a network does not hang together from its home",
    laws.ALVIN_LOST: "Alvin is where he cannot be",
    laws.YARD_WRONG: "a yard or a track is as it cannot be",
    laws.SPENT_WRONG: "what lies with closed tickets does not pay for them",
}

TASTES: dict[str, dict[int, int]] = {
    "random": {},
    "hoarder": {st.K_DECK: 1, st.K_PLACE: 1, laws.TAKE_LOCOMOTIVE: 1},
    "ticket collector": {st.K_TICKETS: 1},
    "blind": {st.K_DECK: 1},
    "locomotive fancier": {laws.TAKE_LOCOMOTIVE: 2, st.K_DECK: 1, laws.PAY_LOCOMOTIVES: -1},
    "never claims": {st.K_CLAIM: -1, laws.PAY_LOCOMOTIVES: -1},
    "claims first": {st.K_CLAIM: 2, laws.PAY_LOCOMOTIVES: 1},
    "never marks": {st.K_MARK: -1},
    "marks first": {st.K_MARK: 1, st.K_CLAIM: 1, laws.PAY_LOCOMOTIVES: 1},
    "blocks": {laws.BUILD_TO_CUT: 2, st.K_BUILD: 1, st.K_DECK: 1, st.K_CLAIM: -1},
    "builds nothing useful": {laws.BUILD_TO_CUT: -1, st.K_CLAIM: -1, laws.PAY_LOCOMOTIVES: -1},
    "lays first": {st.K_LAY: 1, st.K_LAY_THREE: 1, laws.ROB: 1},
    "never lays": {st.K_LAY: -1, st.K_LAY_THREE: -1, laws.ROB: -1},
    "robs": {laws.ROB: 2, st.K_LAY: 1, st.K_DECK: 1},
    "stalls": {st.K_TICKETS: 1, st.K_DECK: -1, st.K_PLACE: -1, laws.TAKE_LOCOMOTIVE: -1},
    "chases Alvin": {laws.CLAIM_TO_ALVIN: 2, st.K_DECK: 1},
}
"""Players with one idea, as a preference over kinds of action; what is not named has 0."""


def play_by_taste(
    board: Board,
    seats: int,
    taste: str,
    games: int,
    seed: int = 1,
    options: Options | None = None,
    most_actions: int = 100_000,
) -> None:
    """Play games between players of one kind, checking every law before every action."""
    engine.compile_rules()
    liking = np.zeros(laws.CLASSES, np.int8)
    for kind, preference in TASTES[taste].items():
        liking[kind] = preference
    broken = engine.check_games(
        board.record,
        np.zeros(1, st.STATE_DTYPE),
        run_key(seed),
        np.zeros(1, st.CHANCE_DTYPE),
        np.zeros(1, st.MENU_DTYPE),
        st.SILENT,
        liking,
        seats,
        option_bits(options or {}),
        0,
        games,
        most_actions,
    )
    if broken:
        game, law = divmod(broken, 1000)
        played = f"{board.id} {options}" if options else board.id
        raise BranchlineError(
            f"{played}, {seats} seats, {taste}, seed {seed}, game {game}: {_LAWS[law]}"
        )


def check_game(game: Game, rng: np.random.Generator) -> None:
    """Play a game to its end at random through the library, checking what a library promises.

    Legality has one source; undo is exact; a view tells nothing more than an imagined world
    agrees with; the record reads back and verifies.
    """
    where = f"{game.board.id}, {game.seats} seats, key {game.key.hex()}"
    while not game.is_over:
        step = len(game.history)
        seat = int(rng.choice(game.to_act))
        legal = game.legal_actions(seat)
        if step % 10 == 0:
            free = {id for id in range(game.board.n_actions) if not game.why_not(id, seat)}
            if free != {action.id for action in legal}:
                raise BranchlineError(f"{where}, step {step}: why_not and legal_actions differ")
        if step % 7 == 0:
            view = game.view(seat)
            if imagine(view, seed=step).view(seat) != view:
                raise BranchlineError(f"{where}, step {step}: an imagined world looks different")
        action = legal[int(rng.integers(len(legal)))]
        if game.parse(str(action), seat).id != action.id:
            raise BranchlineError(f"{where}, step {step}: {str(action)!r} reads as something else")
        before = game._states.tobytes()
        events = game.push(action, seat)
        if step % 5 == 0:
            game.pop()
            if game._states.tobytes() != before or game.push(action, seat) != events:
                raise BranchlineError(f"{where}, step {step}: undo is not exact")
    verify(parse_record(game.record().dumps()), game.board.source)


def check_board(board: str | Path, games: int = 200) -> Board:
    """Check a board as its author would want it checked; return it, or say what is wrong.

    The files are read and checked; then for every number of seats random and stubborn players
    play games, with every law checked before every action; then a few games are played through
    the library with views, undo and records.

    >>> from branchline.testing import check_board
    >>> check_board("usa", games=20).name
    'USA'
    """
    loaded = load_board(board)
    rng = np.random.default_rng(1)
    for options in all_options(loaded):
        for seats in range(loaded.min_seats, loaded.max_seats + 1):
            for taste in TASTES:
                some = games if taste == "random" else games // 10 + 1
                play_by_taste(loaded, seats, taste, some, options=options)
            check_game(Game.begin(loaded, seats, options, rng.bytes(32)), rng)
    return loaded


def all_options(board: Board) -> list[Options]:
    """Return the options a board can be played with: none, and each by itself."""
    each: list[Options] = [{name: True} for name in board.options if name != "starts"]
    return [{}, *each]
