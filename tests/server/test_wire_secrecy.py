"""Nothing leaks at the wire: what goes to a viewer is the same in worlds it cannot tell apart."""

import itertools
import json
import random
import re
from dataclasses import replace
from typing import Any

import pytest

import branchline as bl
from branchline.server.protocol.json_text import to_bytes
from branchline.server.storage.lines import NOTHING, ActionBody, CreatedBody
from branchline.server.storage.store import Entry, TableRow
from branchline.server.tables import lobby
from branchline.server.tables.loaded_table import Listener, LoadedTable
from branchline.server.tables.replays import Replayer
from branchline.server.tables.seats import Chair, Setup
from branchline.server.tables.table import Table
from branchline.text.catalogue import from_json

from ..scale import scaled
from ..secrecy.worlds import compare, redealt
from .served import OPEN, YOU, Served, bot, first, run


def new_table(game: str, seats: int, options: dict[str, Any]) -> Table:
    """A table of persons whose game has begun."""
    setup = Setup(
        game, seats, options, "", False, "live", None, "bot", 0.0, True, "0" * 64, "invite"
    )
    chairs = [Chair("person", f"P{i}", None, f"hash {i}").to_line() for i in range(seats)]
    entries = [
        Entry(1, 1.0, "created", None, None, CreatedBody(chairs)),
        Entry(2, 2.0, "start", None, None, NOTHING),
    ]
    key = bytes(range(32))
    return Table.of(
        TableRow("table", None, 1.0, 1.0, None, "playing", False, 2, key, setup.to_json(), {}),
        entries,
    )


def other_world(table: Table, viewer: int | None, seed: int) -> Table:
    """The same table in a world that a viewer cannot tell from the real one."""
    assert table.game is not None
    there = Table(**{name: getattr(table, name) for name in Table.__slots__})
    there.entries, there.done = list(table.entries), list(table.done)
    there.events = dict(table.events)
    there.bearing, there.since = list(table.bearing), dict(table.since)
    there.game = redealt(table.game, viewer, seed)
    return there


class Watch:
    """A table on a running server, and a watcher whose messages are kept."""

    def __init__(self, table: Table, viewer: int | None) -> None:
        self.opened = LoadedTable(table)
        self.sent: list[bytes] = []
        holder = None if viewer is None else f"hash {viewer}"
        self.listener = Listener(viewer, holder, self.sent.append, lambda problem: None, "invite")
        self.opened.listeners.add(self.listener)

    def go_on(self, entry: Entry) -> list[bytes]:
        self.sent.clear()
        self.opened.table.apply(entry)
        self.opened.flush()
        return list(self.sent)

    def welcome(self) -> dict[str, Any]:
        told = json.loads(self.opened.welcome(self.listener, None, 200, 0.0))
        del told["now"]
        return dict(told)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("usa", 2, {}),
        ("usa", 3, {}),
        ("france", 3, {}),
        ("old_west", 3, {"alvin": True}),
        ("card_game", 3, {}),
        ("card_game", 3, {"closed_tickets": True}),
    ],
)
@pytest.mark.parametrize("viewer", [0, None])
def test_frames_are_the_same_in_worlds_that_look_alike(
    game: str, seats: int, options: dict[str, Any], viewer: int | None
) -> None:
    chooser = random.Random(f"{game} {seats} {viewer}")
    table = new_table(game, seats, options)
    here = Watch(table, viewer)
    compared = 0
    for number in itertools.count(3):
        assert table.game is not None
        if table.game.is_over or number > scaled(80, 10_000):
            break
        there = Watch(other_world(table, viewer, number), viewer)
        world = there.opened.table.game
        assert world is not None
        if number % 10 == 3:
            assert here.welcome()["position"] == there.welcome()["position"]
        seat = chooser.choice(table.game.to_act)
        chosen_before = frozenset(range(seats)) - frozenset(table.game.to_act)
        possible = {action.id for action in world.legal_actions(seat)}
        legal = table.game.legal_actions(seat)
        action = chooser.choice([a for a in legal if a.id in possible] or legal)
        move = action.move.to_json()
        entry = Entry(number, float(number), "action", seat, None, ActionBody(move))
        seen = here.go_on(entry)
        if action.id not in possible:
            continue
        # The same decision there: the tickets it is about may be others.
        move = world.action(action.id, seat).move.to_json()
        seen_there = there.go_on(replace(entry, body=ActionBody(move)))
        if table.game.is_over:
            break  # now everything is shown
        events = table.events[number]
        if compare(events, there.opened.table.events[number], table.game, viewer, chosen_before, 0):
            continue  # a rule has just shown the viewer something
        assert seen == seen_there
        compared += 1
    assert compared > 20


