"""Two servers, two worlds that a viewer cannot tell apart: every byte it gets is the same.

In one the game is as it was dealt; in the other all that is hidden from the viewer is dealt anew,
and the key is another. Both get the same requests, over real sockets.
"""

import itertools
import random
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.server.clock import ServerClock
from branchline.server.tables import lobby, table
from tests.scale import scaled

from ..play import kind
from ..secrecy.worlds import Viewer, compare, foresee, hidden, imagined, redealt
from .served import OPEN, Served, run
from .wire import Wire

ID = "theworld"
QUESTIONS: list[dict[str, Any]] = [
    {"type": "reasons"},
    {"type": "outlook"},
    {"type": "parse", "text": "draw"},
    {"type": "parse", "text": "claim Denver–Omaha"},
    {"type": "take back", "expected": 1},
    {"type": "why", "step": 5},
    {"type": "act", "expected": 1, "action": 3},
    {"type": "act", "expected": 10**6, "action": 3},
    {"type": "act", "expected": 0, "action": 10**6},
    {"type": "nonsense"},
]


@dataclass
class World:
    """A server, its table, the sockets of all seats, and the viewer's."""

    served: Served
    seats: list[Wire]
    eyes: Wire
    told: int = 0

    @property
    def table(self) -> table.Table:
        return self.served.registry.loaded_tables[ID].table

    @property
    def game(self) -> bl.Game:
        game = self.table.game
        assert game is not None
        return game

    async def news(self, id: str) -> list[str]:
        """All that came to the viewer since the last time; an answer comes after all before it."""
        await self.eyes.ask("ping", id)
        found = self.eyes.frames[self.told :]
        self.told = len(self.eyes.frames)
        return found


def secret(seat: int) -> str:
    return "abcdef"[seat] * 43


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Served]]:
    """Two servers that differ in nothing but what is hidden."""
    keys = itertools.count(1)
    monkeypatch.setattr(lobby, "new_key", lambda: bytes([next(keys)] * 32))
    monkeypatch.setattr(lobby, "new_id", lambda: ID)
    monkeypatch.setattr(lobby, "new_invite", lambda: "invite")
    monkeypatch.setattr(table, "commitment", lambda key: "0" * 64)  # a viewer knows only that
    monkeypatch.setattr(ServerClock, "now", lambda clock: 1.8e9)
    servers = [Served(f"sqlite:///{tmp_path / name}.db") for name in ("real", "other")]
    yield servers[0], servers[1]
    for server in servers:
        server.stop()


async def world(
    served: Served, game: str, seats: int, options: dict[str, Any], viewer: Viewer, rest: Any
) -> World:
    chairs = [{"kind": "you", "name": "P0"}, *[OPEN] * (seats - 1)]
    await served.client.create(game, chairs, options=options, listed=True, secret=secret(0))
    for seat in range(1, seats):
        await served.client.sit(ID, f"P{seat}", seat=seat, secret=secret(seat))
    await served.client.start(ID, secret(0))
    sockets = [
        await rest.enter_async_context(Wire(served.url, ID, secret=secret(seat)))
        for seat in range(seats)
    ]
    eyes = sockets[0] if viewer == 0 else await rest.enter_async_context(Wire(served.url, ID))
    made = World(served, sockets, eyes)
    there = len(sockets) + (viewer is None)
    await eyes.until(
        lambda: (
            sum(seat["connected"] for seat in eyes.table["seats"]) + eyes.table["watchers"] == there
        )
    )
    await made.news("begin")
    return made


def plant(real: World, other: World, viewer: Viewer, number: int) -> None:
    """Make the other table one that the viewer cannot tell from the real one."""
    here, there = real.table, other.table
    for name in ("entries", "done", "bearing"):
        setattr(there, name, list(getattr(here, name)))
    for name in ("events", "answers", "since"):
        setattr(there, name, dict(getattr(here, name)))
    make = imagined if viewer is not None and number % 2 else redealt
    there.game = make(real.game, viewer, number)


