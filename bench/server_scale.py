"""How many live tables one core carries: more and more of them, until actions are told too late.

The server runs on one core of its own, on SQLite; the players are in this process, on another core.
Tables of four sockets play at random, each with an action every few seconds. After each step it is
told how soon an action reached the last of the four sockets, and what it cost. The search ends when
the 95th percentile is above the target. `python -m bench.server_scale --help` tells what can be
changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from bench.server_load import SEATS, TARGETS, Table, new_table, phase
from bench.serving import Server, in_front


async def measure_step(
    server: Server, tables: list[Table], options: argparse.Namespace
) -> dict[str, Any]:
    """Let the tables play for a while; return how soon actions were told, and what one cost."""
    for table in tables:
        table.received = 0
    found = await phase(server, tables, options.seconds, options.every)
    actions = max(1, found["actions"])
    took = found["actions"] / max(0.1, found["actions_per_second"])
    return found | {
        "tables": len(tables),
        "microseconds_each": round(1e6 * found["server_cpu"] * took / actions),
        "sent_each": round(sum(table.received for table in tables) / actions),
        "megabytes": round(server.megabytes(), 1),
        "refused": sum(len(table.problems) for table in tables),
    }


async def search(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Add tables until actions are told too late, or there are as many as asked for."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], set(cores[:-1]) or set(cores)
    os.sched_setaffinity(0, others)
    found: dict[str, Any] = {"load_average_before": os.getloadavg()[0], "steps": []}
    server = Server(folder, core, bot_workers=0, analysis_workers=0)
    tables: list[Table] = []
    try:
        while len(tables) + options.step <= options.most:
            for _ in range(options.step):
                tables.append(new_table(server, len(tables)))
                await tables[-1].open()
            step = await measure_step(server, tables, options)
            found["steps"].append(step)
            if step["ms"]["p95"] > options.target:
                break
        for table in tables:
            await table.close()
    finally:
        server.stop()
        os.sched_setaffinity(0, set(cores))
    actions = sum(step["actions"] for step in found["steps"])
    found["stored_each"] = round((folder / "load.db").stat().st_size / max(1, actions))
    held = [step["tables"] for step in found["steps"] if step["ms"]["p95"] <= options.target]
    return found | {"held": max(held, default=0), "target": options.target}


def report(found: dict[str, Any], every: float) -> str:
    """Return the figures as lines for a person."""
    lines = [
        f"tables of {SEATS} sockets, an action every {every:g} s at each; "
        f"load average before: {found['load_average_before']:.1f}",
        f"{'tables':>7}{'actions/s':>11}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'core':>7}"
        f"{'µs each':>9}{'B sent':>8}{'MB':>7}{'waited':>8}",
    ]
    for step in found["steps"]:
        ms = step["ms"]
        lines.append(
            f"{step['tables']:>7}{step['actions_per_second']:>11.1f}{ms['p50']:>8.1f}"
            f"{ms['p95']:>8.1f}{ms['p99']:>8.1f}{step['server_cpu']:>7.0%}"
            f"{step['microseconds_each']:>9,}{step['sent_each']:>8,}"
            f"{step['megabytes']:>7.0f}{step['server_waited']:>8.0%}"
        )
    lines.append(
        f"in the database, with what a new table takes: {found['stored_each']:,} B an action"
    )
    lines.append(f"p95 within {found['target']:g} ms: up to {found['held']} tables")
    return "\n".join(lines)


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=100, help="tables that are added at a time")
    parser.add_argument("--most", type=int, default=2000, help="tables at which the search ends")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between actions")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each step plays")
    parser.add_argument("--target", type=float, default=TARGETS["p95"], help="milliseconds of p95")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, in_front():
        found = asyncio.run(search(options, Path(folder)))
    print(json.dumps(found) if options.json else report(found, options.every))


if __name__ == "__main__":
    main()
