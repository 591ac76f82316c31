"""The course of a recorded game: checked against its rules, with the state at every moment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from branchline.board import Board
from branchline.errors import BranchlineError
from branchline.game.actions import Action, Catalogue
from branchline.game.game import Game
from branchline.game.options import option_bits
from branchline.game.record import Record
from branchline.game.replay import verify
from branchline.rules import engine
from branchline.rules import state as st


@dataclass(frozen=True, slots=True)
class DecidedStep:
    """One action of a game: number ``number`` of all, counted from 0."""

    number: int
    turn: int
    seat: int
    action: Action
    is_chance: bool
    """Whether something came of it that nobody could know: cards or tickets left a deck."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knew when it had to decide something, and nothing else."""

    board: Board
    knowns: st.States
    seat: int

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return int(self.knowns["seats"][0])

    @property
    def recalls(self) -> bool:
        """Whether cards on the tracks are remembered."""
        return recalls(self.board)

    def legal(self) -> NDArray[np.int16]:
        """Return what the seat could do."""
        menus = np.zeros(1, st.MENU_DTYPE)
        n = engine.legal(self.board.record, self.knowns, self.seat, menus)
        found: NDArray[np.int16] = menus["ids"][0, :n].copy()
        return found

    def action(self, id: int) -> Action:
        """Return an action as it read then."""
        known = self.knowns[0]
        offer = known["offer"][self.seat, : known["offer_n"][self.seat]].tolist()
        return catalogue_of(self.board).of(id, known["market"].tolist(), offer)


@dataclass(frozen=True, slots=True)
class Question(Knowledge):
    """A decision as its seat had to take it: what it could know, and what it chose."""

    step: DecidedStep


@cache
def catalogue_of(board: Board) -> Catalogue:
    """Return the actions of a board."""
    return Catalogue(board)


def recalls(board: Board) -> bool:
    """Whether there is something to remember that no view shows: cards laid on tracks."""
    return bool(board.record[0]["yard"])


class Replayed:
    """A finished game, replayed: ``states[i]`` is how it stood before step i."""

    def __init__(self, record: Record, board: str | None = None) -> None:
        self.record = record
        self.game: Game = verify(record, board)
        if not self.game.is_over:
            raise BranchlineError("analysis.notOver")
        self.board: Board = self.game.board
        self.seats = self.game.seats
        self.options = self.game.options
        self.states: st.States = np.zeros(len(self.game.history) + 1, st.STATE_DTYPE)
        self.steps = self._replay()

    def _replay(self) -> tuple[DecidedStep, ...]:
        states, menus = self.states, np.zeros(1, st.MENU_DTYPE)
        states[0]["chance"]["key"] = np.frombuffer(self.game.key, "<u4")
        engine.set_up(
            self.board.record, states[:1], self.seats, self.starts, self.option_bits, st.SILENT
        )
        steps = []
        for i, (seat, action, _) in enumerate(self.game.history):
            states[i + 1] = states[i]
            turn = int(states[i]["turn"])
            after = states[i + 1 : i + 2]
            engine.apply(self.board.record, after, seat, action.id, menus, st.SILENT)
            steps.append(DecidedStep(i, turn, seat, action, _used_chance(states[i], states[i + 1])))
        return tuple(steps)

    @property
    def starts(self) -> int:
        """The seat that was made to start, or -1."""
        return int(self.options.get("starts", -1))

    @property
    def option_bits(self) -> int:
        """The options that are on, as the rules take them."""
        return option_bits(self.options)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """What part of the win each seat had in the end."""
        winners = self.game.result().winners
        return tuple(1 / len(winners) if i in winners else 0.0 for i in range(self.seats))

    def at(self, number: int) -> st.States:
        """Return the state before a step, as the rules take it."""
        return self.states[number : number + 1]

    def question(self, number: int) -> Question:
        """Return the decision of a step, with what its seat could know and nothing else.

        That is what its view told it, and what it could remember of the cards on the tracks.
        """
        step = self.steps[number]
        knowns: st.States = np.zeros(1, st.STATE_DTYPE)
        open_track = bool(self.options.get("open_track"))
        engine.know(self.board.record, self.at(number), step.seat, open_track, knowns)
        if recalls(self.board):
            engine.recall_tracks(self.at(number), step.seat, knowns)
        return Question(self.board, knowns, step.seat, step)


def _used_chance(before: st.State, after: st.State) -> bool:
    """Tell whether a card or a ticket left a deck, or something was shuffled."""
    numbers = any(before[field] != after[field] for field in ("deck_n", "ticket_top"))
    drawn = any(before["chance"][field] != after["chance"][field] for field in ("counter", "used"))
    return bool(numbers or drawn)
