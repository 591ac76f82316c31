"""The load of a table server: how soon an action is told to everybody, and what tables cost.

The server runs on one core of its own, on SQLite; the players are in this process, on another core,
and bots think there too. Everything goes over loopback. `python -m bench.server_load --help` tells
what can be changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bench.server_memory import finished_games
from bench.serving import Server, cpu_seconds, in_front, place, waited

GAMES = ("usa", "france", "old_west", "card_game")
SEATS = 4
TARGETS = {"p50": 20.0, "p95": 80.0, "p99": 250.0}
FLOOD_TARGET = 150.0
STEP = '{"type":"step","step":{"seq":'
THINKER = "superintendent"
"""The level whose bots think: two thousand imagined games before each move."""


@dataclass
class Table:
    """A table of four sockets that plays at random."""

    port: int
    id: str
    secret: str
    chooser: random.Random
    sockets: list[ClientConnection] = field(default_factory=list)
    latest: list[str] = field(default_factory=lambda: [""] * SEATS)
    """The last frame of each seat that had a position."""
    seq: int = 2
    waiting: dict[int, list[tuple[float, int]]] = field(default_factory=dict)
    """For each step under way: when it was sent, and when each socket got it; at which port."""
    told: asyncio.Event = field(default_factory=asyncio.Event)
    samples: list[float] = field(default_factory=list)
    across: list[float] = field(default_factory=list)
    """How much later than its own people those of another server were told."""
    problems: list[str] = field(default_factory=list)
    readers: list[asyncio.Task[None]] = field(default_factory=list)
    address: str = "127.0.0.1"
    """Where its sockets come from."""
    received: int = 0
    """Bytes that its sockets were sent."""
    port_of: tuple[int, ...] = ()
    """The server of each seat, if they are not all at one."""

    async def open(self) -> None:
        """Connect the four sockets."""
        self.port_of = self.port_of or (self.port,) * SEATS
        source: dict[str, Any] = {"local_addr": (self.address, 0)}
        for seat in range(SEATS):
            url = f"ws://127.0.0.1:{self.port_of[seat]}/api/tables/{self.id}/socket"
            socket = await connect(
                url, compression=None, max_size=None, ping_interval=None, **source
            )
            hello = {"type": "hello", "secret": self.secret, "seat": seat}
            await socket.send(json.dumps(hello))
            self.latest[seat] = str(await socket.recv())
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self._read(seat, socket)))

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                now = time.perf_counter()
                assert isinstance(frame, str)
                self.received += len(frame)
                if frame.startswith(STEP):
                    seq = int(frame[len(STEP) : frame.index(",", len(STEP))])
                    times = self.waiting.get(seq)
                    if times is not None:
                        times.append((now, self.port_of[seat]))
                        if len(times) == SEATS + 1:
                            self.told.set()
                    if '"position":null}' not in frame[-20:]:
                        self.latest[seat] = frame
                elif frame.startswith('{"type":"answer"') and '"ok":true' not in frame[:200]:
                    self.problems.append(frame[:300])
                    self.told.set()
        except ConnectionClosed:
            pass

    async def act(self) -> bool:
        """Let a seat that has to decide do something; False when the game is over."""
        for seat in range(SEATS):
            if '"actions":[{' not in self.latest[seat]:
                continue
            actions = orjson.loads(self.latest[seat])["position"]["actions"]
            if not actions:
                continue
            action = self.chooser.choice(actions)["id"]
            request = {"type": "act", "id": f"s{self.seq}", "expected": self.seq, "action": action}
            self.told.clear()
            here = self.port_of[seat]
            times = self.waiting[self.seq + 1] = [(time.perf_counter(), here)]
            await self.sockets[seat].send(json.dumps(request))
            await self.told.wait()
            del self.waiting[self.seq + 1]
            if len(times) == SEATS + 1:
                self.seq += 1
                self.samples.append(times[-1][0] - times[0][0])
                own = max(at for at, port in times if port == here)
                elsewhere = [at for at, port in times if port != here]
                if elsewhere:
                    self.across.append(max(elsewhere) - own)
            return True
        return False

    async def play(self, every: float, until: float) -> None:
        """Act again and again."""
        await asyncio.sleep(self.chooser.random() * every)
        while (begun := time.monotonic()) < until:
            if not await self.act():
                return
            await asyncio.sleep(max(0.0, every - (time.monotonic() - begun)))

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await asyncio.gather(*self.readers)


def percentiles(samples: list[float]) -> dict[str, float]:
    """Return milliseconds."""
    ranked = sorted(samples) or [0.0]
    return {
        f"p{p}": round(1000 * ranked[min(len(ranked) - 1, len(ranked) * p // 100)], 1)
        for p in (50, 95, 99)
    }


def new_table(server: Server, number: int) -> Table:
    """Create a table of four people, all with one secret."""
    chairs = [{"kind": "you", "name": f"P{i}"} for i in range(SEATS)]
    wanted = {"game": GAMES[number % len(GAMES)], "seats": chairs, "start": True}
    made = server.ask("POST", "/api/tables", wanted)
    return Table(server.port, made["table"]["id"], made["secret"], random.Random(number))


async def phase(
    server: Server, tables: list[Table], seconds: float, every: float
) -> dict[str, Any]:
    """Let tables play for a while; tell how soon everybody was told, and what it cost."""
    for table in tables:
        table.samples.clear()
    thinkers = server.thinkers()
    begun = time.monotonic()
    before = cpu_seconds(server.process.pid), cpu_seconds(*thinkers)
    waiting = waited(server.process.pid), waited(os.getpid())
    await asyncio.gather(*(table.play(every, begun + seconds) for table in tables))
    took = time.monotonic() - begun
    samples = [sample for table in tables for sample in table.samples]
    return {
        "actions": len(samples),
        "actions_per_second": round(len(samples) / took, 1),
        "ms": percentiles(samples),
        "server_cpu": round((cpu_seconds(server.process.pid) - before[0]) / took, 3),
        "bots_cpu": round((cpu_seconds(*thinkers) - before[1]) / took, 3),
        "server_waited": round((waited(server.process.pid) - waiting[0]) / took, 3),
        "players_waited": round((waited(os.getpid()) - waiting[1]) / took, 3),
    }


class Thinking:
    """Tables of nothing but bots that think for long, on other cores than the server's."""

    def __init__(self, server: Server, tables: int, cores: set[int]) -> None:
        self.server = server
        self.tables: list[tuple[str, str]] = []
        chairs = [{"kind": "bot", "bot": THINKER}] * SEATS
        for number in range(tables):
            wanted = {"game": GAMES[number % len(GAMES)], "seats": chairs, "start": True}
            made = server.ask("POST", "/api/tables", {**wanted, "bot_pace": 0})
            self.tables.append((made["table"]["id"], made["secret"]))
            if number == 0:
                self._place(cores)

    def _place(self, cores: set[int]) -> None:
        """Wait until they think; processes that start later inherit where."""
        while self.server.metric("bot_choices_total") < 1:
            for pid in self.server.thinkers():
                place(pid, cores)
            time.sleep(0.1)
        for pid in self.server.thinkers():
            place(pid, cores)

    def stop(self) -> None:
        """Let them rest."""
        for id, secret in self.tables:
            self.server.ask("POST", f"/api/tables/{id}/pause", None, secret)


