"""A registry with one table and no storage, and deals that a viewer cannot tell from the real one.

The key of a table says which deal it has: whose other world, if any, from which scene.
"""

import contextlib
import copy
import random
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from functools import cache, partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

import branchline as bl
from branchline.server.metrics import Metrics
from branchline.server.protocol.problems import RequestRefused
from branchline.server.settings import Settings
from branchline.server.storage.store import Entry, TableRow
from branchline.server.tables import lobby, replays, table
from branchline.server.tables.loaded_table import LoadedTable
from branchline.server.tables.registry import Draft
from branchline.server.tables.seats import Setup
from branchline.server.tables.table import Table

from ..play import kind
from ..secrecy.worlds import Viewer, foresee, redealt

LIKE = 6
"""How many cards and tickets come as in the real deal, where those are kept."""
deal = partial(bl.new_game, key=bytes(32), options={"starts": 0})


def real_key(left: int = 0) -> bytes:
    """The key of a real table: at the deal, or with so many decisions left."""
    return bytes([0, left]) + bytes(30)


def key_of(viewer: Viewer, like: bool, left: int = 0) -> bytes:
    """The key of a viewer's other world; if like, with the next cards and tickets of the real."""
    return bytes([1 if viewer is None else viewer + 2, left, like]) + bytes(29)


def dealt(game: str, seats: int, *, key: bytes, options: dict[str, Any]) -> bl.Game:
    """The real deal, or for a viewer's key one that this viewer cannot tell from it."""
    found = _dealt(game, seats, key[:3])
    made = bl.Game(found.board, dict(found.options), found._states.copy())
    made.opening = found.opening
    if key[0]:
        others.add(made)
    return made


@cache
def _dealt(game: str, seats: int, key: bytes) -> bl.Game:
    who, left, like = key
    if not who:
        return _ending(game, seats, left) if left else deal(game, seats)
    real = _dealt(game, seats, bytes([0, left, 0]))
    viewer = None if who == 1 else who - 2
    other = redealt(real, viewer, 5)
    other.opening = real.opening
    if like:
        _come_alike(real, other, viewer)
    return other


def _ending(name: str, seats: int, left: int) -> bl.Game:
    """A game shortly before its end, with nothing to take back."""
    game, chooser, before = deal(name, seats), random.Random(1), []
    opening = game.opening
    while not game.is_over:
        before.append(game._states.copy())
        seat = game.to_act[0]
        legal = game.legal_actions(seat)
        wanted = [action for action in legal if kind(action) in ("claim", "lay", "best")]
        game.push(chooser.choice(wanted or legal), seat)
    last = bl.Game(game.board, dict(game.options), before[-left])
    last.opening = opening
    return last


def _come_alike(real: bl.Game, other: bl.Game, viewer: Viewer) -> None:
    """Let the next cards and tickets be the real ones; what others hold is different still."""
    s, cards = other._states[0], int(other._states[0]["deck_n"])
    for place in range(min(LIKE, cards)):
        s["deck_n"] = cards - place
        foresee(real, other, viewer)
    s["deck_n"] = cards
    places = len(s["ticket_deck"])
    for i in range(min(LIKE, int(s["ticket_n"]))):
        at = (int(s["ticket_top"]) + i) % places
        want, have = int(real._states[0]["ticket_deck"][at]), int(s["ticket_deck"][at])
        _change_places(s, at, want, have, viewer)


def _change_places(s: Any, at: int, want: int, have: int, viewer: Viewer) -> None:
    for other_at in range(len(s["ticket_deck"])):
        lies = (other_at - int(s["ticket_top"])) % len(s["ticket_deck"]) < int(s["ticket_n"])
        if lies and int(s["ticket_deck"][other_at]) == want:
            s["ticket_deck"][other_at], s["ticket_deck"][at] = have, want
            return
    for seat in range(len(s["offer_n"])):
        for i in range(int(s["offer_n"][seat])):
            if seat != viewer and int(s["offer"][seat][i]) == want:
                s["offer"][seat][i], s["ticket_deck"][at] = have, want
                return
        bit = type(s["held"][seat])(1 << want)
        if seat != viewer and s["held"][seat] & bit:
            s["held"][seat] ^= bit | type(bit)(1 << have)
            s["ticket_deck"][at] = want
            return


