"""The load of a table server: how soon an action is told to everybody, and what tables cost.

The server runs on one core of its own, on SQLite; the players are in this process, on another core.
Everything goes over loopback. `python bench/server_load.py --help` tells what can be changed.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

GAMES = ("usa", "france", "old_west", "card_game")
SEATS = 4
TARGETS = {"p50": 20.0, "p95": 80.0, "p99": 250.0}
FLOOD_TARGET = 150.0
STEP = '{"type":"step","step":{"seq":'
LIMITS = {
    "max-sockets-per-address": 100_000,
    "max-tables-per-address": 1_000_000,
    "address-rate": 1_000_000,
}


class Server:
    """A server process, pinned to one core, that says what it uses."""

    def __init__(self, folder: Path, core: int | None, **settings: Any) -> None:
        flags = {"port": 0, "db": f"sqlite:///{folder / 'load.db'}", "log-level": "warning"}
        flags |= LIMITS | {name.replace("_", "-"): value for name, value in settings.items()}
        command = [sys.executable, "-m", "branchline.cli", "serve"]
        for name, value in flags.items():
            command += [f"--{name}", str(value)]
        cores = os.sched_getaffinity(0)
        if core is not None:
            os.sched_setaffinity(0, {core})  # the process takes it over
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(0, cores)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            raise SystemExit("the server did not start")
        self.port = int(line.split("http://")[1].split()[0].rpartition(":")[2])
        self.asked = 0.0
        self.requests = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def ask(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        """Make a request over a connection that stays open."""
        headers = {"content-type": "application/json"}
        if secret is not None:
            headers["authorization"] = f"Bearer {secret}"
        data = None if body is None else json.dumps(body)
        if time.monotonic() - self.asked > 2:
            self.requests.close()  # the server hangs up on idle connections
        self.asked = time.monotonic()
        self.requests.request(method, path, data, headers)
        answer = self.requests.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")
        return orjson.loads(text) if text[:1] in b"{[" else text.decode()

    def megabytes(self) -> float:
        """Return the memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def seconds(self) -> float:
        """Return the CPU time it has used."""
        used = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")

    def waited(self) -> float:
        """Return the seconds it was ready to work and others had the core."""
        return waited(self.process.pid)

    def metric(self, name: str) -> float:
        """Return one of the server's own figures."""
        for line in str(self.ask("GET", "/metrics")).splitlines():
            if line.startswith(f"branchline_{name} "):
                return float(line.split()[1])
        raise KeyError(name)

    def stop(self) -> None:
        """End it in good order."""
        self.requests.close()
        self.process.terminate()
        self.process.wait()


def waited(pid: int) -> float:
    """Return the seconds that a process was ready to work and others had the core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


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
    waiting: dict[int, list[float]] = field(default_factory=dict)
    """For each step under way: when it was sent, and when each socket got it."""
    told: asyncio.Event = field(default_factory=asyncio.Event)
    samples: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    readers: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self) -> None:
        """Connect the four sockets."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/socket"
        for seat in range(SEATS):
            socket = await connect(address, compression=None, max_size=None, ping_interval=None)
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
                if frame.startswith(STEP):
                    seq = int(frame[len(STEP) : frame.index(",", len(STEP))])
                    times = self.waiting.get(seq)
                    if times is not None:
                        times.append(now)
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
            times = self.waiting[self.seq + 1] = [time.perf_counter()]
            await self.sockets[seat].send(json.dumps(request))
            await self.told.wait()
            del self.waiting[self.seq + 1]
            if len(times) == SEATS + 1:
                self.seq += 1
                self.samples.append(times[-1] - times[0])
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
        """Hang up."""
        await asyncio.gather(*(socket.close() for socket in self.sockets))
        await asyncio.gather(*self.readers)