async def live_tables(
    server: Server, options: argparse.Namespace, others: set[int]
) -> dict[str, Any]:
    """Play many tables at once: alone, while bots think, and while one seat floods the server."""
    warm = new_table(server, 0)
    await warm.open()
    for _ in range(10):
        await warm.act()
    await warm.close()
    before = server.megabytes()
    tables = [new_table(server, number) for number in range(options.tables)]
    idle = server.megabytes()
    for table in tables:
        await table.open()
    connected = server.megabytes()
    found: dict[str, Any] = {"tables": len(tables), "sockets": SEATS * len(tables)}
    found["quiet"] = await phase(server, tables, options.seconds, options.every)
    choices = server.metric("bot_choices_total")
    thinking = Thinking(server, options.bot_tables, others) if options.bot_tables else None
    found["thinking"] = await phase(server, tables, options.seconds, options.every)
    found["bot_choices"] = int(server.metric("bot_choices_total") - choices)
    problems = sum(len(table.problems) for table in tables)
    pouring = asyncio.create_task(pour(tables[0]))
    found["flood"] = await phase(server, tables[1:], options.seconds / 3, options.every)
    pouring.cancel()
    await asyncio.gather(pouring, return_exceptions=True)
    found["refused"] = problems + sum(len(table.problems) for table in tables[1:])
    tables[0].sockets[0].transport.abort()  # its good-bye would wait behind the flood
    if thinking is not None:
        thinking.stop()
    for table in tables:
        await table.close()
    found["idle_table_kb"] = round(1024 * (idle - before) / len(tables), 1)
    found["connected_table_kb"] = round(1024 * (connected - before) / len(tables), 1)
    found["megabytes"] = {"before": before, "idle": idle, "connected": connected}
    return found


