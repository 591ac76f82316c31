"""The compiled player of The Card Game: its strength, its short menu, its reasons, its honesty."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import branchline as bl
from branchline.bots import Clock, make_bot
from branchline.bots.dispatcher import Dispatcher
from branchline.bots.greedy import YardBot
from branchline.bots.policy import PolicyBot
from branchline.bots.reasons import sentence
from branchline.game.keys import stream
from branchline.game.known import imagine_state, known_state
from branchline.policy import mind as m
from branchline.policy import playouts as playout
from branchline.policy.board.candidates import MOST
from branchline.policy.weights import make_mind, weights_of
from branchline.rules import engine
from branchline.rules import state as st
from tests.play import GAMES, begin
from tests.scale import scaled

from . import plain_greedy


def planner_against(opponent: str, seats: int, deals: int) -> float:
    """The planner's share of wins, from every seat of the same deals."""
    won = 0.0
    for number in range(deals):
        for at in range(seats):
            game = bl.new_game("card_game", seats, 8, number=number)
            bots = [make_bot(opponent, game.board, stream(bytes([i]) * 32)) for i in range(seats)]
            bots[at] = PolicyBot("planner")
            while not game.is_over:
                seat = game.to_act[0]
                legal = game.legal_actions(seat)
                game.push(bots[seat].choose(game.view(seat), legal, Clock()), seat)
                assert len(game.history) < 2000
            winners = game.result().winners
            won += (at in winners) / len(winners) / (deals * seats)
    return won


@pytest.mark.parametrize(("seats", "least"), [(2, 0.8), (3, 0.6), (4, 0.5)])
def test_the_planner_beats_the_simple_player(seats: int, least: float) -> None:
    """Against nothing but simple players it wins far more than its share; the deals are fixed."""
    assert planner_against("greedy", seats, scaled(12, 24) // seats) >= least


def test_the_simple_player_is_no_straw_man() -> None:
    """It beats random play, so that beating it means something."""
    won = 0
    for number in range(8):
        game = bl.new_game("card_game", 2, 8, number=number)
        bots = [YardBot(), make_bot("random", game.board, stream(bytes(32)))]
        while not game.is_over:
            seat = game.to_act[0]
            legal = game.legal_actions(seat)
            game.push(bots[seat].choose(game.view(seat), legal, Clock()), seat)
        won += game.result().winners == (0,)
    assert won >= 7


@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith("card_game")])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_simple_player_is_what_its_plain_definition_says(game: str, seats: int) -> None:
    """In its own games, where most is alike, and in those of chance, where much is odd."""
    bot = YardBot()
    for seed in range(scaled(3, 30)):
        chooser = random.Random(seed)
        at_table = begin(game, seats, seed)
        while not at_table.is_over:
            seat = at_table.to_act[0]
            view, legal = at_table.view(seat), at_table.legal_actions(seat)
            chosen = bot.choose(view, legal, Clock())
            assert chosen == plain_greedy.decide(view, legal)
            at_table.push(chooser.choice(legal) if seed % 2 else chosen, seat)


def decisions(seats: int, games: int = 4) -> Iterator[tuple[bl.Game, int]]:
    """Every decision of some games between planners: the game as it stands, and the seat."""
    for number in range(games):
        game = bl.new_game("card_game", seats, 6, number=number)
        bots = [PolicyBot("planner") for _ in range(seats)]
        while not game.is_over:
            seat = game.to_act[0]
            yield game, seat
            legal = game.legal_actions(seat)
            game.push(bots[seat].choose(game.view(seat), legal, Clock()), seat)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_short_menu_is_legal_and_begins_with_the_own_choice(seats: int) -> None:
    engine.compile_rules()
    menu = np.zeros(1, st.MENU_DTYPE)
    longest = 0
    for game, seat in decisions(seats):
        board, states = known_state(game.view(seat))
        mind = make_mind(weights_of("planner", board.record[0], seats))
        own = playout.decide(board.record, states, seat, mind, menu)
        kept = np.zeros(2 * MOST, np.int16)
        n = playout.shortlist(board.record, states, seat, mind, menu, kept)
        short = kept[:n].tolist()
        assert short[0] == own
        assert len(set(short)) == n <= MOST
        assert set(short) <= {action.id for action in game.legal_actions(seat)}
        longest = max(longest, n)
        if game.phase in ("first tickets", "tickets"):
            assert n >= 8
    assert longest >= 10


