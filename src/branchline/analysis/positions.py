"""Positions: a moment of a recorded game, and whose decision it is, restored exactly."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.analysis.course import Knowledge, recalls
from branchline.errors import BranchlineError
from branchline.game.game import Game
from branchline.game.known import known_state
from branchline.game.memory import Memory
from branchline.game.record import Record
from branchline.game.replay import replay
from branchline.plain import Json
from branchline.text.catalogue import stored
from branchline.text.describe import move


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """How a game stood after some steps of its record, and the seat that had to decide."""

    record: Record
    step: int
    """How many actions had been taken."""
    seat: int
    board: str | None = None
    """The folder of a board of one's own."""

    def game(self) -> Game:
        """Return the game as it stood then: a new one each time."""
        return replay(self.record, self.board, self.step)

    def knowledge(self, game: Game) -> Knowledge:
        """Return what the seat knew: its view, and what it could remember of the tracks."""
        if not recalls(game.board):
            return Knowledge(game.board, game.known(self.seat), self.seat)
        memory = Memory()
        memory.observe(game.seen_by(self.seat))
        _, knowns = known_state(game.view(self.seat), memory)
        return Knowledge(game.board, knowns, self.seat)

    def shown(self) -> Json:
        """Return what a solver may see, as plain data: what the seat saw, and could do."""
        game = self.game()
        return {
            "game": game.board.id,
            "seats": game.seats,
            "options": dict(game.options),
            "players": list(self.record.header["players"]),
            "step": self.step,
            "turn": game.turn,
            "seat": self.seat,
            "view": game.view(self.seat).to_json(),
            "seen": game.seen_by(self.seat),
            "legal": [
                {"move": one.move.to_json(), "text": stored(move(game.board, one))}
                for one in game.legal_actions(self.seat)
            ],
        }


def restore(record: Record, step: int, board: str | None = None) -> DecisionPoint:
    """Return the position before a step of a record, for the seat that took it.

    >>> import branchline as bl
    >>> run = bl.simulate("usa", ["path", "path"], games=1, record=True)
    >>> record = bl.parse_record(next(iter(run)).record)
    >>> position = restore(record, 20)
    >>> len(position.game().history), position.seat == record.actions[20]["seat"]
    (20, True)
    """
    if type(step) is not int or not 0 <= step < len(record.actions):
        most = len(record.actions) - 1
        raise BranchlineError("analysis.noStep", most=str(most), given=repr(step)[:40])
    return DecisionPoint(record, step, record.actions[step]["seat"], board)