async def pour(source: Table) -> None:
    """Let one seat send as fast as it can."""
    number = 0
    while True:
        for _ in range(200):
            number += 1
            message = {"type": "chat", "id": f"flood{number}", "text": "more"}
            await source.sockets[0].send(json.dumps(message))
        await asyncio.sleep(0)


async def until_all_left(server: Server, unload_after: float) -> dict[str, Any]:
    """See the tables leave memory."""
    begun = time.monotonic()
    while (left := server.metric("tables_in_memory")) and (
        time.monotonic() - begun < unload_after + 30
    ):
        await asyncio.sleep(1)
    return {
        "tables": int(left),
        "seconds": round(time.monotonic() - begun),
        "megabytes": round(server.megabytes(), 1),
    }


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure everything; the finished games are counted while the live tables leave memory."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], set(cores[:-1]) or set(cores)
    os.sched_setaffinity(0, others)
    found: dict[str, Any] = {"load_average_before": os.getloadavg()}
    found |= {"server_core": core, "other_cores": sorted(others)}
    server = Server(folder, core, unload_after=options.unload_after, bot_workers=len(others))
    try:
        found["live"] = await live_tables(server, options, others)
        found["load_average_live"] = os.getloadavg()
        leaving = until_all_left(server, options.unload_after)
        if options.games:
            (folder / "finished").mkdir()
            finishing = asyncio.to_thread(finished_games, folder / "finished", core, options.games)
            found["left"], found["finished"] = await asyncio.gather(leaving, finishing)
        else:
            found["left"] = await leaving
    finally:
        server.stop()
        os.sched_setaffinity(0, set(cores))
    found["load_average_after"] = os.getloadavg()
    return found


def report(found: dict[str, Any]) -> str:
    """Return the figures as lines for a person."""
    live = found["live"]
    quiet, thinking, flood = live["quiet"], live["thinking"], live["flood"]
    precedence = "before" if found["in_front"] else "like"
    loads = [found[f"load_average_{when}"][0] for when in ("before", "live", "after")]
    lines = [
        f"the server on core {found['server_core']}, players and thinking bots on"
        f" {', '.join(map(str, found['other_cores']))};"
        f" server and players run {precedence} other programs",
        f"load average of the machine: {loads[0]:.1f} before, {loads[1]:.1f} with the live tables,"
        f" {loads[2]:.1f} after",
        f"{live['tables']} tables of {SEATS} sockets, {thinking['actions_per_second']} actions/s,"
        f" {live['refused']} refused; bots chose {live['bot_choices']} times meanwhile",
        "",
        f"{'':30}{'quiet':>9}{'bots think':>12}{'flood':>9}{'target':>9}",
    ]
    for name, target in TARGETS.items():
        lines.append(
            f"action to the last socket, {name}{quiet['ms'][name]:>9.1f}"
            f"{thinking['ms'][name]:>12.1f}{flood['ms'][name]:>9.1f}{target:>6.0f} ms"
        )
    for what, key in (
        ("the server's core in use", "server_cpu"),
        ("the bots' cores in use", "bots_cpu"),
        ("server ready, core taken", "server_waited"),
        ("players ready, core taken", "players_waited"),
    ):
        shares = [100 * each[key] for each in (quiet, thinking, flood)]
        lines.append(f"{what:30}{shares[0]:>9.0f}{shares[1]:>12.0f}{shares[2]:>9.0f}{'%':>9}")
    lines += [
        "",
        f"beside a flood from one seat, p95 {flood['ms']['p95']:>10.1f} {FLOOD_TARGET:>6.0f} ms",
        f"memory of an idle table           {live['idle_table_kb']:>10.1f}        kB",
        f"with its four sockets             {live['connected_table_kb']:>10.1f}        kB",
        f"left in memory a minute later     {found['left']['tables']:>10}      0 tables",
    ]
    if "finished" in found:
        done = found["finished"]
        lines.append(
            f"memory after {done['games']} finished games {done['growth_percent']:>+10.1f}     +5 %"
            f"  ({done['megabytes_before']:.0f} to {done['megabytes_after']:.0f} MB)"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables that play at a time")
    parser.add_argument(
        "--every", type=float, default=3.0, help="seconds between a table's actions"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="how long they play, alone and beside bots"
    )
    parser.add_argument(
        "--bot-tables", type=int, default=8, help="tables of thinking bots beside them"
    )
    parser.add_argument("--unload-after", type=float, default=60.0, help="as the server's flag")
    parser.add_argument("--games", type=int, default=2000, help="games to finish; 0 for none")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, in_front() as is_in_front:
        found = asyncio.run(measure(options, Path(folder)))
    found["in_front"] = is_in_front
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    main()
