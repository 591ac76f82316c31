"""How many live tables servers carry: more and more of them, until actions are told too late.

One server runs on one core of its own, on SQLite; the players are in this process, on another core.
With `--database postgres` there is a PostgreSQL, started here, and with `--processes` as many
servers on it, on all cores; the sockets of a table are then at two of them, so that half of the
people are told by NOTIFY. Tables of four sockets play at random, each with an action every few
seconds. After each step it is told how soon an action reached the last of the four sockets, and
what it cost. The search ends when the 95th percentile is above the target.
`python -m bench.server_scale --help` tells what can be changed.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from tests.server.postgres import Postgres

from bench.server_load import SEATS, TARGETS, Table, new_table, percentiles
from bench.serving import FIRST, Server, below, cpu_seconds, in_front, place, step, waited


@dataclass
class Site:
    """The servers, and the database they share if it is a program of its own."""

    servers: list[Server]
    database: Postgres | None
    file: Path

    def table(self, number: int) -> Table:
        """Make a table; with several servers its people are at two of them."""
        one, other = (self.servers[(number + i) % len(self.servers)] for i in (0, 1))
        table = new_table(one, number)
        half = SEATS // 2
        table.port_of = (one.port,) * half + (other.port,) * (SEATS - half)
        return table

    def cpu(self) -> tuple[float, float]:
        """Return the processor time of the servers, and of their database."""
        pid = self.database.process.pid if self.database else None
        programs = [pid, *below(pid)] if pid else []
        return (
            cpu_seconds(*(server.process.pid for server in self.servers)),
            cpu_seconds(*programs, ended=True),
        )

    def waited(self) -> float:
        """Return the time for which the servers were ready, and others had the cores."""
        return sum(waited(server.process.pid) for server in self.servers)

    def stored(self) -> int:
        """Return the bytes in the database."""
        if self.database is None:
            with contextlib.closing(sqlite3.connect(self.file)) as database:
                (pages,) = database.execute("PRAGMA page_count").fetchone()
                (size,) = database.execute("PRAGMA page_size").fetchone()
            return int(pages * size)
        with psycopg.connect(self.database.url("tables_1")) as connection:
            row = connection.execute("SELECT pg_database_size('tables_1')").fetchone()
        assert row is not None
        return int(row[0])


@contextlib.contextmanager
def site(folder: Path, options: argparse.Namespace) -> Iterator[Site]:
    """Start the servers, and the database if it is a program."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], set(cores[:-1]) or set(cores)
    settings: dict[str, Any] = {"bot_workers": 0, "analysis_workers": 0}
    found = Site([], None, folder / "load.db")
    try:
        if options.database == "postgres":
            found.database = Postgres(fsync=True)
            settings["db"] = found.database.new_database()
            with contextlib.suppress(OSError):  # it has a session of its own
                step(found.database.process.pid, os.getpriority(os.PRIO_PROCESS, 0))
        for _ in range(options.processes):
            found.servers.append(Server(folder, core, **settings))
        if options.database == "postgres":
            for server in found.servers:
                place(server.process.pid, set(cores))
        else:
            os.sched_setaffinity(0, others)
        yield found
    finally:
        for server in found.servers:
            server.stop()
        if found.database is not None:
            found.database.stop()
        os.sched_setaffinity(0, set(cores))


async def measure_step(
    site: Site, tables: list[Table], options: argparse.Namespace
) -> dict[str, Any]:
    """Let the tables play for a while; return how soon actions were told, and what one cost."""
    for table in tables:
        table.received = 0
        table.samples.clear()
        table.across.clear()
    begun, cpu, waiting = time.monotonic(), site.cpu(), site.waited()
    until = begun + options.seconds
    await asyncio.gather(*(table.play(options.every, until) for table in tables))
    took = time.monotonic() - begun
    used = [now - before for now, before in zip(site.cpu(), cpu, strict=True)]
    samples = [sample for table in tables for sample in table.samples]
    actions = max(1, len(samples))
    return {
        "tables": len(tables),
        "actions": len(samples),
        "actions_per_second": round(len(samples) / took, 1),
        "ms": percentiles(samples),
        "across_ms": percentiles([later for table in tables for later in table.across]),
        "server_cpu": round(used[0] / took, 3),
        "microseconds_each": round(1e6 * used[0] / actions),
        "database_microseconds_each": round(1e6 * used[1] / actions),
        "server_waited": round((site.waited() - waiting) / took, 3),
        "sent_each": round(sum(table.received for table in tables) / actions),
        "megabytes": round(sum(server.megabytes() for server in site.servers), 1),
        "refused": sum(len(table.problems) for table in tables),
    }


async def search(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Add tables until actions are told too late, or there are as many as asked for."""
    found: dict[str, Any] = {"load_average_before": os.getloadavg()[0], "steps": []}
    with site(folder, options) as served:
        before, tables = served.stored(), list[Table]()
        while len(tables) + options.step <= options.most:
            for _ in range(options.step):
                tables.append(served.table(len(tables)))
                await tables[-1].open()
            told = await measure_step(served, tables, options)
            found["steps"].append(told)
            if told["ms"]["p95"] > options.target:
                break
        for table in tables:
            await table.close()
        actions = sum(told["actions"] for told in found["steps"])
        found["stored_each"] = round((served.stored() - before) / max(1, actions))
    held = [told["tables"] for told in found["steps"] if told["ms"]["p95"] <= options.target]
    return found | {"held": max(held, default=0), "target": options.target}


def report(found: dict[str, Any], options: argparse.Namespace) -> str:
    """Return the figures as lines for a person."""
    lines = [
        f"{options.processes} servers on {options.database}; tables of {SEATS} sockets, an action "
        f"every {options.every:g} s at each; load average before: "
        f"{found['load_average_before']:.1f}",
        f"{'tables':>7}{'actions/s':>11}{'p50 ms':>8}{'p95 ms':>8}{'p99 ms':>8}{'cores':>7}"
        f"{'µs each':>9}{'database':>10}{'B sent':>8}{'MB':>7}{'waited':>8}{'across p50':>12}"
        f"{'p95':>7}",
    ]
    for told in found["steps"]:
        ms, across = told["ms"], told["across_ms"]
        lines.append(
            f"{told['tables']:>7}{told['actions_per_second']:>11.1f}{ms['p50']:>8.1f}"
            f"{ms['p95']:>8.1f}{ms['p99']:>8.1f}{told['server_cpu']:>7.0%}"
            f"{told['microseconds_each']:>9,}{told['database_microseconds_each']:>10,}"
            f"{told['sent_each']:>8,}{told['megabytes']:>7.0f}{told['server_waited']:>8.0%}"
            f"{across['p50']:>12.1f}{across['p95']:>7.1f}"
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
    parser.add_argument("--processes", type=int, default=1, help="servers on the database")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if options.processes > 1 and options.database == "sqlite":
        parser.error("several servers need --database postgres")
    with tempfile.TemporaryDirectory() as folder, in_front(FIRST):
        found = asyncio.run(search(options, Path(folder)))
    print(json.dumps(found) if options.json else report(found, options))


if __name__ == "__main__":
    main()
