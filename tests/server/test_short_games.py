"""Every short sequence of requests: nobody is told, or keeps, what their seat may not know.

A model check over tables in memory. Beside the real table every viewer has another one, where all
that is hidden from it is dealt anew. As long as no decision shows the viewer something, everything
it can ask for is the same at both. Once a decision has, it is taken back only if everybody who
held a seat then has agreed: else one has looked, and nobody knows.
"""

import contextlib
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

import branchline as bl
from branchline.server import lobby, replays, table
from branchline.server.asking import ask
from branchline.server.bodies import Fork, Sit
from branchline.server.chairs import Chair, Setup
from branchline.server.hall import Draft
from branchline.server.live import Live, to_bytes
from branchline.server.messages import Act, AskHint, AskOutlook, AskReasons, Consent, TakeBack
from branchline.server.metrics import Metrics
from branchline.server.play import Player
from branchline.server.problems import Refused
from branchline.server.settings import Settings
from branchline.server.store import Entry, Row
from branchline.server.table import Table
from branchline.server.telling import tell_position
from tests.scale import scaled

from ..secrecy.worlds import Viewer, redealt

REAL = bytes(32)
deal = bl.new_game


def key_of(viewer: Viewer) -> bytes:
    """The key of a viewer's other world."""
    return bytes([1 if viewer is None else viewer + 2]) * 32


def dealt(game: str, seats: int, *, key: bytes, options: dict[str, Any]) -> bl.Game:
    """The real deal, or for a viewer's key one that this viewer cannot tell from it."""
    found = _dealt(game, seats, key)
    made = bl.Game(found.board, dict(options), found._states.copy())
    made.opening = found.opening
    if key != REAL:
        others.add(made)
    return made


@cache
def _dealt(game: str, seats: int, key: bytes) -> bl.Game:
    real = deal(game, seats, key=REAL, options={"starts": 0})
    if key == REAL:
        return real
    other = redealt(real, None if key[0] == 1 else key[0] - 2, 5)
    other.opening = real.opening
    return other


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


@pytest.fixture(autouse=True)
def worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "new_game", dealt)
    monkeypatch.setattr(replays, "new_game", dealt)
    monkeypatch.setattr(bl.Game, "action_of", action_of)
    monkeypatch.setattr(table, "commitment", lambda key: "0" * 64)  # a viewer knows only that


class Desk:
    """A hall with one table and no storage."""

    settings = Settings()
    metrics = Metrics()

    def __init__(self, setup: Setup, entries: Sequence[Entry], key: bytes = REAL) -> None:
        row = Row("t", None, 0, 0, None, "", setup.listed, 0, key, setup.to_json(), {})
        self.live = Live(Table.of(row, list(entries)))
        self.thinkers = self
        self.asked: Any = None

    @contextlib.asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Live]:
        yield self.live

    async def retrying(self, work: Callable[[], Any]) -> Any:
        return await work()

    async def commit(
        self,
        live: Live,
        drafts: Sequence[Draft],
        answer: Callable[[int], None] = lambda seq: None,
        **_: Any,
    ) -> None:
        for draft in drafts:
            seq = live.table.seq + 1
            entry = Entry(seq, float(seq), draft.kind, draft.seat, draft.client_id, draft.body)
            live.table.apply(entry)
        answer(live.table.seq)

    def check_room_for_bots(self, owner: Any) -> None:
        """There is always room."""

    async def choose(self, task: Any, *_: Any, **__: Any) -> Any:
        """A bot's advice follows from what it is given; that is what is compared."""
        self.asked = (task.view.to_json(), [action.id for action in task.legal])
        return SimpleNamespace(action=task.legal[0].id, why="")


def carried_out(work: Coroutine[Any, Any, Any]) -> Any:
    """Do what never waits; a refusal is an answer too."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    except Refused as problem:
        return problem.to_json()
    raise AssertionError("it waited")


@dataclass(frozen=True)
class Node:
    """A table after some requests, and what its viewers may have learned."""

    entries: tuple[Entry, ...]
    learned: tuple[tuple[Viewer, int], ...] = ()
    """The decision at which a viewer's other world parted from the real one."""
    told: tuple[str, ...] = ()
    """The requests that led here."""


Request = Callable[[Any], Coroutine[Any, Any, Any]]


def _lobby(work: Callable[..., Coroutine[Any, Any, Any]], *details: Any) -> Request:
    return lambda hall: work(hall, "t", *details)