def percentiles(samples: list[float]) -> dict[str, float]:
    """Return milliseconds."""
    ranked = sorted(samples) or [0.0]
    return {
        f"p{p}": round(1000 * ranked[min(len(ranked) - 1, len(ranked) * p // 100)], 1)
        for p in (50, 95, 99)
    }


def new_table(server: Server, number: int, bots: int = 0) -> Table:
    """Create a table of four people, all with one secret."""
    chairs: list[dict[str, Any]] = [{"kind": "you", "name": f"P{i}"} for i in range(SEATS - bots)]
    chairs += [{"kind": "bot", "bot": "conductor"}] * bots
    wanted = {"game": GAMES[number % len(GAMES)], "seats": chairs, "start": True}
    made = server.ask("POST", "/api/tables", wanted)
    return Table(server.port, made["table"]["id"], made["secret"], random.Random(number))


async def live_tables(server: Server, options: argparse.Namespace) -> dict[str, Any]:
    """Play many tables at once; then see them leave memory."""
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
    used, begun = server.seconds(), time.monotonic()
    waiting = server.waited(), waited(os.getpid())
    until = begun + options.seconds
    await asyncio.gather(*(table.play(options.every, until) for table in tables))
    took = time.monotonic() - begun
    samples = [sample for table in tables for sample in table.samples]
    problems = [problem for table in tables for problem in table.problems]
    found = {
        "tables": len(tables),
        "sockets": SEATS * len(tables),
        "actions": len(samples),
        "actions_per_second": round(len(samples) / took, 1),
        "server_cpu_share": round((server.seconds() - used) / took, 3),
        "server_waited_for_its_core": round((server.waited() - waiting[0]) / took, 3),
        "players_waited_for_theirs": round((waited(os.getpid()) - waiting[1]) / took, 3),
        "action_to_last_of_four_ms": percentiles(samples),
        "refused": len(problems),
        "idle_table_kb": round(1024 * (idle - before) / len(tables), 1),
        "connected_table_kb": round(1024 * (connected - before) / len(tables), 1),
    }
    found["flood"] = await flood(tables[0], tables[1:21])
    for table in tables:
        await table.close()
    left, in_memory = time.monotonic(), server.metric("tables_in_memory")
    while in_memory and time.monotonic() - left < options.unload_after + 30:
        await asyncio.sleep(1)
        in_memory = server.metric("tables_in_memory")
    found["tables_left_in_memory"] = int(in_memory)
    found["seconds_until_all_left"] = round(time.monotonic() - left)
    found["megabytes"] = {
        "before": round(before, 1),
        "idle": round(idle, 1),
        "connected": round(connected, 1),
        "after_all_left": round(server.megabytes(), 1),
    }
    return found


async def flood(source: Table, others: list[Table]) -> dict[str, Any]:
    """One seat sends as fast as it can; the others ask for a sign of life."""
    message = json.dumps({"type": "ping", "id": "flood"})

    async def pour() -> None:
        while True:
            for _ in range(200):
                await source.sockets[0].send(message)
            await asyncio.sleep(0)

    async def ask(table: Table) -> list[float]:
        address = f"ws://127.0.0.1:{table.port}/api/tables/{table.id}/socket"
        times = []
        async with connect(address, compression=None, max_size=None) as socket:
            hello = {"type": "hello", "secret": table.secret, "seat": 1}
            await socket.send(json.dumps(hello))
            for number in range(30):
                begun = time.perf_counter()
                await socket.send(json.dumps({"type": "ping", "id": f"p{number}"}))
                while f'"id":"p{number}"' not in str(await socket.recv())[:60]:
                    pass
                times.append(time.perf_counter() - begun)
                await asyncio.sleep(0.1)
        return times

    pouring = asyncio.create_task(pour())
    found = await asyncio.gather(*(ask(table) for table in others))
    pouring.cancel()
    await asyncio.gather(pouring, return_exceptions=True)
    source.problems.clear()
    source.sockets[0].transport.abort()  # its good-bye would wait behind the flood
    return percentiles([each for times in found for each in times])


def finished_games(server: Server, games: int) -> dict[str, Any]:
    """Finish many games, each forked from the last decision of one; see that nothing stays."""
    made = server.ask(
        "POST",
        "/api/tables",
        {
            "game": "card_game",
            "seats": [{"kind": "you", "name": "A"}] * 1 + [{"kind": "you", "name": "B"}],
            "start": True,
        },
    )
    id, secret = made["table"]["id"], made["secret"]
    chooser = random.Random(1)
    moves: list[tuple[int, int]] = []
    while True:
        table = server.ask("GET", f"/api/tables/{id}?seat=0", None, secret)
        acting = table["position"]["view"]["to_act"]
        if not acting:
            break
        table = server.ask("GET", f"/api/tables/{id}?seat={acting[0]}", None, secret)
        action = chooser.choice(table["position"]["actions"])["id"]
        request = {"id": f"m{len(moves)}", "seat": acting[0], "action": action}
        request["expected"] = table["table"]["seq"]
        server.ask("POST", f"/api/tables/{id}/act", request, secret)
        moves.append((acting[0], action))
    seat, action = moves[-1]

    def finish(n: int) -> None:
        for _ in range(n):
            wanted = {"step": len(moves) - 1, "seat": seat, "name": "A"}
            fork = server.ask("POST", f"/api/tables/{id}/fork", wanted, secret)
            there = fork["table"]
            request = {"id": "last", "action": action, "expected": there["seq"]}
            server.ask("POST", f"/api/tables/{there['id']}/act", request, fork["secret"])

    def when_empty() -> float:
        while server.metric("tables_in_memory"):
            time.sleep(0.5)
        return server.megabytes()

    finish(max(1, games // 10))
    before = when_empty()
    begun = time.monotonic()
    finish(games)
    took = time.monotonic() - begun
    after = when_empty()
    return {
        "games": games,
        "seconds": round(took, 1),
        "megabytes_before": round(before, 1),
        "megabytes_after": round(after, 1),
        "growth_percent": round(100 * (after - before) / before, 1),
    }


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Measure everything."""
    cores = sorted(os.sched_getaffinity(0))
    core = cores[-1]
    found: dict[str, Any] = {"load_average_before": os.getloadavg(), "server_core": core}
    if len(cores) > 1:
        os.sched_setaffinity(0, set(cores[:-1]))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), core, unload_after=options.unload_after)
        try:
            found["live"] = asyncio.run(live_tables(server, options))
        finally:
            server.stop()
    if options.games:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), core, unload_after=2, seat_rate=1e6)
            try:
                found["finished"] = finished_games(server, options.games)
            finally:
                server.stop()
    os.sched_setaffinity(0, set(cores))
    found["load_average_after"] = os.getloadavg()
    return found


def report(found: dict[str, Any]) -> str:
    """Return the figures as lines for a person."""
    live = found["live"]
    times, flooded = live["action_to_last_of_four_ms"], live["flood"]
    lines = [
        f"the server on core {found['server_core']}; load average before"
        f" {found['load_average_before'][0]:.1f}, after {found['load_average_after'][0]:.1f}",
        f"{live['tables']} tables of {SEATS} sockets, {live['actions_per_second']} actions/s,"
        f" {100 * live['server_cpu_share']:.0f} % of the core, {live['refused']} refused",
        f"waiting while other programs had the core: the server"
        f" {100 * live['server_waited_for_its_core']:.0f} % of the time,"
        f" the players {100 * live['players_waited_for_theirs']:.0f} %",
        "",
        f"{'':34}{'measured':>10}{'target':>10}",
    ]
    for name, target in TARGETS.items():
        lines.append(f"action to the last socket, {name:8}{times[name]:>10.1f} {target:>6.0f} ms")
    lines += [
        f"answers beside a flood, {'p95':11}{flooded['p95']:>10.1f} {FLOOD_TARGET:>6.0f} ms",
        f"memory of an idle table           {live['idle_table_kb']:>10.1f}        kB",
        f"with its four sockets             {live['connected_table_kb']:>10.1f}        kB",
        f"left in memory a minute later     {live['tables_left_in_memory']:>10}      0 tables",
    ]
    if "finished" in found:
        done = found["finished"]
        lines.append(
            f"memory after {done['games']} finished games {done['growth_percent']:>+10.1f}     +5 %"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables that play at a time")
    parser.add_argument(
        "--every", type=float, default=3.0, help="seconds between a table's actions"
    )
    parser.add_argument("--seconds", type=float, default=45.0, help="how long they play")
    parser.add_argument("--unload-after", type=float, default=60.0, help="as the server's flag")
    parser.add_argument("--games", type=int, default=2000, help="games to finish; 0 for none")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    found = measure(options)
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    main()
