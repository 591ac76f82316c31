"""Attacks on the limits: how soon an action is told to everybody while somebody attacks the server.

The limits are the usual ones. Every address is one of this machine's own (127.x.y.z): each table
that plays has one, and so has each attacker. Attackers work in a process of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.server_load import GAMES, SEATS, Table, percentiles
from bench.serving import Server, cpu_seconds, in_front, place
from branchline.server.settings import Settings

TARGET = 20.0
"""Milliseconds: what half of all actions may take during an attack."""
EYES = ("open", "watcher", *map(str, range(SEATS)))
HALF = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "
_AGAIN = 0.02
"""Seconds before one who was refused tries again."""


@dataclass(frozen=True)
class Target:
    """What an attacker knows: where the server is, and some finished games."""

    port: int
    finished: list[tuple[str, str]]
    """Each with a secret that opens it."""
    done: Any
    """How often it was answered, and refused."""

    def note(self, answered: bool) -> None:
        """Count what came of a try."""
        self.done[0 if answered else 1] += 1

    async def read(self, game: int, eyes: str, address: str) -> bool:
        """Read a replay with views from an address; False if it is refused."""
        id, secret = self.finished[game]
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(address, 0)
            )
        except OSError:
            return False
        try:
            writer.write(
                f"GET /api/tables/{id}/replay?views=true&eyes={eyes} HTTP/1.1\r\n"
                f"host: 127.0.0.1\r\nauthorization: Bearer {secret}\r\n"
                "accept-encoding: gzip\r\nconnection: close\r\n\r\n".encode()
            )
            first = await reader.readline()
            while await reader.read(1 << 20):
                pass
            return b" 200 " in first
        except OSError:
            return False
        finally:
            writer.close()


async def read_again(target: Target) -> None:
    """Read one replay with views over and over, from one address, as fast as it is let."""

    async def reader() -> None:
        while True:
            is_answered = await target.read(0, "open", "127.0.2.1")
            target.note(is_answered)
            await asyncio.sleep(0 if is_answered else _AGAIN)

    await asyncio.gather(*(reader() for _ in range(8)))


async def read_anew(target: Target) -> None:
    """Read replays nobody has read, each from another address."""
    ways = enumerate((game, eyes) for eyes in EYES for game in range(1, len(target.finished)))

    async def reader() -> None:
        for number, (game, eyes) in ways:
            target.note(await target.read(game, eyes, f"127.0.3.{number + 1}"))

    await asyncio.gather(*(reader() for _ in range(8)))


async def guess(target: Target) -> None:
    """Open sockets with wrong invites, from one address, as fast as it is let."""

    async def guesser(number: int) -> None:
        address = f"ws://127.0.0.1:{target.port}/api/tables/{target.finished[0][0]}/socket"
        for tried in itertools.count():
            is_opened = False
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(address, local_addr=("127.0.2.2", 0), proxy=None) as socket:
                    is_opened = True
                    hello = {"type": "hello", "invite": f"guess{number}x{tried}"}
                    await socket.send(json.dumps(hello))
                    await socket.recv()
            target.note(is_opened)
            await asyncio.sleep(0 if is_opened else _AGAIN)

    await asyncio.gather(*(guesser(number) for number in range(8)))


async def hold(target: Target) -> None:
    """Hold connections with half a request, from one address, as many as it is let."""

    async def holder() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", target.port, local_addr=("127.0.2.3", 0)
                )
                writer.write(HALF)
                target.note(True)
                await reader.read()
                writer.close()
            target.note(False)
            await asyncio.sleep(_AGAIN)

    await asyncio.gather(*(holder() for _ in range(600)))


Attack = Callable[[Target], Awaitable[None]]
ATTACKS: dict[str, Attack | None] = {
    "nobody attacks": None,
    "one address reads a replay": read_again,
    "sockets with wrong invites": guess,
    "600 half-sent requests": hold,
    "many read new replays": read_anew,
}


def _attack(attack: Attack, target: Target, cores: set[int]) -> None:
    """Attack until ended."""
    os.sched_setaffinity(0, cores)
    asyncio.run(attack(target))  # type: ignore[arg-type]
    time.sleep(60)


async def finished_games(folder: Path, core: int, number: int) -> list[tuple[str, str]]:
    """Play a game to the end, and that last decision again at other tables; return them all."""
    server = Server(folder, core, seat_rate=1e6)
    try:
        table = new_table(server, 0)
        await table.open()
        while await table.act():
            pass
        await table.close()
        last = server.ask("GET", f"/api/tables/{table.id}/replay", None, table.secret)["steps"][-1]
        found = [(table.id, table.secret)]
        while len(found) < number:
            wanted = {"step": last["step"] - 1, "seat": last["seat"], "name": "A"}
            fork = server.ask("POST", f"/api/tables/{table.id}/fork", wanted, table.secret)
            id, secret = fork["table"]["id"], fork["secret"]
            position = server.ask("GET", f"/api/tables/{id}", None, secret)["position"]
            act = {"id": "z", "action": position["actions"][0]["id"], "expected": position["seq"]}
            server.ask("POST", f"/api/tables/{id}/act", act, secret)
            found.append((id, secret))
        return found
    finally:
        server.stop()


def new_table(server: Server, number: int) -> Table:
    """Create a table of four people, at an address of its own."""
    chairs = [{"kind": "you", "name": f"P{i}"} for i in range(SEATS)]
    wanted = {"game": GAMES[number % len(GAMES)], "seats": chairs, "start": True}
    made = server.ask("POST", "/api/tables", wanted)
    id, chooser = made["table"]["id"], random.Random(number)
    return Table(server.port, id, made["secret"], chooser, address=f"127.0.1.{number + 1}")


async def beside(
    server: Server, target: Target, attack: Attack | None, options: argparse.Namespace
) -> dict[str, Any]:
    """Let tables play beside an attack; tell how soon everybody was told."""
    tables = [new_table(server, number) for number in range(options.tables)]
    for table in tables:
        await table.open()
    others = os.sched_getaffinity(0)
    attacker = None
    if attack is not None:
        context = multiprocessing.get_context("spawn")
        attacker = context.Process(target=_attack, args=(attack, target, others), daemon=True)
        attacker.start()
        while not target.done[0]:
            await asyncio.sleep(0.01)
        for pid in server.thinkers():
            place(pid, others)
    before, begun = cpu_seconds(server.process.pid), time.monotonic()
    counts = list(target.done)
    try:
        playing = (table.play(options.every, begun + options.seconds) for table in tables)
        await asyncio.gather(*playing)
    finally:
        if attacker is not None:
            attacker.kill()
            attacker.join()
    took = time.monotonic() - begun
    samples = [sample for table in tables for sample in table.samples]
    for table in tables:
        await table.close()
    return {
        "ms": percentiles(samples),
        "actions": len(samples),
        "server_cpu": round((cpu_seconds(server.process.pid) - before) / took, 3),
        "answered": round((target.done[0] - counts[0]) / took, 1),
        "refused": round((target.done[1] - counts[1]) / took, 1),
        "problems": Counter(one[:100] for table in tables for one in table.problems),
    }


async def measure(
    server: Server, finished: list[tuple[str, str]], options: argparse.Namespace
) -> dict[str, Any]:
    """Play beside each attack."""
    warm = argparse.Namespace(tables=1, every=0.02, seconds=0.5)
    found: dict[str, Any] = {}
    for name, attack in ATTACKS.items():
        done = multiprocessing.get_context("spawn").Array("q", 2, lock=False)
        target = Target(server.port, finished, done)
        if not found:
            await beside(server, target, None, warm)
        found[name] = await beside(server, target, attack, options)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=8, help="tables that play at a time")
    parser.add_argument("--every", type=float, default=0.25, help="seconds between their actions")
    parser.add_argument("--seconds", type=float, default=2.5, help="how long beside each attack")
    parser.add_argument("--games", type=int, default=6, help="finished games to read")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    usual = Settings()
    limits = {
        name: getattr(usual, name)
        for name in ("max_sockets_per_address", "max_tables_per_address", "address_rate")
    }
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], set(cores[:-1]) or set(cores)
    with tempfile.TemporaryDirectory() as folder, in_front():
        os.sched_setaffinity(0, others)
        finished = asyncio.run(finished_games(Path(folder), core, options.games))
        server = Server(Path(folder), core, **limits)
        try:
            found = asyncio.run(measure(server, finished, options))
        finally:
            server.stop()
            os.sched_setaffinity(0, set(cores))
    if options.json:
        print(json.dumps(found))
        return
    print(f"load average {os.getloadavg()[0]:.1f}; {options.tables} tables of {SEATS} sockets play")
    print(f"{'action to the last socket, ms':30}{'p50':>8}{'p95':>8}{'actions':>9}", end="")
    print(f"{'server':>8}   attacker's tries a second")
    for name, one in found.items():
        print(
            f"{name:30}{one['ms']['p50']:>8.1f}{one['ms']['p95']:>8.1f}{one['actions']:>9}"
            f"{100 * one['server_cpu']:>6.0f} %   {one['answered']:.0f} let in,"
            f" {one['refused']:.0f} not"
        )
    print(f"target: p50 below {TARGET:.0f} ms, during every attack")


if __name__ == "__main__":
    main()
