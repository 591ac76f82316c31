"""A search through short sequences of requests for one that shows what is hidden.

A model check over tables in memory. Beside the real table every viewer has two others, where what
is hidden from it is dealt anew: in one all of it, in the other what people hold, while the next
cards and tickets come as they really do. As long as no decision shows the viewer something,
everything it can ask for is the same at both. Once a decision has, it is taken back only if
everybody who held a seat then has agreed: else one has looked, and nobody knows.
"""

import contextlib
import random
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import branchline as bl
from branchline.server.http.replays import record
from branchline.server.present.telling import tell_position
from branchline.server.protocol.json_text import to_bytes
from branchline.server.protocol.messages import (
    Act,
    AskHint,
    AskOutlook,
    AskReasons,
    AskWhy,
    Chat,
    Consent,
    Parse,
    TakeBack,
)
from branchline.server.protocol.problems import RequestRefused
from branchline.server.protocol.requests import Fork, SetBot, Sit
from branchline.server.storage.lines import (
    ActionBody,
    ConsentBody,
    CreatedBody,
    SitBody,
    UndoBody,
)
from branchline.server.storage.store import Entry
from branchline.server.tables import lobby, replays
from branchline.server.tables.handlers import HANDLERS
from branchline.server.tables.play import Asker, bot_decision
from branchline.server.tables.registry import Draft
from branchline.server.tables.seats import Chair, Setup
from branchline.server.tables.table import Table, header_of
from branchline.server.tables.thinking import Choice
from branchline.text.catalogue import text

from ..secrecy.worlds import Viewer
from .desk import Desk, carried_out, key_of, real_key

World = tuple[Viewer, bool]
"""Whose other world, and whether the next cards and tickets are the real ones there."""
SHOWN_BY_CHOICE = {"claim", "mark", "keep", "lay", "lay three"}
"""Decisions that show others cards of one's own hand, or how many tickets one kept."""
OFF_A_DECK = {"turned up", "drew", "swept", "offered", "dealt", "shuffled", "scoring", "over"}
"""Events that show what nobody chose to show."""


@dataclass(frozen=True)
class Node:
    """A table after some requests, and what its viewers may have learned."""

    entries: tuple[Entry, ...]
    learned: tuple[tuple[World, int], ...] = ()
    """The decision at which a viewer's other world parted from the real one."""
    told: tuple[str, ...] = ()
    """The requests that led here."""


Request = Callable[[Any], Coroutine[Any, Any, Any]]


def _lobby(work: Callable[..., Coroutine[Any, Any, Any]], *details: Any) -> Request:
    return lambda registry: work(registry, "t", *details)


def holders(entries: Sequence[Entry], before: int) -> list[str | None]:
    """Who held each seat before a step: the log read once more."""
    held: list[str | None] = []
    started = False
    for entry in entries[: before - 1]:
        if isinstance(entry.body, CreatedBody):
            held = [chair.secret for chair in entry.body.chairs]
        started = started or entry.kind == "start"
        if entry.seat is not None and (
            entry.kind == "remove" or (entry.kind == "leave" and not started)
        ):
            held[entry.seat] = None
        if isinstance(entry.body, SitBody):
            held[entry.seat or 0] = entry.body.secret
    return held


