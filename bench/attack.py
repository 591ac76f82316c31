"""Fair shares under attack: how soon a stranger's bots move while one address floods the server.

The flood is two hundred tables of five of the strongest bots, at no pace; the limits that would
refuse most of them are lifted. With --people the flood has a person at every table who decides at
once, so that its bots are in the same line as the stranger's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from bench.server_load import percentiles
from bench.serving import Server, place
from branchline.client import Client

STRONGEST = "superintendent"
TARGET = 2000.0
FLOOD = "127.0.0.2"
"""Where the flood comes from; the stranger comes from the usual address of this machine."""


def first(position: dict[str, Any]) -> int:
    """Return the first legal action."""
    return int(position["actions"][0]["id"])


async def play_on(client: Client, id: str, secret: str) -> None:
    """Decide at once, whenever somebody of the flood has to."""
    with contextlib.suppress(Exception):
        async with client.look(id, secret) as seat:
            await seat.play(first)


async def stranger(client: Client, level: str, moves: int) -> tuple[list[float], int]:
    """Play against one bot; return how long each of its moves took, and how many were cut."""
    seats = [{"kind": "you", "name": "Stranger"}, {"kind": "bot", "bot": level}]
    made = await client.create("usa", seats, start=True, bot_pace=0)
    times: list[float] = []
    async with client.look(made["table"]["id"], made["secret"]) as seat:
        while len(times) < moves:
            await seat.wait_for(lambda s: bool(s.position["actions"]))
            decided = await seat.act(first(seat.position))
            await seat.wait_past(decided["seq"] - 1)
            if seat.position["actions"]:
                continue
            begun, before = time.perf_counter(), seat.seq
            await seat.wait_past(before)
            times.append(time.perf_counter() - begun)
        cut = sum(step["thought"] is not None for step in seat.steps)
    return times, cut


async def measure(server: Server, options: argparse.Namespace) -> dict[str, Any]:
    """Flood the server and play beside it."""
    client = Client(f"http://127.0.0.1:{server.port}")
    chairs = [{"kind": "bot", "bot": STRONGEST}] * 5
    if options.people:
        chairs = [{"kind": "you", "name": "Flood"}, *chairs[1:]]
    server.requests.close()
    server.requests = HTTPConnection("127.0.0.1", server.port, 120, source_address=(FLOOD, 0))
    playing = []
    for _ in range(options.tables):
        wanted = {"game": "usa", "seats": chairs, "bot_pace": 0, "start": True}
        made = server.ask("POST", "/api/tables", wanted)  # from the flood's address
        if options.people:
            playing.append(play_on(client, made["table"]["id"], made["secret"]))
    tasks = [asyncio.create_task(one) for one in playing]
    found: dict[str, Any] = {"load_average": os.getloadavg(), "people": options.people}
    for level in ("conductor", "stationmaster", STRONGEST):
        times, cut = await stranger(client, level, options.moves)
        late = sum(1000 * one > TARGET for one in times)
        found[level] = {"moves": len(times), "ms": percentiles(times), "late": late, "cut": cut}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables of the flood")
    parser.add_argument("--moves", type=int, default=30, help="moves of each of a stranger's bots")
    parser.add_argument("--people", action="store_true", help="a person at each of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cores = os.sched_getaffinity(0)
        server = Server(Path(folder), max(cores))
        for pid in (server.process.pid, *server.thinkers()):
            place(pid, cores)  # as it would be without a bench
        try:
            found = asyncio.run(measure(server, options))
        finally:
            server.stop()
    if options.json:
        print(json.dumps(found))
        return
    print(f"load average {found['load_average'][0]:.1f}; {options.tables} tables flood the server")
    for level in ("conductor", "stationmaster", STRONGEST):
        one = found[level]
        print(
            f"{level:16} p50 {one['ms']['p50']:>8.1f}  p95 {one['ms']['p95']:>8.1f} ms"
            f"  (target {TARGET:.0f}); {one['late']} of {one['moves']} later,"
            f" {one['cut']} thought less"
        )


if __name__ == "__main__":
    main()