class Both:
    """Two tables with the same deal, and what a viewer gets at each."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        self.tables = [new_table("card_game", 4, {"closed_tickets": True}) for _ in range(2)]
        self.watches = [Watch(table, viewer) for table in self.tables]

    @property
    def games(self) -> list[bl.Game]:
        return [table.game for table in self.tables if table.game is not None]

    def do(self, seat: int, *actions: int) -> None:
        """Let a seat do one thing at both tables, or another at each; the viewer gets the same."""
        seq = self.tables[0].seq + 1
        got = []
        for watch, game, id in zip(self.watches, self.games, actions * 2, strict=False):
            move = game.action(id, seat).move.to_json()
            got.append(watch.go_on(Entry(seq, float(seq), "action", seat, None, ActionBody(move))))
        assert self.games[0].is_over or got[0] == got[1]

    def look(self) -> None:
        """Let the viewer come again, and ask for the game so far."""
        one, other = (watch.welcome() for watch in self.watches)
        assert one == other
        eyes = "watcher" if self.viewer is None else self.viewer
        replays = [to_bytes(Replayer(table, eyes).steps(True)) for table in self.tables]
        assert replays[0] == replays[1]


def eager(chooser: random.Random, game: bl.Game, seat: int) -> int:
    """Keep all tickets, lay often, complete nothing: then there is a choice in the end."""
    legal = game.legal_actions(seat)
    if game.phase == "complete tickets":
        return next(a.id for a in legal if isinstance(a.move, bl.Done))
    if game.phase == "first tickets":
        return legal[-1].id
    lays = [a for a in legal if isinstance(a.move, bl.Lay | bl.LayThree)]
    draws = [a for a in legal if isinstance(a.move, bl.Draw)]
    return chooser.choice(lays if lays and chooser.random() < 0.6 else draws or legal).id


@pytest.mark.parametrize("viewer", [0, None])
def test_nobody_is_told_which_tickets_another_has_closed(viewer: int | None) -> None:
    """Seat 1 completes another ticket at each table; the games go on with a second pile."""
    closed = 0
    for seed in range(scaled(3, 10)):
        chooser = random.Random(seed)
        both = Both(viewer)
        here, there = both.games
        while not here.is_over:
            if here.phase == "complete tickets" and 1 in here.to_act:
                could = [
                    [a.id for a in game.legal_actions(1) if isinstance(a.move, bl.Complete)]
                    for game in (here, there)
                ]
                if here.view(None).pile == 1 and len(could[0]) > 1:
                    both.do(1, could[0][0], could[1][-1])
                    assert here.view(1).tickets_done != there.view(1).tickets_done
                    closed += 1
                both.look()
                both.do(1, eager(chooser, here, 1))
                continue
            seat = here.to_act[0]
            # What seat 1 holds differs now; nothing that it may do does, before it is all over.
            assert here.legal_actions(seat) == there.legal_actions(seat) or seat == 1
            both.do(seat, eager(chooser, here, seat))
            if chooser.random() < 0.02 and not here.is_over:
                both.look()
        told = [watch.welcome()["position"]["view"]["players"][1] for watch in both.watches]
        assert [len(player["completed"]) for player in told] == [1, 1]
        assert told[0]["completed"] != told[1]["completed"]
        for table, player in zip(both.tables, told, strict=True):
            open_steps = Replayer(table, "open").steps(True)
            assert open_steps[-1]["view"].players[1].points == player["points"]
            assert all(step["view"].players[1].points is not None for step in open_steps)
    assert closed >= scaled(3, 10)


def plain(frame: dict[str, Any], ids: list[str]) -> str:
    """A frame without what differs between any two tables."""
    text = json.dumps(frame)
    for id in ids:
        text = text.replace(id, "")
    return re.sub(r'"(at|now|created_at)": [0-9.]+', "", text)


def test_nobody_sees_how_many_tickets_another_kept_until_all_have_chosen(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables with the same shuffle; in one Bob keeps two tickets, in the other all three."""
    monkeypatch.setattr(lobby, "new_key", lambda: bytes(32))
    monkeypatch.setattr(lobby, "new_invite", lambda: "invite")

    async def frames(keep: int, viewer: int | None) -> list[str]:
        client = served.client
        made = await client.create("usa", [YOU, OPEN, OPEN], secret="a" * 43)
        id = made["table"]["id"]
        bob = await client.sit(id, "Bob", "invite", secret="b" * 43)
        await client.sit(id, "Carol", "invite", secret="c" * 43)
        await client.start(id, made["secret"])
        kept: list[dict[str, Any]] = []
        secret = None if viewer is None else made["secret"]
        look = client.look(id, secret, None, "invite")
        look.on_message = kept.append
        async with look as seat:
            await client.post(
                f"/api/tables/{id}/act",
                {"id": "b", "expected": 4, "action": keep},
                bob["secret"],
            )
            await seat.wait_for(lambda s: s.seq == 5)
        assert [step["kind"] for step in seat.steps][-1] == "action"
        return [plain(f, [id]) for f in kept if f["type"] != "table"]

    async def story() -> None:
        game = bl.new_game("usa", 3, key=bytes(32))
        two, three = game.legal_actions(1)[0].id, game.legal_actions(1)[-1].id
        assert two != three
        for viewer in (0, None):
            assert await frames(two, viewer) == await frames(three, viewer)

    run(story())