others: "weakref.WeakSet[bl.Game]" = weakref.WeakSet()
numbers: dict[str, int] = {}
"""The number of a decision at the real table: the tickets it names may be others elsewhere."""
read_move = bl.Game.action_of


def action_of(game: bl.Game, move: dict[str, Any], seat: int | None = None) -> bl.Action:
    """The decision of that number, whichever tickets it is about in this world."""
    name = f"{seat} {move}"
    if game in others:
        return game.action(numbers[name], seat)
    action = read_move(game, move, seat)
    numbers[name] = action.id
    return action


@pytest.fixture
def worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal by these keys; a secret is stored as its first letter, and nothing else is by chance."""
    monkeypatch.setattr(table, "new_game", dealt)
    monkeypatch.setattr(replays, "new_game", dealt)
    monkeypatch.setattr(replays, "_SLICE", 0)
    monkeypatch.setattr(bl.Game, "action_of", action_of)
    monkeypatch.setattr(table, "commitment", lambda key: "0" * 64)  # a viewer knows only that
    monkeypatch.setattr(lobby, "hashed", lambda secret: secret[0])
    monkeypatch.setattr(lobby, "new_id", lambda: "made")
    monkeypatch.setattr(lobby, "new_invite", lambda: "another")
    monkeypatch.setattr(lobby, "new_key", lambda: bytes(3) + b"\1" + bytes(28))


class Desk:
    """A registry with one table and no storage."""

    settings = Settings()
    metrics = Metrics()

    def __init__(self, setup: Setup, entries: Sequence[Entry], key: bytes) -> None:
        row = TableRow("t", None, 0, 0, None, "", setup.listed, 0, key, setup.to_json(), {})
        with patch.object(Setup, "of", return_value=setup):  # its hashes are letters
            self.opened = LoadedTable(Table.of(row, list(entries)))
        self.thinkers = self.store = self.clock = self
        self.asked: Any = None
        self.made: LoadedTable | None = None

    @contextlib.asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[LoadedTable]:
        yield self.opened

    async def retrying(self, work: Callable[[], Any]) -> Any:
        return await work()

    async def commit(
        self,
        opened: LoadedTable,
        drafts: Sequence[Draft],
        answer: Callable[[int], None] = lambda seq: None,
        **_: Any,
    ) -> None:
        for draft in drafts:
            seq = opened.table.seq + 1
            entry = Entry(seq, float(seq), draft.kind, draft.seat, draft.client_id, draft.body)
            opened.table.apply(entry)
        answer(opened.table.seq)

    def check_room_for_bots(self, owner: Any) -> None:
        """There is always room."""

    async def choose(self, task: Any, *_: Any, **__: Any) -> Any:
        """A bot's advice follows from what it is given; that is what is compared."""
        self.asked = (task.view.to_json(), [action.id for action in task.legal])
        return SimpleNamespace(action=task.legal[0].id, why="")

    def now(self) -> float:
        return 0.0

    async def unfinished(self) -> int:
        return 0

    async def create(self, row: TableRow, entries: Sequence[Entry], holders: Sequence[str]) -> str:
        return row.id

    async def adopt(self, made: Table) -> LoadedTable:
        self.made = LoadedTable(made)
        return self.made

    async def respond(self, *_: Any, **__: Any) -> str:
        """A record is answered."""
        return "a record"

    def at_made(self) -> "Desk":
        """The desk of the table that was made here last."""
        assert self.made is not None
        desk = copy.copy(self)
        desk.opened = self.made
        desk.thinkers, desk.made = desk, None
        return desk


async def _at_once(work: Callable[..., Any], *given: Any) -> Any:
    """Do in place what a server does in a thread."""
    return work(*given)


def carried_out(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine that never waits; a refusal is an answer too."""
    try:
        with patch("asyncio.to_thread", _at_once):
            work.send(None)
    except StopIteration as done:
        return done.value
    except RequestRefused as problem:
        return problem.to_json()
    raise AssertionError("it waited")