@dataclass
class Search:
    """Goes through the sequences, the short ones first."""

    secrets: tuple[str, ...]
    """Who holds which seat."""
    game: str = "usa"
    nodes: int = 0
    parted: int = 0
    undone: int = 0
    refused: int = 0
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.secrets)
        options = bl.new_game(self.game, n, seed=1, options={"starts": 0}).options
        self.setup = Setup(
            self.game, n, dict(options), "", True, "live", None, "bot", 0, True, "a", "i"
        )
        self.viewers: list[Viewer] = [*range(n), None]

    def root(self, tickets: bool) -> Node:
        """The deal; or the first turn, with everybody's tickets chosen."""
        chairs = [Chair("person", f"P{i}", None, who) for i, who in enumerate(self.secrets)]
        body = {"chairs": [chair.to_json() for chair in chairs]}
        desk = Desk(self.setup, [Entry(1, 1.0, "created", None, None, body)])
        carried_out(desk.commit(desk.live, [Draft("start")]))
        while tickets and desk.live.table.game and desk.live.table.game.phase == "first tickets":
            seat = desk.live.table.to_act[0]
            hall: Any = desk
            player = Player(hall, "t", self.secrets[seat], seat)
            act = self._act(desk.live.table, seat, -1)
            carried_out(player.carry_out(act, lambda told: None))
        return Node(tuple(desk.live.table.entries))

    def _act(self, at: Table, seat: int, place: int) -> Act:
        assert at.game is not None
        action = at.game.legal_actions(seat)[place].id
        return Act(type="act", id=f"{at.seq}.{place}", expected=at.seq, action=action)

    def requests(self, at: Table) -> Iterator[tuple[str, Request]]:
        """Whatever somebody might ask for that can change the table."""
        seq, host = at.seq, at.host
        wish = at.wish.seq if at.wish else 0

        def by(seat: int, message: Any) -> Request:
            who = self.secrets[seat]
            return lambda d: Player(d, "t", who, seat).carry_out(message, lambda told: None)

        for seat, who in enumerate(self.secrets):
            assert at.game is not None
            kinds: set[str] = set()
            for place, action in enumerate(
                at.game.legal_actions(seat) if seat in at.to_act else ()
            ):
                kind = type(action.move).__name__ + str(getattr(action.move, "place", ""))[:4]
                if kind not in kinds and (len(kinds) < 4 or kind.startswith("Claim")):
                    kinds.add(kind)
                    yield f"{seat} {action.text}", by(seat, self._act(at, seat, place))
            yield f"{seat} takes back", by(seat, TakeBack(type="take back", id="u", expected=seq))
            for agree in (True, False):
                message = Consent(type="consent", id="c", asked=wish, agree=agree)
                yield f"{seat} consents {agree}", by(seat, message)
            yield f"{seat} leaves", _lobby(lobby.leave, who, seat)
            for going in (True, False):
                yield f"{seat} away {going}", _lobby(lobby.away, who, seat, going)
            yield f"host sends {seat} away", _lobby(lobby.away, host, seat, True)
            yield f"host removes {seat}", _lobby(lobby.remove, host, seat)
        for pausing in (True, False):
            yield f"host pauses {pausing}", _lobby(lobby.pause, host, pausing)
        yield "a stranger sits", _lobby(lobby.sit, Sit(name="X", secret="x" * 43))

    def all_told(self, desk: Desk, viewer: Viewer) -> bytes:
        """Everything a viewer can ask for without changing anything."""
        live = desk.live
        who = None if viewer is None else self.secrets[viewer]
        if who is not None and live.table.chairs[viewer or 0].secret != who:
            return b"removed"
        told: list[Any] = [
            {**live.tell_table(who, viewer), "invite": None},
            tell_position(live.table, viewer),
            live.steps(viewer, 0),
            replays.Showing(live.table, live.board, "watcher" if viewer is None else viewer).steps(
                True
            ),
        ]
        hall: Any = desk
        desk.asked = None
        if viewer is not None:
            for message in (
                AskReasons(type="reasons", id="1"),
                AskOutlook(type="outlook", id="2"),
                AskHint(type="hint", id="3"),
            ):
                told.append(carried_out(ask(hall, "t", who, viewer, message)))
            told.append(desk.asked)
            told.append(carried_out(lobby.rematch(hall, "t", who)))
        fork = Fork(step=0, seat=0, name="F", secret="f" * 43)
        told.append(carried_out(lobby.fork(hall, "t", fork)))
        return to_bytes(told)

    def look(self, node: Node, new: Sequence[Entry]) -> Node:
        """Hold the worlds together after a request."""
        real = Desk(self.setup, node.entries)
        learned = dict(node.learned)
        for viewer in self.viewers:
            if viewer in learned:
                continue
            try:
                other = Desk(self.setup, node.entries, key_of(viewer))
                same = self.all_told(real, viewer) == self.all_told(other, viewer)
            except bl.BranchlineError:
                same = False  # what cannot be done there is a revelation
            if same:
                continue
            if not new or new[-1].kind != "action":
                self.found.append(f"{viewer} was told something: {node.told}")
            learned[viewer] = node.entries[-1].seq
            self.parted += 1
        return replace(node, learned=tuple(learned.items()))

    def check_undo(self, node: Node, after: Sequence[Entry]) -> None:
        """Whatever somebody learned is taken back only if all have agreed."""
        entries = [*node.entries, *after]
        undo = after[-1]
        if undo.kind != "undo":
            return
        assert undo.seat is not None
        asked = [e.seq for e in entries if e.kind == "ask"]
        agreed = {self.secrets[undo.seat]}
        for entry in entries:
            if (
                entry.kind == "consent"
                and entry.body["agree"]
                and entry.body["asked"] in asked[-1:]
            ):
                agreed.add(self.secrets[entry.seat or 0])
        for viewer, seq in node.learned:
            gone = {e.seat for e in node.entries if e.kind == "remove" and e.seq < seq}
            then = {who for seat, who in enumerate(self.secrets) if seat not in gone}
            by = self.secrets[node.entries[seq - 1].seat or 0]
            own = viewer is not None and self.secrets[viewer] == self.secrets[undo.seat]
            if by == self.secrets[undo.seat] and not own:
                continue  # others saw the asker's own cards, as the asker chose
            if seq in undo.body["undone"]:
                self.undone += 1
                if not then <= agreed:
                    self.found.append(
                        f"{viewer} looked, and {then - agreed} not asked: {node.told}"
                    )

    def state(self, node: Node, at: Table) -> Any:
        """What tells two tables apart."""
        places = {done.seq: place for place, done in enumerate(at.done)}
        wish = at.wish and (
            at.wish.seat,
            places.get(at.wish.target),
            frozenset(at.wish.waiting_for),
        )
        return (
            tuple((done.seat, done.id) for done in at.done),
            tuple((c.kind, c.secret, c.away) for c in at.chairs),
            (at.host, at.paused, frozenset(at.overdue), wish),
            tuple((viewer, places.get(seq)) for viewer, seq in node.learned),
        )

    def run(self, tickets: bool, depth: int, most: int) -> None:
        """Go through all sequences of some length, or as many as are wanted."""
        first = self.look(self.root(tickets), ())
        assert not first.learned, "the worlds are not alike"
        seen: set[Any] = set()
        layer = [first]
        for _ in range(depth):
            after: list[Node] = []
            for node in layer:
                desk = Desk(self.setup, node.entries)
                for name, request in list(self.requests(desk.live.table)):
                    if self.nodes >= most:
                        return
                    if desk.live.table.seq > len(node.entries):  # the last one changed it
                        desk = Desk(self.setup, node.entries)
                    answer = carried_out(request(desk))
                    new = desk.live.table.entries[len(node.entries) :]
                    if not new:
                        self.refused += isinstance(answer, dict)
                        continue
                    told = (*node.told, name)
                    self.check_undo(replace(node, told=told), new)
                    made = replace(node, entries=(*node.entries, *new), told=told)
                    if (state := self.state(made, desk.live.table)) in seen:
                        continue
                    seen.add(state)
                    self.nodes += 1
                    made = self.look(made, new)
                    seen.add(self.state(made, desk.live.table))
                    after.append(made)
            layer = after


@pytest.mark.parametrize(
    ("secrets", "tickets"), [("ab", True), ("ab", False), ("abc", True), ("aab", True)]
)
def test_no_short_sequence_of_requests_shows_what_is_hidden(secrets: str, tickets: bool) -> None:
    search = Search(tuple(secrets))
    search.run(tickets, scaled(5, 8), scaled(160, 4000))
    assert search.found == []
    assert search.nodes > 100
    assert search.refused
    assert search.parted or not tickets


def test_the_search_finds_what_is_seen_while_somebody_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strict = Table.may_take_back

    def only_those_present(at: Table, seat: int) -> str:
        """As if one need not ask who is away."""
        own = at.chairs[seat].secret
        there = any(c.is_person and not c.away and c.secret != own for c in at.chairs)
        allowed = strict(at, seat)
        return allowed if there or allowed == "no" else "freely"

    monkeypatch.setattr(Table, "may_take_back", only_those_present)
    search = Search(("a", "b"))
    search.run(True, 4, 250)
    assert any("1 leaves" in found and "1 takes back" not in found for found in search.found)