@pytest.mark.parametrize("recalls", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_that_cannot_be_told_apart_get_the_same_choice(seats: int, recalls: bool) -> None:
    """Other hands, tickets and decks differ, and so do all tracks, the own one too (rule 35).

    Whoever remembers what moved to the tracks can tell worlds apart in which they differ.
    """
    engine.compile_rules()
    menu = np.zeros(1, st.MENU_DTYPE)
    hidden = 0
    for game, seat in decisions(seats, 2):
        view = game.view(seat)
        memory = None
        if recalls:
            memory = bl.Memory()
            memory.observe(game.seen_by(seat))
        board, known = known_state(view, memory)
        mind = make_mind(weights_of("planner", board.record[0], seats, recalls=recalls))
        worlds = [imagine_state(view, stream(bytes([i]) * 32), memory)[1] for i in range(3)]
        choices = {
            playout.decide(board.record, states.copy(), seat, mind, menu)
            for states in (game._states, known, *worlds)
        }
        assert len(choices) == 1
        hidden += len({tuple(world[0]["track"][seat].tolist()) for world in worlds}) > 1
    assert hidden == 0 if recalls else hidden > 50


def test_who_remembers_plays_otherwise() -> None:
    """In real positions, told by nothing but the tracks."""
    menu = np.zeros(1, st.MENU_DTYPE)
    differ = 0
    for game, seat in decisions(2, 2):
        if game.phase != "turn":
            continue
        states = game._states.copy()
        mind = make_mind(weights_of("planner", game.board.record[0], 2, recalls=True))
        chosen = playout.decide(game.board.record, states, seat, mind, menu)
        states[0]["track"][seat] = np.roll(states[0]["track"][seat][: st.KINDS], 3)
        differ += playout.decide(game.board.record, states, seat, mind, menu) != chosen
    assert differ > 3


def test_the_dispatcher_remembers_what_it_was_told() -> None:
    """And forgets it if it was not told all of it: then it plays as if it had no memory."""
    game = bl.new_game("card_game", 2, 6)
    bots = [PolicyBot("planner"), PolicyBot("planner")]
    while len(game.history) < 60:
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        game.push(bots[seat].choose(game.view(seat), legal, Clock()), seat)
    seat = game.to_act[0]
    bot = Dispatcher(stream(bytes(32)))
    bot.observe(game.seen_by(seat, since=40))
    bot.choose(game.view(seat), game.legal_actions(seat), Clock(playouts=50))
    assert bot.planner.recalls is False
    bot.observe(game.seen_by(seat))
    bot.choose(game.view(seat), game.legal_actions(seat), Clock(playouts=50))
    assert bot.planner.recalls is True


def test_every_reason_has_a_sentence_of_its_own() -> None:
    board = bl.load_board("card_game")
    view = begin("card_game", 2, 1).view(0)
    mind = make_mind({})
    reasons = (
        *(m.R_FEED, m.R_NO_ROOM, m.R_MORE_TICKETS, m.R_FREE_LOOK, m.R_LAY, m.R_LAY_SPARE),
        *(m.R_ROB, m.R_TRIO, m.R_DRAW_FOR, m.R_GATHER, m.R_DRAW_BLIND, m.R_LOCOMOTIVE),
        *(m.R_STOP, m.R_COMPLETE, m.R_NO_CHOICE),
    )
    mind["goals"] = 1 << 7
    mind["what"] = 3
    said = set()
    for reason in reasons:
        mind["reason"] = reason
        said.add(sentence(board, view, mind[0]))
    assert len(said) == len(reasons)
    assert all(line[0].isupper() and line.endswith(".") for line in said)
    assert not any("train" in line for line in said)


def test_it_says_what_a_choice_is_good_for() -> None:
    """Whole games of explanations: each kind of decision has one that fits it."""
    said: dict[str, set[str]] = {}
    for number in range(6):
        game = bl.new_game("card_game", 2, 6, number=number)
        bots = [PolicyBot("planner") for _ in range(2)]
        while not game.is_over:
            seat = game.to_act[0]
            action = bots[seat].choose(game.view(seat), game.legal_actions(seat), Clock())
            said.setdefault(type(action.move).__name__, set()).add(bots[seat].explain())
            game.push(action, seat)
    assert any("robs" in line for line in said["Lay"])
    assert any("asks for" in line for line in said["Lay"])
    assert any("asks for" in line for line in said["Draw"])
    assert any("deck" in line for line in said["Draw"])
    assert any("track" in line for line in said["DrawTickets"])
    assert any("tickets" in line for line in said["Keep"])
    assert said["CompleteBest"] == {"No other set of tickets is worth more."}
    for lines in said.values():
        assert "There was nothing else to do." not in lines


def test_the_last_turn_is_for_a_look_at_tickets() -> None:
    """Rows laid in the last round never arrive; new tickets need not be kept."""
    looked = 0
    for game, seat in decisions(2, 3):
        if game.phase != "turn" or game.view(seat).turns_left is None:
            continue
        bot = PolicyBot("planner")
        chosen = bot.choose(game.view(seat), game.legal_actions(seat), Clock())
        assert isinstance(chosen.move, bl.DrawTickets) or "robs" in bot.explain()
        looked += isinstance(chosen.move, bl.DrawTickets)
    assert looked >= 3
