"""Tables beside analyses: how soon an action is told to everybody while a server analyses games.

The server has one core, and the analyses are made on the same one, which is the hardest place, or
with `--elsewhere` on another. The players are in this process, on another core. `--help` tells what
can be changed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import branchline as bl
from bench.server_load import TARGETS, new_table, phase
from bench.serving import Server, cpu_seconds, in_front, place
from branchline.analysis.effort import DEFAULT

GAMES = (("usa", 2), ("france", 2), ("old_west", 2), ("card_game", 2), ("usa", 4))
"""What is analysed: these in turn."""


def records(n: int) -> list[str]:
    """Return finished games to analyse, each another one."""
    found = []
    for number in range(n):
        game, seats = GAMES[number % len(GAMES)]
        run = bl.simulate(game, ["planner"] * seats, 1, seed=number, record=True)
        text = next(iter(run)).record
        assert text is not None
        found.append(text)
    return found


class Analyses:
    """Games that a server analyses."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.ids: list[str] = []
        self.begun = 0.0
        self.is_over = False
        self.first_curves: list[float] = []
        """Seconds after which each had a first curve."""

    def send(self, games: list[str]) -> None:
        """Ask for all of them."""
        self.begun = time.monotonic()
        for record in games:
            made = self.server.ask("POST", "/api/analyses", {"record": record})
            self.ids.append(made["id"])

    def states(self) -> list[Any]:
        """Return how far each is, without what is in its report."""
        none = "?decisions=1000000&worlds=1000000"
        return [self.server.ask("GET", f"/api/analyses/{id}{none}") for id in self.ids]

    async def watch(self) -> None:
        """Look again and again which have a curve."""
        while not self.is_over and len(self.first_curves) < len(self.ids):
            found = await asyncio.to_thread(self.states)
            took = time.monotonic() - self.begun
            shown = sum(state["report"] is not None for state in found)
            self.first_curves += [took] * (shown - len(self.first_curves))
            await asyncio.sleep(1)


async def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Let tables play, alone and beside analyses."""
    cores = sorted(os.sched_getaffinity(0))
    core, others = cores[-1], set(cores[:-1]) or set(cores)
    games = records(options.analyses)
    os.sched_setaffinity(0, others)
    server = Server(
        folder,
        core,
        analysis_budget=options.budget,
        max_analyses_per_address=len(games) + 1,
        bot_workers=1,
    )
    found: dict[str, Any] = {"load_average_before": os.getloadavg(), "analyses": len(games)}
    try:
        if options.elsewhere:
            for pid in server.thinkers():
                place(pid, others)  # the others are forked from one of these
        tables = [new_table(server, number) for number in range(options.tables)]
        for table in tables:
            await table.open()
        found["quiet"] = await phase(server, tables, options.seconds, options.every)
        analyses = Analyses(server)
        analyses.send(games)
        watching = asyncio.create_task(analyses.watch())
        used = cpu_seconds(*server.thinkers())
        found["analysing"] = await phase(server, tables, options.seconds, options.every)
        found["analyses_cpu"] = round(cpu_seconds(*server.thinkers()) - used, 1)
        analyses.is_over = True
        await watching
        found["first_curves"] = [round(took, 1) for took in analyses.first_curves]
        states = analyses.states()
        found["left"] = sum(state["state"] in ("waiting", "working") for state in states)
        found["done"] = round(sum(state["progress"] for state in states), 2)
        found["refused"] = sum(len(table.problems) for table in tables)
        for table in tables:
            await table.close()
    finally:
        server.stop()
        os.sched_setaffinity(0, set(cores))
    return found


def report(found: dict[str, Any]) -> str:
    """Return the figures as lines for a person."""
    quiet, busy = found["quiet"], found["analysing"]
    lines = [
        f"load average of the machine before: {found['load_average_before'][0]:.1f};"
        f" {busy['actions_per_second']} actions/s, {found['refused']} refused",
        f"{found['analyses']} games to analyse: {found['done']} of them done,"
        f" {found['left']} unfinished after this time;"
        f" {len(found['first_curves'])} had a first curve, after {found['first_curves']} s",
        "",
        f"{'':30}{'quiet':>9}{'analysing':>11}{'target':>9}",
    ]
    lines += [
        f"action to the last socket, {name}{quiet['ms'][name]:>9.1f}"
        f"{busy['ms'][name]:>11.1f}{target:>6.0f} ms"
        for name, target in TARGETS.items()
    ]
    lines += [
        f"{'the server itself':30}{100 * quiet['server_cpu']:>9.0f}"
        f"{100 * busy['server_cpu']:>11.0f}{'%':>9}",
        f"{'its other processes':30}{100 * quiet['bots_cpu']:>9.0f}"
        f"{100 * busy['bots_cpu']:>11.0f}{'%':>9}",
    ]
    if not found["left"]:
        lines.append("all analyses were done before the tables were: take more, or fewer seconds")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--analyses", type=int, default=10, help="games that are analysed")
    parser.add_argument("--budget", type=int, default=DEFAULT, help="as branchline analyse has it")
    parser.add_argument("--tables", type=int, default=200, help="tables that play at a time")
    parser.add_argument(
        "--every", type=float, default=3.0, help="seconds between a table's actions"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="how long they play, alone and beside analyses"
    )
    parser.add_argument(
        "--elsewhere", action="store_true", help="the analyses are made on the players' core"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, in_front() as is_in_front:
        found = asyncio.run(measure(options, Path(folder)))
    found["in_front"] = is_in_front
    print(json.dumps(found) if options.json else report(found))


if __name__ == "__main__":
    main()