@dataclass
class Search:
    """Goes through the sequences, the short ones first."""

    people: str
    """Who holds which seat, a letter each; where the lobby is searched, who may come."""
    game: str = "usa"
    left: int = 0
    """With how many decisions left it begins; 0 is the deal."""
    nodes: int = 0
    dealt: int = 0
    parted: int = 0
    undone: int = 0
    refused: int = 0
    over: int = 0
    forked: int = 0
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        n = len(self.people)
        self.setup = Setup(
            self.game, n, {"starts": 0}, "", True, "live", None, "bot", 0, True, "a", "i"
        )
        viewers: list[Viewer] = [*range(n), None]
        self.worlds: list[World] = [(viewer, like) for viewer in viewers for like in (False, True)]

    def desk(self, entries: Sequence[Entry], world: World | None = None) -> Desk:
        """The table after these steps, as it is or as it would be in another world."""
        key = real_key(self.left) if world is None else key_of(*world, self.left)
        return Desk(self.setup, entries, key)

    def root(self, scene: str) -> Node:
        """The lobby with its host; the deal; or the first turn, with everybody's tickets chosen."""
        chairs = [Chair("person", f"P{i}", None, who) for i, who in enumerate(self.people)]
        if scene == "lobby":
            chairs[1:] = [Chair() for _ in chairs[1:]]
        body = CreatedBody([chair.to_line() for chair in chairs])
        desk = self.desk([Entry(1, 1.0, "created", None, None, body)])
        if scene != "lobby":
            carried_out(desk.commit(desk.opened, [Draft("start")]))
        at, registry = desk.opened.table, _any(desk)
        while scene == "turn" and at.game and at.game.phase in ("first tickets", "starting city"):
            seat = at.to_act[0]
            carried_out(ask(registry, self.people[seat], seat, self._act(at, seat, -1)))
        return Node(tuple(at.entries))

    def _act(self, at: Table, seat: int, place: int) -> Act:
        assert at.game is not None
        action = at.game.legal_actions(seat)[place].id
        return Act(type="act", id=f"{at.seq}.{place}", expected=at.seq, action=action)

    def requests(self, at: Table, first: bool) -> Iterator[tuple[str, Request]]:
        """All requests that can change the table."""
        host = at.host
        for seat, chair in enumerate(at.chairs):
            if at.game is not None and seat in at.to_act:
                yield from self._decisions(at, seat)
            if chair.secret is not None:
                yield from self._of_seat(at, seat, chair.secret, first)
            elif not at.started:
                for bot in (None, "conductor"):
                    yield f"bot {bot} at {seat}", _lobby(lobby.set_bot, host, _bot(seat, bot))
        for gone in sorted(at.removed):
            yield f"{gone} sits again", _lobby(lobby.sit, _sit(gone, "i"))
            yield f"{gone} is back", _lobby(lobby.away, gone, None, False)
        yield "the deal", _lobby(lobby.start, host)
        for pausing in (True, False):
            yield f"host pauses {pausing}", _lobby(lobby.pause, host, pausing)
        for who in ("x",) if at.started else (*self.people[1:], "x"):
            yield f"{who} sits", _lobby(lobby.sit, _sit(who, at.invite))

    def _decisions(self, at: Table, seat: int) -> Iterator[tuple[str, Request]]:
        """One decision of each kind: by who sits there, or by the bot that plays."""
        assert at.game is not None
        who, legal = at.chairs[seat].secret, at.game.legal_actions(seat)
        if seat in at.bots_to_act():
            for action in (legal[0], legal[-1]):
                choice = Choice(action.id, text("reason.noTime"))
                yield f"bot for {seat}: {action.text}", self._server(seat, choice)
            return
        yield f"time of {seat} is up", self._server(seat, None)
        kinds: set[str] = set()
        for place, action in enumerate(legal):
            kind = type(action.move).__name__ + str(getattr(action.move, "place", ""))[:4]
            if kind not in kinds and (len(kinds) < 4 or kind.startswith("Claim")):
                kinds.add(kind)
                yield f"{seat} {action.text}", _by(seat, who, self._act(at, seat, place))

    def _server(self, seat: int, choice: Choice | None) -> Request:
        def work(desk: Any) -> Coroutine[Any, Any, Any]:
            late = Draft("time out", seat)
            draft = bot_decision(desk.opened.table, seat, choice) if choice else late
            done: Coroutine[Any, Any, Any] = desk.commit(desk.opened, [draft])
            return done

        return work

    def _of_seat(
        self, at: Table, seat: int, who: str, first: bool
    ) -> Iterator[tuple[str, Request]]:
        wish = at.wish.seq if at.wish else 0
        if first:
            yield f"{seat} talks", _by(seat, who, Chat(type="chat", id="t", text="hello"))
        back = TakeBack(type="take back", id=f"u{at.seq}", expected=at.seq)
        yield f"{seat} takes back", _by(seat, who, back)
        for agree in (True, False):
            message = Consent(type="consent", id=f"c{at.seq}", asked=wish, agree=agree)
            yield f"{seat} consents {agree}", _by(seat, who, message)
        yield f"{seat} leaves", _lobby(lobby.leave, who, seat)
        for going in (True, False):
            yield f"{seat} away {going}", _lobby(lobby.away, who, seat, going)
        yield f"host sends {seat} away", _lobby(lobby.away, at.host, seat, True)
        yield f"host removes {seat}", _lobby(lobby.remove, at.host, seat)

    def all_told(self, desk: Desk, viewer: Viewer, thorough: bool = True) -> bytes:
        """Everything a viewer can ask for without changing anything, or nearly everything."""
        opened, registry = desk.opened, _any(desk)
        at = opened.table
        who = None if viewer is None else at.chairs[viewer].secret
        if viewer is not None and who is None:
            return b""  # nobody looks through that seat
        told: list[Any] = [
            opened.tell_table(who, viewer),
            {**header_of(at), "holders": None},
            tell_position(at, viewer),
            opened.steps(viewer, 0),
            carried_out(record(registry, registry, registry, who, "t")),
        ]
        own = [] if viewer is None else [str(viewer)]
        for eyes in ("watcher", "open", *map(str, range(at.setup.seats))):
            if own and eyes in ("watcher", *([] if thorough else own)):
                continue
            try:
                shown = replays.check_eyes(at, eyes, viewer)
                told.append(replays.Replayer(at, shown).steps(True))
            except RequestRefused as problem:
                told.append(problem.to_json())
        desk.asked = None
        for message in self._questions(at, thorough):
            answer = carried_out(ask(registry, who, viewer, message))
            told.append(answer)
            if message.type == "why" and answer.get("ok") and not at.is_over:
                own = at.entries[message.step - 1].seat == viewer
                self.found += [] if own else [f"{viewer} was told why: {message}"]
        told.append(desk.asked)
        if not at.is_over:
            told.append(carried_out(lobby.rematch(registry, "t", who)))
            for step in (0, len(at.done)):
                told.append(carried_out(lobby.fork(registry, "t", _fork(step, 0))))
        for gone in sorted(at.removed):
            asked = AskReasons(type="reasons", id="1")
            told.append(carried_out(ask(registry, gone, viewer, asked)))
        assert at.is_over or desk.made is None, "a game that runs was forked"
        return to_bytes(told)

    def _questions(self, at: Table, thorough: bool) -> Iterator[Any]:
        yield AskHint(type="hint", id="3")
        for typed in ("deck", "keep 1 2", "claim Denver Omaha"):
            yield Parse(type="parse", id="4", text=typed)
        for entry in at.entries[-3:]:
            yield AskWhy(type="why", id="5", step=entry.seq)
        if thorough:
            yield AskReasons(type="reasons", id="1")
            yield AskOutlook(type="outlook", id="2")

    def look(self, node: Node, new: Sequence[Entry]) -> Node:
        """Hold the worlds together after a request."""
        real = self.desk(node.entries)
        at = real.opened.table
        self.dealt += at.started
        learned = dict(node.learned)
        told: dict[Viewer, bytes] = {}
        # Where the game is the same as before, the costly questions are asked now and then.
        thorough = not new or new[-1].kind in ("start", "action", "undo") or self.nodes % 4 == 0
        for world in self.worlds:
            viewer = world[0]
            if world in learned or at.game is None:
                continue
            if viewer not in told:
                told[viewer] = self.all_told(real, viewer, thorough)
            try:
                other = self.desk(node.entries, world)
                same = told[viewer] == self.all_told(other, viewer, thorough)
            except bl.BranchlineError:
                same = False  # what cannot be done there is a revelation
            if same:
                continue
            if not new or new[-1].kind != "action":
                self.found.append(f"{world} was told something: {node.told}")
            learned[world] = node.entries[-1].seq
            self.parted += 1
        node = replace(node, learned=tuple(learned.items()))
        if at.is_over and new and new[-1].kind == "action":
            self.over += 1
            self.look_further(node)
        return node

    def look_further(self, node: Node) -> None:
        """Hold together what is made of a game that is over: its forks and its rematch."""
        for world in self.worlds:
            with contextlib.suppress(bl.BranchlineError):
                pair = (self.desk(node.entries), self.desk(node.entries, world))
                if all(desk.opened.table.is_over for desk in pair):
                    self._compare_made(node, world, pair)

    def _compare_made(self, node: Node, world: World, pair: tuple[Desk, Desk]) -> None:
        viewer = world[0]
        done = [made.seq for made in pair[0].opened.table.done]
        shown = dict(node.learned).get(world, done[-1])
        for step in range(done.index(shown) + 1):  # what showed it is not among the steps
            told = []
            for desk in pair:
                carried_out(lobby.fork(_any(desk), "t", _fork(step, viewer or 0)))
                fork = desk.at_made()
                assert fork.opened.table.key == desk.opened.table.key
                if not fork.opened.table.is_over:
                    told.append(self.all_told(fork, viewer))
            self.forked += 1
            if told[:1] != told[1:]:
                self.found.append(f"{world} was told by a fork at {step}: {node.told}")
        told = []
        for desk in pair:
            carried_out(lobby.rematch(_any(desk), "t", desk.opened.table.host))
            rematch = desk.at_made()
            assert rematch.opened.table.key != desk.opened.table.key
            carried_out(rematch.commit(rematch.opened, [Draft("start")]))
            told.append(self.all_told(rematch, viewer))
        if told[0] != told[1]:
            self.found.append(f"{world} was told by a rematch: {node.told}")

    def check_undo(self, node: Node, after: Sequence[Entry]) -> None:
        """What somebody learned is taken back only if all have agreed."""
        undo = after[-1]
        if not isinstance(undo.body, UndoBody):
            return
        entries = [*node.entries, *after]
        now = holders(entries, undo.seq)
        asker = now[undo.seat or 0]
        asked = [e.seq for e in entries if e.kind == "ask"][-1:]
        agreed = {asker} | {
            now[e.seat or 0]
            for e in entries
            if isinstance(e.body, ConsentBody) and e.body.agree and e.body.asked in asked
        }
        events = self.desk(node.entries).opened.table.events
        for (viewer, _), seq in node.learned:
            if seq not in undo.body.undone:
                continue
            then = holders(entries, seq)
            entry = entries[seq - 1]
            assert isinstance(entry.body, ActionBody)
            looks = None if viewer is None else then[viewer]
            by_choice = entry.body.move["do"] in SHOWN_BY_CHOICE and not (
                OFF_A_DECK & {event.kind for event in events[seq]}
            )
            if by_choice and then[entry.seat or 0] == asker != looks:
                continue  # others saw the asker's own cards, as the asker chose
            self.undone += 1
            if not set(then) - {None} <= agreed:
                self.found.append(f"{viewer} looked, and {then} not all asked: {node.told}")

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
            (at.host, at.paused, frozenset(at.overdue), wish, at.started, bool(at.chats)),
            frozenset(at.removed),
            tuple((world, places.get(seq)) for world, seq in node.learned),
        )

    def run(self, scene: str, depth: int, most: int, *prelude: str) -> None:
        """Go through all sequences of some length, or by chance as many of each as are wanted."""
        chooser = random.Random(most)
        first = self.look(self.root(scene), ())
        assert not first.learned, "the worlds are not alike"
        seen: set[Any] = set()
        layer = [first]
        for length in range(depth + len(prelude)):
            after: list[Node] = []
            enough = most * (length + 1) // (depth + len(prelude))
            for node in chooser.sample(layer, len(layer)):
                desk = self.desk(node.entries)
                requests = list(self.requests(desk.opened.table, length == 0))
                for name, request in chooser.sample(requests, len(requests)):
                    if self.nodes >= enough:
                        break
                    if length < len(prelude) and not name.startswith(prelude[length]):
                        continue
                    if desk.opened.table.seq > len(node.entries):  # the last one changed it
                        desk = self.desk(node.entries)
                    answer = carried_out(request(desk))
                    new = desk.opened.table.entries[len(node.entries) :]
                    if not new:
                        self.refused += isinstance(answer, dict)
                        continue
                    told = (*node.told, name)
                    self.check_undo(replace(node, told=told), new)
                    made = replace(node, entries=(*node.entries, *new), told=told)
                    if (state := self.state(made, desk.opened.table)) in seen:
                        continue
                    seen.add(state)
                    self.nodes += 1
                    made = self.look(made, new)
                    seen.add(self.state(made, desk.opened.table))
                    after.append(made)
            layer = after


def _any(desk: Desk) -> Any:
    """A desk where a registry is wanted."""
    return desk


def _by(seat: int, who: str | None, message: Any) -> Request:
    return lambda registry: ask(registry, who, seat, message)


async def ask(registry: Any, who: str | None, seat: Viewer, message: Any) -> dict[str, Any]:
    """The answer to a message, as on the socket."""
    sent: list[dict[str, Any]] = []
    asker = Asker(registry, "t", who, seat)
    await HANDLERS[message.type].handle(asker, message, sent.append)
    return sent[0]


def _sit(who: str, invite: str) -> Sit:
    return Sit(name=f"Person {who}", secret=who * 43, invite=invite)


def _bot(seat: int, bot: str | None) -> SetBot:
    return SetBot(seat=seat, bot=bot)


def _fork(step: int, seat: int) -> Fork:
    return Fork(step=step, seat=seat, name="F", secret="f" * 43)