def page(served: Served, path: str, viewer: Viewer) -> bytes:
    """The body of an HTTP answer, as it is."""
    request = urllib.request.Request(served.url + path)
    if viewer is not None:
        request.add_header("authorization", f"Bearer {secret(viewer)}")
    with urllib.request.urlopen(request) as answer:
        return bytes(answer.read())


@pytest.mark.parametrize("viewer", [0, None])
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("usa", 2, {}),
        ("france", 3, {}),
        ("old_west", 2, {"alvin": True}),
        ("card_game", 2, {}),
    ],
)
def test_every_byte_is_the_same(
    pair: tuple[Served, Served],
    game: str,
    seats: int,
    options: dict[str, Any],
    viewer: Viewer,
) -> None:
    chooser = random.Random(f"{game} {viewer}")
    compared = different = 0

    async def questions(real: World, other: World, number: int) -> None:
        """The viewer asks all kinds of questions, right or wrong."""
        asked = {**QUESTIONS[number % len(QUESTIONS)], "id": f"q{number}"}
        for each in (real, other):
            await each.eyes.send(asked)
        assert await real.news(f"n{number}") == await other.news(f"n{number}")
        if number % 10 == 0:
            for path in (f"/api/tables/{ID}", "/api/home"):
                asker = viewer if path != "/api/home" else None
                assert page(real.served, path, asker) == page(other.served, path, asker)

    async def welcomes(real: World, other: World) -> None:
        """The viewer comes once more, from wherever in the log."""
        hello = {} if viewer is None else {"secret": secret(viewer)}
        for since in (None, 0, 7, real.table.seq):
            first = []
            for each in (real, other):
                async with Wire(each.served.url, ID, since=since, **hello) as again:
                    first.append(again.frames[0])
            assert first[0] == first[1]

    async def story() -> None:
        nonlocal compared, different
        async with AsyncExitStack() as rest:
            real = await world(pair[0], game, seats, options, viewer, rest)
            other = await world(pair[1], game, seats, options, viewer, rest)
            assert real.table.key != other.table.key
            is_fresh = False
            chosen_before: frozenset[int] = frozenset()
            for number in range(scaled(40, 110)):
                if not is_fresh:
                    plant(real, other, viewer, number)
                    chosen_before = frozenset(range(seats)) - frozenset(real.game.to_act)
                    is_fresh = True
                different += hidden(real.game) != hidden(other.game)
                await questions(real, other, number)
                seat = chooser.choice(real.game.to_act)
                legal = real.game.legal_actions(seat)
                possible = {action.id for action in other.game.legal_actions(seat)}
                both = [action for action in legal if action.id in possible]
                quiet = [a for a in both if kind(a) != "tickets" or seat != viewer]
                action = chooser.choice(quiet or both or legal)
                off_deck = kind(action) in ("face up", "face-up locomotive", "deck")
                foreseen = off_deck and int(real.game._states[0]["deck_n"]) > 0
                if foreseen:
                    foresee(real.game, other.game, viewer)
                seq = real.table.seq
                for each in (real, other):
                    if not both:  # what the other world's player cannot do is a revelation
                        plant(real, other, viewer, number)
                        other.table.game = redealt(real.game, seat, number)
                    at = each.seats[seat]
                    await at.reach(seq)
                    answer = await at.act(action.id, f"a{number}")
                    assert answer["ok"], answer["problem"]
                    await each.eyes.reach(seq + 1)
                here, there = await real.news(f"m{number}"), await other.news(f"m{number}")
                if real.game.is_over or other.game.is_over:
                    break
                events, events_there = (w.table.events[seq + 1] for w in (real, other))
                if not both or compare(
                    events, events_there, real.game, viewer, chosen_before, int(foreseen)
                ):
                    is_fresh = False
                    continue
                assert here == there
                compared += 1
            if not real.game.is_over:
                plant(real, other, viewer, 1000)
                await welcomes(real, other)
        assert compared > scaled(10, 25)
        assert different > scaled(10, 25)

    run(story())