def test_the_key_and_secrets_are_in_no_frame_log_or_metric(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        caplog.set_level("DEBUG")
        client = served.client
        frames: list[dict[str, Any]] = []
        made = await client.create("usa", [YOU, bot("planner"), bot()], start=True)
        id, secret = made["table"]["id"], made["secret"]
        look = client.look(id, secret)
        look.on_message = frames.append
        key = served.registry.loaded_tables[id].table.key
        async with look as seat:
            for _ in range(30):
                await seat.wait_for(lambda s: bool(s.position.get("actions")))
                before = seat.seq
                await seat.act(first(seat.position))
                await seat.wait_past(before)
            said = "for this table alone"
            assert (await seat.ask("chat", text=said))["ok"]
            tickets = seat.position["view"]["tickets"]
            why = [s["seq"] for s in seat.steps if s["by_bot"]][-1]
            assert (await seat.ask("why", step=why))["problem"]["code"] == "not allowed"
        table = served.registry.loaded_tables[id].table
        bodies = [e.body for e in table.entries if isinstance(e.body, ActionBody)]
        kept = [body.why for body in bodies if isinstance(body.why, dict)]
        thoughts = {str(from_json(why)) for why in kept} | {str(why["key"]) for why in kept}
        metrics = await client.get("/metrics")
        told = "".join(json.dumps(f, ensure_ascii=False) for f in frames) + metrics
        logged = "".join(str(vars(r)) for r in caplog.records if r.name.startswith("branchline"))
        assert thoughts
        for hidden in (key.hex(), str(list(key)), *thoughts):
            assert hidden not in told
            assert hidden not in logged
        assert secret not in told + logged
        hashes = [chair.secret for chair in table.chairs if chair.secret]
        assert not [h for h in hashes if h in told + logged]
        assert tickets
        assert not [hidden for hidden in (made["invite"], said, *tickets) if hidden in logged]

    run(story())
