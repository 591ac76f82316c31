"""Replaying a record: the game again, action by action, and every outcome compared."""

from __future__ import annotations

import json

from branchline.board import games
from branchline.errors import BranchlineError
from branchline.game.game import Game, new_game
from branchline.game.record import Record, in_json, line_of
from branchline.plain import Json


def start_of(record: Record, board: str | None = None) -> Game:
    """Return the game of a record at its beginning.

    A record names its game by id. If the board is one that a user made, say which: a record from
    elsewhere must not choose what is read from this machine.
    """
    head = record.header
    try:
        if board is None and head["game"] not in games():
            raise BranchlineError("record.noGame", name=head["game"][:80])
        key = bytes.fromhex(head["key"])
        game = new_game(board or head["game"], head["seats"], key=key, options=head["options"])
        if game.board.id != head["game"]:
            raise BranchlineError("record.otherGame", name=head["game"][:80], board=game.board.id)
        return game
    except BranchlineError as problem:
        raise BranchlineError("record.inLine", line=1, problem=problem.said) from None


def replay(record: Record, board: str | None = None, steps: int | None = None) -> Game:
    """Return the game of a record after its last action, or after so many of them.

    Its outcomes are not compared.
    """
    game = start_of(record, board)
    for number, line in enumerate(record.actions[:steps], 3):
        _step(game, number, line)
    return game


def _step(game: Game, number: int, line: Json) -> None:
    try:
        seat = line["seat"]
        if game.is_over:
            raise BranchlineError("record.goesOn")
        if seat not in game.to_act:
            raise BranchlineError("record.notToAct", seat=seat)
        game.push(game.action_of(line["action"], seat), seat)
    except BranchlineError as problem:
        raise BranchlineError("record.inLine", line=number, problem=problem.said) from None


def verify(record: Record, board: str | None = None) -> Game:
    """Replay a record and compare every outcome; return the game, or say where it differs.

    For a game on a board of one's own give the folder of the board.

    >>> import branchline as bl
    >>> record = bl.new_game("usa", seats=2, seed=7).record()
    >>> bl.verify(record).phase
    'first tickets'
    """
    game = start_of(record, board)
    _compare(2, record.opening, in_json(game.opening))
    for number, line in enumerate(record.actions, 3):
        _step(game, number, line)
        again = line_of(*game.history[-1])
        _compare(number, line["events"], again["events"])
        if line["text"] != again["text"]:
            raise BranchlineError("record.text", line=number, text=repr(again["text"]))
    number = len(record.actions) + 3
    if game.is_over != (record.result is not None):
        wrong = "record.noResult" if game.is_over else "record.earlyResult"
        raise BranchlineError(wrong, line=number)
    if record.result is not None and not _same(record.result, game.result().to_json()):
        raise BranchlineError("record.otherResult", line=number)
    return game


def _same(written: object, found: object) -> bool:
    """Compare as JSON: to Python, 1, 1.0 and True are equal."""
    return json.dumps(written, sort_keys=True) == json.dumps(found, sort_keys=True)


def _compare(number: int, written: list[Json], found: list[Json]) -> None:
    for i in range(max(len(written), len(found))):
        if i >= len(found):
            raise BranchlineError("record.notHappened", line=number, event=i + 1)
        if i >= len(written):
            raise BranchlineError(
                "record.eventMissing", line=number, event=i + 1, name=found[i]["event"]
            )
        if not _same(written[i], found[i]):
            right = json.dumps(found[i], ensure_ascii=False)
            raise BranchlineError("record.shouldBe", line=number, event=i + 1, right=right)
